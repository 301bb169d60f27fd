"""The values that a page shows behind a label, such as "Item no. 4711"."""

from __future__ import annotations

import re
from functools import cache

from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.document.product.lines import NEAREST, Lines
from scrapy_denoise.document.product.stock import AVAILABILITY, MAX_BUTTON, stock_kind
from scrapy_denoise.page.candidates.candidates import Places
from scrapy_denoise.page.compiled import match_key

MAX_LABELLED, MAX_LABEL, MAX_VALUE = 120, 40, 40
"""Characters of a text with a label, of the label, and of an identifier."""

MAX_BRAND = 60
"""Characters of a brand."""

ABOVE, BELOW, MAX_NAMED = 3, 20, 40
"""Lines above and below the title in which an element can hold the brand without a label, and its characters."""

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


def read_labels(lines: Lines, labels: list[int], places: Places) -> None:
    """Add what stands behind the labels of identifiers, of the brand and of the stock to `places`.

    labels: the texts that may begin with one.
    """
    kinds = label_fields()
    _read_brands(lines, kinds, places)
    end = lines.last(len(lines) - 1) if len(lines) else 0
    for place in labels:
        text = lines.text_at(place)
        if len(text) > MAX_LABELLED:
            continue
        label, value = _parted(text)
        key = match_key(label)
        field = kinds.get(f"{key}no" if "#" in text[len(label) : len(label) + 1] else key) or kinds.get(key)
        if len(label) > MAX_LABEL or field is None:
            continue
        for behind in range(place + 1, min(place + 3, end)):
            value = value.strip(_ENDS) or lines.text_at(behind)
        if not (value := value.strip(_ENDS)):
            continue
        row = lines.row_of(place)
        after = lines.number_at(place) - lines.title
        near = "near_title" if -3 <= after <= NEAR else "not_near_title"
        signs = ["labelled", near, *(["not_card"] if "not_card_name" in lines.names_around(row) else [])]
        word = _WORD.match(value)
        if field == "availability":
            kind = stock_kind(value[:MAX_BUTTON])
            places.add(field, AVAILABILITY.get(kind, ""), "page", kind, *signs, row=row)
        elif field == "brand":
            places.add(field, value[:MAX_BRAND], "page", *signs, row=row)
        elif word and (_DIGIT.search(word[0]) or (len(value) > 2 and word[0].isupper())):
            whole = value if len(value) <= MAX_VALUE else word[0]
            places.add(field, whole, "page", *signs, row=row)
            if word[0] != whole:
                places.add(field, word[0], "page", "first_word", *signs, row=row)


def _read_brands(lines: Lines, kinds: dict[str, str], places: Places) -> None:
    """Add the short texts near the title in elements that are called brand, which no label stands before."""
    begin, end = max(lines.title - ABOVE, 0), min(lines.title + BELOW, len(lines) - 1)
    title = lines.key(lines.title) if len(lines) else ""
    for place in range(lines.first(begin), lines.last(end)) if len(lines) else ():
        row = lines.row_of(place)
        names = lines.names_around(row, NEAREST + 1)
        if "brand_name" not in names or "not_card_name" in names or lines.is_outside(row):
            continue
        key, text = lines.key_at(place), lines.text_at(place).strip(_ENDS)
        if len(key) > 1 and len(text) <= MAX_NAMED and key not in kinds and key != title and not key.isdecimal():
            places.add("brand", text, "page", "named", row=row)


def without_label(brand: str) -> str:
    """A brand without a label and a colon before it, such as "Brand: Tide"; as it is without one."""
    label, mark, value = brand.replace("：", ":").rpartition(":")
    labelled = mark and any(match_key(label).endswith(key) for key in phrase_keys("brand_labels"))
    return value.strip() if labelled else brand


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
def label_fields() -> dict[str, str]:
    """The field of each label, by its letters and digits."""
    return {key: field for field, name in _LEXICONS.items() for key in phrase_keys(name)}
