"""Who wrote the posts of a thread, and when."""

import pickle

import numpy as np
import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.posts.attribution import UserPost, attribute_posts
from scrapy_denoise.document.posts.split import split_posts
from scrapy_denoise.page import Page

WORDS = [
    "Has anybody seen the river at the lower bridge since the rain of last week began to fall",
    "We drove there in the morning and the water stood a hand below the planks of the bridge",
    "I would not go before the weekend because the mill has opened its gates for the whole night",
]


def signed(markup, language="en", marked="text"):
    """The posts whose text stands in elements of a class."""
    page = Page.from_html(f"<html><body>{markup}</body></html>")
    columns, elements = page.columns, page.elements()
    rows = [row for row, element in enumerate(elements) if element is not None and element.get("class") == marked]
    posts = [
        np.flatnonzero((columns.text_rows > row) & (columns.text_rows < columns.end[row])).astype(np.intp)
        for row in rows
    ]
    return [(post.author, post.published) for post in attribute_posts(page, posts, language)]


NAMES = ["rower7", "Ann Lee", "mill.owner"]


@pytest.mark.parametrize(
    "author",
    [
        "<article data-author='{name}'>{text}{date}</article>",
        "<div itemprop=author itemscope><span itemprop=name>{name}</span></div>{text}{date}",
        "<div itemprop=author><a href=/users/7/x>{name}</a><span>1,021</span></div>{text}{date}",
        "<a rel=author href=/x>{name}</a>{text}{date}",
        "<b class=username>{name}</b>{text}{date}",
        "<div class=post-author>by {name}</div>{text}{date}",
        "{text}<p class=author>Posted by:</p> <a href=/profile/{name}>{name}</a>{date}",
        "<p class=author>by <strong>{name}</strong> &raquo; </p>{text}{date}",
        "<a href=/members/12>{name}</a>{text}{date}",
        "<a href=/members/12>{name}</a>{text}{date}<p class=comment-form-author>Name *</p>",
        "<a href='memberlist.php?mode=viewprofile&amp;u=7'>{name}</a>{date}{text}",
        "{text}<p>{date} by <a href='/user/9'>{name}</a></p>",
        "<blockquote><b class=username>Somebody</b></blockquote><b class=username>{name}</b>{text}{date}",
        "<a href=/members/12><img></a><a href=/members/12>12</a><a href=/members/12>{name}</a>{text}{date}",
        "<a href='index.php?action=profile;u=7'>{name}</a>{text}{date}",
        "<a href=https://example.org/~rower>{name}</a> wrote:{text}{date}",
        "by <a href=//example.org/~rower/>{name} (92131)</a>{date}{text}",
        "<h3 class=pane_author><a href=/profile/7>{name}</a> <span>Rank 4</span></h3>{text}{date}",
        "<div class=author><a href=/profile/7><img></a><a href=/profile/7>{name}</a> <b>Rank</b></div>{text}{date}",
        "<div class=d_author><ul class=p_author><li><a class=p_author_name>{name}</a><li>Rank 4</ul></div>{text}{date}",
        "<div class=author><a href=/user/7>{name}</a></div><div class=reply-author>in reply to Bo</div>{text}{date}",
        "<h2>#7</h2><b>{name}</b> <i>12:30</i> <i>12 likes</i> <i>Keeper</i> {text}{date}",
    ],
)
@pytest.mark.parametrize(
    "date",
    [
        "<time datetime=2024-05-03T10:00:00+02:00>3 days ago</time>",
        "<meta itemprop=datePublished content=2024-05-03><i itemprop=datePublished content=2024-05-03T10:00>now</i>",
        "<span title='2024-05-03 10:00'>yesterday</span>",
        "<p>Joined: 12 March 2010</p><p>2024-05-03 10:00</p>",
        "<p>2010-03-12</p><p>Fri May 03, 2024 10:00 am</p>",
        "<p>2024年5月3日 10:00</p>",
        "<p>May 3rd, 2024 10:00 am</p>",
        "<p>May 3, 2024 10:00 am</p><p>Last edited by rower7 on May 9, 2024 11:00 am</p>",
    ],
)
def test_who_and_when(author, date):
    posts = "".join(
        f"<div id=p{i} class=post>{author.format(name=name, date=date, text=f'<div class=text>{text}</div>')}</div>"
        for i, (name, text) in enumerate(zip(NAMES, WORDS, strict=True))
    )
    found = signed(f"<a href=/members/0>Me</a><h1>The lower bridge</h1><main>{posts}</main>")
    assert [name for name, _ in found] == NAMES
    assert {date[:16] for _, date in found} == {"2024-05-03T10:00"}


def test_panels_in_rows_of_their_own():
    rows = "".join(
        f"<tr><td><b class=name>{name}</b><span class=postername>{name}</span></td><td>03.05.2024 10:0{i}</td></tr>"
        f"<tr><td colspan=2><div class=text>{text}</div></td></tr>"
        for i, (name, text) in enumerate(zip(NAMES, WORDS, strict=True))
    )
    found = signed(f"<table>{rows}</table>", "de")
    assert found == [(name, f"2024-05-03T10:0{i}:00") for i, name in enumerate(NAMES)]


def test_names_at_one_place():
    """Where nothing names the author, it is what stands at one place in the posts, and is not the same in all."""
    post = "<div><h2>#{number}</h2><dl><dt><b>{name}</b></dt><dd>Member</dd></dl><div class=text>{text}</div></div>"
    posts = [post.format(number=i, name=name, text=WORDS[i]) for i, name in enumerate(NAMES)]
    above = "<p><a href='profile.php?mode=new'>New here</a></p>"
    assert [name for name, _ in signed(above + "".join(posts))] == NAMES
    # Two posts do not tell a name from a rank, and of three nearly all have one.
    assert [name for name, _ in signed("".join(posts[:2]))] == ["", ""]
    without = post.format(number=4, name="", text=WORDS[0])
    assert [name for name, _ in signed("".join([*posts, without, without]))] == [""] * 5
    assert [name for name, _ in signed("".join([*posts * 2, without]))] == [*NAMES * 2, ""]


@pytest.mark.parametrize("host", ["", "https://code.example"])
def test_accounts_that_links_lead_to(host):
    """Where nothing else names the authors, links do that say the only step of their address, also at other places."""
    link = "<a href='{host}/{name}'>{name}</a>"
    own, other = f"<p>{link} opened</p>", f"<div><a href='/{{name}}'><img></a>{link} <b>Keeper</b></div>"
    text = "<div class=text>Ask <a href=/bo>@bo</a>. {}</div>"
    accounts = ["rower7", "ann-lee", "mill.owner"]
    heads = [(own if name == "rower7" else other).format(host=host, name=name) for name in accounts]
    posts = [f"<div>{head}{text.format(words)}</div>" for head, words in zip(heads, WORDS, strict=True)]
    assert [name for name, _ in signed("".join(posts))] == accounts
    tags = [post.replace(f"{host}/", f"{host}/tags/").replace("'/", "'/tags/") for post in posts]
    assert [name for name, _ in signed("".join(tags))] == [""] * 3
    same = "".join(f"<div>{own.format(host=host, name='mill')}{text.format(words)}</div>" for words in WORDS)
    assert [name for name, _ in signed(same)] == [""] * 3


def test_accounts_in_whose_folders_other_links_lead():
    head = "<p><a href=/{0}>{1}</a> <a href=/{2}/comment/{0}>Mar 11</a></p>"
    accounts = {"rower7": "Ann Lee", "c-miller": "Cy Miller"}
    named = list(zip(accounts.items(), WORDS[:2], strict=True))
    posts = [f"<div>{head.format(*own, own[0])}<div class=text>{words}</div></div>" for own, words in named]
    assert [name for name, _ in signed("".join(posts))] == list(accounts.values())
    posts = [f"<div>{head.format(*own, 'mill')}<div class=text>{words}</div></div>" for own, words in named]
    assert [name for name, _ in signed("".join(posts))] == ["", ""]


def test_a_time_that_touches_the_name():
    author = "<div class=comment-author><span>{}</span><ul><li><time datetime=2024-05-03>3 weeks</time></ul></div>"
    posts = "".join(
        f"<div>{author.format(name)}<div class=text>{text}</div></div>" for name, text in zip(NAMES, WORDS, strict=True)
    )
    assert signed(posts) == [(name, "2024-05-03") for name in NAMES]


def test_a_name_at_the_beginning_of_the_text():
    post = "<div><div class=text><a href=/u/7>{}</a> <p>{}</p><p>Ask <a href=/u/8>Bo Yun</a>.</p></div></div>"
    found = signed("".join(post.format(name, text) for name, text in zip(NAMES, WORDS, strict=True)))
    assert [name for name, _ in found] == NAMES
    other = "<div><div class=text><p>{}</p><p>Ask <a href=/u/8>Bo Yun</a>.</p></div></div>"
    assert [name for name, _ in signed("".join(map(other.format, WORDS)))] == [""] * 3


def test_a_date_on_a_short_line_of_the_text_itself():
    found = signed("".join(f"<div><div class=text><p>Sun Jul 28, 2013 1:34 pm</p>{text}</div></div>" for text in WORDS))
    assert {date for _, date in found} == {"2013-07-28T13:34:00"}
    long = (
        "It was on Sun Jul 28, 2013 1:34 pm that we saw the river rise above the planks, and nobody believed us then."
    )
    assert signed(f"<div><div class=text>{long}</div></div>" * 2) == [("", "")] * 2


def test_what_the_page_does_not_tell_is_empty():
    assert signed("".join(f"<div><div class=text>{text}</div></div>" for text in WORDS)) == [("", "")] * 3
    assert signed("<div><a href=/members/1>12</a><a href=/members/1>Reply</a><div class=text>One</div></div>") == [
        ("", "")
    ]


def test_one_post_does_not_take_the_footer():
    page = f"<main><div><div class=text>{WORDS[0]}</div></div></main><footer><b class=username>Webmaster</b></footer>"
    assert signed(page) == [("", "")]


def test_hostile_threads():
    deep = "<div>" * 500 + f"<div class=text>{WORDS[0]}</div>" + "</div>" * 500
    assert len(signed(deep * 3)) == 3
    many = f"<div><b class=username>{'x' * 1_000}</b><div class=text>{WORDS[0]}</div></div>" * 1_500
    assert set(signed(many)) == {("", "")}
    names = "<b class=username>Ann</b>" * 5_000
    assert signed(f"<div>{names}<div class=text>{WORDS[0]}</div></div>" * 2) == [("Ann", "")] * 2
    assert signed("<div><time datetime=99999-01-01>x</time><div class=text>One</div></div>" * 2) == [("", "")] * 2
    page = Page.from_html(f"<p>{WORDS[0]}</p>")
    bare = Page(page.columns, None, None, False)
    assert attribute_posts(bare, split_posts(bare, np.arange(1))) == [UserPost(WORDS[0])]
    assert attribute_posts(page, []) == []


def test_posts_of_a_result_and_of_its_pickle():
    posts = "".join(
        f"<div class=post id=p{i}><b class=username>{name}</b> <time datetime=2024-05-0{i + 1}>x</time>"
        f"<div class=message><p>{text} {i}.</p><p>{text} again, said the keeper of the bridge.</p></div></div>"
        for i, (name, text) in enumerate(zip(NAMES * 3, WORDS * 3, strict=True))
    )
    page = f"<html><title>The lower bridge - Forum</title><h1>The lower bridge</h1><div id=posts>{posts}</div></html>"
    result = denoise(page, "https://boats.example/forum/viewtopic.php?t=12")
    assert result.page_type == "forum"
    by = {post.author: post.published for post in result.posts if post.author}
    assert set(by) == set(NAMES)
    assert result.posts[-1].published == "2024-05-09"
    again = pickle.loads(pickle.dumps(result))
    assert again.posts == result.posts
    assert again.to_dict()["posts"][-1] == {
        "text": result.posts[-1].text,
        "author": "mill.owner",
        "published": "2024-05-09",
    }


def test_dates_that_stand_behind_the_posts():
    """The comments of Blogger are terms with the name, descriptions, and descriptions with the date."""
    posts = [
        f"<dt class=comment-author>{name} said...</dt><dd class=comment-body><div class=text>{text}</div></dd>"
        f"<dd class=comment-footer>May {day}, 2024 at 8:00 AM</dd>"
        for day, (name, text) in enumerate(zip(NAMES, WORDS, strict=True), 3)
    ]
    found = [(name, f"2024-05-0{day}T08:00:00") for day, name in enumerate(NAMES, 3)]
    assert signed(f"<dl>{''.join(posts)}</dl><p>June 9, 2024</p>") == found
    without_last = "".join(posts).rpartition("<dd")[0]
    assert [date for _, date in signed(f"<dl>{without_last}</dl>")] == ["", *(date for _, date in found[:2])]


def test_a_question_without_an_author_and_answers_with_dates_in_meta_elements():
    """The meta elements of an item of microdata have the date of a post, and who answers first has not asked."""
    names = ["Ann Lee", "mill.owner", "Bo Yun"]
    stated = "<meta itemprop=dateCreated content=2024-05-0{}T08:10:00Z>"
    answers = "".join(
        f"<div itemscope itemprop=suggestedAnswer itemtype='http://schema.org/Answer' class='post answer'>"
        f"<b class=author-name>{name}</b>{stated.format(number)}<div class=text><p>{text}. {text}.</p></div></div>"
        for number, (name, text) in enumerate(zip(names, WORDS, strict=True), 2)
    )
    question = f"{stated.format(1)}<h1>The lower bridge</h1><div class='post question'><p>{WORDS[0]}?</p></div>"
    html = f"<title>The lower bridge</title><main itemscope itemtype='http://schema.org/Question'>{question}{answers}</main>"
    found = denoise(html, "https://forum.example.org/question/7")
    assert [post.author for post in found.posts] == ["", *names]
    assert [post.published[:10] for post in found.posts[1:]] == ["2024-05-02", "2024-05-03", "2024-05-04"]
    assert (found.metadata.authors, found.metadata.published[:10]) == ((), "2024-05-01")
