"""Amounts of money: finds them in a text, and reads them with ``price-parser``."""

from __future__ import annotations

import re
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from functools import cache, lru_cache
from itertools import islice

import attrs
from price_parser import Price

from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.page.compiled import ExactWords

MAX_FIELD_CHARS = 500
"""The most characters of a value."""

MOST_PRICE = Decimal(10) ** 12

SIGNS = (
    r"(?:US|CA|AU|NZ|HK|NT|MX|AR|CL|R|S)?\$|[€£¥₹₽₺₩฿₴₫₪₱₦₸￥]|zł|Kč|kr\.?|руб\.?|грн\.?|тг\.?|元|円|원|лв|Ft|[Ll]ei"
    r"|RM|Rp|Rs\.?|TL"
)
CODES = (
    *("USD", "EUR", "GBP", "CHF", "CNY", "RMB", "JPY", "SEK", "NOK", "DKK", "PLN", "CZK", "AUD", "CAD", "BRL", "INR"),
    *("RON", "HUF", "RSD", "BYN", "PKR", "AED", "SAR", "KZT", "TRY", "RUB", "UAH", "MXN", "CLP", "NZD", "SGD", "TWD"),
)
_CODES = f"(?:{'|'.join(CODES)})"
# Bounded: without that, groups of digits by the thousand would be tried from each on.
NUMBER = r"\d{1,3}(?:[ \u00a0\u202f']\d{3}){1,6}(?:[.,]\d\d?)?(?!\d)|\d[\d.,]{0,24}(?![.,]?\d)"
_LETTER = r"(?i:[kmbt]|bn|tn)(?![^\W_])"
"""What stands right behind the number of such an amount: "$22k", "€18.5m"."""
_SIGN = re.compile(rf"{SIGNS}|{_CODES}")
_NUMBERS = re.compile(rf"(?<![\d.,])(?:{NUMBER})")
_POINT = re.compile(r"\d{1,15}\.\d{1,4}")
_FRACTION = re.compile(r"0[.,]\d{1,6}")
_MONEY = ExactWords(
    {
        "sign": [
            sign.encode()
            for sign in (
                *"$ € £ ¥ ₹ ₽ ₺ ₩ ฿ ₴ ₫ ₪ ₱ ₦ ₸ ￥ zł Kč kr руб грн тг 元 円 원 лв Ft lei Lei RM Rp Rs TL".split(),
                *CODES,
            )
        ]
    }
)
"""What of each sign stands in every text with it."""

_ISO = {
    "€": "EUR",
    "£": "GBP",
    "₹": "INR",
    "₽": "RUB",
    "₺": "TRY",
    "₩": "KRW",
    "원": "KRW",
    "฿": "THB",
    "₴": "UAH",
    "₫": "VND",
    "₪": "ILS",
    "₱": "PHP",
    "₦": "NGN",
    "₸": "KZT",
    "zł": "PLN",
    "Kč": "CZK",
    "руб": "RUB",
    "грн": "UAH",
    "тг": "KZT",
    "元": "CNY",
    "円": "JPY",
    "лв": "BGN",
    "Ft": "HUF",
    "lei": "RON",
    "RM": "MYR",
    "Rp": "IDR",
    "TL": "TRY",
    "RMB": "CNY",
    "US$": "USD",
    "CA$": "CAD",
    "AU$": "AUD",
    "NZ$": "NZD",
    "HK$": "HKD",
    "NT$": "TWD",
    "MX$": "MXN",
    "AR$": "ARS",
    "CL$": "CLP",
    "R$": "BRL",
    "S$": "SGD",
}
_BY_COUNTRY = {
    "$": {
        "ca": "CAD",
        "au": "AUD",
        "nz": "NZD",
        "mx": "MXN",
        "ar": "ARS",
        "cl": "CLP",
        "co": "COP",
        "tw": "TWD",
        "hk": "HKD",
        "sg": "SGD",
        "uy": "UYU",
        "": "USD",
    },
    "kr": {"se": "SEK", "no": "NOK", "dk": "DKK", "is": "ISK", "": "SEK"},
    "¥": {"cn": "CNY", "tw": "CNY", "hk": "CNY", "": "JPY"},
    "Rs": {"pk": "PKR", "lk": "LKR", "np": "NPR", "mu": "MUR", "": "INR"},
    "руб": {"by": "BYN", "": "RUB"},
    "元": {"tw": "TWD", "hk": "HKD", "": "CNY"},
}


@attrs.frozen
class Amount:
    """An amount in a text: its number and its currency as written (empty without one), and where it stands."""

    number: str
    sign: str
    start: int
    stop: int


def may_have_price(text: bytes) -> bool:
    """Whether some sign or code of a currency stands in a text in UTF-8, be it within a word."""
    return _MONEY.are_in(text)


def is_sign(text: str) -> bool:
    """Whether a text is the sign or the code of a currency."""
    return _SIGN.fullmatch(text) is not None


def amounts_in(text: str, most: int) -> list[Amount]:
    """The first amounts in a text of one or more lines that have the sign or the code of a currency, in their order.

    Amounts in words, such as "$5 million", are none.
    """
    return [
        Amount(found["number"] or found["number2"], found["sign"] or found["sign2"], found.start(), found.end())
        for found in islice(pattern().finditer(text), most)
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
    found = Price.fromstring(text).amount if any(map(str.isdigit, text)) else None
    return "" if found is None else f"{found:f}"


def price_key(price: str) -> Decimal | None:
    """What prices are compared by: 12 is 12.00; None for what is no price, such as 0."""
    with suppress(InvalidOperation):
        found = Decimal(price).normalize()
        return found if found.is_finite() and 0 < found < MOST_PRICE else None
    return None


def currency_code(sign: str, country: str) -> str:
    """The code (ISO 4217) of a currency as a page shows it; empty where it is not known.

    country: the last part of the page's host, or the two letters of its language's country, which tell a dollar.

    >>> currency_code("$", "ca"), currency_code("Kč", ""), currency_code("CHF", "ch")
    ('CAD', 'CZK', 'CHF')
    """
    sign = sign.rstrip(".").replace("￥", "¥")
    if sign in _BY_COUNTRY:
        return _BY_COUNTRY[sign].get(country, _BY_COUNTRY[sign][""])
    return _ISO.get(sign) or _ISO.get(
        sign.lower(), sign if len(sign) == 3 and sign.isascii() and sign.isupper() else ""
    )


@cache
def pattern() -> re.Pattern[str]:
    """Amounts with the sign or the code of a currency."""
    large = "|".join(map(re.escape, phrases("large_amounts")))
    return re.compile(
        rf"(?<![^\W\d_\u2e80-\uffff])(?P<sign>{SIGNS}|{_CODES})\s?(?P<number>{NUMBER})(?![\d.,]|{_LETTER}|[\s-]?(?i:{large}))"
        # "$" in "2 $19" belongs to the number behind it, and so does what begins a line with a number, as "$ 19".
        rf"|(?<![\d.,])(?P<number2>{NUMBER})(?:\n(?!(?:{SIGNS}|{_CODES})[^\S\n]?\d)|[^\S\n]?)"
        rf"(?P<sign2>{SIGNS}|{_CODES})(?![^\W\d_]|(?<=[$€£¥])\d)"
    )
