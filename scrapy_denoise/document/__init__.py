"""What is given: the kept rows as text, HTML, links and posts."""

from scrapy_denoise.document.block import Block
from scrapy_denoise.document.data import as_data
from scrapy_denoise.document.nodes import Document
from scrapy_denoise.document.page_links import Link

__all__ = ["Block", "Document", "Link", "as_data"]
