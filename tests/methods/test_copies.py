"""Copies of an article under other addresses: what a method that compares pages keeps of the article itself."""

import random

import pytest

from scrapy_denoise import Page, SiteTemplate, denoise
from scrapy_denoise.methods import method_names

WORDS = "river road bridge water night morning field boat valley house winter market stone bread letter window".split()


def sentence(chosen, words):
    return " ".join(chosen.choice(WORDS) for _ in range(words)).capitalize() + "."


def page(number, story):
    """Every page has a box of its own; the story is what is copied."""
    box, text = random.Random(f"box {number}"), random.Random(f"story {story}")
    read = "".join(f"<li><a href=/{n}>{sentence(box, 6)}</a></li>" for n in range(4))
    return (
        "<ul><li><a href=/>Home of the valley</a></li><li><a href=/n>News of the valley</a></li></ul>"
        f"<div><h1>{sentence(text, 5)}</h1>{''.join(f'<p>{sentence(text, 40)}</p>' for _ in range(6))}</div>"
        f"<div><h3>Most read</h3><ul>{read}</ul></div><p>All of this was written by people of the valley.</p>"
    )


def site(copies):
    template = SiteTemplate()
    for number in range(30):
        template.learn(page(number, number), url=f"https://a.example/{number}")
    for number in range(copies):
        template.learn(page(100 + number, 7), url=f"https://a.example/copy/{number}")
    return template


@pytest.mark.parametrize("name", method_names(baselines=True))
@pytest.mark.parametrize("copies", [15, 25])
def test_no_method_loses_a_story_that_others_copy(name, copies):
    html, url = page(7, 7), "https://a.example/7"
    alone = denoise(html, url, method=name, site=site(0))
    beside = denoise(html, url, method=name, site=site(copies))
    story = random.Random("story 7")
    sentence(story, 5)
    paragraphs = [sentence(story, 40) for _ in range(6)]
    assert [text in beside.text for text in paragraphs] == [text in alone.text for text in paragraphs]


def test_a_copy_is_no_sibling_and_its_texts_are_not_repeated():
    read = Page.from_html(page(7, 7), url="https://a.example/7")
    alone, beside = site(0).siblings(read), site(15).siblings(read)
    assert beside.pages < 32  # without the copies among the known pages
    story = [i for i, row in enumerate(read.columns.text_rows) if read.columns.chars[row] > 100]
    assert len(story) == 6
    assert not beside.text_shares[story].any()
    for known in (alone, beside):
        assert known.signatures
        assert (known.text_shares == 1).sum() == 4  # of two links, a heading and the last line
        own = set(read.signature.text_nodes[story].tolist())
        assert not any(own & set(sibling.text_nodes.tolist()) for sibling in known.signatures)


@pytest.mark.parametrize("copies", [1, 2, 5])
@pytest.mark.parametrize("name", method_names(baselines=True))
def test_no_page_is_emptied_where_all_that_is_known_are_copies(name, copies):
    """Which tell nothing of what is the site's: each other page has all of its text."""
    html, url = page(7, 7), "https://a.example/7"
    known = SiteTemplate()
    for number in range(copies):
        known.learn(f"{html}<p>Copied on day {number}.</p>", url=f"https://a.example/copy/{number}")
    story = random.Random("story 7")
    sentence(story, 5)
    found = denoise(html, url, method=name, site=known)
    alone = denoise(html, url, method=name)
    paragraphs = [sentence(story, 40) for _ in range(6)]
    assert [text in found.text for text in paragraphs] == [text in alone.text for text in paragraphs]


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("name", method_names(baselines=True))
def test_no_page_is_emptied_where_all_that_is_known_are_mirrors_of_it_without_its_navigation(name, copies):
    """A page that has all of its text but the links is no sibling, as nothing would be left of it."""
    story = random.Random("story 7")
    paragraphs = [sentence(story, 40) for _ in range(6)]
    body = f"<div>{''.join(f'<p>{text}</p>' for text in paragraphs)}</div>"
    html, url = (
        f"<ul><li><a href=/>Home</a></li><li><a href=/n>News of the valley</a></li></ul>{body}",
        "https://a.example/7",
    )
    known = SiteTemplate()
    for number in range(copies):
        mirror = f"<ul><li><a href=/>Mirror {'of it' * number}</a></li></ul>{body}<p>Copied on day {number}.</p>"
        known.learn(mirror, url=f"https://a.example/copy/{number}")
    found = denoise(html, url, method=name, site=known)
    alone = denoise(html, url, method=name)
    assert [text in found.text for text in paragraphs] == [text in alone.text for text in paragraphs]


@pytest.mark.parametrize("end", ["<p></", "<p>7</p>"])
@pytest.mark.parametrize("name", method_names(baselines=True))
def test_no_page_is_emptied_by_its_copies_where_it_alone_has_a_sign_or_a_number(name, end):
    """A page that ends inside a tag shows "</", which what is written behind it in a copy takes away."""
    story = random.Random("story 7")
    paragraphs = [sentence(story, 40) for _ in range(6)]
    html = f"<ul><li><a href=/>Home of the valley</a></ul><div>{''.join(f'<p>{text}</p>' for text in paragraphs)}</div>"
    known = SiteTemplate()
    for number in range(3):
        known.learn(f"{html}<p>Copied on day {number}.", url=f"https://a.example/copy/{number}")
    found = denoise(html + end, "https://a.example/7", method=name, site=known)
    alone = denoise(html + end, "https://a.example/7", method=name)
    assert [text in found.text for text in paragraphs] == [text in alone.text for text in paragraphs]
