"""The command line: ``scrapy-denoise clean FILE``, ``view FILE``, ``eval CORPUS``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

from rich.console import Console
from rich.progress import track
from w3lib.encoding import resolve_encoding

from scrapy_denoise._version import __version__
from scrapy_denoise.api import denoise
from scrapy_denoise.browse import command as templates_command
from scrapy_denoise.evaluation.command import EvaluationError, add_parser
from scrapy_denoise.evaluation.corpora import CorpusError
from scrapy_denoise.methods import PROFILES, get_method, method_names
from scrapy_denoise.methods.baselines import BASELINES
from scrapy_denoise.output import Result
from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.stores import StoreError

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

EXAMPLES = """examples:
  scrapy-denoise clean page.html
  curl -s https://example.org/a/1 | scrapy-denoise clean - --url https://example.org/a/1 --format html
  scrapy-denoise clean site/17.html --site site/ --method path_similarity --format json
  scrapy-denoise clean page.html --method quark --option 'custom_tags=["h1", "^Posted "]' --format json
  scrapy-denoise view page.html --open
"""


class UsageError(Exception):
    """The caller's mistake: what was wrong and what to do."""


class _Parser(argparse.ArgumentParser):
    """Its errors are one line, like those of the commands; so are those of its sub-parsers."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status: 0, 1 where a page had no content, 2 for a mistake of the caller's.

    Like any argparse program it leaves by SystemExit(0) after --help and --version.
    """
    if sys.stdout is None:
        return _failed("standard output is closed; send it to a file or a pipe")
    if isinstance(sys.stdout, TextIOWrapper):  # not where a caller has put another stream there
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    try:
        options = _parser().parse_args(argv)
        status: int = options.run(options)
        sys.stdout.flush()
    except (UsageError, EvaluationError, CorpusError, StoreError) as error:
        return _failed(str(error))
    except BrokenPipeError:  # the reader, such as `head`, has enough
        _drop_output()
        return 0
    except OSError as error:  # what is read reports its own; this is the output, on a full disk for one
        _drop_output()
        return _failed(f"cannot write the output: {error.strerror or error}")
    return status


def _failed(message: str) -> int:
    print(f"scrapy-denoise: error: {message}", file=sys.stderr)
    return 2


def _drop_output() -> None:
    """Keep what is still buffered from failing once more when the interpreter ends."""
    if sys.__stdout__ is not None and sys.stdout is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())


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


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="scrapy-denoise", description="A page's content, without its noise.", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--version", action="version", version=f"scrapy-denoise {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
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
    add_parser(commands)
    templates_command.add_parser(commands)
    from scrapy_denoise.viewer.command import add_commands  # which uses what is above

    add_commands(commands)
    return parser


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
    result = denoise(body, options.url, options.method, site, options.profile, options.encoding, options=parameters)
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
            site.learn(Page.from_html(path.read_bytes(), url=path.resolve().as_uri(), encoding=encoding))
        except (OSError, PageTooLarge):
            failed.append(path.name)
    if failed:
        print(f"scrapy-denoise: not learned from {len(failed)} pages, such as {failed[0]}", file=sys.stderr)
    return site
