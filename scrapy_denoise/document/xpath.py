"""Rows as XPath: where in the page a decision was made."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.xml_characters import NOT_XML
from scrapy_denoise.page import Page, tags

MAX_STEPS = 64
"""Depth of a row above which its XPath counts elements in the whole page instead of naming all of its ancestors.

Pages nested thousands deep would else have XPaths of many times their own size."""

MAX_COUNTED = 8
"""Names whose elements are counted by a pass over the page each; of further ones, one pass counts all."""

_PLAIN_NAME = re.compile(r"[A-Za-z_][\w.-]*\Z", re.ASCII)


class XPaths:
    """The XPaths of a page's rows; ask for them with ``page.once(XPaths)``, which makes the part that rows share once.

    An XPath selects its element or text node alone, with ``tree.getroottree().xpath(...)`` or Scrapy's
    ``response.xpath(...)``. It is absolute, ``/html/body[1]/p[1]``, or below a depth of MAX_STEPS the number of the
    element among all of its name, ``(//p)[1]``. Inside an element whose name no XPath can hold (broken markup makes
    names of control characters), it is the XPath of the element above that one.
    """

    def __init__(self, page: Page) -> None:
        columns = page.columns
        self._page = page
        # Views give Python's numbers at once: most of the time would else go into scalars of numpy.
        self._tag, self._parent = columns.tag.data, columns.parent.data
        self._depth, self._position = columns.depth.data, columns.position.data
        self._tests: dict[int, str | None] = {}
        self._found: dict[int, str] = {}
        self._ordinals: dict[int, dict[int, int] | None] = {}
        # Of a row whose ancestor cannot be named, the nearest row above that can be.
        self._named: dict[int, int] = {}

    def of(self, row: int) -> str:
        """The XPath of a row of the page."""
        if self._tag[row] != tags.TEXT:
            return self._element(row)
        parent = self._parent[row]
        path = self._element(parent)
        return path if parent in self._named else f"{path}/text()[{self._position[row]}]"

    def _element(self, row: int) -> str:
        """The XPath of an element; those of its ancestors are made on the way."""
        known = self._found.get(row)
        if known is not None:
            return known
        parent = self._parent[row]
        if parent in self._found:
            path = self._found[row] = self._step(row, parent)
            return path
        lineage = []
        parent = row
        while parent >= 0 and parent not in self._found:
            lineage.append(parent)
            parent = self._parent[parent]
        path = self._found.get(parent, "")
        for below in reversed(lineage):
            test = self._tests.get(self._tag[below])
            if not path or not test or self._named or self._depth[below] > MAX_STEPS:
                path = self._step(below, parent)
            else:
                path = f"{path}/{test}[{self._position[below]}]"
            self._found[below] = path
            parent = below
        return path

    def _step(self, row: int, parent: int) -> str:
        """The XPath of an element, from that of its parent."""
        code, position = self._tag[row], self._position[row]
        if code not in self._tests:
            self._tests[code] = node_test(self._page.columns.name(row))
        test = self._tests[code]
        if parent < 0:
            return f"/{test or '*'}{self._root_number()}"
        if test is None or parent in self._named:
            self._named[row] = parent
            return self._found[parent]
        if self._depth[row] > MAX_STEPS and self._page.tree is not None:
            return f"(//{test})[{self._ordinal(row, code, test)}]"
        return f"{self._found[parent]}/{test}[{position}]"

    def _root_number(self) -> str:
        """Which of several root elements the page's is, as broken markup has them; nothing where it is alone."""
        root = self._page.tree
        if root is None:
            return ""
        before, after = (
            sum(other.tag == root.tag for other in root.itersiblings(preceding=preceding))
            for preceding in (True, False)
        )
        return f"[{before + 1}]" if before or after else ""

    def _ordinal(self, row: int, code: int, test: str) -> int:
        """The number of an element among those of its name in the whole page, in document order, from 1.

        code: its tag. test: what selects elements of its name in an XPath.
        """
        if code not in self._ordinals:
            self._ordinals[code] = self._ordinals_of(code, test)
        known = self._ordinals[code]
        return int(self._all_ordinals[row]) if known is None else known[row]

    def _ordinals_of(self, code: int, test: str) -> dict[int, int] | None:
        """The numbers of all rows of a tag; None where the page has elements of that name that are no rows."""
        assert self._page.tree is not None
        if len(self._ordinals) >= MAX_COUNTED:
            return None
        rows = np.flatnonzero(self._page.columns.tag == code).tolist()
        if self._page.tree.xpath(f"count(//{test})") != len(rows):
            return None
        return dict(zip(rows, range(1, len(rows) + 1), strict=True))

    @cached_property
    def _all_ordinals(self) -> NDArray[np.int32]:
        """For each element the number among those of its name in the whole page."""
        page = self._page
        assert page.tree is not None
        found = np.zeros(len(page.columns), np.int32)
        rows = iter((row, element) for row, element in enumerate(page.elements()) if element is not None)
        row, wanted = next(rows)
        passed: Counter[str] = Counter()
        for element in page.tree.iter("*"):
            passed[element.tag] += 1
            if element is wanted:
                found[row] = passed[element.tag]
                row, wanted = next(rows, (0, None))
        return found


def node_test(name: str) -> str | None:
    """What selects elements of a name in an XPath; None for a name that none can hold."""
    if _PLAIN_NAME.match(name):
        return name
    # Names such as `o:p` would be read as a prefix; markup can hold quotes of one kind, rarely of both.
    quote = "'" if '"' in name else '"'
    if quote in name or NOT_XML.search(name):
        return None
    return f"*[name()={quote}{name}{quote}]"
