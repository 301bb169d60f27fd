"""``scrapy-denoise correct``: corrects a site by hand."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from scrapy_denoise.api import denoise_page
from scrapy_denoise.cli.clean.inputs import PageSource, Sources, UnreadableSource
from scrapy_denoise.cli.errors import CommandError
from scrapy_denoise.cli.options import check_encoding
from scrapy_denoise.cli.scrapy_project import project_settings
from scrapy_denoise.cli.terminal import pluralize, printable
from scrapy_denoise.corrections import Correction, CorrectionError, Corrections
from scrapy_denoise.corrections.correction import METHOD
from scrapy_denoise.corrections.file import remove_correction, save_correction
from scrapy_denoise.files.atomic import replacing
from scrapy_denoise.files.links import make_folder_in
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import MAX_SIZE, Page, PageTooLarge
from scrapy_denoise.result import Result

DEFAULT_FILE = "corrections.toml"
"""The file of corrections outside of a Scrapy project."""

EXAMPLES = """examples:
  scrapy-denoise correct gazette.example --content 'article .body' --drop '.newsletter' --drop '//p[@class="more"]'
  scrapy-denoise correct gazette.example --content main --pages saved/*.html     (with the effect on these pages)
  scrapy-denoise correct 'gazette.example/sport/*' --content '#report' --title h2 --date '//time/@datetime'
  scrapy-denoise correct gazette.example --pages saved/ --export corpus/         (then: scrapy-denoise eval corpus/)
  scrapy-denoise correct gazette.example --remove
  scrapy-denoise correct --merge ~/Downloads/corrections.toml                    (what the block viewer has saved)
"""

DESCRIPTION = """Say what is content on the pages of a site, in selectors: CSS, or XPath, which begins with / or (.
Such a correction overrides every method. It replaces an earlier one of the site; without a selector, that is shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give the command's parser what it says and takes."""
    parser.description, parser.epilog = DESCRIPTION, EXAMPLES
    parser.add_argument(
        "site", nargs="?", metavar="SITE", help="a host, or an address without its scheme, in which * matches anything"
    )
    for name, help_text in (
        ("content", "elements whose text is content"),
        ("drop", "elements to remove, even inside the content"),
    ):
        parser.add_argument(
            f"--{name}",
            action="append",
            default=[],
            metavar="SELECTOR",
            help=f"{help_text}; can be given several times",
        )
    for name in ("title", "date", "author"):
        parser.add_argument(
            f"--{name}", default="", metavar="SELECTOR", help=f"the element with the {name} of the page"
        )
    parser.add_argument(
        "--file", type=Path, metavar="FILE.toml",
        help=f"the file of corrections; in a Scrapy project the default is the project's, elsewhere {DEFAULT_FILE}",
    )  # fmt: skip
    parser.add_argument(
        "--pages",
        nargs="+",
        default=[],
        metavar="PAGE",
        help="pages of the site, files or folders, to show the effect on",
    )
    parser.add_argument("--encoding", help="the encoding of these pages if their own label is wrong")
    parser.add_argument(
        "--export", type=Path, metavar="FOLDER",
        help="write the pages that the correction matches as a corpus: FOLDER/html/ and FOLDER/gold/",
    )  # fmt: skip
    parser.add_argument("--remove", action="store_true", help="remove the site's correction")
    parser.add_argument("--merge", type=Path, metavar="FILE.toml", help="copy all corrections of another file")
    parser.set_defaults(run=_correct)


def _correct(options: argparse.Namespace) -> int:
    try:
        path = options.file or _project_file()
        if options.merge is not None:
            return _merge(options.merge, path)
        if options.site is None:
            raise CommandError("name the SITE, such as gazette.example")
        if options.remove:
            if not remove_correction(path, options.site):
                raise CommandError(f"{path} has no correction of {options.site}")
            print(f"{path}: {options.site} is removed")
            return 0
        return _save_or_show(options, path)
    except CorrectionError as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"{error.filename or options.file}: {error.strerror or error}") from error


def _project_file() -> Path:
    settings = project_settings()
    return settings.corrections_file() if settings is not None else Path(DEFAULT_FILE)


def _merge(source: Path, path: Path) -> int:
    for correction in Corrections.read(source):
        save_correction(path, correction)
        print(f"{path}: {printable(correction.site)}")
    return 0


def _save_or_show(options: argparse.Namespace, path: Path) -> int:
    check_encoding(options.encoding)
    if options.export is not None and not options.pages:
        raise CommandError("--export needs the pages: --pages FILE or FOLDER")
    sources = Sources(options.pages) if options.pages else None  # a wrong name is an error before anything is written
    given = Correction(options.site, options.content, options.drop, options.title, options.date, options.author)
    if given == Correction(options.site):
        known = Corrections.read(path).by_site if path.exists() else {}
        if options.site not in known:
            raise CommandError(f"{path} has no correction of {options.site}; give --content or --drop to make one")
        given = known[options.site]
    else:
        save_correction(path, given)
    print(f'{path}: ["{given.site}"]')
    for name, value in given.to_dict().items():
        for selector in value if isinstance(value, list) else [value]:
            print(f"  {name} = {selector}")
    return 0 if sources is None else _show_effect(given, sources, options)


def _show_effect(correction: Correction, sources: Sources, options: argparse.Namespace) -> int:
    """Show how the correction changes some pages, and export the pages that it matches."""
    matched = total = 0
    for source, body, page in _pages(sources, options.encoding):
        total += 1
        result = denoise_page(page, get_method("auto"), None, correction)
        chosen = result.method == METHOD or (not correction.content and bool(result))
        matched += chosen
        before = denoise_page(page, get_method("auto"))
        all_chars = int(page.columns.chars.sum())
        note = "" if chosen else "; no match, the method decides"
        kept, by_method = _kept_chars(result), _kept_chars(before)
        print(f"{printable(source.label)}: {kept:,} of {all_chars:,} characters, {by_method:,} by the method{note}")
        if chosen and options.export is not None:
            _export(options.export, correction.site, source.name, body, result)
    print(f"{matched:,} of {pluralize(total, 'page')} {'matches' if 1 in (matched, total) else 'match'}")
    return 0 if matched else 1


def _pages(sources: Sources, encoding: str | None) -> Iterator[tuple[PageSource, bytes, Page]]:
    problems = list(sources.problems)
    for source in sources:
        if isinstance(source, UnreadableSource):
            problems.append(source)
            continue
        try:
            body = source.read(MAX_SIZE)
            body = body.encode("utf-8", "replace") if isinstance(body, str) else body
            yield source, body, Page.from_html(body, source.url, encoding)
        except (OSError, PageTooLarge) as error:
            problems.append(UnreadableSource(source.label, str(error)))
    for problem in problems:
        print(f"scrapy-denoise: {printable(problem.label)}: {printable(problem.why)}", file=sys.stderr)


def _kept_chars(result: Result) -> int:
    if result.page is None or result.selection is None:
        return 0
    columns = result.page.columns
    return int(columns.chars[columns.text_rows[result.selection.kept]].sum())


def _export(folder: Path, site: str, name: str, body: bytes, result: Result) -> None:
    """Write a page and its gold text as `scrapy_denoise.evaluation.gold.corpus.Corpus.read` takes them."""
    place = site.replace("/", "-").replace("*", "").strip("-.") or "site"
    page = Path(name).with_suffix("").as_posix().replace("/", "-")
    for kind, suffix, data in (("html", ".html", body), ("gold", ".txt", f"{result.text}\n".encode())):
        target = folder / kind / place / f"{page}{suffix}"
        make_folder_in(folder, target.parent)
        with replacing(target) as file:
            file.write(data)
