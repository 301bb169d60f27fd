"""The lines and the elements whose text may have a day, in a compiled pass."""

import pytest

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.document.compiled import BlockLines
from scrapy_denoise.page import Page

LINES = (
    "The river rose",
    "3 May 2024",
    "Berth 12",
    "Call 555 0100",
    "2024年5月3日",
    "۳ مه ۲۰۲۴",
    "12:30",
    "May<br>3,<br>2024",
)


def _lines(*behind):
    page = Page.from_html("".join(f"<p class=line>{line}</p>" for line in (*LINES, *behind)))
    return page.columns, BlockLines(page.columns, page.cached(TextBlocks)), len(page.cached(TextBlocks))


def test_blocks_that_may_have_a_day():
    _, lines, count = _lines()
    found = lines.dated(range(count))
    texts = [lines.line(number) for number in found]
    assert [text for text in texts if text in ("3 May 2024", "2024年5月3日", "۳ مه ۲۰۲۴")] == [LINES[1], *LINES[4:6]]
    assert not {"The river rose", "Berth 12", "12:30"}.intersection(texts)
    assert lines.dated(found) == found
    assert lines.dated([]) == []


def test_long_blocks_that_begin_with_a_day_are_none_of_short_ones():
    _, lines, count = _lines("3 May 2024 " + "The river rose. " * 30)
    last = count - 1
    assert last in lines.dated(range(count))
    assert lines.dated(range(count), short=True) == [number for number in lines.dated(range(count)) if number != last]


def test_elements_in_whose_text_the_figures_of_a_day_may_stand():
    columns, lines, _ = _lines()
    rows = [row for row in range(len(columns)) if columns.name(row) == "p"]
    figured = [columns.text_of(row) for row in lines.figured_rows(rows)]
    assert figured[:2] == ["3 May 2024", "Call 555 0100"]
    assert "Berth 12" not in figured
    assert lines.figured_rows([0]) == [0]


def test_blocks_with_a_text_in_a_link():
    _, lines, count = _lines("Seen by <a href=/ann><b>Ann Lee</b></a> in May")
    assert [number for number in range(count) if lines.has_link(number)] == [count - 1]


def test_numbers_beyond_the_page():
    columns, lines, count = _lines()
    for number in (-1, count):
        with pytest.raises(IndexError, match="block"):
            lines.dated([number])
        with pytest.raises(IndexError, match="block"):
            lines.has_link(number)
    for row in (-1, len(columns)):
        with pytest.raises(IndexError, match="row"):
            lines.figured_rows([row])
