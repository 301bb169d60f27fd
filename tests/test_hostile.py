"""Bad input, as far as the library goes: each page has an honest answer, and none raises or takes long."""

import json
from time import process_time

import pytest

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.document.posts.row_reader import _quotations
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import most_attributes
from scrapy_denoise.page.markup.limits import MAX_ATTRIBUTES

STORY = "The river rose in the night, and by the morning the lower road was under water. " * 3
CONTENT = f"<div><p>{STORY}</p><p>{STORY}</p></div>"
KEPT = "\n".join([STORY.strip()] * 2)


def outcome(html, **options):
    """Everything of a result is rendered; the reason and the text are what a caller looks at first."""
    result = denoise(html, url="https://example.org/page", **options)
    json.dumps(result.to_dict()).encode()
    assert isinstance(result.html, str)
    assert bool(result.html) == bool(result.text) == bool(result)
    return result.reason, result.text


@pytest.mark.parametrize(
    "html",
    ["", b"", "   \n\t", "\x00\x00", "\ufeff", b"\xef\xbb\xbf", "<!DOCTYPE html>", "<!-- only a comment -->", "<html>",
     "<?xml version='1.0'?>", "<html><head><title>A title alone</title></head></html>",
     "<script>document.write(1)</script>",
     "<body><style>p {}</style><template><p>Not yet</p></template>", "</p>", "&nbsp;&#8203;", "<p></p>" * 100,
     "<p hidden>A</p><p style='display : NONE'>B</p><div hidden><p>C</p></div>", "<input value=Send><img alt=Flood>"],
)  # fmt: skip
def test_empty(html):
    assert outcome(html) == ("empty", "")


@pytest.mark.parametrize(
    "body",
    [b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 8, b"%PDF-1.7\n<p>text</p>", b"PK\x03\x04<p>text</p>",
     bytes(range(256)) * 40, b"\x00" * 2000, b"\x7fELF" + b"a" * 100],
)  # fmt: skip
def test_binary(body):
    assert outcome(body) == ("not_html", "")


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ("https://gazette.example/news/1", "an address"),
        (" HTTP://gazette.example/?a=1&b=2\n", "an address"),
        (b"https://gazette.example/", "an address"),
        ("page.html", "the name of a file"),
        ("C:\\pages\\my page.htm", "the name of a file"),
        ("/tmp/a.xhtml", "the name of a file"),
    ],
)
def test_an_address_and_the_name_of_a_file_are_told_from_markup(given, what):
    result = denoise(given)
    assert (result.reason, result.text) == ("not_html", "")
    assert f"this is {what}, not markup" in result.detail


@pytest.mark.parametrize(
    "given", ["<p>https://gazette.example/", "https://a.example/ is back", "html", "See page.html\nand more", "a.pdf"]
)
def test_other_short_texts_are_read_as_markup(given):
    assert denoise(given).reason != "not_html"


@pytest.mark.parametrize(
    ("text", "shown", "reason"),
    [
        ('{"name": "river", "levels": [1, 2, 3]}', '{"name": "river", "levels": [1, 2, 3]}', ""),
        ('{"level": 1}', '{"level": 1}', "no_content"),
        ("<?xml version='1.0'?><rss><item><title>No</title><guid>river</guid></item></rss>", "river", "no_content"),
        (STORY, STORY.strip(), ""),
        ("<", "<", "no_content"),
        ("a < b <> c", "a < b <> c", "no_content"),
    ],
)
def test_other_text_is_read_as_a_browser_would(text, shown, reason):
    # Whether a response is HTML is for the crawl to say; here it is the text of a page without elements.
    result = denoise(text, method="content_correlativity", profile="paper")
    assert result.reason == reason
    assert [block.text for block in result.blocks + result.noise] == [shown]


@pytest.mark.parametrize("size", [0, 10_000])
@pytest.mark.parametrize("make", [str, str.encode])
def test_size_limit(size, make):
    page = make(CONTENT)
    assert outcome(page, max_size=len(page) + size) == ("", KEPT)
    assert outcome(page, max_size=len(page) - 1) == ("too_large", "")


@pytest.mark.parametrize("make", [str, str.encode])
def test_50_megabytes(make):
    page = make("<p>" + "a b " * 12_500_000)
    assert outcome(page) == ("too_large", "")
    with pytest.raises(PageTooLarge, match="more than 10,485,760 bytes"):
        Page.from_html(page)


@pytest.mark.slow
def test_50_megabytes_without_a_limit():
    reason, text = outcome("<p>" + "a b " * 12_500_000, max_size=0)
    assert (reason, len(text)) == ("", 49_999_999)


def test_200_000_nested_elements():
    # libxml2 stops at 2,048 and drops the rest.
    assert outcome("<div>" * 200_000 + CONTENT) == ("too_deep", "")
    assert outcome(CONTENT + "<div>" * 200_000) == ("", KEPT)
    assert outcome("<div>" * 1_500 + CONTENT) == ("", KEPT)
    assert outcome("<b><i>" * 100_000 + STORY)[0] == "too_deep"


def test_a_million_siblings():
    assert outcome("<p>a</p>" * 1_000_000) == ("too_large", "")
    assert outcome("<br>" * 1_000_000, max_nodes=10_000_000) == ("empty", "")


@pytest.mark.parametrize(("parent", "tag"), [("div", "p"), ("p", "span"), ("p", "b"), ("ul", "li"), ("div", "br")])
def test_many_siblings_within_the_limits(parent, tag):
    # each part of a result takes time in proportion to the page: with the square this would be minutes
    reason, text = outcome(f"<{parent}>{f'<{tag}>{STORY[:80]}</{tag}>' * 12_000}</{parent}>")
    assert (reason, text.split().count("road")) == ("", 12_000)


@pytest.mark.slow
def test_a_million_siblings_without_a_limit():
    result = denoise("<p>a</p>" * 1_000_000 + CONTENT, max_size=0, max_nodes=3_000_000)
    assert result.text.endswith(KEPT)


@pytest.mark.parametrize("limit", [3, 7])
def test_node_limit(limit):
    # html, body, p, text, p, text: 6 rows.
    page = f"<p>{STORY}</p><p>{STORY}</p>"
    assert outcome(page, max_nodes=limit) == (("", KEPT) if limit >= 6 else ("too_large", ""))


@pytest.mark.parametrize("odd", ["\x00", "\ud800", "\x01", "\x1b", "\ufffe", "&#0;", "&#xD800;", "&#x110000;"])
def test_characters_that_are_none(odd):
    for page in (f"<div><p title='{odd}'>A{odd}{STORY}</p><p>{STORY}{odd}</p></div>", f"{odd}{CONTENT}{odd}"):
        reason, text = outcome(page)
        assert reason == ""
        assert text.count("the lower road") == 6
        assert "\x00" not in text
        text.encode("utf-8")


def test_invalid_utf8():
    # A label that no byte beyond ASCII agrees with does not count: the encoding is detected.
    reason, text = outcome(b"<meta charset=utf-8>" + CONTENT.replace("river", "café").encode("latin-1"))
    assert (reason, text) == ("", KEPT.replace("river", "café"))
    # cut within a character
    assert outcome((f"<meta charset=utf-8><p>{STORY}河水上涨").encode()[:-1]) == ("", STORY + "河水上\ufffd")


@pytest.mark.parametrize(
    "label", ["windows-1252", "iso-8859-1", "windows-1256", "us-ascii", "utf-16", "utf-16le", "x-none"]
)
def test_wrong_charset_label(label):
    page = f"<meta charset={label}>{CONTENT}".replace("river", "دەريا 河")
    assert outcome(page.encode()) == ("", KEPT.replace("river", "دەريا 河"))


@pytest.mark.parametrize("label", ["utf-16", "windows-1252", "utf-8"])
def test_ascii_under_any_label(label):
    assert outcome(f"<meta charset={label}>{CONTENT}".encode()) == ("", KEPT)


@pytest.mark.parametrize(
    "html",
    [
        # Figures that are raised or in circles are none of a date.
        f"<h1>It</h1><p>By Ada Miller, 12 ²³ 2024</p>{CONTENT}",
        f"<h1>It</h1>{CONTENT}<p>It was on 5 <sup>¹²</sup> that it rose.</p>",
        f"<h1>It</h1>{CONTENT}<ul>{'<li><a href=/a>The mill is open</a> ② ④ 2023</li>' * 5}</ul>",
        # A table without text stands behind all text.
        f"{CONTENT}<table>{'<tr><th></th><td></td></tr>' * 2}</table>",
        # Records have no text, in a thread.
        "<ul>" + "".join(f"<li><a href=p{n}></a><a href=q{n}></a></li>" for n in range(3)) + "</ul>",
    ],
)
def test_all_that_is_read_of_a_result(html):
    result = denoise(html, url="https://forum.example.org/viewtopic.php?t=5&start=20")
    assert result.reason != "error"
    json.dumps([result.to_dict(), *(entry.to_dict() for entry in result.entries)])
    assert result.metadata.published == ""
    assert [post.published for post in (*result.posts, *result.comments)] in ([], [""])


def test_quotations_in_many_blockquotes():
    result = denoise("<blockquote><div class=quote>y</div></blockquote>" * 20_000)
    start = process_time()
    assert result.markdown
    once = process_time() - start
    result = denoise("<blockquote><div class=quote>y</div></blockquote>" * 80_000)
    start = process_time()
    assert result.markdown
    assert process_time() - start < 12 * once + 0.5


def test_quotations_within_each_other():
    taken = []
    for levels in (1, 1_900):
        page = Page.from_html("<div>" + "<q>" * levels + "<b>x</b>" * 160_000)
        start = process_time()
        found = page.cached(_quotations)
        taken.append(process_time() - start)
        assert max(found) == found[-1] == levels + page.columns.tag.tolist().index(tags.CODES["q"]) - 1
    assert taken[1] < 4 * taken[0] + 0.2


def test_links_only():
    links = "".join(f"<li><a href='/{i}'>Story number {i}</a></li>" for i in range(500))
    result = denoise(f"<ul>{links}</ul>")
    assert (result.reason, result.page_type, len(result.entries), result.noise) == ("", "list", 500, [])
    assert result.text.splitlines() == [entry.title for entry in result.entries]
    assert {block.link_density for block in result.blocks} == {1.0}


def test_no_body():
    assert outcome(f"<html><head></head>{CONTENT}") == ("", KEPT)
    assert outcome(f"{STORY}") == ("", STORY.strip())


def test_two_bodies():
    page = f"<body class=one><p>{STORY}</p></body><body class=two><p>{STORY}</p></body>"
    assert outcome(page) == ("", KEPT)


@pytest.mark.parametrize("inside", ["", "<noframes><p>Your browser shows no frames.</p></noframes>"])
def test_frameset(inside):
    page = f"<html><frameset cols='20%,80%'><frame src=menu.html><frame src=main.html>{inside}</frameset></html>"
    assert outcome(page) == ("frameset", "")


def test_duplicate_ids():
    page = "<div id=main>" + f"<p id=text>{STORY}</p>" * 2 + "</div>"
    assert outcome(page) == ("", KEPT)
    paths = [block.xpath for block in denoise(page).blocks]
    assert len(set(paths)) == 2


def test_10_megabytes_in_one_attribute():
    page = f'<div><p data-state="{"a b " * 2_500_000}">{STORY}</p><p>{STORY}</p></div>'
    assert outcome(page, max_size=0) == ("", KEPT)
    assert outcome(f'<div class="{"a " * 2_000_000}" style="{"a:b;" * 1_000_000}">{CONTENT}</div>') == ("", KEPT)


ATTRIBUTES = " ".join(f"a{i}=1" for i in range(80_000))


@pytest.mark.parametrize(
    "before",
    ["", "<!-- it's -->", "<!-- <a x=' -->", "<!--><!--->", "<script>if (a <b) x ='</script>", "<script/>", "<title/>",
     "<style><a x='</style>", "<title><a x='</title>", "<textarea><a x=\"</textarea>", "<iframe><a x='</iframe>",
     "<script><!-- <script> </script><a x='--></script>", "</b x='><a y='>", "<a x='>'>", "<a x=b'c>"],
)  # fmt: skip
def test_80_000_attributes_in_one_tag_are_refused(before):
    # Parsing such a tag takes a minute: nothing before it may hide it.
    for page in (f"{before}<p {ATTRIBUTES}>{STORY}</p>'\">", f"{before}<p {ATTRIBUTES}>".encode()):
        assert outcome(page) == ("too_large", "")
        with pytest.raises(PageTooLarge, match="80,000 attributes"):
            Page.from_html(page)
    with pytest.raises(PageTooLarge):
        SiteTemplate().learn(f"{before}<p {ATTRIBUTES}>")


@pytest.mark.parametrize(
    ("markup", "n"),
    [("", 0), ("<", 0), ("<p", 0), ("<p>", 0), ("<p a", 1), ("<p a=1 b='2' c=\"3\" d>", 4), ("<p a='1'b='2'>", 2),
     ("<p/a/b/>", 2), ("<p a = 'x y z'>", 1), ("<p a=/x/y/z?b=c>", 1), ("<p =a>", 1), ("<p a='x y z", 1),
     ("a < b c d", 0),
     ("<p a><q b c><r>", 2), ("<!-- <p a b c> -->", 0), ("<script>x <y a b c></script><p a>", 1), ("<p\na\tb\fc\r>", 3),
     ("<p title='a > b c d'>", 1), ("<script>", 0), ("<!--", 0), ("<title><p a b></title>", 2)],
)  # fmt: skip
def test_most_attributes(markup, n):
    assert most_attributes(markup.encode()) == n


def test_many_words_are_not_many_attributes():
    words = "word " * 3 * MAX_ATTRIBUTES
    page = f"<p title='{words}'>{STORY}</p><p title=\"it's\">{STORY}</p>"
    page += f"<script>if (a<b) {{'{words}'}}</script><!-- <b {words} -->"
    assert outcome(page) == ("", KEPT)


@pytest.mark.parametrize("end", [";", ""])
def test_numeric_entities(end):
    # Paper 004, table 1: isolated, final, initial and medial SEEN are one letter; so are BEH's forms.
    forms = "".join(f"&#{code}{end}" for code in [*range(65201, 65205), *range(65167, 65171)])
    letters = "\u0633" * 4 + "\u0628" * 4
    assert Page.from_html(f"<p>{forms}</p>").text == letters
    assert outcome(f"<p>{f'{forms} ' * 20}</p>") == ("", " ".join([letters] * 20))


@pytest.mark.parametrize("end", [";", ""])
def test_numeric_entities_of_windows_1252(end):
    assert Page.from_html(f"<p>&#128{end} &#x92{end}</p>").text == "€ ’"


def test_unclosed_tags():
    assert outcome(f"<div><p>{STORY}<p>{STORY}") == ("", KEPT)
    assert outcome(f"<div><p>{STORY}<p>{STORY}<a href='") == ("", KEPT)
    assert outcome(f"<table><tr><td>{STORY}<tr><td>{STORY}") == ("", KEPT)
    assert outcome(f"<p>{STORY}<!-- no end <p>{STORY}") == ("", STORY.strip())


def test_hidden_content():
    hidden = f"<div hidden>{CONTENT}</div><p style='color: red; display:none'>{STORY}</p><noscript>{STORY}</noscript>"
    assert outcome(hidden + CONTENT + hidden) == ("", KEPT)
    # what a script shows when it is ready is the page
    assert outcome(f"<body style='display:none'>{CONTENT}") == ("", KEPT)


def test_office_tags():
    result = denoise(f"<div><p><o:p>{STORY}</o:p></p><o:p>{STORY}</o:p></div>")
    assert result.text == KEPT
    assert result.html.count("the lower road") == 6
    assert [block.xpath for block in result.blocks] == [
        "/html/body[1]/div[1]/p[1]",
        '/html/body[1]/div[1]/*[name()="o:p"][1]/text()[1]',
    ]


@pytest.mark.parametrize(
    "url", ["http://[", "", "not an address", "data:,x", "https://example.org/\ud800", "//", "\x00"]
)
def test_addresses_that_are_none(url):
    page = f"<base href='http://['><p>{STORY}<a href='http://['>one</a> <a href='/two'>two</a></p>"
    result = denoise(page, url=url, site=SiteTemplate())
    assert result.text == f"{STORY}one two"
    assert "two</a>" in result.html


@pytest.mark.parametrize("page", [None, 7, bytearray(b"<p>"), ["<p>"]])
def test_what_is_no_page(page):
    with pytest.raises(TypeError, match="site is a SiteTemplate that has learned other pages of the site, not str"):
        denoise("<p>It rained.</p>", site="pages/")
    with pytest.raises(TypeError, match=r"such as Corrections\.read gives, not str"):
        denoise("<p>It rained.</p>", correction="corrections.toml")
    with pytest.raises(TypeError, match="expected a page as str or bytes"):
        denoise(page)
    with pytest.raises(TypeError, match="expected a page as str or bytes"):
        SiteTemplate().learn(page)


@pytest.mark.parametrize("url", [b"https://a.example/", 7, float("nan")])  # an address that is missing in a table
def test_what_is_no_address(url):
    with pytest.raises(TypeError, match="url is the address of the page as str, or None, not "):
        denoise("<p>It rained.</p>", url)
    with pytest.raises(TypeError, match="url is the address of the page as str, or None, not "):
        SiteTemplate().learn("<p>It rained.</p>", url=url)


@pytest.mark.parametrize(
    ("argument", "meaning"),
    [
        ({"max_size": "5"}, "max_size is the most bytes of a page, a whole number; 0 for no limit, not str"),
        ({"max_nodes": 1.5}, "max_nodes is the most nodes of a page, a whole number, not float"),
        ({"encoding": 5}, "encoding is the name of an encoding, or None, not int"),
        ({"favor": []}, "favor is 'precision', 'recall', or '' for neither, not list"),
        ({"profile": ["paper"]}, "profile is the name of a profile of the method, 'default' or 'paper', not list"),
        ({"page_types": 5}, r"page_types is 5; give a list, such as \['article'\]"),
    ],
)
def test_arguments_of_a_wrong_type(argument, meaning):
    with pytest.raises(TypeError, match=meaning):
        denoise("<p>It rained.</p>", **argument)


def test_limits_below_the_least():
    with pytest.raises(ValueError, match="max_size is -1; allowed: a whole number from 0 up"):
        denoise("<p>It rained.</p>", max_size=-1)
    with pytest.raises(ValueError, match="max_nodes is 0; allowed: a whole number from 1 up"):
        denoise("<p>It rained.</p>", max_nodes=0)


def test_limits_beyond_any_page():
    assert denoise(f"<p>{STORY}</p>", max_size=10**30, max_nodes=10**30).text == STORY.strip()


def test_mistakes_of_the_caller():
    with pytest.raises(ValueError, match="unknown method 'none'"):
        denoise("<p>", method="none")
    with pytest.raises(ValueError, match="unknown profile 'none'"):
        denoise("<p>", profile="none")
    with pytest.raises(TypeError, match="options is a dict of parameters of the method, not list"):
        denoise("<p>", options=["keep"])
    with pytest.raises(TypeError, match=r"boxes is a RenderedPage, .*, not int"):
        denoise("<p>", boxes=5)
    for method in (5, None, get_method("quark").__class__):
        with pytest.raises(TypeError, match="method is a method's name or what get_method gives, not "):
            denoise("<p>", method=method)
    with pytest.raises(LookupError, match="unknown encoding 'none'"):
        denoise(b"<p>", encoding="none")
