"""The options that several commands share, and what they name: a method, a page, the other pages of its site."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import track
from w3lib.url import is_url

from scrapy_denoise.api import read_html
from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.cli.errors import CommandError
from scrapy_denoise.cli.print_result import FORMATS
from scrapy_denoise.cli.terminal import pluralize, printable
from scrapy_denoise.corrections import CorrectionError, Corrections
from scrapy_denoise.files.bounded import read_bounded, read_file
from scrapy_denoise.files.links import files_below
from scrapy_denoise.methods import PROFILES, Method, get_method, method_names
from scrapy_denoise.methods.baselines import BASELINES
from scrapy_denoise.page import MAX_NODES, MAX_SIZE, Page, PageTooLarge, UnreadablePage
from scrapy_denoise.page.markup.decode import decode, is_binary, text_codec
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.viewer.limits import MAX_BLOCKS

if TYPE_CHECKING:
    from scrapy_denoise.cli.browser import RenderedMarkup

PAGE_SUFFIXES = (".html", ".htm")
"""Suffixes of the files in a folder that are pages, in upper or lower case."""

MIN_PROGRESS_FILES = 50
"""A progress bar is shown while learning a site of at least this many pages."""


def ending_of(name: str) -> str:
    """The ending of the name of a file, in small letters; empty for a folder, also one that is still to be made: a name
    with a slash behind it, or a number behind its last full stop (``v1.2``)."""
    ending = Path(name).suffix.lower()
    is_folder = name.endswith(("/", os.sep)) or Path(name).is_dir()
    return ending if ending[1:].isalnum() and not ending[1:].isdigit() and not is_folder else ""


def add_cleaning_options(parser: argparse.ArgumentParser) -> None:
    """``--method``, ``--option`` and ``--format``, of commands that print the content of a page."""
    add_method_options(parser)
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: text")


def add_method_options(parser: argparse.ArgumentParser) -> None:
    """``--method`` and ``--option``, of commands that clean with one method."""
    names, baselines = ", ".join(method_names()), ", ".join(BASELINES)
    parser.add_argument(
        "--method", choices=method_names(baselines=True), default="auto", metavar="METHOD",
        help=f"one of: {names}; or one of the baselines, to compare with: {baselines} (default: %(default)s)",
    )  # fmt: skip
    _add_parameters(parser)


def add_view_options(parser: argparse.ArgumentParser) -> None:
    """The options of commands that show the blocks of a page, from ``--method`` to ``--max-blocks``."""
    parser.add_argument(
        "--method", action="append", dest="methods", choices=method_names(), metavar="METHOD",
        help="of %(choices)s; given again: methods to compare; default: auto",
    )  # fmt: skip
    _add_parameters(parser)
    parser.add_argument(
        "-o", "--out", metavar="OUT.html",
        help="the file to write, - for standard output (default: the page's name with .view.html, in this folder)",
    )  # fmt: skip
    parser.add_argument("--open", action="store_true", help="open the file in the browser")
    parser.add_argument(
        "--remote", action="store_true",
        help="let the browser load the page's images and style sheets from the network; without it, it loads nothing",
    )  # fmt: skip
    parser.add_argument(
        "--max-blocks", type=int, default=MAX_BLOCKS, metavar="N",
        help="show this many blocks of a larger page, from its beginning (default: %(default)s)",
    )  # fmt: skip


def _add_parameters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="a parameter of the method; the value is JSON, or else a string; can be given several times",
    )  # fmt: skip
    parser.add_argument(
        "--favor", action=_Favor, choices=("precision", "recall"),
        help="of the method auto: precision for less noise, recall for less lost content",
    )  # fmt: skip


class _Favor(argparse.Action):
    """``--favor recall`` is ``--option favor=recall``."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        namespace.option = [*namespace.option, f"favor={values}"]


def add_profile_option(parser: argparse.ArgumentParser) -> None:
    """``--profile``, of commands that run a method."""
    parser.add_argument(
        "--profile",
        choices=PROFILES,
        default="default",
        help="parameters: ours, or as published (default: %(default)s)",
    )


def add_file_options(parser: argparse.ArgumentParser) -> None:
    """The options of commands that read a page from a file."""
    add_profile_option(parser)
    parser.add_argument(
        "--site", metavar="FOLDER", type=Path,
        help="learn the template from the other pages in this folder and those below it, all taken for one site",
    )  # fmt: skip
    parser.add_argument("--url", help="the page's address: links become absolute with it")
    parser.add_argument(
        "--corrections", metavar="FILE.toml", type=Path, help="corrections of sites, by the pages' addresses"
    )
    parser.add_argument("--encoding", help="the page's encoding if its own label is wrong, such as gb18030")
    add_limit_options(parser)
    parser.add_argument(
        "--render", action="store_true",
        help="have Chromium draw the page: its scripts run, and texts hidden by style sheets are not read; an address "
        "is downloaded, a file is drawn without network (needs the extra render)",
    )  # fmt: skip


def add_limit_options(parser: argparse.ArgumentParser) -> None:
    """``--max-size`` and ``--max-nodes``, of commands that read pages."""
    parser.add_argument(
        "--max-size", type=at_least(0), default=MAX_SIZE, metavar="BYTES",
        help="larger pages are not read; 0: no limit (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--max-nodes", type=at_least(1), default=MAX_NODES, metavar="N",
        help="pages with more elements and texts are not read (default: %(default)s)",
    )  # fmt: skip


def at_least(least: int) -> Callable[[str], int]:
    """The type of an option that is a whole number from `least` up."""

    def converted(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} up")
        return number

    return converted


def chosen_methods(names: Iterable[str], profile: str, given: Iterable[str]) -> dict[str, Method]:
    """Methods by their names, all with the same options NAME=VALUE. Raises CommandError for one that is wrong."""
    options = method_options(given)
    try:
        return {name: get_method(name, profile, options) for name in names}
    except ValueError as error:
        raise CommandError(str(error)) from error


def method_options(given: Iterable[str]) -> dict[str, Any]:
    """The options NAME=VALUE of a command line; a value that is not JSON is a string. Raises CommandError."""
    options: dict[str, Any] = {}
    for option in given:
        name, equals, value = option.partition("=")
        if not equals:
            raise CommandError(f"--option {option!r} has no value; write NAME=VALUE")
        try:
            options[name.strip()] = json.loads(value)
        except (ValueError, RecursionError):
            options[name.strip()] = value
    return options


def read_page(options: argparse.Namespace) -> tuple[Page | UnreadablePage, SiteTemplate | None, bytes]:
    """Read what a command's FILE and options name.

    Returns the page (or why it cannot be read), the template that ``--site`` teaches, and the bytes
    that were read (empty for an address). Raises CommandError.
    """
    check_encoding(options.encoding)
    body = b"" if is_url(options.file) else read_input(options.file, options.max_size)
    site = learn_folder(options.site, options.file, options.encoding) if options.site else None
    if not options.render:
        return read_html(body, options.url, options.encoding, options.max_size, options.max_nodes), site, body
    found = draw_page(options.file, body, options.url, options.encoding, options.max_size)
    if found.problem:
        print(f"scrapy-denoise: drawn, but without boxes: {found.problem}", file=sys.stderr)
    if found.status not in (None, 200):
        print(f"scrapy-denoise: {printable(found.url)}: HTTP status {found.status}", file=sys.stderr)
    url = options.url or (found.url if is_url(options.file) else None)
    return read_html(found.html, url, None, options.max_size, options.max_nodes, found.drawn), site, body


def draw_page(name: str, body: bytes, url: str | None, encoding: str | None, max_size: int) -> RenderedMarkup:
    """The page at an address, or in a file, as a browser draws it. Raises CommandError."""
    from scrapy_denoise.cli.browser import NO_SANDBOX_WARNING, Browser

    async def drawn(address: str | None, markup: str | None) -> RenderedMarkup:
        async with Browser(offline=markup is not None) as browser:
            if not browser.sandboxed:
                print(f"scrapy-denoise: {NO_SANDBOX_WARNING}", file=sys.stderr)
            return await browser.draw(address, markup)

    if is_url(name):
        return asyncio.run(drawn(name, None))
    if is_binary(body) or (max_size and len(body) > max_size):
        raise CommandError(f"{name} is no page that can be drawn: not HTML, or above --max-size")
    return asyncio.run(drawn(url, decode(body, encoding, url).text))


def check_encoding(encoding: str | None) -> None:
    """Raise CommandError for the name of an unknown encoding."""
    if encoding is not None and text_codec(encoding) is None:
        raise CommandError(f"unknown encoding {encoding!r}; use a name that Python knows, such as gb18030")


def read_input(name: str, max_size: int) -> bytes:
    """The bytes of a file, or of standard input for ``-``, as `read_bounded` reads them. Raises CommandError."""
    if name == "-":
        return read_bounded(standard_input(), max_size)
    try:
        return read_file(Path(name), max_size)
    except OSError as error:
        raise CommandError(f"cannot read {name}: {error.strerror}") from error


def standard_input() -> IO[bytes]:
    """The bytes of standard input. Raises CommandError where it is closed."""
    if sys.stdin is None:
        raise CommandError("standard input is closed; pipe a page into it or name a file")
    return sys.stdin.buffer


def no_address_message(pages: str) -> str:
    """A message that corrections do not apply to pages without an address."""
    return f"no correction applies to {pages} without an address: it says which site a page is of."


def read_corrections(path: Path | None) -> Corrections | None:
    """The corrections in a file; None where none is given. Raises CommandError."""
    if path is None:
        return None
    try:
        return Corrections.read(path)
    except CorrectionError as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from error


def corrections_for(options: argparse.Namespace, page: Page | UnreadablePage) -> Corrections | None:
    """The corrections that a command names for one page. Prints a line if the page has no address.

    Raises CommandError.
    """
    corrections = read_corrections(options.corrections)
    if corrections is not None and page.url is None:
        print(f"scrapy-denoise: {no_address_message('a page')} Give it with --url.", file=sys.stderr)
    return corrections


def site_files(folder: Path, target: str) -> list[Path]:
    """The pages in a folder and below it, without the target file. Raises CommandError where there is none."""
    if not folder.is_dir():
        raise CommandError(f"{folder} is not a folder; --site wants the folder with the site's other pages")
    own = Path(target).resolve()
    files = [path for path in files_below(folder) if path.suffix.lower() in PAGE_SUFFIXES]
    files = [path for path in files if path.resolve() != own]
    if not files:
        raise CommandError(f"no other pages (*.html, *.htm) in {folder}")
    return files


def learn_folder(folder: Path, target: str, encoding: str | None) -> SiteTemplate:
    """The template of the pages in a folder and below it, without the target file. Raises CommandError."""
    files = site_files(folder, target)
    site, failed = SiteTemplate(), []
    console = Console(stderr=True)
    quiet = not console.is_terminal or len(files) < MIN_PROGRESS_FILES
    for path in track(files, "Learning the site", console=console, disable=quiet, transient=True):
        try:
            page = Page.from_html(read_file(path, MAX_SIZE), url=path.resolve().as_uri(), encoding=encoding)
            site.learn(page, scores=page.cached(BlockScores))
        except (OSError, PageTooLarge):
            failed.append(path.name)
    if failed:
        print(
            f"scrapy-denoise: not learned from {pluralize(len(failed), 'page')}, such as {printable(failed[0])}",
            file=sys.stderr,
        )
    return site
