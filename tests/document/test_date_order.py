"""The order of day and month that the other dates of a page tell."""

import pytest

from scrapy_denoise.blocks.regions.date_reader import SHORT_DATE
from scrapy_denoise.document.metadata.dates import DateReader
from scrapy_denoise.document.metadata.order import DateOrder, shown_order
from scrapy_denoise.page import Page


def test_a_day_in_words_far_from_the_one_in_figures():
    text = f"Sunday, 5 August 2012. {'boats ' * 100} 5/08/2012"
    assert shown_order(text, "") == "en-GB"
    assert shown_order(text.replace("2012.", "2013."), "") == ""


def test_the_zone_behind_a_date():
    assert shown_order("boats " * 100 + "5/08/2012 10:05 PST" + " boats" * 100, "") == "en-US"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("8/05/2024 13:58, 9/05/2024 08:10, 9/05/2024 21:00, 10/05/2024 10:30", "en-GB"),
        ("5/8/2024, 5/9/2024, 5/10/2024", "en-US"),
        ("8/05/2024, 9/05/2024", ""),
        ("8/05/2024, 9/05/2024, 10/05/2023", ""),
        ("8/01/2024, 9/01/2024, 10/01/2024", ""),  # the first day of three months, or three days of January
        ("8/05/2024, 9/05/2024, 10/05/2024, 5/9/2024, 5/10/2024, 5/11/2024", ""),
    ],
)
def test_several_days_of_one_month_tell_the_order(text, order):
    assert shown_order(text, "") == order


def test_a_short_date_with_one_figure_for_each_of_day_and_month():
    def read(other):
        return DateReader(DateOrder(Page.from_html(f"<p>3/2/26<p>{other}"), "en")).read("Posted on 3/2/26")

    assert (read("2/14/26"), read("14/2/26"), read("1/2/26")) == ("2026-03-02", "2026-02-03", "")
    assert not any(map(SHORT_DATE.search, ("37 3/8/27 3/8", "12 3/8/27", "3/8/37", "1/2/3", "1/2/2026", "0/0/26")))


def test_a_date_with_points_has_the_month_first_where_others_of_the_page_do():
    def read(date, other, language="en"):
        return DateReader(DateOrder(Page.from_html(f"<p>{date}<p>{other}"), language)).read(f"Posted on {date}")

    assert read("07.08.12", "07.15.12") == "2012-07-08"
    assert read("07.08.12", "15.07.12") == "2012-08-07"
    assert read("07.08.2012", "07.15.2012") == "2012-07-08"
    assert read("07.08.2012", "15.07.2012") == read("07.08.2012", "07.15.2012, 15.07.2012") == "2012-08-07"
    assert read("07.08.2012", "07.15.2012", "de") == "2012-08-07"
    assert read("07.15.2012", "") == read("07.15.2012", "", "en-US") == "2012-07-15"
    assert read("07.08.2012", "", "en-US") == "2012-08-07"
