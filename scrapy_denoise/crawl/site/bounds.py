"""The limits of a site's crawl, and the conditions for a page to become a row."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Any

import attrs

from scrapy_denoise.blocks.page_model import PAGE_TYPES
from scrapy_denoise.crawl.setting_values import CannotStart
from scrapy_denoise.crawl.site.hosts import host_of

FORMATS = ("markdown", "text")

_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class BoundsError(CannotStart):
    """A limit has a value that is not allowed. The message names the limit and says what is allowed."""


@attrs.frozen
class Bounds:
    """pages: limit of requests in a run, without robots.txt; 0 for no limit. depth: limit of links from the first page
    to a page, 0 for no limit; the next page of a list has the depth of the list. minutes: limit of a run, 0 for no
    limit. only: types of pages that become rows; all if empty. since: the first day whose pages become rows, without
    those that have no date. hosts: other hosts to follow. format: of the content, ``markdown`` or ``text``."""

    pages: int = 1_000
    depth: int = 20
    minutes: float = 60
    only: frozenset[str] = frozenset()
    since: str = ""
    hosts: frozenset[str] = frozenset()
    format: str = "markdown"

    @classmethod
    def read(cls, given: dict[str, Any]) -> Bounds:
        """The limits by name, as a command line or a spider's arguments give them; None for the default.

        Raises BoundsError.
        """
        found = {name: _READ[name](name, value) for name, value in given.items() if value is not None}
        return cls(**found)

    def is_of_type(self, page_type: str) -> bool:
        return not self.only or page_type in self.only

    def is_new(self, published: str) -> bool:
        """True if a date of publication (ISO 8601) is on or after the day ``since``."""
        return not self.since or published[:10] >= self.since


def _number(name: str, value: Any) -> int:
    try:
        found = int(value)
    except (TypeError, ValueError, OverflowError):
        found = -1
    if found < 0:
        raise BoundsError(f"{name} is a whole number, 0 or more, not {value!r}")
    return found


def _minutes(name: str, value: Any) -> float:
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        found = -1
    if not 0 <= found < 1e6:
        raise BoundsError(f"{name} is a number of minutes, 0 or more, not {value!r}")
    return found


def _words(name: str, value: str | Iterable[str]) -> list[str]:
    try:
        parts = value.split(",") if isinstance(value, str) else [word for part in value for word in part.split(",")]
    except (TypeError, AttributeError):
        raise BoundsError(f"{name} is a text, with commas between several, or a list of texts, not {value!r}") from None
    return [part.strip() for part in parts if part.strip()]


def _types(name: str, value: str | Iterable[str]) -> frozenset[str]:
    found = frozenset(_words(name, value))
    if wrong := sorted(found.difference(PAGE_TYPES)):
        raise BoundsError(f"no type of pages: {', '.join(wrong)}; there are: {', '.join(PAGE_TYPES)}")
    return found


def _first_day(name: str, value: str | date) -> str:
    text = value.isoformat()[:10] if isinstance(value, date) else str(value).strip()
    try:
        if not _DAY.fullmatch(text):
            raise ValueError
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise BoundsError(f"{name} is a day such as 2026-05-31, not {value!r}") from None


def _hosts(name: str, value: str | Iterable[str]) -> frozenset[str]:
    return frozenset(host_of(word) or word.lower() for word in _words(name, value))


def _format(name: str, value: str) -> str:
    if value not in FORMATS:
        raise BoundsError(f"{name} is one of {', '.join(FORMATS)}, not {value!r}")
    return value


_READ: dict[str, Any] = {
    "pages": _number,
    "depth": _number,
    "minutes": _minutes,
    "only": _types,
    "since": _first_day,
    "hosts": _hosts,
    "format": _format,
}
