"""``scrapy-denoise templates``: lists, shows and deletes the templates in a store, and copies them to another."""

from __future__ import annotations

import argparse
import asyncio
import heapq
import json
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from scrapy_denoise.cli.errors import CommandError, as_command_error
from scrapy_denoise.cli.options import at_least
from scrapy_denoise.cli.templates import copy as transfer
from scrapy_denoise.cli.templates.outline import RepeatedPart, era_name, layouts, outline, repeated_texts
from scrapy_denoise.cli.templates.store_option import Store, open_store, store_from_option
from scrapy_denoise.cli.terminal import console, format_age, format_bytes, pluralize, printable, with_progress
from scrapy_denoise.files.bounded import read_file
from scrapy_denoise.page import MAX_SIZE, Page, PageTooLarge
from scrapy_denoise.sites import SiteTemplate, dump
from scrapy_denoise.sites.stores import DamagedTemplates, StoredSite, StoreError

EXAMPLES = """examples:
  scrapy-denoise templates list                          in a Scrapy project: the store of its settings
  scrapy-denoise templates list --store t.sqlite --sort size
  scrapy-denoise templates show news.example.org
  scrapy-denoise templates show news.example.org --page story.html --url https://news.example.org/a/1
  scrapy-denoise templates forget --older-than 90
  scrapy-denoise templates prune --max-sites 100000 --yes
  scrapy-denoise templates export all.templates
  DENOISE_STORE_URL=redis://:password@host/0 scrapy-denoise templates import all.templates
  scrapy-denoise templates merge other.sqlite redis://host/1
"""

STORES = """
A store is an SQLite file, an address such as redis://host:6379/0, or the import path of a class of your own.
Without --store it is what the environment variable DENOISE_STORE_URL names (where a password is not seen by others),
else that of the project's settings.
"""

SORT_KEYS: dict[str, Callable[[StoredSite], Any]] = {
    "pages": lambda site: -site.pages,
    "size": lambda site: -site.size,
    "age": lambda site: site.updated,
    "site": lambda site: site.key,
}
TABLE_HEADINGS = ("site", "pages", "layouts", "size", "written")
MAX_TABLE_SITES = 1000
"""A list of more sites does not show their numbers of layouts, because every template would have to be read."""

MAX_PARTS = 200
"""The most lines of repeated texts that are shown of a layout."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give the command's parser what it says and takes."""
    parser.description, parser.epilog = "Show, delete and copy what is known of sites.", EXAMPLES + STORES
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")

    def action(name: str, text: str, run: Callable[[argparse.Namespace, Store], Awaitable[int]]) -> Any:
        added = actions.add_parser(
            name, help=text, description=text[0].upper() + text[1:] + ".", epilog=_examples(name) + STORES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )  # fmt: skip
        added.add_argument("--store", metavar="STORE", help="a file, redis://... or a class (default: see below)")
        checks = {"import": transfer.check_files, "merge": transfer.check_stores}
        added.set_defaults(run=lambda options: _run(options, run), makes=name in checks, check=checks.get(name))
        return added

    listed = action("list", "list the sites of a store", _list)
    listed.add_argument("--sort", choices=list(SORT_KEYS), default="pages", help="default: %(default)s")
    listed.add_argument(
        "--limit", type=at_least(0), default=50, metavar="N", help="sites to list; 0: all (default: 50)"
    )
    listed.add_argument("--json", action="store_true", help="one object per line")
    shown = action("show", "show what is known of a site", _show)
    shown.add_argument("site", metavar="SITE", help="its key, as list prints it")
    shown.add_argument("--page", metavar="FILE", type=Path, help="a page of the site: its texts that repeat, in words")
    shown.add_argument("--url", help="the address of that page")
    shown.add_argument("--json", action="store_true", help="one object")
    forgotten = action("forget", "delete sites from a store", _forget)
    forgotten.add_argument("sites", nargs="*", metavar="SITE")
    forgotten.add_argument("--older-than", type=_days, metavar="DAYS", help="all sites not written for so long")
    forgotten.add_argument(
        "--fewer-pages", type=at_least(0), metavar="N", help="all sites of which fewer pages were seen"
    )
    forgotten.add_argument("--yes", action="store_true", help="do not ask")
    pruned = action("prune", "delete the sites of a store that were not used for long, or are too many", _prune)
    pruned.add_argument("--older-than", type=_days, metavar="DAYS", help="all sites not written for so long")
    pruned.add_argument(
        "--max-sites", type=at_least(1), metavar="N", help="all but this many sites, those written longest ago first"
    )
    pruned.add_argument("--yes", action="store_true", help="do not ask")
    exported = action("export", "write the templates of a store to a file", transfer.export)
    exported.add_argument("file", metavar="FILE", help="- for standard output")
    exported.add_argument("sites", nargs="*", metavar="SITE", help="these sites only")
    imported = action(
        "import", "merge exported templates into a store; importing twice counts pages twice", transfer.import_
    )
    imported.add_argument("files", nargs="+", metavar="FILE", help="- for standard input")
    merged = action("merge", "merge other stores into a store; merging twice counts pages twice", transfer.merge)
    merged.add_argument("others", nargs="+", metavar="STORE", help="stores to read from")


def _examples(action: str) -> str:
    """The examples of one action."""
    head, *lines = EXAMPLES.splitlines(keepends=True)
    return head + "".join(line for line in lines if f" templates {action} " in line)


def _days(text: str) -> float:
    try:
        days = float(text)
    except ValueError:
        days = -1
    if not days >= 0:  # nor NaN
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days from 0 up")
    return days


@as_command_error(StoreError)
def _run(options: argparse.Namespace, action: Callable[[argparse.Namespace, Store], Awaitable[int]]) -> int:
    async def run() -> int:
        if options.check is not None:
            await options.check(options)
        async with open_store(store_from_option(options.store), options.makes) as store:
            return await action(options, store)

    return asyncio.run(run())


# --- list and show ------------------------------------------------------------------------------------------


async def _list(options: argparse.Namespace, store: Store) -> int:
    sites = pages = total = 0
    chosen: list[StoredSite] = []
    order = SORT_KEYS[options.sort]
    async for site in store.sites():
        sites, pages, total = sites + 1, pages + site.pages, total + site.size
        chosen.append(site)
        if options.limit and len(chosen) > 4 * options.limit + 1000:
            chosen = heapq.nsmallest(options.limit, chosen, key=order)
    chosen = heapq.nsmallest(options.limit, chosen, key=order) if options.limit else sorted(chosen, key=order)
    now = time.time()
    if options.json:
        for site in chosen:
            print(json.dumps({"site": site.key, "pages": site.pages, "bytes": site.size, "updated": site.updated}))
        return 0
    if len(chosen) > MAX_TABLE_SITES:
        width = min(80, max(len(printable(site.key)) for site in chosen))
        print(f"{TABLE_HEADINGS[0]:<{width}}  {TABLE_HEADINGS[1]:>13}  {TABLE_HEADINGS[3]:>9}  {TABLE_HEADINGS[4]:>9}")
        for site in chosen:
            written = format_age(now - site.updated)
            print(f"{printable(site.key):<{width}}  {site.pages:>13,}  {format_bytes(site.size):>9}  {written:>9}")
    elif chosen:
        table = Table(box=None, header_style="bold", pad_edge=False)
        for heading in TABLE_HEADINGS:
            table.add_column(heading, justify="left" if heading == "site" else "right", overflow="fold")
        for site in chosen:
            template = await _template_if_readable(store, site.key)
            table.add_row(
                Text(printable(site.key)), f"{site.pages:,}", "?" if template is None else str(len(template.layouts)),
                format_bytes(site.size), format_age(now - site.updated),
            )  # fmt: skip
        console().print(table)
    left = sites - len(chosen)
    console().print(
        f"{pluralize(sites, 'site')}, {pluralize(pages, 'page')}, {format_bytes(total)}"
        + (f"; {left:,} not listed" if left else "")
    )
    return 0


async def _template_if_readable(store: Store, key: str) -> SiteTemplate | None:
    try:
        return await store.get(key)
    except DamagedTemplates:
        return None


async def _show(options: argparse.Namespace, store: Store) -> int:
    template = await store.get(options.site)
    if template is None:
        raise CommandError(
            f"nothing is known of {printable(options.site)}; `scrapy-denoise templates list` lists sites"
        )
    found = layouts(template)
    if options.json:
        data = {
            "site": options.site, "pages": template.pages, "bytes": len(dump(template)),
            "layouts": [
                {"slot": layout.slot, "pages": layout.pages, "known": layout.known, "samples": layout.samples,
                 "rows": layout.rows, "era": layout.era, "repeated": [part.to_dict() for part in outline(layout)]}
                for layout in found
            ],
        }  # fmt: skip
        print(json.dumps(data))
        return 0
    output = console()
    stored = format_bytes(len(dump(template)))
    seen = f"{pluralize(template.pages, 'page')} seen, {pluralize(len(found), 'layout')}, {stored}"
    output.print(f"{printable(options.site)}: {seen}", style="bold", markup=False)
    if options.page is not None:
        _show_page(output, template, options.page, options.url)
        return 0
    for number, layout in enumerate(found, 1):
        output.print(
            f"\nlayout {number}: {pluralize(layout.pages, 'page')} seen, {layout.known} known, "
            f"{layout.samples} of them with their structure, {pluralize(layout.rows, 'row')} each; "
            f"the newest was learned in {era_name(layout.era)}",
            markup=False,
        )
        parts = outline(layout)
        for part in parts[:MAX_PARTS]:
            output.print(_part(part), markup=False, highlight=False, soft_wrap=True)
        if len(parts) > MAX_PARTS:
            output.print(f"  and {len(parts) - MAX_PARTS} more")
        if not parts:
            output.print("  nothing repeats yet")
    output.print("\nTexts are stored as hashes; --page FILE, a page of the site, shows those that it has.")
    return 0


def _part(part: RepeatedPart) -> str:
    times = f" x {part.texts}" if part.texts > 1 else ""
    return f"  {part.share:4.0%}  {printable(part.path)}{times}, {part.chars} characters"


def _show_page(output: Console, template: SiteTemplate, file: Path, url: str | None) -> None:
    try:
        page = Page.from_html(read_file(file, MAX_SIZE), url=url)
    except OSError as error:
        raise CommandError(f"cannot read {file}: {error.strerror}") from error
    except PageTooLarge as error:
        raise CommandError(f"{file}: {error}") from error
    siblings, texts = repeated_texts(template, page)
    output.print(f"{len(siblings)} siblings; its texts, and how many of the known pages have them there:", markup=False)
    for share, text in texts:
        output.print(f"  {share:4.0%}  {printable(text)[:200]}", markup=False, highlight=False, soft_wrap=True)


# --- forget -------------------------------------------------------------------------------------------------


async def _forget(options: argparse.Namespace, store: Store) -> int:
    older, fewer = options.older_than, options.fewer_pages
    if bool(options.sites) == (older is not None or fewer is not None):
        raise CommandError("name the sites to forget, or give --older-than DAYS or --fewer-pages N")
    sites = list(options.sites)
    if not sites:
        before = time.time() - (older or 0) * 86_400
        sites = [
            site.key
            async for site in store.sites()
            if (older is None or site.updated < before) and (fewer is None or site.pages < fewer)
        ]
        if not _may_forget(sites, options.yes):
            return 1
    missing = [site for site in with_progress(sites, "Forgetting") if not await store.forget(site)]
    for site in missing:
        print(f"scrapy-denoise: nothing is known of {printable(site)}", file=sys.stderr)
    print(f"{pluralize(len(sites) - len(missing), 'site')} forgotten")
    return 1 if missing and options.sites else 0


async def _prune(options: argparse.Namespace, store: Store) -> int:
    older, most = options.older_than, options.max_sites
    if older is None and most is None:
        raise CommandError("give --older-than DAYS, --max-sites N, or both")
    found = sorted([(-site.updated, -site.pages, site.key) async for site in store.sites()])
    before = time.time() - (older or 0) * 86_400
    sites = [key for at, (updated, _, key) in enumerate(found)
             if (older is not None and -updated < before) or (most is not None and at >= most)]  # fmt: skip
    if not _may_forget(sites, options.yes):
        return 1
    gone = [site for site in with_progress(sites, "Forgetting") if await store.forget(site)]
    print(f"{pluralize(len(gone), 'site')} forgotten, {pluralize(len(found) - len(gone), 'site')} left")
    return 0


def _may_forget(sites: list[str], yes: bool) -> bool:
    """Ask the user whether these sites should be forgotten. Returns the answer."""
    return yes or not sites or _confirm(f"Forget {pluralize(len(sites), 'site')}, such as {printable(sites[0])}?")


def _confirm(question: str) -> bool:
    if sys.stdin is None or not sys.stdin.isatty():
        raise CommandError(f"{question} There is nobody to ask: give --yes")
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
