"""Plain text that shows lists and tables."""

import pytest
from helpers.selected import result

from scrapy_denoise.document.render.plain import render_plain
from scrapy_denoise.document.tree.builder import build_document


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a <b>b</b><br>c</p><p>d</p>", "a b c\nd"),
        ("<ul><li>a<ul><li>b</ul><li><p>c<p>d</ul>", "- a\n  - b\n- c\n  d"),
        ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
        ("<table><caption>t<tr><th>a<th>b<tr><td>c<td></table>", "t\na | b\nc | "),
        ("<dl><dt>a</dt><dd>b</dd></dl><hr><pre>c\n  d</pre>", "a\nb\nc\n  d"),
        ("<p>a <q>b <q>c</q> <i>d</i></q>, „<q>e</q>“</p><table><tr><th><q>f</q><th>g<tr><td>h</table>",
         'a "b "c" d", „e“\n"f" | g\nh'),
        ("<figure><img src=i.png alt=x><figcaption>c</figcaption></figure>", "c"),
        (
            "<ul><li><input type=checkbox checked disabled> a<li><input type=checkbox disabled> b</ul>",
            "- [x] a\n- [ ] b",
        ),
    ],
)  # fmt: skip
def test_plain(html, text):
    found = result(html)
    assert render_plain(build_document(found.page, found.selection.kept)) == text


def test_alternative_texts():
    found = result("<figure><img src=i.png alt=x><figcaption>c</figcaption></figure>")
    assert (found.plain(), found.plain(alts=True)) == ("c", "x\nc")
