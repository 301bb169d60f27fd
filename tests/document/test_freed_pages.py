"""The tree of a page is freed with its result, whatever was asked of it: a cycle would keep it until a collection."""

import gc
from pathlib import Path
from weakref import ref

import pytest

from scrapy_denoise import denoise

STORY = "<p>The river rose again, and the people of the town carried their goods to the upper floors.</p>" * 6
CARDS = "".join(
    f"<li><h2><a href=/news/{name}-mill-opens>The {name} mill of the valley opens again</a></h2>"
    f"<time datetime=2024-05-0{day}>{day} May 2024</time><p>By Ann Field</p><p>Its wheel turned again.</p></li>"
    for day, name in enumerate("old new red blue steel big spare".split(), 1)
)
PAGES = {
    "article": "<title>The river floods the old town</title><meta name=description content='Hundreds have left.'>"
    f"<h1>The river floods the old town</h1><p class=lead>Hundreds of people have left their homes.</p>{STORY}",
    "list": f"<title>News of the valley</title><h1>News of the valley</h1><ul>{CARDS}</ul>",
    "thread": (Path(__file__).parents[1] / "pages" / "zh_forum_replies" / "page.html").read_bytes(),
}
OUTPUTS = (
    "text",
    "html",
    "markdown",
    "document",
    "title",
    "metadata",
    "entries",
    "links",
    "posts",
    "comments",
    "noise",
)


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_freed_with_its_result(name, output):
    gc.disable()
    try:
        result = denoise(PAGES[name], url="https://valley.example/news/")
        getattr(result, output)
        result.to_dict()
        page = ref(result.page)
        del result
        assert page() is None
    finally:
        gc.enable()


def test_entries_outlive_their_result():
    entries = denoise(PAGES["list"], url="https://valley.example/news/").entries
    assert len(entries) == 7
    assert entries[0].title == "The old mill of the valley opens again"
    assert entries[0].published == "2024-05-01"
    assert not entries[0].advertisement
