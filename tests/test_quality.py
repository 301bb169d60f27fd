"""A fixed sample of the development corpora: quality has a floor, and no page of them breaks anything."""

import os
from pathlib import Path

import numpy as np
import pytest

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.evaluation import read_corpus, shingle_scores, siblings
from scrapy_denoise.page import Page

CORPORA = Path(os.environ.get("DENOISE_CORPORA", Path(__file__).parents[2] / "shared" / "corpora"))

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
