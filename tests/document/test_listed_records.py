"""The records of a list as nodes of its document, and what the renderings make of them."""

import json

import numpy as np
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from scrapy_denoise import denoise
from scrapy_denoise.document import to_json_tree
from scrapy_denoise.document.nodes import Anchor, Heading, Paragraph, Record, Records, Table
from scrapy_denoise.document.selection.lists import listed_records
from scrapy_denoise.document.tree.builder import _Builder
from scrapy_denoise.document.tree.listed_records import ListedRecord
from scrapy_denoise.document.tree.plan import plan_document
from scrapy_denoise.methods import Selection
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.result import Result

URL = "https://shop.example/lamps/"
WORDS = "one two three four five six seven eight".split()


def listing(cards):
    links = "".join(f'<li><a href="/c/{n}">Shelf {word}</a></li>' for n, word in enumerate(WORDS))
    return f"<title>Lamps</title><nav><ul>{links}</ul></nav><main><h1>Lamps</h1>{cards}</main>"


def cards(card, end="", words=WORDS):
    return f'<div class="grid">{"".join(card.format(n=n, word=word) for n, word in enumerate(words, 1))}</div>{end}'


CARD = """<div class="card"><a href="/lamp/{n}"><img src="/img/{n}.jpg" width="300" height="300" alt="Lit"></a>
<h3><a href="/lamp/{n}">Lamp of mill {word}</a></h3><p>It burns for {word} hours, and needs little oil.</p>
<b>${n}9.50</b></div>"""


def whole(page, url=URL):
    """The result of a page of which all is kept."""
    page = Page.from_html(page, url)
    return Result(page, Selection(np.ones(len(page.columns.text_rows), np.bool_), "test"))


def of_records(result):
    return [block for block in result.document.blocks if isinstance(block, Records)]


def check_words(result):
    def letters(text):
        return sorted(filter(str.isalnum, text))

    markdown = MarkdownIt("commonmark").enable("table").render(result.markdown)
    shown = [lxml_html.fromstring(f"<div>{markup}</div>").text_content() for markup in (result.html, markdown)]
    assert [letters(text) for text in (*shown, result.plain())] == [letters(result.text)] * 3


def test_a_list_has_a_node_and_each_of_its_entries_one():
    result = denoise(listing(cards(CARD)), URL)
    (found,) = of_records(result)
    assert [record.position for record in found.records] == [entry.position for entry in result.entries]
    assert [record.url for record in found.records] == [entry.url for entry in result.entries]
    first = found.records[0].blocks
    title = next(block for block in first if isinstance(block, Heading))
    assert title == Heading(3, (Anchor("https://shop.example/lamp/1", ("Lamp of mill one",)),))
    assert Paragraph(("It burns for one hours, and needs little oil.",)) in first
    check_words(result)


def test_markdown_has_a_paragraph_for_each_entry_with_its_title_as_a_link():
    lines = denoise(listing(cards(CARD)), URL).markdown.split("\n\n")
    assert lines[1].split("\\\n") == [
        "[![Lit](https://shop.example/img/2.jpg)](https://shop.example/lamp/2)",
        "**[Lamp of mill two](https://shop.example/lamp/2)**",
        "It burns for two hours, and needs little oil.",
        "**$29.50**",
    ]


def test_html_has_a_section_of_articles():
    tree = lxml_html.fromstring(denoise(listing(cards(CARD)), URL).html)
    articles = tree.findall("section/article")
    assert [article.find("h3/a").get("href") for article in articles][:2] == [
        "https://shop.example/lamp/1",
        "https://shop.example/lamp/2",
    ]


def test_json_has_them_too():
    found = json.loads(json.dumps(denoise(listing(cards(CARD)), URL).to_dict(structure=True)))["document"]
    (records,) = [node for node in found if node["kind"] == "records"]
    assert [record["kind"] for record in records["records"]] == ["record"] * 8
    assert records["records"][2]["url"] == "https://shop.example/lamp/3"
    assert records["records"][2]["position"] == 3


def test_what_stands_between_records_divides_their_nodes():
    result = whole(
        listing(cards(CARD, "<h2>Candles, which need no oil at all</h2>") + cards(CARD, "<p>All of them burn.</p>"))
    )
    kinds = [type(block) for block in result.document.blocks if not isinstance(block, Paragraph)]
    assert kinds[-3:] == [Records, Heading, Records]
    check_words(result)


def test_a_link_around_a_whole_card_is_that_of_its_title():
    text = "<h3>Lamp of mill {word}</h3><p>It burns for {word} hours, and needs oil.</p>"
    card = f'<a class="card" href="/lamp/{{n}}">{text}</a>'
    (found,) = of_records(whole(listing(cards(card))))
    assert found.records[0].blocks == (
        Heading(3, (Anchor("https://shop.example/lamp/1", ("Lamp of mill one",)),)),
        Paragraph(("It burns for one hours, and needs oil.",)),
    )


def test_a_title_that_is_no_link_becomes_one():
    text = "<h3>Lamp of mill {word}</h3><p>It burns for {word} hours.</p>"
    card = f'<div class="card">{text}<a href="/lamp/{{n}}">Read more</a></div>'
    result = whole(listing(cards(card)))
    (found,) = of_records(result)
    assert found.records[0].blocks[0] == Heading(3, (Anchor("https://shop.example/lamp/1", ("Lamp of mill one",)),))
    check_words(result)


def test_records_that_are_several_siblings_are_a_node_each():
    pair = '<h3><a href="/lamp/{n}">Lamp of mill {word}</a></h3><p>It burns for {word} hours, and needs little oil.</p>'
    result = whole(listing(cards(pair)))
    (found,) = of_records(result)
    assert [len(record.blocks) for record in found.records] == [2] * 8
    check_words(result)


def test_records_in_a_table_of_data_are_its_rows():
    row = '<tr><td><a href="/lamp/{n}">Lamp of mill {word}</a></td><td>It burns for {word} hours.</td></tr>'
    rows = "".join(row.format(n=n, word=word) for n, word in enumerate(WORDS))
    table = f"<table><tr><th>Lamp</th><th>What it does</th></tr>{rows}</table>"
    result = whole(listing(table))
    assert not of_records(result)
    assert any(isinstance(block, Table) for block in result.document.blocks)
    check_words(result)


def test_an_article_with_teasers_has_none():
    text = "<p>The lamps of the old mills burned all night, and the millers slept beside them in turns.</p>" * 9
    result = denoise(f"<article><h1>The lamps</h1>{text}</article>" + cards(CARD), URL)
    assert not of_records(result)


def test_pictures_are_in_their_records_once():
    result = whole(listing(cards(CARD)))
    assert [result.html.count(f"/img/{n}.jpg") for n in range(1, 9)] == [1] * 8
    (found,) = of_records(result)
    assert all(isinstance(record, Record) and len(record.blocks) == 4 for record in found.records)


def test_entries_beyond_the_bound_are_no_nodes():
    many = "".join(CARD.format(n=n, word=f"no. {n} of all") for n in range(1, 1_200))
    page = Page.from_html(listing(f"<div>{many}</div>"), URL)
    assert len(listed_records(page, np.ones(len(page.columns.text_rows), np.bool_))) == 1_000


def test_the_tree_of_a_list_is_data():
    result = whole(listing(cards(CARD)))
    assert json.loads(json.dumps(to_json_tree(result.document))) == to_json_tree(result.document)


def test_a_record_that_is_shown_twice_is_one_entry():
    twice = '<div class="card"><h3><a href="/lamp/{n}">Lamp of mill {word}</a></h3><p>Burns {word} hours.</p></div>'
    result = whole(listing("<h2>New lamps</h2>" + cards(twice, words=WORDS[:4]) + "<h2>All lamps</h2>" + cards(CARD)))
    assert len(result.entries) == len({entry.url for entry in result.entries}) == 8
    assert [entry.position for entry in result.entries] == list(range(1, 9))
    positions = {record.url: record.position for block in of_records(result) for record in block.records}
    assert positions == {entry.url: entry.position for entry in result.entries}
    check_words(result)


def test_prices_and_dates_in_other_digits_are_read():
    card = (
        '<div class="card"><h3><a href="/lamp/{n}">Lamp of mill {word}</a></h3><p>٢٠٢٤-٠٣-٠{n}</p><b>¥３０{n}</b></div>'
    )
    plain = card.replace("٢٠٢٤-٠٣-٠", "2024-03-0").replace("３０", "30")
    ours, ascii_digits = (whole(listing(cards(one))).entries for one in (card, plain))
    assert [bool(entry.price) for entry in ours] == [bool(entry.price) for entry in ascii_digits] == [True] * 8
    assert [entry.published for entry in ascii_digits][:2] == ["2024-03-01", "2024-03-02"]


class Passed(list):
    """Rows of which it is counted how often they are gone through."""

    times = 0

    def __iter__(self):
        Passed.times += 1
        return super().__iter__()


def test_the_tables_of_a_page_are_not_gone_through_for_each_record():
    """They are looked up: with thousands of tables and a thousand records that took a hundred times the parse."""
    table = "<table><tr><th>Level</th><th>Day</th></tr><tr><td>3.1</td><td>2</td></tr></table>"
    card = f"<li><h3><a href=/{{0}}>The mill of the village {{0}}</a></h3><p>The river rose.</p>{table * 2}</li>"
    page = Page.from_html(f"<ul>{''.join(card.format(i) for i in range(40))}</ul>", URL)
    kept = np.ones(len(page.columns.text_rows), np.bool_)
    builder = _Builder(page, plan_document(page, kept, kept))
    assert len(builder._tables_in_order) == 80
    builder._tables_in_order = Passed(builder._tables_in_order)
    items = np.flatnonzero(page.columns.tag == tags.CODES["li"]).tolist()
    records = [ListedRecord(row, int(page.columns.end[row]), f"/{row}", "", i + 1) for i, row in enumerate(items)]
    (found,) = builder.listed(records)
    assert len(found.records) == 40
    assert [sum(isinstance(block, Table) for block in record.blocks) for record in found.records] == [2] * 40
    assert Passed.times <= 1
