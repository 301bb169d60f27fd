"""Learn the weights of the signs of a product's fields, and measure them on sites never seen.

    python -m training.train_products CORPUS --check   # precision, recall and F1 of each field, by five folds of sites
    python -m training.train_products CORPUS --write   # write the package's weights.json

CORPUS is a folder with ``gold.jsonl``, whose ``gold`` has a list of right values for each field, and ``html``. The
measure is that of the product extraction benchmark: one prediction a field against the set of right values, prices as
decimals. A fold has all pages of a site, and all sites of one shop (amazon.de, amazon.fr).

The weights are learned as `training.ranked_fields` says, from those set by hand (WEIGHTS). A field of LEARNED has those
of all pages; for the others the weights set by hand stay, since learning gains nothing on sites that were not seen.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from scrapy_denoise.document.product import evidence
from scrapy_denoise.document.product.amounts import price_key
from scrapy_denoise.document.product.evidence import read_evidence
from scrapy_denoise.document.product.product import find_product
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates import ranking
from scrapy_denoise.page.candidates.ranking import BIAS, Weights
from training.ranked_fields import FOLDS, fold_of, learn_weights

LEARNED = {"sku": 1.0}
"""The fields whose weights are learned, each with its penalty."""

PENALTIES = (10.0, 3.0, 1.0, 0.3, 0.1)
"""The penalties that are tried for --check."""

FILE = Path(evidence.__file__).with_name(ranking.FILE)

STATED = {
    "from_json_ld": 3.0, "from_microdata": 2.5, "from_opengraph": 2.5, "from_script": 0.3,
    "from_attribute": 0.3, "not_main_product": -4.0, "not_first_offer": -1.0, "not_first": -1.5, "of_variant": -0.5,
    "of_address": 1.5, "not_alone": -1.5, "sources_2": 0.5, "sources_3": 1.0,
}  # fmt: skip
LABELLED = {
    BIAS: -1.0, **STATED, "from_page": 0.5, "labelled": 2.0, "near_title": 0.5, "not_near_title": -0.5,
    "not_card": -2.0, "first_word": -0.5, "stated_and_shown": 0.5,
}  # fmt: skip
NO_PRICE = {"not_by_part": -3.0, "not_saved": -3.0, "not_net": -3.0, "not_delivery": -3.0}
WEIGHTS: Weights = {
    "price": {
        BIAS: -3.0, "from_json_ld": 3.0, "from_microdata": 2.5, "from_opengraph": 2.5,
        "from_attribute": 2.2, "not_alone": -2.0, "from_page": 0.5, "not_main_product": -3.0, "not_first_offer": -1.0,
        "not_first": -1.5, "of_variant": -0.5, "of_address": 1.5, "signed": 0.7, "unsigned": -0.7, "price": 0.7,
        "now_name": 0.8, "lower": 0.5, "beside_former": 0.8, "alone": 0.3, "strong": 0.2, "price_label": 1.0,
        "sale_label": 1.5, "nth_1": 1.2, "nth_2": 0.7, "within_5": 1.0, "within_15": 0.8,
        "within_40": 0.4, "not_within": -1.0, "not_before_title": -1.5, "buy_4": 1.0, "buy_10": 0.7,
        "not_former": -3.0, "not_former_name": -2.5, "not_struck": -3.0, **NO_PRICE, "not_card_name": -1.5,
        "not_part_name": -1.0, "not_outside": -1.5, "not_linked": -1.0, "not_repeated": -2.0,
        "not_higher": -0.5, "first_repeated": -0.7, "above_title": 1.0, "named_price": 0.3,
        "stated_and_shown": 1.0, "sources_2": 0.3, "sources_3": 0.5,
    },
    "regular_price": {
        BIAS: -1.0, **STATED, "from_page": 1.5, "signed": 0.3, "beside_sale": 0.5, "not_struck": 1.0,
        "not_former": 1.0, "not_former_name": 0.7, **NO_PRICE, "not_card_name": -1.0, "not_part_name": -0.5,
    },
    "sku": {
        BIAS: -2.0, "from_json_ld": 2.0, "from_microdata": 2.0, "from_opengraph": 1.5,
        "from_script": 0.5, "from_attribute": 0.5, "from_page": 1.0, "from_address": 0.5, "not_main_product": -3.0,
        "not_first_offer": -1.0, "not_first": -1.5, "of_variant": -0.5, "of_address": 1.0, "not_alone": -1.0,
        "labelled": 2.0, "near_title": 1.0, "not_near_title": -0.5, "not_card": -2.0, "named_sku": 1.0,
        "named_mpn": -0.5, "named_productid": 1.5, "named_product_id": 0.5, "in_address": 1.5, "digits": 0.3,
        "mixed": 0.3, "letters": -2.0, "spaced": -0.7, "gtin": -1.5, "last_step": 0.5,
        "only_part": 0.5, "last_part": 0.5,
        "inner_part": -1.0, "first_part": -0.3, "whole_step": -1.0, "earlier_step": -0.3, "parameter": -1.0,
        "named_parameter": 0.3, "chars_0": -1.0, "first_word": -0.2, "sources_2": 1.0, "sources_3": 2.0,
        "places_4": 0.3, "places_500": 0.3,
    },
    "availability": {
        BIAS: -2.0, **STATED, "from_page": 0.3, "buy": 2.7, "in_stock": 1.2, "disabled": 1.8,
        "beside_choices": -1.2, "sold_out": 2.5, "priced": 1.8, "within_15": 0.7, "within_40": 0.4, "not_within": -1.0,
    },
    "currency": {BIAS: -1.0, **STATED},
    "gtin": LABELLED,
    "mpn": {**LABELLED, "as_sku": -3.5},
    "brand": {**LABELLED, "named": 0.7, "in_title": 1.0},
    "page": {
        BIAS: -2.2, "likely": 1.0, "sku_labelled": 1.5, "sku_in_address": 1.5, "price_near": 1.0,
        "price_of_many": -1.5, "price_stated": 1.0, "button": 0.7, "price_sure": 0.6, "many_prices": -1.0,
    },
}  # fmt: skip
"""The weights set by hand."""


@frozen(eq=False)
class GoldProduct:
    """A page of a product with the right values of its fields."""

    id: str
    site: str
    page: Page
    gold: dict[str, list[str]]

    @property
    def fold(self) -> int:
        return fold_of(self.site)

    def is_right(self, field: str, value: str) -> bool:
        """Whether a value is one of the right ones."""
        right = self.gold.get(field, [])
        if field == "price":
            return price_key(value) in {price_key(one.strip()) for one in right}
        return value in right


def read(folder: Path) -> Iterator[GoldProduct]:
    with (folder / "gold.jsonl").open(encoding="utf-8") as lines:
        for found in map(json.loads, lines):
            html = (folder / "html" / f"{found['id']}.html").read_bytes()
            yield GoldProduct(found["id"], found["site"], Page.from_html(html, found["url"]), found["gold"])


def learned(products: list[GoldProduct], field: str, penalty: float) -> dict[str, float]:
    """The weights of a field, learned from some pages."""
    of_pages = [(one, one.page.cached(read_evidence).candidates(field)) for one in products]
    pages = [(found, [one.is_right(field, each.value) for each in found]) for one, found in of_pages]
    return learn_weights(pages, WEIGHTS[field], penalty)


def figures(products: list[GoldProduct], field: str, of_fold: list[Weights]) -> str:
    """Precision, recall and F1 of a field, each page with the weights of its fold."""
    right = given = wanted = 0
    for product in products:
        value = getattr(find_product(product.page, "", of_fold[product.fold]), field)
        given += bool(value)
        wanted += bool(product.gold.get(field))
        right += bool(value) and product.is_right(field, value)
    return f"precision {right / given:.3f}  recall {right / wanted:.3f}  F1 {2 * right / (given + wanted):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    products = list(read(options.corpus))
    if options.check:
        for field in ("price", "sku", "availability"):
            print(f"{field}, by hand:       {figures(products, field, [WEIGHTS] * FOLDS)}")
            for penalty in PENALTIES if field != "availability" else ():
                others = [[one for one in products if one.fold != fold] for fold in range(FOLDS)]
                folds = [{**WEIGHTS, field: learned(known, field, penalty)} for known in others]
                print(f"{field}, penalty {penalty:4}:  {figures(products, field, folds)}")
    if options.write:
        weights = {**WEIGHTS, **{field: learned(products, field, penalty) for field, penalty in LEARNED.items()}}
        FILE.write_text(json.dumps(weights, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
