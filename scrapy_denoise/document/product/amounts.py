"""Amounts of money: finds them in a text, and reads them with ``price-parser``."""

from __future__ import annotations

import re
from contextlib import suppress
from decimal import Decimal
from functools import cache, lru_cache
from itertools import islice

import attrs
from price_parser import Price

from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.document.product.currencies import BEHIND, FIRST, OF_COUNTRY, SIGNS, may_have_price

MAX_FIELD_CHARS = 500
"""The most characters of a value."""

LEAST_PRICE, MOST_PRICE = Decimal(10) ** -4, Decimal(10) ** 12

# Bounded: without that, groups of digits by the thousand would be tried from each on.
NUMBER = r"\d{1,3}(?:[ \u00a0\u202f'’]\d{3}){1,6}(?:[.,]\d\d?|[.,](?=[-–—]))?(?!\d)|\d[\d.,]{0,24}(?![.,]?\d)"
OTHER_FIGURES = re.compile("[٠-٩۰-۹０-９]")
"""Digits of other scripts in which prices are written."""

_ASCII = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９٫٬，．￥", "012345678901234567890123456789.,,.¥")
_LETTER = r"(?i:[kmbt]|bn|tn)(?![^\W_])"
"""What stands right behind the number of such an amount: "$22k", "€18.5m"."""
_NUMBERS = re.compile(rf"(?<![\d.,])(?:{NUMBER})")
_POINT = re.compile(r"\d{1,15}\.\d{1,4}")
_FRACTION = re.compile(r"0[.,]\d{1,6}")
_APOSTROPHE = re.compile(r"(?<=\d)['’](?=\d{3})")


@attrs.define(unsafe_hash=True)  # to make a frozen one takes four times as long, and a page has hundreds
class Amount:
    """An amount in a text: its number and its currency as written (empty without one), and where it stands."""

    number: str
    sign: str
    start: int
    stop: int


def ascii_figures(text: str) -> str:
    """A text with its digits and the marks in its numbers as ASCII has them; as many characters.

    >>> ascii_figures("٣٩٫٥٠")
    '39.50'
    """
    return text.translate(_ASCII)


def amounts_in(text: str, most: int, country: str = "") -> list[Amount]:
    """The first amounts in a text of one or more lines that have the sign or the code of a currency, in their order.

    Amounts in words, such as "$5 million", are none. country: of the page (`country_of`), for a sign that only its
    pages have.
    """
    if not may_have_price(text.encode("utf-8", "replace"), country):  # to look for amounts takes far longer
        return []
    return [
        Amount(found["number"] or found["number2"], found["sign"] or found["sign2"], found.start(), found.end())
        for found in islice(pattern(country if country in OF_COUNTRY else "").finditer(text), most)
    ]


def numbers_in(text: str, most: int) -> list[Amount]:
    """The first numbers in a text, as amounts without a currency."""
    return [Amount(found[0], "", found.start(), found.end()) for found in islice(_NUMBERS.finditer(text), most)]


@lru_cache(maxsize=2048)
def decimal(text: str, stated: bool = False) -> str:
    """A price as digits with a decimal point; empty where the text has none. stated: in data, where the mark of a
    number such as 0.990 is a decimal point.

    >>> decimal("1.299,00 EUR"), decimal("$1,299.5"), decimal("12"), decimal("1.299"), decimal("on request")
    ('1299.00', '1299.5', '12', '1299', '')
    """
    text = text[:MAX_FIELD_CHARS].strip()
    if (stated and _POINT.fullmatch(text)) or _FRACTION.fullmatch(text):
        return text.replace(",", ".")
    text = _APOSTROPHE.sub("", text)
    found = Price.fromstring(text).amount if any(map(str.isdigit, text)) else None
    return "" if found is None else f"{found:f}"


@lru_cache(maxsize=2048)
def price_key(price: str) -> Decimal | None:
    """What prices are compared by: 12 is 12.00; None for what is no price, such as 0."""
    if not price.isascii() or "_" in price:  # which Python reads, and no program writes
        return None
    with suppress(ArithmeticError):
        found = Decimal(price).normalize()
        return found if found.is_finite() and LEAST_PRICE <= found < MOST_PRICE else None
    return None


@cache
def pattern(country: str = "") -> re.Pattern[str]:
    """Amounts with the sign or the code of a currency. country: one of `OF_COUNTRY` with a sign of its own, or none."""
    signs = f"{OF_COUNTRY[country][0]}|{SIGNS}" if country else SIGNS
    # The first characters are tried at once: at most places none of two dozen alternatives begins.
    begins = re.escape("".join(sorted({*FIRST, *OF_COUNTRY.get(country, ("",))[0]})))
    large = "|".join(map(re.escape, phrases("large_amounts")))
    return re.compile(
        rf"(?=[{begins}\d])(?:"
        rf"(?=[{begins}])(?:(?<![^\W\d_\u2e80-\uffff])|(?=[$€£₹]))(?P<sign>{signs})\s?(?P<number>{NUMBER})(?![\d.,]|{_LETTER}|[\s-]?(?i:{large}))"
        # "$" in "2 $19" belongs to the number behind it, and so does what begins a line with a number, as "$ 19".
        rf"|(?<![\d.,])(?P<number2>{NUMBER})(?:\n(?!(?:{signs})[^\S\n]?\d)|[^\S\n]?)"
        rf"(?P<sign2>(?=[{begins}])(?:{signs})(?![^\W\d_]|(?<=[$€£¥])\d)|(?<=\d)(?:{'|'.join(BEHIND)})(?![\d-])))"
    )
