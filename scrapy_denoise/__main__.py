"""``python -m scrapy_denoise``"""

import sys

from scrapy_denoise.cli import main

sys.exit(main())
