"""What is given: the kept rows as text, HTML, links and posts."""

from scrapy_denoise.document.block import Block
from scrapy_denoise.document.links import Link

__all__ = ["Block", "Link"]
