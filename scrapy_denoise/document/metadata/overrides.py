"""Metadata with what a correction of the site has found in the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from scrapy_denoise.document.metadata.author_names import names_of
from scrapy_denoise.document.metadata.dates import iso_date
from scrapy_denoise.document.metadata.metadata import Metadata


def apply_overrides(found: Metadata, stated: Mapping[str, str]) -> Metadata:
    """The metadata with a title, a date and an author that win over the page's own, under the source ``correction``."""
    fields: dict[str, Any] = {}
    if title := stated.get("title"):
        fields["title"] = title
    if date := iso_date(stated.get("date", ""), found.language):
        fields["published"] = date
    if names := names_of([stated["author"]] if "author" in stated else []):
        fields["authors"] = names
    if not fields:
        return found
    sources = {**found.sources, **dict.fromkeys(fields, "correction")}
    confidences = {name: sure for name, sure in found.confidences.items() if name not in fields}
    return attrs.evolve(found, **fields, sources=sources, confidences=confidences)
