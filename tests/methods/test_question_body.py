"""The question above the answers of a thread is kept, though the decision by blocks has kept nothing of it."""

import numpy as np
import pytest

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.compiled import vote_alone
from scrapy_denoise.methods.auto.cut import Cut
from scrapy_denoise.methods.auto.question_body import question_body
from scrapy_denoise.page import Page

SAID = ("Tar leaks after a frost.", "No iron nails in oak, please.", "My notebook has each spring.")


def texts_added(question, score, kept=SAID):
    """The texts that are added to those that are kept."""
    replies = "".join(f"<div><span>12 Mar 2026</span><div class=said>{text}</div></div>" for text in SAID)
    page = Page.from_html(f"<div>{question}</div>{replies}", "https://forum.mills.example/t/7")
    blocks = page.cached(TextBlocks)
    texts = [blocks.text(page.columns, block) for block in range(len(blocks))]
    scores = np.array([0.9 if text in kept else score for text in texts], np.float32)
    chosen, posts = (np.array([text in own for text in texts]) for own in (kept, SAID))
    votes, rows = vote_alone(page.signature, blocks, scores.tobytes()), blocks.block_of
    found = question_body(page, Cut(votes, posts, chosen[rows], scores[rows], True, 0.9, None))
    return [] if found is None else [text for text, added in zip(texts, found, strict=True) if added]


@pytest.mark.parametrize(
    ("question", "score", "found"),
    [
        ("Does anybody know how long green oak moves before a deck lies still?", 0.6, True),
        ("我们的露台已经开了一个手指宽的缝，想知道新鲜的橡木要多久才会稳定下来？", 0.6, True),
        ("Does anybody know how long green oak moves before a deck lies still?", 0.4, False),
        ("Asked 6 years, 9 months ago", 0.6, False),
    ],
)
def test_between_the_title_and_the_answers(question, score, found):
    markup = f"<h1>Green oak</h1><div>{question}</div>"
    assert texts_added(markup, score) == ([question] if found else [])
    assert texts_added(f"<div>{question}</div>", score) == []


def test_a_question_of_which_something_is_kept_stays_as_it_is():
    question = "Does anybody know how long green oak moves before a deck lies still?"
    markup = f"<h1>Green oak</h1><p>Which wood?</p><p>{question}</p>"
    assert texts_added(markup, 0.6, kept=(*SAID, "Which wood?")) == []
