"""``scrapy-denoise clean``: the content of a page."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from w3lib.encoding import resolve_encoding

from scrapy_denoise.api import denoise
from scrapy_denoise.cli.options import (
    UsageError,
    add_options,
    explain,
    learn_folder,
    method_options,
    print_result,
    read_input,
)
from scrapy_denoise.methods import PROFILES, get_method

EXAMPLES = """examples:
  scrapy-denoise clean page.html
  curl -s https://example.org/a/1 | scrapy-denoise clean - --url https://example.org/a/1 --format html
  scrapy-denoise clean site/17.html --site site/ --method path_similarity --format json
  scrapy-denoise clean page.html --method quark --option 'custom_tags=["h1", "^Posted "]' --format json
  scrapy-denoise view page.html --open
"""


def add_parser(commands: argparse._SubParsersAction[Any]) -> None:
    """The command's own parser."""
    clean = commands.add_parser(
        "clean", help="print the content of a page", description="Print the content of a page.", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    clean.add_argument("file", metavar="FILE", help="an HTML file; - for standard input")
    add_options(clean)
    clean.add_argument("--profile", choices=PROFILES, default="default", help="parameters: ours, or as published")
    clean.add_argument("--site", metavar="FOLDER", type=Path, help="learn the template from the other pages in here")
    clean.add_argument("--url", help="the page's address: links become absolute with it")
    clean.add_argument("--encoding", help="of the page, where its own word is wrong, such as gb18030")
    clean.set_defaults(run=_clean)


def _clean(options: argparse.Namespace) -> int:
    if options.encoding is not None and resolve_encoding(options.encoding) is None:
        raise UsageError(f"unknown encoding {options.encoding!r}; use a name that Python knows, such as gb18030")
    try:
        parameters = method_options(options.option)
        get_method(options.method, options.profile, parameters)
    except ValueError as error:
        raise UsageError(str(error)) from error
    body = read_input(options.file)
    site = learn_folder(options.site, options.file, options.encoding) if options.site else None
    result = denoise(
        body, options.url, method=options.method, site=site, profile=options.profile, encoding=options.encoding,
        options=parameters,
    )  # fmt: skip
    print_result(result, options.format)
    if result and result.reason == "few_siblings":
        print(
            f"scrapy-denoise: {options.method} compares pages of one site and has too few; {result.method} ran. "
            "Give more pages with --site FOLDER.",
            file=sys.stderr,
        )
    if not result:
        print(f"scrapy-denoise: {explain(result)}", file=sys.stderr)
    return 0 if result else 1
