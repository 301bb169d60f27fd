"""The steps behind a method together neither remove most of what it keeps nor add more than that."""

from types import SimpleNamespace

import numpy as np
import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.selection import finish as finishing
from scrapy_denoise.document.selection.compiled import changed_chars
from scrapy_denoise.document.selection.finish import finish
from scrapy_denoise.methods import steps as all_steps
from scrapy_denoise.methods.changed_rows import with_rows
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.page import Page

COMPLETED, UNREAD = all_steps.COMPLETED.name, all_steps.UNREAD.name
URL = "http://paper.example/2020/05/a-day-on-the-ferry.html"
CAPTIONS = (
    "The ferry leaves the old harbour at six in the morning, when the fish market is still loud, and the first "
    "passengers carry baskets of bread up the gangway.",
    "By noon the islands are a thin line, and the captain lets the children hold the wheel for a minute each.",
    "On the way back the wind has turned; the deck is empty, and the cook sells what is left of the soup.",
)
LINES = [f"The {word} line of the page has words." for word in "first other third fifth sixth ninth".split()]


def essay(text):
    figures = "".join(
        f"<div class=figure><img src={n}.jpg width=600 height=400><p class=caption>{caption}</p></div>"
        + (text if n == 1 else "")
        for n, caption in enumerate(CAPTIONS)
    )
    return f"<html><title>A day on the ferry</title><h1>A day on the ferry</h1><div class=story>{figures}</div></html>"


def lines_kept(kept, monkeypatch, reason="", **steps):
    """A page of LINES of which some are kept by a method, after steps that only this test has: by group the lines that
    are added, those that are removed, and whether that is the purpose of the step."""
    page = Page.from_html("".join(f"<p>{line}</p>" for line in LINES), url=URL)

    def flags(numbers):
        found = np.zeros(len(LINES), np.bool_)
        found[[*numbers]] = True
        return found

    def step(group):
        added, removed, whole = steps.get(group, ((), (), False))

        def change(page, found, without=()):
            if group in without:
                return found
            kept = (found.kept | flags(added)) & ~flags(removed)
            return with_rows(found, kept, "more", "less", (group, group), kept != found.kept if whole else None)

        return change

    monkeypatch.setattr(finishing, "with_entries", step("entries"))
    monkeypatch.setattr(finishing, "without_reviews", step("reviews"))
    both = (step(COMPLETED), step(UNREAD))
    monkeypatch.setattr(
        finishing,
        "complete_structures",
        lambda page, found, without: both[1](page, both[0](page, found, without), without),
    )
    method = SimpleNamespace(name="lines", lists=True, products=True, complete_structures=True)
    found = finish(page, Selection(flags(kept), "lines", reason=reason), method)
    return np.flatnonzero(found.kept).tolist(), found


def test_captions_that_are_most_of_a_page_are_its_text():
    result = denoise(essay("<h4>Noon</h4>"), url=URL)
    assert result.reason == "steps_undone"
    assert all(caption in result.text for caption in CAPTIONS)
    assert "Noon" in result.text
    assert "A day on the ferry" not in result.text  # the title is a field whatever its size
    (block,) = (block for block in result.blocks if block.text == CAPTIONS[0])
    assert block.reasons[0].endswith("were undone: captions")


def test_captions_beside_a_longer_text_are_none():
    result = denoise(essay(f"<p>{' '.join(LINES * 3)}</p>"), url=URL)
    assert result.reason == ""
    assert not any(caption in result.text for caption in CAPTIONS)


def test_a_short_article_beside_ten_cards_stays_an_article():
    cards = "".join(
        f"<div class=box><h3><a href=/news/{n}.html>Clinic number {n} opens its doors to the children of the valley</a>"
        f"</h3><p>The {n}th house has {n + 3} rooms and a garden.</p></div>"
        for n in range(10)
    )
    menu = "".join(f"<li><a href=/s/{n}>Section {n} of the portal</a></li>" for n in range(25))
    page = Page.from_html(
        f"<html><title>New bridge opened | Portal</title><ul>{menu}</ul><div id=main><h1>New bridge opened</h1>"
        "<p>A new bridge over the river was opened on Tuesday, and the first lorries crossed it in the evening; the "
        "mayor said that the village will now be ten minutes from the hospital instead of an hour.</p></div>"
        f"<div class=right>{cards}</div></html>",
        url="http://portal.example/article.php?id=77",
    )
    texts = [page.columns.text_of(row) for row in page.columns.text_rows]
    kept = np.array([text.startswith("A new bridge") for text in texts])
    method = SimpleNamespace(name="one text", lists=True, products=True, complete_structures=True)
    unsure = Selection(kept, "one text", scores=kept.astype(np.float32), expected=0.3)
    assert np.array_equal(finish(page, unsure, method).kept, kept)


@pytest.mark.parametrize(
    ("kept", "steps", "left", "undone"),
    [
        (range(4), {"entries": ((), (0, 1), False)}, [2, 3], ""),
        (range(4), {"entries": ((), (0, 1, 2), False)}, [0, 1, 2, 3], "entries"),
        (range(4), {"entries": ((), (0, 1, 2), True)}, [3], ""),
        (range(4), {"entries": ((), (0,), False), UNREAD: ((), (2, 3), False)}, [1, 2, 3], UNREAD),
        (range(5), {"reviews": ((), (0, 1), True), UNREAD: ((), (2, 3), False)}, [4], ""),
        (range(2), {COMPLETED: ((2, 3), (), False)}, [0, 1, 2, 3], ""),
        (range(2), {COMPLETED: ((2, 3, 4), (), False)}, [0, 1], COMPLETED),
        (range(2), {COMPLETED: ((2, 3, 4), (), True)}, [0, 1, 2, 3, 4], ""),
        (range(2), {"entries": ((2,), (), False), COMPLETED: ((3, 4), (), False)}, [0, 1, 2], COMPLETED),
        (range(2), {"entries": ((2, 3, 4), (), False), UNREAD: ((), (2, 3, 4), False)}, [0, 1], ""),
        ((), {"entries": ((0, 1, 2), (), False)}, [0, 1, 2], ""),
    ],
)  # fmt: skip
def test_the_group_that_does_the_most_is_undone(kept, steps, left, undone, monkeypatch):
    rows, found = lines_kept(kept, monkeypatch, **steps)
    assert rows == left
    assert found.reason == ("steps_undone" if undone else "")
    if undone:
        changed = next(row for group in steps for change in steps[group][:2] for row in change if group == undone)
        assert found.reasons(changed)[0].endswith(f"were undone: {undone}")


def test_a_reason_of_the_method_stays(monkeypatch):
    _, found = lines_kept(range(4), monkeypatch, "few_siblings", entries=((), (0, 1, 2), False))
    assert (found.reason, found.kept.sum()) == ("few_siblings", 4)


def test_changed_characters_are_those_of_the_flags():
    page = Page.from_html("".join(f"<p>{'x' * n}</p>" for n in range(1, 40)), url=URL)
    chars, numbers = page.columns.chars[page.columns.text_rows], np.random.default_rng(1)
    for _ in range(50):
        before, after = numbers.random((2, len(chars))) < 0.5
        fields = np.where(after, 0, numbers.integers(0, 3, len(chars))).astype(np.uint8)
        stays = after | (fields == 1)
        expected = (chars[before].sum(), chars[before & ~stays].sum(), chars[~before & stays].sum())
        assert changed_chars(page.columns, before, after, fields, 2) == expected
    assert changed_chars(page.columns, before, after, None, 2)[2] == chars[~before & after].sum()
    with pytest.raises(ValueError, match="different lengths"):
        changed_chars(page.columns, before[1:], after, None, 2)
