"""Pages a second on two threads and in two processes, over those of one.

python benchmarks/cores.py            # the pages of aeb
python benchmarks/cores.py wcxb       # of another corpus
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from speed import corpus_pages, find_corpus
from timing import console

from scrapy_denoise import denoise

PAGES = 80
ROUNDS = 9


def clean(bodies: list[bytes]) -> None:
    for body in bodies:
        denoise(body).text  # noqa: B018  a property that is worked out when it is read


def in_threads(bodies: list[bytes], number: int) -> float:
    """The seconds that the pages take, each thread with its share of them."""
    start = time.perf_counter()
    with ThreadPoolExecutor(number) as pool:
        list(pool.map(clean, [bodies[part::number] for part in range(number)]))
    return time.perf_counter() - start


def in_processes(bodies: list[bytes], number: int) -> float:
    """The same in processes that have everything loaded."""
    forked = multiprocessing.get_context("fork")
    processes = [forked.Process(target=clean, args=(bodies[part::number],)) for part in range(number)]
    start = time.perf_counter()
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        if process.exitcode:
            raise SystemExit(f"a process ended with {process.exitcode}")
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", default="aeb")
    options = parser.parse_args()
    bodies = [body for _, _, body in corpus_pages(find_corpus(options.corpus), PAGES)]
    clean(bodies)
    threads, processes = [], []
    for _round in range(ROUNDS):  # in turn: the machine may do something else at times
        one = in_threads(bodies, 1)
        threads.append(one / in_threads(bodies, 2))
        processes.append(in_processes(bodies, 1) / in_processes(bodies, 2))
    for name, found in (("two threads", threads), ("two processes", processes)):
        console.print(f"{name}: {median(found):.2f} times the pages of one ({min(found):.2f} to {max(found):.2f})")


if __name__ == "__main__":
    main()
