"""A text that a page has twice is content once."""

from helpers.selected import result

from scrapy_denoise.document.selection.completion import complete_structures
from scrapy_denoise.result import Result

LINES = [
    f"In the year {year} the river rose by {year % 7} metres, and the mill lost its wheel again."
    for year in range(1900, 1915)
]
REST = "".join(
    f"<p>Of the bridge in {year} little is known, since nobody wrote of it.</p>" for year in range(1800, 1812)
)


def read(html, url="https://a.example/news/1"):
    found = result(html, url=url)
    return Result(found.page, complete_structures(found.page, found.selection)).text


def paragraphs(lines, tag="p"):
    return "".join(f"<{tag}>{line}</{tag}>" for line in lines)


def times(html, **named):
    return {read(html, **named).count(line) for line in LINES}


def test_a_text_that_stands_twice():
    assert times(paragraphs(LINES) + REST + paragraphs(LINES)) == {1}
    assert times(paragraphs(LINES) + paragraphs(LINES, "div")) == {1}
    assert times((paragraphs(LINES) + REST) * 3) == {1}


def test_what_stands_there_again_on_purpose():
    short = [line[:30] for line in LINES]
    assert read(paragraphs(short) * 4 + REST).count(short[3]) == 4
    few = paragraphs(LINES[:4])
    assert read(few + REST + few).count(LINES[0]) == 2
    others = paragraphs(LINES)
    mixed = "".join(f"<p>{line}</p><p>Not in {year}.</p>" for year, line in enumerate(LINES))
    assert read(others + REST + mixed).count(LINES[0]) == 2
    long = paragraphs(f"Of the wheel in {year} much is known, and it is in the book." for year in range(1000, 1150))
    assert read(others + long + others).count(LINES[0]) == 2
    code = "".join(f"<pre>{line}</pre>" for line in LINES)
    assert read(code + REST + code).count(LINES[0]) == 2
    thread = "https://a.example/viewtopic.php?t=2"
    assert read(others + REST + others, url=thread).count(LINES[0]) == 2
