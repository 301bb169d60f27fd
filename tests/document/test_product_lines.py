"""The lines of a page as a product is read from them, and the compiled pass that finds which can tell something."""

import pytest

from scrapy_denoise.document.product.currencies import WRITTEN
from scrapy_denoise.document.product.lines import Lines
from scrapy_denoise.document.source.compiled import Beginnings
from scrapy_denoise.page import Page

PAGE = """<title>Bilge pump | Pumps</title><header><p>Delivery € 4.90</p></header><h1>Bilge pump</h1>
<p><s>€ 40.00</s> <b>€ 31</b><sup>50</sup></p><select><option>Blue € 30.00<option>Red € 31.00</select>
<p class="price-now"><i>17</i></p><p>17 pumps</p><p>« Add to</p><p>Add <b>to cart</b></p><p>Pièce € 3</p>"""


def lines_of(html, name=""):
    return Lines(Page.from_html(html), name)


def test_what_a_line_can_be_is_told_by_its_first_letters_its_digits_and_its_names():
    lines = lines_of(PAGE)
    texts, parts, several, labels, amounts = lines.found(
        Beginnings(["addtocart"], ["pi", "deliverytime"]), WRITTEN, b""
    )
    assert {lines.text_at(place) for place in texts} >= {"« Add to"}
    assert parts == []
    assert [lines.key(number) for number in several] == ["addtocart"]
    assert [lines.text_at(place) for place in labels] == ["Delivery € 4.90", "Pièce € 3"]
    found = [("Delivery € 4.90", True), ("€ 40.00 € 31.50", True), ("17", False), ("Pièce € 3", True)]
    assert [(lines.text(number), signed) for number, signed in amounts] == found


def test_rows_know_what_they_stand_in():
    lines = lines_of(PAGE)
    beside, price = lines.row(0), lines.row(lines.title + 1)
    assert (lines.is_outside(beside), lines.is_struck(beside)) == (True, False)
    assert (lines.is_outside(price), lines.is_struck(price)) == (False, True)
    assert lines.names_around(lines.row(lines.title + 2)) == {"price", "now_name"}


@pytest.mark.parametrize(
    ("html", "name", "title"),
    [
        (PAGE, "", "Bilge pump"),
        (
            "<title>Bilge pump, Brook</title><h2>Gear</h2><p>Bilge pump, 12 volts</p>",
            "Bilge pump",
            "Bilge pump, 12 volts",
        ),
        ("<title>A 9&quot; bilge pump</title><h1>9&quot; bilge pump</h1>", "9&quot; bilge <wbr>pump", '9" bilge pump'),
        ("<title>All pumps</title><h1>All pumps</h1><p>Bilge pump</p>", "Bilge pump", "All pumps"),
        ("<title>Air 13 and 15 | Pumps</title><h1>Air 13</h1><p>Air 13 and</p>", "Air 13 and 15", "Air 13"),
        ("<title>Насос | Помпы</title><p>Лодки</p><p>Насос для лодки</p>", "Насос", "Насос для лодки"),
        ("<title>Brook 73 Strings</title><h2>Brook 73s</h2><h1>Brook 73</h1>", "", "Brook 73"),
        ("<title>Buy a bilge pump | Gear</title><h2>A bilge pu</h2><h2>Bilge pump</h2>", "", "Bilge pump"),
        ("<title>Pumps</title><p>Gear</p>", "Bilge pump", ""),
        ("<title>Pumps</title>", "Bilge pump", ""),
    ],
)
def test_the_line_of_the_title_begins_with_its_words(html, name, title):
    assert lines_of(html, name).shown_title == title


def test_figures_of_other_scripts_are_those_of_ascii():
    lines = lines_of("<title>غلاية</title><h1>غلاية</h1><p>٣٩٫٥٠ ر.س</p>")
    amounts = lines.found(Beginnings([], []), WRITTEN, b"")[4]
    assert [lines.text(number) for number, _ in amounts] == ["39.50 ر.س"]


@pytest.mark.parametrize("place", [-1, 10**6])
def test_a_text_or_a_row_that_is_none_raises(place):
    lines = lines_of(PAGE)
    for asked in (lines.text_at, lines.row, lines.row_of, lines.is_struck, lines.first):
        with pytest.raises(IndexError):
            asked(place)
    with pytest.raises(IndexError):
        lines.names_at(place, 3)


@pytest.mark.parametrize(
    "text", ["Add to", "« add to", "→ ADD TO", "Příslušenství", "В корзину", "加入购物车", "İçinde", "Größe"]
)
def test_the_beginning_of_a_known_text_is_found_in_any_case_and_behind_other_signs(text):
    lines = lines_of(f"<title>Pump</title><h1>Pump</h1><p>{text}</p><p>Žralok</p><p>Насос</p><p>水泵</p><p>Zoo</p>")
    keys = ["addto", "příslušenství", "вкорзину", "加入购物车", "içinde", "grösse"]
    texts = lines.found(Beginnings(keys, []), WRITTEN, b"")[0]
    assert [lines.text_at(place) for place in texts] == [text]


@pytest.mark.parametrize(
    "text", ["Sorry, it is sold out", "In stock. Sent today", "Lamp - sold out", "送料 — sold out", "在庫。sold out"]
)
def test_a_part_of_a_line_may_be_known(text):
    lines = lines_of(f"<title>Pump</title><h1>Pump</h1><p>{text}</p><p>Pumps, by boat</p><p>Sold out</p>")
    parts = lines.found(Beginnings(["itissoldout", "instock", "soldout"], []), WRITTEN, b"")[1]
    assert [lines.text_at(place) for place in parts] == [text]
