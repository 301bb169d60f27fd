"""What is known of sites, measured: sizes of templates, their cost as a site grows, purity.

    python benchmarks/sites.py --size --purity CORPUS ...   sizes of templates; are siblings of the same kind?
    python benchmarks/sites.py --growth                     a template's size and cost by pages and layouts

Without an option: all of them. Stores of templates: stores.py.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "example_project"))

from example_site import build  # noqa: E402

from scrapy_denoise import SiteTemplate, denoise  # noqa: E402
from scrapy_denoise.evaluation import read_corpus, shingle_scores  # noqa: E402
from scrapy_denoise.page import Page, PageTooLarge  # noqa: E402
from scrapy_denoise.sites import dump, load  # noqa: E402
from scrapy_denoise.sites.codec.template_codec import merged  # noqa: E402

MIN_PAGES = 8  # of a site whose template's size is told

EXAMPLE = "example site"
console = Console(width=None if sys.stdout.isatty() else 150)
Sites = dict[str, list[tuple[str, Page]]]  # of each site, its pages and what kind of page each is


def example_sites() -> Sites:
    sites: Sites = defaultdict(list)
    for page in build(0):
        sites[page.site].append((f"{page.layout.split('-')[0]} {page.kind}", Page.from_html(page.body, url=page.url)))
    return sites


def corpus_sites(path: Path) -> Sites:
    sites: Sites = defaultdict(list)
    for page in read_corpus(path):
        try:
            sites[page.site].append((page.page_type or "", Page.from_html(page.html, url=page.url)))
        except (PageTooLarge, OSError):
            continue
    return sites


def learned(pages: Iterable[Page]) -> SiteTemplate:
    site = SiteTemplate()
    for page in pages:
        site.learn(page)
    return site


def table(title: str, *headings: str) -> Table:
    made = Table(title=title, title_justify="left")
    for number, heading in enumerate(headings):
        made.add_column(heading, justify="right" if number else "left")
    return made


def sizes(corpora: dict[str, Sites]) -> None:
    title = f"Bytes of a template, sites of {MIN_PAGES} pages or more"
    found = table(title, "pages from", "sites", "median", "largest")
    every: list[int] = []
    for name, sites in corpora.items():
        sizes = [len(dump(learned(page for _, page in pages))) for pages in sites.values() if len(pages) >= MIN_PAGES]
        if sizes:
            found.add_row(name, str(len(sizes)), f"{statistics.median(sizes):,.0f}", f"{max(sizes):,}")
            every += sizes if name != EXAMPLE else []
    if every:
        found.add_row("all corpora", str(len(every)), f"{statistics.median(every):,.0f}", f"{max(every):,}")
    console.print(found)


def purity(corpora: dict[str, Sites]) -> None:
    """Of each page's siblings, those of its own kind; and the pages of kinds with three pages or more that have two."""
    title = "Siblings of the same kind"
    found = table(title, "sites with several kinds", "pages", "kinds", "purity", "with 2 siblings")
    for name, sites in corpora.items():
        several = {key: pages for key, pages in sites.items() if len({kind for kind, _ in pages}) > 1}
        rows = [(f"{name}: {key}", [pages]) for key, pages in several.items()]
        if name != EXAMPLE:
            rows = [(f"{name}: {len(several)} sites", list(several.values()))]
        for label, groups in rows:
            pure, served, wanted, kinds = [], 0, 0, set()
            for pages in groups:
                site = learned(page for _, page in pages)
                kind_of = {page.signature.content_hash: kind for kind, page in pages}
                for kind, page in pages:
                    siblings = [kind_of.get(sibling.content_hash) for sibling in site.siblings(page).signatures]
                    pure += [sibling == kind for sibling in siblings]
                    enough = sum(other == kind for other, _ in pages) > 2
                    wanted += enough
                    served += enough and len(siblings) >= 2
                    kinds.add(kind)
            if pure:
                n, share = sum(map(len, groups)), f"{statistics.mean(pure):.3f}"
                found.add_row(label, str(n), str(len(kinds)), share, f"{served} of {wanted}")
    console.print(found)


def cost_of_others() -> None:
    """What siblings of another kind cost: the default method with a site's template, and with one of the kind alone."""
    found = table("F1 of the default method, example sites", "site", "all pages known", "pages of the kind alone")
    sites: dict[str, list[Any]] = defaultdict(list)
    for page in build(0):
        sites[page.site].append(page)
    for key, pages in sites.items():
        scores: tuple[list[float], list[float]] = [], []
        for page in pages:
            if page.gold_text is None:
                continue
            for alone, score in enumerate(scores):
                known = [
                    other for other in pages if not alone or (other.layout, other.kind) == (page.layout, page.kind)
                ]
                site = learned(Page.from_html(one.body, url=one.url) for one in known)
                score.append(shingle_scores(denoise(page.body, url=page.url, site=site).text, page.gold_text).f1)
        found.add_row(key, *(f"{statistics.mean(score):.3f}" for score in scores))
    console.print(found)


def growth() -> None:
    """One site, more and more pages; and one with more and more layouts."""
    headings = ("pages", "layouts", "bytes", "load, ms", "update by 10 pages, ms", "siblings, ms")
    found = table("A template as its site grows", *headings)
    for pages, layouts in ((10, 1), (100, 1), (1_000, 1), (5_000, 1), (1_000, 4), (1_000, 16), (1_000, 64)):
        site = learned(synthetic(i, i % layouts) for i in range(pages))
        more = learned(synthetic(pages + i, i % layouts) for i in range(10))
        data, page = dump(site), synthetic(-1, 0)
        site.siblings(page)
        times = [best(partial(load, data)), best(partial(merged, data, more)), best(partial(site.siblings, page))]
        found.add_row(f"{pages:,}", str(layouts), f"{len(data):,}", *(f"{seconds * 1e3:.2f}" for seconds in times))
    console.print(found)


def best(call: Callable[[], Any], runs: int = 5) -> float:
    """CPU seconds of the fastest of several calls."""
    times = []
    for _ in range(runs):
        start = time.thread_time()
        call()
        times.append(time.thread_time() - start)
    return min(times)


WORDS = "river stone lamp garden winter letter road window bread table cloud field harbour".split()


def synthetic(number: int, layout: int) -> Page:
    """A page of about 300 rows: a menu, an article, a list of links, a footer; layouts differ in their frames."""
    words = random.Random(number)
    text = "".join(f"<p>{' '.join(words.choices(WORDS, k=30))} {number}a{i}.</p>" for i in range(25))
    links = "".join(f"<li><a href=/{i}>{' '.join(words.choices(WORDS, k=4))}</a>" for i in range(30))
    menu = "".join(f"<li><a href=/{word}>{word}</a>" for word in WORDS)
    frame = f"<div class=frame{chr(97 + layout % 26)}{chr(97 + layout // 26)}><div class=inner>"
    body = f"<ul class=menu>{menu}</ul><main>{text}</main><ul class=more>{links}</ul><footer>All rights</footer>"
    return Page.from_html(f"<html><body>{frame}{body}</div></div></body></html>", url=f"http://site.example/{number}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", type=Path, metavar="CORPUS", help="a corpus, folder or archive")
    for name in ("size", "purity", "growth"):
        parser.add_argument(f"--{name}", action="store_true")
    options = parser.parse_args()
    chosen = any((options.size, options.purity, options.growth))
    if options.size or options.purity or not chosen:
        corpora = {EXAMPLE: example_sites(), **{path.name: corpus_sites(path) for path in options.corpora}}
        if options.size or not chosen:
            sizes(corpora)
        if options.purity or not chosen:
            purity(corpora)
            cost_of_others()
    if options.growth or not chosen:
        growth()


if __name__ == "__main__":
    main()
