"""Lists the addresses of a document's pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from scrapy_denoise.document.nodes import Document, Picture


def picture_addresses(document: Document) -> Iterator[str]:
    """The addresses of the pictures of a document, in order, without recursion."""
    pending: list[Any] = [document]
    while pending:
        node = pending.pop()
        if isinstance(node, Picture):
            yield node.url
        elif isinstance(node, tuple):
            pending += reversed(node)
        elif attrs.has(type(node)):
            pending += reversed([getattr(node, field.name) for field in attrs.fields(type(node))])
