"""The news of docs.example: releases and notes in a layout of their own, on the handbook's host."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape

import attrs

from ..article import Article, Shape
from ..grammar import Writer
from ..page import ExamplePage
from .base import Site, joined, link, others

NAME = "Larkspur"
SITE = Site(
    host="docs.example",
    lang="en",
    vocabulary="en_docs",
    topics={
        "install": "Installation",
        "store": "Storage",
        "rules": "Rules",
        "plugin": "Plugins",
        "deploy": "Deployment",
        "query": "Queries",
    },
)
SHAPE = Shape(paragraphs=(2, 6), sentences=(1, 4), brief=0.2, items=0.45, code=0.15, link=0.25, strong=0.1)
STYLE = """
body{font:16px/1.6 sans-serif;margin:0;background:#fafafa}
.navbar{background:#2b3a55;color:#fff;padding:10px}.navbar a{color:#fff;margin-right:14px}
.container{display:grid;grid-template-columns:1fr 260px;gap:32px;max-width:1000px;margin:24px auto}
.badge{background:#ddd;padding:2px 6px}
.card{border:1px solid #ddd;padding:12px;margin-bottom:16px;background:#fff;font-size:14px}
"""


def pages(seed: int) -> list[ExamplePage]:
    entries = SITE.plan(seed, 14, SHAPE, _path, {"noun": 2, "version": 1, "person": 2}, "news_", ["/guide/", "/news/"])
    printed = max(entries, key=lambda entry: len(entry.gold_text))
    made = [_entry(seed, number, entries, entries[number] is printed) for number in range(len(entries))]
    return [_index(seed, entries), *made, _for_printers(printed)]


def _path(number: int, date: datetime, title: str) -> str:
    return f"/news/{date:%Y}/{date:%m%d}-{number:02d}.html"


def _printed(entry: Article) -> str:
    """The address of the version for printers, which the longest entry has."""
    return entry.url.replace(".html", "-print.html")


def _for_printers(entry: Article) -> ExamplePage:
    """The same entry in a layout of its own."""
    html = f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{escape(entry.title)}</title></head>
<body>
<p>{NAME} news, for printers. <a href="{entry.url}">Back to the site</a></p>
<h2>{escape(entry.title)}</h2>
{joined([element.html() for element in entry.elements])}
<hr><p>Printed from {SITE.host}</p>
</body>
</html>
"""
    return attrs.evolve(SITE.page(_printed(entry), html, "print"), copy_of=SITE.url(entry.url))


def _entry(seed: int, number: int, entries: Sequence[Article], printed: bool) -> ExamplePage:
    entry = entries[number]
    writer = SITE.writer(SITE.rng(seed, "page", entry.url), entry.section, noun=2)
    body = joined([element.html() for element in entry.elements])
    title = escape(entry.title)
    printer = f" {link(_printed(entry), 'Print')}" if printed else ""
    badges = "".join(
        f'<span class="badge badge-{n}">{word}</span>'
        for n, word in enumerate(writer.rng.sample(("release", "community", "security", "plugins", "talks"), 2))
    )
    main = f"""<article class="news-entry">
<div class="news-head">{badges}<h1>{title}</h1>
<p class="byline"><img src="/img/face{writer.rng.randint(1, 8)}.png" alt=""/> {entry.author} ·
<time>{entry.date:%d %B %Y}</time> · {writer.rng.randint(1, 9)} min</p></div>
<div class="news-body">
{body}
</div>
<div class="reactions"><span>👍 {writer.rng.randint(0, 80)}</span><span>🎉 {writer.rng.randint(0, 40)}</span>
<a href="http://code.example/discuss/{number}">Discuss this post</a>{printer}</div>
</article>
<div class="more-news"><h4>More news</h4>
{_cards(entry, entries, writer)}
</div>"""
    return SITE.page(entry.url, _frame(f"{title} | {NAME} news", main, entry, entries, writer), "news", entry)


def _cards(entry: Article, entries: Sequence[Article], writer: Writer) -> str:
    return joined(
        [
            f'<div class="card"><h5>{link(e.url, e.title)}</h5><p>{escape(e.summary(120), quote=False)}</p></div>'
            for e in others(entries, entry, writer.rng, 3)
        ]
    )


def _index(seed: int, entries: Sequence[Article]) -> ExamplePage:
    writer = SITE.writer(SITE.rng(seed, "index", "news"), noun=2)
    cards = joined(
        [
            f'<div class="card"><h2>{link(e.url, e.title)}</h2><time>{e.day}</time>'
            f"<p>{escape(e.summary(160), quote=False)}</p></div>"
            for e in entries
        ]
    )
    return SITE.page("/news/", _frame(f"{NAME} news", f"<h1>News</h1>\n{cards}", None, entries, writer), "list")


def _frame(title: str, main: str, entry: Article | None, entries: Sequence[Article], writer: Writer) -> str:
    recent = "".join(
        f"<li>{link(e.url, e.title)} <small>{e.day}</small></li>" for e in others(entries, entry, writer.rng, 6)
    )
    events = "".join(
        f"<li>{writer.rng.randint(1, 28)} {writer.say('month')}, {writer.say('town')}</li>" for _ in range(3)
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>{STYLE}</style>
</head>
<body>
<header class="navbar"><a class="brand" href="/">{NAME}</a><a href="/guide/">Handbook</a>
<a href="/news/">News</a><a href="http://code.example/">Code</a><a href="http://shop.example/">Shop</a>
</header>
<div class="banner" role="alert">{escape(writer.say("ad"))} <a href="http://shop.example/">Learn more</a>
</div>
<div class="container">
<main>
{main}
</main>
<aside>
<div class="card"><h4>Recent posts</h4><ul>{recent}</ul></div>
<div class="card"><h4>Events</h4><ul>{events}</ul></div>
<div class="card"><h4>Stay up to date</h4><p>Release announcements by mail, at most twice a month. You can
leave at any time.</p><form action="/subscribe"><input type="email"/><button>Subscribe</button></form></div>
<div class="card sponsor"><h4>Sponsors</h4>
<a href="http://ads.example/{writer.rng.randint(1, 999)}">Saltmarket Library Trust</a>
<a href="http://ads.example/{writer.rng.randint(1, 999)}">Tarn Bridge Archive</a></div>
</aside>
</div>
<footer class="site-footer"><a href="/guide/">Handbook</a> <a href="/news/">All posts</a>
<a href="http://code.example/conduct">Code of conduct</a>
<p>The {NAME} project is run by volunteers. Texts are free to share with attribution. No warranty of any
kind.</p></footer>
</body>
</html>
"""
