"""What is given: the kept rows as text, HTML, links and posts."""

from scrapy_denoise.document.block import Block
from scrapy_denoise.document.content_links import Link
from scrapy_denoise.document.data import as_data
from scrapy_denoise.document.nodes import Document

__all__ = ["Block", "Document", "Link", "as_data"]
