"""Decks: the lead of an article is text, and a subtitle is a field as the title is."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_denoise import denoise
from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.regions.compiled import head_lines
from scrapy_denoise.document.source.compiled import HeadBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import match_key

PARAGRAPHS = "".join(
    f"<p>The river rose again on day {day}, and the people of the town carried their goods to the upper floors.</p>"
    for day in range(1, 7)
)
SHORT = "Hundreds of people have left their homes"
LONG = (
    "Hundreds of people have left their homes since Monday, when the dam above the old town broke, and the mayor asks "
    "for tents, for boats and for drinking water"
)
BYLINE = "<p>By Ann Field, 3 May 2021</p>"


def article(deck, description="", names="", between="", body=PARAGRAPHS, **options):
    return denoise(
        f"""<html><head><title>The river floods the old town</title><meta property="og:type" content="article">
        <meta name="description" content="{description}"></head><body><article>
        <h1>The river floods the old town</h1>{between}<div class="{names}">{deck}</div><div>{body}</div>
        </article></body></html>""",
        url="https://example.com/2021/05/03/river-floods",
        **options,
    )


def begins_with(result, deck):
    return result.text.split("\n")[0] == deck


@pytest.mark.parametrize("names", ["standfirst", "article__lead", "head story-head-deck", "Ingress"])
@pytest.mark.parametrize("description", ["", SHORT])
def test_a_deck_with_the_name_of_a_lead_is_text(names, description):
    assert begins_with(article(SHORT, description, names), SHORT)


@pytest.mark.parametrize(("deck", "between"), [(LONG, ""), (SHORT, BYLINE), (LONG, BYLINE)])
def test_a_stated_deck_is_text_if_it_is_long_or_not_right_below_the_title(deck, between):
    assert begins_with(article(deck, deck, between=between), deck)


@pytest.mark.parametrize("names", ["", "subtitle", "summary", "lead-media"])
def test_a_short_stated_deck_right_below_the_title_is_a_subtitle(names):
    result = article(SHORT, SHORT, names)
    assert result.text.startswith("The river rose again on day 1")
    assert result.metadata.description == SHORT
    assert [block.text for block in result.noise if block.type == "title"] == ["The river floods the old town", SHORT]


def test_a_subtitle_is_text_if_titles_are_kept():
    assert SHORT in article(SHORT, SHORT, options={"keep": ["title"]}).text


def test_a_first_paragraph_that_the_page_states_is_no_deck():
    first = "The river rose in the night, and the people of the town left."
    assert begins_with(article("", first, body=f"<p>{first}</p>{PARAGRAPHS}"), first)


def test_a_caption_is_no_deck():
    caption = f'<figure><img src="/a.jpg"><figcaption class="lead">{SHORT}</figcaption></figure>'
    assert SHORT not in article("", "", between=caption).text


def test_a_stated_lead_is_text_on_the_page_of_a_service():
    sections = "".join(
        f"<section><h2>{name}</h2><p>We repair the {name.lower()} of your boat in three days.</p></section>"
        for name in ("Engines", "Pumps", "Sails", "Keels")
    )
    result = denoise(
        f"""<html><head><title>Harbour repairs</title><meta name="description" content="{LONG}"></head><body>
        <main><h1>Harbour repairs</h1><div>{LONG}</div>{sections}</main></body></html>""",
        url="https://harbour.example/",
    )
    assert LONG in result.text


SAID = [
    "The river rose",
    "THE RIVER: ROSE!",
    "12 boats",
    "Çınar rose",
    "“The river” rose",
    "The",
    "",
    "The river rose 2",
]


@given(st.lists(st.sampled_from([*SAID, "· · The · river · · · · · · · · · · · rose", "El río", "É", "x"]), max_size=9))
@example(SAID)
def test_the_blocks_that_say_something_are_those_with_its_letters(texts):
    page = Page.from_html("".join(f"<p>{text}</p>" for text in texts))
    blocks = page.cached(TextBlocks)
    for stated in ({"theriverrose"}, {"12boats", "elrío"}, {"the", "çınarrose", "theriverrose2"}, set()):
        head = HeadBlocks(page.columns, blocks)
        said = [
            block
            for block in range(len(blocks))
            for key in [match_key(blocks.text(page.columns, block))]
            if key in stated and any(len(other) <= blocks.chars[block] <= 2 * len(other) for other in stated)
        ]
        assert head.that_say(frozenset(stated)) == said


def titles_of(line):
    """The texts of a page, all of them kept, that are its title."""
    page = Page.from_html(f"<title>The river floods the old town | Vale News</title><div>{line}</div>{PARAGRAPHS}")
    found = head_lines(page, np.ones(len(page.columns.text_rows), np.bool_))
    return [page.columns.text_between(first, last) for first, last, name in found if name == "title"]


def test_links_that_lead_down_to_the_page_with_its_title_are_its_title():
    whole = "You are here: <a href=/>Home</a> / <a href=/news>News</a> / The river floods the old town"
    assert titles_of(whole) == ["You are here: Home / News / The river floods the old town"]
    assert titles_of("<a href=/>Home</a> › The river floods the old town")


def test_a_line_with_more_than_links_and_the_title_is_none():
    said = "As our reporters have written each day since Monday in the <a href=/>News</a>, "
    assert not titles_of(f"{said}the river floods the old town")
    assert not titles_of("<a href=/>Home</a> › The river floods the old town. Hundreds of people have left their homes")
    assert not titles_of("<a href=/>Home</a> › <a href=/news>News</a>")
