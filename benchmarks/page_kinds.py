"""Which extractor reads which kind of page best: the mean neutral F1 by page type.

    python -m benchmarks.page_kinds CORPUS... --figures docs/methods/page-kinds.inc

The pages are those whose gold tells their type, evenly over the ids of each type. `auto` decides each of them from the
page alone, by a model that has not seen its site; it is learned from all pages of the corpora.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path
from statistics import fmean

from rich.console import Console
from rich.progress import track

from scrapy_denoise.blocks.page_model import PAGE_TYPES
from scrapy_denoise.evaluation import Corpus, GoldPage, NeutralLines, neutral_scores
from scrapy_denoise.evaluation.extractors.peers import PEERS
from scrapy_denoise.evaluation.metrics.text import tokens
from scrapy_denoise.evaluation.run.score_task import decode_for_peers
from scrapy_denoise.page import Page
from training.labels import Labelled, hashes, read
from training.learning import Learner, folds_of
from training.measuring import Rows, Table, f1, score_by_others, select
from training.tables import show

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
    score_by_others(pages, folds_of(pages, 3), Learner(threads=options.jobs))
    golds = [gold for path in options.corpora for gold in Corpus.read(path).pages]
    show([by_kind(chosen(pages, options.pages), golds)], Console(width=160), options.figures)


def chosen(pages: list[Labelled], most: int) -> list[Labelled]:
    """Up to so many pages of each type."""
    found = []
    for kind in PAGE_TYPES:
        members = [page for page in pages if page.page_type == kind and page.has_gold and len(page.gold)]
        found += members[:: max(1, -(-len(members) // most))]
    return found


def by_kind(pages: list[Labelled], golds: list[GoldPage]) -> Table:
    """The table, of scored pages. golds: all pages of their corpora."""
    texts = {name: PEERS[name].load() for name in OTHERS}
    given = {(gold.url, hashes_of(gold)): gold for gold in golds}
    figures: dict[str, list[list[float]]] = defaultdict(list)
    for page in track(pages, "Comparing"):
        gold = given[page.page.url, page.gold.tobytes()]
        lines = NeutralLines.of_page(Page.from_html(gold.html, gold.url))
        row = [f1(page, select(page), neutral=True)]
        for extract in texts.values():
            try:
                text = extract(decode_for_peers(gold.html), gold.lang or "")
            except Exception:  # noqa: BLE001 - whatever it is: on such a page an extractor scores nothing
                text = ""
            row.append(neutral_scores(gold.gold_text, text, lines).f1)
        figures[page.page_type].append(row)
    rows: Rows = [("page type", "pages", "auto", *OTHERS)]
    for kind in PAGE_TYPES:
        if figures[kind]:
            means = [fmean(column) for column in zip(*figures[kind], strict=True)]
            best = max(means)
            marked = (f"**{mean:.3f}**" if mean == best else f"{mean:.3f}" for mean in means)
            rows.append((kind, str(len(figures[kind])), *marked))
    return "Neutral F1 by page type, on sites that the model has not seen", rows


def hashes_of(gold: GoldPage) -> bytes:
    """What a labelled page keeps of its gold text."""
    return hashes(tokens(gold.gold_text)).tobytes()


if __name__ == "__main__":
    main()
