"""Control characters and lone surrogates of a page are in none of its results; marks of direction stay in the text."""

import json
import re

import pytest
from itemadapter import ItemAdapter

from scrapy_denoise import denoise
from scrapy_denoise.cli.terminal import isolate_direction
from scrapy_denoise.page.compiled import collapse_whitespace

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
CONTROLS = [chr(code) for code in [*range(1, 9), *range(11, 32), *range(0x7F, 0xA0), 0xD83D, 0xDC00]]
SENTENCE = "The river rose in the night, and by the morning the lower road was under water."


def page(x):
    """A page with some text at every place where a page can have text."""
    story = f"The {x}river ro{x}se in the night, {x}and by the morning the lower road was under water{x}. " * 4
    stated = {
        "@type": f"News{x}Article", "headline": f"A fl{x}ood", "description": f"What{x} rose", "image": f"/a{x}.png",
        "author": [{"@type": "Person", "name": f"Ann{x} Lee"}, f"Bob{x} Hill"], "keywords": [f"ri{x}ver", [f"b{x}"]],
        "datePublished": f"2020-01-01{x}", "articleSection": f"Lo{x}cal", "license": f"https://a.example/{x}",
        "inLanguage": f"e{x}n", "url": f"https://a.example/{x}page", "publisher": {"name": f"The{x} Paper"},
    }  # fmt: skip
    product = {"@type": "Product", "name": f"Pu{x}mp", "sku": f"1{x}2", "offers": {"price": f"1{x}2.5", "a": x}}
    return f"""<html lang='e{x}n'><title>A fl{x}ood - The{x} Paper</title><base href='https://a.example/{x}b/'>
    <meta name=description content='What{x} rose'><meta property=og:title content='A fl{x}ood'>
    <meta property=og:site_name content='The{x} Paper'><meta name=author content='Ann{x} Lee'>
    <meta property=og:image content='/pic{x}.png'><meta name=keywords content='ri{x}ver, b{x}'>
    <link rel=canonical href='/pa{x}ge'><link rel=license href='/li{x}cense'>
    <script type=application/ld+json>{json.dumps(stated)}</script>
    <script type=application/ld+json>{json.dumps(product, ensure_ascii=False)}</script>
    <h1 class='he{x}ad' id='h{x}1'>A fl{x}ood</h1><p class=byline>By Ann{x} Lee, 1 May{x} 2020</p>
    <div itemscope itemtype='https://schema.org/Art{x}icle'><b itemprop=author content='Ann{x} Lee'></b>
    <p>{story}<a href='/ro{x}ad' title='{x}' rel='no{x}follow'>the{x} road</a></p><p>{story}</p>
    <img src='/pic{x}.png' alt='A pic{x}ture' srcset='/a{x}.png 2x' width='5{x}00'>
    <figure><img src=/b.png alt='{x}'><figcaption>The{x} road</figcaption></figure>
    <pre><code class='language-py{x}thon'>x{x} = 1{x}\n\ty</code></pre>
    <ul><li>One{x} river<li>{x}Two rivers</ul><ol start='{x}3'><li>Three{x}</ol>
    <table><caption>Le{x}vels</caption><tr><th>Day{x}<th>Level<tr><td colspan='1{x}'>Mon{x}day<td>2{x} m</table>
    <p><math><mi>x{x}</mi><annotation encoding='application/x-tex'>y{x}</annotation></math> {story}</p>
    <time datetime='2020-01-01{x}'>1 May{x}</time><x-{x}card>{story}</x-{x}card><p>{story}</p></div>
    <div>{
        "".join(
            f'''<div class='ca{x}rd'><a href='/{n}{x}'><img src='/{n}.png' alt='A{x} mill'></a><h3>The{x} mill {n}</h3>
    <i class='author{x}'>Bo{x}b Hill</i><time datetime='2020-01-0{n}{x}'></time><b>${n}{x}.50</b></div>'''
            for n in range(1, 5)
        )
    }</div>
    <noscript><img src='/c{x}.png' alt='{x}'></noscript></html>"""


def results(html, **options):
    found = denoise(html, url="https://a.example/page", **options)
    yield found.text
    yield found.title
    yield found.html
    yield found.markdown
    yield from strings(found.to_dict(noise=True, reasons=True, structure=True))
    for kind in ("article", "articleNavigation", "forumThread", "productList", "product"):
        yield from strings(ItemAdapter(found.to_item(kind)).asdict())


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from strings(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from strings(inner)


@pytest.mark.parametrize("as_bytes", [False, True])
@pytest.mark.parametrize("character", CONTROLS, ids=ascii)
def test_no_result_has_a_control_character(character, as_bytes):
    html = page(character)
    for text in results(html.encode("utf-8", "replace") if as_bytes else html):
        assert not CONTROL.search(text), ascii(text[:300])


@pytest.mark.parametrize(
    "reference", ["&#27;", "&#x1b;", "&#127;", "&#x81;", "&#141;", "&#x9d;", "&amp;#27;", "&amp;#x8d;"]
)
def test_references_to_control_characters(reference):
    for text in results(page(reference)):
        assert not CONTROL.search(text), ascii(text[:300])


def test_text_around_a_control_character_is_whole():
    html = "".join(f"<p>{SENTENCE.replace('e', f'{c}e')}</p>" for c in "\x01\x07\x08\x0e\x1b\x7f\x80\x9b")
    assert denoise(html).text == "\n".join([SENTENCE] * 8)


@pytest.mark.parametrize("mark", "\u200e\u200f\u061c\u202a\u202b\u202d\u202e\u2066\u2067\u2068", ids=ascii)
def test_marks_of_direction_stay(mark):
    story = f"{SENTENCE} {mark}Then it fell. "
    assert denoise(f"<p>{story * 3}</p><p>{story * 3}</p>").text.count(mark) == 6


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a\nb", "a\nb"),
        ("\u202eb", "\u2068\u202eb\u202c\u2069"),
        ("a\n\u2067b\u202ac\nd", "a\n\u2068\u2067b\u202ac\u202c\u2069\u2069\nd"),
        ("a\u2069b\u202c", "\u2068ab\u2069"),
        ("\u2067\u202ab\u2069\u202c", "\u2068\u2067\u202ab\u202c\u2069\u2069"),
        ("\u202a\u2067b\u202cc", "\u2068\u202a\u2067bc\u2069\u202c\u2069"),
    ],
)
def test_what_is_printed_is_isolated(text, printed):
    assert isolate_direction(text) == printed


@pytest.mark.parametrize(
    "text", ["", " ", "a", " a  b ", "a\u00a0b", "a\u2003b ", "\u00e9 \U0001f600", "a\x1cb", "a\x85b"]
)
def test_one_line(text):
    assert collapse_whitespace(text) == " ".join(text.split())
