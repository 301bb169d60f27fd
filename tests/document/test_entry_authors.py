"""Whom the entries of lists name as their author: in a line, or by a link to a profile."""

from scrapy_denoise import denoise


def authors_of(shown, others=0, url="https://users.mills.example/"):
    rows = "".join(
        f'<li><h3><a href="/t/{n}">The story of mill no. {n}</a></h3>{shown if n > others else ""}<p>Its wheel had '
        f"turned for {n} years when the river froze.</p></li>"
        for n in range(1, 6)
    )
    result = denoise(f"<html><body><main><h1>Mills</h1><ul>{rows}</ul></main></body></html>", url=url)
    assert len(result.entries) == 5
    return [entry.author for entry in result.entries]


def test_a_line_names_the_author():
    for line in ("by Ida Holm", "Publicado el 10 de marzo de 2016 por Ida Holm", "Posted by <a href='/x'>Ida Holm</a>"):
        assert authors_of(f"<p>{line}</p>") == ["Ida Holm"] * 5
    assert authors_of("<p>By the river the grass was high</p>") == [""] * 5


def test_a_line_of_few_entries_names_no_author():
    assert authors_of("<p>by Ida Holm</p>", others=3) == [""] * 5
    assert authors_of("<p>by Ida Holm</p>", others=1) == ["", *["Ida Holm"] * 4]


def test_a_link_to_a_profile_names_the_author():
    link = '<a href="/profile/7/ida"><b>Ida</b><i>2 hours ago</i></a>'
    last = '<a href="/profile/8/bo">Bo</a>'
    assert authors_of(f"<div>{link}</div><div>{last}</div>") == ["Ida"] * 5
    assert authors_of(f"<div>by {last}</div>") == ["Bo"] * 5
    assert authors_of(f"<div>Most recent: {last}</div>") == [""] * 5
    assert authors_of('<div><a href="/topic/water">Water</a></div>') == [""] * 5


def test_what_the_line_of_a_name_says_else():
    shown = '<span class="author">Ida - yesterday, 13:41</span>'
    assert authors_of(shown) == ["Ida"] * 5
    assert authors_of('<p class="author">This story is posted in Mills</p>') == [""] * 5


def test_who_began_a_thread_rather_than_who_wrote_last():
    last = "<p>by <a href='/user-8.html'>Bo</a></p>"
    for began in (
        "<p>Started by <a href='/user-7.html'>ida</a>, 10-05-2024</p>",
        "<p>May 10 • <a href='/@ida'>ida</a></p>",
        "<p><a href='/home.php?mod=space&uid=7'>ida</a> 2024-5-10</p>",
    ):
        assert authors_of(began + last) == ["ida"] * 5
    assert authors_of("<p>5 comments Most recent by <a href='/user-7.html'>ida</a></p>") == [""] * 5
    assert authors_of("<p>Moderator: <a href='/user-7.html'>ida</a></p>") == [""] * 5
    assert authors_of("<p><a href='/@ida/the-mill'>The mill</a></p>") == [""] * 5
