"""Speed, in one run on the same pages, as ratios to what lxml takes to parse them.

python benchmarks/speed.py                    # the example site and, where present, the corpora aeb and wcxb
python benchmarks/speed.py ~/corpora/daniel   # other corpora
python benchmarks/speed.py ~/corpora/* --pages 30
python benchmarks/speed.py --tree             # what each step costs, by the size of the page, alone and in a crawl
python benchmarks/speed.py --growth           # how the time grows with the size of a page
python benchmarks/speed.py --crawl            # pages a second of a crawl, the add-on off and on
python benchmarks/speed.py --crawl aeb        # the same on the pages of a corpus
python benchmarks/speed.py --memory           # memory along a crawl of 20,000 pages of 200 sites
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable
from math import isnan, nan
from pathlib import Path
from statistics import median
from time import thread_time
from types import SimpleNamespace
from typing import Any

import numpy as np
from parsel import Selector
from rich.console import Console
from rich.table import Table

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.api import denoise_page
from scrapy_denoise.evaluation import read_corpus
from scrapy_denoise.methods import NotEnoughSiblings, get_method, select
from scrapy_denoise.page import Page, check_markup
from scrapy_denoise.page.decode import decode
from scrapy_denoise.page.parse import parse
from scrapy_denoise.page.walk import walk
from scrapy_denoise.page.words import han_runs, segmenter
from scrapy_denoise.result import Result
from scrapy_denoise.sites.format.codec import dump
from scrapy_denoise.sites.layout import NO_SCORES, Scores

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "example_project"))

PAGES = 150  # of a corpus, drawn with a fixed seed
GOAL = 1.5  # of a page's parse: what a method of one page is to take at most, on a page that is read already
SIZES = (0, 100, 200, 300, 500, 1_000, 1_500)  # nodes of a page
REPEATS = 5
AUTO = get_method("auto")
# A log or a pipe has no width of its own, and 80 columns are too few to read the names of the steps in.
console = Console(width=None if sys.stdout.isatty() else 140)


def example_pages() -> list[tuple[str, str, bytes]]:
    from example_site import build

    return [(page.site, page.url, page.body) for page in build(0)]


def corpus_pages(path: Path, n: int = PAGES) -> list[tuple[str, str, bytes]]:
    pages = read_corpus(path)
    pages = random.Random(0).sample(pages, min(n, len(pages)))
    return [(page.site, page.url, page.html) for page in pages]


def best(call: Callable[[], object], repeats: int = REPEATS) -> float:
    """CPU seconds of the fastest of several calls.

    Not seconds by the clock: on a busy machine long calls are interrupted and short ones are not, which would
    look like growth.
    """
    times = []
    for _ in range(repeats):
        start = thread_time()
        call()
        times.append(thread_time() - start)
    return min(times)


Steps = dict[str, list[tuple[float, float]]]
"""Of each step, for each page that has it: its seconds, and those of the page's parse."""


BySize = dict[str, list[tuple[int, float]]]
"""Of each method of one page, for each page: its nodes, and the method's time as a multiple of its parse."""


def time_pages(name: str, pages: list[tuple[str, str, bytes]], by_size: BySize) -> None:
    """Print what each step takes on some pages, and note by the size of the page what the methods of one page take."""
    segmenter()  # reads its dictionary, once a process
    sites: dict[str, SiteTemplate] = defaultdict(SiteTemplate)
    for site, url, body in pages:
        sites[site].learn(Page.from_html(body, url=url))
    steps: Steps = defaultdict(list)
    for site, url, body in pages:
        parse = 0.0

        def time(label: str, call: Callable[[], object]) -> None:
            steps[label].append((best(call), parse))  # noqa: B023

        text = decode(body).text
        tree = Selector(text=text, type="html").root

        parse = best(lambda text=text: Selector(text=text, type="html"))
        steps["parse (lxml)"].append((parse, parse))
        time("check of the markup", lambda body=body: check_markup(body))
        time("walk into columns", lambda tree=tree: walk(tree, str, 10**9))
        time("walk, as a Page", lambda tree=tree, url=url: Page.from_tree(tree, url))
        fresh = [Page.from_tree(tree, url) for _ in range(REPEATS)]
        time("signature", lambda fresh=fresh: fresh.pop().signature)
        for method in ("content_correlativity", "quark", "partly_semantic", "path_similarity", "feature_tree"):
            for profile in ("default", "paper"):
                chosen, known = get_method(method, profile), sites[site]
                if select(chosen, Page.from_tree(tree, url), known).method != method:
                    continue  # too few siblings
                fresh = [Page.from_tree(tree, url) for _ in range(REPEATS)]
                time(f"{method}, {profile}", lambda c=chosen, k=known, f=fresh: select(c, f.pop(), k))
        page = Page.from_tree(tree, url)
        runs = han_runs(page.text)
        if runs:
            time("jieba alone, of partly_semantic", lambda runs=runs: segmenter().cut(runs))
        jieba = steps["jieba alone, of partly_semantic"][-1][0] if runs else 0.0
        for profile in ("default", "paper"):
            spent, _ = steps[f"partly_semantic, {profile}"][-1]
            steps[f"partly_semantic, {profile}, but for jieba"].append((spent - jieba, parse))
            for label in ("content_correlativity, {}", "quark, {}", "partly_semantic, {}, but for jieba"):
                label = label.format(profile)
                by_size[label].append((len(page.columns), steps[label][-1][0] / parse))
        fresh = [select(get_method("quark"), page) for _ in range(REPEATS)]
        time("types of quark, when asked for", lambda fresh=fresh: fresh.pop().types())
        fresh = [Page.from_tree(tree, url) for _ in range(REPEATS)]
        time("learn", lambda fresh=fresh: SiteTemplate().learn(fresh.pop()))
        for label, known in (("auto and its text, alone", None), ("auto and its text, with template", sites[site])):
            time(label, lambda tree=tree, url=url, k=known: denoise_page(Page.from_tree(tree, url), AUTO, k).text)
        found = select(AUTO, page, sites[site])
        time("text", lambda page=page, found=found: Result(page, found).text)
        time("html", lambda page=page, found=found: Result(page, found).html)
        time("denoise(bytes), text", lambda body=body, url=url: denoise(body, url).text)
        for peer, extract in peers().items():
            time(peer, lambda extract=extract, text=text, body=body: extract(text, body))
    table = Table(title=f"{name}: {len(pages)} pages, best of {REPEATS}", title_justify="left")
    above = f"pages above {GOAL}"
    for heading in ("step", "pages", "ms a page (median)", "of parse (median)", "of parse (all pages)", above):
        table.add_column(heading, justify="left" if heading == "step" else "right")
    for label, times in steps.items():
        spent, parses = zip(*times, strict=True)  # a step that only some pages have is held against their parse
        ratios = [t / p for t, p in times]
        total = sum(spent) / sum(parses)
        values = (f"{median(spent) * 1e3:.3f}", f"{median(ratios):.2f}", f"{total:.2f}", _share_above(ratios))
        table.add_row(label, str(len(times)), *values)
    console.print(table)


def _share_above(ratios: list[float]) -> str:
    return f"{sum(ratio > GOAL for ratio in ratios) / len(ratios):.1%}" if ratios else ""


def print_sizes(by_size: BySize) -> None:
    """Where the pages are above the goal: the small ones, by what a method does once a page."""
    title = f"All pages: median of parse, and pages above {GOAL}, by nodes"
    table = Table(title=title, title_justify="left")
    ranges = list(zip(SIZES, (*SIZES[1:], 10**9), strict=True))
    for heading in ("method", *(f"from {low:,}" for low, _ in ranges), "all"):
        table.add_column(heading, justify="left" if heading == "method" else "right")
    for number, (label, ratios) in enumerate(by_size.items()):
        groups = [[ratio for nodes, ratio in ratios if low <= nodes < high] for low, high in (*ranges, (0, 10**9))]
        if not number:
            table.add_row("pages", *(str(len(group)) for group in groups))
        table.add_row(label, *(f"{median(group):.2f} {_share_above(group)}" if group else "" for group in groups))
    console.print(table)


def peers() -> dict[str, Callable[[str, bytes], object]]:
    """The extractors that are installed, as functions of a page's text and its bytes."""
    found: dict[str, Callable[[str, bytes], object]] = {}
    try:
        import trafilatura

        found[f"trafilatura {trafilatura.__version__}"] = lambda text, body: trafilatura.extract(text)
    except ImportError:
        pass
    try:
        from readability import Document

        found["readability-lxml"] = lambda text, body: Document(text).summary()
    except ImportError:
        pass
    try:
        from resiliparse.extract.html2text import extract_plain_text
        from resiliparse.parse.encoding import bytes_to_str, detect_encoding

        found["resiliparse"] = lambda text, body: extract_plain_text(text, main_content=True)
        found["resiliparse, from bytes"] = lambda text, body: extract_plain_text(
            bytes_to_str(body, detect_encoding(body)), main_content=True
        )
    except ImportError:
        pass
    return found


def synthetic(nodes: int, shape: str, seed: int) -> str:
    """A page of about this many nodes, elements and texts: an article with lists, one flat list, or 200 levels deep."""
    rng = random.Random(seed)

    def words(n: int) -> str:
        return " ".join(rng.choice("river stone lamp garden winter letter road window bread".split()) for _ in range(n))

    if shape == "flat":
        body = "<ul>" + "".join(f"<li>{words(6)}" for _ in range(nodes // 2)) + "</ul>"
    elif shape == "deep":
        levels = 197  # and html, body and div.main above them
        body = "".join(
            "".join(f"<div class=d{i}>{words(3)}" for i in range(levels)) + "</div>" * levels
            for _ in range(max(1, round(nodes / (2 * levels))))
        )
    else:
        unit = [
            f"<div class=s><h2>{words(3)}</h2><p>{words(30)} <b>{words(1)}</b> {words(9)}</p><ul>"
            + "".join(f"<li><a href=/{i}>{words(2)}</a>" for i in range(5))
            + "</ul></div>"
            for _ in range(max(1, nodes // 24))
        ]
        body = "".join(unit)
    return f"<html><body><div class=top><a href=/>Home</a></div><div class=main>{body}</div></body></html>"


def growth(sizes: tuple[int, ...] = (1_000, 3_000, 10_000, 30_000, 100_000)) -> None:
    """A small page's fixed cost makes the whole range look flatter than it is: the second exponent has less of it.

    Where a method compares no pages of a size, since it has a bound, its cell is empty.
    """
    table = Table(title="Time by nodes: exponent of a fitted power", title_justify="left")
    for heading in ("step", "shape", *(f"{n:,}: ms" for n in sizes), "exponent", "from 10,000"):
        table.add_column(heading, justify="left" if heading in ("step", "shape") else "right")
    for shape in ("article", "flat", "deep"):
        times: dict[str, list[float]] = defaultdict(list)
        rows: list[int] = []
        for nodes in sizes:
            site = SiteTemplate()
            for i in range(1, 4):
                page = Page.from_html(synthetic(nodes, shape, i), url=f"http://e.example/{i}")
                _learn_any_size(site, page)
            markup = synthetic(nodes, shape, 0).encode()
            tree = parse(markup.decode(), markup)
            rows.append(len(Page.from_tree(tree).columns))
            times["parse (lxml)"].append(best(lambda m=markup: parse(m.decode(), m)))
            times["check of the markup"].append(best(lambda m=markup: check_markup(m)))
            times["walk into columns"].append(best(lambda tree=tree: walk(tree, str, 10**9)))
            if not AUTO.select(Page.from_tree(tree, "http://e.example/0"), site).siblings:
                sys.exit(f"a page of {nodes:,} nodes ({shape}) has no siblings: the table would be of something else")
            for label, known in (("auto and its text, alone", None), ("auto and its text, with siblings", site)):
                fresh = [Page.from_tree(tree, "http://e.example/0") for _ in range(REPEATS)]
                times[label].append(best(lambda f=fresh, k=known: denoise_page(f.pop(), AUTO, k).text))
            fresh = [Page.from_tree(tree, "http://e.example/0") for _ in range(REPEATS)]
            times["learning"].append(best(lambda f=fresh: _learn_any_size(SiteTemplate(), f.pop(), NO_SCORES)))
            times["packing a template"].append(best(lambda site=site: dump(site)))
            for method in ("content_correlativity", "quark", "path_similarity", "feature_tree"):
                for profile in ("default", "paper"):
                    fresh = [Page.from_tree(tree, "http://e.example/0") for _ in range(REPEATS)]
                    chosen = get_method(method, profile)
                    try:
                        took = best(lambda f=fresh, c=chosen, s=site: c.select(f.pop(), s))
                    except NotEnoughSiblings:
                        took = nan
                    times[f"{method}, {profile}"].append(took)
        for label, values in times.items():
            milliseconds = ("" if isnan(value) else f"{value * 1e3:.2f}" for value in values)
            table.add_row(label, shape, *milliseconds, _exponent(rows, values, 0), _exponent(rows, values, 9_000))
    console.print(table)


def _exponent(rows: list[int], values: list[float], least: int) -> str:
    """Of the power by which times grow with the rows of pages, from this many rows on; empty for fewer than two."""
    known = [(n, value) for n, value in zip(rows, values, strict=True) if n >= least and not isnan(value)]
    return f"{np.polyfit(*np.log(np.array(known).T), 1)[0]:.2f}" if len(known) > 1 else ""


def _learn_any_size(site: SiteTemplate, page: Page, scores: Scores | None = None) -> None:
    """Learn a page above the size that templates take: the comparison itself is what is timed."""
    from scrapy_denoise.sites import template

    limits = template.MAX_SAMPLE_ROWS, template.MAX_ROWS
    template.MAX_SAMPLE_ROWS = template.MAX_ROWS = 10**9
    try:
        site.learn(page, scores=scores)
    finally:
        template.MAX_SAMPLE_ROWS, template.MAX_ROWS = limits


def crawl(corpus: str = "", runs: int = 5, rounds: int = 20) -> None:
    """Pages a second of the same crawl without and with the add-on, in turn; the median of the pairs' ratios.

    CPU seconds are the crawl's own, without the server's: a machine that is busy otherwise disturbs them less. corpus:
    its pages instead of those of the example site, each site under a host name of its own.
    """
    import crawl_process
    from example_site.server import ExampleServer

    pages = served_pages(corpus)
    wanted = rounds * len(pages)
    rates: dict[str, list[float]] = {"off": [], "on": []}
    cpu: dict[str, list[float]] = {"off": [], "on": []}
    environment = {k: v for k, v in os.environ.items() if k.lower() not in ("http_proxy", "no_proxy")}
    with ExampleServer(pages) as server, tempfile.TemporaryDirectory() as folder:
        addresses = Path(folder, "addresses.json")
        addresses.write_text(json.dumps([page.url for page in pages]))
        arguments = [sys.executable, crawl_process.__file__, server.proxy_url, str(addresses), str(rounds)]
        for run in range(runs):
            for mode in rates:
                store = [str(Path(folder, f"{run}.sqlite"))] if mode == "on" else []
                done = subprocess.run(
                    [*arguments, *store], stdout=subprocess.PIPE, text=True, check=True, env=environment
                )
                found = json.loads(done.stdout)
                # A crawl that loses pages, or an add-on that is idle, would be fast for the wrong reason.
                if found["items"] != wanted or (found["cleaned"] > 0.9 * wanted) != (mode == "on"):
                    sys.exit(f"the crawl ({mode}) of {wanted} pages gave {found}")
                rates[mode].append(wanted / found["seconds"])
                cpu[mode].append(found["cpu"] / wanted)
    table = Table(title=f"A crawl of {wanted:,} pages, median of {runs} runs", title_justify="left")
    for heading in ("add-on", "pages a second", "of the crawl without", "CPU, ms a page", "by CPU time"):
        table.add_column(heading, justify="right")
    ratios = [on / off for on, off in zip(rates["on"], rates["off"], strict=True)]
    by_cpu = [off / on for on, off in zip(cpu["on"], cpu["off"], strict=True)]
    for mode in rates:
        table.add_row(
            mode,
            f"{median(rates[mode]):.0f}",
            _spread(ratios) if mode == "on" else "1.00",
            f"{median(cpu[mode]) * 1e3:.2f}",
            _spread(by_cpu) if mode == "on" else "1.00",
        )
    console.print(table)


def served_pages(corpus: str, most: int = 0) -> list[Any]:
    """The pages of a crawl, as the example server takes them: `url`, `body`, `content_type`.

    most: of a corpus, this many pages, those of one site together; 0: all.
    """
    from example_site import build

    if not corpus:
        return build(0)
    sites: dict[str, int] = {}
    pages = []
    read = read_corpus(find_corpus(corpus))
    if most and most < len(read):
        read = sorted(read, key=lambda page: page.site)[:most]
    for number, page in enumerate(read):
        host = sites.setdefault(page.site, len(sites))
        url = f"http://site{host}.example/{number}.html"
        pages.append(SimpleNamespace(url=url, body=page.html, content_type="text/html"))
    return pages


def find_corpus(name: str) -> Path:
    """A corpus by its name or its path."""
    shared = Path(os.environ.get("DENOISE_CORPORA", ROOT.parent / "shared" / "corpora"))
    for path in (Path(name), shared / name, shared / f"{name}.tar.xz"):
        if path.exists():
            return path
    sys.exit(f"no corpus {name!r} here or in {shared}")


def _spread(ratios: list[float]) -> str:
    return f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def memory(pages: int = 20_000, sites: int = 200) -> None:
    """Memory along a crawl of this many pages, each another, with the add-on and its SQLite store."""
    import crawl_memory
    from example_site.server import ExampleServer

    served = [
        SimpleNamespace(
            url=crawl_memory.address(i, sites),
            body=synthetic(150, "article", i).encode(),
            content_type="text/html; charset=utf-8",
        )
        for i in range(pages)
    ]
    environment = {k: v for k, v in os.environ.items() if k.lower() not in ("http_proxy", "no_proxy")}
    for column, meaning in crawl_memory.COLUMNS.items():
        console.print(f"{column}: {meaning}")
    console.print("".join(f"{column:>10}" for column in crawl_memory.COLUMNS))
    with ExampleServer(served) as server, tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder, "templates.sqlite"))
        arguments = [sys.executable, crawl_memory.__file__, server.proxy_url, str(pages), str(sites), store]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment) as crawler:
            assert crawler.stdout is not None
            for line in crawler.stdout:
                console.print("".join(f"{number:10,}" for number in json.loads(line).values()))
    if crawler.returncode:
        sys.exit("the crawl failed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", type=Path, metavar="CORPUS", help="a corpus, folder or archive")
    parser.add_argument("--pages", type=int, default=PAGES, metavar="N", help=f"of each corpus; default: {PAGES}")
    parser.add_argument("--crawl", nargs="?", const="", metavar="CORPUS", help="by default the example site")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="pairs of crawls; default: 5")
    parser.add_argument(
        "--rounds", type=int, default=0, metavar="N", help="of a crawl's pages; default: 20, of a corpus 10"
    )
    for name in ("growth", "memory", "tree"):
        parser.add_argument(f"--{name}", action="store_true")
    options = parser.parse_args()
    if options.tree:
        from cost_tree import SIZES as BY_SIZE
        from cost_tree import print_costs
        from crawl_costs import print_crawl_costs

        paths = options.corpora or [find_corpus(name) for name in ("aeb", "daniel", "l3s-gn1", "dragnet", "wcxb")]
        print_costs([(path.name, read_corpus(path)) for path in paths], min(options.pages, 60))
        for path in paths:
            print_crawl_costs(path.name, served_pages(str(path), options.pages), BY_SIZE)
        if not options.corpora:
            print_crawl_costs("example site", served_pages(""), BY_SIZE)
        return
    chosen = options.corpora or options.growth or options.crawl is not None or options.memory
    if options.corpora or not chosen:
        by_size: BySize = defaultdict(list)
        if not options.corpora:
            time_pages("example site", example_pages(), by_size)
        shared = Path(os.environ.get("DENOISE_CORPORA", ROOT.parent / "shared" / "corpora"))
        default = [path for name in ("aeb", "wcxb") for path in (shared / name, shared / f"{name}.tar.xz")]
        for path in options.corpora or [path for path in default if path.exists()]:
            time_pages(path.name, corpus_pages(path, options.pages), by_size)
        print_sizes(by_size)
    if options.growth or not chosen:
        growth()
    if options.crawl is not None or not chosen:
        crawl(options.crawl or "", options.runs, options.rounds or (10 if options.crawl else 20))
    if options.memory:
        memory()


if __name__ == "__main__":
    main()
