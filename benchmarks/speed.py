"""Speed, in one run on the same pages, as ratios to what lxml takes to parse them.

python benchmarks/speed.py                    # the example site and, where present, the corpora aeb and wcxb
python benchmarks/speed.py ~/corpora/daniel   # other corpora
python benchmarks/speed.py ~/corpora/* --pages 30
python benchmarks/speed.py --growth           # how the time grows with the size of a page
python benchmarks/speed.py --crawl            # pages a second of a crawl, the add-on off and on
python benchmarks/speed.py --crawl aeb        # the same on the pages of a corpus
python benchmarks/speed.py --crawl aeb --threads 0 1 2    # and with DENOISE_THREADS
python benchmarks/speed.py --crawl aeb --counts   # its instructions, cycles and page faults, counted by perf
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
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

from parsel import Selector
from rich.table import Table
from timing import REPEATS, best, console

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.api import denoise_page
from scrapy_denoise.evaluation import read_corpus
from scrapy_denoise.methods import get_method, select
from scrapy_denoise.page import Page, check_markup
from scrapy_denoise.page.compiled import chars_behind_end, count_plain
from scrapy_denoise.page.markup.decode import decode, is_binary
from scrapy_denoise.page.markup.limits import encoded
from scrapy_denoise.page.text.words import han_runs, segmenter
from scrapy_denoise.page.walk.compiled import walk
from scrapy_denoise.result import Result

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "example_project"))

PAGES = 150  # of a corpus, drawn with a fixed seed
GOAL = 1.5  # of a page's parse: what a method of one page is to take at most, on a page that is read already
SIZES = (0, 100, 200, 300, 500, 1_000, 1_500)  # nodes of a page
AUTO = get_method("auto")


def example_pages() -> list[tuple[str, str, bytes]]:
    from example_site import build

    return [(page.site, page.url, page.body) for page in build(0)]


def corpus_pages(path: Path, n: int = PAGES) -> list[tuple[str, str, bytes]]:
    pages = read_corpus(path)
    pages = random.Random(0).sample(pages, min(n, len(pages)))
    return [(page.site, page.url, page.html) for page in pages]


def guards(body: bytes) -> None:
    """What is asked of a page's bytes beside the parse: whether they are a file of another kind, have a tag with too
    many attributes, are UTF-8 and nothing else, and go on behind the end of the markup."""
    is_binary(body)
    check_markup(body)
    count_plain(body)
    chars_behind_end(body)


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

        # Of bytes, as users have them: parsel strips and encodes text before it parses.
        plain = encoded(text)
        parse = best(lambda plain=plain: Selector(body=plain, type="html"))
        # What parses too is timed right behind the parse: later it takes longer, in memory in which more is kept.
        time("denoise(bytes), text", lambda body=body, url=url: denoise(body, url).text)
        steps["parse (lxml)"].append((parse, parse))
        for peer, extract in peers().items():
            time(peer, lambda extract=extract, text=text, body=body: extract(text, body))
        time("bytes to a Page", lambda body=body, url=url: Page.from_html(body, url))
        time("guards of the parse", lambda body=body: guards(body))
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
        if fresh[0].types is not None:  # none on a page without text
            time("types of quark, when asked for", lambda fresh=fresh: fresh.pop().types())
        fresh = [Page.from_tree(tree, url) for _ in range(REPEATS)]
        time("learn", lambda fresh=fresh: SiteTemplate().learn(fresh.pop()))
        for label, known in (("auto and its text, alone", None), ("auto and its text, with template", sites[site])):
            time(label, lambda tree=tree, url=url, k=known: denoise_page(Page.from_tree(tree, url), AUTO, k).text)
        found = select(AUTO, page, sites[site])
        time("text", lambda page=page, found=found: Result(page, found).text)
        time("html", lambda page=page, found=found: Result(page, found).html)
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


def crawl(corpus: str = "", runs: int = 5, rounds: int = 20, threads: Sequence[int] = (0,)) -> None:
    """Pages a second of the same crawl without and with the add-on, in turn; the median of the pairs' ratios.

    CPU seconds are the crawl's own, without the server's: a machine that is busy otherwise disturbs them less. corpus:
    its pages instead of those of the example site, each site under a host name of its own. threads: a crawl with the
    add-on for each of these numbers of DENOISE_THREADS.
    """
    import crawl_process
    from example_site.server import ExampleServer

    pages = served_pages(corpus)
    wanted = rounds * len(pages)
    modes = {"off": ""} | {"on" if not number else f"on, {number} threads": str(number) for number in threads}
    found: dict[str, list[dict[str, float]]] = {mode: [] for mode in modes}
    environment = {k: v for k, v in os.environ.items() if k.lower() not in ("http_proxy", "no_proxy")}
    with ExampleServer(pages) as server, tempfile.TemporaryDirectory() as folder:
        addresses = Path(folder, "addresses.json")
        addresses.write_text(json.dumps([page.url for page in pages]))
        arguments = [sys.executable, crawl_process.__file__, server.proxy_url, str(addresses), str(rounds)]
        for run in range(runs):
            for mode, number in modes.items():
                store = [str(Path(folder, f"{run}-{number}.sqlite")), number] if number else []
                done = subprocess.run(
                    [*arguments, *store], stdout=subprocess.PIPE, text=True, check=True, env=environment
                )
                took = json.loads(done.stdout)
                # A crawl that loses pages, or an add-on that is idle, would be fast for the wrong reason.
                if took["items"] != wanted or (took["cleaned"] > 0.9 * wanted) != bool(number):
                    sys.exit(f"the crawl ({mode}) of {wanted} pages gave {took}")
                found[mode].append(took)
    table = Table(title=f"A crawl of {wanted:,} pages, median of {runs} runs", title_justify="left")
    headings = (
        "add-on", "pages a second", "of the crawl without", "CPU, ms a page", "by CPU time", "of Scrapy's thread",
        "peak MB",
    )  # fmt: skip
    for heading in headings:
        table.add_column(heading, justify="right")
    for mode, takes in found.items():
        pairs = list(zip(found["off"], takes, strict=True))
        table.add_row(
            mode,
            f"{wanted / median(took['seconds'] for took in takes):.0f}",
            _spread([off["seconds"] / on["seconds"] for off, on in pairs]) if mode != "off" else "1.00",
            f"{median(took['cpu'] for took in takes) / wanted * 1e3:.2f}",
            _spread([off["cpu"] / on["cpu"] for off, on in pairs]) if mode != "off" else "1.00",
            f"{median(took['reactor'] for took in takes) / wanted * 1e3:.2f}",
            f"{median(took['memory'] for took in takes) / 1024:.0f}",
        )
    console.print(table)


def served_pages(corpus: str) -> list[Any]:
    """The pages of a crawl, as the example server takes them: `url`, `body`, `content_type`."""
    from example_site import build

    if not corpus:
        return build(0)
    sites: dict[str, int] = {}
    pages = []
    for number, page in enumerate(read_corpus(find_corpus(corpus))):
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
    from growth import synthetic

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
    parser.add_argument(
        "corpora", nargs="*", type=find_corpus, metavar="CORPUS", help="a corpus: its name, folder or archive"
    )
    parser.add_argument("--pages", type=int, default=PAGES, metavar="N", help=f"of each corpus; default: {PAGES}")
    parser.add_argument("--crawl", nargs="?", const="", metavar="CORPUS", help="by default the example site")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="pairs of crawls; default: 5")
    parser.add_argument(
        "--rounds", type=int, default=0, metavar="N", help="of a crawl's pages; default: 20, of a corpus 10"
    )
    parser.add_argument(
        "--threads", type=int, nargs="+", default=[0], metavar="N", help="of the crawls with the add-on; default: 0"
    )
    for name in ("counts", "growth", "memory"):
        parser.add_argument(f"--{name}", action="store_true")
    options = parser.parse_args()
    if options.counts and options.corpora:
        parser.error("--counts counts a crawl: --crawl CORPUS --counts")
    if options.counts:
        from crawl_counts import print_crawl_counts

        corpus = options.crawl or ""
        print_crawl_counts(corpus or "example site", served_pages(corpus), options.rounds or 5)
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
        from growth import print_growth

        print_growth()
    if options.crawl is not None or not chosen:
        crawl(options.crawl or "", options.runs, options.rounds or (10 if options.crawl else 20), options.threads)
    if options.memory:
        memory()


if __name__ == "__main__":
    main()
