"""docs.example: two layouts on one host. This module is the handbook; docs_news.py is the news of the same
project.

The handbook has the tree of all its pages on the left, a table of contents, notes and code. Links are
relative.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from datetime import datetime
from html import escape

from ..article import Article, Shape
from ..elements import Code, Element, Heading, Quote, inline
from ..grammar import Writer
from ..page import ExamplePage
from . import docs_news
from .base import ad_link, joined, link
from .docs_news import NAME, SITE

SHAPE = Shape(
    paragraphs=(4, 11),
    sentences=(1, 4),
    brief=0.1,
    heading=0.45,
    items=0.15,
    table=0.12,
    code=0.4,
    quote=0.3,
    link=0.25,
    strong=0.05,
)
STYLE = """
body{font:15px/1.6 sans-serif;margin:0}.wy-nav-side{float:left;width:260px;background:#f3f6f6;font-size:13px}
.rst-content{margin-left:290px;max-width:720px}.toc{float:right;width:180px;font-size:12px}pre{background:#f6f6f6;padding:8px}
.admonition{background:#e7f2fa;padding:8px;margin:8px 0}.headerlink{color:#999}
"""


def pages(seed: int) -> list[ExamplePage]:
    chapters = SITE.plan(seed, 15, SHAPE, _path, {"noun": 3}, links=["/guide/", "/news/"])
    made = [_contents(seed, path, chapters) for path in ("/", "/guide/")]
    made += [_chapter(seed, number, chapters) for number in range(len(chapters))]
    return made + docs_news.pages(seed)


def _path(number: int, date: datetime, title: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    return f"/guide/{list(SITE.topics)[number % len(SITE.topics)]}/{slug}.html"


def _relative(address: str, base: str) -> str:
    relative = posixpath.relpath(address, posixpath.dirname(base))
    return relative + "/" if address.endswith("/") else relative


def _chapter(seed: int, number: int, chapters: Sequence[Article]) -> ExamplePage:
    chapter = chapters[number]
    writer = SITE.writer(SITE.rng(seed, "page", chapter.url), chapter.section)
    body = joined([_block(element, writer) for element in chapter.elements])
    title = escape(chapter.title)
    main = f"""<div role="navigation" aria-label="Page navigation"><ul class="wy-breadcrumbs">
<li>{link(_relative("/guide/", chapter.url), "Docs")} »</li><li>{SITE.topics[chapter.section]} »</li>
<li>{title}</li>
<li class="wy-breadcrumbs-aside"><a href="http://code.example/edit/{number}">Edit this page</a></li></ul><hr/>
</div>
{_toc(chapter)}
<div role="main" class="document" itemscope="itemscope"><div itemprop="articleBody">
<section id="page-{number}">
<h1>{title}<a class="headerlink" href="#page-{number}" title="Permalink to this heading">¶</a></h1>
{body}
</section>
</div></div>
<footer><div class="rst-footer-buttons" role="navigation">{_step(number - 1, chapters, chapter, "Previous")}
{_step(number + 1, chapters, chapter, "Next")}</div>
<div class="feedback">Was this page helpful? <a href="#">Yes</a> <a href="#">No</a>
— Last updated on {chapter.date:%b %d, %Y}.</div></footer>"""
    html = _frame(f"{title} — {NAME} handbook", main, chapters, chapter.url, writer)
    return SITE.page(chapter.url, html, "handbook", chapter)


def _block(element: Element, writer: Writer) -> str:
    if isinstance(element, Heading):
        anchor = f'<a class="headerlink" href="#{element.anchor}" title="Permalink to this heading">¶</a>'
        return f'<h2 id="{element.anchor}">{inline(element.text)}{anchor}</h2>'
    if isinstance(element, Quote):
        title = '<p class="admonition-title">Note</p>'
        return f'<div class="admonition note">{title}\n<p>{inline(element.text)}</p></div>'
    if isinstance(element, Code):
        button = '<button class="copybtn" data-tooltip="Copy">Copy</button>'
        return element.html().replace("<pre>", f"{button}<pre><span></span>", 1)
    return element.html()


def _toc(chapter: Article) -> str:
    headings = [element for element in chapter.elements if isinstance(element, Heading)]
    items = "".join(f'<li><a class="reference internal" href="#{h.anchor}">{escape(h.text)}</a></li>' for h in headings)
    return f'<div class="toc"><p>On this page</p><ul>{items}</ul></div>' if headings else ""


def _step(number: int, chapters: Sequence[Article], chapter: Article, label: str) -> str:
    if not 0 <= number < len(chapters):
        return ""
    other = chapters[number]
    return link(_relative(other.url, chapter.url), f"{label}: {other.title}", 'class="btn"')


def _contents(seed: int, path: str, chapters: Sequence[Article]) -> ExamplePage:
    writer = SITE.writer(SITE.rng(seed, "index", path))
    items = "".join(f"<li>{link(_relative(c.url, path), c.title)}</li>" for c in chapters)
    news = link(_relative("/news/", path), "News")
    about = f"Everything about {NAME}, from the first archive to the last mirror. See also: {news}"
    main = f"<h1>{NAME} handbook</h1><p>{about}</p><ul>{items}</ul>"
    return SITE.page(path, _frame(f"{NAME} handbook", main, chapters, path, writer), "list")


def _frame(title: str, main: str, chapters: Sequence[Article], base: str, writer: Writer) -> str:
    tree = joined(
        [
            f'<p class="caption"><span class="caption-text">{name}</span></p><ul>'
            + "".join(
                f'<li class="toctree-l1{" current" if c.url == base else ""}">'
                f"{link(_relative(c.url, base), c.title)}{_branch(c, base)}</li>"
                for c in chapters
                if c.section == topic
            )
            + "</ul>"
            for topic, name in SITE.topics.items()
        ]
    )
    return f"""<!DOCTYPE html>
<html class="writer-html5" lang="en">
<head>
<meta charset="utf-8" />
<title>{title}</title>
<style>{STYLE}</style>
</head>
<body class="wy-body-for-nav">
<nav class="wy-nav-side"><div class="wy-side-scroll">
<div class="wy-side-nav-search"><a href="{_relative("/", base)}" class="icon icon-home">{NAME}</a>
<div class="version">stable</div>
<form action="/search"><input type="text" name="q" placeholder="Search docs" /></form></div>
<div class="wy-menu" role="navigation">
{tree}
<p class="caption"><span class="caption-text">Project</span></p><ul><li>
<a href="{_relative("/news/", base)}">News</a></li><li><a href="http://code.example/">Source code</a></li>
</ul>
</div><div class="ethical-ad">{ad_link(writer)} <small>Ad by the project</small></div>
</div></nav>
<section class="wy-nav-content-wrap"><div class="wy-nav-content"><div class="rst-content">
{main}
<div role="contentinfo"><p>© Copyright 2015–2024, the {NAME} authors. Built with a small static generator
using a theme of our own.</p></div>
</div></div></section>
<script>var DOCUMENTATION_OPTIONS = {{VERSION: "stable", LANGUAGE: "en"}};</script>
</body>
</html>
"""


def _branch(chapter: Article, base: str) -> str:
    """The sections of the current page, below its entry in the tree."""
    headings = [element for element in chapter.elements if isinstance(element, Heading)]
    if chapter.url != base or not headings:
        return ""
    return (
        "<ul>"
        + "".join(f'<li class="toctree-l2"><a href="#{h.anchor}">{escape(h.text)}</a></li>' for h in headings)
        + "</ul>"
    )
