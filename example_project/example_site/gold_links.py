"""Of what kind the links of the example sites are, by where their makers put them: CSS selectors, the first that fits.

Links that no selector has are not scored: those to a place in the page, and those whose address is only a placeholder.
"""

from __future__ import annotations

from parsel import Selector

from .page import ExamplePage

GOLD: dict[str, tuple[tuple[str, str], ...]] = {
    "xinwen.example": (
        ("advertisement", "a.ad, .ad-inline a, .banner a, .gg a"),
        ("related", ".inset a, .rel-news a, .guess a, .hotlist a, .video a"),
        ("content", "#artibody a, .news-item a, .roll a"),
        ("navigation", ".topbar a, .mainnav a, .crumbs a, .tags a, .footer a, .logo a"),
        ("other", ".friendlink a"),
    ),
    "blog.example": (
        ("advertisement", ".code-block a, .widget_media a"),
        ("content", ".entry-content a, .hentry h2.entry-title a, .entry-summary a"),
        ("related", ".relatedposts a, .widget_recent_entries a, .widget_recent_comments a"),
        ("pagination", ".post-navigation a, .pagination a"),
        (
            "navigation",
            ".main-navigation a, .site-title a, .widget_categories a, .widget_archive a, .tagcloud a, .entry-footer a, "
            ".site-info a",
        ),
        ("other", ".sharedaddy a"),
    ),
    "luntan.example": (
        ("advertisement", ".a_h a, .a_pr a"),
        ("thread", ".pg a, #threadlist span a"),
        ("related", ".relate a"),
        ("content", ".t_f a, #threadlist th > a"),
        ("navigation", "#nv a, #hd h2 a, #pt a, .fl_tb a, #ft a, #toptb a, #scbar a"),
    ),
    "kitab.example": (
        ("advertisement", ".adsense a"),
        ("content", ".postentry a, .post p > a[href^='/archives'], .post h2 a:not([rel])"),
        ("related", ".related a, .widget a[href^='/archives']"),
        ("navigation", "#nav a, .postmeta a, .widget a[href^='/category'], #footer a[href='/'], #header a"),
        ("other", ".share a, .widget a[href^='http'], #footer a[href^='http']"),
    ),
    "jiu.example": (
        ("advertisement", "a[href*='ads.example']"),
        ("pagination", "a:contains('上一篇'), a:contains('下一篇'), center > font > a"),
        ("content", "td > font[size='3'] a, td[bgcolor='white'] > table td > a"),
        ("related", "table[bordercolor] a[href^='/wen/']"),
        ("navigation", "table[bgcolor] a, td[bgcolor='#669966'] a, a:contains('返回目录')"),
        ("other", "table[bordercolor] a[href^='http']"),
    ),
    "docs.example": (
        ("advertisement", ".ethical-ad a, .sponsor a, .banner a"),
        ("pagination", ".rst-footer-buttons a"),
        (
            "other",
            "[role='navigation'] a[href^='http'], .navbar a[href^='http'], .site-footer a[href^='http'], .reactions a",
        ),
        (
            "content",
            ".document a:not(.headerlink), .rst-content > ul a, .rst-content > p a, .news-body a, main > .card a",
        ),
        ("related", ".more-news a, aside li a"),
        ("navigation", ".wy-menu a, .wy-side-nav-search a, .wy-breadcrumbs a, .navbar a, .site-footer a"),
    ),
    "shop.example": (
        ("related", ".related a"),
        ("content", ".card h3 a, .card .button"),
        ("navigation", ".breadcrumb a, .menu a, .logo, .footer a"),
    ),
    "market.example": (
        ("related", "h2 + .cards a"),
        ("content", ".card h3 a"),
        ("navigation", "header a, footer a"),
    ),
    "harbour.example": (
        ("content", ".entry-content a, .entry-title a"),
        ("related", "aside ul:first-of-type a"),
        ("navigation", ".menu a, .site-name a, .entry-topic a, aside ul:last-of-type a"),
    ),
}


def gold_links(page: ExamplePage, html: str) -> list[tuple[str, str, str]]:
    """The links of a page that are scored, in document order: address as written, text, kind."""
    selector = Selector(html)
    kinds: dict[object, str] = {}
    for kind, css in reversed(GOLD[page.site]):
        kinds.update((link.root, kind) for link in selector.css(css))
    own = page.url.split("/", 3)[3]
    found = []
    for element in selector.root.iter("a"):
        href = element.get("href") or ""
        if element in kinds and href not in ("", f"/{own}") and not href.startswith(("#", "javascript:", "mailto:")):
            found.append((href, " ".join("".join(element.itertext()).split()), kinds[element]))
    return found
