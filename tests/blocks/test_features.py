"""What is measured of a page's text blocks."""

import pickle

import numpy as np
import pytest

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.features.compiled import ADDRESS_KINDS, NAMES, name_families
from scrapy_denoise.blocks.features.url_features import address_features, is_thread_address
from scrapy_denoise.page import Page

STORY = (
    "The mill has turned again since Tuesday, for the first time in eleven years. The wheel is new, the axle is the "
    "old one, and nobody knows how old that is."
)


def page_of(*paragraphs, url=None):
    return Page.from_html("".join(f"<p>{text}</p>" for text in paragraphs), url=url)


def feature(page, name):
    return page.cached(TextBlocks).features[:, NAMES.index(name)]


def test_blocks_are_measured():
    page = Page.from_html(
        "<title>The mill - Valley Paper</title><nav class=menu><a href=/>Home</a></nav>"
        f"<article><h1>The mill</h1><p>{STORY}</p><p class=byline>By A. Writer, 2024</p></article>"
        "<div id=comments><p>Well done!</p></div>"
    )
    assert len(page.cached(TextBlocks)) == 5
    assert np.isfinite(page.cached(TextBlocks).features).all()
    assert feature(page, "link_density").tolist() == [1, 0, 0, 0, 0]
    assert feature(page, "in_nav").tolist()[:2] == [1, 15]  # the text is in a link
    assert feature(page, "in_article").tolist()[1:4] == [1, 1, 1]
    assert feature(page, "heading").tolist() == [0, 6, 0, 0, 0]
    assert feature(page, "near_byline")[3] == 0
    place = feature(page, "container_place")
    assert (place[0], place[4]) == (-1, 2)  # before the container, behind it
    assert (np.diff(place[1:4]) > 0).all()
    assert ((place[1:4] >= 0) & (place[1:4] < 1)).all()
    assert feature(page, "near_comment").tolist() == [15, 15, 15, 15, 1]
    assert feature(page, "title_words")[1] == 1
    assert feature(page, "title_distance")[1] == 0
    assert feature(page, "year").tolist() == [0, 0, 0, 1, 0]
    assert feature(page, "terminal").tolist() == [0, 0, 1, 0, 1]
    assert np.expm1(feature(page, "words")[2]) == pytest.approx(len(STORY.split()), rel=1e-5)


def test_a_han_character_is_a_word():
    page = page_of("河水在夜里上涨了，到早晨路已经淹没。")
    assert np.expm1(feature(page, "words")[0]) == pytest.approx(16, rel=1e-5)
    assert feature(page, "terminal")[0] == 1


def test_words_of_the_address():
    assert told("https://a.example/Forum/topic-12.html")["forum"] == 1
    assert told("https://forum.example/12")["forum"] == 1
    assert told("https://a.example/docs/7")["documentation"] == 1
    for url in (None, "", "https://docs.example/", "https://[", "https://a.example/informative"):
        assert not any(told(url).values())


def test_the_rule_and_the_feature_know_the_same_threads():
    paths = ("t/lost/12", "viewtopic.php?t=3", "news/7", "topics/7", "topics/mills")
    for url in (*(f"https://a.example/{path}" for path in paths), "", None):
        assert told(url)["forum"] == is_thread_address(url)


def told(url: str | None) -> dict[str, float]:
    return dict(zip(ADDRESS_KINDS, np.frombuffer(address_features(url), np.float32).tolist(), strict=True))


def test_copies_of_a_text_are_counted():
    page = page_of("Read more", "Page 1", "Page 2", "Read more", STORY)
    assert np.expm1(feature(page, "copies")).round().tolist() == [2, 1, 1, 2, 1]
    assert np.expm1(feature(page, "alike")).round().tolist() == [2, 2, 2, 2, 1]


def test_sections_end_at_the_next_heading_of_the_rank():
    page = Page.from_html(f"<p>a</p><h2>One</h2><p>{STORY}</p><h3>Two</h3><p>b</p><h2>Three</h2><p>c</p>")
    # a heading stands in the section before
    assert np.expm1(feature(page, "section_blocks")[2:]).round().tolist() == [3, 3, 1, 1, 1]
    assert feature(page, "section_blocks")[:2].tolist() == [-1, -1]
    assert feature(page, "since_paragraph")[3] == pytest.approx(np.log1p(1))
    assert feature(page, "until_paragraph")[0] == pytest.approx(np.log1p(2))


def test_dates_and_times_of_day_are_counted():
    page = page_of("12:30", "3.4.2024", "Chapter 12", "a-1", "1/2")
    assert np.expm1(feature(page, "clocks")).round().tolist() == [1, 2, 0, 0, 1]


def test_a_page_travels_with_what_was_measured_of_it():
    page = Page.from_html(f"<div class=byline><p>{STORY}</p></div>")
    expected = page.cached(TextBlocks).features
    page.root = None
    read = pickle.loads(pickle.dumps(page))
    assert (read.cached(TextBlocks).features == expected).all()
    assert read.cached(name_families).tolist() == page.cached(name_families).tolist()
    assert page.cached(name_families).any()
