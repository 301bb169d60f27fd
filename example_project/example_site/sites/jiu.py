"""jiu.example: a home page of about the year 2000 in GBK. Nested tables, font tags, no classes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape

from ..article import Article, Shape
from ..elements import Code, Element, Figure, Heading, Items, Paragraph, Quote, Table, inline
from ..grammar import Writer
from ..page import ExamplePage
from .base import Site, joined, others

NAME = "槐树下·个人主页"
SITE = Site(
    host="jiu.example",
    lang="zh",
    vocabulary="zh_essay",
    topics={"village": "乡土", "modem": "网络", "journey": "旅途", "book": "读书"},
    joiner="",
    charset="gbk",
    header_charset=None,
    oldest_days=900,
)
SHAPE = Shape(paragraphs=(5, 13), sentences=(2, 5), brief=0.2, figure=0.06, quote=0.1, link=0.06, strong=0.08)
PER_LIST = 8


def pages(seed: int) -> list[ExamplePage]:
    names = {"thing": 2, "place": 2, "kin": 2}
    articles = SITE.plan(seed, 15, SHAPE, _path, names, links=["/", "/wen/list1.htm"])
    lists = {f"/wen/list{n // PER_LIST + 1}.htm": articles[n : n + PER_LIST] for n in range(0, len(articles), PER_LIST)}
    made = [_index(seed, path, own, articles) for path, own in {"/": articles[:5], **lists}.items()]
    return made + [_essay(seed, number, articles) for number in range(len(articles))]


def _path(number: int, date: datetime, title: str) -> str:
    return f"/wen/{number + 1:03d}.htm"


def _anchor(address: str, text: str) -> str:
    return f"<A HREF={address}>{escape(text, quote=False)}</A>"


def _body(elements: Sequence[Element]) -> str:
    """Text as the programs of the time wrote it: two wide spaces before a paragraph, two breaks behind."""
    return joined([_block(element) for element in elements])


def _block(element: Element) -> str:
    match element:
        case Paragraph(text):
            return f"　　{_font(text)}<BR>\n<BR>"
        case Heading(text):
            return f"<B>{_font(text)}</B><BR>\n<BR>"
        case Items(texts):
            return joined([f"　　◎ {_font(text)}<BR>" for text in texts]) + "<BR>"
        case Figure(source, caption):
            return f"<CENTER><IMG SRC={source} BORDER=1><BR>\n<FONT SIZE=1>{_font(caption)}</FONT></CENTER><BR>"
        case Quote(text):
            return f"<I><FONT COLOR=#006600>{_font(text)}</FONT></I><BR>\n<BR>"
        case Table() | Code():
            raise NotImplementedError(f"{SITE.host} has no {type(element).__name__}")


def _font(text: str) -> str:
    return inline(text).replace("strong>", "b>")


def _essay(seed: int, number: int, articles: Sequence[Article]) -> ExamplePage:
    article = articles[number]
    writer = SITE.writer(SITE.rng(seed, "page", article.url), article.section)
    before = _anchor(articles[number - 1].url, "上一篇") if number else "上一篇"
    after = _anchor(articles[number + 1].url, "下一篇") if number + 1 < len(articles) else "下一篇"
    date = f"{article.date.year - 23}.{article.date.month}.{article.date.day}"
    main = f"""<TABLE WIDTH=100% CELLPADDING=6><TR><TD ALIGN=center>
<FONT SIZE=4 COLOR=#993300><B>{escape(article.title)}</B></FONT><BR>
<FONT SIZE=2 COLOR=gray>站长　{date}　天气：{writer.pick(("晴", "阴", "小雨", "大风"))}　阅读
{writer.rng.randint(30, 900)} 次</FONT>
<HR WIDTH=80% SIZE=1></TD></TR>
<TR><TD><FONT SIZE=3>
{_body(article.elements)}
</FONT></TD></TR>
<TR><TD ALIGN=center><FONT SIZE=2>[{before}] [{_anchor("/wen/list1.htm", "返回目录")}] [{after}]
[{_anchor("mailto:zhan@jiu.example", "给我写信")}]</FONT></TD></TR>
</TABLE>"""
    return SITE.page(
        article.url, _frame(f"{article.title} - {NAME}", main, article, articles, writer), "essay", article
    )


def _index(seed: int, path: str, own: Sequence[Article], articles: Sequence[Article]) -> ExamplePage:
    writer = SITE.writer(SITE.rng(seed, "index", path))
    rows = joined(
        [f"<TR><TD>·{_anchor(a.url, a.title)}<TD ALIGN=right><FONT SIZE=1>{SITE.topics[a.section]}</FONT>" for a in own]
    )
    pages = " ".join(_anchor(f"/wen/list{n}.htm", f"第{n}页") for n in (1, 2))
    main = f"<TABLE WIDTH=100% BORDER=0>\n{rows}\n</TABLE><CENTER><FONT SIZE=2>{pages}</FONT></CENTER>"
    return SITE.page(path, _frame(NAME, main, None, articles, writer), "list")


def _side(article: Article | None, articles: Sequence[Article], writer: Writer) -> str:
    addresses = ("/", "/wen/list1.htm", "/wen/list2.htm")
    menu = joined(
        [
            f"<TR><TD BGCOLOR={('#FFFFDD', '#EEEECC')[n % 2]}>"
            f"<FONT SIZE=2>→ {_anchor(addresses[n % 3], word)}</FONT></TD></TR>"
            for n, word in enumerate(SITE.grammar.rules["list"])
        ]
    )
    popular = "<BR>\n".join(f"·{_anchor(a.url, a.title)}" for a in others(articles, article, writer.rng, 5))
    friends = "<BR>\n".join(
        f"※<A HREF=http://friend{writer.rng.randint(1, 99)}.example/ TARGET=_blank>{name}</A>"
        for name in writer.rng.sample(list(SITE.grammar.rules["friend"]), 5)
    )
    return f"""<TABLE WIDTH=150 BORDER=0 CELLSPACING=1 BGCOLOR=#CCCC99>
{menu}
</TABLE>
<IMG SRC=/img/spacer.gif WIDTH=1 HEIGHT=10><BR>
<TABLE WIDTH=150 BORDER=1 BORDERCOLOR=#CCCC99><TR><TD BGCOLOR=#CCCC99><FONT SIZE=2><B>热门文章</B></FONT></TD>
</TR>
<TR><TD><FONT SIZE=2>{popular}</FONT></TD></TR>
<TR><TD BGCOLOR=#CCCC99><FONT SIZE=2><B>友情链接</B></FONT></TD></TR>
<TR><TD><FONT SIZE=2>{friends}</FONT></TD></TR></TABLE>
<CENTER><FONT SIZE=2>您是第<B>{writer.rng.randint(10000, 99999)}</B>位访客</FONT></CENTER>"""


def _frame(title: str, main: str, article: Article | None, articles: Sequence[Article], writer: Writer) -> str:
    links = " | ".join(_anchor("/wen/list1.htm", word) for word in SITE.grammar.rules["list"])
    return f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN">
<HTML>
<HEAD>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=gb2312">
<META NAME="GENERATOR" CONTENT="Paper &amp; Scissors 3.0">
<TITLE>{escape(title)}</TITLE>
</HEAD>
<BODY BGCOLOR=#FFFFF0 TEXT=#333333 LINK=#006699 BACKGROUND=/img/bg.gif TOPMARGIN=0>
<CENTER>
<TABLE WIDTH=760 BORDER=0 CELLSPACING=0 CELLPADDING=0>
<TR><TD WIDTH=200><A HREF=/><IMG SRC=/img/logo.gif BORDER=0 ALT="{NAME}"></A></TD>
<TD ALIGN=center><A HREF=http://ads.example/{writer.rng.randint(1, 999)}><FONT SIZE=2 COLOR=red>
{writer.say("ad")}</FONT></A></TD></TR>
<TR><TD COLSPAN=2 BGCOLOR=#669966 ALIGN=center><FONT SIZE=2 COLOR=white>{_anchor("/", "首页")} | {links}
</FONT></TD></TR>
<TR><TD COLSPAN=2><MARQUEE><FONT SIZE=2>{writer.say("notice")}</FONT></MARQUEE></TD></TR>
<TR><TD COLSPAN=2 HEIGHT=8><IMG SRC=/img/spacer.gif WIDTH=1 HEIGHT=8></TD></TR>
</TABLE>
<TABLE WIDTH=760 BORDER=0 CELLSPACING=0 CELLPADDING=0><TR>
<TD WIDTH=150 VALIGN=top>
{_side(article, articles, writer)}
</TD>
<TD WIDTH=10><IMG SRC=/img/spacer.gif WIDTH=10 HEIGHT=1></TD>
<TD VALIGN=top BGCOLOR=white>
{main}
</TD></TR></TABLE>
<TABLE WIDTH=760><TR><TD ALIGN=center><HR SIZE=1>
<FONT SIZE=2>版权所有 &copy; 1998-2001 {NAME}　站长信箱：<A HREF=mailto:zhan@jiu.example>zhan@jiu.example</A>
<BR>
本站由免费空间提供支持　{writer.say("notice")}</FONT></TD></TR></TABLE>
</CENTER>
</BODY>
</HTML>
"""
