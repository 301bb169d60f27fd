"""A selection as text, as HTML and as blocks."""

import json
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import attrs
import numpy as np
import pytest
from helpers.selected import URL, result
from lxml import html as lxml_html

from scrapy_denoise import denoise
from scrapy_denoise.document.render.compiled import render_html, render_text
from scrapy_denoise.document.tree.builder import build_document
from scrapy_denoise.document.tree.compiled import MAX_DEPTH
from scrapy_denoise.methods import Selection, method_names
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result


def html_of(html, *removed, url=URL):
    """The clean HTML on one line, without the article around it."""
    found = result(html, *removed, url=url)
    clean = render_html(build_document(found.page, found.selection.kept))
    assert clean.startswith("<article>\n")
    assert clean.endswith("</article>\n")
    return clean[len("<article>\n") : -len("</article>\n")].replace("\n", "")


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

IMAGE = "https://a.example/news/i.png"


@pytest.mark.parametrize(
    ("html", "clean"),
    [
        ("<p>a</p><p>b</p>", "<p>a</p><p>b</p>"),
        ("<p>a <b>b </b>c</p>", "<p>a <strong>b</strong> c</p>"),
        ("<p>a<i><b><i>b</i>c</b></i></p>", "<p>a<em><strong>bc</strong></em></p>"),
        ("<b><div>a</div><div>b</div></b>", "<p><strong>a</strong></p><p><strong>b</strong></p>"),
        ("<p>H<sub>2</sub>O <del>a</del> <ins>b</ins> <mark>c</mark> <kbd>d</kbd> x<sup>2</sup></p>",
         "<p>H<sub>2</sub>O <del>a</del> <ins>b</ins> <mark>c</mark> <code>d</code> x<sup>2</sup></p>"),
        ("<div><div>a</div><span>b</span></div>", "<p>a</p><p>b</p>"),
        ("<h2>a<br>b</h2><p>c</p><h6>d</h6>", "<h2>a b</h2><p>c</p><h6>d</h6>"),
        ("<h2>a<p>b</p><p>c</p><p>d</p><p>e</p><p>f</p></h2>", "<h2>a</h2><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p>"),
        ("<ul><li>a</li><li>b</li></ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<ul><li>a<ul><li>b</ul><ul><li>c</ul>d<li>e</ul>",
         "<ul><li><p>a</p><ul><li>b</li></ul><ul><li>c</li></ul><p>d</p></li><li>e</li></ul>"),
        ("<ul><li><p>a</p><p>b</p></li></ul>", "<p>a</p><p>b</p>"),
        ("<ul><li>a</li><ul><li>b</li></ul></ul>", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
        ("<ol start=3><li>a<li><p>b<p>c<li value=9>d<li>e</ol>",
         '<ol start="3"><li>a</li><li><p>b</p><p>c</p></li><li value="9">d</li><li>e</li></ol>'),
        ("<ol><div><li>a</div><div><li>b</div><div><li value=7>c</div><div><li>d</div></ol>",
         '<ol><li>a</li><li>b</li><li value="7">c</li><li>d</li></ol>'),
        ("<li>a</li><dd>b</dd>", "<p>a</p><p>b</p>"),
        ("<h2>x</h2><li>a<li><p>b<p>c<li>d</li><p>e</p><li>f",
         "<h2>x</h2><ul><li>a</li><li><p>b</p><p>c</p></li><li>d</li></ul><p>e</p><p>f</p>"),
        ("<blockquote><li>a<li>b</blockquote>c", "<blockquote><ul><li>a</li><li>b</li></ul></blockquote><p>c</p>"),
        ("<li><h3>a</h3>b<li><h3>c</h3>d<li><img src=i.png><li>e",
         f'<h3>a</h3><p>b</p><h3>c</h3><p>d</p><figure><img src="{IMAGE}" alt=""/></figure><p>e</p>'),
        ("<dl><div><dt>a<dt>b<dd>c</div></dl>", "<dl><dt><p>a</p><p>b</p></dt><dd>c</dd></dl>"),
        ("<blockquote>a</blockquote>b", "<blockquote><p>a</p></blockquote><p>b</p>"),
        ("<p>a <q>b <q cite=/c>c</q></q></p>", "<p>a <q>b <q>c</q></q></p>"),
        ("<p>a<br>b</p>", "<p>a<br/>b</p>"),
        ("<ul><li><input type=checkbox checked disabled onclick=run()> a<li><input type=CHECKBOX disabled> b<li>c</ul>",
         '<ul><li><input type="checkbox" disabled="" checked=""/> a</li>'
         '<li><input type="checkbox" disabled=""/> b</li><li>c</li></ul>'),
        ("<p>a<br><br>b<br></p>", "<p>a</p><p>b</p>"),
        ("<p>a</p><hr><p>b</p><hr>", "<p>a</p><hr/><p>b</p>"),
        ("<p>a<script>x</script><style>y</style><!-- z --></p>", "<p>a</p>"),
        ("<p>a</p><p hidden>x</p><p style='display:none'>y</p>", "<p>a</p>"),
        ("<p class=c id=i style='color:red' title=t>a</p>", "<p>a</p>"),
        ("<p>a &lt;b&gt; &amp;amp; &quot;</p>", '<p>a &lt;b&gt; &amp;amp; "</p>'),
        ("<p><o:p>a</o:p> <x-card @click=x :y=z>b</x-card></p>", "<p>a b</p>"),
        ("<p>a</p><embed src=x><p>b</p>", "<p>a</p><p>b</p>"),
        ("<math><mfrac><mi>a</mi><mn>2</mn></mfrac></math> b",
         "<p><math><mfrac><mi>a</mi><mn>2</mn></mfrac></math> b</p>"),
        ("<math display=block onclick=run()><semantics><annotation encoding=application/x-tex>a &lt; b_1</annotation>"
         "</semantics></math>b", '<pre><code class="language-math">a &lt; b_1</code></pre><p>b</p>'),
    ],
)  # fmt: skip
def test_html(html, clean):
    assert html_of(html) == clean


@pytest.mark.parametrize(
    ("html", "clean"),
    [
        ("<table><caption>t<tr><th>a<th>b<tr><td>1<td colspan=2>2</table>",
         "<table><caption>t</caption><tr><th>a</th><th>b</th></tr><tr><td>1</td><td colspan=\"2\">2</td></tr></table>"),
        ("<table><thead><tr><td>a<td>b<tbody><tr><td><td rowspan=99999999999>2</table>",
         '<table><tr><th>a</th><th>b</th></tr><tr><td></td><td rowspan="1000">2</td></tr></table>'),
        ("<table><tr><td>a<td>b<tr><td>c<td><ul><li>d</ul></table>",
         "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td><ul><li>d</li></ul></td></tr></table>"),
        # what lays out a page is not a table
        ("<table><tr><td>a<td>b</table>", "<p>a</p><p>b</p>"),
        ("<table role=presentation><tr><th>a<th>b<tr><td>c<td>d</table>", "<p>a</p><p>b</p><p>c</p><p>d</p>"),
        ("<table role=presentation><tr><th>a<td>b<tr><th>c<td>d</table>",
         "<table><tr><th>a</th><td>b</td></tr><tr><th>c</th><td>d</td></tr></table>"),
        (f"<table><tr><td>a<td>b<tr><td>c<td>{'d ' * 300}</table>", f"<p>a</p><p>b</p><p>c</p><p>{'d ' * 299}d</p>"),
        ("<table><tr><td>a<td>b<tr><td>c<td><table><tr><th>d<th>e</table></table>",
         "<p>a</p><p>b</p><p>c</p><table><tr><th>d</th><th>e</th></tr></table>"),
        # but one with headers is, also with a table in a cell
        ("<table><tr><th>a<th>b<tr><td>c<td><table><tr><td>d<td>e</table></table>",
         "<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td><p>d</p><p>e</p></td></tr></table>"),
        ("<table><caption>a<tr><td>b<td>c <table><tr><th>d<td>e<tr><th>f<td>g</table>h<tr><td>i<td>j</table>",
         "<table><caption>a</caption><tr><td>b</td><td><p>c</p><table><tr><th>d</th><td>e</td></tr><tr><th>f</th>"
         "<td>g</td></tr></table><p>h</p></td></tr><tr><td>i</td><td>j</td></tr></table>"),
        ("<table><tr><th>a<tr><td><table><tr><td>b<td>c</table></table>", "<p>a</p><p>b</p><p>c</p>"),
        (f"<table><tr><th>a<th>b<tr><td>c<td><table><tr><td>{'d ' * 300}</table></table>",
         f"<p>a</p><p>b</p><p>c</p><p>{'d ' * 299}d</p>"),
    ],
)  # fmt: skip
def test_tables(html, clean):
    assert html_of(html) == clean


def test_what_is_left_out_of_a_table_leaves_its_place():
    page = "<table><tr><th>a<th>b<tr><td>c<td>d<tr><td>x<td>y</table>"
    assert html_of(page, "c", "x", "y") == "<table><tr><th>a</th><th>b</th></tr><tr><td></td><td>d</td></tr></table>"


@pytest.mark.parametrize(
    ("pre", "language", "code"),
    [
        ("<pre>a\n  b</pre>", "", "a\n  b"),
        ("<pre>  a\n<b>b</b>\n\nc</pre>", "", "  a\nb\n\nc"),
        ("<pre> <code>a\n b</code></pre>", "", " a\n b"),
        ("<pre class='x language-Python'>a</pre>", "python", "a"),
        ("<pre><code class=lang-c++>a</code></pre>", "c++", "a"),
        ("<div class='highlight-source-js'><pre>a</pre></div>", "js", "a"),
        ("<pre data-lang=rust>a &lt; b</pre>", "rust", "a < b"),
        ("<pre lang=Python><code>a</code></pre>", "python", "a"),
        ("<pre lang=js>a</pre>", "js", "a"),
        ("<pre lang=python3>a</pre>", "python3", "a"),
        ("<pre language=go><code>a</code></pre>", "go", "a"),
        ("<div class='highlight highlight-text-html-php'><pre>a</pre></div>", "php", "a"),
        ("<div class='highlight highlight-text-html-basic'><pre>a</pre></div>", "html", "a"),
        ("<div class='highlight highlight-text-xml'><pre>a</pre></div>", "xml", "a"),
        ("<div class=highlight-text><pre>a</pre></div>", "", "a"),
        ("<pre lang=en-GB>a</pre>", "", "a"),
        ("<pre lang=de>a</pre>", "", "a"),
        ("<pre class='brush: sql; gutter'>a</pre>", "sql", "a"),
        ("<pre class='language-none'>a</pre>", "", "a"),
        ("<figure class='highlight python'><table><tr><td class=code><pre>a</pre></table></figure>", "python", "a"),
        ("<figure class='highlight plaintext'><table><tr><td class=code><pre>a</pre></table></figure>", "", "a"),
        ("<figure class='wide python'><pre>a</pre></figure>", "", "a"),
        ("<div class='mw-highlight mw-highlight-lang-ini'><pre>a</pre></div>", "ini", "a"),
        ("<pre class=EnlighterJSRAW data-enlighter-language=C>a</pre>", "c", "a"),
        ("<pre><code class='hljs javascript'>a</code></pre>", "javascript", "a"),
        ("<pre class='rust example'>a</pre>", "rust", "a"),
        ("<pre lang=Python>a</pre>", "python", "a"),
        ("<pre lang=en class='wide'>a</pre>", "", "a"),
        ("<div class=python><pre>a</pre></div>", "", "a"),
    ],
)
def test_code_keeps_its_lines_and_its_language(pre, language, code):
    (block,) = result(pre).document.blocks
    assert (block.language, block.text) == (language, code)
    clean = lxml_html.fromstring(result(pre).html).find(".//code")
    assert (clean.text, clean.get("class")) == (code, f"language-{language}" if language else None)


def test_white_space_before_code_is_no_indent_of_it():
    code = result("<p>a <b>b</b> </p>\n  <pre><code><i>c</i>\n  d</code></pre><pre>  e</pre>").document.blocks[1:]
    assert [block.text for block in code] == ["c\n  d", "  e"]


def test_html_leaves_out_what_is_removed():
    ad = "Fresh bread, every day from six, at the bakery by the mill. " * 8
    page = f"<div><p>a</p><img src=1.png><div><img src=2.png>{ad}</div><p>b</p><img src=3.png></div>"
    clean = html_of(page, ad.strip())
    assert clean == f'<p>a</p><figure><img src="{URL}.png" alt=""/></figure><p>b</p>'
    assert result(page, "a", ad.strip(), "b").html == ""


def test_deep_nesting_keeps_the_text():
    for tag in ("div", "ul><li", "blockquote", "b", "table><tr><td"):
        deep = f"<{tag}>" * (MAX_DEPTH + 50) + "<p>b</p>" * 3
        clean = lxml_html.fromstring(result(f"<p>a</p>{deep}").html)
        assert "".join(clean.text_content().split()) == "abbb"


def test_control_characters_are_left_out_of_html():
    assert html_of("<p title='\x01b'>a\x01\x0c\x1f\ufffe</p>") == "<p>a</p>"
    assert html_of("<p>a<img alt='\x01 x' src=i.png>b</p>") == f'<p>a<img src="{IMAGE}" alt="x"/>b</p>'


def test_without_the_tree_there_are_no_links_and_no_pictures():
    page = Page.from_html("<p>a <a href=/b>b</a> <img src=i.png> <i>c</i></p>", URL)
    found = Result(Page(page.columns), Selection(np.ones(3, np.bool_), "test"))
    assert found.html == "<article>\n<p>a b <em>c</em></p>\n</article>\n"


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
    assert lxml_html.fromstring(result(page).html).xpath("//a/@href") == ["https://a.example/b"]
    assert html_of(page, url="http://[") == '<p>a <a href="/b">b</a></p>'


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
    assert clean.xpath("//@href | //@src") == ["https://a.example/b"]


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
    both = {"chars": 1, "link_density": 0.0, "score": None}
    light = {
        "url": URL, "title": "The river", "text": "a", "method": "test", "siblings": 0, "confidence": 0.25,
        "metadata": attrs.asdict(found.metadata),
        "reason": "", "detail": "", "page_type": "other", "page_type_confidence": 0.25, "lists": "", "comments": [],
        "links": [], "entries": [], "product": None, "next_page": None,
        "posts": [attrs.asdict(post) for post in found.posts],
        "blocks": [{"text": "a", "xpath": "/html/body[1]/p[1]", "kept": True, "type": "content", **both}],
    }  # fmt: skip
    assert found.to_dict() == light
    noise = {"text": "b", "xpath": "/html/body[1]/p[2]", "kept": False, "type": "", **both}
    assert found.to_dict(noise=True) == light | {"noise": [noise]}
    assert found.to_dict(noise=True, reasons=True)["noise"] == [noise | {"reasons": ()}]
    structure = found.to_dict(structure=True)["document"]
    assert json.loads(json.dumps(structure)) == [{"kind": "paragraph", "children": ["a"]}]


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


# --- results that travel ------------------------------------------------------------------------------------

STORY = "The river rose in the night, and by the morning the lower road was under water. " * 3
HEAD = "<title>River</title><nav><a href=/>Home</a></nav><h1>River</h1>"
PAGE = f"{HEAD}<p>{STORY}<a href=/2>two</a><img src=i.png></p><p>{STORY}"


@pytest.mark.parametrize("method", method_names())
def test_a_pickled_result(method):
    for page in (PAGE, PAGE * 3, "", "<p>x"):
        found = denoise(page, URL, method=method)
        before = found.to_dict(noise=True, structure=True), found.html, found.markdown, found.noise
        for asked_before in (found, denoise(page, URL, method=method)):
            again = pickle.loads(pickle.dumps(asked_before))
            assert (again.to_dict(noise=True, structure=True), again.html, again.markdown, again.noise) == before
            assert again.page is None or again.page.root is None
    assert found.page is None or found.page.tree is not None


def test_results_from_other_processes():
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        (found,) = pool.map(denoise, [PAGE])
    assert found.text == denoise(PAGE).text
    assert "<img" in denoise(PAGE, URL).html


def test_a_pickled_block_has_its_reasons():
    block = denoise(PAGE).blocks[0]
    again = pickle.loads(pickle.dumps(block))
    assert (again, again.reasons) == (block, block.reasons)
    assert block.reasons


@pytest.mark.parametrize(
    ("html", "start"),
    [
        ("<p>كېچە يامغۇر ياغدى</p>", '<article dir="auto">\n<p>كېچە'),
        ("<h2>שלום</h2>", '<article dir="auto">\n<h2>'),
        ("<p>昨夜的雨</p>", "<article>\n<p>"),
        (f"<p>{'a' * 3000} كېچە</p>", "<article>\n<p>a"),
    ],
)
def test_the_direction_of_html(html, start):
    assert result(html).html.startswith(start)
