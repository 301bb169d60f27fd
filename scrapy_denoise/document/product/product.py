"""`Product`: what the page of a product offers, each field with where it is from and how sure it is."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal, InvalidOperation
from typing import Any

import attrs

from scrapy_denoise.blocks.page_model import product_probability
from scrapy_denoise.document.product.amounts import amount_key, currency_code
from scrapy_denoise.document.product.candidates import Candidate, Place, Places, candidates
from scrapy_denoise.document.product.identifiers import form_signs, gtin_kind, read_address
from scrapy_denoise.document.product.ranking import BIAS, PAGE, Ranked, Weights, rank, weights
from scrapy_denoise.document.product.scripts import read_inputs, read_scripts
from scrapy_denoise.document.product.shown import FORMER, Shown, read_shown
from scrapy_denoise.document.product.specifications import shown_properties
from scrapy_denoise.document.product.stated import Stated, Variant, read_stated
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import match_key
from scrapy_denoise.page.url import split_url

FIELDS = ("price", "sku", "availability", "gtin", "mpn", "brand", "currency")
"""The fields whose candidates are ranked, in this order: what is known of the price tells of the availability."""

LEAST = 0.2
"""The confidence below which a field is left empty."""

PRICED = 0.4
"""The confidence of a price from which it says by itself that the product can be bought."""

NEAR = 20
"""Rows between the price and the regular price that the page shows."""

MOST_REGULAR = 20
"""How many times the price the regular price can be."""

POSSIBLE, LIKELY = 0.02, 0.14
"""The probability of a product, by the model of page types, from which a page of another type is looked at, and from
which that speaks for one."""

SURE = 0.3
"""The confidence of an identifier from which it is a sign of the page of one product."""

NEAR_BUTTON = 60
"""Lines between the title and a button to buy."""

MANY = 50
"""Amounts of a page that are those of a list rather."""

MAX_LANGUAGE = 20
"""Characters of the language of a page that is read."""

MOST_PRICE = Decimal(10) ** 12

_UNSURE = frozenset(("list", "article", "service", "other", "home", "forum"))
_NEAR_TITLE = frozenset(("within_5", "within_15"))
_OF_MANY = frozenset(
    ("not_main_product", "not_first", "not_repeated", "not_before_title", "not_card_name", "not_outside")
)

_PRICED = Place("InStock", "page", frozenset(("priced",)))


@attrs.frozen
class Product:
    """A product as its page offers it. A field that the page does not give is empty.

    price, regular_price: digits with a decimal point; the regular one is crossed out, or asked at other times.
    currency: the code (ISO 4217); currency_raw: as it is shown. availability: ``InStock`` or ``OutOfStock``. gtin:
    digits whose check digit is right; gtin_kind: ``gtin8``, ``upc``, ``gtin13``, ``gtin14`` or ``isbn13``. rating,
    best, reviews: the aggregate rating. properties: pairs of name and value, of the specification. variants: as the
    page states them. sources: of each field that is not empty, where it is from: ``json_ld``, ``microdata``,
    ``opengraph``, ``script``, ``attribute``, ``address`` or ``page``. confidences: of each, 0 to 1.
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


@attrs.frozen
class Evidence:
    """All that a page gives of a product: candidates by field, the rest that it states, and what it shows."""

    places: Places
    stated: Stated
    shown: Shown
    address: str

    def candidates(self, field: str) -> list[Candidate]:
        """The different values of a field."""
        places = self.places.of(field)
        if field in ("price", "regular_price"):
            return candidates(places, price_key)
        found = candidates(places, match_key if field == "brand" else str.casefold)
        if field != "sku":
            return found
        return [attrs.evolve(one, signs=one.signs | form_signs(one, self.address)) for one in found]


def read_evidence(page: Page) -> Evidence:
    """Read all candidates of a page. To be asked for with ``page.cached``."""
    places = Places()
    stated = read_stated(page, places)
    read_scripts(page, places)
    read_inputs(page, places)
    shown = read_shown(page, places)
    read_address(page.url or "", places)
    return Evidence(places, stated, shown, match_key((page.url or "")[:500]))


def offers_product(page: Page, page_type: str) -> bool:
    """Whether a page is that of one product: by its type, or else where the model of page types finds that possible and
    the page shows or states enough of one. Other pages are not read for this."""
    if page_type == "product":
        return True
    probability = product_probability(page) if page_type in _UNSURE else 0.0
    if probability < POSSIBLE:
        return False
    own = weights()[PAGE]
    return sum(own[sign] for sign in (BIAS, *_page_signs(page.cached(read_evidence), probability))) > 0


def _page_signs(evidence: Evidence, probability: float) -> list[str]:
    """The signs of the page of one product."""
    price, sku = (rank(evidence.candidates(field), weights()[field])[:1] for field in ("price", "sku"))
    of_price, of_sku = (one[0].candidate.signs if one else frozenset[str]() for one in (price, sku))
    near = min((line for kind, line in evidence.shown.stock.items() if kind != "in_stock"), default=NEAR_BUTTON + 1)
    flags = {
        "likely": probability >= LIKELY,
        "sku_labelled": "labelled" in of_sku,
        "sku_in_address": "in_address" in of_sku and sku[0].confidence >= SURE,
        "price_near": not of_price.isdisjoint(_NEAR_TITLE) and of_price.isdisjoint(_OF_MANY),
        "price_of_many": not of_price.isdisjoint(_OF_MANY),
        "price_stated": not of_price.isdisjoint(("from_json_ld", "from_microdata", "from_opengraph")),
        "button": near <= NEAR_BUTTON,
        "many_prices": evidence.shown.amounts >= MANY,
    }
    return [name for name, is_so in flags.items() if is_so]


def find_product(page: Page, title: str, own: Weights | None = None) -> Product:
    """The product that a page offers. To be asked for one that does (`offers_product`).

    title: of the page, for a product that is not named elsewhere. own: the weights of the fields, by default those of
    the package.
    """
    evidence, own = page.cached(read_evidence), own or weights()
    best: dict[str, Ranked] = {}
    for field in FIELDS:
        found = evidence.candidates(field)
        if field == "gtin":
            found = [one for one in found if gtin_kind(one.value)]
        if field == "availability" and "price" in best and best["price"].confidence >= PRICED:
            found = candidates([*evidence.places.of(field), _PRICED], str.casefold)
        ranked = rank(found, own[field])
        if ranked and ranked[0].confidence >= LEAST:
            best[field] = ranked[0]
    values = {field: one.candidate.value for field, one in best.items()}
    if "price" in best:
        regular = _regular_price(evidence, best["price"].candidate, own)
        if regular is not None:
            best["regular_price"], values["regular_price"] = regular, regular.candidate.value
    raw = next((place.detail for place in _shown_places(best.get("price")) if place.detail), "")
    country = country_of(page)
    sources = {field: one.candidate.places[0].source for field, one in best.items()}
    confidences = {field: round(one.confidence, 3) for field, one in best.items()}
    currency = values.get("currency", "").upper()
    if len(currency) != 3 or not currency.isalpha():
        currency = currency_code(raw, country)
        sources.pop("currency", None)
        confidences.pop("currency", None)
        if currency:
            sources["currency"], confidences["currency"] = "page", confidences["price"]
    values["currency"] = currency if "price" in values else ""
    for name in ("name", "color", "size"):
        if text := getattr(evidence.stated, name):
            values[name], sources[name] = text, evidence.stated.source
    if "name" not in values and title:
        values["name"], sources["name"] = title, "page"
    stated = evidence.stated
    properties = stated.properties
    if properties:
        sources["properties"] = stated.source
    elif properties := shown_properties(page):
        sources["properties"] = "page"
    if "gtin" in values:
        values["gtin_kind"] = gtin_kind(values["gtin"])
        values["gtin"] = "".join(filter(str.isdecimal, values["gtin"]))
    for field in ("price", "regular_price"):
        if field in values:
            values[field] = f"{Decimal(values[field]):f}"  # JSON may have 1e2
    return Product(
        **values,
        currency_raw=raw,
        rating=stated.rating,
        best=stated.best,
        reviews=stated.reviews,
        properties=properties,
        variants=stated.variants,
        sources=sources,
        confidences=confidences,
    )


def price_key(price: str) -> Decimal | None:
    """What prices are compared by; None for what is no price, such as 0."""
    with suppress(InvalidOperation):
        found = amount_key(price)
        return found if found.is_finite() and 0 < found < MOST_PRICE else None
    return None


def _regular_price(evidence: Evidence, price: Candidate, own: Weights) -> Ranked | None:
    """The regular price: one that is stated as such, or that is shown near the price as a former one."""
    least = price_key(price.value)
    assert least is not None
    rows = [place.row for place in _shown_places(price)]
    stated = evidence.places.of("regular_price")
    former = [
        place
        for place in evidence.places.of("price")
        if place.row >= 0 and not FORMER.isdisjoint(place.signs) and any(abs(place.row - row) <= NEAR for row in rows)
    ]
    found = [
        one
        for one in candidates([*stated, *former], price_key)
        if least < (price_key(one.value) or least) <= MOST_REGULAR * least
    ]
    ranked = rank(found, own["regular_price"])
    return ranked[0] if ranked and ranked[0].confidence >= LEAST else None


_ELSEWHERE = frozenset(("not_card_name", "not_below_related"))


def _shown_places(found: Ranked | Candidate | None) -> list[Place]:
    if found is None:
        return []
    candidate = found.candidate if isinstance(found, Ranked) else found
    return [place for place in candidate.places if place.source == "page"]


def country_of(page: Page) -> str:
    """The country that tells what a dollar is: the last part of the host where that is one, or the language's."""
    last = (split_url(page.url or "").hostname or "").rpartition(".")[2]
    language = (page.tree.get("lang") or "") if page.tree is not None else ""
    region = language.replace("_", "-").rpartition("-")[2].lower() if len(language) <= MAX_LANGUAGE else ""
    return last if len(last) == 2 else region if len(region) == 2 and len(language) > 2 else ""
