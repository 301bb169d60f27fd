"""Documents of hostile pages are bounded: pictures, cells, spans and nesting have limits."""

import cProfile
import pstats
import sys

import pytest
from helpers.selected import result

from scrapy_denoise import denoise
from scrapy_denoise.document.pictures.pictures import MAX_PICTURES
from scrapy_denoise.document.render.table_grid import MAX_PLACES, PLACES
from scrapy_denoise.document.source.data_tables import MAX_SPAN
from scrapy_denoise.document.tree.compiled import MAX_DEPTH

STORY = "The river rose in the night, and by the morning the lower road was under water. " * 5


def test_a_hundred_thousand_images():
    images = "".join(f"<img src=/{number}.png>" for number in range(20_000))
    found = denoise(f"<p>{STORY}</p><div>{images}</div><p>{STORY}</p>", "https://a.example/")
    assert found.html.count("<img") == found.markdown.count("![") == MAX_PICTURES
    assert found.reason == ""


def test_a_table_of_a_million_cells_is_refused_and_the_reason_says_so():
    rows = ("<tr>" + "<td>1" * 1_000) * 1_000
    found = denoise(f"<p>{STORY}</p><table>{rows}</table>")
    assert (found.text, found.html, found.markdown, found.reason) == ("", "", "", "too_large")
    assert "max_nodes" in found.detail


def test_a_large_table():
    rows = "".join(f"<tr><td>level {row}<td>{row} m<td>{row % 7}" for row in range(10_000))
    found = denoise(f"<p>{STORY}</p><table><tr><th>Day<th>Level<th>Rain{rows}</table><p>{STORY}</p>")
    assert found.html.count("<tr>") == 10_001
    assert found.markdown.count("\n| ") == 10_002


def test_many_items_that_stand_in_no_list():
    items = "".join(f"<li>On day {day} the river stood high, and no ferry went.</li>" for day in range(20_000))
    found = result(f"<p>{STORY}</p>{items}<p>The mill stands.</p><li>One day.<li>Another day.")
    assert [len(getattr(block, "items", ())) for block in found.document.blocks] == [0, 20_000, 0, 2]


@pytest.mark.parametrize("span", ["1000000000", "9" * 5_000, "-1", "0", "x", "1e9"])
def test_spans(span):
    cells = f"<td colspan={span} rowspan={span}>river<td>2 m"
    table = f"<table><tr><th>Day<th>Level<tr>{cells}<tr><td>Monday<td>3 m</table>"
    found = denoise(f"<p>{STORY}</p>{table}<p>{STORY}</p>")
    assert "river" in found.markdown
    assert len(found.markdown) < 20 * MAX_SPAN
    assert max(cell.colspan for row in found.document.blocks[1].rows for cell in row) <= MAX_SPAN


@pytest.mark.parametrize(
    ("cells", "rows", "tables"), [(20, 200, 1), (20_000, 1, 1), (2, 100, 50)], ids=["rows", "one row", "tables"]
)
@pytest.mark.parametrize("span", ["colspan", "rowspan"])
def test_spans_of_every_cell(cells, rows, tables, span):
    body = f"<tr>{f'<td {span}=1000>river' * cells}" * rows
    table = f"<table><caption>Levels</caption><tr><th>Day<th>Level{body}</table>"
    found = denoise(f"<p>{STORY}</p>{table * tables}<p>{STORY}</p>")
    number = (cells * rows + 2) * tables
    assert found.markdown.count("river ") >= number - 2 * tables
    assert found.markdown.count("|") < 2 * (MAX_PLACES * tables + PLACES * number)


def test_spans_as_tables_have_them():
    table = (
        "<table><tr><th colspan=12>The river<tr><th>Month<th colspan=11>Level"
        f"{'<tr><td rowspan=2>May' + '<td>2 m' * 11 + '<tr>' + '<td>3 m' * 11}</table>"
    )
    lines = denoise(f"<p>{STORY}</p>{table}<p>{STORY}</p>").markdown.split("\n")
    assert {line.count("|") for line in lines if line.startswith("|")} == {13}


def test_nested_tables():
    deep = "<table><tr><td>river " * 300 + "</table>" * 300
    found = result(f"<p>{STORY}</p>{deep}<p>{STORY}</p>")
    assert found.html.count("<table") <= MAX_DEPTH
    assert found.html.count("river") == found.markdown.count("river") == found.text.count("river") == 310


@pytest.mark.parametrize("tag", ["div", "li"])
def test_very_many_boxes_that_are_named_as_ingredients(tag):
    nested = f"<{tag} class=ingredient><a href=/x>a</a>1" * 1_500 + f"</{tag}>" * 1_500
    flat = f"<{tag} class=ingredient>1</{tag}>" * 20_000
    for page in (nested, flat):
        assert denoise(f"<p>{STORY}</p>{page}<p>{STORY}</p>").text


def calls_of(do):
    """How many functions of Python a call takes, those of libraries in C included."""
    events = []
    sys.setprofile(lambda frame, event, argument: events.append(event) if event in ("call", "c_call") else None)
    try:
        do()
    finally:
        sys.setprofile(None)
    return len(events)


@pytest.mark.parametrize("output", ["html", "markdown", "document"])
@pytest.mark.parametrize(
    "formula",
    ["<math>x</math>", "<math display=block><mi>x</mi></math>", "<math><semantics><mi>x</mi></semantics></math>"],
    ids=["text", "block", "nested"],
)
def test_very_many_formulas(formula, output):
    """20,000 formulas take no more than a few calls each: what a document takes grows with the page, by little."""

    def calls(formulas):
        found = denoise(f"<p>{STORY}</p><p>{formula * formulas}</p>")
        return calls_of(lambda: getattr(found, output))

    assert calls(20_000) - calls(10_000) < 30 * 10_000
    assert denoise(f"<p>{STORY}</p><p>{formula * 20_000}</p>").html.count("<math") == 20_000


UNITS = {
    "terms": "<dl><dt>Oats {n}</dt><dd>three crowns a sack</dd></dl>",
    "tables of two rows": "<table><tr><th>Oats<th>Rye</tr><tr><td>{n}<td>four crowns</tr></table>",
    "lists in cells": "<table><tr><td><ul><li>Oats {n}<li>Rye and barley</ul><td>x</tr></table>",
    "lists in lists": "<ol><li>The oats of week {n} are in<ol><li>Rye<ol><li>Barley</ol></ol></ol>",
    "headings": "<h3>Oats {n}</h3><p>They cost three crowns.</p>",
    "comments": "<div class=comment><b class=author>Ann{n}</b><p>Oats cost three crowns in week {n}.</p></div>",
}


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_small_units_take_calls_in_proportion_to_their_number(unit):
    """All that a result can give as a dict. A page of twice the units takes twice the calls."""

    def calls(times):
        units = "".join(unit.format(n=n) for n in range(times))
        profile = cProfile.Profile()
        with profile:
            denoise(f"<h1>Prices</h1><p>{STORY}</p><div id=comments>{units}</div>").to_dict(noise=True, structure=True)
        return pstats.Stats(profile).total_calls

    first, second = calls(400), calls(800)
    assert second <= 2.1 * first
