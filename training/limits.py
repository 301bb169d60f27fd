"""What holds the default method back: the conventions of the corpora, and how many sites there are to learn from.

    python -m training.limits CORPUS... [--drawings 2] [--figures docs/methods/auto-limits.rst]

Models are learned from some folds of the sites and measured on the others, as in training.train_auto, in four ways: as
they are; told of each page which corpus it is from, so that they can follow the convention of each, as no model can
on a page of no corpus; and from a half and from a quarter of the sites. A corpus of one site is never told, since its
site is in one fold. The tables have the mean neutral F1 of the pages with a template.
"""

from __future__ import annotations

import sys
import zlib
from collections import defaultdict

import numpy as np
from attrs import evolve
from numpy.typing import NDArray
from rich.progress import track

from scrapy_denoise.blocks import BlockScores
from training.comparing import means, show_comparison
from training.labels import Labelled
from training.learning import MADE_PAGE, SEED, Learner, folds_of
from training.measuring import Rows

NOT_TOLD = np.nan

SHARES = (0.5, 0.25)
"""Of the sites, to learn from."""


def numbers_of(pages: list[Labelled]) -> NDArray[np.float32]:
    """For each page the number of its group; NOT_TOLD where the group is one site."""
    sites = defaultdict(set)
    for page in pages:
        sites[page.group].add(page.site)
    groups = sorted(group for group, members in sites.items() if len(members) > 1)
    return np.array([groups.index(p.group) if p.group in groups else NOT_TOLD for p in pages], np.float32)


def score(pages: list[Labelled], fold: NDArray[np.int64], learner: Learner, told: bool, share: float = 1) -> None:
    """Give every page the scores of a model that has not seen its site. share: of the other sites, to learn from."""
    numbers = numbers_of(pages) if told else np.full(len(pages), NOT_TOLD, np.float32)
    known = np.array([zlib.crc32(f"{learner.seed} share {page.site}".encode()) / 2**32 < share for page in pages])
    for fold_number in track(sorted(set(fold.tolist())), "Learning"):
        some = np.flatnonzero((fold != fold_number) & known)
        table = learner.table([pages[i] for i in some])
        # The last number, of pages that the trainer makes, is MADE_PAGE.
        column = np.append(numbers[some], NOT_TOLD)[table.page]
        assert MADE_PAGE == -1
        table = evolve(table, features=np.column_stack([table.features, column]))
        model = learner.boosted(table, categorical_feature=[table.features.shape[1] - 1] if told else "auto")
        for i in np.flatnonzero(fold == fold_number):
            features = pages[i].blocks.features
            rows = np.column_stack([features, np.full(len(features), numbers[i], np.float32)])
            values = model.predict(rows, num_threads=learner.threads).astype(np.float32)
            pages[i].scores = BlockScores(pages[i].page, values=values)


def compare(pages: list[Labelled], folds: int, drawings: int, learner: Learner) -> Rows:
    """The table: a row of each group, the mean of all, and that of the groups whose corpus can be told."""
    found: list[list[dict[str, float]]] = []
    for seed in range(SEED, SEED + drawings):
        fold, own = folds_of(pages, folds, seed), evolve(learner, seed=seed)
        ways = [(False, 1.0), (True, 1.0), *((False, share) for share in SHARES)]
        found.append([])
        for told, share in ways:
            score(pages, fold, own, told, share)
            found[-1].append(means(pages))
    groups = list(found[0][0])
    table = np.array([[[way[group] for way in drawing] for drawing in found] for group in groups]).mean(axis=1)
    numbers = dict(zip((page.group for page in pages), numbers_of(pages), strict=True))
    several = np.array([not np.isnan(numbers[group]) for group in groups])
    rows: Rows = [("corpus", "as it is", "told its corpus", *(f"{share:g} of the sites" for share in SHARES))]
    for name, values in (
        *zip(groups, table, strict=True),
        ("mean of these", table.mean(axis=0)),
        ("mean of those with several sites", table[several].mean(axis=0)),
    ):
        rows.append((name, *(f"{value:.4f}" for value in values)))
    return rows


def main(argv: list[str] | None = None) -> None:
    show_comparison(__doc__, 2, compare, argv)


if __name__ == "__main__":
    sys.exit(main())
