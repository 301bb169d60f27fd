"""The gallery: one page with the views of a crawl, each with a thumbnail drawn from its blocks."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from string import Template
from urllib.parse import quote, unquote

import attrs

from scrapy_denoise._version import __version__
from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.viewer.page_view import digest, part
from scrapy_denoise.viewer.view_card import Card, read_card

INDEX = "index.html"
WIDTH, HEIGHT = 120, 150
"""The size of a thumbnail, in pixels."""

MAX_LINE = 4.0
HEAD = 4096
"""This many bytes from the beginning of a file show whether it is a gallery."""

_GALLERY = re.compile(rb'<meta name="generator" content="scrapy-denoise [^"]*">[^$]*?<title>Gallery ')


@attrs.frozen
class StoredView:
    """A view in a folder of views: its site, its path from the folder, its card."""

    site: str
    path: str
    card: Card


def read_views(folder: Path) -> tuple[list[StoredView], list[Path]]:
    """The views below a folder, and the HTML files that are not views or cannot be read.

    Each folder in it is a site.
    """
    views, others = [], []
    for path in sorted(folder.rglob("*.html")):
        try:
            card = read_card(path)
        except OSError:
            card = None
        if card is not None:
            place = path.relative_to(folder)
            site = unquote(place.parts[0]) if len(place.parts) > 1 else ""
            views.append(StoredView(site, place.as_posix(), card))
        elif path.name != INDEX:
            others.append(path)
    return views, others


def is_gallery(path: Path) -> bool:
    """Whether a file was made by `gallery`. Raises OSError where it cannot be read."""
    with path.open("rb") as file:
        return _GALLERY.search(file.read(HEAD)) is not None


def gallery(views: Iterable[StoredView]) -> str:
    """One HTML page with a thumbnail of each view, site by site; the views to check first come first."""
    sites: dict[str, list[StoredView]] = {}
    for view in views:
        sites.setdefault(view.site, []).append(view)
    for found in sites.values():
        found.sort(key=_order)
    order = sorted(sites, key=lambda site: (-_doubts(sites[site]) / len(sites[site]), site))
    pages = sum(map(len, sites.values()))
    doubts = sum(map(_doubts, sites.values()))
    style, script = part("gallery.css"), part("gallery.js")
    policy = (
        f"default-src 'none'; style-src 'sha256-{digest(style)}'; script-src 'sha256-{digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return Template(part("gallery.html")).substitute(
        policy=escape(policy),
        version=__version__,
        style=style,
        script=script,
        counts=f"{pages:,} pages of {len(sites):,} sites; {doubts:,} to look at first",
        sites="\n".join(_section(site, sites[site]) for site in order),
    )


def thumbnail(card: Card) -> str:
    """A page as an SVG with a bar for each block: a kept block is filled, a removed block is an outline."""
    lines = sum(n for n, _, _ in card.runs)
    scale = min(MAX_LINE, HEIGHT / lines) if lines else 0.0
    bars, y = [], 0.0
    for n, kept, kind in card.runs:
        height = n * scale
        if height >= 0.3:
            name = f"{'kept' if kept else 'removed'} {kind if kind in BLOCK_TYPES else ''}".strip()
            inner = max(height - min(1.0, height / 4), 0.3)
            bars.append(f'<rect class="{name}" x="4" y="{y:.1f}" width="{WIDTH - 8}" height="{inner:.1f}"/>')
        y += height
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'aria-label="{round(100 * card.share)} % kept">{"".join(bars)}</svg>'
    )


def _order(view: StoredView) -> tuple[bool, float, str]:
    return not view.card.doubtful, view.card.share, view.path


def _doubts(views: list[StoredView]) -> int:
    return sum(view.card.doubtful for view in views)


def _section(site: str, views: list[StoredView]) -> str:
    name = site or "Views"
    anchor = hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=6).hexdigest()
    doubts = _doubts(views)
    note = f"{len(views)} pages" + (f", {doubts} to look at first" if doubts else "")
    cards = "\n".join(map(_card, views))
    return f'<section id="s{anchor}"><h2>{escape(name)} <small>{note}</small></h2><ol>{cards}</ol></section>'


def _card(view: StoredView) -> str:
    card = view.card
    title = escape(card.title or card.url or view.path)
    facts = f"{round(100 * card.share)} % of {card.chars:,} characters"
    method = " · ".join(filter(None, (card.method, card.reason)))
    return (
        f'<li class="{"doubtful" if card.doubtful else ""}"><a href="{quote(view.path)}" '
        f'title="{escape(card.url)}">{thumbnail(card)}<b dir="auto">{title}</b></a>'
        f'<p class="facts">{facts}<br>{escape(method)}</p><p class="text" dir="auto">{escape(card.text)}</p></li>'
    )
