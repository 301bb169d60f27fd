"""The reviews of a product are comments."""

import json

import pytest
from lxml.html import fragment_fromstring

from scrapy_denoise import denoise
from scrapy_denoise.document.posts.attribution import UserPost
from scrapy_denoise.document.posts.reviews import without_signature
from scrapy_denoise.document.source.ratings import rating_in, rating_of

STATED = """<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product",
"name": "Lamp of the mill", "offers": {"@type": "Offer", "price": "19.50", "priceCurrency": "EUR"}}</script>"""
TEXT = "".join(
    f"<p>The lamp of the mill burns for {word} hours with one filling of oil, and its glass bears the heat.</p>"
    for word in "nine ten eleven twelve".split()
)
OTHER_TEXT = TEXT.replace("filling of oil", "candle of wax")
REVIEWS = [
    "It hangs above our table and has not gone out once since the first of the winter evenings.",
    "The glass was broken when it came, but the new one arrived within two days of my letter.",
    "My grandfather had the same lamp, and this one is as bright and smells of nothing at all.",
]


def product(parts, head=STATED, around="{}"):
    body = around.format(f"<h1>Lamp of the mill</h1><b>€ 19.50</b><div class=description>{TEXT}</div>{parts}")
    return denoise(f"<title>Lamp of the mill</title>{head}{body}", "https://shop.example/lamp-of-the-mill")


def reviews(name):
    return f"<div {name}>" + "".join(f"<div class=entry><p>{text}</p></div>" for text in REVIEWS) + "</div>"


@pytest.mark.parametrize(
    "part",
    [
        reviews("class=customer-reviews"),
        reviews("id=product-Reviews"),
        f"<section><h2>Customer reviews (3)</h2>{reviews('class=reviews')}</section>",
    ],
)
def test_reviews_are_no_text(part):
    result = product(part)
    assert result.page_type == "product"
    assert "twelve hours" in result.text
    assert not any(text in result.text for text in REVIEWS)
    assert all(text in "".join(block.text for block in result.noise) for text in REVIEWS)


@pytest.mark.parametrize("price", ["19.50 EUR", "CHF 19.50", "$ 19.50"])
def test_a_price_with_the_code_of_its_currency_is_enough_to_look_for_them(price):
    body = f"<h1>Lamp of the mill</h1><b>{price}</b>{TEXT}<section><h2>Reviews</h2>{reviews('class=reviews')}</section>"
    text = denoise(f"{STATED}{body}", "https://shop.example/lamp-of-the-mill").text
    assert "twelve hours" in text
    assert not any(review in text for review in REVIEWS)


@pytest.mark.parametrize(
    "part",
    [reviews("class=features"), reviews("class=preview-text"), f"<h2>How it is made</h2>{reviews('')}"],
)
def test_what_is_about_the_product_stays(part):
    assert all(text in product(part).text for text in REVIEWS)


@pytest.mark.parametrize("name", ["class=reviews-enabled", "id=delivery", "class='product shipping-taxable'"])
def test_an_element_with_the_headline_stays(name):
    assert "twelve hours" in product("", around=f"<div {name}>{{}}</div>").text


def test_pictures_beside_such_a_part_stay_and_those_in_it_do_not():
    pictures = {name: f"<div><img src=/{name}.jpg width=600 height=400></div>" for name in ("lamp", "glass", "guest")}
    quoted = "".join(f"<p>{text}</p>{pictures['guest'] if n == 1 else ''}" for n, text in enumerate(REVIEWS))
    result = product(f"{pictures['lamp']}<div class=customer-reviews>{quoted}</div>{pictures['glass']}{OTHER_TEXT}")
    assert "/lamp.jpg" in result.html
    assert "/glass.jpg" in result.html
    assert "/guest.jpg" not in result.html


def test_pictures_before_such_a_part_stay_where_it_is_the_end():
    pictures = "".join(f"<div><img src=/{n}.jpg width=600 height=400></div>" for n in range(3))
    result = product(f"{pictures}<div class=customer-reviews><p>{'</p><p>'.join(REVIEWS)}</p></div>")
    assert not any(text in result.text for text in REVIEWS)
    assert [f"/{n}.jpg" in result.html for n in range(3)] == [True] * 3


def test_on_a_page_without_a_headline_a_name_of_all_of_it_says_nothing():
    html = f"<title>Lamp of the mill</title>{STATED}<div class=delivery-page><h2>Lamp of the mill</h2>{TEXT}</div>"
    assert "twelve hours" in denoise(html, "https://shop.example/lamp-of-the-mill").text


STARS = [
    '<span aria-label="Rated {} out of 5 stars"></span>',
    '<span title="{} von 5 Sternen"></span>',
    '<meta itemprop="bestRating" content="5"><span itemprop="ratingValue">{}</span>',
    '<i class="a-icon a-star-{}"></i>',
    '<p class="rating">{}/5</p>',
    '<span data-rating="{}"></span>',
    "<span>{} étoiles sur 5</span>",
]


@pytest.mark.parametrize("stars", STARS)
def test_reviews_are_comments_with_author_date_and_stars(stars):
    one = "<div class=review>{}<b class=author>{}</b> <time datetime=2024-03-0{}>March 2024</time><p>{}</p></div>"
    part = "".join(
        one.format(stars.format(n), f"Ann Lee {name}", n, text)
        for n, (name, text) in enumerate(zip(("Hill", "Mill", "Lake"), REVIEWS, strict=True), 2)
    )
    result = product(f"<div class=reviews><h2>Reviews</h2><p>The mean of 3 reviews is good.</p>{part}</div>")
    assert [(found.author, found.published, found.rating, found.best) for found in result.comments] == [
        ("Ann Lee Hill", "2024-03-02", 2.0, 5.0),
        ("Ann Lee Mill", "2024-03-03", 3.0, 5.0),
        ("Ann Lee Lake", "2024-03-04", 4.0, 5.0),
    ]
    assert all(text in found.text for text, found in zip(REVIEWS, result.comments, strict=True))
    assert {block.type for block in result.noise if block.text in REVIEWS} == {"comment"}
    assert result.to_dict()["comments"][0]["rating"] == 2.0


IDS = ("R2KQ8XW4LMB", "RX7PLQ1A", "R9ZZT0V5HJ31C")


def test_reviews_with_ids_of_their_own_are_of_one_kind_without_the_words_of_the_shop_beside_them():
    part = "".join(
        f"<li id={own} class=review><i class=star title='{n} out of 5 stars'></i> <b class=reviewer-name>Ann {n}</b>"
        f"<span>Reviewed on March {n}, 2024</span><div class=strip>Colour: red Verified Purchase</div>"
        f"<div class=body>{text}</div><div>{n} people found this helpful</div><div>Review by Ann {n}</div></li>"
        for n, (own, text) in enumerate(zip(IDS, REVIEWS, strict=True), 2)
    )
    summary = "<p class=summary>Many say on March 9, 2023 that it is bright, and some that it is heavy.</p>"
    comments = product(f"<div class=reviews><h2>Reviews</h2>{summary}<ul>{part}</ul></div>").comments
    assert [(one.text, one.author, one.published, one.rating) for one in comments] == [
        (text, f"Ann {n}", f"2024-03-0{n}", float(n)) for n, text in enumerate(REVIEWS, 2)
    ]


def test_named_reviews_come_before_columns_within_each_other():
    part = "".join(
        f"<div class=review-box><div class=col><a href=/profiles/{n}>Ann {n}</a> <p class=n>"
        f"<a>{n} lamps of this shop</a></p></div><div class=right><b>May {n}</b><p class=body>{text}</p></div></div>"
        for n, text in enumerate(REVIEWS, 2)
    )
    title = "<h2>Customer reviews</h2>"
    area = f"<div class=reviews><p>Customer reviews for the lamp of the mill</p>{part}</div>"
    comments = product(f"<div class='col main'>{title}{area}</div>").comments
    assert [one.author for one in comments] == ["Ann 2", "Ann 3", "Ann 4"]
    assert all(one.text.endswith(text) for one, text in zip(comments, REVIEWS, strict=True))


def stating(*reviews):
    found = [
        {"@type": "Review", "reviewBody": text, "author": {"@type": "Person", "name": f"Ann {n}"},
         "datePublished": f"2024-03-0{n}", "reviewRating": {"@type": "Rating", "ratingValue": str(n)}}
        for n, text in enumerate(reviews, 1)
    ]  # fmt: skip
    return STATED.replace('"offers"', f'"review": {json.dumps(found)}, "offers"')


def test_reviews_that_the_page_states_and_does_not_show_are_comments_that_say_so():
    result = product("", stating("It&#039;s bright.\n\n It smells of nothing.", *REVIEWS[1:], "  "))
    assert [(one.author, one.published, one.rating, one.best) for one in result.comments] == [
        ("Ann 1", "2024-03-01", 1.0, 5.0),
        ("Ann 2", "2024-03-02", 2.0, 5.0),
        ("Ann 3", "2024-03-03", 3.0, 5.0),
    ]
    assert result.comments[0].text == "It's bright.\nIt smells of nothing."
    assert all(one.to_dict()["stated"] is True for one in result.comments)
    assert "bright" not in result.text


def test_a_stated_review_that_is_shown_is_one_comment():
    one = "<div class=review><b class=author>Ann Lee</b> <time datetime=2024-03-0{}>March</time><p>{}</p></div>"
    shown = "".join(one.format(n, text) for n, text in enumerate(REVIEWS[:2], 1))
    result = product(f"<div class=reviews>{shown}</div>", stating(*REVIEWS))
    assert [(found.text, found.stated) for found in result.comments] == [
        (REVIEWS[0], False),
        (REVIEWS[1], False),
        (REVIEWS[2], True),
    ]
    assert "stated" not in result.comments[0].to_dict()


def test_a_shown_review_of_stars_alone_has_no_text():
    one = (
        "<li class=review><div class=comment_container id=comment-{}><div class=comment-text>"
        '<div class=star-rating role=img aria-label="Rated {} out of 5"><strong class=rating>{}</strong> out of 5</div>'
        "<p class=meta><strong class=review__author>{} </strong> <em class=verified>(verified owner)</em> "
        "<span>–</span> <time datetime=2024-03-0{}>March {}, 2024</time></p>"
        "<div class=description>{}</div></div></div></li>"
    )
    given = [("Ann Lee", REVIEWS[0]), ("Bo Yun", ""), ("Cy Dell", REVIEWS[1])]
    shown = "".join(
        one.format(n, n, n, name, n, n, text and f"<p>{text}</p>") for n, (name, text) in enumerate(given, 1)
    )
    result = product(f"<div class=reviews><ol class=commentlist>{shown}</ol></div>")
    assert [(found.author, found.text, found.rating) for found in result.comments] == [
        ("Ann Lee", REVIEWS[0], 1.0),
        ("Bo Yun", "", 2.0),
        ("Cy Dell", REVIEWS[1], 3.0),
    ]


def test_an_article_has_no_reviews_of_its_data():
    head = stating(*REVIEWS).replace('"Product"', '"NewsArticle"').replace('"offers"', '"about"')
    article = denoise(
        f"<title>The mill</title>{head}<article><h1>The mill</h1>{TEXT}</article>", "https://a.example/mill"
    )
    assert article.page_type != "product"
    assert article.comments == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ann Lee\nIt burns.", "It burns."),
        ("Ann Lee – May 27, 2024\nIt burns.", "It burns."),
        ("5 out of 5 stars\nAnn Lee\nIt burns.", "It burns."),
        ("Ann Lee says:\nIt burns.", "It burns."),
        ("Ann Lee is right.\nIt burns.", "Ann Lee is right.\nIt burns."),
        ("Five stars\nIt burns.", "Five stars\nIt burns."),
        ("Ann Lee", "Ann Lee"),
    ],
)
def test_a_comment_without_its_signature(text, left):
    assert without_signature(UserPost(text, "Ann Lee", "2024-05-27", 5.0, 5.0)).text == left


@pytest.mark.parametrize(
    ("text", "author", "left"),
    [
        ("Ann Lee says:\nIt burns.", "Ann Lee", "It burns."),
        ("Ann Lee meint:\nIt burns.", "Ann Lee", "It burns."),
        ("Ann Lee says\nIt burns.", "", "Ann Lee says\nIt burns."),
        ("Ann Lee wrote:\nIt burns.", "", "Ann Lee wrote:\nIt burns."),
        ("Ann Lee says:", "", "Ann Lee says:"),
    ],
)
def test_the_line_above_a_comment_names_its_author(text, author, left):
    found = without_signature(UserPost(text))
    assert (found.author, found.text) == (author, left)


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        ("4 out of 5 stars", (4.0, 5.0)),
        ("4,5 von 5 Sternen", (4.5, 5.0)),
        ("Rated 8/10", (8.0, 10.0)),
        ("★★★☆☆", (3.0, 5.0)),
        ("⭐ ⭐ ⭐", (3.0, 5.0)),
        ("slide 2 of 5", None),
        ("5 stars and 12 hours", None),
        ("rated 6 out of 5", None),
        ("star" * 100, None),
        ("", None),
    ],
)
def test_what_tells_a_rating(text, rating):
    assert rating_in(text) == rating


@pytest.mark.parametrize(
    ("star", "rating"),
    [
        ("<b class='star star-{0}{1}' data-rating={0}></b>", 3.0),
        ("<i class=star data-fill={2} data-rating={0}></i>", 3.0),
        ("<b class='star star-{0}-empty' data-rating={0}></b>", None),
        ("<b role=button aria-label='Rate this {0} out of 5 stars' data-rating={0}></b>", None),
        ("<a href=javascript:; class=star data-rating={0}></a>", None),
    ],
)
def test_a_row_of_stars_gives_as_many_as_are_filled(star, rating):
    stars = "".join(star.format(k, " full" if k <= 3 else "", 100 if k <= 3 else 0) for k in range(1, 6))
    found = {rating_of(one) for one in fragment_fromstring(stars, create_parent="p")}
    assert found == ({(rating, 5.0)} if rating else {None})


def test_reviews_beside_each_other_with_a_number_each_are_no_row_of_stars():
    row = fragment_fromstring("".join(f"<div data-rating={n}>It burns.</div>" for n in (5, 2, 4)), create_parent="div")
    assert [rating_of(one) for one in row] == [(5.0, 5.0), (2.0, 5.0), (4.0, 5.0)]


@pytest.mark.parametrize(
    ("html", "rating"),
    [
        ('<div class="star-rating"><span style="width: 80%"></span></div>', (4.0, 5.0)),
        ('<span class="stars-4-5"></span>', (4.5, 5.0)),
        ('<span class="rating-3"></span>', (3.0, 5.0)),
        ('<span class="allstar40 rating"></span>', (4.0, 5.0)),
        ('<div data-grade="2"></div>', (2.0, 5.0)),
        ('<b><i itemprop="ratingValue" content="7"></i><i itemprop="bestRating" content="10"></i></b>', (7.0, 10.0)),
        ('<span class="rating" title="3 of 5"></span>', (3.0, 5.0)),
        ('<span itemprop="ratingValue">many</span>', None),
        ('<span title="3 of 5"></span>', None),
        ('<span class="start-4"></span>', None),
        ('<span style="width: 80%"></span>', None),
        ('<span data-rating="700"></span>', None),
    ],
)
def test_which_element_tells_a_rating(html, rating):
    elements = [one for one in fragment_fromstring(html, create_parent="div").iter() if rating_of(one)]
    assert [rating_of(one) for one in elements] == ([rating] if rating else [])


def test_an_article_keeps_them():
    text = "".join(f"<p>{text} {text}</p>" for text in REVIEWS) * 3
    part = f"<div class=reviews><p>{REVIEWS[0]} End.</p></div>"
    html = f"<title>Lamps of old</title><article><h1>Lamps of old</h1>{text}{part}</article>"
    result = denoise(html, "https://gazette.example/2024/03/lamps-of-old")
    assert result.page_type != "product"
    assert "End." in result.text


def test_it_can_be_switched_off():
    html = f"<title>Lamp</title>{STATED}<h1>Lamp</h1><b>€ 19.50</b><div>{TEXT}</div>{reviews('class=reviews')}"
    assert REVIEWS[0] in denoise(html, options={"products": False}).text
    assert REVIEWS[0] not in denoise(html).text
