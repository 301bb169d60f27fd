"""What is kept of a list: its entries, where the method is not sure.

A step between the decision and the document, as `scrapy_denoise.document.selection.completion` is one.
"""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.blocks.features.url_features import is_list_address
from scrapy_denoise.blocks.page_model import INDEX_TYPES, find_page_type
from scrapy_denoise.blocks.regions.boilerplate import BoilerplateRegions, is_thread
from scrapy_denoise.document.entries.entry_text import entry_texts
from scrapy_denoise.document.entries.link_paths import MIN_RECORDS
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.document.entries.section_headings import SectionHeadings, related_records
from scrapy_denoise.document.entries.titles import MAX_ENTRIES, entry_numbers, title_rows
from scrapy_denoise.document.selection.compiled import linked_chars
from scrapy_denoise.document.selection.list_controls import list_controls
from scrapy_denoise.document.tree.listed_records import ListedRecord
from scrapy_denoise.methods.changed_rows import with_rows
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.methods.steps import ENTRIES, LISTED_ENTRIES, SHOWN_RECORDS
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.compiled import any_set

SURE_F1 = 0.7
"""Expected F1 of a selection below which a method is unsure. The model of blocks has learned from articles above all,
and is as unsure on lists as they are different."""

SURE = 0.8
"""Least confidence in the page type of a list. Pages that are predicted to be lists with less are often articles among
teasers."""

IN_ENTRIES = 0.15
"""Share of the kept characters that stand in entries, from which these are what another such page is about."""

VERY_UNSURE_F1 = 0.6
"""Expected F1 below which the entries of other lists are content."""

LINKED = 0.2
"""Share of the characters in links from which a page may be a list; of the kept ones too, where the method is sure."""

PROSE, LIKELY, IN_LIST = 0.7, 0.6, 0.3
"""Share of the page's characters up to which a method may keep the prose of a list alone, least confidence in the page
type of such a list, and share of the page's characters above which its entries are content too."""

ABOVE_MENUS = 0.05
"""Score that the texts of menus and footers seldom have."""

LISTS = (*INDEX_TYPES, "other")
"""Types of pages whose entries are content."""

MAY_BE_LIST = 0.6
"""Confidence of the page's type up to which a page of another type may be a list."""

MIN_RECORDS_SHARE = 0.5
"""Share of the kept characters that stand in records from which a document has a node for each of these."""

TITLES = 0.05
"""Share of the characters in links from which what is kept may be records whose titles are links."""

BARE = 0.9
"""Share of the characters of records in links from which they may be menus."""


_ADDED = "it is part of an entry of this list"
_REMOVED = "a label, a button or a mark that the entries of this list have"


def with_entries(page: Page, found: Selection) -> Selection:
    """The selection of a list: where the method is unsure, with all of its entries; without what is not read of entries
    (`entry_texts`); and with all entries where the method keeps nothing, or the prose beside them alone.

    Articles, products and threads are left as they are. Their links distinguish them from lists, before anything that
    takes more time.
    """
    unsure = found.estimate < SURE_F1
    kept = _of_list(page, found, unsure)
    if SHOWN_RECORDS.on and not any_set(kept) and _shows_records(page):
        kept = kept | _entries(page)
    if kept is found.kept or not any_set(kept != found.kept) or not any_set(kept):
        return found
    reason = "" if found.reason == "no_content" else found.reason
    # What a method keeps of what is surely a list says little of its size: all of the list takes its place.
    whole = kept != found.kept if _is_surely_list(page, unsure) else None
    return attrs.evolve(with_rows(found, kept, _ADDED, _REMOVED, (ENTRIES.name, ENTRIES.name), whole), reason=reason)


def _shows_records(page: Page) -> bool:
    """Whether a page of which nothing is content has records to show: it is a list, or it may be one, or an
    index of documentation, and most of its text stands in them. Menus of a page that waits for scripts are none."""
    if is_thread(page):
        return False
    page_type = page.cached(find_page_type)
    sure = page_type.confidence >= MAY_BE_LIST and page_type.name != "documentation"
    # Records are looked for last, since that takes longer than all else here.
    if (sure and not _is_list(page)) or not len(records := page.cached(find_records)):
        return False
    if sure:
        return True
    columns = page.columns
    rows = columns.text_rows
    own = rows[records.holding(rows)]
    chars = columns.chars[own].sum()
    if chars <= MIN_RECORDS_SHARE * columns.chars[rows].sum():
        return False
    return bool((columns.chars[own] * columns.linked[own]).sum() < BARE * chars) or not page.needs_scripts


def _of_list(page: Page, found: Selection, unsure: bool) -> BoolArray:
    """What is kept of a list; of another page what the method keeps. unsure: whether the method is."""
    chars, links, own_chars, own_links, likely = linked_chars(page.columns, found.kept, found.scores, ABOVE_MENUS)
    # To ask for the type takes longer than all else here, and most pages are articles.
    asked = unsure or own_links >= LINKED * own_chars
    more = own_chars < PROSE * chars and likely > IN_LIST * chars
    if links < LINKED * chars or not (asked or more) or not _is_list(page):
        return found.kept
    if not asked:
        return found.kept | _entries_beside(page, chars)
    records = page.cached(find_records)
    if not len(records):
        return found.kept
    rows = page.columns.text_rows
    beside = ~(records.holding(rows) | list_controls(page)[rows])
    read = page.cached(entry_texts) | beside
    kept = found.kept & read
    if LISTED_ENTRIES.on and (found.estimate < VERY_UNSURE_F1 or (unsure and is_list_address(page.url))):
        entries, size = _entries(page), page.columns.chars[rows]
        in_entries = size[found.kept & entries].sum() >= IN_ENTRIES * own_chars
        if in_entries or _is_surely_list(page, unsure) or size[entries].sum() > MIN_RECORDS_SHARE * chars:
            kept |= entries
    return kept


def _entries_beside(page: Page, chars: int) -> BoolArray:
    """The text rows of the entries of what is surely a list, where they are much of the page: of a list with prose
    beside it a method may be sure of the prose alone. chars: of the page."""
    columns = page.columns
    none = np.zeros(len(columns.text_rows), np.bool_)
    page_type = page.cached(find_page_type)
    if page_type.name not in INDEX_TYPES or page_type.confidence < LIKELY or not len(page.cached(find_records)):
        return none
    entries = _entries(page)
    return entries if columns.chars[columns.text_rows[entries]].sum() > IN_LIST * chars else none


def _before_links(kept: BoolArray, linked: BoolArray) -> bool:
    """Whether several kept texts stand right before links that are not."""
    return int(np.count_nonzero(kept[:-1] & ~kept[1:] & linked[1:] & ~linked[:-1])) >= MIN_RECORDS


def _records_kept(page: Page, kept: BoolArray) -> IndexArray:
    """The numbers of the first MAX_ENTRIES records of which something is kept."""
    records = page.cached(find_records)
    before = np.append(0, np.cumsum(kept))
    starts, stops = page.columns.text_rows.searchsorted((records.firsts[:MAX_ENTRIES], records.ends[:MAX_ENTRIES]))
    found: IndexArray = (before[stops] > before[starts]).nonzero()[0]
    return found


def listed_records(page: Page, kept: BoolArray) -> list[ListedRecord]:
    """The records of which a document has a node each: where the page is a list, and most of what is kept stands in
    them; else none.

    kept: bool, one for each of ``page.columns.text_rows``.
    """
    if not _is_list(page) or not kept.any():
        return []
    columns = page.columns
    rows = columns.text_rows
    chars, linked = columns.chars[rows] * kept, columns.linked[rows] > 0
    # Links are the titles of records, or buttons behind their texts that are left out.
    with_links = (chars * linked).sum() >= TITLES * chars.sum()
    if not (with_links or _before_links(kept, linked)):
        return []
    records = page.cached(find_records)
    if chars[records.holding(rows)].sum() <= MIN_RECORDS_SHARE * chars.sum():
        return []
    numbers, titles = page.cached(entry_numbers), page.cached(title_rows)
    positions = {number: position for position, number in enumerate(sorted(set(numbers)), 1)}
    found = []
    for number in _records_kept(page, kept).tolist():
        first, end = int(records.firsts[number]), int(records.ends[number])
        position = positions[numbers[number]]
        found.append(ListedRecord(first, end, records.urls[number], titles.text(number), position))
    return found


def begins_of_entries(page: Page, kept: BoolArray) -> BoolArray | None:
    """For each text row whether it is the first kept one of a record, on a list; None on other pages. Entries may stand
    in one block, as cards that style sheets alone set apart do.

    kept: bool, one for each of ``page.columns.text_rows``.
    """
    columns = page.columns
    _, _, own_chars, own_links, _ = linked_chars(columns, kept)
    if own_links < LINKED * own_chars or not _is_list(page):
        return None
    rows = columns.text_rows[kept]
    record = page.cached(find_records).last_before(rows)
    found = np.zeros(len(kept), np.bool_)
    found[kept] = np.append(record[:1] >= 0, record[1:] > record[:-1])
    return found


def _is_list(page: Page) -> bool:
    return not is_thread(page) and page.cached(find_page_type).name in LISTS


def _is_surely_list(page: Page, unsure: bool) -> bool:
    """Whether a page is a list by its address, where the method is unsure, or by the confidence of its type."""
    if not _is_list(page):
        return False
    return (unsure and is_list_address(page.url)) or page.cached(find_page_type).confidence >= SURE


def _entries(page: Page) -> BoolArray:
    """The text rows of the entries of a page, and of the headings above them. Links under a title such as "Most read"
    are none."""
    columns, records, read = page.columns, page.cached(find_records), page.cached(entry_texts)
    rows, related = columns.text_rows, page.cached(BoilerplateRegions).rows("related")
    related_ones, headings = page.cached(related_records), page.cached(SectionHeadings)
    positions = (read if related is None else read & ~related[rows]).nonzero()[0]
    found = np.zeros(len(read), np.bool_)
    found[positions] = ~related_ones[records.last_before(rows[positions])]
    above = set(map(headings.above, records.firsts[~related_ones].tolist())) - {-1}
    return found | columns.in_subtrees(np.array(sorted(above), np.intp))[rows]
