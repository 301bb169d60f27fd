"""Learn the confidence: which F1 a selection has, by its scores and by its page.

    python -m training.train_confidence CORPUS... --models FOLDS            # what it says, by folds of sites
    python -m training.train_confidence CORPUS... --models FOLDS --write    # write the package's model

FOLDS is what ``python -m training.fold_models`` wrote: each page is read by models that have not seen its site, through
all steps, alone and with a template of its site's other pages. The F1 is that of words where the gold of the page tells
its type (WCXB), and else neutral F1. A page whose content was taken away has the F1 0.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from scrapy_denoise import SiteTemplate
from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.blocks.forest.forest import Forest, read_models_from
from scrapy_denoise.document.selection.finish import finish
from scrapy_denoise.evaluation import Corpus, GoldPage
from scrapy_denoise.methods.auto.auto import Auto
from scrapy_denoise.methods.auto.confidence import MEASURES, selection_measures
from scrapy_denoise.page import Page
from training.labels import LIKE_LISTS, Labelled, label
from training.learning import PARAMETERS, fold_of_site, forest
from training.measuring import SIBLINGS, f1
from training.tables import show
from training.train_auto import MODELS

SHAPE = {"objective": "cross_entropy", "num_iterations": 120, "num_leaves": 6, "learning_rate": 0.05,
         "min_data_in_leaf": 40, "feature_fraction": 0.4}  # fmt: skip
"""Few small trees: the F1 of a page is far from what can be known of it."""

LISTS_WEIGHT = 4.0
"""What a list, a product or a service weighs: there are few of them, and their F1 differ most."""

CORPUS_WEIGHT = -0.2
"""The power of the number of pages of a corpus that a page weighs by."""

EMPTIED_WEIGHT = 0.03
"""What a page without its content weighs."""

TEMPLATE_WEIGHT = 3.0
"""What a page beside others of its site weighs: those that few siblings make unsure are few."""

BINS = 10

Job = tuple[str, list[GoldPage]]


@frozen
class Finished:
    """A selection after all steps. group: its corpus; page_type: as the gold tells it; row: `selection_measures`, None
    where nothing is kept; f1: that it has; siblings: pages that it was compared with; emptied: whether its page is
    without its content."""

    group: str
    site: str
    page_type: str
    row: NDArray[np.float32] | None
    f1: float
    siblings: int = 0
    emptied: bool = False


def read_site(job: Job) -> list[Finished]:
    """The pages of a site, alone and with a template of the others."""
    corpus, golds = job
    method, pages = Auto(), [Page.from_html(gold.html, url=gold.url) for gold in golds]
    found = []
    for number, gold in enumerate(golds):
        labelled = label(gold, corpus)
        if labelled is None or not labelled.has_gold:
            continue
        of_page = partial(_finished, labelled, corpus, gold.site, method)
        found.append(of_page(pages[number]))
        if labelled.emptied is not None:
            found.append(of_page(labelled.emptied))
        others = [page for other, page in enumerate(pages) if other != number][:SIBLINGS]
        if others:
            site = SiteTemplate()
            for other in others:
                site.learn(other, scores=other.cached(BlockScores))
            found.append(of_page(pages[number], site))
    return found


def _finished(
    labelled: Labelled, corpus: str, site: str, method: Auto, page: Page, template: SiteTemplate | None = None
) -> Finished:
    """A page as all steps leave it."""
    found = finish(page, method.select(page, template), method)
    row, score, emptied = None, 0.0, page is labelled.emptied
    if found.scores is not None and found.expected is not None and found.kept.any():
        row = selection_measures(page, found)
        if not emptied:
            score = f1(labelled, found.decided, n=1) if labelled.typed else f1(labelled, found.decided, neutral=True)
    return Finished(corpus, site, labelled.page_type, row, score, found.siblings, emptied)


def read(corpora: list[str], models: Path, jobs: int, limit: int | None) -> tuple[list[Finished], NDArray[np.int64]]:
    """The selections of all pages, and the fold of each: read by the models of that fold."""
    folds = sorted(int(place.name) for place in models.iterdir())
    of_fold: dict[int, list[Job]] = defaultdict(list)
    for path in corpora:
        corpus = Corpus.read(path)
        pages = corpus.pages[:: max(1, len(corpus.pages) // limit)] if limit else corpus.pages
        sites = defaultdict(list)
        for page in pages:
            sites[page.site].append(page)
        for site, golds in sites.items():
            parts = [golds[i : i + 2 * SIBLINGS] for i in range(0, len(golds), 2 * SIBLINGS)]
            of_fold[fold_of_site(site, len(folds))] += [(corpus.name, part) for part in parts]
    found: list[Finished] = []
    numbers: list[int] = []
    for number in folds:
        with get_context("fork").Pool(jobs, read_models_from, (models / str(number),)) as pool:
            work = pool.imap_unordered(read_site, of_fold[number])
            for own in track(work, f"Reading fold {number}", len(of_fold[number])):
                found += own
                numbers += [number] * len(own)
    order = sorted(range(len(found)), key=lambda i: (found[i].group, found[i].site, _bytes(found[i])))
    return [found[i] for i in order], np.array([numbers[i] for i in order])


def _bytes(page: Finished) -> bytes:
    return b"" if page.row is None else page.row.tobytes()


def learned(pages: list[Finished], threads: int) -> Forest:
    """The model that tells the F1 of selections that keep something."""
    pages = [page for page in pages if page.row is not None]
    groups = Counter(page.group for page in pages)
    weights = [
        groups[page.group] ** CORPUS_WEIGHT
        * (LISTS_WEIGHT if page.page_type in LIKE_LISTS else 1.0)
        * (EMPTIED_WEIGHT if page.emptied else 1.0)
        * (TEMPLATE_WEIGHT if page.siblings else 1.0)
        for page in pages
    ]
    data = lightgbm.Dataset(_rows(pages), np.array([page.f1 for page in pages]), weight=np.array(weights))
    options: dict[str, Any] = {**PARAMETERS, **SHAPE, "seed": 1, "num_threads": threads}
    return forest(lightgbm.train(options, data).dump_model()["tree_info"], MEASURES)


def _rows(pages: list[Finished]) -> NDArray[np.float32]:
    return np.stack([page.row for page in pages if page.row is not None])


def confidences(pages: list[Finished], fold: NDArray[np.int64], threads: int) -> NDArray[np.float64]:
    """The confidence of each page, by a model of the pages of the other folds; NaN where nothing is kept."""
    found, kept = np.full(len(pages), np.nan), np.array([page.row is not None for page in pages])
    for number in np.unique(fold):
        own = kept & (fold == number)
        model = learned([page for page, other in zip(pages, fold != number, strict=True) if other], threads)
        found[own] = model(_rows([page for page, mine in zip(pages, own, strict=True) if mine]))
    return found


def bins(pages: list[Finished], confidence: NDArray[np.float64]) -> Iterator[tuple[str, ...]]:
    """Rows of a table: of each tenth of confidence the pages, the mean confidence, and the mean F1."""
    scores = np.array([page.f1 for page in pages])
    place = np.minimum((np.nan_to_num(confidence) * BINS).astype(int), BINS - 1)
    if (nothing := np.isnan(confidence)).any():
        yield "nothing kept", str(nothing.sum()), "", f"{scores[nothing].mean():.3f}"
    for number in range(BINS):
        own = (place == number) & ~nothing
        if own.any():
            yield (
                f"{number / BINS:.1f} to {(number + 1) / BINS:.1f}",
                str(own.sum()),
                f"{confidence[own].mean():.3f}",
                f"{scores[own].mean():.3f}",
            )


def tables(pages: list[Finished], confidence: NDArray[np.float64]) -> list[tuple[str, list[tuple[str, ...]]]]:
    """What the confidence says, of all pages with content and of kinds of them."""
    whole = np.array([not page.emptied for page in pages])
    alone = whole & np.array([not page.siblings for page in pages])
    kinds = {"all pages alone": alone, "pages with a template": whole & ~alone}
    kinds |= {name: alone & np.array([page.page_type == name for page in pages]) for name in LIKE_LISTS}
    kinds["pages without their content"] = ~whole
    rows: list[tuple[str, ...]] = [("pages", "confidence", "number", "mean confidence", "mean F1")]
    for name, chosen in kinds.items():
        own = [page for page, is_own in zip(pages, chosen, strict=True) if is_own]
        rows += [(name, *row) for row in bins(own, confidence[chosen])]
    return [("What the confidence says", rows)]


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", metavar="CORPUS", help="a folder or an archive")
    parser.add_argument("--models", type=Path, required=True, metavar="FOLDS", help="written by training.fold_models")
    parser.add_argument("--jobs", type=int, default=2, help="processes that read pages, threads that learn")
    parser.add_argument("--sample", type=int, metavar="N", help="take N pages of each corpus, evenly over its ids")
    parser.add_argument("--figures", type=Path, help="write the table to this file, as reStructuredText")
    parser.add_argument("--write", action="store_true", help="learn from all pages, and write the model")
    options = parser.parse_args(argv)
    pages, fold = read(options.corpora, options.models, options.jobs, options.sample)
    if options.write:
        Forest.save(MODELS / "confidence.npz", {"f1": learned(pages, options.jobs)})
    else:
        show(tables(pages, confidences(pages, fold, options.jobs)), Console(width=160), options.figures)


if __name__ == "__main__":
    sys.exit(main())
