"""Crawls with scrapy-playwright and the real Chromium: boxes, pages that need their scripts, browsers that fail."""

import time

import pytest
from helpers.browser import chromium_path, missing
from helpers.crawling import HTML, crawl, serve

try:
    import scrapy_playwright  # noqa: F401
except ImportError:
    missing("scrapy-playwright is not installed: pip install 'scrapy-denoise[test]'")

STORY = "The river rose in the night, and by the morning the lower road was under water. " * 4
HIDDEN = f"<style>.h {{ display: none }}</style><h1>Water</h1><p>{STORY}</p><div class=h><p>Hidden. {STORY}</p></div>"
SHELL = (
    "<!doctype html><title>Shell</title><div id=root></div><script>document.getElementById('root').innerHTML = "
    f"'<h1>Built</h1><p>Built by a script. {STORY}</p>'</script>"
)
PAGES = {
    "hidden": HIDDEN,
    "alert": HIDDEN + "<script>alert(1); confirm(2)</script>",
    "endless": HIDDEN + "<script>addEventListener('load', () => setTimeout(() => { for (;;); }))</script>",
    "growing": HIDDEN + "<script>setInterval(() => document.body.append(document.createElement('p')), 1)</script>",
    "waiting": HIDDEN + "<img src=/never>",
    "lying": HIDDEN + "<script>window.btoa = () => 'no numbers'</script>",
    "broken": HIDDEN + "<script>Element.prototype.getBoundingClientRect = () => { throw new Error('no') }</script>",
    "wild": HIDDEN + "<div style='width: 1e9px; height: 1e12px; transform: scale(1e30)'>wild</div>",
    "many": HIDDEN + "<script>document.body.insertAdjacentHTML('beforeend', '<p><b>x</b></p>'.repeat(40000))</script>",
    "changing": "<script>document.documentElement.innerHTML = '<p>x</p>'</script>" + HIDDEN,
    "plain": f"<h1>Plain</h1><p>{STORY}</p>",
    **{f"shell{i}": SHELL for i in range(6)},
}


@pytest.fixture(scope="module")
def site():
    def answer(path):
        if path == "/never":
            time.sleep(20)
        return 200, HTML, PAGES.get(path.strip("/"), "<p>nothing</p>")

    with serve(answer) as (address, _):
        yield address


@pytest.fixture(scope="module")
def settings():
    handler = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"
    return {
        "DENOISE_STORE": "memory",
        "DENOISE_METHOD": "content_correlativity",
        "DOWNLOAD_HANDLERS": {"http": handler, "https": handler},
        "PLAYWRIGHT_LAUNCH_OPTIONS": {"executable_path": chromium_path()},
        "PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT": 20_000,
    }


def ask(address, name, denoise=None, **meta):
    options = {} if denoise is None else {"denoise": denoise}
    return {"url": f"{address}/{name}", "meta": {"playwright": True, **options, **meta}}


def test_boxes_come_with_the_page_where_they_are_wanted(site, settings):
    requests = [
        ask(site, "hidden"),
        ask(site, "hidden", {"boxes": True}),
        ask(site, "hidden", {"boxes": True}, playwright_page_goto_kwargs={"wait_until": "commit"}),
        ask(site, "hidden", False),
        {"url": f"{site}/hidden", "meta": {"denoise": {"boxes": True}}},
    ]
    items, stats, log = crawl(requests, settings)
    assert [item["text"].count("The river") for item in items] == [8, 4, 4, 0, 8], log
    assert stats["denoise/boxes/pages"] == 2
    assert not any("failed" in name or name == "denoise/error" for name in stats)


def test_pages_that_go_wrong_in_the_browser(site, settings):
    waiting = {"wait_until": "domcontentloaded"}
    names = ["alert", "growing", "lying", "broken", "wild", "many", "changing", "hidden"]
    requests = [ask(site, name) for name in names]
    requests.insert(2, ask(site, "waiting", playwright_page_goto_kwargs=waiting))
    bounds = {"DENOISE_BOXES": True, "DENOISE_BOXES_ELEMENTS": 1000, "DENOISE_BOXES_SECONDS": 5}
    items, stats, log = crawl(requests, {**settings, **bounds})
    assert len(items) == len(requests), log
    assert all("The river" in item["text"] for item in items), items
    assert stats["denoise/boxes/failed/invalid"] == 1
    assert stats["denoise/boxes/failed/browser"] == 1
    assert stats["denoise/boxes/truncated"] >= 1
    assert stats["denoise/boxes/pages"] == len(requests) - 2
    assert "denoise/error" not in stats


def test_a_tab_that_never_answers_and_a_browser_that_dies(site, settings):
    hidden = ask(site, "hidden")
    requests = [ask(site, "endless"), hidden, {"url": "chrome://crash/tab", "meta": {"playwright": True}}, hidden]
    bounds = {"DENOISE_BOXES": True, "DENOISE_BOXES_SECONDS": 0.5, "PLAYWRIGHT_MAX_PAGES_PER_CONTEXT": 8}
    items, _, log = crawl([*requests, ask(site, "hidden", {"boxes": False})], {**settings, **bounds})
    assert sorted(item["path"] for item in items if "error" in item) == ["endless", "tab"], (items, log)
    assert sorted(item["text"].count("The river") for item in items if "text" in item) == [4, 4, 8]


def test_pages_that_need_their_scripts_are_drawn(site, settings):
    pages = [f"{site}/shell0", f"{site}/plain", f"{site}/shell1"]
    limit = {"DENOISE_RENDER": "when_empty", "DENOISE_RENDER_SITE_PAGES": 2}
    items, stats, log = crawl([*pages, *(f"{site}/shell{i}" for i in range(2, 6))], {**settings, **limit})
    assert sorted(item["reason"] for item in items) == ["", "", "", *["scripts"] * 4], log
    assert sorted(item["text"][:8] for item in items if item["text"]) == ["Built by", "Built by", "The rive"]
    assert stats["denoise/render/requests"] == stats["denoise/render/gained"] == 2
    assert stats["denoise/render/over_limit"] == 4
    assert stats["playwright/page_count"] == 2
