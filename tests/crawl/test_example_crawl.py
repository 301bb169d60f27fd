"""Real crawls of the example site, with the real Scrapy, each in a process of its own."""

import json
import random
from pathlib import Path

import pytest
from example_site import build
from example_site.server import ExampleServer
from helpers.forked import run_forked

from scrapy_denoise import denoise
from scrapy_denoise.evaluation.metrics.text import shingle_scores

ROOT = Path(__file__).parents[2]

SPIDER = """
import hashlib, json, sys
import scrapy
from scrapy.crawler import AsyncCrawlerProcess
proxy, urls, extra, use = json.loads(sys.argv[1])

class Pages(scrapy.Spider):
    name = "pages"

    async def start(self):
        for url in urls:
            yield scrapy.Request(url, meta={"proxy": proxy})

    def parse(self, response):
        item = {
            "url": response.url,
            "body": hashlib.sha1(response.body).hexdigest(),
            "links": response.css("a::attr(href)").getall(),
            "meta": sorted(response.meta),
        }
        if use:
            from scrapy_denoise import denoised
            page = denoised(response)
            item |= {"text": page.text, "method": page.method, "reason": page.reason}
        yield item

settings = {"LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False, "CONCURRENT_REQUESTS": 1, **extra}
settings["FEEDS"] = {"stdout:": {"format": "jsonlines"}}
process = AsyncCrawlerProcess(settings)
crawler = process.create_crawler(Pages)
process.crawl(crawler)
process.start()
print("STATS " + json.dumps({k: v for k, v in crawler.stats.get_stats().items() if isinstance(v, int)}))
"""


@pytest.fixture(scope="module")
def site():
    pages = build(0)
    with ExampleServer(pages) as server:
        yield server.proxy_url, pages


def crawl(site, settings, use=True, host="blog.example", order=list):
    """order: of the pages of the host; of blog.example those with content are crawled."""
    proxy, pages = site
    urls = [
        page.url
        for page in order([page for page in pages if page.site == host])
        if page.gold_text or host != "blog.example"
    ]
    done = run_forked(["-c", SPIDER, json.dumps([proxy, urls, settings, use])])
    lines = done.stdout.splitlines()
    items = [json.loads(line) for line in lines if line.startswith("{")]
    stats = next((json.loads(line[6:]) for line in lines if line.startswith("STATS ")), {})
    return items, stats, done.stderr


@pytest.mark.parametrize("reactor", [True, False])
def test_pages_are_cleaned_and_the_site_is_learned(site, tmp_path, reactor):
    settings = {
        "ADDONS": {"scrapy_denoise.Addon": 500},
        "TWISTED_REACTOR_ENABLED": reactor,
        "DENOISE_STORE_PATH": str(tmp_path / "templates.sqlite"),
    }
    items, stats, log = crawl(site, settings)
    assert not log
    assert len(items) == stats["denoise/pages"] == 16
    assert stats["denoise/template/miss"] == 1
    assert stats["denoise/template/hit"] == 15
    assert all(item["text"] for item in items)
    assert stats["denoise/method/auto"] == 16

    _, again, _ = crawl(site, settings)
    assert again["denoise/template/hit"] == 16


def test_a_spider_that_knows_nothing_of_it_runs_unchanged(site):
    on, _, _ = crawl(site, {"ADDONS": {"scrapy_denoise.Addon": 500}, "DENOISE_STORE": "memory"}, use=False)
    off, _, _ = crawl(site, {}, use=False)
    assert sorted(on, key=lambda item: item["url"]) == sorted(off, key=lambda item: item["url"])


def test_a_wrong_setting_stops_the_crawl_at_once(site):
    items, _, log = crawl(site, {"ADDONS": {"scrapy_denoise.Addon": 500}, "DENOISE_METHOD": "magic"})
    assert not items
    assert "DENOISE_METHOD is 'magic'; allowed: auto, content_correlativity" in log


def shuffled(pages):
    return random.Random(1).sample(pages, len(pages))


@pytest.mark.parametrize("order", [list, lambda pages: pages[::-1], shuffled], ids=["lists first", "last", "mixed"])
@pytest.mark.parametrize(("host", "count", "lists"), [("shop.example", 60, 7), ("harbour.example", 8, 9)])
def test_a_shop_and_a_blog_with_full_archives_in_three_orders(site, host, count, lists, order):
    gold = {page.url: page for page in site[1] if page.site == host and page.gold_text}
    assert len(gold) == count
    for learn, least in ((False, 0.99), (True, 0.995)):
        settings = {"ADDONS": {"scrapy_denoise.Addon": 500}, "DENOISE_STORE": "memory", "DENOISE_LEARN": learn}
        items, stats, log = crawl(site, settings, host=host, order=order)
        assert not log
        assert stats["denoise/pages"] == count + lists
        texts = {item["url"]: item["text"] for item in items if item["url"] in gold}
        assert texts.keys() == gold.keys()
        assert all(texts.values())
        scores = [shingle_scores(page.gold_text, texts[url]).f1 for url, page in gold.items()]
        assert sum(scores) / count >= least


def test_the_reviews_of_the_shop_are_comments():
    pages = [page for page in build(0) if page.gold_comments]
    assert len(pages) > 40
    for page in pages:
        result = denoise(page.body, page.url)
        assert len(result.comments) == len(page.gold_comments)
        for review, comment in zip(page.gold_comments, result.comments, strict=True):
            assert review in comment.text
            assert review not in result.text
        assert all(comment.author and 3 <= comment.rating <= comment.best == 5 for comment in result.comments)


def test_the_products_of_the_shop_differ_in_title_identity_and_measures():
    pages = [page for page in build(0) if page.site == "shop.example" and page.gold_text]
    results = [denoise(page.body, page.url) for page in pages]
    assert len({result.title for result in results}) == 60
    assert all(result.title == page.gold_title for page, result in zip(pages, results, strict=True))
    assert len({result.product.sku for result in results}) == 60
    for mark in ("<li>Height: ", "<dt>Height<", '<div class="spec-row"><div>Height<', "<th>Height<", "<p>It is "):
        assert sum(mark.encode() in page.body for page in pages) in (10, 20)
    for page, result in zip(pages, results, strict=True):
        assert {word for word in page.gold_text.split() if word.isdigit()} <= {*result.text.split()}


def test_a_shop_that_states_nothing_is_crawled_whole_with_its_prices(site):
    gold = {page.url: page.gold_product for page in site[1] if page.gold_product}
    assert len(gold) == 24
    settings = {"ADDONS": {"scrapy_denoise.Addon": 500}, "DENOISE_STORE": "memory"}
    _, stats, log = crawl(site, settings, host="market.example")
    assert not log
    assert stats["denoise/pages"] == 29
    for page in site[1]:
        if page.site == "market.example":
            result = denoise(page.body, page.url)
            wanted = gold.get(page.url)
            assert (result.product is not None) == (wanted is not None)
            if result.product is not None and wanted is not None:
                assert {name: getattr(result.product, name) for name in wanted} == wanted
                assert set(result.product.sources.values()) == {"page"}
            else:
                prices = {(one["price"], one["regular_price"]) for one in gold.values()}
                assert {(entry.price, entry.regular_price) for entry in result.entries} <= prices
