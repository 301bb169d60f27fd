"""The values of cells and fields by which pages of different things are told apart."""

import numpy as np
import pytest

from scrapy_denoise.document.identity import find_identity
from scrapy_denoise.page import Page

FIELDS = "<li>Height: 62 cm<li>Width: 9 CM<li>Colour: red"
ROWS = "".join(f"<tr><td>{number}<td>wide" for number in range(150))


@pytest.mark.parametrize(
    ("html", "values"),
    [
        ("<table><tr><td>Mass<td>4 kg, Net<tr><td>Size<td></table>", ["4 kg net"]),
        (f"<table><tr><td>4 kg<td>{'7 words of a text, ' * 3}</table>", ["4 kg"]),
        ("<dl><dt>Year 1<dd>1987<dt>Place<dd>Mill no. ②</dl>", ["1987", "mill no ②"]),
        (f"<ul>{FIELDS}</ul>", ["height 62 cm", "width 9 cm"]),
        ("<ul><li>Height: 62 cm<li>Width: 9 cm</ul>", []),
        (f"<ul>{FIELDS}<li>{'and 4 words more ' * 7}</ul>", []),
        (f"<div><ul>{FIELDS}</ul><ul><li>One 1<li>Two 2<li>Three 3</ul></div>", ["height 62 cm", "width 9 cm"]),
        (f"<ul>{FIELDS.replace('li', 'table')}</ul>", []),
        ("<p><b>Mass</b><i>4 kg</i><b>Age</b><i>3 years</i><b>No.</b><i>Ä 7</i>", ["4 kg", "3 years", "ä 7"]),
        (f"<table>{ROWS}</table>", [str(number) for number in range(100)]),
        (f"<ul>{FIELDS}</ul>" * 201, ["height 62 cm", "width 9 cm"] * 67),
        (f"<div>{'<b>1</b>' * 3}</div>" * 201 + f"<ul>{FIELDS}</ul>", []),
    ],
)
def test_values_of_cells_and_fields(html, values):
    page = Page.from_html(f"<body>{html}")
    kept = np.ones(len(page.columns.text_rows), np.bool_)
    assert find_identity(page, kept, "").values == tuple(values)
    assert find_identity(page, ~kept, "").values == ()


def test_a_cell_of_which_a_part_is_left_out_has_no_value():
    page = Page.from_html("<table><tr><td>4 <b>kg</b><td>5 <b>kg</b></table>")
    kept = np.array([True, True, True, False])
    assert find_identity(page, kept, "").values == ("4 kg",)
