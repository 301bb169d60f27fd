"""The candidates in what a page hands to its own program: data layers and state in scripts, and the hidden inputs of
forms. All of it is read as text, and none is run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from scrapy_denoise.document.product.amounts import decimal
from scrapy_denoise.document.product.statements import availability_in
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import Places
from scrapy_denoise.page.compiled import without_controls

MAX_SCRIPTS = 100
"""Scripts of a page that are read."""

MAX_CHARS = 1_000_000
"""Characters of all scripts that are read."""

MAX_FOUND = 25
"""Places of one word in a page's scripts that are read."""

MAX_ELEMENTS, MAX_VALUE = 200, 60
"""Inputs that are read, and characters of the value of one."""

MAX_PRICE = 25
"""Characters of a price."""

MAX_KEY = 40
"""Characters of the name of a property before one of these words."""

_WORDS = (
    *("rice", "sku", "Sku", "SKU", "roductId", "roduct_id", "roductID", "temId", "tem_id", "roductCode", "roduct_code"),
    *("gtin", "mpn", "asin", "ASIN", "vailability"),
)
"""What stands in the names of properties that tell of a product."""

_FORMER = "old|list|regular|original|base|full|was|before|compare|strike|rrp|msrp|normal"
_FIELDS = {
    "regular_price": rf"(?:{_FORMER})\w*price|price\w*(?:{_FORMER})",
    "price": (
        r"(?:^|_|sale|current|final|product|unit|item|sell(?:ing)?|offer|now|special|ecomm_?total|display)_?price"
        r"(?:_?(?:amount|value|current|with_?(?:tax|vat)))?$|^price"
    ),
    "sku": r"(?:^|product|item|variant|current|master)_?(?:sku|code)(?:_?(?:id|code|no))?$|asin$",
    "product_id": r"(?:^|ecomm_?)(?:product|item|prod)_?(?:id|number|no)$",
    "availability": r"availab|^(?:is_?)?(?:in_?)?stock(?:_?status)?$|out_?of_?stock",
    "gtin": r"^gtin(?:\d\d?)?$",
    "mpn": r"^mpn$",
}
"""The names of properties that stand for a field of a product: the first field that fits."""

_PATTERNS = [(field, re.compile(names, re.IGNORECASE)) for field, names in _FIELDS.items()]
_BEHIND_NAME = re.compile(r"(?s)\W.*\Z")
_NAME = re.compile(r"[\w.-]{0,40}\Z")
_VALUE = re.compile(r"[\w-]{0,30}\\{0,3}[\"']?\s{0,3}[:=]\s{0,3}\[?\\{0,3}[\"']?([^\"'\\,;{}\[\]<>\n]{1,60})")
"""The rest of the name of a property, and its value."""


def read_scripts(page: Page, places: Places) -> None:
    """Add what the scripts of a page say to `places`. Raises nothing."""
    text = "\n".join(_texts(page))[:MAX_CHARS]
    for word in _WORDS:
        at, left = text.find(word), MAX_FOUND
        while at >= 0 and left > 0:
            left -= 1
            if found := _VALUE.match(text, at + len(word)):
                before = _NAME.search(text[max(at - MAX_KEY, 0) : at])
                name = (before[0] if before else "") + text[at : found.start(1)]
                _add(places, _BEHIND_NAME.sub("", name.rpartition(".")[2]), found[1], "script")
            at = text.find(word, at + len(word))


def _texts(page: Page) -> Iterator[str]:
    scripts = page.tree.iter("script") if page.tree is not None else iter(())
    for number, script in enumerate(scripts):
        if number == MAX_SCRIPTS:
            return
        if (text := script.text) and "ld+json" not in (script.get("type") or ""):
            yield text


@lru_cache(maxsize=1024)
def _field_of(name: str) -> str:
    return next((field for field, pattern in _PATTERNS if pattern.search(name)), "")


def _add(places: Places, name: str, value: str, source: str) -> None:
    if not (field := _field_of(name)):
        return
    value = without_controls(value).strip()
    if field in ("price", "regular_price"):
        value = decimal(value, stated=True) if len(value) <= MAX_PRICE else ""
    elif field == "availability":
        value = availability_in(value)
        if value and "out" in name.lower():
            value = "OutOfStock" if value == "InStock" else "InStock"
    places.add("sku" if field == "product_id" else field, value, source, f"named_{field}")


def read_inputs(page: Page, places: Places) -> None:
    """Add what hidden inputs of a page's forms say to `places`."""
    inputs = page.tree.iter("input") if page.tree is not None else iter(())
    for element in islice(inputs, MAX_ELEMENTS):
        name, value = (element.get("name") or "")[:MAX_KEY], element.get("value") or ""
        if element.get("type") == "hidden" and 0 < len(value) <= MAX_VALUE:
            _add(places, re.sub(r"\W", "_", name), value, "attribute")
