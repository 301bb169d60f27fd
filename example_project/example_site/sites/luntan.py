"""luntan.example: a Chinese forum. Short replies, user panels, signatures, quotes; long threads."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from html import escape

import attrs

from ..grammar import Writer
from ..page import ExamplePage
from .base import TODAY, Site, ad_link, joined, link

NAME = "半日闲论坛"
SITE = Site(
    host="luntan.example",
    lang="zh",
    vocabulary="zh_forum",
    topics={
        "camera": "光影杂谈",
        "bike": "单车骑行",
        "plant": "阳台花事",
        "router": "网络折腾",
        "fish": "水族空间",
    },
    joiner="",
)
THREADS = 14
POSTS_A_PAGE = 10
STYLE = """
body{font:13px/1.6 sans-serif;margin:0 auto;width:1000px}
.plhin{width:100%;border:1px solid #cde;margin-bottom:6px}
.pls{width:160px;background:#eef4fa;vertical-align:top;padding:8px}
.plc{vertical-align:top;padding:8px}.sign{border-top:1px dashed #ccc;color:#999}
.quote{background:#f6f6f6;padding:6px;color:#666}#nv li{display:inline;margin-right:12px}.po
a{margin-right:10px}
"""


@attrs.frozen
class Post:
    author: str
    date: datetime
    paragraphs: Sequence[str]
    quoted: str = ""
    quoted_author: str = ""


@attrs.frozen
class Thread:
    number: int
    title: str
    board: str
    posts: Sequence[Post]

    @property
    def page_count(self) -> int:
        return -(-len(self.posts) // POSTS_A_PAGE)

    def path(self, page: int = 1) -> str:
        return f"/thread-{self.number}-{page}-1.html"

    def on_page(self, page: int) -> Sequence[Post]:
        return self.posts[(page - 1) * POSTS_A_PAGE : page * POSTS_A_PAGE]

    def gold_text(self, page: int) -> str:
        """The bodies of the page's posts, with what they quote, without names, dates and signatures."""
        bodies = [(*([post.quoted] if post.quoted else []), *post.paragraphs) for post in self.on_page(page)]
        return "\n".join(line for body in bodies for line in body)


def pages(seed: int) -> list[ExamplePage]:
    threads = [_write(seed, number) for number in range(THREADS)]
    made = [_index(seed, "/", NAME, threads, threads)]
    for board, name in SITE.topics.items():
        made.append(_index(seed, _board_path(board), name, [t for t in threads if t.board == board], threads))
    for thread in threads:
        made += [_thread(seed, thread, page, threads) for page in range(1, thread.page_count + 1)]
    return made


def _board_path(board: str) -> str:
    return f"/forum-{board}-1.html"


def _write(seed: int, number: int) -> Thread:
    rng = SITE.rng(seed, "thread", number)
    board = list(SITE.topics)[number % len(SITE.topics)]
    writer = SITE.writer(rng, board, thing=2, fault=2, place=2)
    date = TODAY - timedelta(minutes=rng.randint(500, 400000))
    users = list(dict.fromkeys(writer.some("user", 8, 14)))
    posts = [Post(users[0], date, _opening(writer))]
    for _ in range(rng.choice((4, 6, 7, 8, 9, 11, 13, 16, 22))):
        date += timedelta(minutes=rng.randint(2, 3000))
        posts.append(_reply(writer, posts, users, date))
    return Thread(20100 + 13 * number, writer.say("title"), board, posts)


def _opening(writer: Writer) -> list[str]:
    return [writer.say("opening"), *(writer.sentences(1, 3) for _ in range(writer.rng.randint(1, 4)))]


def _reply(writer: Writer, posts: Sequence[Post], users: Sequence[str], date: datetime) -> Post:
    author = writer.pick(users)
    if writer.chance(0.08):
        return Post(author, date, [writer.say("stock")])
    paragraphs = [writer.say("reply")]
    if author == users[0] or writer.chance(0.2):
        paragraphs.append(writer.sentences(1, 3))
    if writer.chance(0.25):
        earlier = writer.pick(posts)
        return Post(author, date, paragraphs, earlier.paragraphs[0][:60], earlier.author)
    return Post(author, date, paragraphs)


def _thread(seed: int, thread: Thread, page: int, threads: Sequence[Thread]) -> ExamplePage:
    writer = SITE.writer(SITE.rng(seed, "page", thread.number, page), thread.board)
    first = (page - 1) * POSTS_A_PAGE
    posts = joined([_post(writer, post, floor) for floor, post in enumerate(thread.on_page(page), first + 1)])
    likes = "".join(f"<li>{link(t.path(), t.title)}</li>" for t in writer.rng.sample(list(threads), 5))
    main = f"""
<div id="pt" class="bm cl"><a href="/">论坛</a> › {link(_board_path(thread.board), SITE.topics[thread.board])}
› {escape(thread.title)}</div>
{_pager(thread, page)}
<div id="postlist" class="pl bm">
<table class="hd"><tr><td class="pls">查看: {writer.rng.randint(90, 9000)} | 回复: {len(thread.posts) - 1}
</td>
<td class="plc"><h1 class="ts">[{SITE.topics[thread.board]}] <a href="{thread.path()}" id="thread_subject">
{escape(thread.title)}</a></h1><a href="javascript:;">[复制链接]</a></td></tr></table>
{posts}
</div>
{_pager(thread, page)}
<div class="bm relate"><h3>相关帖子</h3><ul>{likes}</ul></div>
<div id="f_pst" class="bm"><p>您需要登录后才可以回帖 <a href="/">登录</a> | <a href="/">立即注册</a></p>
<textarea></textarea>
<p class="rule">本版积分规则：发帖
+{writer.rng.randint(1, 3)}，精华另计。请勿发布广告与灌水内容，违者按版规处理。</p></div>"""
    html = _frame(f"{thread.title} - {SITE.topics[thread.board]} - {NAME}", main, writer)
    made = SITE.page(thread.path(page), html, "thread")
    return attrs.evolve(made, gold_text=thread.gold_text(page), gold_title=thread.title)


def _pager(thread: Thread, page: int) -> str:
    links = "".join(
        f"<strong>{n}</strong>" if n == page else link(thread.path(n), str(n)) for n in range(1, thread.page_count + 1)
    )
    following = link(thread.path(page + 1), "下一页", 'class="nxt"') if page < thread.page_count else ""
    buttons = '<a class="pn" href="/">发新帖</a><a class="pn" href="/">回复</a>'
    return f'<div class="pgs">{buttons}<div class="pg">{links}{following}</div></div>'


def _post(writer: Writer, post: Post, floor: int) -> str:
    number = writer.rng.randint(10**5, 10**6)
    panel = SITE.rng(0, "user", post.author)  # the same user has the same panel everywhere
    rank, ad = panel.choice(SITE.grammar.rules["rank"]), ""
    signature = panel.choice(SITE.grammar.rules["signature"])
    sign = (
        f'<div class="sign">{writer.grammar.fill(signature, panel, writer.topic)}</div>' if panel.random() < 0.6 else ""
    )
    if floor % POSTS_A_PAGE == 1:
        ad = f'<div class="a_pr">{ad_link(writer)}</div>'
    quote = ""
    if post.quoted:
        quote = (
            f'<div class="quote"><font color="#999">{post.quoted_author} 发表于 {post.date:%Y-%m-%d}</font>'
            f"<br/>\n<blockquote>{escape(post.quoted)}</blockquote></div>"
        )
    text = "<br/>\n<br/>\n".join(escape(p) for p in post.paragraphs)
    edited = (
        f'<i class="pstatus"> 本帖最后由 {post.author} 于 {post.date:%Y-%m-%d %H:%M} 编辑 </i><br/>'
        if writer.chance(0.15)
        else ""
    )
    return f"""<div id="post_{number}"><table class="plhin"><tr>
<td class="pls" rowspan="2"><div class="authi"><a href="/">{post.author}</a></div><div class="avatar">
<img src="/avatar/{panel.randint(1, 999)}.jpg" alt=""/></div>
<p><em>{rank}</em></p><dl class="pil"><dt>主题</dt><dd>{panel.randint(1, 90)}</dd><dt>帖子</dt>
<dd>{panel.randint(5, 4000)}</dd><dt>积分</dt><dd>{panel.randint(10, 9000)}</dd></dl>
<p>注册时间 {panel.randint(2008, 2023)}-{panel.randint(1, 12)}-{panel.randint(1, 28)}</p>
<a href="javascript:;">发消息</a></td>
<td class="plc"><div class="pi"><strong><a href="#post_{number}">{"楼主" if floor == 1 else f"{floor}楼"}</a>
</strong> 发表于 {post.date:%Y-%m-%d %H:%M} | <a href="javascript:;">只看该作者</a></div>
{ad}<div class="pct"><div class="t_fsz"><table><tr><td class="t_f" id="postmessage_{number}">{edited}
{quote}{text}
</td></tr></table></div></div>{sign}</td></tr>
<tr><td class="plc plm"><div class="po"><a href="javascript:;">回复</a>
<a href="javascript:;">支持 {writer.rng.randint(0, 9)}</a><a href="javascript:;">反对</a>
<a href="javascript:;">举报</a></div></td></tr></table></div>"""


def _index(seed: int, path: str, name: str, own: Sequence[Thread], threads: Sequence[Thread]) -> ExamplePage:
    writer = SITE.writer(SITE.rng(seed, "index", path))
    boards = "".join(
        f"<tr><td>{link(_board_path(b), n)}</td><td>主题 {writer.rng.randint(90, 900)}</td></tr>"
        for b, n in SITE.topics.items()
    )
    rows = joined(
        [
            f"<tr><th>{link(t.path(), t.title)} <span>{_page_links(t)}</span></th>"
            f"<td>{t.posts[0].author}</td><td>{len(t.posts) - 1}</td>"
            f"<td>{t.posts[-1].date:%m-%d %H:%M}</td></tr>"
            for t in own
        ]
    )
    main = f'<table class="fl_tb">{boards}</table><h1>{name}</h1><table id="threadlist">\n{rows}\n</table>'
    return SITE.page(path, _frame(f"{name} - {NAME}", main, writer), "list")


def _page_links(thread: Thread) -> str:
    return " ".join(link(thread.path(page), str(page)) for page in range(2, thread.page_count + 1))


def _frame(title: str, main: str, writer: Writer) -> str:
    boards = "".join(f"<li>{link(_board_path(board), name)}</li>" for board, name in SITE.topics.items())
    online = "".join(f"<li>{writer.say('online')}</li>" for _ in range(4))
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<title>{escape(title)}</title>
<style type="text/css">{STYLE}</style>
<script type="text/javascript">var STYLEID = '1', lang_login = '请先登录';</script>
</head>
<body id="nv_forum">
<div id="toptb"><a href="javascript:;">设为首页</a><a href="javascript:;">收藏本站</a> <span>游客
<a href="/">登录</a> <a href="/">注册</a> <a href="/">找回密码</a></span></div>
<div id="hd"><h2><a href="/">{NAME}</a></h2><div id="nv"><ul><li><a href="/">首页</a></li>{boards}<li>
<a href="/">排行榜</a></li><li><a href="/">帮助</a></li></ul></div>
<div id="scbar"><form action="/search"><input name="srchtxt" value="请输入搜索内容"/><button>搜索</button>
</form> 热搜: <a href="/">{writer.say("thing")}</a> <a href="/">{writer.say("thing")}</a></div></div>
<div class="wp a_h">{ad_link(writer)}</div>
<div id="wp" class="wp">
{main}
</div>
<div class="bm online"><h3>在线会员 - {writer.rng.randint(20, 400)} 人在线</h3><ul>{online}</ul></div>
<div id="ft"><p><a href="/">联系我们</a> | <a href="/">小黑屋</a> | <a href="/">手机版</a> | <strong>
<a href="/">{NAME}</a></strong> ( 岚ICP备20240002号 )</p>
<p>GMT+8, {writer.rng.randint(6, 23)}:{writer.rng.randint(10, 59)} , Processed in
0.0{writer.rng.randint(10, 99)} second(s), {writer.rng.randint(5, 30)} queries .</p>
<p>本站内容由网友发布，不代表本站立场，如有侵权请联系管理员删除。</p></div>
</body>
</html>
"""
