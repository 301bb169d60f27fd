"""The baselines, each on a page small enough to work out by hand. `x` stands for a character of text."""

import math
import re

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise import denoise
from scrapy_denoise.evaluation import tokens as gold_tokens
from scrapy_denoise.methods import get_method, method_names
from scrapy_denoise.methods.baselines import BASELINES
from scrapy_denoise.methods.baselines.text_density.cetd import CompositeTextDensity
from scrapy_denoise.methods.baselines.text_density.fe import FeatureExtractor, KFeatureExtractor
from scrapy_denoise.methods.baselines.text_density.lqf import LinkQuotaFilter
from scrapy_denoise.methods.baselines.text_density.stu_dom import StuDom
from scrapy_denoise.methods.baselines.token_sequence.bte import BodyTextExtraction
from scrapy_denoise.methods.baselines.token_sequence.ccb import ContentCodeBlurring
from scrapy_denoise.methods.baselines.token_sequence.dsc import DocumentSlopeCurve, slope_curve
from scrapy_denoise.methods.baselines.token_sequence.tokens import Tokens, count_words
from scrapy_denoise.page import Page


def kept(method, html):
    page = Page.from_html(html)
    rows = page.columns.text_rows[method.select(page).kept]
    return [page.columns.text_of(row) for row in rows]


def x(n, letter="x"):
    return letter * n


# --- the registry -------------------------------------------------------------------------------------------


def test_baselines_are_asked_for_by_name_and_listed_apart():
    assert not set(method_names()) & set(BASELINES)
    assert set(method_names(baselines=True)) == {*method_names(), *BASELINES}
    for name in BASELINES:
        for profile in ("default", "paper"):
            assert get_method(name, profile).name == name
    result = denoise("<p><a href=/>Home</a></p><p>It rained, and the river rose.</p>", method="lqf_50")
    assert (result.text, result.method) == ("It rained, and the river rose.", "lqf_50")
    with pytest.raises(ValueError, match=r"there are: auto, .*bte, dsc"):
        get_method("btw")


@pytest.mark.parametrize("name", BASELINES)
def test_every_parameter_is_explained(name):
    method = type(get_method(name))
    for field in attrs.fields(method):
        assert re.search(rf"\b{field.name}(, \w+)*: ", method.__doc__), field.name


# --- words and tags -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("two words", [2]),
        ("\u6cb3\u6c34\u4e0a\u6da8", [4]),  # Han: a word each
        ("Scrapy\u6293\u53d6 \u7f51\u9875\uff0cok", [6]),
        ("\u30ab\u30bf\u304b\u306a \U00020000", [5]),
        ("\ud55c\uad6d\uc5b4 \uc704\ud0a4", [2]),  # Hangul has spaces between words
        ("ab\uff0ccd\u3002ef", [3]),
        ("one<b>two</b>three four", [1, 1, 2]),
    ],
)
def test_words(text, words):
    assert count_words(Page.from_html(f"<p>{text}</p>").columns).tolist() == words


@given(st.text("ab\u00e9\u0434 \u6cb3\u6c34\u3002\uff0c\uff01\U00020000\u0626"))
def test_words_are_those_of_the_metrics(text):
    page = Page.from_html(f"<p>{text}</p>")
    assert count_words(page.columns).sum() == len(gold_tokens(text))


def test_tags_between_texts():
    tokens = Tokens.from_columns(Page.from_html("<p>one <a href=/>two</a> three<br>four <img> five</p>").columns)
    # html body p | a | /a | br | img | /p /body /html
    assert tokens.tags.tolist() == [3, 1, 1, 1, 1, 3]
    assert tokens.link_tags.tolist() == [0, 1, 1, 0, 0, 0]


# --- BTE ----------------------------------------------------------------------------------------------------


def test_bte():
    page = (
        "<ul><li>a b</li><li>c</li></ul><p>one two three four</p><b>x</b><p>five six seven eight</p><div><i>y</i></div>"
    )
    # words +1, tags -1: the stretch from `one` to `eight` has 4 - 2 + 1 - 2 + 4 = 5; with `y` 5 - 3 + 1 = 3, and
    # with `c` 1 - 3 + 5 = 3
    assert kept(BodyTextExtraction(), page) == ["one two three four", "x", "five six seven eight"]
    # a stretch of its own: 4 - 2 + 1 - 5 + 4 = 2 for both paragraphs and what is between
    apart = page.replace("<b>x</b>", "<b>x</b><hr><hr><hr>")
    assert kept(BodyTextExtraction(), apart) == ["one two three four"]


def test_bte_counts_characters_of_chinese():
    page = f"<p>{x(12, chr(0x6CB3))}</p><p>three short words</p>"
    assert kept(BodyTextExtraction(), page) == [x(12, chr(0x6CB3)), "three short words"]
    assert kept(BodyTextExtraction(), page.replace("<p>three", "<hr><hr><p>three")) == [x(12, chr(0x6CB3))]


# --- DSC ----------------------------------------------------------------------------------------------------


def test_dsc_sections():
    low = np.array([0, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 1], np.bool_)
    assert DocumentSlopeCurve().sections(low).astype(int).tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]
    assert DocumentSlopeCurve(consecutive=1).sections(low).tolist() == low.tolist()


def test_dsc():
    items = "<ul>" + "<li>w</li>" * 20 + "</ul>"
    text = " ".join(["word"] * 40)
    page = f"{items}<p>{text}</p>{items}"
    index, curve = slope_curve(Tokens.from_columns(Page.from_html(page).columns))
    assert (index[-1], curve[-1]) == (170, 90)
    assert index[41:43].tolist() == [65, 105]  # before and after the 21st text, the paragraph
    # The slope of the page is .53. Of the windows of 8 tokens at every fourth token, those at 64 to 96 have at most one
    # tag, that at 60 has four and that at 100 three. They stand for the tokens 66 to 102: 36 of the paragraph's 40.
    assert kept(DocumentSlopeCurve(window=8), page) == [text]
    assert kept(DocumentSlopeCurve(window=8, consecutive=10), page) == []
    two = f"{page}<p>{text}</p>{items}"
    assert kept(DocumentSlopeCurve(window=8), two) == [text, text]


# --- LQF ----------------------------------------------------------------------------------------------------


def test_lqf():
    page = (
        f"<div><p>{x(20, 'a')} <a href=/>{x(10, 'b')}</a></p></div>"  # 10 / 30
        f"<div><a href=/>{x(60, 'c')}</a> {x(40, 'd')}</div>"  # 60 / 100
        f"<ul><li><a href=/>{x(10, 'e')}</a></li><li>{x(10, 'f')}</li></ul>"  # 1; then nothing is left against the list
        f"<div>{x(10, 'g')}<div><a href=/>{x(30, 'h')}</a> {x(8, 'i')}</div></div>"  # 30 / 38; all of it 30 / 48
    )
    a, b, c, d, f, g = (x(n, letter) for n, letter in zip((20, 10, 60, 40, 10, 10), "abcdfg", strict=True))
    assert kept(LinkQuotaFilter(0.25), page) == [f, g]
    assert kept(LinkQuotaFilter(0.5), page) == [a, b, f, g]
    assert kept(LinkQuotaFilter(0.75), page) == [a, b, c, d, f, g]


# --- FE, K-FE -----------------------------------------------------------------------------------------------


def test_fe():
    nav = f"<ul><li><a href=/>{x(20)}</a></li><li><a href=/>{x(20)}</a></li></ul>"
    form = f"<div>{x(100, 'f')}<img><input></div>"
    page = f"{nav}<p>{x(30, 'a')}</p><p>{x(50, 'b')}</p>{form}"
    # of the text each has 40, 30, 50 and 100 of 220; the list has all links, the last block all images and forms
    assert kept(FeatureExtractor(), page) == [x(50, "b")]
    assert kept(FeatureExtractor(dominance=0.1), page) == [x(100, "f")]
    assert kept(FeatureExtractor(), f"<div>{x(60, 'a')}<hr>{x(50, 'b')}</div>") == [x(60, "a")]
    assert kept(FeatureExtractor(), f"<p><a href=/>{x(9)}</a><img></p>") == []


def test_k_fe():
    page = "".join(f"<p>{x(n)}</p>" for n in (10, 1, 30, 2, 28))
    # centres 1, 10 and 30 of 30 characters: 2 joins the first, 28 the last, and none moves then
    assert kept(KFeatureExtractor(), page) == [x(30), x(28)]
    assert kept(KFeatureExtractor(clusters=5), page) == [x(30)]
    # with all the links and images of the page, the last is not dominated by text
    linked = page.replace(f">{x(28)}<", f"><a href=/>{x(28)}</a><img><")
    assert kept(KFeatureExtractor(), linked) == [x(30)]
    assert kept(KFeatureExtractor(), "<p>one</p>") == ["one"]


# --- CCB ----------------------------------------------------------------------------------------------------


def test_ccb():
    page = "<p>one two three</p><p>four</p>"
    # 0 0 0 1 1 1 0 0 1 0 0 0, weights e, 1, e with e = exp(-1/2) = .61: one 1.61 / 2.21 = .73, two 1, three .73, the
    # mean .82; four 1 / 2.21 = .45
    one_round = ContentCodeBlurring(radius=1, sigma=1.0, rounds=1, threshold=0.81)
    assert kept(one_round, page) == ["one two three"]
    assert kept(attrs.evolve(one_round, threshold=0.82), page) == []
    assert kept(attrs.evolve(one_round, threshold=0.45), page) == ["one two three", "four"]
    # again: the largest change of the first round is .55
    assert kept(attrs.evolve(one_round, rounds=9, stable=0.54), page) == []
    assert kept(attrs.evolve(one_round, rounds=9, stable=0.56), page) == ["one two three"]


def test_ccb_adapted():
    page = "<p>one <a href=/>two</a> three four</p>"
    # 1 0 1 0 1 1: one .45, two .45, three and four .73; without the link's tags 1 1 1 1: .73, 1, 1, .73
    method = ContentCodeBlurring(radius=1, sigma=1.0, rounds=1, threshold=0.7)
    assert kept(method, page) == ["three four"]
    assert kept(attrs.evolve(method, adapted=True), page) == ["one", "two", "three four"]


# --- CETD ---------------------------------------------------------------------------------------------------


def test_cetd_with_plain_density():
    page = (
        f"<div><p>{x(100, 'a')}</p><p>{x(80, 'b')}</p></div>"
        f"<div><p>{x(40, 'c')}</p></div><div><p>{x(20, 'd')}</p></div>"
        f"<div><a href=/>{x(5)}</a><a href=/>{x(5)}</a></div>"
    )
    # characters for each tag below: body 250 / 10, the divs 180 / 2, 40, 20 and 10 / 2. The first div has the greatest
    # DensitySum, 100 + 80, so the threshold is the body's 25: the third div is not as dense.
    assert kept(CompositeTextDensity(composite=False), page) == [x(100, "a"), x(80, "b"), x(40, "c")]


def test_composite_text_density():
    page = Page.from_html(f"<div>{x(70)}<p>{x(20)}</p><ul><li><a href=/>{x(10)}</a></li></ul></div>")
    density, density_sum = CompositeTextDensity().densities(page.columns, 1)
    names = [page.columns.name(row) for row in range(len(page.columns))]

    def cc(c, t, lc, lt, n):
        return c / t * math.log(c * t / (lc * lt)) / math.log(math.log(c * lc / n + 0.1 * c + math.e))

    # body has 10 of 100 characters in links; ul, li and a are link tags, as they hold nothing else
    div, p, ul = (names.index(name) for name in ("div", "p", "ul"))
    assert density[div] == pytest.approx(cc(100, 4, 10, 3, 90))
    assert density[p] == pytest.approx(cc(20, 1, 1, 1, 20))
    assert density[ul] == pytest.approx(cc(10, 2, 10, 2, 1))
    own = 70 * math.log(70) / math.log(math.log(0.1 * 70 + math.e))
    assert density_sum[div] == pytest.approx(own + density[p] + density[ul])
    assert density_sum[p] == density[p]
    # the div of two paragraphs has a greater DensitySum than the body, which has that of the div alone
    two = f"<div><p>{x(100)}</p><p>{x(90)}</p></div><ul><li><a href=/>{x(9)}</a></ul>"
    assert kept(CompositeTextDensity(), two) == [x(100), x(90)]


# --- STU-DOM ------------------------------------------------------------------------------------------------


def test_stu_dom():
    nav = "<div>" + "<a href=/>home</a>" * 5 + "</div>"
    first, second = f"{x(300, 'a')} <a href=/>{x(10, 'b')}</a>", f"{x(40, 'c')} <a href=/>d</a> <a href=/>e</a>"
    page = f"<div>{nav}<p>{first}</p><p>{second}</p></div>"
    a, b, c = x(300, "a"), x(10, "b"), x(40, "c")
    # nav has no text of its own; 1 link for 300 characters is less than .02; 2 for 40 are more, and for the 340 around
    # more than .001
    assert kept(StuDom(), page) == [a, b]
    assert kept(StuDom(contextual=0.01), page) == [a, b, c, "d", "e"]
    # what is cut does not count against the div: 8 links would be too many for 340 characters
    assert kept(StuDom(local=0.003), page) == []
    assert kept(StuDom(), "<h1><a href=/>A title</a></h1><h2><a href=/>Another</a></h2>") == ["A title"]
