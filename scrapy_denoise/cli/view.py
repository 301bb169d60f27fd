"""``scrapy-denoise view``: the options, and the file that it writes, which ``scrapy denoise-view`` shares."""

from __future__ import annotations

import argparse
import re
import sys
import webbrowser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from w3lib.encoding import resolve_encoding
from w3lib.url import is_url

from scrapy_denoise.api import denoise, denoise_page
from scrapy_denoise.cli.options import UsageError, add_parameters, explain, learn_folder, method_options, read_input
from scrapy_denoise.methods import PROFILES, Method, get_method, method_names
from scrapy_denoise.result import Result
from scrapy_denoise.sites import SiteTemplate

EXAMPLES = """examples:
  scrapy-denoise view page.html --open
  scrapy-denoise view page.html --method auto --method content_correlativity -o compared.html
  scrapy-denoise view site/17.html --site site/       (which blocks repeat on how many pages, too)
  scrapy-denoise view page.html --option 'keep=["title"]'
  scrapy-denoise view https://example.org/a/1         (the same as: scrapy denoise-view URL)
"""

GALLERY_EXAMPLES = """examples:
  scrapy crawl articles -s DENOISE_VIEW_SAMPLES=5     (keeps views of 5 pages a site)
  scrapy-denoise gallery --open                       (in the project)
  scrapy-denoise gallery /data/views --open
"""


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the commands of the viewer to the parser of ``scrapy-denoise``."""
    view = commands.add_parser(
        "view", help="show which blocks of a page were kept, and why", epilog=EXAMPLES,
        description="Write an HTML file that shows a page with each block marked as kept or removed, and why.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    view.add_argument("file", metavar="FILE|URL", help="an HTML file, - for standard input, or an http(s) address")
    add_view_options(view)
    view.add_argument("--profile", choices=PROFILES, default="default", help="parameters: ours, or as published")
    view.add_argument("--site", metavar="FOLDER", type=Path, help="learn the template from the other pages in here")
    view.add_argument("--url", help="the page's address")
    view.add_argument("--encoding", help="of the page, where its own word is wrong, such as gb18030")
    view.set_defaults(run=_view)

    gallery = commands.add_parser(
        "gallery", help="an index of the views that a crawl has kept", epilog=GALLERY_EXAMPLES,
        description="Write an index.html with a thumbnail of each view in a folder, for a look at a whole crawl.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    gallery.add_argument(
        "folder", nargs="?", type=Path, metavar="FOLDER",
        help="the folder of the views; in a Scrapy project the default is the one to which its crawls write",
    )  # fmt: skip
    gallery.add_argument("--open", action="store_true", help="open the index in the browser")
    gallery.set_defaults(run=_gallery)


def add_view_options(parser: argparse.ArgumentParser) -> None:
    """The options of both commands that show a page."""
    parser.add_argument(
        "--method", action="append", dest="methods", choices=method_names(), metavar="METHOD",
        help="of %(choices)s; given again: methods to compare; default: auto",
    )  # fmt: skip
    add_parameters(parser)
    parser.add_argument("-o", dest="out", metavar="OUT.html", help="the file to write, - for standard output")
    parser.add_argument("--open", action="store_true", help="open the file in the browser")
    parser.add_argument(
        "--remote", action="store_true",
        help="let the browser load the page's images and style sheets from the network; without it, it loads nothing",
    )  # fmt: skip


def chosen_methods(options: argparse.Namespace, profile: str) -> dict[str, Method]:
    """The methods to show, by their names, all with the same parameters.

    Raises ValueError for a parameter that one of them cannot have.
    """
    parameters = method_options(options.option)
    return {name: get_method(name, profile, parameters) for name in options.methods or ["auto"]}


def save(html: str, source: str, out: str | None, show: bool) -> None:
    """Write the viewer's file and say where it is. Raises UsageError where it cannot be written."""
    if out == "-":
        if show:
            raise UsageError("--open needs a file; leave out -o - or give it a name")
        print(html)
        return
    path = Path(out or default_name(source))
    if not is_url(source) and source != "-" and path.exists() and path.resolve() == Path(source).resolve():
        raise UsageError(f"{path} is the page itself; give another name with -o")
    try:
        path.write_text(html, encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error
    print(path)
    if show and not webbrowser.open(path.resolve().as_uri()):
        print(f"scrapy-denoise: no browser was found; open {path} in one", file=sys.stderr)


def default_name(source: str) -> str:
    """The name of the file, in the current folder.

    >>> default_name("pages/17.html"), default_name("https://example.org/a/1?b=2"), default_name("-")
    ('17.view.html', 'example.org-a-1.view.html', 'page.view.html')
    """
    if is_url(source):
        parts = urlsplit(source)
        source = re.sub(r"[^\w.-]+", "-", f"{parts.hostname}{parts.path}").strip("-.")[:100]
        return f"{source.removesuffix('.html')}.view.html"
    return f"{'page' if source == '-' else Path(source).stem}.view.html"


def _view(options: argparse.Namespace) -> int:
    try:
        methods = chosen_methods(options, options.profile)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if is_url(options.file):
        return _view_address(options, list(methods))
    if options.encoding is not None and resolve_encoding(options.encoding) is None:
        raise UsageError(f"unknown encoding {options.encoding!r}; use a name that Python knows, such as gb18030")
    body = read_input(options.file)
    site = learn_folder(options.site, options.file, options.encoding) if options.site else None
    name, *others = methods
    parameters = method_options(options.option)
    first = denoise(
        body, options.url, method=name, site=site, profile=options.profile, encoding=options.encoding,
        options=parameters,
    )  # fmt: skip
    if first.page is None:
        print(f"scrapy-denoise: nothing to show: {explain(first)}", file=sys.stderr)
        return 1
    results = {name: first, **{other: denoise_page(first.page, methods[other], site) for other in others}}
    save(render(results, site, options.remote), options.file, options.out, options.open)
    return 0


def render(results: dict[str, Result], site: SiteTemplate | None, remote: bool) -> str:
    """The viewer's HTML. Raises UsageError where the extra is not installed."""
    try:
        from scrapy_denoise.viewer.view import view

        page = next(iter(results.values())).page
        return view(results, site.relatives(page) if site is not None and page is not None else None, remote)
    except (ImportError, ValueError) as error:
        raise UsageError(str(error)) from error


def _view_address(options: argparse.Namespace, methods: list[str]) -> int:
    """Through Scrapy's command, in whose project it may be."""
    for name, value in (("--site", options.site), ("--url", options.url), ("--encoding", options.encoding)):
        if value is not None:
            raise UsageError(f"{name} is for files; an address is read with Scrapy, in a project with what it learned")
    from scrapy.cmdline import execute

    argv = ["scrapy", "denoise-view", "-L", "ERROR", "-s", f"DENOISE_PROFILE={options.profile}"]
    for method in methods:
        argv += ["--method", method]
    for option in options.option:
        argv += ["--option", option]
    argv += ["-o", options.out] if options.out else []
    argv += [flag for flag, given in (("--open", options.open), ("--remote", options.remote)) if given]
    try:
        execute([*argv, options.file])
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 2
    return 2


def _gallery(options: argparse.Namespace) -> int:
    folder = options.folder or _project_folder()
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder; a crawl makes it with DENOISE_VIEW_SAMPLES=5")
    try:
        from scrapy_denoise.viewer.gallery import INDEX, gallery, read_views
    except ImportError as error:
        raise UsageError(str(error)) from error
    views, others = read_views(folder)
    if others:
        print(f"scrapy-denoise: {len(others)} files are no views, such as {others[0]}", file=sys.stderr)
    if not views:
        raise UsageError(f"no views in {folder}; a crawl writes them with DENOISE_VIEW_SAMPLES=5")
    save(gallery(views), "-", str(folder / INDEX), options.open)
    return 0


def _project_folder() -> Path:
    """Where the crawls of the project write their views."""
    from scrapy.utils.project import get_project_settings, inside_project

    from scrapy_denoise.crawl.settings import DenoiseSettings, SettingError

    if not inside_project():
        raise UsageError("give the folder of the views, or call it in a Scrapy project")
    try:
        return DenoiseSettings.read(get_project_settings()).view_folder()
    except SettingError as error:
        raise UsageError(str(error)) from error
