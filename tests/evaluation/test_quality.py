"""A fixed sample of the development corpora: quality has a floor, and no page of them breaks anything."""

import os
from pathlib import Path

import numpy as np
import pytest

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.evaluation import read_corpus, shingle_scores, siblings
from scrapy_denoise.methods.quark import Quark
from scrapy_denoise.page import Page

CORPORA = Path(os.environ.get("DENOISE_CORPORA", Path(__file__).parents[3] / "shared" / "corpora"))

pytestmark = pytest.mark.corpus

# corpus, pages, and the mean F1 below which something is broken: a little under what is measured on them
FLOORS = [("aeb", 80, 0.90), ("gne-zh-news", 36, 0.95), ("cleanportaleval", 25, 0.90), ("ug-wp-ugubuntu", 20, 0.75)]


@pytest.mark.parametrize(("name", "count", "floor"), FLOORS)
def test_the_mean_f1_of_auto(name, count, floor):
    path = next((path for path in (CORPORA / name, CORPORA / f"{name}.tar.xz") if path.exists()), None)
    if path is None:
        pytest.skip(f"no corpus {name} in {CORPORA} (DENOISE_CORPORA names another folder)")
    pages = read_corpus(path)
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
    path = next((path for path in (CORPORA / name, CORPORA / f"{name}.tar.xz") if path.exists()), None)
    if path is None:
        pytest.skip(f"no corpus {name} in {CORPORA} (DENOISE_CORPORA names another folder)")
    pages = read_corpus(path)
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


TILED = sorted({path.name.split(".tar")[0] for path in CORPORA.glob("*") if not path.name.startswith(".")})


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in TILED if name not in ("README.md", "held-out.bin")])
def test_the_blocks_of_quark_tile_every_page(name):
    """A sample of 40 pages a corpus, of archives of 20 MB and more none; DENOISE_ALL_PAGES=1: all pages of all."""
    path = next(path for path in (CORPORA / name, CORPORA / f"{name}.tar.xz") if path.exists())
    every = bool(os.environ.get("DENOISE_ALL_PAGES"))
    if not every and path.is_file() and path.stat().st_size > 20 * 2**20:
        pytest.skip(f"{name} is large (DENOISE_ALL_PAGES=1 reads it)")
    pages = read_corpus(path)
    for gold in pages if every else pages[:: max(1, len(pages) // 40)]:
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
