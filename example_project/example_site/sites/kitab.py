"""kitab.example: Uyghur, right to left. Pages differ in how they write the letters (see uyghur.py):

plain base letters; the article in presentation forms; the whole page in numeric character references, with or
without
semicolons; UTF-8 bytes or references under a windows-1252 label. The gold is in base letters throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape

import attrs

from ..article import Article, Shape
from ..grammar import Writer
from ..page import ExamplePage
from ..uyghur import references, shaped
from .base import Site, ad_link, joined, link, link_items, others

NAME = "كىتاب تورى"
SITE = Site(
    host="kitab.example",
    lang="ug",
    vocabulary="ug",
    topics={
        "book": "ئەدەبىيات",
        "orchard": "باغۋەنچىلىك",
        "craft": "قول ھۈنەر",
        "school": "مائارىپ",
        "web": "تېخنىكا",
    },
    header_charset=None,
    oldest_days=1500,
)
SHAPE = Shape(
    paragraphs=(3, 9),
    sentences=(2, 5),
    brief=0.2,
    heading=0.15,
    figure=0.15,
    items=0.1,
    table=0.06,
    quote=0.1,
    link=0.2,
    strong=0.1,
)
STYLE = """
body{font:16px/1.8 "UKIJ Tuz","DejaVu Sans",sans-serif;direction:rtl;margin:0 auto;width:980px}
#content{float:right;width:660px}
#sidebar{float:left;width:300px;font-size:14px}#footer{clear:both;border-top:1px solid #999}#nav
li{display:inline;margin-left:14px}
"""


@attrs.frozen
class Writing:
    """How a page is written: article in presentation forms, all of it in references, its charset label."""

    name: str
    shaped: bool = False
    references: bool = False
    semicolons: bool = True
    label: str = "utf-8"


WRITINGS = (
    Writing("base"),
    Writing("shaped", shaped=True),
    Writing("references", references=True, label="windows-1252"),
    Writing("base"),
    Writing("shaped-references", shaped=True, references=True, semicolons=False, label="windows-1252"),
    Writing("mislabelled", label="windows-1252"),
    Writing("shaped", shaped=True),
    Writing("loose-references", references=True, semicolons=False),
)


def pages(seed: int) -> list[ExamplePage]:
    articles = SITE.plan(seed, 16, SHAPE, _path, {"thing": 1, "place": 2, "person": 2}, links=_categories())
    made = [_index(seed, "/", NAME, articles, articles)]
    for topic, name in SITE.topics.items():
        own = [article for article in articles if article.section == topic]
        made.append(_index(seed, f"/category/{topic}", name, own, articles))
    writings = [WRITINGS[number % len(WRITINGS)] for number in range(len(articles))]
    return made + [_post(seed, *pair, articles) for pair in zip(articles, writings, strict=True)]


def _path(number: int, date: datetime, title: str) -> str:
    return f"/archives/{1200 - 17 * number}"


def _categories() -> list[str]:
    return [f"/category/{topic}" for topic in SITE.topics]


def _post(seed: int, article: Article, writing: Writing, articles: Sequence[Article]) -> ExamplePage:
    writer = SITE.writer(SITE.rng(seed, "page", article.url), article.section)
    body = joined([element.html() for element in article.elements])
    title = escape(article.title)
    if writing.shaped:
        body, title = shaped(body), shaped(title)
    main = f"""
<div class="post" id="post-{writer.rng.randint(100, 999)}">
<h2 class="posttitle"><a href="{article.url}" rel="bookmark">{title}</a></h2>
<p class="postmeta">يازغۇچى: <a href="/">{article.author}</a> | ۋاقتى: {article.day} | تۈرى:
{link(f"/category/{article.section}", SITE.topics[article.section])} | كۆرۈلۈشى:
{writer.rng.randint(40, 5000)} قېتىم</p>
<div class="postentry">
{_advert(writer) if writer.chance(0.4) else ""}
{body}
</div>
<p class="copy">بۇ يازما {NAME}غا تەۋە، كۆچۈرۈپ ئىشلەتكەندە مەنبەسىنى ئەسكەرتىڭ.</p>
<div class="share"><a href="http://share.example/1">ھەمبەھىرلەش</a>
<a href="http://share.example/2">ئېلخەت</a> <a href="javascript:print()">بېسىش</a></div>
</div>
<div class="related"><h3>مۇناسىۋەتلىك يازمىلار</h3><ul>{link_items(others(articles, article, writer.rng, 5))}
</ul></div>
{_comments(writer)}"""
    html = _frame(f"{title} | {NAME}", main, article, articles, writer, writing.label)
    if writing.references:
        html = references(html, writing.semicolons)
    return SITE.page(article.url, html, f"post-{writing.name}", article, articles=articles)


def _advert(writer: Writer) -> str:
    return f'<div class="adsense">{ad_link(writer)}</div>'


def _comments(writer: Writer) -> str:
    count = writer.rng.randint(0, 6)
    items = joined(
        [
            f'<li class="comment"><div class="comment-author"><b>{writer.say("given")}</b> '
            f"{writer.rng.randint(2008, 2014)}-يىلى</div>"
            f'<p>{writer.say("comment")}</p><a href="#respond">جاۋاب قايتۇرۇش</a></li>'
            for _ in range(count)
        ]
    )
    return f"""<div id="comments"><h3>ئىنكاسلار ({count})</h3><ol class="commentlist">
{items}
</ol><form id="respond" action="/comment"><p>ئىسمىڭىز ۋە ئېلخەت ئادرېسىڭىز ئاشكارىلانمايدۇ.</p><textarea>
</textarea><button>يوللاش</button></form></div>"""


def _sidebar(article: Article | None, articles: Sequence[Article], writer: Writer) -> str:
    rng = writer.rng
    categories = "".join(f"<li>{link(f'/category/{t}', n)} ({rng.randint(3, 60)})</li>" for t, n in SITE.topics.items())
    comments = "".join(
        f"<li>{writer.say('given')}: {link(a.url, writer.say('comment'))}</li>"
        for a in others(articles, article, rng, 4)
    )
    return f"""<div id="sidebar">
<div class="widget"><form action="/search"><input name="s"/><button>ئىزدەش</button></form></div>
<div class="widget"><h3>تۈرلەر</h3><ul>{categories}</ul></div>
<div class="widget"><h3>يېڭى يازمىلار</h3><ul>{link_items(articles[:6])}</ul></div>
<div class="widget"><h3>ئەڭ كۆپ كۆرۈلگەنلەر</h3><ul>{link_items(others(articles, article, rng, 6))}</ul></div>
<div class="widget"><h3>يېڭى ئىنكاسلار</h3><ul>{comments}</ul></div>
<div class="widget">{_advert(writer)}{_advert(writer)}</div>
<div class="widget"><h3>ئۇلىنىشلار</h3><ul><li><a href="http://link1.example/">تور مۇنبىرى</a></li><li>
<a href="http://link2.example/">ئېلكىتاب ئامبىرى</a></li></ul></div>
</div>"""


def _index(seed: int, path: str, name: str, own: Sequence[Article], articles: Sequence[Article]) -> ExamplePage:
    writer = SITE.writer(SITE.rng(seed, "index", path))
    teasers = joined(
        [
            f'<div class="post"><h2 class="posttitle">{link(a.url, a.title)}</h2><p>{escape(a.summary(160))} '
            f'<a href="{a.url}">داۋامى</a></p></div>'
            for a in own
        ]
    )
    return SITE.page(path, _frame(f"{name} | {NAME}", teasers, None, articles, writer), "list")


def _frame(
    title: str,
    main: str,
    article: Article | None,
    articles: Sequence[Article],
    writer: Writer,
    label: str = "utf-8",
) -> str:
    words = SITE.grammar.rules["nav"]
    addresses = ("/", *_categories())
    nav = "".join(f"<li>{link(addresses[n % len(addresses)], word)}</li>" for n, word in enumerate(words))
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html dir="rtl" lang="ug">
<head>
<meta http-equiv="Content-Language" content="ug">
<meta http-equiv="Content-Type" content="text/html; charset={label}">
<title>{title}</title>
<style type="text/css">{STYLE}</style>
</head>
<body>
<div id="header"><h1><a href="/">{NAME}</a></h1><p>بىلىم، ھۈنەر ۋە كىتاب سۆيەرلەرنىڭ ماكانى</p></div>
<div id="nav"><ul>{nav}</ul></div>
<div class="topad">{_advert(writer)}</div>
<div id="content">
{main}
</div>
{_sidebar(article, articles, writer)}
<div id="footer"><p>&copy; 2006-2024 {NAME} بارلىق ھوقۇقى قوغدىلىدۇ. <a href="/">بىز ھەققىدە</a> |
<a href="/">ئالاقە</a> | <a href="/">خەرىتە</a></p>
<p>ICP 00000003 | تېخنىكا ياردىمى: <a href="http://link3.example/">سايرام تور مۇلازىمىتى</a></p></div>
</body>
</html>
"""
