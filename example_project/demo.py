"""Crawls the example sites with Scrapy and scrapy-denoise, and compares what was kept with their gold text.

The sites are served from a free port of this machine by this process; nothing else is contacted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent
sys.path.insert(0, str(PROJECT))

from example_site import build  # noqa: E402
from example_site.server import ExampleServer  # noqa: E402
from rich.console import Console  # noqa: E402
from scrapy.crawler import AsyncCrawlerProcess  # noqa: E402
from scrapy.settings import Settings  # noqa: E402
from scrapy.utils.project import data_path, get_project_settings  # noqa: E402
from summary import Summary  # noqa: E402

from scrapy_denoise.sites.stores import SQLiteStore, StoreError  # noqa: E402

OUTPUT = PROJECT / "items.jsonl"
EXAMPLES = """\
examples:
  python demo.py            crawl; run it again, and it starts with what it has learned
  python demo.py --fresh    forget the learned templates first
  python demo.py --seed 7   the same sites with other pages

The items are written to items.jsonl, the templates to .scrapy/denoise/, both next to this file.
Exit status: 0 if every page with content gave an item, 1 if not.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parse(arguments)
    os.chdir(PROJECT)  # Scrapy finds the project, and its data path, from the current folder
    settings = _settings()
    templates = Path(settings.get("DENOISE_STORE_PATH") or data_path("denoise/templates.sqlite"))
    if options.fresh:
        forget(templates)
    console = Console()
    pages = build(options.seed)
    hosts = {page.site for page in pages}
    sites_at_start = asyncio.run(learned_sites(templates, hosts))
    with ExampleServer(pages) as server, http_proxy(server.proxy_url):
        console.print(f"Crawling {len(hosts)} sites behind {server.proxy_url} ...")
        stats = crawl(settings)
    summary = Summary.make(pages, read_items(OUTPUT), stats, sites_at_start)
    console.print(summary.render(OUTPUT, templates))
    return 1 if summary.problems else 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=0, help="which pages the sites have (default: %(default)s)")
    parser.add_argument("--fresh", action="store_true", help="forget the learned templates before the crawl")
    return parser.parse_args(arguments)


def _settings() -> Settings:
    """The project's settings, with the items in a file and quiet logs."""
    settings = get_project_settings()
    settings.set("FEEDS", {OUTPUT: {"format": "jsonlines", "overwrite": True}}, priority="cmdline")
    settings.set("LOG_LEVEL", "WARNING", priority="cmdline")
    settings.set("DEFAULT_DROPITEM_LOG_LEVEL", "INFO", priority="cmdline")  # the summary names them
    return settings


def crawl(settings: Settings) -> Mapping[str, Any]:
    """Crawl until there is nothing left, and return Scrapy's stats."""
    OUTPUT.unlink(missing_ok=True)  # an old file must not be taken for the result of a crawl that failed
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler("articles")
    process.crawl(crawler)
    process.start()
    if process.bootstrap_failed:
        raise SystemExit(1)  # the log has said why
    return crawler.stats.get_stats() if crawler.stats else {}


@contextmanager
def http_proxy(url: str) -> Iterator[None]:
    """Send this process's HTTP requests through the proxy at `url`, whatever the environment says."""
    names = ("http_proxy", "HTTP_PROXY", "no_proxy", "NO_PROXY")
    before = {name: os.environ.pop(name) for name in names if name in os.environ}
    os.environ["http_proxy"] = url
    try:
        yield
    finally:
        del os.environ["http_proxy"]
        os.environ.update(before)


def read_items(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


async def learned_sites(templates: Path, hosts: Iterable[str]) -> int:
    """How many of the hosts the template store knows."""
    if not templates.exists():
        return 0
    store = SQLiteStore(templates)
    try:
        await store.open()
        return sum([await store.get(host) is not None for host in hosts])
    except StoreError:  # the crawl says what is wrong with it
        return 0
    finally:
        await store.close()


def forget(templates: Path) -> None:
    """Delete the template store, the contents that duplicates are found by, and SQLite's files beside them."""
    for name in (templates.name, f"{templates.stem}-duplicates{templates.suffix}"):
        for suffix in ("", "-wal", "-shm", "-journal"):
            templates.with_name(name + suffix).unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
