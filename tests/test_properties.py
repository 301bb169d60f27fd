"""What must hold of every page, whatever it holds: hypothesis makes the pages."""

import json
import re
from functools import partial
from itertools import product, takewhile
from operator import is_not
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from lxml import etree
from lxml import html as lxml_html
from parsel import Selector

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.api import denoise_page
from scrapy_denoise.document.xpath import xpath
from scrapy_denoise.methods import Selection, get_method, method_names
from scrapy_denoise.methods.baselines import BASELINES
from scrapy_denoise.page import Page, tags
from scrapy_denoise.page.letters import fold, is_uyghur
from scrapy_denoise.result import Result
from scrapy_denoise.sites import dump, load

pages = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
few_pages = settings(pages, max_examples=30)

UNNAMEABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|'.*\"|\".*'")

WORDS = [
    "word", "A sentence, with a stop.", "x", "7", "1 234", " ", "\n", "\t\t", "  two\n lines ", "\u00a0", "\u200b",
    "新闻", "今天下雨，河水上涨。", "\u3000全角", "ئۇيغۇرچە تېكىست", "\ufee9\ufedf\ufee2\ufbd7", "e\u0301te\u0301",
    "Ａ＋Ｂ", "🌧️", "&amp;", "&nbsp;", "&#65198&#65197", "&lt;p&gt;", "\u0374", "\u0001", "\ufffe",
]  # fmt: skip
TAGS = [
    "div", "p", "p", "span", "b", "a", "ul", "li", "table", "tr", "td", "h1", "h2", "pre", "br", "img", "script",
    "style", "template", "noscript", "section", "nav", "footer", "article", "textarea", "select", "option", "iframe",
    "figure", "figcaption", "svg", "o:p", "x-card", "title", "form", "blockquote", "dl", "dt", "ruby", "rt", "video",
]  # fmt: skip
ATTRIBUTES = [
    'href="/a/1"', 'href="javascript:run()"', 'class="post-17 wide"', 'id="main"', "hidden", 'style="display: none"',
    'style="color:red"', "role=tabpanel", "onclick=run()", "@click=run", 'src="a.png"', "a'b",
    'title="\u0001 <p>"', 'class=""',
]  # fmt: skip

words = st.sampled_from(WORDS) | st.text(max_size=8)
attributes = st.lists(st.sampled_from(ATTRIBUTES), max_size=3).map(" ".join)


def element(children):
    # now and then without its end tag
    return st.builds(
        lambda tag, attrs, inside, closed: f"<{tag} {attrs}>{inside}" + (f"</{tag}>" if closed else ""),
        st.sampled_from(TAGS),
        attributes,
        st.lists(children, max_size=5).map("".join),
        st.sampled_from([True, True, True, False]),
    )


markup = st.recursive(words | st.just("<!-- note -->"), element, max_leaves=25)
html_pages = st.lists(markup, max_size=8).map("".join)


def visible_texts(element, revealed, shown=True):
    """The text nodes that a browser would show, by another way than the walk's."""
    name = element.tag
    if not isinstance(name, str) or (name in tags.SKIPPED and not (revealed and name == "noscript")):
        shown = False
    elif name not in ("html", "body") and not revealed:
        style = element.get("style", "").replace(" ", "")
        hidden = element.get("hidden") is not None or "display:none" in style
        shown = shown and (not hidden or element.get("role") == "tabpanel")
    if shown and name not in tags.OPAQUE:
        if element.text:
            yield element.text
        for child in element:
            yield from visible_texts(child, revealed)
            if child.tail:
                yield child.tail


def squeeze(text):
    return "".join(text.split()).translate(dict.fromkeys([0xAD, 0x200B, 0x2060, 0xFEFF]))


@pages
@given(html_pages)
@example(f"<p>x<noscript>{'seven words and <b>none</b> of them ' * 30}</noscript><p hidden>y<b>z</b><!-- note -->")
def test_text_rows_tile_the_visible_text(html):
    page = Page.from_html(html)
    columns = page.columns
    rows = columns.text_rows
    starts, stops = columns.text_start[rows].tolist(), columns.text_stop[rows].tolist()
    assert stops[-1:] in ([], [len(columns.text)])
    assert all(one < other for one, other in zip(starts, stops, strict=True))
    assert all(stop <= start for stop, start in zip(stops, starts[1:], strict=False))
    gaps = [columns.text[stop:start] for stop, start in zip([0, *stops], starts, strict=False)]
    assert not b"".join(gaps).strip(b" \n")
    for row, start, stop in zip(rows.tolist(), starts, stops, strict=True):
        text = columns.text[start:stop].decode()
        assert columns.chars[row] == len(re.sub("[ \n]+", " ", text)) > 0
    uyghur = is_uyghur("".join(page.tree.itertext()))
    expected = [squeeze(fold(text, uyghur)) for text in visible_texts(page.tree, page.revealed)]
    assert squeeze(page.text) == "".join(expected)
    assert len(rows) == sum(map(bool, expected))


@pages
@given(html_pages)
def test_rows_are_a_tree(html):
    page = Page.from_html(html)
    columns = page.columns
    for row in range(len(columns)):
        parent = columns.parent[row]
        assert row < columns.end[row] <= len(columns)
        if row == 0:
            assert (parent, columns.depth[row]) == (-1, 0)
            continue
        assert 0 <= parent < row < columns.end[row] <= columns.end[parent]
        assert columns.depth[row] == columns.depth[parent] + 1
        assert columns.linked[row] == (columns.linked[parent] or columns.link[row])
        assert columns.tag[parent] != tags.TEXT
    assert (columns.end[columns.text_rows] == columns.text_rows + 1).all()
    assert (page.signature.parent == columns.parent).all()
    assert (page.signature.end == columns.end).all()
    assert columns.subtree_chars[:1].sum() == columns.chars.sum()
    assert (np.diff(columns.block[columns.text_rows]) >= 0).all()


@pages
@given(html_pages)
def test_an_xpath_selects_its_node_alone(html):
    page = Page.from_html(html)
    columns = page.columns
    for row, node in enumerate(page.elements()):
        found = page.tree.getroottree().xpath(xpath(columns, row))
        assert len(found) == 1
        if node is not None:
            # Where no XPath can name the node, or an element around it, it is the element above that one.
            inside = takewhile(partial(is_not, found[0]), [node, *node.iterancestors()])
            assert found[0] is node or any(UNNAMEABLE.search(element.tag) for element in inside)
        else:
            assert found[0].getparent() is not None
            assert squeeze(found[0]) or found[0].isspace()


@pages
@given(html_pages, st.randoms(use_true_random=False))
@example("word<div >word</div>word<pre >word<div >word<!-- note -->\nword</div></pre>", Random(3))
def test_kept_and_noise_are_disjoint_and_complete(html, random):
    page = Page.from_html(html)
    n = len(page.columns.text_rows)
    kept = np.array([random.random() < 0.6 for _ in range(n)], np.bool_)
    result = Result(page, Selection(kept, "test"))
    assert squeeze(result.text) == squeeze("".join(block.text for block in result.blocks))
    assert sum(block.chars for block in result.blocks) == page.columns.chars[page.columns.text_rows[kept]].sum()
    assert sum(block.chars for block in result.blocks + result.noise) == page.columns.chars.sum()
    assert all(block.kept for block in result.blocks)
    assert not any(block.kept for block in result.noise)
    all_of_it = Result(page, Selection(np.ones(n, np.bool_), "test"))
    assert all_of_it.text == page.text.lstrip(" ")  # the indent of a first line in a pre stands before its row

    def letters(blocks):
        # a space is gone where a block is cut, in a pre a line end too
        text = "".join(b.text for b in blocks).replace(" ", "")
        return sorted(text.replace("\n", "") if "<pre" in html else text)

    assert letters(result.blocks + result.noise) == letters(all_of_it.blocks)


@pages
@given(html_pages, st.randoms(use_true_random=False))
def test_html_holds_the_kept_text_and_the_tree_is_not_changed(html, random):
    page = Page.from_html(html, url="https://example.org/a/")
    before = etree.tostring(page.tree)
    kept = np.array([random.random() < 0.6 for _ in page.columns.text_rows], np.bool_)
    result = Result(page, Selection(kept, "test"))
    assert bool(result.html) == bool(kept.any())
    if result.html:
        clean = lxml_html.fromstring(result.html)
        controls = dict.fromkeys([*range(32), 0xFFFE, 0xFFFF])
        assert squeeze(clean.text_content()).translate(controls) == squeeze(result.text).translate(controls)
        for node in clean.iter():
            assert node.tag not in tags.SKIPPED
            assert not any(name.startswith("on") for name in node.attrib)
            assert "javascript:" not in "".join(node.attrib.values())
    assert etree.tostring(page.tree) == before


@pytest.mark.parametrize(
    ("method", "profile"),
    [*product(method_names(), ["default", "paper"]), *((name, "default") for name in BASELINES)],
)
@pages
@given(html=html_pages | st.text() | st.binary() | st.binary().map(b"<p>%b".__mod__))
def test_no_input_raises(method, profile, html):
    result = denoise(html, url="https://example.org/x", method=method, profile=profile, site=SITE)
    assert result.reason != "error"
    assert bool(result) == bool(result.blocks) == bool(result.text)
    assert isinstance(result.html, str)
    assert isinstance(result.title, str)
    assert 0.0 <= result.confidence <= 1.0
    json.dumps(result.to_dict()).encode()


@pages
@given(html_pages.filter(lambda html: html.isprintable()), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_the_same_from_text_bytes_and_tree(html, encoding):
    expected = denoise(html, url="https://example.org/").to_dict()
    assert denoise(html.encode(encoding), url="https://example.org/", encoding=encoding[:6]).to_dict() == expected
    tree = Selector(text=html, type="html").root
    page = Page.from_tree(tree, url="https://example.org/")
    assert denoise_page(page, get_method("auto")).to_dict() == expected


def learned(pages):
    site = SiteTemplate()
    for url, html in pages:
        site.learn(html, url=url)
    return site


SITE = learned(
    (f"https://example.org/{i}", f"<nav><a href=/>Home</a></nav><div><p>word {i * 'x'}</p><p>{i}</p></div>")
    for i in range(3)
)

# Few addresses and few texts, so that one page is often learned again, changed or not.
versions = st.builds(
    "<body class={}><div><p>A story</p>Seen {} times</div>".format, st.sampled_from("abc"), st.integers(1, 4)
)
addresses = st.sampled_from([None, *map("https://a.example/{}".format, range(3))])
sites = st.lists(st.tuples(addresses, versions | html_pages), max_size=6)


@few_pages
@given(sites, sites, sites)
def test_merge_is_commutative_and_associative(a, b, c):
    one, two, three = learned(a), learned(b), learned(c)
    before = dump(one)
    assert dump(one.merge(two)) == dump(two.merge(one))
    assert dump(one.merge(two).merge(three)) == dump(one.merge(two.merge(three)))
    assert dump(one.merge(SiteTemplate())) == before
    assert dump(one) == before
    assert dump(learned(a + b + c)) == dump(one.merge(two).merge(three))


@few_pages
@given(sites, st.randoms(use_true_random=False))
def test_the_order_of_learning_does_not_matter(pages, random):
    shuffled = list(pages)
    random.shuffle(shuffled)
    assert dump(learned(pages)) == dump(learned(shuffled))


@few_pages
@given(sites, html_pages)
def test_what_is_read_back_is_what_was_written(pages, html):
    site = learned(pages)
    data = dump(site)
    again = load(data)
    assert dump(again) == data
    page = Page.from_html(html, url="https://a.example/new")
    before, after = site.siblings(page), again.siblings(page)
    assert [s.content_hash for s in before] == [s.content_hash for s in after]
    for one, other in zip(before, after, strict=True):
        for name in one.NAMES:
            assert (getattr(one, name) == getattr(other, name)).all()
    assert (site.relatives(page).text_shares == again.relatives(page).text_shares).all()
