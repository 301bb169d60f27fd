"""Pages that are read and decided in threads: same results, same order of learning, errors, ends, and a bound."""

import asyncio
import subprocess
import sys
import threading

import pytest
from example_site import build
from helpers.crawling import HTML, crawl, serve, story
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from scrapy_denoise.crawl import cleaner as of_a_crawl
from scrapy_denoise.crawl.cleaner import Cleaner
from scrapy_denoise.crawl.setting_values import SettingError
from scrapy_denoise.crawl.settings import DenoiseSettings
from scrapy_denoise.crawl.templates import page_threads
from scrapy_denoise.crawl.templates.page_threads import MAX_PAGES_AHEAD, PageThreads
from scrapy_denoise.sites.codec.template_codec import dump

OWN = {"DENOISE_STORE": "memory", "TWISTED_REACTOR_ENABLED": False}


async def cleaned(threads, responses, together, **settings):
    """The cleaner of a crawl, and the results for these responses: cleaned one after the other, or together."""
    crawler = get_crawler(settings_dict=OWN | {"DENOISE_THREADS": threads} | settings)
    cleaner = Cleaner.from_crawler(crawler)
    await cleaner.templates.open()
    calls = [cleaner.clean(Request(response.url), response) for response in responses]
    results = await asyncio.gather(*calls) if together else [await call for call in calls]
    await cleaner.templates.flush()
    cleaner.stats.flush()
    return cleaner, results


def responses_of(pages):
    return [HtmlResponse(page.url, headers={"Content-Type": page.content_type}, body=page.body) for page in pages]


def seen(result):
    return result.url, result.text, result.reason, result.method, result.siblings, result.confidence, result.page_type


async def stored(cleaner):
    """The templates in the store of a crawl that has ended."""
    templates = cleaner.templates
    return {key: dump(await templates._store.get(key)) for key in templates._cache}


@pytest.mark.parametrize("threads", [1, 3])
def test_the_example_sites_give_the_same_results_templates_and_stats(threads, monkeypatch):
    monkeypatch.setattr(of_a_crawl, "BATCH_SECONDS", 600)  # a slow machine writes no batch between
    pages = build(0)

    async def both():
        one, expected = await cleaned(0, responses_of(pages), together=False)
        other, found = await cleaned(threads, responses_of(pages), together=True)
        assert list(map(seen, found)) == list(map(seen, expected))
        known = await stored(one)
        assert len(known) > 3
        assert await stored(other) == known
        assert other._crawler.stats.get_stats() == one._crawler.stats.get_stats()
        other.threads.close()

    asyncio.run(both())


def test_pages_of_a_site_come_in_their_order_and_few_at_a_time(monkeypatch):
    order, working, most = [], [], []
    gate = threading.Event()

    async def one(threads, number):
        async with threads.page("site" if number % 3 else f"other {number}") as turn:
            await threads.run(work, number)
            await turn()
            order.append(number)
            await threads.run(order.append, -number)

    def work(number):
        working.append(number)
        if number == 1:
            gate.wait(5)  # what comes behind it is read meanwhile, and waits
        if len(working) == 2 * MAX_PAGES_AHEAD:
            gate.set()

    async def all_of_them():
        threads = PageThreads(2)
        tasks = [asyncio.create_task(one(threads, number)) for number in range(1, 40)]
        while not all(task.done() for task in tasks):
            most.append(sum(len(pages) for pages in threads._pages.values()))
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        assert not threads._pages
        threads.close()
        assert await threads.run(threading.current_thread) is threading.main_thread()

    asyncio.run(all_of_them())
    of_site = [number for number in order if number % 3]
    numbers = [number for number in range(1, 40) if number % 3]
    # No page of the site is begun before the one before it has ended.
    assert of_site == [signed for number in numbers for signed in (number, -number)]
    assert max(most) == 2 * MAX_PAGES_AHEAD


def test_a_page_that_leaves_early_lets_no_other_overtake():
    async def leaving():
        threads, ended = PageThreads(1), []

        async def one(number):
            async with threads.page("site") as turn:
                if number == 1:
                    raise KeyError(number)
                await turn()
                ended.append(number)
                await asyncio.sleep(0.01)
                ended.append(number)

        found = await asyncio.gather(*map(one, range(4)), return_exceptions=True)
        assert isinstance(found[1], KeyError)
        assert ended == [0, 0, 2, 2, 3, 3]
        threads.close()

    asyncio.run(leaving())


def test_what_a_thread_raises_is_the_reason_of_its_page_alone(monkeypatch, caplog):
    read = page_threads._with_own_names

    def failing(call):
        if call.func.__name__ == "read_page" and call.args[0].url.endswith("/2"):
            raise RuntimeError("broken")
        return read(call)

    monkeypatch.setattr(page_threads, "_with_own_names", failing)
    responses = [HtmlResponse(f"https://a.example/{i}", body=story(i).encode()) for i in range(5)]

    async def run():
        cleaner, results = await cleaned(2, responses, together=True)
        cleaner.threads.close()
        assert [result.reason for result in results] == ["", "", "error", "", ""]
        assert cleaner.templates._cache["a.example"].pages == 4

    asyncio.run(run())
    assert "RuntimeError('broken'); the response goes on as it is" in caplog.text


def test_items_with_html_take_turns_with_pages():
    async def run():
        responses = [HtmlResponse(f"https://a.example/{i}", body=story(i).encode()) for i in range(6)]
        cleaner, _ = await cleaned(2, responses, together=True)
        found = await asyncio.gather(*(cleaner.clean_html(story(i), f"https://a.example/{i}") for i in range(6, 12)))
        assert all(f"Boat {i} came in" in one.text for i, one in enumerate(found, 6))
        assert all("All rights" not in one.text and one.siblings for one in found)
        cleaner.threads.close()

    asyncio.run(run())


@pytest.mark.parametrize("warmup", ["fetch", "hold"])
def test_no_threads_where_pages_wait_for_each_other(warmup):
    settings = get_crawler(settings_dict={"DENOISE_THREADS": 1, "DENOISE_WARMUP": warmup}).settings
    with pytest.raises(SettingError, match="DENOISE_THREADS is 1; allowed: 0 where DENOISE_WARMUP is not 'off'"):
        DenoiseSettings.read(settings)


@pytest.fixture(scope="module")
def site():
    with serve(lambda path: (200, HTML, story(int(path[1:])))) as (address, _):
        yield address


def test_a_crawl_gives_the_same_items(site):
    requests = [f"{site}/{i}" for i in range(30)]
    settings = {"DENOISE_STORE": "memory", "CONCURRENT_REQUESTS": 8}
    found = {}
    for threads in (0, 2):
        items, stats, log = crawl(requests, settings | {"DENOISE_THREADS": threads})
        assert not log
        assert stats["denoise/pages"] == stats["parses"] == 30
        assert stats["denoise/template/miss"] == 1
        found[threads] = sorted((item["path"], item["title"], item["flags"], item["links"]) for item in items)
        assert all("Boat" in item["text"] for item in items)
    assert found[0] == found[2]


ENDING = """
import asyncio, sys, scrapy
from scrapy.crawler import AsyncCrawlerProcess
from scrapy_denoise import denoised
address, how = sys.argv[1:]

class Pages(scrapy.Spider):
    name = "pages"
    seen = 0

    async def start(self):
        for number in range(40):
            yield scrapy.Request(f"{address}/{number}")

    async def parse(self, response):
        self.seen += 1
        if how == "pauses" and self.seen == 5:
            self.crawler.engine.pause()
            asyncio.get_running_loop().call_later(0.3, self.crawler.engine.unpause)
        if how == "stops" and self.seen == 5:
            raise scrapy.exceptions.CloseSpider("enough")
        if how == "breaks off" and self.seen == 5:
            import os, signal
            os.kill(os.getpid(), signal.SIGINT)
            asyncio.get_running_loop().call_later(0.01, os.kill, os.getpid(), signal.SIGINT)
        yield {"text": denoised(response).text}

settings = {
    "LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False, "DENOISE_STORE": "memory", "DENOISE_THREADS": 2,
    "ADDONS": {"scrapy_denoise.Addon": 500},
}
process = AsyncCrawlerProcess(settings)
crawler = process.create_crawler(Pages)
process.crawl(crawler)
process.start()
stats = crawler.stats.get_stats()
print(stats.get("item_scraped_count"), stats.get("denoise/pages"), stats.get("finish_reason"))
"""


@pytest.mark.parametrize("how", ["pauses", "stops", "breaks off"])
def test_a_crawl_that_pauses_or_ends_early(site, how):
    done = subprocess.run(
        [sys.executable, "-c", ENDING, site, how], capture_output=True, text=True, timeout=300, check=False
    )
    items, pages, reason = done.stdout.split()
    assert done.returncode == 0
    assert not done.stderr or how == "breaks off"
    if how == "pauses":
        assert (items, pages, reason) == ("40", "40", "finished")
    elif how == "stops":
        assert reason == "enough"
        assert 5 <= int(items) + 1 <= int(pages) < 40
