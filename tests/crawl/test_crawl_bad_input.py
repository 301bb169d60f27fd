"""Every kind of bad response through a real crawl: it goes on, the body is unchanged, one counter tells."""

import hashlib

import pytest
from helpers.crawling import HTML, crawl, serve

NAV = "<div><a href=/>Home</a> <a href=/b>News</a></div>"
STORY = "<p>The river rose in the night, and by the morning the lower road was under water.</p>"
UYGHUR = "<p>بۈگۈن ھاۋا ياخشى، بىز دەريا بويىغا سەيلىگە باردۇق.</p>"

# name: (content type, body, the reason that the result gives, the stat that counts it)
PAGES = {
    "empty": (HTML, b"", "empty", "skipped/empty"),
    "binary": (HTML, b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, "not_html", "skipped/not_html"),
    "json": ("application/json", b'{"a": 1}', "not_html", "skipped/not_html"),
    "xml": ("application/xml", b"<a><b>text</b></a>", "not_html", "skipped/not_html"),
    "plain": ("text/plain", b"only text", "not_html", "skipped/not_html"),
    "large": (HTML, b"<p>" + b"x " * 25_000_000, "too_large", "skipped/too_large"),
    "nested": (HTML, b"<div>" * 200_000 + b"deep", "too_deep", "skipped/too_deep"),
    "siblings": (HTML, b"<p>x" * 1_000_000, "too_large", "skipped/too_large"),
    "attributes": (
        HTML,
        b"<p " + b" ".join(b"a%d=1" % i for i in range(80_000)) + b">x</p>",
        "too_large",
        "skipped/too_large",
    ),
    "attribute": (HTML, b'<p class="' + b"x " * 5_000_000 + b'">' + STORY.encode(), "", "pages"),
    "nul": (HTML, STORY.replace(" ", "\0 ", 1).encode(), "", "pages"),
    "surrogates": (HTML, STORY.replace("river", "&#xD800;river&#55357;").encode(), "", "pages"),
    "invalid": (HTML, STORY.encode() + b"<p>\xff\xfe\xc3\x28 and more text, which goes on.</p>", "", "pages"),
    "mislabelled": ("text/html; charset=windows-1252", UYGHUR.encode(), "", "pages"),
    "links": (HTML, (NAV * 50).encode(), "no_content", "pages"),
    "no_body": (HTML, b"<html><head><title>Only a title</title></head></html>", "empty", "skipped/empty"),
    "frameset": (HTML, b"<frameset cols=20%,80%><frame src=a><frame src=b></frameset>", "frameset", "skipped/frameset"),
    "ids": (HTML, f"<div id=a>{STORY}</div><div id=a>{STORY}</div>".encode(), "", "pages"),
    "entities": ("text/html; charset=windows-1252", b"<p>" + b"&#1588;&#65198&#65197 " * 20 + b"</p>", "", "pages"),
}  # fmt: skip


def answer(path):
    name = path.strip("/")
    if name.startswith("redirect"):
        left = int(name.removeprefix("redirect"))
        return 302, HTML, f"/redirect{left - 1}" if left else "/ids"
    if name.startswith("declared"):  # a gigabyte or more is announced, and the connection ends after one story
        return 200, HTML, STORY, int(name.removeprefix("declared"))
    return 200, *PAGES[name][:2]


@pytest.fixture(scope="module")
def crawled():
    with serve(answer) as (address, _):
        requests = [
            *(f"{address}/{name}" for name in [*PAGES, "redirect3", "declared1000000000", "declared2000000000"]),
            {"url": f"{address}/declared1000000001", "meta": {"download_fail_on_dataloss": False}},
            {"url": f"{address}/ids", "method": "HEAD"},
        ]
        items, stats, log = crawl(requests, {"DENOISE_STORE": "memory", "DENOISE_LEARN": False})
    assert "denoise" not in log
    return items, stats


@pytest.mark.parametrize("name", PAGES)
def test_a_bad_page(crawled, name):
    items, _ = crawled
    item = next(item for item in items if item["path"] == name)
    _, body, reason, _ = PAGES[name]
    assert item["body"] == hashlib.sha1(body).hexdigest()
    assert item["reason"] == reason
    assert bool(item["text"]) == (not reason)


def test_texts(crawled):
    texts = {item["path"]: item["text"] for item in crawled[0] if "text" in item}
    assert texts["mislabelled"].startswith("بۈگۈن ھاۋا")
    assert texts["entities"].startswith("شرر")


def test_a_gigabyte_that_is_announced_and_does_not_come(crawled):
    """Scrapy refuses what is above its limit, and what breaks off, unless it is told to take the part that came."""
    found = {item["path"]: item for item in crawled[0]}
    assert found["declared2000000000"]["error"] == "DownloadCancelledError"
    assert found["declared1000000000"]["error"] in ("ResponseDataLossError", "ResponseFailed")
    part = found["declared1000000001"]
    assert part["body"] == hashlib.sha1(STORY.encode()).hexdigest()
    assert part["text"].startswith("The river rose")


def test_the_end_of_a_chain_of_redirects_is_the_page(crawled):
    items, stats = crawled
    page, redirected = (item for item in items if item["path"] == "ids" and item["asked"] == "GET")
    assert page == redirected
    assert stats["downloader/response_status_count/302"] == 4


def test_the_answer_to_a_head_request_is_empty(crawled):
    (head,) = (item for item in crawled[0] if item.get("asked") == "HEAD")
    assert head["reason"] == "empty"
    assert not head["text"]


def test_each_page_is_counted_once(crawled):
    items, stats = crawled
    assert len(items) == len(PAGES) + 5
    wanted = {}
    # and the end of the redirects, the part of a gigabyte, and the answer to HEAD
    for *_, stat in [*PAGES.values(), ("pages",), ("pages",), ("skipped/empty",)]:
        wanted[f"denoise/{stat}"] = wanted.get(f"denoise/{stat}", 0) + 1
    counted = {stat: n for stat, n in stats.items() if stat in wanted or stat.startswith("denoise/skipped/")}
    assert counted == wanted
    assert "denoise/error" not in stats
