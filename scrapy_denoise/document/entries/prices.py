"""The prices of records: amounts with the sign or the code of a currency that stand apart from other text, or that most
records of a list have."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.document.entries.compiled import record_lines
from scrapy_denoise.document.product.amounts import amounts_in, decimal
from scrapy_denoise.document.product.currencies import country_of, may_have_price
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.compiled import ExactWords

MAX_PRICED = 2_000
"""Characters of a record in which its price is looked for."""

MAX_LABELLED = 60
"""Characters of a line that is a price with its label. In a longer one, and in a title, an amount is as often told."""

MIN_PRICED_SHARE = 0.5
"""Share of the records of a list that have a price, from which such amounts are theirs."""

MAX_FORMER, MAX_LABEL = 4, 30
"""Prices of a text that are checked for being former ones, and characters before each that are searched for such a
label."""

_STRUCK = tags.flags("del s strike")

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


def record_prices(
    page: Page,
    digits: NDArray[np.uint8],
    in_titles: BoolArray,
    begins: IndexArray,
    stops: IndexArray,
    lists: IndexArray,
) -> list[tuple[str, str]]:
    """The first price of each of some records, as written, with its currency: not crossed out, and rather one that no
    class calls a former one, that stands outside of the title, and not in a sentence.

    digits, in_titles: for each text row how many digits it has, and whether it is part of the title of a record.
    begins, stops: where the texts of the records begin and end. lists: the numbers of their lists.
    """
    columns, rows, country = page.columns, page.columns.text_rows, page.cached(country_of)
    has_figures = digits > 0
    figures = np.append(0, np.cumsum(has_figures))
    with_figures = (figures[stops] > figures[begins]).nonzero()[0].tolist()
    spans = zip(
        with_figures,
        columns.text_start[rows[begins[with_figures]]].tolist(),
        columns.text_stop[rows[stops[with_figures] - 1]].tolist(),
        strict=True,
    )
    priced = np.array([place for place, at, to in spans if may_have_price(columns.text[at:to], country)], np.intp)
    found = [("", "")] * len(begins)
    if not len(priced):
        return found
    shown, former = page.cached(_shown_and_former)
    cents = _cents(columns, has_figures)
    are_told = np.zeros(len(begins), np.bool_)
    for wanted, are_titles in ((~(former | in_titles), False), (~former, True), (shown, True)):
        texts = record_lines(columns, (wanted & ~cents).view(np.uint8), begins[priced], stops[priced])
        for place, lines in zip(priced.tolist(), texts, strict=True):
            found[place], are_told[place] = _price_of(lines, country)
            are_told[place] |= are_titles
        priced = priced[[not found[place][0] for place in priced.tolist()]]
    counts = np.bincount(lists)
    shares = np.bincount(lists, [bool(price) for price, _ in found]) / np.maximum(counts, 1)
    for place in (are_told & (shares[lists] < MIN_PRICED_SHARE)).nonzero()[0].tolist():
        found[place] = ("", "")
    at_cents = cents.nonzero()[0]
    for place, (price, currency) in enumerate(found if len(at_cents) else ()):
        first, last = at_cents.searchsorted((begins[place], stops[place]))
        for position in at_cents[first:last].tolist() if price else ():
            if columns.text_between(position - 1, position).endswith(price):
                mark = "," if "." in price else "."
                found[place] = (f"{price}{mark}{columns.text_between(position, position + 1)}", currency)
                break
    return found


def regular_prices(page: Page, begins: IndexArray, stops: IndexArray, prices: list[str]) -> list[str]:
    """The regular price of each of some records: a higher one that is crossed out, that a class or a label calls a
    former one, or that stands right before the price; empty where there is none.

    begins, stops: as in `record_prices`. prices: those of the records, as digits with a decimal point.
    """
    country, found = page.cached(country_of), [""] * len(prices)
    priced = np.array([place for place, price in enumerate(prices) if price], np.intp)
    if not len(priced):
        return found
    former = page.cached(_shown_and_former)[1]
    texts = [
        [
            "\n".join(lines)[:MAX_PRICED]
            for lines in record_lines(page.columns, wanted.view(np.uint8), begins[priced], stops[priced])
        ]
        for wanted in (former, np.ones_like(former))
    ]
    for place, own, whole in zip(priced.tolist(), *texts, strict=True):
        amounts = amounts_in(whole, MAX_FORMER, country)
        before = [one for one in amounts if _former().search(whole, max(0, one.start - MAX_LABEL), one.start)]
        beside = [one for one, other in pairwise(amounts) if not whole[one.stop : other.start].strip(" \u00a0")]
        higher = (decimal(one.number) for one in (*amounts_in(own, MAX_FORMER, country), *before, *beside))
        found[place] = next((one for one in higher if one and float(one) > float(prices[place])), "")
    return found


def _shown_and_former(page: Page) -> tuple[BoolArray, BoolArray]:
    """For each text row whether it is not crossed out; and whether it is, or stands in an element whose class calls it
    a former price."""
    columns, rows = page.columns, page.columns.text_rows
    struck = columns.in_subtrees(_STRUCK[columns.tag].nonzero()[0])[rows]
    former = np.array(page.cached(class_id_pairs).rows_with(FORMER, ids=False)[0], np.intp)
    return ~struck, struck | columns.in_subtrees(former)[rows]


def _price_of(lines: list[str], country: str) -> tuple[tuple[str, str], bool]:
    """The price in some lines, and whether it stands in a long one alone."""
    short = [line for line in lines if len(line) <= MAX_LABELLED]
    price = price_in("\n".join(short)[:MAX_PRICED], country)
    if price[0] or len(short) == len(lines):
        return price, False
    return price_in("\n".join(lines)[:MAX_PRICED], country), True


def _cents(columns: Columns, figures: BoolArray) -> BoolArray:
    """For each text row whether it is two digits that an element of its own sets right behind others, as a raised
    "00" behind "$549". figures: for each whether it has figures."""
    rows = columns.text_rows
    found = np.zeros(len(rows), np.bool_)
    beside = (columns.chars[rows[1:]] == 2) & (columns.text_start[rows[1:]] == columns.text_stop[rows[:-1]])
    beside &= figures[1:] & figures[:-1]
    for position in (beside.nonzero()[0] + 1).tolist():
        text = columns.text_between(position - 1, position + 1)
        found[position] = text[-3:].isdecimal() and text[-3:].isascii()
    return found


def price_in(text: str, country: str = "") -> tuple[str, str]:
    """The first price in a text of one or more lines that no label calls a former one, or else the first, as its
    number and its currency are written; empty where there is none. Of two side by side the lower one is asked.

    Amounts in words, such as "$5 million", are none.
    """
    first: tuple[str, str] = ("", "")
    end = -1
    for found in amounts_in(text, MAX_FORMER, country):
        price = (found.number, found.sign)
        if end >= 0:
            beside = text[end : found.start].strip(" \u00a0") == ""
            return price if beside and _is_lower(price, first) else first
        first = first if first[0] else price
        if not _former().search(text, max(0, found.start - MAX_LABEL), found.start):
            first, end = price, found.stop
    return first


def _is_lower(price: tuple[str, str], other: tuple[str, str]) -> bool:
    return price[1] == other[1] and 0 < float(decimal(price[0]) or 0) < float(decimal(other[0]) or 0)


@cache
def _former() -> re.Pattern[str]:
    """What a line begins with before a former price."""
    labels = "|".join(map(re.escape, phrases("former_prices")))
    return re.compile(rf"(?:^|\()(?i:{labels})\W{{0,3}}\Z", re.MULTILINE)
