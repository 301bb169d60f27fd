"""`RenderedPage`: the box and the style of each element as a browser has drawn it, and which elements nobody sees."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.compiled import RenderedDomMatch, check_elements, read_numbers
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.rendering.boxes import NO_BOX

MAX_ELEMENTS = 50_000
"""Elements of a page above which the rest has no box: each is 44 bytes, and 59 on the way from the browser."""

MAX_SECONDS = 3.0
"""Seconds of time in the browser; elements that are not measured by then have no box."""

ANSWER = 2.0
"""Seconds that a browser may take besides, for a script that is running and for what it sends."""

MAX_TAGS = 10_000
"""Names of elements above which what the browser says is not taken."""

MIN_MATCHED = 0.9
"""Share of the elements that must be found again in the markup: with fewer it is another page."""

FIELDS = 11
TAG, ATTRIBUTES, FLAGS, LEFT, FONT_SIZE = 0, 1, 2, 3, 7
"""Columns of an element: the number of its name, how many attributes it has, flags, its box, its style."""

HIDDEN = 1
"""The flag of an element of which nobody sees anything."""


@cache
def capture_script() -> str:
    """A JavaScript function for a browser's page; `RenderedPage.read` reads what it returns.

    It takes an object with ``elements`` and ``seconds``, the limits. With Playwright:
    ``page.evaluate(capture_script(), limits())``.
    """
    return (files("scrapy_denoise.page.rendering") / "rendered.js").read_text(encoding="utf-8")


def limits(elements: int = MAX_ELEMENTS, seconds: float = MAX_SECONDS) -> dict[str, float]:
    """The argument of `capture_script`."""
    return {"elements": elements, "seconds": seconds}


@attrs.frozen(eq=False, repr=False)
class RenderedPage:
    """The elements of a page as a browser has drawn them, in document order.

    tags: names of elements in lower case, each with its number. elements: int32 of shape (elements, FIELDS). total:
    how many elements the page has, those above a limit included.
    """

    tags: Mapping[str, int]
    elements: NDArray[np.int32]
    total: int

    @classmethod
    def read(cls, found: object) -> RenderedPage:
        """From what `capture_script` has returned.

        Raises ValueError for anything else, which a page can bring about.
        """
        if not isinstance(found, Mapping):
            raise ValueError(f"what the browser says of its elements is {type(found).__name__}")
        tags, data, total = found.get("tags"), found.get("data"), found.get("total")
        if not (isinstance(tags, str) and isinstance(data, str) and isinstance(total, int)):
            raise ValueError("what the browser says of its elements lacks a part")
        try:
            elements = read_numbers(data, FIELDS)
        except ValueError as error:
            raise ValueError(f"the numbers of the elements cannot be read: {error}") from error
        names = tags.split(" ")[:MAX_TAGS]
        if not check_elements(elements, TAG, len(names), LEFT):
            raise ValueError("the numbers of the elements are out of range")
        return cls({name: number for number, name in enumerate(names)}, elements, max(total, len(elements)))

    def __repr__(self) -> str:
        return f"<RenderedPage {len(self.elements)} of {self.total} elements>"

    @property
    def complete(self) -> bool:
        """Whether no element was above a limit."""
        return len(self.elements) >= self.total

    @property
    def hidden(self) -> NDArray[np.uint8]:
        """Of each element 1 where nobody sees anything of it, else 0."""
        hidden: NDArray[np.uint8] = (self.elements[:, FLAGS] & HIDDEN != 0).astype(np.uint8)
        return hidden

    def nodes(self, tree: Element) -> RenderedDomMatch | None:
        """The elements of a tree as they were drawn; None where it is the tree of another page."""
        found = RenderedDomMatch(tree, dict(self.tags), np.ascontiguousarray(self.elements[:, :2]), self.hidden)
        few = found.matched < MIN_MATCHED * min(len(self.elements), found.count)
        return None if few or not found.matched else found

    def row_boxes(self, nodes: RenderedDomMatch) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Boxes and styles of the rows that the walk over a tree has just made (`Columns`)."""
        return nodes.row_values(self.elements, LEFT, NO_BOX), nodes.row_values(self.elements, FONT_SIZE, 0)


async def capture_rendering(tab: Any, elements: int = MAX_ELEMENTS, seconds: float = MAX_SECONDS) -> RenderedPage:
    """What a browser's page has drawn by now.

    tab: a page of Playwright's asynchronous interface, or anything with its ``evaluate``. elements, seconds: limits of
    the script. Raises ValueError for an answer that is none, TimeoutError where there is no answer in twice the time
    and ANSWER seconds, as of a page whose scripts do not end; and what the browser raises.
    """
    import asyncio  # here, since next to no page is drawn, and it takes a twentieth of the package's imports

    found = await asyncio.wait_for(tab.evaluate(capture_script(), limits(elements, seconds)), 2 * seconds + ANSWER)
    return RenderedPage.read(found)
