"""shop.example: a shop of sixty things. Formulaic descriptions, measures in five kinds of markup, variants, reviews."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape

import attrs

from ..elements import Items, Paragraph
from ..grammar import Writer
from ..page import ExamplePage
from .base import Site, joined, link

NAME = "Sallow & Daughters"
SITE = Site(
    host="shop.example",
    lang="en",
    vocabulary="en_shop",
    topics={
        "chairs": "Chairs",
        "lamps": "Lamps",
        "rugs": "Rugs",
        "tables": "Tables",
        "pots": "Pots",
        "clocks": "Clocks",
    },
)
PRODUCTS_A_CATEGORY = 10
STYLE = """
body{font:15px/1.5 sans-serif;margin:0}.wrap{max-width:1100px;margin:auto}.gallery{float:left;width:440px}
.product-info{margin-left:470px}.spec-row{display:flex}.spec-row div{width:160px}.grid{display:flex;flex-wrap:wrap}
.card{width:220px}.footer{clear:both;background:#eee;padding:20px}
"""

Rows = Sequence[tuple[str, str]]


@attrs.frozen
class Product:
    """What the shop says of one thing. specification: names and values; shape: how they are marked up.

    The gold text has the description and the specification; reviews are comments, and the price is a field.
    """

    category: str
    title: str
    sku: str
    price: str
    specification: Rows
    shape: str
    paragraphs: Sequence[str]
    reviews: Sequence[str]
    stars: int

    @property
    def url(self) -> str:
        return f"/p/{self.sku.lower()}/"

    @property
    def gold_text(self) -> str:
        lines = ["Description", *self.paragraphs, "Specification", *_lines(self.shape, self.specification)]
        return "\n".join(lines)


def pages(seed: int) -> list[ExamplePage]:
    products = _products(seed)
    lists = [_list("/", "Home", products[::10], products)]
    lists += [
        _list(f"/c/{category}/", title, [p for p in products if p.category == category], products)
        for category, title in SITE.topics.items()
    ]
    return lists + [_page(seed, product, products) for product in products]


def _products(seed: int) -> list[Product]:
    made: list[Product] = []
    titles: set[str] = set()
    for place, category in enumerate(SITE.topics):
        for number in range(PRODUCTS_A_CATEGORY):
            writer = SITE.writer(SITE.rng(seed, "product", category, number), category)
            title = _title(writer)
            while title in titles:
                title = _title(writer)
            titles.add(title)
            made.append(_product(writer, category, title, f"{category[:2].upper()}-{place + 1}{number:02}"))
    return made


def _title(writer: Writer) -> str:
    noun: str = writer.say("noun")
    return f"{noun[:1].upper()}{noun[1:]} {writer.say('name')}"


def _product(writer: Writer, category: str, title: str, sku: str) -> Product:
    rng = writer.rng
    rows = [
        ("Height", f"{rng.randint(12, 190)} cm"),
        ("Width", f"{rng.randint(10, 180)} cm"),
        ("Weight", f"{rng.randint(1, 60)} kg"),
        ("Material", writer.say("material")),
        ("Colour", writer.say("colour")),
        ("Made in", writer.say("country")),
    ]
    paragraphs = [f"{writer.say('design')} {writer.say('work')}", writer.say("care")]
    price = f"{rng.randint(18, 900)}.{rng.choice(('00', '50', '90'))}"
    reviews = writer.some("review", 0, 4)
    return Product(category, title, sku, price, rows, SHAPES_OF[category], paragraphs, reviews, rng.randint(3, 5))


def _items(rows: Rows) -> str:
    return Items([f"{name}: {value}" for name, value in rows]).html()


def _definitions(rows: Rows) -> str:
    return "<dl>\n" + joined([f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows]) + "\n</dl>"


def _divisions(rows: Rows) -> str:
    found = [f'<div class="spec-row"><div>{name}</div><div>{value}</div></div>' for name, value in rows]
    return f'<div class="specification">\n{joined(found)}\n</div>'


def _table(rows: Rows) -> str:
    body = joined([f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows])
    return f"<table>\n<tbody>\n{body}\n</tbody>\n</table>"


def _sentence(rows: Rows) -> str:
    return Paragraph(_said(rows)).html()


def _said(rows: Rows) -> str:
    of = dict(rows)
    return (
        f"It is {of['Height']} high and {of['Width']} wide, weighs {of['Weight']}, and is made in {of['Made in']} of "
        f"{of['Material']} ({of['Colour']})."
    )


SHAPES: dict[str, Callable[[Rows], str]] = {
    "ul": _items,
    "dl": _definitions,
    "rows": _divisions,
    "table": _table,
    "sentence": _sentence,
}

SHAPES_OF = {"chairs": "ul", "lamps": "dl", "rugs": "rows", "tables": "table", "pots": "sentence", "clocks": "ul"}
"""The markup of the specification in each category."""


def _lines(shape: str, rows: Rows) -> list[str]:
    """The gold lines of a specification."""
    if shape == "sentence":
        return [_said(rows)]
    if shape == "ul":
        return [f"{name}: {value}" for name, value in rows]
    return [f"{name} {value}" for name, value in rows]


def _page(seed: int, product: Product, products: Sequence[Product]) -> ExamplePage:
    writer = SITE.writer(SITE.rng(seed, "page", product.sku), product.category)
    description = joined([Paragraph(text).html() for text in product.paragraphs])
    main = f"""<nav class="breadcrumb">{link("/", "Home")} / {_category_link(product.category)}</nav>
<div class="product" data-sku="{product.sku}">
<div class="gallery"><img src="/img/{product.sku}.jpg" alt="{escape(product.title)}" width="440" height="440"/></div>
<div class="product-info"><h1>{escape(product.title, quote=False)}</h1>
<p class="price">€ {product.price}</p>
<form class="variations" action="/cart" method="post"><label for="size">Size</label>
<select id="size" name="size"><option>Small</option><option>Medium</option><option>Large</option></select>
<label for="quantity">Quantity</label><input id="quantity" name="quantity" value="1"/>
<button type="submit">Add to basket</button></form>
<p class="stock">In stock, sent within two days</p></div>
<div class="description"><h2>Description</h2>
{description}
<h2>Specification</h2>
{SHAPES[product.shape](product.specification)}</div>
</div>
{_reviews(product, writer)}
{_related(product, products, writer)}"""
    html = _frame(f"{escape(product.title, quote=False)} | {NAME}", product.url, main, _stated(product))
    made = SITE.page(product.url, html, "product")
    gold = {"gold_text": product.gold_text, "gold_title": product.title, "gold_comments": tuple(product.reviews)}
    return attrs.evolve(made, **gold)


def _stated(product: Product) -> str:
    """The product in JSON-LD."""
    stated = {
        "@context": "https://schema.org",
        "@type": "Product",
        "name": product.title,
        "sku": product.sku,
        "description": product.paragraphs[0],
        "offers": {"@type": "Offer", "price": product.price, "priceCurrency": "EUR"},
        "aggregateRating": {
            "@type": "AggregateRating",
            "ratingValue": product.stars,
            "reviewCount": len(product.reviews),
        },
    }
    return f'<script type="application/ld+json">{json.dumps(stated)}</script>'


def _reviews(product: Product, writer: Writer) -> str:
    found = joined(
        [
            f'<li class="review"><span class="review-author">{writer.say("person")}</span> '
            f'<span class="stars">{writer.rng.randint(3, 5)} of 5</span><p>{review}</p></li>'
            for review in product.reviews
        ]
    )
    title = f"Reviews ({product.stars} of 5 stars)"
    return f'<section id="reviews" class="reviews"><h2>{title}</h2>\n<ol class="review-list">\n{found}\n</ol></section>'


def _related(product: Product, products: Sequence[Product], writer: Writer) -> str:
    rest = [other for other in products if other is not product]
    return f"""<section class="related"><h2>You may also like</h2>
<div class="grid">{_cards(writer.rng.sample(rest, 4))}</div></section>"""


def _cards(products: Sequence[Product]) -> str:
    return joined(
        [
            f'<div class="card"><img src="/img/{p.sku}-s.jpg" alt=""/><h3>{link(p.url, p.title)}</h3>'
            f'<p class="price">€ {p.price}</p><a class="button" href="{p.url}">View</a></div>'
            for p in products
        ]
    )


def _category_link(category: str) -> str:
    return link(f"/c/{category}/", SITE.topics[category])


def _list(path: str, title: str, own: Sequence[Product], products: Sequence[Product]) -> ExamplePage:
    main = f'<h1>{title}</h1>\n<div class="grid">{_cards(own)}</div>'
    return SITE.page(path, _frame(f"{title} | {NAME}", path, main, ""), "list")


def _frame(title: str, path: str, main: str, stated: str) -> str:
    menu = joined([f"<li>{_category_link(category)}</li>" for category in SITE.topics])
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"><title>{title}</title>
<link rel="canonical" href="{SITE.url(path)}">
<style>{STYLE}</style>
{stated}
</head>
<body>
<div class="cookie-bar">We use cookies to remember your basket. <a href="#">Accept</a></div>
<header class="header"><a class="logo" href="/">{escape(NAME)}</a>
<nav class="menu"><ul>
{menu}
</ul></nav><a class="basket" href="/cart">Basket (0)</a></header>
<div class="wrap">
<main>
{main}
</main>
</div>
<footer class="footer"><p>Free delivery from € 80. Send anything back within thirty days.</p>
<ul><li>{link("/terms", "Terms")}</li><li>{link("/privacy", "Privacy")}</li>
<li>{link("/delivery", "Delivery")}</li></ul>
<p>© 2024 {escape(NAME)}, Hobb End</p></footer>
</body>
</html>
"""
