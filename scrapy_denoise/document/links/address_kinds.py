"""What the addresses of pages of one kind have in common."""

from __future__ import annotations

import re

_VARYING = re.compile(r"(?<=/)[^/]*[\d%_-][^/]*(?=/)")
"""A folder that differs from page to page, such as a number, a date or the words of a title."""

_FILE_TYPE = re.compile(r"\.[A-Za-z]\w{1,4}$")
_KEY = re.compile(r"(?:^|[&;])([^=&;]*)")


def address_kind(url: str) -> str:
    """An absolute address without what differs among pages of one kind: the names and numbers in its path and the
    values of its parameters; a file that takes parameters keeps its name, and another its type.

    >>> address_kind("https://a.example/showthread.php?t=7#last"), address_kind("https://a.example/2024/05/old-pump.html")
    ('https://a.example/showthread.php?t', 'https://a.example/*/*/*.html')
    """
    place, _, query = url.partition("#")[0].partition("?")
    folder, _, file = place.rstrip("/").rpartition("/")
    if not query:
        return f"{_VARYING.sub('*', folder + '/')}*{''.join(_FILE_TYPE.findall(file))}"
    return f"{_VARYING.sub('*', folder + '/')}{file}?{'&'.join(_KEY.findall(query))}"
