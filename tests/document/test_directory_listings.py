"""Listings of directories as servers make them: each line is an entry."""

import pytest

from scrapy_denoise import denoise

FILES = ("mill", "dam", "wheel", "brook", "grain", "flour")
SORTED = "<a href='?C=N;O=D'>Name</a>  <a href='?C=M;O=A'>Last modified</a>  <a href='?C=S;O=A'>Size</a><hr>"


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("<a href='../'>../</a>\n", "<a href='{0}.iso'>{0}.iso</a>          1{1}-May-2024 10:0{1}       {1}048576\n"),
        (SORTED, "<a href='{0}.iso'>{0}.iso</a>          2024-05-1{1} 10:0{1}   {1}.2M  \n"),
        ("<a href='/'>[To Parent]</a><br><br>", " 5/1{1}/2024 10:0{1} AM    {1}2048 <a href='{0}.iso'>{0}.iso</a><br>"),
    ],
)
def test_a_line_is_an_entry(head, line):
    lines = "".join(line.format(name, n) for n, name in enumerate(FILES, 3))
    page = f"<title>Index of /pub/</title><body><h1>Index of /pub/</h1><pre>{head}{lines}</pre></body>"
    result = denoise(page, url="https://files.example/pub/")
    assert result.page_type == "list"
    entries = result.entries
    assert [entry.title for entry in entries] == [f"{name}.iso" for name in FILES]
    assert [entry.url for entry in entries] == [f"https://files.example/pub/{name}.iso" for name in FILES]
    assert [entry.published[:10] for entry in entries] == [f"2024-05-1{n}" for n in range(3, 9)]


def test_a_listing_with_more_links_than_are_read_has_entries():
    lines = "".join(f"<a href='{n}.iso'>{n}.iso</a>          11-May-2024 10:02       3048576\n" for n in range(100_000))
    page = f"<title>Index of /pub/</title><body><h1>Index of /pub/</h1><pre>{lines}</pre></body>"
    entries = denoise(page, url="https://files.example/pub/").entries
    assert [entry.url for entry in entries] == [f"https://files.example/pub/{n}.iso" for n in range(1_000)]


def test_names_linked_in_code_are_none():
    code = " ".join(f"<a href='/api/{name}'>{name}</a>(value, {n}), " for n, name in enumerate(FILES))
    page = f"<html><body><h1>Calls</h1><p>All of it in one call.</p><pre>run({code})</pre></body></html>"
    assert denoise(page, url="https://docs.example/run").entries == []
