"""What the steps behind a method have changed: types of text rows and reasons, folded over the method's own."""

import numpy as np
import pytest

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.methods.method import Edit, Selection
from scrapy_denoise.page import Page

CONTENT, TITLE, COMMENT, NAVIGATION = map(BLOCK_TYPES.index, ("content", "title", "comment", "navigation"))


@pytest.fixture
def page():
    return Page.from_html("<nav><a href=/a>Home</a></nav><p>It rained in the hills.</p><p>The river rose.</p>")


def rows(*positions):
    return np.isin(np.arange(3), positions)


def made(*edits, types=None, kept=(1, 2)):
    own = None if types is None else lambda: np.array(types)
    return Selection(rows(*kept), "made", types=own, explain=lambda row: (f"row {row}",), edits=edits)


def test_without_edits_the_method_says_what_it_says(page):
    assert made(types=[0, 1, 2]).row_types(page).tolist() == [0, 1, 2]
    assert made().row_types(page).tolist() == [NAVIGATION, CONTENT, CONTENT]
    assert made().reasons(1) == ("row 1",)
    assert Selection(rows(), "made").reasons(1) == ()


def test_the_last_edit_of_a_row_counts(page):
    found = made(Edit(rows(1, 2), TITLE, "first"), Edit(rows(2), COMMENT, "second"), types=[1, 1, 1])
    assert found.row_types(page).tolist() == [CONTENT, TITLE, COMMENT]
    assert [found.reasons(row) for row in range(3)] == [("row 0",), ("first",), ("second",)]


def test_a_reason_may_stand_beside_those_before_it():
    found = made(Edit(rows(1), 0, "first"), Edit(rows(1, 2), TITLE, "second", beside=True), Edit(rows(1), COMMENT))
    assert [found.reasons(row) for row in range(3)] == [("row 0",), ("second", "first"), ("second", "row 2")]


def test_the_unknown_type_leaves_what_place_and_form_say(page):
    edit = Edit(rows(0), 0, "left out")
    assert made(edit).row_types(page).tolist() == [NAVIGATION, CONTENT, CONTENT]
    assert made(edit, types=[1, 1, 1]).row_types(page).tolist() == [0, CONTENT, CONTENT]


def test_an_edit_may_be_of_some_types_or_pages_only(page):
    of_titles = Edit(rows(0, 1), CONTENT, was=(TITLE,))
    never = Edit(rows(2), COMMENT, applies=lambda _: False)
    assert made(of_titles, never, types=[4, 2, 1]).row_types(page).tolist() == [4, CONTENT, CONTENT]


def test_types_of_the_method_are_left_as_they_are(page):
    own = np.array([1, 1, 1], np.uint8)
    found = Selection(rows(1), "made", types=lambda: own, edits=(Edit(rows(0), TITLE),))
    assert found.row_types(page).tolist() == [TITLE, CONTENT, CONTENT]
    assert own.tolist() == [1, 1, 1]


def test_nothing_kept_has_the_types_and_reasons_that_it_had(page):
    found = made(Edit(rows(1), TITLE, "a title"))
    nothing = found.without_content(page)
    assert not nothing.kept.any()
    assert nothing.row_types(page).tolist() == found.row_types(page).tolist()
    assert nothing.reasons(1) == ("a title",)


def test_some_rows_have_their_edits():
    found = made(Edit(rows(2), TITLE, "a title")).for_rows(rows(0, 2))
    assert [found.reasons(row) for row in range(2)] == [("row 0",), ("a title",)]
