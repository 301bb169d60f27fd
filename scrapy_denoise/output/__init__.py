"""A selection as text, HTML, JSON."""

from scrapy_denoise.output.links import Link
from scrapy_denoise.output.result import Block, Result

__all__ = ["Block", "Link", "Result"]
