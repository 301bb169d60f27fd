"""All that a page gives of a product, and whether the page is that of one product."""

from __future__ import annotations

import attrs

from scrapy_denoise.blocks.page_model import product_probability
from scrapy_denoise.document.product.amounts import price_key
from scrapy_denoise.document.product.identifiers import MAX_ADDRESS, form_signs, read_address
from scrapy_denoise.document.product.scripts import read_inputs, read_scripts
from scrapy_denoise.document.product.shown import Shown, read_shown
from scrapy_denoise.document.product.stated import read_stated
from scrapy_denoise.document.product.statements import Stated
from scrapy_denoise.document.product.weights import PAGE, weights
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import Candidate, Places, candidates
from scrapy_denoise.page.candidates.ranking import BIAS, rank
from scrapy_denoise.page.compiled import match_key

POSSIBLE, LIKELY = 0.02, 0.14
"""The probability of a product, by the model of page types, from which a page of another type is looked at, and from
which that speaks for one."""

SURE = 0.3
"""The confidence of an identifier from which it is a sign of the page of one product."""

NEAR_BUTTON = 60
"""Lines between the title and a button to buy."""

MANY = 50
"""Amounts of a page that are those of a list rather."""

_UNSURE = frozenset(("list", "article", "service", "other", "home", "forum"))
_NEAR_TITLE = frozenset(("within_5", "within_15"))
_OF_MANY = frozenset(
    ("not_main_product", "not_first", "not_repeated", "not_before_title", "not_card_name", "not_outside")
)


@attrs.frozen
class Evidence:
    """All that a page gives of a product: candidates by field, the rest that it states, and what it shows.

    address: of the page, by its letters and digits.
    """

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
    return Evidence(places, stated, shown, match_key((page.url or "")[:MAX_ADDRESS]))


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
