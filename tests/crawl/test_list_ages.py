"""Which lists go on to pages of a first day or later, by dates that come in any order."""

import pytest
from scrapy import Request

from scrapy_denoise.crawl.site import list_ages
from scrapy_denoise.crawl.site.list_ages import ListAges

LIST, NEXT = "http://a.example/news", Request("http://a.example/news?page=2")
NEW, OLD = "2026-05-31", "2026-05-01"


def followed(told, learned=(), since="2026-05-20"):
    """True or False where it is known whether the next page is asked for, else None."""
    ages = ListAges(since)
    ages.begin(LIST, told)
    assert ages.hold(LIST, NEXT)
    for place, date in learned:
        ages.add(LIST, place, date)
    if list(ages.ready(LIST)):
        return True
    return None if ages.left() else False


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([NEW] * 5, True),
        ([NEW, NEW, OLD, OLD, OLD], False),
        ([NEW, NEW, OLD, OLD, NEW], True),  # one of the last is new
        ([OLD] * 5, False),
        ([OLD] * 2, None),  # too few to tell
        ([""] * 5, None),
        ([NEW, OLD, NEW, OLD, NEW, OLD, "2026-05-02", OLD], True),  # in no order
        ([OLD, NEW, NEW, NEW, OLD, OLD, OLD], False),  # one is pinned
        ([], None),
    ],
)
def test_dates_that_the_list_tells(told, expected):
    assert followed(told) is expected


def test_dates_of_the_pages_themselves():
    old = [(place, OLD) for place in range(2, 5)]
    assert followed([""] * 5, [(0, NEW)]) is None  # the end is not known
    assert followed([""] * 5, [(4, NEW)]) is True
    assert followed([""] * 5, [(0, NEW), *old[::-1]]) is False
    assert followed([""] * 5, old) is False
    assert followed([OLD] * 5, [(4, f"{NEW}T10:00:00Z")]) is True  # the page's own date counts, once
    assert followed([""] * 5, [(-1, NEW), (2, "")]) is None


def test_entries_that_are_too_old_by_their_list():
    ages = ListAges("2026-05-20")
    ages.begin(LIST, [NEW, OLD, ""])
    assert not ages.is_too_old(LIST, OLD)  # two dates may be of anything
    ages.begin(LIST, [NEW, OLD, OLD])
    assert ages.is_too_old(LIST, OLD)
    assert not ages.is_too_old(LIST, "")
    assert not ages.is_too_old(LIST, NEW)
    assert not ages.is_too_old("http://a.example/other", OLD)


def test_nothing_is_held_without_a_first_day_or_beyond_the_bound(monkeypatch):
    ages = ListAges("")
    ages.begin(LIST, [OLD] * 5)
    assert not ages.hold(LIST, NEXT)
    assert not ages.is_old(LIST)
    monkeypatch.setattr(list_ages, "MAX_LISTS", 0)
    ages = ListAges("2026-05-20")
    ages.begin(LIST, [OLD] * 5)
    assert not ages.hold(LIST, NEXT)


def test_a_list_that_comes_again_keeps_the_next_page_that_is_held():
    """As those do to which two addresses are redirected: the held page was lost, and is not asked for again."""
    ages = ListAges("2026-05-20")
    ages.begin(LIST, [""] * 5)
    assert ages.hold(LIST, NEXT)
    ages.begin(LIST, [""] * 5)
    assert not ages.hold(LIST, Request("http://a.example/news?page=3"))  # it is asked for at once
    assert ages.left() == [NEXT]


def test_dates_are_remembered_within_a_bound(monkeypatch):
    monkeypatch.setattr(list_ages, "MAX_DATES", 10)
    ages = ListAges("2026-05-20")
    for number in range(5):
        ages.begin(f"{LIST}/{number}", [OLD] * 6)
    assert [ages.is_old(f"{LIST}/{number}") for number in range(5)] == [True, True, False, False, False]
