"""Each step says what it is for, and can be switched off."""

import numpy as np
import pytest

from scrapy_denoise import denoise
from scrapy_denoise.blocks.compiled import without_votes
from scrapy_denoise.document.selection.compiled import Step
from scrapy_denoise.document.selection.completion import COMPLETIONS
from scrapy_denoise.document.selection.unread import LEFT_OUT
from scrapy_denoise.methods.steps import CAPTIONS, KINDS, MEASURES, PARTS, TITLES, UNREAD, Part, switched_off

STORY = "".join(f"<p>The {word} lorry crossed the bridge in the evening, and the mayor stood in the rain.</p>"
                for word in "first second third fourth".split())  # fmt: skip
TITLE = "The new bridge is open"
PAGE = (
    f"<title>{TITLE}</title><h1>{TITLE}</h1>{STORY}<figure><img src=a.jpg width=400 height=300>"
    f"<figcaption>Lorries at the bridge</figcaption></figure><h2>The road<a href=#road>¶</a></h2>{STORY}"
)


def text():
    return denoise(PAGE, "https://paper.example/2026/bridge.html").text


def test_names_are_unique_and_each_step_has_a_measure():
    steps = [*PARTS, *COMPLETIONS, *LEFT_OUT]
    assert len({step.name for step in steps}) == len(steps)
    assert {step.kind for step in steps} <= set(KINDS)
    assert {step.measure for step in steps} <= set(MEASURES)
    assert all(step.on for step in steps)


def test_a_step_that_is_switched_off_does_nothing():
    marks = next(step for step in LEFT_OUT if step.name == "permalink_marks")
    whole = text()
    assert "¶" not in whole
    assert TITLE not in whole
    assert "Lorries at" not in whole
    with switched_off(marks, TITLES, CAPTIONS):
        assert {"¶", TITLE, "Lorries at"} == {part for part in ("¶", TITLE, "Lorries at") if part in text()}
    with switched_off(UNREAD):
        assert "¶" in text()
    assert text() == whole


def test_a_step_is_on_again_after_an_error():
    def fail():
        with switched_off(UNREAD):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        fail()
    assert UNREAD.on


def test_steps_that_were_off_stay_off():
    with switched_off(UNREAD):
        with switched_off(UNREAD):
            pass
        assert not UNREAD.on


def test_a_wrong_kind_or_measure_is_told():
    with pytest.raises(ValueError, match="no such kind"):
        Part("mine", "guesses")
    with pytest.raises(ValueError, match="no such kind"):
        Step("mine", "completes", len, measure="beauty")


def test_scores_without_votes_are_the_scores():
    scores = np.array([0.1, 0.9, 0.4], np.float32)
    voted = without_votes(scores.tobytes())
    assert np.array_equal(voted.scores, scores)
    assert (voted.siblings, voted.repeated.tolist()) == (0, [0] * 3)
