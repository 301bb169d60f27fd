"""A text that a page has twice is content once."""

import pytest
from helpers.selected import result

from scrapy_denoise import denoise
from scrapy_denoise.blocks.page_model import PageType
from scrapy_denoise.document.selection import repeats
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


PRODUCT = """<title>Lamp of the mill</title><script type="application/ld+json">{"@context": "https://schema.org",
"@type": "Product", "name": "Lamp of the mill", "offers": {"@type": "Offer", "price": "19", "priceCurrency": "EUR"}}
</script><h1>Lamp of the mill</h1>"""
FACT = "It burns for nine hours."


def test_a_block_that_the_page_of_a_product_has_again():
    again = f"<div><p>{FACT}</p></div>"
    page = f"<div><p>{FACT}</p></div>{paragraphs(LINES[:2])}{again}<section>{again}</section>"
    assert read(PRODUCT + page).count(FACT) == 1
    assert read("<title>Lamp of the mill</title><h1>Lamp</h1>" + page).count(FACT) == 3  # no product
    cells = f"<tr><th>{{}}</th><td>{FACT}</td></tr>"
    assert read(f"{PRODUCT}<table>{cells.format('Brass')}{cells.format('Glass')}</table>").count(FACT) == 2
    short = "<p>Brass</p><p>Glass</p><div>Brass</div>"
    assert read(PRODUCT + short + paragraphs(LINES[:2])).count("Brass") == 2


@pytest.mark.parametrize(("name", "times"), [("service", (1, 3)), ("product", (1, 1)), ("article", (2, 3))])
def test_a_block_that_the_page_of_a_service_has_at_another_path(name, times, monkeypatch):
    monkeypatch.setattr(repeats, "find_page_type", lambda page: PageType(name, 1.0))
    wide, narrow = f"<div class=wide><p>{FACT}</p></div>", f"<section class=narrow><div>{FACT}</div></section>"
    assert read(wide + paragraphs(LINES[:2]) + narrow).count(FACT) == times[0]
    plans = f"<ul class=plan><li>{FACT}</li><li>Plan {{}}</li></ul>"
    assert read("".join(map(plans.format, (1, 2, 3))) + paragraphs(LINES[:2])).count(FACT) == times[1]


SAID = "The old mill of the valley lost its wheel before the morning came"
ARTICLE = "<meta property=og:type content=article>"
LONG = f"It rained all night. {SAID}, says the miller, and nobody in the valley had heard it go."


def test_other_pages_than_articles_may_say_it_again(monkeypatch):
    monkeypatch.setattr(repeats, "find_page_type", lambda page: PageType("documentation", 1.0))
    rest = paragraphs(LINES[:6])
    assert read(f"{ARTICLE}{rest}<p>{LONG}</p><blockquote>{SAID}</blockquote>{rest}").count(SAID) == 2


SECTION = (
    "<h2>We love small business</h2><p>You need not spend thousands a month for a desk and a view of the river; "
    "here it costs less than a lunch a day, and the coffee is on the house.</p><h3>Day pass</h3><p>$30 a day</p>"
)


@pytest.mark.parametrize(
    "box", ["<div class=row-{n}>{}</div>", "<section>{}</section>", "<div><div class=w{n}>{}</div></div>"]
)
@pytest.mark.parametrize("times", [2, 3])
def test_a_section_for_each_width_stands_once(box, times):
    sections = "".join(box.format(SECTION, n=n) for n in range(times))
    page = (
        f"<title>Desk house</title><h1>Desk house</h1>{sections}<p>Open from seven to seven, the whole year round.</p>"
    )
    text = denoise(page, url="https://desk.example/").text
    assert text.count("thousands a month") == text.count("Day pass") == 1


def test_the_same_words_under_other_headings_stay():
    steps = (
        "<ul><li>Stop the wheel and let the water out of the race.</li><li>Take the old rope from the hook.</li></ul>"
    )
    paragraphs = "<p>The mill has two wheels, and both are stopped before the winter by the miller and his wife.</p>"
    page = f"<h1>Wheels</h1>{paragraphs}<h2>The large wheel</h2>{steps}<h2>The small wheel</h2>{steps}{paragraphs}"
    assert denoise(page, url="https://mill.example/wheels").text.count("Stop the wheel") == 2
