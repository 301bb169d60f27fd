"""Comments in the markup of different systems: in lists of terms, in areas within each other, with what their template
repeats in each, and with names that no class calls so."""

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.posts.names import name_beside_date, name_in

STORY = "".join(
    f"<p>{sentence * 4}</p>"
    for sentence in (
        "It rained in the hills, and the river rose by two metres in a night. ",
        "The bridge was closed to all but the buses, and the lower road lay under water. ",
        "Nobody in the valley slept, and the mill lost its wheel before the morning came. ",
    )
)
SAID = [
    ("Ann Lee", "We saw the wheel go past our window at four in the morning."),
    ("Bo Yun", "The buses did not run either, whatever the council says."),
    ("Cy Roe", "Good to know."),
]


def comments(area, form="", **fields):
    """Author, day and text of each comment of an area that has each of SAID in a form."""
    each = "".join(
        form.format(name=name, text=text, n=n, day=f"July 1{n}th, 2012", **fields)
        for n, (name, text) in enumerate(SAID, start=1)
    )
    page = f"<title>The flood</title><h1>The flood</h1><article>{STORY}</article>{area.format(each)}"
    found = denoise(page, url="https://example.org/news/flood")
    assert "buses did not" not in found.text
    return [(one.author, one.published[:10], one.text) for one in found.comments]


DATED = [(name, f"2012-07-1{n}", text) for n, (name, text) in enumerate(SAID, start=1)]
UNDATED = [(name, "", text) for name, text in SAID]


@pytest.mark.parametrize(
    "area",
    [
        "<div id=comments><div id=comments>{}</div></div>",
        "<div class=comments><div class=comments><div class=comments><h3>3 Comments</h3>{}</div></div></div>",
        "<section id=comments class=comments-area><div id=comments class=comments-area>{}</div></section>",
    ],
)
@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("<div class=comment><span class=author>{name}</span><p>{text}</p></div>", UNDATED),
        ("<div class=comment id=comment-{n}><p>{name} — {day}, 1:2{n} am</p><p>{text}</p></div>", DATED),
        ("<div id=c{n} class=entry><b>{name}</b> <span>{day}</span><p>{text}</p></div>", DATED),
    ],
)
def test_areas_of_comments_within_each_other_are_one(area, form, expected):
    assert comments(area, form) == expected


@pytest.mark.parametrize(
    "area",
    [
        "<dl class=comments>{}</dl>",
        "<div id=comments><h3>Comments</h3><dl>{}</dl></div>",
        "<dl id=comments-list>{}</dl>",
    ],
)
@pytest.mark.parametrize(
    "form",
    [
        "<dt>{name}, {day}</dt><dd><p>{text}</p></dd>",
        "<dt><b>{name}</b> {day}, 8:3{n}</dt><dd>{text}</dd>",
        "<dt><a href=http://s{n}.example>{name}</a> says:</dt><dd class=date>{day}</dd><dd>{text}</dd>",
        "<dt id=c{n}>#{n} <cite>{name}</cite> on {day}</dt><dd>{text}</dd>",
    ],
)
def test_the_descriptions_of_a_list_of_terms_are_comments(area, form):
    assert comments(area, form) == DATED


@pytest.mark.parametrize(
    "area", ["<div id=comments><ol>{}</ol></div>", "<section class=comments><ul>{}</ul></section>"]
)
@pytest.mark.parametrize(
    "form",
    ["<li><b>{name}</b>, {day}<p>{text}</p></li>", "<li><p>Comment number 39{n}.</p>{name} — {day}<p>{text}</p>"],
)
def test_the_items_of_a_list_of_comments_need_no_class(area, form):
    assert comments(area, form) == DATED


@pytest.mark.parametrize(
    "line",
    [
        "Score: 9{n} Votes (<a href=/l>Like</a> | <a href=/d>Disagree</a>)",
        "{n} of 1{n} people found this comment helpful",
        "Comment number 39{n}.",
        "Kommentar Nr. {n}",
        "Share this answer with your friends",
    ],
)
@pytest.mark.parametrize("place", ["<p>{line}</p><p>{{text}}</p>", "<p>{{text}}</p><div>{line}</div>"])
def test_what_the_template_repeats_in_each_comment_is_no_word_of_it(line, place):
    form = "<div class=comment><div class=name>{name}</div>" + place.format(line=line).replace("{{", "{").replace(
        "}}", "}"
    )
    assert comments("<div id=comments>{}</div>", form + "</div>") == UNDATED


def test_comments_that_say_the_same_are_kept():
    same = "<div class=comment><b class=author>{name}</b><p>Congratulations to all of you!</p></div>"
    assert [text for _, _, text in comments("<div id=comments>{}</div>", same)] == [
        "Congratulations to all of you!"
    ] * 3


PINGS = [
    "<li class='post pingback' id=li-comment-{n}><p>Pingback: <a href=http://o{n}.example>Mills | Notes</a></p></li>",
    "<li class=trackback id=comment-9{n}>Trackback: <a href=http://o{n}.example>The mills {n} | Valley Notes</a></li>",
    "<li class='comment pingback' id=comment-9{n}><cite><a href=http://o{n}.example>Mills {n} | Notes</a></cite> {day}"
    "<p>[...] the river rose by two metres in a night, and the bridge was closed [...]</p></li>",
]


@pytest.mark.parametrize("ping", PINGS)
def test_links_that_other_sites_announce_are_no_comments(ping):
    one = "<li class=comment id=comment-{n}><cite>{name}</cite> <a href=#c>{day}</a><p>{text}</p></li>"
    area = "<div id=comments><ol class=commentlist>{}</ol></div>"
    assert comments(area, ping + one) == DATED
    assert comments(area, ping) == []


@pytest.mark.parametrize(
    "line",
    [
        "Posted by: <a href=http://s{n}.example>{name}</a> | <a href=#c{n}>{day} at 01:47 PM</a>",
        "Posted by: {name} | {day} at 01:47 PM",
        "{name} — <a href=#c{n}>{day}, 1:2{n} am</a>",
        "by {name} » Tue {day} 1:47 pm",
        "#5498{n} - {name} - {day}",
        "{n}. {name} {day}",
        "{day} by {name}",
    ],
)
@pytest.mark.parametrize(
    "place",
    [
        "<p class=meta>{}</p><div class=body><p>{{text}}</p></div>",
        "<div class=body><p>{{text}}</p><p>And so we went home on the {{n}}th day.</p></div><p class=meta>{}</p>",
    ],
)
def test_the_line_with_the_date_names_the_author(line, place):
    form = f"<div class=comment id=comment-{{n}}>{place.format(line).replace('{{', '{').replace('}}', '}')}</div>"
    found = comments("<div id=comments><h3>Comments</h3>{}</div>", form)
    assert [(author, day) for author, day, _ in found] == [(author, day) for author, day, _ in DATED]


@pytest.mark.parametrize(
    "cite", ["http://s{n}.example/me <span id=user-{n}>{name}</span>", "https://s{n}.example {name}"]
)
def test_the_address_before_a_name_is_no_part_of_it(cite):
    form = f"<li class=comment id=comment-{{n}}><div><cite>{cite}</cite></div><div><p>{{text}}</p></div></li>"
    assert comments("<div id=disqus_thread><ul>{}</ul></div>", form) == UNDATED


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("#54984 - Anna", "Anna"),
        ("12. Anna Lee", "Anna Lee"),
        ("par Aude12 » Lun 8 Jan 2018 15:33", "Aude12"),
        ("Anna » Mon", "Anna"),
        ("Comment #3 by Anna", "Anna"),
        ("https://s.example/a Anna", "Anna"),
        ("Sat, Jul 14th '12", ""),
        ("Tuesday", ""),
        ("Mardi", ""),
        ("; '", ""),
        ("Ann Lee (not verified)", "Ann Lee"),
        ("Ann Lee (in the mill)", "Ann Lee (in the mill)"),
        ("April", "April"),
        ("1-Up", "1-Up"),
    ],
)
def test_names(text, name):
    assert name_in(text) == name


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Anna Lee, 07:56", "Anna Lee"),
        ("Anna Lee answered on 3 May 2026", "Anna Lee"),
        ("Yesterday at 1:35 AM", ""),
        ("Like Reply 3 years ago", ""),
        ("Last edited by Anna on 3 May 2026", ""),
        ("no 2026-05-03", ""),
        ("8 апреля, 16:05", ""),
        ("Anna Lee", ""),
    ],
)
def test_the_name_in_a_line_beside_a_comment(line, name):
    assert name_beside_date(line) == name


@pytest.mark.parametrize(
    "form",
    [
        "<dt><span><b>{name}</b> 1{n}.07.2012, 15:3{n}</span></dt><dd><p>{text}</p></dd>",
        "<dt>{name} — {day}, 8:3{n}</dt><dd>{text}</dd>",
    ],
)
def test_a_list_of_terms_with_names_and_times_is_comments_without_a_name(form):
    assert comments("<dl class=commLog>{}</dl>", form) == DATED
    assert comments("<div><dl>{}</dl></div>", form) == DATED


def test_other_lists_of_terms_are_text():
    for form in (
        "<dt>{day}</dt><dd>{text}</dd>",
        "<dt>Version 1.{n}, {day}</dt><dd>{text}</dd>",
        "<dt>{name}</dt><dd>{text}</dd>",
    ):
        each = "".join(
            form.format(name=name, text=text, n=n, day=f"July 1{n}, 2012") for n, (name, text) in enumerate(SAID)
        )
        found = denoise(f"<title>The flood</title><h1>The flood</h1><article>{STORY}<dl>{each}</dl></article>")
        assert found.comments == []
        assert "buses did not" in found.text


@pytest.mark.parametrize(
    ("area", "name"),
    [
        (
            "<ul class=list_reply><li id=comment1><a class=name href=#>하늘</a> <span>2023.11.05 09:10</span>"
            "<p class=txt>소금은 천일염인가요?</p></li></ul>",
            "하늘",
        ),
        (
            "<div class=comments><div id=comment_7><b class=author>Ann</b> <i>3 May 2026</i><div>Really?</div>"
            "</div></div>",
            "Ann",
        ),
    ],
)
def test_a_short_sentence_beside_a_date_is_a_comment(area, name):
    page = f"<title>The flood</title><h1>The flood</h1><article>{STORY}</article>{area}"
    assert [one.author for one in denoise(page, url="https://example.org/news/flood").comments] == [name]


def test_comments_with_short_dates_and_names_of_a_few_letters():
    head = "<span>{n}.</span><span class=tb-name>{name}</span> <span>0{n}.05.24</span>"
    form = f"<div class=talkback>{head}<p>{{text}}</p></div>"
    found = comments("<div class=comments>{}</div>", form)
    assert [(author, text) for author, _, text in found] == SAID


@pytest.mark.parametrize(
    ("language", "day", "published"),
    [
        ("fa", "۱۴ آبان ۱۴۰۲ در ۱۰:۱۲", "2023-11-05"),
        ("fa", "یکشنبه ۱۴ آبان ۱۴۰۲", "2023-11-05"),
        ("th", "5 พฤศจิกายน 2566 เวลา 10:12", "2023-11-05T10:12:00"),
        ("th", "5 พ.ย. 2566", "2023-11-05"),
        ("zh-TW", "民國112年11月5日 10:12", "2023-11-05T10:12:00"),
        ("ja", "令和5年11月5日", "2023-11-05"),
        ("de", "November 2023 (5)", ""),
    ],
)
def test_comments_have_dates_in_the_calendars_of_their_countries(language, day, published):
    each = "".join(
        f"<li class=comment><footer><b class=fn>{name}</b> <a href=#c{n}><time>{day}</time></a></footer>"
        f"<div class=comment-content><p>{text}</p></div></li>"
        for n, (name, text) in enumerate(SAID)
    )
    html = f"<html lang={language}><title>The flood</title><h1>The flood</h1><article>{STORY}</article>"
    found = denoise(f"{html}<ol id=comments>{each}</ol>", url="https://example.org/news/flood").comments
    assert [(one.author, one.published) for one in found] == [(name, published) for name, _ in SAID]
