"""Addresses of a page are resolved as the standard library resolves them, whatever their shape."""

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise.document.source.compiled import Addresses

BASES = [
    "https://a.example",
    "https://a.example/news/2024/flood.html?page=2#top",
    "https://a.example/news/./old/../river//bank/",
    "http://a.example:8080/a;b/c;d",
]
PARTS = "a b.html .. . / // ; ? # : x=1 & %20 https: 8080 ~ ..x .x x. @".split()
addresses = st.lists(st.sampled_from(PARTS), min_size=1, max_size=8).map("".join)


@given(st.sampled_from(BASES), addresses)
def test_as_the_standard_library_resolves_them(base, address):
    found = Addresses(base).link(address)
    assert found in ("", urljoin(base, address))
    if not urljoin(base, address).startswith(("http:", "https:")):
        assert not found


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("rain.html?x=1#y", "https://a.example/news/2024/rain.html?x=1#y"),
        ("../rain/", "https://a.example/news/rain/"),
        ("../rain;v=1", "https://a.example/news/rain;v=1"),
        ("/rain/../flood", "https://a.example/flood"),
        ("//b.example/a/../c?d=1", "https://b.example/a/../c?d=1"),
        ("//b.example/a;", "https://b.example/a"),
        ("?page=3", "https://a.example/news/2024/flood.html?page=3"),
        (" /a b ", "https://a.example/a%20b"),
        ("/a\u00a0\u3000", "https://a.example/a%C2%A0%E3%80%80"),
        ("//b.example/x", "https://b.example/x"),
        ("//b.example", "https://b.example"),
        ("mailto:ann@a.example", "mailto:ann@a.example"),
        ("/cdn-cgi/l/email-protection#01606f6f417368776473766e736d652f6e7366", "mailto:ann@riverworld.org"),
        ("https://b.example/cdn-cgi/l/email-protection", ""),
        ("/cdn-cgi/l/email-protection#mill", ""),
        ("java\tscript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("http://[b/", ""),
    ],
)
def test_links(address, expected):
    assert Addresses(BASES[1]).link(address) == expected


def test_the_folder_of_an_address_is_resolved_for_all_its_files():
    addresses = Addresses(BASES[1])
    assert [addresses.link(f"../b/{n}.html") for n in range(3)] == [
        f"https://a.example/news/b/{n}.html" for n in range(3)
    ]
