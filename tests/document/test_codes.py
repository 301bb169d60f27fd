"""Code in a box with a label is kept with the text beside it; what a highlighter makes of a code stands once, and the
name of its language above it is no text."""

import pytest
from helpers.selected import result

from scrapy_denoise.document.selection.completion import complete_structures
from scrapy_denoise.result import Result

CODE = "gauge --width 1920\ngauge --height 1080"


def text(html, *removed):
    found = result(f"<p>before</p>{html}<p>after</p>", *removed)
    return Result(found.page, complete_structures(found.page, found.selection)).text.split("\n")


@pytest.mark.parametrize(
    "box",
    [
        "<div class=codebox><p>Code: <a href=#>Select all</a></p><code>gauge 7</code></div>",
        "<dl class=codebox><dt>Code:</dt><dd><code>gauge 7</code></dd></dl>",
        "<div class='bbCodeBlock--code'><div>Code:</div><div><pre>gauge 7</pre></div></div>",
    ],
)
def test_code_in_a_box(box):
    label = ("Code:", "Code: Select all", "Select all")
    assert text(box, "gauge 7", *label) == ["before", "gauge 7", "after"]
    assert text(f"<div><p>noise</p>{box}<p>noise</p></div>", "noise", "gauge 7", *label) == ["before", "after"]


def test_a_box_with_much_beside_its_code():
    words = "abc " * 20 + "abc"
    assert text(f"<div class=codebox><p>{words}</p><code>gauge 7</code></div>", words, "gauge 7") == ["before", "after"]


def test_a_box_without_code():
    assert text("<div class=codebox><p>Code:</p></div>", "Code:") == ["before", "after"]


def test_what_a_highlighter_makes_of_a_code_stands_once():
    first, second = CODE.split("\n")
    lines = f"<div class=lines><div><span>{first}</span></div><div><b>gauge</b> <i>--height</i> 1080</div></div>"
    assert text(f"<div><div>{lines}<div>{CODE}</div></div><pre>{CODE}</pre></div>") == [
        "before",
        first,
        second,
        "after",
    ]
    assert text(f"<div><pre>{CODE}</pre><div>{CODE}</div></div>") == ["before", first, second, "after"]


def test_codes_that_differ_and_the_same_command_for_another_system_stay():
    first = CODE.split("\n")[0]
    assert text(f"<div><div>{first} --depth 3</div><pre>{CODE}</pre></div>")[1] == f"{first} --depth 3"
    assert text(f"<div><div><pre>{CODE}</pre></div><div><pre>{CODE}</pre></div></div>").count(first) == 2
    assert text(f"<div><pre>{CODE}</pre><pre>{CODE}</pre></div>").count(first) == 2
