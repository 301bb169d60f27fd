"""Fields of a result in the form that items can hold: text, numbers, and lists and dicts of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from scrapy_denoise.document import to_json_tree
from scrapy_denoise.document.metadata.metadata import Metadata
from scrapy_denoise.document.product.product import Product
from scrapy_denoise.result import Result

_AS_THEY_ARE = (
    "text", "markdown", "html", "title", "page_type", "next_page",
    "method", "siblings", "confidence", "reason", "detail", "url",
)  # fmt: skip
_MADE: dict[str, Callable[[Result], Any]] = {
    "plain": Result.plain,
    "document": lambda result: to_json_tree(result.document),
    "metadata": lambda result: plain_data(result.metadata.to_dict()),
    "posts": lambda result: [post.to_dict() for post in result.posts],
    "comments": lambda result: [comment.to_dict() for comment in result.comments],
    "links": lambda result: [link.to_dict() for link in result.links],
    "entries": lambda result: [entry.to_dict() for entry in result.entries],
    "product": lambda result: result.product.to_dict() if result.product else None,
    "blocks": lambda result: [block.to_dict() for block in result.blocks],
    "noise": lambda result: [block.to_dict() for block in result.noise],
}
_OF_METADATA = tuple(f"metadata.{field.name}" for field in attrs.fields(Metadata))
_OF_PRODUCT = tuple(f"product.{field.name}" for field in attrs.fields(Product))

RESULT_FIELDS = (*_AS_THEY_ARE, *_MADE, *_OF_METADATA, *_OF_PRODUCT)
"""The fields of a result that ``DENOISE_ITEM_FIELDS`` can put into an item."""


def field_value(result: Result, name: str) -> Any:
    """The value of one of RESULT_FIELDS, as data that every feed exporter can write."""
    if name in _MADE:
        return _MADE[name](result)
    holder, _, inner = name.partition(".")
    found = getattr(result, holder)
    return plain_data(getattr(found, inner, None) if inner else found)  # a page of no product has none of its fields


def plain_data(value: Any) -> Any:
    """A value with lists for tuples and dicts for the attrs classes in it."""
    if isinstance(value, list | tuple):
        return [plain_data(part) for part in value]
    if isinstance(value, dict):
        return {name: plain_data(part) for name, part in value.items()}
    return plain_data(attrs.asdict(value)) if attrs.has(type(value)) else value
