"""Which short texts that the entries of a list share are labels, and which belong to what stands beside them."""

import pytest

from scrapy_denoise import denoise

MAKERS = ("Holm", "Holm", "Yun", "Holm", "Holm", "Yun", "Holm", "Holm", "Holm", "Holm")


def entries_of(shown):
    items = "".join(
        f"<li><h3><a href='/lamp/{n}'><b>{maker}</b><i>Lamp no. {n}</i></a></h3>"
        f"{shown.format(n, 10 + n, 2001 + n)}</li>"
        for n, maker in enumerate(MAKERS)
    )
    page = f"<html><body><main><h1>Lamps</h1><ul>{items}</ul></main></body></html>"
    return denoise(page, url="https://lamps.example/all").entries


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        ("<dt>Glass:</dt><dd>Clear</dd><p>Burns for {} hours</p>", "Glass:\nClear\nBurns for 3 hours"),
        ("<dt>Glass</dt><dd>Clear</dd><p>Burns for {} hours</p>", "Burns for 3 hours"),
        ("<dt>Share:</dt><dd><a href='/s'>Friends</a></dd><p>Burns for {} hours</p>", "Burns for 3 hours"),
        ("<div>{1}</div><dt>May</dt><dd>{2}</dd><p>Burns for {0} hours</p>", "13\nMay\n2004\nBurns for 3 hours"),
    ],
)
def test_labels_with_their_values(shown, text):
    assert entries_of(shown)[3].text == text


def test_a_maker_in_a_link_is_a_part_of_the_name():
    assert [entry.title for entry in entries_of("<p>Burns for {} hours</p>")][:3] == [
        "Holm Lamp no. 0",
        "Holm Lamp no. 1",
        "Yun Lamp no. 2",
    ]


@pytest.mark.parametrize(
    "shown",
    [
        "<div><b>{1}</b><i>May</i><u>{2}</u></div>",
        "<div>{1}</div><div>May</div><div>{2}</div>",
        "<p>May</p><p>{1},</p><p>{2}</p>",
    ],
)
def test_a_date_in_parts(shown):
    assert [entry.published for entry in entries_of(f"{shown}<p>It burns.</p>")][:2] == ["2001-05-10", "2002-05-11"]


def test_a_button_in_a_line_of_its_own_at_the_path_of_the_title():
    shown = "<a href='/lamp/{0}'>Lamp no. {0}</a><br>Burns for {1} hours<br><a href='/cart/{0}'>Add to cart</a>"
    cells = "".join(f"<td>{shown.format(n, 10 + n)}</td>" for n in range(9))
    page = f"<html><body><h1>Lamps</h1><table><tr>{cells}</tr></table></body></html>"
    entries = denoise(page, url="https://lamps.example/all").entries
    assert [(entry.title, entry.text) for entry in entries] == [
        (f"Lamp no. {n}", f"Burns for {10 + n} hours") for n in range(9)
    ]


def test_a_tag_that_most_entries_have_is_read():
    shown = "<p><a href='/tag/glass'>Glass</a> <a href='/tag/{1}'>Room {1}</a> <a href='/buy/{0}'>Buy</a></p>"
    assert entries_of(shown)[3].text == "Glass Room 13"


def test_a_link_that_names_what_stands_behind_its_colon():
    shown = "<p>Burns for {0} hours<br><a href='/last/{0}'>Last reply</a>: <a href='/u/{1}'>Ida {1}</a></p>"
    assert entries_of(shown)[3].text == "Burns for 3 hours\nLast reply: Ida 13"
