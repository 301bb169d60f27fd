"""Comments beside an article, and threads, which are nothing else."""

import numpy as np
import pytest

from scrapy_denoise import denoise
from scrapy_denoise.blocks.features.url_features import is_list_address, is_thread_address, place_in_forum
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.regions.boilerplate import BOILERPLATE_TYPES, BoilerplateRegions, is_thread
from scrapy_denoise.methods.region.region import Region
from scrapy_denoise.page import Page
from scrapy_denoise.page.walk.compiled import name_hash


def in_comments(columns, kind="comment"):
    """For each text row whether it is part of the comments, or of other asides."""
    found = BoilerplateRegions(Page(columns)).rows(kind)
    return [False] * len(columns.text_rows) if found is None else found[columns.text_rows].tolist()


def has_asides(columns):
    return any(BoilerplateRegions(Page(columns)).rows(kind) is not None for kind in BOILERPLATE_TYPES)


@pytest.mark.parametrize("name", ["main", "comment-17", "", "été", "a b", "x" * 5000])
def test_names_have_the_hash_of_the_columns(name):
    columns = Page.from_html(f'<div id="{name}"><p>a</p></div>').columns
    assert columns.id_hash[columns.tag_hash != 0].max() == name_hash(name)


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        ('id="comments"', True),
        ('class="comment-list"', True),
        ('class="commentList wide"', True),
        ('id="comment-17"', True),  # digits are one 0
        ('id="respond"', True),
        ('class="post_comments"', True),
        ('id="Comments"', True),
        ('id="material-komentarze"', True),
        ('class="kommentar-item"', True),
        ('id="recommendation"', False),
        ('class="kommentiert"', False),
        ('class="comment-policy"', False),
        ("", False),
    ],
)
def test_comments_by_the_names_of_their_elements(attribute, expected):
    columns = Page.from_html(f"<div><p>a</p><div {attribute}><p>b<i>c</i></p></div><p>d</p></div>").columns
    assert in_comments(columns) == [False, expected, expected, False]


def test_comments_in_source_code_are_not_meant():
    columns = Page.from_html('<pre>x = 1 <span class="comment"># one</span></pre>').columns
    assert not has_asides(columns)


def test_a_body_named_comments_is_a_page():
    columns = Page.from_html('<body class="comments"><p>a</p></body>').columns
    assert not has_asides(columns)


BEFORE = f"<p>{'The river rose in the night. ' * 20}</p>"
"""Enough for a page to have text of its own."""


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("<h3>Comments</h3>", True),
        ("<h2>12 COMMENTS:</h2>", True),
        ("<h3><span>Reader comments</span> <em>(3)</em></h3>", True),
        ("<h4>Komentarze (813)</h4>", True),
        ("<h3>网友评论 23条</h3>", True),
        ("<h3>ئىنكاسلار (2)</h3>", True),
        ('<h3 id="comments">4 voices on the new mill</h3>', True),
        ("<div><div><h3>Comments</h3></div></div>", True),  # alone in what is around it
        ("<h1>Comments</h1>", False),  # the title of a page
        ("<h3>Comments on the new mill by the council</h3>", False),
        ('<h3><a href="#c">3 comments</a></h3>', False),  # leads to them
        ("<p>Comments</p>", True),
        ("<p>Please leave your comments below</p>", False),
        ("<div><i>Leave a comment</i></div>", True),
        ("<div><a>Leave a comment</a> now</div>", True),
        ("<div>Leave a comment <b>or write to the editor</b></div>", False),
        ("<table><tr><td>Comments:</td></tr></table>", False),  # a label
        ("<ul><li>Comments</li></ul>", False),
        ("<ul><li><b>7</b></li><li><div><i>评论</i></div></li></ul>", False),  # a button
        ("<h3>评论列表</h3>", True),
        ("<h3>12 responses</h3>", True),
        ("<h3>Responses</h3>", False),  # documentation has them, of a server
        (f"<h3>{'Comments' * 100}</h3>", False),
    ],
)
def test_comments_under_a_heading(heading, expected):
    columns = Page.from_html(f"{BEFORE}<div>{heading}<p>Well done!</p><b>Anna</b></div><p>d</p>").columns
    *_, text, name, after = in_comments(columns)
    assert (text, name, after) == (expected, expected, False)


def test_comments_end_at_the_next_heading_of_the_rank():
    html = f"<div>{BEFORE}<h3>Comments</h3><h4>Anna</h4><p>a</p><h3>More news</h3><p>b</p></div>"
    assert in_comments(Page.from_html(html).columns) == [False, True, True, True, False, False]
    higher = html.replace("<h3>More", "<h2>More")
    assert in_comments(Page.from_html(higher).columns) == [False, True, True, True, False, False]


@pytest.mark.parametrize(
    "html", [f"<h2>Comments</h2><p>a</p>{BEFORE}", f"{BEFORE}<h2>Comments</h2><p>a</p><h2>b</h2>{BEFORE}"]
)
def test_a_section_on_comments_is_a_section(html):
    assert not has_asides(Page.from_html(f"<div>{html}</div>").columns)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("<h3>Related articles</h3>", True),
        ("<h2>MOST POPULAR</h2>", True),
        ("<p><b>You may also like:</b></p>", True),
        ("<h4>Читайте также</h4>", True),
        ("<div>相关新闻</div>", True),
        ("<div>为你推荐</div>", True),
        ("<h3>مۇناسىۋەتلىك خەۋەرلەر</h3>", True),
        ("<h3>مطالب مرتبط</h3>", True),
        ("<h3>כתבות נוספות</h3>", True),
        ("<h3>ข่าวที่เกี่ยวข้อง</h3>", True),
        ("<h3>संबंधित खबरें</h3>", True),
        ("<h3>Tin liên quan</h3>", True),
        ("<h3>Kapcsolódó cikkek</h3>", True),
        ("<h3>Mest lästa</h3>", True),
        ("<h3>Related</h3>", False),  # may be a part of the text
        ("<h3>Related articles of the law</h3>", False),
        ("<h1>Latest news</h1>", False),
    ],
)
def test_other_pages_under_a_title(title, expected):
    teasers = "<p>The mill was sold, and nobody in the valley knows what the buyer wants with it.</p><p>Snow fell.</p>"
    columns = Page.from_html(f"{BEFORE}<div>{title}{teasers}</div><p>d</p>").columns
    assert in_comments(columns, "related")[-3:] == [expected, expected, False]


def test_what_readers_wrote_below_other_pages_is_comments():
    html = f"<div>{BEFORE}<h2>Related articles</h2><p>a</p><div id=comments><p>b</p></div><p>c</p></div>"
    columns = Page.from_html(html).columns
    assert in_comments(columns) == [False, False, False, True, False]
    assert in_comments(columns, "related") == [False, True, True, False, True]
    titled = Page.from_html(html.replace("<div id=comments>", "<div><h3>2 comments</h3>")).columns
    assert in_comments(titled) == [False, False, False, True, True, False]


def test_a_list_of_other_pages_before_the_text_is_left_alone():
    html = f"{BEFORE}<div><h2>Latest news</h2><p>a</p><h2>The mill turns again</h2>{BEFORE}</div>"
    assert not has_asides(Page.from_html(html).columns)


def test_headings_within_headings():
    nested = "<h2><div>" * 900 + "<b></b>" * 100_000
    assert not has_asides(Page.from_html(f"<div>{BEFORE}{nested}</div>").columns)


def test_many_headings_above_comments():
    columns = Page.from_html(f"<div>{BEFORE}{'<h2>Comments</h2>' * 50_000}{BEFORE}</div>").columns
    assert not has_asides(columns)  # and it is back at once


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.org/r/mills/comments/7/", True),
        ("https://example.org/forum/viewtopic.php?t=3", True),
        ("https://bbs.example.org/read/7", True),
        ("https://example.org/t/lost-connection/12", True),
        ("https://example.org/questions/7/how", True),
        ("https://example.org/topics/7", True),
        ("https://example.org/topics/mills/article.html", False),
        ("https://example.org/news/2026/11/storm.html", False),
        ("https://example.org/topical/7", False),
        ("https://example.org/the-new-keyboard", False),
        ("https://example.org/keyboards/7", False),
        ("https://example.org/2026/who-will-be-the-answers-for-it", False),
        ("https://example.org/what_is_the_question.html", False),
        ("https://example.org/blog/4870_community_picks_of_mills", False),
        ("https://example.org/4870-forum-picks", True),
        ("https://example.org/questions/7/who-will-be-it", True),
        ("https://all-of-the-old-mills-forum.example.org/7", True),
        ("https://example.org/read.php?of=a-list-of-threads", True),
        ("https://board.example.org/7", True),
        ("https://news.example.org/item?id=712", True),
        ("https://shop.example.org/item?id=712", False),
        ("https://bbs.example.org/read.php?tid=7&fid=3", True),
        ("https://code.example.org/mills/wheel/issues/12", True),
        ("https://code.example.org/mills/wheel/pull/12/files", True),
        ("https://bugs.example.org/show_bug.cgi?id=12", True),
        ("https://code.example.org/mills/wheel/issues", False),
        ("https://weekly.example.org/issues/12/the-wheel", False),
        ("", False),
        (None, False),
    ],
)
def test_threads_by_their_address(url, expected):
    assert is_thread_address(url) is expected
    assert place_in_forum(url) != "board"


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/forum", "https://example.org/forums/", "https://example.org/forum.php",
        "https://example.org/forum/viewforum.php?f=7&start=50", "https://example.org/forumdisplay.php?f=4",
        "https://forum.example.org/", "https://forum.example.org/index.php", "https://forum.example.org/latest",
        "https://forum.example.org/f42-mills/?s=0d1f", "https://forum.example.org/f42-mills-2.html",
        "https://bbs.example.org/forum-12-1.html", "https://bbs.example.org/forum-mills-1.html", "https://example.org/forums/mills.23/page-2",
        "https://community.example.org/c/help/7", "https://forum.example.org/categories/help/p6",
        "https://example.org/community/index.php?board=3.0", "https://example.org/questions/",
        "https://example.org/questions/tagged/mills?sort=newest", "https://example.org/forum/memberlist.php",
        "https://bbs.example.org/thread.php?fid=3", "https://bbs.example.org/list.php?type=new&fid=3&page=2",
    ],
)  # fmt: skip
def test_boards_by_their_address(url):
    assert place_in_forum(url) == "board"
    assert not is_thread_address(url)


THREADS = "".join(
    f"<tr><td><a href=/t{n}>The belt of mill {n} slips</a><td>Ann Lee<td>{3 * n}<td>{n} March 2024</tr>"
    for n in range(1, 9)
)


@pytest.mark.parametrize(
    ("url", "body", "board"),
    [
        ("https://board.example.org/repairs", "", True),
        ("https://board.example.org/t/repairs", "", True),  # whatever the path says
        ("https://board.example.org/p/8934", "", True),
        ("https://board.example.org/t/repairs", "<ul>" + "<li>Mine slips when it rains.</li>" * 9 + "</ul>", False),
        ("https://board.example.org/repairs", f"<p>{'Mine slips when it rains, nobody knows why. ' * 3}</p>", False),
        ("https://board.example.org/repairs", f"<p>{'Mine slips when it rains. ' * 9}</p>", False),
    ],
)
def test_a_list_of_threads_at_the_address_of_a_forum(url, body, board):
    title = "<title>Repairs - Mills Board</title>"
    page = Page.from_html(f"<html><head>{title}</head><body>{body}<table>{THREADS}</table></body></html>", url=url)
    assert page.cached(BoilerplateRegions).board is board
    assert is_thread(page) is not board
    if board:
        found = find_page_type(page)
        assert (found.name, found.lists) == ("list", "threads")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.org/category/mills/", True), ("https://example.org/blog/tag/old-mills", True),
        ("https://example.org/author/ann-lee/?page=2", True), ("https://example.org/blog/page/3/", True),
        ("https://example.org/2024/05/", True), ("https://example.org/blog/2024", True),
        ("https://example.org/wiki/Category:Mills", True),
        ("https://example.org/w/index.php?title=Kategorie:M%C3%BChlen", True),
        ("https://example.org/wiki/%D0%9A%D0%B0%D1%82%D0%B5%D0%B3%D0%BE%D1%80%D0%B8%D1%8F:%D0%9C%D0%B5%D0%BB", True),
        ("https://example.org/wiki/Category:", False), ("https://example.org/wiki/Mill", False),
        ("https://example.org/2024/05/the-mill.html", False),
        ("https://example.org/the-mill-of-the-valley/2024/05", False),
        ("https://example.org/category/", False), ("https://example.org/page/about", False), (None, False),
    ],
)  # fmt: skip
def test_lists_by_their_address(url, expected):
    assert is_list_address(url) is expected


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/forum/threads/f1-2018-and-others.378195/", "https://example.org/boards/23-mills/80702016",
        "https://example.org/forum/?topic=12", "https://example.org/forum/mills/old-wheels",
        "https://forum.example.org/d/15448", "https://forum.example.org/viewtopic.php?f=4&t=17",
        "https://forum.example.org/thread-12-1-1.html", "https://example.org/community/index.php?topic=589.0",
    ],
)  # fmt: skip
def test_threads_are_no_boards(url):
    assert is_thread_address(url)
    assert place_in_forum(url) != "board"


def test_within():
    columns = Page.from_html("<div><p>a</p></div><p>b</p>").columns
    body, div = 1, 2
    assert columns.in_subtrees(np.array([div])).tolist() == [False, False, True, True, True, False, False]
    assert columns.in_subtrees(np.array([body, div])).tolist() == [False] + [True] * 6
    assert not columns.in_subtrees(np.array([], np.intp)).any()


def test_weights():
    html = '<p>a</p><div id="comments">b</div><select><option>c</option></select>'
    page, thread = Page.from_html(html, "https://example.org/1"), Page.from_html(html, "https://example.org/forum/1")
    assert Region(early=0, comments=0.3).weights(page).tolist() == [1, 0.3, 0]
    assert Region(early=0, comments=1).weights(page).tolist() == [1, 1, 0]
    assert Region(early=0, comments=0.3).weights(thread).tolist() == [1, 1, 0]


# --- the default profiles -----------------------------------------------------------------------------------

STORY = "The river rose in the night, and by the morning the lower road was under water, as it was last year."
POSTS = [
    "I drove there at six and had to turn back at the bridge, the water stood up to the wheels of the bus.",
    "They should have built the wall higher when they had the money for it, and everybody in the valley knows that.",
    "My cellar is full again, the third time in ten years. Does anyone have a pump that I could borrow until Monday?",
]


def comments(name):
    items = "".join(
        f'<li><div class="by">{who}, 3 May</div><p>{post} {post}</p></li>'
        for who, post in zip("Anna Ben Cem".split(), POSTS, strict=True)
    )
    return f'<div id="story"><p>{STORY}</p></div><div id="{name}"><ol>{items}</ol></div>'


@pytest.mark.parametrize("method", ["auto", "content_correlativity", "partly_semantic"])
def test_comments_are_not_the_body_of_a_short_article(method):
    assert denoise(comments("comments"), "https://gazette.example/1", method=method).text == STORY
    assert POSTS[0] in denoise(comments("stories"), "https://gazette.example/1", method=method).text


@pytest.mark.parametrize("method", ["content_correlativity", "partly_semantic"])
def test_choices_of_forms_are_not_content(method):
    form = "<select><option>Sports pages and results</option></select>"
    result = denoise(f"<div><p>{STORY}</p>{form}<p>{POSTS[0]}</p></div>", "https://gazette.example/1", method=method)
    assert result.text == f"{STORY}\n{POSTS[0]}"


def thread(*posts):
    parts = "".join(
        f'<div class="post"><div class="by">Posts: {10 + i}</div><div><p>{post}</p></div><div>Quote</div></div>'
        for i, post in enumerate(posts)
    )
    return f"<ul><li><a href=/>Home</a></li></ul><div>{parts}</div>"


def test_a_thread_is_its_posts_without_what_the_forum_writes():
    url = "https://example.org/forum/7"
    assert denoise(thread(*POSTS), url, method="content_correlativity").text == "\n".join(POSTS)
    # a short reply counts too, and on a page that is not a thread the labels are not looked at
    assert "Thanks!" in denoise(thread(*POSTS, "Thanks!", POSTS[0]), url, method="content_correlativity").text
    assert "Quote" in denoise(thread(*POSTS), "https://example.org/7", method="content_correlativity").text


def test_the_other_posts_are_content_wherever_they_stand():
    first, second = (f'<div class="post"><p>{post}</p><p>{post}</p></div>' for post in POSTS[:2])
    menu = f"<ul>{'<li><a href=/>a link to another page</a></li>' * 30}</ul>"
    html = f"<div>{first}</div><p>{menu}</p><div>{second}</div>"
    result = denoise(html, "https://example.org/topics/7", method="content_correlativity")
    assert result.text == "\n".join([POSTS[0], POSTS[1]])  # what is said again in a thread is there once
    assert [result.markdown.count(post) for post in POSTS[:2]] == [2, 2]


# --- the types that are dropped and kept ----------------------------------------------------------------------

GAZETTE = (
    "<title>The mill turns again - Gazette</title><h1>The mill turns again</h1><p class=date>4 May 2026</p>"
    f"<div>{''.join(f'<p>{post} {STORY}</p>' for post in POSTS)}</div>{comments('comments').replace(STORY, '')}"
)


def test_comments_may_be_content():
    assert not any(post in block.text for block in denoise(GAZETTE).blocks for post in [f"{POSTS[0]} {POSTS[0]}"])
    learned = denoise(GAZETTE, options={"drop": [], "keep": ["comment"]})
    assert f"{POSTS[0]} {POSTS[0]}" in learned.text
    assert learned.comments == []
    assert all(post in "".join(comment.text for comment in denoise(GAZETTE).comments) for post in POSTS)


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        ('id="onetrust-consent-sdk"', True),
        ('class="cookie-banner wide"', True),
        ('id="cookieConsent"', True),
        ('id="cookie-policy"', False),  # a section of a text on them
        ('class="cookies"', False),
    ],
)
@pytest.mark.parametrize("url", ["https://gazette.example/1", "https://example.org/forum/7"])
def test_dialogs_about_cookies_are_not_content(attribute, expected, url):
    asked = "We and our partners keep cookies on your device to measure how you read this page, and for advertising."
    html = f"<div {attribute}><p>{asked}</p></div><article><p>{STORY}</p><p>{POSTS[0]}</p><p>{POSTS[1]}</p></article>"
    result = denoise(html, url)
    assert POSTS[1] in result.text
    found = [block.type for block in result.noise if block.text == asked]
    assert (found == ["consent"]) is expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("<h2>Your privacy</h2><p>{}</p><button>Accept all</button><button>Reject all</button>", True),
        ("<div><p>{}</p></div><div><a href=#><span>I agree</span></a> <a href=#>MANAGE OPTIONS</a></div>", True),
        ("<p>{}</p><span>Alle akzeptieren</span><span>Ablehnen</span>", True),
        ("<p>{}</p><button>Got it</button>", True),
        ("<p>{}</p><button>Accepter &amp; Fermer</button><button>En savoir plus</button>", True),
        ("<p>{}</p><a href=#><b>PRZEJDŹ DO SERWISU</b></a>", True),
        ("<p>{}</p>" + f"<p>{STORY}</p>" * 4 + "<button>Got it</button>", False),  # long, and without a choice
        ("<p>{}</p><pre>200 OK</pre><code>OK</code>", False),
        ("<p>{}</p><button>Send</button><button>Reject all</button>", False),
        ("<article><p>{}</p><button>Accept all</button><button>Reject all</button></article>", False),
    ],
)
def test_a_question_for_consent_is_known_by_its_answers(question, expected):
    asked = "We and our partners keep cookies on your device to measure how you read this page, and for advertising."
    article = f"<article><p>{STORY}</p><p>{POSTS[0]}</p><p>{POSTS[1]}</p></article>"
    html = f"<div class=x1>{question.format(asked)}</div>{article}"
    result = denoise(html, "https://gazette.example/1")
    assert POSTS[1] in result.text
    assert ([block.type for block in result.noise if block.text == asked] == ["consent"]) is expected


@pytest.mark.parametrize("opening", ["<dialog>", "<div popover>", "<div role=dialog aria-hidden=true>"])
def test_a_dialog_that_is_not_open_is_no_content(opening):
    paragraphs = f"<p>{STORY}</p><p>{POSTS[0]}</p>"
    html = f"<article>{paragraphs}{opening}<p>{POSTS[1]}</p></div></dialog></article>"
    assert denoise(html, "https://gazette.example/1").text == f"{STORY}\n{POSTS[0]}"
    html = f"<article>{opening}<p>{POSTS[1]}</p><p>{POSTS[1]}</p></div></dialog>{paragraphs}</article>"
    assert denoise(html, "https://gazette.example/1").text == f"{STORY}\n{POSTS[0]}"


def test_words_of_consent_beside_other_answers_are_content():
    asked = "The council asks whether the ferry may go at night, and how much it may cost those who live on the island."
    article = f"<article><p>{STORY}</p><p>{POSTS[0]}</p></article>"
    html = f"<div><p>{asked}</p><button>Accept</button><button>Reject</button></div>{article}"
    assert not [block for block in denoise(html).noise if block.type == "consent"]


def signed(signature):
    """A thread of which each post has a signature."""
    parts = "".join(f'<div class="post"><div class="body">{post} {post}</div>{signature}</div>' for post in POSTS)
    return f"<ul><li><a href=/>Home</a></li></ul><div>{parts}</div>"


MOTTO = "The early bird catches the worm, but the second mouse gets the cheese, and that is all I have to say about it."


@pytest.mark.parametrize(
    ("signature", "expected"),
    [
        (f'<div class="signature">{MOTTO}</div>', True),
        (f'<div id="msg_17_signature" class="small">{MOTTO}</div>', True),
        (f'<aside class="message-signature"><div>{MOTTO}</div></aside>', True),
        (f'<div class="signaturecontainer"><p>{MOTTO}</p></div>', True),
        (f'<div class="ipsEntry__signature"><p>{MOTTO}</p></div>', True),
        (f'<div class="post-sig"><p>{MOTTO}</p></div>', True),
        (f'<div class="sigma">{MOTTO}</div>', False),
        (f"<span><br>{'_' * 17}<br>{MOTTO}<br>Anna</span>", True),  # phpBB 2
        (f"<div>{'_' * 18}<br>{MOTTO}</div>", True),  # vBulletin 3
        (f"<div>{'_' * 12}<br>{MOTTO}</div>", False),
        (f'<div class="signature-of-the-treaty">{MOTTO}</div>', False),
    ],
)
@pytest.mark.parametrize("method", ["auto", "content_correlativity"])
def test_signatures_of_posts_are_not_content(signature, expected, method):
    result = denoise(signed(signature), "https://example.org/forum/7", method=method)
    assert (MOTTO not in result.text) is expected
    assert all(f"{post} {post}" in result.text for post in POSTS)
    assert ("signature" in {block.type for block in result.noise if block.text == MOTTO}) is expected


def test_what_follows_a_line_of_underscores_outside_of_its_element_is_no_signature():
    html = signed(f"<div>{'_' * 17}<br>{MOTTO}</div><p>{STORY}</p>")
    assert denoise(html, "https://example.org/forum/7").markdown.count(STORY) == len(POSTS)


def test_signatures_in_the_table_of_a_thread():
    rows = "".join(
        f"<tr><td><b>{name}</b></td><td><span>Posted: Tue May 04, 2004</span><br><span>{post} {post}</span>"
        f"<span><br>{'_' * 17}<br>{MOTTO}</span></td></tr>"
        for name, post in zip(["rower7", "Ann Lee", "mill.owner"], POSTS, strict=True)
    )
    text = denoise(f"<table>{rows}</table>", "https://example.org/forum/7").text
    assert MOTTO not in text
    assert "__" not in text
    assert all(f"{post} {post}" in text for post in POSTS)
    assert MOTTO in denoise(f"<table>{rows}</table>", "https://example.org/7").text


def test_only_threads_have_signatures():
    html = signed(f'<p class="signature">{MOTTO}</p>')
    assert MOTTO in denoise(html, "https://example.org/7").text
    assert MOTTO in denoise(html, "https://example.org/forum/7", options={"drop": []}).text


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('<div itemscope itemtype="https://schema.org/DiscussionForumPosting"></div>', True),
        ('<script type="application/ld+json">{"@type": "QAPage"}</script>', True),
        ('<div itemscope itemtype="http://schema.org/Question"></div>', True),
        ('<div itemtype="http://schema.org/FAQPage"><p itemtype="http://schema.org/Question"></p></div>', False),
        ('<script>{"@type": "QAPage"}</script>', False),
        ('<div itemscope itemtype="https://schema.org/DiscussionForumPosting/More"></div>', False),
        ('<script type="application/ld+json"></script><div itemtype=""></div>', False),
    ],
)
def test_a_page_with_comments_that_says_so_is_a_thread(statement, expected):
    page = Page.from_html(statement + comments("comments"), "https://gazette.example/1")
    assert is_thread(page) is expected
    result = denoise(statement + comments("comments"), "https://gazette.example/1")
    assert (POSTS[0] in result.text) is expected
    assert result.page_type == "forum" or not expected


def test_a_page_of_nothing_but_comments():
    html = comments("comments").replace(STORY, "")
    result = denoise(html, "https://links.example/item?id=7")
    assert result.text.count(POSTS[0]) == 2
    assert result.comments == []


def test_types_are_kept_or_dropped():
    def first(**options):
        result = denoise(GAZETTE, options=options)
        return result.text.splitlines()[0], [block.text for block in result.noise if block.type == "title"]

    title = "The mill turns again"
    assert first(drop=["comment", "title", "date", "author"]) == (f"{POSTS[0]} {STORY}", [title])
    assert first(keep=["title"]) == (title, [])
    assert denoise("<h1>Log in</h1><form><input><p>Name</p></form>", options={"keep": ["title"]}).text == ""


def test_what_was_settled_is_explained():
    kept = denoise(GAZETTE, options={"keep": ["title"]}).blocks[0]
    assert kept.reasons == ("blocks of the type title are always kept",)
    left_out = next(block for block in denoise(GAZETTE).noise if block.type == "comment")
    assert left_out.reasons == ("blocks of the type comment are left out",)


def test_a_type_that_there_is_not():
    with pytest.raises(ValueError, match="drop has 'comments', which is not a type of block: title, date, "):
        denoise(GAZETTE, options={"drop": ["comments"]})


def test_a_page_with_a_part_on_other_pages():
    story = "".join(f"<p>{post} {STORY}</p>" for post in POSTS)
    teaser = (
        f"<p>{STORY} The mayor asked for help, and the army came with boats before the evening of the same day.</p>"
    )
    html = f"<h1>The mill turns again</h1><div>{story}<h3>Related stories</h3>{teaser * 3}</div>"
    result = denoise(html, "https://gazette.example/1")
    assert POSTS[2] in result.text
    assert "mayor" not in result.text
    assert {block.type for block in result.noise if "mayor" in block.text} == {"related"}
    assert result.noise[-1].reasons == ("blocks of the type related are left out",)
    assert "mayor" in denoise(html, "https://gazette.example/1", options={"drop": []}).text


CHOICES = "".join(f"<option>The {n}th miller of the valley, who grinds for the upper farms</option>" for n in range(60))


def test_the_choices_of_forms_are_left_out():
    html = f"<title>The mill</title><div><h1>The mill</h1><p>{STORY}</p><select>{CHOICES}</select><p>{STORY}</p></div>"
    result = denoise(html, "https://gazette.example/1")
    assert "miller" not in result.text
    assert {block.type for block in result.noise if "miller" in block.text} == {"interaction"}
    assert (
        "miller"
        in denoise(
            html, "https://gazette.example/1", options={"drop": [], "min_expected_f1": 0, "block_dependence": 0}
        ).text
    )


def test_choices_are_marked_wherever_they_stand():
    html = f"{BEFORE}<div><select><option>a<option>Comments</select><p>b</p></div>"
    html += "<div id=comments><p>c</p><select><optgroup><option>d</select><p>e</p></div>"
    columns = Page.from_html(html).columns
    assert in_comments(columns, "interaction") == [False, True, True, False, False, True, False]
    assert in_comments(columns) == [False, False, False, False, True, False, True]
