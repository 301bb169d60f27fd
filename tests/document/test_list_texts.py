"""What the text of a list has of its entries."""

import numpy as np
import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.selection.lists import with_entries
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.page import Page


def test_a_category_of_a_wiki_has_its_pages():
    sections = "".join(
        f"<h3>{w[0]}</h3><ul><li><a href='/wiki/{w}_mill'>{w} mill</a></li>"
        f"<li><a href='/wiki/{w}_dam'>{w} dam</a></li></ul>"
        for w in ("Apple", "Brook", "Corn", "Dust", "Elm", "Flour", "Grain", "Hill")
    )
    page = (
        "<html><head><title>Category:Mills - Wiki</title></head><body><h1>Category:Mills</h1>"
        "<p>This category has the articles about the mills and the dams of the valley.</p>"
        f"<h2>Pages in category Mills</h2><p>The following 16 pages are in this category.</p>{sections}</body></html>"
    )
    result = denoise(page, url="https://wiki.example/wiki/Category:Mills")
    assert result.page_type == "list"
    assert "Brook mill" in result.text
    assert "articles about the mills" in result.text


def test_a_menu_at_the_path_of_short_cards_is_none():
    cards = "".join(
        f"<a href='/film/{n}'><div><img src='/f{n}.jpg' alt=''></div><div>Mill no. {n}</div>"
        f"<div>200{n} · 1h 3{n}m</div></a>"
        for n in range(9)
    )
    menu = "<div><a href='/'>Home</a> <a href='/faq'>FAQ</a> <a href='/login'>Login</a></div>"
    page = f"<html><body>{menu}<h1>Films</h1><div>{cards}</div></body></html>"
    entries = denoise(page, url="https://films.example/all").entries
    assert [entry.title for entry in entries] == [f"Mill no. {n}" for n in range(9)]


def test_an_index_of_documentation_has_its_links():
    parts = "".join(
        f"<h2>{title}</h2><ul>{''.join(f'<li><a href=/{verb}-{name}>{verb} the {name}</a>' for name in names)}</ul>"
        for title, verb, names in (
            ("Tutorials", "Build", ("mill", "gate", "wheel", "dam")),
            ("Guides", "Repair", ("sail", "belt", "stone", "weir")),
        )
    )
    result = denoise(
        f"<html><head><title>Mills documentation</title></head><body><h1>Mills documentation</h1>{parts}</body></html>",
        url="https://docs.mills.example/en/latest/",
    )
    assert result.page_type == "documentation"
    assert result.reason == ""
    assert result.text.startswith("Tutorials\nBuild the mill\nBuild the gate\n")
    assert "Guides\nRepair the sail\n" in result.text


@pytest.mark.parametrize("section", ["{}", "<section>{}</section>"])
def test_an_index_below_the_text_of_documentation(section):
    parts = "".join(
        section.format(f"<h2>{title}</h2><ul>{''.join(f'<li><a href=/plug/{name}>{name}</a>' for name in names)}</ul>")
        for title, names in (("Inputs", ("csv-gate", "xml-gate", "queue")), ("Filters", ("retry", "dedupe")))
    )
    introduction = (
        "<p>The mill can be extended by plugins, which are packages of their own.</p>"
        "<p>A plugin is found by its entry point, and needs no setting beside its name.</p>"
    )
    menu = "<ul><li><a href=/start>Start</a><li><a href=/plug>Plugins</a></ul>"
    result = denoise(
        f"<html><head><title>Plugins — Mill documentation</title><body><div>{menu}</div><div role=main class=document>"
        f"<h1>Plugins</h1>{introduction}{parts}</div>",
        url="https://docs.mills.example/en/latest/plugins.html",
    )
    assert result.page_type == "documentation"
    assert result.text.endswith("its name.\nInputs\ncsv-gate\nxml-gate\nqueue\nFilters\nretry\ndedupe")


def test_records_that_are_most_of_a_page_are_content_beside_an_introduction():
    cards = "".join(f"<li><a href=/r/{n}>Crispy potatoes with herbs, number {n}</a></li>" for n in range(1, 21))
    body = f"<main><h1>Recipes</h1><p>All of these are quick to cook, and we like them.</p><ul>{cards}</ul></main>"
    page = Page.from_html(body, url="https://a.example/quick-recipes")
    rows = page.columns.text_rows.tolist()
    kept = np.array([page.columns.text_of(row).startswith("All of") for row in rows])
    found = with_entries(page, Selection(kept, "auto", expected=0.55))
    assert sum(page.columns.text_of(row).startswith("Crispy") for row in np.array(rows)[found.kept]) == 20


def _entries_of(body):
    return denoise(f"<html><body>{body}</body></html>", url="https://shop.example/lamps/").entries


def test_cards_that_are_links_in_an_element_named_as_a_frame():
    cards = "".join(
        f'<div class="cell"><a href="/lamp/{n}"><img src="/i/{n}.jpg" alt=""><h4>Lamp L{n}0</h4><p>A lamp of {n} wicks'
        f" for the deck.</p><span>$ {n},999.00</span></a></div>"
        for n in range(1, 9)
    )
    menu = "".join(f'<li><a href="/s/{n}">Section number {n}</a></li>' for n in range(40))
    for name in ("row margin-bottom", "tab-container"):
        found = _entries_of(
            f'<nav><ul>{menu}</ul></nav><div class="{name}">{cards}</div><p>Lamps are sent within a week.</p>'
        )
        assert [entry.title for entry in found] == [f"Lamp L{n}0" for n in range(1, 9)]
    # The links of a footer have no pictures.
    footer = cards.replace("<img", "<br").replace("$ ", "from ")
    text = "<p>The lamp of the mill is old, and nobody has lit it for years, as the keeper says.</p>" * 9
    assert not _entries_of(f'{text}<div class="footer">{footer}</div>')


def test_quotations_are_not_named_by_their_tags():
    quotations = "".join(
        f"<div><span>“Whoever keeps {n} boats has no dry feet, whatever the harbour says.”</span> "
        f"<small>Ida Holm {n}</small>"
        f'<div>Tags: <a href="/tag/boat-{n}">boat {n}</a> <a href="/tag/harbour">harbour</a></div></div>'
        for n in range(1, 7)
    )
    found = _entries_of(f"<h1>Quotations</h1>{quotations}")
    assert [entry.title for entry in found] == [
        f"“Whoever keeps {n} boats has no dry feet, whatever the harbour says.” Ida Holm {n}" for n in range(1, 7)
    ]
    # Those of a list of tags are.
    tags = "".join(
        f'<div><h3><a href="/tag/boat-{n}">Boat {n}</a></h3><p>What we wrote about boats of {n} metres.</p></div>'
        for n in range(1, 7)
    )
    assert [entry.title for entry in _entries_of(tags)] == [f"Boat {n}" for n in range(1, 7)]


def test_links_right_behind_a_list_are_no_entries():
    news = "".join(
        f'<a href="n{n}.html">The ferry of day {n} is late again</a> - 1{n}.05.2024<br>' for n in range(1, 8)
    )
    menu = '<a href="index.html">Home</a> <a href="mail.html">Contact</a>'
    for body in (f"{news}<br>{menu}", f"{menu}<br>{news}"):
        found = _entries_of(f"<b>News</b><br>{body}")
        assert [entry.title for entry in found] == [f"The ferry of day {n} is late again" for n in range(1, 8)]


def shop(cards, filters=""):
    return denoise(
        f"<html><body><h1>Lamps</h1>{filters}<div>{cards}</div></body></html>", url="https://shop.example/lamps"
    )


def test_the_heading_of_a_form_with_filters_is_none_of_the_list():
    card = "<div class=card><h3><a href='/lamp/{0}'>The lamp of mill {0}</a></h3><p>${0}9.50</p></div>"
    cards = "".join(card.format(n) for n in range(1, 9))
    filters = "<h2>{}</h2><details><summary>Price</summary><input></details>"
    assert "Narrow" not in shop(cards, f"<form>{filters.format('Narrow')}</form>").text
    assert shop(cards, "<h2>For the table</h2>").entries[0].heading == "For the table"
    assert shop(f"<form><h2>For the table</h2>{cards}</form>").entries[0].heading == "For the table"
    assert shop(cards, f"<form>{filters.format('Narrow')}</form>").entries[0].heading in ("", "Lamps")


@pytest.mark.parametrize("paragraphs", [2, 3])
def test_prose_beside_a_list_does_not_make_it_vanish(paragraphs):
    names = "Willow Brook Heron Alder Larch Finch Moss Fern Otter Ridge Stone Pebble Thistle Rowan".split()
    cards = "".join(
        f"<li class=card><a href=/p/{n}><div>{name} Earrings</div><div>${90 + n}.00</div></a></li>"
        for n, name in enumerate(names)
    )
    prose = "".join(
        f"<p>Silver earrings have been made in the valley for {n + 2} hundred years, and the smiths bend each hook by "
        "hand. Some like them small, for a day at the desk, and others want those that swing.</p>"
        for n in range(paragraphs)
    )
    menu = "".join(f"<li><a href=/c/{name}>{name}</a></li>" for name in ("Rings", "Earrings", "Bowls", "Lamps", "Sale"))
    result = denoise(
        f"<title>Silver earrings | Valley</title><nav><ul>{menu}</ul></nav><main><h1>Silver earrings</h1>"
        f"<ul class=grid>{cards}</ul><div>{prose}</div></main>",
        url="https://valley.example/earrings",
    )
    assert result.page_type == "list"
    assert all(f"{name} Earrings" in result.text and f"{name} Earrings" in result.markdown for name in names)
    assert "the smiths bend each hook" in result.text
    assert "Bowls" not in result.text


def test_a_list_of_which_nothing_is_kept_is_told_by_its_records():
    lines = {
        "关于举办春季运动会的通知": 12,
        "图书馆清明节开放时间安排": 10,
        "研究生复试工作办法的说明": 8,
        "关于停水检修的公告": 5,
    }
    rows = "".join(
        f"<li><a href=/n/{day}.html>{title}</a><span>2024-03-{day:02}</span></li>" for title, day in lines.items()
    )
    result = denoise(
        f"<title>通知公告</title><div><a href=/>首页</a></div><h1>通知公告</h1><ul>{rows}</ul>",
        "https://rowan.example/n",
    )
    assert "关于举办春季运动会的通知 2024-03-12" in result.text
    assert result.page_type != "article"
