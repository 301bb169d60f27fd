"""How good the models are on sites that they have not seen: the sites are dealt into folds, and the pages of each fold
are read by a model learned from the others."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from statistics import fmean

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray
from rich.progress import track

from scrapy_denoise import SiteTemplate
from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.blocks.block_model import BlockModel
from scrapy_denoise.blocks.page_model import LEARNED_TYPES, predicted
from scrapy_denoise.evaluation import Score
from scrapy_denoise.methods.auto.auto import Auto
from training.labels import SHINGLE, Labelled
from training.learning import SEED, Learner, folds_of

SIBLINGS = 10
"""Other pages of its site that a page's template is learned from, at most."""

MANY_SIBLINGS = 8
WORSE = 0.02

Rows = list[tuple[str, ...]]
Table = tuple[str, Rows]
Sites = dict[tuple[str, str], list[Labelled]]


@frozen
class Measured:
    """One page, alone and with a template: F1, neutral F1, and the shares of the phrases found; NaN where the gold has
    no such."""

    group: str
    f1: tuple[float, float]
    neutral: tuple[float, float]
    words: tuple[float, float]
    found: tuple[float, float]
    leaked: tuple[float, float]
    siblings: int


def by_site(pages: list[Labelled]) -> Sites:
    sites = defaultdict(list)
    for page in pages:
        sites[page.group, page.site].append(page)
    return sites


def score_by_others(pages: list[Labelled], fold: NDArray[np.int64], learner: Learner) -> dict[int, BlockModel]:
    """Give every page the scores of a model that has not seen its site; the models by the number of the part that each
    has not seen."""
    models = {}
    for number in track(sorted(set(fold.tolist())), "Learning"):
        model = learner.blocks([page for page, n in zip(pages, fold, strict=True) if n != number])
        models[number] = model
        for page in [page for page, n in zip(pages, fold, strict=True) if n == number]:
            page.scores = BlockScores(page.page, model)
    return models


def template(pages: list[Labelled], target: Labelled) -> SiteTemplate:
    """What up to SIBLINGS other pages of a page's site teach."""
    others = [page for page in pages if page is not target]
    site = SiteTemplate()
    for other in random.Random(target.page.digest).sample(others, min(len(others), SIBLINGS)):
        site.learn(other.page, scores=other.scores)
    return site


def select(page: Labelled, site: SiteTemplate | None = None, method: Auto = Auto()) -> NDArray[np.bool_]:  # noqa: B008
    """For each text row of a scored page whether the default method keeps it."""
    assert page.scores is not None
    return method.decide(page.page, site, page.scores).kept


def kept_blocks(page: Labelled, rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each block whether its text rows were kept."""
    kept = np.zeros(len(page.lengths), np.bool_)
    kept[page.blocks.block_of] = rows
    return kept


def f1(page: Labelled, rows: NDArray[np.bool_], neutral: bool = False, n: int = SHINGLE) -> float:
    """F1 of the shingles of `n` words of the blocks whose text rows were kept; neutral: without the neutral lines.

    The measure of `scrapy_denoise.evaluation.shingle_scores`, by blocks in place of the lines of a text.
    """
    kept = kept_blocks(page, rows)
    if neutral:
        kept &= ~page.neutral
    text, gold = page.words[np.repeat(kept, page.lengths)], page.neutral_gold if neutral else page.gold
    mine, theirs = shingle_counts(text, n), shingle_counts(gold, n)
    common = (mine & theirs).total()
    return Score.from_counts(common, theirs.total(), mine.total()).f1


def shingle_counts(words: NDArray[np.int64], n: int = SHINGLE) -> Counter[int]:
    """How often each shingle occurs, by its hash; fewer words than `n` are one shingle."""
    if not len(words):
        return Counter()
    n = min(n, len(words))
    hashed = np.zeros(len(words) - n + 1, np.uint64)
    for i in range(n):
        hashed = hashed * np.uint64(0x9E3779B97F4A7C15) + words[i : len(words) - n + 1 + i].astype(np.uint64)
    return Counter(hashed.tolist())


def phrase_shares(page: Labelled, rows: NDArray[np.bool_]) -> tuple[float, float]:
    """Shares of the good and of the bad phrases that are in the kept blocks; NaN where there are none."""
    kept = kept_blocks(page, rows)
    text = "".join(text for text, is_kept in zip(page.block_texts, kept, strict=False) if is_kept)
    return _share(page.phrases, text), _share(page.unwanted, text)


def _share(phrases: tuple[str, ...], text: str) -> float:
    return fmean(phrase in text for phrase in phrases) if phrases else np.nan


def measure(pages: list[Labelled]) -> list[Measured]:
    """All scored pages, alone and with a template."""
    sites, method, found = by_site(pages), Auto(), []
    for page in track(pages, "Measuring"):
        assert page.scores is not None
        alone = method.decide(page.page, None, page.scores)
        known = method.decide(page.page, template(sites[page.group, page.site], page), page.scores)
        kept = (alone.kept, known.kept)
        none = (np.nan, np.nan)
        phrases = [phrase_shares(page, rows) for rows in kept]
        found.append(
            Measured(
                page.group,
                f1=tuple(f1(page, rows) for rows in kept) if page.has_gold else none,
                neutral=tuple(f1(page, rows, neutral=True) for rows in kept) if page.has_gold else none,
                words=tuple(f1(page, rows, n=1) for rows in kept) if page.group == "wcxb" else none,
                found=(phrases[0][0], phrases[1][0]),
                leaked=(phrases[0][1], phrases[1][1]),
                siblings=known.siblings,
            )
        )
    return found


COLUMNS = ("corpus", "pages", "alone", "with template", "neutral alone", "neutral with template",
           "pages with 8 siblings", "alone", "with template", "worse by .02")  # fmt: skip


def validate(pages: list[Labelled], folds: int, drawings: int, learner: Learner) -> list[Table]:
    """Tables: the mean F1 by corpus on pages of sites that their model has not seen, alone and with a template; the
    phrases that are found.

    drawings: how often the sites are dealt anew, and the models learned with another seed. A site alone moves by .02
    from one to another.
    """
    found: list[Measured] = []
    for drawing in reversed(range(drawings)):  # that of SEED the last: page types are read by its scores
        seed = SEED + drawing
        fold = folds_of(pages, folds, seed)
        score_by_others(pages, fold, evolve(learner, seed=seed))
        found += measure(pages)
    tables = [
        ("Mean F1 on sites not seen", _by_corpus(found, drawings)),
        ("Phrases found on sites not seen", _by_phrases(found, drawings)),
    ]
    return [(title, rows) for title, rows in tables if len(rows) > 1]


def _by_corpus(found: list[Measured], drawings: int) -> Rows:
    groups: dict[str, list[Measured]] = defaultdict(list)
    for page in found:
        if not np.isnan(page.f1[0]):
            groups[page.group].append(page)
    rows, means = [COLUMNS], []
    for group, members in sorted(groups.items()):
        many = [page for page in members if page.siblings >= MANY_SIBLINGS]
        values = [
            *np.mean([(*page.f1, *page.neutral) for page in members], axis=0),
            *(np.mean([page.f1 for page in many], axis=0) if many else (np.nan, np.nan)),
        ]
        means.append(values)
        worse = fmean(page.f1[1] < page.f1[0] - WORSE for page in members)
        text = [_figure(value) for value in values]
        rows.append((group, _count(members, drawings), *text[:4], _count(many, drawings), *text[4:], f"{worse:.3f}"))
        if not np.isnan(members[0].words[0]):
            words = [_figure(value) for value in np.mean([page.words for page in members], axis=0)]
            rows.append((f"{group} (words)", _count(members, drawings), *words, *[""] * (len(COLUMNS) - 4)))
    columns = np.array(means).reshape(-1, len(COLUMNS) - 4).T
    text = [_figure(np.mean(known)) if len(known := column[~np.isnan(column)]) else "" for column in columns]
    return [*rows, ("mean of these", "", *text[:4], "", *text[4:], "")]


def _by_phrases(found: list[Measured], drawings: int) -> Rows:
    groups: dict[str, list[Measured]] = defaultdict(list)
    for page in found:
        if not np.isnan(page.found[0]):
            groups[page.group].append(page)
    rows: Rows = [("corpus", "pages", "good alone", "good with template", "bad alone", "bad with template")]
    for group, members in sorted(groups.items()):
        shares = np.array([(*page.found, *page.leaked) for page in members])
        text = [_figure(fmean(known)) if len(known := part[~np.isnan(part)]) else "" for part in shares.T]
        rows.append((group, _count(members, drawings), *text))
    return rows


def validate_types(pages: list[Labelled], fold: NDArray[np.int64], learner: Learner) -> Table:
    """A table: how often the page type is right on sites that the models have not seen."""
    right, told, there = Counter[str](), Counter[str](), Counter[str]()
    for number in sorted(set(fold.tolist())):
        models = learner.page_types([page for page, n in zip(pages, fold, strict=True) if n != number])
        known = [
            page
            for page, n in zip(pages, fold, strict=True)
            if n == number and page.page_type in LEARNED_TYPES and page.typed
        ]
        for page in known:
            name = LEARNED_TYPES[int(predicted(page.row[None], models)[0].argmax())]
            there[page.page_type] += 1
            told[name] += 1
            right[name] += name == page.page_type
    rows: Rows = [("type", "pages", "precision", "recall")]
    for name in LEARNED_TYPES:
        precision, recall = right[name] / max(told[name], 1), right[name] / max(there[name], 1)
        rows.append((name, str(there[name]), f"{precision:.2f}", f"{recall:.2f}"))
    share = right.total() / max(there.total(), 1)
    rows.append(("all", str(there.total()), f"{share:.2f}", f"{share:.2f}"))
    return "Page types on sites not seen", rows


def _count(members: Iterable[Measured], drawings: int) -> str:
    count = len(list(members))
    return f"{count / drawings:.0f}" if count else ""


def _figure(value: float) -> str:
    return "" if np.isnan(value) else f"{value:.4f}"
