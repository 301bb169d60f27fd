"""``scrapy-denoise clean``: the content of a page, or of many."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from w3lib.url import is_url

from scrapy_denoise.api import denoise_page
from scrapy_denoise.blocks.page_model import PAGE_TYPES, checked_page_types
from scrapy_denoise.cli.clean.batch import clean_many
from scrapy_denoise.cli.clean.inputs import DEFAULT_FIELD, Sources
from scrapy_denoise.cli.clean.outputs import file_of_one_page, format_of, write_page
from scrapy_denoise.cli.commands import EXAMPLES
from scrapy_denoise.cli.errors import CommandError
from scrapy_denoise.cli.options import (
    add_cleaning_options,
    add_file_options,
    at_least,
    chosen_methods,
    corrections_for,
    read_page,
)
from scrapy_denoise.cli.print_result import FALLBACK_TEXT, REPORTED_REASONS, explain, print_result, render
from scrapy_denoise.cli.terminal import printable
from scrapy_denoise.workers.pool import PAGE_SECONDS

DESCRIPTION = """Print the content of a page, or write that of many: one file per page in a folder, or JSON lines.
Pages that the output has already are not cleaned again, so the same call continues an interrupted one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give the command's parser what it says and takes."""
    parser.description, parser.epilog = DESCRIPTION, EXAMPLES
    parser.add_argument(
        "files", nargs="+", metavar="FILE",
        help="an HTML file; a folder (its *.html and *.htm, and those in folders below it); a pattern; a file with "
        "JSON lines (*.jsonl, *.jl, also with .gz); - for standard input",
    )  # fmt: skip
    add_cleaning_options(parser)
    parser.set_defaults(format=None)  # text, unless the name of -o says something else
    add_file_options(parser)
    parser.add_argument(
        "--page-types", type=_page_types, default=(), metavar="TYPES",
        help=f"the types of pages that are wanted, separated by commas, of {', '.join(PAGE_TYPES)}; those of other "
        "types have no content (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--out", metavar="OUT",
        help="a folder, for one file per page, or a file of JSON lines if the name ends in .jsonl; for one page "
        "a file such as page.txt, page.md, page.html or page.json, in the format of its name unless --format is "
        "given; without it, several pages are JSON lines on standard output",
    )  # fmt: skip
    parser.add_argument(
        "--field", metavar="NAME",
        help=f"the field of JSON lines that has the page (default: {DEFAULT_FIELD}; the field url has its address); "
        "with this option, standard input is JSON lines too",
    )  # fmt: skip
    parser.add_argument(
        "--jobs", type=at_least(1), default=processors(), metavar="N",
        help="processes for several pages (default: one for each processor, here %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--page-seconds", type=at_least(1), default=PAGE_SECONDS, metavar="N",
        help="of several pages: seconds after which one is given up, and its process killed (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--follow-links", action="store_true", help="read symbolic links that lead out of a folder")
    parser.add_argument("--overwrite", action="store_true", help="clean pages that OUT has already, and replace them")
    parser.set_defaults(run=_clean)


def processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _page_types(names: str) -> tuple[str, ...]:
    try:
        return checked_page_types(name.strip() for name in names.split(","))
    except ValueError as error:
        raise argparse.ArgumentTypeError(printable(str(error))) from error


def _clean(options: argparse.Namespace) -> int:
    for name in options.files:
        if is_url(name) and not options.render:
            raise CommandError(f"{name} is an address; scrapy denoise {name} downloads a page and prints its content")
    file = file_of_one_page(options.out)
    if options.format is None:
        options.format = "text" if file is None else format_of(file)
    if options.render:
        if len(options.files) > 1 or options.out is not None or options.field is not None:
            raise CommandError("--render draws one page and prints its content; a crawl draws many (scrapy-playwright)")
        options.file = options.files[0]
        return _clean_one(options)
    written = options.out not in (None, "-")
    sources = Sources(
        options.files, options.field, Path(options.out) if written else None, options.follow_links, options.max_size
    )
    if sources.single is not None and (options.out is None or file is not None):
        options.file = sources.single
        if file is not None and options.file != "-" and file.exists() and file.samefile(options.file):
            raise CommandError(f"{file} is the page itself; give another name with -o")
        return _clean_one(options, file)
    if file is not None:
        raise CommandError(f"{file} is the name of one file; for several pages give a folder, or a name in .jsonl")
    if options.url is not None:
        raise CommandError("--url is the address of one page; JSON lines have the addresses of several in a field url")
    chosen_methods([options.method], options.profile, options.option)
    return clean_many(options, sources)


def _clean_one(options: argparse.Namespace, file: Path | None = None) -> int:
    """Print the content of a page, or write it to a file."""
    (method,) = chosen_methods([options.method], options.profile, options.option).values()
    page, site, body = read_page(options)
    corrections = corrections_for(options, page)
    result = denoise_page(page, method, site, corrections).limited_to(options.page_types)
    if file is None:
        print_result(result, options.format)
    elif result or options.format == "json":
        write_page(render(result, options.format), file)
    if result and result.reason in FALLBACK_TEXT:
        why = FALLBACK_TEXT[result.reason].format(pages="this one", ran=result.method)
        print(f"scrapy-denoise: {options.method} {why}", file=sys.stderr)
    if not result or result.reason in REPORTED_REASONS:
        print(f"scrapy-denoise: {explain(result, body)}", file=sys.stderr)
    return 0 if result else 1
