"""The gallery: the views of a crawl on one page, each with a thumbnail that is drawn from its blocks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from html import escape
from pathlib import Path
from string import Template
from urllib.parse import quote, unquote

import attrs

from scrapy_denoise._version import __version__
from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.viewer.outline import Summary, read_summary
from scrapy_denoise.viewer.view import digest, part

INDEX = "index.html"
WIDTH, HEIGHT = 120, 150
"""Of a thumbnail, in pixels."""

MAX_LINE = 4.0


@attrs.frozen
class View:
    """A view in a folder of views: its site, its path from there, its summary."""

    site: str
    path: str
    summary: Summary


def read_views(folder: Path) -> tuple[list[View], list[Path]]:
    """The views below a folder, and the HTML files that are none or cannot be read. A folder in it is a site."""
    views, others = [], []
    for path in sorted(folder.rglob("*.html")):
        try:
            summary = read_summary(path)
        except OSError:
            summary = None
        if summary is not None:
            place = path.relative_to(folder)
            site = unquote(place.parts[0]) if len(place.parts) > 1 else ""
            views.append(View(site, place.as_posix(), summary))
        elif path.name != INDEX:
            others.append(path)
    return views, others


def gallery(views: Iterable[View]) -> str:
    """One HTML page with a thumbnail of each view, those to look at first at the top, site by site."""
    sites: dict[str, list[View]] = {}
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


def thumbnail(summary: Summary) -> str:
    """The page's blocks as an SVG: a bar a block, filled where it was kept, an outline where it was removed."""
    lines = sum(n for n, _, _ in summary.runs)
    scale = min(MAX_LINE, HEIGHT / lines) if lines else 0.0
    bars, y = [], 0.0
    for n, kept, kind in summary.runs:
        height = n * scale
        if height >= 0.3:
            name = f"{'kept' if kept else 'removed'} {kind if kind in BLOCK_TYPES else ''}".strip()
            inner = max(height - min(1.0, height / 4), 0.3)
            bars.append(f'<rect class="{name}" x="4" y="{y:.1f}" width="{WIDTH - 8}" height="{inner:.1f}"/>')
        y += height
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'aria-label="{round(100 * summary.share)} % kept">{"".join(bars)}</svg>'
    )


def _order(view: View) -> tuple[bool, float, str]:
    return not view.summary.doubtful, view.summary.share, view.path


def _doubts(views: list[View]) -> int:
    return sum(view.summary.doubtful for view in views)


def _section(site: str, views: list[View]) -> str:
    name = site or "Views"
    anchor = hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=6).hexdigest()
    doubts = _doubts(views)
    note = f"{len(views)} pages" + (f", {doubts} to look at first" if doubts else "")
    cards = "\n".join(map(_card, views))
    return f'<section id="s{anchor}"><h2>{escape(name)} <small>{note}</small></h2><ol>{cards}</ol></section>'


def _card(view: View) -> str:
    summary = view.summary
    title = escape(summary.title or summary.url or view.path)
    facts = f"{round(100 * summary.share)} % of {summary.chars:,} characters"
    method = " · ".join(filter(None, (summary.method, summary.reason)))
    return (
        f'<li class="{"doubtful" if summary.doubtful else ""}"><a href="{quote(view.path)}" '
        f'title="{escape(summary.url)}">{thumbnail(summary)}<b dir="auto">{title}</b></a>'
        f'<p class="facts">{facts}<br>{escape(method)}</p><p class="text" dir="auto">{escape(summary.text)}</p></li>'
    )
