"""``scrapy-denoise view`` and ``gallery``: the files of the block viewer."""

from __future__ import annotations

import argparse
import re
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from w3lib.url import is_url

from scrapy_denoise.api import denoise_page
from scrapy_denoise.cli.errors import CommandError, as_write_error
from scrapy_denoise.cli.options import (
    add_file_options,
    add_view_options,
    chosen_methods,
    corrections_for,
    read_page,
    site_files,
)
from scrapy_denoise.cli.print_result import explain
from scrapy_denoise.cli.scrapy_project import project_settings
from scrapy_denoise.cli.terminal import printable
from scrapy_denoise.files.atomic import replacing
from scrapy_denoise.files.bounded import read_file
from scrapy_denoise.methods import Method
from scrapy_denoise.page import MAX_SIZE, Page, PageTooLarge
from scrapy_denoise.result import Result
from scrapy_denoise.sites import SiteTemplate

EXAMPLES = """examples:
  scrapy-denoise view page.html --open
  scrapy-denoise view page.html --method auto --method content_correlativity -o compared.html
  scrapy-denoise view site/17.html --site site/       (with the pages on which each block repeats)
  scrapy-denoise view page.html --option 'keep=["title"]'
  scrapy-denoise view https://example.org/a/1         (the same as: scrapy denoise-view URL)
  scrapy-denoise view https://example.org/a/1 --render    (as a browser draws it)
"""

GALLERY_EXAMPLES = """examples:
  scrapy crawl articles -s DENOISE_VIEW_SAMPLES=5     (keeps views of 5 pages a site)
  scrapy-denoise gallery --open                       (in the project)
  scrapy-denoise gallery /data/views --open
"""


MAX_SAMPLE_PAGES = 8
"""The number of pages from the folder of ``--site`` on which the viewer shows the effect of a correction."""


def add_view_arguments(parser: argparse.ArgumentParser) -> None:
    """Give the parser of ``view`` what it says and takes."""
    parser.description = "Write an HTML file that shows a page with each block marked as kept or removed, and why."
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE|URL", help="an HTML file, - for standard input, or an http(s) address")
    add_view_options(parser)
    add_file_options(parser)
    parser.set_defaults(run=_view)


def add_gallery_arguments(parser: argparse.ArgumentParser) -> None:
    """Give the parser of ``gallery`` what it says and takes."""
    parser.description = "Write an index.html with a thumbnail of each view in a folder, for a look at a whole crawl."
    parser.epilog = GALLERY_EXAMPLES
    parser.add_argument(
        "folder", nargs="?", type=Path, metavar="FOLDER",
        help="the folder of the views; in a Scrapy project the default is the one to which its crawls write",
    )  # fmt: skip
    parser.add_argument("--open", action="store_true", help="open the index in the browser")
    parser.set_defaults(run=_gallery)


def save(html: str, source: str, out: str | None, show: bool) -> None:
    """Write the viewer's file and say where it is. Raises CommandError where it cannot be written."""
    if out == "-":
        if show:
            raise CommandError("--open needs a file; leave out -o - or give it a name")
        print(html)
        return
    path = Path(out or default_name(source))
    if not is_url(source) and source != "-" and path.exists() and path.resolve() == Path(source).resolve():
        raise CommandError(f"{path} is the page itself; give another name with -o")
    with as_write_error(path), replacing(path) as file:
        file.write(html.encode("utf-8", "replace"))
    print(path)
    if show and not webbrowser.open(path.resolve().as_uri()):
        print(f"scrapy-denoise: no browser was found; open {path} in one", file=sys.stderr)


def default_name(source: str) -> str:
    """The name of the file, in the current folder.

    >>> default_name("pages/17.html"), default_name("https://example.org/a/1?b=2"), default_name("-")
    ('17.view.html', 'example.org-a-1.view.html', 'page.view.html')
    >>> default_name("file:///pages/17.html")
    'pages-17.view.html'
    """
    if is_url(source):
        parts = urlsplit(source)
        source = re.sub(r"[^\w.-]+", "-", f"{parts.hostname or ''}{parts.path}").strip("-.")[:100]
        return f"{source.removesuffix('.html')}.view.html"
    return f"{'page' if source == '-' else Path(source).stem}.view.html"


def _view(options: argparse.Namespace) -> int:
    methods = chosen_methods(options.methods or ["auto"], options.profile, options.option)
    if is_url(options.file) and not options.render:
        return _view_address(options, list(methods))
    page, site, body = read_page(options)
    corrections = corrections_for(options, page)
    results = {name: denoise_page(page, method, site, corrections) for name, method in methods.items()}
    first = next(iter(results.values()))
    if first.page is None:
        print(f"scrapy-denoise: nothing to show: {explain(first, body)}", file=sys.stderr)
        return 1
    samples = _samples(options, next(iter(methods.values())), site) if options.site else []
    html = render_view(results, site, options.remote, options.max_blocks, samples)
    save(html, options.file, options.out, options.open)
    return 0


def _samples(options: argparse.Namespace, method: Method, site: SiteTemplate | None) -> list[Result]:
    """The first pages of the site's folder, on which the viewer shows the effect of a correction."""
    found = []
    for path in site_files(options.site, options.file)[:MAX_SAMPLE_PAGES]:
        try:
            page = Page.from_html(read_file(path, MAX_SIZE), path.name, options.encoding)
        except (OSError, PageTooLarge):
            continue
        found.append(denoise_page(page, method, site))
    return found


def render_view(
    results: dict[str, Result],
    site: SiteTemplate | None,
    remote: bool,
    max_blocks: int,
    samples: Sequence[Result] = (),
) -> str:
    """The file of the block viewer. Raises CommandError where the extra is not installed."""
    try:
        from scrapy_denoise.viewer.page_view import view

        page = next(iter(results.values())).page
        siblings = site.siblings(page) if site is not None and page is not None else None
        return view(results, siblings, remote, max_blocks, samples)
    except (ImportError, ValueError) as error:
        raise CommandError(str(error)) from error


def _view_address(options: argparse.Namespace, methods: list[str]) -> int:
    """Show an address with `scrapy denoise-view`, which knows the project."""
    for name, value in (("--site", options.site), ("--url", options.url), ("--encoding", options.encoding)):
        if value is not None:
            raise CommandError(f"{name} is for files; Scrapy downloads an address, and in a project knows its site")
    from scrapy.cmdline import execute

    argv = ["scrapy", "denoise-view", "-L", "ERROR", "-s", f"DENOISE_PROFILE={options.profile}"]
    argv += ["-s", f"DENOISE_MAX_SIZE={options.max_size}", "-s", f"DENOISE_MAX_NODES={options.max_nodes}"]
    if options.corrections is not None:
        argv += ["-s", f"DENOISE_CORRECTIONS={options.corrections}"]
    for method in methods:
        argv += ["--method", method]
    for option in options.option:
        argv += ["--option", option]
    argv += ["--max-blocks", str(options.max_blocks)]
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
        raise CommandError(f"{folder} is not a folder; a crawl makes it with DENOISE_VIEW_SAMPLES=5")
    try:
        from scrapy_denoise.viewer.gallery import INDEX, gallery, is_gallery, read_views
    except ImportError as error:
        raise CommandError(str(error)) from error
    views, others = read_views(folder)
    if others:
        found = "1 file is no view" if len(others) == 1 else f"{len(others):,} files are no views"
        print(f"scrapy-denoise: {found}, such as {printable(str(others[0]))}", file=sys.stderr)
    if not views:
        raise CommandError(f"no views in {folder}; a crawl writes them with DENOISE_VIEW_SAMPLES=5")
    index = folder / INDEX
    if index.exists() and not is_gallery(index):
        raise CommandError(f"{index} exists and is not a gallery; move it, or keep the views in a folder of their own")
    save(gallery(views), "-", str(index), options.open)
    return 0


def _project_folder() -> Path:
    """Where the crawls of the project write their views."""
    settings = project_settings()
    if settings is None:
        raise CommandError(
            "give the folder of the views, such as .scrapy/denoise/views, or call it in a Scrapy project"
        )
    return settings.view_folder()
