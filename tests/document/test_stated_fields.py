"""The description, the picture, the language and the other fields that a page states, where what it states is none."""

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.pictures.pictures import _may_be_main
from scrapy_denoise.page import Page

URL = "https://valley.example/a/1"
STORY = "<h1>The river rose</h1>" + (
    "<p>The river rose in the night, and by the morning the lower road was under water.</p>" * 3
)


def metadata(head="", body=STORY, title="The river rose"):
    return denoise(f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>", url=URL).metadata


def stated(*descriptions):
    names = ("og:description", "description", "twitter:description")
    return "".join(f'<meta name="{name}" content="{text}">' for name, text in zip(names, descriptions, strict=False))


@pytest.mark.parametrize("names", ["description articleBody", "caption description"])
def test_the_body_and_a_caption_describe_no_page(names):
    part = f"<div itemscope itemtype=https://schema.org/NewsArticle><p itemprop='{names}'>A boat by Ann Lee</p></div>"
    found = metadata(stated("Water on the lower road"), STORY + part)
    assert (found.description, found.sources["description"]) == ("Water on the lower road", "opengraph")


@pytest.mark.parametrize("text", ["Description", "description here", "{{description}}"])
def test_the_word_for_a_description_is_none(text):
    assert metadata(stated(text, "Water on the lower road")).description == "Water on the lower road"
    assert metadata(stated(text)).description == ""


@pytest.mark.parametrize(
    ("text", "description"),
    [
        ("The river rose and... Read More »", "The river rose and..."),
        ("The river rose and … weiterlesen →", "The river rose and …"),
        ("The river rose and [...] Continue reading", "The river rose and [...]"),
        ("The river rose... and fell", "The river rose... and fell"),
        ("What the river did: read more", "What the river did: read more"),
    ],
)
def test_the_link_to_the_rest_is_no_part_of_a_description(text, description):
    assert metadata(stated(text)).description == description


@pytest.mark.parametrize(
    ("texts", "description"),
    [
        (("The river rose in the...", "The river rose in the night"), "The river rose in the night"),
        (("The river ro…", "The river rose in…", "The river rose in the night…"), "The river rose in the night…"),
        (("The river rose...", "A road under water, and a bridge"), "The river rose..."),
        (("The river rose...", "The river rose... - Valley Weekly"), "The river rose..."),
        (("The river rose", "The river rose in the night"), "The river rose"),
        (("The...", "The bridge over the river"), "The..."),
    ],
)
def test_a_description_that_is_cut_off_goes_on_where_another_source_has_it_whole(texts, description):
    assert metadata(stated(*texts)).description == description


@pytest.mark.parametrize(
    ("text", "is_given"),
    [
        ("Mill stories, boats, weather, concerts, streets, water, river", True),
        ("Mill stories, boats, weather, concerts, streets, shops, water, river", False),
        ("Stories about boats", False),
        ("Stories about water", False),
        ("Water about the road", True),
    ],
)
def test_a_description_with_few_words_of_the_text_is_that_of_the_site(text, is_given):
    assert metadata(f'<meta name=description content="{text}">').description == (text if is_given else "")


def pictures(*addresses):
    return "".join(f'<meta property="og:image" content="{address}">' for address in addresses)


def with_picture(image):
    first, rest = STORY.split("</p>", 1)
    return f"{first}</p>{image}{rest}"


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ("<img src=/river.jpg>", "https://valley.example/river.jpg"),
        ("<img src=/river.jpg width=300 height=200>", "https://valley.example/river.jpg"),
        ("<img src=/river.gif width=300 height=200>", "https://valley.example/river.gif"),
        ("<img src=/river.gif><img src=/boat.jpg>", "https://valley.example/boat.jpg"),
        ("<img src=/river.svg>", "https://valley.example/river.svg"),
        ("<img src=/river.jpg width=60%>", "https://valley.example/river.jpg"),
        ("<img src=/river.jpg width=90 height=90>", ""),
        ("<img src=/river.jpg width=300 height=20>", ""),
        ("<img src=/themes/valley/river.jpg>", ""),
        ("<img src=/themes/blog/2024-05-27/river.jpg>", "https://valley.example/themes/blog/2024-05-27/river.jpg"),
        ("<img src=/river.gif width=300>", ""),
        ("<img src=/river.jpg class=author-img>", ""),
        ("<img src=/river.jpg class=authority>", "https://valley.example/river.jpg"),
        ("<img src=/authorpics/river.jpg>", ""),
        ("<img src=/img/tweetn.png><img src=/river.jpg>", "https://valley.example/river.jpg"),
        ("<img src=/latex.php?latex=x>", ""),
        ("<img src=/quad.png class=mwe-math-fallback>", ""),
        (
            "<img src=/river._AC_US40_.jpg><img src=/river._SY445_SX342_.jpg>",
            "https://valley.example/river._SY445_SX342_.jpg",
        ),
        ("<div><noscript><img src='//b.valley.example/p?c1=2'></noscript></div>", ""),
        ("<div><noscript><img src=/river.jpg></noscript></div>", "https://valley.example/river.jpg"),
    ],
)
def test_the_picture_of_a_page_that_states_none_is_the_first_large_one_of_its_text(image, expected):
    found = metadata("", with_picture(image))
    assert (found.image, found.sources.get("image", "")) == (expected, "page" if expected else "")


@pytest.mark.parametrize(
    ("url", "attributes", "sized", "expected"),
    [
        ("/river.jpg", {}, True, False),
        ("/river.jpg", {}, False, True),
        ("/river.jpg", {"width": "750"}, True, True),
        ("/river.jpg", {"height": "120"}, True, True),
        ("/river.jpg", {"height": "90"}, True, False),
        ("/river.jpg", {"width": "750", "height": "60"}, True, False),
        ("/river.jpg", {"class": "bbImage lazyload"}, True, True),
        ("/river.jpg", {"class": "ipsImage_thumbnailed ipsImage"}, True, True),
        ("/data/attachments/1/river.jpg", {}, True, True),
        ("/data/attachments/1/river.gif", {"width": "300"}, True, False),
        ("/reactions/react_like.png", {}, True, False),
    ],
)
def test_of_a_picture_in_a_thread_one_side_must_be_stated_or_that_it_was_posted(url, attributes, sized, expected):
    given = "".join(f' {name}="{value}"' for name, value in attributes.items())
    image = next(Page.from_html(f'<img src="{url}"{given}>').root.iter("img"))
    assert _may_be_main(f"https://valley.example{url}", image, sized) is expected


@pytest.mark.parametrize(
    "address",
    ["/river_64.png", "/river-50x50.jpg?m=1", "/press/icons/cc.svg", "/themes/valley/river.jpg"],
)
def test_an_icon_and_a_picture_of_a_theme_are_not_that_of_the_page(address):
    assert metadata(pictures(address, "/boat.jpg")).image == "https://valley.example/boat.jpg"
    assert metadata(pictures(address)).image == ""


@pytest.mark.parametrize(
    ("addresses", "image"),
    [
        (("/river-120x120.jpg", "/river-600x909.jpg", "/boat-800x600.jpg"), "river-600x909.jpg"),
        (("/river-300x200.jpg", "/river.jpg", "/river-600x400.jpg"), "river.jpg"),
        (("/river-300x200.jpg", "/boat.jpg"), "river-300x200.jpg"),
        (("/river.jpg", "/river-600x400.jpg"), "river.jpg"),
    ],
)
def test_of_a_picture_in_several_sizes_the_largest_is_given(addresses, image):
    assert metadata(pictures(*addresses)).image == f"https://valley.example/{image}"


@pytest.mark.parametrize(
    ("shown", "is_content"),
    [
        ("<a href='javascript:larger()'><img src=/letters.gif></a>", False),
        ("<a onclick='larger()'><img src=/letters.gif></a>", False),
        ("<a href='javascript:print()'><img src=/print.png></a>", False),
        ("<a href='javascript:zoom()'><img src=/river.jpg></a>", True),
        ("<a href=/large.html><img src=/river.gif></a>", True),
        ("<a href=/author/ann-lee/><img src=/ann.jpg></a>", False),
        ("<a href=/users/ann><img src=/ann.jpg></a>", False),
        ("<a href=/authors><img src=/desk.jpg></a>", True),
        ("<a href=/index.php?task=emailform><img src=/images/M_images/emailButton.png></a>", False),
    ],
)
def test_controls_and_portraits_are_no_pictures_of_the_text(shown, is_content):
    assert ("![" in denoise(with_picture(shown), url=URL).markdown) is is_content


@pytest.mark.parametrize(
    ("stated_name", "name"),
    [
        ("Valley | News of the river", "Valley"),
        ("The Valley - News of the river - Boats", "The Valley"),
        ("Valley: boats", "Valley"),
        ("River News | Boats", "River News | Boats"),
        ("Val-ley", "Val-ley"),
    ],
)
def test_the_name_of_a_site_is_without_its_slogan_where_the_host_has_it(stated_name, name):
    assert metadata(f'<meta property="og:site_name" content="{stated_name}">').site_name == name


def test_a_tag_is_given_once_in_whatever_letters_it_is_written():
    tags = "".join(f'<meta property="article:tag" content="{tag}">' for tag in ("RIVER boats", "weir", "River Boats"))
    assert metadata(tags).tags == ("RIVER boats", "weir")
