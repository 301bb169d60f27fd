"""The two ways that docs/development.rst tells are those that a page takes."""

import asyncio
import re
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers.crawling import story
from scrapy.http import HtmlResponse, Request
from scrapy.utils.test import get_crawler

import scrapy_denoise
from scrapy_denoise import Addon, denoise
from scrapy_denoise.crawl.downloader_middleware import DenoiseMiddleware

DOCS = Path(__file__).parents[1] / "docs"
PACKAGE = Path(scrapy_denoise.__file__).parent
MAX_STOPS = 12


def told():
    """The stops of each way, as (file, name)."""
    text = (DOCS / "development.rst").read_text(encoding="utf-8")
    section = text.partition("The way of a page\n")[2].partition("Where to find what")[0]
    tables = section.split(".. list-table::")[1:]
    return [re.findall(r"^    \* - ``([\w/]+\.py)``: ``([\w.]+)``$", table, re.MULTILINE) for table in tables]


@contextmanager
def followed():
    """Gives a list that gains the functions of the package that are called, as (file, name)."""
    calls = []
    files = {str(path): path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py")}

    def called(frame, event, _):
        if event == "call" and (file := files.get(frame.f_code.co_filename)):
            owner = frame.f_locals.get("self")
            name = frame.f_code.co_name
            calls.append((file, name if owner is None else f"{type(owner).__name__}.{name}"))

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def compare(calls, stops):
    assert 0 < len(stops) <= MAX_STOPS
    counts = Counter(calls)
    assert {stop: counts[stop] for stop in stops} == dict.fromkeys(stops, 1)
    assert [call for call in calls if call in stops] == stops


def test_there_are_two_ways():
    assert len(told()) == 2


@pytest.mark.parametrize("name", ["bridge", "market"])
def test_the_way_of_a_page(name):
    html = (DOCS / "examples" / "gazette" / f"{name}.html").read_bytes()
    with followed() as calls:
        assert denoise(html, f"https://gazette.example/{name}").text
    compare(calls, told()[0])


def test_the_way_of_a_response():
    async def crawl():
        crawler = get_crawler(settings_dict={"ADDONS": {Addon: 500}, "DENOISE_STORE": "memory"})
        middleware = DenoiseMiddleware.from_crawler(crawler)
        await middleware._cleaner.templates.open()
        for number in range(6):
            url = f"https://a.example/{number}"
            request, response = Request(url), HtmlResponse(url, body=story(number).encode(), encoding="utf-8")
            with followed() as calls:
                await middleware.process_response(request, response)
        await middleware._cleaner.templates.close()
        return calls

    compare(asyncio.run(crawl()), told()[1])
