"""The matching of feature_tree: its time against lxml's for parsing both pages, and how it grows with their size.

python benchmarks/matching.py           # two pages of 800 elements, then pages of 500 to 20,000 nodes of one template
"""

import numpy as np
from growth import synthetic
from parsel import Selector
from rich.table import Table
from timing import best, console

from scrapy_denoise.methods import get_method
from scrapy_denoise.page import Page

SHAPES = ("article", "flat", "deep")
SIZES = (500, 1_500, 5_000, 20_000)


def elements(nodes: int, shape: str) -> int:
    columns = Page.from_html(synthetic(nodes, shape, 0)).columns
    return len(columns) - len(columns.text_rows)


def times(nodes: int, shape: str, profile: str) -> tuple[int, float, float]:
    """Rows of a page, seconds to parse it and one other, seconds to make their feature trees and match these."""
    html = [synthetic(nodes, shape, seed) for seed in (0, 1)]
    parse = sum(best(lambda text=text: Selector(text=text, type="html")) for text in html)
    one, two = (Page.from_html(text).signature for text in html)
    method = get_method("feature_tree", profile)
    return len(one), parse, best(lambda: method.candidates(one, [two]))


def main() -> None:
    table = Table(title="Two pages of 800 elements", title_justify="left")
    for name in ("shape", "profile", "elements", "rows", "of the parse of both"):
        table.add_column(name, justify="left" if name in ("shape", "profile") else "right")
    for shape in SHAPES:
        nodes = next(n for n in range(800, 4_000, 20) if elements(n, shape) >= 800)
        for profile in ("default", "paper"):
            rows, parse, match = times(nodes, shape, profile)
            table.add_row(shape, profile, str(elements(nodes, shape)), str(rows), f"{match / parse:.2f}")
    console.print(table)
    table = Table(title="Pages of one template: time of the match by nodes", title_justify="left")
    for name in ("shape", "profile", *(f"{n:,}: ms" for n in SIZES), "of parse, largest", "exponent"):
        table.add_column(name, justify="left" if name in ("shape", "profile") else "right")
    for shape in SHAPES:
        for profile in ("default", "paper"):
            rows, parses, matches = zip(*(times(nodes, shape, profile) for nodes in SIZES), strict=True)
            exponent = np.polyfit(np.log(rows), np.log(matches), 1)[0]
            milliseconds = (f"{seconds * 1e3:.2f}" for seconds in matches)
            table.add_row(shape, profile, *milliseconds, f"{matches[-1] / parses[-1]:.2f}", f"{exponent:.2f}")
    console.print(table)


if __name__ == "__main__":
    main()
