"""The dates of lines: their places and parts; and the feature of blocks, which finds what its pattern finds."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_denoise import denoise
from scrapy_denoise.blocks.regions import date_reader
from scrapy_denoise.blocks.regions.bylines import DATE
from scrapy_denoise.blocks.regions.date_reader import EITHER, KNOWN, PART, POINTED, SHORT, find_dates
from scrapy_denoise.blocks.regions.date_words import date_spans, has_day, has_label, without_dates, without_labels
from scrapy_denoise.blocks.regions.datelines import dated, is_dateline
from scrapy_denoise.page.compiled import count_words, date_span, first_word, may_have_day

PARTS = [
    *"0 1 2 5 9 12 31 199 19 20 1959 1960 1999 2023 2049 2050 20231".split(),
    *"２０２３ ٢٠٢٣ 202٣ 12٣ Ⅻ ² - / . , : _ é 年 月".split(),
    *("May", "Mai", "é́t", "de", "dé_", "март", "ئىيۇن", "-يىل", "五月", " ", "  ", "\u00a0", "\u2003", "\n", "x"),
]
lines = st.lists(st.sampled_from(PARTS), max_size=14).map("".join) | st.text(max_size=30)


@given(lines)
@example("12. May, 2023")
@example("Posted May. 12, 2023 by Ana")
@example("x2023-05, 2023 / 5")
@example("2023-يىل")
@example("2023-12-2023")
@example("12/12/2023-يىل")
@example("123 March 2021")
@example("_2023-5-12-2023")
def test_dates_are_found_where_the_pattern_finds_them(line: str) -> None:
    found = DATE.search(line)
    assert date_span(line) == (found.span() if found else None)


@given(lines, st.integers(0, 20), st.integers(0, 20))
def test_words_are_counted_as_the_pattern_divides_them(line: str, start: int, stop: int) -> None:
    assert count_words(line, start, stop) == len(re.findall(r"\w+", line[start:stop]))


@given(lines)
def test_the_first_word_is_that_of_the_pattern(line: str) -> None:
    found = re.match(r"\W*([^\W\d_]+)", line)
    assert first_word(line) == (found[1].lower() if found else "")


FORMS = [
    *(
        "3",
        "12",
        "05",
        "24",
        "2024",
        "1999",
        "20245",
        "/",
        "-",
        ". ",
        ", ",
        " ",
        "  ",
        "de ",
        "d'",
        "st",
        "(",
        ")",
        "|",
    ),
    *(
        "may",
        "mai.",
        "март",
        "نيسان",
        "ئاي",
        "يىلى",
        "-يىل",
        "г.",
        "tháng ",
        " năm ",
        "พ.ค.",
        "मई",
        "年",
        "년 ",
        "月",
        "令和",
    ),
    *("二〇二四", "五", "三", "日", "２０２４", "٣", "http://a/2", "www.a", "T10:15", "x"),
]
"""What dates of all forms are made of."""


@given(st.lists(st.sampled_from(FORMS), max_size=9).map("".join) | lines)
@example("3 mai 24")
@example("3 mai. 24, r")
@example("12-mai 24г.")
@example("3 mai 24http://a/2")
@example("12/may/2024")
@example("3.5. 2024")
@example("3 นาที พ.ค. 67 2567")
@example("3 พ.ค. 2567")
@example("2024-يىل")
@example("2024년 5월 3일")
@example("二〇二四年五月三日")
@example("5/03/24")
@example("3 tháng 5 năm 2024")
def test_what_may_have_no_day_has_none(line: str) -> None:
    assert may_have_day(line) or not has_day(dated(line))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "1986",
        "Since 2019",
        "£23.99",
        "$1,799.00 (12)",
        "1-888-734-3557",
        "14:05 - 15:30",
        "วันที่",
        "5 of 24b",
    ],
)
def test_lines_without_the_parts_of_a_day_may_have_none(line: str) -> None:
    assert not may_have_day(line)


def test_a_dateline_has_few_words_beside_its_date() -> None:
    assert is_dateline("Updated on 12 May 2023, 14:05")
    assert not is_dateline(
        "The river rose twice in the hills above our town and on 12 May 2023 it took the bridge away"
    )
    assert not is_dateline("It rained on 12 May 2023.")


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("İnci, POSTED ON Monday, 3 MAY 2020 AT 10:15 PM and more", "İnci, POSTED; and more"),
        ("ÇINAR 3 Mayıs 2020 10:15 UHR", "ÇINAR;"),
        ("a , b , 12", "a , b , 12"),
    ],
)
def test_dates_are_cut_in_whatever_letters_and_the_rest_stays_as_it_is(text: str, without: str) -> None:
    assert without_dates(text) == without


def test_labels_of_dates_are_cut_in_whatever_letters() -> None:
    assert without_labels("İnci Posted On; PUBLISHED: x").split() == ["İnci", ";;", ";", "x"]
    assert has_label("PUBLISHED:")
    assert not has_label("İnci")


@pytest.mark.parametrize("line", ["2026. március 12.", "Budapest, 2026. március 12.", "Kovács Anna, 2026. március 12."])
def test_the_sign_at_the_end_of_a_dateline_may_be_the_date_s_own(line: str) -> None:
    story = "A folyó az éjjel megáradt, és reggelre az alsó út víz alatt volt. " * 4
    html = f"<html lang=hu><h1>A folyó megáradt</h1><p>{line}</p><p>{story}</p><p>{story}</p>"
    assert is_dateline(line)
    result = denoise(html, url="https://a.example/1")
    assert (result.metadata.published, line in result.text) == ("2026-03-12", False)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("By Ann Lee on 12 May 2020 at 10:05 pm", ("12 May 2020 at 10:05 pm", KNOWN, 2020, 5, 12, (22, 5))),
        ("3 May 2020, 9:30pm AEST — By Ann", ("3 May 2020, 9:30pm AEST", KNOWN, 2020, 5, 3, (21, 30))),
        ("Sun, May 3, 2020", ("May 3, 2020", KNOWN, 2020, 5, 3, ())),
        ("3/12/2020", ("3/12/2020", EITHER, 2020, 12, 3, ())),
        ("3.12.20", ("3.12.20", SHORT, 2020, 12, 3, ())),
        ("03.24.20", ("03.24.20", SHORT, 2020, 24, 3, ())),
        ("3.12.2020", ("3.12.2020", POINTED, 2020, 12, 3, ())),
        ("3.24.2020", ("3.24.2020", POINTED, 2020, 24, 3, ())),
        ("on 3 xqz 2020 or so", ("3 xqz 2020", KNOWN, 2020, 0, 3, ())),
        ("12. listopada 2026", ("12. listopada 2026", KNOWN, 2026, 0, 12, ())),
        ("12. May", ("12. May", PART, 0, 5, 12, ())),
        ("since 2020-05 or so", ("2020-05", PART, 2020, 0, 0, ())),
        ("2020-05-03T10:05:06+02:00", ("2020-05-03T10:05:06+02:00", KNOWN, 2020, 5, 3, (10, 5, 6))),
        ("2020年5月3日(日) 下午 9:30", ("2020年5月3日(日) 下午 9:30", KNOWN, 2020, 5, 3, (21, 30, 0))),
        # A year that begins a date is not that of the number and the word before it.
        ("7 Comments 2020-05-03", ("2020-05-03", KNOWN, 2020, 5, 3, ())),
        ("21世纪新闻 2020年5月3日", ("2020年5月3日", KNOWN, 2020, 5, 3, ())),
        ("3 May 2020-10:30", ("3 May 2020-10:30", KNOWN, 2020, 5, 3, (10, 30))),
        # The day belongs to the month before it, and not to the number before that.
        ("ann.18 May 17, 2008", ("May 17, 2008", KNOWN, 2008, 5, 17, ())),
        ("10:30 May 3, 2020", ("May 3, 2020", KNOWN, 2020, 5, 3, ())),
    ],
)
def test_the_parts_of_a_date(text, found):
    (one,) = find_dates(text)
    assert (text[one.start : one.end], one.form, one.year, one.month, one.day, one.time) == found


@pytest.mark.parametrize(
    "text",
    [
        *("", "May", "2019-2020", "2024-13-45", "5 of 2020", "17 updated", "2026, updated 12", "37 3/8/37", "10:05"),
        *("1.24.12", "13.24.12", "13.24.2012", "03.32.12"),
    ],
)
def test_what_is_no_day(text):
    assert not has_day(text)


def test_the_dates_of_a_line_are_looked_for_once_and_those_of_a_long_text_again(monkeypatch):
    looked = []
    of_day = date_reader._of_day
    monkeypatch.setattr(date_reader, "_of_day", lambda *place: looked.append(place) or of_day(*place))
    line = "On 4 May 2021 all of it was looked at again"
    assert date_spans(line) == date_spans(line) == ((3, 13),)
    assert len(looked) == 1
    long = line + " and again" * date_reader.KEPT_CHARS
    assert date_spans(long) == date_spans(long) == ((3, 13),)
    assert len(looked) == 3


@pytest.mark.parametrize(
    ("line", "dates"),
    [
        ("2025-01-17 updated 2025-01-18", ["2025-01-17", "2025-01-18"]),
        ("发布于 2025-01-17 10:00 更新于 2025-01-18", ["2025-01-17 10:00", "2025-01-18"]),
        ("2025-01-17 or 3 May 2026", ["2025-01-17", "3 May 2026"]),
    ],
)
def test_a_word_between_dates_in_figures_does_not_join_them(line: str, dates: list[str]) -> None:
    assert [line[start:end].strip() for start, end in date_spans(line)] == dates
