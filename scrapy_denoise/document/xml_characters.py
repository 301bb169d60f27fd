"""The characters that no output may hold."""

from __future__ import annotations

import re

NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML document and no XPath can hold; browsers show nothing for most of it."""

NOT_XML_BYTES = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xed[\xa0-\xbf]|\xef\xbf[\xbe\xbf]")
"""The same in UTF-8, to look for before any is taken out."""
