"""The spiders of docs/recipes, on the example sites."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from example_site import build
from example_site.server import ExampleServer
from helpers.forked import run_forked, without_proxies

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture(scope="module")
def site():
    pages = build(0)
    with ExampleServer(pages) as server:
        yield server.proxy_url, pages


def archive(site, folder, spider, host, *arguments):
    """The items of a crawl that begins with the home page of a host, and its pages with content."""
    proxy, pages = site
    command = ["-m", "scrapy", "runspider", EXAMPLES / spider, "-a", f"url=http://{host}/", *arguments]
    command += ["-O", "items.jsonl", "-s", "DENOISE_STORE=memory", "-s", "LOG_LEVEL=ERROR"]
    run_forked(command, folder, {**without_proxies(), "http_proxy": proxy}, check=True)
    items = [json.loads(line) for line in (folder / "items.jsonl").read_text("utf-8").splitlines()]
    return items, [page for page in pages if page.site == host]


def test_a_forum_is_archived_by_post(site, tmp_path):
    items, pages = archive(site, tmp_path, "forum_archive.py", "luntan.example")
    threads = {page.url: page for page in pages if page.kind == "content"}
    texts = {}
    for item in items:
        texts.setdefault(item["url"], []).append(item["text"])
    assert {url: "\n".join(posts) for url, posts in texts.items()} == {
        url: page.gold_text for url, page in threads.items()
    }
    assert all(threads[item["url"]].gold_title == item["thread"] for item in items)
    named = [bool(item["author"]) for item in items]
    assert sum(named) > 0.9 * len(named)


@pytest.mark.parametrize("name", ["shop_catalogue.py", "standard_items.py"])
def test_the_extra_that_a_spider_needs_is_named_before_the_crawl(tmp_path, name):
    (tmp_path / "zyte_common_items.py").write_text("raise ImportError('not installed')")
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "runspider", EXAMPLES / name, "-a", "url=http://shop.example/"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": f"{tmp_path}"}, capture_output=True, text=True, check=False,
        timeout=300,
    )  # fmt: skip
    assert "standard items need the extra: pip install 'scrapy-denoise[items]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_products_of_a_shop(site, tmp_path):
    pytest.importorskip("zyte_common_items", reason="needs zyte-common-items (the extra items)")
    items, pages = archive(site, tmp_path, "shop_catalogue.py", "shop.example", "-a", "products=/p/")
    assert {item["url"] for item in items} == {page.url for page in pages if page.kind == "content"}
    assert all(item["price"] and item["currency"] and item["sku"] and item["description"] for item in items)


def test_the_products_of_a_shop_that_states_nothing(site, tmp_path):
    pytest.importorskip("zyte_common_items", reason="needs zyte-common-items (the extra items)")
    items, pages = archive(site, tmp_path, "shop_catalogue.py", "market.example")
    gold = {page.url: page.gold_product for page in pages if page.gold_product}
    assert {item["url"]: item["price"] for item in items} == {url: one["price"] for url, one in gold.items()}
    assert {item["url"]: item["availability"] for item in items} == {
        url: one["availability"] for url, one in gold.items()
    }
