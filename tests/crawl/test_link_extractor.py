"""The link extractor: a drop-in for Scrapy's, and a crawl that follows no sponsor."""

import json
import os
from pathlib import Path

import pytest
from example_site import build
from example_site.server import ExampleServer
from helpers.forked import run_forked, without_proxies
from scrapy.http import HtmlResponse, JsonResponse, Response, TextResponse
from scrapy.linkextractors import LinkExtractor

from scrapy_denoise import DenoiseLinkExtractor, denoised
from scrapy_denoise.crawl.responses import set_result
from scrapy_denoise.document.links.link_kinds import LINK_KINDS

URL = "http://blog.example/2024/05/river/"
HTML = """<nav><a href=/about>About us</a></nav><h1>The river rose</h1>
<p>It rained in the hills for three days, and the <a href=/hills>hills</a> were cut off, as in
<a href=/old>the old days</a>.</p>
<p>By Tuesday the lower road was under water, and the bridge was closed to all but the buses. </p>
<p><a rel=next href=/2024/05/river/2>The next part</a></p>
<div class=ads><a href=http://boats.example/>Boats, now cheaper than ever</a></div>
<a style="display:none" href=/trap>trap</a>"""
PAGES = [page for page in build(0) if page.site in ("blog.example", "docs.example")]


def response(html=HTML, url=URL, **arguments):
    return HtmlResponse(url, body=html.encode(), encoding="utf-8", **arguments)


def paths(extractor, page=None):
    return [link.url.replace("http://blog.example", "") for link in extractor.extract_links(page or response())]


def test_kinds():
    assert paths(DenoiseLinkExtractor()) == ["/about", "/hills", "/old", "/2024/05/river/2"]
    assert paths(DenoiseLinkExtractor(kinds="content")) == ["/hills", "/old"]
    assert paths(DenoiseLinkExtractor(kinds=["content", "pagination"])) == ["/hills", "/old", "/2024/05/river/2"]
    assert paths(DenoiseLinkExtractor(kinds="advertisement")) == ["http://boats.example/"]
    assert paths(DenoiseLinkExtractor(kinds="other")) == ["/trap"]


def test_the_other_arguments_are_those_of_scrapy():
    assert paths(DenoiseLinkExtractor(r"/h", kinds="content")) == ["/hills"]
    assert paths(DenoiseLinkExtractor(deny="old", kinds="content")) == ["/hills"]
    assert paths(DenoiseLinkExtractor(restrict_css="nav")) == ["/about"]
    assert paths(DenoiseLinkExtractor(restrict_css="nav", kinds="content")) == []
    assert paths(DenoiseLinkExtractor(restrict_text="old days")) == ["/old"]
    assert paths(DenoiseLinkExtractor(process_value=lambda url: url + "?x" if "hills" in url else None)) == ["/hills?x"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.url)
def test_with_every_kind_it_is_scrapys(page):
    found = response(page.body.decode(), page.url)
    everything = DenoiseLinkExtractor(kinds=LINK_KINDS, unique=False).extract_links(found)
    assert everything == LinkExtractor(unique=False).extract_links(found) != []


def test_a_page_whose_body_was_replaced():
    cleaned = denoised(response())
    replaced = response(cleaned.html)
    set_result(replaced, cleaned)
    assert paths(DenoiseLinkExtractor(kinds="content"), replaced) == ["/hills", "/old"]


def test_a_response_that_is_no_page():
    plain = TextResponse(URL, body=b"<a href=/hills>hills</a>", encoding="utf-8")
    assert DenoiseLinkExtractor(kinds="content").extract_links(plain) == []


@pytest.mark.parametrize(
    "other",
    [
        JsonResponse(URL, body=b'{"a": 1}'),
        TextResponse(URL, body=b'{"a": 1}', encoding="utf-8"),
        Response(URL, body=b"\x89PNG"),
    ],
)
def test_a_response_without_markup_has_no_links(other):
    assert DenoiseLinkExtractor().extract_links(other) == []


def test_a_kind_that_there_is_not():
    with pytest.raises(ValueError, match=r"no kind of links: sponsor; there are: content, related"):
        DenoiseLinkExtractor(kinds=["content", "sponsor"])


def test_the_example_spider_follows_no_sponsor(tmp_path):
    """It has no allowed_domains, and asks for no page of other sites; Scrapy's own extractor does."""
    asked = {name: crawl(name, tmp_path) for name in ("DenoiseLinkExtractor", "LinkExtractor")}
    hosts = {name: {url.split("/")[2] for url in urls} for name, urls in asked.items()}
    assert hosts["DenoiseLinkExtractor"] == {"xinwen.example", "blog.example", "luntan.example", "docs.example"}
    assert "ads.example" in hosts["LinkExtractor"]
    content = {page.url for page in build(0) if page.kind == "content" and page.site in hosts["DenoiseLinkExtractor"]}
    assert len(content & asked["DenoiseLinkExtractor"]) >= 0.95 * len(content)


CRAWL = """
import json, sys
from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import Rule
from example_project.spiders.reader import ReaderSpider

class Other(ReaderSpider):
    rules = (Rule(LinkExtractor(), callback="parse_page", follow=True),)

asked = set()
process = AsyncCrawlerProcess({
    "ADDONS": {"scrapy_denoise.Addon": 500}, "DENOISE_STORE": "memory", "LOG_LEVEL": "ERROR", "CONCURRENT_REQUESTS": 4,
    "TELNETCONSOLE_ENABLED": False,
})
crawler = process.create_crawler(ReaderSpider if sys.argv[1] == "DenoiseLinkExtractor" else Other)
crawler.signals.connect(lambda request: asked.add(request.url), signals.request_scheduled, weak=False)
process.crawl(crawler)
process.start()
print(json.dumps(sorted(asked)))
"""


def crawl(extractor, folder):
    """The addresses that the example spider asks for with an extractor."""
    environment = without_proxies()
    project = Path(__file__).parents[2] / "example_project"
    paths = [str(project), *filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))]
    with ExampleServer(build(0)) as server:
        environment |= {"http_proxy": server.proxy_url, "PYTHONPATH": os.pathsep.join(paths)}
        done = run_forked(["-c", CRAWL, extractor], folder, environment, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))
