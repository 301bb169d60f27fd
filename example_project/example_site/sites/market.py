"""market.example: a shop of 24 things that states nothing of them in data. What one costs, whether it is in stock and
its number are told in words and by the place, in four kinds of markup, beside other amounts: former prices, savings,
delivery, instalments, prices by weight and those of other things."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

import attrs

from ..elements import Paragraph
from ..page import ExamplePage
from .base import Site, joined, link

NAME = "Hobb End Market"
SITE = Site(
    host="market.example",
    lang="en-GB",
    vocabulary="en_shop",
    topics={"lamps": "Lamps", "rugs": "Rugs", "pots": "Pots", "clocks": "Clocks"},
)
PRODUCTS_A_CATEGORY = 6


@attrs.frozen
class Thing:
    """What the market says of one thing. former: the price before, or empty. ean: a number with its check digit."""

    category: str
    title: str
    number: str
    ean: str
    brand: str
    price: str
    former: str
    in_stock: bool
    paragraphs: Sequence[str]
    material: str

    @property
    def url(self) -> str:
        return f"/{self.category}/{self.title.lower().replace(' ', '-')}.html"

    @property
    def gold_text(self) -> str:
        return "\n".join(["Description", *self.paragraphs])

    @property
    def gold_product(self) -> dict[str, str]:
        return {
            "price": self.price.replace(",", ""),
            "regular_price": self.former.replace(",", ""),
            "currency": "GBP",
            "availability": "InStock" if self.in_stock else "OutOfStock",
            "sku": self.number,
            "gtin": self.ean,
            "brand": self.brand,
        }


def pages(seed: int) -> list[ExamplePage]:
    things = _things(seed)
    lists = [_list("/", "Everything", things)]
    lists += [
        _list(f"/{category}/", title, [one for one in things if one.category == category])
        for category, title in SITE.topics.items()
    ]
    return lists + [_page(seed, one, things) for one in things]


def _things(seed: int) -> list[Thing]:
    made: list[Thing] = []
    titles: set[str] = set()
    for place, category in enumerate(SITE.topics):
        for number in range(PRODUCTS_A_CATEGORY):
            writer = SITE.writer(SITE.rng(seed, "thing", category, number), category)
            title = ""
            while not title or title in titles:
                title = f"{writer.say('name')} {writer.say('noun')}"
            titles.add(title)
            rng = writer.rng
            pounds, pence = rng.randint(20, 1900), rng.choice(("00", "50", "95"))
            former = f"{pounds + rng.randint(5, 80):,}.{pence}" if number % 2 else ""
            digits = f"50{place}{number}{rng.randint(10**7, 10**8 - 1)}"
            made.append(
                Thing(
                    category,
                    title,
                    f"{rng.randint(100, 999)}-{place + 1}{number}",
                    digits + _check_digit(digits),
                    writer.say("last"),
                    f"{pounds:,}.{pence}",
                    former,
                    number != PRODUCTS_A_CATEGORY - 1,
                    [f"{writer.say('design')} {writer.say('work')}", writer.say("care"), writer.say("work")],
                    writer.say("material"),
                )
            )
    return made


def _check_digit(digits: str) -> str:
    total = sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits))
    return str(-total % 10)


def _simple(one: Thing) -> str:
    """The price in a paragraph, what it was in another, and the number in the last line."""
    former = f'<p class="was">Was £{one.former}</p>' if one.former else ""
    stock = "In stock" if one.in_stock else "Sold out"
    button = "Add to basket" if one.in_stock else "Notify me"
    return f"""<p class="now">£{one.price}</p>{former}
<p>or 3 payments of £{float(one.price.replace(",", "")) / 3:.2f}</p><p>Delivery £4.95</p>
<p>{stock}</p><button>{button}</button>
<p>Item no. {one.number}</p><p>Brand: {one.brand}</p><p>EAN: {one.ean}</p>"""


def _struck(one: Thing) -> str:
    """Both prices in one line, the former one struck through, with what is saved."""
    former = f"<del>£{one.former}</del> " if one.former else ""
    saved = '<span class="badge">You save £5.00</span>' if one.former else ""
    disabled = "" if one.in_stock else " disabled"
    return f"""<div class="amounts">{former}<ins>£{one.price}</ins></div>{saved}
<form action="/basket" method="post"><button type="submit"{disabled}>Add to basket</button></form>
<ul class="facts"><li>SKU: {one.number}</li><li>Brand: {one.brand}</li><li>EAN: {one.ean}</li></ul>"""


def _parted(one: Thing) -> str:
    """The pence raised in an element of their own, and the price by weight below."""
    pounds, _, pence = one.price.partition(".")
    former = f'<span class="old-price">£{one.former}</span>' if one.former else ""
    stock = "<b>Available now</b>" if one.in_stock else "<b>Currently unavailable</b>"
    button = '<a class="button" href="/basket">Buy now</a>' if one.in_stock else ""
    return f"""<div class="price-box">{former}<span class="price">£{pounds}<sup>{pence}</sup></span></div>
<p class="unit">£12.40 / 100 g</p>{stock}{button}
<table><tr><th>Product code</th><td>{one.number}</td></tr><tr><th>Manufacturer</th><td>{one.brand}</td></tr>
<tr><th>EAN</th><td>{one.ean}</td></tr></table>"""


def _labelled(one: Thing) -> str:
    """All of it as a list of definitions."""
    former = f"<dt>Regular price</dt><dd><s>£{one.former}</s></dd>" if one.former else ""
    return f"""<dl>{former}<dt>Price</dt><dd>£{one.price}</dd><dt>Delivery</dt><dd>£3.50</dd>
<dt>Availability</dt><dd>{"In stock" if one.in_stock else "Out of stock"}</dd>
<dt>Item number</dt><dd>{one.number}</dd><dt>Brand</dt><dd>{one.brand}</dd><dt>EAN</dt><dd>{one.ean}</dd></dl>
<p>Orders over £50.00 are sent free.</p>"""


OFFERS: dict[str, Callable[[Thing], str]] = {"lamps": _simple, "rugs": _struck, "pots": _parted, "clocks": _labelled}
"""The markup of what is offered in each category."""


def _page(seed: int, one: Thing, things: Sequence[Thing]) -> ExamplePage:
    rng = SITE.rng(seed, "page", one.number)
    others = rng.sample([other for other in things if other is not one], 4)
    main = f"""<div class="item"><img src="/img/{one.number}.jpg" alt="" width="440" height="440"/>
<h1>{escape(one.title, quote=False)}</h1>
{OFFERS[one.category](one)}
<h2>Description</h2>
{joined([Paragraph(text).html() for text in one.paragraphs])}</div>
<h2>You may also like</h2>
<div class="cards">{_cards(others)}</div>"""
    made = SITE.page(one.url, _frame(f"{one.title} | {NAME}", main), "thing")
    return attrs.evolve(made, gold_text=one.gold_text, gold_title=one.title, gold_product=one.gold_product)


def _cards(things: Sequence[Thing]) -> str:
    return joined(
        [
            f'<div class="card"><img src="/img/{one.number}-s.jpg" alt=""/><h3>{link(one.url, one.title)}</h3>'
            f"<p>{f'<del>£{one.former}</del> ' if one.former else ''}<b>£{one.price}</b></p></div>"
            for one in things
        ]
    )


def _list(path: str, title: str, own: Sequence[Thing]) -> ExamplePage:
    main = f'<h1>{title}</h1>\n<div class="cards">{_cards(own)}</div>'
    return SITE.page(path, _frame(f"{title} | {NAME}", main), "list")


def _frame(title: str, main: str) -> str:
    menu = joined([f"<li>{link(f'/{category}/', name)}</li>" for category, name in SITE.topics.items()])
    return f"""<!DOCTYPE html>
<html lang="{SITE.lang}">
<head><meta charset="utf-8"><title>{escape(title, quote=False)}</title></head>
<body>
<header><a class="logo" href="/">{NAME}</a><p>Free delivery over £50.00</p>
<nav><ul>
{menu}
</ul></nav><a href="/basket">Basket: £0.00</a></header>
<main>
{main}
</main>
<footer><p>© 2024 {NAME}</p></footer>
</body>
</html>
"""
