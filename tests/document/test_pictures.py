"""Which images are pictures of the content, and where they are."""

import pytest
from helpers.selected import result
from lxml import html as lxml_html

from scrapy_denoise import denoise
from scrapy_denoise.document.pictures import image_source as picture_sources
from scrapy_denoise.document.pictures.pictures import MAX_PICTURES

A, B = "https://a.example/a.png", "https://a.example/b.png"


def sources(markup, *removed):
    clean = result(markup, *removed).html
    return [image.get("src") for image in lxml_html.fromstring(clean).iter("img")] if clean else []


def test_the_sources_of_a_picture_are_read_once(monkeypatch):
    read, real = [], picture_sources._largest
    monkeypatch.setattr(
        picture_sources, "_largest", lambda value, addresses: read.append(value) or real(value, addresses)
    )
    nested = "<picture><source srcset='data:x 1x'><img>" * 30 + "<img>" * 30 + "</picture>" * 30
    assert sources(f"<p>before</p>{nested}<p>after</p>") == []
    assert len(read) == 30


@pytest.mark.parametrize(
    "image",
    [
        "<img src=/a.png>",
        "<p><img src=/a.png></p>",
        "<div><div><a href=/big><img src=/a.png></a></div></div>",
        "<picture><source srcset='/x.webp 1x'><img src=/a.png></picture>",
        "<picture><source srcset='/a.png 1x'><img></picture>",
        "<img data-src=/a.png src=/blank.gif>",
        "<img data-src=false src=/a.png>",
        "<img data-original=/a.png src=data:image/gif;base64,R0>",
        "<img data-img-url=/a.png src=data:image/gif;base64,R0>",
        "<img data-delay-src=/a.png src=/theme/grey.gif>",
        "<img data-retina_logo_url=/logo.png src=/a.png>",
        "<img srcset='/s.png 300w, /a.png 1200w, /m.png 600w' src=data:image/gif;base64,R0>",
        "<img nitro-lazy-src=/a.png src=data:image/svg+xml;base64,R0>",
        "<img data-srcset='/s.png, /a.png 2x'>",
        "<img src='/a.png 420w'>",
        "<img src='/s.png%20300w,%20/a.png%201200w,%20/m.png%20600w' srcset='/b.png 300w'>",
        "<img src=/wait.gif data-src='/s.png 300w, /a.png 600w '>",
        "<img src=data:image/gif;base64,R0><noscript><img src=/a.png></noscript>",
        "<img src=/a.png><noscript><img src=/a.png></noscript>",
        "<noscript><img src=/a.png></noscript>",
        "<figure><noscript><img src=/a.png></noscript><figcaption>c</figcaption></figure>",
        "<img src='/a.png' width=1200 height=40>",
        "<img class=mwe-math-fallback-image src=/a.png width=20 height=20>",
    ],
)
def test_a_picture_of_the_content(image):
    assert sources(f"<p>before</p>{image}<p>after</p>") == [A]


def test_a_drawing_at_many_places_is_a_mark():
    drawing, photo = "<p>a <img src=/tick.svg>", "<p>b <img src=/a.png>"
    ticks = "https://a.example/tick.svg"
    assert sources((drawing + photo) * 3 + "<p>c") == [ticks, A] * 3
    assert sources((drawing + photo) * 4 + "<p>c") == [A] * 4
    assert sources("<p>a <img class=latex src=/tick.svg>" * 4 + "<p>c") == [ticks] * 4


@pytest.mark.parametrize("label", ["", "<div>Open the picture in another window</div>"])
def test_a_figure_whose_caption_is_long_and_not_kept(label):
    caption = "The mill at the lower road, with the wheel that was built anew after the flood of last year. " * 2
    figure = f"<div><div><figure><img src=/a.png><figcaption>{caption}</figcaption></figure>{label}</div></div>"
    assert sources(f"<p>before</p>{figure}<p>after</p>", caption.strip(), "Open the picture in another window") == [A]
    teaser = figure.replace("<img", "<a href=/x><img").replace("</figcaption>", "</figcaption></a>")
    assert sources(f"<p>before</p>{teaser}<p>after</p>", caption.strip(), "Open the picture in another window") == []


@pytest.mark.parametrize(
    "image",
    [
        "<img>", "<img src>", "<img src=#>", "<img src=data:image/png;base64,R0>", "<img src=javascript:run()>",
        "<img src=/a.png width=1 height=1>", "<img src=/a.png width=16>", "<img src=/a.png style='width:16px'>",
        "<img class=emoji src=/a.png>", "<img src=/lang/icon_quote.gif>",
        "<img src=/images/spacer.gif>", "<img src=/smilies/laugh.gif>", "<img src=/theme/spacer2.gif>",
        "<img src=/theme/ajax-loader.gif>", "<img src=/a/spinner.gif>", "<img src=/lazyimage-noaspect.svg>",
        "<img src=/theme/empty.png>", "<img src=/forum_icons/mill.png>", "<img src=https://emoji.example/1f30a.png>",
        "<img src=/theme/blank.gif data-avatar-src=/a.png>",
        "<div class=advert><a href=/x><img src=/a.png></a></div>", "<div class=share><img src=/a.png></div>",
        "<img src=/theme/close.svg>", "<img src=/img/down_arrow.svg?v=2>", "<img src=/files/tested_badge-1.svg>",
        "<img src=/push_qrcode.png>", "<img src=/files/AppStore.svg>", "<img src=/a.png alt=Close>",
        "<img src=/a.png alt=二维码>", "<img src=/a.png alt='QR-Code'>",
        "<div hidden><img src=/a.png></div>", "<div><a href=/x><img src=/a.png></a>removed</div>",
    ],
)  # fmt: skip
def test_what_is_no_picture_of_the_content(image):
    assert sources(f"<p>before</p>{image}<p>after</p>", "removed") == []


@pytest.mark.parametrize(
    "figure",
    [
        "<figure><img src=/a.png><figcaption>removed</figcaption></figure>",
        "<div class=photo><img src=/a.png><p class=caption>removed</p></div>",
        "<div><div><img src=/a.png></div><span>removed</span></div>",
    ],
)
def test_a_picture_whose_caption_was_removed(figure):
    assert sources(f"<p>before</p>{figure}<p>after</p>", "removed") == [A]
    assert sources(f"<div><p>before</p></div><div class=related>{figure}</div><p>after</p>", "removed") == []


@pytest.mark.parametrize(
    "figure",
    [
        "<figure><img src=/a.png>removed<p>kept",
        "<figure><img src=/a.png><figcaption>removed<p>kept",
        "<figure><img src=/a.png><figcaption><figure><img src=/b.png><figcaption>removed</figcaption></figure><p>kept",
    ],
)
def test_content_in_a_figure_that_was_never_closed(figure):
    found = result(f"<p>before</p>{figure}", "removed")
    assert found.text.split() == ["before", "kept"]
    assert found.plain().split() == ["before", "kept"]
    assert found.html.count("kept") == 1


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("relative overflow-hidden", True), ("relative related", False), ("relatives", False), ("screenshot", True),
        ("hotel-rooms", True), ("hot-topics", False), ("additionalImages", True), ("form-addon", True),
        ("w-7d-ad48a00-f071", True), ("advanced", True), ("address", True), ("adventure", True), ("ad", False),
        ("top_ad_2", False), ("ad1", False), ("AdBox", False), ("ads-right", False), ("adv-300", False),
    ],
)  # fmt: skip
def test_words_that_are_parts_of_a_name_are_no_name(name, found):
    for attribute in ("class", "id"):
        page = f"<p>before</p><div {attribute}='{name}'><img src=/a.png></div><p>after</p>"
        assert sources(page) == ([A] if found else []), attribute


@pytest.mark.parametrize("name", ["element fig--has-shares", "has-share", "figure-share"])
def test_a_figure_that_has_buttons_for_sharing(name):
    figure = f"<figure class='{name}'><img src=/a.png>{{}}</figure>"
    assert sources(f"<p>before</p>{figure.format('')}<p>after</p>") == [A]
    assert sources(f"<p>before</p>{figure.format('<figcaption>removed</figcaption>')}<p>after</p>", "removed") == [A]
    assert sources(f"<p>before</p><div class=share>{figure.format('')}</div><p>after</p>") == []


@pytest.mark.parametrize("name", ["close-up.jpg", "closed.png", "badger.svg", "stars/arrowhead.gif", "qring.jpg"])
def test_names_that_begin_as_those_of_marks(name):
    assert sources(f"<p>before</p><img src=/{name} alt='Close to the mill'><p>after</p>") == [
        f"https://a.example/{name}"
    ]


def test_a_picture_between_the_title_and_the_text():
    assert sources("<img src=/b.png><h1>title</h1><div><img src=/a.png></div><p>a</p>", "title") == [A]
    header = "<header><h1>title</h1><a href=/ann>Ann Lee</a><img src={}><a href=/news>News</a></header><p>a</p>"
    assert sources(header.format("/a.png"), "title", "Ann Lee", "News") == [A]
    for source in ("/a.gif", "/ico-facebook.png", "/author.jpg"):
        assert sources(header.format(source), "title", "Ann Lee", "News") == []


@pytest.mark.parametrize(
    ("stated", "shown", "found"),
    [
        ("/a.png", "/a.png", True),
        ("https://cdn.example/x/rising-river_1200x630.jpg?q=8", "/small/rising-river_480x300.webp", True),
        ("/rising-river-full.jpg", "/rising-river-small.jpg?w=3", True),
        ("/rising%20river.jpg", "/rising%20river-2x.jpg", True),
        ("/rising-river-1.jpg", "/rising-river-2.jpg", False),
        ("/rising-river.jpg", "/rising-rivers.jpg", False),
        ("/b.png", "/a.png", False),
    ],
)
def test_the_main_picture_that_the_page_states_stands_above_its_headline(stated, shown, found):
    page = (
        f"<meta property=og:image content='{stated}'><div><img src=/c.png><img src='{shown}'></div><h1>t</h1><p>a</p>"
    )
    assert sources(page, "t") == ([f"https://a.example{shown}"] if found else [])


def test_the_main_picture_far_above_the_content_is_none_of_it():
    page = f"<meta property=og:image content=/a.png><img src=/a.png><p>{'menu ' * 200}</p><p>a</p>"
    assert sources(page, "menu " * 199 + "menu") == []
    advert = "<meta property=og:image content=/a.png><div class=advert><img src=/a.png></div><p>a</p>"
    assert sources(advert) == []


def test_pictures_before_and_after_the_content():
    assert sources("<img src=/a.png><p>a</p><img src=/b.png>") == [B]
    assert sources("<figure><img src=/a.png><figcaption>c</figcaption></figure>") == [A]


AROUND = "<div><p>Removed</p>{}</div><nav><img src=/c.png></nav>"


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("<p>a long text</p><img src=/a.png><p><a href=/b.png><img src=/b.png></a>", [A, B]),
        ("<p><img data-src=/a.png src=/wait.gif></p><p>a long text</p>", [A]),
        ("<div><img src=/a.png><p>caption</p></div><p>a long text, of several lines</p>", [A]),
        ("<p>a long text</p><img src=/a.gif><img src=/logo.png><img src=/share-a.jpg><img src=/a>", []),
        ("<p>a long text</p><img class=banner src=/a.png><img id=print-this src=/b.png>", []),
        ("<p>a long text</p><a href=/next><img src=/a.png></a><a href=/more><img src=/b.png></a>", []),
        ("<p>a long text</p><aside><img src=/a.png><a href=/x>Removed</a></aside>", []),
        ("<p>text</p><section><p>Removed</p><img src=/a.png></section>", []),
        ("<p>text</p><p>Removed Removed Removed Removed</p><img src=/a.png>", []),
    ],
)
def test_pictures_around_the_text_in_the_element_of_the_content(content, found):
    removed = ("Removed", "caption", "Removed Removed Removed Removed")
    assert sources(AROUND.replace("Removed", "x").format(content), "x", *removed) == found


@pytest.mark.parametrize("link", ["", "<a href=/big.png>"])
def test_a_figure_whose_caption_is_a_link(link):
    caption = "<figcaption><a href=/ann>By Ann Lee of the valley</a></figcaption>"
    figure = f"<figure>{link}<img src=/a.png>{'</a>' if link else ''}{caption}</figure>"
    assert sources(f"<p>before</p>{figure}<p>after</p>", "By Ann Lee of the valley") == [A]
    teaser = "<figure><a href=/next><img src=/a.png><figcaption>Read this too</figcaption></a></figure>"
    assert sources(f"<p>before</p>{teaser}<p>after</p>", "Read this too") == []


@pytest.mark.parametrize("name", ["data-image", "data-url", "data-file"])
def test_the_number_or_the_page_of_an_image_is_not_its_address(name):
    for value in ("322851", "/pages/the-river"):
        assert sources(f"<p>before</p><img {name}={value} src=/a.png><p>after</p>") == [A]
    for source in ("", "src=/wait.gif"):
        assert sources(f"<p>before</p><img {name}=/a.png {source}><p>after</p>") == [A]
    assert sources(f"<p>before</p><img {name}=/picture/7><p>after</p>") == ["https://a.example/picture/7"]


def test_a_figure_has_picture_and_caption():
    (figure,) = result(
        "<figure><a href=/big><img src=/a.png alt='two  words'></a><img src=/b.png><figcaption>c <b>d</b></figure>"
    ).document.blocks
    assert [(p.url, p.alt, p.link) for p in figure.pictures] == [
        (A, "two words", "https://a.example/big"),
        (B, "", ""),
    ]
    assert figure.caption[0] == "c "
    # without its picture, or around something else
    assert "<p>c</p>" in result("<p>a</p><figure><img><figcaption>c</figcaption></figure>").html
    assert "<figure>\n<pre>" in result("<figure><pre>a</pre><figcaption>c</figcaption></figure>").html
    assert "figure" not in result("<figure><pre>a</pre></figure>").html


def test_a_picture_in_a_line_of_text():
    assert '<p>a <img src="https://a.example/a.png" alt=""/> b</p>' in result("<p>a <img src=/a.png> b</p>").html


def test_very_many_pictures():
    images = "".join(f"<img src=/{i}.png><noscript><img src=/n{i}.png></noscript>" for i in range(MAX_PICTURES + 100))
    assert len(sources(f"<p>a</p>{images}<p>b</p>")) == MAX_PICTURES


@pytest.mark.parametrize(
    ("twice", "left"),
    [
        ("<p><img src=/a.jpg><img src=/a.jpg alt=river>", [("a.jpg", "river")]),
        ("<p><img src=/a.jpg alt=river><img src=/a.jpg>", [("a.jpg", "river")]),
        (
            "<p><img src=/a.jpg alt=river></p><figure><img src=/a.jpg><figcaption>It</figcaption></figure>",
            [("a.jpg", "")],
        ),
        ("<p><img src=/a.jpg>and<img src=/a.jpg>", [("a.jpg", ""), ("a.jpg", "")]),
        ("<p><img src=/a.jpg><img src=/b.jpg><img src=/a.jpg><img src=/b.jpg>", [("a.jpg", ""), ("b.jpg", "")]),
        ("<p><img src=/a.jpg><img src=/b.jpg><img src=/a.jpg alt=river>", [("b.jpg", ""), ("a.jpg", "river")]),
        (
            "<table><tr><td>Oak<td><img src=/a.jpg><td><img src=/b.jpg><td><img src=/a.jpg></table>",
            [("a.jpg", ""), ("b.jpg", ""), ("a.jpg", "")],
        ),
        ("<p><img src=/a.jpg><img src=/a.jpg><img src=/a.jpg>", [("a.jpg", "")]),
    ],
)
def test_a_picture_that_stands_twice(twice, left):
    clean = lxml_html.fromstring(result(f"<div><p>before</p>{twice}<p>after</p></div>", "It").html)
    assert [(image.get("src").rpartition("/")[2], image.get("alt", "")) for image in clean.iter("img")] == left


@pytest.mark.parametrize(
    ("image", "shown"),
    [
        ("<img src=//ad.doubleclick.net/ad/1;sz=300x250 width=300 height=250>", False),
        ("<img src=https://tpc.googlesyndication.com/pageadimg/imgad?id=1 width=600 height=200>", False),
        ("<img src=https://ads.gazette.example/1.jpg>", False),
        ("<img src=/img/dashed.gif width=203 height=1>", False),
        ("<img src=/img/a.gif style='width: 2px; height: 400px'>", False),
        ("<img src=https://uploads.gazette.example/1.jpg>", True),
        ("<img src=/img/panorama.jpg width=900 height=90>", True),
        ("<img src=https://criteo-river.example/1.jpg>", True),
    ],
)
def test_advertisements_and_lines_are_no_pictures(image, shown):
    found = result(f"<p>The river rises.</p>{image}<p>It falls again.</p>")
    assert ("![" in found.markdown) == shown


@pytest.mark.parametrize(
    "head", ["<header><h1>The weir</h1></header>", "<div class=hero><h1>The weir</h1><p>A visit</p></div>"]
)
@pytest.mark.parametrize(
    "picture",
    ["<figure><img src=/weir.jpg alt='The weir'></figure>", "<p><img src=/weir.jpg></p>", "<img src=/weir.jpg>"],
)
def test_the_last_picture_is_kept_where_the_heading_stands_in_another_element(head, picture):
    text = "".join(
        f"<p>{sentence * 3}</p>" for sentence in ("The weir is old and low. ", "Nobody knows who built it. ")
    )
    page = f"<nav><a href=/>Home</a></nav>{head}<main><div>{text}{picture}</div></main><footer><p>© Valley</p></footer>"
    assert "weir.jpg" in denoise(page, url="https://valley.example/weir").markdown


@pytest.mark.parametrize(
    "picture",
    [
        "<p><img src=/weir.jpg></p>",
        "<figure><img src=/weir.jpg width=640><figcaption>The weir</figcaption></figure>",
        "<div><img src=/weir.jpg><img src=/gate.jpg></div>",
        "<ul class=gallery><li><a href=/weir.jpg><img src=/weir-small.jpg></a></li></ul>",
        "<img src=data:image/gif;base64,R0lGODlh data-src=/weir.jpg><noscript><img src=/weir.jpg></noscript>",
    ],
)
def test_pictures_behind_the_text_where_it_stands_in_the_body_itself(picture):
    text = "".join(
        f"<p>{sentence * 3}</p>" for sentence in ("The weir is old and low. ", "Nobody knows who built it. ")
    )
    pixel = "<img src=/hit.gif width=1 height=1><img src=https://ads.brook.example/x.png>"
    page = f"<div><a href=/>Home</a> | <a href=/map>Map</a></div><h1>The weir</h1>{text}{picture}{pixel}<hr>© Valley"
    markdown = denoise(page, url="https://valley.example/weir").markdown
    assert "/weir" in markdown
    assert "hit.gif" not in markdown
    assert "ads.brook" not in markdown
