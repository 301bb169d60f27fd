"""The signs of currencies as pages write them beside an amount, and the codes (ISO 4217) that they stand for."""

from __future__ import annotations

import re

from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import ExactWords
from scrapy_denoise.page.url import split_url

_CODE_OF = {
    "US$": "USD", "CA$": "CAD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "NT$": "TWD", "MX$": "MXN", "AR$": "ARS",
    "CL$": "CLP", "R$": "BRL", "S$": "SGD", "A$": "AUD", "C$": "CAD",
    "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₺": "TRY", "₩": "KRW",
    "원": "KRW", "฿": "THB", "₴": "UAH", "₫": "VND", "VNĐ": "VND", "đ": "VND", "₪": "ILS", "₱": "PHP", "₦": "NGN",
    "₸": "KZT", "₾": "GEL", "₵": "GHS", "₡": "CRC", "₼": "AZN", "֏": "AMD", "zł": "PLN", "Kč": "CZK", "грн": "UAH",
    "тг": "KZT", "円": "JPY", "лв": "BGN", "Ft": "HUF", "lei": "RON", "Lei": "RON", "RM": "MYR", "Rp": "IDR",
    "TL": "TRY", "RMB": "CNY", "ر.س": "SAR", "د.إ": "AED", "ج.م": "EGP", "د.ك": "KWD", "ر.ق": "QAR",
    "ر.ع": "OMR", "د.ب": "BHD", "د.م": "MAD", "د.ج": "DZD", "د.ت": "TND", "ريال": "SAR", "درهم": "AED", "جنيه": "EGP",
    "تومان": "IRR",
}  # fmt: skip
"""The currency of each sign that is that of one."""

_BY_COUNTRY = {
    "$": {
        "ca": "CAD", "au": "AUD", "nz": "NZD", "mx": "MXN", "ar": "ARS", "cl": "CLP", "co": "COP", "tw": "TWD",
        "hk": "HKD", "sg": "SGD", "uy": "UYU", "": "USD",
    },
    "kr": {"se": "SEK", "no": "NOK", "dk": "DKK", "is": "ISK", "": "SEK"},
    "Kr": {"se": "SEK", "no": "NOK", "dk": "DKK", "is": "ISK", "": "DKK"},
    ":-": {"no": "NOK", "dk": "DKK", "fi": "EUR", "": "SEK"},
    ",-": {"no": "NOK", "dk": "DKK", "se": "SEK", "cz": "CZK", "ch": "CHF", "": "EUR"},
    "¥": {"cn": "CNY", "tw": "CNY", "hk": "CNY", "": "JPY"},
    "￥": {"cn": "CNY", "tw": "CNY", "hk": "CNY", "": "JPY"},
    "Rs": {"pk": "PKR", "lk": "LKR", "np": "NPR", "mu": "MUR", "": "INR"},
    "руб": {"by": "BYN", "": "RUB"},
    "元": {"tw": "TWD", "hk": "HKD", "": "CNY"},
}  # fmt: skip
"""The currency of each sign that several have: by the last part of a host, or by the country of a language."""

MAX_LANGUAGE = 20
"""Characters of the language of a page that is read."""

OF_COUNTRY = {"za": ("R", "ZAR")}
"""Signs, with their codes, that are read on the pages of one country alone: elsewhere such letters are words."""

BEHIND = (":-", ",-")
"""What stands in the place of the decimals of a whole amount, and behind it alone."""

CODES = (
    *("USD", "EUR", "GBP", "CHF", "CNY", "RMB", "JPY", "SEK", "NOK", "DKK", "PLN", "CZK", "AUD", "CAD", "BRL", "INR"),
    *("RON", "HUF", "RSD", "BYN", "PKR", "AED", "SAR", "KZT", "TRY", "RUB", "UAH", "MXN", "CLP", "NZD", "SGD", "TWD"),
    *("KRW", "THB", "VND", "IDR", "MYR", "ILS", "ZAR", "EGP", "KWD", "QAR", "OMR", "BGN", "ISK"),
)
"""Codes that are found beside amounts; others are words of texts, such as ALL and PHP."""

_SIGNS = sorted({*_CODE_OF, *_BY_COUNTRY} - {*BEHIND, *CODES}, key=lambda sign: (-len(sign), sign))


def _escaped(sign: str) -> str:
    return re.escape(sign) + r"\.?" * sign[-1].isalpha()


SIGNS = "|".join(map(_escaped, _SIGNS)) + f"|{'|'.join(CODES)}"
"""A pattern of the signs and codes of currencies, the longest first."""

FIRST = frozenset(sign[0] for sign in (*_SIGNS, *CODES))
"""The characters with which these begin."""

WRITTEN = ExactWords({"sign": [sign.encode() for sign in (*_SIGNS, *BEHIND, *CODES)]})
"""What stands in every text with an amount."""


def may_have_price(text: bytes, country: str = "") -> bool:
    """Whether some sign or code of a currency stands in a text in UTF-8, be it within a word. country: of the page."""
    return WRITTEN.are_in(text) or (country in OF_COUNTRY and sign_of(country).encode() in text)


def sign_of(country: str) -> str:
    """The sign that only the pages of a country have; empty for one without."""
    return OF_COUNTRY[country][0] if country in OF_COUNTRY else ""


def currency_code(sign: str, country: str) -> str:
    """The code (ISO 4217) of a currency as a page shows it; empty where it is not known.

    country: the last part of the page's host, or the two letters of its language's country, which tell a dollar.

    >>> currency_code("$", "ca"), currency_code("Kč", ""), currency_code("CHF", "ch")
    ('CAD', 'CZK', 'CHF')
    """
    sign = sign.rstrip(".")
    if country in OF_COUNTRY and sign == OF_COUNTRY[country][0]:
        return OF_COUNTRY[country][1]
    if sign in _BY_COUNTRY:
        return _BY_COUNTRY[sign].get(country, _BY_COUNTRY[sign][""])
    return _CODE_OF.get(sign, sign if sign in CODES else "")


def country_of(page: Page) -> str:
    """The country that tells what a dollar is: the last part of the host where that is one, or the language's."""
    last = (split_url(page.url or "").hostname or "").rpartition(".")[2]
    language = (page.root.get("lang") or "") if page.root is not None else ""
    region = language.replace("_", "-").rpartition("-")[2].lower() if len(language) <= MAX_LANGUAGE else ""
    return last if len(last) == 2 else region if len(region) == 2 and len(language) > 2 else ""
