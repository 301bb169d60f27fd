"""Posts of a thread that are kept though little is expected of them, as most others of their kind are."""

import numpy as np
import pytest

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.compiled import vote_alone
from scrapy_denoise.methods.auto.cut import Cut
from scrapy_denoise.methods.auto.whole_posts import missed_posts
from scrapy_denoise.page import Page

SAID = ("Tar leaks after a frost.", "No iron nails in oak, please.", "My notebook has each spring.")
LAST = "Ask the ferryman at the weir."


def texts_missed(last, date="14 Mar 2026", body="said", score=0.2, kept=SAID, question="<p>Which wood?</p>"):
    """The texts that are added to those that are kept."""
    replies = [(text, "12 Mar 2026", "said") for text in SAID] + [(last, date, body)]
    rows = "".join(f'<div><span>{day}</span><div class="{name}">{text}</div></div>' for text, day, name in replies)
    page = Page.from_html(f'<div class="start">{question}</div>{rows}', "https://forum.mills.example/t/7")
    blocks = page.cached(TextBlocks)
    texts = [blocks.text(page.columns, block) for block in range(len(blocks))]
    scores = np.array([0.9 if text in kept else score for text in texts], np.float32)
    chosen = np.array([text in kept for text in texts])
    posts = np.array([text in (*SAID, last) for text in texts])
    rows_of = blocks.block_of
    cut = Cut(
        vote_alone(page.signature, blocks, scores.tobytes()), posts, chosen[rows_of], scores[rows_of], True, 0.9, None
    )
    found = missed_posts(page, cut)
    return [] if found is None else [text for text, missed in zip(texts, found, strict=True) if missed]


def test_the_last_reply_is_kept_as_the_others_are():
    assert texts_missed(LAST) == [LAST]


@pytest.mark.parametrize(
    "other",
    [
        {"body": "tip"},
        {"date": "Sponsored"},
        {"score": 0.0},
        {"kept": SAID[:2]},
        {"last": SAID[0]},
    ],
)
def test_other_elements_are_no_replies(other):
    assert texts_missed(**{"last": LAST, **other}) == []


def test_the_second_paragraph_of_a_question():
    question = "Which wood is best?<p>Oak is dear here.</p>"
    kept = (*SAID, LAST, "Which wood is best?")
    assert texts_missed(LAST, kept=kept, question=question, score=0.6) == ["Oak is dear here."]
    assert texts_missed(LAST, kept=kept, question=question, score=0.4) == []
