"""Sites that change: what is old is forgotten, a redesign is noticed once, variants are none."""

import random

import pytest
from helpers.sites import story

from scrapy_denoise import SiteTemplate
from scrapy_denoise.page import Page
from scrapy_denoise.sites import dump, load, template
from scrapy_denoise.sites.layout import MAX_LAYOUT_PAGES, MAX_SAMPLES
from scrapy_denoise.sites.template import ERAS_IN_PERIOD, PERIOD_SECONDS


def html(i, menu, tag="div"):
    links = "".join(f"<li><a href=/{word}>{menu} {word}</a>" for word in ("north", "south", "east", "west", "home"))
    text = f"<h1>{story(i)[:9]}</h1><p>{story(i)}</p>"
    return f"<{tag} class=top><ul>{links}</ul></{tag}><{tag} class=main>{text}</{tag}>"


def page(i, menu="Old", tag="div"):
    return Page.from_html(html(i, menu, tag), url=f"http://a.example/{i}")


def crawl(site, pages):
    """Learn pages as a crawl does; after which of them there was a redesign."""
    found = []
    for number, one in enumerate(pages):
        if site.redesigned(one):
            found.append(number)
        site.learn(one, era=site.era)
    return found


def shares(site, one):
    """The share of the site's pages that have the first item of the menu."""
    return site.siblings(one).text_shares[0]


def test_a_site_that_stays_the_same_is_not_redesigned():
    assert crawl(SiteTemplate(), (page(i) for i in range(100))) == []


def test_a_new_menu_is_a_redesign_and_soon_known():
    site = SiteTemplate()
    crawl(site, (page(i) for i in range(200)))
    assert shares(site, page(999)) == 1
    pages = [page(i, "New") for i in range(200, 240)]
    assert crawl(site, pages[:12]) == [9]  # the tenth page that is not as expected
    # both are known for as long as the new pages are few
    assert shares(site, page(999, "New")) > 0
    crawl(site, pages[12:])
    assert shares(site, page(999, "New")) == 1
    assert shares(site, page(999)) == 0


def test_a_new_structure_under_known_addresses_is_a_redesign():
    site = SiteTemplate()
    crawl(site, (page(i) for i in range(MAX_LAYOUT_PAGES)))
    site = load(dump(site))  # as the next crawl finds it
    assert crawl(site, (page(i, "New", "section") for i in range(MAX_LAYOUT_PAGES))) == [9]
    assert len(site.siblings(page(999, "New", "section")).signatures) == MAX_SAMPLES


def test_a_new_section_is_no_redesign():
    site = SiteTemplate()
    crawl(site, (page(i) for i in range(50)))
    assert crawl(site, (page(i, "New", "section") for i in range(50, 100))) == []


@pytest.mark.parametrize("share", [0.1, 0.25, 0.5, 0.75, 0.9])
@pytest.mark.parametrize("tag", ["div", "section"])
@pytest.mark.parametrize("n", [30, 150])
def test_variants_shown_in_turn_do_not_flap(share, tag, n):
    variant = random.Random(1)
    site = SiteTemplate()
    pages = [page(i % n, "New", tag) if variant.random() < share else page(i % n) for i in range(400)]
    assert crawl(site, pages) == []
    # both are compared with pages like themselves
    for one in (page(999), page(999, "New", tag)):
        assert len(site.siblings(one).signatures) >= 2
        assert shares(site, one) > 0


def test_a_variant_that_begins_later_is_one_redesign_at_most():
    variant = random.Random(1)
    site = SiteTemplate()
    crawl(site, (page(i) for i in range(100)))
    pages = [page(i, "New" if variant.random() < 0.5 else "Old") for i in range(100, 500)]
    assert len(crawl(site, pages)) <= 1
    assert 0.2 < shares(site, page(999)) < 0.8
    assert 0.2 < shares(site, page(999, "New")) < 0.8


def test_old_pages_are_forgotten_by_the_calendar(monkeypatch):
    site = SiteTemplate()
    today = site.era
    crawl(site, (page(i) for i in range(100)))
    now = template.time.time()
    monkeypatch.setattr(template.time, "time", lambda: now + PERIOD_SECONDS)
    assert site.era == today + ERAS_IN_PERIOD
    crawl(site, (page(i, "New") for i in range(100, 103)))
    assert 0 < shares(site, page(999, "New")) < 0.2  # a few new pages, and all that was known
    crawl(site, (page(i, "New") for i in range(103, 140)))
    assert shares(site, page(999, "New")) == 1
    assert shares(site, page(999)) == 0


def test_eras_merge_exactly_in_any_order():
    order = random.Random(2)
    parts = []
    for _ in range(6):
        parts.append(SiteTemplate())
        for _ in range(30):
            i = order.randrange(60)
            menu, tag = order.choice([("Old", "div"), ("New", "div"), ("New", "section")])
            parts[-1].learn(page(i, menu, tag), era=order.choice([7, 8, 300]))
    expected = None
    for _ in range(8):
        order.shuffle(parts)
        left, right = SiteTemplate(), SiteTemplate()
        for one in parts[:3]:
            left = left.merge(one)
        for one in parts[3:]:
            right = load(dump(one)).merge(right)
        merged = dump(left.merge(right))
        assert expected in (None, merged)
        expected = merged
