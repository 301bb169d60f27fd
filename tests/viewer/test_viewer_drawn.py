"""The viewer's drawing: blocks at the places where a browser has drawn them, looked at in real Chromium."""

import numpy as np
import pytest
from helpers.browser import show
from helpers.rendered import drawn_boxes

from scrapy_denoise.methods import Selection
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result
from scrapy_denoise.viewer.page_view import view

STORY = "The river rose in the night, and by the morning the lower road was under water."
HOSTILE = '</dn-box><script>parent.ran = 1</script><img src=x onerror="parent.ran = 1">'
MARKUP = (
    "<style>dn-box { display: none !important } body { background: red }</style>"
    f"<div id=menu>Home</div><p id=story>{STORY}</p><p id=hostile>&lt;/dn-box>&lt;script>parent.ran = 1&lt;/script>"
    "&lt;img src=x onerror=&quot;parent.ran = 1&quot;></p>"
    "<p id=unseen>Not drawn.</p><p id=vast>Vast.</p><p id=flat>Flat.</p>"
)
BOXES = {
    "/html": (0, 0, 1200, 2000),
    "/html/body": (0, 0, 1200, 2000),
    "/html/body/div": (0, 0, 1200, 40),
    "/html/body/p[1]": (300, 100, 600, 80),
    "/html/body/p[2]": (950, 100, 200, 60),
    "/html/body/p[4]": (-100, 500, 2**30 - 1, 2**30),
    "/html/body/p[5]": (100, 300, 100, 0),
}


def drawn_view(boxes=BOXES, **options):
    page = Page.from_html(MARKUP, url="https://gazette.example/1", boxes=boxes and drawn_boxes(MARKUP, boxes))
    return view({"ours": Result(page, Selection(np.array([False, True, False, True, True, True]), "ours"))}, **options)


def box(frame, number):
    return frame.locator(f"dn-box[data-dn-b='{number}']")


@pytest.fixture
def drawn(tab, tmp_path):
    frame = show(tab, drawn_view(), tmp_path / "view.html")
    yield tab, frame
    assert [problem for problem in tab.problems if not problem.startswith("Blocked script execution")] == []


PLACE = "element => ['left', 'top', 'width', 'height'].map(name => parseFloat(getComputedStyle(element)[name]))"


def test_blocks_stand_where_they_were_drawn(drawn):
    _, frame = drawn
    assert box(frame, 0).evaluate(PLACE) == [0, 0, 1200, 40]
    assert box(frame, 1).evaluate(PLACE) == [300, 100, 600, 80]
    assert box(frame, 1).get_attribute("data-dn-v") == "kept"
    assert box(frame, 0).get_attribute("data-dn-v") == "removed"
    assert box(frame, 1).inner_text() == STORY
    outline = "element => getComputedStyle(element).outlineStyle"
    assert [box(frame, number).evaluate(outline) for number in (0, 1)] == ["dashed", "solid"]


def test_what_has_no_place_is_listed_and_what_is_too_large_is_cut(drawn):
    tab, frame = drawn
    assert frame.locator("dn-box").count() == 4
    assert box(frame, 4).evaluate(PLACE) == [0, 500, 4000, 199_500]
    tab.locator("#blocks li", has_text="Not drawn").click()
    assert "not visible" in tab.locator("#blocks li[aria-selected=true]").inner_text()


def test_marks_follow_into_the_markup_and_back(drawn):
    tab, frame = drawn
    box(frame, 1).click(position={"x": 5, "y": 5})
    assert STORY in tab.locator("#blocks li[aria-selected=true]").inner_text()
    tab.locator("label", has_text="Kept").first.click()
    assert box(frame, 0).get_attribute("data-dn-off") == ""
    for selector, other in (("#story", "dn-box"), ("dn-box[data-dn-b='1']", "#story")):
        tab.keyboard.press("b")
        tab.wait_for_selector("#status[data-ready]")
        assert tab.frames[1].locator(f"{selector}[data-dn-here]").count() == 1
        assert tab.frames[1].locator(other).count() == 0
        assert tab.frames[1].locator("[data-dn-off][data-dn-b='0']").count() == 1


def test_the_drawing_is_inert(drawn):
    tab, frame = drawn
    assert box(frame, 2).inner_text() == HOSTILE
    assert tab.evaluate("window.ran") is None
    assert frame.locator("script, img").count() == 0
    assert tab.locator("#page").get_attribute("sandbox") == "allow-same-origin"


def test_without_boxes_there_is_the_markup_alone(tab, tmp_path):
    for boxes in (None, {"/html": (0, 0, 9, 9)}):
        html = drawn_view(boxes)
        assert 'drawn-shown" type' not in html
        frame = show(tab, html, tmp_path / "view.html")
        tab.keyboard.press("b")
        assert frame.locator("#story").count() == 1


def test_of_a_large_page_the_beginning_is_drawn(tab, tmp_path):
    frame = show(tab, drawn_view(max_blocks=1), tmp_path / "view.html")
    assert frame.locator("dn-box").count() == 1
