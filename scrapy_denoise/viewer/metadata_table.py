"""The metadata of a page as a table: each field with where it is from and how sure it is, and its other candidates."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from scrapy_denoise.document.metadata.metadata import FIELDS, RANKED, Metadata
from scrapy_denoise.page.candidates.ranking import Ranked

MAX_VALUE, MAX_CANDIDATES = 300, 5
"""Characters of a value, and candidates of a field that are shown."""


def metadata_table(found: Metadata, candidates: Callable[[str], list[Ranked]]) -> str:
    """The table as HTML, for the side of the extracted text; empty for a page that says nothing.

    candidates: gives those of a field (`scrapy_denoise.Result.candidates`).
    """
    rows = []
    for name in ("title", *FIELDS):
        if value := getattr(found, name):
            text = value if isinstance(value, str) else "; ".join(value)
            rows.append(_row(name, text, found.sources.get(name, ""), found.confidences.get(name)))
        if name in RANKED:
            others = candidates(name)[:MAX_CANDIDATES]
            rows += [
                _row(f"{name} {number}", one.value, one.source, one.confidence) for number, one in enumerate(others, 1)
            ]
    head = "<tr><th>Field</th><th>Value</th><th>From</th><th>Confidence</th></tr>"
    return f'<h2>Metadata</h2><table id="metadata" dir="auto">{head}{"".join(rows)}</table>' if rows else ""


def _row(name: str, value: str, source: str, sure: float | None) -> str:
    cells = (value[:MAX_VALUE], source, "" if sure is None else f"{sure:.2f}")
    return f"<tr><th>{escape(name)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
