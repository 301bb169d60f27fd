"""What tells most pages from lists, in compiled code, beside the same with arrays."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise.document.selection.compiled import linked_chars, untitled_headings
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags

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
HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")


@given(st.lists(st.sampled_from(PARTS), max_size=25), st.randoms(use_true_random=False), st.integers(0, 6))
def test_is_what_arrays_say(parts, random, before):
    page = Page.from_html("<body>" + "".join(parts) + "</body>")
    columns, path = page.columns, page.signature.path
    rows = columns.text_rows
    kept = np.array([random.random() < 0.3 for _ in rows], np.bool_)
    chars, links = columns.chars[rows], columns.chars[rows] * columns.linked[rows]
    behind = np.count_nonzero(kept[1:] & ~kept[:-1] & columns.linked[rows[:-1]])
    assert linked_chars(columns, kept) == (chars.sum(), links.sum(), chars[kept].sum(), links[kept].sum(), behind)
    wanted = []
    if kept.any():
        begin, stop = max(int(rows[kept][0]) - before, 0), int(rows[kept][-1])
        headings = np.flatnonzero(HEADINGS[columns.tag[begin:stop]]) + begin
        headings = headings[columns.subtree_links[headings] > 0]
        first, last = np.searchsorted(rows, (headings, columns.end[headings]))
        own = np.append(0, np.cumsum(kept))
        wanted = headings[(own[last] == own[first]) & (last > first)].tolist()
        linked = HEADINGS[columns.tag] & (columns.subtree_links > 0)
        titles = np.flatnonzero(linked & (columns.subtree_chars > 0))
        wanted = [row for row in wanted if (path[titles] == path[row]).sum() > 1]
    assert untitled_headings(columns, path, kept, before) == wanted


def test_flags_of_another_page_are_refused():
    page = Page.from_html("<p>One</p><p>Two</p>")
    columns, path = page.columns, page.signature.path
    for call in (
        lambda: linked_chars(columns, np.zeros(1, np.bool_)),
        lambda: untitled_headings(columns, path, np.zeros(1, np.bool_), 1),
        lambda: untitled_headings(columns, path[1:], np.zeros(2, np.bool_), 1),
    ):
        with pytest.raises(ValueError, match="columns of different lengths"):
            call()
