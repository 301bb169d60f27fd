"""What names each record of a page's lists."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise, takewhile
from operator import truth

import numpy as np

from scrapy_denoise.blocks.features.compiled import name_families
from scrapy_denoise.document.entries.compiled import MAX_TITLE, TitleRows
from scrapy_denoise.document.entries.entry_text import entry_texts
from scrapy_denoise.document.entries.link_paths import MIN_RECORDS, links_elsewhere, row_sums
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import match_key

MAX_ENTRIES = 1_000
"""Records of a page that are entries; those after are left out."""

MAX_LINES, MAX_FIGURES = 30, 0.25
"""Lines of a record that nothing names among which one in words is looked for, and share of figures in it: dates and
times have more."""

_RUNNING = re.compile(r"[#№]?(\d{1,3})(?:\s?[.):–-])?\s+(?=\S)")
"""The running number of an entry before its title."""


def title_rows(page: Page) -> TitleRows:
    """The elements that name the records of a page. To be asked for with ``page.cached``."""
    records, links = page.cached(find_records), page.cached(links_elsewhere)
    texts_read = page.cached(entry_texts).view(np.uint8)
    return TitleRows(page.cached(row_sums), records, *links, texts_read, page.cached(name_families))


def first_title(lines: list[str]) -> int:
    """The number of the first of some lines that is in words, else 0.

    >>> first_title(["12 May, 19:30", "The boats of the old harbour", "Town hall"]), first_title(["19:30", "12:15"])
    (1, 0)
    """
    return next((place for place, line in enumerate(lines[:MAX_LINES]) if _is_in_words(line)), 0)


def without_label(titles: list[str]) -> list[str]:
    """Some titles, without the label that each begins with.

    >>> without_label(["Title: On sorting", "Title: On graphs"])
    ['On sorting', 'On graphs']
    """
    labels = {title.partition(": ")[0] if ": " in title else "" for title in titles}
    label = f"{labels.pop()}: " if len(labels) == 1 and len(titles) > 1 else ""
    return [title.removeprefix(label) for title in titles] if label.strip(": ") else titles


def without_numbers(titles: list[str]) -> list[str]:
    """The titles of a list without the numbers with which they begin, where these count the entries.

    >>> without_numbers(["1. On sorting", "2. On graphs", "3. On trees"])
    ['On sorting', 'On graphs', 'On trees']
    >>> without_numbers(["7 boats", "9 mills", "1 ox"])
    ['7 boats', '9 mills', '1 ox']
    """
    found = takewhile(truth, map(_RUNNING.match, titles))  # few lists are numbered
    numbers = [int(match[1]) for match in found if match]
    if len(titles) < MIN_RECORDS or len(numbers) < len(titles):
        return titles
    steps = {after - before for before, after in pairwise(numbers)}
    return [_RUNNING.sub("", title) for title in titles] if steps in ({1}, {-1}) else titles


def _is_in_words(line: str) -> bool:
    line = line[:MAX_TITLE]
    return sum(map(str.isdigit, line)) < MAX_FIGURES * sum(map(str.isalnum, line))


def entry_numbers(page: Page) -> list[int]:
    """For each of the first records of a page the number of the record that is its entry: itself, or another that has
    its title and leads where it does, of the list that weighs most and of these the first. To be asked for with
    ``page.cached``.

    Pages show some records twice: in two lists, or once for small screens and once for large ones.
    """
    records = page.cached(find_records)
    found = list(range(min(len(records), MAX_ENTRIES)))
    times = Counter(records.urls[:MAX_ENTRIES])
    # Most records alone lead where they do: their titles need not be read.
    keys = {
        number: (url, match_key(page.cached(title_rows).text(number)))
        for number, url in zip(found, records.urls, strict=False)
        if times[url] > 1
    }
    best: dict[tuple[str, str], int] = {}
    for number, key in keys.items():
        other = best.setdefault(key, number)
        if records.weights[records.lists[number]] > records.weights[records.lists[other]]:
            best[key] = number
    for number, key in keys.items():
        if key[1]:
            found[number] = best[key]
    return found
