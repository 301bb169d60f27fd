"""What structured data states of a product: the classes for it, and the values that its properties may have."""

from __future__ import annotations

import re
from typing import Any

import attrs

from scrapy_denoise.document.product.amounts import MAX_FIELD_CHARS, decimal
from scrapy_denoise.page.candidates.candidates import Places
from scrapy_denoise.page.compiled import collapse_whitespace, match_key
from scrapy_denoise.page.structured_data.json_ld import JsonLd, Object, strings

MAX_PROPERTIES = 200
"""The number of a product's further properties that are read."""

MAX_VARIANTS = 100
"""The most variants of a product."""

PRODUCTS = frozenset("Product ProductGroup ProductModel IndividualProduct SomeProducts Vehicle Car Book".split())
GTIN = ("gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn", "ean")
IDENTIFIERS = {"sku": "sku", "mpn": "mpn", "productID": "sku", "identifier": "sku"}


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
class Details:
    """What is given of a product that is not one of several candidates.

    name, color, size: as they are written. rating, best, reviews: the aggregate rating, the best one that can be given,
    and how many were. properties: pairs of name and value, of its specification. variants: as the page gives them.
    """

    name: str = ""
    color: str = ""
    size: str = ""
    rating: float | None = None
    best: float | None = None
    reviews: int | None = None
    properties: tuple[tuple[str, str], ...] = ()
    variants: tuple[Variant, ...] = ()


@attrs.frozen
class Stated(Details):
    """What a page states of its product beside the candidates.

    source: ``json_ld`` or ``microdata``; empty without any.
    """

    source: str = ""


def add_stated(places: Places, field: str, value: str, source: str, *signs: str) -> None:
    """Add a place that states a field of the product to `places`."""
    if value := collapse_whitespace(value[:MAX_FIELD_CHARS]):
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
    """The number from 0 on that a value is or is written as; None for others."""
    text = text_in(value).replace(",", ".")
    try:
        number = float(text) if "_" not in text else None
    except ValueError:
        return None
    return number if number is not None and 0 <= number < 1e12 else None


def whole_in(value: Any) -> int | None:
    """The whole number that a value is or is written as; None for others."""
    number = number_in(value)
    return None if number is None else int(number)
