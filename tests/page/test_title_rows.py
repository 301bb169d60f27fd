"""The rows that may show a page's title, and the words of titles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise.page.compiled import TitleRows, split_words
from scrapy_denoise.page.page import Page
from scrapy_denoise.page.text.words import TOKEN
from scrapy_denoise.page.url import words_without_accents

PROSE = "<p>" + "The river rose above the bridge, and nobody in the valley slept. " * 3 + "</p>"


def rows_of(body, told=lambda names: 0):
    return TitleRows(Page.from_html(f"<html><body>{body}").columns, told)


def test_headings_have_their_ranks_texts_and_sizes():
    rows = rows_of("<p>a</p><h2>The <b>river</b></h2><h1></h1><h6>end</h6>")
    found = [(rank, rows.text_of(first, last), size) for _, rank, first, last, size in rows.headings(10)]
    assert found == [(2, "The river", 9), (1, "", 0), (6, "end", 3)]
    assert len(rows.headings(2)) == 2


def test_a_button_behind_a_heading_is_no_part_of_it():
    rows = rows_of(
        "<h1>The <b>river</b> <button>Copy <i>path</i></button></h1><h2><button>Open</button></h2>"
        "<h3><button>Open</button> the valley</h3>"
    )
    assert [rows.text_of(first, last) for _, _, first, last, _ in rows.headings(10)] == [
        "The river",
        "Open",
        "Open the valley",
    ]


def test_what_is_around_a_heading():
    asked = []
    told = {b"head ": 1, b"side s": 2}
    rows = rows_of(
        "<nav><div class=side id=s><h1 class=head>a</h1><h2 class=head>b</h2></div></nav>",
        lambda names: asked.append(names) or told.get(names, 0),
    )
    first, second = (heading[0] for heading in rows.headings(10))
    assert rows.around(first) == rows.around(second) == 1 | 64 | 512
    assert sorted(asked) == [b"head ", b"side s"]


def test_distance_to_the_text_and_the_lines_above_it():
    rows = rows_of(f"<p>By day</p><div class=name>The river</div><article>{PROSE}{PROSE}</article>", lambda names: 1)
    found = [(rows.text_of(first, last), is_named) for _, first, last, is_named in rows.lines()]
    assert found == [("The river", True), ("By day", False), ("The river", False)]
    row, first = rows.lines()[0][:2]
    assert rows.distance(row, first) == (1, 1)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<p>The river</p>", True),
        ("<p>Of The river</p>", False),
        ("<p>The river rose</p>", False),
        ("<p><a href=/a>The river</a></p>", False),
        ("<p><a href=/a>The river</a></p><p>b<br>The river<br>c</p>", True),
        ("", False),
    ],
)
def test_a_line_that_is_no_link(body, found):
    assert rows_of(body).is_line("The river") is found


def test_rows_that_are_none_are_told():
    columns = Page.from_html("<p>a<p>b").columns
    columns.text_row_numbers = (99).to_bytes(8, "little")
    with pytest.raises(ValueError, match="no such row"):
        TitleRows(columns, len)
    rows = rows_of("<h1>a</h1>")
    assert rows.around(99) == rows.around(-5) == 0
    assert rows.text_of(-3, 99) == rows.text_of(5, 2) == ""


@given(st.text() | st.text("aB_9é村ñ \u0301'"))
def test_words_are_those_of_the_pattern(text):
    assert split_words(text) == TOKEN.findall(text)


def test_words_without_accents():
    assert words_without_accents("Ñandú le Café") == {"nandu", "le", "cafe"}
    assert words_without_accents("The_River 2 村庄") == {"the_river", "2", "村", "庄"}
