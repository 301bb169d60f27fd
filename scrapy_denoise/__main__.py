"""``python -m scrapy_denoise``"""

import sys

from scrapy_denoise.cli.main import main

sys.exit(main())
