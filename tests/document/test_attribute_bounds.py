"""No attribute of a page multiplies its outputs, and none raises, however long it is and whatever number it has."""

import json
import time

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.metadata.author_names import names_of
from scrapy_denoise.document.source.numbers import number_of
from scrapy_denoise.page.page import MAX_BASES

STORY = "The river rose in the night, and by the morning the lower road was under water. " * 3
PLACES = 300
"""How many links, pictures, cells and items a page has that may each repeat what grows."""

LONG = 200_000
"""Characters of what grows."""

GROWING = {
    "base": "<base href='https://b.example/{}/'>",
    "link": "<p>{story}<a href='/{}'>a road</a></p>",
    "picture": "<p>{story}<img src='/{}.png'></p>",
    "srcset": "<p>{story}<img srcset='/a.png 1x, /{}.png 2x'></p>",
    "alt": "<p>{story}<img src=/a.png alt='{}'></p>",
    "title": "<p title='{}'>{story}</p>",
    "head title": "<title>{}</title>",
    "class": "<div class='{}'><p>{story}</p></div>",
    "id": "<div id='{}'><p>{story}</p></div>",
    "style": "<div style='{}'><p>{story}</p></div>",
    "rel": "<p>{story}<a rel='{}' href=/x>a road</a></p>",
    "tag": "<x{}>{texts}</x{}>",
    "language": "<html lang='{}'>",
    "code": "<pre><code class='language-{}'>x = 1</code></pre>",
    "width": "<p>{story}<img src=/a.png width='{}'></p>",
    "colspan": "<table><tr><th>Day<th>Level<tr><td colspan='{}'>1<td>2</table>",
    "rowspan": "<table><tr><th>Day<th>Level<tr><td rowspan='{}'>1<td>2</table>",
    "start": "<ol start='{}'><li>{story}</ol>",
    "datetime": "<time datetime='{}'>{story}</time>",
    "description": "<meta name=description content='{}'>",
    "author": "<meta name=author content='{}'>",
    "keywords": "<meta name=keywords content='{}'>",
    "og:title": "<meta property=og:title content='{}'>",
    "og:image": "<meta property=og:image content='/{}'>",
    "canonical": "<link rel=canonical href='/{}'>",
    "microdata": "<div itemscope itemtype='https://schema.org/Article'><p itemprop='{}' content='{}'>{story}</p></div>",
    "json-ld": '<script type=application/ld+json>{{"@type": "NewsArticle", "headline": "{}", "author": "{}", '
    '"description": "{}", "keywords": ["{}"], "image": "/{}", "datePublished": "{}", "url": "{}"}}</script>',
}


def page(markup, value):
    inside = markup.replace("{texts}", "<br>a" * 2_000).replace("{story}", STORY)
    grown = inside.replace("{{", "{").replace("}}", "}").replace("{}", value)
    links = "<p>" + "".join(f"<a href=n{i}>road {i}</a>, {STORY[:60]} " for i in range(PLACES)) + "</p>"
    pictures = "".join(f"<p>{STORY}<img src=p{i}.png></p>" for i in range(20))
    return f"{grown}<p>{STORY}</p>{links}{pictures}<p>{STORY}</p>"


def outputs(html):
    result = denoise(html, url="https://a.example/page")
    data = result.to_dict(noise=True, reasons=True, structure=True)
    return {
        "text": result.text,
        "html": result.html,
        "markdown": result.markdown,
        **{name: json.dumps(value, ensure_ascii=False) for name, value in data.items()},
    }


def size(value):
    return len(value.encode())


@pytest.mark.parametrize("letter", ["a", "9", "河", " ", ",", "a/", "1x, /a "])
@pytest.mark.parametrize("name", GROWING)
def test_every_output_is_bounded_by_the_page(name, letter):
    if name == "tag" and not letter.isalnum():
        return
    short, long = (page(GROWING[name], (letter * chars)[:chars]) for chars in (10, LONG))
    before, after = outputs(short), outputs(long)
    grown = size(long) - size(short)
    for output, value in after.items():
        more = size(value) - size(before[output])
        assert more <= 4 * grown + 20_000, (output, more, grown)


@pytest.mark.parametrize("length", [100, 199, 500, 2_000, 8_000])
def test_a_base_that_many_links_repeat(length):
    html = f"<base href='https://b.example/{'b' * length}/'>" + f"<p>{STORY}{'<a href=x>y</a> ' * 20_000}</p>"
    result = denoise(html, url="https://a.example/page")
    for output in (result.html, result.markdown, json.dumps(result.to_dict(structure=True))):
        assert len(output) < 60 * len(html) + 4 * MAX_BASES


def test_a_long_address_of_a_page_with_few_links_is_used():
    url = f"https://a.example/{'river-' * 100}/"
    assert f"{url}x" in denoise(f"<p>{STORY}<a href=x>a road</a></p>", url=url).html


NUMBERS = [
    "", " ", "-", "+", "-1", "+3", "0", "00", "1e9", "1.5", ".5", "5.", "12px", "1" * 4_301, "9" * 100_000,
    "-" + "9" * 5_000, "0" * 5_000 + "1", "٣", "２０", "²", "½", "Ⅷ", "百", "𝟗",
    "1" * 5_000 + ".5px", "NaN", "inf", "\x01 5", "1\u202e2",
]  # fmt: skip
NUMBERED = [
    "<img src=/a.png width='{}'>", "<img src=/a.png height='{}'>", "<img src=/a.png style='width: {}px'>",
    "<img src=/a.png srcset='/b.png {}w, /c.png {}x'>", "<ol start='{}'><li>river</ol>",
    "<ol><li value='{}'>river</ol>",
    "<table><tr><th>Day<th>Level<tr><td colspan='{}' rowspan='{}'>1<td>2</table>", "<time datetime='{}'>Monday</time>",
    "<meta property=article:published_time content='{}'>", "<meta itemprop=price content='{}'>",
    "<div itemscope itemtype='https://schema.org/Product'><b itemprop=name>Pump</b>"
    "<b itemprop=price content='{}'>1</b></div>",
    "<script type=application/ld+json>[{{\"@type\": \"Product\", \"name\": \"Pump\", "
    "\"offers\": {{\"price\": \"{}\"}}, "
    "\"aggregateRating\": {{\"ratingValue\": \"{}\", \"reviewCount\": \"{}\"}}}}]</script>",
    "<script type=application/ld+json>{{\"@type\": \"Product\", \"name\": \"Pump\", "
    "\"offers\": {{\"price\": {}}}}}</script>",
    "<a href='/page/{}'>{}</a>", "<a href='/?page={}'>next</a>",
    "<p data-page='{}' tabindex='{}' aria-level='{}'>river</p>",
]  # fmt: skip


@pytest.mark.parametrize("markup", NUMBERED)
def test_no_number_raises(markup):
    for number in NUMBERS:
        inside = markup.replace("{{", "{").replace("}}", "}").replace("{}", number)
        found = denoise(f"<div><p>{STORY}</p>{inside}<p>{STORY}</p></div>", url="https://a.example/page")
        json.dumps(found.to_dict(noise=True, reasons=True, structure=True), ensure_ascii=False).encode()
        for name in ("article", "articleNavigation", "forumThread", "productList", "product"):
            found.to_item(name)
        assert "lower road" in found.html
        assert "lower road" in found.markdown


@pytest.mark.parametrize("value", [*NUMBERS, None])
@pytest.mark.parametrize("most", [9, 1_000, 999_999_999])
def test_number_of_is_bounded(value, most):
    assert -1 <= number_of(value, -1, most) <= most


def test_an_author_of_signs_of_addresses_takes_time_in_proportion():
    def taken(size):
        start = time.thread_time()
        for sign in ("@", "@.", "a@.", ".", "@a"):
            names_of([(sign * size)[:size]] * 10)
        return time.thread_time() - start

    assert any(taken(800) < 30 * taken(200) + 0.05 for _ in range(3))


def test_stated_addresses_of_question_marks_take_time_in_proportion():
    address = "?" * 1_990 + "\n/"
    works = [{"@type": "Article", "author": "Ann Lee", "headline": "Another story", "url": [address] * 50}] * 2
    page = f"<title>The river</title><script type=application/ld+json>{json.dumps(works)}</script><p>{STORY}</p>"

    def taken():
        start = time.thread_time()
        assert denoise(page, "https://a.example/page").metadata.title == "The river"
        return time.thread_time() - start

    assert any(taken() < 0.5 for _ in range(3))


def test_a_figure_before_many_words_takes_no_longer_than_one_before_none():
    def taken(words):
        marks = f"<b title='1{words * 48}'>x</b>" * 20
        author = "<a class=author href=/u{0}>user{0}</a> <span class=date>2020-01-01</span>"
        posts = [f"<div class=post id=p{i}>{author.format(i)}{marks}<p>{STORY}{i}</p></div>" for i in range(60)]
        found = denoise(f"<title>A thread</title>{''.join(posts)}", "https://a.example/page")
        assert found.page_type == "forum"
        start = time.thread_time()
        assert len(found.posts) == 60
        return time.thread_time() - start

    taken("  ")
    assert any(taken(" a") < 2 * taken("  ") for _ in range(3))


def test_many_nodes_between_two_heads_are_passed_once():
    html = f"<html><head></head>{'<!--x-->' * 60_000}<head>{'<meta name=a content=b>' * 60_000}</head><p>{STORY}"
    began = time.process_time()
    assert denoise(html).text == STORY.strip()
    assert time.process_time() - began < 5  # to look for the first head at each meta took 15 s


BLANKS = "a " * 60_000
PICTURED = "".join(f"<a href=/a/{i}><img src=/{i}.jpg>Story {i} of the river</a>" for i in range(3_000))
CROWDED = {
    "trails": ("metadata", "<b class=breadcrumb>x<a href=/p></a></b>" * 8_000),
    "tags": ("metadata", f"<p>{''.join(f'<a rel=tag href=/tag/{i}>Tag {i}</a>, ' for i in range(20_000))}</p>"),
    "times": ("metadata", f"<div class='{BLANKS}comment'>{'<i data-time=1683849600>x</i>' * 5_000}</div>"),
    "pictures": ("entries", f"<div class='{BLANKS}'>{PICTURED}</div>"),
}


@pytest.mark.parametrize("name", CROWDED)
def test_what_many_elements_share_is_not_read_once_for_each(name):
    output, crowd = CROWDED[name]
    html = f"<title>The river</title><h1>The river</h1><p>{STORY}</p>{crowd}<p>{STORY}</p>"
    result = denoise(html, "https://a.example/1")
    assert result.text
    began = time.process_time()
    found = getattr(result, output)
    assert found is not None
    assert output != "entries" or len([entry.image for entry in found]) == 1_000
    assert time.process_time() - began < 3  # it took 5 to 30 s where each element read it all
