"""What the text of every page is: the body with its headings.

The title and a subtitle, the dateline, the byline and the captions of pictures are fields of their own, whichever
method decided and whatever it thinks of them; a line such as "Jump to recipe" is none, and no text either. A step
between the decision and the document, as `scrapy_denoise.document.selection.completion` is one.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.document.selection._body import split_head_fields
from scrapy_denoise.document.selection.changed_rows import changed
from scrapy_denoise.methods.auto.service_facts import SURE
from scrapy_denoise.methods.method import Edit, Selection
from scrapy_denoise.page import Page

_CONTENT = BLOCK_TYPES.index("content")
_FIELDS = {
    BLOCK_TYPES.index(name): reason
    for name, reason in {
        "title": "the page's title or subtitle, which is a field of its own (title, metadata)",
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
    divided = split_head_fields(page, found.kept, keep, found.estimate < SURE)
    if divided is None:
        return found
    kept, fields = np.frombuffer(divided[0], np.bool_), np.frombuffer(divided[1], np.uint8)
    edits = [Edit(fields == code, code, reason, beside=True) for code, reason in _FIELDS.items() if code in divided[1]]
    # What is kept after all is content, whatever it looked like.
    return changed(
        found, kept=kept, fields=fields, edits=(*found.edits, Edit(kept, _CONTENT, was=_beside(keep)), *edits)
    )


@cache
def _beside(keep: tuple[str, ...]) -> tuple[int, ...]:
    """The types of fields that the text has none of."""
    return tuple(code for code in _FIELDS if BLOCK_TYPES[code] not in keep)
