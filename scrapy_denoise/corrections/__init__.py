"""Sites put right by hand: what a user says is content wins over every method."""

from scrapy_denoise.corrections.correction import Correction
from scrapy_denoise.corrections.errors import CorrectionError
from scrapy_denoise.corrections.file import Corrections

__all__ = ["Correction", "CorrectionError", "Corrections"]
