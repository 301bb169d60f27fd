"""What tells most pages from lists, in compiled code, beside the same with arrays."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise.document.selection.compiled import linked_chars
from scrapy_denoise.page import Page

PARTS = (
    "<h2>",
    "</h2>",
    "<h3><a href=/a>A title</a></h3>",
    "<a href=/b>",
    "</a>",
    "<p>Some text of it.</p>",
    "<div>",
    "x ",
)


@given(st.lists(st.sampled_from(PARTS), max_size=25), st.randoms(use_true_random=False))
def test_is_what_arrays_say(parts, random):
    page = Page.from_html("<body>" + "".join(parts) + "</body>")
    columns = page.columns
    rows = columns.text_rows
    kept = np.array([random.random() < 0.3 for _ in rows], np.bool_)
    chars, links = columns.chars[rows], columns.chars[rows] * columns.linked[rows]
    expected = (chars.sum(), links.sum(), chars[kept].sum(), links[kept].sum())
    assert linked_chars(columns, kept) == (*expected, 0)
    scores = np.array([random.random() for _ in rows], np.float32)
    assert linked_chars(columns, kept, scores, 0.5) == (*expected, chars[~kept & (scores >= np.float32(0.5))].sum())


def test_flags_of_another_page_are_refused():
    page = Page.from_html("<p>One</p><p>Two</p>")
    with pytest.raises(ValueError, match="columns of different lengths"):
        linked_chars(page.columns, np.zeros(1, np.bool_))
    with pytest.raises(ValueError, match="columns of different lengths"):
        linked_chars(page.columns, np.zeros(2, np.bool_), np.zeros(1, np.float32))
