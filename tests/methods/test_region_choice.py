"""The choice of the region, against the formula written out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise.methods.compiled import find_region
from scrapy_denoise.methods.row_groups import run_numbers, run_starts


def nodes(*stop):
    return np.array(stop, np.int32)


def floats(*values):
    return np.array(values, np.float64)


def test_by_hand():
    # A root with an article of three paragraphs of 100 characters, a teaser of 200, and links of 300 around both.
    stop = nodes(8, 5, 3, 4, 5, 7, 7, 8)
    text = floats(0, 0, 100, 100, 100, 0, 200, 0)
    chars = floats(0, 0, 100, 100, 100, 0, 200, 300)
    groups = floats(0, 300, 0, 0, 0, 200, 0, 0)
    # root: 130,000 * 500/800 = 81,250; article: 90,000 / .6 ** .25 = 102,260; teaser: 40,000 / .4 ** .25 * (5/8) ** .5
    assert find_region(stop, text, groups, chars, 0.08, 0.25, 0.5) == 1
    # root: 130,000 * 500/1,100 * (500/1,100) ** .5 = 39,838; article: 102,260 * 300/900 * (500/1,100) ** .5 = 22,981
    assert find_region(stop, text, groups, floats(0, 600, 100, 100, 100, 0, 200, 0), 0.08, 0.25, 0.5) == 0
    # article: 90,000 / .6 ** 3 = 416,667; teaser: 40,000 / .4 ** 3 = 625,000
    assert find_region(stop, text, groups, chars, 0.08, 3, 0) == 5
    # below the least share of the text nothing is a region
    assert find_region(stop, text, groups, chars, 0.7, 0.25, 0.5) == 0


def test_of_nodes_with_the_same_text_the_innermost():
    assert find_region(nodes(3, 3, 3), floats(0, 0, 9), floats(0, 0, 9), floats(0, 0, 9), 0.08, 0.25, 0.5) == 2


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 400), st.booleans()), min_size=1, max_size=40))
def test_against_the_formula(rows):
    """rows: of each node how many levels it is above the one before it, its characters, whether they are content."""
    depth = [0]
    for up, _, _ in rows[1:]:
        depth.append(max(1, depth[-1] + 1 - up))
    n = len(depth)
    stop = nodes(*(next((j for j in range(i + 1, n) if depth[j] <= depth[i]), n) for i in range(n)))
    chars = floats(*(1 + length for _, length, _ in rows))
    text = chars * np.array([content for _, _, content in rows])
    if not text.any():
        text[-1] = chars[-1]
    groups = text
    score = []
    for i in range(n):
        own = slice(i, stop[i])
        share, start = (
            text[own].sum() / text.sum(),
            next((j for j in range(i, n) if text[j]), int(np.flatnonzero(text)[-1])),
        )
        left = 1 - chars[:start].sum() / chars.sum()
        value = (groups[own] ** 2).sum() / max(share, 0.08) ** 0.25 * (text[own].sum() / chars[own].sum()) * left**0.5
        score.append(value if share >= 0.08 else 0)
    found = find_region(stop, text, groups, chars, 0.08, 0.25, 0.5)
    assert score[found] == pytest.approx(max(score))


def test_wrong_columns_are_refused():
    ones = floats(1, 1)
    for stop, chars in ((nodes(2), ones), (nodes(2, 2), floats(1)), (nodes(3, 2), ones), (nodes(2, 1), ones)):
        with pytest.raises(ValueError, match=r"columns|subtree"):
            find_region(stop, ones, ones, chars, 0.08, 0.25, 0.5)
    none = floats()
    with pytest.raises(ValueError, match="no elements"):
        find_region(nodes(), none, none, none, 0.08, 0.25, 0.5)


def test_runs_of_equal_values():
    values = np.array([4, 4, 7, 4, 4, 4, 2])
    assert run_numbers(values).tolist() == [0, 0, 1, 2, 2, 2, 3]
    assert run_starts(run_numbers(values)).tolist() == [0, 2, 3, 6]
    assert len(run_starts(run_numbers(values[:0]))) == 0
