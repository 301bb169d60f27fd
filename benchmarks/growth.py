"""How the time of each step and method grows with the size of a page; `speed.py --growth` prints the table."""

import random
import sys
from collections import defaultdict
from math import isnan, nan

import numpy as np
from rich.table import Table
from timing import REPEATS, best, console

from scrapy_denoise import SiteTemplate
from scrapy_denoise.api import denoise_page
from scrapy_denoise.methods import NotEnoughSiblings, get_method
from scrapy_denoise.page import Page, check_markup
from scrapy_denoise.page.markup.parse import parse
from scrapy_denoise.page.walk.compiled import walk
from scrapy_denoise.sites.codec.template_codec import dump
from scrapy_denoise.sites.layout import NO_SCORES, Scores

AUTO = get_method("auto")


def print_growth(sizes: tuple[int, ...] = (1_000, 3_000, 10_000, 30_000, 100_000)) -> None:
    """The exponents of time by nodes, in three shapes of pages.

    A small page's fixed cost makes the whole range look flatter than it is: the second exponent has less of it.

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
            table.add_row(label, shape, *milliseconds, exponent(rows, values, 0), exponent(rows, values, 9_000))
    console.print(table)


def exponent(rows: list[int], values: list[float], least: int) -> str:
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
