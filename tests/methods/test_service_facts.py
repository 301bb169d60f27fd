"""What the page of a service says in short lines between its sections."""

import numpy as np
import pytest

from scrapy_denoise import denoise
from scrapy_denoise.blocks import BlockScores, TextBlocks
from scrapy_denoise.blocks.page_model import PageType
from scrapy_denoise.methods.auto.auto import FACT, Auto
from scrapy_denoise.methods.compiled import possible_lines
from scrapy_denoise.page import Page

MENU = "<nav><a href=/>Home</a> <a href=/tour>Tour</a> <a href=/prices>Prices</a></nav>"
LEGAL = "<footer><p>© 2024 Rowan Invoices. All rights reserved.</p><a href=/privacy>Privacy</a></footer>"
HERO = (
    "<section class=hero><h1>Invoices that write themselves</h1><p>Rowan sends your invoices, follows the payments and "
    "reminds customers who are late, while you do your work.</p>"
    "<a class=btn href=/start>Start your free trial</a></section>"
)
COUNTS = (
    "<section class=counts><div><b>12,000</b><span>customers</span></div>"
    "<div><b>38</b><span>countries</span></div></section>"
)
FEATURES = (
    "<section class=features><h2>Features</h2>"
    "<div><h3>Schedules</h3><p>Set a schedule once, and each month the invoice goes out by itself.</p></div>"
    "<div><h3>Reminders</h3><p>Polite letters go out on the days that you have chosen.</p></div></section>"
)
PLANS = "<section class=plans><h2>Plans</h2>{}</section>".format(
    "".join(
        f"<div class=plan><h3>{name}</h3><div class=price><span>$</span><span>{price}</span><span>/month</span></div>"
        f"<ul><li>{clients} clients</li><li>Unlimited invoices</li></ul>"
        f"<a class=btn href=/start>Choose {name}</a></div>"
        for name, price, clients in (("Small", 9, 5), ("Middle", 29, 50), ("Large", 79, 500))
    )
)
QUESTIONS = (
    "<section class=faq><h2>Questions</h2><h3>Can I stop at any time?</h3><p>Yes, your plan ends with the month that "
    "you have paid for, and your data stay yours.</p></section>"
)
TITLE = "<title>Rowan – Invoices for teams</title>"


def test_prices_and_counts_of_a_landing_page_are_content():
    result = denoise(f"{TITLE}{MENU}<main>{HERO}{COUNTS}{FEATURES}{PLANS}{QUESTIONS}</main>{LEGAL}")
    lines = result.text.split("\n")
    assert result.page_type == "service"
    for line in (
        "12,000 customers",
        "38 countries",
        "Features",
        "Small",
        "$9/month",
        "$29/month",
        "500 clients",
        "Questions",
    ):
        assert line in lines
    assert result.title == "Invoices that write themselves"
    assert lines[0].startswith("Rowan sends your invoices")  # the heading is the title, so the text is without it
    assert not {"Choose Small", "Start your free trial", "Prices", "Privacy"} & set(lines)
    assert "All rights reserved" not in result.text


def kept_lines(line, score, **options):
    """What is kept of a page on which a line stands between two sentences of a section, and one behind them."""
    sentence = "<p>Rowan sends your invoices, follows the payments and reminds customers who are late with them.</p>"
    section = f"<div><h2>Our service</h2>{sentence}{line}<div>5 offices</div>{sentence.replace('Rowan', 'It')}</div>"
    page = Page.from_html(f"{TITLE}{section}<p>Call 555 0100</p>")
    values = [0.4, 0.7, *[score] * (len(page.cached(TextBlocks)) - 5), 0.3, 0.7, score]
    found = Auto(**options).decide(page, None, BlockScores(page, values=np.array(values, np.float32)))
    blocks = page.cached(TextBlocks)
    return [blocks.text(page.columns, block) for block in np.flatnonzero(found.kept[blocks.first])]


def test_a_line_with_a_figure_or_a_heading_between_sections(monkeypatch):
    monkeypatch.setattr("scrapy_denoise.methods.auto.service_facts.find_page_type", find_service)
    assert "€12 a month" in kept_lines("<div>€12 a month</div>", 0.2)
    assert "Our prices" in kept_lines("<h3>Our prices</h3>", 0.2)
    assert "Most popular" not in kept_lines("<div>Most popular</div>", 0.2)
    assert "€12 a month" not in kept_lines("<div><a href=/buy>€12 a month</a></div>", 0.2)
    assert "€12 a month" not in kept_lines("<div>€12 a month</div>", 0.02)
    assert "€12 a month" not in kept_lines("<div>€12 a month</div>", 0.2, favor="precision")
    assert "Call 555 0100" not in kept_lines("<div>€12 a month</div>", 0.2)


def find_service(page):
    return PageType("service")


def find_article(page):
    return PageType("article")


def test_other_pages_are_left_as_they_were_cut(monkeypatch):
    monkeypatch.setattr("scrapy_denoise.methods.auto.service_facts.find_page_type", find_article)
    assert "€12 a month" not in kept_lines("<div>€12 a month</div>", 0.2)


def test_the_reason_says_what_it_is():
    result = denoise(f"{TITLE}{MENU}<main>{HERO}{COUNTS}{FEATURES}{PLANS}{QUESTIONS}</main>{LEGAL}")
    reasons = {block.text: block.reasons for block in result.blocks}
    assert FACT in reasons["$29/month"]


def test_arrays_of_another_page_are_refused():
    page = Page.from_html(b"<p>One line of a page.</p><p>And another one.</p>")
    blocks, n = page.cached(TextBlocks), len(page.columns.text_rows)
    with pytest.raises(ValueError, match="columns of different lengths"):
        possible_lines(page.columns, blocks, np.ones(n - 1, np.bool_), np.ones(n, np.float32))
    with pytest.raises(ValueError, match="no such text"):
        possible_lines(page.columns, blocks, np.ones(1, np.bool_), np.ones(1, np.float32))
