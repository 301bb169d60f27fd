"""How a discussion is split into its posts."""

import numpy as np
import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.posts.split import split_posts
from scrapy_denoise.document.render.compiled import render_rows
from scrapy_denoise.page import Page

TEXTS = [
    "Has anybody seen the river at the lower bridge since the rain of last week began to fall?",
    "We drove there in the morning, and the water stood a hand below the planks.",
    "I would not go before the weekend, because the mill has opened its gates.",
    "Thank you all, then we shall take the boat out of the water.",
]
PARTS = [f"Part {letter} of the answer tells what to look for when the water falls again." for letter in "abcd"]


def posts(html):
    """The texts of the posts of a page whose texts are those of TEXTS and PARTS."""
    page = Page.from_html(html)
    columns = page.columns
    known = [columns.text_of(row).strip() in TEXTS + PARTS for row in columns.text_rows.tolist()]
    return [render_rows(columns, rows) for rows in split_posts(page, np.flatnonzero(known))]


def post(text, sign="<time>3 May 2026</time>", below=""):
    return f"<div class=entry>{sign}<div class=body>{text}</div>{below}</div>"


@pytest.mark.parametrize("sign", ["<time>yesterday</time>", "<span>3 May 2026, 10:15</span>", "<b>mill.owner</b>"])
def test_elements_with_a_date_or_a_name_each_are_posts(sign):
    assert posts("".join(post(text, sign) for text in TEXTS)) == TEXTS


def test_elements_that_are_named_posts_need_no_sign():
    assert posts("".join(f"<div class=post>{text}</div>" for text in TEXTS)) == TEXTS


def test_signs_may_stand_before_the_elements():
    assert posts("".join(f"<p>mill.owner wrote</p><div class=body>{text}</div>" for text in TEXTS)) == TEXTS


def test_boxes_around_several_posts_are_no_posts():
    first, *others = (post(text) for text in TEXTS)
    assert posts(f"<div class=box>{first}</div><div class=box>{''.join(others)}</div>") == TEXTS


def test_replies_in_boxes_of_another_kind_are_posts():
    replies = "".join(f"<div class=reply>{post(text)}</div>" for text in TEXTS[1:])
    html = f"<div class=top>{post(TEXTS[0], below=replies)}</div><div class=top>{post(PARTS[0])}</div>"
    assert posts(html) == [*TEXTS, PARTS[0]]


def test_answers_to_a_question_that_is_longer_than_all_of_them():
    question = "".join(f"<p>{part}</p>" for part in PARTS)
    own, *answers = posts(f"<div class=top>{question}</div>" + post(TEXTS[0]) + post(TEXTS[3]))
    assert (own.split("\n"), answers) == (PARTS, [TEXTS[0], TEXTS[3]])
    without_dates = post(TEXTS[0], "") + post(TEXTS[3], "")
    assert len(posts(f"<div class=top>{question}</div>{without_dates}")) == 1
    assert len(posts(f"{post(TEXTS[0])}<div class=top>{question}</div>{post(TEXTS[3])}")) == 1


def test_answers_in_one_box_below_that_of_a_longer_question():
    question = "".join(f"<p>{part}</p>" for part in [*PARTS, *reversed(PARTS)])
    answers = "".join(f"<div class=cell><i>{n} days ago</i><div>{text}</div></div>" for n, text in enumerate(TEXTS, 1))
    html = f"<div class=box><i>9 days ago</i>{question}</div><div class=box><i>4 answers, 3 May 2026</i>{answers}</div>"
    own, *others = posts(html)
    assert (own.split("\n"), others) == ([*PARTS, *reversed(PARTS)], TEXTS)


@pytest.mark.parametrize("above", [PARTS[1], ""])
def test_a_quotation_in_the_tags_of_a_post_is_none(above):
    quotation = f"<table><tr><td>Ann Lee wrote:</td></tr><tr><td class=quote>{TEXTS[0]}</td></tr></table>"
    rows = [TEXTS[0], f"<i>{above}</i>{quotation}<i>{PARTS[0]}</i>", TEXTS[1]]
    html = "".join(f"<table><tr><td>Posted: 3 May 2026, 10:15</td></tr><tr><td>{row}</td></tr></table>" for row in rows)
    answer = "\n".join(filter(None, [above, TEXTS[0], PARTS[0]]))
    assert posts(html) == [TEXTS[0], answer, TEXTS[1]]


def test_parts_of_one_post_are_no_posts():
    parts = "".join(f"<div class=part>{part}</div>" for part in PARTS)
    assert posts(post(parts)) == ["\n".join(PARTS)]
    assert posts(post(parts) + post(TEXTS[0])) == ["\n".join(PARTS), TEXTS[0]]


def test_a_long_line_with_a_date_is_no_date_of_a_post():
    story = "On 3 May 2026 the river rose again, as everybody here remembers, and it stood for a week in the cellars."
    parts = "".join(f"<div class=part><p>{story}</p>{part}</div>" for part in PARTS)
    assert posts(post(parts, "<time>4 May 2026</time>") + post(TEXTS[0])) == ["\n".join(PARTS), TEXTS[0]]


@pytest.mark.parametrize(("stated", "date"), [("", "2020-05-01"), ("2020-05-02", "2020-05-02")])
def test_a_thread_has_the_date_of_its_first_post_and_not_that_of_another_that_it_shows(stated, date):
    text = "The water came up to the second step of our house, and the road to the mill is closed. " * 3
    posts = "".join(
        f"<div class=post id=p{i}><a class=username href=/u/{i}>Ann{i}</a> <i class=date>{day} May 2020, 10:00</i>"
        f"<div class=content>{text} {i}</div></div>"
        for i, day in enumerate((1, 4, 9))
    )
    head = f"<meta property=article:published_time content={stated}>" if stated else ""
    last = "<p class=published-date>9 May 2020</p>"
    page = f"<html><head>{head}</head><h1>The river</h1>{last}{posts}"
    found = denoise(page, url="https://example.org/forum/viewtopic.php?t=7")
    assert (found.page_type, found.metadata.published[:10]) == ("forum", date)


def test_lists_of_replies_within_each_other_are_no_posts():
    def comment(name, words, replies=""):
        head = f"<div><a href=/u/{name}>{name}</a> <span>2 days ago</span></div>"
        inner = f"<ul class='comments deep'>{replies}</ul>" if replies else ""
        return f"<li class=comment><article>{head}<div><p>{words}</p></div></article>{inner}</li>"

    first, second, third, fourth = TEXTS
    tree = comment("anna", first, comment("bo", second, comment("cy", third, ""))) + comment("dan", fourth)
    story = "<p>The mill lost its wheel in the night, and the lower road lay under water.</p>" * 8
    page = f"<title>The flood</title><h1>The flood</h1><article>{story}</article><ul class=comments>{tree}</ul>"
    found = denoise(page, "https://example.org/post/2718").comments
    assert [(one.author, one.text) for one in found] == [
        ("anna", first),
        ("bo", second),
        ("cy", third),
        ("dan", fourth),
    ]


@pytest.mark.parametrize("says", ["Says:", "says:", "sagt", "说道："])
def test_the_line_that_names_who_says_a_post_is_no_word_of_it(says):
    """Also where it stands in the text of the post itself."""
    said = [
        ("wren", "How long does green oak move before a deck lies still? Ours has opened by a finger already."),
        ("Ouzel", "Two summers, as a rule. Leave the bolts loose until the second autumn."),
        ("Siskin", "Ours was dry after one, but it stands in the wind all day long."),
    ]
    posts = "".join(
        f"<div class=item id=r_{n}><div class=content><strong>{name}</strong> {says}<br><span class=small>"
        f"<time datetime=2005-06-1{n}T17:24>Sat, Jun 1{n} '05, 10:24 AM</time></span><br><br>{text}</div></div>"
        for n, (name, text) in enumerate(said, start=1)
    )
    page = f"<title>Oak</title><h1>Oak</h1>{posts}"
    found = denoise(page, url="https://oak.example/viewtopic.php?t=3").posts
    assert [(post.author, post.published[:10], post.text) for post in found] == [
        (name, f"2005-06-1{n}", text) for n, (name, text) in enumerate(said, start=1)
    ]


@pytest.mark.parametrize(
    ("line", "published"),
    [
        ("<p>Neues Mitglied</p><p>{} March 2026, 10:23</p>", True),
        ("<p>{} March 2026 10:23 (zuletzt bearbeitet: 28 April 2026 11:11)</p>", True),
        ("<p>Registriert seit: {} March 2026</p>", False),
    ],
)
def test_dates_of_edits_and_of_joining_are_none_of_a_post(line, published):
    html = "".join(post(f"<p>{text}</p>", f"<b>ann{n}</b>{line.format(n)}") for n, text in enumerate(TEXTS, 1))
    found = denoise(f"<h1>The river</h1>{html}", url="https://rowers.example/forum/threads/river.7/").posts
    assert [one.published[:10] for one in found] == [f"2026-03-0{n}" if published else "" for n in range(1, 5)]
