"""What is like a block of a list, and what a model makes of it."""

import numpy as np
import pytest

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.document.entries.compiled import group_measures
from scrapy_denoise.document.entries.list_scores import (
    MEASURES,
    NO_GROUP,
    blocks_in_records,
    list_features,
    list_model,
    list_scores,
)
from scrapy_denoise.page import Page

URL = "https://mill.example/"
ENTRY = '<li><a href="/{n}">A long title of the mill, no. {n}</a><p>{text}</p></li>'
TEXTS = ["Its wheel.", "Its axle, which is old.", "Its miller, who is older."]
HTML = "<p>The mill</p><ul>{}</ul>".format("".join(ENTRY.format(n=n, text=text) for n, text in enumerate(TEXTS)))
SCORES = np.array([0.9, 0.2, 0.4, 0.3, 0.5, 0.6, 0.7], np.float32)


def log_odds(score):
    return np.log((score + 0.01) / (1.01 - score))


@pytest.fixture
def page():
    return Page.from_html(HTML, url=URL)


def test_features(page):
    chars = page.cached(TextBlocks).chars
    assert len(chars) == len(SCORES)
    found = {name: column.tolist() for name, column in zip(MEASURES, list_features(page, SCORES).T, strict=True)}
    assert found["score"] == pytest.approx(log_odds(SCORES).tolist(), rel=1e-5)
    titles, texts, entries = [1, 3, 5], [2, 4, 6], [1, 2, 3, 4, 5, 6]

    def mean(blocks):
        return float(log_odds(np.average(SCORES[blocks], weights=chars[blocks])))

    assert found["path_score"] == pytest.approx(
        [mean([0]), *[mean(titles), mean(texts)] * 3],
        rel=1e-5,
    )
    assert found["path_links"] == [0, 1, 0, 1, 0, 1, 0]
    assert found["path_chars"][2] == pytest.approx(chars[2] / chars[texts].mean(), rel=1e-5)
    for kind in ("near", "large"):
        assert found[f"{kind}_group_score"] == pytest.approx([NO_GROUP, *[mean(entries)] * 6], rel=1e-5)
        assert found[f"{kind}_record_score"][3:5] == pytest.approx([mean([3, 4])] * 2, rel=1e-5)
    assert found["near_mean_chars"] == pytest.approx([0, *[chars[entries].sum() / 3] * 6], rel=1e-5)
    assert found["page_score"] == pytest.approx([mean(np.arange(7))] * 7, rel=1e-5)
    assert found["page_highest"] == pytest.approx([0.9] * 7)
    assert found["page_links"][0] == pytest.approx(chars[titles].sum() / chars.sum(), rel=1e-5)
    assert found["page_records"][0] == pytest.approx(chars[entries].sum() / chars.sum(), rel=1e-5)
    assert found["in_record"] == found["read"] == [0, 1, 1, 1, 1, 1, 1]
    assert found["list_records"] == [0, 3, 3, 3, 3, 3, 3]


def test_records_that_are_known_are_not_looked_for(page):
    known = blocks_in_records(page)
    without = Page.from_html(HTML)
    without.root = None
    assert list_features(without, SCORES, known).tolist() == list_features(page, SCORES).tolist()


def test_the_model_reads_the_features(page):
    scores = list_scores(page, SCORES)
    assert scores.dtype == np.float32
    assert ((scores > 0) & (scores < 1)).all()
    assert scores.tolist() == list_model()(list_features(page, SCORES)).tolist()


def test_columns_of_another_page_are_refused(page):
    columns, blocks = page.columns, page.cached(TextBlocks)
    rows = np.zeros(len(columns))
    groups = np.zeros(len(columns), np.int64)
    sizes = np.ones(1, np.int64)
    with pytest.raises(ValueError, match="columns of different lengths"):
        group_measures(columns.parent, blocks.element_row, groups, rows, rows, sizes, np.zeros((5, 1)))
    with pytest.raises(ValueError, match="no such group"):
        group_measures(columns.parent, blocks.element_row, groups + 1, rows, rows, sizes, np.zeros((5, len(blocks))))


def test_deep_pages_take_bounded_walks():
    deep = Page.from_html("<div>" * 200 + "<ul><li>One</li><li>Two</li><li>Three</li></ul>" + "</div>" * 200)
    found = list_features(deep, np.full(3, 0.5, np.float32))
    assert found[:, MEASURES.index("near_group_score")].tolist() == pytest.approx([0] * 3)
