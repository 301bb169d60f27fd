"""What is kept of a list: what is like the content of its page, or its entries, where the method is not sure.

A step between the decision and the document, as `scrapy_denoise.document.selection.completion` is one.
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.features.url_features import is_list_address
from scrapy_denoise.blocks.page_model import INDEX_TYPES, find_page_type
from scrapy_denoise.blocks.regions.boilerplate import BoilerplateRegions, is_thread
from scrapy_denoise.document.entries.entry_text import entry_texts
from scrapy_denoise.document.entries.link_paths import MIN_RECORDS
from scrapy_denoise.document.entries.list_scores import list_scores
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.document.entries.section_headings import record_headings
from scrapy_denoise.document.entries.titles import MAX_ENTRIES, TitleRows, entry_numbers
from scrapy_denoise.document.selection.compiled import linked_chars, untitled_headings
from scrapy_denoise.document.selection.repeats import titled_once
from scrapy_denoise.document.tree.listed_records import ListedRecord
from scrapy_denoise.methods.changed_rows import with_rows
from scrapy_denoise.methods.compiled import best_cut
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.methods.steps import (
    ALIKE,
    ENTRIES,
    LISTED_ENTRIES,
    MENUS,
    POST_TITLES,
    RECORD_TITLES,
    RESCORED,
    SECTION_HEADINGS,
    SHOWN_RECORDS,
    TITLED_ONCE,
)
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.compiled import any_set

SURE_F1 = 0.7
"""Expected F1 of a selection below which the blocks of a list are scored by what is like them (`list_scores`). The
model of blocks has learned from articles above all, and is as unsure on lists as they are different."""

SURE = 0.8
"""Least confidence in the page type of a list. Pages that are predicted to be lists with less are often articles among
teasers."""

VERY_UNSURE_F1 = 0.6
"""Expected F1 below which the entries of other lists are content."""

LINKED = 0.2
"""Share of the characters in links from which a page may be a list; of the kept ones too, where the method is sure."""

LEAST = 0.15
"""Expected F1 from which these scores say what is content."""

IN_ENTRIES = 0.15
"""Share of the kept characters that stand in entries, from which these are what the page is about. Pages of which less
stands there are short articles among teasers."""

LEAST_SCORE = 0.05
"""Mean score of the texts of a list from which it is content where other pages of the site are known: what they repeat
scores less."""

LISTS = (*INDEX_TYPES, "other")
"""Types of pages whose entries are content."""

MOST_ALIKE, FEW_ALIKE = 0.6, 0.25
"""Shares of the blocks at one path in the records of a list from which, and up to which, all are decided alike."""

MAY_BE_LIST = 0.6
"""Confidence of the page's type up to which a page of another type may be a list."""

LITTLE, FULL_OF_LINKS = 0.2, 0.3
"""Shares of the page's characters up to which what an unsure method keeps is next to nothing, and in links from which
the page may be a list then."""

WHOLE, MIN_RECORD, MIN_TEXT = 0.5, 80, 40
"""Share of a record's characters beside its title, and characters, that are kept where its title is content too: where
that is a heading and the page may be no list, and on a list."""

MIN_RECORDS_SHARE = 0.5
"""Share of the kept characters that stand in records from which a document has a node for each of these."""

TITLES = 0.05
"""Share of the characters in links from which what is kept may be records whose titles are links."""

BEFORE = 40
"""Rows before the first kept one among which the title of the first record is looked for."""

BARE, MAX_ITEM = 0.9, 40
"""Share of the characters of a list in links from which, and characters of a record on average up to which, it may be a
menu."""

_PICTURES = tags.flags("img picture svg")
_SELECT = tags.CODES["select"]

_ADDED = "what is like it on this list is content, or it is the title of an entry that is, or the heading above"
_REMOVED = "what is like it on this list is no content, or it is a label, a button or a mark that the entries have"


def with_entries(page: Page, found: Selection) -> Selection:
    """The selection of a list: where the method is unsure, by the scores of what is like its blocks, or with all of its
    entries where it may be another type of page; without what is not read of entries (`entry_texts`); and with the
    headings above and the titles of entries that are kept without them.

    Articles, products and threads are left as they are. Their links distinguish them from lists, before anything that
    takes more time.
    """
    counts, sure = linked_chars(page.columns, found.kept), found.estimate >= SURE_F1
    kept = _with_post_titles(page, _of_list(page, found, sure, counts), sure)
    if kept is not found.kept and TITLED_ONCE.on:
        kept = titled_once(page, kept)
    shows_more = SHOWN_RECORDS.on and (not any_set(kept) or (not sure and _keeps_little(page, counts)))
    if shows_more and _shows_records(page):
        kept = kept | _entries(page, None)
    if kept is found.kept or not any_set(kept != found.kept) or not any_set(kept):
        return found
    reason = "" if found.reason == "no_content" else found.reason
    # What an unsure method keeps of what is surely a list says little: all of the list takes its place.
    is_sure_list = not sure and _is_list(page, 0 if is_list_address(page.url) else SURE)
    whole = kept != found.kept if is_sure_list else None
    return attrs.evolve(with_rows(found, kept, _ADDED, _REMOVED, (ENTRIES.name, ENTRIES.name), whole), reason=reason)


def _keeps_little(page: Page, counts: tuple[int, ...]) -> bool:
    """Whether next to nothing is kept of a page full of links that is read as no list. counts: see `linked_chars`."""
    chars, links, own_chars = counts[:3]
    return own_chars < LITTLE * chars and links >= FULL_OF_LINKS * chars and not _is_list(page)


def _shows_records(page: Page) -> bool:
    """Whether a page of which little or nothing is content shows more: it is a list with records, or it may be one, or
    an index of documentation, and most of its text stands in these. Menus of a page that waits for scripts are none."""
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


def _of_list(page: Page, found: Selection, sure: bool, counts: tuple[int, ...]) -> BoolArray:
    """What is kept of a list; of another page what the method keeps. sure: whether the method is. counts: see
    `linked_chars`."""
    chars, links, own_chars, own_links, behind_links = counts
    unsure = not sure
    asked = unsure or own_links >= LINKED * own_chars
    # To ask for the type takes longer than all else here, and most pages are articles.
    if links < LINKED * chars or not (asked or behind_links >= MIN_RECORDS) or not _is_list(page):
        return found.kept
    records = page.cached(find_records)
    if not len(records):
        return found.kept
    if not asked:
        return with_record_titles(page, found.kept)
    read = page.cached(entry_texts)
    columns = page.columns
    rows = columns.text_rows
    beside = ~(records.holding(rows) | columns.in_subtrees(np.flatnonzero(columns.tag == _SELECT))[rows])
    if unsure and found.scores is not None and _is_list(page, SURE) and RESCORED.on:
        likely = _rescored(page, found.kept, found.scores) & (read | beside)
        return with_record_titles(page, _with_section_headings(page, likely, found.kept))
    kept = found.kept & (read | beside)
    listed = unsure and is_list_address(page.url)
    if listed or found.estimate < VERY_UNSURE_F1:
        entries = _entries(page, found.scores if found.siblings else None)
        in_entries = columns.chars[rows[found.kept & entries]].sum() >= IN_ENTRIES * own_chars
        if listed or in_entries or columns.chars[rows[entries]].sum() > MIN_RECORDS_SHARE * chars:
            kept |= entries
    return with_record_titles(page, kept)


def _before_links(kept: BoolArray, linked: BoolArray) -> bool:
    """Whether several kept texts stand right before links that are not."""
    return int(np.count_nonzero(kept[:-1] & ~kept[1:] & linked[1:] & ~linked[:-1])) >= MIN_RECORDS


def _rescored(page: Page, kept: BoolArray, scores: NDArray[np.float32]) -> BoolArray:
    """The text rows of the blocks that are content by the scores of what is like them; `kept` where too little is
    expected of these.

    scores: of each text row, 0 for types of blocks that are left out.
    """
    blocks = page.cached(TextBlocks)
    if not len(blocks):
        return kept
    own = scores[blocks.first]
    likely = list_scores(page, own)
    threshold, expected = best_cut(likely, blocks.chars, 0, (own == 0).view(np.uint8))
    if expected < LEAST:
        return kept
    return _alike_together(page, blocks, (likely >= threshold) & (own > 0))[blocks.block_of]


def _alike_together(page: Page, blocks: TextBlocks, found: BoolArray) -> BoolArray:
    """Of each block whether it is content; those at one path in records all are where most of them are, and none is
    where few are: the entries of a list say the same kinds of things."""
    inside = np.flatnonzero(page.cached(find_records).holding(page.columns.text_rows[blocks.first]))
    if not len(inside) or not ALIKE.on:
        return found
    _, path, counts = np.unique(
        page.signature.path[blocks.element_row[inside]], return_inverse=True, return_counts=True
    )
    path = path.reshape(-1)
    share = np.bincount(path, found[inside]) / counts
    alike = counts >= MIN_RECORDS
    together = found.copy()
    together[inside] |= (alike & (share >= MOST_ALIKE))[path]
    together[inside] &= ~(alike & (share <= FEW_ALIKE))[path]
    return together


def _with_section_headings(page: Page, kept: BoolArray, own: BoolArray) -> BoolArray:
    """What is kept of a list with the headings above its records, and without records under a title such as "Most read"
    that the method itself does not keep (`own`)."""
    if not SECTION_HEADINGS.on:
        return kept
    columns, records = page.columns, page.cached(find_records)
    rows = columns.text_rows
    headings, related = page.cached(record_headings)
    inside, record = records.holding(rows), records.last_before(rows)
    found = kept & (own | ~(inside & related[record]))
    return _with_texts(page, found, headings[record[found & inside]])


def with_record_titles(page: Page, kept: BoolArray) -> BoolArray:
    """What is kept of a list, with the titles of records of whose other texts most is kept."""
    if not RECORD_TITLES.on:
        return kept
    columns, numbers, titles = page.columns, _records_kept(page, kept), page.cached(TitleRows)
    rows = np.array(list(map(titles.title_row, numbers.tolist())), np.intp)
    numbers, rows = numbers[rows >= 0], rows[rows >= 0]
    before = np.append(0, np.cumsum(kept))
    begins, stops = np.searchsorted(columns.text_rows, (rows, columns.end[rows]))
    untitled = before[begins] == before[stops]
    own, beside = _kept_chars(page, kept, numbers, rows)
    return _with_texts(page, kept.copy(), rows[untitled & (own >= np.maximum(WHOLE * beside, MIN_TEXT))])


def _records_kept(page: Page, kept: BoolArray) -> IndexArray:
    """The numbers of the first MAX_ENTRIES records of which something is kept."""
    records = page.cached(find_records)
    before = np.append(0, np.cumsum(kept))
    starts, stops = np.searchsorted(page.columns.text_rows, (records.firsts[:MAX_ENTRIES], records.ends[:MAX_ENTRIES]))
    return np.flatnonzero(before[stops] > before[starts])


def _kept_chars(
    page: Page, kept: BoolArray, numbers: IndexArray, titles: IndexArray
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of some records how many of their characters are kept, and how many they have beside their titles that are read
    (`entry_texts`) or kept. titles: the row of the title of each."""
    columns, records = page.columns, page.cached(find_records)
    rows, chars = columns.text_rows, columns.chars[columns.text_rows]
    own, read = (
        np.append(0, np.cumsum(chars * part, dtype=np.int64)) for part in (kept, kept | page.cached(entry_texts))
    )
    firsts, lasts = np.searchsorted(rows, (records.firsts[numbers], records.ends[numbers]))
    begins, stops = np.searchsorted(rows, (titles, columns.end[titles]))
    return own[lasts] - own[firsts], read[lasts] - read[firsts] - (read[stops] - read[begins])


def _with_texts(page: Page, kept: BoolArray, headings: IndexArray) -> BoolArray:
    """Adds the texts of some headings to what is kept, in place, and returns it; -1 is none."""
    columns = page.columns
    for heading in set(headings.tolist()) - {-1}:
        first, last = np.searchsorted(columns.text_rows, (heading, columns.end[heading]))
        kept[first:last] = True
    return kept


def listed_records(page: Page, kept: BoolArray) -> list[ListedRecord]:
    """The records of which a document has a node each: where the page is a list, and most of what is kept stands in
    them; else none.

    kept: bool, one for each of ``page.columns.text_rows``.
    """
    columns = page.columns
    rows = columns.text_rows
    chars, linked = columns.chars[rows] * kept, columns.linked[rows] > 0
    # Links are the titles of records, or buttons behind their texts that are left out.
    with_links = (chars * linked).sum() >= TITLES * chars.sum()
    if not kept.any() or not (with_links or _before_links(kept, linked)) or not _is_list(page):
        return []
    records = page.cached(find_records)
    if chars[records.holding(rows)].sum() <= MIN_RECORDS_SHARE * chars.sum():
        return []
    numbers, titles = page.cached(entry_numbers), page.cached(TitleRows)
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
    own_chars, own_links = linked_chars(columns, kept)[2:4]
    if own_links < LINKED * own_chars or not _is_list(page):
        return None
    rows = columns.text_rows[kept]
    record = page.cached(find_records).last_before(rows)
    found = np.zeros(len(kept), np.bool_)
    found[kept] = np.append(record[:1] >= 0, record[1:] > record[:-1])
    return found


def _is_list(page: Page, confidence: float = 0.0) -> bool:
    if is_thread(page):
        return False
    page_type = page.cached(find_page_type)
    return page_type.name in LISTS and page_type.confidence >= confidence


def unread_links(page: Page) -> BoolArray | None:
    """The text rows of the links of a list's entries that are not read, such as buttons, and in whose block nothing
    else is; None on other pages. To be asked for with ``page.cached``."""
    if not _is_list(page) or not len(records := page.cached(find_records)):
        return None
    columns = page.columns
    rows = columns.text_rows
    unread = records.holding(rows) & ~page.cached(entry_texts)
    block = np.unique(columns.block[rows], return_inverse=True)[1].reshape(-1)
    found: BoolArray = unread & columns.linked[rows] & (np.bincount(block, ~unread) == 0)[block]
    return found


def _with_post_titles(page: Page, kept: BoolArray, sure: bool) -> BoolArray:
    """What is kept, on a list with the headings of records of which most is kept: posts whose titles lead to them.

    sure: whether the method is. Then so are other pages of which most of what is kept stands in several such posts, as
    on the front page of a blog.
    """
    without = untitled_headings(page.columns, page.signature.path, kept, BEFORE) if POST_TITLES.on else None
    if not without:
        return kept
    is_list = _is_list(page)
    if not is_list and (not sure or len(without) < MIN_RECORDS or is_thread(page)):
        return kept
    records, headings = page.cached(find_records), np.array(without, np.intp)
    headings = headings[records.holding(headings)]
    numbers = records.last_before(headings)
    own, beside = _kept_chars(page, kept, numbers, headings)
    whole = own >= np.maximum(WHOLE * beside, MIN_TEXT if is_list else MIN_RECORD)
    if not is_list:
        posts = np.unique(numbers[whole], return_index=True)[1]
        chars = page.columns.chars[page.columns.text_rows][kept].sum()
        if len(posts) < MIN_RECORDS or own[whole][posts].sum() <= MIN_RECORDS_SHARE * chars:
            return kept
    return _with_texts(page, kept.copy(), headings[whole])


def _entries(page: Page, scores: NDArray[np.float32] | None) -> BoolArray:
    """The text rows of the entries of lists that are content, and of the headings above them. Links under a title such
    as "Most read" are none.

    scores: of each text row, where what other pages of the site repeat scores less; else None.
    """
    columns, records, read = page.columns, page.cached(find_records), page.cached(entry_texts)
    if not LISTED_ENTRIES.on:
        return np.zeros(len(read), np.bool_)
    rows, related = columns.text_rows, page.cached(BoilerplateRegions).rows("related")
    headings, related_ones = page.cached(record_headings)
    content = ~related_ones
    positions = np.flatnonzero(read if related is None else read & ~related[rows])
    record = records.last_before(rows[positions])
    if scores is not None:
        chars = columns.chars[rows[positions]].astype(np.float64)
        lists, n = records.lists[record], len(records.weights)
        likely = np.bincount(lists, chars * scores[positions], n) >= LEAST_SCORE * np.bincount(lists, chars, n)
        content &= likely[records.lists]
    menus = _menus(page)
    content &= ~menus[records.lists]
    found = np.zeros(len(read), np.bool_)
    found[positions] = content[record]
    return _with_texts(page, found, headings[content])


def _menus(page: Page) -> BoolArray:
    """For each list of a page whether it is a menu beside others: its records are short links and nothing else, and
    those of another list are more."""
    columns, records = page.columns, page.cached(find_records)
    n = len(records.weights)
    if not MENUS.on:
        return np.zeros(n, np.bool_)
    chars, linked = (
        np.append(0, np.cumsum(part, dtype=np.int64)) for part in (columns.chars, columns.chars * columns.linked)
    )
    sizes, links = (part[records.ends] - part[records.firsts] for part in (chars, linked))
    pictures = np.append(0, np.cumsum(_PICTURES[columns.tag]))
    pictured = pictures[records.ends] > pictures[records.firsts]
    counts = np.maximum(np.bincount(records.lists, minlength=n), 1)
    total, of_links = (np.bincount(records.lists, part, n) for part in (sizes, links))
    bare = (of_links >= BARE * total) & (total <= MAX_ITEM * counts)
    bare &= np.bincount(records.lists, pictured, n) < counts / 2
    return bare & bool((~bare).any())
