"""The variants of a product that the state of its page lists."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from scrapy_denoise.document.product.amounts import price_key
from scrapy_denoise.document.product.statements import MAX_VARIANTS, Variant, availability_in, text_in
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import ProgramPlaces, scripts_naming

MAX_SCRIPTS, MAX_STATE = 100, 300_000
"""Scripts that are looked at, and characters of a list of variants."""

LEAST = 2
"""Variants from which there are several."""

LIST = '"variants":['
"""What stands before the variants in a script of Shopify."""

_TITLES = ("public_title", "title", "name")
_PRICES = ("display_price", "price", "final_price")
_AVAILABLE = ("available", "is_in_stock", "availability", "in_stock")
_ALL_WORDS = {"color": ("color", "colour", "farbe", "couleur"), "size": ("size", "größe", "taille", "groesse")}


def other_variants(page: Page, found: ProgramPlaces | None, price: str) -> tuple[tuple[Variant, ...], str]:
    """The variants that a page gives beside its structured data, and their source: ``script`` or ``attribute``.

    found: what the page hands to its programs. price: of the product, empty where it is not known: by it prices in
    cents are told.
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
    return (), ""


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
