"""``scrapy-denoise clean``: the content of a page."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from scrapy_denoise.api import denoise_page
from scrapy_denoise.cli.options import add_cleaning_options, add_file_options, chosen_methods, read_page
from scrapy_denoise.cli.output import explain, print_result
from scrapy_denoise.result import Result

EXAMPLES = """examples:
  scrapy-denoise clean page.html
  curl -s https://example.org/a/1 | scrapy-denoise clean - --url https://example.org/a/1 --format html
  scrapy-denoise clean site/17.html --site site/ --method path_similarity --format json
  scrapy-denoise clean page.html --method quark --option 'custom_tags=["h1", "^Posted "]' --format json
  scrapy-denoise view page.html --open
"""


def add_parser(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command to the parser of ``scrapy-denoise``."""
    clean = commands.add_parser(
        "clean", help="print the content of a page", description="Print the content of a page.", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    clean.add_argument("file", metavar="FILE", help="an HTML file; - for standard input")
    add_cleaning_options(clean)
    add_file_options(clean)
    clean.set_defaults(run=_clean)


def _clean(options: argparse.Namespace) -> int:
    (method,) = chosen_methods([options.method], options.profile, options.option).values()
    page, site = read_page(options)
    result = page if isinstance(page, Result) else denoise_page(page, method, site)
    print_result(result, options.format)
    if result and result.reason == "few_siblings":
        print(
            f"scrapy-denoise: {options.method} compares pages of one site and has too few; {result.method} ran. "
            "Give more pages with --site FOLDER.",
            file=sys.stderr,
        )
    if not result or result.reason == "encoding":
        print(f"scrapy-denoise: {explain(result)}", file=sys.stderr)
    return 0 if result else 1
