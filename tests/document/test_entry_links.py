"""Where the entries of lists lead: to what their headings name, not to what signs in, is an icon, or switches."""

from scrapy_denoise import denoise

URL = "https://mills.example/wheels/"


def entries_of(parts):
    body = "".join(f"<article>{part}</article>" for part in parts)
    return denoise(f"<html><body><main><h1>Wheels</h1>{body}</main></body></html>", url=URL).entries


def project(number, control):
    return (
        f'<div><h3><a href="/ida">ida</a> / <a href="/ida/wheel-{number}">wheel-{number}</a></h3>{control}</div>'
        f"<p>A model of wheel no. {number} of the mill, with all of its spokes.</p>"
    )


def test_a_link_that_signs_in_leads_to_no_record():
    control = '<a href="/login?return_to=/ida/wheel-{0}">Star {0}1</a>'
    found = entries_of(project(number, control.format(number)) for number in range(1, 6))
    assert [entry.url for entry in found] == [f"https://mills.example/ida/wheel-{number}" for number in range(1, 6)]
    assert [entry.title for entry in found] == [f"ida / wheel-{number}" for number in range(1, 6)]


def test_an_icon_leads_to_no_record():
    found = entries_of(
        f'<a href="/wish/{n}/a"><i></i></a><h3><a href="/wheel/{n}">Oak</a></h3><p>$1{n}.00</p>' for n in range(5)
    )
    assert [entry.url for entry in found] == [f"https://mills.example/wheel/{n}" for n in range(5)]


def test_a_link_that_says_something_leads_to_its_record():
    control = '<a href="/wheels/{0}/story">The story of wheel no. {0} of the mill</a>'
    projects = (project(number, control.format(number)).replace("ida", f"ida-{number}") for number in range(1, 6))
    assert [entry.url for entry in entries_of(projects)] == [f"{URL}{n}/story" for n in range(1, 6)]


def test_a_link_that_signs_in_is_kept_where_no_heading_has_another():
    found = entries_of(
        f'<h3>Wheel no. {n} of the mill</h3><p>It has {n} spokes.</p><a href="/buy?add-to-cart={n}">Wheel {n}</a>'
        for n in range(5)
    )
    assert [entry.url for entry in found] == [f"https://mills.example/buy?add-to-cart={n}" for n in range(5)]


def threads(shown):
    rows = "".join(
        f'<li><h3><a href="/t/{n}-wheel">Why does wheel no. {n} of the mill creak?</a>{shown.format(n)}</h3>'
        f'<p>Asked on the {n}. day of the flood, and nobody knows.</p><a href="/t/{n}-wheel/last">{n}5</a></li>'
        for n in range(1, 6)
    )
    return denoise(f"<html><body><main><h1>Wheels</h1><ul>{rows}</ul></main></body></html>", url=URL)


def test_the_numbers_of_the_pages_of_a_thread_are_not_read():
    title, text = "Why does wheel no. 4 of the mill creak?", "Asked on the 4. day of the flood, and nobody knows."
    links = '<a href="/t/{0}-wheel/p2">2</a>, <a href="/t/{0}-wheel/p3">3</a>'
    for shown in (f"<span>(Go to page: {links} ... <a href='/t/{{0}}-wheel/p9'>9 Last</a>)</span>", f"<b>{links}</b>"):
        result = threads(shown)
        assert (result.entries[3].title, result.entries[3].text) == (title, f"{text}\n45")
        assert "Go to page" not in result.text
        assert f"**[{title}](https://mills.example/t/4-wheel)**" in result.markdown
    alone = threads('<span><a href="/t/{0}-wheel/p2">2</a></span>')
    assert alone.entries[3].title == f"{title}2"


def test_a_picture_beside_its_name_leads_to_the_same_record():
    items = "".join(
        f'<li><a href="/lamp/{n}"><img src="/{n}.jpg" width=200></a><a href="/lamp/{n}">Lamp of the {n}. mill</a>'
        f"<p>It burns for {n} hours and needs little oil.</p></li>"
        for n in range(1, 6)
    )
    found = denoise(f"<html><body><main><h1>Lamps</h1><ul>{items}</ul></main></body></html>", url=URL).entries
    assert [entry.title for entry in found] == [f"Lamp of the {n}. mill" for n in range(1, 6)]
    assert [entry.image for entry in found] == [f"https://mills.example/{n}.jpg" for n in range(1, 6)]
    assert found[1].text == "It burns for 2 hours and needs little oil."


def test_what_every_record_says_names_none():
    hidden = "<h4>Something went wrong with the remarks on this mill, please come back on another day.</h4>"
    items = "".join(
        f'<li>{hidden}<a href="/mill/{n}">The {"old" * n} mill</a><p>It has {n} wheels and a miller.</p></li>'
        for n in range(1, 6)
    )
    found = denoise(f"<html><body><main><h1>Mills</h1><ul>{items}</ul></main></body></html>", url=URL).entries
    assert [entry.title for entry in found] == [f"The {'old' * n} mill" for n in range(1, 6)]
    assert found[1].text == "It has 2 wheels and a miller."


def test_a_link_that_says_what_to_do_below_a_heading_and_a_text_names_no_record():
    cards = [("Grind", "See the mill"), ("Bake", "Explore all ovens"), ("Sell", "Visit the market"), ("Eat", "Join us")]
    card = '<h3>{0} it</h3><p>To {0} it takes an hour, and whoever comes may watch.</p><a href="/{0}">{1} →</a>'
    found = entries_of(card.format(*names) for names in cards)
    assert [entry.title for entry in found] == [f"{name} it" for name, _ in cards]


def test_a_headline_below_the_heading_of_its_section_names_its_record():
    link = '<a href="/news/{0}">The mill of the {0}. bend is open again</a>'
    card = f"<h3>River {{0}}</h3>{link}<p>It was closed for {{0}} days, and the farmers went to town.</p>"
    assert entries_of(card.format(n) for n in range(2, 7))[0].title == "The mill of the 2. bend is open again"
