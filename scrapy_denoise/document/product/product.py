"""`Product`: what the page of a product offers, each field with where it is from and how sure it is."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import attrs

from scrapy_denoise.document.product.amounts import price_key
from scrapy_denoise.document.product.currencies import country_of, currency_code
from scrapy_denoise.document.product.evidence import Evidence, read_evidence, weights
from scrapy_denoise.document.product.identifiers import gtin_kind
from scrapy_denoise.document.product.shown import HIGHER
from scrapy_denoise.document.product.specifications import shown_properties
from scrapy_denoise.document.product.statements import Details
from scrapy_denoise.document.product.variants import other_variants
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import Candidate, Place, candidates, of_all
from scrapy_denoise.page.candidates.ranking import Ranked, Weights, rank

FIELDS = ("price", "regular_price", "sku", "availability", "gtin", "mpn", "brand", "currency")
"""The fields whose candidates are ranked, in this order: what is known of the price tells of the availability."""

LEAST = 0.2
"""The confidence below which a field is left empty."""

NEAR = 20
"""Rows between the price and the regular price that the page shows."""

MOST_REGULAR = 20
"""How many times the price the regular price can be."""

_PRICED = Place("InStock", "page", frozenset(("priced",)))


@attrs.frozen
class Product(Details):
    """A product as its page offers it. A field that the page does not give is empty.

    name: as the page states it, or else the line of its title. color, size: as they are written. rating, best, reviews:
    the aggregate rating, the best one that can be given, and how many were. properties: pairs of name and value, of its
    specification. variants: as the page gives them. price, regular_price: digits with a decimal point; the regular one
    is crossed out, or asked at other times. currency: its code (ISO 4217). currency_raw: the currency as it is shown.
    availability: ``InStock`` or ``OutOfStock``. sku: the number that the shop gives it. gtin: the digits of its EAN,
    UPC or ISBN, whose check digit is right. gtin_kind: ``gtin8``, ``upc``, ``gtin13``, ``gtin14`` or ``isbn13``. mpn:
    the number that its maker gives it. brand: as it is written. sources: of each field that is not empty, where it is
    from: ``json_ld``, ``microdata``, ``opengraph``, ``script``, ``attribute``, ``address`` or ``page``.
    confidences: of each field with candidates, how sure it is, 0 to 1.
    """

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
    sources: dict[str, str] = attrs.field(factory=dict)
    confidences: dict[str, float] = attrs.field(factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON can hold them."""
        found = attrs.asdict(self)
        found["properties"] = [list(pair) for pair in self.properties]
        found["variants"] = [attrs.asdict(one) for one in self.variants]
        return found


def find_product(page: Page, title: str = "", own: Weights | None = None) -> Product:
    """The product that a page offers. To be asked for one that does (`offers_product`).

    title: of the page, if it is known better than the page shows it, as by a correction: for a product whose name is
    not stated. own: the weights of the fields, by default those of the package.
    """
    ranked = page.cached(rank_fields) if own is None else _ranked(page.cached(read_evidence), own)
    best = {field: found[0] for field, found in ranked.items() if found and found[0].confidence >= LEAST}
    values: dict[str, Any] = {field: one.candidate.value for field, one in best.items()}
    sources = {field: one.candidate.places[0].source for field, one in best.items()}
    confidences = {field: round(one.confidence, 3) for field, one in best.items()}
    price, country = best.get("price"), page.cached(country_of)
    raw = next((place.detail for place in _shown_places(price.candidate) if place.detail), "") if price else ""
    code = values.pop("currency", "").upper()
    if price is None or len(code) != 3 or not code.isalpha():
        sources.pop("currency", None)
        confidences.pop("currency", None)
        code = currency_code(raw, country) if price is not None else ""
        if price is not None and code:
            sources["currency"], confidences["currency"] = "page", confidences["price"]
    for field in ("price", "regular_price"):
        if field in values:
            values[field] = f"{Decimal(values[field]):f}"  # JSON may have 1e2
    if gtin := values.get("gtin"):
        values |= {"gtin": "".join(filter(str.isdecimal, gtin)), "gtin_kind": gtin_kind(gtin)}
    details, of_details = _details(page, title, values.get("price", ""))
    return Product(
        **values,
        **details,
        currency=code if price is not None else "",
        currency_raw=raw,
        sources=sources | of_details,
        confidences=confidences,
    )


def _details(page: Page, title: str, price: str) -> tuple[dict[str, Any], dict[str, str]]:
    """The fields of `Details`, and where each is from."""
    evidence = page.cached(read_evidence)
    stated = evidence.stated
    names = [field.name for field in attrs.fields(Details)]
    found = {name: value for name in names if (value := getattr(stated, name)) not in ("", (), None)}
    sources = {name: stated.source for name in found if name != "best"}
    if "name" not in found:
        title = title or evidence.shown.title or page.titles.headline
    for name, value, source in (
        ("name", title, "page"),
        ("properties", () if "properties" in found else shown_properties(page), "page"),
        ("variants", *(((), "") if "variants" in found else other_variants(page, evidence.programs, price))),
    ):
        if value and name not in found:
            found[name], sources[name] = value, source
    return found, sources


def rank_fields(page: Page) -> dict[str, list[Ranked]]:
    """The candidates of each of FIELDS, the surest first. To be asked for with ``page.cached``."""
    return _ranked(page.cached(read_evidence), weights())


def _ranked(evidence: Evidence, own: Weights) -> dict[str, list[Ranked]]:
    ranked: dict[str, list[Ranked]] = {}
    for field in FIELDS:
        price = next((one for one in ranked.get("price", ())[:1] if one.confidence >= LEAST), None)
        if field == "availability" and price is not None:  # which says that the product can be bought
            found = candidates([*evidence.places.of(field), _PRICED], str.casefold, of_all)
        elif field == "regular_price":
            found = _regular_prices(evidence, price.candidate) if price is not None else []
        else:
            found = evidence.candidates(field)
        if field == "gtin":
            found = [one for one in found if gtin_kind(one.value)]
        ranked[field] = rank(found, own[field])
    return ranked


def _regular_prices(evidence: Evidence, price: Candidate) -> list[Candidate]:
    """The candidates for the regular price: those that are stated as such, or shown near the price as a former one."""
    least = price_key(price.value)
    assert least is not None
    rows = [place.row for place in _shown_places(price)]
    former = [
        place
        for place in (evidence.places.of("price") if rows else ())
        if place.row >= 0
        and not HIGHER.isdisjoint(place.signs)
        and "not_card_name" not in place.signs
        and any(abs(place.row - row) <= NEAR for row in rows)
    ]
    found = candidates([*evidence.places.of("regular_price"), *former], price_key)
    return [one for one in found if least < (price_key(one.value) or least) <= MOST_REGULAR * least]


def _shown_places(found: Candidate) -> list[Place]:
    return [place for place in found.places if place.source == "page"]
