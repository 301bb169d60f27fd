"""The product of a page as a table: each field with where it is from and how sure it is."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import attrs

from scrapy_denoise.document.product.product import FIELDS, Product
from scrapy_denoise.page.candidates.ranking import Ranked

MAX_VALUE, MAX_PAIRS = 300, 30
"""Characters of a value, and features and variants that are shown."""

MAX_OTHERS = 5
"""Other candidates of a field that are shown."""


def product_table(product: Product | None, candidates: Callable[[str], list[Ranked]]) -> str:
    """The table as HTML, for the side of the extracted text; empty without a product. candidates: those of a field."""
    if product is None:
        return ""
    rows = []
    for field in (field.name for field in attrs.fields(Product)):
        value = getattr(product, field)
        others = candidates(field)[bool(value) :][:MAX_OTHERS] if field in FIELDS else []
        if field in ("sources", "confidences") or (value in ("", None, ()) and not others):
            continue
        sure = product.confidences.get(field)
        cells = (
            _said(value), product.sources.get(field, ""), "" if sure is None else f"{sure:.2f}",
            "; ".join(f"{one.candidate.value[:MAX_VALUE]} ({one.confidence:.2f})" for one in others),
        )  # fmt: skip
        rows.append(f"<tr><th>{field}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
    head = "<tr><th>Field</th><th>Value</th><th>From</th><th>Confidence</th><th>Other candidates</th></tr>"
    return f'<h2>Product</h2><table id="product" dir="auto">{head}{"".join(rows)}</table>'


def _said(value: object) -> str:
    """A value as text: pairs and variants one after the other."""
    if not isinstance(value, tuple):
        return str(value)[:MAX_VALUE]
    parts = [attrs.astuple(one) if attrs.has(type(one)) else one for one in value[:MAX_PAIRS]]
    return "; ".join(": ".join(filter(None, part))[:MAX_VALUE] for part in parts)
