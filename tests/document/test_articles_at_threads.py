"""An article with comments whose address is that of a thread, and a thread whose form for an answer is named so."""

import pytest

from scrapy_denoise import denoise

STORY = "".join(
    f"<p>{sentence * 3}</p>"
    for sentence in (
        "It rained in the hills, and the river rose by two metres in a night. ",
        "The bridge was closed to all but the buses, and the lower road lay under water. ",
        "Nobody in the valley slept, and the mill lost its wheel before the morning came. ",
    )
)
SAID = [("Ann Lee", "We saw the wheel go past our window."), ("Bo Yun", "The buses did not run, whatever they say.")]
COMMENTS = "".join(
    f"<li id=comment-{i} class=comment><div class='comment-author vcard'><b class=fn>{name}</b></div>"
    f"<time datetime=2026-03-1{i}>March 1{i}, 2026</time><div class=comment-content><p>{text}</p></div>"
    for i, (name, text) in enumerate(SAID)
)
INVITATION = "<p>You can write now and register later. If you have an account, sign in to answer with it.</p>"


def read(below):
    head = "<title>The flood</title><meta property=og:type content=article><nav><a href=/>Home</a></nav>"
    page = f"{head}<main><article><h1>The flood</h1>{STORY}</article><section id=comments>{below}</section></main>"
    return denoise(page, "https://example.org/threads/the-flood.1221/")


def test_its_comments_are_comments():
    found = read(f"<h2>2 comments</h2><ol class=comment-list>{COMMENTS}</ol>")
    assert [(one.author, one.published, one.text) for one in found.comments] == [
        (name, f"2026-03-1{i}", text) for i, (name, text) in enumerate(SAID)
    ]
    assert (found.page_type, found.posts) == ("article", [])
    assert SAID[0][1] not in found.text
    assert SAID[0][1] in [block.text for block in found.noise if block.type == "comment"]


@pytest.mark.parametrize("below", [INVITATION, f"<form>{INVITATION}<textarea></textarea></form>"])
def test_an_invitation_to_answer_is_no_comment(below):
    assert read(below).comments == []
