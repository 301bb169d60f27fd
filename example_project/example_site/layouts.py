"""Sites whose pages look otherwise than their markup reads, for a browser to draw.

They are not among the sites that a crawl without a browser visits (`build`). Everything that a drawing needs is in the
page itself: style sheets, pictures of a given size, scripts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape

import attrs

from .article import Article
from .elements import inline
from .grammar import Writer
from .page import ExamplePage
from .sites.base import Site, joined, link, link_items, others
from .sites.docs_news import SHAPE, SITE

ARTICLES = 8

Frame = Callable[[Article, Sequence[Article], Writer], str]


def build_layouts(seed: int = 0) -> list[ExamplePage]:
    """The pages of all layouts, each layout a site. The same seed gives the same bytes."""
    return [page for name in LAYOUTS for page in pages(name, seed)]


def pages(name: str, seed: int) -> list[ExamplePage]:
    """The articles of one layout."""
    site = attrs.evolve(SITE, host=f"{name}.layouts.example")
    path = "/{:%Y}/{}.html".format
    articles = site.plan(
        seed, ARTICLES, attrs.evolve(SHAPE, brief=0.0, paragraphs=(3, 6)), lambda number, date, _: path(date, number),
        {"noun": 2, "version": 1, "person": 2}, "news_", ["/"],
    )  # fmt: skip
    return [_page(site, name, seed, article, articles) for article in articles]


def _page(site: Site, name: str, seed: int, article: Article, articles: Sequence[Article]) -> ExamplePage:
    writer = site.writer(site.rng(seed, "page", article.url), article.section, noun=2)
    body = LAYOUTS[name](article, articles, writer)
    html = f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{escape(article.title)} | {name}</title></head>
<body>
{body}
</body>
</html>
"""
    return site.page(article.url, html, name, article)


def _story(article: Article) -> str:
    return joined([f"<h1>{escape(article.title)}</h1>", *(element.html() for element in article.elements)])


def _aside_text(writer: Writer, paragraphs: int) -> str:
    """Running text that is not the story."""
    return joined([f"<p>{inline(writer.sentences(3, 5, rule='sentence'))}</p>" for _ in range(paragraphs)])


def _menu(article: Article, articles: Sequence[Article], writer: Writer) -> str:
    return f'<div class="menu"><ul>{link_items(others(articles, article, writer.rng, 5))}</ul></div>'


def side_columns(article: Article, articles: Sequence[Article], writer: Writer) -> str:
    """Long text in narrow columns on both sides, the first of them before the story."""
    return f"""<style>
body {{ margin: 0; font: 16px sans-serif }} .row {{ display: flex }} .main {{ flex: 1; padding: 20px }}
.side {{ width: 210px; font-size: 12px; background: #eee; padding: 8px }}
</style>
{_menu(article, articles, writer)}
<div class="row"><div class="side">{_aside_text(writer, 4)}</div>
<div class="main">{_story(article)}</div>
<div class="side">{_aside_text(writer, 3)}</div></div>
<div class="foot">Texts are free to share.</div>"""


def banners(article: Article, articles: Sequence[Article], writer: Writer) -> str:
    """Banners as wide as the window, with sentences, above, below and within the story."""
    parts = [element.html() for element in article.elements]
    middle = len(parts) // 2
    banner = f'<div class="wide"><img src="/b.png" width="300" height="120" alt="">{_aside_text(writer, 1)}</div>'
    return f"""<style>
body {{ margin: 0; font: 16px sans-serif }} .wide {{ background: #234; color: #fff; padding: 60px; font-size: 24px }}
.text {{ width: 700px; margin: auto }}
</style>
{banner}{_menu(article, articles, writer)}
<div class="text"><h1>{escape(article.title)}</h1>{joined(parts[:middle])}</div>
{banner}
<div class="text">{joined(parts[middle:])}</div>
{banner}"""


def hidden(article: Article, articles: Sequence[Article], writer: Writer) -> str:
    """Text that style sheets hide in five ways, longer than the story."""
    styles = (
        "display: none", "visibility: hidden", "position: absolute; left: -9999px", "height: 0; overflow: hidden",
        "position: absolute; width: 1px; height: 1px; overflow: hidden",
    )  # fmt: skip
    rules = joined([f".x{i} {{ {style} }}" for i, style in enumerate(styles)])
    unseen = [f'<div class="x{i}">{_aside_text(writer, 2)}</div>' for i in range(len(styles))]
    return f"""<style>body {{ font: 16px sans-serif; width: 800px; margin: auto }} {rules}</style>
{_menu(article, articles, writer)}{joined(unseen[:3])}
<div class="text">{_story(article)}</div>
{joined(unseen[3:])}<div class="foot">Texts are free to share.</div>"""


def placed(article: Article, articles: Sequence[Article], writer: Writer) -> str:
    """Blocks that are placed absolutely: the markup has them in another order than the reader."""
    return f"""<style>
body {{ margin: 0; font: 16px sans-serif }} div {{ position: absolute }}
.foot {{ top: 2400px; left: 40px; width: 900px }}
.notes {{ top: 100px; left: 900px; width: 250px; font-size: 12px }} .text {{ top: 100px; left: 40px; width: 800px }}
.menu {{ top: 10px; left: 40px }}
</style>
<div class="foot">{_aside_text(writer, 2)}</div>
<div class="notes">{_aside_text(writer, 3)}</div>
<div class="text">{_story(article)}</div>
{_menu(article, articles, writer)}"""


def built(article: Article, articles: Sequence[Article], writer: Writer) -> str:
    """A page that a script builds: its markup has no text."""
    content = f"<header>{link('/', 'Home')}</header><main>{_story(article)}</main>{_menu(article, articles, writer)}"
    data = json.dumps(content).replace("<", "\\u003c")
    return f'<div id="app"></div>\n<script>document.getElementById("app").innerHTML = {data}</script>'


LAYOUTS: dict[str, Frame] = {
    "side-columns": side_columns,
    "banners": banners,
    "hidden": hidden,
    "placed": placed,
    "built": built,
}
