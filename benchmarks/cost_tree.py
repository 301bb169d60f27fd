"""What each step of the default method costs a page: milliseconds, and the share of what lxml takes to parse it.

A step is timed on fresh pages, CPU time, the best of REPEATS; a step that needs another has it done before.
`speed.py --tree` prints the table for pages by their size, alone and with the template of their site.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from random import Random
from time import thread_time

from parsel import Selector
from rich.console import Console
from rich.table import Table

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.api import denoise_page
from scrapy_denoise.blocks import BlockScores, TextBlocks
from scrapy_denoise.blocks.features.class_names import name_pairs
from scrapy_denoise.blocks.regions.boilerplate import Asides
from scrapy_denoise.document.selection.body import body
from scrapy_denoise.document.selection.completion import completed
from scrapy_denoise.evaluation import GoldPage
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import Page
from scrapy_denoise.page.markup.decode import decode
from scrapy_denoise.result import Result

REPEATS = 5
SIZES = {"under 20 kB": 20_000, "20 to 100 kB": 100_000, "above": 10**9}
SIBLINGS = 10
AUTO = get_method("auto")

Costs = dict[str, float]


def best(call: Callable[[Page], object], pages: Iterable[Page]) -> float:
    """CPU seconds of the fastest of several calls, each with another page."""
    times = []
    for page in pages:
        start = thread_time()
        call(page)
        times.append(thread_time() - start)
    return min(times)


def costs_of(page: GoldPage, site: SiteTemplate) -> Costs:
    """Seconds of each step."""
    text = decode(page.html).text
    tree = Selector(text=text, type="html").root

    def fresh(*before: Callable[[Page], object]) -> list[Page]:
        pages = [Page.from_tree(tree, page.url) for _ in range(REPEATS)]
        for one in pages:
            for step in before:
                step(one)
        return pages

    def blocks(one: Page) -> TextBlocks:
        return one.once(TextBlocks)

    def score(one: Page) -> object:
        return one.once(BlockScores).values

    found = AUTO.select(Page.from_tree(tree, page.url))
    whole = completed(Page.from_tree(tree, page.url), found)
    costs = {
        "parse (lxml)": best(lambda _: Selector(text=text, type="html"), fresh()),
        "walk into columns": best(lambda one: Page.from_tree(tree, one.url), fresh()),
        "signature": best(lambda one: one.signature, fresh()),
        "names": best(lambda one: one.once(name_pairs), fresh()),
        "features": best(blocks, fresh(lambda one: one.signature, lambda one: one.once(name_pairs))),
        "trees": best(score, fresh(blocks)),
        "asides": best(lambda one: one.once(Asides), fresh(blocks)),
        "agreement, cut": best(AUTO.select, fresh(score, lambda one: one.once(Asides))),
        "tables and lists whole": best(lambda one: completed(one, found), fresh(blocks)),
        "title, dateline, captions": best(lambda one: body(one, whole), fresh(blocks)),
        "text": best(lambda one: Result(one, whole).text, fresh()),
    }
    costs["decision and text"] = best(lambda one: denoise_page(Page.from_tree(tree, one.url), AUTO).text, fresh())
    if site.usable:
        denoise_page(Page.from_tree(tree, page.url), AUTO, site)  # makes the table of samples
        costs["the same with template"] = best(
            lambda one: denoise_page(Page.from_tree(tree, one.url), AUTO, site).text, fresh()
        )
    costs["learn"] = best(lambda one: SiteTemplate().learn(one, scores=AUTO.scores(one)), fresh(score))
    costs["page type, when asked for"] = best(lambda one: Result(one, whole).page_type, fresh(score))
    costs["title, when asked for"] = best(lambda one: one.title, fresh())
    costs["bytes to text"] = best(lambda one: denoise(page.html, one.url).text, fresh())
    try:
        from resiliparse.extract.html2text import extract_plain_text

        costs["resiliparse, text to text"] = best(lambda _: extract_plain_text(text, main_content=True), fresh())
    except ImportError:
        pass
    return costs


def print_costs(corpora: list[tuple[str, list[GoldPage]]], n: int) -> None:
    """One table a corpus, with at most n of its pages, drawn with a fixed seed."""
    for name, pages in corpora:
        groups: dict[str, list[Costs]] = defaultdict(list)
        for page in Random(0).sample(pages, min(n, len(pages))):
            site = SiteTemplate()
            others = (other for other in pages if other.site == page.site and other.id != page.id)
            for _, other in zip(range(SIBLINGS), others, strict=False):
                sibling = Page.from_html(other.html, other.url)
                site.learn(sibling, scores=AUTO.scores(sibling))
            costs = costs_of(page, site)
            for group in (next(size for size, most in SIZES.items() if len(page.html) < most), "all"):
                groups[group].append(costs)
        Console(width=140).print(_table(name, groups))


def _table(name: str, groups: dict[str, list[Costs]]) -> Table:
    table = Table(
        title=f"{name}: ms a page, and share of the parse (all time over all parse time)", title_justify="left"
    )
    sizes = [size for size in (*SIZES, "all") if size in groups]
    table.add_column("step")
    for size in sizes:
        table.add_column(f"{size} ({len(groups[size])})", justify="right")
    steps = dict.fromkeys(step for costs in groups["all"] for step in costs)
    for step in steps:
        cells = []
        for size in sizes:
            # A step that some pages alone have is held against their parse.
            having = [costs for costs in groups[size] if step in costs]
            spent, parse = (sum(costs[key] for costs in having) for key in (step, "parse (lxml)"))
            cells.append(f"{spent / len(having) * 1e3:.3f}  {spent / parse:.3f}" if having else "")
        table.add_row(step, *cells)
    return table
