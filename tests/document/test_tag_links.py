"""The tags that a page shows in links and states nowhere."""

import pytest

from scrapy_denoise import denoise

STORY = "<p>The river rose in the night, and by the morning the lower road was under water.</p>" * 4


def tags(behind, head="", before="", url="https://valley.example/2026/the-river-rose"):
    page = (
        f"<html><head><title>The river rose</title>{head}</head><body><nav><a href=/>Home</a></nav>"
        f"<article><h1>The river rose</h1>{before}<div class=body>{STORY}</div>{behind}</article></body></html>"
    )
    return denoise(page, url).metadata.tags


@pytest.mark.parametrize(
    "line",
    [
        "<p>Filed: <a rel=tag href=/x/1>Rivers</a>, <a rel=tag href=/x/2>Roads</a></p>",
        "<p>Tags: <a href=/tag/rivers/>Rivers</a> <a href=/tag/roads/>#Roads</a></p>",
        "<ul class=post-tags><li><a href=/r>Rivers</a></li><li><a href=/s>Roads</a></li></ul>",
        "<div id=EntryTag>标签: <a href=/r.html>Rivers</a> , <a href=/s.html>Roads</a></div>",
        "<span class=js-tagList><a class=tagItem href=/r>Rivers</a><a class=tagItem href=/s>Roads</a></span>",
        "<div class='field field--name-field-tags'><p><a href=/r>Rivers</a><p><a href=/s>Roads</a></div>",
        "<div><a class=tag-link href=/category_1>Floods</a> <a class=tag-link href=/r>Rivers</a>"
        "<a class=tag-link href=/s>Roads</a></div>",
    ],
)
def test_links_that_are_tags(line):
    assert tags(line) == ("Rivers", "Roads")
    assert tags("", before=line) == ("Rivers", "Roads")


def test_what_a_page_states_comes_first():
    line = "<p><a rel=tag href=/x/1>Rivers</a></p>"
    assert tags(line, '<meta name=keywords content="water, roads">') == ("water", "roads")
    assert tags(line, '<meta name=keywords content="The river rose">') == ("Rivers",)


@pytest.mark.parametrize(
    "line",
    [
        "<p>The mayor spoke of the <a href=/tag/flood>flood</a> of the year in which the bridge was built of oak.</p>",
        "<div class=tag-rivers><a href=/mill>The mill has stopped</a></div>",
        "<p><a rel='category tag' href=/x/1>Rivers</a></p>",
        "<aside class=tags><a href=/r>Rivers</a></aside>",
        "<p class=name-tag><a href=/author/ann-lee>Ann Lee</a></p>",
        "<div class=tags>" + "".join(f"<a href=/tag/{i}>Word {i}</a> " for i in range(40)) + "</div>",
    ],
)
def test_links_that_are_no_tags_of_the_page(line):
    assert tags(line) == ()


def test_a_list_has_no_tags_of_its_entries():
    cards = "".join(
        f"<article><h2><a href=/p/{i}>River {i} rose in the night</a></h2>{STORY[:90]}"
        f"<p class=tags><a rel=tag href=/tag/{i}>Word {i}</a></p></article>"
        for i in range(8)
    )
    found = denoise(f"<title>All posts</title><h1>All posts</h1>{cards}", "https://valley.example/blog/page/2/")
    assert found.page_type == "list"
    assert found.metadata.tags == ()


def test_a_short_title_in_han_characters_is_no_tag():
    title = "河水在夜里上涨"
    head = f"<title>{title}</title><meta name=keywords content={title}>"
    assert denoise(f"<html lang=zh>{head}<h1>{title}</h1>{STORY}").metadata.tags == ()


def test_tags_of_a_system_are_none_of_the_page():
    line = "<p><a rel=tag href=/x/1>Rivers</a></p>"
    assert tags(line, '<meta name=keywords content="go,git,self-hosted,gitea">') == ("Rivers",)
    stated = "water, floods, software, coding, development, engineering, inclusive, community"
    assert tags(line, f'<meta name=keywords content="{stated}">') == ("water", "floods")
    assert tags(line, '<meta name=keywords content="git, forge">') == ("git", "forge")
