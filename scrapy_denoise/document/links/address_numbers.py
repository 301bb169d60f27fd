"""Finds the numbers in an address, and the one that may be a page number."""

from __future__ import annotations

import re

import attrs

from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.page.url import split_url

MAX_NUMBERS = 24
"""The most numbers of an address that are considered: the last ones."""

MAX_TAIL = 500
"""The number of characters at the end of an address in which numbers are searched."""

MAX_DIGITS = 9
"""The most digits of a number. A longer one is an identifier and counts nothing."""

MAX_NAME = 48
"""The number of characters before a number in which its name is searched."""

_JOINTS = "/-_.=~,;"
_END = re.compile(r"(?:/(?:index|default))?(?:\.[a-z]{2,5})?\Z", re.IGNORECASE)
_RUNS = re.compile(r"\d+")
_NAME = re.compile(r"[_./=-]?[^\w&?/]?([^\W\d_]{1,20})")
"""The name before a number, from its end to its beginning: to look for where it begins takes far longer."""

_KEY = re.compile(r"[?&;]([^?&;=]{1,40})=\Z")
_DAY = re.compile(r"(?<!\d)(?:(?:19|20)\d\d([/_.-])\d{1,2}\1\d{1,2}|\d{1,2}([/_.-])\d{1,2}\2(?:19|20)\d\d)(?!\d)")
_ARCHIVE = re.compile(r"/(?:19|20)\d\d(?:/(?:0\d|1[0-2]))?/?\Z")
_PAGED = frozenset(phrases("page_parameters"))
_OTHER = frozenset(phrases("other_parameters"))


@attrs.frozen
class AddressNumbers:
    """An address by its numbers.

    path: its path. tail: path and query. form: the tail with each number as 0. starts, values, names: of each number
    its place in the tail, the number, and what stands before it, a parameter or a word of the path, in lower case and
    letters alone; empty without one.
    """

    path: str
    tail: str
    form: str
    starts: tuple[int, ...]
    values: tuple[int, ...]
    names: tuple[str, ...]

    def is_other(self, slot: int) -> bool:
        """True if the name before a number says that it counts something other than pages."""
        return self.names[slot] in _OTHER

    def page_slot(self) -> int:
        """The last number that is named as that of a page; -1 without one."""
        return next((slot for slot in reversed(range(len(self.values))) if self.names[slot] in _PAGED), -1)

    def ends_path(self, slot: int) -> bool:
        """Whether a number is the last of the path, but for an extension."""
        return stem(self.path)[self.starts[slot] :].isdigit()

    def beside(self, *slots: int) -> tuple[str, tuple[int, ...]]:
        """What two pages of one series have in common, which differ in the numbers of some slots."""
        return self.form, tuple(value for slot, value in enumerate(self.values) if slot not in slots)

    def list_path(self, slot: int) -> str:
        """The path of the series whose page a number says: without that number and its name."""
        if self.starts[slot] > len(self.path):
            return stem(self.path)
        before = self.path[: self.starts[slot]].rstrip(_JOINTS)
        name = self.names[slot]
        return stem(before[: len(before) - len(name)] if name and before.lower().endswith(name) else before)


def numbers_of(url: str) -> AddressNumbers:
    """The numbers in an address.

    >>> found = numbers_of("https://a.example/news/page/3?per_page=20")
    >>> found.form, found.values, found.names, found.page_slot(), found.list_path(0)
    ('/news/page/0?per_page=0', (3, 20), ('page', 'perpage'), 0, '/news')
    """
    path, tail = split(url)
    found = list(_RUNS.finditer(tail, max(0, len(tail) - MAX_TAIL)))[-MAX_NUMBERS:]
    starts = tuple(match.start() for match in found)
    values = tuple(int(match[0]) if len(match[0]) <= MAX_DIGITS else -1 for match in found)
    return AddressNumbers(
        path, tail, _RUNS.sub("0", tail), starts, values, tuple(_name_before(tail, start) for start in starts)
    )


def has_number(url: str) -> bool:
    """Whether an address may have numbers; most have none, and need not be taken to pieces."""
    return _RUNS.search(url) is not None


def stem(path: str) -> str:
    """A path without the name of its index, its extension and what joins it to the next part.

    >>> stem("/blog/index.html"), stem("/blog/"), stem("/trees.php")
    ('/blog', '/blog', '/trees')
    """
    return _END.sub("", path).rstrip(_JOINTS)


def split(url: str) -> tuple[str, str]:
    """The path of an address, and the path with the query; both empty for what is none."""
    parts = split_url(url)
    return parts.path, f"{parts.path}?{parts.query}" if parts.query else parts.path


def is_dated(tail: str) -> bool:
    """True if a path with its query ends with a day, a month or a year, as in archives and calendars."""
    return _DAY.search(tail) is not None or _ARCHIVE.search(tail) is not None


def _name_before(tail: str, start: int) -> str:
    """The key of a number that is a parameter's value, in letters alone; else the letters before it in its path."""
    before = tail[max(0, start - MAX_NAME) : start]
    key = _KEY.search(before)
    if key is not None:
        inner = key[1].rpartition("[")[2] or key[1]
        return "".join(filter(str.isalpha, inner)).lower()
    match = _NAME.match(before[::-1])
    return match[1][::-1].lower() if match else ""
