"""The variants of a product that the state of its page lists, or that it shows as choices with prices."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from itertools import chain, islice
from typing import Any

import numpy as np

from scrapy_denoise.document.product.amounts import amounts_in, decimal, price_key
from scrapy_denoise.document.product.currencies import currency_code, may_have_price
from scrapy_denoise.document.product.statements import MAX_VARIANTS, Variant, availability_in, text_in
from scrapy_denoise.document.product.stock import AVAILABILITY, stock_kind
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.compiled import ProgramPlaces, collapse_whitespace, scripts_naming
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.structured_data.microdata import text_of

MAX_SCRIPTS, MAX_STATE = 100, 300_000
"""Scripts that are looked at, and characters of a list of variants."""

MAX_CHOICES, MAX_CHOICE, MAX_TEXTS = 100, 120, 500
"""Choices of a page that are read, characters of one, and texts of choices that are asked for a price."""

LEAST = 2
"""Variants from which there are several."""

LIST = '"variants":['
"""What stands before the variants in a script of Shopify."""

_CHOICES = tags.flags("option label")
_MENU, _OPTION = tags.CODES["select"], tags.CODES["option"]
_TITLES = ("public_title", "title", "name")
_PRICES = ("display_price", "price", "final_price")
_AVAILABLE = ("available", "is_in_stock", "availability", "in_stock")
_ALL_WORDS = {"color": ("color", "colour", "farbe", "couleur"), "size": ("size", "größe", "taille", "groesse")}

_AROUND = " \u00a0()[]+-–—:|/,"
"""What stands between the name of a choice, its amount and a remark."""


def other_variants(
    page: Page, found: ProgramPlaces | None, price: str, country: str
) -> tuple[tuple[Variant, ...], str]:
    """The variants that a page gives beside its structured data, and their source: ``script``, ``attribute`` or
    ``page``.

    found: what the page hands to its programs. price: of the product, empty where it is not known: by it prices in
    cents are told. country: as for `currency_code`.
    """
    if page.root is None or found is None:
        return (), ""
    for text in found.lists:  # of WooCommerce's form
        if len(variants := _from_state(_decoded(text), price)) >= LEAST:
            return variants, "attribute"
    if any(before.endswith(LIST) for before, _ in found.scripts):  # as Shopify has them
        for script in scripts_naming(page.root, (LIST.encode(),), MAX_SCRIPTS):
            text = script.text or ""
            if len(variants := _from_state(_decoded(text[text.find(LIST) + len(LIST) - 1 :]), price)) >= LEAST:
                return variants, "script"
    variants = _from_choices(page, price, country)
    return (variants, "page") if variants else ((), "")


def _decoded(text: str) -> list[Any]:
    try:
        found, _ = json.JSONDecoder().raw_decode(text[:MAX_STATE])
    except (ValueError, RecursionError):
        return []
    return found[:MAX_VARIANTS] if isinstance(found, list) else []


def _from_state(given: list[Any], price: str) -> tuple[Variant, ...]:
    """Variants as the state of a page's program has them, those without a price and an identifier left out."""
    objects = [one for one in given if isinstance(one, dict)]
    prices = [_first(one, _PRICES) for one in objects]
    asked = price_key(price)
    in_cents = asked is not None and asked * 100 in map(price_key, prices) and asked not in map(price_key, prices)
    found = []
    for one, amount in zip(objects, prices, strict=True):
        if in_cents and price_key(amount) is not None:
            amount = f"{Decimal(amount) / 100:.2f}"
        attributes = one.get("attributes")
        chosen = {key: text_in(value) for key, value in attributes.items()} if isinstance(attributes, dict) else {}
        available = _first(one, _AVAILABLE)
        variant = Variant(
            sku=text_in(one.get("sku")),
            name=_first(one, _TITLES) or " / ".join(filter(None, chosen.values())),
            price=f"{Decimal(amount):f}" if price_key(amount) is not None else "",
            availability=availability_in(available),
            **{field: _of_words(chosen, words) for field, words in _ALL_WORDS.items()},
        )
        if variant.price and (variant.sku or variant.name):
            found.append(variant)
    return tuple(found)


def _first(one: dict[str, Any], names: tuple[str, ...]) -> str:
    """The first of some properties that has a value, as text."""
    for name in names:
        value = one.get(name)
        if isinstance(value, bool):
            return str(value).lower()
        if text := text_in(value):
            return text
    return ""


def _of_words(chosen: dict[str, str], words: tuple[str, ...]) -> str:
    return next((value for key, value in chosen.items() if any(word in key.lower() for word in words)), "")


def _from_choices(page: Page, price: str, country: str) -> tuple[Variant, ...]:
    """The options of a menu, or the labels of buttons of which one is chosen, that say what they cost. What costs more
    by an amount ("+ €5.00") is added to the price."""
    columns = page.columns
    texts = columns.text_rows[columns.in_subtrees(np.flatnonzero(_CHOICES[columns.tag]))[columns.text_rows]][:MAX_TEXTS]
    spans = zip(texts.tolist(), columns.text_start[texts].tolist(), columns.text_stop[texts].tolist(), strict=True)
    priced = [row for row, start, stop in spans if may_have_price(columns.text[start:stop], country)]
    if len(priced) < LEAST:
        return ()
    beside = ~columns.in_subtrees(np.flatnonzero(columns.tag == _MENU))[priced]
    for menu in chain(_menus(columns, priced), _groups(page.root) if np.count_nonzero(beside) >= LEAST else ()):
        found = [variant for text in menu if (variant := _choice(text, price, country)) is not None]
        if len(found) >= LEAST:
            return tuple(found)
    return ()


def _menus(columns: Columns, priced: list[int]) -> Iterator[list[str]]:
    """The texts of the choices of each menu with several of some rows."""
    for menu in np.flatnonzero(columns.tag == _MENU)[:MAX_CHOICES].tolist():
        if sum(menu < row < columns.end[menu] for row in priced) >= LEAST:
            options = menu + np.flatnonzero(columns.tag[menu : columns.end[menu]] == _OPTION)[:MAX_CHOICES]
            yield [collapse_whitespace(columns.text_of(row))[:MAX_CHOICE] for row in options.tolist()]


def _groups(root: Element) -> Iterator[list[str]]:
    """The texts of the choices of each group of radio buttons."""
    groups: dict[str, list[str]] = {}
    labels: dict[str, Element] | None = None
    for button in islice(root.iter("input"), 10 * MAX_CHOICES):
        if button.get("type") != "radio":
            continue
        if labels is None:
            labels = {one.get("for") or "": one for one in islice(root.iter("label"), 10 * MAX_CHOICES)}
        label = labels.get(button.get("id") or "-")
        around = button.getparent()
        label = around if label is None and around is not None and around.tag == "label" else label
        if label is not None:
            groups.setdefault(button.get("name") or "", []).append(_text(label))
    yield from groups.values()


def _text(element: Element) -> str:
    return collapse_whitespace(text_of(element))[:MAX_CHOICE]


def _choice(text: str, price: str, country: str) -> Variant | None:
    """The variant that a choice with an amount is; None for one without a name or without one amount."""
    amounts = amounts_in(text, 2, country)
    if len(amounts) != 1:
        return None
    amount = amounts[0]
    front, behind = text[: amount.start].rstrip(" \u00a0"), text[amount.stop :]
    cost = decimal(amount.number)
    if front.endswith("+"):
        base = price_key(price)
        cost = f"{base + Decimal(cost):f}" if base is not None and cost else ""
    front, behind = front.strip(_AROUND), behind.strip(_AROUND)
    kind = stock_kind(behind)
    name = front if kind else f"{front} {behind}".strip()
    if not cost or not any(map(str.isalnum, name)):
        return None
    currency = currency_code(amount.sign, country)
    return Variant(name=name, price=cost, currency=currency, availability=AVAILABILITY.get(kind, ""))
