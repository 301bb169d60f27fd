"""What each part of the default method, `auto`, gains: mean F1 over the corpora on sites not seen.

    python -m benchmarks.ablation_auto CORPUS... --figures docs/methods/auto-ablation.rst

Five tables: the steps after the page's evidence; what the conventions of the gold cost; what a user who tells the
convention gets; the languages, each read by a model that was learned from the others alone; the families of features,
each left out when the model is learned.
"""

import argparse
import re
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.blocks.compiled import vote_alone
from scrapy_denoise.blocks.features.compiled import NAMES
from scrapy_denoise.methods.auto.auto import DROPPED, Auto
from scrapy_denoise.methods.compiled import best_cut
from scrapy_denoise.sites import SiteTemplate
from training.labels import Labelled, read
from training.learning import Learner, folds_of
from training.measuring import (
    Rows,
    Table,
    by_site,
    f1,
    kept_blocks,
    score_by_others,
    select,
    shingle_counts,
    template,
)
from training.tables import show

FAMILIES = {
    "form and length of the block": r"chars|words|punctuation|terminal|colon|digits|capitals|word_chars"
    r"|separators|copyright|year|commas|fragments|emphasis|heading|starts_low|quotes|wide|clocks",
    "its links": r"link_density|links",
    "where it stands": r"index|from_end|chars_before|depth",
    "class names and ids": r"near_.*",
    "elements around": r"in_.*",
    "text and links around": r"up\d_.*|around_.*",
    "neighbours": r"(?:before|after)\d_.*",
    "blocks of the same path": r"path_.*",
    "the container of a reader view": r"container.*",
    "title; headings; comments": r"title_.*|heading_.*|comments_place",
    "sections": r"section_.*",
    "paragraphs and parts of the frame before and behind": r"since_.*|until_.*",
    "copies of a text": r"copies|alike",
    "the page and its address": r"page_.*|address_.*",
}
FIXED = 0.4
"""The best of the fixed cuts."""


def mean_of_corpora(pages: list[Labelled], scores: NDArray[np.float64]) -> list[str]:
    """The mean over the corpora of the pages' means; a column each."""
    groups = defaultdict(list)
    for page, row in zip(pages, scores, strict=True):
        groups[page.group].append(row)
    return [f"{value:.4f}" for value in np.mean([np.mean(rows, axis=0) for rows in groups.values()], axis=0)]


def steps(pages: list[Labelled]) -> Table:
    method, apart, sites, found = Auto(drop=()), Auto(block_dependence=0, drop=()), by_site(pages), []
    for page in track(pages, "Steps"):
        blocks, own = page.blocks, scores_of(page).values
        cut, _ = best_cut(own, blocks.chars, method.block_dependence, None)
        known = template(sites[page.group, page.site], page)
        kept = [
            (own >= FIXED)[blocks.block_of],
            (own >= cut)[blocks.block_of],
            select(page, method=method),
            (agreed(page, known) >= FIXED)[blocks.block_of],
            select(page, known, apart),
            select(page, known, method),
            select(page, known, Auto(drop=("comment", "consent"))),
            select(page, known, Auto(drop=("comment", "consent", "related"))),
            select(page, known),
        ]
        found.append([f1(page, rows) for rows in kept])
    names = (
        f"page evidence, cut at {FIXED}",
        "page evidence, best cut",
        "and the page's paths",
        f"and siblings, cut at {FIXED}",
        "and siblings, best cut with each block by itself",
        "and siblings, best cut",
        "and comments and dialogs left out",
        "and related pages left out",
        "and the choices of forms left out",
    )
    means = mean_of_corpora(pages, np.array(found))
    return "The steps", [("step", "mean F1"), *zip(names, means, strict=True)]


def scores_of(page: Labelled) -> BlockScores:
    assert page.scores is not None
    return page.scores


def agreed(page: Labelled, site: SiteTemplate) -> NDArray[np.float32]:
    """The scores of a page's blocks after the vote of its siblings."""
    own = scores_of(page)
    voted = site.compare(page.page, own.model).vote(own.score_bytes)[0]
    return (voted or vote_alone(page.page.signature, page.blocks, own.score_bytes)).scores


def conventions(pages: list[Labelled]) -> Table:
    """What the gold's conventions cost: a page's title, lines of author and date, captions and all that stands above
    its first content are decided by the gold; then comments too; then everything. And the F1 of what the gold has in
    common with the page, and no more: what is not there cannot be found."""
    sites = by_site(pages)
    found: dict[str, list[list[float]]] = defaultdict(list)
    for page in track(pages, "Conventions"):
        blocks, content = page.blocks, page.content
        feature = dict(zip(NAMES, blocks.features.T, strict=True))
        rows = select(page, template(sites[page.group, page.site], page))
        kept = kept_blocks(page, rows)
        title = (feature["title_distance"] == 0) & (feature["title_known"] > 0)
        above = np.arange(len(blocks)) < (np.argmax(content) if content.any() else 0)
        captions = (feature["in_figure"] <= 3) | (feature["near_caption"] <= 1)
        by_gold = title | above | captions | (feature["near_byline"] <= 2)
        with_comments = by_gold | (feature["near_comment"] <= 6)
        chosen = [kept, np.where(by_gold, content, kept), np.where(with_comments, content, kept), content]
        found[page.group].append([*(f1(page, rows[blocks.block_of]) for rows in chosen), in_common(page)])
    told = ("title; lines above; captions as the gold has them", "and comments", "all blocks")
    head = ("corpus", "auto", *told, "in common with the page")
    means = [(group, *(f"{value:.3f}" for value in np.mean(rows, axis=0))) for group, rows in sorted(found.items())]
    return "What conventions cost", [head, *means]


def in_common(page: Labelled) -> float:
    """The F1 of the shingles of the gold that the page has, and no others."""
    wanted = shingle_counts(page.gold)
    common = (shingle_counts(page.words) & wanted).total()
    return 2 * common / (common + wanted.total()) if wanted else 1.0


TOLD = {
    "default": Auto(),
    "nothing left out": Auto(drop=()),
    "title left out": Auto(drop=(*DROPPED, "title")),
    "captions left out": Auto(drop=(*DROPPED, "media")),
    "title; date; author; captions left out": Auto(drop=(*DROPPED, "title", "date", "author", "media")),
    "title kept": Auto(keep=("title",)),
    "date; author kept": Auto(keep=("date", "author")),
}


def told(pages: list[Labelled]) -> Table:
    """The same with some of the types of blocks left out or kept on all pages."""
    sites = by_site(pages)
    found: dict[str, list[list[float]]] = defaultdict(list)
    for page in track(pages, "Types told"):
        known = template(sites[page.group, page.site], page)
        found[page.group].append([f1(page, select(page, known, method)) for method in TOLD.values()])
    means = [(group, *(f"{value:.3f}" for value in np.mean(rows, axis=0))) for group, rows in sorted(found.items())]
    return "What is left out or kept", [("corpus", *TOLD), *means]


def families(pages: list[Labelled], fold: NDArray[np.int64], learner: Learner) -> Table:
    rows: Rows = [("without", "mean F1, page alone"), ("nothing", *alone(pages))]
    for family, pattern in track(FAMILIES.items(), "Families of features"):
        columns = [bool(re.fullmatch(pattern, name)) for name in NAMES]
        whole = [page.blocks.features for page in pages]
        for page in pages:
            page.blocks.features = np.where(columns, np.float32(0), page.blocks.features)
        score_by_others(pages, fold, learner)
        rows.append((family, *alone(pages)))
        for page, values in zip(pages, whole, strict=True):
            page.blocks.features = values
    return "The families of features", rows


def languages(pages: list[Labelled], codes: list[str], scores: dict[str, str], learner: Learner) -> Table:
    rows: Rows = [("language", "pages", "learned with it, other sites", "learned without it")]
    for code in track(codes, "Languages"):
        model = learner.blocks([page for page in pages if page.language != code])
        left_out = [page for page in pages if page.language == code]
        for page in left_out:
            page.scores = BlockScores(page.page, model)
        rows.append((code, str(len(left_out)), scores[code], *alone(left_out)))
    return "Languages left out", rows


def alone(pages: list[Labelled]) -> list[str]:
    return mean_of_corpora(pages, np.array([[f1(page, select(page))] for page in pages]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", metavar="CORPUS", help="a folder or an archive")
    parser.add_argument("--folds", type=int, default=3, help="parts that the sites are dealt into (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="processes that read pages, threads that learn")
    parser.add_argument("--sample", type=int, metavar="N", help="take N pages of each corpus, evenly over its ids")
    parser.add_argument("--languages", nargs="*", default=["zh", "ug", "el", "pl", "ru"], help="(%(default)s)")
    parser.add_argument("--figures", type=Path, help="write the tables to this file, as reStructuredText")
    options = parser.parse_args()
    learner = Learner(threads=options.jobs)
    # Where the gold is phrases alone there is no F1.
    pages = [page for page in read(options.corpora, options.jobs, options.sample) if page.has_gold]
    fold = folds_of(pages, options.folds)
    score_by_others(pages, fold, learner)
    codes = [code for code in options.languages if any(page.language == code for page in pages)]
    with_it = {code: alone([page for page in pages if page.language == code])[0] for code in codes}
    tables = [steps(pages), conventions(pages), told(pages)]
    show(tables, Console(), options.figures)
    tables.append(languages(pages, codes, with_it, learner))
    show(tables, Console(), options.figures)
    score_by_others(pages, fold, learner)
    tables.append(families(pages, fold, learner))
    show(tables, Console(), options.figures)


if __name__ == "__main__":
    main()
