"""A page's title: its headline, never the site's name where there is another."""

import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import declared_parts
from scrapy_denoise.page.title.site_name import MAX_PARTS, SiteNames, title_parts

URL = "https://www.valley.example/news/1"


def title(head="", body="", url=URL):
    return Page.from_html(f"<html><head>{head}</head><body>{body}<p>It rained.</p></body></html>", url).title


def ld(**fields):
    return f'<script type="application/ld+json">{json.dumps(fields)}</script>'


SITE = "<meta property=og:site_name content='The Valley'>"


@pytest.mark.parametrize(
    ("declared", "found"),
    [
        ("The river rose | The Valley", "The river rose"),
        ("The Valley: The river rose", "The river rose"),
        ("The Valley | The river rose", "The river rose"),
        ("The river rose - The Valley - News and weather", "The river rose"),
        ("The river rose — valley.example", "The river rose"),
        ("The river rose：The Valley", "The river rose"),
        ("The Valley", "The Valley"),  # there is no other
        ("The Valley | The Valley", "The Valley | The Valley"),
    ],
)
def test_the_name_of_the_site_is_cut_off(declared, found):
    assert title(f"<title>{declared}</title>{SITE}") == found


@pytest.mark.parametrize(
    "named",
    [
        ld(**{"@type": "WebSite", "name": "Valley - Day by Day"}),
        ld(**{"@type": "Article", "publisher": {"@type": "Organization", "name": "Valley - Day by Day"}}),
        "<meta name=application-name content='Valley - Day by Day'>",
        "<a href=/><img alt='Valley - Day by Day'></a>",
        "<a href='https://www.valley.example'>Valley - Day by Day</a>",
    ],
)
def test_where_the_name_of_the_site_stands(named):
    assert title(f"<title>The river rose - Valley - Day by Day</title>{named}") == "The river rose"


def test_the_number_of_an_issue_is_no_part_of_its_title():
    head = "<title>#412 - The gate is stuck - The Valley</title><meta property=og:title content='The gate is stuck'>"
    assert title(head, "<h1>The gate is stuck <span>#412</span></h1>") == "The gate is stuck"
    head = "<title>Tales of the gate #412</title><meta property=og:title content='Tales of the gate #412'>"
    assert title(head, "<h1>Tales of the gate #412</h1>") == "Tales of the gate #412"


def test_a_number_that_the_title_has_with_its_sign_is_a_part_of_it():
    assert title("<title>mill_gate: Report #39</title>", "<h2>mill_gate: Report #39</h2>") == "mill_gate: Report #39"
    assert title("<title>The gate (39)</title>", "<h1>The gate</h1>") == "The gate"


def test_a_day_and_a_time_behind_a_heading_are_no_part_of_the_title():
    body = "<h1>Why the river rose again <span>04.01.2012 15:59</span></h1>"
    assert title("<title>News of the valley</title>", body) == "Why the river rose again"
    assert title("<title>The river rose 2012-01-04, 15:59</title>") == "The river rose"


def test_a_link_to_the_home_page_that_is_a_headline_is_no_name():
    headline = "Why the river rose again, and four walks that stay dry"
    assert title(f"<title>{headline}</title>", f"<a href=/>{headline}</a><h2>More in Walks</h2>") == headline
    named = f"<meta name=application-name content='{headline}'>"
    assert title(f"<title>{headline}</title>{named}", "<h2>More in Walks</h2>") == headline


def test_links_of_the_home_page_to_itself_say_nothing():
    home = "https://www.valley.example/"
    assert title("<title>Welcome | Rivers</title>", "<a href=/>Rivers</a><a href=/>Welcome</a>", home).startswith(
        "Welcome"
    )


@pytest.mark.parametrize(
    ("declared", "heading", "found"),
    [
        ("链条怎么选 - 单车 - 论坛", "[单车] <a href=/t/1>链条怎么选</a>", "链条怎么选"),
        ("Which chain to buy | Bikes | Valley forum", "Which chain to buy (Bikes)", "Which chain to buy"),
        ("Which chain to buy | Valley", "[The Valley] Which chain to buy", "Which chain to buy"),
        ("Which chain to buy | Valley", "[Solved] Which chain to buy", "[Solved] Which chain to buy"),
        ("[Bikes] | Bikes", "[Bikes]", "[Bikes]"),
        ("链条：怎么选 · 单车论坛", "<a href=/n/1>单车</a> 链条：怎么选", "链条：怎么选"),
        ("Which chain to buy | Valley", "Bikes Which chain to buy", "Which chain to buy"),
    ],
)  # fmt: skip
def test_the_name_of_a_board_before_the_heading(declared, heading, found):
    assert title(f"<title>{declared}</title>{SITE}", f"<h1>{heading}</h1>") == found


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        ("<a href=/>Valley</a> <i></i> <a href=/f>Forums</a> <i></i> High or low", "High or low"),
        ("<a href=/>Valley</a> » <a href=/f>Forums</a> » High or low", "High or low"),
        ("<a href=/a>Ann</a> and <a href=/b>Ben</a> high or low", "Ann and Ben high or low"),
        ("<a href=/a>Valley</a> <a href=/b>Mill</a>: high or low", "Valley Mill: high or low"),
        ("<a href=/a>Valley</a> <a href=/b>Mill:</a> high or low", "Valley Mill: high or low"),
        ("<a href=/a>High</a> or low", "High or low"),
        ("The river, <a href=/a>high</a> <a href=/b>or</a> low", "The river, high or low"),
    ],
)
def test_a_heading_that_is_a_path_of_links(heading, found):
    assert title("", f"<h1>{heading}</h1>") == found
    assert title(f"<title>{found} | Valley</title>", f"<h1>{heading}</h1>") == found


def test_the_heading_that_shares_most_with_what_is_stated():
    head = "<title>Why the river rose again | The Valley</title><meta property=og:title content='Rain, rain, rain'>"
    body = "<h1>The Valley</h1><h1>Weather</h1><h1>Why the river rose again this year</h1>"
    assert title(head + SITE, body).startswith("Why the river rose again")


def test_a_heading_that_is_a_slogan_is_no_title():
    url = "https://www.valley.example/shoe-repairs"
    assert title("<title>Shoe repairs</title>", "<h1>We are here for you all day long</h1>", url) == "Shoe repairs"


@pytest.mark.parametrize(
    ("declared", "heading", "found"),
    [
        ("河畔木灯笼价格,图片,购买地址【磨坊网】", "河畔木灯笼", "河畔木灯笼"),
        ("「桥梁工程师招聘」_磨坊招聘-磨坊网", "桥梁工程师", "桥梁工程师"),
        ("灯笼价格,图片,购买地址【磨坊网】", "灯笼", "灯笼"),
    ],
)
def test_a_heading_without_spaces_with_which_the_title_begins(declared, heading, found):
    assert title(f"<title>{declared}</title>", f"<h1>{heading}</h1>") == found


def test_a_heading_that_is_a_word_of_the_title():
    assert (
        title("<title>Reviews of our classes and walks</title>", "<h1>Reviews</h1>")
        == "Reviews of our classes and walks"
    )
    assert title("<title>Jolt - A meter for your terminal and your phone</title>", "<h1>Jolt</h1>") == "Jolt"


def test_news_has_the_headline_of_opengraph():
    head = "<meta property=og:title content='Deputy falls into the river'><title>Deputy swims</title>"
    assert title(head, "<h1>Deputy swims</h1>") == "Deputy swims"
    news = ld(**{"@type": "NewsArticle", "headline": "Deputy swims", "url": URL})
    assert title(head + news, "<h1>Deputy swims</h1>") == "Deputy falls into the river"


def test_the_one_recipe_of_a_page():
    head = "<title>The best soup you will eat</title>"
    soup = ld(**{"@type": ["Recipe"], "name": "Leek soup"})
    assert title(head + soup, "<h1>The best soup you will eat</h1>") == "Leek soup"
    bread = ld(**{"@type": "Recipe", "name": "Rye bread"})
    assert title(head + soup + bread, "<h1>The best soup you will eat</h1>") == "The best soup you will eat"
    body = "<div itemscope itemtype=https://schema.org/Recipe><b itemprop=name>Leek soup</b></div>"
    assert title(head, body) == "Leek soup"


def test_the_heading_of_a_book_is_not_the_title_of_its_chapter():
    head = "<title>Building the weir — Handbook of Small Mills 2.0</title>"
    book = "<h1>Handbook of Small Mills 2.0</h1>"
    assert title(head, f"{book}<h2>Building the weir</h2>") == "Building the weir"
    assert title(head, book) == "Handbook of Small Mills 2.0"
    head = "<title>wheels - Why does the wheel stop?</title>"
    assert title(head, "<h2>wheels</h2><h1>Why does the wheel stop?</h1>") == "Why does the wheel stop?"


@pytest.mark.parametrize(
    ("declared", "line", "found"),
    [
        ("Daily Valley Post - The river rose", "The river rose", "The river rose"),
        ("The river rose - Daily Valley Post", "The river rose", "The river rose"),
        ("The river rose - May 3, 2024", "May 3, 2024", "The river rose"),
    ],
)
def test_the_part_that_is_a_line_of_the_page(declared, line, found):
    assert title(f"<title>{declared}</title><p>News</p><div>{line}</div><p>It rained.</p>") == found


@pytest.mark.parametrize(
    ("declared", "found"),
    [
        ("The Mill :: View topic - the river - rose", "the river - rose"),
        ("View topic - The river rose", "The river rose"),
        ("The Mill &bull; Thema anzeigen - Der Fluss", "Der Fluss"),
        ("The river rose (View topic) &bull; The Mill", "The river rose"),
        ("水车 - 查看主题 - 河水漫过了石桥", "河水漫过了石桥"),
        ("How to view topic lists of the mill", "How to view topic lists of the mill"),
    ],
)
def test_the_title_of_a_thread_has_no_label(declared, found):
    assert title(f"<title>{declared}</title>", "<h2>The Mill</h2><p>It rained.</p>") == found


def test_permalink_marks_are_no_part_of_the_title():
    assert title("<title>ORM — Docs</title>", "<h1>ORM<a href=#orm>¶</a></h1>") == "ORM"


def test_an_element_with_attributes_is_no_part_of_the_title():
    stated = 'The river rose again &lt;IMG SRC="/happy.gif" ALT=":)"&gt;'
    assert title(f"<title>{stated} - The Valley</title>{SITE}", "<p>The river</p>") == "The river rose again"


def test_a_page_that_states_nothing():
    assert title() == ""
    assert title(body="<h2>The river rose</h2>") == "The river rose"


def test_parts_are_the_same_for_the_same_words():
    parts = title_parts("The river rose | The Valley")
    assert len(parts) == 3
    assert set(parts[1:]) < set(title_parts("THE VALLEY — The river rose!"))
    assert len(title_parts(" | ".join(map(str, range(1_000))))) == MAX_PARTS
    assert title_parts("") == title_parts(" - | - ") == ()


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ("The river rose | The Valley Walks", "The river rose"),
        ("The river rose | Home | The Valley Walks", "The river rose | Home"),
        ("The river rose | The Valley and its walks", "The river rose | The Valley and its walks"),  # five words
        ("The river rose | The Valleys", "The river rose | The Valleys"),
        ("The Valley Walks | The river rose", "The Valley Walks | The river rose"),
        ("The river rose | A day", "The river rose | A day"),  # a name of one letter
    ],
)
def test_a_section_that_is_called_after_the_site(stated, found):
    assert SiteNames(frozenset({"thevalley", "a"})).without_site_name(stated) == found


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ("The Valley: The river rose", "The river rose"),
        ("The Valley: Flood: the river rose", "Flood: the river rose"),
        ("The Valley: The river rose | Home", "The river rose | Home"),
        ("Flood: The Valley: the river rose", "Flood: The Valley: the river rose"),
        ("Flood: the river rose", "Flood: the river rose"),
        ("The Valley: The Valley", "The Valley: The Valley"),
        ("The Valley: ", "The Valley: "),
    ],
)
def test_a_colon_separates_the_name_of_the_site_from_the_title(stated, found):
    assert SiteNames(frozenset({"thevalley"})).without_site_name(stated) == found
    assert SiteNames(frozenset({"thevalley"}), is_at_home=True).without_site_name(stated) == stated


def test_a_title_behind_the_name_of_the_site_and_a_colon():
    page = "<a href=/>The Valley</a><p>The river rose in the night, and the lower road was under water.</p>"
    assert title("<title>The Valley: The river rose</title>", page, "https://valley.example/17") == "The river rose"


def test_titles_of_separators_alone():
    names = SiteNames(frozenset({"a"}))
    assert names.without_site_name("|" * 1_000) == "|" * 1_000
    assert len(names.without_site_name(" - a" * 250)) <= 1_000
    assert len(title(f"<title>{'| a ' * 100_000}</title>{SITE}", "<h1>" + "- " * 100_000 + "</h1>")) <= 1_000


@pytest.mark.parametrize("declared", ["|", " | ", "--", "---", "_", "—", "»", "--- | ---"])
def test_a_title_element_of_separators_alone(declared):
    assert title(f"<title>{declared}</title>", "<p>The river rose in the night.</p>") == ""
    assert title(f"<title>{declared}</title>", "<h1>The river rose in the night</h1>") == "The river rose in the night"


QUOTE = r"((?<!\S)(?:«(?=\S)[^»]+(?<=\S)»|»(?=\S)[^«]+(?<=\S)«)(?![A-Za-z0-9]))"


def divided(title, separators):
    """The parts of a title between some separators, none of which are the signs around a quote."""
    parts, start = [], 0
    for found in re.finditer(rf"{QUOTE}|{separators}", title):
        if not found[1]:
            parts.append(title[start : found.start()].strip())
            start = found.end()
    return [part for part in (*parts, title[start:].strip()) if part]


@given(st.text("ab 1\t\u00a0\u3000-–—|·:»«/•_｜."))
@example("a : «b»!")
@example("»a« b")
def test_the_parts_of_a_title_are_those_between_the_separators(title):
    assert declared_parts(title) == divided(title, r"\s+[-–—|·:»«/•]+\s+|[_|｜»«]+|\s*—+\s*|-{2,}")
    from_name = r"\s+[-–—|·:»«/•@]+\s+|[_|｜»«：]+|\s*—+\s*|-{2,}"
    assert declared_parts(title, from_name=True) == divided(title, from_name)


def test_quotes_are_part_of_a_title():
    head = f"<title>The Valley : «The river rose»!</title>{SITE}"
    assert title(head) == title(head, "<div>«The river rose»!</div>") == "«The river rose»!"
    assert title(f"<title>The river rose » The Valley</title>{SITE}") == "The river rose"


@pytest.mark.parametrize("chapter", ["模式语法", "简介"])
def test_the_book_of_a_chapter_in_a_script_without_spaces(chapter):
    head = f"<title>{chapter} - 河谷程序设计手册</title>"
    assert title(head, f"<h1>河谷程序设计手册</h1><h2>{chapter}</h2>") == chapter
    head = "<title>河谷日记 - 河水上涨</title>"  # the headline stands last
    assert title(head, "<h2>河谷日记</h2><h1>河水上涨</h1>") == "河水上涨"


@pytest.mark.parametrize("forum", ["Archived Forum", "水磨论坛", "Mühlen Foren"])
def test_a_forum_that_the_title_ends_with_is_a_name_of_the_site(forum):
    assert title(f"<title>Counter | {forum}</title>", f"<h1>{forum}</h1><p>It counts.</p>") == "Counter"
    assert title(f"<title>{forum}</title>", f"<h1>{forum}</h1><p>It counts.</p>") == forum
    long = "How I met all of the people in my first forum"
    assert title(f"<title>Mill - {long}</title>", f"<h1>{long}</h1>") == long


def test_the_thread_below_a_heading_that_names_the_forum():
    head = "<title>A thought about streams - river forum archive</title>"
    body = "<h1>river forum archive</h1><h2>Audio > A thought about streams</h2>"
    assert title(head, body) == "A thought about streams"


@pytest.mark.parametrize("hyphen", ["-", "－", " - "])
def test_sections_behind_a_hyphen_between_han_characters(hyphen):
    head = f"<title>河水漫过石桥{hyphen}文化{hyphen}河谷网</title>"
    assert title(head, "<div>河水漫过石桥</div>") == "河水漫过石桥"
    assert title(head, "<div>河水</div>").startswith("河水漫过石桥")


SEARCHED = "<title>Mud: all you need to know | The Valley</title><meta property=og:title content='Mud: all you need'>"


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("news/river-walks", "River walks"),
        ("nouvelles/la-riviere-gelee.html", "La rivière gelée"),
        ("%D1%80%D0%B5%D0%BA%D0%B0-%D0%B7%D0%B8%D0%BC%D0%BE%D0%B9/", "Река зимой"),
        ("river_walks/2714", "River walks"),
        ("comments/x1/when_will_the_river_fre", "When will the river fre"),
        ("why-the-river-rose-again", "Why the river rose again, and four walks that stay dry"),
    ],
)
def test_the_heading_that_the_address_names(path, heading):
    assert title(SEARCHED, f"<h1>{heading}</h1>", f"https://valley.example/{path}") == heading


@pytest.mark.parametrize(
    "url",
    [
        "https://valley.example/2026-05-03",  # a day names no page
        "https://valley.example/river",  # nor does one word
        "https://valley.example/river-walks/mud",  # a directory is the section's
        "https://valley.example/all-you-need-river-walks",
        "https://[valley",
        "",
    ],
)
def test_an_address_that_names_no_heading(url):
    assert title(SEARCHED, "<h1>River walks</h1>", url).startswith("Mud: all you need")


def test_sections_behind_the_headline_of_news_are_no_part_of_it():
    news = ld(**{"@type": "NewsArticle", "headline": "Mud: it dries", "author": "Ada"})
    head = '<meta property="og:title" content="Mud: it dries | Rivers | Nature">'
    assert (
        title(f"<title>Mud: it dries | Rivers | Nature</title>{head}{news}", "<h1>Mud: it dries</h1>")
        == "Mud: it dries"
    )


def test_an_address_does_not_decide_against_the_headline_of_news():
    news = ld(**{"@type": "NewsArticle", "headline": "Mud: all you need to know", "author": "Ada"})
    assert title(SEARCHED + news, "<h1>River walks</h1>", "https://valley.example/river-walks") == "Mud: all you need"


def test_the_heading_that_is_the_title_of_the_only_vacancy():
    head = "<title>Oak Mill hiring Carpenter in Quarry Town</title>"
    head += '<meta property="og:title" content="Oak Mill hiring Carpenter in Quarry Town | Posts">'
    carpenter, miller = (ld(**{"@type": "JobPosting", "title": name}) for name in ("Carpenter", "Miller"))
    assert title(head + carpenter, "<h1>Carpenter</h1>") == "Carpenter"
    assert title(head + miller, "<h1>Carpenter</h1>") != "Carpenter"
    assert title(head + carpenter + miller, "<h1>Carpenter</h1>") != "Carpenter"


def test_the_title_of_a_home_page_is_the_sites_name_where_it_has_no_headline():
    listed = "<h1>Posts</h1><h2>The river rose</h2>"
    assert title(f"<title>The Valley</title>{SITE}", listed, "https://valley.example/") == "The Valley"
    assert title(f"<title>The Valley</title>{SITE}", listed, "https://valley.example/news/1") == "Posts"


def test_the_title_element_is_known_without_the_tree():
    page = Page.from_html("<title>Rain  in the\n hills</title><p>It rained.</p>", URL)
    assert Page(page.columns, None, URL).titles.element == page.titles.element == "Rain in the hills"


def test_a_heading_that_is_a_part_of_a_word_of_the_title_is_none():
    html = "<title>Rowan – Invoices for small teams</title><h1>Write less</h1><h2>Team</h2><p>Nine euro a month.</p>"
    page = Page.from_html(html)
    assert page.titles.headline != "Team"
    assert Page.from_html("<title>Small team - Rowan</title><h2>Team</h2>").title.startswith("Small team")


@pytest.mark.parametrize(
    ("element", "body", "title"),
    [
        ("Pier - The Mill Book", "<h1>The Mill Book</h1><h1>Pier</h1>", "Pier"),
        ("Pier - The Mill Book", "<h1>The Mill Book</h1><h2>Pier</h2>", "Pier"),
        ("pier [Mill Wiki]", "<h1>Pier</h1>", "Pier"),
    ],
)
def test_a_page_of_a_book_or_a_wiki_named_by_one_word(element, body, title):
    html = f"<title>{element}</title>{body}<p>It stands in the river.</p>"
    assert Page.from_html(html, "https://mill.example/book/").title == title


@pytest.mark.parametrize("url", ["doku.php?id=river:old_pier", "doku.php?id=river:old_pier&rev=7", "river/old_pier"])
def test_a_page_of_a_wiki_whose_title_is_its_key(url):
    html = "<title>river:old_pier [Mill Wiki]</title><h1>Where the Boats Are</h1><h2>Ropes</h2><p>It stands.</p>"
    assert Page.from_html(html, f"https://mill.example/{url}").title == "Where the Boats Are"
