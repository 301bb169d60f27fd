"""Learn the tables of Quark's posterior from corpora with gold text, and measure them on sites never seen.

    python training/train_quark.py CORPUS... --check           # F1 a corpus, each site scored by tables without it
    python training/train_quark.py CORPUS... --ablation        # the same for the steps from `paper` to `default`
    python training/train_quark.py CORPUS... --write           # learn from all and write the package's tables.json
    python training/train_quark.py CORPUS... --folds FILE      # tables without a fold each, for --quark-tables

A text of a page is main where its words are in the page's gold text; a block is main where most of its characters
are. Of each corpus and language at most PAGES pages are read, drawn with a fixed seed; each corpus, or language of a
large one, weighs the same. For --check the sites are dealt into five folds by a hash of their names.
"""

import argparse
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from scrapy_denoise.evaluation import GoldPage, Score, lcs_scores, read_corpus, shingle_scores
from scrapy_denoise.evaluation.extractors.held_out_quark import FOLDS, fold_of
from scrapy_denoise.evaluation.metrics.gold_blocks import gold_share
from scrapy_denoise.evaluation.report.summaries import MIN_CORRECT_F1
from scrapy_denoise.methods import PROFILES, Selection, get_method
from scrapy_denoise.methods.quark.analyser import FORMAT, Posterior
from scrapy_denoise.methods.quark.quark import Quark
from scrapy_denoise.methods.quark.structural_features import EDGES, FEATURE_NAMES, block_bins
from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.result import Result

PAGES = 150
SEED = 0
TABLES = Path(__file__).resolve().parent.parent / "scrapy_denoise" / "methods" / "quark" / "tables.json"
console = Console(width=140)


@frozen(eq=False)
class Labelled:
    """A page and, for each of its text rows, the share of its characters that is gold."""

    group: str
    gold: GoldPage
    page: Page
    share: NDArray[np.float64]

    @property
    def fold(self) -> int:
        return fold_of(self.gold.site)


def read(paths: list[Path], limit: int) -> Iterator[Labelled]:
    for path in paths:
        groups: dict[str, list[GoldPage]] = defaultdict(list)
        for page in read_corpus(path):
            groups[page.lang].append(page)
        name = path.name.split(".tar")[0]
        for lang, pages in sorted(groups.items()):
            chosen = random.Random(SEED).sample(pages, min(limit, len(pages)))
            for gold in track(sorted(chosen, key=lambda page: page.id), f"{name} {lang}", console=console):
                try:
                    page = Page.from_html(gold.html, url=gold.url)
                except PageTooLarge:
                    continue
                if len(page.columns.text_rows):
                    # small groups of one corpus are one
                    group = f"{name} {lang}" if len(pages) >= 100 and len(groups) > 1 else name
                    yield Labelled(group, gold, page, gold_share(page, gold.gold_text))


@frozen
class PageScore:
    """The scores of one page; lang: its language."""

    lang: str
    shingles: Score
    lcs: Score

    @property
    def f1(self) -> float:
        return self.shingles.f1

    @classmethod
    def of(cls, page: Labelled, kept: NDArray[np.bool_]) -> "PageScore":
        gold, text = page.gold.gold_text, Result(page.page, Selection(kept, Quark.name)).text
        return cls(page.gold.lang, shingle_scores(gold, text), lcs_scores(gold, text))


def learn(method: Quark, pages: list[Labelled]) -> dict[str, object]:
    """The tables of the posterior, from the blocks that the method makes of the pages."""
    per_group = Counter(page.group for page in pages)
    bins, main, weight = [], [], []
    for page in pages:
        blocks = method.blocks(page.page)
        shown = blocks.chars > 0
        chars = page.page.columns.chars[page.page.columns.text_rows]
        bins.append(block_bins(blocks)[shown])
        main.append((blocks.sums(page.share * chars) > 0.5 * blocks.chars)[shown])
        weight.append(np.full(int(shown.sum()), 1 / per_group[page.group]))
    weights = np.concatenate(weight)
    # counts as large as those of the real blocks, for the smoothing
    weights *= len(weights) / weights.sum()
    return Posterior.learn(np.concatenate(bins), np.concatenate(main), weights)


def score(method: Quark, pages: list[Labelled]) -> dict[str, list[PageScore]]:
    """The scores of the pages of each group, each page decided by tables learned without its site."""
    scores = defaultdict(list)
    for fold in range(FOLDS):
        learned = Posterior.of_tables(learn(method, [page for page in pages if page.fold != fold]))
        for page in pages:
            if page.fold == fold:
                scores[page.group].append(PageScore.of(page, method.analyse(page.page, learned).kept))
    return scores


def best_blocks(method: Quark, pages: list[Labelled]) -> dict[str, list[PageScore]]:
    """The scores where each block is kept that is gold by most of its characters: what no verdict on blocks exceeds by
    much."""
    scores = defaultdict(list)
    for page in pages:
        blocks = method.blocks(page.page)
        main = blocks.sums(page.share * page.page.columns.chars[page.page.columns.text_rows]) > 0.5 * blocks.chars
        scores[page.group].append(PageScore.of(page, main[blocks.of_text]))
    return scores


def steps() -> dict[str, Quark]:
    """The way from the paper's profile to ours, a change at a time."""
    paper, default = Quark.paper(), Quark()
    html5 = evolve(paper, html5=True, custom_tags=default.custom_tags)
    small = evolve(html5, **{name: getattr(default, name) for name in ("min_chars", "han_min_chars", "layout_share")})
    place = evolve(small, region=default.region, inside=small.min_posterior)
    return {
        "paper": paper,
        "paper, words alone": evolve(paper, min_posterior=0.0),
        "paper, structure alone": evolve(paper, cosine=0.0),
        "and HTML5": html5,
        "and small blocks": small,
        "and one region, its blocks by structure alone": place,
        "default: and other thresholds": default,
        "default, structure alone": evolve(default, cosine=0.0),
        "default without the region": evolve(default, region=None),
    }


def ablation(pages: list[Labelled]) -> None:
    """Print the mean F1 of each step on Chinese news, and the mean of all corpora."""
    table = Table(title="mean F1, tables learned on other sites", title_justify="left")
    shown = [group for group in ("daniel zh", "gne-zh-news") if group in {page.group for page in pages}]
    table.add_column("quark")
    for heading in (*shown, "mean of corpora"):
        table.add_column(heading, justify="right")
    found = {label: score(method, pages) for label, method in steps().items()}
    found["the best choice of blocks, paper"] = best_blocks(Quark.paper(), pages)
    found["the best choice of blocks, default"] = best_blocks(Quark(), pages)
    for label, scores in found.items():
        means = {group: fmean(score.f1 for score in of) for group, of in scores.items()}
        table.add_row(label, *(f"{means[group]:.3f}" for group in shown), f"{fmean(means.values()):.3f}")
    console.print(table)


def check(profile: str, pages: list[Labelled]) -> None:
    """Print the mean scores of each group, of the Chinese pages and of all pages."""
    method = get_method("quark", profile)
    assert isinstance(method, Quark)
    scores = score(method, pages)
    table = Table(title=f"quark, {profile}: mean over pages, tables learned on other sites", title_justify="left")
    for heading in ("corpus", "pages", "F1", "P", "R", "LCS P", "LCS R", "LCS F", "correct"):
        table.add_column(heading, justify="left" if heading == "corpus" else "right")
    for group, found in scores.items():
        table.add_row(group, str(len(found)), *means(found))
    table.add_section()
    every = [one for found in scores.values() for one in found]
    for label, found in (("Chinese pages", [one for one in every if one.lang == "zh"]), ("all pages", every)):
        if found:
            table.add_row(label, str(len(found)), *means(found))
    corpora = fmean(fmean(one.f1 for one in found) for found in scores.values())
    table.add_row("mean of corpora", "", f"{corpora:.3f}", *[""] * 6)
    console.print(table)


def means(scores: list[PageScore]) -> list[str]:
    """F1, precision and recall by shingles, precision, recall and F by LCS, and the share of correct pages."""
    columns = [
        (
            one.f1,
            one.shingles.precision,
            one.shingles.recall,
            one.lcs.precision,
            one.lcs.recall,
            one.lcs.f1,
            one.f1 >= MIN_CORRECT_F1,
        )
        for one in scores
    ]
    return [f"{fmean(values):.3f}" for values in zip(*columns, strict=True)]


def write_folds(file: Path, pages: list[Labelled]) -> None:
    """Write for each profile the tables that are learned without each of the folds."""
    folds = {}
    for profile in PROFILES:
        method = get_method("quark", profile)
        assert isinstance(method, Quark)
        folds[profile] = [learn(method, [page for page in pages if page.fold != fold]) for fold in range(FOLDS)]
    file.write_text(json.dumps({"format": FORMAT, "folds": folds}) + "\n")
    console.print(f"{file}: learned from {len(pages):,} pages")


def write(paths: list[Path], limit: int, pages: list[Labelled]) -> None:
    names = " ".join(path.name.split(".tar")[0] for path in paths)
    profiles = {}
    for profile in PROFILES:
        method = get_method("quark", profile)
        assert isinstance(method, Quark)
        profiles[profile] = learn(method, pages)
    tables = {
        "format": FORMAT,
        "made_by": f"python training/train_quark.py {names} --pages {limit} --write",
        "pages": len(pages),
        "features": FEATURE_NAMES,
        "edges": EDGES,
        "profiles": profiles,
    }
    text = json.dumps(tables, indent=1)
    # a list of numbers a line
    TABLES.write_text(re.sub(r"\[\s+([-\d.e,\s]+?)\s+\]", lambda row: f"[{' '.join(row[1].split())}]", text) + "\n")
    console.print(f"{TABLES}: learned from {len(pages):,} pages")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path, metavar="CORPUS", help="a corpus, folder or archive")
    parser.add_argument("--pages", type=int, default=PAGES, help="of a corpus and language (default: %(default)s)")
    parser.add_argument("--check", action="store_true", help="measure by cross-validation")
    parser.add_argument("--ablation", action="store_true", help="what each change to the paper's profile gains")
    parser.add_argument("--write", action="store_true", help=f"write {TABLES.name} into the package")
    parser.add_argument("--folds", type=Path, metavar="FILE", help="write tables without each of the folds")
    parser.add_argument("--profile", choices=PROFILES, help="check this profile only")
    options = parser.parse_args()
    if not (options.check or options.ablation or options.write or options.folds):
        parser.error("nothing to do: give --check, --ablation, --write or --folds")
    pages = list(read(options.corpora, options.pages))
    if options.check:
        for profile in [options.profile] if options.profile else PROFILES:
            check(profile, pages)
    if options.ablation:
        ablation(pages)
    if options.folds:
        write_folds(options.folds, pages)
    if options.write:
        write(options.corpora, options.pages, pages)


if __name__ == "__main__":
    main()
