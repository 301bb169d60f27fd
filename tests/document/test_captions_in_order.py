"""Captions stand in the document where the page has them: what stands behind one is no part of its figure."""

import re

import pytest
from helpers.selected import result
from lxml import html as lxml_html

from scrapy_denoise import denoise

TABLE = "<table><tr><th>Year<th>Boats<tr><td>1999<td>12</table>"


@pytest.mark.parametrize(
    "markup",
    [
        "<figure><img src=/a.png><figcaption>The river<p>It rained.</p><h2>Boats</h2><p>They sank.</p></figure>",
        "<figure><img src=/a.png><figcaption>The river has<ul><li>boats<li>mills</ul></figcaption></figure>",
        "<figure><img src=/a.png><figcaption>Of<ul><li>boats</ul>and mills</figcaption></figure>",
        f"<figure><figcaption>Boats by year</figcaption>{TABLE}</figure>",
        f"<figure>{TABLE}<figcaption>Boats by year</figcaption></figure>",
        "<figure><figcaption>Ann Lee</figcaption><blockquote><p>It rained.</p></blockquote></figure>",
        TABLE.replace("<tr><th>", "<caption>Boats<ul><li>of the valley</ul>by year</caption><tr><th>", 1),
        TABLE.replace("<tr><th>", "<caption>Boats by year<ul><li>of the valley</ul></caption><tr><th>", 1),
    ],
)
def test_the_clean_html_has_the_words_in_the_order_of_the_text(markup):
    found = result(f"<p>before</p>{markup}<p>after</p>")
    assert "".join(lxml_html.fromstring(found.html).text_content().split()) == "".join(found.text.split())
    assert found.html.count("<img") == markup.count("<img")


def test_a_caption_behind_what_it_names_stays_one():
    found = result(f"<figure>{TABLE}<figcaption>Boats by year</figcaption></figure>").html
    assert "<figcaption>Boats by year</figcaption>" in found


@pytest.mark.parametrize(
    "control",
    ["<b class=toggle>toggle caption</b>", "<button>Hide caption</button>", "<a href=/b.jpg>Enlarge this image</a>"],
)
@pytest.mark.parametrize("credit", ["<b>H. Pool/WN</b>", "<span class=credit>H. Pool/WN</span>"])
def test_buttons_and_second_credits_are_no_part_of_a_caption(control, credit):
    text = "<p>The river rose in the night, and by the morning the lower road was under water again.</p>" * 3
    caption = f"<div class=caption><p>The ford below the mill. {credit} {control}</p></div>"
    caption += "<div class=caption>H. Pool/WN</div>"
    figure = f"<figure><img src=/b.jpg width=900 height=600><figcaption>{caption}</figcaption></figure>"
    markdown = denoise(
        f"<h1>The ford</h1><article>{text}{figure}{text}</article>", url="https://a.example/ford"
    ).markdown
    assert "*The ford below the mill. H. Pool/WN*" in markdown
    assert markdown.count("H. Pool") == 1


@pytest.mark.parametrize(
    "image",
    [
        "src=/uploads/placeholder.png",
        "src=https://via.placeholder.example/600x400",
        "src=/img/image-placeholder-1.svg",
        "src=data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
        "class=placeholder",
    ],
)
@pytest.mark.parametrize(
    "figure",
    [
        "<figure><img {} alt='Placeholder image-1' width=600><figcaption>Placeholder image-1</figcaption></figure>",
        "<div class=wp-caption><img {} width=600 height=400><p class=wp-caption-text>Placeholder image-1</p></div>",
    ],
)
def test_a_placeholder_goes_with_its_caption(figure, image):
    text = "<p>The river rose in the night, and by the morning the lower road was under water again.</p>" * 3
    found = denoise(f"<article>{text}{figure.format(image)}{text}</article>", url="https://a.example/ford")
    assert "laceholder" not in found.text + found.markdown + found.html
    shown = denoise(f"<article>{text}{figure.format('src=/ford.jpg')}{text}</article>", url="https://a.example/ford")
    assert "*Placeholder image-1*" in shown.markdown


_PROSE = "<p>{} The river rose in the night, and by the morning the lower road was under water again.</p>"
_LIST = "<{0}><li>{{}} The mill stands on seven piers<li>{{}} The gate is made of oak</{0}>"
_FIGURE = "<figure><img src=/b.jpg width=600 height=400 alt=''><figcaption>{} The ford</figcaption></figure>"
_IN_ITEM = "<ul><li>{{}} The mill stands on seven piers{}{{}} and has a gate<li>{{}} The gate is of oak</ul>"
_FLOWS = {
    "lists": (_PROSE, _LIST.format("ul"), _PROSE, _LIST.format("ol"), _PROSE),
    "figures": (_PROSE, _FIGURE, _LIST.format("ul"), _FIGURE, _LIST.format("ol"), _FIGURE, _PROSE),
    "figures in items": (_PROSE, _IN_ITEM.format(_FIGURE), _PROSE, _FIGURE, _PROSE),
    "in boxes": (
        f"<div>{_PROSE}<div>{_LIST.format('ul')}</div>{_FIGURE}</div>",
        _PROSE,
        f"<div>{_FIGURE}{_PROSE}</div>",
    ),
    "without paragraphs": (
        f"{{}} The river rose again.{_LIST.format('ul')}{{}} It was late.{_FIGURE}{{}} It was over.",
        _PROSE,
    ),
    "other blocks": (
        _PROSE,
        "<dl><dt>{} Pier<dd>{} Of oak.</dl>",
        _FIGURE,
        "<blockquote>" + _PROSE + "</blockquote>",
        _PROSE,
    ),
}


@pytest.mark.parametrize("flow", _FLOWS)
@pytest.mark.parametrize(
    "around", ["<article>{}</article>", "<div class=content>{}</div>", "<main><section>{}</section></main>"]
)
def test_prose_lists_and_figures_stand_once_in_the_order_of_the_page(flow, around):
    body = "".join(_FLOWS[flow])
    numbers = [f"N{number}N" for number in range(10, 10 + body.count("{}"))]
    found = denoise(f"<h1>The ford</h1>{around.format(body.format(*numbers))}", url="https://a.example/ford")
    assert re.findall(r"N\d\dN", found.markdown) == re.findall(r"N\d\dN", found.html) == numbers
    shown = re.findall(r"N\d\dN", found.text)  # captions are not in it
    assert shown == [number for number in numbers if number in shown]
    assert len(numbers) - len(shown) == body.count("<figcaption>")
