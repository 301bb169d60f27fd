"""What is given: the kept rows as text, HTML, links and posts."""

from scrapy_denoise.document.block_list.block import Block
from scrapy_denoise.document.links.links import Link
from scrapy_denoise.document.nodes import Document
from scrapy_denoise.document.tree.json_tree import as_data

__all__ = ["Block", "Document", "Link", "as_data"]
