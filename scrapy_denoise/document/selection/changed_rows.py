"""Steps that keep other rows than a selection did, and the selection after them: the types of these rows, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.document.selection.kept_rows import KeptRows, bits_of
from scrapy_denoise.methods.method import Edit, Selection
from scrapy_denoise.page.columns.arrays import BoolArray

_CONTENT = BLOCK_TYPES.index("content")


@attrs.frozen
class Step:
    """What to look for in a page and its kept rows.

    find: gives rows of elements, or for each text row whether it is found; on most pages nothing, which it finds out at
    once. then: where a compiled pass does not tell, what is asked next of that which `find` gives, if this is neither
    empty nor None. needed: kinds of elements or families of words in names, of which a page has one where there is
    something to find (`bits_of`); none where neither matters.
    """

    find: Callable[[KeptRows], Any]
    then: Callable[[KeptRows, Any], list[int] | BoolArray] | None = None
    needed: str = attrs.field(default="", kw_only=True)
    bits: int = attrs.field(init=False)

    @bits.default
    def _bits(self) -> int:
        return bits_of(self.needed)


def found_by(step: Step, part: KeptRows) -> Any:
    """What a step finds in a page and its kept rows; empty for nothing."""
    if not step.bits & part.has:
        return ()
    found = step.find(part)
    if step.then is None:
        return found
    return step.then(part, found) if found else ()


def with_rows(found: Selection, kept: BoolArray, added: str, removed: str) -> Selection:
    """The selection with other kept text rows. added, removed: why a row is kept now, and why it no longer is."""
    edits = Edit(kept & ~found.kept, _CONTENT, added), Edit(found.kept & ~kept, 0, removed)
    related = None if found.related is None else found.related & ~kept
    return changed(found, kept=kept, related=related, edits=(*found.edits, *edits))


def changed(found: Selection, **changes: object) -> Selection:
    """The selection with other attributes: what `attrs.evolve` makes, in a third of the time."""
    made = object.__new__(Selection)
    made.__dict__.update(found.__dict__, **changes)
    return made
