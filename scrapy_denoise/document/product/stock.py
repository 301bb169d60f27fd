"""Whether a page shows that its product can be bought: buttons, and lines that tell of the stock."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import numpy as np

from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.document.product.lines import LEVELS, NEAREST, Lines
from scrapy_denoise.page.candidates.candidates import Places
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import match_key
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.walk.compiled import ElementRequest

MAX_BUTTON = 50
"""Characters of the text of a button, or of what tells of the stock."""

ABOVE = 3
"""Lines above the title of a page from which these are looked for."""

NEAR = 60
"""Lines behind the title in which a part of a line can tell of the stock."""

MIN_PART, MAX_LINE = 7, 80
"""Characters of such a part, and of its line."""

LEAST_CHOICES = 3
"""Controls between the title and a button that cannot be pressed from which it waits for a choice: the pages of the
corpora that have so many are in stock, as far as they state it."""

MAX_INPUTS, FORM = 50, 30
"""Elements ``input`` that are looked at for a button, and rows behind the last text in which they stand."""

REPEATED = 4
"""Buttons to buy from which those below a line that the product is sold out are those of others."""

AVAILABILITY = {"buy": "InStock", "in_stock": "InStock", "disabled": "OutOfStock", "sold_out": "OutOfStock"}

_LEXICONS = {"in_stock": "in_stock_lines", "buy": "buy_buttons", "sold_out": "sold_out_lines"}
_BUTTONS = tags.flags("button a input")
_CHOICES = tags.flags("button input select option label")
_INPUT = tags.CODES["input"]
_BREAK = re.compile(r"[.!,;|•。！，][\s\u200b]*|\s[-–—]\s")


def read_stock(lines: Lines, texts: list[int], parts: list[int], several: list[int], places: Places) -> dict[str, int]:
    """The first line from the title on of each kind (`stock_kind`), with what it says of the availability added to
    `places`; a button to buy that cannot be pressed is ``disabled``.

    texts, parts, several: the texts, those with parts, and the lines of several that may tell of it (`Lines.found`).
    """
    found: dict[str, int] = {}
    said = sorted([*_known(lines, texts, several), *_sentences(lines, parts)])
    if not any(kind == "buy" for _, _, kind in said):
        said = sorted([*said, *_input_buttons(lines)])
    disabled = 0
    buttons = sum(kind == "buy" for _, _, kind in said)
    for number, row, kind in said:
        if number < lines.title - ABOVE or kind in found:
            continue
        if kind == "buy" and "sold_out" in found and buttons >= REPEATED:
            continue  # those of other products
        if lines.is_outside(row) or "not_card_name" in lines.names_around(row, NEAREST):
            continue
        if kind == "disabled" or (kind == "buy" and _is_disabled(lines, row)):
            kind, disabled = "disabled", disabled or row
        found.setdefault(kind, number)
    for kind, number in found.items():
        after = number - lines.title
        near = next((f"within_{most}" for most in (15, 40, 100) if after <= most), "not_within")
        waits = ("beside_choices",) if kind == "disabled" and _has_choices(lines, disabled) else ()
        places.add("availability", AVAILABILITY[kind], "page", kind, near, *waits)
    return found


def _known(lines: Lines, texts: list[int], several: list[int]) -> Iterator[tuple[int, int, str]]:
    """The texts and lines that as a whole tell of the stock: each with its line, its row, and its kind."""
    kinds = stock_keys()
    for place in texts:
        if kind := kinds.get(lines.key_at(place)):
            yield lines.number_at(place), lines.row_of(place), kind
    for number in several:
        if kind := kinds.get(lines.key(number)):
            yield number, lines.row(number), kind


def _sentences(lines: Lines, parts: list[int]) -> Iterator[tuple[int, int, str]]:
    """What parts of the lines near the title say of the stock, as in "Sorry, this item is sold out"."""
    for place in parts:
        text = lines.text_at(place)
        after = lines.number_at(place) - lines.title
        if not (-ABOVE <= after <= NEAR and MIN_PART < len(text) <= MAX_LINE) or _BREAK.search(text) is None:
            continue
        kinds = [stock_kind(part) for part in _BREAK.split(text) if len(part) >= MIN_PART]
        if kind := next((one for one in kinds if one and one != "buy"), ""):
            yield lines.number_at(place), lines.row_of(place), kind


def _input_buttons(lines: Lines) -> Iterator[tuple[int, int, str]]:
    """What buttons that are ``input`` elements say of the stock, whose text is an attribute: each as `_known` has it,
    with ``disabled`` for one to buy that cannot be pressed."""
    rows = np.flatnonzero(lines.columns.tag == _INPUT)
    first, last = (lines.row(0), lines.row_of(lines.last(len(lines) - 1) - 1)) if len(lines) else (0, 0)
    rows = rows[(rows > first) & (rows < last + FORM)][:MAX_INPUTS]
    if not len(rows):
        return
    wanted = np.zeros(len(lines.columns), np.uint8)
    wanted[rows] = ElementRequest.WITH_ATTRIBUTES
    elements = lines.page.nodes(wanted)
    for row in rows.tolist() if elements else ():
        element = elements[row]
        # One of lxml's trees without others in it is false.
        if element is None or element.get("type") not in ("submit", "button", "image"):
            continue
        if kind := stock_kind((element.get("value") or element.get("alt") or "")[:MAX_BUTTON]):
            place = max(lines.place_before(row), 0)
            yield lines.number_at(place), row, "disabled" if kind == "buy" and _cannot_be_pressed(element) else kind


def stock_kind(text: str) -> str:
    """What a line says of the stock: ``buy``, ``in_stock`` or ``sold_out``; empty for another line."""
    return stock_keys().get(match_key(text), "")


def _has_choices(lines: Lines, button: int) -> bool:
    """Whether a page offers choices between its title and a button, which then waits for one to be made."""
    begin, end = sorted((lines.row(lines.title), button))
    return int(np.count_nonzero(_CHOICES[lines.columns.tag[begin:end]])) >= LEAST_CHOICES


def _is_disabled(lines: Lines, row: int) -> bool:
    """Whether the button around a row cannot be pressed."""
    columns = lines.columns
    for _ in range(LEVELS):
        row = int(columns.parent[row])
        if row < 0 or _BUTTONS[columns.tag[row]]:
            break
    if row < 0 or not _BUTTONS[columns.tag[row]]:
        return False
    wanted = np.zeros(len(columns), np.uint8)
    wanted[row] = ElementRequest.WITH_ATTRIBUTES
    element = next((one for one in lines.page.nodes(wanted) if one is not None), None)
    return element is not None and _cannot_be_pressed(element)


def _cannot_be_pressed(button: Element) -> bool:
    classes = (button.get("class") or "").split()
    return button.get("disabled") is not None or button.get("aria-disabled") == "true" or "disabled" in classes


@cache
def stock_keys() -> dict[str, str]:
    """The kind of each line that tells of the stock, by its letters and digits."""
    return {key: kind for kind, name in _LEXICONS.items() for key in phrase_keys(name)}
