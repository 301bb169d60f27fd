"""What pages without gold text teach, where other pages of their site have one.

    python -m training.without_gold CORPUS... [--drawings 1]

Three quarters of the pages of each site of three or more lose their gold. Models are learned from some folds of the
sites and measured on the others, as in training.train_auto, in three ways: from the pages that keep their gold; from
these and from the others, whose content is what a model of the first kind keeps of them with the template of their
site; and from all pages with their gold. The table has the mean neutral F1, alone and with a template.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import fmean

import numpy as np
from attrs import evolve
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.blocks.forest import Forest
from training.labels import Labelled, read
from training.learning import Learner
from training.limits import means
from training.measuring import SEED, Rows, by_site, folds_of, select, template
from training.options import parser_of
from training.tables import show

MANY = 3
"""Pages of a site from which on some lose their gold."""

KEPT = 0.25
"""Share of the pages of such a site that keep it; one at least."""

WAYS = ("gold of some", "templates tell the rest", "gold of all")


def with_gold(pages: list[Labelled]) -> NDArray[np.bool_]:
    """For each page whether it keeps its gold: the first of each large site, by the hashes of the pages."""
    kept = np.ones(len(pages), np.bool_)
    number = {id(page): i for i, page in enumerate(pages)}
    for members in by_site(pages).values():
        if len(members) >= MANY:
            dealt = sorted(members, key=lambda page: page.page.digest)
            for page in dealt[max(1, round(KEPT * len(dealt))) :]:
                kept[number[id(page)]] = not page.has_gold
    return kept


@contextmanager
def told_by_templates(pages: list[Labelled], unknown: list[Labelled], model: Forest) -> Iterator[None]:
    """Within it the content of `unknown`, which are some of `pages`, is what the default method keeps by this model and
    the template of their site."""
    for page in pages:
        page.scores = BlockScores(page.page, model)
    sites, gold = by_site(pages), [page.content for page in unknown]
    told = [blocks_kept(page, select(page, template(sites[page.group, page.site], page))) for page in unknown]
    for page, content in zip(unknown, told, strict=True):
        page.content = content
    try:
        yield
    finally:
        for page, content in zip(unknown, gold, strict=True):
            page.content = content


def blocks_kept(page: Labelled, rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each block whether its text rows are kept."""
    kept = np.zeros(len(page.lengths), np.bool_)
    kept[page.blocks.block_of] = rows
    return kept


def learned(pages: list[Labelled], kept: NDArray[np.bool_], way: str, learner: Learner) -> Forest:
    """A model of blocks, learned from these pages in one of WAYS."""
    some = [page for page, has in zip(pages, kept, strict=True) if has]
    if way == "gold of all":
        return learner.blocks(pages)
    model = learner.blocks(some)
    if way == "gold of some":
        return model
    with told_by_templates(pages, [page for page, has in zip(pages, kept, strict=True) if not has], model):
        return learner.blocks(pages)


def compare(pages: list[Labelled], folds: int, drawings: int, learner: Learner) -> Rows:
    """The table: a row of each way."""
    kept = with_gold(pages)
    rows: Rows = [("learned from", "pages with gold", "alone", "with template")]
    for way in WAYS:
        found = []
        for seed in range(SEED, SEED + drawings):
            fold, own = folds_of(pages, folds, seed), evolve(learner, seed=seed)
            models = {}
            for number in track(sorted(set(fold.tolist())), f"Learning, {way}"):
                others = np.flatnonzero(fold != number)
                models[number] = learned([pages[i] for i in others], kept[others], way, own)
            for page, number in zip(pages, fold.tolist(), strict=True):
                page.scores = BlockScores(page.page, models[number])
            found.append([fmean(means(pages, alone).values()) for alone in (True, False)])
        count = len(pages) if way == "gold of all" else int(kept.sum())
        rows.append((way, str(count), *(f"{value:.4f}" for value in np.mean(found, axis=0))))
    return rows


def main(argv: list[str] | None = None) -> None:
    parser = parser_of(__doc__, drawings=1)
    options = parser.parse_args(argv)
    learner = Learner(threads=options.jobs)
    try:
        pages = read(options.corpora, options.jobs, options.sample)
        rows = compare(pages, options.folds, options.drawings, learner)
    except ValueError as error:
        parser.error(str(error))
    show([("Mean neutral F1 on sites not seen", rows)], Console(width=160), options.figures)


if __name__ == "__main__":
    sys.exit(main())
