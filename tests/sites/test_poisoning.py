"""Hostile pages of a site repeat what other pages say, so that it looks like the site's template: nothing is lost."""

import random

import pytest

from scrapy_denoise import SiteTemplate, denoise

NOUNS = "miller ferry bridge orchard weir chapel quarry tavern lantern saddle barrel kiln".split()
VERBS = "carried mended sold painted moved counted hid found weighed drew".split()
PLACES = "river harbour meadow square cellar attic stable".split()
PAGES = 30
PARAGRAPHS = 6


def sentence(draw):
    first, second = draw.sample(NOUNS, 2)
    return (
        f"The {first} {draw.choice(VERBS)} the {second} by the {draw.choice(PLACES)} in {draw.randint(1800, 1999)}, "
        f"and the {draw.choice(NOUNS)} stood empty for {draw.randint(2, 90)} days."
    )


def paragraphs(number):
    draw = random.Random(number)
    return [" ".join(sentence(draw) for _ in range(3)) for _ in range(PARAGRAPHS)]


def page(number, text, host="gazette.example"):
    menu = "<div class='nav'><ul><li><a href='/'>Home</a></li><li><a href='/town'>Town</a></li></ul></div>"
    foot = "<div class='footer'><p>Copyright The Gazette. All rights reserved.</p></div>"
    body = "".join(f"<p>{part}</p>" for part in text)
    title = f"<h1>{NOUNS[number % 12].title()} number {number}</h1>"
    return f"{menu}<main><article>{title}{body}</article></main>{foot}", f"https://{host}/{number}"


def some(number, victims):
    """Hostile: five of six paragraphs of one page, so that it is no copy of it."""
    text = paragraphs(victims[number % len(victims)])
    del text[number % PARAGRAPHS]
    return text


def of_one(number, victims):
    """Hostile: all pages repeat the same page but for one or two of its paragraphs."""
    text = paragraphs(victims[0])
    for place in {number % PARAGRAPHS, number // 2 % PARAGRAPHS}:
        text[place] = paragraphs(number)[place]
    return text


def of_all(number, victims):
    """Hostile: two paragraphs of each of three pages."""
    chosen = random.Random(number).sample(victims, 3)
    return [part for victim in chosen for part in paragraphs(victim)[number % 3 :: 3]]


def whole(number, victims):
    """Hostile: a page in full, and more."""
    return [*paragraphs(victims[number % len(victims)]), *paragraphs(number)[:2]]


@pytest.mark.parametrize("hostile", [1, 5, 10, 15])
@pytest.mark.parametrize("text", [some, of_one, of_all, whole])
def test_pages_that_repeat_others_take_nothing_away(hostile, text):
    honest = list(range(100, 100 + PAGES - hostile))
    victims = honest[:3]
    site = SiteTemplate()
    for number in honest:
        site.learn(*page(number, paragraphs(number)))
    for number in range(hostile):
        site.learn(*page(number, text(number, victims)))
    for number in honest[:10]:
        html, url = page(number, paragraphs(number))
        found = denoise(html, url=url, site=site)
        assert [part for part in paragraphs(number) if part not in found.text] == []
        assert "Copyright" not in found.text
        assert "Town" not in found.text
