"""What a site may not take away: lines between kept lines that it does not repeat."""

from types import SimpleNamespace

import numpy as np
import pytest

from scrapy_denoise import SiteTemplate
from scrapy_denoise.blocks import BlockScores, TextBlocks
from scrapy_denoise.methods.auto.auto import STAYS, Auto
from scrapy_denoise.methods.auto.spared import spared
from scrapy_denoise.page import Page

LONG = "The carpenters of the valley met at the mill on Monday and looked at the wheel for most of the day. " * 3


def page_of(*parts):
    """Each part at a path of its own but for those that are written as `fields`."""
    return Page.from_html("".join(f"<div class=c{i}>{part}</div>" for i, part in enumerate(parts)))


def rows_of(page, wanted):
    """For each text row whether its block is wanted."""
    return np.array(wanted, np.bool_)[page.once(TextBlocks).block_of]


def stays(page, kept, alone, times, siblings=8, asked=None):
    """The numbers of the blocks that stay. times: siblings that have each block's text."""
    agreement = SimpleNamespace(siblings=siblings, repeated=np.array(times, np.float32) / (siblings + 1))

    def by_itself(exact):
        if asked is not None:
            asked.append(exact)
        return rows_of(page, alone)

    found = spared(page, rows_of(page, kept), agreement, by_itself)
    return [] if found is None else np.flatnonzero(found).tolist()


PARTS = (f"<p>{LONG}</p>", "<b>Oak</b>", f"<p>{LONG}{LONG}</p>", "<i>Beside</i>")
KEPT = [True, False, True, False]


def test_what_no_sibling_has_stays_between_kept_lines():
    page = page_of(*PARTS)
    assert len(page.once(TextBlocks)) == 4
    assert stays(page, KEPT, [True] * 4, [0, 0, 0, 0]) == [1]  # what stands behind the last kept line does not
    assert stays(page, KEPT, [True, False, True, True], [0] * 4) == []  # nor what the page alone does not keep
    assert stays(page, KEPT, [True] * 4, [0, 1, 0, 0]) == []  # nor one line that a sibling has
    assert stays(page, [True] * 4, [True] * 4, [0] * 4) == []


def test_numbers_of_lines_do_not_stay():
    page = page_of(f"<p>{LONG}</p>", "<b>12</b>", f"<p>{LONG}{LONG}</p>")
    assert stays(page, [True, False, True], [True] * 3, [0] * 3) == []


def test_much_text_at_one_path_is_left_to_the_siblings():
    page = page_of(f"<p>{LONG}</p>", f"<p>{LONG}</p>", f"<p>{LONG}</p>")
    assert stays(page, [True, False, True], [True] * 3, [0] * 3) == []


@pytest.mark.parametrize(("times", "found"), [(0, [1, 2, 3]), (1, [1, 2, 3]), (2, [])])
@pytest.mark.parametrize("siblings", [1, 8])
def test_short_fields_that_one_sibling_has_stay(times, found, siblings):
    if times > siblings:
        return
    fields = "<ul><li>Oak</li><li>Pine</li><li>Birch</li></ul>"
    page = page_of(f"<p>{LONG}</p>", fields, f"<p>{LONG}{LONG}</p>")
    kept = [True, False, False, False, True]
    assert stays(page, kept, [True] * 5, [0, times, times, times, 0], siblings) == found


def test_dates_that_one_sibling_has_do_not_stay():
    fields = "<ul><li>ann, 3 May 2024, 10:30</li><li>bob, 3 May 2024, 10:31</li><li>May be</li></ul>"
    page = page_of(f"<p>{LONG}</p>", fields, f"<p>{LONG * 12}</p>")
    kept = [True, False, False, False, True]
    assert stays(page, kept, [True] * 5, [0, 1, 1, 1, 0]) == [3]


def test_the_page_scores_its_repeated_texts_only_where_one_may_stay():
    page, asked = page_of(*PARTS), []
    stays(page, KEPT, [True] * 4, [0] * 4, asked=asked)
    stays(page, KEPT, [True] * 4, [0, 3, 0, 0], asked=asked)
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
    assert found.explain(1)[0] == STAYS
    assert found.explain(0)[0] != STAYS
    monkeypatch.setattr("scrapy_denoise.methods.auto.auto.spared", lambda *_: None)
    assert Auto().decide(shown, site, scored(shown, 0.7)).kept.tolist() == [True, False, True]
