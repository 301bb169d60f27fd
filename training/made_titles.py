"""Invented pages for the titles of kinds that the corpora have too few of, each with its address and its title."""

from collections.abc import Iterator
from itertools import product

from scrapy_denoise.page import Page

PROSE = (
    "<p>The council of Lower Fold agreed on Monday to mend the weir, nine years after the ice had broken it.</p>"
    "<p>Masons from the village will do the work, said the clerk, and the stone will come from the old quarry.</p>"
)
TEXTS = (PROSE, "<p>It is mended.</p>")
HEADLINES = (
    ("Masons mend the weir", "masons-mend-the-weir"),
    ("Why does the new wheel stop at night?", "why-does-the-new-wheel-stop"),
    ("石匠修好了水坝", "271828"),
)
NEWS = '<script type="application/ld+json">{{"@type":"NewsArticle","headline":"{0}","url":"{1}"}}</script>'
SITE = '<meta property="og:site_name" content="Fold Courier">'
OPEN_GRAPH = '<meta property="og:title" content="{0}">'

KINDS: tuple[tuple[str, str, str], ...] = (
    # Of each kind the head, the body and the path. {0} is the headline, {1} its slug.
    ("<title>{0} - Lower Daily Courier</title>", "<p>News</p><div>{0}</div>", "n/7"),
    ("<title>Lower Daily Courier - {0}</title>", "<p>News</p><div>{0}</div>", "n/7"),
    ("<title>{0} - May 3, 2024</title>", "<div>May 3, 2024</div>", "n/7"),
    ("<title>{0} - 文化-山谷报</title>", "<div>{0}</div>", "n/7"),
    ("<title>{0} (View topic) &bull; Quarry</title>", "<h2>Quarry</h2>", "viewtopic.php?t=7"),
    ("<title>Quarry :: View topic - {0}</title>", "<h1>Quarry</h1>", "viewtopic.php?t=7"),
    ("<title>{0} · Walks</title>", "<h1><a href=/w>Walks</a> {0}</h1>", "t/7"),
    ("<title>{0} | Walks | Fold</title>", "<h1>[Walks] {0}</h1>", "t/7"),
    ("<title>{0}</title>", "<h1>{0} <a href=#c>271 Comments</a></h1>", "n/7"),
    ("<title>All about stones</title>" + OPEN_GRAPH.format("Stones: what to know"), "<h1>{0}</h1>", "{1}"),
    ("<title>{0} | Stones | Fold</title>" + OPEN_GRAPH.format("{0} | Stones | Fold") + NEWS, "<h1>{0}</h1>", "n/7"),
    ("<title>weir:mending [Fold Wiki]</title>", "<h1>{0}</h1><h2>Stones</h2>", "doku.php?id=weir:mending"),
    ("<title>{0} - Masons' Book</title>", "<nav><h1 class=menu-title>Masons' Book</h1></nav><h2>Stones</h2>", "s"),
    ("<title>{0} - Mason's Handbook</title>", "<h1>Mason's Handbook</h1><h2>{0}</h2>", "s.html"),
    (f"<title>Fold Courier</title>{SITE}", "<h2>{0}</h2>", "n/7"),
    ("<title>Fold Courier</title>", "<nav><a href=/>Home</a></nav><h1>{0}</h1>", "n/7"),
    ("<title>Masons swim</title>" + OPEN_GRAPH + NEWS.replace("{0}", "Masons swim"), "<h1>Masons swim</h1>", "n/7"),
    ("<title>Fold.example - Welcome to the largest site of the valley. Free of charge.</title>", "<h1>{0}</h1>", "n/7"),
    ("", "<div id=left><h2>Recent Posts</h2><p><a href=/1>Stones</a></div><p><b>{0}</b></p>", "n/7"),
    ("<title>{0}</title>", "<h1>We help you in all things every day</h1>", "n/7"),
    ("<title>{0} | Fold</title>", "<h1>Walks {0}</h1>", "n/7"),
    ("<title>Walks - {0}</title>", "<h2>Walks</h2><h1>{0}</h1>", "t/7"),
    ("<title>{0}</title>", "<h2>Weir</h2>", "n/7"),
    ("<title>Weir</title>" + OPEN_GRAPH + NEWS.replace("{0}", "The weir"), "<h1>The weir</h1>", "n/7"),
    ("<title>{0} - Home</title>", "<div>Home</div>", "n/7"),
    ("", "<div class=headline>{0}</div><div class=byline>Ada Roe</div>", "n/7"),
)  # fmt: skip

OTHERS = (
    ("<title>Weir company</title>", "<h1>Masons mend the weir</h1>", "n/7", "Masons mend the weir"),
    ("<title>Stone company</title>", "<h1>A stone in the mill</h1>", "n/7", "A stone in the mill"),
    ("<title>Stones of the upper valley</title>", "<h1>Stones</h1>", "n/7", "Stones of the upper valley"),
    ("<title>Mending a weir and what it takes</title>", "<h1>Mending</h1>", "n/8", "Mending a weir and what it takes"),
    (f"<title>Fold Courier</title>{SITE}", "<h1>Posts</h1><h2>Masons mend the weir</h2>", "", "Fold Courier"),
    (f"<title>Fold Courier</title>{SITE}", "<h1>Latest</h1>", "", "Fold Courier"),
)  # fmt: skip
"""The same of pages that have one headline, which stands last."""


def made_pages() -> Iterator[tuple[Page, str]]:
    """The pages, each with its title."""
    several = ((*kind, *headline) for kind, headline in product(KINDS, HEADLINES))
    one = ((*other, "") for other in OTHERS)
    for (head, body, path, headline, slug), text in product((*several, *one), TEXTS):
        url = f"https://fold.example/{path.format(headline, slug)}"
        html = f"<html><head>{head.format(headline, url)}</head><body>{body.format(headline, url)}{text}</body></html>"
        yield Page.from_html(html, url), headline
