"""Links at one path, without class names, that are several of each record: labels, authors, replies, last posts."""

import pytest
from helpers.records import KINDS, NAMES, records

from scrapy_denoise import denoise


def page(title, record, around="{}"):
    return (
        f"<html><head><title>{title}</title></head><body><div><a href=/>Home</a> <a href=/faq>FAQ</a> "
        "<a href=/in>Log in</a></div>"
        f"<h1>{title}</h1>{around.format(records(record))}<p>Copyright 2024 Boats Ltd.</p></body></html>"
    )


def board(i, kind, name):
    return (
        f"<tr><td><a href=/showthread.php?t={i}>How do I mend the {kind} pump of my boat</a></td>"
        f"<td>by <a href=/member.php?u={i}>{name}</a></td><td><a href=/misc.php?do=posters&t={i}>{i + 2}</a></td>"
        f"<td><a href='/showthread.php?t={i}&goto=last'>12 May 2024, 10:0{i}</a></td></tr>"
    )


def topic(i, kind, name):
    return (
        f"<li><dl><dt><a href=viewtopic.php?t={i}>Where to buy a {kind} propeller</a><br>by "
        f"<a href=memberlist.php?u={i}>{name}</a>, Mon May 1{i}, 2024</dt><dd>{i + 1} Replies</dd></dl></li>"
    )


def story(i, kind, name):
    return (
        f"<tr><td>{i + 1}.</td><td><a href=https://site{i}.example/{kind}>A {kind} compiler for small boards</a> "
        f"(<a href=/from?site=site{i}.example>site{i}.example</a>)</td></tr><tr><td></td><td>{i * 7} points by "
        f"<a href=/user?id={name}>{name}</a> <a href=/item?id={i}>{i + 1} hours ago</a> | "
        f"<a href=/hide?id={i}>hide</a> | <a href=/item?id={i}>{i * 4} comments</a></td></tr>"
    )


def paper(i, kind, name):
    return (
        f"<dt>[{i + 1}] <a href=/abs/2411.0{i}123>archive:2411.0{i}123</a> [<a href=/pdf/2411.0{i}123>pdf</a>, "
        f"<a href=/format/2411.0{i}123>other</a>]</dt><dd>On the {kind} bounds of sorting networks. We show that the "
        f"{kind} bound holds for all networks of depth {i + 4}.</dd>"
    )


def episode(i, kind, name):
    return (
        f"<div><p>Episode {i + 1}</p><p><a href=/ep/{i}>The {kind} pump and what it taught us</a></p><p>We talk with "
        f"{name.title()} about {kind} pumps.</p><p><a href=/ep/{i}#play>Play episode</a> "
        f"<a href=/ep/{i}.mp3>Download</a></p></div>"
    )


def product(i, kind, name):
    return (
        f"{'<tr>' if i % 3 == 0 else ''}<td><a href=/p/{kind}><img src=/{i}.jpg></a><br><a href=/p/{kind}>The {kind} "
        f"pump</a><br>$1{i}.99<br><a href=/cart?add={i}>Add to cart</a></td>"
    )


@pytest.mark.parametrize(
    ("record", "around", "title", "url"),
    [
        (board, "<table>{}</table>", "How do I mend the {} pump of my boat", "showthread.php?t={}"),
        (topic, "<ul>{}</ul>", "Where to buy a {} propeller", "viewtopic.php?t={}"),
        (story, "<table>{}</table>", "A {} compiler for small boards", None),
        (paper, "<dl>{}</dl>", None, "abs/2411.0{}123"),
        (episode, "<div>{}</div>", "The {} pump and what it taught us", "ep/{}"),
        (product, "<table>{}</table>", "The {} pump", None),
    ],
)
def test_each_record_is_one_entry_whatever_else_its_links_at_that_path_lead_to(record, around, title, url):
    entries = denoise(page("Boats", record, around), url="https://boats.example/list").entries
    assert len(entries) == len(KINDS)
    if title:
        assert [entry.title for entry in entries] == [title.format(kind) for kind in KINDS]
    if url:
        assert [entry.url for entry in entries] == [f"https://boats.example/{url.format(i)}" for i in range(len(KINDS))]


def test_a_topic_has_its_author_and_its_date():
    entries = denoise(page("Boats", board, "<table>{}</table>"), url="https://boats.example/list").entries
    assert [entry.author for entry in entries] == NAMES
    assert {entry.published[:10] for entry in entries} == {"2024-05-12"}


def test_cards_in_the_rows_of_a_table_are_records_of_their_own():
    def card(i, kind, name):
        kept = f"/{'pumps' if i % 2 else 'parts'}/{kind}"
        opened = "<tr>" if i % 3 == 0 else ""
        return f"{opened}<td><a href={kept}>The {kind} pump of {name}</a><br>It moves {i + 3} litres a minute.</td>"

    entries = denoise(page("Pumps", card, "<table>{}</table>"), url="https://boats.example/pumps").entries
    assert [entry.title for entry in entries] == [
        f"The {kind} pump of {name}" for kind, name in zip(KINDS, NAMES, strict=True)
    ]


def test_a_menu_at_the_path_of_a_list_is_no_part_of_it():
    def card(i, kind, name):
        text = f"How to set up and run the {kind} pump of {name} in a small boat."
        return f"<a href=/guide/{kind}><div><b>{kind.title()}</b><p>{text}</p></div></a>"

    entries = denoise(page("Guide", card, "<div>{}</div>"), url="https://boats.example/guide/").entries
    assert [entry.title for entry in entries] == [kind.title() for kind in KINDS]


def test_products_that_have_only_a_name_and_a_price_are_a_list():
    def product(i, kind, name):
        return f"<li><a href=/p/{kind}>{kind.title()}</a> <span>$1{i}.50</span></li>"

    entries = denoise(page("Pumps", product, "<ul>{}</ul>"), url="https://boats.example/pumps").entries
    assert [(entry.title, entry.price) for entry in entries] == [
        (kind.title(), f"1{i}.50") for i, kind in enumerate(KINDS)
    ]


@pytest.mark.parametrize(
    ("record", "around"),
    [
        (
            lambda i, kind, _: f"<tr><td>{i}<td><a href=/team/{kind}>{kind.title()} Crew</a><td>{40 - i}",
            "<table>{}</table>",
        ),
        (lambda i, kind, _: f"<li>2024-05-1{i} <a href=/post/{kind}>{kind.title()}</a></li>", "<ul>{}</ul>"),
        (
            lambda i, kind, _: f"<li><a href=/soup/{kind}><img src=/{i}.jpg><span>{kind}</span></a> 1{i} min</li>",
            "<ul>{}</ul>",
        ),
    ],
)
def test_a_page_that_is_a_list_of_short_records_is_not_emptied(record, around):
    result = denoise(page("League", record, around), url="https://boats.example/list/")
    assert len(result.entries) == len(KINDS)
    assert all(kind in result.text.lower() for kind in KINDS)


def test_reviews_of_a_product_are_no_product_beside_it():
    def product(i, kind, name):
        return (
            f"<li><p>$1{i}.00</p><p><a href=/item/{i}>The {kind} pump of {name}, quiet</a></p>"
            f"<p><a href=/item/{i}#reviews>{i}20 reviews</a></p><p><a href=/shop/{i}>Pump Co</a></p></li>"
        )

    entries = denoise(page("Pumps", product, "<ul>{}</ul>"), url="https://boats.example/list/").entries
    assert [entry.url for entry in entries] == [f"https://boats.example/item/{i}" for i in range(len(KINDS))]
    assert [entry.price for entry in entries] == [f"1{i}.00" for i in range(len(KINDS))]
