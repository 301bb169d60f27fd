"""What each output of a page costs beside its text: processor time, in shares of ``denoise(bytes, url).text``.

usage: python benchmarks/outputs.py [--sample N] [--rounds N] CORPUS...

The text is measured from the page's bytes: decoding, parsing, reading, deciding and rendering. An output is measured on
a result of its own whose text is there, so that each pays for what it shares with others; ``all`` is all of them on one
result, the text included. Of each figure the least of all rounds counts.
"""

from __future__ import annotations

import argparse
import gc
import logging
import pickle
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scrapy_denoise import denoise
from scrapy_denoise.evaluation import read_corpus
from scrapy_denoise.result import Result

OUTPUTS: dict[str, Callable[[Result], Any]] = {
    "html": lambda result: result.html,
    "markdown": lambda result: result.markdown,
    "blocks": lambda result: result.blocks,
    "noise": lambda result: result.noise,
    "title": lambda result: result.title,
    "metadata": lambda result: result.metadata,
    "links": lambda result: result.links,
    "posts, comments": lambda result: (result.posts, result.comments),
    "to_dict()": lambda result: result.to_dict(),
    "pickle": pickle.dumps,
}
"""In the order in which ``all`` takes them."""


def seconds_of(step: Callable[[], Any]) -> float:
    start = time.thread_time()
    step()
    return time.thread_time() - start


def everything(html: bytes, url: str) -> None:
    result = denoise(html, url)
    _ = result.text
    for output in OUTPUTS.values():
        output(result)


def one(name: str, html: bytes, url: str) -> float:
    """Seconds of an output of a fresh result."""
    result = denoise(html, url)
    _ = result.text
    return seconds_of(lambda: OUTPUTS[name](result))


def measure(html: bytes, url: str, rounds: int) -> dict[str, float]:
    """The least seconds of each output, of the text and of everything."""
    steps: dict[str, Callable[[], float]] = {
        "text": lambda: seconds_of(lambda: denoise(html, url).text),
        "all": lambda: seconds_of(lambda: everything(html, url)),
        **{name: lambda name=name: one(name, html, url) for name in OUTPUTS},  # type: ignore[misc]
    }
    found = dict.fromkeys(steps, float("inf"))
    for number in range(rounds):
        for name in steps if number % 2 else reversed(steps):
            found[name] = min(found[name], steps[name]())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=30, help="pages of each corpus (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="(default: %(default)s)")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    for folder in options.corpora:
        pages = read_corpus(folder)
        pages = random.Random(0).sample(pages, min(options.sample, len(pages)))
        everything(pages[0].html, pages[0].url)
        gc.collect()
        found = [measure(page.html, page.url, options.rounds) for page in pages]
        text = sum(seconds["text"] for seconds in found)
        print(f"{folder.name}, {len(pages)} pages, text {1000 * text / len(pages):.2f} ms a page")
        for name in found[0]:
            total = sum(seconds[name] for seconds in found)
            print(f"  {name:16} {1000 * total / len(pages):8.2f} ms {total / text:6.2f} x")


if __name__ == "__main__":
    main()
