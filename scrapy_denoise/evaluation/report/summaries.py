"""Summaries of rows: means, medians and bootstrap intervals of each extractor over groups of pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from scrapy_denoise.evaluation.run.rows import FIELD_METRICS, TEXT_METRICS, Row

MIN_CORRECT_F1 = 0.9
"""A page counts as correct if its F1 is at least this."""

BOOTSTRAP_RESAMPLES = 1000
CONFIDENCE_LEVEL = 0.95

MIN_LANGUAGE_PAGES = 100
"""A corpus is divided into groups by language if several languages have at least this many pages."""

MIN_SITE_PAGES = 5
"""A site with at least this many pages is a group of its own."""

GROUPINGS = ("all", "corpus", "language", "page_type", "site")

METRICS = (*TEXT_METRICS, *FIELD_METRICS, "with_rate", "without_rate", "template_loss", "seconds", "memory", "nodes")
"""The fields of `Row` that are averaged."""

_OF_F1 = ("low", "high", "difference_low", "difference_high", "difference", "correct")


@frozen
class Summary:
    """The results of one extractor over one group of pages.

    grouping: one of GROUPINGS.
    group: the corpus (with the language if it has several), language, page type or site.
    means, medians: by metric, over the pages with a known value; None if there are none.
    low, high: the confidence interval of the mean F1. difference, with its own interval: the mean F1 minus that of the
        first extractor on the same pages. correct: the share of pages with an F1 of at least MIN_CORRECT_F1. These
        fields are over the pages with a gold text, and None if there are none.
    empty, failed: numbers of pages.
    fallback_pages: the number of pages that another method decided, by that method.
    own_pages: the number of the other pages; own_means, own_correct: means and correct over those.
    curve: mean F1 by number of siblings, over the `curve_pages` pages that have as many siblings as the last number.
    """

    grouping: str
    group: str
    extractor: str
    pages: int
    means: dict[str, float | None]
    medians: dict[str, float | None]
    low: float | None
    high: float | None
    difference: float | None
    difference_low: float | None
    difference_high: float | None
    correct: float | None
    empty: int
    failed: int
    fallback_pages: dict[str, int]
    own_pages: int
    own_means: dict[str, float | None]
    own_correct: float | None
    curve: dict[str, float]
    curve_pages: int


def summarise(rows: Sequence[Row], extractors: Sequence[str], seed: int = 1) -> list[Summary]:
    """The summaries of all groups of all groupings, with the extractors in order. seed: of the bootstrap."""
    by_page: dict[tuple[str, str], dict[str, Row]] = {}
    for row in rows:
        by_page.setdefault((row.corpus, row.id), {})[row.extractor] = row
    pages = [found for found in by_page.values() if len(found) == len(extractors)]
    languages = _split_languages(rows)
    groups: dict[tuple[str, str], list[dict[str, Row]]] = {}
    for page in pages:
        for name in _groups_of(page[extractors[0]], languages):
            groups.setdefault(name, []).append(page)
    order = {name: place for place, name in enumerate(GROUPINGS)}
    found = []
    for (grouping, group), members in sorted(groups.items(), key=lambda item: (order[item[0][0]], item[0][1])):
        if grouping != "site" or len(members) >= MIN_SITE_PAGES:
            found += _summaries(grouping, group, members, extractors, seed)
    return found


def _groups_of(row: Row, languages: dict[str, set[str]]) -> list[tuple[str, str]]:
    shown = languages[row.corpus]
    language = (row.lang if row.lang in shown else "other") if shown else ""
    return [
        ("all", "all"),
        ("corpus", f"{row.corpus} {language}".strip()),
        ("language", row.lang or "unknown"),
        ("page_type", row.page_type or "unknown"),
        ("site", row.site),
    ]


def _summaries(
    grouping: str, group: str, pages: Sequence[dict[str, Row]], extractors: Sequence[str], seed: int
) -> list[Summary]:
    of_f1 = _of_f1([[page[name].f1 for name in extractors] for page in pages], seed)
    found = []
    for place, name in enumerate(extractors):
        rows = [page[name] for page in pages]
        method = name.partition(" ")[0]
        own = [row for row in rows if row.method == method]
        curves = [row.curve for row in rows if row.curve]
        found.append(
            Summary(
                grouping=grouping,
                group=group,
                extractor=name,
                pages=len(rows),
                means=_of_metrics(rows, np.mean),
                medians=_of_metrics(rows, np.median),
                **{figure: float(values[place]) if len(values) else None for figure, values in of_f1.items()},
                empty=sum(row.empty for row in rows),
                failed=sum(bool(row.error) for row in rows),
                fallback_pages=dict(Counter(row.method for row in rows if row.method != method).most_common()),
                own_pages=len(own),
                own_means=_of_metrics(own, np.mean),
                own_correct=_share_correct(own),
                curve={count: float(np.mean([curve[count] for curve in curves])) for count in (curves or [{}])[0]},
                curve_pages=len(curves),
            )
        )
    return found


def _share_correct(rows: Sequence[Row]) -> float | None:
    known = [row.f1 >= MIN_CORRECT_F1 for row in rows if row.f1 is not None]
    return float(np.mean(known)) if known else None


def _of_f1(scores: Sequence[Sequence[float | None]], seed: int) -> dict[str, NDArray[Any]]:
    """The fields of `Summary` that derive from F1, each with one value per extractor; empty without any gold text.

    scores: of shape (pages, extractors).
    """
    known = np.array([page for page in scores if None not in page], np.float64)
    if not len(known):
        return dict.fromkeys(_OF_F1, known)
    means = known.mean(axis=0)
    correct = np.mean(known >= MIN_CORRECT_F1, axis=0)
    return dict(zip(_OF_F1, (*bootstrap(known, seed), means - means[0], correct), strict=True))


def bootstrap(scores: NDArray[Any], seed: int = 1) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Paired percentile intervals of the means and of their differences to the first extractor's mean, at
    CONFIDENCE_LEVEL.

    scores: of shape (pages, extractors). Each of BOOTSTRAP_RESAMPLES resamples draws as many pages as there are, with
    replacement, the same for all extractors (Efron and Tibshirani 1993, section 13.3). Returns low and high of the
    means, and low and high of the differences, each with one value per extractor.
    """
    n = len(scores)
    random = np.random.default_rng(seed)
    means = np.empty((BOOTSTRAP_RESAMPLES, scores.shape[1]))
    for start in range(0, BOOTSTRAP_RESAMPLES, 100):  # by parts: the draws of all resamples at once would be large
        counts = random.multinomial(n, np.full(n, 1 / n), size=100)
        means[start : start + 100] = counts @ scores / n
    tails = [50 * (1 - CONFIDENCE_LEVEL), 50 * (1 + CONFIDENCE_LEVEL)]
    low, high = np.percentile(means, tails, axis=0)
    difference_low, difference_high = np.percentile(means - means[:, :1], tails, axis=0)
    return low, high, difference_low, difference_high


def _of_metrics(rows: Sequence[Row], average: Callable[[NDArray[Any]], Any]) -> dict[str, float | None]:
    """For each metric, the average over the rows with a known value; None if there are none."""
    columns = {metric: _known(getattr(row, metric) for row in rows) for metric in METRICS}
    return {metric: float(average(values)) if len(values) else None for metric, values in columns.items()}


def _known(values: Iterable[float | None]) -> NDArray[Any]:
    return np.array([value for value in values if value is not None], np.float64)


def _split_languages(rows: Iterable[Row]) -> dict[str, set[str]]:
    """For each corpus, the languages that get a row of their own: none if one language is nearly the whole corpus."""
    pages = {(row.corpus, row.id): row.lang for row in rows}
    found = {}
    for corpus, names in groupby(sorted(pages), key=lambda name: name[0]):
        counts = Counter(pages[name] for name in names)
        languages = {language for language, count in counts.items() if count >= MIN_LANGUAGE_PAGES}
        found[corpus] = languages if len(languages) > 1 else set()
    return found
