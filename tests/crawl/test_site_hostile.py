"""Sites that attack who crawls them: with addresses, with robots.txt, with links without number, with redirects."""

import time

import pytest
from helpers.crawling import HTML, serve
from scrapy import Request
from scrapy.http.request import NO_CALLBACK
from test_site_crawl import listing, paths, run, site

from scrapy_denoise.api import denoise
from scrapy_denoise.crawl.site import spider as site_spider
from scrapy_denoise.crawl.site.link_order import MAX_RANKED_LINKS
from scrapy_denoise.crawl.site.robots import MAX_BYTES, ShortRobots
from scrapy_denoise.crawl.site.spider import SiteSpider

STORY = "The river rose in the night, and by the morning the lower road was under water. "
ADDRESSES = (
    "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "ftp://a.example/x", "view-source:http://a.example/",
    "http://[", "http://[::1", "http://a.example:99999/", "http://a.example:x/", "http://a.example:80:80/",
    "http://127.0.0.1/", "http://2130706433/", "http://localhost/", "http://a.example@b.example/", "http://b.example/",
    "http://b.example/a.example", "http://aa.example/", "http://a.example\\@b.example/", "/" + "a" * 1_000_000,
)  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("rel", ["", "rel=next"])
def test_hostile_addresses_are_not_followed_and_cost_no_other_link(address, rel):
    html = (
        f"<head><link rel=next href='{address}'></head><body><h1>{STORY}</h1><p>{STORY * 9}</p>"
        f"<p><a {rel} href='{address}'>The river that rose and fell</a> <a {rel} href='{address}'>next</a> "
        "<a href=/other/story>Another story of a river</a></p>"
    )
    found = SiteSpider(url="http://a.example/")._followed(denoise(html, "http://a.example/news/1"), {}, True)
    assert [request.url for _, request in found] == ["http://a.example/other/story"]


def test_a_site_outside_leads_to_no_address_inside():
    spider = SiteSpider(url="https://a.example/")
    for url in (
        "http://127.0.0.1/",
        "http://169.254.169.254/latest",
        "http://[::ffff:10.0.0.1]/",
        "http://localhost:1/",
    ):
        assert not spider.may_ask(Request(url, cb_kwargs={"first": True}))
        assert not spider.may_ask(Request(url + "robots.txt", NO_CALLBACK))
        assert SiteSpider(url=url).may_ask(Request("http://127.0.0.1/"))
    assert spider.may_ask(Request("https://b.example/"))
    assert SiteSpider(url="https://a.example/", hosts="10.0.0.1").may_ask(Request("http://10.0.0.1/"))


def test_of_a_long_robots_txt_the_first_rules_hold():
    rules = b"User-agent: *\nDisallow: /private\n" + b"Disallow: /*a*b*c*d\n" * 100_000 + b"Disallow: /\n"
    assert len(rules) > 3 * MAX_BYTES
    robots = ShortRobots(rules, None)
    assert not robots.allowed("https://a.example/private/1", "bot")
    assert robots.allowed("https://a.example/news", "bot")


def test_a_crawl_reads_a_long_robots_txt():
    rules = "User-agent: *\nDisallow: /private\n" + "Disallow: /*x*y*z\n" * 300_000
    with serve(lambda path: (200, "text/plain", rules) if path == "/robots.txt" else site(path)) as (address, asked):
        status, rows, _ = run(address, "--pages", "5")
    assert (status, len(rows)) == (0, 5)
    assert "/private" not in asked


def test_links_without_number_wait_up_to_a_bound(monkeypatch):
    monkeypatch.setattr(site_spider, "MAX_WAITING", 50)
    spider = SiteSpider(url="http://a.example/")

    def followed(page):
        html = listing([f"{page}-{i}" for i in range(40)])
        return [request for _, request in spider._followed(denoise(html, f"http://a.example/{page}"), {}, True)]

    assert len(followed("a")) == 42
    assert len(followed("b")) == 8
    assert followed("c") == []
    spider._count_waiting(-30)
    assert len(followed("c")) == 30
    html = listing(range(MAX_RANKED_LINKS + 500))
    assert len(list(site_spider.steps(denoise(html, "http://a.example/"), True, True, 0))) <= MAX_RANKED_LINKS


def test_a_next_page_of_another_site_is_left_alone():
    with serve(lambda path: (200, HTML, listing([1]))) as (other, others):

        def answer(path):
            if path != "/":
                return site(path)
            html = listing(range(1, 4), f"<a rel=next href='{other}/?page=2'>Next</a>")
            return 200, HTML, html.replace("<head>", f"<head><link rel=next href='{other}/?page=2'>" * 1_000)

        with serve(answer) as (address, _):
            status, rows, _ = run(address, "--pages", "4")
    assert status == 0
    assert len(paths(rows)) == 4
    assert others == []


def test_answers_that_never_end_cost_their_pages_alone():
    """One address sends a byte a second for ever, one never answers, one redirects for ever: the others are read."""
    begun = []

    def answer(path):
        if path == "/":
            names = ("hangs", "drips", "goes/0")
            bad = "".join(f"<li><a href=/{name}>The boat that {name} came in</a></li>" for name in names)
            return 200, HTML, listing(range(1, 6), f"<ul>{bad}</ul>")
        if path == "/hangs":
            begun.append(path)
            time.sleep(8)
        if path == "/drips":  # more is declared than comes
            begun.append(path)
            return 200, HTML, "<p>One", 100_000
        if path.startswith("/goes/"):
            begun.append(path)
            return 302, HTML, f"/goes/{int(path.rpartition('/')[2]) + 1}"
        return site(path)

    with serve(answer) as (address, _):
        status, rows, said = run(address, "--only", "article", "-s", "DOWNLOAD_TIMEOUT=2")
    assert status == 0
    assert {f"/news/{i}" for i in range(1, 6)} <= set(paths(rows))
    assert {"/hangs", "/drips"} <= set(begun)
    assert len(begun) < 15
    assert "ended because all links were followed; " in said
    assert " failed" in said


def test_a_robots_txt_that_redirects_for_ever_forbids_nothing():
    def answer(path):
        if path.startswith("/robots.txt"):
            return 302, HTML, f"/robots.txt?{len(asked)}"
        return site(path)

    with serve(answer) as (address, asked):
        status, rows, said = run(address, "--pages", "4")
    assert (status, len(rows)) == (0, 4)
    assert "at its bound of 4 pages" in said
