"""Makes every output of a page from a method's decision.

In: a page and a `Selection`. Out: the finished selection, a tree of nodes, text, HTML, Markdown, links, entries, posts,
metadata, a fingerprint. Every output is bounded by the size of the page and holds nothing that runs.
"""

from scrapy_denoise.document.block_list.block import Block
from scrapy_denoise.document.entries.entries import Entry
from scrapy_denoise.document.links.links import Link
from scrapy_denoise.document.nodes import Document
from scrapy_denoise.document.tree.json_tree import to_json_tree

__all__ = ["Block", "Document", "Entry", "Link", "to_json_tree"]
