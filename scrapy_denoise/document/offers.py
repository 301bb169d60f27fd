"""Reads the product that a page offers from its markup: price, brand, identifiers, rating."""

from __future__ import annotations

import re
from typing import Any

import attrs

from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import collapse_whitespace
from scrapy_denoise.page.structured_data.json_ld import JsonLd, Object, strings, types_of

MAX_FIELD_CHARS = 500
"""The most characters of a value."""

MAX_OFFERS = 20
"""The number of a product's offers among which one with a price is searched."""

MAX_PROPERTIES = 200
"""The number of a product's further properties that are read."""

_TEXTS = ("name", "sku", "mpn", "color", "size")
_GTIN = {"gtin8": "gtin8", "gtin12": "upc", "gtin13": "gtin13", "gtin14": "gtin14", "isbn": "isbn13"}
_PRODUCTS = ("Product", "ProductGroup", "IndividualProduct", "Book")
_PRICE = re.compile(r"\d[\d.,\s\u00a0']*\d|\d")


@attrs.frozen
class Offer:
    """A field that the page does not state is empty. price: digits with a decimal point. availability: as schema.org
    names it, such as ``InStock``. gtin: pairs of type and value. properties: pairs of name and value of what else its
    specification states (``additionalProperty``), which JSON-LD alone is read for."""

    name: str = ""
    brand: str = ""
    price: str = ""
    currency: str = ""
    availability: str = ""
    sku: str = ""
    mpn: str = ""
    color: str = ""
    size: str = ""
    gtin: tuple[tuple[str, str], ...] = ()
    rating: float | None = None
    best: float | None = None
    reviews: int | None = None
    properties: tuple[tuple[str, str], ...] = ()


def find_offer(page: Page) -> Offer:
    """Find the first product of a page in its JSON-LD, or else in its microdata. Never raises."""
    product = _first_product(page)
    return _from_microdata(page) if product is None else _from_json_ld(product, page.json_ld)


def first_description(page: Page, limit: int) -> str:
    """The description of the first product that a page states in JSON-LD, up to `limit` characters, with its markup;
    empty where there is none."""
    product = _first_product(page)
    texts = strings(product.get("description")) if product is not None else []
    return texts[0][:limit] if texts else ""


def _first_product(page: Page) -> Object | None:
    products = (thing for thing in page.json_ld.objects if set(_PRODUCTS) & set(types_of(thing)) and len(thing) > 2)
    return next(products, None)


def _from_json_ld(thing: Object, found: JsonLd) -> Offer:
    offer = _offer(thing.get("offers"), found)
    rating = object_in(thing.get("aggregateRating"), found)
    specification = object_in(offer.get("priceSpecification"), found)
    prices = [holder.get(key) for holder in (offer, specification) for key in ("price", "lowPrice")]
    return Offer(
        **{name: _text(thing.get(name)) for name in _TEXTS},
        brand=_text(object_in(thing.get("brand"), found).get("name") or thing.get("brand")),
        price=next(filter(None, map(_price, prices)), ""),
        currency=_text(offer.get("priceCurrency") or specification.get("priceCurrency")),
        availability=_last(_text(offer.get("availability"))),
        gtin=tuple((kind, text) for name, kind in _GTIN.items() if (text := _text(thing.get(name)))),
        rating=number_in(rating.get("ratingValue")),
        best=number_in(rating.get("bestRating")),
        reviews=_whole(rating.get("reviewCount") or rating.get("ratingCount")),
        properties=_properties(thing.get("additionalProperty"), found),
    )


def _properties(value: Any, found: JsonLd) -> tuple[tuple[str, str], ...]:
    """The names and values of ``additionalProperty``, each once, with the unit of a value that has one."""
    parts = value if isinstance(value, list) else [value]
    pairs: dict[str, str] = {}
    for part in parts[:MAX_PROPERTIES]:
        stated = object_in(part, found)
        name, amount, unit = (_text(stated.get(key)) for key in ("name", "value", "unitText"))
        if name and amount:
            pairs.setdefault(name, f"{amount} {unit}".rstrip())
    return tuple(pairs.items())


def _offer(value: Any, found: JsonLd) -> Object:
    """The first offer with a price, among those inside an aggregate too."""
    parts = value if isinstance(value, list) else [value]
    offers = [object_in(part, found) for part in parts[:MAX_OFFERS]]
    return next(
        (offer for offer in offers if "price" in offer or "lowPrice" in offer or "priceSpecification" in offer),
        offers[0] if offers else {},
    )


def _from_microdata(page: Page) -> Offer:
    said: dict[str, str] = {}
    for found in page.microdata:
        kind, role = found.items[0] if found.items else ("", "")
        around = {name for name, _ in found.items}
        if found.is_item or not around & set(_PRODUCTS) or "Review" in around:
            continue
        if found.name == "name" and kind not in _PRODUCTS:
            if role in ("brand", "manufacturer"):
                said.setdefault("brand", found.value)
            continue
        said.setdefault(found.name, found.value)
    return Offer(
        **{name: said.get(name, "")[:MAX_FIELD_CHARS] for name in _TEXTS},
        brand=said.get("brand", "")[:MAX_FIELD_CHARS],
        price=decimal(said.get("price") or said.get("lowPrice", "")),
        currency=said.get("priceCurrency", "")[:MAX_FIELD_CHARS],
        availability=_last(said.get("availability", "")[:MAX_FIELD_CHARS]),
        gtin=tuple((kind, said[name][:MAX_FIELD_CHARS]) for name, kind in _GTIN.items() if said.get(name)),
        rating=number_in(said.get("ratingValue")),
        best=number_in(said.get("bestRating")),
        reviews=_whole(said.get("reviewCount") or said.get("ratingCount")),
        properties=(),
    )


def decimal(text: str) -> str:
    """A price as digits with a decimal point; empty where the text has none.

    >>> decimal("1.299,00 EUR"), decimal("$1,299.5"), decimal("12"), decimal("1.299"), decimal("on request")
    ('1299.00', '1299.5', '12', '1299', '')
    """
    match = _PRICE.search(text[:MAX_FIELD_CHARS])
    if match is None:
        return ""
    digits = re.sub(r"[\s\u00a0']", "", match[0])
    whole, mark, part = digits.rpartition(max(",.", key=digits.rfind))
    if not mark or (len(part) == 3 and not whole.startswith("0")):
        return re.sub(r"[.,]", "", digits)  # a mark before three digits divides thousands
    return f"{re.sub(r'[.,]', '', whole)}.{part}"


def _price(value: Any) -> str:
    return _text(value) if isinstance(value, int | float) else decimal(_text(value))


def object_in(value: Any, found: JsonLd) -> Object:
    """The object that a value is, stands for, or begins with; empty where there is none."""
    value = found.resolve(value[0] if isinstance(value, list) and value else value)
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return ""
    texts = [str(value)] if isinstance(value, int | float) else strings(value)
    return collapse_whitespace(texts[0][:MAX_FIELD_CHARS]) if texts else ""


def _last(address: str) -> str:
    """The short name of a schema.org term: ``InStock`` of ``https://schema.org/InStock``."""
    return re.split("[/#]", address.rstrip("/"))[-1]


def number_in(value: Any) -> float | None:
    """The number that a value is or is written as; None for others."""
    try:
        number = float(_text(value).replace(",", "."))
    except ValueError:
        return None
    return number if abs(number) < 1e12 else None


def _whole(value: Any) -> int | None:
    number = number_in(value)
    return None if number is None else int(number)
