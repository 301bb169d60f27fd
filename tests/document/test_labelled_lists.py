"""Lists whose links name nothing: buttons, pictures, documents and numbers; and what belongs to no entry."""

import pytest
from helpers.records import KINDS, NAMES, records

from scrapy_denoise import denoise
from scrapy_denoise.document.entries.prices import price_in

URL = "https://boats.example/list/"


def entries_of(record, around="{}", behind=""):
    body = f"<div><a href=/>Home</a> <a href=/faq>FAQ</a></div><h1>Boats</h1>{around.format(records(record))}{behind}"
    return denoise(f"<html><body>{body}<p>Copyright 2024 Boats Ltd.</p></body></html>", url=URL).entries


def paper_in_text(i, kind, name):
    return (
        f"<li>{name.title()} Tester. <a href=/{kind}.pdf>On the {kind} bounds of sorting</a>. In: Tests, 201{i}.</li>"
    )


def paper_with_label(i, kind, name):
    return f"<li><b>On the {kind} bounds of sorting</b><br>{name} Tester, 201{i} [<a href=/{kind}.pdf>pdf</a>]</li>"


def paper_with_several_labels(i, kind, name):
    links = f"<a href=/{kind}.pdf>PDF</a> | <a href=/{kind}/slides.pdf>Slides</a>"
    return f"<p><b>On the {kind} bounds of sorting</b><br><i>{name.title()} Tester, Max Muster</i><br>{links}</p>"


def paper_with_number(i, kind, name):
    return (
        f"<dt>[{i}] <a href=/abs/2405.0{i}123>archive:2405.0{i}123</a> [<a href=/pdf/2405.0{i}123>pdf</a>, "
        f"<a href=/format/2405.0{i}123>other</a>]</dt><dd><div>Title: On the {kind} bounds of sorting</div>"
        f"<div><a href=/a/{name}>{name.title()} Tester</a>, <a href=/a/max>Max Muster</a></div></dd>"
    )


def picture(i, kind, name):
    return (
        f"<figure><a href=/photo/{kind}><img src=/{i}.jpg alt=''></a><figcaption>The {kind} boat</figcaption></figure>"
    )


def picture_in_cell(i, kind, name):
    cell = f"<td><a href=/photo/{kind}><img src=/{i}.jpg></a><br>The {kind} boat</td>"
    return f"<tr>{cell}" if i % 3 == 0 else cell


def picture_called_alike(i, kind, name):
    link = f"<a href=/photo/{kind}><img src=/{i}.jpg alt=Picture></a>"
    return f"<div>{link}<p>The {kind} boat</p><p>{i + 2} metres</p></div>"


def concert(i, kind, name):
    return f"<tr><td>1{i} June<td>19:30<td>The {kind} boat<td>Harbour<td><a href=/tickets/{kind}>Tickets</a>"


@pytest.mark.parametrize(
    ("record", "around", "title", "url"),
    [
        (paper_in_text, "<ul>{}</ul>", "On the {} bounds of sorting", "/{}.pdf"),
        (paper_with_label, "<ul>{}</ul>", "On the {} bounds of sorting", "/{}.pdf"),
        (paper_with_several_labels, "{}", "On the {} bounds of sorting", "/{}.pdf"),
        (paper_with_number, "<dl>{}</dl>", "On the {} bounds of sorting", "/abs/2405.0{}123"),
        (picture, "<div>{}</div>", "The {} boat", "/photo/{}"),
        (picture_in_cell, "<table>{}</table>", "The {} boat", "/photo/{}"),
        (picture_called_alike, "<div>{}</div>", "The {} boat", "/photo/{}"),
        (concert, "<table>{}</table>", "The {} boat", "/tickets/{}"),
    ],
)
def test_what_the_records_say_names_them(record, around, title, url):
    entries = entries_of(record, around)
    assert [entry.title for entry in entries] == [title.format(kind) for kind in KINDS]
    wanted = range(len(KINDS)) if "abs" in url else KINDS
    assert [entry.url for entry in entries] == [f"https://boats.example{url.format(own)}" for own in wanted]


def test_nothing_is_left_of_labels_and_of_the_title():
    assert entries_of(paper_in_text, "<ul>{}</ul>")[0].text == "Anna Tester. In: Tests, 2010."
    assert entries_of(paper_with_label, "<ul>{}</ul>")[0].text == "anna Tester, 2010"
    assert entries_of(paper_with_number, "<dl>{}</dl>")[0].text == "[0] archive:2405.00123\nAnna Tester, Max Muster"


def test_figures_between_paragraphs_are_no_list():
    def figure(i, kind, name):
        link = f"<a href=/large/{i}.jpg><img src=/{i}.jpg></a>"
        return (
            f"<figure>{link}<figcaption>The {kind} boat</figcaption></figure><p>We saw the {kind} boat of {name}.</p>"
        )

    assert entries_of(figure) == []


@pytest.mark.parametrize("title", ["<h3>Most read</h3>", "<div>Most popular</div>"])
def test_what_is_most_read_is_no_entry_beside_others(title):
    def story(i, kind, name):
        return f"<li><a href=/news/{kind}>The {kind} boat of {name} is back</a> <span>May 1{i}, 2024</span></li>"

    others = "".join(
        f"<li><a href=/o/{n}>How to mend boat {n} at home</a> <span>May {n}, 2024</span></li>" for n in range(4)
    )
    box = f"<div>{title}<ul>{others}</ul></div>"
    assert [
        entry.url[-len(kind) :] for entry, kind in zip(entries_of(story, "<ul>{}</ul>", box), KINDS, strict=True)
    ] == KINDS
    latest = entries_of(
        story, "<ul>{}</ul>", box.replace("Most read", "Latest news").replace("Most popular", "Latest news")
    )
    assert len(latest) == len(KINDS) + 4
    assert len(entries_of(story, f"{title}<ul>{{}}</ul>")) == len(KINDS)  # a list that has only such


def test_sections_of_a_chapter_are_no_entries():
    def chapter(i, kind, name):
        sections = "".join(
            f"<li><a href={kind}.html#{part}>{part.title()} the {kind} pump</a></li>" for part in ("buy", "run")
        )
        return f"<li><a href={kind}.html>{kind.title()} guide</a><ul>{sections}</ul></li>"

    entries = entries_of(chapter, "<ul>{}</ul>")
    assert [entry.title for entry in entries] == [f"{kind.title()} guide" for kind in KINDS]
    assert entries[0].text == "Buy the old pump\nRun the old pump"


def test_an_index_of_documentation_is_not_emptied():
    links = "".join(f"<li><a href=/docs/{kind}>{kind.title()}</a></li>" for kind in KINDS)
    topics = links.replace("/docs/", "/docs/more/").replace("</a>", " topics</a>")
    body = f"<h1>Documentation</h1><h2>Basics</h2><ul>{links}</ul><h2>Advanced</h2><ul>{topics}</ul>"
    result = denoise(
        f"<html><head><title>Documentation</title><body>{body}", url="https://docs.boats.example/index.html"
    )
    assert result.reason == ""
    assert "Advanced\nOld topics\nNew topics" in result.text


@pytest.mark.parametrize("menu", ["<td><a href=/{}.php>{}</a>", "<td><a href=/{}.php>{} of this board</a>"])
def test_the_menu_of_an_old_board_is_no_part_of_its_members(menu):
    def member(i, kind, name):
        return f"<tr><td><a href='/profile.php?u={i}'>{name}</a><td>{i * 12}<td>1{i} May 2004<td>Valley"

    row = "".join(menu.format(name, name.title()) for name in ("forum", "help", "search"))
    entries = entries_of(member, f"<table><tr>{row}</table><table>{{}}</table>")
    assert [entry.title for entry in entries] == NAMES


def test_a_row_of_the_menu_in_a_table_of_its_own():
    def notice(i, kind, name):
        return f"<tr><td>·<td><a href=/notice/{i}>Notice of the town on the {kind} bridge, {name}</a><td>[2024-05-1{i}]"

    entries = entries_of(notice, "<table><tr><td><a href=/open>Open data</a></table><table>{}</table>")
    assert len(entries) == len(KINDS)


def test_days_of_a_calendar_belong_to_no_event_of_another_day():
    days = {2: "old", 3: "new", 9: "red", 15: "blue", 17: "steel", 24: "brass"}
    cell = "<td>{}<br><a href=/e/{}>Concert on the {} boat</a></td>"
    cells = [cell.format(day, day, days[day]) if day in days else f"<td>{day}</td>" for day in range(1, 29)]
    weeks = "".join(f"<tr>{''.join(cells[first : first + 7])}</tr>" for first in range(0, 28, 7))
    result = denoise(f"<h1>June</h1><table>{weeks}</table>", url="https://boats.example/calendar")
    assert [(entry.title, entry.text) for entry in result.entries] == [
        (f"Concert on the {kind} boat", str(day)) for day, kind in days.items()
    ]


def test_cards_within_a_line_are_named_by_what_is_called_a_title():
    def card(i, kind, name):
        inner = f"<span>Cake</span><span class=title>The {kind} cake with apples</span><span>4.{i} by {name}</span>"
        return f"<a href=/cakes/{kind}><img src=/{i}.jpg alt=''>{inner}</a>"

    entries = entries_of(card, "<div>{}</div>")
    assert [entry.title for entry in entries] == [f"The {kind} cake with apples" for kind in KINDS]


def test_what_all_say_at_the_end_of_a_sentence_is_read():
    def result(i, kind, name):
        day = f"<div><span>1{i}</span><span>Jun</span></div>"
        return f"<li><h2><a href=/item/{i}>The {kind} boat</a></h2>{day}<div>{name}</div></li>"

    assert entries_of(result, "<ol>{}</ol>")[0].text == "10 Jun\nanna"


def test_of_two_prices_side_by_side_the_lower_one_is_asked():
    assert price_in("$80.00 $60.00") == price_in("$60.00$80.00") == ("60.00", "$")
    assert price_in("$80.00 – $90.00") == ("80.00", "$")
    assert price_in("$80.00\n$5.00") == ("80.00", "$")
    assert price_in("€80 $60") == ("80", "€")


def test_the_story_that_a_section_begins_with_is_an_entry():
    def story(i, kind, name):
        text = f"<p>Nobody knew who had asked for the {kind} road.</p><b>By {name.title()} Tester</b>"
        return f"<div class=story><h3><a href=/news/24/{kind}>Council debates the {kind} road</a></h3>{text}</div>"

    lead = (
        "<div class=lead><h2><a href=/news/24/wall>Council votes for the harbour wall</a></h2><p>It was late.</p></div>"
    )
    menu = "<nav><h2><a href=/news/24/x>On our front page</a></h2></nav>"
    more = f"<h2><a href=/about/us/today>What we do all day long</a></h2>{menu}"
    entries = entries_of(story, f"{lead}<div>{{}}</div>", more)
    assert [entry.title for entry in entries][:2] == [
        "Council votes for the harbour wall",
        "Council debates the old road",
    ]
    assert (entries[0].text, entries[0].heading, len(entries)) == ("It was late.", "Boats", len(KINDS) + 1)


def test_forums_with_moderators_and_last_replies_at_the_path_of_their_names():
    def forum(i, kind, name):
        category = f"<tr><td colspan=3><b><a href=/c/{i}>Category {i}</a></b></td></tr>" if i % 3 == 0 else ""
        by = f"Moderator <a href='/profile.php?u={i % 2}'>carla</a>"
        about = f"<a href='/viewforum.php?f={i}'>The {kind} engines</a><br>All about them<br>{by}"
        last = f"Mon May 1{i}, 2004<br><a href='/profile.php?u={i + 5}'>{name}</a>"
        return f"{category}<tr><td>{about}</td><td>{i + 10}</td><td>{last}</td></tr>"

    entries = entries_of(forum, "<table>{}</table>")
    assert [entry.title for entry in entries] == [f"The {kind} engines" for kind in KINDS]


def test_works_whose_links_are_numbers_are_named_by_their_lines():
    def work(i, kind, name):
        link = f"<a href=https://doi.example/10.1145/3292500.33{i}>doi:10.1145/3292500.33{i}</a>"
        return f"<p>{name.title()} Tester: On the {kind} bounds of sorting. <i>Tests</i> {i}. {link}</p>"

    entries = entries_of(work)
    assert entries[1].title == "Boris Tester: On the new bounds of sorting. Tests 1. doi:10.1145/3292500.331"
    assert entries[1].url == "https://doi.example/10.1145/3292500.331"


def test_a_row_of_links_elsewhere_is_a_menu_beside_rows_that_say_more():
    def notice(i, kind, name):
        link = f"<a href=/notice/{i}>Notice of the town on the {kind} bridge and its road</a>"
        return f"<tr><td>{i + 1}<td>{link}<td>2024-05-1{i}"

    menu = "<table><tr><td><a href=/>Front page</a><td><a href=/about>About the town</a></table>"
    entries = entries_of(notice, f"{menu}<table>{{}}</table>")
    assert [entry.text for entry in entries] == [f"{i + 1}\n2024-05-1{i}" for i in range(len(KINDS))]


def test_the_first_story_holds_no_menu_of_the_page():
    def story(i, kind, name):
        return f"<div><h3><a href=/news/{kind}>Council debates the {kind} road</a></h3><p>By {name}</p></div>"

    menu = "".join(f"<div><b>Part {n} of all that this paper has</b></div>" for n in range(20))
    lead = "<h2><a href=/news/wall>Council votes for the harbour wall</a></h2>"
    entries = entries_of(story, f"<div>{menu}<div>{lead}</div></div><div>{{}}</div>")
    assert (entries[0].title, entries[0].text) == ("Council votes for the harbour wall", "")


def test_the_titles_of_cards_with_buttons_are_links_in_markdown():
    def card(i, kind, name):
        text = f"<h4>The {kind} engines</h4><p>Repair of {kind} engines.</p>"
        return f"<div>{text}<div><a href=/services/{kind}>Learn more</a></div></div>"

    records = "".join(card(i, kind, "") for i, kind in enumerate(KINDS))
    result = denoise(f"<body><h1>Services</h1><div>{records}</div>", url="https://boats.example/services")
    assert [entry.title for entry in result.entries] == [f"The {kind} engines" for kind in KINDS]
    assert "**[The old engines](https://boats.example/services/old)**\\\nRepair of old engines." in result.markdown
    assert "Learn more" not in result.markdown
