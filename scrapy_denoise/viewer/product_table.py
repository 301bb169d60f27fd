"""The product of a page as a table: each field with where it is from and how sure it is."""

from __future__ import annotations

from html import escape

import attrs

from scrapy_denoise.document.product.product import Product

MAX_VALUE, MAX_PAIRS = 300, 30
"""Characters of a value, and features and variants that are shown."""


def product_table(product: Product | None) -> str:
    """The table as HTML, for the side of the extracted text; empty without a product."""
    if product is None:
        return ""
    rows = []
    for field in attrs.fields(Product):
        value = getattr(product, field.name)
        if field.name in ("sources", "confidences") or value in ("", None, ()):
            continue
        sure = product.confidences.get(field.name)
        cells = (field.name, _said(value), product.sources.get(field.name, ""), "" if sure is None else f"{sure:.2f}")
        rows.append(
            "<tr><th>{}</th>{}</tr>".format(cells[0], "".join(f"<td>{escape(cell)}</td>" for cell in cells[1:]))
        )
    head = "<tr><th>Field</th><th>Value</th><th>From</th><th>Sure</th></tr>"
    return f'<h2>Product</h2><table id="product" dir="auto">{head}{"".join(rows)}</table>'


def _said(value: object) -> str:
    """A value as text: pairs and variants one after the other."""
    if not isinstance(value, tuple):
        return str(value)[:MAX_VALUE]
    parts = [attrs.astuple(one) if attrs.has(type(one)) else one for one in value[:MAX_PAIRS]]
    return "; ".join(": ".join(filter(None, part))[:MAX_VALUE] for part in parts)
