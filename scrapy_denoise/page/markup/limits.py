"""Finds pages that are too large to be read: before they are parsed, where their markup shows it."""

from __future__ import annotations

from scrapy_denoise.page.compiled import most_attributes

MAX_SIZE = 10 * 1024 * 1024
"""Bytes (or characters) of a page above which the page is not read."""

MAX_NODES = 500_000
"""Rows of a page above which the page is not read."""

MAX_ATTRIBUTES = 2_000
"""Attributes of one tag above which a page is not read: the time of lxml's tree grows with the square of their number.
Those of one name count once, but for pages that only lxml reads."""


class PageTooLarge(ValueError):
    """The page has more bytes, nodes, text or attributes of one tag than are allowed."""


def check_markup(markup: str | bytes, max_size: int = MAX_SIZE) -> None:
    """Raise PageTooLarge for a page that would cost too much to parse."""
    check_size(markup, max_size)
    check_attributes(markup if isinstance(markup, bytes) else encoded(markup))


def check_size(markup: str | bytes, max_size: int) -> None:
    """Raise PageTooLarge for a page of more bytes, or characters; 0: there is no limit."""
    if max_size and len(markup) > max_size:
        raise PageTooLarge(f"the page has more than {max_size:,} bytes (max_size)")


def check_attributes(markup: bytes) -> None:
    """Raise PageTooLarge for a tag with too many attributes."""
    if len(markup) > 8 * MAX_ATTRIBUTES:
        check_count(most_attributes(markup))


def check_count(attributes: int) -> None:
    """Raise PageTooLarge for so many attributes in one tag."""
    if attributes > MAX_ATTRIBUTES:
        raise PageTooLarge(f"a tag has {attributes:,} attributes, the limit is {MAX_ATTRIBUTES:,} (fixed)")


def encoded(text: str) -> bytes:
    """Text in UTF-8, a question mark for a lone surrogate."""
    return text.encode("utf-8", "replace")
