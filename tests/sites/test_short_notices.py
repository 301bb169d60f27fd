"""A short notice that a site repeats inside its articles is template; the labels of values that differ are not."""

import pytest

from scrapy_denoise import SiteTemplate, denoise

STORIES = (
    "The bridge at the mill is open again after nine days of work by the town's carpenters. "
    "On Friday the first carts crossed it.",
    "A school of young salmon was counted below the weir, the first in more than thirty years. "
    "The wardens blame a cold spring.",
    "The market moves to the upper square on Friday, since the lower one is still under water. "
    "Fish is sold by the well.",
    "The school at the ford gets a roof of slate before the summer. "
    "Lessons are given in the library while the work is done.",
    "From June on the ferry crosses the river on Sundays too, six times between nine and five. "
    "A crossing costs two crowns.",
    "Workers who dug a ditch found a kiln in the meadow behind the church. "
    "The museum says that it is four hundred years old.",
)
NOTICES = ("Subscribe now for 3 crowns a month", "Subscribe now for 3 crowns a month, and read all stories")
BOXES = (
    "<div class=ad><p>%s</p></div>", "<aside><p>%s</p></aside>", "<p class=promo>%s</p>", "<div>%s</div>",
    "<div class=box><span>%s</span></div>", "<p><a href=/sub>%s</a></p>",
)  # fmt: skip
PAGES = 8
KNOWN = 3
"""Pages of the site from which on the notice has to be gone."""


def pages_that_keep(text, body):
    """Of PAGES pages of a new site the numbers of those whose content has a text. body: gives the article of a page."""
    site, kept = SiteTemplate(), []
    for number in range(PAGES):
        html = (
            f"<title>Story {number} | Courier</title><nav><a href=/>Home</a></nav><article><h1>Story {number}</h1>"
            f"{body(number)}</article><footer>© Courier</footer>"
        )
        url = f"https://courier.example/{number}"
        if text in denoise(html, url, site=site).text:
            kept.append(number)
        site.learn(html, url=url)
    return kept


def paragraphs(number):
    first, second = STORIES[number % 6], STORIES[(number * 5 + 1) % 6]
    return [f"<p>{first} It is day {number}.</p>", f"<p>{second} So ends day {number}.</p>"]


@pytest.mark.parametrize("notice", NOTICES)
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_notice_in_an_element_of_its_own_goes_wherever_it_stands(box, notice, place):
    def body(number):
        parts = paragraphs(number)
        parts.insert(place, box % notice)
        return "".join(parts)

    assert [number for number in pages_that_keep(notice, body) if number >= KNOWN] == []


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(("notice", "known"), [(NOTICES[0], KNOWN), (NOTICES[1], KNOWN + 2)])
def test_a_notice_in_a_paragraph_like_those_around_it_goes_too(notice, known, place):
    def body(number):
        parts = paragraphs(number)
        parts.insert(place, f"<p>{notice}</p>")
        return "".join(parts)

    assert [number for number in pages_that_keep(notice, body) if number >= known] == []


def test_a_notice_before_a_paragraph_that_begins_with_a_link_goes_too():
    def body(number):
        first, second = paragraphs(number)
        linked = second.replace("<p>", f"<p><a href=/place/{number}>At the river</a>: ")
        return f"{first}<div class=ad>{NOTICES[0]}</div>{linked}"

    assert [number for number in pages_that_keep(NOTICES[0], body) if number >= KNOWN] == []


@pytest.mark.parametrize(
    "labelled",
    [
        "<h2>What happened</h2><p>{}</p>",
        "<dl><dt>What happened</dt><dd>{}</dd></dl>",
        "<table><tr><th>What happened</th><td>{}</td></tr></table>",
        "<div><b>What happened</b><p>{}</p></div>",
    ],
)
def test_what_is_a_heading_a_term_or_alone_with_its_value_stays_however_long_the_value_is(labelled):
    def body(number):
        first, second = paragraphs(number)
        text = STORIES[(number + 3) % 6] + f" It was seen {number + 2} times."
        return first + labelled.format(text) + second

    assert pages_that_keep("What happened", body) == list(range(PAGES))
