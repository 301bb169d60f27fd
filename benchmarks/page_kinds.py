"""Which extractor reads which kind of page best: the mean neutral F1 by page type.

    python -m benchmarks.page_kinds CORPUS... --figures docs/methods/page-kinds.inc

The pages are those whose gold tells their type, evenly over the ids of each type. What is measured is the text that
`denoise` gives of each page alone, by models of blocks and page types that have not seen its site; they are
learned from all pages of the corpora.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from unittest.mock import patch

from rich.console import Console
from rich.progress import track

from scrapy_denoise import denoise
from scrapy_denoise.blocks import block_model, page_model
from scrapy_denoise.blocks.page_model import PAGE_TYPES
from scrapy_denoise.evaluation import Corpus, GoldPage, NeutralLines, neutral_scores
from scrapy_denoise.evaluation.extractors.peers import PEERS
from scrapy_denoise.evaluation.metrics.text import tokens
from scrapy_denoise.evaluation.run.score_task import decode_for_peers
from scrapy_denoise.page import Page
from training.labels import Labelled, hashes, read
from training.learning import Learner, folds_of
from training.measuring import Rows, Table, score_by_others
from training.tables import show

FOLDS = 3
"""Parts that the sites are dealt into: the models of one have learned from the others."""

OTHERS = ("trafilatura", "readability-lxml", "resiliparse")
"""The extractors that `auto` is compared with."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", metavar="CORPUS")
    parser.add_argument("--pages", type=int, default=120, help="of each type, at most (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--figures", type=Path, help="write the table to this file, as reStructuredText")
    options = parser.parse_args()
    pages = read(options.corpora, options.jobs)
    golds = [gold for path in options.corpora for gold in Corpus.read(path).pages]
    found = by_kind(pages, golds, options.pages, Learner(threads=options.jobs))
    show([found], Console(width=160), options.figures)


def chosen(pages: list[Labelled], most: int) -> list[Labelled]:
    """Up to so many pages of each type."""
    found = []
    for kind in PAGE_TYPES:
        members = [page for page in pages if page.page_type == kind and page.has_gold and len(page.gold)]
        found += members[:: max(1, -(-len(members) // most))]
    return found


@contextmanager
def unseen_models(pages: list[Labelled], blocks: block_model.BlockModel, learner: Learner) -> Iterator[None]:
    """Where `denoise` decides by models that are learned from these pages. blocks: that of blocks."""
    types = learner.page_types(pages)
    with (
        patch.object(block_model, "block_model", lambda: blocks),
        patch.object(page_model, "page_models", lambda: types),
    ):
        yield


def by_kind(pages: list[Labelled], golds: list[GoldPage], most: int, learner: Learner) -> Table:
    """The table, of up to `most` pages of each type. golds: all pages of their corpora."""
    extractors = {name: PEERS[name].load() for name in OTHERS}
    given = {(gold.url, hashes_of(gold)): gold for gold in golds}
    figures: dict[str, list[list[float]]] = defaultdict(list)
    fold, asked = folds_of(pages, FOLDS), set(map(id, chosen(pages, most)))
    models = score_by_others(pages, fold, learner)
    for number, blocks in models.items():
        known = [page for page, n in zip(pages, fold, strict=True) if n != number]
        with unseen_models(known, blocks, learner):
            for page, n in track(list(zip(pages, fold, strict=True)), f"Comparing, part {number + 1} of {FOLDS}"):
                if n == number and id(page) in asked:
                    gold = given[page.page.url, page.gold.tobytes()]
                    texts = [denoise(gold.html, gold.url).text, *(_text(read, gold) for read in extractors.values())]
                    lines = NeutralLines.of_page(Page.from_html(gold.html, gold.url))
                    scores = [neutral_scores(gold.gold_text, text, lines).f1 for text in texts]
                    figures[page.page_type].append(scores)
    rows: Rows = [("page type", "pages", "auto", *OTHERS)]
    for kind in PAGE_TYPES:
        if figures[kind]:
            means = [fmean(column) for column in zip(*figures[kind], strict=True)]
            best = max(means)
            marked = (f"**{mean:.3f}**" if mean == best else f"{mean:.3f}" for mean in means)
            rows.append((kind, str(len(figures[kind])), *marked))
    return "Neutral F1 by page type, on sites that the models have not seen", rows


def _text(extract: Callable[[str, str], str], gold: GoldPage) -> str:
    try:
        return extract(decode_for_peers(gold.html), gold.lang or "")
    except Exception:  # noqa: BLE001 - whatever it is: on such a page an extractor scores nothing
        return ""


def hashes_of(gold: GoldPage) -> bytes:
    """What a labelled page keeps of its gold text."""
    return hashes(tokens(gold.gold_text)).tobytes()


if __name__ == "__main__":
    main()
