"""A page's title: what it states, else what its `title` element and its headings agree on; not the site's name."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlsplit

import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

from scrapy_denoise.page import tags
from scrapy_denoise.page.columns import Columns
from scrapy_denoise.page.letters import fold, is_uyghur
from scrapy_denoise.page.linked_data import JsonLd, strings, types_of
from scrapy_denoise.page.meta import Meta

_SEPARATORS = re.compile(r"\s+[-–—|·:»«/•]+\s+|[_|｜»«]+|\s*—+\s*|-{2,}")
_BEFORE_SITE = re.compile(r"\s+[-–—|·:»«/•@]+\s+|[_|｜»«]+|\s*—+\s*|-{2,}")
_HEADINGS = tags.flags("h1 h2 h3")
_PUBLIC_LABELS = frozenset("www com co org net gov ac edu".split())

MAX_HEADINGS = 50
MAX_CHARS = 1_000
"""Characters of a title that are read; no page shows more."""


def find_title(columns: Columns, tree: _Element | None, meta: Meta, json_ld: JsonLd, url: str | None) -> str:
    """A stated title, or else a heading or the part of the ``title`` element that they confirm.

    In order: the name of the recipe, product or the like that JSON-LD says the page is about; OpenGraph; JSON-LD's
    headline; `head_title`. A text that is the site's name is the title only where there is no other.
    """
    names = site_names(meta, json_ld, url)
    declared = declared_title(tree)
    main = json_ld.main(declared, url)[:1]
    named = [text for thing in main if "headline" not in thing for text in strings(thing.get("name"))]
    headlines = [text for thing in main for text in strings(thing.get("headline"))]
    stated = _clean([*named, *meta.get("og:title", [])[:1], *meta.get("twitter:title", [])[:1], *headlines], names)
    if stated:
        return stated[0]
    found = without_site(head_title(columns, tree), names)
    if found and not is_site(found, names):
        return found
    others = (text for text in (without_site(declared, names), *headings(columns)) if text)
    return next((text for text in others if not is_site(text, names)), found)


def _clean(texts: list[str], names: frozenset[str]) -> list[str]:
    """Stated titles without the site's name, and without those that are no more than that."""
    found = (without_site(" ".join(unescape(text[:MAX_CHARS]).split()), names) for text in texts)
    return [text for text in found if text and not is_site(text, names)]


def site_names(meta: Meta, json_ld: JsonLd, url: str | None) -> frozenset[str]:
    """What the site is called, as keys: by OpenGraph, by JSON-LD's web site and publisher, and by its host."""
    names = [name for key in ("og:site_name", "application-name", "al:ios:app_name") for name in meta.get(key, [])]
    for thing in json_ld.objects:
        if "WebSite" in types_of(thing):
            names += strings(thing.get("name"))
        if isinstance(publisher := thing.get("publisher"), dict):
            names += strings(json_ld.resolve(publisher).get("name"))
    try:
        host = urlsplit(url or "").hostname or ""
    except ValueError:
        host = ""
    labels = [label for label in host.split(".")[:-1] if label not in _PUBLIC_LABELS]
    names += [host, host.removeprefix("www."), *labels[-1:]]
    return frozenset(key for name in names if len(key := _letters(name)) > 1)


def is_site(text: str, names: frozenset[str]) -> bool:
    """Whether a text is one of the site's names."""
    return _letters(text) in names


def without_site(title: str, names: frozenset[str]) -> str:
    """A title without the site's name before or after it, where a separator stands between."""
    while True:
        cuts = list(_BEFORE_SITE.finditer(title))
        if cuts and is_site(title[cuts[-1].end() :], names):
            title = title[: cuts[-1].start()].rstrip()
        elif cuts and is_site(title[: cuts[0].start()], names):
            title = title[cuts[0].end() :].lstrip()
        else:
            return title


def head_title(columns: Columns, tree: _Element | None) -> str:
    """The part of the ``title`` element that the page's headings confirm: what methods compare blocks with.

    The heading that the `title` element holds, or the part of it that a heading holds; else what stands there
    without the site's name; without a `title` element the first heading.
    """
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
    return _texts(columns, rows[np.argsort(columns.tag[rows], kind="stable")])


def _texts(columns: Columns, rows: NDArray[np.intp]) -> list[str]:
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


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
