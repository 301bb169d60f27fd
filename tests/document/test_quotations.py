"""A post that stands above an answer once more is said once in the text, and is a quotation in the document."""

import pytest

from scrapy_denoise import denoise

LONG = (
    "The ferry to the island leaves from the second pier this winter, because the first one was damaged by the storm "
    "last week."
)
SHORT = "The ferry leaves at noon."
CHINESE = "因为上周的风暴损坏了第一码头，今年冬天开往岛上的渡轮改从第二码头出发，请各位旅客提前到达。"


def thread(*bodies):
    posts = (
        f"<div class=post id=p{n}><a class=author href=/u/{n}>guest{n}</a><div class=body>{body}</div></div>"
        for n, body in enumerate(bodies)
    )
    return denoise(f"<title>Ferry</title><h1>Ferry</h1>{''.join(posts)}", url="https://forum.example/t/ferry/12")


@pytest.mark.parametrize("text", [LONG, CHINESE])
def test_an_earlier_post_is_said_once(text):
    found = thread(
        f"<p>{text}</p>",
        f"<blockquote><p>{text}</p></blockquote><p>Thank you, we will go to the second pier then.</p>",
        f"<blockquote><p>{text}</p></blockquote><p>Does the bus from the station stop there as well?</p>",
    )
    assert found.text.count(text) == 1
    assert "second pier then" in found.text
    assert "Does the bus" in found.text
    assert found.markdown.count(f"> {text}") == 2
    assert [text in post.text for post in found.posts] == [True, True, True]


@pytest.mark.parametrize(
    "quoted",
    [
        "<blockquote><cite>guest1 wrote:</cite><p>{}</p></blockquote>",
        "<div class=bbcode_quote><div>Originally posted by <b>guest1</b></div><div class=message>{}</div></div>",
    ],
)
def test_who_is_quoted_goes_with_the_quotation(quoted):
    own = "Thank you, we will go to the second pier then, all four of us."
    found = thread(f"<p>{LONG}</p>", f"{quoted.format(LONG)}<p>{own}</p>", f"<p>{SHORT}</p>")
    assert found.text.count(LONG) == 1
    assert own in found.text
    assert "guest1" not in found.text
    assert "guest1" in found.markdown
    assert f"> {LONG}" in found.markdown


def test_two_people_may_say_the_same_in_few_words():
    found = thread(
        f"<p>When is the next one?</p><p>{LONG}</p>",
        f"<p>{SHORT}</p><p>So says the board at the pier.</p>",
        f"<p>{SHORT}</p><p>I have asked the captain about it.</p>",
    )
    assert found.text.count(SHORT) == 2


def test_a_page_of_another_kind_stays_as_it_is():
    step = (
        "Open the valve below the tank by a quarter of a turn, wait until the gauge shows two bars, and close the "
        "valve again by hand."
    )
    other = "".join(
        f"<h2>Tank {n}</h2><p>Tank {n} holds {n}00 litres of water for the garden.</p><p>{step}</p>"
        for n in range(1, 4)
    )
    found = denoise(f"<title>Tanks</title><h1>Tanks</h1>{other}", url="https://docs.example/guide/tanks.html")
    assert found.text.count(step) == 3


def test_lines_of_one_element_may_be_the_same():
    lines = "<br>".join(["weights = " + " ".join(f"{n}.5" for n in range(30)), "channel = 1"] * 2)
    found = thread(
        f"<p>{LONG}</p>", f"<div>{lines}</div><p>This is my file, and the gauge shows nothing.</p>", f"<p>{SHORT}</p>"
    )
    assert found.text.count("weights =") == 2


def test_a_quotation_within_a_post_that_stands_in_a_blockquote():
    body = (
        "<blockquote class='postcontent restore'><div class=bbcode_container><div class=bbcode_quote>"
        "<div class=bbcode_postedby><img src=/misc/q.png alt=Quote> Originally posted by <b>guest1</b> "
        "<a href=#p1><img src=/misc/v.png alt='View Post'></a></div><div class=message>{quoted}</div></div></div>{own}"
        "</blockquote>"
    )
    found = thread(
        f"<blockquote class='postcontent restore'>{LONG}</blockquote>",
        body.format(quoted=LONG, own="Thank you, we will go to the second pier then, all four of us."),
        body.format(quoted=SHORT, own="So says the board at the pier, and the captain says so too when I ask him."),
    )
    assert f"> {LONG}" in found.markdown
    assert f"> {SHORT}" in found.markdown
    assert "> Thank you" not in found.markdown
    assert "![" not in found.markdown


def test_a_quotation_that_is_named_within_one_by_its_tag_is_one():
    quoted = f"<blockquote class=quote><cite>guest1 wrote:</cite><div class=quoteContent>{LONG}</div></blockquote>"
    found = thread(f"<p>{SHORT}</p><p>{LONG}</p>", f"{quoted}<p>Thank you, we will go to the second pier then.</p>")
    assert f"> {LONG}" in found.markdown
    assert "> >" not in found.markdown
