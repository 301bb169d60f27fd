"""A page's title: what its `title` element and its headings agree on."""

from __future__ import annotations

import re

import numpy as np
from lxml.etree import _Element

from scrapy_denoise.page import tags
from scrapy_denoise.page.columns import Columns
from scrapy_denoise.page.letters import fold, is_uyghur

_SEPARATORS = re.compile(r"\s+[-–—|·:»«/•]+\s+|[_|｜»«]+|\s*—+\s*|-{2,}")
_HEADINGS = tags.flags("h1 h2 h3")

MAX_HEADINGS = 50
MAX_CHARS = 1_000
"""Characters of a title that are read; no page shows more."""


def find_title(columns: Columns, tree: _Element | None) -> str:
    """The heading that the `title` element holds, or the part of it that a heading holds; else what stands there
    without the site's name; without a `title` element the first heading."""
    declared = declared_title(tree)
    candidates = headings(columns)
    folded = _key(declared)
    if not declared:
        return candidates[0] if candidates else ""
    parts = [part.strip() for part in _SEPARATORS.split(declared) if part.strip()]
    keys = [_key(text) for text in candidates]
    agreed = [text for text, key in zip(candidates, keys, strict=True) if len(key) > 1 and key in folded]
    agreed += [part for part, own in zip(parts, map(_key, parts), strict=True) if any(own in key for key in keys)]
    if agreed:
        return max(agreed, key=len)
    og_title = _meta(tree, "og:title")
    if og_title and _key(og_title) in folded:
        return og_title
    # The title stands before the site's name, but for sites whose name is the much shorter part.
    return next((part for part in parts if 3 * len(part) >= len(max(parts, key=len))), declared)


def declared_title(tree: _Element | None) -> str:
    """The text of the `title` element, white space collapsed."""
    if tree is None:
        return ""
    for element in tree.iter("title"):
        text = " ".join("".join(element.itertext()).split())[:MAX_CHARS]
        return fold(text, is_uyghur(text))
    return ""


def headings(columns: Columns) -> list[str]:
    """The texts of the first headings, h1 first."""
    rows = np.flatnonzero(_HEADINGS[columns.tag])[:MAX_HEADINGS]
    rows = rows[np.argsort(columns.tag[rows], kind="stable")]
    bounds = np.searchsorted(columns.text_rows, (rows, columns.end[rows])).T.tolist()
    texts = (columns.text_between(first, last) for first, last in bounds)
    return [text for words in texts if (text := " ".join(words.split())[:MAX_CHARS])]


def _meta(tree: _Element | None, name: str) -> str:
    if tree is None:
        return ""
    for element in tree.iter("meta"):
        if element.get("property") == name:
            return " ".join((element.get("content") or "").split())[:MAX_CHARS]
    return ""


def _key(text: str) -> str:
    return "".join(text.split()).casefold()
