"""The candidates that a page shows: amounts with what stands around them, values behind labels, and buttons."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache

import attrs
import numpy as np

from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.blocks.lexicon.alternatives import alternatives
from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.document.product.amounts import Amount, amounts_in, decimal, numbers_in
from scrapy_denoise.document.product.currencies import WRITTEN, sign_of
from scrapy_denoise.document.product.labels import MAX_LABEL, label_fields, read_labels
from scrapy_denoise.document.product.lines import Lines
from scrapy_denoise.document.product.stock import read_stock, stock_keys
from scrapy_denoise.document.source.compiled import Beginnings
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import Places
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import match_key
from scrapy_denoise.page.text.words import UNSPACED

MAX_AMOUNTS, IN_LINE = 60, 4
"""Amounts of a page that are looked at, and of a line."""

MAX_TIMES = 10
"""Characters before an instalment in which it stands how often that is paid."""

MAX_BARE = 25
"""Characters of a line whose number is a price by the names around it alone."""

ABOVE = 8
"""Lines above the title of a page in which its price can be."""

BESIDE = 2
"""Lines between amounts that are compared: of two the lower one is asked."""

NEAR_TOTAL = 0.001
"""Share of a price by which the sum of its instalments differs at most: each is rounded."""

MOST_REDUCED = 10
"""How many times a price the amount beside it is at most for the former to be reduced from it."""

NEAR_TITLE = 40
"""Lines behind the title in which the first amount of a class can be the price though cards below have that class."""

REPEATED = 4
"""Amounts of one class from which they are those of a list."""

_STRONG = tags.flags("strong b h1 h2 h3 h4")
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"\w+|/")
_COUNT = re.compile(r"(?<![\d.,])(?:[2-9]|[1-5]\d|60)(?![\d.,]|\s?%)")
"""How many instalments an amount can be one of."""

_TIMES = re.compile(r"\d{1,2}\s?[x×](?![^\W\d_])")
"""How often an instalment is paid, as in "12x de R$ 57,50"."""

_BEHIND = re.compile(r"[&+(]|(?:\w{1,15}\s)?-?\d{1,3}(?:[.,]\d)?\s?%")
"""What stands between a price and another thing that is told with it, as in "$20 & free delivery"."""

_LEXICONS = {
    "not_saved": "saved_amounts",
    "not_delivery": "delivery_amounts",
    "not_by_part": "part_amounts",
    "not_net": "net_amounts",
    "not_former": "former_prices",
    "included": "included_amounts",
    "added": "added_amounts",
}
_LABELS = {"price_label": "price_labels", "sale_label": "sale_labels"}
FORMER = frozenset(("not_former", "not_former_name", "not_struck"))
"""The signs of a former price."""

HIGHER = frozenset((*FORMER, "beside_sale"))
"""The signs of a price that was asked before: also that a lower one beside it is called the one of a sale."""

_NEAR = (5, 15, 40, 100)
_WITHIN = (*(f"within_{most}" for most in _NEAR), "not_within")
_NTH = tuple(f"nth_{number}" for number in range(6))
_NO_PRICE = frozenset(("not_net", "not_by_part", "not_saved", "not_delivery"))


@attrs.frozen
class Shown:
    """What a page shows of a product beside the candidates.

    stock: how many lines behind the title the first line of each kind stands (`read_stock`). amounts: how many amounts
    the page shows, MAX_AMOUNTS at most. title: the text of the line that is the title of the page; empty where it has
    not the words of one.
    """

    stock: dict[str, int]
    amounts: int
    title: str


@attrs.define(unsafe_hash=True)
class ShownAmount:
    """An amount with the number of its line, its row, the text of the line before it, and its signs."""

    line: int
    row: int
    amount: Amount
    front: str
    price: str
    signs: set[str]


def read_shown(page: Page, name: str, places: Places) -> Shown:
    """Add what a page shows to `places`. name: of the product, as the page states it."""
    lines = Lines(page, name)
    texts, parts, several, labels, amounts = lines.found(_beginnings(), WRITTEN, sign_of(lines.country).encode())
    stock = read_stock(lines, texts, parts, several, places)
    found = _amounts(lines, amounts)
    columns = lines.columns
    rows = np.array([one.row for one in found], np.intp)
    parents = columns.parent[rows]
    kinds: list[int] = columns.class_id[parents].tolist()
    counts = Counter(kinds)
    by_row: dict[str, list[bool]] = {
        "not_struck": [lines.is_struck(one.row) for one in found],
        "not_outside": [lines.is_outside(one.row) for one in found],
        "not_linked": columns.linked[rows].tolist(),
        "strong": _STRONG[columns.tag[parents]].tolist(),
    }
    buttons = [stock[kind] for kind in ("buy", "disabled", "sold_out") if kind in stock]
    nth = 0
    seen = set[int]()
    prices = [float(one.price or 0) for one in found]
    for place, one in enumerate(found):
        after = one.line - lines.title
        nth += after >= 0
        signs = {*one.signs, *_by_place(after, nth), _by_button(one.line, buttons)}
        signs.update([name for name, own in by_row.items() if own[place]])
        kind = kinds[place]
        if counts[kind] >= REPEATED and kind:
            is_first = 0 <= after <= NEAR_TITLE and kind not in seen and not by_row["not_linked"][place]
            signs.add("first_repeated" if is_first else "not_repeated")
        if after >= 0:
            seen.add(kind)
        price = prices[place]
        if price and one.front and _is_instalment(one.front, price, prices):
            signs.add("not_by_part")
        has_lower = False
        for beside in range(max(place - 2, 0), min(place + 3, len(found))):
            other, own = found[beside], prices[beside]
            if abs(other.line - one.line) > BESIDE or own == price:
                continue
            is_lower = own < price
            low, high = (own, price) if is_lower else (price, own)
            if low > 0 and high <= MOST_REDUCED * low and _NO_PRICE.isdisjoint(other.signs):
                signs.add("not_higher" if is_lower else "lower")
                has_lower |= is_lower
                if is_lower and "sale_label" in other.signs:
                    signs.add("beside_sale")
                if by_row["not_struck"][beside] or not FORMER.isdisjoint(other.signs):
                    signs.add("beside_former")
        if not has_lower:  # what is called the regular price is the one that is asked then
            signs.discard("not_former_name")
        places.add("price", one.price, "page", *signs, row=one.row, detail=one.amount.sign)
    read_labels(lines, labels, places)
    return Shown({kind: line - lines.title for kind, line in stock.items()}, len(found), lines.shown_title)


def _amounts(lines: Lines, numbers: list[tuple[int, bool]]) -> list[ShownAmount]:
    """The amounts of a page, each with what the words and the names around it say. numbers: of the lines that may have
    one, each with whether it has the sign of a currency."""
    found: list[ShownAmount] = []
    for number, signed in numbers:
        text = lines.text(number)
        if not text or not (signed or len(text) <= MAX_BARE):
            continue
        row = lines.row(number)
        amounts, names = amounts_in(text, IN_LINE, lines.country) if signed else [], None
        if not amounts and len(text) <= MAX_BARE and "price" in (names := lines.names_around(row)):
            amounts = numbers_in(text, 2)
        for place, amount in enumerate(amounts):
            if lines.last(number) > lines.first(number) + 1:
                row, names = lines.row_at(number, amount.start), None
            names = lines.names_around(row) if names is None else names
            front = text[amounts[place - 1].stop if place else 0 : amount.start]
            if not place and len(front.strip()) < 2:
                before = lines.text(number - 1) if number else ""
                front = f"{'' if _DIGIT.search(before) else before[-MAX_LABEL:]} {front}"
            signs = {*names, *_by_words(text, amounts, place, front), "signed" if amount.sign else "unsigned"}
            if "not_former_name" in signs:
                signs.discard("now_name")
            if amount.stop - amount.start >= len(text) - 2:
                signs.add("alone")
            found.append(ShownAmount(number, row, amount, text[: amount.start], decimal(amount.number), signs))
        if len(found) >= MAX_AMOUNTS:
            break
    return found


def _is_instalment(text: str, price: float, prices: list[float]) -> bool:
    """Whether a number says how often an amount is paid: so many are another amount. text: of its line before it."""
    counts = {int(count) for count in _COUNT.findall(text)}
    totals = [price * count for count in counts if count != price]
    return bool(totals) and any(abs(total - other) <= NEAR_TOTAL * other for total in totals for other in prices)


def _by_place(after: int, nth: int) -> tuple[str, ...]:
    """The signs of how many lines an amount stands behind the title, and of its number from there on."""
    if after < 0:
        return ("not_before_title" if after < -ABOVE else "above_title",)
    return _NTH[min(nth, 5)], _WITHIN[bisect_left(_NEAR, after)]


def _by_button(line: int, buttons: list[int]) -> str:
    """The sign of how many lines an amount stands from the nearest button to buy."""
    if not buttons:
        return "no_buy"
    nearest = min([abs(line - button) for button in buttons])
    return "buy_4" if nearest <= 4 else "buy_10" if nearest <= 10 else "not_buy"


def _by_words(text: str, amounts: list[Amount], place: int, front: str) -> Iterator[str]:
    """The signs of the words around an amount. What stands between two amounts is said of the second, but for a part
    such as "/ 100 g".

    amounts: those of the line. place: of the amount among them. front: what stands before it, from another amount on;
    of an amount that begins its line, the line before, if that has no digits.
    """
    amount = amounts[place]
    front = front[-MAX_LABEL:].lower()
    is_last = place == len(amounts) - 1
    stop = min(amount.stop + MAX_LABEL, len(text) if is_last else amounts[place + 1].start)
    if front.strip():
        told = _other_amounts(front)
        yield from told - {"not_delivery"} if "included" in told else told
        if _TIMES.search(front[-MAX_TIMES:]):
            yield "not_by_part"
        yield from _label_signs().get(match_key(front), ())
    if stop > amount.stop and (behind := _BEHIND.split(text[amount.stop : stop].lower(), maxsplit=1)[0]).strip():
        told = _other_amounts(behind)
        told -= {"not_former", *(() if told.isdisjoint(("included", "added")) else ("not_delivery",))}
        # In "$ 60 or 4x $ 15" the words of an instalment are said of the second amount.
        yield from (
            told if is_last else () if _other_way().match(behind) or _TIMES.search(behind) else told & {"not_by_part"}
        )


@cache
def _other_way() -> re.Pattern[str]:
    """What stands between a price and the instalments in which it can be paid."""
    return re.compile(rf"\W{{0,3}}(?:{alternatives(phrases('or_words'))})\b")


@cache
def _label_signs() -> dict[str, list[str]]:
    """The signs of each label of a price, by its letters and digits."""
    keys = {sign: phrase_keys(name) for sign, name in _LABELS.items()}
    return {key: [sign for sign, own in keys.items() if key in own] for key in frozenset[str]().union(*keys.values())}


@lru_cache(maxsize=1024)
def _other_amounts(text: str) -> frozenset[str]:
    """The signs of the words and phrases in a text that stand beside an amount that is not the price."""
    spaced, unspaced = _phrases()
    words = _WORD.findall(text)
    found = {
        sign
        for start, word in enumerate(words)
        if word in spaced
        for phrase, sign in spaced[word]
        if words[start : start + len(phrase)] == phrase
    }
    if not text.isascii():
        found.update(sign for phrase, sign in unspaced if phrase in text)
    return frozenset(found)


@cache
def _beginnings() -> Beginnings:
    return Beginnings(stock_keys(), label_fields())


@cache
def _phrases() -> tuple[dict[str, list[tuple[list[str], str]]], list[tuple[str, str]]]:
    """The phrases of such amounts, each with its sign: the words of each by the first of them; and those of scripts
    without spaces between words."""
    spaced: dict[str, list[tuple[list[str], str]]] = {}
    unspaced = []
    for name, lexicon in _LEXICONS.items():
        for phrase in phrases(lexicon):
            if phrase[0] >= UNSPACED:
                unspaced.append((phrase, name))
            elif words := _WORD.findall(phrase):
                spaced.setdefault(words[0], []).append((words, name))
    return spaced, unspaced
