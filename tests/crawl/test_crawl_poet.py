"""Page objects, with the real scrapy-poet: crawls of a local server, and fixtures that are replayed."""

import json
from pathlib import Path

import attrs
import numpy as np
import pytest
from helpers.crawling import HTML, serve, story
from helpers.forked import run_forked, without_proxies

from scrapy_denoise import denoise
from scrapy_denoise.result import Result

pytest.importorskip("scrapy_poet", reason="page objects need scrapy-poet (the extra poet)")

from web_poet import AnyResponse, BrowserResponse, HttpResponse
from web_poet.serialization import deserialize, serialize

from scrapy_denoise.crawl.poet.page_objects import DenoisedPage, Denoiser

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "page_objects.py"
ENVIRONMENT = without_proxies() | {"PYTHONPATH": str(EXAMPLE.parent)}
URL = "https://gazette.example/news/1"

BROWSER = """
import scrapy
from scrapy_poet import DummyResponse, PageObjectInputProvider
from web_poet import AnyResponse, BrowserResponse, HttpResponse
from scrapy_denoise import denoised
from scrapy_denoise.crawl.poet.page_objects import DenoisedPage

HTML = {html!r}


class Browser(PageObjectInputProvider):
    provided_classes = {{BrowserResponse, AnyResponse}}

    def __call__(self, to_provide, request: scrapy.Request):
        response = BrowserResponse(request.url, HTML, status=200)
        return [AnyResponse(response) if kind is AnyResponse else response for kind in to_provide]


class Pages(scrapy.Spider):
    name = "pages"
    custom_settings = {{
        "ADDONS": {{"scrapy_poet.Addon": 300, "scrapy_denoise.Addon": 500}},
        "SCRAPY_POET_PROVIDERS": {{Browser: 100}} if {browser} else {{}},
    }}

    async def start(self):
        for path in ("1", "2", "3"):
            yield scrapy.Request(self.url + path, {callback}, meta={meta})

    def without_response(self, response: DummyResponse, page: DenoisedPage):
        yield {{"text": page.result.text, "kind": type(page.response).__name__}}

    def with_response(self, response, page: DenoisedPage, http: HttpResponse):
        same = page.result is denoised(response)
        yield {{"text": page.result.text, "reason": page.result.reason, "same": same}}
"""


def scrapy(folder, *arguments):
    """A command of Scrapy in a folder; gives what stands on standard error."""
    done = run_forked(["-m", "scrapy", *arguments], folder, ENVIRONMENT, check=True)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stderr


def crawl(folder, base, callback, browser=False, html="", meta="{}"):
    """The items of the spider above, and the log."""
    spider = folder / "spider.py"
    spider.write_text(BROWSER.format(callback=f"self.{callback}", browser=browser, html=html, meta=meta))
    log = scrapy(folder, "runspider", spider, "-a", f"url={base}/", "-O", "items.jsonl", "-s", "CONCURRENT_REQUESTS=1")
    return [json.loads(line) for line in (folder / "items.jsonl").read_text().splitlines()], log


def answer(path):
    return 200, HTML, story(int(path.strip("/") or 0))


def test_the_example_of_the_documentation(tmp_path):
    with serve(answer) as (base, asked):
        scrapy(tmp_path, "runspider", EXAMPLE, "-a", f"url={base}/1", "-O", "articles.jsonl", "-L", "ERROR")
    (item,) = map(json.loads, (tmp_path / "articles.jsonl").read_text().splitlines())
    assert asked.count("/1") == 1
    assert item["url"] == f"{base}/1"
    assert item["title"] == "Story 1"
    assert "Boat 1 came in" in item["text"]
    assert "Home" not in item["text"]


def test_fixtures_replay_without_network(tmp_path):
    with serve(answer) as (base, asked):
        scrapy(
            tmp_path, "savefixture", "page_objects.ArticlePage", f"{base}/1",
            "-s", 'ADDONS={"scrapy_poet.Addon": 300, "scrapy_denoise.Addon": 500}',
        )  # fmt: skip
        assert "/1" in asked
        asked.clear()
        folder = tmp_path / "fixtures" / "page_objects.ArticlePage" / "test-1"
        output = json.loads((folder / "output.json").read_text())
        assert "Boat 1 came in" in output["text"]
        replayed = replays(tmp_path)
        assert (replayed.returncode, " passed in " in replayed.stdout) == (0, True), replayed.stdout
        assert asked == []
    # what is compared is the page object's answer: another one fails
    (folder / "output.json").write_text(json.dumps(output | {"text": "other"}))
    assert replays(tmp_path).returncode


def replays(folder):
    """The fixtures in a folder as tests."""
    environment = ENVIRONMENT | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return run_forked(["-m", "pytest", "-q", "-p", "web_poet.testing.pytest", "fixtures"], folder, environment)


def test_what_scrapy_downloads_is_cleaned_once_and_beside_its_site(tmp_path):
    with serve(answer) as (base, _):
        items, log = crawl(tmp_path, base, "with_response")
    assert [item["same"] for item in items] == [True] * 3
    assert "'denoise/pages': 3" in log


def test_a_callback_without_the_response_gets_the_page(tmp_path):
    with serve(answer) as (base, asked):
        items, _ = crawl(tmp_path, base, "without_response")
    assert asked.count("/1") == 1
    assert {item["kind"] for item in items} == {"HttpResponse"}
    assert "Boat 1 came in" in items[0]["text"]


def test_nothing_is_downloaded_where_another_provider_gives_the_response(tmp_path):
    with serve(answer) as (base, asked):
        items, log = crawl(tmp_path, base, "without_response", browser=True, html=story(9))
    assert [path for path in asked if path != "/robots.txt"] == []
    assert [item["kind"] for item in items] == ["AnyResponse"] * 3
    assert all("Boat 9 came in" in item["text"] for item in items)
    assert "'scrapy_poet/dummy_response_count': 3" in log


def test_a_request_that_switches_cleaning_off(tmp_path):
    with serve(answer) as (base, _):
        items, _ = crawl(tmp_path, base, "with_response", meta='{"denoise": False}')
    assert {(item["text"], item["reason"]) for item in items} == {("", "disabled")}


# The page input alone


def responses():
    html = story(3)
    http = HttpResponse(URL, html.encode("gb18030"), headers={"Content-Type": "text/html; charset=gb18030"})
    return {"http": http, "browser": BrowserResponse(URL, html), "any": AnyResponse(BrowserResponse(URL, html))}


@pytest.mark.parametrize("kind", ["http", "browser", "any"])
def test_kinds_of_responses(kind):
    page = DenoisedPage(responses()[kind], Denoiser())
    expected = denoise(story(3), url=URL)
    assert page.result.text == expected.text != ""
    assert page.result.html == expected.html
    assert page.result.url == URL
    assert page.result is page.result


@pytest.mark.parametrize("kind", ["http", "browser", "any"])
def test_what_is_replayed_is_the_decision(kind):
    """With another decision than a method would take, the page is as it was decided."""
    page = DenoisedPage(responses()[kind], Denoiser())
    found = page.result
    everything = attrs.evolve(found.selection, kept=np.ones(len(found.selection.kept), np.bool_))
    page.denoiser.result = Result(found.page, everything)
    again = deserialize(DenoisedPage, serialize([page.response, page.denoiser])).result
    assert "Home" in again.text
    assert again.text == page.result.text
    assert again.html == page.result.html
    assert (again.method, again.confidence) == (page.result.method, page.result.confidence)
    assert [block.type for block in again.blocks] == [block.type for block in page.result.blocks]


def test_a_page_that_has_no_content_is_replayed():
    response = HttpResponse(URL, b"\x89PNG\r\n\x1a\n" + bytes(50))
    page = DenoisedPage(response, Denoiser())
    assert page.result.reason == "not_html"
    assert deserialize(DenoisedPage, serialize([response, page.denoiser])).result.reason == "not_html"


def test_a_page_of_a_type_that_is_not_wanted_is_replayed():
    page = DenoisedPage(BrowserResponse(URL, story(3)), Denoiser(page_types=("list",)))
    assert (page.result.reason, page.result.text) == ("page_type", "")
    again = deserialize(DenoisedPage, serialize([page.response, page.denoiser])).result
    assert (again.reason, again.text) == ("page_type", "")
    assert again.page_type == page.result.page_type == denoise(story(3), URL).page_type


def test_a_fixture_whose_page_is_read_in_another_way():
    page = DenoisedPage(BrowserResponse(URL, story(3)), Denoiser())
    assert page.result
    saved = serialize([page.response, page.denoiser])
    saved["BrowserResponse"]["body.html"] = story(3).replace("</h1>", "</h1><p>One more.</p>").encode()
    with pytest.raises(ValueError, match="save it again"):
        deserialize(DenoisedPage, saved).result  # noqa: B018


def test_page_objects_where_the_extension_is_switched_off(tmp_path):
    spider = tmp_path / "spider.py"
    spider.write_text(
        "import scrapy\n"
        "from scrapy_denoise.crawl.poet.page_objects import DenoisedPage\n"
        "class Off(scrapy.Spider):\n"
        "    name = 'off'\n"
        "    addons = {'scrapy_poet.Addon': 300, 'scrapy_denoise.Addon': 500}\n"
        "    custom_settings = {'ADDONS': addons, 'DENOISE_ENABLED': False}\n"
        "    async def start(self):\n"
        "        yield scrapy.Request(self.url)\n"
        "    def parse(self, response, page: DenoisedPage):\n"
        "        yield {'reason': page.result.reason, 'text': page.result.text}\n"
    )
    with serve(lambda path: (200, HTML, story(1))) as (address, _):
        command = ["-m", "scrapy", "runspider", spider, "-a", f"url={address}/1", "-o", "-:jsonlines"]
        done = run_forked(command, tmp_path, check=True)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [{"reason": "disabled", "text": ""}]
