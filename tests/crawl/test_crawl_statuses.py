"""Responses that no callback gets, such as most 404s, are neither cleaned nor counted."""

import pytest
from helpers.crawling import HTML, crawl, serve, story

STORE = {"DENOISE_STORE": "memory"}
STORIES = 6


def answer(path):
    """A list of links, of which half are dead, and one is a redirect that names no place."""
    if path == "/":
        links = "".join(f"<a href=/{i}>Story {i}</a> <a href=/gone{i}>Story {i}, more</a> " for i in range(STORIES))
        return 200, HTML, f"<p>{links}<a href=/nowhere>Elsewhere</a></p>"
    if path.startswith("/gone"):
        return 404, HTML, story(int(path[5:]))
    if path == "/nowhere":
        return 304, HTML, ""
    return 200, HTML, story(int(path[1:]))


@pytest.fixture(scope="module")
def site():
    with serve(answer) as (address, _):
        yield address


def visit(site, meta=None, **settings):
    request = {"url": f"{site}/", "meta": meta or {}}
    return crawl([request], {**STORE, "HTTPERROR_ALLOW_ALL": False, **settings}, "Follow")


def counted(stats):
    return stats.get("denoise/pages", 0) + sum(n for name, n in stats.items() if name.startswith("denoise/skipped/"))


def test_what_no_callback_gets_is_not_counted(site):
    items, stats, log = visit(site)
    assert not log
    assert stats["downloader/response_count"] >= 2 * STORIES + 2
    assert stats["downloader/response_status_count/404"] == STORIES
    assert {item["status"] for item in items} == {200}
    assert stats["denoise/pages"] == counted(stats) == len({item["path"] for item in items} | {""})
    assert all(item["method"] == "auto" for item in items)


def test_what_a_setting_lets_through_is_cleaned(site):
    items, stats, _ = visit(site, HTTPERROR_ALLOWED_CODES=[404])
    assert sorted(item["status"] for item in items if item["path"]) == [200] * STORIES + [404] * STORIES
    assert counted(stats) == 2 * STORIES + 1


def test_what_a_request_lets_through_is_cleaned(site):
    request = {"url": f"{site}/gone1", "meta": {"handle_httpstatus_list": [404]}}
    settings = {**STORE, "HTTPERROR_ALLOW_ALL": False}
    (given, filtered), stats, _ = crawl([request, f"{site}/gone2"], settings)
    assert (given["status"], given["method"]) == (404, "auto")
    assert filtered == {"path": "gone2", "error": "HttpError"}
    assert counted(stats) == 1


def test_without_the_middleware_that_filters_them_all_are_cleaned(site):
    name = "scrapy.spidermiddlewares.httperror.HttpErrorMiddleware"
    items, stats, _ = visit(site, SPIDER_MIDDLEWARES={name: None})
    assert counted(stats) == 2 * STORIES + 2
    assert {item["status"] for item in items} == {200, 304, 404}


def test_pages_of_types_that_are_not_wanted_are_counted_and_have_no_content(site):
    pages = [f"{site}/{i}" for i in range(STORIES)]
    kept, stats, _ = crawl(pages, {**STORE, "DENOISE_PAGE_TYPES": ["list", "article"]})
    assert "denoise/page_type" not in stats
    assert [item["reason"] for item in kept] == [""] * STORIES
    left, stats, _ = crawl(pages, {**STORE, "DENOISE_PAGE_TYPES": "documentation"})
    assert [(item["reason"], item["text"]) for item in left] == [("page_type", "")] * STORIES
    assert stats["denoise/page_type"] == stats["denoise/pages"] == STORIES
