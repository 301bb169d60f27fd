"""Compiled passes over the columns of a page: rows by their tag, by their characters, and by their names."""

import pytest

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import links_before, row_behind, rows_of_tag, short_subtrees

HTML = "<body><h1>River</h1><ul class='tags'><li><a href='/x'>mud</a></li></ul><p>It rose in the night.</p></body>"


def test_rows_by_tag_and_characters():
    columns = Page.from_html(HTML).columns
    heading, *others = rows_of_tag(columns, tags.CODES["h1"])
    (link,), (end,) = (rows_of_tag(columns, tags.CODES[name]) for name in ("a", "p"))
    assert not others
    assert rows_of_tag(columns, tags.CODES["h2"]) == []
    assert short_subtrees(columns, [heading, link, end], 5) == [heading, link]
    assert short_subtrees(columns, [heading, link, end], 4) == [link]
    assert row_behind(columns, 0, 7) == link + 1
    assert row_behind(columns, 0, 100) == len(columns)
    assert columns.text_of(end) == "It rose in the night."
    for wrong in (-1, len(columns)):
        with pytest.raises(IndexError):
            short_subtrees(columns, [wrong], 5)
        with pytest.raises(IndexError):
            columns.text_of(wrong)


def test_links_before_marks():
    html = "<p><a href=/>Home</a> &gt; <a href=/x>Mud</a> / night <a href=/y>Rose</a> &gt;</p><p>End</p>"
    columns = Page.from_html(html).columns
    assert links_before(columns, b">/") == rows_of_tag(columns, tags.CODES["a"])[:1]
    assert links_before(columns, b"/") == links_before(columns, b"") == []


def test_rows_within_names():
    page = Page.from_html(HTML)
    pairs = page.cached(class_id_pairs)
    link, end = (rows_of_tag(page.columns, tags.CODES[name])[0] for name in ("a", "p"))
    assert pairs.tags == [1]
    assert pairs.stand_within([0, link, end], pairs.tags, 3) == [False, True, False]
    assert pairs.stand_within([0, link, end], pairs.tags, 2) == [False, False, False]
    with pytest.raises(IndexError):
        pairs.stand_within([link], [9], 3)
