"""A page around its columns: letters, title, text, addresses."""

import pytest
from lxml import etree
from scrapy.http import HtmlResponse

from scrapy_denoise import denoise
from scrapy_denoise.crawl.responses import read_page
from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.page.compiled import is_uyghur
from scrapy_denoise.page.text.normalize import normalize_letters

UYGHUR = "دەريا سۈيى كېچىدە ئۆرلىدى، يول سۇ ئاستىدا قالدى."
CHINESE = "夜里河水上涨，早晨的路已经在水下。"


def test_an_address_may_be_of_a_type_of_its_own():
    class Address(str):  # as those in columns of NumPy
        pass

    result = denoise(f"<p>{'The river rose in the night. ' * 9}</p>", url=Address("https://a.example/thread/1"))
    assert (result.reason, result.url, type(result.page.url)) == ("", "https://a.example/thread/1", str)


# --- letters ------------------------------------------------------------------------------------------------


def test_presentation_forms_of_uyghur():
    # AE has no form of its own: it is written with those of HEH, and HEH with those of HEH DOACHASHMEE.
    assert normalize_letters("\ufee9\ufeea", uyghur=True) == "\u06d5\u06d5"
    assert normalize_letters("\ufee9\ufeea", uyghur=False) == "\u0647\u0647"
    assert normalize_letters("\ufeeb\ufeec", uyghur=True) == "\u06be\u06be"
    assert (
        normalize_letters("\ufbd3\ufbd7\ufbd9\ufbdb\ufbde\ufbe4", uyghur=True) == "\u06ad\u06c7\u06c6\u06c8\u06cb\u06d0"
    )
    assert normalize_letters("\ufefb", uyghur=True) == "\u0644\u0627"
    # paper 004, table 1: four forms of SEEN
    assert normalize_letters("\ufeb1\ufeb2\ufeb3\ufeb4", uyghur=True) == "\u0633" * 4


def test_only_presentation_forms_are_folded():
    assert normalize_letters("，（１）①ﾃ㌔", uyghur=True) == "，（１）①ﾃ㌔"
    assert normalize_letters("e\u0301 \u212b", uyghur=False) == "\u00e9 \u00c5"
    assert normalize_letters("\ufe76\n a", uyghur=False) == "\u064e\n a"


@pytest.mark.parametrize(
    ("text", "uyghur"),
    [
        (UYGHUR, True),
        ("\ufee9\ufedf\ufee2 \ufbd7", True),
        (f"var x = 1; {'x' * 50_000} {UYGHUR}", True),
        (f"{CHINESE * 500}{UYGHUR}", True),
        ("ارتفع منسوب النهر في الليل", False),
        ("آب رودخانه در شب بالا آمد", False),
        ("دریا کا پانی رات کو چڑھ گیا", False),
        ("ارتفع منسوب النهر في الليل " * 20 + "ۇ", False),
        ("", False),
        (CHINESE, False),
    ],
)
def test_is_uyghur(text, uyghur):
    assert is_uyghur(text) is uyghur


@pytest.mark.parametrize("between", ["", "<b></b>", f"<script>{'x = 1; ' * 10_000}</script>"])
def test_a_page_in_presentation_forms(between):
    page = Page.from_html(f"<p>{between}\ufee9\ufedf\ufee2</p>{between}<p>\ufbd7</p>")
    assert page.text == "\u06d5\u0644\u0645\n\u06c7"


def test_an_arabic_page_keeps_its_heh():
    page = Page.from_html(f"<p>{'ارتفع منسوب النهر في الليل ' * 10}</p><p>\ufee9</p>")
    assert page.text.endswith("\n\u0647")


# --- titles -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<p>x", ""),
        ("<title></title><p>x", ""),
        ("<title> The\n river </title><p>x", "The river"),
        ("<title>The river - Daily News</title><h1>The river</h1>", "The river"),
        ("<title>The river rose - Daily News</title><h1>Daily News</h1><h2>The river rose</h2>", "The river rose"),
        ("<title>The river rose again | Daily News</title><p>x", "The river rose again"),
        ("<title>河水上涨_每日新闻</title><h1>河水 上涨</h1>", "河水 上涨"),
        ("<title>河水夜里上涨三米_新闻</title><p>x", "河水夜里上涨三米"),
        ("<h2>Second</h2><h1>First</h1>", "First"),
        ("<title>Weather-proof paint</title><p>x", "Weather-proof paint"),
        ("<title>Tom &amp; Anna's <b>boat</b></title><p>x", "Tom & Anna's <b>boat</b>"),
        ("<title>The river</title><svg><title>Icon</title></svg>", "The river"),
        ("<title>The river</title><h1 hidden>Other</h1><h1></h1>", "The river"),
    ],
)
def test_title(html, title):
    assert Page.from_html(html).title == title


@pytest.mark.parametrize(
    ("html", "url", "title"),
    [
        ("<title>The Valley</title><meta property=og:site_name content='The Valley'><h2>The river rose</h2>", None,
         "The river rose"),
        ("<title>Valley.example | The river rose</title><p>x", "https://www.valley.example/a", "The river rose"),
        ("<title>The river rose</title><meta property=og:title content='The river rose in May | The Valley'>"
         "<meta property=og:site_name content='The Valley'>", None, "The river rose in May"),
        ("<title>Cake - Kitchen</title><meta property=og:title content='The best cake ever'>"
         '<script type="application/ld+json">{"@type": "Recipe", "name": "Cake", "author": "Ann"}</script>', None,
         "Cake"),
        ("<title>The Valley</title><meta property=og:site_name content='The Valley'><p>x", None, "The Valley"),
    ],
)  # fmt: skip
def test_a_title_is_not_the_name_of_the_site(html, url, title):
    assert Page.from_html(html, url).title == title


def test_a_long_title_is_cut():
    assert len(Page.from_html(f"<title>{'river ' * 1_000}</title>").title) <= 1_000
    assert len(Page.from_html(f"<h1>{'river ' * 1_000}</h1>").title) <= 1_000


# --- pages --------------------------------------------------------------------------------------------------


def test_page_text():
    html = "<title>No</title><nav><a href=/>Home</a> <a href=/a>A</a></nav><p>One <b>two</b><br>three</p>"
    assert Page.from_html(html).text == "Home A\nOne two\nthree"
    assert Page.from_html("").text == ""


LONG = "<p>The ferry did not run on Sunday, for the rope had been taken down to be tarred.</p>" * 10


@pytest.mark.parametrize(
    "html",
    [f"<p>Loading</p><noscript><h1>The ferry</h1>{LONG}</noscript>", f"<div style='display: none'>{LONG}</div>Loading",
     f"<main hidden><article hidden>{LONG}</article></main>"],
)  # fmt: skip
def test_a_page_that_waits_for_its_scripts(html):
    page = Page.from_html(html)
    assert page.includes_hidden
    assert page.text.count("tarred") == 10
    assert len(page.elements()) == len(page.code_lengths) == len(page.columns)


def thread(of="DiscussionForumPosting", text="articleBody"):
    kind = f'<div itemscope itemtype="http://schema.org/{of}"><div itemprop={text}>The rope is tarred.</div></div>'
    return f"<noscript>{kind}</noscript>"


def test_a_text_that_the_page_states_in_noscript():
    menu = "".join(f"<a href=/g/{i}><div>Some board {i}</div></a>" for i in range(99))
    for text in (thread(), thread("NewsArticle"), thread("Question", "text")):
        page = Page.from_html(menu + text)
        assert page.includes_hidden
        assert page.text.endswith("tarred.")
    for text in (thread("Person"), thread(text="name"), thread("").replace("itemtype", "data-type")):
        assert not Page.from_html(menu + text).includes_hidden
    assert not Page.from_html(60 * LONG + thread()).includes_hidden


@pytest.mark.parametrize(
    ("body", "revealed"),
    [
        (f"<script type=text/template>{LONG}</script><noscript>{LONG}</noscript>", True),
        (f"<p>The rope is tarred.</p><noscript>{LONG}</noscript>", False),
        (f"The rope is tarred.<noscript>{LONG}</noscript>", False),
        ("<noscript><img src=rope.jpg>The rope</noscript>", False),
    ],
)
def test_a_text_that_a_script_fills_in(body, revealed):
    menu = "".join(f"<a href=/g/{i}><div>Some board {i}</div></a>" for i in range(99))
    assert Page.from_html(f"{menu}<div itemprop=articleBody>{body}</div>").includes_hidden is revealed
    assert not Page.from_html(f"{menu}<div class=articleBody>{body}</div>").includes_hidden


@pytest.mark.parametrize(
    "html",
    [f"{LONG}<noscript>{LONG}</noscript>", "<p>Log in</p><noscript>This page needs scripts.</noscript>",
     f"<p>Log in</p><div class='cookie-consent' style='display:none'>{LONG}</div>",
     f"<p>Log in</p><script>{LONG}</script><template>{LONG}</template>"],
)  # fmt: skip
def test_what_other_pages_hide_stays_hidden(html):
    page = Page.from_html(html)
    assert not page.includes_hidden
    assert page.text in (
        "Log in",
        "\n".join(["The ferry did not run on Sunday, for the rope had been taken down to be tarred."] * 10),
    )


@pytest.mark.parametrize("menu", ["", "<p>The harbour gazette</p>"])
def test_a_page_that_goes_on_behind_its_end(menu):
    scripts = f"<script>{'tide();' * 200}</script>"
    html = f"<html><head>{scripts}</head><body>{menu}</body></HTML><!doctype html><html><body>{LONG}</body></html>"
    page = Page.from_html(html, url="https://a.example/")
    assert page.text.count("tarred") == 10
    assert page.text.startswith(menu[3:-4])
    assert len(page.elements()) == len(page.columns)
    assert read_page(HtmlResponse("https://a.example/", body=html.encode())).text == page.text


def test_what_follows_a_page_with_text_is_left_alone():
    notes = f"</body></html><p>{'Counter. ' * 5}</p><!-- {'made in 3 ms ' * 200} -->"
    assert Page.from_html(f"<html><body>{LONG}{notes}").text.count("tarred") == 10
    assert Page.from_html(f"<html><body><p>Log in</p>{notes}").text == "Log in"
    assert Page.from_html(f"<p>Log in</p></html>{LONG}", max_nodes=10).text == "Log in"


def test_what_is_hidden_counts_for_no_limit():
    page = Page.from_html(f"<p>Log in</p><noscript>{LONG}</noscript>", max_nodes=10)
    assert page.text == "Log in"


@pytest.mark.parametrize(
    ("url", "base", "expected"),
    [
        ("https://a.example/x/y", "", "https://a.example/x/y"),
        (None, "", None),
        ("https://a.example/x/y", "<base href='/z/'>", "https://a.example/z/"),
        ("https://a.example/x/y", "<base href=' //b.example/ '>", "https://b.example/"),
        (None, "<base href='https://b.example/'>", "https://b.example/"),
        ("https://a.example/x", "<base href='http://['>", "https://a.example/x"),
        ("https://a.example/x", "<base target=_top>", "https://a.example/x"),
        ("https://a.example/x/y", "<base target=_top><base href='/z/'><base href='/w/'>", "https://a.example/z/"),
    ],
)
def test_base_url(url, base, expected):
    assert Page.from_html(f"{base}<p>x", url=url).base_url == expected


def test_the_tree_is_read_and_not_changed():
    tree = etree.HTML("<p>a<!-- note --> <b hidden>b</b>\ufee9</p><script>c</script>")
    before = etree.tostring(tree)
    page = Page.from_tree(tree, url="https://a.example/")
    assert (page.text, page.title, len(page.elements())) == ("a \u0647", "", len(page.columns))
    assert page.tree is tree
    assert etree.tostring(tree) == before


def test_which_page_it_is():
    one = Page.from_html("<p>a", url="https://a.example/1")
    assert one.digest == Page.from_html("<p>b", url="https://a.example/1").digest
    assert one.digest != Page.from_html("<p>a", url="https://a.example/2").digest
    assert Page.from_html("<p>a 1").digest == Page.from_html("<p>a 2").digest != Page.from_html("<p>b 2").digest
    assert 0 <= one.digest < 2**64


def test_limits():
    with pytest.raises(PageTooLarge, match=r"the page has more than 3 bytes \(max_size\)"):
        Page.from_html("<p>a", max_size=3)
    with pytest.raises(PageTooLarge, match="more than 3 nodes"):
        Page.from_html("<p>a", max_nodes=3)
    assert Page.from_html("<p>a", max_size=0).text == "a"
