"""`Product`: what the page of a product offers, each field with where it is from and how sure it is."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import attrs

from scrapy_denoise.document.product.amounts import currency_code, price_key
from scrapy_denoise.document.product.evidence import Evidence, read_evidence
from scrapy_denoise.document.product.identifiers import gtin_kind
from scrapy_denoise.document.product.shown import FORMER
from scrapy_denoise.document.product.specifications import shown_properties
from scrapy_denoise.document.product.statements import Variant
from scrapy_denoise.document.product.weights import weights
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import Candidate, Place, candidates
from scrapy_denoise.page.candidates.ranking import Ranked, Weights, rank
from scrapy_denoise.page.url import split_url

FIELDS = ("price", "regular_price", "sku", "availability", "gtin", "mpn", "brand", "currency")
"""The fields whose candidates are ranked, in this order: what is known of the price tells of the availability."""

LEAST = 0.2
"""The confidence below which a field is left empty."""

PRICED = 0.4
"""The confidence of a price from which it says by itself that the product can be bought."""

NEAR = 20
"""Rows between the price and the regular price that the page shows."""

MOST_REGULAR = 20
"""How many times the price the regular price can be."""

MAX_LANGUAGE = 20
"""Characters of the language of a page that is read."""

_ELSEWHERE = frozenset(("not_card_name", "not_below_related"))
"""Signs of an amount that is that of another thing."""

_PRICED = Place("InStock", "page", frozenset(("priced",)))


@attrs.frozen
class Product:
    """A product as its page offers it. A field that the page does not give is empty.

    name: as the page states it, or else the title. price, regular_price: digits with a decimal point; the regular one
    is crossed out, or asked at other times. currency: its code (ISO 4217). currency_raw: the currency as it is shown.
    availability: ``InStock`` or ``OutOfStock``. sku: the number that the shop gives it. gtin: the digits of its EAN,
    UPC or ISBN, whose check digit is right. gtin_kind: ``gtin8``, ``upc``, ``gtin13``, ``gtin14`` or ``isbn13``. mpn:
    the number that its maker gives it. brand, color, size: as they are written. rating, best, reviews: the aggregate
    rating, the best one that can be given, and how many were. properties: pairs of name and value, of its
    specification. variants: as the page states them. sources: of each field that is not empty, where it is from:
    ``json_ld``, ``microdata``, ``opengraph``, ``script``, ``attribute``, ``address`` or ``page``. confidences: of each
    field with candidates, how sure it is, 0 to 1.
    """

    name: str = ""
    price: str = ""
    regular_price: str = ""
    currency: str = ""
    currency_raw: str = ""
    availability: str = ""
    sku: str = ""
    gtin: str = ""
    gtin_kind: str = ""
    mpn: str = ""
    brand: str = ""
    color: str = ""
    size: str = ""
    rating: float | None = None
    best: float | None = None
    reviews: int | None = None
    properties: tuple[tuple[str, str], ...] = ()
    variants: tuple[Variant, ...] = ()
    sources: dict[str, str] = attrs.field(factory=dict)
    confidences: dict[str, float] = attrs.field(factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON can hold them."""
        found = attrs.asdict(self)
        found["properties"] = [list(pair) for pair in self.properties]
        found["variants"] = [attrs.asdict(one) for one in self.variants]
        return found


def find_product(page: Page, title: str, own: Weights | None = None) -> Product:
    """The product that a page offers. To be asked for one that does (`offers_product`).

    title: of the page, for a product that is not named elsewhere. own: the weights of the fields, by default those of
    the package.
    """
    evidence, own = page.cached(read_evidence), own or weights()
    best = _best(evidence, own)
    values: dict[str, Any] = {field: one.candidate.value for field, one in best.items()}
    sources = {field: one.candidate.places[0].source for field, one in best.items()}
    confidences = {field: round(one.confidence, 3) for field, one in best.items()}
    price, stated = best.get("price"), evidence.stated
    raw = next((place.detail for place in _shown_places(price.candidate) if place.detail), "") if price else ""
    code = values.pop("currency", "").upper()
    if price is None or len(code) != 3 or not code.isalpha():
        sources.pop("currency", None)
        confidences.pop("currency", None)
        if price is not None and (code := currency_code(raw, country_of(page))):
            sources["currency"], confidences["currency"] = "page", confidences["price"]
    for field in ("price", "regular_price"):
        if field in values:
            values[field] = f"{Decimal(values[field]):f}"  # JSON may have 1e2
    if gtin := values.get("gtin"):
        values |= {"gtin": "".join(filter(str.isdecimal, gtin)), "gtin_kind": gtin_kind(gtin)}
    texts = {name: getattr(stated, name) for name in ("name", "color", "size", "properties", "rating", "reviews")}
    found = {name: (value, stated.source) for name, value in texts.items() if value not in ("", (), None)}
    shown = {"name": title, "properties": () if "properties" in found else shown_properties(page)}
    found = {name: (value, "page") for name, value in shown.items() if value} | found
    return Product(
        **values,
        **{name: value for name, (value, _) in found.items()},
        currency=code if price is not None else "",
        currency_raw=raw,
        best=stated.best,
        variants=stated.variants,
        sources=sources | {name: source for name, (_, source) in found.items()},
        confidences=confidences,
    )


def _best(evidence: Evidence, own: Weights) -> dict[str, Ranked]:
    """The best candidate of each field that has one which is sure enough."""
    best: dict[str, Ranked] = {}
    for field in FIELDS:
        found = evidence.candidates(field)
        price = best.get("price")
        if field == "gtin":
            found = [one for one in found if gtin_kind(one.value)]
        elif field == "availability" and price is not None and price.confidence >= PRICED:
            found = candidates([*evidence.places.of(field), _PRICED], str.casefold)
        elif field == "regular_price":
            found = _regular_prices(evidence, price.candidate) if price is not None else []
        ranked = rank(found, own[field])
        if ranked and ranked[0].confidence >= LEAST:
            best[field] = ranked[0]
    return best


def _regular_prices(evidence: Evidence, price: Candidate) -> list[Candidate]:
    """The candidates for the regular price: those that are stated as such, or shown near the price as a former one."""
    least = price_key(price.value)
    assert least is not None
    rows = [place.row for place in _shown_places(price)]
    former = [
        place
        for place in evidence.places.of("price")
        if place.row >= 0
        and not FORMER.isdisjoint(place.signs)
        and _ELSEWHERE.isdisjoint(place.signs)
        and any(abs(place.row - row) <= NEAR for row in rows)
    ]
    found = candidates([*evidence.places.of("regular_price"), *former], price_key)
    return [one for one in found if least < (price_key(one.value) or least) <= MOST_REGULAR * least]


def _shown_places(found: Candidate) -> list[Place]:
    return [place for place in found.places if place.source == "page"]


def country_of(page: Page) -> str:
    """The country that tells what a dollar is: the last part of the host where that is one, or the language's."""
    last = (split_url(page.url or "").hostname or "").rpartition(".")[2]
    language = (page.tree.get("lang") or "") if page.tree is not None else ""
    region = language.replace("_", "-").rpartition("-")[2].lower() if len(language) <= MAX_LANGUAGE else ""
    return last if len(last) == 2 else region if len(region) == 2 and len(language) > 2 else ""
