"""``scrapy-denoise corpus duplicates`` and ``rank``: analyses of cleaned pages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

from rich.table import Table

from scrapy_denoise.cli.corpus.clean import add_engine_options
from scrapy_denoise.cli.errors import CommandError, as_command_error
from scrapy_denoise.cli.options import at_least
from scrapy_denoise.cli.terminal import console, pluralize, printable

Command = Callable[[argparse.Namespace], int]


def add_duplicates_arguments(parser: argparse.ArgumentParser) -> None:
    """Give the parser of ``duplicates`` what it says and takes."""
    parser.description = (
        "Find the pages of DIR whose contents are equal or nearly equal, and write one row for each page of a group, "
        "with the page that represents the group. Pages that state different titles, prices or identifiers are no "
        "duplicates, even with equal texts."
    )
    parser.epilog = "example:\n  scrapy-denoise corpus duplicates content/ --out duplicates.parquet"
    _add_files(parser)
    parser.add_argument(
        "--similar", type=_share, default=None, metavar="S",
        help="estimated Jaccard similarity from which contents are duplicates; 1: equal ones alone (default: 0.38, or "
        "60 %% of the shorter content within the longer one, of all lines or of the long ones; see the docs)",
    )  # fmt: skip
    parser.set_defaults(run=_duplicates)


def add_rank_arguments(parser: argparse.ArgumentParser) -> None:
    """Give the parser of ``rank`` what it says and takes."""
    parser.description = (
        "Rank the pages of DIR and what they link to: a link counts by its block (QuarkRank). A row has the address, "
        "this rank, and PageRank for comparison. DIR needs the columns blocks and links."
    )
    parser.epilog = "example:\n  scrapy-denoise corpus rank content/ --out ranks.parquet --top 20"
    _add_files(parser)
    parser.add_argument("--epsilon", type=_share, default=0.15, help="probability of a jump (default: %(default)s)")
    parser.add_argument(
        "--tolerance", type=float, default=1e-8,
        help="sum of the changes of all ranks from which they are final (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--inside", action="store_true", help="rank the pages of DIR alone")
    parser.add_argument(
        "--top", type=at_least(0), default=10, metavar="N", help="print this many (default: %(default)s)"
    )
    parser.set_defaults(run=_rank)


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="DIR", help="what corpus clean wrote")
    add_engine_options(parser)
    parser.add_argument(
        "-o", "--out", type=parquet_file, required=True, metavar="FILE", help="the Parquet file to write"
    )


def parquet_file(text: str) -> Path:
    """Check that a name of an output file is that of a Parquet file, and not of another format."""
    path = Path(text)
    if path.suffix.lower() not in ("", ".parquet", ".pq"):
        raise argparse.ArgumentTypeError(
            f"{text!r} would be a Parquet file, which its name does not say; name it {path.with_suffix('.parquet')}"
        )
    return path


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return share


def with_errors(command: Command) -> Command:
    """Wrap a command so that mistakes of the caller are reported in one line."""

    @wraps(command)
    @as_command_error(ImportError)  # of the extra
    def call(options: argparse.Namespace) -> int:
        from scrapy_denoise.corpus.input.pages import InputError

        try:
            return command(options)
        except InputError as error:
            raise CommandError(str(error)) from error

    return call


@with_errors
def _duplicates(options: argparse.Namespace) -> int:
    from scrapy_denoise.corpus.analysis.duplicate_groups import CONTENT_COLUMNS, Contents, duplicate_groups, group_rows
    from scrapy_denoise.corpus.output.reader import read_documents

    if options.engine == "spark":
        from scrapy_denoise.corpus.spark.duplicates import spark_groups
        from scrapy_denoise.corpus.spark.tables import spark_session

        with spark_session(options.jobs) as spark:
            total, rows = spark_groups(spark, options.folder, options.similar)
            pages, groups = _write_groups(options.out, rows)
    else:
        contents = Contents.from_batches(read_documents(options.folder, CONTENT_COLUMNS))
        total = len(contents.urls)
        pages, groups = _write_groups(options.out, group_rows(contents, duplicate_groups(contents, options.similar)))
    print(
        f"scrapy-denoise: {pluralize(total, 'page')} with a fingerprint; {pages:,} of them in "
        f"{pluralize(groups, 'group')}, in {options.out}",
        file=sys.stderr,
    )
    return 0


def _write_groups(path: Path, batches: Iterable[Any]) -> tuple[int, int]:
    """Write groups of duplicates. Returns the numbers of pages and of groups."""
    import pyarrow.compute as pc

    from scrapy_denoise.corpus.analysis.duplicate_groups import GROUPS

    groups = 0

    def counted() -> Iterator[Any]:
        nonlocal groups
        for batch in batches:
            groups += pc.sum(pc.equal(batch.column("url"), batch.column("representative"))).as_py() or 0
            yield batch

    return write_table(path, counted(), GROUPS), groups


@with_errors
def _rank(options: argparse.Namespace) -> int:
    from scrapy_denoise.corpus.analysis.page_graph import GRAPH_COLUMNS, PageGraph
    from scrapy_denoise.corpus.analysis.ranking import RANKED, Iteration, page_rank, quark_rank
    from scrapy_denoise.corpus.output.reader import read_documents
    from scrapy_denoise.optional import pyarrow as pa

    if options.tolerance <= 0:
        raise CommandError("--tolerance is a number above 0")
    iteration = Iteration(options.epsilon, options.tolerance)
    if options.engine == "spark":
        from scrapy_denoise.corpus.spark.ranking import spark_ranks
        from scrapy_denoise.corpus.spark.tables import spark_session

        with spark_session(options.jobs) as spark:
            _write_ranks(options, spark_ranks(spark, options.folder, iteration, not options.inside))
        return 0
    graph = PageGraph.from_batches(read_documents(options.folder, GRAPH_COLUMNS), outside=not options.inside)
    ranks, baseline = quark_rank(graph, iteration), page_rank(graph, iteration)
    order = sorted(range(len(ranks)), key=lambda n: (-ranks[n], graph.pages[n]))
    urls = [graph.pages[n] for n in order]
    _write_ranks(options, [pa.record_batch([urls, ranks[order], baseline[order]], schema=RANKED)])
    return 0


def _write_ranks(options: argparse.Namespace, batches: Iterable[Any]) -> None:
    """Write ranks, the highest first, and print the first ones."""
    from scrapy_denoise.corpus.analysis.ranking import RANKED

    table, left = Table("rank", "PageRank", "address", box=None), options.top

    def shown() -> Iterator[Any]:
        nonlocal left
        for batch in batches:
            for row in batch.slice(0, left).to_pylist():
                left -= 1
                table.add_row(f"{row['rank']:.6f}", f"{row['page_rank']:.6f}", printable(row["url"]))
            yield batch

    write_table(options.out, shown(), RANKED)
    if options.top:
        console().print(table)


def write_table(path: Path, batches: Iterable[Any], schema: Any) -> int:
    """Write a Parquet file, which takes the place of `path` once it is whole. Returns the number of rows."""
    from scrapy_denoise.files.atomic import replacing
    from scrapy_denoise.files.lock import only_writer
    from scrapy_denoise.optional import pyarrow as pa

    rows = 0
    with (
        only_writer(path, folder=False),
        replacing(path) as file,
        pa.parquet.ParquetWriter(file, schema, compression="zstd") as writer,
    ):
        for batch in batches:
            writer.write_batch(batch)
            rows += batch.num_rows
    return rows
