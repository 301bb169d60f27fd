"""A document as dicts, lists and strings, which JSON can hold."""

from __future__ import annotations

from typing import Any

import attrs

from scrapy_denoise.document.nodes import Document


def to_json_tree(document: Document) -> list[Any]:
    """The blocks of a document. A node is a dict of its fields, with its kind (``paragraph``, ``list`` ...) first; text
    is a string. Fields that are empty, or as they mostly are, are left out.

    >>> from scrapy_denoise import denoise
    >>> to_json_tree(denoise("<p>It rained in the hills, and <b>the river rose</b>.</p>").document)[0]["children"]
    ['It rained in the hills, and ', {'kind': 'mark', 'name': 'strong', 'children': ['the river rose']}, '.']
    """
    return [_node(block) for block in document.blocks]


def _node(node: Any) -> Any:
    if isinstance(node, tuple):
        return [_node(one) for one in node]
    if not attrs.has(type(node)):
        return node
    found: dict[str, Any] = {"kind": type(node).__name__.lower()}
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        if value != field.default:
            found[field.name] = _node(value)
    return found
