"""Markup to a tree: UTF-8 that is parsed as it is gives the tree that its text gives."""

import pytest
from helpers.bodies import bodies_with
from helpers.corpora import NAMES, corpus_sample
from hypothesis import example, given
from hypothesis import strategies as st
from lxml.etree import tostring
from parsel import Selector

from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import chars_behind_end, count_plain
from scrapy_denoise.page.markup.decode import decode
from scrapy_denoise.page.markup.parse import parse, parse_plain, same_bytes, tree_of

MARKUP = "<!DOCTYPE html>\n<p title='été'>Über den Fluß; 下雨了。</p>\n<p>يامغۇر ياغدى</p>"

BODIES = [
    *bodies_with(MARKUP),
    "<meta charset=gbk><p>Über \ufffd \ufffe \x01 den Fluß</p>".encode(),
    b"",
]


def source(tree):
    return tostring(tree, encoding="unicode"), tree.getroottree().docinfo.doctype


def assert_same_tree(body):
    decoded = decode(body)
    expected = source(Selector(text=decoded.text, type="html").root)
    root = parse(decoded.text, body if decoded.encoding == "utf-8" else b"")
    assert source(tree_of(root)) == expected
    if plain := parse_plain(body):
        assert (source(tree_of(plain[0])), plain[1], decoded.encoding) == (expected, len(decoded.text), "utf-8")


@pytest.mark.parametrize("body", BODIES)
def test_the_tree_of_bytes_is_that_of_their_text(body):
    assert_same_tree(body)


@given(st.binary(max_size=60), st.text(max_size=60), st.binary(max_size=8))
def test_any_bytes(before, text, after):
    assert_same_tree(before + text.encode("utf-8", "replace") + after)
    assert_same_tree(text.encode("utf-8", "replace"))


@given(st.text(st.characters(exclude_categories=())))
def test_text_with_lone_surrogates(text):
    expected = Selector(text=text.encode("utf-8", "replace").decode(), type="html").root
    assert source(Page.from_html(text).tree) == source(expected)


def test_utf_8_is_not_encoded_again():
    body = MARKUP.encode()
    assert same_bytes(MARKUP, body) is body
    assert same_bytes(MARKUP, body + b"\n") == body
    assert same_bytes(decode(BODIES[6]).text, BODIES[6]) is None
    assert same_bytes(BODIES[7].decode("utf-8", "replace"), BODIES[7]) is None


@pytest.mark.parametrize("html", ["<p id=a>rain", b"<p id=a>rain", "<p id=a>\xfc".encode("latin-1")])
def test_ids_are_found(html):
    assert len(Page.from_html(html).tree.xpath("id('a')")) == 1


@pytest.mark.corpus
@pytest.mark.parametrize("name", NAMES)
def test_the_trees_of_a_corpus(name):
    for page in corpus_sample(name, 4):
        assert_same_tree(page.html)


def test_characters_behind_the_end():
    assert chars_behind_end(b"<p>It rained.</p>") == 0
    assert chars_behind_end(b"<html></HTML") == 0
    assert chars_behind_end("<html><</hTmL>下雨了</html>".encode()) == len(">下雨了</html>")
    assert chars_behind_end(b"</htm</htm") == 0
    for inside in ("<!-- </html> -->", "<script>x='</html>'</script>", "<Style a='>'>/*</html>*/</style>"):
        assert chars_behind_end(f"<p>a</p>{inside}<p>b</p>".encode()) == 0
        assert chars_behind_end(f"<p>a</p>{inside}<p>b</p></html>b</html>".encode()) == len(">b</html>")
    assert chars_behind_end(b"<!--></html>-->a") == len(">-->a")
    assert chars_behind_end(b"<!-- </html>a") == chars_behind_end(b"<script></html>a") == 0
    assert chars_behind_end(b"<scripts></html>a") == 2


WIDE = st.sampled_from(
    [b"a", b"\xc3\xa9", b"\xe4\xb8\xad", b"\xf0\x9f\x98\x80", b"\xed\xa0\x80", b"\xe0\x80\x80", b"\xf4\x90\x80\x80"]
)


@given(st.lists(WIDE | st.binary(max_size=2) | st.sampled_from([b"a" * 8, b"b" * 32]), max_size=12).map(b"".join))
@example("Ü".encode() * 20 + b"\xc3")
@example("中".encode() * 20 + b"\xe4\xb8")
@example(b"a" * 33 + b"\xff")
@example(b"\xef\xbb\xbfplain")
@example(b"\xef\xbf\xbd")
def test_the_characters_of_utf8_are_counted_and_nothing_else_is_taken_for_it(body):
    try:
        text = body.decode()
    except UnicodeDecodeError:
        text = "\ufffd"
    other = body.startswith(b"\xef\xbb\xbf") or {"\0", "\x1b", "\ufffd"} & set(text)
    assert count_plain(body) == (-1 if other else len(text))
