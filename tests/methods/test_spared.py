"""What a site may not take away: lines between kept lines that it does not repeat."""

from types import SimpleNamespace

import numpy as np
import pytest

from scrapy_denoise import SiteTemplate
from scrapy_denoise.blocks import BlockScores, TextBlocks
from scrapy_denoise.methods.auto.auto import STAYS, Auto
from scrapy_denoise.methods.auto.cut import Cut
from scrapy_denoise.methods.compiled import LIFT, spared
from scrapy_denoise.page import Page

LONG = "The carpenters of the valley met at the mill on Monday and looked at the wheel for most of the day. " * 3


def page_of(*parts):
    """Each part at a path of its own but for those that are written as `fields`."""
    return Page.from_html("".join(f"<div class=c{i}>{part}</div>" for i, part in enumerate(parts)))


def rows_of(page, wanted):
    """For each text row whether its block is wanted."""
    return np.array(wanted, np.bool_)[page.cached(TextBlocks).block_of]


def stays(page, kept, alone, times, siblings=8, asked=None, scores=0.4, beside=None, itself=None):
    """The numbers of the blocks that stay. times: siblings that have each block's text; beside, itself: the score of
    each block with the siblings, by default 0.9 or 0, and by the page alone, by default too low to stay by it."""
    repeated = np.array(times, np.float32) / (siblings + 1)
    agreement = SimpleNamespace(siblings=siblings, of_repeated=repeated.tobytes())

    def cut(kept, scores):
        found = np.array(scores if scores is not None else np.where(kept, 0.9, 0.0), np.float32)
        of_rows = found[page.cached(TextBlocks).block_of]
        return Cut(agreement, None, rows_of(page, kept), of_rows, found=True, expected=0.9, dropped=None)

    def by_itself(exact):
        if asked is not None:
            asked.append(exact)
        return cut(alone, [0.4] * len(times) if itself is None else itself)

    found = spared(page, np.full(len(times), scores, np.float32).tobytes(), cut(kept, beside), by_itself)
    return [] if found is None else np.flatnonzero(found).tolist()


PARTS = (f"<p>{LONG}</p>", "<b>Oak</b>", f"<p>{LONG}{LONG}</p>", "<i>Beside</i>")
KEPT = [True, False, True, False]


def test_what_no_sibling_has_stays_between_kept_lines():
    page = page_of(*PARTS)
    assert len(page.cached(TextBlocks)) == 4
    assert stays(page, KEPT, [True] * 4, [0, 0, 0, 0]) == [1]  # what stands behind the last kept line does not
    assert stays(page, KEPT, [True, False, True, True], [0] * 4) == []  # nor what the page alone does not keep
    assert stays(page, KEPT, [True] * 4, [0, 5, 0, 0]) == []  # nor one line that most siblings have
    assert stays(page, [True] * 4, [True] * 4, [0] * 4) == []


def test_numbers_of_lines_do_not_stay():
    page = page_of(f"<p>{LONG}</p>", "<b>12</b>", f"<p>{LONG}{LONG}</p>")
    assert stays(page, [True, False, True], [True] * 3, [0] * 3) == []


def test_much_text_at_one_path_is_left_to_the_siblings():
    page = page_of(f"<p>{LONG}</p>", f"<p>{LONG}</p>", f"<p>{LONG}</p>")
    assert stays(page, [True, False, True], [True] * 3, [0] * 3) == []


def test_dates_that_one_sibling_has_do_not_stay():
    fields = "<ul><li>ann, 3 May 2024, 10:30</li><li>bob, 3 May 2024, 10:31</li><li>May be</li><li>Or so</li></ul>"
    page = page_of(f"<p>{LONG}</p>", fields, f"<p>{LONG * 12}</p>")
    kept = [True, False, False, False, False, True]
    assert stays(page, kept, [True] * 6, [0, 1, 1, 1, 1, 0]) == [3, 4]


@pytest.mark.parametrize("score", [0.69, 0.5])
def test_what_no_sibling_has_is_judged_by_the_page_alone(score):
    """Its score on the page alone has to reach the threshold, and others at its path lift it by so much at most."""
    page = page_of(f"<p>{LONG}</p>", f"<p>{LONG} At the mill</p>", "<i>Beside</i>")
    kept, alone, beside = [True, False, False], [True, True, False], [0.8, 0.2, 0.1]
    found = [1] if score > 0.8 - LIFT else []
    assert stays(page, kept, alone, [0] * 3, scores=score, beside=beside, itself=[0.9, 0.8, 0.0]) == found
    assert stays(page, kept, alone, [0] * 3, scores=score, beside=beside, itself=[0.9, 0.79, 0.0]) == []
    assert stays(page, kept, alone, [0, 2, 0], scores=score, beside=beside, itself=[0.9, 0.8, 0.0]) == []
    assert stays(page, kept, kept, [0] * 3, scores=score, beside=beside, itself=[0.9, 0.8, 0.0]) == []


@pytest.mark.parametrize(("times", "siblings", "found"), [(2, 4, [1]), (4, 8, [1]), (3, 4, []), (5, 8, []), (1, 3, [])])
def test_what_half_of_many_siblings_lack_stays(times, siblings, found):
    """Between kept lines."""
    page = page_of(f"<p>{LONG}</p>", "<p>Fits the old wheel</p>", "<p>Beside</p>")
    assert stays(page, [True, False, True], [True] * 3, [0, times, 0], siblings) == found
    assert stays(page, [True, False, False], [True] * 3, [0, times, 5], siblings) == []


def test_a_line_with_buttons_that_all_pages_have_is_no_value():
    page = page_of(f"<p>{LONG}</p>", "<p>Add <b>the wheel</b> to the list</p>", "<p>Beside</p>")
    assert len(page.cached(TextBlocks)) == 3
    assert stays(page, [True, False, True], [True, True, True], [0, 3, 0]) == []


@pytest.mark.parametrize(("siblings", "found"), [(1, [1]), (2, [1]), (3, []), (8, [])])
def test_what_few_siblings_remove_has_to_be_plain(siblings, found):
    """The page alone counts as one sibling more: the mean of the log-odds has to reach the threshold."""
    page = page_of(f"<p>{LONG}</p>", f"<p>{LONG}</p>", f"<p>{LONG}</p>")
    kept, alone, times = [True, False, True], [True, True, True], [0, siblings / 2, 0]
    beside, itself = [0.9, 0.4, 0.5], [0.9, 0.75, 0.8]
    assert stays(page, kept, alone, times, siblings, beside=beside, itself=itself) == found
    assert stays(page, kept, [True, False, True], times, siblings, beside=beside, itself=itself) == []
    assert stays(page, kept, alone, times, siblings, beside=[0.9, 0.1, 0.5], itself=itself) == []


def test_a_long_text_that_the_only_sibling_has_is_plain():
    beside, itself, kept = [0.9, 0.4, 0.5], [0.9, 0.75, 0.8], [True, False, True]
    for text, found in (("Beside the mill", [1]), (LONG, [])):
        page = page_of(f"<p>{LONG}</p>", f"<p>{text}</p>", f"<p>{LONG}</p>")
        assert stays(page, kept, [True] * 3, [0, 1, 0], 1, beside=beside, itself=itself) == found


def test_the_page_by_itself_is_asked_only_about_what_can_stay():
    page, asked = page_of(f"<p>{LONG}</p>", f"<p>{LONG}</p>", f"<p>{LONG}</p>"), []
    stays(page, [True, False, True], [True] * 3, [0, 4, 0], beside=[0.9, 0.2, 0.5], asked=asked)
    assert asked == []
    stays(page, [True, False, True], [True] * 3, [0, 4, 0], beside=[0.9, 0.45, 0.5], asked=asked)
    assert asked == [True]


def test_the_page_scores_its_repeated_texts_only_where_one_may_stay():
    page, asked = page_of(*PARTS), []
    stays(page, KEPT, [True] * 4, [0] * 4, asked=asked)
    stays(page, KEPT, [True] * 4, [0, 5, 0, 0], asked=asked)
    assert asked == [False]


def test_why_a_line_stays(monkeypatch):
    """Headings that two siblings speak against, since what they have in such an element is no content."""

    def page(number, heading):
        words = "first second third fourth fifth".split()[number]
        html = f"<div class=a><p>{LONG} {words}</p><h4>{heading}</h4><p>{LONG}{LONG} {words}</p></div>"
        return Page.from_html(html, url=f"https://mill.example/{number}")

    def scored(found, middle):
        return BlockScores(found, values=np.array([0.95, middle, 0.95], np.float32))

    site = SiteTemplate()
    for number in range(3):
        learned = page(number, f"Advertisement {'one two three'.split()[number]}")
        site.learn(learned, scores=scored(learned, 0.01))
    shown = page(4, "The wheel")
    found = Auto().decide(shown, site, scored(shown, 0.7))
    assert found.siblings == 3
    assert found.kept.tolist() == [True, True, True]
    assert found.scores[1] == min(found.scores[0], found.scores[2])  # as much as the last one that is kept
    assert found.explain(1)[0] == STAYS
    assert found.explain(0)[0] != STAYS
    monkeypatch.setattr("scrapy_denoise.methods.auto.auto.spared", lambda *_: None)
    assert Auto().decide(shown, site, scored(shown, 0.7)).kept.tolist() == [True, False, True]
