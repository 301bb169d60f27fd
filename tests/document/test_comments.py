"""Comments are what readers wrote: not what a page says to them, in forms, headings and notices."""

import json
import re

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.metadata.dates import DateReader
from scrapy_denoise.document.posts import comments as comments_module
from scrapy_denoise.document.posts.names import name_in
from scrapy_denoise.document.posts.reviews import stated_reviews
from scrapy_denoise.document.posts.row_reader import SHOWN_ON_PAGE, SHOWN_WITH_DATE, RowReader
from scrapy_denoise.page import Page

STORY = "".join(
    f"<p>{sentence * 4}</p>"
    for sentence in (
        "It rained in the hills, and the river rose by two metres in a night. ",
        "The bridge was closed to all but the buses, and the lower road lay under water. ",
        "Nobody in the valley slept, and the mill lost its wheel before the morning came. ",
    )
)
FIRST = "We saw the wheel go past our window at four in the morning."
SECOND = "The buses did not run either, whatever the council says."


def signed(html):
    page = f"<title>The flood</title><h1>The flood</h1><article>{STORY}</article>{html}"
    return denoise(page, url="https://example.org/news/flood").comments


def comments(html):
    return [comment.text for comment in signed(html)]


def area(html):
    return f"<div class=comments id=comments>{html}</div>"


def test_the_changes_of_a_ticket_are_comments_on_it():
    changes = "".join(
        f"<div class=change><h3><a href=#{n}>comment:{n}</a> by <span class=trac-author>{name}</span>, "
        f"<a title='See timeline at Mar 1{n}, 2026, 9:00:00 AM'>8 months ago</a></h3><div class=comment><p>{text}</p>"
        "</div></div>"
        for n, name, text in ((1, "anna", FIRST), (2, "bo", SECOND))
    )
    page = f"<title>The flood</title><h1>The flood</h1><div>{STORY}</div><h2>Change History</h2><div>{changes}</div>"
    found = denoise(page, url="https://example.org/ticket/3141").comments
    read = [(one.author, one.published[:10], one.text) for one in found]
    assert read == [("anna", "2026-03-11", FIRST), ("bo", "2026-03-12", SECOND)]


def test_the_dates_of_comments_have_points_and_their_month_first():
    one = "<div class=comment><p><b class=author>{}</b> <span>{} at 13:24</span></p><p>{}</p></div>"
    linked = f"{SECOND} http://example.org/2011/01/04/wheels/"
    found = signed(area(one.format("Anna", "07.08.12", FIRST) + one.format("Bo", "07.15.12", linked)))
    assert [comment.published for comment in found] == ["2012-07-08T13:24:00", "2012-07-15T13:24:00"]


def test_the_day_in_an_address_is_not_that_of_a_comment():
    one = "<div class=comment><p><b class=author>{}</b></p><p>{}</p></div>"
    link = "http://example.org/2011/01/04/wheels/"
    found = signed(area(one.format("Anna", FIRST) + one.format("Bo", f"So it was: <a href={link}>{link}</a>")))
    assert [comment.published for comment in found] == ["", ""]


@pytest.mark.parametrize("name", ["trellis", "xenforo"])
def test_themes_and_forums_have_their_names_before_that_of_comments(name):
    items = f"<li class='{name}-comment is-new'><p>{FIRST}</p></li><li class={name}-comment><p>{SECOND}</p></li>"
    assert comments(f"<ol class={name}-list>{items}</ol>") == [FIRST, SECOND]


def test_the_day_of_a_link_to_a_journal_is_not_that_of_a_comment():
    one = (
        "<div class=comment><a href=/~{0}+Lee>{0} Lee</a> <a href=/~{0}+Lee/journal title='Monday {1}'>Journal</a>"
        "<p>{2}</p></div>"
    )
    found = signed(area(one.format("Anna", "December 17 2007", FIRST) + one.format("Bo", "May 5 2008", SECOND)))
    assert [(comment.author, comment.published) for comment in found] == [("Anna Lee", ""), ("Bo Lee", "")]


@pytest.mark.parametrize(
    "notice",
    [
        "Loading comments...",
        "You need to be a subscriber to join the conversation.",
        "Log in or register to post a comment.",
        "Be the first to comment on this story.",
        "Comments are closed.",
        "Your email address will not be published. Required fields are marked *",
        "12 comments so far",
        "暂无评论，快来抢沙发吧，期待您的精彩发言",
        "Чтобы оставить комментарий, войдите на сайт",
        "Bitte melden Sie sich an, um einen Kommentar zu schreiben.",
        "Connectez-vous pour laisser un commentaire",
        "Inicia sesión para dejar un comentario",
        "Na razie brak komentarzy, dodaj swój pierwszy",
        "تېخى ئىنكاس يوق، بىرىنچى بولۇپ ئىنكاس قالدۇرۇڭ",
        "コメントするにはログインしてください。",
    ],
)
@pytest.mark.parametrize("form", ["<h3>Comments</h3><div>{}</div>", "<p>{}</p>", "<time>3 May 2026</time><p>{}</p>"])
def test_a_notice_is_no_comment(notice, form):
    assert comments(area(form.format(notice))) == []


def test_what_a_form_holds_is_no_comment():
    form = "<form><p>Tell the others what the river did.</p><label>Your street and house</label></form>"
    assert comments(area(form)) == []
    assert comments(area(f"{form}<p class=author>Ann Lee</p><p>{FIRST}</p>")) == [FIRST]


def test_a_form_around_comments_is_none():
    one = "<div class=entry><span>3 May 2026, 10:{}</span><p>{}</p></div>"
    assert comments(area(f"<form>{one.format(10, FIRST)}{one.format(15, SECOND)}</form>")) == [
        FIRST,
        SECOND,
    ]


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("Posted by Ann Lee on 3 May 2026, 10:1{}", "Ann Lee"),
        ("<b>Ann Lee</b> Sunday, May 3, 2026 at 10:1{} am", "Ann Lee"),
        ("<b>ئالىم</b> : 2026-يىل 3-ماي 10:1{}", "ئالىم"),
        ("posted on 3 May 2026, 10:1{}", ""),
    ],
)
def test_the_line_with_name_and_date_is_no_part_of_a_comment(line, author):
    one = "<li><div>{}</div><p>{}</p></li>"
    items = [one.format(line.format(number), text) for number, text in enumerate((FIRST, SECOND))]
    found = signed(area(f"<ol class=comments>{''.join(items)}</ol>"))
    assert [(comment.text, comment.author) for comment in found] == [(FIRST, author), (SECOND, author)]
    assert all(comment.published.startswith("2026-05-03") for comment in found)


def test_a_comment_of_a_date_alone_and_dates_in_code_are_kept():
    one = "<li><div>Ann Lee, 3 May 2026, 10:1{}</div>{}</li>"
    code = "<pre>Created on 3 May 2026\nwheel = Wheel()</pre>"
    items = one.format(1, "") + one.format(2, f"{code}<p>{SECOND}</p>")
    found = comments(area(f"<ol class=comments>{items}</ol>"))
    assert found[0] == "Ann Lee, 3 May 2026, 10:11"
    assert "Created on 3 May 2026" in found[1]


@pytest.mark.parametrize("label", ["Reply", "Antworten", "回复", "جاۋاب", "", "Great!"])
def test_a_comment_of_a_picture_alone_has_no_words(label):
    line = "<div><b class=author>Ann Lee</b> : 3 May 2026, 10:1{0} <a href=#r{0}>{1}</a></div>"
    one = f"<li id=comment-{{0}}>{line}<p>{{2}}</p></li>"
    items = one.format(1, label, "<img src=/smile.gif>") + one.format(2, label, FIRST) + one.format(3, label, SECOND)
    found = comments(area(f"<ol class=comments>{items}</ol>"))
    assert found[label == "Great!" :] == [FIRST, SECOND]


@pytest.mark.parametrize(
    "sign",
    [
        "<time>3 May 2026</time>",
        "<span>9:15 PM</span>",
        "<b class=username>mill.owner</b>",
        "<span itemprop=author>Ann</span>",
        '<a href="/profile/ann">Ann</a>',
    ],
)
def test_one_comment_has_an_author_or_a_date(sign):
    assert comments(area(f"<div>{sign}<p>{FIRST}</p></div>")) == [FIRST]
    assert comments(area(f"<div><p>{FIRST}</p></div>")) == []


def test_one_comment_may_stand_in_an_element_that_is_numbered():
    assert comments(area(f"<ul><li id=comment-4711><p>{FIRST}</p></ul>")) == [FIRST]


def test_comments_of_one_kind_need_no_sign():
    one = "<div class=comment-body><p>{}</p></div>"
    html = f"<h3>2 comments on the flood</h3>{one.format(FIRST)}{one.format(SECOND)}<p>Leave a reply below</p>"
    assert comments(area(html)) == [FIRST, SECOND]


def test_what_stands_between_comments_is_none():
    one = "<li class=comment><div class=comment-body>{}</div></li>"
    between = "<li class=promo><b>3 May 2026</b> the editors</li><li class=promo>Most popular stories of the week</li>"
    assert comments(area(f"<ol>{one.format(FIRST)}{between}{one.format(SECOND)}</ol>")) == [FIRST, SECOND]


@pytest.mark.parametrize(
    "said", ["Yes!", "Hi Ann,</p><p>the ford is open.", "好文", "<a href=https://ford.example>ford.example</a>"]
)
def test_a_short_paragraph_is_a_comment(said):
    who = "<cite class=fn>{}</cite> <span class=says>says:</span><a href='#c'>November 10, 2023 at 11:34 am</a>"
    item = "<li class=comment><div>{}</div><p>{}</p><div class=reply><a href=#r>Reply</a></div></li>"
    people = ("Ann Lee", FIRST), ("Valda Harrison", said), ("Bo Yun", SECOND)
    found = signed(area(f"<ol>{''.join(item.format(who.format(name), text) for name, text in people)}</ol>"))
    assert [one.author for one in found] == ["Ann Lee", "Valda Harrison", "Bo Yun"]
    assert found[1].text == re.sub("<[^>]*>", "", said.replace("</p>", "\n"))


def test_readers_may_write_the_words_of_notices():
    said = "Nobody told us that we have to log in to the flood service first."
    one = "<div class=comment-body><p>{}</p></div>"
    assert comments(area(one.format(said) + one.format(FIRST))) == [said, FIRST]


@pytest.mark.parametrize("tag", ["b", "p", "span"])
@pytest.mark.parametrize("names", [["Ann Lee"], ["Ann Lee", "Tom Hill"], ["Ann Lee", "Tom Hill", "Ruth Mill"]])
def test_the_first_comment_has_the_author_that_stands_before_it(names, tag):
    said = "We have walked around by the ford for long enough, and {} did so in winter too."
    comments = "".join(
        f"<div class=comment><{tag} class=author>{name}</{tag}><p>{said.format(number)}</p></div>"
        for number, name in enumerate(names)
    )
    body = "<p>The bridge at the mill is open again, after nine days of work by the town's carpenters.</p>"
    html = f"<h1>The bridge</h1><p class=byline>By Ada Miller</p>{body}<div id=comments>{comments}</div>"
    assert [comment.author for comment in denoise(html).comments] == names


@pytest.mark.parametrize("both", [True, False])
def test_a_line_with_the_name_and_the_date_is_no_part_of_a_comment(both):
    head = (
        "<div class=info><a href=//{0}.example>{0}</a> : <span>{1} March 2026 04:16</span> <a href=#r>Reply</a></div>"
    )
    texts = [("Adil", FIRST), ("Gul", SECOND)][: 1 + both]
    items = "".join(
        f"<li class=comment><div class=c>{head.format(name, day)}<p>{text}</p></div></li>"
        for day, (name, text) in enumerate(texts, 3)
    )
    page = f"<title>The flood</title><h1>The flood</h1><article>{STORY}</article>{area(f'<ol>{items}</ol>')}"
    found = denoise(page, url="https://example.org/news/flood").comments
    assert [(one.text, one.author, one.published[:10]) for one in found] == [
        (text, name, f"2026-03-0{day}") for day, (name, text) in enumerate(texts, 3)
    ]


@pytest.mark.parametrize("says", [" says:", "\n  says", " schreibt:", " пишет:", " 说道：", "说道："])
def test_what_says_that_somebody_says_is_no_part_of_the_name(says):
    one = f"<li class=comment><div class=comment-author><cite>{{}}</cite><i class=says>{says}</i></div>"
    html = area(f"<ol>{one.format('Ann Lee')}<p>{FIRST}</p></li>{one.format('Bob Dice')}<p>{SECOND}</p></li></ol>")
    assert [(one.author, one.text) for one in signed(html)] == [("Ann Lee", FIRST), ("Bob Dice", SECOND)]


@pytest.mark.parametrize(
    "name",
    [
        "<div class='comment-author vcard'><a href=#c1>On May 3, 2026</a> <cite class=fn>{}</cite> said:</div>",
        "<cite>{}</cite>| <small>May 3, 2026</small>",
        "<span class=name><a name=1></a><b>{}</b></span><br>May 3, 2026",
        "<h4><b><a href=https://reader.example rel='external nofollow' class=url>{}</a></b> writes:</h4>May 3, 2026",
        "<h3><i>320</i> <a>useful</a> <a href=https://reader.example/people/ann/>{}</a> <i>May 3, 2026</i></h3>",
        "<a href=/user_details?userid=7>{}</a> <i>May 3, 2026</i>",
    ],
)
def test_what_templates_write_around_a_name_names_who_wrote_a_comment(name):
    one = f"<li class=comment><div class=c>{name}<p>{{}}</p></div></li>"
    html = area(f"<ol>{one.format('Ann Lee', FIRST)}{one.format('Tom Hill', SECOND)}</ol>")
    assert [(one.author, one.text) for one in signed(html)] == [("Ann Lee", FIRST), ("Tom Hill", SECOND)]


def test_a_page_that_links_to_this_one_has_written_no_comment():
    link = "<a href=https://mill.example rel='external nofollow' class=url>The Mill</a>"
    ping = f"<li class=pingback><div>Pingback: {link}</div></li>"
    html = area(f"<ol>{ping}<li class=comment><p>{FIRST}</p></li><li class=comment><p>{SECOND}</p></li></ol>")
    assert {one.author for one in signed(html)} == {""}


def test_a_name_may_be_one_letter_where_the_page_says_that_it_is_one():
    one = "<li class=comment><div class=avatar>Z</div><div class=comment-author>{}</div><p>{}</p></li>"
    html = area(f"<ol>{one.format('王', FIRST)}{one.format('Q', SECOND)}</ol>")
    assert [(one.author, one.text) for one in signed(html)] == [("王", FIRST), ("Q", SECOND)]
    assert name_in("Anna (guest) 07.01.12, 19:16:26") == "Anna (guest)"
    assert (name_in("Z"), name_in("Z", known=True), name_in("7", known=True)) == ("", "Z", "")


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        ("Tom, yesterday", "Tom"),
        ("The Grassy Mole 4 months ago 22 comments", "The Grassy Mole"),
        ("mole87 over 1 year ago", "mole87"),
        ("Anna vor etwa 2 Tagen", "Anna"),
        ("Jean il y a 3 jours", "Jean"),
        ("Иван 2 дня назад", "Иван"),
        ("林小舟 3天前", "林小舟"),
        ("ئالىم 3 كۈن بۇرۇن", "ئالىم"),
        ("Blink 182", "Blink 182"),
        ("Hier", "Hier"),
    ],
)
def test_a_time_told_from_now_is_no_part_of_a_name(shown, name):
    assert name_in(shown) == name


@pytest.mark.parametrize(
    "shown",
    [
        "geschrieben von Anna",
        "Comment by Anna",
        "Comment #12 - by: Anna",
        "Posted by: Anna at",
        "przez Anna",
        "napisał(a) Anna",
        "Gönderen: Anna",
        "Anna Zobacz posty użytkownika",
    ],
)
def test_labels_around_a_name_are_no_part_of_it(shown):
    assert name_in(shown) == "Anna"


def test_a_stated_review_with_markup_is_its_text():
    said = [
        "<p>It floats well.</p><script>alert(1)</script><p>Buy!</p>",
        "&lt;b id=x&gt;Paint&lt;/b&gt; came off: 3 < 4.",
    ]
    stated = [{"@type": "Review", "reviewBody": text, "author": {"name": "<b>Anna Lee</b>"}} for text in said]
    data = json.dumps(stated).replace("</", r"<\/")
    page = Page.from_html(f"<script type='application/ld+json'>{data}</script><p>Boat</p>")
    reviews = stated_reviews(page, "en")
    assert [one.text for one in reviews] == ["It floats well.\nBuy!", "Paint came off: 3 < 4."]
    assert {one.author for one in reviews} == {"Anna Lee"}


def _commented_with(figures):
    comments = "".join(
        f'<div class="comment" id="comment-{i}"><span class="author">Ann {i}</span>{figures}<p>{STORY} {i}</p></div>'
        for i in range(300)
    )
    return denoise(f"<h1>The river</h1><p>{STORY * 9}</p><section>{comments}</section>").comments


@pytest.mark.parametrize(
    ("figures", "most"),
    [([f"{day} bxq 2020" for day in range(1, 28)], 0), ([f"{day} may 2020" for day in range(1, 28)], SHOWN_WITH_DATE)],
    ids=["no dates", "dates"],
)
def test_of_many_figures_in_many_comments_a_bounded_number_is_read_as_dates(monkeypatch, figures, most):
    # each text is looked at once more with the one before it
    read = []
    day_of, shown = DateReader.day_of, RowReader.shown
    monkeypatch.setattr(DateReader, "day_of", lambda self, *found: read.append(found) or day_of(self, *found))
    monkeypatch.setattr(RowReader, "shown", lambda self, text: read.append(text) or shown(self, text))
    found = _commented_with("".join(f"<i>{figure}</i><br>" for figure in figures))
    assert len(found) == 300
    assert len(read) < 6 * (SHOWN_ON_PAGE + most * 300)
    assert {bool(one.published) for one in found} == {bool(most)}


def test_many_texts_that_are_no_dates_leave_the_dates_of_comments_read():
    found = _commented_with("<i>Boat 12, built in 1999</i><br><i>Berth 4 of 2001</i><br><time>3 May 2020 10:05</time>")
    assert {one.published for one in found} == {"2020-05-03T10:05:00"}


def test_the_label_of_a_control_is_no_part_of_a_comment():
    said = "We saw the water from the hill, and it was higher than in any year."
    comments = "".join(
        f'<div class="comment" id="comment-{i}"><b class="author">Ann {i}</b><p>{said} {i}</p>'
        "<p><button>Reply to this comment</button></p></div>"
        for i in range(4)
    )
    found = denoise(f"<h1>The river</h1><p>{STORY}</p><section>{comments}</section>").comments
    assert [(one.author, one.text) for one in found] == [(f"Ann {i}", f"{said} {i}") for i in range(4)]


def test_a_short_text_that_comments_repeat_is_read_once(monkeypatch):
    read = []
    is_date = comments_module._is_date
    monkeypatch.setattr(comments_module, "_is_date", lambda text: read.append(text) or is_date(text))
    assert len(_commented_with("<i>12 ab 2020</i><br><i>Berth 4</i><br>")) == 300
    assert {"12 ab 2020", "Berth 4"} <= set(read)
    assert len(read) == len(set(read))


def commented(*lines, before="", behind=""):
    """The comments of a page with some people's, and with what stands before and behind them in the same element."""
    comments = "".join(
        f'<div class="comment" id="comment-{i}"><b class="author">Ann {i}</b> <span class=date>{i + 1} May 2020</span>'
        f"{line}</div>"
        for i, line in enumerate(lines)
    )
    page = f"<h1>The river</h1><p>{STORY}</p><section class=comments>{before}{comments}{behind}</section>"
    return denoise(page).comments


@pytest.mark.parametrize(
    "notice", ["There are three letters about the flood of last week:", "Write only what you would say at the mill."]
)
def test_what_nobody_signed_beside_comments_that_are_signed_is_a_notice(notice):
    said = [f"<p>We saw the water from the hill, and it was higher than in {year}.</p>" for year in (1999, 2000, 2001)]
    assert [one.author for one in commented(*said, before=f"<p>{notice}</p>")] == ["Ann 0", "Ann 1", "Ann 2"]
    assert [one.author for one in commented(*said, behind=f"<p>{notice}</p>")] == ["Ann 0", "Ann 1", "Ann 2"]


def test_a_date_alone_is_no_comment():
    comments = "".join(
        f'<div class="comment" id="comment-{i}"><span>May 1{i}, 2020 at 1:5{i} pm</span>{text}</div>'
        for i, text in enumerate(["", "<p>We saw the water from the hill, and it was high.</p>", ""])
    )
    found = denoise(f"<h1>The river</h1><p>{STORY}</p><section class=comments>{comments}</section>").comments
    assert [one.text for one in found] == ["We saw the water from the hill, and it was high."]


def test_names_in_terms_are_no_comments():
    """Blogger writes each comment as a term, a description, and another with its date."""
    ending = "</dt><dd class=comment-body><p>{}</p></dd><dd class=comment-footer>March {}, 2026 at 8:00 AM</dd>"
    names = ("<a href=/p>Ben</a> said...", "Dr. Anna Lindqvist-Maier said...", "Unbekannt hat gesagt…")
    texts = (FIRST, SECOND, "The wheel is at the mill again.")
    rows = [
        f"<dt class=comment-author>{name}{ending.format(text, day)}"
        for day, (name, text) in enumerate(zip(names, texts, strict=True), 3)
    ]
    assert [(one.author, one.published[:10], one.text) for one in signed(area(f"<dl>{''.join(rows)}</dl>"))] == [
        ("Ben", "2026-03-03", FIRST),
        ("Dr. Anna Lindqvist-Maier", "2026-03-04", SECOND),
        ("Unbekannt", "2026-03-05", texts[2]),
    ]
