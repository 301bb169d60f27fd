"""What a selection cut through is completed."""

import re

import numpy as np
import pytest
from helpers.selected import URL, result

from scrapy_denoise import denoise
from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.document.selection.compiled import KeptRows, screen_reader_rows
from scrapy_denoise.document.selection.completion import complete_structures
from scrapy_denoise.methods import Selection, get_method, method_names
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result

STORY = "The river rose in the night, and by the morning the lower road was under water. " * 3


def test_headings_of_posts_are_not_those_of_a_text():
    html = "<p>x</p><h2>Re: h</h2><p>y</p>"
    for url, text in ((URL, "x\nRe: h\ny"), ("https://a.example/viewtopic.php?t=7", "x\ny")):
        found = result(html, "Re: h", url=url)
        whole = complete_structures(found.page, found.selection)
        assert Result(found.page, whole).text == text


MEMBER = "<td>anna<div>Senior member</div></td>"


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (f"<table id=post7><tr><td>1 May 2026<td>#7<tr>{MEMBER}<td id=post_message_7>{STORY}</table>", STORY.strip()),
        (f"<table><tr><td>1 May 2026<td>#7<tr>{MEMBER}<td>{STORY}</table>", STORY.strip()),
        (f"<table><tr><th>Author<th>Message<tr>{MEMBER}<td class=postbody>{STORY}</table>", STORY.strip()),
        ("<table><tr><th>Day<th>Level<tr><td>Monday<td>2.1 m</table>", "Day\nLevel\nMonday\n2.1 m"),
    ],
)
def test_a_table_that_lays_out_a_post_is_not_made_whole(table, text):
    removed = ("1 May 2026", "#7", "anna", "Senior member", "Author", "Message", "Day", "Monday")
    found = result(f"<p>x</p>{table}<p>y</p>", *removed, url="https://a.example/showthread.php?t=7")
    assert Result(found.page, complete_structures(found.page, found.selection)).text.startswith(f"x\n{text}")


LEVEL, GATE = "The level of the river.", "Opens the gate. It takes a minute"
MEMBERS = f"<h2>Members</h2><dl><dt><a href=/level>level</a><dd>{LEVEL}<dt>open()<dd>{GATE}</dl>"
LED = MEMBERS.replace("</h2>", "</h2><p>These are all</p>")
MAIN = "<div><main><section><p>x</p><p>z</p></section><section>{}</section></main></div>"


@pytest.mark.parametrize(
    ("html", "generator", "text"),
    [
        (MAIN.format(MEMBERS), "Sphinx", f"x\nz\nMembers\nlevel\n{LEVEL}\nopen()\n{GATE}"),
        (MAIN.format(LED), "Sphinx", f"x\nz\nMembers\nThese are all\nlevel\n{LEVEL}\nopen()\n{GATE}"),
        (MAIN.format(LED.replace("<dl>", "<div>And so on</div><dl>")), "Sphinx", "x\nz\nAnd so on"),
        (MAIN.format(MEMBERS), "", "x\nz"),  # by a program for documentation alone, as this page is told apart
        (MAIN.format(MEMBERS.replace("h2", "p")), "Sphinx", "x\nz"),
        (f"<main><section>{MEMBERS}</section><section><p>x</p><p>z</p></section></main>", "Sphinx", "x\nz"),
    ],
)
def test_described_terms_are_sections_of_documentation(html, generator, text):
    removed = ("Members", "These are all", "level", LEVEL, "open()", GATE, LEVEL.rstrip("."))
    found = result(f"<meta name=generator content='{generator}'>{html}", *removed)
    assert Result(found.page, complete_structures(found.page, found.selection)).text == text


def test_rows_that_are_none_are_refused():
    part = KeptRows(Page.from_html("<p>a</p><p>b</p>"), np.ones(2, np.bool_))
    none = np.zeros(1 << 16, np.bool_)
    assert screen_reader_rows(part, [2, 4], 1, none) == [2, 4]
    for rows in ([4, 2], [2, 2], [-1], [6]):
        with pytest.raises(IndexError):
            screen_reader_rows(part, rows, 1, none)
    assert part.texts_of([4, 2, 4]).tolist() == [True, True]
    for row in (-1, 6):
        with pytest.raises(IndexError):
            part.texts_of([row])


def completed_text(html, *removed):
    found = result(html, *removed)
    return Result(found.page, complete_structures(found.page, found.selection)).text.split("\n")


@pytest.mark.parametrize(
    ("html", "removed", "text"),
    [
        ("<table><caption>t<tr><th>a<th>b<tr><td>long words<td>c</table>", "tabc", "t a b|long words c"),
        ("<table><caption>t<tr><th>long words<th>b<tr><td>a<td>c</table>", ["long words"], "t b a c"),
        ("<table><caption>t<tr><th>aaaa<th>bbbbb<tr><td>c<td>d</table>", ("t", "bbbbb", "c"), "t aaaa bbbbb c d"),
        ("<table><caption>t<tr><th>aaaa<th>bbbbb<tr><td>c<td>d</table>", ("t", "bbbbb", "c", "d"), "aaaa"),
        ("<table><tr><td>long words</table>x", ["x"], "long words"),
        ("<p>x</p><table><tr><th>a<th>b<tr><td>c<td>d</table><p>y</p>", "abcd", "x a b c d y"),
        ("<p>x</p><table><tr><td>a<td>b<tr><td>c<td>d</table><p>y</p>", "abcd", "x y"),
        ("<p>x</p><table><tr><th>a<th>b<tr><td>c<td>d</table><p>y</p>", "abcdy", "x"),
        ("<p>x</p><table><tr><th>a<th>b<tr><td>c<td>d</table><p>y</p>", "xabcd", "y"),
        ("<p>x</p><table><tr><th>a<th>b<tr><td>c<td><h2>d</h2></table><p>y</p>", "abcd", "x y"),
        ("<p>x</p><p>m</p><h2>h</h2><table><tr><th>a<td>b<tr><th>c<td>d</table>", "mhabcd", "x h a b c d"),
        ("<p>x</p><p>m</p><p>h</p><table><tr><th>a<td>b<tr><th>c<td>d</table>", "mhabcd", "x"),
        ("<p>x</p><h2>h</h2><table><tr><th>a<td>b</table>", "hab", "x"),
        ("<p>x</p><h2>h</h2><p>y</p>", "h", "x h y"),
        ("<p>x</p><h2><a href='#p'>h</a></h2><div id=p><p>y</p></div>", "h", "x h y"),
        ("<p>x</p><h2><a href='#p'>2</a></h2><div id=p><p>y</p></div>", "2", "x y"),
        ("<p>x</p><h2><a href='/p'>h</a></h2><div id=p><p>y</p></div>", "h", "x y"),
        ("<h2>h</h2><p>y</p>", "h", "y"),
        ("<p>x</p><h2>h</h2><p>y</p>", "hy", "x"),
        ("<p>x</p><h2><a href=/h>h</a></h2><p>y</p>", "h", "x y"),
        ("<p>x</p><div><h2>h</h2><a href=#h>m</a></div><p>y</p>", "hm", "x h y"),
        ("<p>x</p><div><div><h2>h</h2></div></div><p>y</p>", "h", "x y"),
        ("<ul><li>a<ul><li>b<ul><li>c</ul></ul><li>d</ul>", "bc", "a b c d"),
        ("<ul><li>a<ul><li>b</ul><li>d</ul>", "ab", "d"),
        ("<ul><li>a<ul><li><a href=/b>b</a></ul><li>d</ul>", "b", "a d"),
        ("<p>x</p><section class=footnotes><ol><li>n <a href=#r>\u21a9</a></ol></section>", "n\u21a9", "x n"),
        ("<p>x</p><p>y</p><section class=footnotes><p>n</section>", "yn", "x"),
        ("<p>x</p><div class=footnote><hr><ol><li>n</ol></div>", "n", "x n"),
        ("<p>x</p><p class=footnote-ref>n</p>", "n", "x"),
        ("<p>x</p><div class=callout-card><i>!</i><div>n</div></div>", "!n", "x ! n"),
        ("<p>x</p><aside class=admonition><p>n</p></aside><p>y</p>", "n", "x n y"),
        ("<p>x</p><p>y</p><div class=callout>n</div>", "yn", "x"),
        ("<p>x</p><h2>h</h2><table><tr><th>a<td>b<tr><th>c<td>d<td>e</table>", "habcde", "x"),
        ("<p>x</p><h2>h</h2><table><tr><th>a<th>b<tr><th>c<td>d</table>", "habcd", "x"),
        ("<p>x</p><h2>h</h2><table><tr><th>a<td>b<tr><td>c<td>d</table>", "habcd", "x"),
        ("<p>x</p><h2>h</h2><table><tr><th>a<td>b<tr><th>c<td><a href=/d>ddd</a></table>", ("h", "a", "b", "c", "ddd"),
         "x h a b c ddd"),
        ("<p>x</p><h2>h</h2><table><tr><th>a<td>b<tr><th>c<td><a href=/d>dddd</a></table>",
         ("h", "a", "b", "c", "dddd"), "x"),
        ("<h2>h</h2><table><tr><th>a<td>b<tr><th>c<td>d</table><p>x</p>", "habcd", "x"),
        ("<p>x</p><h2>h</h2><table><tr><th>a<td>b<tr><th>c<td>d</table><table><caption>t<tr><th>e<td>f</table><p>y"
         "<table><tr><th>g<td>i</table>", "habcdtefgi", "x h a b c d t e f y"),
        ("<dl><dt>a</dt><dt>b</dt><dd>c</dd><dt>d</dt><dd>e</dd></dl>", "abde", "a b c"),
        ("<dl><dt>a</dt><dd>b</dd></dl><dl><dd>c</dd></dl>", "ab", "c"),
        ("<ul><li>A: 1<li>B: 2<li>C: 3</ul><p>d</p>", ["B: 2", "C: 3"], "A: 1 B: 2 C: 3 d"),
        ("<ul><li>A: 1<li>B: 2<li>C: 3</ul><p>d</p>", ["A: 1", "B: 2", "C: 3"], "d"),
        ("<h2>s</h2><ul><li>A: 1<li>B: 2<li>C: 3</ul>", ["A: 1", "B: 2", "C: 3"], "s A: 1 B: 2 C: 3"),
        ("<p>s</p><ul><li>A: 1<li>B: 2<li>C: 3</ul>", ["A: 1", "B: 2", "C: 3"], "s"),
        ("<ul><li>A: 1<li>B: 2</ul><p>d</p>", ["B: 2"], "A: 1 d"),
        ("<ul><li>A: 1<li>B: 2<li>C</ul><p>d</p>", ["B: 2", "C"], "A: 1 d"),
        ("<ul><li>1: 1<li>2: 2<li>3: 3</ul><p>d</p>", ["2: 2", "3: 3"], "1: 1 d"),
        ("<ul><li><b>A</b> 1<li><b>B</b> 2<li><b>C</b> 3</ul><p>d</p>", ["A", "1", "B", "C", "3"], "A 1 B 2 C 3 d"),
        ("<dl><dt>A<dd>1<dt>B<dd>2<dt>C<dd>3</dl><p>d</p>", "A1B2C", "A 1 B 2 C 3 d"),
        ("<div><div><p>A<p>1</div><div><p>B<p>2</div><div><p>C<p>3</div></div><p>d</p>", "AB2C3", "A 1 B 2 C 3 d"),
        ("<div><div><p>A<a href=/>1</a></div><div><p>B<p>2</div><div><button>C</button><p>3</div></div><p>d</p>",
         "AB2C3", "1 d"),
        ("<div><p>A<p>1<p>B<p>2</div><p>d</p>", "A1B", "2 d"),
        ("<div><p class=n>A<p>1<p class=n>B<p>2<p class=n>C<p>3</div><p>d</p>", "AB2C3", "A 1 B 2 C 3 d"),
        ("<div><p>A<p>1<p>B<p>2<p>C<p>3</div><p>d</p>", "AB2C3", "1 d"),
        ("<div><p class=n><a href=/>A</a><p>1<p class=n>B<p>2<p class=n>C<p>3</div><p>d</p>", "AB2C3", "1 d"),
        ("<h2>h</h2><ul><li>a<li>b</ul><p>c</p>", "hab", "c"),
        ("<h2>h</h2><ul><li>a<li>b</ul><p>c</p>", "abc", "h"),
        ("<p>h</p><ul><li>a<li>b</ul><p>c</p>", "ab", "h c"),
        ("<h2>h</h2><ul><li><a href=/a>aa</a><li>b</ul><p>c</p>", ("aa", "b"), "h c"),
        ("<ul><li class=recipe-ingredient>a<li>b</ul><p>c</p>", "ab", "a c"),
        ("<div id=Ingredients>x<ul><li>a</ul></div><p>c</p>", "xa", "c"),
        ("<li class=ingredient>2 cups <a href=/f>of flour</a><p>c</p>", ["2 cups", "of flour"], "2 cups of flour c"),
        ("<li class=ingredient><a href=/f>7 of flour</a><p>c</p>", ["7 of flour"], "c"),
        ("<div class=ingredients><p>1 a<p>2 b<p>\u00bd c<p>d</div><p>e</p>", ["1 a", "2 b", "\u00bd c", "d"],
         "1 a 2 b \u00bd c d e"),
        ("<div class=ingredients><p>1 a<p>2 b<p>c<p>d</div><p>e</p>", ["1 a", "2 b", "c", "d"], "e"),
        ("<div class=ingredients><p>1 a<p>2 b<p>3 c<button>1x</button></div><p>e</p>", ["1x"], "1 a 2 b 3 c e"),
        ("<div class=ingredients-head>Scale<button>1x</button><button>2x</button><button>3x</button></div><p>e</p>",
         ["Scale", "1x", "2x", "3x"], "e"),
        (f"<div class=ingredients><p>1 a<p>2 b<p>3 {'c' * 1500}</div><p>e</p>", ["1 a", "2 b", f"3 {'c' * 1500}"], "e"),
        ("<h3>Zutaten</h3><p>f\u00fcr 4</p><ul><li>a</ul><p>c</p>", ["Zutaten", "a"], "Zutaten f\u00fcr 4 a c"),
        ("<div>INGR\u00c9DIENTS:</div><table><tr><td>a<td>b</table><p>c</p>", ["a", "b"], "INGR\u00c9DIENTS: a b c"),
        ("<p>Ingredients</p><ul><li><a href=/a>a</a></ul><p>c</p>", ["a"], "Ingredients c"),
        ("<p>Ingredients of a long sentence that goes on and on</p><ul><li>a</ul><p>c</p>", ["a"],
         "Ingredients of a long sentence that goes on and on c"),
        ("<ul><li class=ingredient>a</ul><h3>Directions</h3><p>b</p><ol><li>c<li>d</ol>", ["a", "Directions", "b", "d"],
         "a Directions c d"),
        ("<h3>Zutaten</h3><ul><li>a</ul><div>ZUBEREITUNG:</div><ol><li>c</ol><p>e</p>", ["a", "ZUBEREITUNG:", "c"],
         "Zutaten a ZUBEREITUNG: c e"),
        ("<h3>Directions</h3><ol><li>c<li>d</ol><p>e</p>", ["Directions", "c", "d"], "e"),
        ("<li class=ingredient>a</li><p>Directions to the mill</p><ol><li>c</ol><p>e</p>",
         ["Directions to the mill", "c"], "a e"),
        ("<li class=ingredient>a</li><h3>Method</h3><ol><li><a href=/c>c</a><li>d<a href=/e>e</a></ol><p>f</p>",
         ["Method", "c", "d", "e"], "a f"),
        ("<li class=ingredient>a</li><h3>Method</h3><p>1<p>2<p>3<p>4<p>5<ol><li>c</ol><p>e</p>", ["Method", "c"],
         "a Method 1 2 3 4 5 e"),
        ("<h2>h <a href=#h>\u00b6</a></h2><p>\u00b6 <a href=#c>c</a></p>", "", "h \u00b6 c"),
        ("<a href=#h>\u00b6</a>", "", "\u00b6"),
        ("<div class=callout><p>Note</p><p>a</p></div>b", ["Note", "a"], "b"),
        ("<div class=callout><p><a href=/n>Note</a></p><p>a</p></div>", ["Note"], "a"),
        (f"<div class=callout><p>{'Note' * 16}</p><p>a</p></div>", ["Note" * 16], "a"),
        ("<div class=box><p>Note</p><p>a</p></div>", ["Note"], "a"),
        ("<p>x <span class=katex><span class=katex-mathml><math><semantics><mrow><mi>a</mi></mrow><annotation "
         "encoding=application/x-tex>\\a</annotation></semantics></math></span><span class=katex-html>a"
         "</span></span> y", "", "x \\a y"),
        ("<p>x <math><mi>a</mi></math> y", "", "x a y"),
        ("<h3>Ingredients <div><button>US</button> <button>Metric</button></div></h3><p>c</p>", "", "Ingredients c"),
        ("<h3><button>Why?</button></h3><p>c <button>d</button></p>", "", "Why? c d"),
        ("<h3><button>a</button> <button>b</button></h3><p>c</p>", "", "a b c"),
        ("<p>a</p><pre>b = 1\n</pre><p>c</p>", ["b = 1"], "a b = 1 c"),
        ("<p>a</p><pre>b = 1\n</pre><p>c</p>", ["b = 1", "c"], "a b = 1"),
        ("<p>a</p><pre>b = 1\n</pre><p>c</p>", ["a", "b = 1"], "b = 1 c"),
        ("<p>a</p><p>d</p><pre>b = 1\n</pre><p>d</p><p>c</p>", ["b = 1", "d"], "a c"),
        ("<p>a</p><pre><a href=/b>b = 1</a></pre><p>c</p>", ["b = 1"], "a c"),
        ("<p>a</p><pre>1\n2\n</pre><p>c</p>", ["1\n2"], "a c"),
        ("<pre><b>abcd</b> <i>efghij</i></pre>", ["abcd"], "abcd efghij"),
        ("<pre><b>abcd</b> <i>efg</i></pre>", ["abcd"], "abcd efg"),
        ("<pre><b>abc</b> <i>efghij</i></pre>", ["efghij"], "abc"),
        ("<p>a 5 <span class=sr-only>minutes</span> mins</p>", "", "a 5 mins"),
        ("<p>a <a href=/b>b <span class='t-visually-hidden x'>(opens a new window)</span></a></p>", "", "a b"),
        ("<p>a <i class=screen-reader-text>b</i> <i class=visuallyhidden>c</i> <i class='u_Hidden-Visually'>d</i></p>",
         "", "a"),
        ("<p>a <i class=screen-readers>b</i> <i id=sr-only>c</i> <i class=sr-only-focusable>d</i></p>", "", "a b c d"),
        ("<p>a <i class='sr-only md:not-sr-only'>b</i> <i class=not-sr-only>c</i></p>", "", "a b c"),
        (f"<p>a <i class=sr-only>{'b' * 60}</i> <i class=sr-only>{'c' * 61}</i></p>", "", f"a {'c' * 61}"),
        ("<h2 class=sr-only>a</h2><h3><span class=sr-only>b</span></h3><p>c</p>", "", "a b c"),
        ("<h2>a <i class=sr-only>b</i></h2><p>c</p>", "", "a c"),
        ("<table><tr><th class=sr-only>a<th>b<tr><td><i class=sr-only>yes</i><td>4 <b><i class=sr-only>stars</i></b>"
         "</table><dl><dt>c <i class=sr-only>d</i><dd>e <i class=sr-only>f</i></dl>", "", "a b yes 4 stars c d e"),
        ("<i class=sr-only>a</i>", "", "a"),
        ("<html class=sr-only><body><p>a <i class=sr-only>b</i></p>", "", "a b"),
        ("<p>a <i class=sr-only>b <b class=sr-only>c</b></i> d</p>", "", "a d"),
        ("<p>a <i class=sr-only>b</i></p><table><tr><th>c<th>d<tr><td>e<td><i class=sr-only>f</i></table><p>g "
         "<i class=sr-only>h</i></p>", "", "a c d e f g"),
    ],
)  # fmt: skip
def test_completed(html, removed, text):
    assert " ".join(completed_text(html, *removed)).split() == text.replace("|", " ").split()


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>b</p><p><a href=http://m.example><b>{}</b></a></p><p>y</p>", "b {} y"),
        ("<p>b</p><p><a href=http://m.example>{}</a></p>", "b"),
        ("<p>b</p><p>{}</p><p>y</p>", "b y"),
        ("<ul><li>b<br><a href=http://m.example>{}</a><li>y</ul>", "b y"),
        ("<p>b</p><p><a href=http://m.example>{}</a> <i>c</i></p><p>y</p>", "b c y"),
    ],
)
def test_addresses_between_texts_are_what_these_are_about(html, text):
    address = "http://m.example/a"
    assert " ".join(completed_text(html.format(address), address)).split() == text.format(address).split()
    assert "m.example" not in completed_text("<p>b</p><p><a href=/m>m.example</a></p><p>y</p>", "m.example")


NUMBERED = "<table><tr><td><pre><i>{}</i>\n<i>{}</i></pre><td><pre>{}</pre></table>"


@pytest.mark.parametrize(
    ("html", "removed", "text"),
    [
        (NUMBERED.format(1, 2, "a") + NUMBERED.format(7, 8, "b"), ["7", "8"], "a b"),
        (NUMBERED.format(1, 2, "a") + NUMBERED.format(7, 8, "b"), ["8"], "a b"),
        (NUMBERED.format(1, 2, "a") + NUMBERED.format(7, 8, "b"), [], "a b"),
        (NUMBERED.format(1, 2, "a") + NUMBERED.format(7, 8, "b"), ["1", "2", "7", "8"], "a b"),
        (NUMBERED.format(1, 3, "a") + NUMBERED.format(7, 8, "b"), ["7", "8"], "1 3 a b"),
        (NUMBERED.format(1, "2x", "a") + NUMBERED.format(7, 8, "b"), ["7", "8"], "1 2x a b"),
        (NUMBERED.format(1, "9" * 30, "a") + NUMBERED.format(7, 8, "b"), ["7", "8"], f"1 {'9' * 30} a b"),
        ("<pre>1\n2</pre><pre>a</pre>" + NUMBERED.format(7, 8, "b"), ["7", "8"], "1 2 a b"),
        ("<table><tr><td><pre>1\n2</pre><tr><td><pre>a</pre></table>" + NUMBERED.format(7, 8, "b"), ["7"], "1 2 a b"),
        (NUMBERED.format(1, 2, "") + NUMBERED.format(7, 8, "b"), ["8"], "b"),
    ],
)
def test_numbers_of_lines_are_kept_or_left_out(html, removed, text):
    assert " ".join(completed_text(f"<p>x</p>{html}", *removed)).split() == ["x", *text.split()]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("<td class=lntd><pre><code><span class=lnt>1\n</span><span class=lnt>2\n</span></code></pre>", "a"),
        ("<td class=linenos><div class=linenodiv><pre>1\n2</pre></div>", "a"),
        ("<td class='rouge-gutter gl'><pre class=lineno>1\n2</pre>", "a"),
        ("<td class=linenos><pre>1\n3</pre>", "1 3 a"),
    ],
)
def test_numbers_of_lines_are_those_that_follow_each_other(cell, text):
    assert " ".join(completed_text(f"<p>x</p><table><tr>{cell}<td class=code><pre>a</pre></table>")).split() == [
        "x",
        *text.split(),
    ]


def test_a_complete_selection_is_itself():
    found = result(f"<p>{STORY}</p><ul><li>a</ul>", "a")
    assert complete_structures(found.page, found.selection) is found.selection
    nothing = Selection(np.zeros(2, np.bool_), "test")
    assert complete_structures(found.page, nothing) is nothing


def test_what_is_added_is_content_and_says_why():
    page = Page.from_html("<div><p>h:</p><ul><li>a</ul><p>c</p></div>", URL)
    types = np.array([1, BLOCK_TYPES.index("navigation"), 1], np.uint8)
    kept = np.array([True, False, True])
    related = np.array([False, True, False])
    selection = Selection(
        kept, "test", types=lambda: types, explain=lambda position: (f"row {position}",), related=related
    )
    found = Result(page, complete_structures(page, selection))
    assert [(block.text, block.type) for block in found.blocks] == [
        ("h:", "content"),
        ("a", "content"),
        ("c", "content"),
    ]
    assert found.blocks[1].reasons == ("part of a table, a list, a definition or a code that is content",)
    assert found.blocks[2].reasons == ("row 2",)
    assert found.noise == []
    assert not found.selection.related.any()


@pytest.mark.parametrize("name", method_names())
def test_the_published_profiles_are_without_it(name):
    assert get_method(name).complete_structures
    assert name == "auto" or not get_method(name, "paper").complete_structures
    assert not get_method(name, options={"complete_structures": False}).complete_structures


def test_of_denoise():
    page = f"<h1>River</h1><p>{STORY}</p><h2>To do <a href=#todo>\u00b6</a></h2><p>{STORY}</p>"
    assert "\u00b6" not in denoise(page, URL).text
    assert [block.text for block in denoise(page, URL).noise][-1:] == ["\u00b6"]
    assert "\u00b6" in denoise(page, URL, options={"complete_structures": False}).text


@pytest.mark.parametrize("title", ["References", "Further reading:", "参考文献", "Quellen und Links", "ИСТОЧНИКИ"])
@pytest.mark.parametrize("line", ["<h2>{}</h2>", "<p><b>{}</b></p>", "<h3 id=r>{}<a href=#r>¶</a></h3>"])
def test_references_of_a_text(title, line):
    links = "<ul><li><a href=/flood>The flood</a><li><a href=/mill>The mill</a></ul>"
    html = f"<p>{STORY}</p>{line.format(title)}{links}"
    assert completed_text(html, "The flood", "The mill")[-2:] == ["The flood", "The mill"]
    assert "The mill" not in completed_text(html.replace(title, "More stories"), "The flood", "The mill")
    found = completed_text(html, title, "¶", "The flood", "The mill")
    assert ("The mill" in found, found[-3:-2] == [title]) == ((True, True) if "<h" in line else (False, False))
    beside = html.replace(f"<p>{STORY}</p>", f"<div><p>{STORY}</p></div>").replace("<ul>", "<div><ul>")
    assert "The mill" not in completed_text(beside, title, "¶", "The flood", "The mill")
    assert "The mill" not in completed_text(html.replace("<ul", "<p>No links.</p><ul"), "The flood", "The mill")


@pytest.mark.parametrize(
    ("notes", "stays"),
    [
        ("<p><b>References:</b></p><p>1. The Mill, 3/5/1963</p><p>[2] The Boat</p>", True),
        ("<p>Quellen</p><p>(1) The Mill</p><p>(2) The Boat</p>", True),
        ("<p>More</p><p>1. The Mill</p><p>2. The Boat</p>", False),
        ("<p>References</p><p>The Mill</p><p>The Boat</p>", False),
        ("<p>References</p><div><p>1. The Mill</p><p>2. The Boat</p></div>", True),
        ("<div><p>References</p><p>1. The Mill</p><p>2. The Boat</p></div>", False),
    ],
)
def test_numbered_references(notes, stays):
    html = f"<article><p>{STORY}</p>{notes}<p>9. The wheel</p><p>Subscribe</p></article>"
    lines = [line for line in re.split("<[^>]+>", notes) if line]
    found = completed_text(html, *lines, "9. The wheel", "Subscribe")
    assert found[1:] == ([*lines, "9. The wheel"] if stays else [])
    if stays:
        assert completed_text(html, *lines[1:], "9. The wheel", "Subscribe")[1:] == [*lines, "9. The wheel"]


TURNS = "The wheel turns from spring until the first frost of the autumn."
FEEDS = "A brook feeds it, which the miller leads over the meadow in summer."
ASKED = ("When does it turn?", TURNS, "What feeds it?", FEEDS)
FLAT = "<section><h2>{}</h2><h3>{}</h3><p>{}</p><h3>{}</h3><p>{}</p><div>Print</div></section>"
BOX = "<li><a href=#>{}</a><div><p>{}</p></div>"
BOXES = f"<div><div>{{}}</div><ul>{BOX}{BOX}</ul></div>"


SECTIONS = "".join(f"<div class=part>{text}</div>" for text in ("<p>a", f"<p>{TURNS}", "<p>c"))


FIELDS = ("Height: 62 cm", "Weight: 3 kg", "Colour: red")
FIELD_LIST = "<ul>" + "".join(f"<li>{field}</li>" for field in FIELDS) + "</ul>"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a</p><h2>Technical data</h2>{}", ["a", "Technical data", *FIELDS]),
        ("<p>a</p><div><h3>技术参数：</h3><div>{}</div></div><p>b</p>", ["a", "技术参数：", *FIELDS, "b"]),
        ("<p>a</p><h2>Opening hours</h2>{}", ["a"]),
        ("<h2>Technical data</h2>{}<p>a</p>", ["a"]),
        ("<p>a</p><h2>Technical data</h2><p>b</p>{}", ["a", "Technical data", "b"]),
        ("<p>a</p><h2>Technical data</h2><ul><li>Height: 62 cm</li><li>Weight: 3 kg</li></ul>", ["a"]),
    ],
)
def test_fields_under_a_title_of_specifications(html, text):
    removed = ("Technical data", "技术参数：", "Opening hours", *FIELDS)
    assert completed_text(html.format(FIELD_LIST), *removed) == text


@pytest.mark.parametrize(
    "hidden", ["aside id=n1 hidden", "div id=n1 style='display: none'", "section class=notes hidden"]
)
def test_a_hidden_note_to_which_the_text_refers_is_content(hidden):
    note = "By my own count of the piers there were seven, and not five, before the flood."
    inner = f"<p>{note}</p>" if "id=" in hidden else f"<ol><li id=n1>{note}</li></ol>"
    article = f"<article><p>{STORY}<a href=#n1>*</a></p><p>{STORY[79:]}</p></article>"
    found = denoise(f"<h1>Bridge</h1>{article}<{hidden}>{inner}</{hidden.split()[0]}><footer>Terms</footer>", url=URL)
    assert found.text.endswith(f"\n{note}")
    assert found.markdown.count(note) == found.html.count(note) == 1


def test_a_table_in_a_cell_is_whole_with_the_table_around_it():
    html = "<p>a</p><table><tr>{}Sign{}Use<tr><td>one<td><table><tr><td>two<td>three</table></table><p>b</p>"
    whole = ["a", "Sign", "Use", "one", "two", "three", "b"]
    assert completed_text(html.format("<th>", "<th>"), "two", "three") == whole
    assert completed_text(html.format("<td>", "<td>"), "two", "three") == [*whole[:4], "b"]
    # Of less than that one with a table in a cell is not completed, though it stands between two texts.
    assert completed_text(html.format("<th>", "<th>"), "one", "two", "three") == [*whole[:3], "b"]


@pytest.mark.parametrize(
    ("between", "removed", "text"),
    [
        ("<p>c</p><h2>Prices</h2><p>b</p>", ("c", "Prices"), ["Prices"]),
        ("<p>c</p><h2>Prices</h2><h3>Boats</h3><p>b</p>", ("c", "Prices", "Boats"), ["Prices", "Boats"]),
        ("<p>c</p><h2>Prices</h2><p>none</p><h3>Boats</h3><p>b</p>", ("c", "Prices", "none", "Boats"), ["Boats"]),
        ("<p>c</p><h2>Prices</h2><p>3</p><p>4</p><p>b</p>", ("c", "Prices", "3", "4"), []),
        ("<p>c</p><div><h2>Prices</h2></div><div><div><p>b</p></div></div>", ("c", "Prices"), ["Prices"]),
        (
            "<p>c</p><h2>Related</h2><p><a href=/a>One</a></p><p><a href=/b>Two</a></p><h2>Prices</h2><p>b</p>",
            ("c", "Related", "One", "Two", "Prices"),
            ["Prices"],
        ),
        ("<p>c</p><div><div><h2>Prices</h2></div></div><div><p>b</p></div>", ("c", "Prices"), []),
    ],
)
def test_headings_above_kept_texts(between, removed, text):
    assert completed_text(f"<p>a</p>{between}", *removed) == ["a", *text, "b"]
    html = f"<div>{between}</div>"
    assert completed_text(html, *removed) == ["b"]  # nothing is kept above


LONG = "old " * 1000 + "old"
LINKS = "<ul><li><a href=/a>The old ferry</a><li><a href=/b>The new one</a></ul>"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (f"<p>Two of them run:</p>{LINKS}<p>y</p>", "Two of them run:\nThe old ferry\nThe new one\ny"),
        (f"<p>有两艘：</p>{LINKS}<p>y</p>", "有两艘：\nThe old ferry\nThe new one\ny"),
        (f"<p>Two of them run.</p>{LINKS}<p>y</p>", "Two of them run.\ny"),
        (f"<p>Two of them run:</p>{LINKS}", "Two of them run:"),  # what follows a text may be anything
        (f"<p>Two of them run:</p><div>{LINKS}</div><p>y</p>", "Two of them run:\ny"),
        (f"<p>All:</p>{LINKS.replace('old', LONG)}<p>y</p>", "All:\ny"),
    ],
)
def test_a_list_that_a_line_announces_within_the_text_is_kept(html, text):
    found = result(html, "The old ferry", "The new one", f"The {LONG} ferry")
    assert Result(found.page, complete_structures(found.page, found.selection)).text == text
