"""``corpus clean``, measured: pages a second with one process and with two, beside a pool of trafilatura; and memory.

python benchmarks/corpus.py speed CORPORA [--pages 2000] [--columns text]    one WARC file, all in one run
python benchmarks/corpus.py memory CORPORA [--pages 10000 30000]             the largest memory of all processes
python benchmarks/corpus.py memory made --pages 10000 1000000                the same with small invented pages
python benchmarks/corpus.py sites [--sites 100000]                           a run over invented pages of many sites
python benchmarks/corpus.py spark CORPORA [--pages 2000]                     Spark local[2] beside the local engine
python benchmarks/corpus.py columns CORPORA [--pages 200]                    what each column costs a page

Pages of the corpora, those of a site together and sites in the order of a hash, are repeated under new addresses until
there are enough. Ratios are taken within one run; on a machine that others use, seconds by the clock say little, so the
seconds of the processors stand beside them. A measurement that takes longer than --minutes ends there: what was cleaned
until then is what the figures are of.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import hashlib
import itertools
import json
import multiprocessing
import os
import platform
import re
import resource
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from fastwarc.warc import ArchiveIterator, WarcRecordType

from scrapy_denoise.corpus.input.files import Reading
from scrapy_denoise.corpus.input.pages import RawPage
from scrapy_denoise.corpus.run.local import LocalEngine
from scrapy_denoise.corpus.run.run import CleaningRun
from scrapy_denoise.corpus.run.site_passes import CorpusOptions, SiteCleaner

DAY = 24 * 3600 * 1000
"""Milliseconds."""

MADE = 100
"""Pages of a site, of those that are made."""

PR_SET_CHILD_SUBREAPER = 36
"""Of Linux: processes whose parent has ended become children of this one."""


def corpus_pages(corpora):
    """Sites, and files of pages."""
    pages = list(all_pages(corpora))
    return sorted(pages, key=lambda page: (hashlib.blake2b(page[0].encode(), digest_size=8).digest(), page[0]))


def all_pages(corpora):
    for corpus in sorted(corpora.iterdir()):
        if (corpus / "gold.jsonl").exists():
            for line in (corpus / "gold.jsonl").open(encoding="utf-8"):
                row = json.loads(line)
                yield row["site"], corpus / "html" / f"{row['id']}.html"


def record(url, body):
    http = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n"
        f"WARC-Record-ID: <urn:uuid:{url}>\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def write(path, pages, count):
    """Write this many of the pages, again and again under other addresses, to a WARC file."""
    import gzip

    with path.open("wb") as file:
        for number, (site, page) in enumerate(itertools.islice(itertools.cycle(pages), count)):
            body = page.read_bytes() if isinstance(page, Path) else page
            file.write(gzip.compress(record(f"http://{site}/page/{number}", body), 1))


def made_pages(count, of_site=1):
    words = "river stone lamp garden winter letter road window bread cloud".split()
    for number in range(count):
        text = " ".join(words[(number // 10**k + k) % 10] for k in range(6) for _ in range(6))
        site = number // of_site
        yield f"site{site}.example.org", f"<h1>Page</h1><div><p>{text}.</p></div><div>Copyright {site}</div>".encode()


def used():
    """Of all processes that have ended and were waited for: megabytes of the largest, and seconds of the processors."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_maxrss / 1000, usage.ru_utime + usage.ru_stime


def measured(name, minutes, call):
    """Run a call in a process of its own, and wait for all that it has started, which become children of this one.

    call: is given the time at which it has to end, and what it says the number of its pages to. Returns pages a second
    by the clock and milliseconds of the processors a page.
    """
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    done = multiprocessing.get_context("fork").Value("q", 0)
    (_, before), start = used(), time.monotonic()
    process = multiprocessing.get_context("fork").Process(target=call, args=(start + 60 * minutes, done))
    process.start()
    process.join()
    wall = time.monotonic() - start
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    largest, after = used()
    rate, cost = done.value / wall, 1000 * (after - before) / max(done.value, 1)
    print(
        f"{name:44}{done.value:9} pages {rate:9.1f} a second by the clock {cost:8.2f} ms of processor a page, "
        f"largest process so far {largest:.0f} MB",
        flush=True,
    )
    return rate, cost


class Enough(Exception):
    """The time is over."""


def clean(path, folder, jobs, columns, end, done, cores=None):
    """cores: how many of the machine's the run may use."""
    if cores is not None:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])

    def watch(doing, count, total):
        if doing == "Cleaning":
            done.value = count
            if time.monotonic() > end:
                raise Enough

    run = CleaningRun((path,), Reading(statuses=None), CorpusOptions(columns=columns), folder)
    with contextlib.suppress(Enough):
        LocalEngine(jobs).clean(run, watch)


def engines(path, place, count, columns):
    """Both engines in turn, twice; Java is started before."""
    from scrapy_denoise.corpus.spark.engine import SparkEngine, session

    session(2).range(1).count()
    for turn in range(2):
        seconds = {}
        for engine in (LocalEngine(2), SparkEngine(2)):
            run = CleaningRun(
                (path,), Reading(statuses=None), CorpusOptions(columns=columns), place / f"{engine.name}{count}-{turn}"
            )
            start = time.perf_counter()
            engine.clean(run)
            seconds[engine.name] = time.perf_counter() - start
            print(f"{engine.name:8}{count} pages {seconds[engine.name]:8.1f} s by the clock", flush=True)
        print(f"spark over local: {seconds['spark'] / seconds['local']:.2f}")


def extract(body):
    import trafilatura

    return trafilatura.extract(body, fast=True)


def pool(path, jobs, end, done):
    """What a plain pool of processes does with trafilatura."""
    bodies = (
        record.reader.read()
        for record in ArchiveIterator(str(path), record_types=WarcRecordType.response, auto_decode="all")
    )
    with multiprocessing.get_context("forkserver").Pool(jobs) as workers:
        for _ in workers.imap(extract, bodies, 16):
            done.value += 1
            if time.monotonic() > end:
                return


def speed(path, place, count, columns, minutes):
    """One job on one core, one on all, two, and the pool, all on the same file."""
    found = {}
    for name, jobs, cores in (("1 job on 1 core", 1, 1), ("1 job", 1, None), ("2 jobs", 2, None)):
        folder = place / f"out{count}-{name}"
        found[name] = measured(
            f"corpus clean, {','.join(columns) or 'all columns'}, {name}", minutes,
            lambda *end, jobs=jobs, folder=folder, cores=cores: clean(path, folder, jobs, columns, *end, cores),
        )  # fmt: skip
    two = found["2 jobs"]
    for name in ("1 job on 1 core", "1 job"):
        clock, cost = two[0] / found[name][0], two[1] / found[name][1]
        print(f"two jobs over {name}: {clock:.2f} by the clock, {cost:.2f} of the processor time a page")
    print(f"{processor()}: {DAY / two[1]:,.0f} pages a day and core, by processor time")
    if find_spec("trafilatura") is None:
        print("trafilatura is not installed: nothing to compare with")
        return
    peer = measured("trafilatura (fast), pool of 2", minutes, lambda *end: pool(path, 2, *end))
    print(f"over the pool: {two[0] / peer[0]:.2f} by the clock, {peer[1] / two[1]:.2f} by the processors")


def processor():
    """The machine, as Linux names it."""
    names = re.findall(r"^model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return f"{len(names)} processors, {names[0] if names else platform.machine()}"


def columns_cost(pages):
    """Milliseconds of this process for a page with one column, the smallest of three runs."""
    groups = [
        [RawPage(f"http://{site}/{n}", page.read_bytes(), str(n), site) for n, (_, page) in enumerate(some)]
        for site, some in itertools.groupby(pages, lambda page: page[0])
    ]

    def cost(*columns):
        cleaner, best = SiteCleaner(CorpusOptions(columns=columns)), float("inf")
        for _ in range(3):
            start = time.process_time()
            for group in groups:
                cleaner.table(list(cleaner.clean_site(group)))
            best = min(best, time.process_time() - start)
        return 1000 * best / len(pages)

    everything = CorpusOptions().schema.names
    base = cost("url")
    print(f"{'url':16}{base:8.2f} ms a page")
    for name in (*everything[4:], "terms"):
        print(f"{name:16}{cost(name) - base:+8.2f}", flush=True)
    print(f"{'all columns':16}{cost():8.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("speed", "memory", "sites", "spark", "columns"))
    parser.add_argument("corpora", nargs="?", type=Path)
    parser.add_argument("--pages", type=int, nargs="+", default=[])
    parser.add_argument("--sites", type=int, default=100_000)
    parser.add_argument("--columns", default="", help="of the document view; the default is all")
    parser.add_argument("--minutes", type=float, default=10, help="of one measurement at most (default: %(default)s)")
    options = parser.parse_args()
    columns = tuple(filter(None, options.columns.split(",")))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        path = place / "pages.warc.gz"
        if options.what == "sites":
            write(path, made_pages(options.sites), options.sites)
            name = f"{options.sites} sites"
            measured(name, options.minutes, lambda *end: clean(path, place / "out", 2, ("text",), *end))
            return
        made = str(options.corpora) == "made"
        if options.what == "columns":
            columns_cost(corpus_pages(options.corpora)[: (options.pages or [200])[0]])
            return
        for count in options.pages or ([10_000, 30_000] if options.what == "memory" else [2_000]):
            write(path, made_pages(count, MADE) if made else corpus_pages(options.corpora), count)
            if options.what == "spark":
                engines(path, place, count, columns)
            elif options.what == "speed":
                speed(path, place, count, columns, options.minutes)
            else:
                to = place / f"out{count}"
                name = f"corpus clean, {options.columns or 'all columns'}, 2 jobs"
                measured(name, options.minutes, lambda *end, to=to: clean(path, to, 2, columns, *end))


if __name__ == "__main__":
    main()
