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
    found = entries_of(project(number, control.format(number)) for number in range(1, 6))
    assert [entry.url for entry in found] == [f"https://mills.example/wheels/{n}/story" for n in range(1, 6)]


def test_a_link_that_signs_in_is_kept_where_no_heading_has_another():
    found = entries_of(
        f'<h3>Wheel no. {n} of the mill</h3><p>It has {n} spokes.</p><a href="/buy?add-to-cart={n}">Wheel {n}</a>'
        for n in range(5)
    )
    assert [entry.url for entry in found] == [f"https://mills.example/buy?add-to-cart={n}" for n in range(5)]
