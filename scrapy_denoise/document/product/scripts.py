"""The candidates in what a page hands to its own program: data layers and state in scripts and in ``data-*``
attributes, and the hidden inputs of forms. All of it is read as text, and none is run."""

from __future__ import annotations

import re
from functools import lru_cache
from string import ascii_letters, digits

from scrapy_denoise.document.product.amounts import decimal
from scrapy_denoise.document.product.statements import availability_in
from scrapy_denoise.page.candidates.candidates import Places
from scrapy_denoise.page.compiled import ExactWords, ProgramPlaces, without_controls

MAX_VALUE = 60
"""Characters of a value."""

MOST_VALUES = 3
"""Different values of an attribute on a page, from the next on of which it is that of a list."""

MAX_PRICE = 25
"""Characters of a price."""

WORDS = ExactWords(
    {
        "state": (
            *(b"rice", b"sku", b"Sku", b"SKU", b"roductId", b"roduct_id", b"roductID", b"temId", b"tem_id"),
            b'"variants":[',
            *(b"roductCode", b"roduct_code", b"gtin", b"ean13", b"barcode", b"mpn", b"asin", b"ASIN", b"vailability"),
        )
    }
)
"""What stands in the names of properties that tell of a product."""

NAMES = ExactWords(
    {
        "data": (
            *(b"price", b"sku", b"product", b"item-id", b"itemid", b"gtin", b"ean", b"mpn", b"asin", b"avail"),
            *(b"stock", b"brand", b"currency"),
        )
    }
)
"""The same of ``data-*`` attributes."""

_FORMER = "old|list|regular|original|base|full|was|before|compare|strike|rrp|msrp|normal"
_FIELDS = {
    "regular_price": rf"(?:{_FORMER})\w*price|price\w*(?:{_FORMER})",
    "price": (
        r"(?:^|_|sale|current|final|product|unit|item|sell(?:ing)?|offer|now|special|ecomm_?total|display)_?price"
        r"(?:_?(?:amount|value|current|with_?(?:tax|vat)))?$|^price"
    ),
    "sku": r"(?:^|product|item|variant|current|master)_?(?:sku|code)(?:_?(?:id|code|no))?$|asin$|^item_number$",
    "product_id": r"(?:^|ecomm_?)(?:product|item|prod)_?(?:id|number|no)$",
    "availability": r"availab|^(?:is_?)?(?:in_?)?stock(?:_?status)?$|out_?of_?stock",
    "gtin": r"^(?:product_?)?(?:gtin(?:\d\d?)?|ean(?:13)?|barcode)$",
    "mpn": r"^(?:product_?)?mpn$",
    "brand": r"^(?:product|item)_?brand$|^brand$",
}
"""The names of properties that stand for a field of a product: the first field that fits."""

_PATTERNS = [(field, re.compile(names, re.IGNORECASE)) for field, names in _FIELDS.items()]
_OLD = re.compile(_FORMER, re.IGNORECASE)
_BEHIND_NAME = re.compile(r"(?s)\W.*\Z")
_NAME = f"{ascii_letters}{digits}_.-"
"""What names of properties are made of."""
_VALUE = re.compile(r"[\w-]{0,30}\\{0,3}[\"']?\s{0,3}[:=]\s{0,3}\[?\\{0,3}[\"']?([^\"'\\,;{}\[\]<>\n]{1,60})")
"""The rest of the name of a property, and its value."""


def read_programs(found: ProgramPlaces, places: Places) -> None:
    """Add what scripts, attributes and hidden inputs say to `places`. Raises nothing."""
    for before, behind in found.scripts:
        if said := _VALUE.match(behind):
            name = before[len(before.rstrip(_NAME)) :] + behind[: said.start(1)]
            _add(places, _BEHIND_NAME.sub("", name.rpartition(".")[2]), said[1], "script")
    told = [
        (name, value)
        for pairs in found.attributes
        for name, (_, value) in zip(_named(pairs), pairs, strict=True)
        if 0 < len(value) <= MAX_VALUE and _field_of(name)
    ]
    values: dict[str, set[str]] = {}
    for name, value in told:
        values.setdefault(name, set()).add(value)
    for name, value in told:
        if len(values[name]) <= MOST_VALUES:  # more are those of cards of products
            _add(places, name, value, "attribute", *(("not_alone",) if len(values[name]) > 1 else ()))


def _named(pairs: list[tuple[str, str]]) -> list[str]:
    """The names of the attributes of an element as names of properties; Magento says beside a price of which kind it
    is."""
    names = [_property(name) for name, _ in pairs]
    is_old = "price_type" in names and _OLD.search(pairs[names.index("price_type")][1])
    return [f"old_{name}" if name.startswith("price_") else name for name in names] if is_old else names


@lru_cache(maxsize=1024)
def _property(name: str) -> str:
    return re.sub(r"\W", "_", name)


@lru_cache(maxsize=1024)
def _field_of(name: str) -> str:
    return next((field for field, pattern in _PATTERNS if pattern.search(name)), "")


def _add(places: Places, name: str, value: str, source: str, *signs: str) -> None:
    if not (field := _field_of(name)):
        return
    value = without_controls(value).strip()
    if field in ("price", "regular_price"):
        value = decimal(value, stated=True) if len(value) <= MAX_PRICE else ""
    elif field == "availability":
        value = availability_in(value)
        if value and "out" in name.lower():
            value = "OutOfStock" if value == "InStock" else "InStock"
    places.add("sku" if field == "product_id" else field, value, source, f"named_{field}", *signs)
