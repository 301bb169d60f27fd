"""harbour.example: a blog of eight posts, and nine pages (home page, archives) that show all of them in full."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape

import attrs

from ..article import Article
from ..page import ExamplePage
from . import blog
from .base import Site, joined, link, link_items

NAME = "Notes from the Harbour"
SITE = Site(
    host="harbour.example",
    lang="en",
    vocabulary="en_blog",
    topics={"radio": "Radio", "bread": "Bread", "walking": "Walking"},
    oldest_days=150,
)
SHAPE = attrs.evolve(blog.SHAPE, paragraphs=(3, 6), brief=0.2, figure=0.0, table=0.0)
POSTS = 8
ARCHIVES = (
    "/", "/archive/", "/2024/", "/author/marit/", "/category/notes/", "/tag/harbour/", "/tag/weather/", "/all/",
    "/oldest-first/",
)  # fmt: skip
"""Pages with all posts: by one author, in one category, of one year."""
STYLE = "body{font:17px/1.6 serif;max-width:720px;margin:auto}.menu li{display:inline;margin-right:12px}"


def pages(seed: int) -> list[ExamplePage]:
    posts = SITE.plan(seed, POSTS, SHAPE, _path, {"thing": 1, "part": 2, "person": 2, "place": 2}, links=["/"])
    archives = dict.fromkeys(ARCHIVES, posts)
    archives["/oldest-first/"] = posts[::-1]
    made = [_page(path, f"{NAME}, {path.strip('/') or 'home'}", own, posts) for path, own in archives.items()]
    return made + [_page(post.url, f"{post.title} – {NAME}", [post], posts, post) for post in posts]


def _path(number: int, date: datetime, title: str) -> str:
    return f"/note/{POSTS - number}/"


def _entry(post: Article) -> str:
    """A post in full, the same on its own page and in every archive."""
    return f"""<article class="entry"><h2 class="entry-title">{link(post.url, post.title)}</h2>
<p class="entry-date">{post.day}</p>
<div class="entry-content">
{joined([element.html() for element in post.elements])}
</div>
<p class="entry-topic">Filed under {link("/category/notes/", "Notes")}</p></article>"""


def _page(
    path: str, title: str, shown: Sequence[Article], posts: Sequence[Article], post: Article | None = None
) -> ExamplePage:
    archives = joined([f"<li>{link(one, one.strip('/').capitalize() or 'Home')}</li>" for one in ARCHIVES])
    html = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"><title>{escape(title, quote=False)}</title>
<link rel="canonical" href="{SITE.url(path)}">
<style>{STYLE}</style>
</head>
<body>
<header><p class="site-name">{link("/", NAME)}</p>
<ul class="menu"><li>{link("/", "Home")}</li><li>{link("/archive/", "All notes")}</li></ul></header>
<main>
{joined([_entry(one) for one in shown])}
</main>
<aside><h3>Latest notes</h3><ul>
{link_items(posts[:5])}
</ul><h3>Archives</h3><ul>
{archives}
</ul></aside>
<footer><p>Written by the water. Copy what you like and say where it is from.</p></footer>
</body>
</html>
"""
    return SITE.page(path, html, "note" if post else "archive", post)
