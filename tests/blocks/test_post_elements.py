"""Where a thread has its posts, as far as scores tell."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.regions.post_bodies import blocks_in_post_bodies
from scrapy_denoise.page import Page

LONG = ["The pump in our cellar runs all night since the flood, and nobody can sleep.", "Mine did so too, until May."]
SHORT = "Thank you."
NOTICE = "Welcome to the forum of the pump makers: please read the rules before you write."
DATE = "<time>3 May 2026</time>"


def found(html, scores):
    """The texts of the blocks in posts; None where there are none. scores: of texts, 0.1 where none is given."""
    page = Page.from_html(html)
    columns, blocks = page.columns, page.cached(TextBlocks)
    texts = [columns.text_of(row) for row in blocks.element_row.tolist()]
    inside = blocks_in_post_bodies(page, np.array([scores.get(text, 0.1) for text in texts], np.float32))
    return None if inside is None else [text for text, is_in in zip(texts, inside, strict=True) if is_in]


def post(text, sign=DATE):
    return f"<div class=entry><div class=head>{sign}</div><div class=body><p>{text}</p></div></div>"


SURE = {LONG[0]: 0.9, LONG[1]: 0.8, NOTICE: 0.6}


def test_short_answers_of_which_little_is_expected_are_found():
    scores = {LONG[0]: 0.9, LONG[1]: 0.45, SHORT: 0.42}
    html = "".join(post(text, f"<i>{n} days ago</i>") for n, text in enumerate([LONG[1], SHORT, LONG[1]], 1))
    assert found(f"<div class=top><p>{LONG[0]}</p></div>{html}", scores) == [LONG[1], SHORT, LONG[1]]


def test_of_bodies_that_are_named_comments_less_is_expected():
    html = "".join(f"{DATE}<div class=NAME><p>{text}</p></div>" for text in LONG)
    scores = dict.fromkeys(LONG, 0.3)
    assert found(html.replace("NAME", "reply_content"), scores) == LONG
    assert found(html.replace("NAME", "box"), scores) is None


def test_all_bodies_of_the_kind_are_found():
    """Short ones too, and neither their dates nor what stands around them."""
    html = f"<div class=box><p>{NOTICE}</p></div>" + "".join(map(post, [*LONG, SHORT]))
    assert found(html, SURE) == [*LONG, SHORT]


@pytest.mark.parametrize("sign", ["<span>12.03.2024, 10:15</span>", "<time>yesterday</time>"])
def test_a_date_may_stand_before_or_behind_the_bodies_or_in_them(sign):
    texts = [*LONG, SHORT]
    for between in (
        "".join(f"{sign}<div class=body><p>{text}</p></div>" for text in texts),
        "".join(f"<div class=body><p>{text}</p></div>{sign}" for text in texts),
        "".join(f"<div class=body>{sign}<p>{text}</p></div>" for text in texts),
    ):
        assert found(between, SURE) == texts


def test_a_quotation_beside_a_body_is_part_of_the_post():
    quoted = f"<div class=entry><div class=quote><p>{NOTICE}</p></div><div class=body><p>{LONG[1]}</p></div></div>"
    html = f"{DATE}{post(LONG[0], '')}{DATE}{quoted}"
    assert found(html, SURE) == [LONG[0], NOTICE, LONG[1]]


@pytest.mark.parametrize(
    ("html", "scores"),
    [
        ("".join(post(text, "") for text in LONG), SURE),  # no dates
        (post(LONG[0]), SURE),  # one post
        ("".join(map(post, [LONG[0], SHORT])), SURE),  # one that is more content than noise
        ("".join(f"{DATE}<p>{text}</p>" for text in LONG), SURE),  # paragraphs
        ("".join(map(post, LONG)), {}),  # no content
        ("", {}),
    ],
)
def test_what_is_no_posts(html, scores):
    assert found(html, scores) is None


def test_of_nested_elements_the_outermost_are_the_posts():
    reply = f"<div class=body>{DATE}<p>{LONG[1]}</p></div>"
    html = f"<div class=body>{DATE}<p>{LONG[0]}</p>{reply}</div><div class=body>{DATE}<p>{NOTICE}</p></div>"
    assert found(html, {**SURE, NOTICE: 0.9}) == [*LONG, NOTICE]


@given(st.lists(st.sampled_from(["<div class=a>", "<div>", "</div>", "<li class=post>", "<td>", DATE, "x y", "7"])))
def test_whatever_a_page_holds_there_is_an_answer_for_each_block(parts):
    page = Page.from_html("".join(parts), url="https://pumps.example/forum/1")
    blocks = page.cached(TextBlocks)
    inside = blocks_in_post_bodies(page, np.full(len(blocks), 0.9, np.float32))
    assert inside is None or inside.shape == (len(blocks),)
