"""The block viewer: its blocks are the result's, its markup is inert, its file is whole."""

import json
import re
import sys
from html import unescape
from pathlib import Path

import pytest
from helpers.crawling import story
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as lxml_html

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.api import denoise_page
from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.cli import main as cli
from scrapy_denoise.methods import Selection, get_method
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result
from scrapy_denoise.viewer import stylesheet as style
from scrapy_denoise.viewer.limits import CHARS_OF_BLOCK, ROWS_OF_BLOCK
from scrapy_denoise.viewer.page_markup import ATTRIBUTES, MARK, MAX_PIECE, TAGS, sanitised, sanitised_page
from scrapy_denoise.viewer.page_view import by_method_name, common_blocks

STORY = "The river rose in the night, and by the morning the lower road was under water. "
PAGE = (
    "<html dir=rtl class=x onclick=a()><title>Flood - Gazette</title><body bgcolor=red onload=a()><ul><li>"
    f"<a href=/>Home</a><li><a href=/n>News</a></ul><h1>Flood</h1><p>{STORY * 3}<p>{STORY * 3}<p>{STORY * 3}"
    "<div>All rights reserved</div>"
)


def data_of(html):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)[1])


def frame_of(html):
    """The frame's document, as a browser gets it."""
    return lxml_html.fromstring(html).xpath("//iframe/@srcdoc")[0]


def blocks_and_homes(result):
    blocks = common_blocks(result.page, [result] if result.selection else [])
    return blocks, blocks.element_rows(result.page.columns).tolist()


def markup_of(html, **options):
    result = denoise(html, url="https://gazette.example/a/1")
    blocks, homes = blocks_and_homes(result)
    return sanitised_page(result.page, blocks, homes, [""] * len(blocks), **options).markup


# The product


def test_the_metadata_is_a_table_with_the_candidates_in_their_order():
    page = (
        "<title>Rain</title><h1>Rain</h1><p class=byline>By Ann Lee &lt;b&gt;</p><p>12 March 2026</p><p>It rained.</p>"
    )
    html = denoise(page).view()
    rows = [
        [cell.text or "" for cell in row] for row in lxml_html.fromstring(html).xpath("//table[@id='metadata']//tr")
    ]
    fields = {row[0]: row[1:] for row in rows}
    assert fields["published"][:2] == fields["published 1"][:2] == ["2026-03-12", "page"]
    assert float(fields["published"][2]) > 0.5
    assert "<b>" not in html.split('id="metadata"')[1].split("</table>")[0]


def test_the_product_is_a_table_of_escaped_texts():
    offer = {"@type": "Product", "name": "Lamp <b>", "sku": "L1", "offers": {"price": "3.50", "priceCurrency": "EUR"}}
    script = f'<script type="application/ld+json">{json.dumps(offer)}</script>'
    html = denoise(f"<title>Lamp</title>{script}<h1>Lamp</h1><p>{STORY * 3}", "https://shop.example/l1").view()
    rows = [[cell.text or "" for cell in row] for row in lxml_html.fromstring(html).xpath("//table[@id='product']//tr")]
    told = {row[0]: row[1:3] for row in rows}
    assert told["price"] == ["3.50", "json_ld"]
    assert told["name"][0] == "Lamp <b>"
    assert 'id="product"' not in denoise(PAGE).view()


# Blocks


def test_blocks_are_those_of_the_result():
    result = denoise(PAGE)
    shown = data_of(result.view())
    expected = sorted([*result.blocks, *result.noise], key=lambda block: shown["xpath"].index(block.xpath))
    assert len(expected) == len(shown["text"])
    assert [block.text for block in expected] == shown["text"]
    assert [block.kept for block in expected] == [bool(kept) for kept in shown["methods"][0]["kept"]]
    assert [block.chars for block in expected] == shown["chars"]
    assert shown["text"][:3] == ["Home", "News", "Flood"]  # in the order of the page
    assert (shown["title"], shown["methods"][0]["method"]) == ("Flood", result.method)


@settings(deadline=None)
@given(st.lists(st.booleans(), min_size=6, max_size=6), st.lists(st.booleans(), min_size=6, max_size=6))
def test_blocks_of_two_results_are_decided_alike_and_are_the_whole_page(first, second):
    import numpy as np

    page = Page.from_html("<p>a <b>b</b> c</p><p>d <i>e</i></p><p>f</p>")
    one, other = (Result(page, Selection(np.array(kept), name)) for kept, name in ((first, "one"), (second, "other")))
    blocks = common_blocks(page, [one, other])
    assert sorted(blocks.positions) == list(range(6))
    for block in blocks.parts():
        assert len({(first[i], second[i]) for i in block}) == 1
    described = one.block_list(common_blocks(page, [one]))
    assert [block for block in described if block.kept] == one.blocks
    assert [block for block in described if not block.kept] == one.noise
    shown = data_of(one.view(other))
    assert [method["label"] for method in shown["methods"]] == ["one", "other"]


def test_types_scores_and_reasons_are_shown():
    import numpy as np

    page = Page.from_html("<p>One</p><p>Two</p>")
    kinds = np.array([BLOCK_TYPES.index("content"), BLOCK_TYPES.index("copyright")], np.uint8)
    selection = Selection(
        np.array([True, False]), "m", types=lambda: kinds, scores=np.array([0.9, 0.1234567], np.float32),
        explain=lambda i: (f"row {i}", "</script><script>parent.ran=1</script>"),
    )  # fmt: skip
    html = Result(page, selection).view()
    method = data_of(html)["methods"][0]
    assert [data_of(html)["types"][kind] for kind in method["types"]] == ["content", "copyright"]
    assert method["scores"] == [0.9, 0.123]
    assert method["reasons"][1][0] == "row 1"
    assert html.count("</script>") == 2


def test_repeats_on_the_pages_of_a_site():
    site = SiteTemplate()
    for i in range(1, 8):
        site.learn(story(i), url=f"https://pier.example/{i}")
    result = denoise(story(3), url="https://pier.example/3", site=site)
    shown = data_of(result.view(site=site))
    repeats = dict(zip(shown["text"], shown["repeats"], strict=True))
    assert shown["pages"] == 6  # the page itself is none of them
    assert repeats["All rights reserved"] == 6
    assert repeats["Story 3"] == 6  # numbers aside, as templates read texts
    assert next(count for text, count in repeats.items() if text.startswith("Boat 3")) == 0
    assert data_of(result.view())["pages"] == 0


def test_results_of_different_pages_are_a_mistake():
    with pytest.raises(ValueError, match="different pages"):
        denoise(PAGE).view(denoise(PAGE))
    result = denoise(PAGE)
    with pytest.raises(ValueError, match="too many"):
        result.view(*[result] * 8)
    with pytest.raises(ValueError, match="too_large"):
        denoise(PAGE, max_size=10).view()


def test_labels():
    page = Page.from_html(PAGE)
    result = denoise_page(page, get_method("content_correlativity"))
    assert list(by_method_name([result, result, Result(page)])) == [
        "content_correlativity", "content_correlativity (2)", "no method",
    ]  # fmt: skip


@pytest.mark.parametrize("html", ["", "<frameset><frame src=a></frameset>", "<script>1</script>", "<p hidden>x</p>"])
def test_a_page_without_text_is_shown(html):
    shown = data_of(denoise(html).view())
    assert shown["text"] == []
    assert shown["methods"][0]["reason"] in ("empty", "frameset")


# Large pages


def test_of_a_page_with_more_blocks_the_first_are_shown():
    result = denoise(PAGE, url="https://gazette.example/a/1")
    whole = result.view()
    texts = data_of(whole)["text"]
    assert "too large" not in whole
    assert "too large" not in result.view(max_blocks=len(texts))
    for shown in range(3, len(texts)):
        html = result.view(max_blocks=shown)
        data = data_of(html)
        assert data["text"] == texts[:shown]
        assert data["total"] == len(texts)
        assert all(len(data["methods"][0][name]) == shown for name in ("kept", "types", "scores", "reasons"))
        marked = {int(number) for number in re.findall(f'{MARK}="([0-9]+)"', frame_of(html))}
        assert marked == set(range(shown))
        assert f"This is the first {shown} of its {len(texts)} blocks." in html


def test_of_a_page_with_more_nodes_the_first_are_shown():
    html = denoise("<p>" + "<b>x</b>" * 3_000).view(max_blocks=100)
    data = data_of(html)
    assert data["text"] == ["x" * 3_000]
    assert abs(frame_of(html).count("<b>") - 100 * ROWS_OF_BLOCK / 2) < 4
    assert "This is its beginning." in html
    shown = data_of(denoise("<img>" * 3_000 + "<p>Text").view(max_blocks=100))
    assert shown["text"] == ["Text"]


@pytest.mark.parametrize("text", ["word ", "&amp; ", "河水", "<b>word</b> ", "<p title='&amp;&amp;&amp;&amp;&amp;'>a"])
def test_of_a_page_with_more_text_the_beginning_is_shown(text):
    html = denoise(f"<div>{text * 5_000}").view(max_blocks=10)
    assert "The page is too large" in html
    assert len("".join(data_of(html)["text"])) <= 10 * CHARS_OF_BLOCK
    assert len(frame_of(html)) < 20 * 10 * CHARS_OF_BLOCK
    assert data_of(html)["all_chars"] > 4_000


def test_a_card_counts_the_whole_page():
    result = denoise(PAGE)
    cards = [re.search('<meta name="denoise-view" content="([^"]*)">', result.view(max_blocks=n))[1] for n in (5, 99)]
    first, whole = (json.loads(unescape(card)) for card in cards)
    for name in ("chars", "kept", "blocks"):
        assert first[name] == whole[name] > 0
    assert len(first["runs"]) < len(whole["runs"])


def test_a_view_shows_at_least_one_block():
    with pytest.raises(ValueError, match="max_blocks=0"):
        denoise(PAGE).view(max_blocks=0)


def test_a_long_text_is_divided_and_not_changed():
    for text in ("word & more < " * 3_000, "a" * 20_000, "河水 " * 5_000):
        markup = markup_of(f"<p>{text.replace('&', '&amp;').replace('<', '&lt;')}</p>")
        tree = lxml_html.fragment_fromstring(markup, create_parent="dn-root")
        assert " ".join(tree.text_content().split()) == " ".join(text.split())
        assert max(len(piece.text) for piece in tree.iter("dn-t")) <= MAX_PIECE


# Markup


def test_the_page_looks_as_it_did():
    frame = frame_of(denoise(
        "<style>p { color: red }</style><body class=front bgcolor=#eee><p class=a style='color:blue' title=t>"
        "One <b>two</b></p><pre>a\n  b</pre><details><summary>More</summary>Hidden text</details>"
        "<table border=1><td colspan=2>x</table><a href=/n>link</a>"
        "<form action=/s><input name=q value=v><button name=b>Go</button></form>"
    ).view())  # fmt: skip
    assert '<style media="">p { color: red }</style>' in frame
    assert '<body class="front" bgcolor="#eee">' in frame
    assert re.search(r'<p class="a" style="color:blue" title="t" data-dn-b="0"[^>]*>One <b>two</b></p>', frame)
    assert re.search(r"<pre[^>]*>a\n  b</pre>", frame)
    assert re.search(r"<details open[^>]*><summary[^>]*>More</summary>", frame)
    assert 'colspan="2"' in frame
    assert 'data-dn-href="/n"' in frame
    assert '<input value="v" type="text">' in frame
    assert "href=" not in frame.replace("data-dn-href=", "")
    assert " name=" not in frame.split("<body")[1]


def test_the_panels_of_tabs_are_shown():
    frame = frame_of(
        denoise("<div role=tabpanel hidden><p>a</div><p class=tab-pane style='color:red;DISPLAY : none'>b").view()
    )
    assert '<div><p data-dn-b="0"' in frame
    assert 'style="color:red;display:revert"' in frame


def test_every_block_is_marked_once_and_only_the_viewer_marks():
    result = denoise(
        f"<div data-dn-b=0 data-x=1>a<br>b</div><ul><li>c<ul><li>d</ul>e</ul><select><option>f</select>{PAGE}"
    )
    shown = data_of(result.view())
    tree = lxml_html.fromstring(frame_of(result.view()))
    marked = {}
    for element in tree.xpath(f"//*[@{MARK}]"):
        marked.setdefault(int(element.get(MARK)), []).append(" ".join(element.text_content().split()))
    assert sorted(marked) == list(range(len(shown["text"])))
    for number, text in enumerate(shown["text"]):
        assert " ".join("".join(marked[number]).split()) == " ".join(text.split())
    assert "data-x" not in frame_of(result.view())


DEEP = [
    "<div>" * 1000 + "x" + "</div>" * 1000,
    ("<p>" + "".join(f"<b id=x{i}><i>" for i in range(100)) + "text") * 300,
    "<a><b><i><u><s>" * 300 + "x",
    "<table><tr><td>" * 300 + "x",
    "<math><mtext>" * 300 + "<p>x",
    "<p style='" + "(" * 4000 + "'>x",
    "<style>" + "a{b:" + "(" * 20_000 + "</style><p>x",
    "<style>" + "a{" * 20_000 + "</style><p>x",
]


@pytest.mark.parametrize("html", DEEP)
def test_nesting_is_bounded(html):
    shown = denoise(html).view()
    assert len(shown) < 60 * len(html) + 200_000
    assert "x" in data_of(shown)["text"][-1]


MARKUP = st.lists(
    st.sampled_from(
        "<p> </p> <b> <i> <a/href=javascript:1> <table> <td> <svg> <math> <mtext> <style> </style> <title> <textarea> "
        "<noscript> <template> <select> <option> <script> </script> <!-- --> <![CDATA[ ]]> <img/src=x/onerror=1> "
        "<form/action=x> <iframe/srcdoc='<script>'> x &lt; &amp; \" ' ` = > < onload=1 \x00 <xmp> <plaintext> "
        "<foreignObject> "
        "<annotation-xml/encoding=text/html> <p/title='</p><script>'> <dn-t/data-dn-b=9> <pre> \n".split(" ")
    ),
    max_size=40,
).map("".join)


@settings(deadline=None)
@given(MARKUP)
def test_only_what_is_allowed_comes_out(html):
    markup = markup_of(html)
    assert sanitised(markup) == markup  # what a parser reads of it is what is written
    if not markup.strip():
        return
    for element in lxml_html.fragment_fromstring(markup, create_parent="dn-root").iterdescendants():
        assert element.tag in TAGS
        for name, value in element.attrib.items():
            assert name in ATTRIBUTES | {"open", "src"} or name.startswith("data-dn-")
            assert name != "src" or value.startswith("data:image/")


def test_images_and_sheets_are_loaded_only_if_the_user_asks():
    page = (
        "<base href=//cdn.example/><link rel=stylesheet href=a.css><link rel=stylesheet href=javascript:1><p>x"
        "<img src=i.png><img src=data:image/png;base64,AAAA><img src=data:image/svg+xml,x>"
        "<img src=x.gif data-src=real.jpg>"
    )
    alone, asked = (denoise(page, url="https://e.example/").view(remote=remote) for remote in (False, True))
    assert "cdn.example" not in alone
    assert "http:" not in alone.split("<style>")[0]
    assert frame_of(alone).count("src=") == 1
    for address in ("a.css", "i.png", "real.jpg"):
        assert f'"https://cdn.example/{address}"' in frame_of(asked)
    assert "javascript" not in frame_of(asked)
    assert "svg+xml" not in frame_of(asked)
    assert "style-src 'unsafe-inline' http: https:" in unescape(asked)


@pytest.mark.parametrize(
    ("css", "clean"),
    [
        ("@import url(http://e/x.css); a{color:red}", "a{color:red}"),
        ("@import 'http://e/x.css';@font-face{src:url(x)}@namespace x url(y);", ""),
        ("a{background:url(http://e/x.png) red}", "a{background: red}"),
        ("a{background:\\75 rl(http://e/x)}", "a{background:}"),
        ("a{background:URL('x') , image-set('http://e/x' 1x)}", "a{background: , }"),
        ("a{behavior:url(x);-moz-binding:url(y);width:expression(alert(1))}", "a{behavior:;-moz-binding:;width:}"),
        ("a::before{content:'</style><script>'}", "a::before{content:\"<\\/style><script>\"}"),
        ("a:link,b:any-link{x:y}", "a[data-dn-href],b[data-dn-href]{x:y}"),
        ("@media print{a{background:url(x)}@import 'y';}", "@media print{a{background:} \"y\";}"),
        ("@supports (x:y){b{c:d}}", "@supports (x:y){b{c:d}}"),
    ],
)  # fmt: skip
def test_style_sheets(css, clean):
    assert style.clean_sheet(css).strip() == clean


@pytest.mark.parametrize(
    ("css", "clean"),
    [
        ("color:red", "color:red"),
        ("color:red;background:url(http://e/x)", "color:red;background:;"),
        ("background:u\\72l(http://e/x)", "background:;"),
        ("behavior : url(x)", "behavior: ;"),
        ("background:-webkit-Image-Set('x' 1x)", "background:;"),
        ("width:calc((1px + 2em) * 3);color:rgb(1 2 3)", "width:calc((1px + 2em) * 3);color:rgb(1 2 3)"),
        ("width:calc(1px);background:U\\52L(x)", "width:calc(1px);background:;"),
        ("x:y}</style>", "x:y<\\/style>;"),
        ("a" * 5000, ""),
    ],
)
def test_style_attributes(css, clean):
    assert style.StyleAttributes().clean(css) in (clean, clean.rstrip(";"))


def test_styles_are_bounded(monkeypatch):
    monkeypatch.setattr(style, "MAX_STYLES", 20)
    page = Page.from_html("<style>a{color:red}</style><style media=print>b{color:blue;x:1}</style><style>i{}</style>x")
    assert [css for _, css in style.page_styles(page.tree)] == ["a{color:red}", "i{}"]


def test_style_attributes_to_parse_are_bounded(monkeypatch):
    texts = "".join(f"<p style='color:red;background:url(/{number})'>Text {number}" for number in (1, 1, 2))
    whole = denoise(texts).view()
    assert frame_of(whole).count("color:red;background:") == 3
    assert 'id="limit"' not in whole
    monkeypatch.setattr(style, "MAX_PARSED", 40)
    html = denoise(texts + "<p style='width:calc(1px)'>Text").view()
    assert frame_of(html).count("color:red;background:") == 2
    assert "width:calc(1px)" in frame_of(html)
    assert 'role="note">It has too many style attributes: some are left out.</p>' in html


# The file


def test_the_policy_names_the_only_script():
    import base64
    import hashlib

    html = denoise(PAGE).view()
    policy = lxml_html.fromstring(html).xpath("//meta[@http-equiv]/@content")[0]
    script = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    assert len(script) == 1
    digest = base64.b64encode(hashlib.sha256(script[0].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none'; ")
    assert 'sandbox="allow-same-origin"' in html


def test_the_title_cannot_break_out():
    html = denoise(
        "<title></title><script>parent.ran=1</script>&lt;/title>&lt;script>1&lt;/script> $data</title><p>x"
    ).view()
    assert html.count("<script") == 2
    html = denoise("<h1>&lt;/title>&lt;script>1&lt;/script> $data ${x}</h1><p>x", url="https://e/</script>").view()
    assert html.count("<script") == 2


# The command line


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def call(*argv):
        status = cli.main([str(argument) for argument in argv])
        return status, *capsys.readouterr()

    return call


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "flood.html"
    path.write_text(PAGE, encoding="utf-8")
    return path


def test_view(run, page):
    assert run("view", page) == (0, "flood.view.html\n", "")
    shown = data_of(Path("flood.view.html").read_text(encoding="utf-8"))
    assert [method["label"] for method in shown["methods"]] == ["auto"]


def test_view_of_two_methods_and_a_site(run, page, tmp_path):
    for i in range(1, 5):
        (tmp_path / f"{i}.html").write_text(story(i), encoding="utf-8")
    methods = ["--method", "path_similarity", "--method", "content_correlativity", "--method", "path_similarity"]
    status, _, error = run("view", tmp_path / "1.html", *methods, "--site", tmp_path, "-o", "x.html")
    assert (status, error) == (0, "")
    shown = data_of(Path("x.html").read_text(encoding="utf-8"))
    assert [method["method"] for method in shown["methods"]] == ["path_similarity", "content_correlativity"]
    assert shown["pages"] == 3


def test_view_with_parameters_of_the_method(run, page):
    def kept(*options):
        assert run("view", page, "-o", "x.html", *options)[0] == 0
        return data_of(Path("x.html").read_text(encoding="utf-8"))["methods"][0]["kept"]

    assert any(kept())
    assert not any(kept("--option", "min_expected_f1=1"))
    assert any(kept("--option", 'drop=["title"]', "--option", "min_expected_f1=0"))


def test_view_of_the_first_blocks(run, page):
    assert run("view", page, "-o", "x.html", "--max-blocks", "4")[0] == 0
    assert len(data_of(Path("x.html").read_text(encoding="utf-8"))["text"]) == 4
    status, _, error = run("view", page, "--max-blocks", "0")
    assert status == 2
    assert "max_blocks=0" in error


def test_view_to_standard_output(run, page):
    status, out, _ = run("view", page, "-o", "-")
    assert status == 0
    assert out.startswith("<!DOCTYPE html>")


def test_view_opens_a_browser(run, page, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or len(opened) == 1)
    assert run("view", page, "--open")[2] == ""
    assert opened == [(page.parent / "flood.view.html").as_uri()]
    assert "no browser was found" in run("view", page, "--open")[2]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["{page}", "--method", "none"], "content_correlativity"),
        (["{page}", "-o", "{page}"], "the page itself"),
        (["{page}", "-o", "{page}/x"], "cannot write"),
        (["{page}", "-o", "-", "--open"], "--open needs a file"),
        (["missing.html"], "No such file"),
        (["https://e.example/", "--site", "x"], "--site is for files"),
        (["{page}", "--option", "colour=red"], "auto has no parameter 'colour'"),
        (["https://e.example/", "--option", "least"], "write NAME=VALUE"),
        (
            ["{page}", "--method", "auto", "--method", "quark", "--option", "block_dependence=0"],
            "quark has no parameter 'block_dependence'",
        ),
    ],
)
def test_mistakes(run, page, arguments, words):
    status, out, error = run("view", *(argument.format(page=page) for argument in arguments))
    assert (status, out, error.count("\n")) == (2, "", 1)
    assert words in error
    assert page.read_text(encoding="utf-8") == PAGE


def test_nothing_to_show(run, page):
    page.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    status, out, error = run("view", page)
    assert (status, out) == (1, "")
    assert "not an HTML page" in error


def test_the_extra_is_named(run, page, monkeypatch):
    for name in [name for name in sys.modules if name.startswith("scrapy_denoise.viewer.") and "command" not in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "nh3", None)
    status, _, error = run("view", page)
    assert status == 2
    assert "pip install 'scrapy-denoise[viewer]'" in error
