"""The price of a record: an amount with the sign or the code of its currency."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice

from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.document.offers import decimal
from scrapy_denoise.page.dom.name_matcher import ExactWords

_SIGNS = r"(?:US|CA|AU|NZ|HK|R|S)?\$|[€£¥₹₽₺₩฿₴₫₪₱₦￥]|zł|Kč|kr\.?|руб\.?|元|円|원|лв|Ft|lei|RM|Rp"
CODES = ("USD", "EUR", "GBP", "CHF", "CNY", "RMB", "JPY", "SEK", "NOK", "DKK", "PLN", "CZK", "AUD", "CAD")
_CODES = f"(?:{'|'.join(CODES)})"
# Bounded: without that, groups of digits by the thousand would be tried from each on.
_NUMBER = r"\d{1,3}(?:[ \u00a0\u202f']\d{3}){1,6}(?:[.,]\d\d?)?(?!\d)|\d[\d.,]{0,24}(?![.,]?\d)"
_SIGN = re.compile(rf"{_SIGNS}|{_CODES}")
_DIGIT = re.compile(r"\d")
MAX_FORMER, MAX_LABEL = 4, 30
"""Prices of a text that are checked for being former ones, and characters before each that are searched for such a
label."""

_LITERALS = ExactWords(
    {
        "sign": [
            sign.encode()
            for sign in (
                *"$ € £ ¥ ₹ ₽ ₺ ₩ ฿ ₴ ₫ ₪ ₱ ₦ ￥ zł Kč kr руб 元 円 원 лв Ft lei RM Rp".split(),
                *CODES,
            )
        ]
    }
)
"""What of each sign stands in every text with it."""
FORMER = ExactWords(
    {
        "former": (
            *(b"price-was", b"was-price", b"wasPrice", b"price_was", b"old-price", b"price-old", b"oldPrice"),
            *(b"old_price", b"OldPrice", b"price--old", b"price__old", b"regular-price", b"price-regular"),
            *(b"compare-at", b"compare_at", b"original-price", b"price--original", b"price-before"),
            *(b"previous-price", b"list-price", b"crossed", b"strike"),
        )
    }
)
"""What names of classes of elements hold that show a former price."""


def may_have_price(text: bytes) -> bool:
    """Whether some sign or code of a currency stands in a text in UTF-8, be it within a word."""
    return _LITERALS.are_in(text)


def is_sign(text: str) -> bool:
    """Whether a text is the sign or the code of a currency."""
    return _SIGN.fullmatch(text) is not None


def price_in(text: str) -> tuple[str, str]:
    """The first price in a text of one or more lines that no label calls a former one, or else the first, as its
    number and its currency are written; empty where there is none. Of two side by side the lower one is asked.

    Amounts in words, such as "$5 million", are none.
    """
    first: tuple[str, str] = ("", "")
    end = -1
    for found in islice(_price().finditer(text), MAX_FORMER):
        price = (found["number"] or found["number2"], found["sign"] or found["sign2"])
        if end >= 0:
            beside = text[end : found.start()].strip(" \u00a0") == ""
            return price if beside and _is_lower(price, first) else first
        first = first if first[0] else price
        if not _former().search(text, max(0, found.start() - MAX_LABEL), found.start()):
            first, end = price, found.end()
    return first


def _is_lower(price: tuple[str, str], other: tuple[str, str]) -> bool:
    return price[1] == other[1] and 0 < float(decimal(price[0]) or 0) < float(decimal(other[0]) or 0)


def without_prices(text: str) -> str:
    """A text with nothing in the places of its prices."""
    if _DIGIT.search(text) is None:
        return text
    return _price().sub("", text)


@cache
def _former() -> re.Pattern[str]:
    """What a line begins with before a former price."""
    labels = "|".join(map(re.escape, phrases("former_prices")))
    return re.compile(rf"(?:^|\()(?i:{labels})\W{{0,3}}\Z", re.MULTILINE)


@cache
def _price() -> re.Pattern[str]:
    large = "|".join(map(re.escape, phrases("large_amounts")))
    return re.compile(
        rf"(?<![^\W\d_])(?P<sign>{_SIGNS}|{_CODES})\s?(?P<number>{_NUMBER})(?![\d.,]|[\s-]?(?i:{large}))"
        # "$" in "2 $19" belongs to the number behind it, and so does what begins a line with a number, as "$ 19".
        rf"|(?<![\d.,])(?P<number2>{_NUMBER})(?:\n(?!(?:{_SIGNS}|{_CODES})[^\S\n]?\d)|[^\S\n]?)"
        rf"(?P<sign2>{_SIGNS}|{_CODES})(?![^\W\d_]|(?<=[$€£¥])\d)"
    )
