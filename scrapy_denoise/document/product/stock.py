"""Whether a page shows that its product can be bought: buttons, and lines that tell of the stock."""

from __future__ import annotations

from functools import cache

import numpy as np

from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.document.product.lines import LEVELS, NEAREST, Lines
from scrapy_denoise.page.candidates.candidates import Places
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import match_key
from scrapy_denoise.page.walk.compiled import ElementRequest

MAX_BUTTON = 50
"""Characters of the text of a button, or of what tells of the stock."""

ABOVE = 3
"""Lines above the title of a page from which these are looked for."""

REPEATED = 4
"""Buttons to buy from which those below a line that the product is sold out are those of others."""

AVAILABILITY = {"buy": "InStock", "in_stock": "InStock", "disabled": "OutOfStock", "sold_out": "OutOfStock"}

_LEXICONS = {"in_stock": "in_stock_lines", "buy": "buy_buttons", "sold_out": "sold_out_lines"}
_BUTTONS = tags.flags("button a input")


def read_stock(lines: Lines, said: list[tuple[int, int, str]], places: Places) -> dict[str, int]:
    """The first line from the title on of each kind (`stock_kind`), with what it says of the availability added to
    `places`; a button to buy that cannot be pressed is ``disabled``.

    said: the texts and lines whose letters and digits are known, in their order (`Lines.known`).
    """
    found: dict[str, int] = {}
    buttons = sum(kind == "buy" for _, _, kind in said)
    for number, row, kind in said:
        if kind not in _LEXICONS:
            continue
        if number < lines.title - ABOVE or kind in found:
            continue
        if kind == "buy" and "sold_out" in found and buttons >= REPEATED:
            continue  # those of other products
        if lines.outside[row] or "not_card_name" in lines.names_around(row, NEAREST):
            continue
        if kind == "buy" and _is_disabled(lines, row):
            kind = "disabled"
        found.setdefault(kind, number)
    for kind, number in found.items():
        after = number - lines.title
        near = next((f"within_{most}" for most in (15, 40, 100) if after <= most), "not_within")
        places.add("availability", AVAILABILITY[kind], "page", kind, near)
    return found


def stock_kind(text: str) -> str:
    """What a line says of the stock: ``buy``, ``in_stock`` or ``sold_out``; empty for another line."""
    return stock_keys().get(match_key(text), "")


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
    return element is not None and (element.get("disabled") is not None or element.get("aria-disabled") == "true")


@cache
def stock_keys() -> dict[str, str]:
    """The kind of each line that tells of the stock, by its letters and digits."""
    return {key: kind for kind, name in _LEXICONS.items() for key in phrase_keys(name)}
