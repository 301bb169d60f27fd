"""What the text of every page is: the body with its headings.

The title, the dateline, the byline and the captions of pictures are fields of their own, whichever method decided and
whatever it thinks of them; a line such as "Jump to recipe" is none, and no text either. A step between the decision and
the document, as `scrapy_denoise.document.selection.completion` is one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.block_types import block_types
from scrapy_denoise.document.selection._body import split_head_fields
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.page import Page

_CONTENT = BLOCK_TYPES.index("content")
_WHERE = {
    BLOCK_TYPES.index(name): reason
    for name, reason in {
        "title": "the page's title, which is a field of its own (title)",
        "date": "a dateline, which is a field of its own (metadata)",
        "author": "a byline, which is a field of its own (metadata)",
        "media": "the caption of a picture",
        "navigation": "a line that leads to another place of the page",
    }.items()
}


def body_selection(page: Page, found: Selection, keep: tuple[str, ...] = ()) -> Selection:
    """The selection without the title, the dateline, the byline, the captions and the lines that lead the reader to
    another place of the page; what these are is in its `fields`.

    keep: types of blocks that the text has nevertheless. Where nothing else would be left, all stays.
    """
    divided = split_head_fields(page, found.kept, keep)
    if divided is None:
        return found
    kept, fields = np.frombuffer(divided[0], np.bool_), np.frombuffer(divided[1], np.uint8)
    types = found.types or partial(block_types, page, found.kept)
    return Selection(  # in half of the time of `attrs.evolve`
        kept,
        found.method,
        found.confidence,
        found.reason,
        partial(_types, types, fields, kept, keep),
        found.scores,
        partial(_explain, found.explain, fields),
        found.siblings,
        found.related,
        fields,
        found.expected,
        found.sibling_counts,
        found.asides,
    )


def _types(
    types: Callable[[], NDArray[np.uint8]], fields: NDArray[np.uint8], kept: NDArray[np.bool_], keep: tuple[str, ...]
) -> NDArray[np.uint8]:
    """The types of the text rows. What is kept after all is content, whatever it looked like."""
    found = types().astype(np.uint8, copy=False)  # whatever integers a method of another package gives
    found = np.where(kept, _as_kept(keep)[found], found)
    return np.where(fields > 0, fields, found)


@cache
def _as_kept(keep: tuple[str, ...]) -> NDArray[np.uint8]:
    """For each type that of a block which was kept although it looks so."""
    found = np.arange(len(BLOCK_TYPES), dtype=np.uint8)
    found[[code for code in _WHERE if BLOCK_TYPES[code] not in keep]] = _CONTENT
    return found


def _explain(
    explain: Callable[[int], tuple[str, ...]] | None, fields: NDArray[np.uint8], position: int
) -> tuple[str, ...]:
    own = explain(position) if explain is not None else ()
    return (_WHERE[int(fields[position])], *own) if fields[position] else own
