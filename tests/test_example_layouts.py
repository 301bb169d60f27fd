"""The example layouts, drawn by the real Chromium."""

from example_site.layouts import LAYOUTS, build_layouts, pages

from scrapy_denoise import denoise
from scrapy_denoise.page.rendering.rendered import RenderedPage, capture_script, limits


def draw(tab, page):
    tab.set_content(page.body.decode())
    return tab.content(), RenderedPage.read(tab.evaluate(capture_script(), limits()))


def test_the_same_seed_gives_the_same_bytes():
    first = build_layouts(3)
    assert [page.body for page in first] == [page.body for page in build_layouts(3)]
    assert {page.layout for page in first} == set(LAYOUTS)
    assert all(page.gold_text and page.gold_title for page in first)


def test_a_page_that_a_script_builds(tab):
    page = pages("built", 0)[0]
    assert denoise(page.body).reason == "scripts"
    html, drawn = draw(tab, page)
    result = denoise(html, boxes=drawn)
    assert result.reason == ""
    assert page.gold_text.split("\n")[0] in result.text


def test_what_the_layout_hides_is_not_read(tab):
    page = pages("hidden", 0)[0]
    html, drawn = draw(tab, page)
    seen, all_of_it = denoise(html, boxes=drawn).page.text, denoise(html).page.text
    assert all(line in seen for line in page.gold_text.split("\n"))
    assert len(seen) < len(all_of_it) / 2


def test_blocks_stand_where_they_are_placed(tab):
    html, drawn = draw(tab, pages("placed", 0)[0])
    columns = denoise(html, boxes=drawn).page.columns
    left = {columns.boxes[row, 0] for row in range(len(columns)) if columns.name(row) == "div"}
    assert {40, 900} <= left
