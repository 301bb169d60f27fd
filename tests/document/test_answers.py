"""A question of several parts, and the answers behind it."""

import pytest

from scrapy_denoise import denoise

Z = (
    "河水在夜里上涨，到了早晨，下面的路已经被水淹没，守桥人在日志里写下了水位和时间，方便后来的人查阅。",
    "山里下了三天的雨，水位上升了两米，桥上的木板被冲走了三块，我们不知道应该用什么木头来修补它。",
    "补充一下：桥是橡木的，十年前修过一次，当时的木匠已经不在了，谁还知道应该怎么处理接缝吗，谢谢。",
)
NAMES = ("annlee", "bo_yun", "cleo", "dina", "annlee", "bo_yun")


SAID = (
    "可以用橡木，它在水里会膨胀，从而自己把接缝堵住。落叶松虽然便宜一些，但是每隔一年就要上一次焦油。",
    "我家门口的桥也是橡木的，已经用了二十年，只换过两块板，接缝不用处理，泡水以后自己会慢慢合上。",
    "谢谢分享，学到了很多",
    "我们村里的老木匠说过，木板要在水里泡三个月以后再铺，这样铺好以后就不会变形，也不会裂开。",
    "焦油现在很难买到了，去年我托人从外地带了一桶回来，味道很大，刷完以后要晾一个星期才能走人。",
    "同意楼上，橡木最合适，而且我们这里的橡木也不贵，锯木厂就有现成的板子。",
)


def replies(kind):
    return "".join(
        f"<div id=r_{i} class=cell><table><tr><td><strong><a href=/member/{name}>{name}</a></strong> "
        f"<span class=ago title='2026-03-1{i} 10:20:00'>2 天前</span><span class=no>{i}</span>"
        f"<div class={kind}>{SAID[i]}</div></td></tr></table></div>"
        for i, name in enumerate(NAMES)
    )


def thread(kind):
    parts = (
        f"<div class=cell><div class=topic_content><p>{Z[0]}</p><p>{Z[1]}</p></div></div><div class=subtle>"
        f"<span class=fade>第 1 条附言 · <span title='2026-03-09 10:20:00'>2 天前</span></span>"
        f"<div class=topic_content>{Z[2]}</div></div>"
    )
    head = "<small><a href=/member/annlee>annlee</a> · <span title='2026-03-08 10:20:00'>3 天前</span></small>"
    return denoise(
        f"<html lang=zh><title>修桥用什么木头</title><div class=box><h1>修桥用什么木头</h1>{head}{parts}</div>"
        f"<div class=box>{replies(kind)}</div>",
        "https://www.board.example/t/1041200",
    )


@pytest.mark.parametrize("kind", ["reply_content", "comment-body"])
def test_answers_behind_a_question_of_several_parts(kind):
    found = thread(kind)
    assert found.page_type == "forum"
    assert [post.author for post in found.posts] == ["annlee", *NAMES]
    assert found.posts[0].text.endswith("谢谢。")
    assert found.posts[-1].published.startswith("2026-03-15")


@pytest.mark.parametrize("question", ["<p>{}</p><p>谢谢各位。</p>", "<div><span>{}</span></div>"])
@pytest.mark.parametrize("name", ["QuestionRichText", "detail", ""])
def test_a_question_above_its_answers_is_the_first_post(question, name):
    answers = "".join(
        f"<div class=item><a href=/people/{n}>{NAMES[n]}</a><div class=rich><span class=text>{SAID[n] * 3}</span></div>"
        f"<div class=time>发布于 2026-03-1{n}</div><button>赞同 {n}3</button></div>"
        for n in (0, 1, 3, 4)
    )
    found = denoise(
        f"<html lang=zh><title>修桥用什么木头？</title><div><h1>修桥用什么木头？</h1><div class='{name}'>"
        f"{question.format(Z[0])}</div><button>关注问题</button></div><div><h4>4 个回答</h4>{answers}</div>",
        "https://www.zhi.example/question/1041200",
    )
    assert [post.author for post in found.posts] == ["", *(NAMES[n] for n in (0, 1, 3, 4))]
    assert found.posts[0].text.startswith(Z[0])
