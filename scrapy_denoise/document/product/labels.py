"""The values that a page shows behind a label, such as "Item no. 4711"."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache

from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.document.product.lines import Lines
from scrapy_denoise.document.product.stock import AVAILABILITY, MAX_BUTTON, stock_kind
from scrapy_denoise.page.candidates.candidates import Places
from scrapy_denoise.page.compiled import match_key

MAX_LABELLED, MAX_LABEL, MAX_VALUE = 120, 40, 40
"""Characters of a text with a label, of the label, and of an identifier."""

MAX_BRAND = 60
"""Characters of a brand."""

NEAR = 60
"""Lines behind the title in which a label stands near it."""

_LEXICONS = {
    "brand": "brand_labels",
    "availability": "stock_labels",
    "mpn": "mpn_labels",
    "gtin": "gtin_labels",
    "sku": "sku_labels",
}
_ENDS = " \t\u00a0:#.№：-–()[]（）【】「」〈〉《》"
_WORD = re.compile(r"[^\s|,;()\[\]（）【】「」〈〉《》]{1,40}")
_DIGIT = re.compile(r"\d")


def read_labels(lines: Lines, places: Places) -> None:
    """Add what stands behind the labels of identifiers, of the brand and of the stock to `places`."""
    kinds = _keys()
    for place, text in enumerate(lines.texts):
        if not text or len(text) > MAX_LABELLED:
            continue
        label, value = _parted(text)
        if len(label) > MAX_LABEL or (field := kinds.get(match_key(label))) is None:
            continue
        behind = (one.strip(_ENDS) for one in (value, *lines.texts[place + 1 : place + 3]))
        if not (value := next(filter(None, behind), "")):
            continue
        row = lines.rows[place]
        after = bisect_right(lines.first, place) - 1 - lines.title
        near = "near_title" if -3 <= after <= NEAR else "not_near_title"
        signs = ["labelled", near, *(["not_card"] if "not_card_name" in lines.names_around(row) else [])]
        word = _WORD.match(value)
        if field == "availability":
            kind = stock_kind(value[:MAX_BUTTON])
            places.add(field, AVAILABILITY.get(kind, ""), "page", kind, *signs, row=row)
        elif field == "brand":
            places.add(field, value[:MAX_BRAND], "page", *signs, row=row)
        elif word and (_DIGIT.search(word[0]) or word[0].isupper()):
            whole = value if len(value) <= MAX_VALUE else word[0]
            places.add(field, whole, "page", *signs, row=row)
            if word[0] != whole:
                places.add(field, word[0], "page", "first_word", *signs, row=row)


def _parted(text: str) -> tuple[str, str]:
    """A label and what follows it: behind a colon or "#", or else from the first word with a digit on."""
    for mark in ":#：":
        if mark in text:
            label, _, value = text.partition(mark)
            return label, value
    if digit := _DIGIT.search(text):
        cut = text.rfind(" ", 0, digit.start()) + 1
        return text[:cut], text[cut:]
    return text, ""


@cache
def _keys() -> dict[str, str]:
    return {key: field for field, name in _LEXICONS.items() for key in phrase_keys(name)}
