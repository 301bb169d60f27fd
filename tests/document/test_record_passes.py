"""The compiled passes that find records, on invented pages, beside plain descriptions of what they find."""

import random

import numpy as np
import pytest

from scrapy_denoise.blocks.features.compiled import name_families
from scrapy_denoise.document.entries.compiled import (
    PathEvidence,
    RowSums,
    are_labels,
    at_paths,
    digits_of,
    element_rows,
    entry_texts_of,
    in_headings,
    known_texts,
    leading_elsewhere,
    lines_before,
    marks_among,
    numbered,
    page_number_links,
    record_bounds,
    record_ends,
    several_of_each,
    with_elements,
    with_other_text,
)
from scrapy_denoise.document.entries.link_paths import links_at_paths, links_elsewhere, row_sums
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.document.source.compiled import Beginnings
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import ExactWords

STORY = "The river rose in the night, and by the morning the lower road was under water. "
CARDS = "".join(
    f"<div class=card><h3><a href=/{n}>Boats of the harbour, part {n}</a></h3><p>{STORY}</p></div>" for n in range(5)
)
MENU = "".join(f"<li><a href=/menu/{n}>Menu {n}</a></li>" for n in range(4))
PAGE = f"<html><body><nav><ul>{MENU}</ul></nav><main>{CARDS}</main></body></html>"


def page_of(markup):
    return Page.from_html(markup, "https://example.org/")


def sums_of(page):
    return RowSums(page.columns, page.cached(name_families))


def linked(page):
    """The rows of a page's links, a number for the address of each, its path, and the order of the links by path."""
    rows = np.flatnonzero(page.columns.link)
    paths = page.signature.path[rows]
    return rows, np.arange(len(rows)), paths, np.argsort(paths, kind="stable")


def element(page, name, number=0):
    columns = page.columns
    return [row for row in range(len(columns)) if columns.name(row) == name][number]


def test_links_at_one_path_are_found_with_the_elements_around_them():
    page = page_of(PAGE.replace("nav>", "section>"))
    columns = page.columns
    links, saying, firsts, starts, stops = at_paths(sums_of(page), *linked(page))
    assert sorted((stops - starts).tolist()) == [4, 5]
    assert (links == saying).all()
    names = [{columns.name(row) for row in firsts[one:two].tolist()} for one, two in zip(starts, stops, strict=True)]
    assert sorted(map(sorted, names)) == [["div"], ["li"]]


def test_links_with_too_few_addresses_are_no_list():
    page = page_of(PAGE)
    rows, addresses, paths, order = linked(page)
    found = at_paths(sums_of(page), rows, addresses % 2, paths, order)
    assert [len(one) for one in found] == [0, 0, 0, 0, 0]


def test_of_links_to_one_page_side_by_side_the_first_with_a_text_says_something():
    cards = "".join(f"<li><a href=/{n}><img src=/{n}.png></a><a href=/{n}>Boat {n}</a></li>" for n in range(3))
    page = page_of(f"<ul>{cards}</ul>")
    rows, numbers, paths, order = linked(page)
    links, saying, firsts, _, _ = at_paths(sums_of(page), rows, numbers // 2, paths, order)
    assert (links.tolist(), saying.tolist()) == ([0, 2, 4], [1, 3, 5])
    assert {page.columns.name(row) for row in firsts.tolist()} == {"li"}


def test_the_only_link_of_a_section_stands_in_an_element_as_deep_as_the_others():
    sections = "".join(
        f"<section>{''.join(f'<p><a href=/{n}{i}>Boat</a></p>' for i in range(3))}</section>" for n in "ab"
    )
    page = page_of(f"{sections}<section><p><a href=/last>Boat</a></p></section>")
    _, _, firsts, _, _ = at_paths(sums_of(page), *linked(page))
    assert [page.columns.name(row) for row in firsts.tolist()] == ["p"] * 7


def test_several_links_of_each_record_are_told():
    rows = "".join(
        f"<tr><td><a href=/t{n}>Topic {n}</a></td><td><a href=/u{n}>User {n}</a></td></tr>" for n in range(4)
    )
    page = page_of(f"<table>{rows}</table>")
    links, _, firsts, starts, stops = at_paths(sums_of(page), *linked(page))
    found = several_of_each(sums_of(page), page.signature.path, links, firsts, starts, stops)
    assert found == [[[0, 1], [2, 3], [4, 5], [6, 7]]]
    cards = page_of(PAGE)
    links, _, firsts, starts, stops = at_paths(sums_of(cards), *linked(cards))
    # The cards stand side by side in one element, and so do the items of the menu.
    assert several_of_each(sums_of(cards), cards.signature.path, links, firsts, starts, stops) == []


@pytest.mark.parametrize(("days", "going_on"), [((1, 1, 1, 1), True), ((3, 1, 2, 5), False)])
def test_a_record_goes_on_up_to_the_next_unless_they_are_parted_by_more_or_fewer(days, going_on):
    lines = "".join(f"<p><a href=/{n}>Boat {n}</a></p>{'<p>12 May</p>' * more}" for n, more in enumerate(days))
    page = page_of(f"<div>{lines}</div>")
    _, _, firsts, starts, stops = at_paths(sums_of(page), *linked(page))
    ends = record_ends(sums_of(page), page.signature.path, firsts, starts, stops)
    own = page.columns.end[firsts]
    expected = np.append(firsts[1:], own[-1]) if going_on else own
    assert ends.tolist() == expected.tolist()


def test_a_record_that_goes_on_ends_before_a_heading():
    lines = "".join(f"{'<h2>Later</h2>' * (n == 2)}<p><a href=/{n}>Boat {n}</a></p><div>12 May</div>" for n in range(4))
    page = page_of(f"<div>{lines}</div>")
    _, _, firsts, starts, stops = at_paths(sums_of(page), *linked(page))
    ends = record_ends(sums_of(page), page.signature.path, firsts, starts, stops)
    assert ends[1] == element(page, "h2")


@pytest.mark.parametrize(("last", "taken"), [("", False), ("<p>31 May</p>", False), ("", True)])
def test_a_date_before_each_link_belongs_to_its_record(last, taken):
    lines = "".join(f"<p>{n} May</p><div><a href=/{n}>The boats of day {n}</a></div>" for n in range(1, 5))
    page = page_of(f"<section>{lines}{last}</section>")
    columns, sums = page.columns, sums_of(page)
    links, firsts = np.flatnonzero(columns.link), np.array([element(page, "div", n) for n in range(4)])
    tops = columns.end[firsts].astype(np.intp)
    ends = np.append(firsts[1:], tops[-1])
    dates = [element(page, "p", n) for n in range(4)]
    if taken:
        sums.take(np.array(dates[:1]), np.array(dates[:1]) + 1)
    led, stops = record_bounds(sums, page.signature.path, links, firsts, ends)
    if last or taken:  # the dates stand behind the links, or are those of another list
        assert led.tolist() == firsts.tolist()
        assert stops.tolist() == [*ends[:-1].tolist(), int(columns.end[tops[-1]]) if last else tops[-1]]
    else:
        assert (led.tolist(), stops.tolist()) == ([dates[0], *tops[:-1].tolist()], tops.tolist())


def test_rows_are_taken():
    page = page_of(PAGE)
    sums, end = sums_of(page), page.columns.end
    cards = np.array([element(page, "div", n) for n in (0, 2)])
    sums.take(cards, end[cards].astype(np.intp))
    other = element(page, "div", 1)
    asked = np.array([cards[0], cards[0] + 1, other, cards[1]])
    assert sums.are_free(asked, end[asked].astype(np.intp)).tolist() == [False, False, True, False]
    assert sums.is_free(other, int(end[other]))
    assert not sums.is_free(other, int(cards[1]) + 1)


def test_elements_beside_the_records_of_a_list_are_found_where_their_link_is_as_deep():
    first = f"<div class=lead><h3><a href=/lead>The lead of the boats</a></h3><p>{STORY}</p></div>"
    deep = f"<div class=deep><h3><b><i><a href=/deep>Deeper than the others</a></i></b></h3><p>{STORY}</p></div>"
    page = page_of(f"<main>{first}{CARDS}{deep}<div>{STORY}</div></main>")
    columns, sums = page.columns, sums_of(page)
    firsts = np.array([element(page, "div", n) for n in range(1, 6)])
    ends, links = columns.end[firsts].astype(np.intp), np.flatnonzero(columns.link)
    sums.take(firsts, ends)
    assert sums.beside(links[1:6], firsts, ends, links) == ([(int(links[0]), element(page, "div"))], True)


def test_a_menu_at_the_path_of_the_records_is_left_out():
    short = "<section><div class=card><a href=/m1>One</a></div><div class=card><a href=/m2>Two</a></div></section>"
    page = page_of(f"{short}<section>{CARDS}</section>")
    columns = page.columns
    firsts = np.array([element(page, "div", n) for n in range(7)])
    found = sums_of(page).without_menus(firsts, columns.end[firsts].astype(np.intp))
    assert found.tolist() == [2, 3, 4, 5, 6]


def test_links_in_the_frame_of_a_page_are_no_list():
    page = page_of(PAGE)
    links = links_at_paths(page, sums_of(page))
    assert (links.stops - links.starts).tolist() == [5]
    assert not any("/menu/" in url for url in links.urls)


def test_arrays_that_do_not_belong_to_the_page_are_refused():
    page = page_of(PAGE)
    columns = page.columns
    rows, addresses, paths, order = linked(page)
    path, sums = page.signature.path, sums_of(page)
    one, far = np.array([1]), np.array([10**9])
    negative = np.array([-1])
    none = np.zeros(0, np.intp)
    for refused in (
        lambda: at_paths(sums, rows + 10**6, addresses, paths, order),
        lambda: at_paths(sums, rows, addresses + len(rows), paths, order),
        lambda: at_paths(sums, rows, addresses, paths, order[:-1]),
        lambda: several_of_each(sums, path[:-1], one, one, none, none),
        lambda: several_of_each(sums, path, one, far, none, none),
        lambda: record_ends(sums, path, one, np.array([0]), np.array([2])),
        lambda: record_ends(sums, path, negative, none, none),
        lambda: record_bounds(sums, path, one, far, far),
        lambda: record_bounds(sums, path[:-1], none, none, none),
        lambda: RowSums(columns, page.cached(name_families)[:-1]),
        lambda: sums.take(one, far),
        lambda: sums.are_free(far, far),
        lambda: sums.is_free(0, 10**9),
        lambda: sums.without_menus(one, none),
        lambda: sums.beside(none, none, none, none),
        lambda: sums.beside(one, one, one + 1, far),
        lambda: PathEvidence(sums, links_at_paths(page, sums)).weights(10**9, *[lambda _: False] * 3),
    ):
        with pytest.raises(ValueError, match=r"."):
            refused()


def test_values_are_numbered_in_the_order_in_which_they_come_first():
    assert numbered(["b", "a", "b", "c"]).tolist() == [0, 1, 0, 2]
    assert numbered([]).tolist() == []


def test_labels_are_what_few_texts_stand_at_a_place_of_the_records_of_a_list():
    cards = "".join(
        f"<div><a href=/{n}>{name}</a><p>{name} of the mill</p><i>New</i><b><a href=/{n}>Read more</a></b></div>"
        for n, name in enumerate("Oak Pine Birch Lime".split())
    )
    page = page_of(f"<main>{cards}</main>")
    columns = page.columns
    rows, links = columns.text_rows, np.flatnonzero(columns.link)
    urls = [str(number // 2) for number in range(len(links))]
    n = len(rows)

    def labels(path=page.signature.path, rows=rows, number=0, urls=urls):
        found = are_labels(columns, path, rows, np.full(n, number), np.array([4]), links, urls)
        return {columns.text_of(row) for row in rows[found].tolist()}

    assert labels() == {"New", "Read more"}
    assert labels(path=np.arange(len(columns), dtype=np.uint64)) == set()  # no place has three texts
    one_path = np.zeros(len(columns), np.uint64)
    assert labels(path=one_path) == {"Read more"}  # of each record a link with an address of its own
    assert labels(path=one_path, urls=["/all"] * len(links)) == set()
    turned = rows[::-1].copy()
    for given in ({"path": one_path[1:]}, {"rows": rows[1:]}, {"rows": turned}, {"urls": urls[1:]}, {"number": 9}):
        with pytest.raises(ValueError, match=r"different lengths|no such row"):
            labels(**given)


def test_the_elements_around_that_have_other_text():
    draw = random.Random(0)
    for _ in range(200):
        columns = page_of("".join(draw.choices(["<div>", "<p>a", "<b>b</b>", "<span>", "</div>", "c"], k=12))).columns
        expected = []
        for row in range(len(columns)):
            around = max(columns.parent[row], 0)
            while around and columns.subtree_chars[around] == columns.subtree_chars[row]:
                around = columns.parent[around]
            expected.append(around)
        assert with_other_text(columns, columns.subtree_chars).tolist() == expected
    with pytest.raises(ValueError, match="different lengths"):
        with_other_text(columns, columns.subtree_chars[1:])


LISTED = "".join(
    f"<h2>Part {n}</h2><div class=card><h3><a href=/{n}>Boats of the harbour, part {n}</a></h3>"
    f"<p>{STORY}</p><span>{mark}</span><i>{digits}</i></div>"
    for n, mark, digits in ((1, "|", "none"), (2, "»", "7"), (3, "too long", "1234"), (4, "—", "\u0663\u0664"))
)


def test_what_stands_around_and_in_the_records_of_a_page():
    page = page_of(f"<main><p>Harbour news</p>{LISTED}</main>")
    columns, sums, records = page.columns, page.cached(row_sums), page.cached(find_records)
    rows = columns.text_rows.tolist()
    said = {columns.text_of(row): place for place, row in enumerate(rows)}
    assert len(records) == 4
    assert sums.texts_of(records.links) == [f"Boats of the harbour, part {n}" for n in range(1, 5)]
    lines = lines_before(sums, records, 60)
    assert columns.text_of(int(lines[0])) in ("Harbour news", "Part 1")
    assert set(lines_before(sums, records, 3).tolist()) == {-1}
    digits = digits_of(sums, records.firsts, records.ends)
    assert [digits[said[text]] for text in ("none", "7", "1234", "\u0663\u0664")] == [0, 1, 4, 2]
    marks = marks_among(sums, np.arange(len(rows)))
    assert set(map(str.strip, marks.values())) == {"|", "»", "—"}
    elements = element_rows(sums, records.firsts, records.ends, 1_000)
    inside = [row for row in range(len(columns)) if records.holding(np.array([row]))[0] and columns.tag[row]]
    assert elements.tolist() == inside
    assert len(element_rows(sums, records.firsts, records.ends, 1)) == 4
    bounds = np.array([[0], [len(rows)]])
    known = Beginnings(frozenset(("none", "1234")), ())
    assert {(0, said["none"]), (0, said["1234"])} <= set(known_texts(sums, known, *bounds, 4, 99))
    assert known_texts(sums, known, *bounds, 4, 0) == []
    nodes = [None if row % 2 else columns for row in range(len(columns))]
    assert with_elements(elements, nodes).tolist() == [row for row in inside if not row % 2]
    links, urls = page.cached(links_elsewhere)
    places, headings = in_headings(sums, links)
    assert places.tolist() == [0, 1, 2, 3]
    assert {columns.name(row) for row in headings.tolist()} == {"h3"}
    assert page_number_links(sums, records, links, urls) == []
    for refused in (
        lambda: sums.texts_of(np.array([len(columns)])),
        lambda: marks_among(sums, np.array([len(rows)])),
        lambda: with_elements(elements, nodes[:1]),
        lambda: in_headings(sums, np.array([-1])),
        lambda: known_texts(sums, known, bounds[0], bounds[1, :0], 4, 99),
        lambda: known_texts(sums, known, bounds[0], bounds[1] + 1, 60, 99),
        lambda: page_number_links(sums, records, links, urls[1:]),
        lambda: digits_of(sums, records.ends, records.firsts),
        lambda: entry_texts_of(sums, records, page.signature.path, links, urls, np.zeros(1, np.uint8)),
    ):
        with pytest.raises(ValueError, match=r"no such (text )?row|different lengths"):
            refused()


def test_addresses_that_lead_elsewhere_whatever_place_they_name():
    urls, rows = ["/a", "/b#c", "/a#d", "/b", "/own/sharer", "/Sharer"], np.arange(6)
    sharing = ExactWords({"sharing": [b"sharer"]})
    found, others = leading_elsewhere(rows, urls, {"/b"}, "/own/", sharing)
    assert (found.tolist(), others) == ([0, 2, 4], ["/a", "/a#d", "/own/sharer"])
    with pytest.raises(ValueError, match="different lengths"):
        leading_elsewhere(rows[1:], urls, set(), "", sharing)
