"""Parts of entries that style sheets alone set apart, in text, Markdown and the document."""

import numpy as np
import pytest
from helpers.records import KINDS
from helpers.selected import result as result_of

from scrapy_denoise import denoise
from scrapy_denoise.document.render.compiled import render_text
from scrapy_denoise.page import Page

CARDS = "".join(
    f"<a href=/cakes/{kind}><img src=/{kind}.jpg alt=''><span>The {kind} cake with apples</span>"
    f"<span>Valley bakery</span><span>$8{i}.00</span><span>$6{i}.00</span></a>"
    for i, kind in enumerate(KINDS)
)


def test_each_entry_of_a_list_has_its_line_and_its_parts_are_apart():
    result = denoise(f"<body><h1>Cakes</h1><div>{CARDS}</div>", url="https://shop.example/cakes/")
    wanted = [f"The {kind} cake with apples Valley bakery $8{i}.00 $6{i}.00" for i, kind in enumerate(KINDS)]
    assert result.text.splitlines()[-len(KINDS) :] == wanted
    assert [entry.price for entry in result.entries] == [f"6{i}.00" for i in range(len(KINDS))]
    assert "The old cake with apples Valley bakery $80.00 $60.00" in result.markdown
    assert "Valley bakery $80.00 $60.00</a>" in result.html


def test_other_pages_are_as_browsers_show_them():
    sentence = "<p>The <b>mill</b><i>er</i> of the <b>ford</b><i>s</i> had a <b>wheel</b><i>house</i> of oak.</p>"
    result = denoise(f"<body><h1>The mill</h1>{sentence * 9}", url="https://a.example/mill")
    assert "The miller of the fords had a wheelhouse of oak" in result.text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<b>one</b><i>two</i>", "one two"),
        ("<b>one</b> <i>two</i>", "one two"),
        ("<b>河谷</b><i>新闻</i>", "河谷 新闻"),
        ("<b>4</b><i>$5</i>", "4 $5"),
        ("<b>4</b><i>5</i>", "45"),
        ("<b>one</b>two", "onetwo"),
        ("one<i>two</i>", "onetwo"),
        ("<b>one <i>and</i></b>", "one and"),
        ("<b>4</b><i>é</i>", "4 é"),
    ],
)
def test_what_would_run_together(html, text):
    columns = Page.from_html(f"<p>{html}").columns
    kept = np.ones(len(columns.text_rows), np.bool_)
    assert render_text(columns, kept, np.zeros(len(kept), np.bool_)) == text


def test_flags_of_another_page_are_refused():
    columns = Page.from_html("<p><b>One</b><i>Two</i>").columns
    kept = np.ones(len(columns.text_rows), np.bool_)
    with pytest.raises(ValueError, match=r"."):
        render_text(columns, kept, np.ones(1, np.bool_))


def test_no_space_stands_before_a_sign_behind_what_was_left_out():
    line = "<p>See <a href=/a>the plan<b> (2 p.)</b></a>, <i>all </i>of it<b> again</b>!</p>"
    found = result_of(line, "(2 p.)", "again")
    assert found.text == "See the plan, all of it!"
    assert found.markdown == "See [the plan](https://a.example/a), *all* of it!"
    assert result_of("<p>the plan<b> (2 p.)</b>.net is here</p>", "(2 p.)").text == "the plan .net is here"
