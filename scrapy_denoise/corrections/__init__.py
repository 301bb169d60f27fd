"""Corrections of sites by hand: selectors of a user that win over every method.

In: a TOML file of selectors. Out: for a page a `Selection` or None, and stated fields.
"""

from scrapy_denoise.corrections.correction import Correction
from scrapy_denoise.corrections.errors import CorrectionError
from scrapy_denoise.corrections.file import Corrections

__all__ = ["Correction", "CorrectionError", "Corrections"]
