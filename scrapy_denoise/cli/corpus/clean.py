"""``scrapy-denoise corpus clean``: makes a table of cleaned pages from archives."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from scrapy_denoise.cli.clean.clean import processors
from scrapy_denoise.cli.errors import INTERRUPTED, CommandError, as_command_error, naming
from scrapy_denoise.cli.options import (
    add_limit_options,
    add_method_options,
    add_profile_option,
    at_least,
    chosen_methods,
    method_options,
)
from scrapy_denoise.cli.terminal import pluralize
from scrapy_denoise.corpus.run.defaults import BUCKETS, SAMPLE
from scrapy_denoise.workers.pool import PAGE_SECONDS

if TYPE_CHECKING:
    from scrapy_denoise.corpus.run.run import CleaningRun, Engine, ProgressCallback

EXAMPLES = """examples:
  scrapy-denoise corpus clean crawl.warc.gz --out content/
  scrapy-denoise corpus clean archive/ more.wacz --out content/ --jobs 8
  scrapy-denoise corpus clean archive/ --out texts/ --columns text,digest,minhash (enough for duplicates, not for rank)
  scrapy-denoise corpus clean pages.parquet --url-column address --html-column body --out content/ --format jsonl
"""

DESCRIPTION = """Clean all pages of archives: learn the template of every site, then clean each page with it. Inputs are
WARC and WACZ files (HTML responses), Parquet files and JSON lines with a column for the page and one for its address,
HTML files, and folders of these. HTML files that are in one folder are one site, and those of its subfolders others.
The output is a table with one row per page, the document view (docs/corpus), in a folder with one file per bucket of
sites. The same call continues an interrupted run after the last complete bucket."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give the command's parser what it says and takes."""
    parser.description, parser.epilog = DESCRIPTION, EXAMPLES
    parser.add_argument("inputs", nargs="+", metavar="IN", help="a file, or a folder: the files in it and below it")
    parser.add_argument("-o", "--out", required=True, metavar="DIR", help="the folder to write")
    add_engine_options(parser)
    parser.add_argument("--format", choices=("parquet", "jsonl"), default="parquet", help="default: %(default)s")
    parser.add_argument(
        "--columns", metavar="NAMES",
        help="columns of the document view to write, separated by commas; no others are computed "
        "(default: all but posts, comments, entries, product and terms; always: url, source, site, fetched and status)",
    )  # fmt: skip
    add_method_options(parser)
    add_profile_option(parser)
    parser.add_argument(
        "--html-column", default="html", metavar="NAME", help="the column with the page (default: %(default)s)"
    )
    parser.add_argument("--url-column", metavar="NAME", help="the column with its address (default: url)")
    parser.add_argument(
        "--status", default="200", metavar="CODES",
        help="statuses of the responses that are pages, separated by commas, or all (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--site-key", choices=("host", "domain"), default="host",
        help="which pages are of one site: those of a host, or of a registrable domain (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--site-sample", type=at_least(0), default=SAMPLE, metavar="N",
        help="pages of a site that its template is learned from; 0: each page is cleaned alone (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--buckets", type=at_least(1), default=BUCKETS, metavar="N", help="files of the output (default: %(default)s)"
    )
    parser.add_argument(
        "--page-seconds", type=at_least(1), default=PAGE_SECONDS, metavar="N",
        help="seconds after which a page is given up, and its process killed (default: %(default)s)",
    )  # fmt: skip
    add_limit_options(parser)
    parser.add_argument(
        "--allow-truncated", action="store_true",
        help="exit with 0 although files of the input were cut, unreadable, or not read to their end",
    )  # fmt: skip
    parser.add_argument("--follow-links", action="store_true", help="read symbolic links that lead out of a folder")
    parser.add_argument("--overwrite", action="store_true", help="replace the output of an earlier call in DIR")
    parser.set_defaults(run=_clean)


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose where the work is done: processes of this machine, or Spark."""
    parser.add_argument(
        "--engine", choices=("local", "spark"), default="local",
        help="local: processes on this machine; spark: the Spark that spark-submit gives, else one on this machine "
        "(default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--jobs", type=at_least(1), default=processors(), metavar="N",
        help="processes that work, of spark and of clean (default: one for each processor, here %(default)s)",
    )  # fmt: skip


@as_command_error(ImportError)  # of the extra
def _clean(options: argparse.Namespace) -> int:
    from scrapy_denoise.corpus.input.pages import InputError
    from scrapy_denoise.corpus.input.truncation import TRUNCATED, UNREAD, UNREADABLE
    from scrapy_denoise.corpus.output.folder import SKIPPED
    from scrapy_denoise.workers.pool import WorkersFailed

    chosen_methods([options.method], options.profile, options.option)
    try:
        run, engine = _run_of(options)
        with naming(options.out), _progress() as watch:
            summary = engine.clean(run, watch)
    except (InputError, WorkersFailed) as error:
        raise CommandError(str(error)) from error
    except KeyboardInterrupt:
        print("scrapy-denoise: interrupted; the same call goes on where it stopped.", file=sys.stderr)
        return INTERRUPTED
    skipped = ", ".join(f"{n:,} {reason}" for reason, n in sorted(summary.skipped.items()))
    listed = Path(options.out, SKIPPED)
    before = f"{options.out} was complete before this call, which changed nothing: " if summary.before else ""
    pages = f"{pluralize(summary.pages, 'page')} of {pluralize(summary.sites, 'site')}"
    print(
        f"scrapy-denoise: {before}{pages} in {options.out}; left out: {skipped or 'none'}"
        + (f" (see {listed})" if skipped and listed.stat().st_size else ""),  # some are counted alone
        file=sys.stderr,
    )
    lost = any(summary.skipped[reason] for reason in (TRUNCATED, UNREAD, UNREADABLE))
    return 1 if lost and not options.allow_truncated else 0


def _run_of(options: argparse.Namespace) -> tuple[CleaningRun, Engine]:
    from scrapy_denoise.corpus.input.files import Reading, files_of
    from scrapy_denoise.corpus.run.local import LocalEngine
    from scrapy_denoise.corpus.run.run import CleaningRun
    from scrapy_denoise.corpus.run.site_passes import CorpusOptions

    columns = tuple(name.strip() for name in options.columns.split(",")) if options.columns else ()
    cleaning = CorpusOptions(
        options.method, options.profile, method_options(options.option), options.max_size, options.max_nodes,
        columns, options.site_sample,
    )  # fmt: skip
    try:
        cleaning.schema  # noqa: B018 - checks the names of the columns
    except ValueError as error:
        raise CommandError(f"--columns: {error}") from error
    reading = Reading(
        options.html_column, options.url_column or "url", options.url_column is not None, _statuses(options.status),
        options.max_size, options.site_key,
    )  # fmt: skip
    run = CleaningRun(
        tuple(files_of(map(Path, options.inputs), options.follow_links)), reading, cleaning, Path(options.out),
        options.format, options.buckets, options.page_seconds, options.overwrite,
    )  # fmt: skip
    if options.engine == "spark":
        from scrapy_denoise.corpus.spark.engine import SparkEngine

        return run, SparkEngine(options.jobs)
    return run, LocalEngine(options.jobs)


def _statuses(text: str) -> frozenset[int] | None:
    if text == "all":
        return None
    try:
        return frozenset(int(part) for part in text.split(","))
    except ValueError:
        raise CommandError(f"--status {text!r}: give numbers such as 200,203, or all") from None


@contextmanager
def _progress() -> Iterator[ProgressCallback]:
    """A progress bar on standard error where that is a terminal."""
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(), console=console, transient=True, disable=not console.is_terminal,
    ) as progress:  # fmt: skip
        task = progress.add_task("", total=None, rate="")

        def watch(doing: str, done: int, total: int | None) -> None:
            shown = progress.tasks[0]
            if not shown.description.startswith(doing.split(",")[0]):
                progress.reset(task)
            speed = shown.speed if doing == "Cleaning" else None
            progress.update(
                task, description=doing, completed=done, total=total, rate=f"{speed:.0f} pages/s" if speed else ""
            )

        yield watch
