"""The row that a crawl writes for a page."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from scrapy_denoise.crawl.item_fields import field_value
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
