"""A site of the tests: articles and lists with different words, and what is learned of them."""

import random

from scrapy_denoise import SiteTemplate
from scrapy_denoise.page import Page

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def story(i):
    """Thirty words that no other number gives."""
    words = random.Random(i)
    return " ".join("".join(words.choices(LETTERS, k=5)) for _ in range(30))


def article(i, text=None, extra=""):
    return (
        "<header><a href=/>Home</a><nav><a href=/a>About</a></nav></header>"
        f"<main><article><h1>{story(i)[:12]}</h1><p>{text or story(i)}</p>{extra}</article></main>"
        "<footer>The end</footer>"
    )


def listing(i):
    return f"<table><tr><td><ul class=list><li>{story(i)}<li><b>x</b></ul></td></tr></table><form><p>Search</p></form>"


def address(i):
    return f"https://a.example/{i}"


def page(i, make=article):
    return Page.from_html(make(i), url=address(i))


def learned(*numbers, page=article):
    """The template of a site that has the pages of these numbers."""
    site = SiteTemplate()
    for i in numbers:
        site.learn(page(i), url=address(i))
    return site
