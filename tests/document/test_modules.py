"""Modules within an article are no part of its text: cards of other stories, offers and notices that are named so."""

import pytest
from helpers.selected import result

from scrapy_denoise.document.selection.completion import complete_structures
from scrapy_denoise.result import Result

RAIN = "It rained in the hills, and the river rose by two metres in a night. "
STORY = f"<p>{RAIN * 5}</p>"
HEAD = f"<title>The flood</title><meta property=og:type content=article><h1>The flood</h1>{STORY}"
BLURB = "The wheel of the mill was found in the harbour, ten miles down."
HEADLINE = "What the divers found in the harbour"
LINK = f'<a href="/news/wheel"><img src="/wheel.jpg"><h3>{HEADLINE}</h3></a>'


def read(module, *removed, after=STORY, before=""):
    found = result(f"{before}{HEAD}{module}{after}", *removed)
    return Result(found.page, complete_structures(found.page, found.selection))


def test_a_card_is_left_out_whole():
    card = f"<div>{LINK}<p>{BLURB}</p></div>"
    assert BLURB not in read(card, HEADLINE).text
    assert "wheel.jpg" not in read(card, HEADLINE).html
    assert BLURB in read(card).text  # or kept whole


@pytest.mark.parametrize(
    "module",
    [
        f'<div><a href="#wheel">{HEADLINE}</a><p>{BLURB}</p></div>',  # leads to a place of the page
        f"<div>{LINK}<p>{BLURB * 3}</p></div>",  # says far more than its link
        f"<table><tr><td>{LINK}<td>{BLURB}</table>",
        f"<div>{LINK}<p>{BLURB}</p><ul><li>It was of oak.</ul></div>",  # more than a card
        f"{LINK}<p>{BLURB}</p>",
    ],
)
def test_what_is_no_card_stays(module):
    assert BLURB in read(module, HEADLINE).text


def test_what_stands_before_the_story_is_no_card():
    assert BLURB in read("", HEADLINE, before=f"<div>{LINK}<p>{BLURB}</p></div>").text


@pytest.mark.parametrize(
    "name",
    [
        "newsletter",
        "inline-newsletter-box",
        "emailSignup",
        "blog-cta",
        "affiliate-disclaimer",
        "robots-nocontent",
        "related",
        "video-transcript",
        "drawer closedcaption",
    ],
)
def test_what_is_named_as_a_module(name):
    assert BLURB not in read(f'<div class="box {name}"><p>{BLURB}</p></div>').text


@pytest.mark.parametrize(
    "names",
    [
        'class="unrelated"',
        'class="octa-grid"',
        'class="transcript"',
        'id="related-work"',
    ],
)
def test_what_is_not_named_so(names):
    assert BLURB in read(f"<div {names}><p>{BLURB}</p></div>").text


def test_what_is_much_of_the_text_is_no_module():
    assert BLURB in read(f'<div class="newsletter"><p>{BLURB * 5}</p></div>').text
    assert BLURB in read(f'<div class="newsletter"><p>{BLURB * 2}</p></div>' * 4).text


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        (f"<b>Related:</b> <a href=/wheel>{BLURB}</a>", False),
        (f"<a href=/wheel>ALSO READ: {BLURB}</a>", False),
        (f"Lesen Sie auch: <a href=/wheel>{BLURB}</a>", False),
        (f"【関連記事】<a href=/wheel>{BLURB}</a>", False),
        (f"<b>READ MORE:</b> <a href=/wheel>{BLURB}</a>", False),
        (f"<b>Lire aussi.</b> <a href=/wheel>{BLURB}</a>", False),
        (f"Also read → <a href=/wheel>{BLURB}</a>", False),
        (f"Read more: <a href=/wheel>{BLURB}</a>", True),
        (f"READ MORE: {BLURB}", True),
        (f"Related: the wheel. <a href=/wheel>{BLURB}</a>", True),
        (f"The mill: <a href=/wheel>{BLURB}</a>", True),
        (f"Related <a href=/wheel>{BLURB}</a>", True),
        (f"Related: {BLURB}", True),
    ],
)
def test_lines_that_lead_to_other_articles(line, stays):
    assert (BLURB in read(f"<p>{line}</p>").text) == stays


def test_other_pages_than_articles_keep_them():
    found = result(f'<meta name=generator content=Sphinx><div class="newsletter"><p>{BLURB}</p></div>' + STORY)
    assert found.page_type == "documentation"
    assert BLURB in Result(found.page, complete_structures(found.page, found.selection)).text
