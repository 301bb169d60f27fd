"""Neutral F1: the lines that corpora disagree about are left out on both sides."""

import pytest

from scrapy_denoise.evaluation import NeutralLines, neutral_scores, shingle_scores
from scrapy_denoise.page import Page

PAGE = """<title>The mill turns again - Valley Paper</title><meta property="og:title" content="A mill and its wheel">
<h1>Eleven years later</h1><div class="wp-caption"><img><p>The new <b>wheel</b> on Tuesday</p><p>Photo: Ida Berg</p>
</div>
<figure><figcaption>Der alte Müller</figcaption></figure><p>Nobody knows why it stopped.</p>"""


@pytest.fixture(scope="module")
def lines():
    return NeutralLines.of_page(Page.from_html(PAGE))


@pytest.mark.parametrize(
    "line",
    [
        "The mill turns again",
        "The mill turns again - Valley Paper",
        "Valley Paper",
        "A MILL AND ITS WHEEL",
        "Eleven years later",
        "The new wheel on Tuesday",
        "Photo: Ida Berg",
        "The new wheel on Tuesday Photo: Ida Berg",
        "Der alte Müller",
        "12 March 2024",
        "2024年3月12日",
        "By A. Writer",
    ],
)
def test_neutral_lines(lines, line):
    assert line in lines


@pytest.mark.parametrize(
    "line",
    [
        "",
        "The",
        "The mill turns again, and the wheel is new",
        "Nobody knows why it stopped.",
        "On 12 March 2024 the mill turned again for the first time.",
        "12 March 2024 " + "and then some more words " * 5,
        "The years after",
    ],
)
def test_other_lines(lines, line):
    assert line not in lines


def test_a_container_named_as_a_caption_makes_no_line_neutral():
    text = "The river rose in the night, and the people carried what they had up the hill."
    page = Page.from_html("<div class='has-captions'>" + "".join(f"<p>{text}</p>" for _ in range(30)) + "</div>")
    assert text not in NeutralLines.of_page(page)


def test_scores(lines):
    body = "Nobody knows why it stopped.\nThe smith has an idea, and the baker another one."
    gold, text = f"The mill turns again\n{body}", f"12 March 2024\n{body}\nDer alte Müller"
    assert neutral_scores(gold, text, lines).f1 == 1
    assert shingle_scores(gold, text).f1 < 0.8
    assert neutral_scores(gold, "", lines).f1 == 0


def test_a_page_without_its_tree_has_datelines_alone():
    page = Page.from_html(PAGE)
    page.root = None
    lines = NeutralLines.of_page(page)
    assert "12 March 2024" in lines
    assert "Eleven years later" not in lines
