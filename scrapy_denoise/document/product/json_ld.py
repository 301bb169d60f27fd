"""The candidates that a page states of its product in JSON-LD."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from scrapy_denoise.document.product.amounts import MAX_FIELD_CHARS
from scrapy_denoise.document.product.statements import (
    GTIN,
    IDENTIFIERS,
    MAX_PROPERTIES,
    MAX_VARIANTS,
    PRODUCTS,
    Stated,
    Variant,
    add_stated,
    availability_in,
    number_in,
    object_in,
    price_in,
    text_in,
    whole_in,
)
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import Places
from scrapy_denoise.page.compiled import match_key
from scrapy_denoise.page.structured_data.json_ld import JsonLd, Object, strings, types_of

MAX_OFFERS = 20
"""The number of a product's offers that are read."""

MAX_PRODUCTS = 50
"""The number of a page's products of which the main one is looked for."""

MIN_SKU = 4
"""Letters and digits of a SKU that a page's address can name."""

_REGULAR = ("ListPrice", "StrikethroughPrice", "SRP", "MSRP", "SuggestedRetailPrice")


def from_json_ld(page: Page, places: Places) -> Stated | None:
    """Add what a page states of its main product, and of others, to `places`; None where it states no product."""
    products = list(islice(json_ld_products(page.json_ld), MAX_PRODUCTS))
    main = main_product(page, products)
    if main is None:
        return None
    address = match_key((page.url or "")[:MAX_FIELD_CHARS])
    variants = _parts_of(main, page.json_ld)
    chosen, known = _chosen(variants, page.json_ld, address), set(map(id, variants))
    for thing in products:
        own = "of_address" if thing is chosen else "of_variant" if id(thing) in known else "not_main_product"
        _add_product(places, thing, page.json_ld, address, *(() if thing is main else (own,)))
    return _of_main(main, page.json_ld)


def first_description(page: Page, limit: int) -> str:
    """The description of the first product that a page states in JSON-LD, up to `limit` characters, with its markup;
    empty where there is none."""
    product = next(json_ld_products(page.json_ld), None)
    texts = strings(product.get("description")) if product is not None else []
    return texts[0][:limit] if texts else ""


def json_ld_products(found: JsonLd) -> Iterator[Object]:
    """The products of a page in JSON-LD, in document order."""
    return (thing for thing in found.objects if len(thing) > 2 and not PRODUCTS.isdisjoint(types_of(thing)))


def main_product(page: Page, products: list[Object]) -> Object | None:
    """The product that a page is about: one that is called as the page, with an offer before one without; else the
    first of these; None where there is none."""
    if len(products) < 2:
        return products[0] if products else None
    title = match_key(f"{page.titles.element} {page.titles.open_graph}"[:MAX_FIELD_CHARS])

    def told(thing: Object) -> tuple[bool, bool]:
        name = match_key(text_in(thing.get("name")))
        return len(name) > 3 and (name in title or name[:30] in title), "offers" in thing or "hasVariant" in thing

    return max(products, key=told)


def _chosen(things: list[Object], found: JsonLd, address: str) -> Object | None:
    """The one of several offers or variants that a page's address names, by the address of it or of its offer, or by
    its SKU. address: by its letters and digits (`match_key`)."""
    if len(things) < 2 or not address:
        return None
    named = [thing for thing in things if _is_named(thing, found, address)]
    return named[0] if len(named) == 1 else None


def _is_named(thing: Object, found: JsonLd, address: str) -> bool:
    """Whether an address names an offer or a variant."""
    urls = (match_key(text_in(one.get("url"))) for one in (thing, object_in(thing.get("offers"), found)))
    sku = match_key(text_in(thing.get("sku")))
    return any(url and address.endswith(url) for url in urls) or (len(sku) >= MIN_SKU and sku in address)


def _add_product(places: Places, thing: Object, found: JsonLd, address: str, *signs: str) -> None:
    for name, field in IDENTIFIERS.items():
        add_stated(places, field, text_in(thing.get(name)), "json_ld", f"named_{name.lower()}", *signs)
    for name in GTIN:
        add_stated(places, "gtin", text_in(thing.get(name)), "json_ld", *signs)
    brand = thing.get("brand") or thing.get("manufacturer")
    add_stated(places, "brand", text_in(object_in(brand, found).get("name") or brand), "json_ld", *signs)
    offers = _offers(thing.get("offers"), found)
    chosen = _chosen(offers, found, address)
    for number, offer in enumerate(offers):
        own = (*signs, *(("of_address",) if offer is chosen else ("not_first_offer",) if number else ()))
        for kind, price in _prices(offer, found):
            add_stated(places, kind, price, "json_ld", *own)
        for name, field in (("sku", "sku"), ("mpn", "mpn"), ("gtin13", "gtin"), ("gtin", "gtin")):
            add_stated(places, field, text_in(offer.get(name)), "json_ld", "of_offer", *own)
        add_stated(places, "availability", text_in(offer.get("availability")), "json_ld", *own)
        specification = object_in(offer.get("priceSpecification"), found)
        currency = text_in(offer.get("priceCurrency") or specification.get("priceCurrency"))
        add_stated(places, "currency", currency, "json_ld", *own)


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


def _of_main(thing: Object, found: JsonLd) -> Stated:
    rating = object_in(thing.get("aggregateRating"), found)
    return Stated(
        source="json_ld",
        name=text_in(thing.get("name")),
        color=text_in(thing.get("color")),
        size=text_in(thing.get("size")),
        rating=number_in(rating.get("ratingValue")),
        best=number_in(rating.get("bestRating")),
        reviews=whole_in(rating.get("reviewCount") or rating.get("ratingCount")),
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
    """The variants of a product, or else its offers, where two or more have a SKU or a name of their own."""
    variants = []
    parts = [(one, next(iter(_offers(one.get("offers"), found)), {})) for one in _parts_of(thing, found)]
    if not any(one for one, _ in parts):
        offers = _offers(thing.get("offers"), found)
        named = {text_in(one.get("sku")) or text_in(one.get("name")): one for one in offers if "price" in one}
        parts = [(one, one) for name, one in named.items() if name] if len(named) > 1 else []
    for one, offer in parts:
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
