"""The records of lists as entries: cards, rows, headings with paragraphs, tables; what each says; what is none."""

import pickle

import numpy as np
import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.entries.entries import Entry
from scrapy_denoise.document.selection.lists import with_entries
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.page import Page

URL = "https://shop.example/lamps/"


def entries_of(body, url=URL):
    return denoise(f"<html><body>{body}</body></html>", url=url).entries


def card(number, tail="", name="card"):
    return f"""<div class="{name}"><a href="/lamp/{number}"><img src="/i/{number}.jpg" alt="A lamp" width="200"></a>
        <h3><a href="/lamp/{number}">Lamp of the {number}. mill</a></h3><span>Brass</span><span>Wick {number}</span>
        <p>It burns for {number} hours and needs little oil.</p><b>${number}9.50</b>
        <a href="/lamp/{number}">Read more</a><button>Add to cart</button>{tail}</div>"""


NAVIGATION = (
    "<nav><ul>" + "".join(f'<li><a href="/s/{n}">Section number {n}</a></li>' for n in range(6)) + "</ul></nav>"
)


def test_cards():
    found = entries_of(f"{NAVIGATION}<main><h1>Lamps</h1><section>{''.join(map(card, range(1, 6)))}</section></main>")
    assert [entry.url for entry in found] == [f"https://shop.example/lamp/{n}" for n in range(1, 6)]
    second = found[1]
    assert second.title == "Lamp of the 2. mill"
    assert second.text == "Brass Wick 2\nIt burns for 2 hours and needs little oil.\n$29.50"
    assert second.image == "https://shop.example/i/2.jpg"
    assert (second.price, second.currency_raw, second.heading, second.position) == ("29.50", "$", "Lamps", 2)
    assert second.xpath == "/html/body[1]/main[1]/section[1]/div[2]"
    assert not second.advertisement


def test_an_odd_card_is_one_of_them():
    cards = card(1, name="wide first") + "".join(map(card, range(2, 6))) + card(6, name="last")
    assert len(entries_of(f"<main><h1>Lamps</h1><section>{cards}</section></main>")) == 6


def test_headings_with_paragraphs_side_by_side():
    posts = "".join(
        f'<h2><a href="/{n}">What the ferry said on day {n}</a></h2><p>By <a rel="author" href="/u/1">Ida Holm</a>, '
        f'<time datetime="2024-05-0{n}">May {n}</time></p><p>The water of day {n} was low and the ferry late.</p>'
        for n in range(1, 5)
    )
    found = entries_of(f"<main><h1>Diary</h1>{posts}<div class=pager><a href='?page=2'>Older</a></div></main>")
    assert [entry.title for entry in found] == [f"What the ferry said on day {n}" for n in range(1, 5)]
    assert [entry.published for entry in found] == [f"2024-05-0{n}" for n in range(1, 5)]
    assert {entry.author for entry in found} == {"Ida Holm"}
    assert "The water of day 4 was low" in found[3].text
    assert "Older" not in found[3].text


def test_records_of_several_rows_of_a_table():
    rows = "".join(
        f'<tr class="t"><td>{n}.</td><td><a href="https://o.example/{n}">A story about the river no. {n}</a></td></tr>'
        f'<tr class="s"><td></td><td>{n} points by ida <a href="/item/{n}">{n} comments</a></td></tr>'
        for n in range(1, 6)
    )
    found = entries_of(f"<table>{rows}</table>")
    assert [entry.url for entry in found] == [f"https://o.example/{n}" for n in range(1, 6)]
    assert [entry.title for entry in found] == [f"A story about the river no. {n}" for n in range(1, 6)]
    assert "5 points by ida 5 comments" in found[4].text


def test_sections_each_with_its_list():
    sections = "".join(
        f"<section><h2>{name}</h2><ul>"
        + "".join(
            f'<li><h3><a href="/{name}/{n}">News of {name} no. {n}</a></h3><p>Told in {name} on day {n}.</p></li>'
            for n in range(4)
        )
        + "</ul></section>"
        for name in ("Harbour", "Mill", "Market")
    )
    found = entries_of(f"<main>{sections}</main>")
    assert [entry.heading for entry in found] == ["Harbour"] * 4 + ["Mill"] * 4 + ["Market"] * 4


def test_in_uyghur_and_chinese():
    items = "".join(
        f'<li><a href="/{n}">دەريا سۈيى {n}-كۈنى ئۆرلىدى</a><p>بۈگۈن سۇ يەنە ئىككى مېتىر ئۆرلىدى.</p></li>'
        for n in range(4)
    )
    assert len(entries_of(f"<main><ul>{items}</ul></main>")) == 4
    items = "".join(
        f'<li><a href="/{n}">河水第{n}天上涨两米</a><span>2024年5月{n + 1}日</span><em>¥{n}8.00</em></li>'
        for n in range(4)
    )
    found = entries_of(f"<main><h2>新闻</h2><ul>{items}</ul></main>")
    assert (found[3].published, found[3].price, found[3].currency_raw) == ("2024-05-04", "38.00", "¥")


def test_a_card_that_says_it_is_paid_for():
    cards = card(1) + card(2) + card(3, tail="<i>Sponsored</i>") + card(4)
    assert [entry.advertisement for entry in entries_of(f"<main>{cards}</main>")] == [False, False, True, False]


def test_the_text_of_a_list_is_its_entries():
    rows = "".join(
        f'<li><h3><a href="/{n}">News no. {n} of the mill</a></h3><b>Anna</b><i>More</i></li>' for n in range(9)
    )
    result = denoise(f"{NAVIGATION}<main><h2>The mill</h2><ul>{rows}</ul></main>", url=URL)
    assert result.reason == ""
    assert "News no. 0 of the mill" in result.text
    assert "News no. 8 of the mill" in result.text
    assert "Section number" not in result.text
    assert "More" not in result.text
    without = denoise(f"<ul>{rows}</ul>", url=URL, options={"lists": False})
    assert (without.reason, without.text, len(without.entries)) == ("no_content", "", 9)


def rows_of(parts):
    return "<main><h1>The river</h1><ul>" + "".join(f"<li>{part}</li>" for part in parts) + "</ul></main>"


@pytest.mark.parametrize(
    ("shown", "url", "price", "code", "raw"),
    [
        ("{n}9,50 €", URL, "29.50", "EUR", "€"),
        ("${n}9.50", "https://mill.example.au/lamps", "29.50", "AUD", "$"),
        ("{n}49 kr", "https://mill.example.no/lamps", "249", "NOK", "kr"),
        ("{n}49,-", "https://mill.example.dk/lamps", "249", "DKK", ",-"),
        ("{n}49:-", "https://mill.example.se/lamps", "249", "SEK", ":-"),
        ("CHF {n}9.50", URL, "29.50", "CHF", "CHF"),
    ],
)
def test_currencies(shown, url, price, code, raw):
    lamps = [
        f"<h3><a href='/{n}'>Lamp of mill no. {n}</a></h3><p>{shown.replace('{n}', str(n))}</p>" for n in range(1, 6)
    ]
    second = denoise(rows_of(lamps), url=url).entries[1]
    assert (second.price, second.currency, second.currency_raw) == (price, code, raw)


@pytest.mark.parametrize(
    ("shown", "price", "currency", "text"),
    [
        ('<b class="price-was">$90.00</b> <b>$<i>7{n}</i><i>.50</i></b>', "7{n}.50", "$", "$90.00 $7{n}.50"),
        ("<del>90,00 €</del> <b>7{n},50 €</b>", "7{n}.50", "€", "90,00 € 7{n},50 €"),
        ('<b class="old-price">7{n} kr</b>', "7{n}", "kr", "7{n} kr"),
        ("<b><i>$</i>7{n}.50</b>", "7{n}.50", "$", "$7{n}.50"),
        ("<p>{n}</p><p>$7{n}.00 off</p>", "7{n}.00", "$", "{n}\n$7{n}.00 off"),
        ("<p>52{n}</p><p>EUR 7{n}.00</p>", "7{n}.00", "EUR", "52{n}\nEUR 7{n}.00"),
        ("<p>1{n}</p><p>500 kr</p>", "500", "kr", "1{n}\n500 kr"),
        ("<p>7{n}.00</p><p>EUR</p>", "7{n}.00", "EUR", "7{n}.00\nEUR"),
        ("<p>It made $7{n} million, or ¥7{n}万.</p>", "", "", "It made $7{n} million, or ¥7{n}万."),
        ("<p>It made $7{n}m, or €7.{n}bn, or £7{n}K.</p>", "", "", "It made $7{n}m, or €7.{n}bn, or £7{n}K."),
        ("<p>$7{n}kg</p>", "7{n}", "$", "$7{n}kg"),
        ("<b>$1,7{n}9<sup>05</sup></b>", "17{n}9.05", "$", "$1,7{n}905"),
        ("<s>$99.00</s> <b><i>$</i><i>7{n}</i><i>05</i></b>", "7{n}.05", "$", "$99.00 $7{n}05"),
        ("<b>1.7{n}9<sup>05</sup> €</b>", "17{n}9.05", "€", "1.7{n}905 €"),
        ("<b>$7{n} <sup>05</sup></b>", "7{n}", "$", "$7{n} 05"),
        (f"<p>{'The lamp of the mill is on sale. ' * 3}It costs $7{{n}}.</p>", "7{n}", "$", None),
    ],
)
def test_prices(shown, price, currency, text):
    lamps = [f"<h3><a href='/{n}'>Lamp of mill no. {n}</a></h3>{shown.replace('{n}', str(n))}" for n in range(1, 6)]
    second = entries_of(rows_of(lamps))[1]
    wanted = [part.replace("{n}", "2") for part in (price, second.text if text is None else text)]
    assert [second.price, second.currency_raw, second.text] == [wanted[0], currency, wanted[1]]


@pytest.mark.parametrize(
    "told",
    [
        "<h3><a href='/9'>The mill sells its wheel for $500</a></h3>",
        f"<h3><a href='/9'>The mill</a></h3><p>{'It rained in the hills by day and by night. ' * 3}It lost $500.</p>",
    ],
)
def test_an_amount_that_one_entry_tells_of_is_no_price(told):
    others = [f"<h3><a href='/{n}'>The river on day no. {n}</a></h3><p>Nobody could cross.</p>" for n in range(1, 6)]
    found = entries_of(rows_of([*others, told]))
    assert [entry.price for entry in found] == [""] * 6
    assert "$500" in found[-1].title + found[-1].text


def test_a_price_in_the_title_comes_last():
    lamps = [f"<h3><a href='/{n}'>${n}0 gift card for lamps</a></h3><b>$1{n}.00</b>" for n in range(1, 6)]
    assert entries_of(rows_of(lamps))[1].price == "12.00"


def test_the_mark_of_a_heading_that_links_to_itself_is_no_part_of_a_title():
    lamps = [
        f"<h3><a href='/{n}'>Lamp C# no. {n}</a><a href=#lamp{n}>¶</a></h3><p>It burns long.</p>" for n in range(5)
    ]
    assert [entry.title for entry in entries_of(rows_of(lamps))] == [f"Lamp C# no. {n}" for n in range(5)]


def test_another_link_to_the_same_page_names_it():
    votes = [
        f"<a href='/{n}'><b>{n}12</b></a> <a href='/{n}'>How deep is ford number {n}?</a><p>It rained for {n} days.</p>"
        for n in range(1, 6)
    ]
    assert entries_of(rows_of(votes))[1].title == "How deep is ford number 2?"
    teasers = [
        f"<h2><a class='t' href='/{n}'>Ford number {n} is open</a></h2>"
        f"<p><a class='d' href='/{n}'>The water at ford number {n} fell by {n} feet, and the ferry rests today.</a></p>"
        for n in range(1, 6)
    ]
    second = entries_of(rows_of(teasers))[1]
    assert second.title == "Ford number 2 is open"
    assert second.text == "The water at ford number 2 fell by 2 feet, and the ferry rests today."


def test_a_label_may_name_a_record_whose_link_says_its_rating():
    cards = "".join(
        f"<div class=card><div class=logo><a href=/firm/{n}><img src=/i/{n}.jpg></a></div>"
        f"<label class=card-title>{name} Movers</label><a href=/firm/{n}>4.{n} / 5</a>"
        f"<p>They carried {n} pianos down the hill in a year.</p><label>Compare</label></div>"
        for n, name in enumerate("Heron Otter Badger Lynx".split(), 1)
    )
    found = entries_of(f"<main><h1>Movers</h1><section>{cards}</section></main>")
    assert [entry.title for entry in found] == ["Heron Movers", "Otter Movers", "Badger Movers", "Lynx Movers"]
    assert "Compare" not in found[0].text


def test_a_kicker_in_a_heading_is_no_part_of_a_title():
    def titles_of(kicker, title):
        cards = "".join(
            f"<div class=card><h3><a href='/{n}'><span class='{kicker}'>Mills</span> <span class='{title}'>The ford of "
            f"the mill no. {n}</span></a></h3><p>It is deep after {n} days of rain.</p></div>"
            for n in range(1, 6)
        )
        return [(entry.title, entry.text.partition("\n")[0]) for entry in entries_of(f"<section>{cards}</section>")]

    assert titles_of("kicker", "card-title")[1] == ("The ford of the mill no. 2", "Mills")
    assert titles_of("card-title", "note")[1][0] == "Mills The ford of the mill no. 2"
    assert titles_of("title-a", "title-b")[1][0] == "Mills The ford of the mill no. 2"


def test_a_title_of_figures_alone_is_one():
    books = "".join(
        f"<li><a href=/book/{n}>{title}</a><p>A novel of a year in which nothing happened, in {n} parts.</p></li>"
        for n, title in enumerate(["1984", "The Ferry", "Nine Bridges", "Salt and Oil"], 1)
    )
    found = entries_of(f"<main><h1>Books</h1><ul>{books}</ul></main>")
    assert [entry.title for entry in found] == ["1984", "The Ferry", "Nine Bridges", "Salt and Oil"]


def test_of_several_links_of_the_same_records_the_one_that_names_them():
    stars = rows_of(
        [
            f"<a class=stars href='/m{n}#reviews'>{n},102</a> <a href='/m{n}'>The mill of ford {n}</a>"
            for n in range(1, 6)
        ]
    )
    assert [entry.title for entry in entries_of(stars)] == [f"The mill of ford {n}" for n in range(1, 6)]
    writers = rows_of(
        [
            f"<i><a href='/by/{n}'>Ann Lee {n}</a></i><h3><a href='/m{n}'>The mill of ford {n}</a></h3>"
            for n in range(1, 6)
        ]
    )
    assert [entry.url for entry in entries_of(writers)] == [f"https://shop.example/m{n}" for n in range(1, 6)]


def test_a_heading_comes_before_a_link_in_a_sentence():
    parts = [
        f"<h3>The {n}. ford</h3><p>It is near <a href='/m{n}'>mill {n}</a> and deep. {'It rained. ' * 3}</p>"
        for n in range(1, 6)
    ]
    assert [entry.title for entry in entries_of(rows_of(parts))] in ([], [f"The {n}. ford" for n in range(1, 6)])


def test_links_at_the_end_of_sentences_are_no_list():
    story = "The river rose in the night, and by the morning the lower road was under water, as told in our story of "
    assert entries_of("".join(f"<p>{story}<a href='/m{n}'>the old mill {n}</a>.</p>" for n in range(6))) == []


def test_links_with_nothing_in_them_are_no_entries():
    items = "".join(
        f"<li><h3><a href='/m{n}'>{f'Mill of ford {n}' if n != 3 else ''}</a></h3></li>" for n in range(1, 6)
    )
    assert [entry.url[-1] for entry in entries_of(f"<ul>{items}</ul>")] == ["1", "2", "4", "5"]


def test_pictures_that_records_share_are_icons():
    lamps = [
        f"<img src='/grade/{n % 2}.svg'><h3><a href='/{n}'>Lamp of mill no. {n}</a></h3>"
        + (f"<img src='/i/{n}.jpg'>" if n != 3 else "")
        for n in range(1, 8)
    ]
    found = entries_of(rows_of(lamps))
    assert [found[1].image, found[2].image] == ["https://shop.example/i/2.jpg", ""]


def test_the_words_of_a_heading_are_apart():
    lamps = "".join(f"<li><h3><a href='/{n}'>Lamp of mill no. {n}</a></h3></li>" for n in range(1, 6))
    found = entries_of(
        f"<main><h2><b>Lamps</b><span>5 new ones</span><a href='#lamps'>#</a></h2><ul>{lamps}</ul></main>",
    )
    assert found[0].heading == "Lamps 5 new ones"


def test_the_author_without_what_stands_behind_the_name():
    news = [
        f"<h3><a href='/{n}'>What the ferry said on day {n}</a></h3><p class='byline'>By Ida Holm | {n} weeks ago</p>"
        for n in range(1, 6)
    ]
    assert {entry.author for entry in entries_of(rows_of(news))} == {"Ida Holm"}


def test_posts_of_a_thread_are_none():
    posts = "".join(
        f"""<article class="message"><h4><a class="username" href="/members/ida{n}.{n}/">ida{n}</a></h4>
        <time datetime="2024-05-0{n}">May {n}</time> <a href="/threads/ferry.1/post-{n}">#{n}</a>
        <div class="message-body"><p>The ferry was late on day {n}, and nobody at the mill said why that was so.
        We waited for {n} hours, and then we walked to the ford, where the water was low.</p></div></article>"""
        for n in range(1, 7)
    )
    others = "".join(f"<li><a href='/threads/t.{n}/'>Who knows the mill number {n}?</a></li>" for n in range(4))
    result = denoise(
        f"""<html><body><h1>Why is the ferry late?</h1>{posts}
        <div class="similar"><h3>Similar threads</h3><ul>{others}</ul></div></body></html>""",
        url="https://forum.example/threads/ferry.1/",
    )
    assert result.page_type == "forum"
    assert [post.author for post in result.posts][:2] == ["ida1", "ida2"]
    assert [entry.title for entry in result.entries] == [f"Who knows the mill number {n}?" for n in range(4)]


def test_stories_rather_than_those_who_wrote_them():
    stories = "".join(
        f"""<div class="s"><img src="/u/{n}.jpg"> <p><a class="w" href="/u/ida{n}">Ida Holm the {n}.</a></p>
        <p><a class="t" href="/s/{n}">What the ferry said on day {n}</a></p><p>May {n}, 2024</p></div>"""
        for n in range(1, 6)
    )
    assert entries_of(f"<main><section>{stories}</section></main>")[1].title == "What the ferry said on day 2"


SENTENCES = "".join(
    f'<p>Long before mill {n} was built, <a href="/w/{n}">ford number {n}</a> was where all of us crossed.</p>'
    for n in range(1, 6)
)


def diary(names, wrap="{}"):
    """The front page of a blog: whole posts, each under a title that leads to it, beside a long side bar."""
    posts = "".join(
        f"<div class=entry><h2 class=title><a href='/{n}'>On the {name}</a></h2>"
        + "".join(
            f"<p>Nobody had seen the {name} so high since the year of the flood, and its ferry lay at the rope for {k} "
            "days. The miller said that it would fall by the end of the week, and that the mill had seen worse.</p>"
            for k in range(3, 8)
        )
        + "</div>"
        for n, name in enumerate(names)
    )
    side = "".join(
        f"<li><a href='/old/{n}'>What was written in the year {n}, and more</a></li>" for n in range(1900, 2000)
    )
    return f"<title>Diary</title>{NAVIGATION}<h1>Diary</h1>{wrap.format(posts)}<div class=sidebar><ul>{side}</ul></div>"


def test_a_label_before_its_value_is_read():
    cards = "".join(
        f'<div class=card><h3><a href="/{n}">Lamp of the {n}. mill</a></h3><p><span>To rent: </span><b>$9.{n}0</b></p>'
        f'<p><span>In stock</span></p><p>It burns for {n} hours. <a href="/{n}">Read more</a></p></div>'
        for n in range(1, 9)
    )
    assert entries_of(f"<main>{cards}</main>")[1].text == "To rent: $9.20\nIt burns for 2 hours."


def test_a_list_at_the_bottom_of_the_content():
    cards = "".join(
        f'<div class=item><a href="/{n}">Lamp of the {n}. mill</a><p>It burns for {n} hours.</p><b>${n}.50</b></div>'
        for n in range(1, 9)
    )
    menu = "".join(f'<li><a href="/s/{n}">Section {n} of the shop</a></li>' for n in range(80))
    found = entries_of(f"<nav><ul>{menu}</ul></nav><div class=content-bottom>{cards}</div>")
    assert [entry.url for entry in found] == [f"https://shop.example/{n}" for n in range(1, 9)]


def test_choices_are_no_content_of_a_list():
    choices = "".join(f"<option>Lamps of the year {n}" for n in range(1900, 1910))
    cards = "".join(map(card, range(1, 9)))
    page = Page.from_html(f"<main><h1>Lamps</h1><select>{choices}</select><section>{cards}</section></main>", url=URL)
    rows = page.columns.text_rows
    of_select = np.array(["of the year" in page.columns.text_of(row) for row in rows.tolist()])
    assert of_select.sum() == 10
    for scores in (None, np.full(len(rows), 0.5, np.float32)):
        found = with_entries(page, Selection(np.ones(len(rows), np.bool_), "auto", expected=0.5, scores=scores))
        assert not (found.kept & of_select).any()
        assert found.kept.sum() > 30


def test_a_list_within_a_form():
    rows = "".join(f"<tr><td><a href='/news/{n}'>What the ferry said on day {n}</a></td></tr>" for n in range(1, 9))
    body = f"<h1>News</h1><form action='/news/' method=post><select><option>10</select><table>{rows}</table></form>"
    result = denoise(f"<html><body>{NAVIGATION * 3}<main>{body}</main></body></html>", url="https://a.example/news/")
    assert [entry.title for entry in result.entries] == [f"What the ferry said on day {n}" for n in range(1, 9)]
    assert "What the ferry said on day 8" in result.text


@pytest.mark.parametrize(
    "body",
    [
        "",
        SENTENCES,
        f"<ul>{SENTENCES.replace('<p>', '<li>').replace('</p>', '</li>')}</ul>",
        NAVIGATION,
        "<p>One paragraph about the mill, and no list at all.</p>" * 9,
        '<p>See <a href="/a">the mill</a>, or <a href="/b">the ford</a>, or <a href="/c">the ferry</a> there.</p>',
        '<ul><li><a href="/a">A single entry of a list of one</a></li></ul>',
        "<ul>" + "<li>An item that leads nowhere at all</li>" * 9 + "</ul>",
        "<ul>" + "".join(f'<li><a href="#p{n}">Place number {n} of this page</a></li>' for n in range(9)) + "</ul>",
    ],
)
def test_what_is_no_list(body):
    assert entries_of(body) == []


def test_many_and_large():
    many = entries_of(
        "<ul>" + "".join(f'<li><h3><a href="/{n}">Entry number {n}</a></h3></li>' for n in range(12_000)) + "</ul>"
    )
    assert len(many) == 1_000
    long = "".join(f'<li><h3><a href="/{n}">Entry number {n}</a></h3><p>{"river " * 50_000}</p></li>' for n in range(3))
    assert [len(entry.text) for entry in entries_of(f"<ul>{long}</ul>")] == [20_000] * 3


@pytest.mark.parametrize(("value", "n"), [("<td>wood", 5), ("<td>", 0), ("", 0), ("<td>*", 0)])
def test_short_rows_of_a_table_with_a_name_and_another_value_are_a_list_beside_a_menu(value, n):
    """A bullet before the names says nothing of them, as the arrows in a menu do not."""
    menu = "".join(f"<tr><td>* <a href=/{name}>{name}</a>" for name in "home guests links photos sounds about".split())
    names = ("Stone", "Wheel", "Dam", "Brook", "Barn")
    rows = "".join(f"<tr><td>- <a href=/p/{name.lower()}.htm>{name}</a>{value}" for name in names)
    story = f"<p>{'This page has been here since the river froze, and it has been built by hand. ' * 3}</p>"
    body = f"<table>{menu}</table>{story}<div class=main><table>{rows}</table></div>"
    assert [entry.title for entry in entries_of(body, "https://post.example/index.htm")] == list(names[:n])


def test_comments_are_no_entries_also_where_they_are_most_of_the_page():
    said = (
        ("Ann Lee", "It stood in our cellar for a week, and the wheel has not turned since that night."),
        ("Bo Yun", "My grandfather told the same story of his mill, and of the bridge that was gone."),
        ("Ida Hill", "The road was closed until March, which nobody in the village will forget so soon."),
        ("Jo Lake", "Who pays for the new weir is what I would like to know, since the council is silent."),
    )
    comments = "".join(
        f'<div class=comment id=c{n}><a href="/users/{n}">{name}</a> <time>{n + 1} May 2024</time><p>{text}</p></div>'
        for n, (name, text) in enumerate(said)
    )
    story = "<p>The river rose in the night, and by the morning the lower road was under water, as the miller says.</p>"
    teasers = "".join(
        f"<li><h3><a href=/t/{n}>How the {name} was built</a></h3></li>" for n, (name, _) in enumerate(said)
    )
    body = f"<article><h1>The river</h1>{story * 2}</article><section id=comments>{comments}</section>"
    result = denoise(f"<title>The river</title>{body}<ul>{teasers}</ul>", url="https://post.example/river.html")
    assert [comment.author for comment in result.comments] == [name for name, _ in said]
    assert {entry.url for entry in result.entries} <= {f"https://post.example/t/{n}" for n in range(4)}
    assert not denoise(f"<title>The river</title>{body}", url="https://post.example/river.html").entries


def test_records_with_a_comment_each_are_entries():
    records = "".join(
        f"""<div><h2><a href="/mills/{name.lower()}">The mill of {name}</a></h2><p>It has {n + 2} wheels of oak, and its
        stones are from the quarry at {name}. It grinds rye and spelt for the bakers of the valley, from May on.</p>
        <p>It is open to visitors on the first Sunday of each month, and flour is sold at the door all year.</p>
        <div class=comment><b class=author>Ann Lee {n}</b> <time datetime=2024-05-0{n + 1}>May 2024</time>
        <p>I have been there with {n + 3} children.</p></div></div>"""
        for n, name in enumerate(("Hill", "Lake", "Weir", "Ford", "Moor"))
    )
    stated = """<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Five mills"}</script>"""
    page = f"<title>Five mills</title>{stated}<main><h1>Five mills</h1>{records}</main>"
    result = denoise(page, url="https://post.example/2024/05/five-mills.html")
    assert result.page_type == "article"
    assert len(result.comments) == len(result.entries) == 5


def test_fields_are_read_when_they_are_asked_for():
    first, second, *_ = entries_of(f"<main><section>{''.join(map(card, range(1, 6)))}</section></main>")
    assert first.position == 1
    assert second.price == "29.50"
    assert first.to_dict()["price"] == "19.50"
    assert Entry(**first.to_dict()) == first
    assert not hasattr(first, "prices")


def test_the_title_of_an_entry_is_not_in_the_text_of_another():
    rows = "".join(
        f"<li><h3><a href=/{n}>Mill {n}</a></h3><p>Its wheel turns.</p><p>Mill {3 - n}</p></li>" for n in (1, 2, 3)
    )
    assert [entry.text for entry in entries_of(f"<ul>{rows}</ul>")][:2] == [
        "Its wheel turns.\nMill 2",
        "Its wheel turns.\nMill 1",
    ]


def test_the_same_after_a_pickle():
    result = denoise(f"<main><section>{''.join(map(card, range(1, 6)))}</section></main>", url=URL)
    assert pickle.loads(pickle.dumps(result)).entries == result.entries
    assert [entry["title"] for entry in result.to_dict()["entries"]] == [entry.title for entry in result.entries]


def test_what_stands_beside_an_article_is_not_under_a_heading_of_it():
    story = "".join(
        f"<p>It rained in the hills for {days} days, and the river rose by two metres before anybody sent pumps.</p>"
        for days in ("three", "four", "five", "six", "seven", "eight")
    )
    article = f"<h1>The river rose</h1>{story}<h2>What the mill lost</h2>{story}"
    cards = "".join(
        f"<div class=teaser><a href=/story/{n}>What the town of the {n}. mill lost in that night</a>"
        f"<p>Its people speak of the {n}. flood that they saw.</p></div>"
        for n in range(1, 6)
    )
    read = entries_of(f"<div><div>{article}</div><section>{cards}</section></div>", "https://example.org/news/river")
    assert [entry.heading for entry in read] == [""] * 5
    headed = f"<div><div>{article}</div><section><h2>More from the valley</h2>{cards}</section></div>"
    read = entries_of(headed, "https://example.org/news/river")
    assert [entry.heading for entry in read] == ["More from the valley"] * 5
    of_article = f"<div><div>{article}<h2>More from the valley</h2></div><section>{cards}</section></div>"
    read = entries_of(of_article, "https://example.org/news/river")
    assert [entry.heading for entry in read] == ["More from the valley"] * 5


@pytest.mark.parametrize(
    "address",
    [
        "https://www.blogger.com/rearrange?blogID=7&widgetType=Text&widgetId=Text{0}",
        "https://www.facebook.com/sharer/sharer.php?u=https://shop.example/{0}",
        "https://www.linkedin.com/shareArticle?url=https://shop.example/{0}",
    ],
)
def test_buttons_that_share_or_edit_are_no_records(address):
    boxes = "".join(
        f"<div class=box><h3>The {n}. lamp of the mill</h3><p>It burns for {n} hours and needs little oil.</p>"
        f"<a href='{address.format(n)}'>A button for it</a></div>"
        for n in range(1, 6)
    )
    assert entries_of(f"<main><h1>Lamps</h1><section>{boxes}</section></main>") == []
    cards = "".join(map(card, range(1, 6)))
    found = entries_of(f"<main><section>{boxes}</section><section>{cards}</section></main>")
    assert [entry.url for entry in found] == [f"https://shop.example/lamp/{n}" for n in range(1, 6)]


def test_hosts_whose_names_end_as_those_of_buttons_that_share_are_others():
    lists = {
        host: entries_of(
            "<main>"
            + "".join(
                f"<div class=box><h3><a href='https://{host}{n}'>The {n}. lamp of the mill</a></h3>"
                f"<p>It burns for {n} hours and needs little oil.</p></div>"
                for n in range(1, 6)
            )
            + "</main>"
        )
        for host in ("t.me/share/url?url=", "millchat.me/share/")
    }
    assert [len(found) for found in lists.values()] == [0, 5]


ARTICLE = "".join(
    f"<p>The keeper of the {n}. lighthouse wrote every night how far the lamp was seen, which ships went by, and what "
    "the wind did to the glass, the paint and the rope that held the boat.</p>"
    for n in range(8)
)


def test_names_beside_an_article_are_no_entries():
    def beside(*links):
        items = "".join(f'<li><a href="{address}">{name}</a></li>' for name, address in links)
        body = f"<main><h1>The lamps of the coast</h1><article>{ARTICLE}</article></main><div><h3>More</h3><ul>{items}"
        return [entry.title for entry in entries_of(body, "https://diary.example/2024/05/lamps-of-the-coast.html")]

    names = ("Harbours and Quays", "Lamps and Towers", "Mills and Wheels", "Ropes and Knots")
    assert beside(*((name, f"/topic/{name[:5].lower()}") for name in names)) == []
    assert beside(*((name, f"https://{name[:5].lower()}.example/") for name in names)) == []
    # Short titles of articles are entries, and so are longer names.
    assert beside(*((name, f"/2023/the-{n}-old-mill.html") for n, name in enumerate(names))) == list(names)
    longer = [f"{name} were built by hand" for name in names]
    assert beside(*((name, f"/topic/{name[:5].lower()}") for name in longer)) == longer
