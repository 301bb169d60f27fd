"""A text block as a user sees it, with its verdict."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import attrs


@attrs.frozen
class Block:
    """A text block of the page, or the part of one that was kept or removed.

    text: its text, as the page shows it. xpath: the XPath of its element, or of its first text node where the element
    holds more than the block. kept: true if it is in the text of the result. chars: the number of its characters (code
    points). link_density: the share of these in links, 0 to 1. type: what it is, such as ``content``,
    ``title`` or ``navigation`` (all of `scrapy_denoise.blocks.BLOCK_TYPES`); empty where the method gives no
    types. score: from 0 (noise) to 1 (content), None where the method gives none.
    explain: gives the reasons for the text row at `position`.
    """

    text: str
    xpath: str
    kept: bool
    chars: int
    link_density: float
    type: str = ""
    score: float | None = None
    explain: Callable[[int], tuple[str, ...]] | None = attrs.field(default=None, eq=False, repr=False)
    position: int = attrs.field(default=0, eq=False, repr=False)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The strongest evidence for the verdict, in words; worked out when it is asked for."""
        return () if self.explain is None else self.explain(self.position)

    def to_dict(self, reasons: bool = False) -> dict[str, Any]:
        """The block as a dict that JSON can hold. reasons: include its reasons."""
        found: dict[str, Any] = {
            "text": self.text,
            "xpath": self.xpath,
            "kept": self.kept,
            "chars": self.chars,
            "link_density": self.link_density,
            "type": self.type,
            "score": self.score,
        }
        return found | {"reasons": self.reasons} if reasons else found

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the block's reasons instead of the function that finds them in the page."""
        explain = None if self.explain is None else partial(_known, self.reasons)
        values = (self.text, self.xpath, self.kept, self.chars, self.link_density, self.type, self.score, explain)
        return Block, values


def _known(reasons: tuple[str, ...], _position: int) -> tuple[str, ...]:
    return reasons
