"""Pages of each type in invented words and plain markup, beside those of the web, which are full of menus and
widgets: here the order of its parts alone shows what is a section, an article or a product."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from scrapy_denoise.page import Page

EACH = 80
"""Pages of each type."""

_SYLLABLES = "ba ke li mo nu ra se ti vo zu pla gre sti dro fen mar tol wis".split()
_MENUS = (
    "",
    "<nav><ul>{}</ul></nav>",
    "<header><a href='/'>{name}</a><ul>{}</ul></header>",
    "<div id=menu><ul>{}</ul></div>",
)
_FEET = (
    "",
    "<footer><p>© 2024 {}</p><a href='/imprint'>{}</a></footer>",
    "<div class=footer>{} <a href='/a'>{}</a></div>",
)
_WRAPS = ("{}", "<main>{}</main>", "<div id=content>{}</div>", "<main><div class=container>{}</div></main>")
_TEASERS = (
    "<article><h2><a href='/{n}'>{title}</a></h2><p>{text}</p></article>",
    "<article class=teaser><h2><a href='/{n}'>{title}</a></h2><p>{text}</p><span class=date>{day}</span></article>",
    "<div class=item><a href='/{n}'><img src='{n}.jpg'><h3>{title}</h3></a><p>{text}</p></div>",
    "<h2><a href='/{n}'>{title}</a></h2><p>{text}</p>",
    "<h3><a href='/{n}'>{title}</a></h3><p>{text}</p>",
    "<h3><a href='/{n}'>{title}</a></h3><p>{text}</p>",
    "<h4><a href='/{n}'>{title}</a></h4><p>{text}</p><p>{text}</p>",
    "<p>{day}</p><h3><a href='/{n}'>{title}</a></h3><p>{text}</p>",
    "<dt><a href='/{n}'>{title}</a></dt><dd>{text}</dd>",
    "<li><a href='/{n}'>{title}</a><p>{text}</p></li>",
    "<div><h4><a href='/{n}'>{title}</a></h4><p>{text} <a href='/{n}'>Read more</a></p></div>",
    "<tr><td><a href='/{n}'>{title}</a></td><td>{text}</td><td>{day}</td></tr>",
    "<section><h2>{title}</h2><p>{text}</p><a href='/{n}'>{more}</a></section>",
)
_CARDS = (
    "<li class=product><a href='/{n}'><img src='{n}.jpg'>{title}</a><span class=price>{price}</span></li>",
    "<div class=card><a href='/{n}'><h3>{title}</h3></a><p>{price}</p><button>Add to cart</button></div>",
    "<div><img src='{n}.jpg'><h2><a href='/{n}'>{title}</a></h2><b>{price}</b></div>",
)
_POSTS = (
    "<div class=post><div class=author>{name}</div><i>{day}</i><div>{text}</div><a href='#'>Reply</a></div>",
    "<table><tr><td>{name}</td><td>{day}</td></tr><tr><td></td><td>{text}</td></tr></table>",
    "<article class=message><h4>{name}</h4><time>{day}</time><p>{text}</p></article>",
)


def typed_pages(each: int = EACH, seed: int = 0) -> Iterator[tuple[str, Page]]:
    """So many pages of each type, each with its type."""
    draw = random.Random(seed)
    made: dict[str, Callable[[random.Random], tuple[str, str]]] = {
        "article": _article,
        "list": _list,
        "product": _product,
        "forum": _thread,
        "documentation": _documentation,
        "service": _service,
    }
    for kind, make in made.items():
        for _ in range(each):
            path, body = make(draw)
            name = _title(draw)
            menu = draw.choice(_MENUS).format(
                "".join(f"<li><a href='/{i}'>{_words(draw, 1)}</a></li>" for i in range(draw.randint(3, 9))), name=name
            )
            body = draw.choice(_WRAPS).format(body)
            foot = draw.choice(_FEET).format(name, _words(draw, 1))
            head = f"<title>{_title(draw)}{draw.choice(('', ' - ' + name))}</title>"
            address = draw.choice((None, f"https://{name.split()[0].lower()}.example{path}"))
            yield kind, Page.from_html(f"<html><head>{head}</head><body>{menu}{body}{foot}</body></html>", url=address)


def _article(draw: random.Random) -> tuple[str, str]:
    byline = draw.choice(("", f"<p class=byline>{_title(draw)}, {_day(draw)}</p>", f"<time>{_day(draw)}</time>"))
    most = draw.choice((1, 2, 6))
    parts = [f"<p>{_text(draw, 1, most)}</p>" for _ in range(draw.choice((1, 2, 3, 5, 8, 12)))]
    if draw.random() < 0.3:
        parts.insert(len(parts) // 2, f"<h2>{_title(draw)}</h2>")
    if draw.random() < 0.3:
        parts.append("<h3>Related</h3>" + "".join(f"<p><a href='/{i}'>{_title(draw)}</a></p>" for i in range(3)))
    path = draw.choice(("/1", f"/news/{_slug(draw, 5)}", f"/2024/05/03/{_slug(draw, 6)}", f"/{_slug(draw, 4)}.html"))
    return path, f"<h1>{_title(draw)}</h1>{byline}{''.join(parts)}"


def _list(draw: random.Random) -> tuple[str, str]:
    path = draw.choice(("/", f"/{_slug(draw, 1)}", f"/{_slug(draw, 1)}/", f"/category/{_slug(draw, 1)}", "/1", "/news"))
    count = draw.randint(4, 25)
    if draw.random() < 0.3:
        entry, most = draw.choice(_CARDS), 1
    else:
        entry, most = draw.choice(_TEASERS), draw.choice((1, 2, 3, 5))
    more = _words(draw, 2)
    entries = "".join(
        entry.format(n=i, title=_title(draw), text=_text(draw, 1, most), day=_day(draw), price=_price(draw), more=more)
        for i in range(count)
    )
    if entry.startswith("<li"):
        entries = f"<ul>{entries}</ul>"
    elif entry.startswith("<tr"):
        entries = f"<table>{entries}</table>"
    return path, draw.choice(
        ("", f"<h1>{_words(draw, 1)}</h1>", f"<h1>{_words(draw, 2)}</h1><p>{_text(draw, 1, 1)}</p>")
    ) + entries


def _product(draw: random.Random) -> tuple[str, str]:
    button = draw.choice(("Add to cart", "Buy now", "In den Warenkorb", "Ajouter au panier", "Añadir al carrito"))
    rows = "".join(f"<tr><th>{_words(draw, 1)}<td>{_words(draw, 2)}" for _ in range(draw.randint(0, 8)))
    parts = [
        f"<h1>{_words(draw, 3)}</h1><img src=a.jpg>",
        f"<div class=price>{_price(draw)}</div><button>{button}</button>",
        f"<h2>{draw.choice(('Description', 'Details', _words(draw, 1)))}</h2><p>{_text(draw, 1, 5)}</p>",
        draw.choice(("", f"<table>{rows}</table>")),
        draw.choice(("", f"<h2>Reviews</h2><p>{_text(draw, 1, 2)}</p>")),
    ]
    return draw.choice(("/1", f"/p/{_slug(draw, 3)}", f"/products/{_slug(draw, 2)}", f"/{_slug(draw, 3)}")), "".join(
        parts
    )


def _thread(draw: random.Random) -> tuple[str, str]:
    post = draw.choice(_POSTS)
    posts = (
        post.format(name=_words(draw, 1), day=_day(draw), text=_text(draw, 1, 4)) for _ in range(draw.randint(3, 15))
    )
    path = draw.choice(("/1", "/forum/thread/17", "/viewtopic.php?t=7", f"/t/{_slug(draw, 4)}/12", "/topic/8"))
    return path, f"<h1>{_title(draw)}</h1>{''.join(posts)}"


def _documentation(draw: random.Random) -> tuple[str, str]:
    side = "".join(f"<li><a href='/docs/{i}'>{_words(draw, 2)}</a></li>" for i in range(draw.randint(0, 30)))
    parts = (
        f"<h2>{_words(draw, 2)}</h2><p>{_text(draw, 1, 3)}</p><pre><code>{_words(draw, 3).lower()}</code></pre>"
        for _ in range(draw.randint(2, 6))
    )
    path = draw.choice(
        ("/1", f"/docs/{_slug(draw, 1)}", f"/en/latest/{_slug(draw, 2)}.html", f"/guide/{_slug(draw, 1)}")
    )
    return path, f"<ul>{side}</ul><h1>{_words(draw, 2)}</h1><p>{_text(draw, 1, 2)}</p>{''.join(parts)}"


def _service(draw: random.Random) -> tuple[str, str]:
    features = "".join(
        f"<div><h3>{_words(draw, 2)}</h3><p>{_text(draw, 1, 1)}</p></div>" for _ in range(draw.randint(3, 8))
    )
    ask = draw.choice(("Contact us", "Get started", "Book a demo", "Jetzt anfragen", "Demander un devis"))
    ends = f"<section><h2>{_words(draw, 3)}</h2><blockquote>{_text(draw, 1, 2)}</blockquote></section>"
    body = f"<section><h1>{_title(draw)}</h1><p>{_text(draw, 1, 2)}</p><a href='/c'>{ask}</a></section>{features}{ends}"
    return draw.choice(("/", "/1", f"/services/{_slug(draw, 2)}", f"/{_slug(draw, 2)}")), body


def _words(draw: random.Random, count: int) -> str:
    return " ".join("".join(draw.choices(_SYLLABLES, k=draw.randint(1, 4))) for _ in range(count)).capitalize()


def _title(draw: random.Random) -> str:
    return _words(draw, draw.randint(2, 9))


def _slug(draw: random.Random, count: int) -> str:
    return _words(draw, count).lower().replace(" ", "-")


def _text(draw: random.Random, least: int, most: int) -> str:
    """So many sentences."""
    return " ".join(f"{_words(draw, draw.randint(6, 22))}." for _ in range(draw.randint(least, most)))


def _day(draw: random.Random) -> str:
    return draw.choice(("{} May 2024", "2024-05-{:02}", "May {}, 2024")).format(draw.randint(1, 28))


def _price(draw: random.Random) -> str:
    return draw.choice(("${}.00", "{},90 €", "£{}.50")).format(draw.randint(2, 400))
