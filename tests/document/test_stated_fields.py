"""The description, the picture, the language and the other fields that a page states, where what it states is none."""

import pytest

from scrapy_denoise import denoise

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
