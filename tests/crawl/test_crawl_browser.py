"""Crawls with scrapy-playwright and the real Chromium: boxes, pages that need their scripts, browsers that fail."""

import asyncio
import json
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest
from helpers.browser import chromium_path, missing
from helpers.crawling import HTML, crawl, serve, start
from helpers.forked import run_forked

from scrapy_denoise import Page
from scrapy_denoise.sites.stores import SQLiteStore

try:
    import scrapy_playwright  # noqa: F401
except ImportError:
    missing("scrapy-playwright is not installed: pip install 'scrapy-denoise[test]'")

BROWSER = "scrapy_denoise.crawl.browser_pages"
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
    "framed": HIDDEN + "<img src=/never><iframe src=/never></iframe>",
    "lying": HIDDEN + "<script>window.btoa = () => 'no numbers'</script>",
    "broken": HIDDEN + "<script>Element.prototype.getBoundingClientRect = () => { throw new Error('no') }</script>",
    "nan": HIDDEN
    + "<script>Element.prototype.getBoundingClientRect = () => ({left: NaN, top: -1e300, right: Infinity, bottom: 1e9})"
    + "</script>",
    "million": HIDDEN + "<div id=m style='display: none'></div><script>m.innerHTML = '<b>x</b>'.repeat(1e6)</script>",
    "wild": HIDDEN + "<div style='width: 1e9px; height: 1e12px; transform: scale(1e30)'>wild</div>",
    "many": HIDDEN + "<script>document.body.insertAdjacentHTML('beforeend', '<p><b>x</b></p>'.repeat(40000))</script>",
    "changing": "<script>document.documentElement.innerHTML = '<p>x</p>'</script>" + HIDDEN,
    "plain": f"<h1>Plain</h1><p>{STORY}</p>",
    "late": "<p id=l>Loading</p><script>setTimeout(() => { l.outerHTML = '<article><p>Late. "
    + STORY
    + "</p></article>' }, 1000)</script>",
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


def test_a_site_learns_what_the_browser_hides(site, settings, tmp_path):
    stored = {"DENOISE_STORE": "sqlite", "DENOISE_STORE_PATH": str(tmp_path / "sites.sqlite"), "DENOISE_BOXES": True}
    items, stats, log = crawl([ask(site, "hidden")], {**settings, **stored})
    assert [item["text"].count("The river") for item in items] == [4], log
    assert stats["denoise/boxes/pages"] == 1

    async def read():
        store = SQLiteStore(tmp_path / "sites.sqlite")
        await store.open()
        try:
            return await store.get(site.removeprefix("http://"))
        finally:
            await store.close()

    # a page that no browser has drawn shows the hidden text too, and the site's template knows it
    other = HIDDEN.replace("Water", "Mill").replace(f"<p>{STORY}", f"<p>{'The miller has sold his mill. ' * 9}")
    known = asyncio.run(read()).siblings(Page.from_html(other, f"{site}/other"))
    assert known.text_shares.tolist() == [0, 0, 1]


def test_pages_that_go_wrong_in_the_browser(site, settings):
    waiting = {"wait_until": "domcontentloaded"}
    names = ["alert", "growing", "lying", "broken", "nan", "wild", "many", "changing", "hidden"]
    requests = [ask(site, name) for name in names]
    requests.insert(2, ask(site, "waiting", playwright_page_goto_kwargs=waiting))
    bounds = {"DENOISE_BOXES": True, f"{BROWSER}.MAX_ELEMENTS": 1000, f"{BROWSER}.MAX_SECONDS": 5}
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
    bounds = {"DENOISE_BOXES": True, f"{BROWSER}.MAX_SECONDS": 0.5, "PLAYWRIGHT_MAX_PAGES_PER_CONTEXT": 8}
    items, _, log = crawl([*requests, ask(site, "hidden", {"boxes": False})], {**settings, **bounds})
    assert sorted(item["path"] for item in items if "error" in item) == ["endless", "tab"], (items, log)
    assert sorted(item["text"].count("The river") for item in items if "text" in item) == [4, 4, 8]


def test_pages_that_need_their_scripts_are_drawn(site, settings):
    pages = [f"{site}/shell0", f"{site}/plain", f"{site}/shell1"]
    limit = {"DENOISE_RENDER": "when_empty", f"{BROWSER}.MAX_SITE_PAGES": 2}
    items, stats, log = crawl([*pages, *(f"{site}/shell{i}" for i in range(2, 6))], {**settings, **limit})
    assert sorted(item["reason"] for item in items) == ["", "", "", *["scripts"] * 4], log
    assert sorted(item["text"][:8] for item in items if item["text"]) == ["Built by", "Built by", "The rive"]
    assert stats["denoise/render/requests"] == stats["denoise/render/gained"] == 2
    assert stats["denoise/render/over_limit"] == 4
    assert stats["playwright/page_count"] == 2


def test_a_million_elements(site, settings):
    items, stats, log = crawl([ask(site, "million"), ask(site, "hidden")], {**settings, "DENOISE_BOXES": True})
    assert [(item["path"], item["text"].count("The river")) for item in items] == [("million", 4), ("hidden", 4)], log
    assert (stats["denoise/boxes/pages"], stats["denoise/boxes/truncated"]) == (2, 1)


def test_a_browser_that_is_killed(settings):
    """It dies while a page is loaded: once, so that the page comes from the next browser, and again and again."""
    crawling = []

    def answer(path):
        if path == "/deadly" or (path == "/once" and asked.count(path) == 1):
            kill_browsers(crawling[0])
        return 200, HTML, HIDDEN

    with serve(answer) as (address, asked):
        requests = [ask(address, name) for name in ("hidden", "once", "deadly", "hidden")]
        with start([*requests, f"{address}/hidden"], {**settings, "DENOISE_BOXES": True}) as process:
            crawling.append(process.pid)
            out, log = process.communicate(timeout=120)
    *items, last = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    counts = [item["text"].count("The river") for item in items if "text" in item]
    assert counts == [4, 4, 4, 8], (items, log)
    assert [item["path"] for item in items if "error" in item] == ["deadly"]
    assert last["stats"]["denoise/boxes/pages"] == 3
    assert last["stats"]["denoise/boxes/failed/lost"] == 1


def kill_browsers(crawl):
    """Kill what a crawl has started and is called Chromium."""
    of_parent = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            name, _, fields = (folder / "stat").read_text().partition(" (")[2].rpartition(") ")
            of_parent.setdefault(int(fields.split()[1]), []).append((int(folder.name), name))
    found = [crawl]
    for parent in found:
        for pid, name in of_parent.get(parent, ()):
            found.append(pid)
            if "chrom" in name.lower():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def test_pages_that_need_their_scripts_come_as_they_are_where_no_browser_starts(site, settings):
    broken = {"PLAYWRIGHT_LAUNCH_OPTIONS": {"executable_path": "/nowhere/chromium"}, "DENOISE_RENDER": "when_empty"}
    items, stats, log = crawl([f"{site}/shell0", f"{site}/plain"], {**settings, **broken})
    assert sorted((item["path"], item["reason"]) for item in items) == [("plain", ""), ("shell0", "scripts")], log
    assert stats["denoise/render/requests"] == stats["denoise/render/failed"] == 1
    assert "denoise/render/empty" not in stats


def test_the_example_of_the_documentation_waits_until_a_page_is_filled(site, settings, tmp_path):
    spider = Path(__file__).parents[2] / "docs" / "examples" / "drawn_pages.py"
    browser = f"PLAYWRIGHT_LAUNCH_OPTIONS={json.dumps(settings['PLAYWRIGHT_LAUNCH_OPTIONS'])}"
    texts = []
    for path, wait in (("late", "article"), ("late", "#never"), ("framed", "p")):
        command = ["-m", "scrapy", "runspider", spider, "-a", f"url={site}/{path}", "-a", f"wait={wait}"]
        command += ["-O", "pages.jsonl", "-s", browser, "-s", "DENOISE_STORE=memory", "-s", "LOG_LEVEL=CRITICAL"]
        run_forked([*command, "-s", "RETRY_ENABLED=0"], tmp_path, check=True)
        (page,) = map(json.loads, (tmp_path / "pages.jsonl").read_text("utf-8").splitlines())
        texts.append(page["text"])
    # Where it is never filled, as it is without a browser; what never ends loading is not asked for.
    assert [text[:7] for text in texts] == ["Late. T", "", "The riv"]
    assert "Hidden" not in texts[2]
