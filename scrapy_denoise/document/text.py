"""A selection as text: the kept rows in order, a paragraph a line."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns


def render_text(columns: Columns, kept: NDArray[np.bool_]) -> str:
    """The text of the kept text rows; a new line where a block ends, a space where something was left out.

    kept: bool, one for each of ``columns.text_rows``. Runs of kept rows are copied as they stand in the page.
    """
    return render_rows(columns, np.flatnonzero(kept))


def render_rows(columns: Columns, chosen: NDArray[np.intp]) -> str:
    """The same, with the positions of the kept rows in ``columns.text_rows``, in order."""
    if not len(chosen):
        return ""
    rows = columns.text_rows
    if chosen[-1] - chosen[0] == len(chosen) - 1:
        text = columns.text[columns.text_start[rows[chosen[0]]] : columns.text_stop[rows[chosen[-1]]]]
        return text.decode("utf-8", "replace")
    breaks = np.flatnonzero(np.diff(chosen) != 1)
    firsts = rows[chosen[np.concatenate(([0], breaks + 1))]]
    lasts = rows[chosen[np.append(breaks, len(chosen) - 1)]]
    starts = columns.text_start[firsts].tolist()
    stops = columns.text_stop[lasts].tolist()
    same_block = (columns.block[firsts[1:]] == columns.block[lasts[:-1]]).tolist()
    parts = [columns.text[starts[0] : stops[0]]]
    for i, joined in enumerate(same_block, 1):
        parts += (b" " if joined else b"\n", columns.text[starts[i] : stops[i]])
    return b"".join(parts).decode("utf-8", "replace")
