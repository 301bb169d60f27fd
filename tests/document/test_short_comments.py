"""Comments of few characters, in scripts in which few say much."""

from scrapy_denoise import denoise

STORY = (
    "<p>这座旧磨坊立在河湾的入口处，水轮由十二块木板拼成，每年春天都要检查一次。磨坊主会在本子里写下水位和时间。</p>"
    * 4
)


def comments(*said):
    reply = (
        "<div class=reply><div class=user-name>{}</div><div class=root-reply><span><span>{}</span></span>"
        "<div class=reply-info><span>2024-03-11 08:30</span><span>3</span><span>回复</span></div></div></div>"
    )
    replies = "".join(reply.format(*one) for one in said)
    page = (
        f"<html lang=zh><head><title>河湾的旧磨坊</title></head><body><article><h1>河湾的旧磨坊</h1>{STORY}</article>"
        f"<div id=comments><div><span>评论 45</span></div>{replies}</div></body></html>"
    )
    return [(one.author, one.text) for one in denoise(page).comments]


def test_a_short_comment_in_chinese():
    short = ("山里的人", "请问那块木板还在不在呢？")
    long = ("木匠老李", "写得很好，我们家的磨坊也是这样的一座。")
    assert comments(long, short) == [long, short]
