"""Pages that are read without a tree are the same as those that lxml has parsed."""

import copy
import gc
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from helpers.corpora import NAMES, corpus_sample
from helpers.html_pages import html_pages
from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_denoise import denoise
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import NodeElement, read_nodes
from scrapy_denoise.page.markup import parse
from scrapy_denoise.page.markup.parse import parse_bytes, plain_bytes

pytestmark = pytest.mark.skipif(read_nodes(b"<p>a") is None, reason="this lxml does not share its parser")

PIECES = st.sampled_from(
    [
        *"<p> <b> </b> </p> <table> <td> </table> </html> </body> <head> <title> </title> <!--c-->".split(),
        *"<script> </script>".split(),
        *"<![CDATA[d]]> &eacute; &#0; &unknown; <svg> <style>x</style> <textarea> <select><option> </select>".split(),
        *(
            "<html class=a>",
            "<input disabled hidden>",
            "<a href='x&amp;y' href=z>",
            "<?p i?>",
            "<!DOCTYPE html>",
            "<plaintext>",
        ),
        *("<p a= b=''>", "<o:p xml:lang=de>", "<frameset>", " ", "\n", "t", "\u00fc", "\x01"),
    ]
)
BROKEN = st.lists(PIECES, max_size=14).map("".join)


def described(element):
    """All that an element says, and those in it."""
    tag = element.tag if isinstance(element.tag, str) else "#comment"
    attributes = dict(element.attrib) if tag != "#comment" else {}
    return tag, attributes, element.text or "", element.tail or "", [described(inner) for inner in element]


def both(html):
    plain = plain_bytes(html)
    return read_nodes(plain), parse_bytes(plain)


@given(html_pages | BROKEN)
@example("text<p>a<!--b-->c<html id=d>e</html>f<p>g")
@example("<p>a<![CDATA[b]]>c<script>d<!--e</script>f")
@example("<?xml version='1.0'?><html><!-- a --></html><!-- b -->")
def test_the_nodes_are_those_of_the_tree(html):
    root, tree = both(html)
    if root is not None:
        assert described(root) == described(tree)


@given(html_pages | BROKEN)
def test_elements_read_as_those_of_lxml(html):
    root, tree = both(html)
    if root is None:
        return
    pairs = list(zip(root.iter("*"), tree.iter("*"), strict=True))
    number = {element: i for i, (element, _) in enumerate(pairs)}
    others = {element: i for i, (_, element) in enumerate(pairs)}

    def same(found, expected):
        found, expected = [list(each) for each in (found, expected)]
        assert [number.get(each, -1) for each in found] == [others.get(each, -1) for each in expected]

    for own, other in pairs:
        for name in ("getparent", "getprevious"):
            same(*([each] if each is not None else [] for each in (getattr(own, name)(), getattr(other, name)())))
        for name in ("iterancestors", "iterdescendants", "iterchildren", "itersiblings", "iter"):
            for tags in ((), ("*",), ("p", "b")):
                same(getattr(own, name)(*tags), getattr(other, name)(*tags))
        same(own.itersiblings(preceding=True), other.itersiblings(preceding=True))
        same(own.iterchildren(reversed=True), other.iterchildren(reversed=True))
        assert [own.get(name, "-") for name in ("href", "hidden", "a")] == [
            other.get(name, "-") for name in ("href", "hidden", "a")
        ]


def outputs(html):
    found = denoise(html, "https://example.org/a.html")
    return found.to_dict(noise=True, structure=True), found.markdown, found.html, list(map(str, found.links))


@given(html_pages)
def test_every_output_is_the_same_without_that_parser(html):
    without = outputs(html)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parse, "read_nodes", lambda markup: None)
        assert outputs(html) == without


@pytest.mark.corpus
@pytest.mark.parametrize("name", NAMES)
def test_every_output_of_a_corpus_is_the_same(name, monkeypatch):
    pages = [page.html for page in corpus_sample(name, 3)]
    found = [outputs(html) for html in pages]
    monkeypatch.setattr(parse, "read_nodes", lambda markup: None)
    assert [outputs(html) for html in pages] == found


@pytest.mark.parametrize("html", [b"", b"<!-- a -->", b"<div>" * 300 + b"a", b"<!DOCTYPE html>"])
def test_what_only_lxml_reads(html):
    assert read_nodes(html) is None
    page = Page.from_html(html)
    assert page.root is page.tree


def test_a_tree_is_made_when_it_is_asked_for():
    page = Page.from_html("<p id=a>one<p>two")
    assert isinstance(page.root, NodeElement)
    assert page.root.owner.tree is None
    assert page.tree.xpath("string(//p[2])") == "two"
    assert page.tree is page.root.owner.tree
    assert [element.tag for element in page.elements() if element is not None] == ["html", "body", "p", "p"]


@pytest.mark.parametrize(
    "unit",
    ["<p>", "<b>", "a<!--b-->", "a<br>", "&amp;a", "<a b=c d=e>f</a>", "<i " + "x" * 50 + "=y>", "<table><tr><td>"],
)
def test_time_and_memory_are_linear(unit):
    html = (unit * (200_000 // len(unit))).encode()
    root, tree = read_nodes(html), parse_bytes(html)
    if root is not None:
        assert sum(1 for _ in root.iter()) == sum(1 for _ in tree.iter())


@pytest.mark.parametrize("behind", ["</i>", "<body>", "</b>x</i>"])
def test_deep_markup_ends_the_parser(behind):
    """Its time would grow with the square of the depth: this would take minutes."""
    assert denoise("<b>" * 300_000 + behind * 200_000).reason == "too_deep"


@pytest.mark.parametrize("name", ["plaintext", "xmp", "noembed", "iframe"])
def test_raw_text_is_text(name):
    html = f"<svg><foreignObject><{name}>{'some text ' * 30}"
    assert outputs(html)
    with pytest.MonkeyPatch.context() as patch:
        found = outputs(html)
        patch.setattr(parse, "read_nodes", lambda markup: None)
        assert outputs(html) == found


def test_elements_are_made_by_pages_alone():
    root = read_nodes(b"<p>a")
    for kind in (type(root), type(root.owner)):
        with pytest.raises(TypeError, match="made by read_nodes"):
            kind()
    assert copy.deepcopy(Page.from_html("<p>a")).text == "a"


def test_one_tree_for_all_who_ask():
    pages = [Page.from_html(f"<p>{i}" + "<b>a</b>" * 500) for i in range(20)]
    with ThreadPoolExecutor(8) as pool:
        trees = list(pool.map(lambda page: page.tree, [page for page in pages for _ in range(8)]))
    assert [tree is page.tree for tree, page in zip(trees, [p for p in pages for _ in range(8)], strict=True)] == [
        True
    ] * 160


def test_long_texts_in_many_pieces():
    text = "&lt;rain&gt; " * 200_000
    root = read_nodes(f"<p>{text}</p><p>b".encode())
    assert root.text is None
    assert next(root.iter("p")).text == "<rain> " * 200_000


def test_elements_outlive_their_page():
    found = [next(read_nodes(f"<p title=t{i}>one {i}<b>two</b>".encode()).iter("b")) for i in range(50)]
    gc.collect()
    assert [each.getparent().text for each in found] == [f"one {i}" for i in range(50)]
    assert [each.getparent().get("title") for each in found] == [f"t{i}" for i in range(50)]


def test_pages_are_read_in_threads():
    pages = [f"<title>{i}</title>" + "".join(f"<p id=p{j}>text {i} {j}</p>" for j in range(200)) for i in range(40)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda html: Page.from_html(html).text, pages))
    assert found == [Page.from_html(html).text for html in pages]


LIMITED = """
import os, resource
from pathlib import Path
from scrapy_denoise.page.markup.parse import parse_plain

PAGE = b"".join(b"<div title='%s'><p>%d</p></div>" % (b"x" * 300_000, number) for number in range(25)) + b"<p>End"
parse_plain(b"<p>what is loaded once")
for extra in range(0, 60, 3):  # megabytes
    if not (child := os.fork()):
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (extra << 20), -1))
        try:
            root, _chars = parse_plain(PAGE)
            os._exit(0 if [*root.iter("p")][-1].text == "End" else 1)
        except MemoryError:
            os._exit(2)
        except BaseException:
            os._exit(3)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited as Linux does it")
def test_a_page_is_never_read_in_part_where_memory_is_short():
    done = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True, check=True)
    codes = list(map(int, done.stdout.split()))
    assert set(codes) == {0, 2}, codes
