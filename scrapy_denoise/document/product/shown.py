"""The candidates that a page shows: amounts with what stands around them, values behind labels, and buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import attrs

from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.document.product.amounts import Amount, amounts_in, decimal, may_have_price, numbers_in
from scrapy_denoise.document.product.labels import MAX_LABEL, read_labels
from scrapy_denoise.document.product.lines import Lines
from scrapy_denoise.document.product.stock import read_stock
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

REPEATED = 4
"""Amounts of one class from which they are those of a list."""

_STRONG = tags.flags("strong b h1 h2 h3 h4")
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"\w+|/")
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
}
FORMER = frozenset(("not_former", "not_former_name", "not_struck"))
"""The signs of a former price."""

_NO_PRICE = frozenset(("not_net", "not_by_part", "not_saved", "not_delivery"))


@attrs.frozen
class Shown:
    """What a page shows of a product beside the candidates.

    stock: how many lines behind the title the first line of each kind stands (`read_stock`). amounts: how many amounts
    the page shows, MAX_AMOUNTS at most.
    """

    stock: dict[str, int]
    amounts: int


@attrs.frozen
class ShownAmount:
    """An amount with the number of its line, its row, and its signs."""

    line: int
    row: int
    amount: Amount
    price: str
    signs: set[str]


def read_shown(page: Page, places: Places) -> Shown:
    """Add what a page shows to `places`."""
    lines = Lines(page)
    texts = [(number, text) for number in range(len(lines)) if (text := lines.text(number))]
    stock = read_stock(lines, texts, places)
    found = _amounts(lines, texts)
    related = phrase_keys("related_titles")
    below = next((number for number, text in texts if number > lines.title and match_key(text) in related), None)
    kinds = [int(lines.columns.class_id[lines.columns.parent[one.row]]) for one in found]
    buttons = [stock[kind] for kind in ("buy", "disabled", "sold_out") if kind in stock]
    nth = 0
    for place, one in enumerate(found):
        after = one.line - lines.title
        nth += after >= 0
        signs = {*one.signs, *_by_place(after, nth), *_by_button(one.line, buttons)}
        flags = {
            "not_struck": lines.struck[one.row],
            "not_outside": lines.outside[one.row],
            "not_linked": lines.columns.linked[one.row],
            "not_repeated": bool(kinds[place]) and kinds.count(kinds[place]) >= REPEATED,
            "not_below_related": below is not None and one.line > below,
            "strong": _STRONG[lines.columns.tag[lines.columns.parent[one.row]]],
        }
        signs.update(name for name, is_so in flags.items() if is_so)
        for other in found[max(place - 2, 0) : place + 3]:
            near = abs(other.line - one.line) <= BESIDE and _NO_PRICE.isdisjoint(other.signs)
            if near and one.price and other.price and float(other.price) != float(one.price):
                signs.add("not_higher" if float(other.price) < float(one.price) else "lower")
                if lines.struck[other.row] or not FORMER.isdisjoint(other.signs):
                    signs.add("beside_former")
        places.add("price", one.price, "page", *signs, row=one.row, detail=one.amount.sign)
    read_labels(lines, places)
    return Shown({kind: line - lines.title for kind, line in stock.items()}, len(found))


def _amounts(lines: Lines, texts: list[tuple[int, str]]) -> list[ShownAmount]:
    """The amounts of a page, each with what the words and the names around it say."""
    found: list[ShownAmount] = []
    before = ""
    for number, text in texts:
        if _DIGIT.search(text) is None:
            before = text
            continue
        row = lines.row(number)
        amounts, names = amounts_in(text, IN_LINE) if may_have_price(text.encode("utf-8", "replace")) else [], None
        if not amounts and len(text) <= MAX_BARE and "price" in (names := lines.names_around(row)):
            amounts = numbers_in(text, 2)
        for place, amount in enumerate(amounts):
            if lines.last[number] > lines.first[number] + 1:
                row, names = lines.row_at(number, amount.start), None
            names = lines.names_around(row) if names is None else names
            signs = {*names, *_by_words(text, amounts, place, before), "signed" if amount.sign else "unsigned"}
            if "not_former_name" in signs:
                signs.discard("now_name")
            if amount.stop - amount.start >= len(text) - 2:
                signs.add("alone")
            found.append(ShownAmount(number, row, amount, decimal(amount.number), signs))
        if len(found) >= MAX_AMOUNTS:
            break
        before = ""
    return found


def _by_place(after: int, nth: int) -> Iterator[str]:
    """The signs of how many lines an amount stands behind the title, and of its number from there on."""
    yield "not_before_title" if after < -ABOVE else "above_title" if after < 0 else f"nth_{min(nth, 5)}"
    if after >= 0:
        yield next((f"within_{most}" for most in (5, 15, 40, 100) if after <= most), "not_within")


def _by_button(line: int, buttons: list[int]) -> Iterator[str]:
    """The sign of how many lines an amount stands from the nearest button to buy."""
    nearest = min((abs(line - button) for button in buttons), default=None)
    if nearest is None:
        yield "no_buy"
    else:
        yield next((f"buy_{most}" for most in (4, 10, 30) if nearest <= most), "not_buy")


def _by_words(text: str, amounts: list[Amount], place: int, before: str) -> Iterator[str]:
    """The signs of the words around an amount: those of its line, and those of the line before where it begins its own.
    What stands between two amounts is said of the second, but for a part such as "/ 100 g".

    amounts: those of the line. place: of the amount among them. before: the line before, if it has no digits.
    """
    amount = amounts[place]
    front = text[amounts[place - 1].stop if place else 0 : amount.start]
    if not place and len(front.strip()) < 2:
        front = f"{before[-MAX_LABEL:]} {front}"
    front = front[-MAX_LABEL:].lower()
    is_last = place == len(amounts) - 1
    stop = min(amount.stop + MAX_LABEL, len(text) if is_last else amounts[place + 1].start)
    behind = _BEHIND.split(text[amount.stop : stop].lower(), maxsplit=1)[0]
    if front.strip():
        yield from _other_amounts(front)
        if _TIMES.search(front[-MAX_TIMES:]):
            yield "not_by_part"
    if behind.strip():
        told = _other_amounts(behind)
        yield from (sign for sign in told if sign == "not_by_part" or (is_last and sign != "not_former"))
    if match_key(front) in phrase_keys("price_labels"):
        yield "price_label"


def _other_amounts(text: str) -> Iterator[str]:
    """The signs of the words and phrases in a text that stand beside an amount that is not the price."""
    known, unspaced, longest = _phrases()
    words = _WORD.findall(text)
    for start in range(len(words)):
        for stop in range(start + 1, min(start + longest, len(words)) + 1):
            if sign := known.get(" ".join(words[start:stop])):
                yield sign
    if not text.isascii():
        yield from (sign for phrase, sign in unspaced if phrase in text)


@cache
def _phrases() -> tuple[dict[str, str], list[tuple[str, str]], int]:
    """The phrases of such amounts, each with its sign, those of scripts without spaces between words apart; and the
    words of the longest of the former."""
    both = [(phrase, sign) for sign, name in _LEXICONS.items() for phrase in phrases(name)]
    words = [(_WORD.findall(phrase), sign) for phrase, sign in both if phrase[0] < UNSPACED]
    spaced = {" ".join(parts): sign for parts, sign in words}
    return spaced, [one for one in both if one[0][0] >= UNSPACED], max(len(parts) for parts, _ in words)
