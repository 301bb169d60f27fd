"""A fixed sample of the development corpora: quality has a floor, and no page of them breaks anything."""

import numpy as np
import pytest
from helpers.corpora import NAMES, corpus_pages, corpus_sample

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.evaluation import shingle_scores, siblings
from scrapy_denoise.methods.quark.quark import Quark
from scrapy_denoise.page import Page

pytestmark = pytest.mark.corpus

# corpus, pages, and the mean F1 below which something is broken: a little under what is measured on them
FLOORS = [("aeb", 80, 0.90), ("gne-zh-news", 36, 0.95), ("cleanportaleval", 25, 0.90), ("ug-wp-ugubuntu", 20, 0.75)]


@pytest.mark.parametrize(("name", "count", "floor"), FLOORS)
def test_the_mean_f1_of_auto(name, count, floor):
    pages = corpus_pages(name)
    scores = []
    for page in pages[:count]:
        site = SiteTemplate()
        for sibling in siblings(page, pages):
            site.learn(Page.from_html(sibling.html, url=sibling.url))
        result = denoise(page.html, page.url, site=site)
        assert result.reason != "error"
        scores.append(shingle_scores(page.gold_text, result.text).f1)
    assert np.mean(scores) >= floor


@pytest.mark.parametrize(("name", "floor", "correct"), [("gne-zh-news", 0.96, 0.95), ("cleanportaleval", 0.97, 0.94)])
def test_feature_tree_where_it_has_a_similar_page(name, floor, correct):
    pages = corpus_pages(name)
    scores = []
    for page in pages:
        others = siblings(page, pages)
        site = SiteTemplate()
        for sibling in others:
            site.learn(Page.from_html(sibling.html, url=sibling.url))
        result = denoise(page.html, page.url, method="feature_tree", site=site)
        if len(others) >= 2 and result.method == "feature_tree":
            scores.append(shingle_scores(page.gold_text, result.text).f1)
    assert len(scores) > 15
    assert np.mean(scores) >= floor
    assert np.mean(np.array(scores) >= 0.9) >= correct


@pytest.mark.parametrize("name", NAMES)
def test_the_blocks_of_quark_tile_every_page(name):
    for gold in corpus_sample(name, 40):
        page = Page.from_html(gold.html, url=gold.url)
        columns = page.columns
        for method in (Quark(), Quark.paper()):
            blocks = method.blocks(page)
            # from the root down, the block of a row is its own where it is a root, else that of its parent
            expected = np.where(np.isin(np.arange(len(columns)), blocks.root), np.arange(len(columns)), -1)
            inherited = np.where(expected >= 0, expected, blocks.root[blocks.of_row[np.maximum(columns.parent, 0)]])
            assert (blocks.root[blocks.of_row] == inherited).all()
            assert blocks.sums(columns.chars[columns.text_rows]).sum() == columns.chars.sum()
            assert (blocks.chars >= 0).all()
