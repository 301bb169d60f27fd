"""blog.example: an English blog. Side bar, tag cloud, newsletter box; comments longer than some posts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from html import escape

from ..article import Article, Shape
from ..grammar import Writer
from ..page import ExamplePage
from .base import Site, ad_link, joined, link, link_items, others

NAME = "The Biscuit Tin"
SITE = Site(
    host="blog.example",
    lang="en",
    vocabulary="en_blog",
    topics={
        "garden": "Garden",
        "bicycle": "Bicycles",
        "bread": "Bread",
        "walking": "Walking",
        "radio": "Radio",
        "sewing": "Sewing",
    },
)
SHAPE = Shape(
    paragraphs=(4, 12),
    sentences=(2, 6),
    brief=0.15,
    heading=0.25,
    figure=0.15,
    items=0.12,
    table=0.06,
    quote=0.12,
    link=0.3,
    strong=0.1,
)
POSTS_A_PAGE = 6
STYLE = """
body{font:16px/1.6 Georgia,serif;margin:0;color:#333}#page{max-width:1080px;margin:0 auto}
#primary{float:left;width:680px}#secondary{float:right;width:320px;font-size:14px}
#colophon{clear:both;padding:20px 0}
.widget{margin-bottom:24px}.cookie-notice{background:#333;color:#fff;padding:8px}.newsletter{background:#f4efe4;padding:12px}
.main-navigation li,.tagcloud a{display:inline;margin-right:10px}.comment
.children{margin-left:30px}.screen-reader-text{display:none}
"""


def pages(seed: int) -> list[ExamplePage]:
    posts = SITE.plan(seed, 16, SHAPE, _path, {"thing": 1, "part": 2, "person": 2, "place": 2}, links=_categories())
    lists = {
        ("/" if n == 0 else f"/page/{n // POSTS_A_PAGE + 1}/"): posts[n : n + POSTS_A_PAGE]
        for n in range(0, len(posts), POSTS_A_PAGE)
    }
    for path, topic in zip(_categories(), SITE.topics, strict=True):
        lists[path] = [post for post in posts if post.section == topic]
    for post in posts:
        lists.setdefault(f"/{post.date:%Y/%m}/", []).append(post)
    made = [_index(seed, path, own, posts) for path, own in lists.items()]
    return made + [_post(seed, number, posts) for number in range(len(posts))]


def _path(number: int, date: datetime, title: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    return f"/{date:%Y/%m}/{slug}/"


def _categories() -> list[str]:
    return [f"/category/{topic}/" for topic in SITE.topics]


def _post(seed: int, number: int, posts: Sequence[Article]) -> ExamplePage:
    post = posts[number]
    rng = SITE.rng(seed, "page", post.url)
    writer = SITE.writer(rng, post.section, thing=2, part=3)
    tags = ", ".join(
        link(path, writer.say("tag"), 'rel="tag"') for path in rng.sample(_categories(), rng.randint(2, 4))
    )
    main = f"""
<article id="post-{2000 - number}"
class="post-{2000 - number} post type-post status-publish hentry category-{post.section}">
<header class="entry-header"><h1 class="entry-title">{escape(post.title, quote=False)}</h1>
<div class="entry-meta"><span class="posted-on">Posted on <a href="{post.url}">
<time datetime="{post.date:%Y-%m-%dT%H:%M}">{post.date:%B} {post.date.day}, {post.date.year}</time></a></span>
<span class="byline">by <a class="url fn n" href="/">{post.author}</a></span>
<span class="reading-time">{rng.randint(2, 14)} min read</span></div></header>
<div class="entry-content">
{_content(post, writer)}
</div>
<div class="sharedaddy"><h3>Share this:</h3><ul><li><a href="http://share.example/a" rel="nofollow">Email</a>
</li>
<li><a href="http://share.example/b" rel="nofollow">Post</a></li><li>
<a href="http://share.example/c" rel="nofollow">Print</a></li></ul></div>
<footer class="entry-footer">Posted in {link(f"/category/{post.section}/", SITE.topics[post.section])} |
Tagged {tags}</footer>
</article>
{_author(post, writer)}
{_related(post, posts, writer)}
{_neighbours(number, posts)}
{_comments(post, writer)}"""
    html = _frame(f"{escape(post.title, quote=False)} – {NAME}", main, posts, writer, "single single-post")
    return SITE.page(post.url, html, "post", post, articles=posts)


def _content(post: Article, writer: Writer) -> str:
    parts = [element.html() for element in post.elements]
    if len(parts) > 4 and writer.chance(0.6):
        parts.insert(len(parts) // 2, _newsletter(writer))
    if writer.chance(0.4):
        advert = ad_link(writer, 'rel="sponsored"')
        parts.insert(
            2,
            f'<div class="code-block code-block-2"><span>Advertisement</span>{advert}</div>',
        )
    return joined(parts)


def _newsletter(writer: Writer) -> str:
    return f"""<div class="newsletter"><h4>Enjoying this post?</h4>
<p>Join {writer.rng.randint(300, 2400)} readers who get one letter a month. No adverts, no tracking,
unsubscribe whenever you like.</p>
<form action="/subscribe"><input type="email" placeholder="Your email"/><button>Subscribe</button></form>
</div>"""


def _author(post: Article, writer: Writer) -> str:
    return f"""<section class="author-box"><img class="avatar" src="/img/{writer.rng.randint(1, 9)}.jpg"
alt=""/><h4>About {post.author}</h4>
<p>{post.author} lives near {writer.say("place")}, mends things slowly and writes about it. Letters are
answered on Sundays.</p></section>"""


def _related(post: Article, posts: Sequence[Article], writer: Writer) -> str:
    cards = joined(
        [
            f'<div class="related-card"><img src="/uploads/thumb-{writer.rng.randint(1, 99)}.jpg" alt=""/>'
            f"<h5>{link(a.url, a.title)}</h5><p>{escape(a.summary(110), quote=False)}</p></div>"
            for a in others(posts, post, writer.rng, 3)
        ]
    )
    return f'<div id="jp-relatedposts" class="relatedposts"><h3>You may also like</h3>\n{cards}\n</div>'


def _neighbours(number: int, posts: Sequence[Article]) -> str:
    newer = link(posts[number - 1].url, f"{posts[number - 1].title} →", 'rel="next"') if number else ""
    older = link(posts[number + 1].url, f"← {posts[number + 1].title}", 'rel="prev"') if number + 1 < len(posts) else ""
    heading = '<h2 class="screen-reader-text">Post navigation</h2>'
    return f'<nav class="post-navigation">{heading}{older} {newer}</nav>'


def _comments(post: Article, writer: Writer) -> str:
    count = writer.pick((0, 1, 2, 4, 6, 9))
    items = joined([_comment(writer, depth=1) for _ in range(count)])
    title = f"{count} thoughts on “{escape(post.title, quote=False)}”" if count else "No comments yet"
    return f"""<div id="comments" class="comments-area"><h2 class="comments-title">{title}</h2>
<ol class="comment-list">
{items}
</ol>
<div id="respond" class="comment-respond"><h3>Leave a Reply</h3><form action="/comment">
<p class="comment-notes">Your email address will not be
published. Required fields are marked *</p><textarea name="comment"></textarea><input name="author"/>
<button>Post Comment</button></form></div></div>"""


def _comment(writer: Writer, depth: int) -> str:
    number = writer.rng.randint(1000, 9999)
    text = " ".join(writer.say("comment") for _ in range(writer.pick((1, 1, 2, 3))))
    reply = f'<ol class="children">{_comment(writer, depth + 1)}</ol>' if depth < 3 and writer.chance(0.3) else ""
    return f"""<li id="comment-{number}" class="comment depth-{depth}"><article class="comment-body">
<footer class="comment-meta"><b class="fn">{writer.say("person")}</b> <span class="says">says:</span>
<a href="#comment-{number}">{writer.rng.randint(1, 28)} {writer.say("month")} at
{writer.rng.randint(6, 23)}:{writer.rng.randint(10, 59)}</a></footer>
<div class="comment-content"><p>{escape(text, quote=False)}</p></div><div class="reply">
<a href="#respond" rel="nofollow">Reply</a></div></article>{reply}</li>"""


def _sidebar(posts: Sequence[Article], writer: Writer) -> str:
    rng = writer.rng
    recent = "".join(
        f'<li><span class="comment-author-link">{writer.say("person")}</span> on {link(a.url, a.title)}</li>'
        for a in others(posts, None, rng, 5)
    )
    months = dict.fromkeys((f"/{post.date:%Y/%m}/", f"{post.date:%B %Y}") for post in posts)
    archive = "".join(f"<li>{link(path, name)}</li>" for path, name in months)
    categories = "".join(
        f"<li>{link(path, name)} ({rng.randint(2, 40)})</li>"
        for path, name in zip(_categories(), SITE.topics.values(), strict=True)
    )
    cloud = "\n".join(
        link(writer.pick(_categories()), writer.say("tag"), f'style="font-size:{rng.randint(8, 22)}pt"')
        for _ in range(18)
    )
    return f"""<aside id="secondary" class="widget-area">
<section class="widget widget_search"><form action="/search"><input name="s" placeholder="Search …"/>
<button>Search</button></form></section>
<section class="widget widget_text"><h2 class="widget-title">Hello</h2><div class="textwidget">
<p>This is a small place for notes about mending and making. Everything here was tried at least once and
broken at least twice.</p></div></section>
<section class="widget widget_recent_entries"><h2 class="widget-title">Recent Posts</h2>
<ul>{link_items(posts[:6])}</ul></section>
<section class="widget widget_recent_comments"><h2 class="widget-title">Recent Comments</h2><ul>{recent}</ul>
</section>
<section class="widget widget_media"><img src="/img/ad{rng.randint(1, 5)}.png" alt=""/>
{ad_link(writer, 'rel="sponsored"')}</section>
<section class="widget widget_categories"><h2 class="widget-title">Categories</h2><ul>{categories}</ul>
</section>
<section class="widget widget_archive"><h2 class="widget-title">Archives</h2><ul>{archive}</ul></section>
<section class="widget widget_tag_cloud"><h2 class="widget-title">Tags</h2><div class="tagcloud">{cloud}</div>
</section>
</aside>"""


def _index(seed: int, path: str, own: Sequence[Article], posts: Sequence[Article]) -> ExamplePage:
    writer = SITE.writer(SITE.rng(seed, "index", path), thing=2, part=3)
    teasers = joined(
        [
            f'<article class="post hentry"><h2 class="entry-title">{link(a.url, a.title)}</h2>'
            f'<div class="entry-summary"><p>{escape(a.summary(240), quote=False)} '
            f'<a class="more-link" href="{a.url}">Continue reading</a></p></div></article>'
            for a in own
        ]
    )
    numbers = '<a href="/page/2/">2</a> <a href="/page/3/">3</a> <a href="/page/2/">Older posts</a>'
    older = f'<nav class="pagination">{numbers}</nav>'
    html = _frame(f"{NAME} – {path}", teasers + older, posts, writer, "archive")
    return SITE.page(path, html, "list")


def _frame(title: str, main: str, posts: Sequence[Article], writer: Writer, body_class: str) -> str:
    menu = "".join(
        f'<li class="menu-item">{link(path, name)}</li>'
        for path, name in zip(_categories(), SITE.topics.values(), strict=True)
    )
    return f"""<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="UTF-8">
<title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="alternate" type="application/rss+xml" href="/feed/">
<style>{STYLE}</style>
</head>
<body class="{body_class}">
<div class="cookie-notice" role="dialog"><span>We use cookies to keep this site working and to count visitors.
By clicking “Accept”, you agree to the use of all cookies.</span> <a href="#">Accept</a>
<a href="#">Reject</a> <a href="#">Privacy policy</a></div>
<div id="page" class="site">
<a class="skip-link screen-reader-text" href="#primary">Skip to content</a>
<header id="masthead" class="site-header"><p class="site-title"><a href="/">{NAME}</a></p>
<p class="site-description">{writer.grammar.rules["slogan"][0]}</p>
<nav class="main-navigation"><ul><li class="menu-item"><a href="/">Home</a></li>{menu}<li class="menu-item">
<a href="mailto:letters@blog.example">Contact</a></li></ul></nav></header>
<div id="content" class="site-content">
<main id="primary" class="content-area">
{main}
</main>
{_sidebar(posts, writer)}
</div>
<footer id="colophon" class="site-footer"><div class="site-info">© 2011–2024 {NAME}. All rights reserved. No
part of this site may be reproduced without permission.
<a href="/">Privacy policy</a> · <a href="/">Imprint</a> · Proudly run on a second-hand computer.</div>
</footer>
</div>
<script>window.stats = {{"blog": 1, "post": {writer.rng.randint(1, 9999)}}};</script>
</body>
</html>
"""
