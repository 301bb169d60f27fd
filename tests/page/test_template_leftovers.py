"""Shortcodes and comments without an end: each is searched for it once."""

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.page.structured_data.json_ld import _without_comments
from scrapy_denoise.page.text.template_leftovers import without_leftovers

SIZE = 200_000  # bytes of a page that took minutes where the time grew with their square


@pytest.mark.parametrize("part", [b"[a x=", b"[a ", b"[a x= ", b"[a x=" + b" " * 100])
def test_brackets_without_an_end_stay(part):
    text = b"The river rose. " + part * (SIZE // len(part))
    assert without_leftovers(text) == text


def test_shortcodes_at_both_ends_go():
    many = b"[gallery ids=1]" * (SIZE // 15)
    assert without_leftovers(b" [box x=1] " + b"The river rose. " + many + b" [/box_two] ") == b" The river rose."
    assert without_leftovers(b"[box x=1]The river [rose x= " + b" " * 99) == b" The river [rose x="


@pytest.mark.parametrize("name", ["[a ", "[a b ", "[name name "])
def test_brackets_in_the_text_of_a_page_without_a_sign_of_equality(name):
    page = f"<p>The river rose in the night, and the lower road was under water.</p><pre>x</pre><p>{name * 100_000}</p>"
    assert "The river rose" in denoise(page).text


@pytest.mark.parametrize(
    ("script", "rest"),
    [
        ('{"a": 1 /* one */}', '{"a": 1  }'),
        ('{"a": 1 // one */\n}', '{"a": 1 // one */\n}'),
        ('// one */ two\n{"a": 1}', ' \n{"a": 1}'),
        ('/* one */{"a": "/*"}', ' {"a": "/*"}'),
        ("/*a" * 100_000, "/*a" * 100_000),
    ],
)
def test_comments_in_scripts(script, rest):
    assert _without_comments(script) == rest
