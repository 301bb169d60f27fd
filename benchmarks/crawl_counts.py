"""What a page of a crawl takes by the processor's counters: instructions, cycles, and minor page faults.

`speed.py --counts` prints the table. Each crawl runs twice under Linux's `perf stat`, with a number of rounds and with
twice as many; the difference leaves out what is paid once, such as imports and reading the models. Instructions are the
same in every run but for a few in a hundred, on a busy machine too; cycles are not.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import crawl_process
from rich.table import Table
from timing import console

EVENTS = {
    "instructions:u": ("instructions, million", 1e6),
    "cycles:u": ("cycles, million", 1e6),
    "minor-faults": ("minor page faults", 1),
}
"""Of `perf stat`, with their names in the table and what they are divided by."""

Counts = dict[str, float]


class ServedPage(Protocol):
    """A page as the example server takes it."""

    url: str
    body: bytes
    content_type: str


def print_crawl_counts(name: str, pages: list[ServedPage], rounds: int) -> None:
    """Crawl the pages so often and twice as often, the add-on off and on, and print the counts of one page more."""
    from example_site.server import ExampleServer

    if not shutil.which("perf"):
        sys.exit("this needs Linux's perf")
    with ExampleServer(pages) as server, TemporaryDirectory() as folder:
        addresses = Path(folder, "addresses.json")
        addresses.write_text(json.dumps([page.url for page in pages]))
        found: dict[str, Counts] = {}
        for mode in ("off", "on"):
            once, twice = (
                _counted(
                    [server.proxy_url, str(addresses), str(n), *([str(Path(folder, f"{n}.sqlite"))] * (mode == "on"))],
                    n * len(pages),
                )
                for n in (rounds, 2 * rounds)
            )
            found[mode] = {event: (twice[event] - once[event]) / (rounds * len(pages)) for event in EVENTS}
    table = Table(title=f"{name}: a page of a crawl of {rounds * len(pages):,}", title_justify="left")
    for heading in ("", "add-on off", "on", "off / on"):
        table.add_column(heading, justify="right" if heading else "left")
    for event, (meaning, unit) in EVENTS.items():
        off, on = (found[mode][event] / unit for mode in ("off", "on"))
        table.add_row(meaning, f"{off:.2f}", f"{on:.2f}", f"{off / on:.3f}" if event != "minor-faults" else "")
    console.print(table)


def _counted(arguments: list[str], items: int) -> Counts:
    """The counts of one crawl, with all that its process does."""
    environment = {k: v for k, v in os.environ.items() if k.lower() not in ("http_proxy", "no_proxy")}
    with TemporaryDirectory() as folder:
        report = Path(folder, "counts.csv")
        perf = ["perf", "stat", "-x,", "-o", str(report), "-e", ",".join(EVENTS)]
        done = subprocess.run(
            [*perf, sys.executable, crawl_process.__file__, *arguments],
            stdout=subprocess.PIPE, text=True, check=True, env=environment,
        )  # fmt: skip
        if json.loads(done.stdout)["items"] != items:
            sys.exit(f"the crawl gave {done.stdout} of {items} items")
        lines = (line.split(",") for line in report.read_text().splitlines())
        counts = {fields[2]: float(fields[0]) for fields in lines if len(fields) > 2 and fields[0].isdigit()}
    if missing := EVENTS.keys() - counts.keys():
        sys.exit(f"perf does not count {', '.join(sorted(missing))} here")
    return counts
