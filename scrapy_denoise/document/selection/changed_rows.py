"""Steps that keep other rows than a selection did, and the selection after them: the types of these rows, and why."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.features.class_names import class_id_pairs
from scrapy_denoise.document.selection.kept_rows import KeptRows
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.page.columns.arrays import BoolArray

_CONTENT = BLOCK_TYPES.index("content")


@attrs.frozen
class Step:
    """What to look for in a page and its kept rows. find: gives rows of elements, or for each text row whether it is
    found. family: of words (`ClassIdPairs.has_family`), of which a class or an id has one where there is something to
    find. applies: whether there may be something to find, asked before the first step. Where both are left out, `find`
    says so at once."""

    find: Callable[[KeptRows], list[int] | BoolArray]
    family: str = ""
    applies: Callable[[KeptRows], bool] | None = None


def applicable(steps: tuple[Step, ...], part: KeptRows) -> list[Step]:
    """Those of some steps that may find something."""
    names = part.page.cached(class_id_pairs)
    return [
        step
        for step in steps
        if (not step.family or names.has_family(step.family)) and (step.applies is None or step.applies(part))
    ]


def with_rows(found: Selection, kept: BoolArray, added: str, removed: str) -> Selection:
    """The selection with other kept text rows. added, removed: why a row is kept now, and why it no longer is."""
    changed = kept != found.kept
    return attrs.evolve(
        found,
        kept=kept,
        types=found.types and partial(_types, found.types, changed, kept),
        explain=partial(_explain, found.explain, changed, kept, (added, removed)),
        related=None if found.related is None else found.related & ~kept,
    )


def _types(types: Callable[[], NDArray[np.uint8]], changed: BoolArray, kept: BoolArray) -> NDArray[np.uint8]:
    return np.where(changed, np.where(kept, _CONTENT, 0), types()).astype(np.uint8)


def _explain(
    explain: Callable[[int], tuple[str, ...]] | None,
    changed: BoolArray,
    kept: BoolArray,
    why: tuple[str, str],
    position: int,
) -> tuple[str, ...]:
    if changed[position]:
        added, removed = why
        return (added if kept[position] else removed,)
    return explain(position) if explain is not None else ()
