"""The item pipeline in a crawl: every type of item, and items that it cannot fill."""

import asyncio
from types import SimpleNamespace

import pytest
from helpers.crawling import HTML, crawl, serve, story

from scrapy_denoise import denoise
from scrapy_denoise.crawl.item_fields import RESULT_FIELDS, field_value
from scrapy_denoise.crawl.pipeline import DenoisePipeline

FIELDS = {"html": {"text": "text", "headline": "title"}, "raw": {"raw": "title"}}
EVERYTHING = {
    "html": {name.replace(".", "_"): name for name in RESULT_FIELDS if name != "url"},
}
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


def test_every_part_of_a_result():
    """What feeds can write: the items came here as JSON."""
    links = '<a href="/pier">pier</a> and <a href="/boats">boats</a>'
    page = story(1).replace("<p>", f"<p>On the {links}: ").replace("<html>", "<html lang=en>")
    with serve(lambda path: (200, HTML, page)) as (address, _):
        items, stats, _ = crawl(
            [f"{address}/1"], {"DENOISE_STORE": "memory", "DENOISE_ITEM_FIELDS": EVERYTHING}, "HtmlItems"
        )
        result = denoise(page, url=f"{address}/1")
        (item,) = items
        content = [link["url"] for link in item["links"] if link["kind"] == "content"]
        assert content == [f"{address}/pier", f"{address}/boats"]
    assert stats["denoise/items"] == 1
    assert set(item) == {*EVERYTHING["html"], "html", "url"}
    assert item["metadata_language"] == item["metadata"]["language"] == "en"
    assert item["metadata_authors"] == item["posts"] == []
    assert item["page_type"] == result.page_type
    assert item["markdown"] == result.markdown
    assert item["document"][0]["kind"] in ("heading", "paragraph")
    assert item["noise"][0]["kept"] is False


def test_posts_and_comments_are_the_same_in_items_as_in_the_dict_of_the_result():
    said = "We have walked around by the ford for long enough, and the ice on it was never thick."
    thread = f"<div id=comments><div class=comment><p class=author>Ann Lee</p><p>{said}</p></div></div>"
    result = denoise(f"<article><h1>The bridge</h1><p>{'The bridge is open again. ' * 9}</p></article>{thread}")
    comments = field_value(result, "comments")
    assert [comment["text"] for comment in comments] == [said]
    assert comments == result.to_dict()["comments"]
    assert set(comments[0]) == {"text", "author", "published"}  # a rating only where there is one


def test_a_field_with_a_list_is_cleaned_and_anything_else_is_told():
    counts, reports = [], []

    async def clean_html(html, url):
        return denoise(html, url)

    cleaner = SimpleNamespace(
        settings=SimpleNamespace(item_fields={"html": {"text": "text"}}), clean_html=clean_html,
        stats=SimpleNamespace(add=counts.append), report=lambda kind, message: reports.append(message),
    )  # fmt: skip

    def processed(html):
        return asyncio.run(DenoisePipeline(cleaner).process_item({"html": html})).get("text")

    assert "Boat 1 came in" in processed([story(1)])
    whole = story(2)
    assert processed((whole[:200], whole[200:])) == processed(whole)
    assert counts == ["items"] * 3
    assert [processed(value) for value in (None, "", 7, [1], [])] == [None] * 5
    assert counts[3:] == ["error"] * 3
    assert "the field 'html' of dict holds int, not HTML" in reports[0]
