"""The row that the crawl of a site writes for a page, and which pages it has written."""

from __future__ import annotations

from datetime import datetime, timezone
from hashlib import blake2b
from typing import Any

from scrapy_denoise.api import denoise_page
from scrapy_denoise.crawl.item_fields import field_value
from scrapy_denoise.crawl.site.addresses import key_of, one_address
from scrapy_denoise.methods import get_method
from scrapy_denoise.result import Result

NAMES = ("url", "found_on", "depth", "fetched", "page_type", "title", "metadata")
"""The fields of each row; besides them ``text`` or ``markdown``."""


def row_of(result: Result, page_type: str, found_on: str, depth: int, form: str) -> dict[str, Any]:
    """The row of a page, as a dict that JSON can hold. page_type: its type as the crawl sees it. found_on: the page
    that
    linked to it; empty for the first. form: ``text`` or ``markdown``. Metadata without a value are left out."""
    metadata = field_value(result, "metadata")
    return {
        "url": result.url,
        "found_on": found_on,
        "depth": depth,
        "fetched": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "page_type": page_type,
        "title": result.title,
        "metadata": {name: value for name, value in metadata.items() if value and name != "sources"},
        form: field_value(result, form),
    }


class Written:
    """Remembers what was written: the texts, and of pages that are asked for again the text without their site.

    The text of a page that has not changed becomes another when more is known of its site, since what the site repeats
    is then left out. state: of the crawl, kept with its job.
    """

    def __init__(self, state: dict[str, Any]) -> None:
        self._texts: set[bytes] = state.setdefault("texts", set())
        self._pages: dict[int, bytes] = state.setdefault("pages", {})

    def add(self, result: Result, comes_again: bool) -> bool:
        """Remember a page. Returns whether it is new: no page had its text, and the one that its address had before
        was another. comes_again: whether its address is asked for again."""
        text = _digest(result.text)
        is_new = text not in self._texts
        self._texts.add(text)
        if comes_again:
            key, alone = key_of(one_address(result.url or "")), _digest(_text_alone(result))
            is_new = is_new and self._pages.get(key) != alone
            self._pages[key] = alone
        return is_new


def _text_alone(result: Result) -> str:
    """The text of a page as it is read without its site: neither what else the site shows nor a token in the markup
    changes it. Where nothing is found so, the text that was found."""
    page = result.page
    return (denoise_page(page, get_method("auto")).text if page is not None else "") or result.text


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()
