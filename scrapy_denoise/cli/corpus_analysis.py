"""``scrapy-denoise corpus duplicates`` and ``rank``: what is built on clean pages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any

from rich.table import Table

from scrapy_denoise.cli.errors import CommandError
from scrapy_denoise.cli.options import at_least
from scrapy_denoise.cli.terminal import console, printable

Command = Callable[[argparse.Namespace], int]


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the commands to those of ``scrapy-denoise corpus``."""
    duplicates = commands.add_parser(
        "duplicates", help="groups of pages with the same content",
        description="Find the pages of DIR whose contents are equal or nearly equal, and write a row for each that is "
        "in a group, with the page that represents it.",
        epilog="example:\n  scrapy-denoise corpus duplicates content/ --out duplicates.parquet",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    _add_files(duplicates)
    duplicates.add_argument(
        "--similar", type=_share, default=None, metavar="S",
        help="estimated Jaccard similarity from which contents are duplicates; 1: equal ones alone (default: 0.42)",
    )  # fmt: skip
    duplicates.set_defaults(run=_duplicates)
    rank = commands.add_parser(
        "rank", help="block-level PageRank of pages",
        description="Rank the pages of DIR and what they link to: a link counts by the block that it stands in "
        "(QuarkRank). A row has the address, this rank, and for comparison that of PageRank.",
        epilog="example:\n  scrapy-denoise corpus rank content/ --out ranks.parquet --top 20",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    _add_files(rank)
    rank.add_argument("--epsilon", type=_share, default=0.15, help="probability of a jump (default: %(default)s)")
    rank.add_argument(
        "--tolerance", type=float, default=1e-8,
        help="sum of the changes of all ranks from which they are final (default: %(default)s)",
    )  # fmt: skip
    rank.add_argument("--inside", action="store_true", help="rank the pages of DIR alone")
    rank.add_argument("--top", type=at_least(0), default=10, metavar="N", help="print this many (default: %(default)s)")
    rank.set_defaults(run=_rank)


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="DIR", help="what corpus clean wrote")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the Parquet file that is written")


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return share


def with_errors(command: Command) -> Command:
    """A command whose mistakes of the caller are one line."""

    @wraps(command)
    def call(options: argparse.Namespace) -> int:
        try:
            from scrapy_denoise.corpus.raw_pages import InputError
        except ImportError as error:
            raise CommandError(str(error)) from error
        try:
            return command(options)
        except (InputError, ImportError) as error:
            raise CommandError(printable(str(error))) from error

    return call


@with_errors
def _duplicates(options: argparse.Namespace) -> int:
    from scrapy_denoise.corpus.documents import read_documents
    from scrapy_denoise.corpus.duplicate_groups import COLUMNS, GROUPS, Contents, duplicate_groups, group_rows
    from scrapy_denoise.document.fingerprint import SIMILAR

    contents = Contents.of(read_documents(options.folder, COLUMNS))
    chosen = duplicate_groups(contents, SIMILAR if options.similar is None else options.similar)
    pages = write_table(options.out, group_rows(contents, chosen), GROUPS)
    groups = len({one for number, one in enumerate(chosen.tolist()) if one != number})
    print(
        f"scrapy-denoise: {len(contents.urls):,} pages with a fingerprint; {pages:,} of them in {groups:,} groups, "
        f"in {options.out}",
        file=sys.stderr,
    )
    return 0


@with_errors
def _rank(options: argparse.Namespace) -> int:
    from scrapy_denoise.corpus.documents import read_documents
    from scrapy_denoise.corpus.optional_arrow import pyarrow as pa
    from scrapy_denoise.corpus.page_graph import COLUMNS, PageGraph
    from scrapy_denoise.corpus.ranking import Iteration, page_rank, quark_rank

    if options.tolerance <= 0:
        raise CommandError("--tolerance is a number above 0")
    graph = PageGraph.of(read_documents(options.folder, COLUMNS), outside=not options.inside)
    iteration = Iteration(options.epsilon, options.tolerance)
    ranks, baseline = quark_rank(graph, iteration), page_rank(graph, iteration)
    order = (-ranks).argsort(kind="stable")
    batch = pa.record_batch(
        {"url": [graph.pages[n] for n in order], "rank": ranks[order], "page_rank": baseline[order]}
    )
    write_table(options.out, [batch], batch.schema)
    if options.top:
        table = Table("rank", "PageRank", "address", box=None)
        for number in order[: options.top].tolist():
            table.add_row(f"{ranks[number]:.6f}", f"{baseline[number]:.6f}", printable(graph.pages[number]))
        console().print(table)
    return 0


def write_table(path: Path, batches: Iterable[Any], schema: Any) -> int:
    """Write a Parquet file, which takes the place of `path` once it is whole. Returns the number of rows."""
    from scrapy_denoise.corpus.optional_arrow import pyarrow as pa
    from scrapy_denoise.corpus.output_folder import replacing

    rows = 0
    with replacing(path) as file, pa.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in batches:
            writer.write_batch(batch)
            rows += batch.num_rows
    return rows
