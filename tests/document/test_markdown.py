"""A document as Markdown: an existing parser reads the same words and the same structure from it."""

import numpy as np
import pytest
from helpers.html_pages import html_pages, pages, squeeze
from helpers.selected import result
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from scrapy_denoise.document.render.compiled import render_markdown
from scrapy_denoise.document.tree.builder import build_document
from scrapy_denoise.methods import Selection
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result

PARSER = MarkdownIt("commonmark", {"maxNesting": 1000}).enable(["table", "strikethrough"])


def markdown(html, *removed):
    found = result(html, *removed)
    return render_markdown(build_document(found.page, found.selection.kept))


def read(text):
    """What a parser makes of Markdown, on one line."""
    return PARSER.render(text).replace("\n", "")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a</p><p>b</p>", "a\n\nb"),
        ("<div role=heading aria-level=3>a</div><p>b</p>", "### a\n\nb"),
        ("<div role=Heading>a</div><p role=heading aria-level=9>b</p>", "## a\n\n###### b"),
        ("<p><span role=heading aria-level=4>a</span></p><span role=button>b</span>", "#### a\n\nb"),
        ("<h3><span role=heading>a</span></h3><div role=heading><h4>b</h4></div>", "### a\n\n#### b"),
        ("<div role=heading></div><p>a</p>", "a"),
        (
            "<p>The <a href=http://a.example/>riv</a><a href=http://a.example/>er <b>rose</b></a></p>",
            "The [river **rose**](http://a.example/)",
        ),
        (
            "<p><a href=http://a.example/>a</a> <a href=http://a.example/>b</a><a href=http://a.example/c>c</a></p>",
            "[a](http://a.example/) [b](http://a.example/)[c](http://a.example/c)",
        ),
        (
            "<ul><li><input type=checkbox checked disabled> a<pre>c</pre></li>"
            "<li><p><input type=checkbox disabled> b</p></li></ul>",
            "- [x] a\n\n  ```\n  c\n  ```\n\n- [ ] b",
        ),
        ("<ul><li>a <input type=checkbox> b</li><li><input type=checkbox>c</li></ul>", "- a b\n- c"),
        ("<h2>a # b #</h2><p>c</p>", "## a # b \\#\n\nc"),
        ("<p>a<br>b</p>", "a\\\nb"),
        ("<p>a <b>b</b> <i>c</i> <s>d</s> <code>e`f</code></p>", "a **b** *c* ~~d~~ ``e`f``"),
        ("<p><b>a <i>b</i></b></p>", "**a _b_**"),
        ("<p>a <i><b>b</b></i> c</p>", "a ***b*** c"),
        ("<p>中<i><b>文</b></i>字</p>", "中***文***字"),
        ("<p>a<b>(b)</b>c</p>", "a(**b**)c"),
        ("<p><b>a</b><b>:</b> b</p>", "**a:** b"),
        ("<p><b>a</b><i>:</i> b</p>", "**a**: b"),
        ("<p>*<b>a</b>* b*<i>c</i></p>", "\\***a**\\* b\\**c*"),
        ("<p>中<b><a href=/b>文</a></b>字</p>", "中[**文**](https://a.example/b)字"),
        ("<p>a<b>「b」</b>c<b>d:</b>e <i>.</i> f<s>(g)</s>h</p>", "a「**b**」c**d**:e . f<del>(g)</del>h"),
        ("<p><b>a</b> <b>b</b><b>c</b>, <i>d</i> <b>e</b></p>", "**a bc**, *d* **e**"),
        ("<p>中<b>文</b>字</p>", "中**文**字"),
        ("<p>x<sup>2</sup></p>", "x<sup>2</sup>"),
        ("<p>Wow!<a href=/b>b</a> and !</p>",
         "Wow\\![b](https://a.example/b) and !"),
        ("<h2><b>a<br>b <a href=/c>c<br>d</a></b></h2><p>e</p>", "## a b [c d](https://a.example/c)\n\ne"),
        ("<p><a href='/b_(c)'>a]</a></p>", "[a\\]](<https://a.example/b_(c)>)"),
        ("<p><code>a</code><code>b</code></p>", "`a`<code>b</code>"),
        ("<p><code>a <a href=/b>b</a></code></p>", "`a` [`b`](https://a.example/b)"),
        ("<p>1. a</p><p>- b</p><p># c</p><p>&gt; d</p><p>+ e</p>", "1\\. a\n\n\\- b\n\n\\# c\n\n\\> d\n\n\\+ e"),
        ("<p>*a* _b_ c_d `e` &lt;f&gt; &amp;amp; ~g~ [h](i)</p>",
         "\\*a\\* \\_b\\_ c_d \\`e\\` \\<f> \\&amp; \\~g\\~ \\[h\\](i)"),
        ("<p>a <i><b>b</b> c</i> <i>d <b>e</b></i> <b><i>f</i> g</b></p>", "a _**b** c d **e**_ **_f_ g**"),
        ("<p>中<i><b>文</b>字</i>字</p>", "中*文字*字"),
        ("<ul><li>a<ol><li>b</ol><li>c</ul><ol><li>d</ol>", "- a\n  1. b\n- c\n\n1. d"),
        ("<ul><li>a<ol start=2><li>b</ol><li>c</ul>", "- a\n\n  2. b\n- c"),
        ("<ol><li>a<li value=7>b<li>c</ol>", "1. a\n7. b\n8. c"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ul><li><p>a<p>b<li>c</ul>", "- a\n\n  b\n\n- c"),
        ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
        ("<ul><li style='list-style-type: decimal;'>a<li style='x' value=4>b<li>c</ul>", "1. a\n4. b\n5. c"),
        ("<ul style='list-style: decimal inside'><li>a<li>b</ul>", "1. a\n2. b"),
        ("<ul><li style='list-style-type: none'>a<li style='list-style-type: decimal'>b</ul>", "- a\n- b"),
        ("<ul><li>a<li>b</ul><ul><li>c<li>d</ul>", "- a\n- b\n\n+ c\n+ d"),
        ("<dl><dt>a</dt><dd>b</dd><dd>c</dd><dt>d</dt><dd>e</dd></dl>", "**a**\n\n- b\n- c\n\n**d**\n\n- e"),
        ("<p>a</p><blockquote><p>b<p>c</blockquote>", "a\n\n> b\n>\n> c"),
        ("<blockquote><p>a<p>b</blockquote>", "a\n\nb"),
        ("<p>a <q>b <q>c</q> <b>d</b></q>, <b><q>e</q></b> <q>f.</q></p>", 'a "b "c" **d**", **"e"** "f."'),
        ("<p>a „<q>b</q>“ <q>«c»</q> <q><a href=/d>d</a> </q>e<q></q></p>",
         'a „b“ «c» "[d](https://a.example/d)" e'),
        ("<p>a | b<br>- | -</p><p><a href=/c>c | d</a></p>",
         "a | b\\\n\\- | -\n\n[c | d](https://a.example/c)"),
        ("<p>a</p><hr><p>b</p>", "a\n\n___\n\nb"),
        ("<pre class=language-md>```\na\n```</pre>", "````md\n```\na\n```\n````"),
        ("<table><caption>t<tr><th>a<th>b<tr><td>1|2<td></table>", "t\n\n| a | b |\n| --- | --- |\n| 1\\|2 |  |"),
        ("<table><tr><td>a<td>b<tr><td colspan=2>c<tr><td>d<td>e</table>",
         "|  |  |\n| --- | --- |\n| a | b |\n| c |  |\n| d | e |"),
        ("<table><tr><th>a<th>b<tr><td rowspan=2>c<td>d<tr><td>e</table>",
         "| a | b |\n| --- | --- |\n| c | d |\n|  | e |"),
        ("<table><tr><td><b>a</b><td><b>b</b><tr><td>c<td><b>d</b></table>",
         "| **a** | **b** |\n| --- | --- |\n| c | **d** |"),
        ("<table><tr><td><b>a</b><td><b>b</b><tr><td><b>c</b><td><b>d</b></table>",
         "|  |  |\n| --- | --- |\n| **a** | **b** |\n| **c** | **d** |"),
        ("<table><tr><th>a<td>b<tr><th>c<td>d</table>", "|  |  |\n| --- | --- |\n| a | b |\n| c | d |"),
        ("<table><tr><td><th>a<th>b<tr><th>c<td>d<td>e</table>", "|  | a | b |\n| --- | --- | --- |\n| c | d | e |"),
        ("<table><thead><tr><td>a<td>b<tbody><tr><td>c<td>d</table>", "| a | b |\n| --- | --- |\n| c | d |"),
        ("<table><tr><th>a<th>b<tr><td>c<td><p>d<p>e<br>f</table>",
         "| a | b |\n| --- | --- |\n| c | d<br>e<br>f |"),
        ("<table><tr><th>a<th>b<tr><td>1|2<td>c <table><tr><td>d<td>e|f<tr><td>g<td><code>h|i</code></table></table>",
         "| a | b |\n| --- | --- |\n| 1\\|2 | c<br>d<br>e\\|f<br>g<br>`h\\|i` |"),
        ("<table><tr><th>a<th>b<tr><td>c<td><pre>d:\n  e|f \n\ng</pre></table>",
         "| a | b |\n| --- | --- |\n| c | `d:`<br>`  e\\|f`<br><br>`g` |"),
        ("<figure><img src=i.png alt='a]b'><figcaption>c</figcaption></figure>",
         "![a\\]b](https://a.example/news/i.png)\n\n*c*"),
        ("<figure><img src=i.png alt='The mill'><figcaption>The <b>mill</b></figcaption></figure>",
         "![](https://a.example/news/i.png)\n\n*The mill*"),
        ("<figure><img src=i.png alt='The mill.'><figcaption>The mill. Photo: B</figcaption></figure>",
         "![](https://a.example/news/i.png)\n\n*The mill. Photo: B*"),
        ("<p>b</p><figure><img src=i.png alt='The mill'></figure><h2>The mill</h2><p>a</p>",
         "b\n\n![](https://a.example/news/i.png)\n\n## The mill\n\na"),
        ("<p>The mill.</p><figure><img src=i.png alt='The mill'></figure><p>a</p>",
         "The mill.\n\n![](https://a.example/news/i.png)\n\na"),
        ("<p>b</p><p><img src=i.png alt='The mill'> The mill.</p>", "b\n\n![](https://a.example/news/i.png) The mill."),
        ("<p>b</p><p><img src=i.png alt='The mill'> It is old.</p>",
         "b\n\n![The mill](https://a.example/news/i.png) It is old."),
        ("<p>b</p><figure><img src=i.png alt='The mill'></figure><p>c</p>"
         "<figure><img src=j.png alt='The mill'></figure><p>a</p>",
         "b\n\n![The mill](https://a.example/news/i.png)\n\nc\n\n![](https://a.example/news/j.png)\n\na"),
        ("<p>b</p><figure><img src=i.png alt='The mill'></figure><p>The mill is old</p>",
         "b\n\n![The mill](https://a.example/news/i.png)\n\nThe mill is old"),
        ("<p>a <img src=i.png alt='&amp;quot;b&amp;quot; &amp;amp; c'> d</p>",
         'a !["b" & c](https://a.example/news/i.png) d'),
        ("<ul><li><h3>a <i>b</i></h3><p>c</p><li><h3>d</h3></ul>", "- **a b**\n\n  c\n\n- **d**"),
        ("<dl><dt>a</dt><dd><h4>b</h4></dd></dl>", "**a**\n\n- **b**"),
        ("<p>a</p><hr><hr><p>b</p>", "a\n\n___\n\nb"),
        ("<p>a <math><annotation encoding=application/x-tex>x_1*</annotation></math></p>", "a $`x_1*`$"),
        ("<p>a</p><math display=block><annotation encoding=application/x-tex>x_1</annotation></math>",
         "a\n\n```math\nx_1\n```"),
    ],
)  # fmt: skip
def test_markdown(html, text):
    assert markdown(html) == text


POST = "<div class=post><h4>{0}</h4><blockquote><blockquote>{1}</blockquote>{2}</blockquote></div>"


def test_posts_that_a_template_writes_in_quotations_are_none():
    plain = "<div class=post><blockquote>{}</blockquote></div>"
    kept = result(POST.format("x", "a", "b") + plain.format("c") + plain.format("d") + plain.format("e"))
    posts = [np.array(part) for part in ([0, 1, 2], [3], [4], [5])]
    document = build_document(kept.page, kept.selection.kept, posts)
    assert render_markdown(document) == "#### x\n\n> a\n\nb\n\n___\n\nc\n\n___\n\nd\n\n___\n\ne"
    # Where half of the posts are no quotation, those that are one quote.
    kept = result(plain.format("a") + plain.format("b") + "<div class=post>c</div><div class=post>d</div>")
    document = build_document(kept.page, kept.selection.kept, [np.array([at]) for at in range(4)])
    assert render_markdown(document) == "> a\n\n___\n\n> b\n\n___\n\nc\n\n___\n\nd"


LINES = (
    "# a", "1. a", "12345) a", "- a", "+ a", "* a", "> a", "--- | ---", ":-- | --:", "| a |", "===", "---", "```",
    "~~~", "&copy; &amp;amp; &amp;#35;", "[a]: b", "&lt;b>a&lt;/b>", "a\\", "a_b_c", "__a__", "**a**", "![a](b)",
    "`a`", "a  b", "#", "-", "1.", "&lt;!-- a -->", "https://a.example/_b_", "$a$",
)  # fmt: skip
PLACES = (
    "<p>{}</p><p>x</p>", "<p>x<br>{}</p>", "<ul><li>{}<li>x</ul>", "<h2>{}</h2><p>x</p>", "<p><b>{}</b></p>",
    "<table><tr><th>x<th>y<tr><td>{}<td>{}</table>", "<blockquote>{}</blockquote><p>x</p>",
)  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_text_is_no_markup(line):
    for html in PLACES:
        page = html.replace("{}", line)
        one, other = lxml_html.fromstring(read(markdown(page))), lxml_html.fromstring(result(page).html)
        assert squeeze(one.text_content()) == squeeze(other.text_content()), page
        assert not one.xpath("//hr | //img | //a | //pre")


CONTROLS = dict.fromkeys([*range(32), 0xFFFE, 0xFFFF])


@pages
@given(html_pages, st.randoms(use_true_random=False))
@example("\ufffe", None)
@example("<dl><dd><h1>word</h1></dd></dl>", None)
@example("<math><div></div>word<div>word</div></math>", None)
@example("<p><b>a<i>b</i></b>c</p><i>d</i><b>e<i>f</i></b>", None)
@example("word<div></div><div>A sentence, with a stop.</div><div><math>word</math>", None)
def test_parsed_back_it_has_the_kept_words(html, random):
    page = Page.from_html(html, url="https://example.org/a/")
    kept = np.array([random is None or random.random() < 0.6 for _ in page.columns.text_rows], np.bool_)
    found = Result(page, Selection(kept, "test"))
    # Markdown has no characters that XML cannot have, and a text may be nothing else.
    assert bool(found.markdown) == bool(found.text.translate(CONTROLS).strip())
    if found.markdown:
        again = lxml_html.fromstring(f"<div>{PARSER.render(found.markdown)}</div>")
        words = squeeze(again.text_content()).translate(CONTROLS)
        # Formulas stand between dollar signs, which the text does not have.
        expected = squeeze(found.text).translate(CONTROLS)
        assert sorted(words.replace("$", "")) == sorted(expected.replace("$", ""))
        if "<td" not in found.html and "<th" not in found.html:  # what a cell holds is written on one line
            for tag in ("li", "blockquote", "pre", "h1", "h2"):
                given = found.html.count(f"<{tag}") + (found.html.count("<dd>") if tag == "li" else 0)
                # A heading at the beginning of an item or of a description is emphasised.
                in_items = lxml_html.fromstring(found.html).xpath(f"//li//{tag} | //dd//{tag}") if tag[0] == "h" else []
                assert given - len(in_items) <= len(again.xpath(f"//{tag}")) <= given, tag
