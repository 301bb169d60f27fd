"""The candidates that a page states in JSON-LD, microdata and OpenGraph."""

from __future__ import annotations

import re

from scrapy_denoise.document.product.amounts import MAX_FIELD_CHARS, decimal
from scrapy_denoise.document.product.json_ld import from_json_ld
from scrapy_denoise.document.product.statements import (
    GTIN,
    IDENTIFIERS,
    MAX_PROPERTIES,
    PRODUCTS,
    Stated,
    add_stated,
    number_in,
    whole_in,
)
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import Places

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
_OFFERED = PRODUCTS | {"Offer", "AggregateOffer"}
_NOT_A_PRICE = re.compile(r"[^\W\d_]{4}")
"""What ``twitter:data1`` has in many places is another text."""


def read_stated(page: Page, places: Places) -> Stated:
    """Add what a page states of its main product, and of others, to `places`. Raises nothing."""
    found, said = from_json_ld(page, places), _from_microdata(page, places)
    for name, field in _META.items() if not _META.keys().isdisjoint(page.meta) else ():
        for text in page.meta.get(name, ())[:3]:
            if field.endswith("price"):
                text = "" if _NOT_A_PRICE.search(text) else decimal(text, stated=True)
            add_stated(places, field, text, "opengraph")
    return found if found is not None else said


def _from_microdata(page: Page, places: Places) -> Stated:
    """The same from the microdata of a page: of several products the first value of each property is the main one's."""
    properties, source = page.microdata, "microdata"
    if not any(kind in _OFFERED for one in properties for kind, _ in one.items):
        return Stated(source=source)
    said: dict[str, str] = {}
    pairs: dict[str, str] = {}
    for found in properties:
        kind, role = found.items[0] if found.items else ("", "")
        around = {name for name, _ in found.items}
        if found.is_item or _OFFERED.isdisjoint(around) or "Review" in around:
            continue
        if kind == "PropertyValue" and role == "additionalProperty":
            if found.name == "name":
                said["property"] = found.value
            elif found.name == "value" and said.get("property") and len(pairs) < MAX_PROPERTIES:
                pairs.setdefault(said.pop("property"), found.value)
            continue
        if found.name == "name" and kind not in PRODUCTS:
            if role in ("brand", "manufacturer"):
                add_stated(places, "brand", found.value, source)
            continue
        signs = ("not_first",) if found.name in said else ()
        said.setdefault(found.name, found.value)
        if found.name in ("price", "lowPrice"):
            add_stated(places, "price", decimal(found.value, stated=True), source, *signs)
        elif found.name in IDENTIFIERS:
            add_stated(places, IDENTIFIERS[found.name], found.value, source, f"named_{found.name.lower()}", *signs)
        elif found.name in GTIN:
            add_stated(places, "gtin", found.value, source, *signs)
        elif found.name in ("brand", "manufacturer", "availability", "priceCurrency"):
            field = {"manufacturer": "brand", "priceCurrency": "currency"}.get(found.name, found.name)
            add_stated(places, field, found.value, source, *signs)
    return Stated(
        source=source,
        name=said.get("name", "")[:MAX_FIELD_CHARS],
        color=said.get("color", "")[:MAX_FIELD_CHARS],
        size=said.get("size", "")[:MAX_FIELD_CHARS],
        rating=number_in(said.get("ratingValue")),
        best=number_in(said.get("bestRating")),
        reviews=whole_in(said.get("reviewCount") or said.get("ratingCount")),
        properties=tuple(pairs.items()),
    )
