"""XPaths select their node alone, also in broken markup, and take no more room than the page."""

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.block_list.block_table import MAX_EXPLAINED
from scrapy_denoise.document.compiled import MAX_STEPS, XPaths
from scrapy_denoise.page import Page

STORY = "The river rose in the night, and by the morning the lower road was under water. " * 3


def selected(html):
    """What the XPath of each row selects: elements as they are, texts as a list of their parent and themselves."""
    page = Page.from_html(html)
    for row, element in enumerate(page.elements()):
        path = page.cached(XPaths).xpath(row)
        found = page.tree.getroottree().xpath(path)
        assert len(found) == 1, path
        if element is not None:
            assert found[0] is element, path
        else:
            shown = page.columns.text[page.columns.text_start[row] : page.columns.text_stop[row]].decode()
            assert found[0].split() == shown.split(), path
        yield path


@pytest.mark.parametrize(
    "html",
    [
        "one<dl></html><dl>two<html>three",
        f"<p>{STORY}</p></html></script></body></html><p>two",
        "<body>one</body></html><!-- note --></html>two<p>three",
        "text<p>one<html class=a>two</p>three",
        "<?xml version='1.0'?>one<frameset>two</frameset>three",
    ],
)
def test_of_several_roots_and_loose_text(html):
    assert all(path.startswith("/html") for path in selected(html))


def test_a_root_that_is_alone_has_no_number():
    assert next(selected("<p>one")) == "/html"
    assert next(selected("one</html><p>two</html>three<html>")) in ("/html", "/html[1]")


@pytest.mark.parametrize("hidden", ["", "<div hidden><div>x</div><script></script></div><!-- <div> -->"])
@pytest.mark.parametrize("tag", ["div", "o:p", "x-card"])
def test_deep_elements_are_counted_in_the_whole_page(tag, hidden):
    deep = f"<{tag}>" * (MAX_STEPS + 20) + "one" + f"</{tag}>" * (MAX_STEPS + 20)
    paths = list(selected(hidden + deep + f"<div>two</div>{hidden}<div>three<p>four</p></div>" + deep))
    assert all(path.count("/") <= MAX_STEPS + 1 for path in paths)
    assert any(path.startswith("(//") for path in paths)


def test_deep_elements_of_many_names():
    deep = "".join(f"<x{chr(97 + i)}>" for i in range(26)) * 4
    assert any(path.startswith("(//xz)[") for path in selected(deep + "one" + deep))


def test_deep_elements_with_names_that_no_xpath_can_hold():
    html = "<div>" * (MAX_STEPS + 20) + "<p\x01q>one<b>two</b>"
    page = Page.from_html(html)
    last = page.cached(XPaths).xpath(len(page.columns) - 1)
    assert len(page.tree.getroottree().xpath(last)) == 1


def test_the_xpaths_of_a_nested_page_take_no_more_room_than_the_page():
    html = "<div>" * 1_500 + f"<p>{STORY[:20]}</p>" * 5_000
    result = denoise(html)
    paths = [block.xpath for block in [*result.blocks, *result.noise]]
    assert len(set(paths)) == len(paths) == 5_000
    assert sum(map(len, paths)) < len(html)


def test_reasons_are_given_for_the_first_blocks():
    result = denoise(f"<div>{f'<p>{STORY}</p>' * (2 * MAX_EXPLAINED)}</div>")
    assert [bool(block.reasons) for block in result.blocks] == [True] * MAX_EXPLAINED + [False] * MAX_EXPLAINED
