"""What an output of a page costs: counts on a fixed sample of pages, in a process of its own.

`budgets.py` starts this process, with a fixed seed of hashes, so that sets have the same order in each run. The pages
are in a fixed order, and all outputs are made once before they are counted, so that caches are full.
"""

from __future__ import annotations

import gc
import json
import logging
import sys
from collections.abc import Callable
from typing import Any

from call_counts import count_arrays, count_calls
from instructions import REFERENCE, count_instructions
from page_sample import Pages, digest, sample
from parsel import Selector

from scrapy_denoise import denoise
from scrapy_denoise.page.markup.decode import decode
from scrapy_denoise.page.markup.limits import encoded
from scrapy_denoise.result import Result


def prepare() -> None:
    """Leave out of the counts what is not the package's: log lines, and the collection of garbage."""
    logging.disable()
    gc.disable()


def all_outputs(result: Result) -> tuple[object, ...]:
    return (
        result.text, result.markdown, result.html, result.metadata, result.links, result.entries, result.posts,
        result.comments, result.to_dict(),
    )  # fmt: skip


READERS: dict[str, Callable[[Result], object]] = {
    "text": lambda result: result.text,
    "metadata": lambda result: result.metadata,
    "all": all_outputs,
}
"""How each output is asked for of a result. All of it is counted, from the bytes of the page."""


def work(pages: Pages, output: str) -> Callable[[], None]:
    """A function that makes an output of each page."""
    if output == REFERENCE:
        bodies = [encoded(decode(html).text) for html, _url in pages]

        def make() -> None:
            for body in bodies:
                Selector(body=body, type="html").root  # noqa: B018 - parsed when asked for
    else:
        read = READERS.get(output, lambda _result: None)

        def make() -> None:
            for html, url in pages if output else []:
                read(denoise(html, url=url))

    return make


def count(pages: Pages, outputs: list[str], functions: int, instructions: bool) -> dict[str, Any]:
    """The counts of each output on one page, as `budgets.json` has them, and the functions called most."""
    found: dict[str, Any] = {"pages": len(pages), "sha256": digest(pages)}
    most: dict[str, list[tuple[str, float]]] = {}
    for output in outputs:
        make = work(pages, output)
        make()
        calls, arrays = count_calls(make, frozenset({__file__})), count_arrays(make)
        totals = {
            "python_calls": calls.python.total(),
            "c_calls": calls.c.total(),
            "regex_calls": calls.regex,
            "arrays": arrays,
        }
        found[output] = {unit: round(total / len(pages), 3) for unit, total in totals.items()}
        most[output] = [(called, number / len(pages)) for called, number in calls.most(functions)]
        gc.collect()
    if instructions:
        for output, thousands in count_instructions(pages, [REFERENCE, *outputs]).items():
            found.setdefault(output, {})["thousand_instructions"] = thousands
    return {"counts": found, "functions": most}


def main() -> None:
    name, outputs, functions, instructions = sys.argv[1:]
    prepare()
    pages = sample(name)
    print(json.dumps(count(pages, outputs.split(","), int(functions), instructions == "True")))


if __name__ == "__main__":
    main()
