"""The trainer of the confidence, on selections that are invented."""

import numpy as np
import pytest

from scrapy_denoise.methods.auto.confidence import MEASURES
from training.train_confidence import Finished, bins, confidences, learned, tables

PLACE = MEASURES.index("mean_score")


def selections(count=400, seed=1):
    """Selections whose F1 is their mean score, give or take .1; every tenth is of a page without its content."""
    draw = np.random.default_rng(seed)
    found = []
    for number in range(count):
        row = draw.uniform(0, 1, len(MEASURES)).astype(np.float32)
        f1 = float(np.clip(row[PLACE] + draw.normal(0, 0.1), 0, 1))
        emptied = number % 10 == 0
        found.append(Finished("made", f"{number}.example", "article", row, 0.0 if emptied else f1, emptied=emptied))
    return found


def test_the_confidence_of_a_page_is_by_the_pages_of_other_folds():
    pages = selections()
    fold = np.arange(len(pages)) % 2
    known = confidences(pages, fold, 1)
    whole = np.array([not page.emptied for page in pages])
    f1 = np.array([page.f1 for page in pages])
    assert np.corrcoef(known[whole], f1[whole])[0, 1] > 0.8
    model = learned([page for page, number in zip(pages, fold, strict=True) if number == 0], 1)
    own = np.flatnonzero(fold == 1)
    assert known[own] == pytest.approx(model(np.stack([pages[i].row for i in own])))


def test_a_page_of_which_nothing_is_kept_has_no_confidence():
    pages = [*selections(), Finished("made", "none.example", "article", None, 0.0)]
    known = confidences(pages, np.arange(len(pages)) % 2, 1)
    assert np.isnan(known).tolist() == [False] * 400 + [True]
    assert next(bins(pages, known)) == ("nothing kept", "1", "", "0.000")


def test_each_row_of_the_table_has_its_mean_confidence_and_f1():
    pages = selections(20)
    for page in pages:
        page.row[:] = 0
    known = np.array([0.15] * 10 + [0.95] * 10)
    rows = list(bins(pages, known))
    assert [row[:3] for row in rows] == [("0.1 to 0.2", "10", "0.150"), ("0.9 to 1.0", "10", "0.950")]
    assert float(rows[0][3]) == pytest.approx(np.mean([page.f1 for page in pages[:10]]), abs=0.001)
    ((_title, (head, *found)),) = tables(pages, known)
    assert head == ("pages", "confidence", "number", "mean confidence", "mean F1")
    assert {row[0] for row in found} == {"all pages alone", "pages without their content"}
