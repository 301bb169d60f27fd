"""The walk: which rows a page has, and what stands in their columns."""

import unicodedata

import numpy as np
import pytest
from lxml import etree

from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.walk.compiled import ElementRequest, elements, walk


def read(html):
    """Each row of the body as its name and, for text, what it shows; deeper rows indented."""
    columns = Page.from_html(html).columns
    body = next(row for row in range(len(columns)) if columns.name(row) == "body")
    rows = range(body + 1, columns.end[body])
    return [
        " " * (columns.depth[row] - 2)
        + (repr(columns.text_of(row)) if columns.tag[row] == tags.TEXT else columns.name(row))
        for row in rows
    ]


def columns_of(html):
    return Page.from_html(html).columns


def text_of(html):
    return Page.from_html(html).text


def row_of(columns, text):
    return next(row for row in columns.text_rows if columns.text_of(row) == text)


def test_rows_are_elements_and_texts_in_document_order():
    assert read("<div><p>One <b>two</b> three</p> \n <hr></div>tail") == [
        "div",
        " p",
        "  'One'",
        "  b",
        "   'two'",
        "  'three'",
        " hr",
        "'tail'",
    ]


def test_a_table_of_columns():
    columns = columns_of("<div id=a><p class='x y'>Ab, <a href=/>12</a></p></div>")
    names = [columns.name(row) for row in range(len(columns))]
    assert names == ["html", "body", "div", "p", "#text", "a", "#text"]
    assert columns.parent.tolist() == [-1, 0, 1, 2, 3, 3, 5]
    assert columns.end.tolist() == [7, 7, 7, 7, 5, 7, 7]
    assert columns.depth.tolist() == [0, 1, 2, 3, 4, 4, 5]
    assert columns.position.tolist() == [1, 1, 1, 1, 1, 1, 1]
    assert columns.chars.tolist() == [0, 0, 0, 0, 3, 0, 2]
    assert columns.punctuation.tolist() == [0, 0, 0, 0, 1, 0, 0]
    assert columns.link.tolist() == [False, False, False, False, False, True, False]
    assert columns.linked.tolist() == [False, False, False, False, False, True, True]
    assert columns.block_row.tolist() == [0, 1, 2, 3, 3, 3, 3]
    assert columns.text == b"Ab, 12"
    assert columns.text_start[columns.text_rows].tolist() == [0, 4]
    assert columns.text_stop[columns.text_rows].tolist() == [3, 6]
    assert (columns.id_hash != 0).tolist() == [False, False, True, False, False, False, False]
    assert (columns.class_hash != 0).tolist() == [False, False, False, True, False, False, False]
    assert (columns.text_hash != 0).tolist() == [False, False, False, False, True, True, True]  # the link has a href


def test_subtree_sums():
    columns = columns_of("<div>Abc<p>de <a href=/>fgh</a> <a>ijkl</a></p></div>x")
    names = [columns.name(row) for row in range(len(columns))]
    div, p = names.index("div"), names.index("p")
    assert (columns.subtree_chars[[0, div, p]] == [13, 12, 9]).all()
    assert (columns.subtree_link_chars[[0, div, p]] == [3, 3, 3]).all()
    assert (columns.subtree_links[[0, div, p]] == [1, 1, 1]).all()
    assert columns.subtree_sum(np.ones(len(columns)))[div] == columns.end[div] - div
    assert columns.text_of(p) == "de fgh ijkl"
    assert columns.text_of(div) == "Abc\nde fgh ijkl"


@pytest.mark.parametrize("kind", [np.bool_, np.uint8, np.int8, np.int32, np.int64, np.float64])
def test_sums_and_marks_of_subtrees(kind):
    rng = np.random.default_rng(1)
    for html in ("", "<p>a", "<div><p>a<b>b</b></p><p><i>c</i></p></div><ul><li>d<li><a>e</a></ul>" * 9):
        columns = columns_of(html)
        n = len(columns)
        spans = list(zip(range(n), columns.end.tolist(), strict=True))
        values = rng.integers(0, 2 if kind is np.bool_ else 100, 2 * n).astype(kind)
        for some in (values[:n], values[::2]):
            assert columns.subtree_sum(some).tolist() == [int(some[row:end].sum()) for row, end in spans]
        rows = rng.permutation(n)[: n // 4]
        inside = {inner for row in rows for inner in range(*spans[row])}
        assert np.flatnonzero(columns.in_subtrees(rows)).tolist() == sorted(inside)
        assert not columns.in_subtrees(rows[:0]).any()


def test_columns_of_other_lengths_have_no_sums():
    columns = columns_of("<div><p>a</p></div>")
    with pytest.raises(ValueError, match="lengths"):
        columns.subtree_sum(np.ones(len(columns) + 1, np.int64))
    with pytest.raises(IndexError):
        columns.in_subtrees(np.array([len(columns)]))


@pytest.mark.parametrize(
    "html",
    ["<script>x</script>", "<style>x</style>", "<!-- x -->", "<template><p>x</p></template>", "<noscript>x</noscript>",
     "<p hidden>x</p>", "<p HIDDEN=''>x</p>", "<p style='display:none'>x</p>",
     "<p style='color:red;DISPLAY : None'>x</p>", "<title>x</title>", "<svg><title>x</title></svg>",
     "<noframes>x</noframes>", "<p class=tw-hidden>x</p>", "<p class='raw tw-hidden tw-m-1'>x</p>"],
)  # fmt: skip
def test_what_is_never_shown_has_no_text_row(html):
    assert text_of(f"{html}<p>shown</p>") == "shown"


@pytest.mark.parametrize(
    "html",
    ["<p style='display:block'>x</p>", "<p style='display'>x</p>", "<p style='content: none'>x</p>",
     "<p class=hidden>x</p>", "<p class='tw-hidden md:tw-block'>x</p>", "<p class='a-tw-hidden tw-hidden-x'>x</p>",
     "<p class='md:tw-hidden'>x</p>", "<p title=hidden>x</p>", "<body hidden><p>x</p>",
     "<details>x</details>", "<textarea>x</textarea>"],
)  # fmt: skip
def test_what_is_shown_has(html):
    assert text_of(html) == "x"


@pytest.mark.parametrize(
    ("style", "shows"),
    [
        ("--footer-display: none", True),
        ("--a: b; --menu-display:none;", True),
        ("background: url(/display:none.png)", True),
        ("background: url(a;display:none)", True),
        ("background: url('a);display:none')", True),
        ("/* display: none */ color: red", True),
        ("color: red /* ; display: none", True),
        ("content: '; display: none'", True),
        ("--theme: { display: none }; color: red", True),
        ("display: none; display: block", True),
        ("display: block !important; display: none", True),
        ("display: nonesuch", True),
        ("display: none none", True),
        ("x-display: none", True),
        ("display: none", False),
        ("display: block; display: none", False),
        ("display: none; display: nonesuch", False),
        ("display: none; display: ", False),
        ("display: none ! important; display: block", False),
        ("display/**/: /* no */ none/* */", False),
        (";;color:red; DISPLAY:NONE;", False),
        ("color; display: none", False),
        ("background: url(a.png); display: none", False),
        ("content: 'it\\'s'; display: none", False),
        ("visibility: hidden", False),
        ("visibility: Collapse", False),
        ("visibility: hidden; visibility: visible", True),
        ("visibility: visible !important; visibility: hidden", True),
        ("--visibility: hidden", True),
        ("backface-visibility: hidden", True),
        ("content-visibility: auto", True),
    ],
)
def test_a_style_hides_by_the_declaration_that_wins(style, shows):
    assert text_of(f'<p>a</p><p style="{style}">b</p>') == ("a\nb" if shows else "a")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<div hidden style='display: block'>a</div>b", "a\nb"),
        ("<div hidden style='color: red'>a</div>b", "b"),
        ("<div style='visibility: hidden'>a<p>b</p><p style='visibility: visible'>c<i>d</i></p>e</div>f", "cd\nf"),
        ("<div style='visibility: hidden'>a<p style='visibility: inherit'>b</p></div>f", "f"),
        ("<p style='visibility:hidden'><i style='visibility:visible'>a<b style='visibility:hidden'>b</b>c</i>", "ac"),
        ("<div style='visibility: hidden'><p style='visibility: visible; display: none'>b</p></div>f", "f"),
        ("<div style='display: none'><p style='visibility: visible; display: block'>b</p></div>f", "f"),
        ("<body style='visibility: hidden'><p>a</p>", "a"),
        ("<div role=tabpanel style='visibility: hidden'>a</div>b", "a\nb"),
    ],
)
def test_what_is_invisible_may_hold_what_is_visible_again(html, text):
    assert text_of(html) == text


def test_what_is_invisible_and_shown_later_is_read():
    long = "<p>The river rose in the night, and by noon the lower road was under water.</p>" * 20
    answer = "<p>Forty minutes in summer, an hour and a half in winter.</p>"
    assert len(text_of(f"<p>a</p><div style='visibility: hidden'>{long}</div>").split("\n")) == 21
    assert text_of(f"<p>a</p><div class=popup style='visibility: hidden'>{long}</div>") == "a"
    assert "Forty" in text_of(f"<div><b>How long does it take?</b></div><div style='visibility: hidden'>{answer}</div>")
    assert "Forty" not in text_of(f"<div><b>By ship</b></div><div style='visibility: hidden'>{answer}</div>")


def test_a_picture_in_what_is_invisible_has_no_row():
    assert "img" not in " ".join(
        read("<div style='visibility:hidden'><img src=a><i style='visibility:visible'>b</i></div>")
    )


FOREIGN = "<svg><style>a</style><g><text>label</text>{}</g></svg>"
LONG = "The ferry leaves the old harbour at six in the morning, when the fog is on the river."


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        (FOREIGN.format(f"<foreignObject><div><p>{LONG}</p></div></foreignObject>"), [LONG]),
        (FOREIGN.format("<foreignObject><div>Start</div></foreignObject>"), []),
        (FOREIGN.format(f"<foreignObject>Start</foreignObject><foreignObject><p>{LONG}</p></foreignObject>"), [LONG]),
        (f"<div style='visibility: hidden'>{FOREIGN.format(f'<foreignObject>{LONG}</foreignObject>')}</div>", []),
        (FOREIGN.format(f"<foreignObject style='display: none'>{LONG}</foreignObject>"), []),
    ],
)
def test_html_in_a_drawing_is_text_where_it_is_no_label(html, texts):
    columns = columns_of(f"<p>a</p>{html}<p>b</p>")
    assert columns.text.decode().split("\n") == ["a", *texts, "b"]


@pytest.mark.parametrize(
    ("html", "closed"),
    [
        ("<dialog><p>b</p></dialog>", True),
        ("<dialog aria-labelledby=t><h2 id=t>b</h2></dialog>", True),
        ("<dialog open><p>b</p></dialog>", False),
        ("<dialog style='display: block'><p>b</p></dialog>", False),
        ("<div popover><p>b</p></div>", True),
        ("<div popover style='display: flex'><p>b</p></div>", False),
        ("<div role=dialog aria-hidden=true><p>b</p></div>", True),
        ("<div role=AlertDialog inert><p>b</p></div>", True),
        ("<div role=dialog aria-hidden=false><p>b</p></div>", False),
        ("<div role=dialog><p>b</p></div>", False),
        ("<div class='modal fade' aria-hidden=true tabindex=-1><p>b</p></div>", True),
        ("<section class=Popup inert><p>b</p></section>", True),
        ("<div class=lightbox aria-hidden=true style='display: block'><p>b</p></div>", False),
        ("<div class='page modal-open' aria-hidden=true><p>b</p></div>", False),
        ("<div class=modal><p>b</p></div>", False),
        ("<div class=slick-slide aria-hidden=true tabindex=-1><p>b</p></div>", False),
        ("<main aria-hidden=true><p>b</p></main>", False),
        ("<main inert><p>b</p></main>", False),
    ],
)
def test_a_dialog_that_is_not_open_is_known(html, closed):
    columns = columns_of(f"<p>a</p>{html}")
    assert len(columns.dialogs) == closed
    assert all(columns.text_between(1, 2) == "b" and columns.end[row] == len(columns) for row in columns.dialogs)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('<p>[vc_row type="full" x="1"][vc_column width="1/2"]</p><p>a</p><p>[/vc_column][/vc_row]</p>', "a"),
        ("<p>[vc_row type=”full”][vc_column_text]a b[/vc_column_text][/vc_row]</p>", "a b"),
        ('<p>[caption id="a1" width="300"]The mill[/caption]</p>', "The mill"),
        ("<p>{{price.total}}</p><p>a</p>", "a"),
        ("<p>From {{ price.total | money }} a night</p>", "From a night"),
        ("<li>{{#if open}}a{{/if}}</li>", "a"),
        ("<p>a {% endif %}</p>", "a"),
        ("<p>a</p><p>&lt;%= item.title %></p><p>${item.price}</p>", "a"),
        ('<p>[contact-form-7 id="12" title="Write to us"]</p><p>a</p>', "a"),
        # What a reader may have written so.
        ('<p>Use [gallery ids="1,2"] in a post.</p>', 'Use [gallery ids="1,2"] in a post.'),
        ("<p>It rained [citation needed] twice [1][2].</p>", "It rained [citation needed] twice [1][2]."),
        ("<p>As shown [smith_2020][doe_2019]</p>", "As shown [smith_2020][doe_2019]"),
        ("<p>[quote]a[/quote]</p>", "[quote]a[/quote]"),
        ("<p>Costs ${name} or less than <% of it", "Costs ${name} or less than <% of it"),
        ("<p>The template {{stub}} and {{cite web}}</p>", "The template {{stub}} and {{cite web}}"),
        ("<p><code>{{price.total}}</code> and <tt>[/vc_row]</tt></p>", "{{price.total}} and [/vc_row]"),
        ("<pre>{{ price.total }}\n[/vc_row]</pre>", "{{ price.total }}\n[/vc_row]"),
        (
            "<p>The variable {{ site.title }} holds the name of the whole site.</p>",
            "The variable {{ site.title }} holds the name of the whole site.",
        ),
    ],
)
def test_signs_of_templates_that_nothing_filled_in_are_no_text(html, text):
    assert text_of(html) == text


def test_what_react_streams_is_shown():
    assert text_of("<p>a</p><div hidden id='S:0'><p>b</p></div><div hidden id=So>c</div>") == "a\nb"


@pytest.mark.parametrize(
    "panel",
    ["role=tabpanel hidden", "ROLE=TabPanel style='display:none'", "role=region aria-labelledby=q hidden",
     "aria-labelledby=q hidden", "class='card accordion-body' hidden", "id=collapseTwo style='display: none'",
     "class='a-expander-content' style='display:none'", "class=tab-pane hidden", "role='' class=collapsible hidden",
     "class='b tab__content' hidden", "class=tabs-panel hidden", "id=tabcontent-2 style='display:none'"],
)  # fmt: skip
def test_a_panel_that_readers_open_is_read(panel):
    assert text_of(f"<p>a</p><div {panel}><p>b</p></div>") == "a\nb"


def test_what_a_custom_element_of_tabs_shows_is_read():
    """As on the documentation of AWS, whose script makes tabs of a hidden list."""
    panels = "<dl style='display: none'><dt>a<dd>b</dl>"
    assert text_of(f"<docs-tabs>\n{panels}</docs-tabs>") == "a\nb"
    others = ("<docs-list>{}</docs-list>", "<docs-tabs><p>x</p>{}</docs-tabs>", "<docs-tabs>{}<p>x</p></docs-tabs>")
    assert [text_of(other.format(panels)) for other in others] == ["", "x", "x"]


@pytest.mark.parametrize(
    "other",
    ["role=menu aria-labelledby=q hidden", "role=dialog aria-labelledby=q class=expand hidden", "role hidden",
     "aria-labelledby='' hidden", "class='modal fade' aria-labelledby=q hidden", "role=tabpanels hidden",
     "class=dropdown-menu aria-labelledby=q hidden", "class=tabs hidden", "data-id=accordion hidden",
     "aria-label=collapse hidden", "class='tab-contact table-content tabular-pane' hidden"],
)  # fmt: skip
def test_what_else_is_hidden_is_no_panel(other):
    assert text_of(f"<p>a</p><div {other}><p>b</p></div>") == "a"


@pytest.mark.parametrize(
    ("mark", "note", "reads"),
    [
        ("<a href=#n1 aria-describedby=n1>*</a>", "<aside id=n1 hidden>{}</aside>", True),
        ("<sup><a href=#n1>[12]</a></sup>", "<div style='display:none'><ol><li id=n0>x<li id=n1>{}</ol></div>", True),
        ("<a href=#n1><sup>†</sup></a>", "<p id=n1 hidden>{}</p>", True),
        ("<a role=doc-noteref href=#n1>the note</a>", "<div id=n1 hidden>{}</div>", True),
        ("<sup aria-describedby=n1>a</sup>", "<section hidden><p id=n1>{}</p></section>", True),
        ("<a href=#n1>Log in</a>", "<div id=n1 hidden>{}</div>", False),
        ("<a href=#n2>1</a>", "<div id=n1 hidden>{}</div>", False),
        ("<a href=/#n1>1</a>", "<div id=n1 hidden>{}</div>", False),
        ("<a href=#n1><i></i></a>", "<div id=n1 hidden>{}</div>", False),
        ("<a href=#n1>1</a>", "<div id=n1 class=modal hidden>{}</div>", False),
        ("<a href=#n1>1</a>", "<div id=n1 hidden><a href=/>{}</a></div>", False),
        ("<a href=#n1>1</a>", "<span id=n1 hidden>{}</span>", False),  # it would stand in the sentence
        ("<input aria-describedby=n1>", "<div id=n1 hidden>{}</div>", False),
        ("<button aria-describedby=n1>Go</button>", "<div id=n1 hidden>{}</div>", False),
    ],
)
def test_a_hidden_note_to_which_the_text_refers_is_read(mark, note, reads):
    text = "By my own count there were seven, before the flood."
    assert (text in text_of(f"<p>The piers{mark} are old.</p>{note.format(text)}")) == reads
    assert text not in text_of(f"{note.format(text)}<p>The piers{mark} are old.</p>")


def test_a_hidden_aside_to_which_the_text_refers_is_no_aside():
    html = "<p>a<a href=#n1>1</a></p><aside id=n1 hidden>By my own count there were seven.</aside><aside>c</aside>"
    columns = columns_of(html)
    names = [tags.NAMES[code] for code in columns.tag[columns.parent[columns.text_rows]].tolist()]
    assert names == ["p", "a", "div", "aside"]
    assert [columns.name(columns.parent[row]) for row in columns.text_rows] == ["p", "a", "aside", "aside"]


@pytest.mark.parametrize(
    ("opens", "reads"),
    [
        ("<h3><button>How long is the ferry under way</button></h3>", True),
        ("<button><h3>How long is the ferry under way</h3></button>", True),
        ("<div><h3 role=button tabindex=0>How long is the ferry under way<i></i></h3></div>", True),
        ("<button>How long is the ferry under way? <i>+</i></button>", True),
        ("<div role=button><span>渡船需要多长时间？</span></div>", True),
        ("<a aria-expanded=false href='#'>كم تستغرق العبارة؟ </a>", True),
        ("<button>How long is the ferry under way</button>", False),
        ("<h3>How long is the ferry under way?</h3>", False),
        ("<p>How long is the ferry under way?</p>", False),
        ("<p>How long? <button>Ask</button></p>", False),
    ],
)
def test_a_panel_below_what_opens_it_is_read(opens, reads):
    panel = "<p>Forty minutes in summer, an hour and a half in winter.</p>"
    assert ("Forty" in text_of(f"{opens}<div hidden>{panel}</div>")) == reads
    assert ("Forty" in text_of(f"{opens}<div><div style='display:none'>{panel}</div></div>")) == reads
    for menu in (
        f"<div hidden><a href=/>{panel}</a></div>",
        f"<div class=popup hidden>{panel}</div>",
        f"<div id=mill-loading-error hidden>{panel}</div>",
        "<p hidden>Forty",
    ):
        assert "Forty" not in text_of(f"{opens}{menu}")


@pytest.mark.parametrize("tag", sorted({*tags.OPAQUE} - {"frame"}))
def test_a_fallback_is_no_text_but_its_element_has_a_row(tag):
    assert read(f"<div><{tag}>fallback</{tag}>x</div>") == ["div", f" {tag}", " 'x'"]


@pytest.mark.parametrize(
    "tag",
    ["area", "base", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param", "source",
     "track", "wbr", "embed hidden", "embed style='display:none'"],
)  # fmt: skip
def test_an_empty_element_hides_nothing_of_what_follows(tag):
    # libxml2 takes some of these for containers
    assert text_of(f"<div><p>a</p><{tag} src=x><p>b</p></div>c") == "a\nb\nc"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a</p><p>b</p>", "a\nb"),
        ("a<br>b", "a\nb"),
        ("<div>a<div>b</div>c</div>", "a\nb\nc"),
        ("a <b> b </b> c", "a b c"),
        ("a<b>b</b>c", "abc"),
        ("a<!-- note -->b", "ab"),
        ("a <script>x</script> b", "a b"),
        ("a<span> </span>b", "a b"),
        ("<p> a\n\t  b </p>", "a b"),
        ("a&nbsp;&nbsp;b", "a b"),
        ("a\u3000b\u2003c\u2028d", "a b c d"),
        ("a\u200bb\u00adc\u2060d\ufeffe", "abcde"),
        ("<ruby>漢字<rp>（</rp><rt>かんじ</rt><rp>）</rp></ruby>を", "漢字（かんじ）を"),
        ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>を", "漢(かん)字(じ)を"),
        ("漢\n  字，\n<b>か</b>\n漢 字\na\n漢", "漢字，か漢 字 a 漢"),
        ("<i>\ue601</i> a<i>\U000f0001\n</i>b \ue601", "a b \ue601"),
        ("<pre>a<i>\ue0b0</i>b</pre>", "a\ue0b0b"),
        ("<b>\u0645\u06cc</b>&zwnj;<b>\u062e</b>", "\u0645\u06cc\u200c\u062e"),
        ("<p>a</p><p>\u200d</p><p>&rlm; \u2066\u2069</p><p>\u0645\u200c\u062e</p>", "a\n\u0645\u200c\u062e"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "a\nb\nc"),
        ("<p>a</p>b<p></p>c", "a\nb\nc"),
        ("<pre>a\n  b\n\n\n\nc</pre>", "a\n  b\n\n\n\nc"),
        ("<pre>\n\n  a \n\tb\t\tc \n\n</pre>d", "  a \n\tb\t\tc\nd"),
        ("<pre>a\u00a0\u00a0b\u3000c</pre>", "a  b\u3000c"),
        ("<pre>a\r\n\r\nb&#13;c</pre>", "a\n\nb\nc"),
        ("<pre>a<br><br>b</pre>", "a\n\nb"),
        ("<pre><div>a\n</div><div>\n</div><div>  b</div></pre>", "a\n\n  b"),
        ("<pre><div>a</div><div><br></div><div>b</div></pre>", "a\n\nb"),
        ("<pre> <div>a</div> b</pre>", "a\n b"),
        (
            '<pre><b class="line">a<i>b</i></b><b class="line on"> c</b><b class="line"></b>'
            '<b class="line">d</b></pre>',
            "ab\n c\n\nd",
        ),
        ('<pre><i class="hl-line">a\n</i><i class="hl-line">b</i> <i class="hl-line">c</i></pre>', "a\nb c"),
        ('<pre><i class="inline">a</i><i class="inline">b</i></pre>', "ab"),
        ('<p><i class="line">a</i><i class="line">b</i></p>', "ab"),
        ("<p>a</p>\n<pre>\n</pre>\n<p>b</p>", "a\nb"),
        ("<pre>a <b>b</b>\n<i> c</i></pre>d  e", "a b\n c\nd e"),
    ],
)
def test_what_stands_between_texts(html, text):
    assert text_of(html) == text


def test_blocks_are_numbered_where_a_block_begins_or_ends():
    columns = columns_of("<div>a<b>b</b><p>c <a>d</a></p>e<br>f</div>")
    assert columns.block[columns.text_rows].tolist() == [0, 0, 1, 1, 2, 3]
    homes = [columns.name(row) for row in columns.block_row[columns.text_rows]]
    assert homes == ["div", "div", "p", "p", "div", "div"]


def test_positions_among_children_of_many_names():
    children = "".join(f"<x{i}>a<p>b</p></x{i}>" for i in range(40)) * 3
    root = Page.from_html(f"<div>{children}</div>")
    paths = root.tree.getroottree()
    for element, position in zip(root.elements(), root.columns.position.tolist(), strict=True):
        if element is not None:
            _, _, number = paths.getpath(element).rpartition("/")[2].partition("[")
            assert position == int(number.rstrip("]") or 1)


def test_positions_are_those_of_xpath():
    columns = columns_of("<p>a</p><p hidden>b</p> <p>c<b>d</b> <!-- --><i></i>e</p>")
    names = [columns.name(row) for row in range(len(columns))]
    third = len(names) - 1 - names[::-1].index("p")
    assert columns.position[third] == 3
    # "c", the blank between b and the comment, and "e"; what the comment parts are two texts
    root = Page.from_html("<p>c<b>d</b> <!-- --><i></i>e</p>")
    last = int(root.columns.text_rows[-1])
    assert root.tree.xpath(f"//p/text()[{root.columns.position[last]}]") == ["e"]


@pytest.mark.parametrize(
    ("text", "punctuation"),
    [
        ("a, b. c! d? e; f: g", 6),
        ("甲，乙。丙！丁？戊；己：庚、", 7),
        ("ئا، بە؛ تا؟", 3),
        ("(a-b) 'c' \"d\"", 0),
        ("一…", 1),
    ],
)
def test_sentence_punctuation(text, punctuation):
    assert columns_of(f"<p>{text}").punctuation.sum() == punctuation


def test_chars_are_code_points_after_normalisation():
    for text, chars in [("e\u0301", 1), ("𠀀河", 2), ("a  b", 3), ("\ufefb", 2), ("👩‍👩", 3), ("\u0915\u093c", 2)]:
        assert columns_of(f"<p>{text}").chars.sum() == chars


def hashes(first, second, name):
    html = f"<div {first}>x</div><div {second}>x</div>"
    columns = columns_of(html)
    rows = [row for row in range(len(columns)) if columns.name(row) == "div"]
    one, other = getattr(columns, name)[rows].tolist()
    return one == other


@pytest.mark.parametrize(
    ("name", "first", "second", "same"),
    [
        ("class_hash", "class=post", "class='post  wide'", True),
        ("class_hash", "class=' post'", "class=post", True),
        ("class_hash", "class=post-17", "class=post-4", True),
        ("class_hash", "class=post", "class=page", False),
        ("class_hash", "class=post", "", False),
        ("class_hash", "class=''", "", True),
        ("id_hash", "id=post-17", "id=post-1234", True),
        ("id_hash", "id=a17b", "id=ab", False),
        ("id_hash", "id=a", "class=a", False),
        ("tag_hash", "id=a", "class=a", True),
    ],
)
def test_hashes_of_names(name, first, second, same):
    assert hashes(first, second, name) is same


def test_hashes_of_texts():
    columns = columns_of("<p>seen 17 times<p>seen 4 times<p>seen  17\ntimes<p>seen times")
    rows = columns.text_rows
    text, mask = columns.text_hash[rows], columns.mask_hash[rows]
    assert text[0] == text[2]
    assert len(set(text.tolist())) == 3
    assert mask[0] == mask[1] == mask[2] != mask[3]
    # numbers in the letters of other scripts are text
    assert len(set(columns_of("<p>第一<p>第二").mask_hash.tolist())) == 3


def test_unknown_tags_keep_their_names():
    columns = columns_of("<x-card><o:p>a</o:p></x-card><X-CARD>b</X-CARD>")
    names = [columns.name(row) for row in range(len(columns))]
    assert names == ["html", "body", "x-card", "o:p", "#text", "x-card", "#text"]
    assert columns.tag[2] == columns.tag[5] != columns.tag[3]
    assert columns.tag_hash[2] == columns.tag_hash[5] != columns.tag_hash[3]


def test_many_unknown_tags():
    names = [f"t{i}x" for i in range(3_000)]
    columns = columns_of("".join(f"<{name}>a</{name}>" for name in names))
    assert [columns.name(row) for row in range(2, len(columns), 2)] == names
    assert len(set(columns.tag_hash.tolist())) == 3_000 + 3


def test_every_text_is_in_nfc():
    # Each character that NFC changes, reorders or joins to the one before.
    odd = [c for c in map(chr, range(0x80, 0x110000)) if unicodedata.combining(c) or changes(c)]
    second = {chr(int(parts[1], 16)) for c in odd if len(parts := unicodedata.decomposition(c).split()) == 2}
    marks = [c for c in sorted({*odd, *second}) if not c.isspace()]
    assert len(marks) > 1_000
    texts = [f"a\u0327{c}\u0301b" for c in marks]
    columns = columns_of("".join(f"<p>{text}" for text in texts))
    shown = [columns.text_of(row) for row in columns.text_rows]
    assert shown == [unicodedata.normalize("NFC", text) for text in texts]
    assert columns.chars[columns.text_rows].tolist() == list(map(len, shown))


def changes(c):
    return not 0xD800 <= ord(c) < 0xE000 and not in_forms(c) and unicodedata.normalize("NFC", c) != c


def in_forms(c):
    return 0xFB50 <= ord(c) <= 0xFDFF or 0xFE70 <= ord(c) <= 0xFEFC


def test_presentation_forms_in_a_pre_keep_its_lines():
    columns = columns_of(f"<pre>\ufe8d\n  \ufe8d{' ' * 190}\ufe8d</pre>")
    assert columns.text.decode() == f"\u0627\n  \u0627{' ' * 190}\u0627"
    assert columns.chars[columns.text_rows].tolist() == [5]


def test_the_node_limit():
    tree = etree.HTML("<p>a<p>b")
    assert len(Page.from_tree(tree, max_nodes=6).columns) == 6
    with pytest.raises(PageTooLarge, match="more than 5 nodes"):
        Page.from_tree(tree, max_nodes=5)


def test_an_xml_tree_can_be_read():
    root = etree.fromstring("<doc><![CDATA[one]]><?pi x?><a xmlns='urn:x' href='/'>two</a>&amp;</doc>")
    assert Page.from_tree(root).text == "onetwo&"


@pytest.mark.parametrize("root", [None, "<p>", etree.Comment("x"), etree.ProcessingInstruction("x")])
def test_what_is_no_element(root):
    page = Page.from_html("<p>a")
    for function in (lambda: walk(root, str, 10), lambda: elements(root, page.columns)):
        with pytest.raises(TypeError, match="expected an lxml element"):
            function()


def test_a_failing_normaliser_is_heard():
    def fail(text):
        raise LookupError(text)

    with pytest.raises(LookupError):
        walk(etree.HTML("<p>e\u0301"), fail, 10)


def test_a_link_that_nobody_closed_is_none():
    """An `a` without its end tag holds all that follows, in the parser as in browsers."""
    story = [f"The river rose in the night, and by the morning road number {i} was under water." * 2 for i in range(6)]
    paragraphs = "".join(f"<p>{text}</p>" for text in story)
    inner = '<p><a href="/sea">the sea</a></p>'

    def linked(html):
        columns = Page.from_html(html).columns
        return columns.linked[columns.text_rows].tolist(), int(columns.link.sum())

    assert linked(f'<a href="/1">{paragraphs}</a>{inner}') == ([False] * 6 + [True], 1)
    assert linked(f'<div><a href="/1">{paragraphs}</a></div>') == ([False] * 6, 0)
    few, short = f'<a href="/1"><p>{story[0] * 5}</p></a>', f'<a href="/1">{"<p>a</p>" * 50}</a>'  # a card; a table
    assert linked(few) == ([True], 1)
    assert linked(short) == ([True] * 50, 1)


def test_links_without_end_in_one_another():
    html = "<div><a href=/1>" * 300 + "<p>The river rose in the night.</p>" * 300
    assert len(Page.from_html(html).columns) > 300


@pytest.mark.parametrize("end", ["", ".", "7", " 9.", "站在这里", " ئۇ كەلدى", "é", "\u00ad!", "\u200b?"])
def test_texts_of_every_length_are_read_alike(end):
    # Long runs of ASCII, what is too short for them, Han and other characters each have a loop of their own.
    for length in range(40):
        for middle in ("", " ", "  ", "\n", "\t ", "河", "。"):
            text = "x1, stone; a lamp! on the bridge of wood and iron"[:length] + middle + "ab 2 cd" + end
            columns = columns_of(f"<p>{text}</p>")
            shown = " ".join(text.translate({0xAD: None, 0x200B: None}).split())
            (row,) = columns.text_rows
            assert columns.text.decode() == shown
            assert columns.chars[row] == len(shown)
            assert columns.punctuation[row] == sum(c in ",.!?;:。" for c in shown)
            other_number = columns_of(f"<p>{shown.replace('2', '345')}</p>")
            assert columns.mask_hash[row] == other_number.mask_hash[other_number.text_rows[0]]


@pytest.mark.parametrize(
    ("heading", "linked"),
    [
        ('<h2 id="b"><a href="#b">Bridges</a></h2>', False),
        ('<h2 id="b"><a href="/a#b">Bridges</a></h2>', False),
        ('<h2 id="b"><a href="/a#c">Bridges</a></h2>', True),
        ('<h2 id="b"><a href="#">Bridges</a></h2>', True),
        ('<h2 id="b"><a href="#c">Bridges</a></h2>', True),
        ('<h2><a id="b" href="#b">Bridges</a></h2>', False),
        ('<section id="b"><h2><a href="#b">Bridges</a></h2></section>', False),
        ('<h2><a href="/a">Bridges</a></h2>', True),
        ('<p id="b"><a href="#b">Bridges</a></p>', True),
        ('<h2 id="b"><a href="#b">#</a> <a href="#b"><b>Bridges</b></a></h2>', False),
    ],
)
def test_a_heading_that_links_to_its_own_place_is_no_link(heading, linked):
    columns = Page.from_html(heading).columns
    (row,) = [row for row in columns.text_rows if columns.text_of(row) == "Bridges"]
    assert columns.linked[row] == linked


def test_a_mark_that_links_to_its_heading_stays_a_link():
    columns = Page.from_html('<h2 id="b">Bridges <a href="#b">¶</a></h2>').columns
    assert columns.linked[columns.text_rows].tolist() == [False, True]


DISGUISED = "01606f6f417368776473766e736d652f6e7366"  # ann@riverworld.org


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (
            f"<a href='/cdn-cgi/l/email-protection' data-cfemail={DISGUISED}>[email&#160;protected]</a>",
            "ann@riverworld.org",
        ),
        (f"<p>By <span data-cfemail={DISGUISED}>[email protected]</span>, mill</p>", "By ann@riverworld.org, mill"),
        ("<span data-cfemail=0>[email protected]</span>", "[email protected]"),
        ("<span data-cfemail='4a7b'>[email protected]</span>", "[email protected]"),
        ("<span data-cfemail>[email protected]</span>", "[email protected]"),
    ],
)
def test_addresses_of_mail_in_disguise_are_shown(html, text):
    assert text_of(html) == text


@pytest.mark.parametrize(
    ("attribute", "dating", "signing"),
    [("DateTime=2024", True, False), ("title=a", True, False), ("itemprop", True, True),
     ("data-author=Ann", False, True), ("rel=author", False, True), ("class=title id=rel", False, False),
     ("titles=a rels=b data-authors=c", False, False), ("class=a title=b rel=c", True, True), ("", False, False)],
)  # fmt: skip
def test_elements_that_may_state_a_date_or_an_author(attribute, dating, signing):
    page = Page.from_html(f"<p>a <b {attribute}>c</b></p>")
    for request, wanted in ((ElementRequest.DATING, dating), (ElementRequest.SIGNING, signing)):
        found = page.elements(np.full(len(page.columns), request, np.uint8))
        assert [element.tag for element in found if element is not None] == ["b"] * wanted


def test_the_link_to_edit_a_section_is_no_part_of_its_heading():
    link = "<span class='{} x'><span>[</span><a href=/w?action=edit>{}</a><span>]</span></span>"
    inside = f"<h2><span>The ford</span>{link.format('mw-editsection', 'edit')}</h2>"
    beside = f"<div><h2>The mill</h2>{link.format('editsection', 'Bearbeiten')}</div>"
    assert text_of(f"{inside}<p>Water.</p>{beside}<p class=editor>Bread.</p>") == "The ford\nWater.\nThe mill\nBread."
