"""xinwen.example: a Chinese news portal. More links than text; lists beside, below and inside the article."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape
from random import Random

from ..article import Article, Shape
from ..elements import Figure, Paragraph
from ..grammar import Writer
from ..page import ExamplePage
from .base import Site, ad_link, joined, link, link_items, others

NAME = "岚浦新闻网"
SITE = Site(
    host="xinwen.example",
    lang="zh",
    vocabulary="zh_news",
    topics={
        "traffic": "交通",
        "farm": "三农",
        "culture": "文化",
        "school": "教育",
        "science": "科技",
        "health": "健康",
        "sport": "体育",
        "river": "生态",
    },
    joiner="",
)
SHAPE = Shape(
    paragraphs=(4, 11),
    sentences=(2, 4),
    brief=0.2,
    heading=0.12,
    figure=0.2,
    items=0.06,
    table=0.05,
    quote=0.06,
    link=0.12,
    strong=0.08,
)
DISCLAIMER = (
    f"凡注明“来源：{NAME}”的作品，版权均属于本网，未经书面授权不得转载、摘编。"
    "转载稿件不代表本网观点，如有侵权请在三十日内与本网联系，我们将及时处理。"
)
STYLE = """
body{font:14px/1.6 sans-serif;margin:0}.w{width:1100px;margin:0 auto}.mainnav li,.topbar
a{display:inline;margin-right:12px}
.main-left{float:left;width:740px}.side-right{float:right;width:320px}.clear{clear:both}.footer{background:#eee}
.art-content{font-size:17px}.side-box,.rel-news,.guess{border:1px solid #ddd;margin:8px 0;padding:8px}
"""


def pages(seed: int) -> list[ExamplePage]:
    articles = SITE.plan(seed, 16, SHAPE, _path, {"thing": 2, "place": 3, "person": 3}, links=_channel_paths())
    made = [_index(seed, "/", "首页", articles, articles)]
    for topic, name in SITE.topics.items():
        own = [article for article in articles if article.section == topic]
        made.append(_index(seed, f"/channel/{topic}.html", f"{name}频道", own, articles))
    return made + [_article(seed, article, articles) for article in articles]


def _path(number: int, date: datetime, title: str) -> str:
    return f"/a/{date:%Y%m%d}/{104300 + 37 * number}.html"


def _channel_paths() -> list[str]:
    return [f"/channel/{topic}.html" for topic in SITE.topics]


def _article(seed: int, article: Article, articles: Sequence[Article]) -> ExamplePage:
    rng = SITE.rng(seed, "page", article.url)
    writer = SITE.writer(rng, article.section)
    channel = SITE.topics[article.section]
    main = f"""
<div class="crumbs">您的位置：{link("/", "首页")} &gt; {link(f"/channel/{article.section}.html", channel)}
&gt; 正文</div>
<div class="article-box">
<h1 class="art-title">{escape(article.title)}</h1>
<div class="art-info"><span class="date">{article.date:%Y年%m月%d日 %H:%M}</span>
<span class="source">来源：<a href="/">{writer.say("source")}</a></span>
<span class="author">作者：{article.author}</span>
<span class="font">字号：<a href="javascript:;">大</a> <a href="javascript:;">中</a>
<a href="javascript:;">小</a></span>
<span class="cmt">评论 <a href="#comment">{rng.randint(0, 320)}</a> 条</span></div>
{_share_bar()}
<div class="art-content" id="artibody">
{_body(article, articles, writer)}
</div>
<div class="editor">（责任编辑：{writer.say("person")}　校对：{writer.say("person")}）</div>
<div class="like"><a href="javascript:;">点赞 {rng.randint(2, 900)}</a><a href="javascript:;">收藏</a>
<a href="javascript:;">打印</a></div>
<div class="statement">{DISCLAIMER}</div>
</div>
{_below(article, articles, writer)}"""
    html = _frame(f"{article.title}_{channel}_{NAME}", article.summary(60), main, article, articles, writer)
    return SITE.page(article.url, html, "article", article, articles=articles)


def _body(article: Article, articles: Sequence[Article], writer: Writer) -> str:
    """The paragraphs, with what portals push in between them."""
    parts: list[str] = []
    middle = len(article.elements) // 2
    for position, element in enumerate(article.elements):
        if position == middle and len(article.elements) > 3 and writer.chance(0.7):
            parts.append(_inset(article, articles, writer))
        if isinstance(element, Paragraph):
            parts.append(element.html().replace("<p>", "<p>　　", 1))
        elif isinstance(element, Figure):
            parts.append(
                f'<div class="pic"><img src="{element.source}" alt=""/>\n<p>{escape(element.caption)}</p></div>'
            )
        else:
            parts.append(element.html())
    return joined(parts)


def _inset(article: Article, articles: Sequence[Article], writer: Writer) -> str:
    if writer.chance(0.5):
        slot = f'data-slot="{writer.rng.randint(100, 999)}"'
        return f'<div class="ad-inline" {slot}>{ad_link(writer)}<i>广告</i></div>'
    more = link_items(others(articles, article, writer.rng, 2))
    return f'<div class="inset"><b>相关阅读</b><ul>{more}</ul></div>'


def _share_bar() -> str:
    names = ("微言", "好友圈", "空间", "复制链接")
    return (
        '<div class="share">分享到：'
        + "".join(f'<a href="javascript:share({i});">{n}</a>' for i, n in enumerate(names))
        + "</div>"
    )


def _below(article: Article, articles: Sequence[Article], writer: Writer) -> str:
    rng = writer.rng
    guesses = joined(
        [
            f"<dl><dt>{link(a.url, a.title)}</dt><dd><p>{escape(a.summary(rng.randint(40, 90)))}</p>"
            f"<span>{SITE.topics[a.section]}</span> <span>{a.day}</span></dd></dl>"
            for a in others(articles, article, rng, rng.randint(3, 6))
        ]
    )
    comments = joined(
        [
            f'<div class="cmt-item"><b>{writer.say("place")}网友</b> <em>{rng.randint(1, 59)}分钟前</em>'
            f'<p>{writer.say("comment")}</p><a href="javascript:;">顶[{rng.randint(0, 60)}]</a></div>'
            for _ in range(rng.randint(0, 4))
        ]
    )
    tags = " ".join(link(path, writer.say("thing")) for path in rng.sample(_channel_paths(), 4))
    return f"""<div class="tags">标签：{tags}</div>
<div class="rel-news"><h3>相关新闻</h3><ul>{link_items(others(articles, article, rng, 6), dated=True)}</ul>
</div>
<div class="guess"><h3>猜你喜欢</h3>
{guesses}
</div>
<div class="comment-box" id="comment"><h3>网友评论</h3><p class="tip">文明上网理性发言，请遵守评论服务协议</p>
{comments}<textarea placeholder="我来说两句"></textarea></div>"""


def _side(article: Article | None, articles: Sequence[Article], writer: Writer) -> str:
    rng = writer.rng
    hot = others(articles, article, rng, 8)
    ranks = "".join(
        f'<li><em class="n{n}">{n}</em>{link(a.url, a.title)}<i>{rng.randint(1, 90)}万</i></li>'
        for n, a in enumerate(hot, 1)
    )
    flashes = "".join(
        f'<li><a href="/">{escape(SITE.writer(rng).say("hot"))}</a></li>' for _ in range(rng.randint(5, 9))
    )
    ads = "".join(ad_link(writer, 'class="ad"') for _ in range(rng.randint(1, 3)))
    return f"""<div class="side-right">
<div class="side-box gg">{ads}</div>
<div class="side-box hotlist"><h3>24小时热榜</h3><ol>{ranks}</ol></div>
<div class="side-box"><h3>快讯</h3><ul>{flashes}</ul></div>
<div class="side-box video"><h3>视频</h3><ul>{link_items(others(articles, article, rng, 4))}</ul></div>
<div class="side-box app"><p>扫一扫，下载客户端</p><img src="/img/qr.png" alt="二维码"/></div>
</div>"""


def _index(seed: int, path: str, name: str, own: Sequence[Article], articles: Sequence[Article]) -> ExamplePage:
    writer = SITE.writer(SITE.rng(seed, "index", path))
    blocks = joined(
        [
            f'<div class="news-item"><h2>{link(a.url, a.title)}</h2><p>{escape(a.summary(70))}</p>'
            f"<span>{a.day}</span></div>"
            for a in own
        ]
    )
    roll = f'<ul class="roll">{link_items(articles, dated=True)}</ul>'
    main = f'<div class="list-box"><h1>{name}</h1>\n{blocks}\n</div>{roll}'
    html = _frame(f"{name}_{NAME}", f"{NAME}{name}", main, None, articles, writer)
    return SITE.page(path, html, "list")


def _frame(
    title: str,
    description: str,
    main: str,
    article: Article | None,
    articles: Sequence[Article],
    writer: Writer,
) -> str:
    rng = writer.rng
    channels = "".join(
        f"<li>{link(path, name)}</li>" for path, name in zip(_channel_paths(), SITE.topics.values(), strict=True)
    )
    more = ("时政", "社会", "财经", "房产", "汽车", "旅游", "美食", "图片", "直播", "问政", "专题", "数字报")
    extra = "".join(f'<li><a href="/">{name}</a></li>' for name in more)
    friends = " | ".join(
        f'<a href="http://link{n}.example/">{source}</a>' for n, source in enumerate(SITE.grammar.rules["source"])
    )
    return f"""<!DOCTYPE html>
<html lang="zh-CN">
<head>
<meta charset="utf-8"/>
<title>{escape(title)}</title>
<meta name="description" content="{escape(description)}"/>
<style>{STYLE}</style>
<script>var _pv = {{id: {rng.randint(10**6, 10**7)}, msg: "加载中，请稍候……"}};</script>
</head>
<body>
<div class="topbar"><div class="w"><a href="/">登录</a><a href="/">注册</a><a href="/">手机版</a>
<a href="/">投稿</a>
<span>{_weather(rng)}</span></div></div>
<div class="header w"><div class="logo"><a href="/"><img src="/img/logo.png" alt="{NAME}"/></a></div>
<ul class="mainnav">{channels}{extra}</ul>
<form action="/search"><input name="q" placeholder="{escape(writer.say("hot"))}"/><button>搜索</button></form>
</div>
<div class="w banner">{ad_link(writer)}</div>
<div class="w wrapper">
<div class="main-left">
{main}
</div>
{_side(article, articles, writer)}
<div class="clear"></div>
</div>
<div class="w friendlink"><b>友情链接：</b>{friends}</div>
<div class="footer"><div class="w">
<p><a href="/">关于我们</a> | <a href="/">联系方式</a> | <a href="/">版权声明</a> | <a href="/">诚聘英才</a> |
<a href="/">网站地图</a></p>
<p>互联网新闻信息服务许可证：00120240001　增值电信业务经营许可证：岚B2-20240001</p>
<p>岚ICP备20240001号-1　岚公网安备 00000002000001号　违法和不良信息举报电话：0000-12345678</p>
<p>Copyright &copy; 2004-2024 {NAME} xinwen.example 版权所有，未经授权禁止复制或建立镜像</p>
</div></div>
<div id="gotop" style="display:none">返回顶部</div>
<script src="/js/stat.js"></script>
</body>
</html>
"""


def _weather(rng: Random) -> str:
    sky = rng.choice(("晴", "多云", "小雨", "阴"))
    return f"岚浦 {sky} {rng.randint(-2, 18)}~{rng.randint(19, 34)}℃ 空气质量 {rng.choice('优良')}"
