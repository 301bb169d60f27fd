"""Pages that show the whole content of others: archives, home pages, copies, versions for printing."""

import pytest

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.sites import dump, load

MENU = "<div class='nav'><ul><li><a href='/'>Home</a></li><li><a href='/about'>About</a></li></ul></div>"
FOOT = "<div class='footer'><p>Copyright 2024 The Lamp. All rights reserved.</p><a href='/terms'>Terms</a></div>"
SIDE = "<div id='side'><h3>About</h3><p>A small blog about lamps and the people who make them.</p></div>"
NOUNS = "hinge drawer shelf lamp kettle basket ladder barrel bench stool cradle chest".split()


def paragraphs(number):
    def word(i):
        return NOUNS[(number * 5 + i * i + i * number) % len(NOUNS)]

    return [
        f"The {word(part)} of the {word(part + 1)} {number} was carried past the {word(part + 2)} in the morning. "
        f"Nobody knew whose {word(part + 3)} it was, and the {word(part + 4)} stayed there for {part + 3} years."
        for part in range(3)
    ]


def framed(title, main):
    return f"<title>{title} - The Lamp</title>{MENU}<div id='main'>{main}</div>{SIDE}{FOOT}"


def entry(number):
    text = "".join(f"<p>{text}</p>" for text in paragraphs(number))
    return f"<div class='post'><h2><a href='/b/{number}'>Lamp {number}</a></h2><div class='entry'>{text}</div></div>"


POSTS = [(framed(f"Lamp {number}", entry(number)), f"https://lamp.example/b/{number}") for number in range(8)]
ARCHIVES = [
    (framed(f"Archive {k}", "".join(entry((number + k) % 8) for number in range(8))), f"https://lamp.example/a/{k}")
    for k in range(9)
]
ORDERS = {
    "archives first": ARCHIVES + POSTS,
    "posts first": POSTS + ARCHIVES,
    "in turn": [page for pair in zip(ARCHIVES, POSTS, strict=False) for page in pair],
}


@pytest.mark.parametrize("order", ORDERS)
def test_posts_that_stand_on_every_archive_in_full(order):
    site = SiteTemplate()
    for html, url in ORDERS[order]:
        found = denoise(html, url=url, site=site)
        shown = range(8) if "/a/" in url else [int(url[-1])]
        for number in shown:
            assert all(text in found.text for text in paragraphs(number)), url
        assert found.reason in ("", "repeated")
        site.learn(html, url=url)
    for number, (html, url) in enumerate(POSTS):
        found = denoise(html, url=url, site=site)
        assert all(text in found.text for text in paragraphs(number))
        assert "small blog" not in found.text


def test_a_page_under_many_addresses_is_decided_by_itself():
    html, url = POSTS[1]
    site = SiteTemplate()
    for number in range(6):
        site.learn(html.replace("All rights", f"Visit {'again ' * number}"), url=f"{url}?from={number}")
    found, alone = denoise(html, url=url, site=site), denoise(html, url=url)
    assert (found.text, found.siblings, found.reason) == (alone.text, 0, "repeated")
    assert found.sibling_counts.same == found.sibling_counts.given == 6


def test_copies_of_one_page_are_one_witness():
    site = SiteTemplate()
    for html, url in [*ARCHIVES[:5], POSTS[2], POSTS[3]]:
        site.learn(html, url=url)
    html = framed("Lamp 20", entry(20))
    found = denoise(html, url="https://lamp.example/b/20", site=site)
    assert all(text in found.text for text in paragraphs(20))
    counts = found.sibling_counts
    assert counts.repeated >= 3
    assert found.siblings == counts.used
    assert counts.given == 7


def test_counts_say_what_became_of_each_page():
    site = SiteTemplate()
    for html, url in POSTS[:4]:
        site.learn(html, url=url)
    site.learn("<table><tr><td>Price</td><td>7</td></tr></table>", url="https://lamp.example/prices")
    site.learn(POSTS[4][0].replace("Copyright", "Printed, copyright"), url="https://lamp.example/print/4")
    html, url = POSTS[4]
    found = denoise(html, url=url, site=site)
    counts = found.sibling_counts
    assert (counts.used, counts.same, counts.repeated, counts.unlike, counts.emptying) == (4, 1, 0, 1, 0)
    assert denoise(html, url=url).sibling_counts.given == 0
    assert denoise(html, url=url, site=load(dump(site))).sibling_counts.given == 6


def test_what_the_site_would_empty_is_decided_by_the_page_alone():
    notice = (
        "<p>The shop is closed for the winter. Write to us, and we answer on the first day of March, or soon after.</p>"
    )
    site = SiteTemplate()
    for number in range(8):
        site.learn(
            f"{MENU}<main>{notice}<p>Room {'I' * number}</p></main>{FOOT}", url=f"https://lamp.example/r/{number}"
        )
    html = f"{MENU}<main>{notice}</main>{FOOT}"
    found, alone = denoise(html, url="https://lamp.example/r", site=site), denoise(html, url="https://lamp.example/r")
    assert alone.text
    assert found.text == alone.text
    assert found.reason == "repeated"


def canonical(number, version, name="link"):
    """A page, or a version of it with two thirds of what it says and more; all name the page as canonical."""
    address = f"https://lamp.example/b/{number}"
    stated = {
        "link": f'<link rel="canonical" href="{address}">',
        "og:url": f'<meta property="og:url" content="{address}#top">',
        "relative": f'<link rel="canonical" href="/b/{number}">',
    }[name]
    text = paragraphs(number)[:2] if version else paragraphs(number)
    main = "".join(f"<p>{part}</p>" for part in text) + (f"<p>{paragraphs(20 + version)[0]}</p>" if version else "")
    html = framed(f"Lamp {number}", f"<h1>Lamp {number}</h1><div class='entry'>{main}</div>")
    return f"<head>{stated}</head>{html}", address + f"?version={version}" * bool(version)


@pytest.mark.parametrize("name", ["link", "og:url", "relative"])
@pytest.mark.parametrize("shown", [0, 5])
def test_versions_that_name_the_same_canonical_page_have_no_say(name, shown):
    site = SiteTemplate()
    for version in range(3):
        site.learn(*canonical(1, version, name))
    for number in range(2, 5):
        site.learn(*canonical(number, 0, name))
    site = load(dump(site))
    html, url = canonical(1, shown, name)
    found = denoise(html, url=url, site=site)
    assert found.sibling_counts.used == 3
    assert found.sibling_counts.same == 3 - (shown == 0)
    assert paragraphs(1)[0] in found.text
    assert len(site.siblings(found.page).signatures) == 3


def test_a_site_that_names_one_page_for_all_says_nothing_by_it():
    site = SiteTemplate()
    stated = '<link rel="canonical" href="https://lamp.example/">'
    for number in range(6):
        html, url = canonical(number, 0)
        site.learn(html.replace(html[: html.index("</head>")], f"<head>{stated}"), url=url)
    html, url = canonical(9, 0)
    html = html.replace(html[: html.index("</head>")], f"<head>{stated}")
    assert denoise(html, url=url, site=site).sibling_counts.used == 6
