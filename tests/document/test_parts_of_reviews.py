"""What a review has beside its words: a title, stars, and what the site says of it."""

import json

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.source.ratings import rating_in, title_behind

TOLD = "".join(
    f"<p>The boathouse was built for the ferry in {year}, and its wide doors open to the river beside the mill.</p>"
    for year in range(1921, 1926)
)
SAID = [
    (
        "Ada",
        "Calm",
        "The mist in the mornings is as lovely as they say, and the children love the landing.",
        5,
    ),
    (
        "Ben",
        "Dark lane",
        "The stove warms all of the house within an hour, but the lane is dark in winter.",
        3,
    ),
    (
        "Cleo",
        "Warm",
        "There was bread and milk for us, and every question was answered at once.",
        4,
    ),
]
NAMED = '<div class="review"><b class="author">{name}</b><span>March 1{i}, 2026</span><p>{text}</p></div>'


def rated():
    rating = {"@type": "AggregateRating", "ratingValue": 4.2, "reviewCount": 84}
    reviews = [
        {"@type": "Review", "author": name, "reviewBody": text, "datePublished": "2026-03-14"}
        for name, _, text, _ in SAID
    ]
    return json.dumps({"@type": "Hotel", "name": "The Boathouse", "aggregateRating": rating, "review": reviews})


def place(card, *things, title="What guests say"):
    cards = "".join(
        card.format(i=i, name=name, title=title, text=text, stars=stars)
        for i, (name, title, text, stars) in enumerate(SAID)
    )
    head = "".join(f'<script type="application/ld+json">{thing}</script>' for thing in things)
    body = f"<h1>The Boathouse</h1><div>{TOLD}</div><section><h2>{title}</h2><div>{cards}</div></section>"
    return denoise(f"<title>The Boathouse</title>{head}{body}", "https://places.example/the-boathouse")


@pytest.mark.parametrize(
    "title",
    ["<h4>{title}</h4>", '<b class="review-title">{title}</b>', "<a class=review-title href=/r{i}>{title}</a>"],
)
def test_a_short_title_or_a_link_is_part_of_a_review(title):
    result = place(NAMED.replace("<p>", f"<div>{title}</div><p>"), rated())
    assert [one.text.split("\n")[0] for one in result.comments] == [title for _, title, _, _ in SAID]


@pytest.mark.parametrize(
    "line",
    [
        "412 reviews 1,204 followers",
        "Did you find this helpful?",
        "Yes, I would recommend this to a friend",
        "This review is the subjective opinion of a member of the site and not of those who run it, who read it.",
    ],
)
def test_what_a_site_says_beside_a_review_is_not_in_it(line):
    result = place(NAMED.replace("<p>", f"<p>{line}</p><p>"), rated())
    assert [one.text for one in result.comments] == [text for _, _, text, _ in SAID]


def test_a_mark_behind_the_name_is_no_line_of_a_review():
    result = place(NAMED.replace("</b>", "</b> <i>Verified</i>").replace("<span>", "<br><span>"), rated())
    assert [one.text for one in result.comments] == [text for _, _, text, _ in SAID]


@pytest.mark.parametrize(
    ("stars", "expected"),
    [
        ('<img alt="{stars} stars">', [5, 3, 4]),
        ('<i aria-label="Rated {stars} stars out of five stars"></i>', [5, 3, 4]),
        ('<i aria-label="{stars} star rating"></i>', [5, 3, 4]),
        ('<span class="star sml-str{stars}0"></span>', [5, 3, 4]),
        ('<span class="rating rated-10">★★★</span>', [3, 3, 3]),
        ("", [None, None, None]),
    ],
)
def test_stars_without_the_best_number(stars, expected):
    result = place(NAMED.replace("<span>", f"{stars}<span>", 1), rated())
    assert [one.rating for one in result.comments] == expected


def test_one_whose_name_is_not_found_is_a_review_by_its_stars():
    card = '<div class="review"><b>{name}</b><i aria-label="{stars} out of 5 stars"></i><p>{text}</p></div>'
    nameless = card.replace("{name}", "")
    cards = "".join(
        (card if i != 2 else nameless).format(name=name, text=text, stars=stars)
        for i, (name, _, text, stars) in enumerate(3 * SAID)
    )
    mean = nameless.format(text="All who have bought the lamp give it so many stars of five.", stars=4.3)
    head = '<meta property="og:type" content="product">'
    result = denoise(
        f"{head}<h1>The Lamp</h1><div>{TOLD}<p>Price: $25.00</p><button>Add to cart</button></div>{mean}{cards}",
        "https://shop.example/product/lamp",
    )
    assert result.page_type == "product"
    assert [(one.author, one.rating) for one in result.comments] == [
        ("" if i == 2 else name, stars) for i, (name, _, _, stars) in enumerate(3 * SAID)
    ]


def test_the_stars_above_the_first_review_are_those_of_all():
    result = place(NAMED, rated(), title='Reviews</h2><i aria-label="4 out of 5 stars"></i><h2>What guests say')
    assert [one.rating for one in result.comments] == [None, None, None]


def test_the_title_behind_a_rating_is_read():
    line = "5.0 out of 5 stars Burns all night"
    assert rating_in(line) == (5, 5)
    assert title_behind(line) == "Burns all night"
    assert not title_behind("5.0 out of 5 stars")
    assert not title_behind("4 of the 5 lamps burn")
