"""The other dates of a page are looked for around figures alone: none is missed that is found in the whole text."""

import random

from scrapy_denoise.blocks.regions.bylines import SHORT_DATE, SLASHED_DATE
from scrapy_denoise.blocks.regions.date_words import month_of, worded_dates
from scrapy_denoise.document.metadata.dates import DateReader
from scrapy_denoise.document.metadata.order import AROUND, DateOrder, dates_in_figures, days_in_words, shown_order
from scrapy_denoise.page import Page

DATES = (
    *("3 May 2020", "May 3rd, 2020", "2020, 3 May", "2019. May 7", "9 Sep 12", "9 Sep 12 г.", "4 de mayo de 2021"),
    *("5 نيسان / أبريل 2022", "3 tháng 5, năm 2020", "2020-يىلى 5-ئاينىڭ 3-كۈنى", "3 мая 2020 года", "MAY 4 2020"),
    *(f"3 {'b' * 20} / {'b' * 20}, of 2020", f"2020, {'b' * 20} 13", f"2020 m., {'b' * 20} 13", f"{'b' * 20} 9 12"),
    *("3/24/2024", "24-3-2024", "11.05.12", "5/08/12", "5/08/12, 10:05", "3/2/12", "1.2.3.4", "12/12/12/2012"),
)
OTHERS = ("7", "12", "1234", "12019", "May", "a", "12,", "(", "|", "г.", ".", "İ", "Σ", "boat", "5 May 12 x", "10:05")


def text_of(choose):
    parts = []
    for _ in range(choose.randrange(1, 12)):
        parts.append(choose.choice(DATES))
        if choose.random() < 0.6:
            parts.append("river " * choose.randrange(AROUND // 3) + "x" * choose.randrange(AROUND // 2))
        parts += choose.choices(OTHERS, k=choose.randrange(4))
    return choose.choice((" ", "", "  ")).join(parts)


def test_same_as_in_the_whole_text():
    choose = random.Random(3)
    cut = found = 0
    for text in map(text_of, [choose] * 1_500):
        in_figures = [match[0] for pattern in (SLASHED_DATE, SHORT_DATE) for match in pattern.finditer(text)]
        assert [match[0] for match in dates_in_figures(text)] == in_figures, text
        in_words = {(date.year, month_of(date.month, "en"), date.day) for date in worded_dates(text)}
        assert days_in_words(text) == in_words, text
        cut += any(len(match.string) < len(text) for match in dates_in_figures(text))
        found += bool(in_figures) + bool(in_words)
    assert cut > 300
    assert found > 1_500


def test_a_day_in_words_far_from_the_one_in_figures():
    text = f"Sunday, 5 August 2012. {'boats ' * 100} 5/08/2012"
    assert shown_order(text, "") == "en-GB"
    assert shown_order(text.replace("2012.", "2013."), "") == ""


def test_the_zone_behind_a_date():
    assert shown_order("boats " * 100 + "5/08/2012 10:05 PST" + " boats" * 100, "") == "en-US"


def test_a_short_date_with_one_figure_for_each_of_day_and_month():
    def read(other):
        return DateReader(DateOrder(Page.from_html(f"<p>3/2/26<p>{other}"), "en")).read("Posted on 3/2/26")

    assert (read("2/14/26"), read("14/2/26"), read("1/2/26")) == ("2026-03-02", "2026-02-03", "")
    assert not any(map(SHORT_DATE.search, ("37 3/8/27 3/8", "12 3/8/27", "3/8/37", "1/2/3", "1/2/2026", "0/0/26")))
