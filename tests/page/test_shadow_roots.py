"""Declarative shadow roots are read in the place of their hosts' contents."""

import sys

import pytest
from lxml.etree import _Element
from lxml.html import fromstring, tostring

from scrapy_denoise import denoise
from scrapy_denoise.page import Page
from scrapy_denoise.page.markup import shadow_roots
from scrapy_denoise.page.markup.shadow_roots import place_shadow_roots

OPEN = "<template shadowrootmode=open>"


def text_of(html):
    return Page.from_html(html, "https://a.example/").text.replace("\n", " ")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (f"<h1>a</h1><x-a>{OPEN}<p>b</p></template></x-a><p>c</p>", "a b c"),
        ("<x-a><template shadowrootmode=closed><p>b</p></template></x-a>", "b"),
        ("<x-a><template SHADOWROOTMODE=Open><p>b</p></template></x-a>", "b"),
        ("<x-a><template shadowrootmode><p>b</p></template></x-a><p>c</p>", "c"),
        ("<x-a><template><p>b</p></template></x-a><p>c</p>", "c"),
        (f"<div>{OPEN}<p>b</p></template></div>", "b"),
        (f"<ul>{OPEN}<li>b</li></template></ul><p>c</p>", "c"),  # no element that may have one
        (f"<x-a><p>not shown</p>{OPEN}<p>b</p></template> nor this</x-a>", "b"),
        (f"<x-a>{OPEN}<h2>b</h2><slot></slot><i>e</i></template><p>c</p><p>d</p></x-a>", "b c d e"),
        (f"<x-a>{OPEN}b <slot></slot> d</template>c</x-a>", "b c d"),
        (
            f"<x-a>{OPEN}<slot name=lead></slot><slot>-</slot><slot name=foot>e</slot></template>"
            "<p>d</p><p slot=lead>b</p><p slot=none>x</p><p slot=lead>c</p></x-a>",
            "b c d e",
        ),
        (f"<x-a>{OPEN}<slot></slot><slot>again</slot></template>b</x-a>", "bagain"),
        (f"<x-a>{OPEN}<p>b</p></template>{OPEN}<p>x</p></template></x-a>", "b"),
        (f"<x-a>{OPEN}<p>a</p><x-b>{OPEN}<p>b</p></template></x-b><p>c</p></template></x-a>", "a b c"),
        # A slot that is shown in the slot of another host.
        (f"<x-a>{OPEN}<x-b>{OPEN}<p>a</p><slot></slot></template><slot></slot></x-b></template><p>b</p></x-a>", "a b"),
        (f"<x-a>{OPEN}<slot></slot></template><x-b>{OPEN}<p>a</p></template></x-b><p>b</p></x-a>", "a b"),
        (f"<main><template id=P:0></template></main><div hidden id=S:0><x-a>{OPEN}b</template></x-a></div>", "b"),
    ],
)
def test_what_a_shadow_root_shows(html, text):
    assert text_of(html) == text


def test_limits(monkeypatch):
    deep = "<div>" * (shadow_roots.MAX_DEPTH + 1)
    assert not place_shadow_roots(fromstring(f"<body>{deep}<x-a>{OPEN}b</template></x-a>"))
    assert not place_shadow_roots(fromstring("<body><p>a</p>"))
    monkeypatch.setattr(shadow_roots, "MAX_ROOTS", 1)
    assert text_of(2 * f"<x-a>{OPEN}<p>b</p></template></x-a>") == "b"


def test_what_stands_behind_the_end_of_the_page_is_read_beside_a_shadow_root():
    story = 40 * "<p>Words of the article that all browsers show, here and there.</p>"
    host = f"<x-h>{OPEN}<p>b</p></template></x-h>"
    shown = 40 * " Words of the article that all browsers show, here and there."
    assert text_of(f"<html><body>{host}</html>{story}") == f"b{shown}"
    assert text_of(f"<html><body><h1>a</h1></html><x-h>{OPEN}{story}</template></x-h>") == f"a{shown}"


def test_a_tree_that_is_asked_for_later_has_them_in_their_places_too():
    page = Page.from_html(
        f"<x-a><p>x</p>{OPEN}<h2>b</h2><slot>y</slot><slot name=n></slot></template>c<b slot=n>d</b></x-a>"
    )
    tags = [None if node is None else node.tag for node in page.nodes()]
    assert isinstance(page.root, _Element) or page.root.owner.tree is None
    assert [None if element is None else element.tag for element in page.elements()] == tags
    assert page.text.split() == Page.from_tree(page.tree).text.split()


def test_the_tree_that_was_given_stays_as_it_is():
    html = f"<body><x-a>{OPEN}<p>b</p><slot></slot></template><p>c</p></x-a></body>"
    tree = fromstring(html)
    before = tostring(tree)
    Page.from_tree(tree)
    assert tostring(tree) == before


def test_an_article_in_a_shadow_root_is_the_content():
    text = "The council voted on Monday to repair the old bridge before the floods of the winter arrive in the valley."
    story = "".join(f"<p>{number}. {text}</p>" for number in range(4))
    menu = "<nav><a href=/>Home</a> <a href=/a>About</a></nav>"
    for body in (
        f"<x-story>{OPEN}<article><h1>The bridge</h1>{story}</article></template></x-story>",
        f"<x-story>{OPEN}<article><h1>The bridge</h1><slot></slot></article></template>{story}</x-story>",
        f"<article><h1>The bridge</h1><x-more>{OPEN}<slot name=s></slot></template><div slot=s>{story}</div></x-more>",
    ):
        found = denoise(f"<title>The bridge</title>{menu}{body}", url="https://a.example/1").text
        assert found.count(text) == 4
        assert "Home" not in found


@pytest.mark.parametrize(
    "page",
    [
        lambda n: f"<div>{'<template shadowrootmode=x></template>' * n}</div>",
        lambda n: (
            f"<div><template shadowrootmode=open>{''.join(f'<slot name=s{i}></slot>' for i in range(n))}</template>"
            f"{''.join(f'<b slot=s{i}>x</b>' for i in range(n))}</div>"
        ),
        lambda n: (
            f"<div><template shadowrootmode=open><slot></slot></template>{'some words here<i slot=x></i>' * n}</div>"
        ),
    ],
)
def test_many_templates_slots_and_texts_take_linear_time(page):
    """By the calls of Python and of C, which do not depend on the machine."""

    def calls(n):
        tree, counted = fromstring(page(n)), [0]

        def count(_frame, event, _arg):
            counted[0] += event in ("call", "c_call")

        sys.setprofile(count)
        try:
            place_shadow_roots(tree)
        finally:
            sys.setprofile(None)
        return counted[0]

    assert calls(400) <= 2.2 * calls(200) + 100
