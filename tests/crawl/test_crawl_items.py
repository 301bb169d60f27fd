"""The item pipeline in a crawl: every type of item, and items that it cannot fill."""

import pytest
from helpers.crawling import HTML, crawl, serve, story

FIELDS = {"html": {"text": "text", "headline": "title"}, "raw": {"raw": "title"}}
KINDS = ["dict", "ScrapyItem", "DataclassItem", "AttrsItem"]
PAGES = 3


@pytest.fixture(scope="module")
def crawled():
    with serve(lambda path: (200, HTML, story(int(path.strip("/"))))) as (address, _):
        requests = [f"{address}/{i}" for i in range(PAGES)]
        return crawl(requests, {"DENOISE_STORE": "memory", "DENOISE_ITEM_FIELDS": FIELDS}, "Items")


@pytest.mark.parametrize("kind", KINDS)
def test_fields_are_filled(crawled, kind):
    items = [item for item in crawled[0] if item["kind"] == kind]
    assert len(items) == PAGES
    for i, item in enumerate(items):
        assert item["html"] == story(i)
        assert item["headline"] == f"Story {i}"
        assert f"Boat {i} came in" in item["text"]
    # by its address the item's page is compared with the others that were crawled
    assert "All rights reserved" not in items[-1]["text"]


def test_items_without_html_pass(crawled):
    items, *_ = crawled
    assert [set(item) for item in items if item["kind"] == "no html"] == [{"kind", "url"}] * PAGES
    assert [item for item in items if item["kind"] == "no page"] == [{"kind": "no page", "html": None}] * PAGES


def test_bytes_are_a_page_too_and_give_way_to_their_content(crawled):
    items = [item for item in crawled[0] if item["kind"] == "bytes"]
    assert items == [{"kind": "bytes", "raw": f"Story {i}"} for i in range(PAGES)]


def test_items_that_cannot_be_filled_are_told_once_and_not_lost(crawled):
    items, stats, log = crawled
    assert sum(item["kind"] == "ItemWithoutText" for item in items) == PAGES
    assert sum(item["kind"] == "FrozenItem" for item in items) == PAGES
    assert stats["item_scraped_count"] == len(items) == 9 * PAGES
    assert stats["denoise/error"] == 2 * PAGES
    assert stats["denoise/items"] == (len(KINDS) + 1) * PAGES
    assert log.count("DENOISE_ITEM_FIELDS") == 2
    assert "cannot put 'text' of the page into the field 'text' of ItemWithoutText" in log
    assert "Traceback" not in log
