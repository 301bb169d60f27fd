"""Invented pages of shops in several languages, after the markup of common systems: tests/document/shops.

NAME.html: the page, with amounts that are not the price: instalments, deliveries, savings, prices of units, without tax
and of other products. NAME.json: its address, and the right fields of its product; what is not there has to be empty
if it is one of NONE.
"""

import json
from pathlib import Path

import pytest

from scrapy_denoise.document.product.product import find_product
from scrapy_denoise.page import Page

SHOPS = Path(__file__).parent / "shops"
NONE = ("regular_price", "gtin", "mpn")


@pytest.mark.parametrize("shop", sorted(path.stem for path in SHOPS.glob("*.html")))
def test_shop(shop):
    told = json.loads((SHOPS / f"{shop}.json").read_text("utf-8"))
    found = find_product(Page.from_html((SHOPS / f"{shop}.html").read_bytes(), told["url"]))
    right = dict.fromkeys(NONE, "") | told["product"]
    assert {field: getattr(found, field) for field in right} == right
