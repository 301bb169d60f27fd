"""What pages without gold text teach, where other pages of their site have one.

    python -m training.without_gold CORPUS... [--drawings 1]

Three quarters of the pages of each site of three or more lose their gold. Models are learned from some folds of the
sites and measured on the others, as in training.train_auto, in three ways: from the pages that keep their gold; from
these and from the others, whose content is what a model of the first kind keeps of them with the template of their
site; and from all pages with their gold. The table has the mean neutral F1, alone and with a template.
"""

from __future__ import annotations

import sys
from statistics import fmean

import numpy as np
from attrs import evolve
from numpy.typing import NDArray
from rich.progress import track

from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.blocks.block_model import BlockModel
from training.comparing import means, show_comparison
from training.labels import Labelled
from training.learning import SEED, Learner, folds_of
from training.measuring import Rows, by_site, kept_blocks, select, template

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


def told_by_templates(pages: list[Labelled], kept: NDArray[np.bool_], model: BlockModel) -> list[Labelled]:
    """These pages, those without gold with the content that the default method keeps of them by this model and the
    template of their site. kept: for each whether it keeps its gold."""
    for page in pages:
        page.scores = BlockScores(page.page, model)
    sites = by_site(pages)

    def told(page: Labelled) -> Labelled:
        content = kept_blocks(page, select(page, template(sites[page.group, page.site], page)))
        return evolve(page, content=content, optional=np.zeros_like(content), emptied=None)

    return [page if has else told(page) for page, has in zip(pages, kept, strict=True)]


def learned(pages: list[Labelled], kept: NDArray[np.bool_], learner: Learner) -> tuple[BlockModel, ...]:
    """A model of blocks in each of WAYS."""
    model = learner.blocks([page for page, has in zip(pages, kept, strict=True) if has])
    return model, learner.blocks(told_by_templates(pages, kept, model)), learner.blocks(pages)


def compare(pages: list[Labelled], folds: int, drawings: int, learner: Learner) -> Rows:
    """The table: a row of each way."""
    kept = with_gold(pages)
    found: list[list[list[float]]] = []
    for seed in range(SEED, SEED + drawings):
        fold, own = folds_of(pages, folds, seed), evolve(learner, seed=seed)
        models = {}
        for number in track(sorted(set(fold.tolist())), "Learning"):
            others = np.flatnonzero(fold != number)
            models[number] = learned([pages[i] for i in others], kept[others], own)
        found.append([])
        for way in range(len(WAYS)):
            for page, number in zip(pages, fold.tolist(), strict=True):
                page.scores = BlockScores(page.page, models[number][way])
            found[-1].append([fmean(means(pages, alone).values()) for alone in (True, False)])
    gold = (int(kept.sum()), int(kept.sum()), len(pages))
    rows: Rows = [("learned from", "pages with gold", "alone", "with template")]
    for way, count, values in zip(WAYS, gold, np.mean(found, axis=0), strict=True):
        rows.append((way, str(count), *(f"{value:.4f}" for value in values)))
    return rows


def main(argv: list[str] | None = None) -> None:
    show_comparison(__doc__, 1, compare, argv)


if __name__ == "__main__":
    sys.exit(main())
