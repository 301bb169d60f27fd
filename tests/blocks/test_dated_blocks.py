"""The blocks and the elements whose text may have a day, in a compiled pass."""

import pytest

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.compiled import dated_blocks, figured_rows
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


def _page():
    return Page.from_html("".join(f"<p class=line>{line}</p>" for line in LINES))


def test_blocks_that_may_have_a_day():
    page = _page()
    blocks = page.cached(TextBlocks)
    found = dated_blocks(page.columns, blocks, range(len(blocks)))
    lines = [page.columns.text_between(int(blocks.first[number]), int(blocks.stops[number])) for number in found]
    assert [line for line in lines if line in ("3 May 2024", "2024年5月3日", "۳ مه ۲۰۲۴")] == [LINES[1], *LINES[4:6]]
    assert not {"The river rose", "Berth 12", "12:30"}.intersection(lines)
    assert dated_blocks(page.columns, blocks, found) == found
    assert dated_blocks(page.columns, blocks, []) == []


def test_elements_in_whose_text_the_figures_of_a_day_may_stand():
    page = _page()
    columns = page.columns
    rows = [row for row in range(len(columns)) if columns.name(row) == "p"]
    figured = [columns.text_of(row) for row in figured_rows(columns, rows)]
    assert figured[:2] == ["3 May 2024", "Call 555 0100"]
    assert "Berth 12" not in figured
    assert figured_rows(columns, [0]) == [0]


def test_numbers_beyond_the_page():
    page = _page()
    blocks = page.cached(TextBlocks)
    for number in (-1, len(blocks)):
        with pytest.raises(ValueError, match="block"):
            dated_blocks(page.columns, blocks, [number])
    for row in (-1, len(page.columns)):
        with pytest.raises(ValueError, match="row"):
            figured_rows(page.columns, [row])
