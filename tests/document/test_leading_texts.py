"""Records of lists whose dates and other texts stand before their links, as siblings."""

import pytest

from scrapy_denoise import denoise


def entries_of(item, around="{}", n=9):
    body = around.format("".join(item.format(k, 10 + k) for k in range(n)))
    page = f"<html><body><div><a href='/'>Home</a></div><h1>Trips</h1>{body}</body></html>"
    return denoise(page, url="https://boats.example/trips/").entries


@pytest.mark.parametrize(
    ("item", "around"),
    [
        ("<dt>{1} May 2024</dt><dd><a href='/t/{0}'>Trip no. {0} to the islands</a></dd>", "<dl>{}</dl>"),
        ("{1}.05.2024 <a href='/t/{0}'>Trip no. {0} to the islands</a><br>", "<p>{}</p>"),
        ("<p>{1} May 2024</p><div><a href='/t/{0}'>Trip no. {0} to the islands</a></div>", "<div>{}</div>"),
        ("<p>{1} May 2024</p><p><b>Sail</b></p><h3><a href='/t/{0}'>Trip no. {0} to the islands</a></h3>", "{}<hr>"),
    ],
)
def test_a_date_before_each_link(item, around):
    entries = entries_of(item, around)
    assert [entry.title for entry in entries] == [f"Trip no. {k} to the islands" for k in range(9)]
    assert [entry.published for entry in entries] == [f"2024-05-{10 + k}" for k in range(9)]


@pytest.mark.parametrize(
    ("item", "around"),
    [
        ("<dt><a href='/t/{0}'>Trip no. {0} to the islands</a></dt><dd>{1} May 2024</dd>", "<dl>{}</dl>"),
        ("<a href='/t/{0}'>Trip no. {0} to the islands</a> {1}.05.2024<br>", "<p>{}</p>"),
        ("<div><a href='/t/{0}'>Trip no. {0} to the islands</a></div><p>{1} May 2024</p>", "<p>All trips</p>{}"),
    ],
)
def test_a_date_behind_each_link(item, around):
    assert [entry.published for entry in entries_of(item, around)] == [f"2024-05-{10 + k}" for k in range(9)]


def test_papers_with_their_number_before_them():
    item = (
        "<dt>[{0}] <a href='/abs/24.{1}'>arch:24.{1}</a></dt><dd><div>On {1} bounds of networks</div>"
        "<div><a href='/a/{0}1'>Ann Lee</a>, <a href='/a/{0}2'>Bo Holm</a></div><p>We show a bound of {1}.</p></dd>"
    )
    entries = entries_of(item, "<dl>{}</dl>")
    assert len(entries) == 9
    assert "arch:24.12" in entries[2].text or entries[2].url.endswith("/abs/24.12")
    assert "arch:24.13" not in entries[2].text


def test_links_in_a_sentence_are_no_list():
    links = " and behind it ".join(f"<a href='/t/{k}'>the island with {k} lighthouses</a>" for k in range(9))
    assert entries_of("", f"<p>We have been on {links}</p>") == []
