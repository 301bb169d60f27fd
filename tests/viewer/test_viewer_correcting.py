"""A site corrected in the viewer, in real Chromium: blocks are marked, selectors and their effect shown, saved."""

import shlex

import pytest
from helpers.browser import show

from scrapy_denoise import denoise
from scrapy_denoise.cli.main import main
from scrapy_denoise.corrections import Correction, Corrections

WORDS = "The river rose in the night, and by the morning the lower road was under water, as it was last year. "
URL = "https://gazette.example/news/17"


def page(i=0, story="story"):
    return f"""<html><head><title>Story {i}</title></head><body><div class="menu top"><a href=/>Home</a></div>
<div id=main class="{story} wide-1"><p>{WORDS * 2}</p><p>{WORDS} It is number {i}.</p>
<div class=letter><p>{WORDS}</p></div></div>
<div class=poem><p>Short lines,</p><p>not long.</p></div><footer><p>All rights reserved</p></footer></body></html>"""


def view(html, samples=(), url=URL):
    return denoise(html, url).view(samples=[denoise(sample, url) for sample in samples])


def block(tab, text):
    return tab.locator("#blocks li").filter(has_text=text)


def correct(tab):
    tab.get_by_label("Correct").check()
    assert tab.locator("#correction").is_visible()


def lines(tab):
    return tab.locator("#selectors li").evaluate_all(
        "lines => lines.map((line) => [line.querySelector('b')?.textContent, line.querySelector('code')?.textContent])"
    )


def effect(tab):
    return tab.locator("#effect tr").evaluate_all(
        "rows => rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent))"
    )


def test_marks_become_selectors_and_their_effect_is_seen_at_once(tab, tmp_path):
    frame = show(tab, view(page(), [page(1), page(2, "redesigned").replace("poem", "verse")]), tmp_path / "view.html")
    correct(tab)
    assert tab.locator("#selectors").inner_text() == "Nothing is marked."
    frame.get_by_text("Short lines,").click()
    assert lines(tab) == [["content", "div.poem"]]
    assert frame.locator('[data-dn-m="content"]').inner_text() == "Short lines,"
    # what is kept is shown in the page, in the list and in the status
    assert frame.get_by_text("not long.").get_attribute("data-dn-v") == "kept"
    assert block(tab, "The river rose").first.get_attribute("class").startswith("removed")
    assert "2 kept" in tab.locator("#status").inner_text()
    # of the samples too, of which the second has another layout
    own, same, other = effect(tab)
    assert own[0] == "This page"
    assert own[2] == same[2] != "no match"
    assert other[2] == "no match"
    # a second block, elsewhere: both are content, and so is what is between them
    block(tab, "It is number 0").click()
    assert sorted(lines(tab)) == [["content", "div#main"], ["content", "div.poem"]]
    block(tab, WORDS).nth(2).click()
    block(tab, WORDS).nth(2).click()
    assert ["drop", "div.letter"] in lines(tab)
    assert block(tab, WORDS).nth(2).get_attribute("class").startswith("removed")
    tab.get_by_text("Remove all marks").click()
    assert lines(tab) == [[None, None]]
    assert tab.problems == []


def test_wider_and_narrower(tab, tmp_path):
    show(tab, view(page()), tmp_path / "view.html")
    correct(tab)
    block(tab, WORDS).nth(2).click()
    assert lines(tab) == [["content", "div.letter"]]
    tab.get_by_label("A wider selector than div.letter").click()
    assert lines(tab) == [["content", "div#main"]]
    tab.get_by_label("A narrower selector than div#main").click()
    tab.get_by_label("A narrower selector than div.letter").click()
    assert lines(tab) == [["content", "div.letter p"]]


def test_by_keys(tab, tmp_path):
    show(tab, view(page()), tmp_path / "view.html")
    tab.locator("#blocks").focus()
    for key in ("e", "j", "j", "d"):
        tab.keyboard.press(key)
    assert lines(tab)[0][0] == "drop"
    tab.keyboard.press("c")
    assert lines(tab)[0][0] == "content"
    tab.keyboard.press("u")
    assert lines(tab) == [[None, None]]
    tab.keyboard.press("e")
    assert tab.locator("#correction").is_hidden()
    assert tab.locator("#paragraphs").is_visible()


def test_what_is_saved_does_what_was_shown(tab, tmp_path, monkeypatch, capsys):
    """The command and the file, taken as they are, give on the page what the viewer has shown."""
    show(tab, view(page()), tmp_path / "view.html")
    correct(tab)
    for text in ("It is number 0", "Short lines,"):
        block(tab, text).click()
    letter = block(tab, WORDS).nth(2)
    letter.click()
    letter.click()
    shown = tab.locator("#blocks li.kept .words").all_inner_texts()
    with tab.expect_download() as started:
        tab.get_by_text("Download corrections.toml").click()
    assert started.value.suggested_filename == "corrections.toml"
    started.value.save_as(tmp_path / "saved.toml")
    command = tab.locator("#command").inner_text()
    tab.get_by_text("Copy the command").click()
    assert tab.locator("#saved").inner_text()
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(command)[1:]) == 0
    assert main(["correct", "--merge", "saved.toml", "--file", "merged.toml"]) == 0
    capsys.readouterr()
    by_command, by_file = (Corrections.read(tmp_path / name) for name in ("corrections.toml", "merged.toml"))
    assert by_command == by_file
    result = denoise(page(), URL, correction=by_command)
    assert result.method == "correction"
    assert [" ".join(block.text.split()) for block in result.blocks] == [" ".join(text.split()) for text in shown]
    assert tab.problems == []


def test_an_address_pattern_as_the_site(tab, tmp_path):
    show(tab, view(page()), tmp_path / "view.html")
    correct(tab)
    block(tab, "Short lines,").click()
    assert tab.locator("#site").input_value() == "gazette.example"
    tab.locator("#site").fill("gazette.example/poems/*")
    assert tab.locator("#command").inner_text().startswith("scrapy-denoise correct 'gazette.example/poems/*' --content")
    for wrong in ("a'; touch x; '", "$(x)", "a b", "https://a.example/", 'a"]'):
        tab.locator("#site").fill(wrong)
        assert tab.locator("#command").inner_text().startswith("scrapy-denoise correct 'SITE' --content")


def test_a_view_without_an_address(tab, tmp_path):
    show(tab, view(page(), url=None), tmp_path / "view.html")
    correct(tab)
    block(tab, "Short lines,").click()
    assert tab.locator("#command").inner_text() == "scrapy-denoise correct 'SITE' --content 'div.poem'"


HOSTILE = [
    "a' ; touch hacked ; '", '"] [x', "a\"]\n[\"other.example\"]\ncontent=\"p",
    "</script><script>top.ran=1</script>", "a]b", "a$(touch x)",
    "constructor", "__proto__", "toString", "\\27 x", "a:b", "-->", "${1}", "`x`", "a\u2028b", "名前",
]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_names_of_a_hostile_page_reach_no_command_and_no_file(tab, tmp_path, name):
    """Selectors are made of plain names alone; nothing runs, and what is saved is a correction of this site alone."""
    from html import escape

    word = escape(name)
    html = page().replace("class=poem", f'class="{word} {word.replace(" ", "")}" id="{word}"')
    show(tab, view(html), tmp_path / "view.html")
    correct(tab)
    block(tab, "Short lines,").click()
    block(tab, "Short lines,").click()
    block(tab, "It is number 0").click()
    words = shlex.split(tab.locator("#command").inner_text())
    assert words[:3] == ["scrapy-denoise", "correct", "gazette.example"]
    assert words[3::2] == ["--content", "--drop"]
    with tab.expect_download() as started:
        tab.get_by_text("Download corrections.toml").click()
    started.value.save_as(tmp_path / "saved.toml")
    (correction,) = Corrections.read(tmp_path / "saved.toml")
    assert correction == Correction("gazette.example", content=words[4], drop=words[6])
    assert tab.evaluate("top.ran") is None
    assert tab.problems == []


def test_a_page_that_is_too_large_cannot_be_marked(tab, tmp_path, monkeypatch):
    monkeypatch.setattr("scrapy_denoise.viewer.outline.MAX_ELEMENTS", 5)
    show(tab, view(page()), tmp_path / "view.html")
    assert tab.locator("#correcting").is_disabled()
    tab.keyboard.press("e")
    assert tab.locator("#correction").is_hidden()
    assert tab.problems == []
