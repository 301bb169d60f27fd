"""The attack: pages by number, each made from the seed and its number alone, checked in a process of their own.

A page that crashes or hangs the process is a finding like any other: the number that it was at is known outside.
"""

import ctypes
import logging
import multiprocessing
import os
import time
import traceback
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import attrs

from fuzz import archives, crawls, runs
from fuzz.archives import check_archive
from fuzz.copies import check_copies
from fuzz.crawls import check_crawl
from fuzz.mutations import mutated
from fuzz.properties import Broken, check_page
from fuzz.runs import check_runs
from fuzz.templates import learned_site
from scrapy_denoise.page.text.words import segmenter
from scrapy_denoise.sites import SiteTemplate

GROUP = 10
"""Pages that share a source page and a site template."""

HANGS = 90
"""Seconds of the processor without a new page after which the process is taken to hang ..."""

SLEEPS = 1800
"""... and seconds of the clock, in which other things may have had the processor."""


@attrs.frozen
class Finding:
    """A page of which a property does not hold. number: of the page. what: the property. details: a traceback."""

    number: int
    what: str
    details: str


class Pages:
    """The mutated pages of a seed, by number."""

    def __init__(self, seed: int, sources: list[bytes]) -> None:
        self.seed = seed
        self.sources = sources
        self._group = -1
        self.site: SiteTemplate | None = None
        self.siblings: list[bytes] = []

    def page(self, number: int) -> bytes:
        """The page of this number, without the template of its group."""
        rng = Random(f"{self.seed}:{number // GROUP}")
        source = self.sources[rng.randrange(len(self.sources))]
        rng = Random(f"{self.seed}:page:{number}")
        return mutated(rng, source, rng.choice(self.sources))

    def learn(self, number: int) -> None:
        """Set `site` and `siblings` to those of the group of this page."""
        if number // GROUP != self._group:
            self._group = number // GROUP
            rng = Random(f"{self.seed}:{self._group}")
            first = rng.randrange(len(self.sources))
            self.site, self.siblings = learned_site(rng, self.sources, first)

    def check(self, number: int, timed: bool) -> Finding | None:
        """Check one page; None where everything holds."""
        try:
            self.learn(number)
            check_page(self.page(number), self.site, Random(f"{self.seed}:check:{number}"), timed)
            check_copies(self.page(number), Random(f"{self.seed}:copies:{number}"))
            pages = [page for page in (self.page(number), *self.siblings) if page]
            if number % archives.EVERY == 0:
                check_archive(pages, Random(f"{self.seed}:archive:{number}"))
            if number % crawls.EVERY == 0:
                check_crawl(pages, Random(f"{self.seed}:crawl:{number}"))
            if number % runs.EVERY == 0:
                check_runs(pages, Random(f"{self.seed}:runs:{number}"))
        except Broken as error:
            return Finding(number, error.what, str(error))
        except Exception as error:  # noqa: BLE001 - whatever the library raises is a finding
            last = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__} in {last.name}"
            return Finding(number, what, "".join(traceback.format_exception(error)[-12:]))
        return None


def _work(pages: Pages, first: int, last: int, timed: bool, at: Any, found: Connection) -> None:
    logging.disable(logging.CRITICAL)
    parent = os.getppid()
    for number in range(first, last):
        if os.getppid() != parent:  # which has been ended
            return
        at.value = number
        finding = pages.check(number, timed)
        if finding is not None:
            found.send(finding)
    at.value = last


def attack(pages: Pages, first: int, last: int, timed: bool, seconds: float) -> Iterator[Finding | int]:
    """Check the pages from `first` up to `last`, for at most this many seconds.

    Gives each finding, and now and then the number of the page that is being checked.
    """
    segmenter()  # loaded once, and not in each process that takes the place of another
    context = multiprocessing.get_context("fork")
    until = time.monotonic() + seconds
    while first < last and time.monotonic() < until:
        at = context.Value(ctypes.c_longlong, first)
        ours, theirs = context.Pipe(duplex=False)
        worker = context.Process(target=_work, args=(pages, first, last, timed, at, theirs), daemon=True)
        worker.start()
        theirs.close()
        seen, since, used = first, time.monotonic(), _used(worker.pid)
        while worker.is_alive() and time.monotonic() < until:
            yield from _received(ours, 0.2)
            if at.value != seen:
                seen, since, used = at.value, time.monotonic(), _used(worker.pid)
                yield seen
            elif _used(worker.pid) - used > HANGS or time.monotonic() - since > SLEEPS:
                break
        hangs = worker.is_alive() and time.monotonic() < until
        took = _used(worker.pid) - used
        if worker.is_alive():
            worker.kill()
        worker.join()
        yield from _received(ours, 0)
        first = at.value
        yield first
        if hangs:
            yield Finding(first, "hangs", f"no end after {took:.0f} s of the processor")
        elif worker.exitcode and time.monotonic() < until:
            yield Finding(first, "crash", f"the process ended with {worker.exitcode}")
        first += 1


def _used(process: int | None) -> float:
    """Seconds of the processor that a process has used; where the system does not tell, of the clock."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _received(found: Connection, wait: float) -> Iterator[Finding]:
    try:
        while found.poll(wait):
            yield found.recv()
            wait = 0
    except EOFError:
        time.sleep(wait)
