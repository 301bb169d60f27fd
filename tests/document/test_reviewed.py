"""The reviews of a place, a film or a book that a page states with its rating."""

import json

import pytest

from scrapy_denoise import denoise

TOLD = "".join(
    f"<p>The boathouse was built for the ferry in {year}, and its wide doors open to the river beside the mill.</p>"
    for year in range(1921, 1926)
)
SAID = [
    ("Ada", "The mist in the mornings is as lovely as they say, and the children spent whole days on the landing.", 5),
    ("Ben", "The stove warms all of the house within an hour, but the lane is narrow and dark in the winter.", 4),
    ("Cleo", "There was bread and milk for us, and every question was answered at once, even late at night.", 3),
]
DATE = "2026-03-14"


def stated(kind="Restaurant", dated=True, beside=(), said=SAID):
    reviews = [
        {"@type": "Review", "author": name, "reviewBody": text, "reviewRating": {"ratingValue": stars}}
        | ({"datePublished": DATE} if dated else {})
        for name, text, stars in said
    ]
    rating = {"@type": "AggregateRating", "ratingValue": 4.2, "reviewCount": 84}
    thing = {"@type": kind, "name": "The Boathouse", "aggregateRating": rating, "review": reviews}
    return f'<script type="application/ld+json">{json.dumps([thing, *beside])}</script>'


def shown(said=SAID, card="<div class=x{i}><b>{name}</b><span>March 1{i}, 2026</span><p>{text}</p></div>"):
    return "".join(card.format(i=i, name=name, text=text, stars=stars) for i, (name, text, stars) in enumerate(said))


def place(head, cards):
    body = f"<h1>The Boathouse</h1><div>{TOLD}</div><div><h2>What guests say</h2><div>{cards}</div></div>"
    return denoise(f"<title>The Boathouse</title>{head}{body}", "https://places.example/the-boathouse")


def in_text(result):
    return [name for name, text, _ in SAID if text in result.text]


@pytest.mark.parametrize("kind", ["Restaurant", "Hotel", "Museum", "Movie", "Book", "VacationRental"])
def test_shown_reviews_that_a_page_states_are_comments(kind):
    result = place(stated(kind), shown())
    assert "in 1925" in result.text
    assert not in_text(result)
    assert [(one.author, one.rating, one.stated) for one in result.comments] == [
        (name, stars, False) for name, _, stars in SAID
    ]
    assert [one.published for one in result.comments] == ["2026-03-10", "2026-03-11", "2026-03-12"]
    assert all(text in one.text for one, (_, text, _) in zip(result.comments, SAID, strict=True))


def test_one_that_is_not_stated_beside_them_is_one_too():
    result = place(
        stated(said=SAID[:2]), shown(card="<div><b>{name}</b><time>March 1{i}, 2026</time><p>{text}</p></div>")
    )
    assert not in_text(result)
    assert len(result.comments) == 3


def test_those_that_are_not_shown_follow_and_say_so():
    result = place(stated(), shown(SAID[:2]))
    assert [(one.author, one.stated) for one in result.comments] == [("Ada", False), ("Ben", False), ("Cleo", True)]
    assert result.comments[2].published == DATE


@pytest.mark.parametrize(
    "head",
    [
        stated(dated=False),  # praise that a firm has chosen
        stated(said=SAID[:1]),
        stated("Recipe"),
        stated(beside=[{"@type": "NewsArticle", "headline": "The Boathouse", "author": "Dora"}]),
        stated(beside=[{"@type": "Review", "reviewBody": "A house for quiet people.", "author": "Dora"}]),
        stated() + stated("Hotel"),
    ],
)
def test_others_stay_as_they_are(head):
    result = place(head, shown())
    assert result.text == place("", shown()).text


def test_the_review_of_a_critic_is_text():
    work = {"@type": "Movie", "name": "The Boathouse", "aggregateRating": {"ratingValue": 4}}
    text = " ".join(text for _, text, _ in SAID)
    critic = {"@type": "Review", "itemReviewed": work, "author": "Dora", "datePublished": DATE, "reviewBody": text}
    written = "".join(f"<p>{text}</p>" for _, text, _ in SAID)
    result = place(f'<script type="application/ld+json">{json.dumps(critic)}</script>', written)
    assert result.text == place("", written).text
    assert not result.comments
