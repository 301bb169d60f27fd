"""What feature_tree could reach if it always chose the best element: the rest is what its comparison cannot see.

python benchmarks/ceiling.py ~/corpora/daniel ~/corpora/gne-zh-news --lang zh --min-site-pages 3

Of the pages where the method has a similar page: the share that is correct; and the share that would be, if of all
elements that were the region with which the page scores best, with or without the lists of links in it and the title.
"""

import argparse
from pathlib import Path

import numpy as np
from ablation import opened
from rich.console import Console
from rich.table import Table

from scrapy_denoise import SiteTemplate
from scrapy_denoise.document.render.text import render_text
from scrapy_denoise.evaluation import GoldPage, shingle_scores
from scrapy_denoise.evaluation.report.summaries import CORRECT
from scrapy_denoise.methods import NotEnoughSiblings
from scrapy_denoise.methods.feature_tree.feature_tree import FeatureTree
from scrapy_denoise.methods.region.link_lists import link_lists
from scrapy_denoise.methods.region.title_above import title_above
from scrapy_denoise.page import Page

METHOD = FeatureTree()


def best(gold: GoldPage, page: Page, site: SiteTemplate) -> tuple[float, float]:
    """F1 as the method is, and with the best element. Raises NotEnoughSiblings."""

    def score(kept: np.ndarray) -> float:
        return shingle_scores(gold.gold_text, render_text(page.columns, kept)).f1

    found = highest = score(METHOD.select(page, site).kept)
    content = ~METHOD.template(page, site)
    columns, rows = page.columns, page.columns.text_rows
    chars = np.concatenate(([0], np.cumsum(columns.chars[rows] * content)))
    slices = np.unique(np.searchsorted(rows, np.stack([np.arange(len(columns)), columns.end], axis=1)), axis=0)
    wanted = len("".join(gold.gold_text.split()))
    for first, last in slices.tolist():
        # no more and no less than a correct page can have, roughly
        if highest >= CORRECT or not wanted / 2 < chars[last] - chars[first] < wanted * 2.5:
            continue
        inside = content.copy()
        inside[:first] = inside[last:] = False
        for kept in (inside, inside & ~link_lists(page, inside, METHOD.max_link_density, METHOD.link_list)):
            if kept.any():
                highest = max(highest, score(kept))
                titled = kept.copy()
                titled[title_above(page, int(kept.argmax()))] = True
                highest = max(highest, score(titled))
    return found, highest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path, metavar="CORPUS")
    parser.add_argument("--lang", help="pages of this language only")
    parser.add_argument("--min-site-pages", type=int, default=1, metavar="N")
    parser.add_argument("--sample", type=int, metavar="N", help="take this many pages of each corpus")
    arguments = parser.parse_args()
    table = Table(title="Pages that are correct")
    for name in ("corpus", "pages", "as chosen", "best element"):
        table.add_column(name, justify="left" if name == "corpus" else "right")
    for corpus in arguments.corpora:
        scores = []
        for gold, page, site in opened(corpus, arguments):
            try:
                scores.append(best(gold, page, site))
            except NotEnoughSiblings:
                continue
        shares = (np.array(scores) >= CORRECT).mean(axis=0) if scores else ()
        table.add_row(corpus.name.split(".tar")[0], str(len(scores)), *(f"{share:.1%}" for share in shares))
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
