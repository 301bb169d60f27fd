"""The options that several commands share, and what they print."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.methods import method_names
from scrapy_denoise.methods.baselines import BASELINES
from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.result import Result
from scrapy_denoise.sites import SiteTemplate

FORMATS = ("text", "html", "json")

WHY = {
    "empty": "the page has no visible text",
    "frameset": "the page is a frameset: its text is in the pages that it shows",
    "no_content": "no content was found in the page; --format json lists its blocks",
    "few_siblings": "too few pages of its site are known, and what ran in its place found no content in the page",
    "not_html": "this is not an HTML page",
    "too_large": "the page is above a limit (bytes, nodes, or attributes of one tag)",
    "too_deep": "the page is nested deeper than the parser goes",
    "disabled": "cleaning is switched off for this page",
    "error": "a failure inside the package; it is in the log",
}


class UsageError(Exception):
    """The caller's mistake: what was wrong and what to do."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of every command that cleans a page."""
    names, baselines = ", ".join(method_names()), ", ".join(BASELINES)
    parser.add_argument(
        "--method", choices=method_names(baselines=True), default="auto", metavar="METHOD",
        help=f"one of: {names}; or one of the baselines, to compare with: {baselines} (default: %(default)s)",
    )  # fmt: skip
    add_parameters(parser)
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: %(default)s")


def add_parameters(parser: argparse.ArgumentParser) -> None:
    """``--option``, of every command that runs a method."""
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="a parameter of the method, the value as JSON or as it is; can be given several times",
    )  # fmt: skip


def method_options(given: Sequence[str]) -> dict[str, Any]:
    """The options NAME=VALUE of a command line; what is no JSON is a string. Raises ValueError without a ``=``."""
    options: dict[str, Any] = {}
    for option in given:
        name, equals, value = option.partition("=")
        if not equals:
            raise ValueError(f"--option {option!r} has no value; write NAME=VALUE")
        try:
            options[name.strip()] = json.loads(value)
        except (ValueError, RecursionError):
            options[name.strip()] = value
    return options


def render(result: Result, form: str) -> str:
    """A result in one of FORMATS."""
    if form == "json":
        return json.dumps(result.to_dict(), ensure_ascii=False, indent=2)
    return result.html.rstrip("\n") if form == "html" else result.text


def explain(result: Result) -> str:
    """Why a page has no content, in words."""
    return WHY.get(result.reason, result.reason)


def print_result(result: Result, form: str) -> None:
    """Print a result; nothing where there is no content, but for JSON."""
    if result or form == "json":
        print(render(result, form))


def read_input(name: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``. Raises UsageError."""
    if name == "-":
        if sys.stdin is None:
            raise UsageError("standard input is closed; pipe a page into it or name a file")
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror}") from error


def learn_folder(folder: Path, target: str, encoding: str | None) -> SiteTemplate:
    """The template of the other pages in a folder and below it."""
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder; --site wants the folder with the site's other pages")
    own = Path(target).resolve()
    files = [path for path in sorted(folder.rglob("*")) if path.suffix.lower() in (".html", ".htm")]
    files = [path for path in files if path.resolve() != own]
    if not files:
        raise UsageError(f"no other pages (*.html, *.htm) in {folder}")
    site, failed = SiteTemplate(), []
    console = Console(stderr=True)
    quiet = not console.is_terminal or len(files) < 50
    for path in track(files, "Learning the site", console=console, disable=quiet, transient=True):
        try:
            page = Page.from_html(path.read_bytes(), url=path.resolve().as_uri(), encoding=encoding)
            site.learn(page, scores=page.once(BlockScores))
        except (OSError, PageTooLarge):
            failed.append(path.name)
    if failed:
        print(f"scrapy-denoise: not learned from {len(failed)} pages, such as {failed[0]}", file=sys.stderr)
    return site
