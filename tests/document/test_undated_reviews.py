"""Reviews of a product without a date, by their class or by microdata, are comments and not its text."""

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.source.ratings import rating_in

WARM = "It stands on my desk and gives a warm light, much better than the last one that I had."
LATE = "Bought it for my mother, who reads until midnight. She is very happy with it."
LAMP = (
    "A lamp of oak, forty centimetres high, with a shade of linen and a switch at its foot. It takes a bulb of at most "
    "sixty watts."
)


def product(form, title="<h2>Reviews</h2>"):
    reviews = form.format(name="Ann", stars=4, text=WARM) + form.format(name="Bo", stars=5, text=LATE)
    page = (
        "<title>Oak lamp | Shop</title><body><main><h1>Oak lamp</h1><p class=price>€ 40.00</p><h2>Description</h2>"
        f"<p>{LAMP}</p>{title}<div>{reviews}</div></main>"
    )
    return denoise(page, url="https://lamps.example/p/1")


@pytest.mark.parametrize("title", ["<h2>Reviews</h2>", "<h3>What customers say</h3>", ""])
@pytest.mark.parametrize(
    ("form", "ratings"),
    [
        ("<div class=review><b>{name}</b> <span>{stars}/5</span><p>{text}</p></div>", [4, 5]),
        ("<div class=customer-review><div class=reviewer>{name}</div><div class=review-text>{text}</div></div>", None),
        (
            "<div itemprop=review itemscope itemtype=https://schema.org/Review><b itemprop=author>{name}</b>"
            "<span itemprop=ratingValue>{stars}</span><p itemprop=reviewBody>{text}</p></div>",
            [4, 5],
        ),
        (
            "<article itemprop=review itemscope itemtype=http://schema.org/Review><span itemprop=author itemscope "
            "itemtype=http://schema.org/Person><span itemprop=name>{name}</span></span>"
            "<p itemprop=description>{text}</p></article>",
            None,
        ),
        (
            "<div itemscope itemtype=https://schema.org/Review><b itemprop=author>{name}</b>"
            "<div itemprop=reviewBody>{text}</div></div>",
            None,
        ),
    ],
)
def test_undated_reviews_are_comments(form, ratings, title):
    found = product(form, title)
    assert [(one.author, one.text) for one in found.comments] == [("Ann", WARM), ("Bo", LATE)]
    assert [one.rating for one in found.comments] == (ratings or [None, None])
    assert found.text.endswith(LAMP)


def test_a_review_without_a_name_is_not_lost():
    found = product("<div class='review stars-{stars}'><p>{text}</p></div>")
    assert [(one.author, one.rating, one.text) for one in found.comments] == [("", 4, WARM), ("", 5, LATE)]


def test_what_newspapers_say_of_a_product_is_text():
    found = product("<div class=review><p>“{text}”</p><cite>{name}</cite></div>")
    assert WARM in found.text
    assert found.comments == []


@pytest.mark.parametrize(
    ("text", "rating"), [("4/5", (4, 5)), ("4,5 / 5", (4.5, 5)), ("9/10", (9, 10)), ("3/5/2024", None), ("12/5", None)]
)
def test_ratings_that_need_no_word(text, rating):
    assert rating_in(text) == rating
