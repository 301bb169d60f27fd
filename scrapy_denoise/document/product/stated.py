"""The candidates that a page states in JSON-LD, microdata and OpenGraph."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import attrs

from scrapy_denoise.document.product.amounts import MAX_FIELD_CHARS, decimal
from scrapy_denoise.document.product.candidates import Places
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import collapse_whitespace, match_key
from scrapy_denoise.page.structured_data.json_ld import JsonLd, Object, strings, types_of

MAX_OFFERS = 20
"""The number of a product's offers that are read."""

MAX_PRODUCTS = 20
"""The number of a page's products of which the main one is looked for."""

MAX_PROPERTIES = 200
"""The number of a product's further properties that are read."""

MAX_VARIANTS = 100
"""The most variants of a product."""

PRODUCTS = ("Product", "ProductGroup", "ProductModel", "IndividualProduct", "SomeProducts", "Vehicle", "Car", "Book")
GTIN = {
    "gtin": "",
    "gtin8": "gtin8",
    "gtin12": "upc",
    "gtin13": "gtin13",
    "gtin14": "gtin14",
    "isbn": "isbn13",
    "ean": "",
}
_IDENTIFIERS = {"sku": "sku", "mpn": "mpn", "productID": "sku", "identifier": "sku"}
_REGULAR = ("ListPrice", "StrikethroughPrice", "SRP", "MSRP", "SuggestedRetailPrice")
_META = {
    "product:price:amount": "price",
    "og:price:amount": "price",
    "product:sale_price:amount": "price",
    "product:price": "price",
    "og:price": "price",
    "twitter:data1": "price",
    "product:original_price:amount": "regular_price",
    "og:price:standard_amount": "regular_price",
    "product:price:currency": "currency",
    "og:price:currency": "currency",
    "product:sale_price:currency": "currency",
    "product:availability": "availability",
    "og:availability": "availability",
    "product:retailer_item_id": "sku",
    "product:retailer_part_no": "sku",
    "product:mfr_part_no": "mpn",
    "product:sku": "sku",
    "product:mpn": "mpn",
    "product:ean": "gtin",
    "product:isbn": "gtin",
    "product:upc": "gtin",
    "product:gtin": "gtin",
    "product:brand": "brand",
    "og:brand": "brand",
}
_NOT_A_PRICE = re.compile(r"[^\W\d_]{4}")
"""What ``twitter:data1`` has in many places is another text."""


@attrs.frozen
class Variant:
    """A variant of a product, as the page states it: fields that it does not state are empty.

    price: digits with a decimal point. availability: as of the product. color, size: as they are written.
    """

    sku: str = ""
    name: str = ""
    price: str = ""
    currency: str = ""
    availability: str = ""
    color: str = ""
    size: str = ""
    url: str = ""


@attrs.frozen
class Stated:
    """What a page states of its product beside the candidates: texts that it alone can give.

    source: ``json_ld`` or ``microdata``. properties: pairs of name and value. rating, best, reviews: of the aggregate
    rating.
    """

    source: str = ""
    name: str = ""
    color: str = ""
    size: str = ""
    rating: float | None = None
    best: float | None = None
    reviews: int | None = None
    properties: tuple[tuple[str, str], ...] = ()
    variants: tuple[Variant, ...] = ()


def read_stated(page: Page, places: Places) -> Stated:
    """Add what a page states of its main product, and of others, to `places`. Raises nothing."""
    products = list(islice(json_ld_products(page.json_ld), MAX_PRODUCTS))
    main = main_product(page, products)
    variants = set(map(id, _parts_of(main, page.json_ld))) if main is not None else set()
    for thing in products:
        own = () if thing is main else ("of_variant",) if id(thing) in variants else ("not_main_product",)
        _add_product(places, thing, page.json_ld, *own)
    found = _of_json_ld(main, page.json_ld) if main is not None else None
    said = _add_microdata(page, places)
    for name, field in _META.items():
        for text in page.meta.get(name, ())[:3]:
            if field.endswith("price"):
                text = "" if _NOT_A_PRICE.search(text) else decimal(text, stated=True)
            _add(places, field, text, "opengraph")
    return found if found is not None else said


def first_description(page: Page, limit: int) -> str:
    """The description of the first product that a page states in JSON-LD, up to `limit` characters, with its markup;
    empty where there is none."""
    product = next(json_ld_products(page.json_ld), None)
    texts = strings(product.get("description")) if product is not None else []
    return texts[0][:limit] if texts else ""


def json_ld_products(found: JsonLd) -> Iterator[Object]:
    """The products of a page in JSON-LD, in document order."""
    return (thing for thing in found.objects if set(PRODUCTS) & set(types_of(thing)) and len(thing) > 2)


def main_product(page: Page, products: list[Object]) -> Object | None:
    """The product that a page is about: one that is called as the page, with an offer before one without; else the
    first of these; None where there is none, or where each of several is another entry of a list."""
    if not products:
        return None
    title = match_key(f"{page.titles.element} {page.titles.headline}"[:MAX_FIELD_CHARS])

    def told(thing: Object) -> tuple[bool, bool]:
        name = match_key(text_in(thing.get("name")))
        return len(name) > 3 and (name in title or name[:30] in title), "offers" in thing or "hasVariant" in thing

    return max(products, key=told)


def _add_product(places: Places, thing: Object, found: JsonLd, *signs: str) -> None:
    for name, field in _IDENTIFIERS.items():
        _add(places, field, text_in(thing.get(name)), "json_ld", f"named_{name.lower()}", *signs)
    for name in GTIN:
        _add(places, "gtin", text_in(thing.get(name)), "json_ld", *signs)
    brand = thing.get("brand") or thing.get("manufacturer")
    _add(places, "brand", text_in(object_in(brand, found).get("name") or brand), "json_ld", *signs)
    for number, offer in enumerate(_offers(thing.get("offers"), found)):
        own = (*signs, *(("not_first_offer",) if number else ()))
        for kind, price in _prices(offer, found):
            _add(places, kind, price, "json_ld", *own)
        for name, field in (("sku", "sku"), ("mpn", "mpn"), ("gtin13", "gtin"), ("gtin", "gtin")):
            _add(places, field, text_in(offer.get(name)), "json_ld", "of_offer", *own)
        _add(places, "availability", text_in(offer.get("availability")), "json_ld", *own)
        specification = object_in(offer.get("priceSpecification"), found)
        currency = text_in(offer.get("priceCurrency") or specification.get("priceCurrency"))
        _add(places, "currency", currency, "json_ld", *own)


def _prices(offer: Object, found: JsonLd) -> Iterator[tuple[str, str]]:
    """The prices of an offer, each with its field."""
    for name in ("price", "lowPrice"):
        yield "price", price_in(offer.get(name))
    stated = offer.get("priceSpecification")
    for part in stated[:MAX_OFFERS] if isinstance(stated, list) else [stated]:
        specification = object_in(part, found)
        regular = any(kind in text_in(specification.get("priceType")) for kind in _REGULAR)
        yield "regular_price" if regular else "price", price_in(specification.get("price"))


def _offers(value: Any, found: JsonLd) -> list[Object]:
    """The offers of a product, and before those inside an aggregate the aggregate itself."""
    offers: list[Object] = []
    for part in (value if isinstance(value, list) else [value])[:MAX_OFFERS]:
        offer = object_in(part, found)
        inner = offer.get("offers")
        offers += [
            offer,
            *(object_in(one, found) for one in (inner if isinstance(inner, list) else [inner])[:MAX_OFFERS]),
        ]
    return [offer for offer in offers if offer][:MAX_OFFERS]


def _of_json_ld(thing: Object, found: JsonLd) -> Stated:
    rating = object_in(thing.get("aggregateRating"), found)
    return Stated(
        "json_ld",
        name=text_in(thing.get("name")),
        color=text_in(thing.get("color")),
        size=text_in(thing.get("size")),
        rating=number_in(rating.get("ratingValue")),
        best=number_in(rating.get("bestRating")),
        reviews=_whole(rating.get("reviewCount") or rating.get("ratingCount")),
        properties=_properties(thing.get("additionalProperty"), found),
        variants=_variants(thing, found),
    )


def _properties(value: Any, found: JsonLd) -> tuple[tuple[str, str], ...]:
    """The names and values of ``additionalProperty``, each once, with the unit of a value that has one."""
    parts = value if isinstance(value, list) else [value]
    pairs: dict[str, str] = {}
    for part in parts[:MAX_PROPERTIES]:
        stated = object_in(part, found)
        name, amount, unit = (text_in(stated.get(key)) for key in ("name", "value", "unitText"))
        if name and amount:
            pairs.setdefault(name, f"{amount} {unit}".rstrip())
    return tuple(pairs.items())


def _variants(thing: Object, found: JsonLd) -> tuple[Variant, ...]:
    variants = []
    for one in _parts_of(thing, found):
        offer = next(iter(_offers(one.get("offers"), found)), {})
        variant = Variant(
            **{name: text_in(one.get(name)) for name in ("sku", "name", "color", "size", "url")},
            price=next((price for kind, price in _prices(offer, found) if price and kind == "price"), ""),
            currency=text_in(offer.get("priceCurrency")),
            availability=availability_in(text_in(offer.get("availability"))),
        )
        if variant != Variant():
            variants.append(variant)
    return tuple(variants)


def _parts_of(thing: Object, found: JsonLd) -> list[Object]:
    """The objects of the variants of a product."""
    given = thing.get("hasVariant") or thing.get("model")
    return [object_in(part, found) for part in (given if isinstance(given, list) else [given])[:MAX_VARIANTS]]


def _add_microdata(page: Page, places: Places) -> Stated:
    """The same from microdata and RDFa Lite in ``itemprop``: of several products the first value of each is the main
    one's."""
    said: dict[str, str] = {}
    pairs: dict[str, str] = {}
    for found in page.microdata:
        kind, role = found.items[0] if found.items else ("", "")
        around = {name for name, _ in found.items}
        if found.is_item or not around & {*PRODUCTS, "Offer", "AggregateOffer"} or "Review" in around:
            continue
        if kind == "PropertyValue" and role == "additionalProperty":
            if found.name == "name":
                said["property"] = found.value
            elif found.name == "value" and said.get("property") and len(pairs) < MAX_PROPERTIES:
                pairs.setdefault(said.pop("property"), found.value)
            continue
        if found.name == "name" and kind not in PRODUCTS:
            if role in ("brand", "manufacturer"):
                _add(places, "brand", found.value, "microdata")
            continue
        signs = ("not_first",) if found.name in said else ()
        said.setdefault(found.name, found.value)
        if found.name in ("price", "lowPrice"):
            _add(places, "price", decimal(found.value, stated=True), "microdata", *signs)
        elif found.name in _IDENTIFIERS:
            _add(places, _IDENTIFIERS[found.name], found.value, "microdata", f"named_{found.name.lower()}", *signs)
        elif found.name in GTIN:
            _add(places, "gtin", found.value, "microdata", *signs)
        elif found.name in ("brand", "manufacturer", "availability", "priceCurrency"):
            field = {"manufacturer": "brand", "priceCurrency": "currency"}.get(found.name, found.name)
            _add(places, field, found.value, "microdata", *signs)
    return Stated(
        "microdata",
        name=said.get("name", "")[:MAX_FIELD_CHARS],
        color=said.get("color", "")[:MAX_FIELD_CHARS],
        size=said.get("size", "")[:MAX_FIELD_CHARS],
        rating=number_in(said.get("ratingValue")),
        best=number_in(said.get("bestRating")),
        reviews=_whole(said.get("reviewCount") or said.get("ratingCount")),
        properties=tuple(pairs.items()),
    )


def _add(places: Places, field: str, value: str, source: str, *signs: str) -> None:
    value = collapse_whitespace(value[:MAX_FIELD_CHARS])
    places.add(field, availability_in(value) if field == "availability" else value, source, *signs)


def availability_in(text: str) -> str:
    """The availability that a page states, ``InStock`` or ``OutOfStock``; empty where it is neither.

    >>> availability_in("https://schema.org/LimitedAvailability"), availability_in("out of stock"), availability_in("5")
    ('InStock', 'OutOfStock', '')
    """
    return _AVAILABLE.get(match_key(re.split("[/#]", text.rstrip("/"))[-1][:MAX_FIELD_CHARS]), "")


_AVAILABLE = {
    **dict.fromkeys(
        ("instock", "instoreonly", "onlineonly", "limitedavailability", "preorder", "presale", "backorder", "available",
         "madetoorder", "availablefororder", "true"),
        "InStock",
    ),
    **dict.fromkeys(
        ("outofstock", "soldout", "discontinued", "oos", "unavailable", "notavailable", "reserved", "false"),
        "OutOfStock",
    ),
}  # fmt: skip


def price_in(value: Any) -> str:
    """A stated price as digits with a decimal point; empty for none."""
    return text_in(value) if isinstance(value, int | float) else decimal(text_in(value), stated=True)


def object_in(value: Any, found: JsonLd) -> Object:
    """The object that a value is, stands for, or begins with; empty where there is none."""
    value = found.resolve(value[0] if isinstance(value, list) and value else value)
    return value if isinstance(value, dict) else {}


def text_in(value: Any) -> str:
    """The text that a value is or begins with, a number as it is written; empty for others."""
    if isinstance(value, bool):
        return ""
    texts = [str(value)] if isinstance(value, int | float) else strings(value)
    return collapse_whitespace(texts[0][:MAX_FIELD_CHARS]) if texts else ""


def number_in(value: Any) -> float | None:
    """The number that a value is or is written as; None for others."""
    try:
        number = float(text_in(value).replace(",", "."))
    except ValueError:
        return None
    return number if abs(number) < 1e12 else None


def _whole(value: Any) -> int | None:
    number = number_in(value)
    return None if number is None else int(number)
