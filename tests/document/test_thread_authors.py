"""Who wrote a thread, its posts and the comments on a page, where more than a name stands there."""

import pytest

from scrapy_denoise import denoise

WORDS = "The river rose in the night, and by the morning the lower road was under water. "
RAIN = "It rained in the hills for three days, and nobody in the valley could remember that. "
NAMES = ("annlee", "bo_yun", "cleo", "dina")


def thread(posts):
    return denoise(
        f"<title>The river</title><h1>The river</h1><div id=posts>{''.join(posts)}</div>",
        "https://board.example.org/viewtopic.php?t=7",
    )


@pytest.mark.parametrize(
    ("panel", "authors"),
    [
        (
            "<div class=poster><h4><a href='/u/{0}'>{0}</a></h4><ul class=user_info><li>Full Member</ul></div>",
            ("annlee",),
        ),
        ("<div class=post__author><div><a href='userinfo.php?id={0}'>{0}</a></div>積分:<b>120</b></div>", ("annlee",)),
        (
            "<div class=post-author><img><a class=profile-link href='/x?m={0}'>{0}</a><span>@{0}</span>"
            "<div>262 Posts</div><div><small>Supporter</small></div></div>",
            ("annlee",),
        ),
        ("<div class=post-author><div>{0}</div><div>262 Posts</div></div>", ("annlee",)),
    ],
)
def test_a_rank_beside_a_name_is_no_author(panel, authors):
    found = thread(
        f"<div class=post>{panel.format(name)}<span class=date>2026-03-1{i} 10:20</span>"
        f"<div class=body>{WORDS}{name}<br><br>{RAIN}</div></div>"
        for i, name in enumerate(NAMES)
    )
    assert found.page_type == "forum"
    assert len(found.posts) == len(NAMES)
    assert found.metadata.authors == authors


def test_the_author_of_a_thread_wrote_its_first_post_and_not_the_answer_with_a_fuller_name():
    found = thread(
        f"<div class=post><span class=username><a href='/u/{i}'>{name}</a></span>"
        f"<span class=date>2026-03-1{i} 10:20</span><div class=body>{WORDS}{name}<br><br>{RAIN}</div></div>"
        for i, name in enumerate(("mill42", "Ann Lee", "Ann Lee", "dina"))
    )
    assert found.posts[0].author == "mill42"
    assert found.metadata.authors == ("mill42",)


def test_a_label_of_when_somebody_came_is_no_author():
    joined = "<div><span>Follow</span><ul><li>Joined <time datetime=2019-01-02>Jan 2, 2019</time></ul></div>"
    when = "<a class=comment-date><time datetime=2026-03-1{0}>2026-03-1{0}</time></a>"
    comments = "".join(
        f"<div class=comment>{joined}{when.format(i)}<div><p>{RAIN}</p></div></div>" for i in range(1, 4)
    )
    story = f"<p>{WORDS * 2}</p>" * 4
    found = denoise(
        f"<h1>The river</h1><article>{story}</article><div id=comments>{comments}</div>", "https://a.example/b"
    )
    assert [comment.author for comment in found.comments] == ["", "", ""]


def test_the_authors_of_a_list_are_those_of_its_entries():
    cards = "".join(
        f"<article itemscope itemtype='https://schema.org/BlogPosting'>"
        f"<h2><a href=/p/{i}>River {i} rose in the night</a></h2>"
        f"<p>{WORDS}</p><a itemprop=author href=/author/{i}>Ann Lee{'abcdefgh'[i]}</a></article>"
        for i in range(8)
    )
    found = denoise(f"<title>All posts</title><h1>All posts</h1>{cards}", "https://a.example/blog/page/2/")
    assert found.page_type == "list"
    assert found.metadata.authors == ()


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Зарегистрирован", ""),
        ("Зареєстровано", ""),
        ("Liittynyt", "profile-joined"),
        ("가입", "joined"),
    ],
)
def test_the_day_of_joining_is_not_that_of_the_post(label, kind):
    posts = [
        f"<div class=post id=p{i}><dl class=postprofile><dt><a class=username href='?mode=viewprofile&u={i}'>{name}</a>"
        f"<dd class='{kind}'><strong>{label}:</strong> 03.01.2015, 11:20</dd></dl><div class=postbody>"
        f"<p class=author>{name} » 1{i}.03.2026, 09:14</p><div class=content>{WORDS}{RAIN}</div></div></div>"
        for i, name in enumerate(NAMES)
    ]
    assert [post.published[:10] for post in thread(posts).posts] == [f"2026-03-1{i}" for i in range(len(NAMES))]


@pytest.mark.parametrize(
    "when",
    [
        "1{0} Mar 2026, 09:14",
        "<time datetime='2026-03-1{0}T09:14:00'>March 1{0}</time>",
        "<a title='1{0} Mar 2026, 09:14'>2 days ago</a>",
    ],
)
@pytest.mark.parametrize(
    "joined",
    [
        "Joined: Jan 2019",
        "Joined Jan 2019",
        "Joined: Jan ’19",
        "Joined: Mar 05",
        "Joined: 01/2019",
        "Joined 3 years ago",
        "Member since 2019",
        "Registered: <b>Jan 2019</b>",
        "Registriert: Jan 2019",
        "Beiträge: 17, dabei seit 2019",
        "Регистрация: янв 2019",
        "注册时间：2019年1月",
    ],
)
def test_the_month_of_joining_is_said_and_the_date_behind_it_is_of_the_post(joined, when):
    posts = [
        f"<div class=post id=p{i}><div><a class=username href='/members/{i}'>{name}</a><div>{joined}</div></div>"
        f"<div class=date>{when.format(i)}</div><div class=content>{WORDS}{RAIN}</div></div>"
        for i, name in enumerate(NAMES)
    ]
    assert [post.published[:10] for post in thread(posts).posts] == [f"2026-03-1{i}" for i in range(len(NAMES))]


def test_a_date_behind_the_label_of_joining_alone_is_of_joining():
    posts = [
        f"<div class=post id=p{i}><div><a class=username href='/members/{i}'>{name}</a><div>Posts in 2019: 7</div>"
        f"<div>Joined</div><div>1{i} Mar 2010</div></div><div class=content>{WORDS}{RAIN}</div></div>"
        for i, name in enumerate(NAMES)
    ]
    assert [post.published for post in thread(posts).posts] == [""] * len(NAMES)


def test_the_name_that_all_have_comes_before_the_number_of_an_account():
    posts = thread(
        f"<div class=post><div><b>{i}</b><span class=postusername><b>Miller</b></span></div><div><span class=date>"
        f"2026-03-1{i} 10:20</span><span class=uid>ID:{name}7</span></div>"
        f"<div class=body>{WORDS}{name} {RAIN}</div></div>"
        for i, name in enumerate(NAMES)
    ).posts
    assert [post.author for post in posts] == ["Miller"] * len(NAMES)


def test_an_element_around_a_lone_post_may_state_its_author():
    card = "".join(f"<dl><dt>Fact {i}</dt><dd>of the member</dd></dl>" for i in range(40))
    post = f"<div class=card><h4>mill42</h4>{card}</div><div>{WORDS}<br>{RAIN}</div>"
    found = thread([f"<article data-author=mill42>{post}</article>"])
    assert [post.author for post in found.posts] == ["mill42"]
