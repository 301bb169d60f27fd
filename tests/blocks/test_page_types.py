"""The types of invented pages that state nothing of themselves, and of those that do."""

import random

import attrs
import numpy as np
import pytest

from scrapy_denoise import denoise
from scrapy_denoise.blocks.compiled import longest_block
from scrapy_denoise.blocks.features.compiled import NAMES
from scrapy_denoise.blocks.page_columns import column_names, page_row
from scrapy_denoise.blocks.page_model import PAGE_TYPES, PageType, explained_page_type, find_page_type, predicted
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import NameWords

_LINKS = NAMES.index("link_density")

WORDS = {
    "en": "river valley mill stone bridge road town council harbour ferry school garden engine water paper".split(),
    "de": "fluss tal mühle stein brücke straße stadt rat hafen fähre schule garten wasser papier brief fenster".split(),
    "ru": "река долина мельница камень мост дорога город совет гавань паром школа сад вода бумага улица".split(),
}
MENU = (
    "<header><a href=/>Press</a><ul><li><a href=/a>One</a><li><a href=/b>Two</a><li><a href=/c>Three</a></ul></header>"
)
FOOT = "<footer><p>© 2024 Press</p><a href=/imprint>Imprint</a></footer>"


class Writer:
    def __init__(self, seed, language="en"):
        self.draw, self.known = random.Random(seed), WORDS[language]

    def words(self, n):
        return " ".join(self.draw.choices(self.known, k=n)).capitalize()

    def text(self, sentences):
        return " ".join(f"{self.words(self.draw.randint(7, 16))}." for _ in range(sentences))


def page(body, title="Press"):
    return f"<html><head><title>{title}</title></head><body>{MENU}<main>{body}</main>{FOOT}</body></html>"


def article(w):
    return page(f"<h1>{w.words(5)}</h1>" + "".join(f"<p>{w.text(4)}</p>" for _ in range(6)), w.words(5))


def section(w):
    teaser = "<article class=teaser><h2><a href=/{}>{}</a></h2><p>{}</p></article>"
    return page("<h1>News</h1>" + "".join(teaser.format(i, w.words(6), w.text(2)) for i in range(9)))


def bare_section(w):
    return page(
        "<h1>News</h1>" + "".join(f"<h3><a href=/{i}>{w.words(6)}</a></h3><p>{w.text(2)}</p>" for i in range(9))
    )


def pictured_section(w):
    teaser = "<div class=item><a href=/{}><img src=a.jpg><h3>{}</h3></a><p>{}</p></div>"
    return page("<h1>News</h1>" + "".join(teaser.format(i, w.words(6), w.text(1)) for i in range(9)))


def shop(w):
    card = "<li class=product><a href=/{}><img src=a.jpg>{}</a><span class=price>${}.00</span></li>"
    return page("<h1>Tools</h1><ul>" + "".join(card.format(i, w.words(3), i + 7) for i in range(12)) + "</ul>")


def thread(w):
    post = (
        "<div class=post><div class=author>{}</div><div class=date>{} May 2024</div><p>{}</p><a href=#>Reply</a></div>"
    )
    return page(f"<h1>{w.words(5)}</h1>" + "".join(post.format(w.words(1), i + 1, w.text(2)) for i in range(6)))


def manual(w):
    part = "<h2>{}</h2><p>{}</p><pre><code>mill turn --fast</code></pre>"
    return page("<h1>Installation</h1>" + "".join(part.format(w.words(2), w.text(2)) for _ in range(4)))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("url", [None, "https://press.example/news"])
@pytest.mark.parametrize(
    ("make", "name", "lists"),
    [
        (section, "list", "articles"),
        (bare_section, "list", "articles"),
        (pictured_section, "list", "articles"),
        (shop, "list", "products"),
    ],
)
def test_lists(make, name, lists, url, language, seed):
    found = denoise(make(Writer(seed, language)), url=url).classification
    assert (found.name, found.lists) == (name, lists)
    assert 0.25 <= found.confidence <= 1
    assert found.evidence


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize(("make", "name"), [(article, "article"), (thread, "forum"), (manual, "documentation")])
def test_texts(make, name, language):
    found = denoise(make(Writer(3, language))).classification
    assert (found.name, found.lists) == (name, "")


def test_the_first_page_of_a_site_that_shows_a_list_is_its_home_page():
    html = section(Writer(1))
    for url, name in [("https://press.example/", "home"), ("https://press.example", "home"), (None, "list")]:
        result = denoise(html, url=url)
        assert (result.page_type, result.classification.lists) == (name, "articles")


def test_the_item_of_a_page_that_states_a_product_has_its_price():
    pytest.importorskip("zyte_common_items")
    stated = """<script type="application/ld+json">{"@type": "Product", "name": "Kettle", "offers": {"@type": "Offer",
    "price": "24.00", "priceCurrency": "EUR"}}</script>"""
    html = article(Writer(2)).replace("</head>", f"{stated}</head>")
    item = denoise(html, url="https://press.example/kettle").to_item()
    assert (type(item).__name__, item.price, item.currency) == ("Product", "24.00", "EUR")


def test_errors_and_walls_are_types():
    lost = denoise("<title>Page not found</title><h1>Page not found</h1>").classification
    wall = denoise("<title>Log in</title><form><input name=a><input type=password></form><p>Name</p>").classification
    assert (lost.name, wall.name) == ("error", "wall")
    assert lost.evidence == ("its title is that of an error: Page not found",)


def test_pages_with_next_to_no_text():
    assert find_page_type(Page.from_html("<img>")) == PageType("other", evidence=("it has no text",))
    assert denoise("<p>It rained.</p>").page_type == "other"
    assert denoise("<a href=/a>It rained.</a>").page_type == "list"


def test_the_columns_are_the_same_for_every_page():
    for html in ("<p>a", section(Writer(1)), "<a href=/>$1</a>" * 9, "<ul>" + "<li><a href=/>x</a>" * 50):
        assert len(page_row(Page.from_html(html, url="https://press.example/a/b?c=d"))) == len(column_names())
    assert len(set(column_names())) == len(column_names())


@pytest.mark.parametrize("linked", [0.1, 0.5, 2.0])
def test_the_longest_block_by_its_texts(linked):
    for html in (
        article(Writer(1)),
        section(Writer(1)),
        thread(Writer(2)),
        "<p>a<a href=/>bb",
        "<a href=/>b",
        "<p>é<b>é</b>",
    ):
        page = Page.from_html(html)
        blocks = page.cached(TextBlocks)
        sizes = [
            len(blocks.text(page.columns, number).encode())
            for number, share in enumerate(blocks.features[:, _LINKS].tolist())
            if share < linked
        ]
        assert longest_block(page.columns, blocks, _LINKS, linked) == max(sizes, default=0)


def test_what_the_models_say_of_one_page_they_say_among_others():
    rows = np.stack([page_row(Page.from_html(make(Writer(4)))) for make in (article, section, shop, thread, manual)])
    probabilities = predicted(rows)
    assert probabilities.sum(1).tolist() == pytest.approx([1] * len(rows))
    found = find_page_type(Page.from_html(article(Writer(4))))
    assert (found.name, found.confidence) == ("article", probabilities[0].max())


def test_the_evidence_of_the_model_is_told_to_those_who_ask_for_it():
    page = Page.from_html(article(Writer(4)))
    found = page.cached(find_page_type)
    assert found.evidence == ()
    explained = explained_page_type(page)
    assert explained.evidence
    assert attrs.evolve(explained, evidence=()) == found


def test_a_type_is_one_that_is_documented():
    for make in (article, section, shop, thread, manual):
        assert denoise(make(Writer(4))).page_type in PAGE_TYPES


def test_words_in_names_are_counted_by_their_family():
    words = NameWords({"forum": "post- topic", "product": "cart"})
    assert words.counts_in(b"blog-post-3\0Topic\0topics\0postal\0add-to-CART\0") == ([3, 1], 5)
    assert words.counts_in(b"") == ([0, 0], 0)


def commented(w):
    comment = "<li><b class=author>{}</b> <i class=date>3 May 2024, 10:{}5</i><p>{}</p><a href=#r>Reply</a></li>"
    comments = "".join(comment.format(w.words(2), i, w.text(2)) for i in range(6))
    story = f"<h1>{w.words(5)}</h1><div class='post-body topic-content'>" + "".join(
        f"<p>{w.text(4)}</p>" for _ in range(5)
    )
    return page(f"{story}</div><h3>Comments</h3><ol class=comments>{comments}</ol>")


def test_a_story_with_comments_is_no_thread():
    result = denoise(commented(Writer(3)), "https://press.example/2024/05/rivers")
    assert result.page.cached(find_page_type).name == "forum"
    assert (result.page_type, len(result.posts), len(result.comments)) == ("article", 0, 6)
    assert result.classification.evidence[0] == "it has comments"


def test_an_address_makes_no_thread_of_one_long_text():
    result = denoise(article(Writer(0)), "https://press.example/board/news/2004.html")
    assert result.page.cached(find_page_type).evidence[0] == "its address is that of a thread"
    assert result.page_type == "article"
    thread = "<h1>Bridges</h1>" + f"<div class=post>{Writer(1).text(3)}</div>" * 3
    assert denoise(page(thread), "https://press.example/viewtopic.php?t=3").page_type == "forum"


def test_a_page_that_states_a_discussion_is_one_with_a_single_post():
    stated = '<script type="application/ld+json">{"@type": "DiscussionForumPosting"}</script>'
    result = denoise(stated + commented(Writer(3)), "https://press.example/2024/05/rivers")
    assert result.page_type == "forum"


def board(w, rows=30):
    row = (
        "<tr class=topic><td><a href='/showthread.php?t={n}'>{title}</a><div>{name}</div></td><td>Replies: {count}<br>"
        "Views: {views}</td><td>Last post by {name}<br>{day} March 2024, 10:30</td></tr>"
    )
    threads = "".join(
        row.format(n=i, title=w.words(5), name=w.words(1), count=i % 7, views=90 - i, day=i % 28 + 1)
        for i in range(1, rows + 1)
    )
    return page(f"<h1>{w.words(2)}</h1><p>{w.text(1)}</p><table id=threads>{threads}</table>", w.words(2))


@pytest.mark.parametrize("path", ["forum/forumdisplay.php?f=4", "forum/f4-mills/", "forums/mills.4/page-2"])
@pytest.mark.parametrize("language", WORDS)
def test_boards_of_a_forum_are_lists_of_threads(path, language):
    result = denoise(board(Writer(1, language)), url=f"https://example.org/{path}")
    assert (result.page_type, result.classification.lists) == ("list", "threads")
    assert len(result.entries) == 30
    assert [entry.title in result.text for entry in result.entries] == [True] * 30
    assert not result.posts


def test_what_is_like_a_thread_and_is_links_alone_is_a_list():
    links = "".join(
        f"<li class=thread><a href=/discussion/{n}>{Writer(n).words(6)}</a> "
        f"<a href=/profile/{n}>{Writer(n).words(1)}</a> <span>{n} replies</span></li>"
        for n in range(1, 40)
    )
    html = page(f"<h1>Forum</h1><p>Ask here about mills of any kind.</p><ul class=discussions>{links}</ul>")
    assert denoise(html, url="https://example.org/categories/mills").page_type == "list"


@pytest.mark.parametrize("path", ["category/mills/", "tag/mills", "author/ann-lee", "page/3/"])
def test_posts_at_the_address_of_a_category_are_a_list(path):
    w = Writer(3)
    text = "".join(f"<p>{w.text(4)}</p>" for _ in range(9))
    posts = "".join(f"<div class=post><h2 class=title><a href=/{i}>{w.words(5)}</a></h2>{text}</div>" for i in range(3))
    html = page(posts)
    assert denoise(html, url="https://example.org/mills.html").page_type == "article"
    result = denoise(html, url=f"https://example.org/{path}")
    assert (result.page_type, result.classification.lists) == ("list", "articles")
    assert len(result.entries) == 3
    assert result.classification.evidence[0] == "its address is that of a list"


def test_a_poem_in_chinese_is_an_article():
    lines = ["山路上的水车转了一夜了", "河水在黎明时分漫过石桥", "老人坐在门前数着满天星", "风把稻谷的香气送进窗里"]
    poem = "".join(f"<p>{line}</p>" for line in lines * 4)
    page = Page.from_html(
        f"<html><head><title>水车之歌</title></head><body><h1>水车之歌</h1>{poem}</body></html>",
        url="https://shi.example/2024/shuiche.html",
    )
    assert find_page_type(page).name == "article"
