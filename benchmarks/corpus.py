"""``corpus clean``, measured: pages a second with one process and with two, beside a pool of trafilatura; and memory.

python benchmarks/corpus.py speed CORPORA [--pages 2000] [--columns text]    one WARC file, all in one run
python benchmarks/corpus.py memory CORPORA [--pages 10000 100000]            the largest memory of all processes
python benchmarks/corpus.py sites [--sites 100000]                           a run over invented pages of many sites
python benchmarks/corpus.py spark CORPORA [--pages 2000]                     Spark local[2] beside the local engine

Pages of the corpora, those of a site together and sites in the order of a hash, are repeated under new addresses until
there are enough. Ratios are taken within one run; on a
machine that others use, seconds by the clock say little, so the seconds of the processors stand beside them.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import hashlib
import json
import multiprocessing
import os
import resource
import tempfile
import time
from pathlib import Path

from fastwarc.warc import ArchiveIterator, WarcRecordType

from scrapy_denoise.corpus.engine import CleaningRun
from scrapy_denoise.corpus.inputs import Reading
from scrapy_denoise.corpus.local_engine import LocalEngine
from scrapy_denoise.corpus.passes import Cleaning
from scrapy_denoise.corpus.spark_engine import SparkEngine, session

PR_SET_CHILD_SUBREAPER = 36
"""Of Linux: processes whose parent has ended become children of this one."""


def corpus_pages(corpora):
    """Addresses of sites, and pages."""
    pages = list(all_pages(corpora))
    return sorted(pages, key=lambda page: (hashlib.blake2b(page[0].encode(), digest_size=8).digest(), page[0]))


def all_pages(corpora):
    for corpus in sorted(corpora.iterdir()):
        if (corpus / "gold.jsonl").exists():
            for line in (corpus / "gold.jsonl").open(encoding="utf-8"):
                row = json.loads(line)
                yield row["site"], (corpus / "html" / f"{row['id']}.html").read_bytes()


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
        for number in range(count):
            site, body = pages[number % len(pages)]
            file.write(gzip.compress(record(f"http://{site}/page/{number}", body), 1))


def made_pages(count):
    words = "river stone lamp garden winter letter road window bread cloud".split()
    for site in range(count):
        text = " ".join(words[(site // 10**k + k) % 10] for k in range(6) for _ in range(6))
        yield f"site{site}.example.org", f"<h1>Page</h1><div><p>{text}.</p></div><div>Copyright {site}</div>".encode()


def used():
    """Of all processes that have ended and were waited for: megabytes of the largest, and seconds of the processors."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_maxrss / 1000, usage.ru_utime + usage.ru_stime


def measured(name, pages, call):
    """Run a call in a process of its own, and wait for all that it has started, which become children of this one."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    (_, before), start = used(), time.perf_counter()
    process = multiprocessing.get_context("fork").Process(target=call)
    process.start()
    process.join()
    wall = time.perf_counter() - start
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    largest, after = used()
    print(
        f"{name:44}{pages / wall:9.1f} pages/s by the clock {1000 * (after - before) / pages:8.2f} ms of processor "
        f"a page, largest process so far {largest:.0f} MB",
        flush=True,
    )


def clean(path, folder, jobs, columns):
    run = CleaningRun((path,), Reading(statuses=None), Cleaning(columns=columns), folder)
    return LocalEngine(jobs).clean(run)


def engines(path, place, count, columns):
    """Both engines in turn, twice; Java is started before."""
    session(2).range(1).count()
    for turn in range(2):
        for engine in (LocalEngine(2), SparkEngine(2)):
            run = CleaningRun(
                (path,), Reading(statuses=None), Cleaning(columns=columns), place / f"{engine.name}{turn}"
            )
            start = time.perf_counter()
            engine.clean(run)
            print(f"{engine.name:8}{count} pages {time.perf_counter() - start:8.1f} s by the clock", flush=True)


def extract(body):
    import trafilatura

    return trafilatura.extract(body, fast=True)


def pool(path, jobs):
    """What a plain pool of processes does with trafilatura."""
    bodies = (
        record.reader.read()
        for record in ArchiveIterator(str(path), record_types=WarcRecordType.response, auto_decode="all")
    )
    with multiprocessing.get_context("forkserver").Pool(jobs) as workers:
        return sum(1 for _ in workers.imap(extract, bodies, 16))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("speed", "memory", "sites", "spark"))
    parser.add_argument("corpora", nargs="?", type=Path)
    parser.add_argument("--pages", type=int, nargs="+", default=[2000])
    parser.add_argument("--sites", type=int, default=100_000)
    parser.add_argument("--columns", default="", help="of the document view; the default is all")
    options = parser.parse_args()
    columns = tuple(filter(None, options.columns.split(",")))
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "pages.warc.gz"
        if options.what == "sites":
            write(path, list(made_pages(options.sites)), options.sites)
            measured(f"{options.sites} sites", options.sites, lambda: clean(path, Path(place) / "out", 2, ("text",)))
            return
        pages = corpus_pages(options.corpora)
        for count in options.pages:
            write(path, pages, count)
            if options.what == "spark":
                engines(path, Path(place), count, columns)
                continue
            name = f"corpus clean, {options.columns or 'all columns'}"
            for jobs in (1, 2) if options.what == "speed" else (2,):
                folder = Path(place) / f"out{count}-{jobs}"
                measured(
                    f"{name}, {jobs} jobs, {count} pages",
                    count,
                    lambda jobs=jobs, to=folder: clean(path, to, jobs, columns),
                )
            if options.what == "speed":
                measured(f"trafilatura (fast), pool of 2, {count} pages", count, lambda: pool(path, 2))


if __name__ == "__main__":
    main()
