"""Comments on the posts of a thread stand beside its posts."""

import pytest

from scrapy_denoise import denoise

QUESTION = (
    "The planks of our foot bridge are of oak, and three of them went down the river last week. Which timber should we "
    "take for the new ones, and how are the joints between them closed so that no water stands in them?"
)
ANSWERS = (
    "Take larch. It is cheaper than oak, it lasts as long above the water as below it, and all our mills have "
    "planks of it in stock. Leave a gap of a finger between them, and nothing has to be closed at all.",
    "Oak is still the best that you can get. It swells in the water and closes the joints by itself, and ours has not "
    "been touched for twenty years, although carts go over it each day of the week in all seasons.",
)
COMMENTS = (
    ("Ada Hill", "Did you ask the mill at the upper ford? They had some left in spring."),
    ("Bo Lindqvist Andersson", "No, but I shall call them tomorrow."),
    ("Cleo", "Tar is needed in any case, whatever they say."),
    ("Dina", "Our joints were never closed with it."),
)


def comment(number, day):
    name, text = COMMENTS[number]
    return (
        f"<li class=comment id=comment-{number}40><div class=comment-body><span class=comment-copy>{text}</span>"
        f"<div itemprop=author><div itemprop=name>{name}</div>- <a href=/users/{number}7 class=comment-user>{name}</a>"
        f"</div><span class=comment-date><a href=#c{number}>{day}</a></span></div></li>"
    )


def post(number, name, text, comments):
    day = f"<time datetime=2026-03-0{number + 1}T10:00:00>March {number + 1}, 2026</time>"
    return (
        f"<div class=answer id=answer-{number}{number}0><div class=post-body><p>{text}</p></div>"
        f"<div class=votes>4</div><div class=post-signature>posted {day} "
        f"<a class=author href=/users/{number}1>{name}</a></div>"
        f"<div id=comments-{number}0 class=comments><ul class=comments-list>{comments}</ul></div></div>"
    )


def thread(days, last="Eve"):
    own = [comment(number, day) for number, day in enumerate(days)]
    posts = (
        post(0, "Frank", QUESTION, own[0] + own[1])
        + post(1, "Gerd", ANSWERS[0], own[2] + own[3])
        + post(2, last, ANSWERS[1], "")
    )
    return denoise(
        f"<html lang=en><title>Timber for a bridge</title><h1>Timber for a bridge</h1>{posts}",
        "https://bridges.example/questions/1041200/timber-for-a-bridge",
    )


YEARS = ("March 5, 2026 at 10:20", "March 6, 2026 at 11:00", "March 7, 2026 at 9:01", "March 8, 2026 at 9:05")
DAYS = ("Mar 5 at 10:20", "Mar 6 at 11:00", "Mar 7 at 9:01", "Mar 8 at 9:05")


@pytest.mark.parametrize("days", [YEARS, DAYS])
def test_comments_on_the_posts_of_a_thread(days):
    found = thread(days)
    assert found.page_type == "forum"
    assert [one.text for one in found.posts] == [QUESTION, *ANSWERS]
    assert [one.author for one in found.posts] == ["Frank", "Gerd", "Eve"]
    assert [(one.author, one.text) for one in found.comments] == list(COMMENTS)
    assert not any(text in found.text for _, text in COMMENTS)


def test_a_comment_has_no_date_of_the_post_above_it():
    days = [one.published[:10] for one in thread(YEARS).comments]
    assert days == ["2026-03-05", "2026-03-06", "2026-03-07", "2026-03-08"]
    assert not any(one.published for one in thread(DAYS).comments)


def test_comments_whose_days_have_no_year_are_apart():
    items = "".join(
        f"<div class=item><div class=user>{name}</div><p class=said>{text}</p><span>3月{day}日 10:2{day}</span></div>"
        for day, (name, text) in enumerate(
            (
                ("小林", "桥上的木板应该全部换成橡木的才好。"),
                ("阿水", "好"),
                ("大山", "去年就说过这座桥的木板要修了。"),
            ),
            1,
        )
    )
    story = "".join(f"<p>{sentence}</p>" for sentence in (QUESTION, *ANSWERS))
    found = denoise(
        f"<html lang=zh><title>修桥</title><article><h1>修桥</h1>{story}</article><div class=comments>{items}</div>",
        "https://news.example/a/1041200.html",
    )
    assert [one.author for one in found.comments] == ["小林", "阿水", "大山"]


def test_hours_of_opening_are_no_comments():
    hours = "".join(
        f"<li>{days} from <strong>{first}:00</strong> to <strong>18:00</strong> you can speak to us there</li>"
        for days, first in (("Weekdays", 10), ("Holidays", 12))
    )
    story = "".join(f"<p>{sentence}</p>" for sentence in (QUESTION, *ANSWERS))
    found = denoise(
        f"<title>Bridges</title><article><h1>Bridges</h1>{story}</article><div class=comments><ul>{hours}</ul></div>",
        "https://news.example/a/1041200.html",
    )
    assert not found.comments


def test_names_in_headings_of_which_some_are_links():
    names = ("<a href=http://ada.example rel='external nofollow' class=url>Ada Hill</a>", "Bo L", "Cleo", "Dina")
    items = "".join(
        f"<li class=comment id=comment-{day}40><h3>{name}</h3><ul><li>March {day}, 2026</li></ul>"
        f"<div class=words><p>{COMMENTS[day - 1][1]}</p></div></li>"
        for day, name in enumerate(names, 1)
    )
    story = "".join(f"<p>{sentence}</p>" for sentence in (QUESTION, *ANSWERS))
    found = denoise(
        f"<title>Oars</title><article><h1>Oars</h1>{story}</article><ol class=commentlist>{items}</ol>",
        "https://news.example/a/1041200.html",
    )
    assert [one.author for one in found.comments] == ["Ada Hill", "Bo L", "Cleo", "Dina"]
