"""Many pages at once: `denoise` over a corpus' pages on one thread, on several threads, and in several processes.

python benchmarks/cores.py CORPUS...            # two threads, two processes
python benchmarks/cores.py CORPUS... --workers 4

By the clock, in several rounds, so the cores have to be free. The ratios are to one thread in the same round.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from rich.console import Console
from rich.table import Table

from scrapy_denoise import denoise
from scrapy_denoise.evaluation import read_corpus

CHUNK = 8
"""Pages that a worker takes at once."""

Markup = tuple[bytes, str | None]


def clean(pages: Iterable[Markup]) -> int:
    """The characters of the text of some pages."""
    return sum(len(denoise(html, url).text) for html, url in pages)


@contextmanager
def on_one(workers: int) -> Iterator[Callable[[list[list[Markup]]], int]]:
    yield lambda chunks: sum(map(clean, chunks))


@contextmanager
def on_pool(make: Callable[..., Executor], workers: int) -> Iterator[Callable[[list[list[Markup]]], int]]:
    with make(workers) as pool:
        yield lambda chunks: sum(pool.map(clean, chunks))


WAYS = {
    "one thread": on_one,
    "threads": partial(on_pool, ThreadPoolExecutor),
    "processes": partial(on_pool, partial(ProcessPoolExecutor, mp_context=get_context("spawn"))),
}


def compare(pages: list[Markup], workers: int, rounds: int) -> None:
    """Print the seconds of each way, and how many times as fast it is as one thread."""
    chunks = [pages[i : i + CHUNK] for i in range(0, len(pages), CHUNK)]
    times: dict[str, list[float]] = {way: [] for way in WAYS}
    spent: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(rounds):
        found = set()
        for way, opened in WAYS.items():
            with opened(workers) as call:
                call(chunks[: 2 * workers])  # imports, models and lexicons, in every process
                start, cpu = perf_counter(), process_time()
                found.add(call(chunks))
                times[way].append(perf_counter() - start)
                spent[way].append(process_time() - cpu)
        if len(found) != 1:
            sys.exit(f"the ways gave different texts: {found}")
    table = Table(title=f"{len(pages)} pages, {workers} workers, {os.cpu_count()} cores", title_justify="left")
    for heading in ("way", "pages a second", "times one thread", "CPU seconds of this process"):
        table.add_column(heading, justify="left" if heading == "way" else "right")
    for way, seconds in times.items():
        ratios = [one / this for one, this in zip(times["one thread"], seconds, strict=True)]
        rate = f"{len(pages) / min(seconds):.0f}"
        spread = f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        table.add_row(way, rate, spread, f"{min(spent[way]):.2f}")
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path, metavar="CORPUS", help="a corpus, folder or archive")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="threads or processes; default: 2")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    options = parser.parse_args()
    pages = [(page.html, page.url) for path in options.corpora for page in read_corpus(path)]
    compare(pages, options.workers, options.rounds)


if __name__ == "__main__":
    main()
