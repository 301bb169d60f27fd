"""Rows as XPath: where in the page a decision was made."""

from __future__ import annotations

import re

from scrapy_denoise.page import Columns, tags

_PLAIN_NAME = re.compile(r"[A-Za-z_][\w.-]*\Z", re.ASCII)


def xpath(columns: Columns, row: int) -> str:
    """The absolute XPath of a row, an element or a text node, in the tree that the page was read from.

    It selects that node alone, with ``tree.getroottree().xpath(...)`` or Scrapy's ``response.xpath(...)``.
    """
    steps = []
    while row >= 0:
        steps.append(_step(columns, row))
        row = int(columns.parent[row])
    return "/" + "/".join(reversed(steps))


def _step(columns: Columns, row: int) -> str:
    position = int(columns.position[row])
    if columns.tag[row] == tags.TEXT:
        return f"text()[{position}]"
    name = columns.name(row)
    if columns.parent[row] < 0:
        return name
    if _PLAIN_NAME.match(name):
        return f"{name}[{position}]"
    # Names such as `o:p` would be read as a prefix; markup can hold quotes of one kind or the other.
    quote = "'" if '"' in name else '"'
    return f"*[name()={quote}{name}{quote}][{position}]"
