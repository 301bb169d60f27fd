"""All that a page gives of a product, and whether the page is that of one product."""

from __future__ import annotations

from functools import cache
from math import fsum

import attrs

from scrapy_denoise.blocks.page_model import product_probability
from scrapy_denoise.document.product.amounts import price_key
from scrapy_denoise.document.product.identifiers import MAX_ADDRESS, form_signs, read_address
from scrapy_denoise.document.product.labels import without_label
from scrapy_denoise.document.product.scripts import NAMES, WORDS, read_programs
from scrapy_denoise.document.product.shown import Shown, read_shown
from scrapy_denoise.document.product.stated import read_stated
from scrapy_denoise.document.product.statements import Stated
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import STATED, Candidate, Places, candidates, of_all, of_best
from scrapy_denoise.page.candidates.ranking import BIAS, Weights, rank, read_weights
from scrapy_denoise.page.compiled import ProgramPlaces, match_key

PAGE = "page"
"""Where the weights stand of the signs that a page is that of one product: it is from a sum above 0."""

POSSIBLE, LIKELY = 0.02, 0.14
"""The probability of a product, by the model of page types, from which a page of another type is looked at, and from
which that speaks for one."""

SURE = 0.3
"""The confidence of an identifier from which it is a sign of the page of one product."""

SURE_PRICE = 0.8
"""The confidence of a price from which it is such a sign."""

NEAR_BUTTON = 60
"""Lines between the title and a button to buy."""

MOST_LABELLED = 3
"""Labelled identifiers of a page from the next on of which they are those of a list."""

MANY = 50
"""Amounts of a page that are those of a list rather."""

_UNSURE = frozenset(("list", "article", "service", "other", "home", "forum"))
_NEAR_TITLE = frozenset(("within_5", "within_15"))
_OF_MANY = frozenset(
    (
        *("not_main_product", "not_first", "not_repeated", "first_repeated", "not_before_title", "not_card_name"),
        "not_outside",
    )
)

_OF_PLACE = frozenset(("not_repeated", "not_card_name", "not_outside", "not_linked"))


@attrs.frozen
class Evidence:
    """All that a page gives of a product: candidates by field, the rest that it states, and what it shows.

    address, title: of the page, by their letters and digits: the title is the name that is stated and the shown one.
    programs: what the page hands to its programs; None without its tree.
    """

    places: Places
    stated: Stated
    shown: Shown
    address: str
    title: str
    programs: ProgramPlaces | None

    def candidates(self, field: str) -> list[Candidate]:
        """The different values of a field."""
        places = self.places.of(field)
        if field in ("price", "regular_price"):
            return [_without_places(one) for one in candidates(places, price_key, _surest)]
        if field == "brand":
            places = [attrs.evolve(one, value=without_label(one.value)) if ":" in one.value else one for one in places]
            found = candidates(places, match_key)
            return [_with(one, ["in_title"]) if match_key(one.value) in self.title else one for one in found]
        found = candidates(places, str.casefold, of_all if field == "availability" else of_best)
        if field == "mpn":
            skus = {one.value.casefold() for one in self.places.of("sku") if one.source in STATED}
            return [_with(one, ["as_sku"]) if one.value.casefold() in skus else one for one in found]
        return [_with(one, form_signs(one, self.address)) for one in found] if field == "sku" else found


def _with(found: Candidate, signs: list[str]) -> Candidate:
    return Candidate(found.value, found.places, found.signs.union(signs))


@cache
def weights() -> Weights:
    """The weights of the signs of each field (``weights.json``, which ``training/train_products.py`` writes): learned
    where pages of sites that were not seen are better for it, else set by hand."""
    return read_weights(__package__)


def _surest(signs: list[frozenset[str]]) -> frozenset[str]:
    """Of the signs of several places where a price is shown those of the place that speaks most for it."""
    own = weights()["price"]
    # Exact: the order of the signs in a set differs between processes, and would decide between equal places.
    return max(signs, key=lambda found: fsum([own.get(sign, 0.0) for sign in found]))


def _without_places(found: Candidate) -> Candidate:
    """A price without what speaks against the place where it is shown, if the product's data states it too: a page can
    show it among cards of products only."""
    if "stated_and_shown" not in found.signs:
        return found
    return Candidate(found.value, found.places, found.signs - _OF_PLACE)


def read_evidence(page: Page) -> Evidence:
    """Read all candidates of a page. To be asked for with ``page.cached``."""
    places = Places()
    stated = read_stated(page, places)
    found = ProgramPlaces(page.statements, WORDS, NAMES) if page.root is not None else None
    if found is not None:
        read_programs(found, places)
    shown = read_shown(page, stated.name, places)
    read_address(page.url or "", places)
    address = (page.url or "")[:MAX_ADDRESS]
    return Evidence(places, stated, shown, match_key(address), match_key(f"{stated.name} {shown.title}"), found)


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
    labelled = sum("labelled" in one.signs for one in evidence.places.of("sku"))
    flags = {
        "likely": probability >= LIKELY,
        "sku_labelled": "labelled" in of_sku and labelled <= MOST_LABELLED,
        "sku_in_address": "in_address" in of_sku and sku[0].confidence >= SURE,
        "price_near": not of_price.isdisjoint(_NEAR_TITLE) and of_price.isdisjoint(_OF_MANY),
        "price_of_many": not of_price.isdisjoint(_OF_MANY),
        "price_stated": not of_price.isdisjoint(("from_json_ld", "from_microdata", "from_opengraph")),
        "price_sure": bool(price) and price[0].confidence >= SURE_PRICE,
        "button": near <= NEAR_BUTTON,
        "many_prices": evidence.shown.amounts >= MANY,
    }
    return [name for name, is_so in flags.items() if is_so]
