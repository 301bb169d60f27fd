"""Identifiers of products: check digits, what the address of a page holds, and what an identifier looks like."""

from __future__ import annotations

import re

from scrapy_denoise.page.candidates.candidates import Candidate, Places
from scrapy_denoise.page.compiled import match_key
from scrapy_denoise.page.url import split_url

MAX_ADDRESS = 500
"""Characters of an address that are read."""

MAX_PARTS = 20
"""Parts of an address that may be an identifier."""

MIN_IDENTIFIER, MAX_IDENTIFIER = 2, 40
"""Characters of an identifier."""

_KINDS = {8: "gtin8", 12: "upc", 13: "gtin13", 14: "gtin14"}
MIN_GTIN = min(_KINDS)
_PART = re.compile(r"[^\W_]+")
_RUN = re.compile(r"(?<!\d)\d{6,20}\Z")
_EXTENSION = re.compile(r"\.(?:html?|php|aspx?|jsp)\Z")


def gtin_kind(value: str) -> str:
    """The kind of a GTIN whose check digit is right, as zyte-common-items calls it; empty for another text.

    >>> gtin_kind("4006381333931"), gtin_kind("978-0-306-40615-7"), gtin_kind("4006381333930")
    ('gtin13', 'isbn13', '')
    """
    if len(value) < MIN_GTIN:
        return ""
    digits = re.sub(r"[\s-]", "", value[:MAX_IDENTIFIER])
    if not digits.isascii() or not digits.isdecimal() or len(digits) not in _KINDS or not int(digits):
        return ""
    weighted = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(reversed(digits)))
    if weighted % 10:
        return ""
    return "isbn13" if len(digits) == 13 and digits.startswith(("978", "979")) else _KINDS[len(digits)]


def read_address(url: str, places: Places) -> None:
    """Add the parts of an address that may be the identifier of a product to `places`: those with a digit."""
    address = split_url(url[:MAX_ADDRESS])
    steps = [step for step in address.path.split("/") if step]
    for number, step in enumerate(reversed(steps[-3:])):
        step = _EXTENSION.sub("", step)
        signs = ("last_step",) if number == 0 else ("earlier_step",)
        parts = _PART.findall(step)[:MAX_PARTS]
        if len(parts) > 1 and len(step) <= MAX_IDENTIFIER:
            _add(places, step, *signs, "whole_step")
        for place, part in enumerate(parts):
            where = "only_part" if len(parts) == 1 else "last_part" if place == len(parts) - 1 else "inner_part"
            _add(places, part, *signs, "first_part" if place == 0 and len(parts) > 1 else where)
            if (run := _RUN.search(part)) and run[0] != part:
                _add(places, run[0], *signs, "in_part")
    for pair in address.query.split("&")[:MAX_PARTS]:
        name, _, value = pair.partition("=")
        _add(
            places,
            value,
            "named_parameter" if re.search(r"sku|product|item|pid|(?<![a-z])id", name, re.I) else "parameter",
        )


def _add(places: Places, value: str, *signs: str) -> None:
    if MIN_IDENTIFIER < len(value) <= MAX_IDENTIFIER and any(map(str.isdecimal, value)):
        places.add("sku", value, "address", *signs)


def form_signs(found: Candidate, address: str) -> list[str]:
    """Signs of what an identifier looks like. address: of the page, by its letters and digits (`match_key`)."""
    value = found.value
    key = match_key(value)
    signs = [
        "digits" if value.isdecimal() else "mixed" if any(map(str.isdecimal, value)) else "letters",
        f"chars_{min(len(value) // 3, 5)}",
        f"places_{next(most for most in (1, 2, 4, 500) if len(found.places) <= most)}",
    ]
    if len(key) >= 4 and key in address:
        signs.append("in_address")
    if " " in value:
        signs.append("spaced")
    if gtin_kind(value):
        signs.append("gtin")
    return signs
