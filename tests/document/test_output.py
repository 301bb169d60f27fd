"""A selection as text, as HTML and as blocks."""

import json

import numpy as np
import pytest
from lxml import html as lxml_html

from scrapy_denoise import denoise
from scrapy_denoise.document.html import MAX_DEPTH, render_html
from scrapy_denoise.document.text import render_text
from scrapy_denoise.methods import Selection
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result

URL = "https://a.example/news/1"


def result(html, *removed, url=URL):
    """The result of a selection that keeps every text but these."""
    page = Page.from_html(html, url=url)
    texts = [page.columns.text_of(row) for row in page.columns.text_rows]
    return Result(page, Selection(np.array([text not in removed for text in texts], np.bool_), "test", 0.25))


def html_of(html, *removed, url=URL):
    """The clean HTML on one line, without the article around it."""
    lines = result(html, *removed, url=url).html.split("\n")
    assert (lines[0], lines[-2:]) == ("<article>", ["</article>", ""])
    return "".join(lines[1:-2])


# --- text ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "removed", "text"),
    [
        ("<p>a</p><p>b</p>", (), "a\nb"),
        ("<p>a</p><p>b</p><p>c</p>", ("b",), "a\nc"),
        ("<p>a <b>b</b> c</p>", (), "a b c"),
        ("<p>a<b>b</b>c</p>", (), "abc"),
        ("<p>a<b>b</b>c</p>", ("b",), "a c"),
        ("<p>a</p><p>b</p>", ("a",), "b"),
        ("<p>a</p>", ("a",), ""),
        ("<pre>a\n  b</pre>", (), "a\n  b"),
    ],
)
def test_text(html, removed, text):
    assert result(html, *removed).text == text


def test_render_text_takes_one_flag_a_row():
    columns = Page.from_html("<p>a</p><p>b</p>").columns
    assert render_text(columns, np.array([True, False])) == "a"
    assert render_text(columns, np.array([False, False])) == ""


# --- HTML: structure ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "clean"),
    [
        ("<p>a</p><p>b</p>", "<p>a</p><p>b</p>"),
        ("<p>a <b>b</b></p>", "<p>a <strong>b</strong></p>"),
        ("<div><div>a</div><span>b</span></div>", "<p>a</p><p>b</p>"),
        ("<ul><li>a</li><li>b</li></ul>", "<ul><li>a</li> <li>b</li></ul>"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "<table><tr><td>a</td> <td>b</td></tr></table>"),
        ("<blockquote>a</blockquote>", "<blockquote>a</blockquote>"),
        ("<p>a<br>b</p>", "<p>a <br>b</p>"),
        ("<p>a</p><img src=i.png><p>b</p>", f'<p>a</p><figure><img src="{URL[:-1]}i.png"></figure><p>b</p>'),
        ("<p>a<script>x</script><style>y</style><!-- z --></p>", "<p>a</p>"),
        ("<p>a</p><p hidden>x</p><p style='display:none'>y</p>", "<p>a</p>"),
        ("<p class=c id=i style='color:red'>a</p>", "<p>a</p>"),
        ("<p>a &lt;b&gt; &amp;amp; &quot;</p>", '<p>a &lt;b&gt; &amp;amp; "</p>'),
        ("<p><o:p>a</o:p> <x-card @click=x :y=z>b</x-card></p>", "<p>a b</p>"),
        ("<p>a</p><embed src=x><p>b</p>", "<p>a</p><p>b</p>"),
    ],
)
def test_html(html, clean):
    assert html_of(html) == clean


def test_html_of_code_keeps_its_lines():
    assert result("<pre>a\n  b</pre>").html == "<article>\n\n<pre>a\n  b</pre>\n\n</article>\n"


def test_html_leaves_out_what_is_removed():
    page = "<div><p>a</p><img src=1.png><div><img src=2.png>ad</div><p>b</p><img src=3.png></div>"
    clean = html_of(page, "ad")
    assert clean == f'<p>a</p><figure><img src="{URL}.png"></figure><p>b</p>'
    assert result(page, "a", "ad", "b").html == ""


def test_a_caption_whose_image_is_gone_is_still_text():
    for figure in (
        "<figure><noscript><img src=1></noscript>{}</figure>",
        "<figure><div><img src=1></div>{}</figure>",
        "{}",
    ):
        page = f"<p>a</p>{figure.format('<figcaption>caption</figcaption>')}<p>b</p>"
        assert "caption" in html_of(page)
    page = "<p>a</p><figure><img src=1.png><figcaption>caption</figcaption></figure><p>b</p>"
    assert "<figcaption>caption</figcaption>" in html_of(page)


def test_deep_nesting_keeps_the_text():
    deep = "<div>" * (MAX_DEPTH + 50) + "<p>b</p>" * 3 + "</div>" * (MAX_DEPTH + 50)
    page = f"<p>a</p>{deep}<p>c</p>"
    clean = lxml_html.fromstring(result(page).html)
    assert "".join(clean.text_content().split()) == "abbbc"


def test_control_characters_are_left_out_of_html():
    assert html_of("<p title='\x01b'>a\x01\x0c\x1f\ufffe</p>") == '<p title="b">a</p>'
    assert html_of("<p>a<img alt='\x01 x' src=i.png>b</p>").count("<img") == 1


def test_html_needs_the_tree():
    page = Page.from_html("<p>a</p>")
    assert render_html(Page(page.columns), np.array([True])) == ""


# --- HTML: addresses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("href", "base", "url", "expected"),
    [
        ("2", "", URL, "https://a.example/news/2"),
        ("/2?a=1&amp;b=2#c", "", URL, "https://a.example/2?a=1&b=2#c"),
        ("//b.example/", "", URL, "https://b.example/"),
        ("#end", "", URL, "https://a.example/news/1#end"),
        ("http://b.example/x", "", URL, "http://b.example/x"),
        ("mailto:a@b.example", "", URL, "mailto:a@b.example"),
        ("2", "<base href=/other/>", URL, "https://a.example/other/2"),
        ("2", "<base href=https://b.example/x/>", None, "https://b.example/x/2"),
        ("2", "", None, "2"),
    ],
)
def test_links_are_absolute(href, base, url, expected):
    clean = lxml_html.fromstring(result(f"{base}<p>See <a href='{href}'>it</a></p>", url=url).html)
    assert clean.xpath("//a/@href") == [expected]


def test_an_address_that_is_none_spoils_no_other():
    page = "<p><a href='http://['>a</a> <a href=/b>b</a></p>"
    assert lxml_html.fromstring(result(page).html).xpath("//a[.='b']/@href") == ["https://a.example/b"]
    assert "b</a>" in result(page, url="http://[").html


# --- HTML: safety -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "href",
    ["javascript:run()", " javascript:run()", "JaVaScRiPt:run()", "java&#x09;script:run()", "java&#10;script:run()",
     "&#1;javascript:run()",
     "vbscript:run()", "data:text/html,&lt;script&gt;run()&lt;/script&gt;", "javascript&colon;run()"],
)  # fmt: skip
def test_addresses_that_run(href):
    page = f"<p>a <a href='{href}'>link</a> <img src='{href}'> <a href=/b>b</a></p>"
    clean = lxml_html.fromstring(result(page).html)
    assert clean.text_content().split() == ["a", "link", "b"]
    for address in clean.xpath("//@href | //@src"):
        assert address in ("", URL, "https://a.example/b"), address


@pytest.mark.parametrize(
    "html",
    ["<p onclick=run()>a</p>", "<p ONCLICK=run()>a</p>", "<img src=i.png onerror=run()>",
     "<p style='background:url(run)'>a</p>", "<script>run()</script>",
     "<svg onload=run()><script>run()</script></svg>", "<iframe src='javascript:run()'></iframe>",
     "<iframe srcdoc='run()'></iframe>", "<object data=run></object>", "<embed src=run>",
     "<form action='javascript:run()'>a</form>", "<button formaction='javascript:run()'>a</button>",
     "<math><a xlink:href='javascript:run()'>a</a></math>", "<meta http-equiv=refresh content='0;url=run'>",
     "<link rel=stylesheet href=run>", "<video poster='javascript:run()'></video>",
     "<a href='x' style='run'>a</a>", "<table background='javascript:run()'><tr><td>a</table>",
     "<base href='javascript:run()'>", "<input onfocus=run() autofocus>",
     "<details ontoggle=run() open>a</details>"],
)  # fmt: skip
def test_nothing_that_runs(html):
    clean = result(f"<p>before</p>{html}<p>after</p>").html
    assert "run" not in clean
    assert "before" in clean
    assert "after" in clean


# --- blocks -------------------------------------------------------------------------------------------------


def test_blocks_and_noise_are_the_page():
    found = result(
        "<nav><a href=/>Home</a> | <a href=/a>A</a></nav><p>One <a href=/b>two</a></p>tail", "Home", "|", "A", "two"
    )
    assert [block.text for block in found.blocks] == ["One", "tail"]
    assert [block.text for block in found.noise] == ["Home | A", "two"]
    assert [block.kept for block in found.blocks + found.noise] == [True, True, False, False]
    assert [block.chars for block in found.noise] == [6, 3]
    assert [block.link_density for block in found.noise] == [pytest.approx(5 / 6), 1.0]
    assert found.page.columns.chars.sum() == sum(block.chars for block in found.blocks + found.noise)


def test_xpath_of_a_block():
    html = "<div><p>a</p><p hidden>x</p><p>b <i>c</i></p>d<br>e</div><o:p><b>f</b>g</o:p><div>h<p>i</p></div>"
    blocks = result(html).blocks
    assert {block.text: block.xpath for block in blocks} == {
        "a": "/html/body[1]/div[1]/p[1]",
        "b c": "/html/body[1]/div[1]/p[3]",
        "d": "/html/body[1]/div[1]/text()[1]",
        "e": "/html/body[1]/div[1]/text()[2]",
        "fg": '/html/body[1]/*[name()="o:p"][1]/b[1]/text()[1]',
        "h": "/html/body[1]/div[2]/text()[1]",
        "i": "/html/body[1]/div[2]/p[1]",
    }


def test_xpaths_select_their_text():
    found = result("<ul><li>a<li>b <b>c</b></ul><x-y>d</x-y><table><tr><td>e<td>f</table>", "b", "f")
    root = found.page.tree.getroottree()
    for block in found.blocks + found.noise:
        (node,) = root.xpath(block.xpath)
        text = node if isinstance(node, str) else node.text_content()
        assert " ".join(text.split()) == block.text


# --- results ------------------------------------------------------------------------------------------------


def test_result():
    found = result("<title>The river</title><p>a</p><p>b</p>", "b")
    assert (bool(found), found.text, found.title, found.method, found.confidence, found.reason) == (
        True, "a", "The river", "test", 0.25, "",
    )  # fmt: skip
    assert repr(found) == f"<Result test ok {URL}>"
    of_both = {"chars": 1, "link_density": 0.0, "type": "", "score": None, "reasons": ()}
    assert found.to_dict() == {
        "url": URL, "title": "The river", "text": "a", "method": "test", "siblings": 0,
        "confidence": 0.25, "reason": "", "page_type": found.page_type, "posts": found.posts,
            "comments": [], "links": [],
        "blocks": [{"text": "a", "xpath": "/html/body[1]/p[1]", "kept": True, **of_both, "type": "content"}],
        "noise": [{"text": "b", "xpath": "/html/body[1]/p[2]", "kept": False, **of_both}],
    }  # fmt: skip
    assert json.loads(json.dumps(found.to_dict()))["noise"][0]["xpath"] == "/html/body[1]/p[2]"


def test_a_result_without_a_page():
    nothing = Result(reason="disabled", url=URL)
    assert not nothing
    assert (nothing.text, nothing.html, nothing.title, nothing.blocks, nothing.noise) == ("", "", "", [], [])
    assert nothing.to_dict()["reason"] == "disabled"
    assert repr(nothing) == f"<Result none disabled {URL}>"


def test_a_failing_method_leaves_the_page_as_it_is(monkeypatch, caplog):
    class Failing:
        name, siblings = "failing", 0

        def select(self, page, site=None):
            raise ZeroDivisionError

    monkeypatch.setattr("scrapy_denoise.api.get_method", lambda name, profile, options: Failing())
    found = denoise("<p>a</p><p>b</p>", url=URL)
    assert (found.text, found.method, found.reason, found.noise) == ("a\nb", "failing", "error", [])
    assert [record.message for record in caplog.records] == [f"failing failed on {URL}; the page is kept as it is"]
