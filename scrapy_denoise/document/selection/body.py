"""What the text of every page is: the body with its headings.

The title and a subtitle, the dateline, the byline and the captions of pictures are fields of their own, whichever
method decided and whatever it thinks of them. A step between the decision and the document, as
`scrapy_denoise.document.selection.completion` is one.
"""

from __future__ import annotations

from functools import cache

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.document.selection.compiled import set_types_of_body, split_head_fields
from scrapy_denoise.methods.changed_rows import changed
from scrapy_denoise.methods.method import Selection, flags_of_types
from scrapy_denoise.page import Page

SURE = 0.9
"""Expected F1 from which a page is taken for an article: that of five of six articles, and of one of fourteen pages of
services."""

_FIELDS = {
    BLOCK_TYPES.index(name): reason
    for name, reason in {
        "title": "the page's title or subtitle, which is a field of its own (title, metadata)",
        "date": "a dateline, which is a field of its own (metadata)",
        "author": "a byline, which is a field of its own (metadata)",
        "media": "the caption of a picture",
    }.items()
}


@attrs.frozen(eq=False, slots=False)  # as `Selection` is
class BodyEdit:
    """What this step says of the text rows of a page: the fields that it found are of these types, whatever the method
    thinks of them, and what is kept after all is content, whatever it looked like. In place of an `Edit` for each type:
    next to nobody asks for types or reasons in a crawl.

    kept: bool, and fields: a type, an index into `BLOCK_TYPES` or 0, for each text row. keep: types that are no fields.
    """

    kept: NDArray[np.bool_]
    fields: NDArray[np.uint8]
    keep: tuple[str, ...]

    def change(self, types: NDArray[np.uint8], page: Page, has_types: bool) -> None:
        set_types_of_body(types, self.kept, self.fields, flags_of_types(_beside(self.keep)))

    def reason_of(self, position: int) -> tuple[str, bool]:
        return _FIELDS.get(int(self.fields[position]), ""), True

    def for_rows(self, chosen: NDArray[np.bool_]) -> BodyEdit:
        return BodyEdit(self.kept[chosen], self.fields[chosen], self.keep)


def body_selection(page: Page, found: Selection, keep: tuple[str, ...] = ()) -> Selection:
    """The selection without the title, the dateline, the byline, and the captions; what these are is in its `fields`.

    keep: types of blocks that the text has nevertheless. Where nothing else would be left, all stays.
    """
    divided = split_head_fields(page, found.kept, keep, found.estimate < SURE)
    if divided is None:
        return found
    kept, fields = np.frombuffer(divided[0], np.bool_), np.frombuffer(divided[1], np.uint8)
    return changed(found, kept=kept, fields=fields, edits=(*found.edits, BodyEdit(kept, fields, keep)))


@cache
def _beside(keep: tuple[str, ...]) -> tuple[int, ...]:
    """The types of fields that the text has none of."""
    return tuple(code for code in _FIELDS if BLOCK_TYPES[code] not in keep)
