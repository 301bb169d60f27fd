"""Rows as XPath: where in the page a decision was made."""

from __future__ import annotations

import re

from scrapy_denoise.document.letters import NOT_XML
from scrapy_denoise.page import Columns, tags

_PLAIN_NAME = re.compile(r"[A-Za-z_][\w.-]*\Z", re.ASCII)


def xpath(columns: Columns, row: int) -> str:
    """The absolute XPath of a row, an element or a text node, in the tree that the page was read from.

    It selects that node alone, with ``tree.getroottree().xpath(...)`` or Scrapy's ``response.xpath(...)``. Inside
    an element whose name no XPath can hold (broken markup makes names of control characters), it is the XPath of
    the element above that one.
    """
    lineage = []
    while row >= 0:
        lineage.append(row)
        row = int(columns.parent[row])
    steps = []
    for row in reversed(lineage):
        step = _step(columns, row)
        if step is None:
            break
        steps.append(step)
    return "/" + "/".join(steps)


def _step(columns: Columns, row: int) -> str | None:
    position = int(columns.position[row])
    if columns.tag[row] == tags.TEXT:
        return f"text()[{position}]"
    name = columns.name(row)
    if columns.parent[row] < 0:
        return name
    if _PLAIN_NAME.match(name):
        return f"{name}[{position}]"
    # Names such as `o:p` would be read as a prefix; markup can hold quotes of one kind, rarely of both.
    quote = "'" if '"' in name else '"'
    if quote in name or NOT_XML.search(name):
        return None
    return f"*[name()={quote}{name}{quote}][{position}]"
