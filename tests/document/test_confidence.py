"""The confidence of a result: the F1 that a model expects of the selection after all steps."""

import attrs
import numpy as np
import pytest

from scrapy_denoise import Result, denoise
from scrapy_denoise.blocks.forest.forest import Forest
from scrapy_denoise.methods.auto.auto import Auto
from scrapy_denoise.methods.auto.confidence import MEASURES, find_confidence, selection_measures
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.page import Page

PARAGRAPHS = "".join(
    f"<p>The ferry of pier {n} leaves at noon, and the guests of the island wait for it in the rain.</p>"
    for n in range(12)
)
ARTICLE = f"<title>The ferry</title><h1>The ferry</h1>{PARAGRAPHS}"
LINKS = "".join(f"<li><a href=/{n}>Harbour {n}</a></li>" for n in range(30))
UNSURE = f"<ul>{LINKS}</ul><div><span>Boats</span> <span>Tickets for the ferry of noon</span></div><ul>{LINKS}</ul>"


def measures(page):
    found = Auto().select(page)
    return dict(zip(MEASURES, selection_measures(page, found), strict=True))


def test_an_article_is_surer_than_a_line_among_links():
    assert denoise(ARTICLE).confidence > 0.85 > denoise(UNSURE).confidence


def test_it_is_read_from_the_selection_after_all_steps():
    page = Page.from_html(ARTICLE)
    found = Auto().select(page)
    half = found.kept & (np.cumsum(found.kept) <= found.kept.sum() // 2)
    part = attrs.evolve(found, kept=half)
    place = MEASURES.index("missed")
    assert selection_measures(page, part)[place] > selection_measures(page, found)[place] + 0.3
    assert find_confidence(page, part) < find_confidence(page, found)


def test_the_measures_are_finite_and_shares_are_shares():
    for html in (ARTICLE, PARAGRAPHS[:200], f"{ARTICLE}<ul>{LINKS}</ul>"):
        found = measures(Page.from_html(html))
        assert all(np.isfinite(value) for value in found.values())
        for name in ("estimate", "mean_score", "expected", "missed", "sure_share", "runs", "contiguous", "long_share"):
            assert -1e-6 <= found[name] <= 1 + 1e-6, name


@pytest.mark.parametrize(("method", "confidence"), [("everything", 0.5), ("quark", 0.25)])
def test_a_method_without_scores_says_it_itself(method, confidence):
    page = Page.from_html(ARTICLE)
    kept = np.ones(len(page.columns.text_rows), np.bool_)
    assert Result(page, Selection(kept, method, confidence)).confidence == confidence


def test_nothing_kept_has_the_f1_that_was_expected():
    page = Page.from_html(ARTICLE)
    found = Auto(min_expected_f1=1).select(page)
    assert not found.kept.any()
    assert Result(page, found).confidence == found.confidence == found.expected


def test_the_model_of_the_package_reads_these_measures():
    assert Forest.load("confidence", MEASURES)["f1"].names == MEASURES
