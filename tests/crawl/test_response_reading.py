"""A response that is read before the spider gets it has the text and the selector that it would have made itself."""

import gc
from weakref import ref

import pytest
from helpers.bodies import bodies_with
from helpers.corpora import NAMES, corpus_sample
from helpers.crawling import HTML
from hypothesis import given
from hypothesis import strategies as st
from lxml.etree import tostring
from scrapy.http import HtmlResponse, Response
from scrapy.selector import Selector

from scrapy_denoise.crawl.responses import denoised, read_page
from scrapy_denoise.page import Page

MARKUP = "<!DOCTYPE html>\n<base href=/b/><p title='été'>Über den Fluß; 下雨了。</p>\n<p>يامغۇر ياغدى</p>"
URL = "https://news.example.org/a/1.html"

BODIES = [
    *bodies_with(MARKUP),
    "<meta charset=gbk><p>Über den Fluß</p>".encode(),
    "<meta charset=utf-8><p>Über \ufffd \ufffe \x01 den Fluß</p>".encode(),
    "<meta charset=iso-2022-jp><p>雨が降った。</p>".encode("iso2022_jp"),
    "<p>雨が降った。</p>".encode("iso2022_jp"),
    "<p>Über den Fluß</p>".encode("utf-16"),
    "<template id='B:0'></template><p>Über den Fluß</p><div hidden id='S:0'><p>下雨了。</p></div>".encode(),
]
TYPES = (HTML, "text/html", "text/html; charset=windows-1252")


def seen(response):
    """What a spider can see of a response's text and selector."""
    tree = response.selector.root
    source = tostring(tree, encoding="unicode"), tree.getroottree().docinfo.doctype, tree.base
    kind = response.selector.type, isinstance(response.selector, Selector), response.selector.response is response
    return response.text, response.encoding, source, kind, response.urljoin("c"), response.css("p::text").getall()


def assert_seen_alike(body, content_type):
    read, untouched = (HtmlResponse(URL, body=body, headers={"Content-Type": content_type}) for _ in range(2))
    read_page(read)
    assert seen(read) == seen(untouched)


@pytest.mark.parametrize("content_type", TYPES)
@pytest.mark.parametrize("body", BODIES)
def test_the_response_is_as_it_would_be(body, content_type):
    assert_seen_alike(body, content_type)


@pytest.mark.parametrize("charset", ["gb18030", "gbk", "big5", "windows-1251", "shift_jis"])
@pytest.mark.parametrize("labelled", ["header", "page"])
def test_other_encodings_are_decoded_once(charset, labelled, monkeypatch):
    markup = {"windows-1251": "Ночью шёл дождь, и вода поднялась.", "big5": "夜裡下了雨，河水漲到了門口。"}
    text = f"<meta charset={charset if labelled == 'page' else ''}><p>{markup.get(charset, '雨中水上山')}</p>" * 3
    content_type = f"text/html; charset={charset}" if labelled == "header" else "text/html"
    read, untouched = (
        HtmlResponse(URL, body=text.encode(charset), headers={"Content-Type": content_type}) for _ in range(2)
    )
    assert read.encoding != "utf-8"
    monkeypatch.setattr("scrapy.http.response.text.html_to_unicode", None)
    read_page(read)
    assert read.text == text
    monkeypatch.undo()
    assert seen(read) == seen(untouched)


@given(st.binary(max_size=60), st.text(max_size=60), st.binary(max_size=8), st.sampled_from(TYPES))
def test_any_bytes(before, text, after, content_type):
    assert_seen_alike(before + text.encode("utf-8", "replace") + after or b"<p>", content_type)


def test_a_selector_that_is_there_stays():
    response = HtmlResponse(URL, body=MARKUP.encode(), encoding="utf-8")
    selector = response.selector
    page = read_page(response)
    assert response.selector is selector
    assert isinstance(page, Page)
    assert page.tree is selector.root


def test_a_response_of_another_class_makes_its_selector_itself():
    class Rendered(HtmlResponse):
        @property
        def text(self):
            return "<p>What its scripts have shown.</p>"

    page = read_page(Rendered(URL, body=MARKUP.encode(), encoding="utf-8"))
    assert isinstance(page, Page)
    assert page.text == "What its scripts have shown."


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1256"])
def test_a_response_is_freed_without_a_collection(encoding):
    gc.disable()
    try:
        text = "It rained in the hills, and by the morning the café by the river was under water. " * 3
        response = HtmlResponse(URL, body=f"<p>{text}</p>".encode(encoding), encoding=encoding)
        result = denoised(response)
        assert result.text
        assert response.css("p").getall()
        gone = ref(response), ref(result)
        del response, result
        assert [one() for one in gone] == [None, None]
    finally:
        gc.enable()


def test_a_selector_outlives_its_response():
    response = HtmlResponse(URL, body=MARKUP.encode(), encoding="utf-8")
    read_page(response)
    selector = response.selector
    assert selector.css("p::attr(title)").get() == "été"
    del response
    assert selector.response is None
    assert selector.css("p")[0].css("::attr(title)").get() == "été"


@pytest.mark.corpus
@pytest.mark.parametrize("name", NAMES)
def test_the_responses_of_a_corpus(name):
    for page in corpus_sample(name, 4):
        assert_seen_alike(page.html, "text/html")


def test_anything_but_a_response_is_refused_in_words():
    with pytest.raises(TypeError, match="not str; for HTML see denoise"):
        denoised("x")


def test_the_gzipped_answer_to_a_head_request_is_empty():
    headers = {"Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip"}
    assert denoised(Response("https://e.example/", headers=headers)).reason == "empty"
    assert denoised(Response("https://e.example/", headers={"Content-Type": "image/png"})).reason == "not_html"
