"""The block viewer in real Chromium: what it does for its user."""

import numpy as np
import pytest
from helpers.browser import show

from scrapy_denoise import denoise
from scrapy_denoise.methods import Selection
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result
from scrapy_denoise.viewer.page_view import view

STORY = "The river rose in the night, and by the morning the lower road was under water. "
ARTICLE = (
    "<title>Flood</title><body><ul id=nav><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/s>Sport</a></ul>"
    f"<h1>Flood</h1><p id=one>{STORY * 3}<p id=two>{STORY * 3}<p id=three>The bridge is closed. {STORY * 3}"
    "<div id=foot>All rights reserved. <a href=/i>Imprint</a></div>"
)


@pytest.fixture
def viewer(tab, tmp_path):
    page = Page.from_html(ARTICLE, url="https://gazette.example/a/1")
    kept = np.array([False] * 4 + [True] * 3 + [False] * 2)
    ours = Result(page, Selection(kept, "content_correlativity", 0.5))
    # Another method that leaves the second paragraph out and keeps the imprint.
    kept = kept.copy()
    kept[[5, -1]] = False, True
    other = Result(page, Selection(kept, "other"))
    show(tab, view({"ours": ours, "other": other}), tmp_path / "view.html")
    tab.text = ours.text
    yield tab
    # Looking into the frame with `evaluate` is refused in its own world, and done in another.
    assert [problem for problem in tab.problems if not problem.startswith("Blocked script execution")] == []


def listed(tab):
    return [int(line.get_attribute("data-i")) for line in tab.locator("#blocks li[data-i]").all()]


def page_of(tab):
    return tab.frames[1]


def selected(tab):
    return tab.locator("#blocks li[aria-selected=true]")


def test_blocks_are_marked_by_verdict(viewer):
    page = page_of(viewer)
    assert page.locator("#one").get_attribute("data-dn-v") == "kept"
    assert page.locator("#nav li").first.get_attribute("data-dn-v") == "removed"
    styles = "element => [getComputedStyle(element).outlineStyle, getComputedStyle(element).backgroundImage]"
    solid, tint = page.locator("#one").evaluate(styles)
    dashed, other = page.locator("#nav li").first.evaluate(styles)
    assert (solid, dashed) == ("solid", "dashed")
    assert tint != other
    assert "gradient" in tint
    viewer.locator("label", has_text="Marks").click()
    assert page.locator("#one").evaluate(styles) == ["none", "none"]


def test_hover_in_the_list_highlights_in_the_page(viewer):
    viewer.locator("#blocks li", has_text="bridge is closed").hover()
    assert page_of(viewer).locator("[data-dn-hover]").get_attribute("id") == "three"
    assert viewer.locator("#paragraphs p.hover").count() == 1
    viewer.locator("#blocks li", has_text="Sport").hover()
    assert page_of(viewer).locator("[data-dn-hover]").inner_text() == "Sport"


def test_hover_in_the_page_highlights_in_the_list(viewer):
    two = page_of(viewer).locator("#two")
    two.hover()
    assert viewer.locator("#blocks li.hover").get_attribute("data-i") == two.get_attribute("data-dn-b")
    page_of(viewer).locator("#nav a").first.hover()
    assert "Home" in viewer.locator("#blocks li.hover").inner_text()


def test_hover_in_the_text_highlights_in_both(viewer):
    viewer.locator("#paragraphs p", has_text="bridge").hover()
    assert page_of(viewer).locator("[data-dn-hover]").get_attribute("id") == "three"
    assert "bridge" in viewer.locator("#blocks li.hover").inner_text()


def test_a_click_in_the_page_selects_and_follows_no_link(viewer):
    page_of(viewer).locator("#nav a").nth(1).click()
    facts = selected(viewer).inner_text()
    assert "News" in facts
    assert "/html/body[1]/ul[1]/li[2]" in facts
    assert "100 % of them in links" in facts
    assert page_of(viewer).url == "about:srcdoc"


def test_switch_of_verdict(viewer):
    everything = listed(viewer)
    viewer.locator("label", has_text="Kept").click()
    kept = listed(viewer)
    assert page_of(viewer).locator("#nav li[data-dn-off]").count() == 3
    viewer.locator("label", has_text="Removed").click()
    removed = listed(viewer)
    assert sorted(kept + removed) == everything
    assert len(kept) == 3
    assert "Home" in viewer.locator("#paragraphs").inner_text()
    assert viewer.locator("#text-title").inner_text() == "Removed text"
    assert page_of(viewer).locator("#one[data-dn-off]").count() == 1
    assert page_of(viewer).locator("#nav li[data-dn-off]").count() == 0


def test_switch_of_method_and_differences(viewer):
    page = page_of(viewer)
    assert page.locator("#two").get_attribute("data-dn-v") == "kept"
    assert page.locator("#two[data-dn-d]").count() == 1
    assert page.locator("#one[data-dn-d]").count() == 0
    assert "removed by other" in viewer.locator("#blocks li:has(.differs)").first.inner_text()
    before = viewer.locator("#paragraphs").inner_text()
    viewer.keyboard.press("2")
    assert page.locator("#two").get_attribute("data-dn-v") == "removed"
    assert "kept by ours" in viewer.locator("#blocks li:has(.differs)").first.inner_text()
    assert len(viewer.locator("#paragraphs").inner_text()) < len(before)
    viewer.locator("label", has_text="Different").click()
    assert len(listed(viewer)) == viewer.locator("#blocks li:has(.differs)").count() == 2


def test_search(viewer):
    from playwright.sync_api import expect

    viewer.keyboard.press("/")
    viewer.keyboard.type("bridge IS")
    expect(viewer.locator("#blocks li")).to_have_count(1)
    viewer.keyboard.press("Enter")
    assert "bridge" in selected(viewer).inner_text()
    assert page_of(viewer).locator("[data-dn-here]").get_attribute("id") == "three"
    viewer.keyboard.press("Escape")
    assert len(listed(viewer)) > 5
    assert viewer.locator("#search").input_value() == ""
    viewer.locator("#search").fill("no such words")
    expect(viewer.locator("#blocks .empty")).to_have_text("No block is like that.")


def test_keyboard(viewer):
    for _ in range(3):
        viewer.keyboard.press("j")
    assert selected(viewer).get_attribute("data-i") == "2"
    viewer.keyboard.press("ArrowUp")
    assert viewer.locator("#blocks").get_attribute("aria-activedescendant") == "block-1"
    viewer.keyboard.press("n")
    assert page_of(viewer).locator("[data-dn-here]").get_attribute("id") == "two"
    viewer.keyboard.press("t")
    assert not viewer.locator("#text").is_visible()
    viewer.keyboard.press("m")
    assert page_of(viewer).locator("#one").evaluate("p => getComputedStyle(p).outlineStyle") == "none"
    viewer.keyboard.press("v")
    assert viewer.locator("#filters input:checked").get_attribute("value") == "kept"
    viewer.keyboard.press("?")
    assert viewer.locator("#legend").is_visible()
    viewer.keyboard.press("?")
    page_of(viewer).locator("#three").click()  # keys work with the focus in the page, too
    viewer.keyboard.press("k")
    assert page_of(viewer).locator("[data-dn-here]").get_attribute("id") == "two"


def test_text_is_the_extracted_text(viewer):
    assert [text.strip() for text in viewer.locator("#paragraphs p").all_inner_texts()] == viewer.text.split("\n")


def test_dark_and_print(viewer):
    back = "getComputedStyle(document.body).backgroundColor"
    light = viewer.evaluate(back)
    viewer.emulate_media(color_scheme="dark")
    assert viewer.evaluate(back) != light
    viewer.emulate_media(color_scheme="light", media="print")
    assert not viewer.locator("#search").is_visible()
    viewer.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert viewer.locator("#legend").is_visible()
    height = page_of(viewer).evaluate("document.documentElement.scrollHeight")
    assert viewer.locator("#page").evaluate("frame => frame.clientHeight") >= height
    assert viewer.pdf().startswith(b"%PDF")


def test_right_to_left(tab, tmp_path):
    text = "دەريا كېچىدە تاشتى، ئەتىگەندە تۆۋەن يول سۇ ئاستىدا قالدى. " * 4
    page = show(tab, denoise(f"<html dir=rtl lang=ug><body><p>{text}<p>{text}<p>{text}").view(), tmp_path / "v.html")
    direction = "element => getComputedStyle(element).direction"
    assert page.locator("p").first.evaluate(direction) == "rtl"
    assert tab.locator("#paragraphs p").first.evaluate(direction) == "rtl"
    assert tab.locator("#blocks .words").first.evaluate(direction) == "rtl"
    assert tab.locator("#controls").evaluate(direction) == "ltr"


def test_the_lists_of_a_large_page_are_filled_as_they_are_scrolled(tab, tmp_path):
    words = (
        "<p>The <a href=/x>river</a> rose in the night, and by the <b>morning</b> the lower road was under water.</p>"
    )
    page = "<body>" + "".join(f"<div class=c{i % 9}>{words}<ul><li>{i}</ul></div>" for i in range(15_000))
    show(tab, denoise(page).view(max_blocks=60_000), tmp_path / "large.html")
    assert tab.locator("#status").inner_text().startswith("30,000 blocks")
    assert tab.locator("#limit").count() == 0
    made = tab.evaluate("document.querySelectorAll('#blocks li, #paragraphs p').length")
    assert 0 < made < 1_000
    tab.locator("#blocks").focus()
    tab.keyboard.press("End")
    assert selected(tab).get_attribute("data-i") == "29999"


def test_a_view_says_that_it_is_not_of_the_whole_page(tab, tmp_path):
    frame = show(tab, denoise("<p>word</p>" * 9).view(max_blocks=5), tmp_path / "view.html")
    assert tab.locator("#limit").inner_text() == (
        "The page is too large to be shown whole. This is the first 5 of its 9 blocks."
    )
    assert tab.locator("#status").inner_text().startswith("The first 5 blocks")
    assert frame.locator("p").count() == tab.locator("#blocks li").count() == 5
