"""A line with a label or a name is never passed over, and a plain name is what it is when patterns read it."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.document.compiled import BlockLines, Subtrees
from scrapy_denoise.document.metadata.author_names import (
    bylines_within,
    is_labelled,
    is_named,
    label_words,
    names_of,
    shown_names,
)
from scrapy_denoise.page import Page

LABELS = [word for name in ("by", "spaced", "authors", "editors") for word in sections("byline_words")[name]]
WORDS = [
    "Ann",
    "Lee",
    "river",
    "O’Neil",
    "Bo-Yun",
    "王明",
    "李华",
    "記者",
    "Άννα",
    "Ада",
    "and",
    "in",
    "3 May 2026",
    "By",
    "Dr.",
]
SIGNS = [" ", " ", ", ", ": ", "：", " | ", " / ", "; ", " (", ") ", "。", "【", "】", "، "]
LINES = st.lists(st.sampled_from([*WORDS, *LABELS]), min_size=1, max_size=7).flatmap(
    lambda words: st.lists(st.sampled_from(SIGNS), min_size=len(words), max_size=len(words)).map(
        lambda signs: "".join(map("".join, zip(words, signs, strict=True)))
    )
)


def lines_of(text):
    page = Page.from_html(f"<html><body><p>{text}</p></body></html>")
    return BlockLines(page.columns, page.cached(TextBlocks))


@given(LINES)
@example("Ann Lee")
@example("王明")
@example("2026-05-03 作者：王明")
@example("της Άννα Λι")
@example("Ада Ли, корреспондент")
@example("（记者 李华）")
def test_no_line_with_a_label_or_a_name_is_passed_over(text):
    lines = lines_of(text)
    line = lines.line(0)
    marks = {number: bits for number, _, bits in label_words().marked(lines, [0])}.get(0, 0)
    if not 2 <= len(line) <= 120:
        assert not marks
        return
    assert marks & 1 or not is_labelled(line)
    assert marks & 2 or not bylines_within(line) or not any(map(str.isdecimal, line))
    may_be_names = len(line) <= 20 if line[0] >= "\u2e80" else line[0].isupper() or not line[0].isalpha()
    assert marks & 4 or not is_named(line, False) or not may_be_names or len(line.split()) > 12


@given(LINES)
@example("Ann Lee")
@example("Anna-Maria O’Neil")
def test_a_plain_name_is_one_when_it_is_read(text):
    if label_words().is_plain(text):
        assert names_of([text, "Bo Yun"])[0] == text or text == "Bo Yun"
        assert not is_labelled(text)


def test_words_beside_names_are_not_plain():
    assert label_words().is_plain("Ann Lee")
    for text in (
        "By Ann Lee",
        "Ann and Bo",
        "Ann Lee, MD",
        "Ann  Lee",
        "Ann Lee.",
        "Ann Lee 3",
        "Reuters",
        "王明",
        "A",
    ):
        assert not label_words().is_plain(text), text
    assert shown_names(["Ann Lee"]) == ("Ann Lee",)


def test_what_is_not_there_is_an_error():
    lines = lines_of("Ann Lee")
    assert lines.line(0) == "Ann Lee"
    assert lines.ends(0) == ("", "")
    for number in (-1, 1, 1 << 40):
        for ask in (lines.line, lines.row_of, lines.ends, lambda number: label_words().marked(lines, [number])):
            with pytest.raises(IndexError):
                ask(number)
    with pytest.raises(IndexError):
        lines.links_behind(-1, 10)
    assert lines.links_behind(1 << 40, 10) == []
    assert not lines.is_beyond_latin(-5, 1 << 40)
    columns = Page.from_html("<p>Ann <b>Lee</b></p>").columns
    assert 0 in Subtrees(columns, [0])
    assert 0 not in Subtrees(columns, [])
    for row in (-1, len(columns)):
        with pytest.raises(IndexError):
            Subtrees(columns, [row])
