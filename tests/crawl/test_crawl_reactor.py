"""The event loop that a crawl runs on: asyncio, with Twisted's reactor or without; another reactor is an error."""

import pytest
from helpers.crawling import HTML, serve, story
from helpers.forked import run_forked

from scrapy_denoise.crawl.site.bounds import Bounds, BoundsError

SPIDER = """
import scrapy
from scrapy_denoise import denoised

class Pages(scrapy.Spider):
    name = "pages"
    def parse(self, response):
        yield {"method": denoised(response).method}
"""


@pytest.fixture
def run(tmp_path):
    """`scrapy runspider` on one page: the process that has ended, and the paths that were asked for."""
    (tmp_path / "pages.py").write_text(SPIDER)

    def call(**settings):
        with serve(lambda path: (200, HTML, story(1))) as (address, asked):
            common = {"ADDONS": '{"scrapy_denoise.Addon": 500}', "DENOISE_STORE": "memory", "LOG_LEVEL": "ERROR"}
            options = [part for name, value in {**common, **settings}.items() for part in ("-s", f"{name}={value}")]
            (tmp_path / "pages.py").write_text(SPIDER + f"    start_urls = [{address + '/1'!r}]\n")
            done = run_forked(["-m", "scrapy", "runspider", "pages.py", *options, "-O", "items.jsonl"], tmp_path)
        return done, asked

    return call


@pytest.mark.parametrize("reactor", ["twisted.internet.selectreactor.SelectReactor", ""])
def test_another_reactor_stops_the_crawl_at_once(run, reactor):
    done, asked = run(TWISTED_REACTOR=reactor)
    assert done.returncode == 1
    assert asked == []
    last = done.stderr.splitlines()[-1]
    assert f"CRITICAL: The crawl cannot start: TWISTED_REACTOR is {reactor!r}; allowed: " in last
    assert "'twisted.internet.asyncioreactor.AsyncioSelectorReactor', which is Scrapy's default" in done.stderr
    assert "no running event loop" not in done.stderr


@pytest.mark.parametrize("enabled", [True, False])
def test_a_wrong_setting_is_told_in_one_line(run, enabled):
    done, asked = run(DENOISE_METHOD="magic", TWISTED_REACTOR_ENABLED=enabled)
    (line,) = done.stderr.splitlines()
    assert "CRITICAL: The crawl cannot start: DENOISE_METHOD is 'magic'; allowed: auto, " in line
    assert (done.returncode, asked) == (1, [])


@pytest.mark.parametrize("enabled", [True, False])
def test_asyncio_with_the_reactor_and_without(run, tmp_path, enabled):
    done, asked = run(TWISTED_REACTOR_ENABLED=enabled)
    assert (done.returncode, done.stderr) == (0, "")
    assert asked == ["/1"]
    assert (tmp_path / "items.jsonl").read_text() == '{"method": "auto"}\n'


def test_another_reactor_does_no_harm_where_the_package_is_switched_off(run, tmp_path):
    done, _ = run(TWISTED_REACTOR="twisted.internet.selectreactor.SelectReactor", DENOISE_ENABLED=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "items.jsonl").read_text() == '{"method": "auto"}\n'


def test_a_wrong_argument_of_a_site_spider_is_told_in_one_line(tmp_path):
    (tmp_path / "own.py").write_text(
        "from scrapy_denoise import SiteSpider\n\n\nclass Own(SiteSpider):\n    name = 'own'\n"
    )
    options = ["-a", "url=http://127.0.0.1:1/", "-a", "pages=many", "-s", "LOG_LEVEL=ERROR"]
    done = run_forked(["-m", "scrapy", "runspider", "own.py", *options], tmp_path)
    (line,) = done.stderr.splitlines()
    assert "CRITICAL: The crawl cannot start: pages is a whole number, 0 or more, not 'many'" in line
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("pages", float("inf"), "pages is a whole number, 0 or more, not inf"),
        ("only", 5, "only is a text, with commas between several, or a list of texts, not 5"),
        ("hosts", [7], r"hosts is a text, with commas between several, or a list of texts, not \[7\]"),
    ],
)
def test_bounds_of_a_wrong_type_are_told_by_their_name(name, value, told):
    with pytest.raises(BoundsError, match=f"^{told}$"):
        Bounds.read({name: value})
