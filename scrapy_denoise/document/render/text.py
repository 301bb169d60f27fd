"""A selection as text: the kept rows in order, a paragraph a line."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.render._text import kept_text, text_of
from scrapy_denoise.page import Columns


def render_text(columns: Columns, kept: NDArray[np.bool_]) -> str:
    """The text of the kept text rows; a new line where a block ends, a space where something was left out.

    kept: bool, one for each of ``columns.text_rows``. Runs of kept rows are copied as they stand in the page.
    """
    return kept_text(columns, kept)


def render_rows(columns: Columns, chosen: NDArray[np.intp]) -> str:
    """The same, with the positions of the kept rows in ``columns.text_rows``, in order."""
    return text_of(columns, chosen)
