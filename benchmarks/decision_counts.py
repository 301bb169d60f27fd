"""What the parse of a page and the decision take by the processor's counters, on pages in turn.

`speed.py CORPORA --counts` prints the table. Each step runs in a process of its own under Linux's `perf stat`, with a
number of rounds over the pages and with twice as many: the difference leaves out what is paid once. Instructions are
the same in every run but for a few in a thousand, on a busy machine too. Cycles are not, so they are not counted.

python benchmarks/decision_counts.py CORPUS PAGES STEP ROUNDS    # such a process alone; STEP is parse or decision
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from parsel import Selector
from rich.table import Table
from timing import console

from scrapy_denoise.api import denoise_page
from scrapy_denoise.evaluation import read_corpus
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import Page
from scrapy_denoise.page.markup.decode import decode

EVENTS = {
    "instructions:u": "instructions",
    "branch-misses:u": "branches predicted wrongly",
    "L1-dcache-load-misses:u": "misses of the first cache",
}
"""Of `perf stat`, with their names in the table."""

ROUNDS = 15


def print_decision_counts(paths: list[Path], most: int) -> None:
    """One row a corpus and event, in thousands a page."""
    table = Table(title=f"Thousands a page, {most} pages of each corpus", title_justify="left")
    for heading in ("corpus", "", "parse (lxml)", "auto and its text", "of the parse"):
        table.add_column(heading, justify="left" if heading in ("corpus", "") else "right")
    for path in paths:
        pages = min(most, len(read_corpus(path)))
        parse, decision = (_counted(path, pages, step) for step in ("parse", "decision"))
        for event, meaning in EVENTS.items():
            share = f"{decision[event] / parse[event]:.2f}"
            thousands = (f"{counts[event] / 1e3:,.1f}" for counts in (parse, decision))
            table.add_row(path.name.partition(".")[0], meaning, *thousands, share)
    console.print(table)


def _counted(path: Path, pages: int, step: str) -> dict[str, float]:
    """The counts of a step on one page."""
    once, twice = (_run(path, pages, step, rounds) for rounds in (ROUNDS, 2 * ROUNDS))
    return {event: (twice[event] - once[event]) / (ROUNDS * pages) for event in EVENTS}


def _run(path: Path, pages: int, step: str, rounds: int) -> dict[str, float]:
    with TemporaryDirectory() as folder:
        report = Path(folder, "counts.csv")
        perf = ["perf", "stat", "-x,", "-o", str(report), "-e", ",".join(EVENTS)]
        subprocess.run([*perf, sys.executable, __file__, str(path), str(pages), step, str(rounds)], check=True)
        lines = [line.split(",") for line in report.read_text().splitlines()]
    counts = {fields[2]: float(fields[0]) for fields in lines if len(fields) > 2 and fields[0].isdigit()}
    # Some versions of perf leave the mode out of a cache event's name.
    named = {event: counts.get(event, counts.get(event.removesuffix(":u"))) for event in EVENTS}
    if missing := [event for event, count in named.items() if count is None]:
        sys.exit(f"perf does not count {', '.join(missing)} here")
    return {event: count for event, count in named.items() if count is not None}


def main() -> None:
    path, pages, step, rounds = sys.argv[1:]
    auto = get_method("auto")
    drawn = Random(0).sample(read_corpus(Path(path)), int(pages))
    texts = [(decode(page.html).text, page.url) for page in drawn]
    # Both steps pay for one parse and one decision of each page, which the difference leaves out.
    trees = [(Selector(text=text, type="html").root, url) for text, url in texts]
    for tree, url in trees:
        denoise_page(Page.from_tree(tree, url), auto)
    for _ in range(int(rounds)):
        if step == "parse":
            for text, _url in texts:
                Selector(text=text, type="html")
        else:
            for tree, url in trees:
                denoise_page(Page.from_tree(tree, url), auto).text  # noqa: B018 - rendered when asked for


if __name__ == "__main__":
    main()
