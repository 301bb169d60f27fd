"""How much speaks for the links at a path being the links of a list: what their records say, and where they stand."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.class_names import bit_of, name_families
from scrapy_denoise.document.entries.link_paths import (
    HEADINGS,
    MAX_PAGE_LINKS,
    LinkPaths,
    different_values,
    leads_to_profile,
    numbers,
)
from scrapy_denoise.document.entries.prices import may_have_price, price_in
from scrapy_denoise.document.links.link_kinds import is_headline
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray, IndexArray, IntArray
from scrapy_denoise.page.url import split_url
from scrapy_denoise.sites.sibling_links import is_action_url

FRAME, ASIDE = 0.5, 0.2
"""Shares of the page's text from which an element is no frame of the page, and nothing beside its content, whatever its
name says."""

UNLINKED = 0.2
"""Share of the page's text outside links from which an element whose name says that it is a menu or a footer is none:
"content-bottom" is where shops show their products."""

HALF = 0.5
"""Share of a list's records that must be in the frame, have headings, or have headlines, for the list to count so."""

DISTINCT = 0.6
"""Share of the texts of a list's links that differ from each other where they name its records."""

MIN_NAME = 3
"""Characters of such a name on average."""

MIN_DETAIL, MIN_RECORD = 20, 40
"""Least characters of a record without a heading, beside its link and in all, for its text to make it a record."""

MAIN, MIN_MAIN, MIN_BARE = 0.4, 5, 12
"""Share of the page's text in the records of a list from which it is what the page is about if it has no other list,
however little each says; least records of it, and least where they are links and nothing else: fewer are a menu."""

MIN_VALUE, ALL_ROWS = 3, 0.9
"""Characters beside a name in a row of a table, with the mark before it, and share of the rows of a list that have so
many, in cells of their own."""

MAX_LABEL = 30
"""Characters on average of links that say the same, such as "Read more", of which the records' other texts are told."""

MAX_ASKED, MAX_RECORD = 10, 200
"""Records of a list of which prices and addresses are read, and characters of each in which a price is looked for."""

MAX_ACTS = 3
"""Links of a path of which it is asked whether they do something: those of the records of a list are alike."""

MAX_WEIGHT = 300
"""Characters of a record that count for its list: one long record makes no list."""

UNNAMED, BESIDE, TITLED = 0.3, 0.3, 1.5
"""Factors of the weight of a list whose links say the same, such as "Read more", or numbers, or lead to profiles of
members, of one that is named as a side bar, an advertisement or related to the page, and of one with headings."""

HEADED, LONG, MAX_NAME = 1.1, 0.1, 100
"""Factors of the weight of a list whose links stand in headings or in terms of a ``dl``, and what is added to that of
one whose links have so many characters."""

MAX_OUTER = 20
"""Lists that weigh most and of which it is asked whether one holds the records of another."""

PER_SECTION = 1.5
"""Records of another list that the records of a list hold on average where they are sections."""

MAX_BETWEEN = 3
"""Characters between the links of a line that are marks such as "|"; more are running text."""

MAX_BEFORE = 20
"""Characters before a link in its line that are a date or a label; more are running text, where text follows too."""

MAX_LINE = 100
"""Characters before a link in its line that are running text, also where none follows."""

IN_MENU = 0.25
"""Share of the characters of a list's records in the middle up to which others side by side are those of a menu."""

MANY = 2
"""Texts of a list's records in the middle from which up to one, side by side with others, is that of a menu."""

MIN_BESIDE = 5
"""Records side by side in most of a list from which a short one elsewhere belongs to a menu."""

_DOCUMENT = re.compile(r"\.(?:pdf|ps|djvu|docx?|odt|rtf|pptx?|xlsx?)(?:\.gz)?\Z", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_FRAME = tags.flags("footer header aside select")
_NAV = tags.CODES["nav"]
_COMMENT = bit_of("comment")
_FRAME_NAMES = sum(map(bit_of, "navigation footer".split()))
_BESIDE_NAMES = sum(map(bit_of, "sidebar advertisement related sharing".split()))
_IMG = tags.CODES["img"]
_DT = tags.CODES["dt"]
_TR, _CELL = tags.CODES["tr"], tags.flags("td th")
_BR, _PRE = tags.CODES["br"], tags.CODES["pre"]


def list_weights(page: Page, links: LinkPaths) -> FloatArray:
    """How much speaks for the links of each path being a list: 0 where they are none."""
    columns = page.columns
    chars = np.append(0, np.cumsum(columns.chars, dtype=np.int64))
    sizes = chars[links.ends] - chars[links.firsts]
    linked = np.array(list(map(len, links.texts)))
    headings = np.append(0, np.cumsum(HEADINGS[columns.tag]))
    in_heading = columns.in_subtrees(np.flatnonzero(HEADINGS[columns.tag]))[links.rows]
    under_heading = links.mean(in_heading | (headings[columns.end[links.rows]] > headings[links.rows])) >= HALF
    with_heading = links.mean(headings[links.ends] > headings[links.firsts]) >= HALF
    of_path = numbers(links.starts, links.stops)
    counts = links.stops - links.starts
    different = different_values(of_path, links.names, len(counts))
    named = (different >= DISTINCT * counts) & (links.mean(linked) >= MIN_NAME)
    size = links.median(sizes)
    detailed = (size - links.mean(linked) >= MIN_DETAIL) & (size >= MIN_RECORD)
    titled = under_heading | with_heading
    unsure = (named & ~titled & ~detailed)[of_path].tolist()
    told = [asked and is_headline(text.lower()) for asked, text in zip(unsure, links.texts, strict=True)]
    headlines = links.mean(np.array(told)) >= HALF
    plain = named & ~titled & ~detailed & ~headlines
    priced = _priced(columns, links, plain & (size > links.mean(linked)))
    is_list = (named & (titled | headlines | detailed | priced)) | with_heading
    # Links such as "Edit" in the headings of sections, or beside them.
    of_headings = links.mean((in_heading & (linked > 0)) | _beside_a_heading(columns, links, linked)) >= HALF
    is_list &= named | ~of_headings
    breaks = _line_breaks(page, links)
    # Figures of an article, which link to large ones, have paragraphs between them.
    side_by_side = links.mean(links.ends > links.tops) < HALF
    labels = ~named & ~of_headings & (links.mean(linked) <= MAX_LABEL)
    labels &= side_by_side & _tell_others(columns, links, sizes - linked)
    within_a_line = _within_a_line(columns, links, linked, breaks, labels[of_path])
    running = _in_running_text(columns, links, chars, breaks)
    running |= _without_documents(links, within_a_line, side_by_side[of_path])
    around = columns.parent[links.firsts]
    in_frame = (
        _within_named(page, FRAME, _COMMENT, _FRAME)
        | _within_named(page, FRAME, _FRAME_NAMES, unlinked=UNLINKED)
        | columns.in_subtrees(np.flatnonzero(columns.tag == _NAV))
    )
    apart = (links.mean(running) < HALF) & (links.mean(in_frame[around]) < HALF)
    is_list &= apart
    if not is_list.any():
        # Where no list says more, that with most of the page's text is what the page is about; where the page has more
        # links than are read, with most of the text before the next.
        unread = np.flatnonzero(columns.link)[MAX_PAGE_LINKS:][:1]
        read = chars[unread[0] if len(unread) else -1]
        many = counts >= np.where(size > links.mean(linked), MIN_MAIN, MIN_BARE)
        is_list = plain & apart & many & (np.add.reduceat(sizes, links.starts) >= MAIN * read)
        if not is_list.any() and (plain & apart).any():
            is_list = plain & apart & (counts >= MIN_MAIN) & _are_rows(columns, links, sizes - linked)
    is_list |= labels & apart & ~_act(links, labels & apart)
    # Numbers, such as those of votes or reviews, name nothing; who wrote the records is not what they are.
    listed = is_list[of_path].tolist()
    in_words, profiles = (
        links.mean(np.array([one and bool(says(said)) for one, said in zip(listed, column, strict=True)])) >= HALF
        for says, column in ((_LETTER.search, links.texts), (leads_to_profile, links.urls))
    )
    beside = links.mean(_within_named(page, ASIDE, _BESIDE_NAMES)[around]) >= HALF
    total: FloatArray = np.add.reduceat(np.minimum(sizes, MAX_WEIGHT).astype(np.float64), links.starts)
    factors = (
        np.where(named & in_words & ~profiles, 1, UNNAMED) * np.where(titled, TITLED, 1) * np.where(beside, BESIDE, 1)
    )
    # Several links of the same records: the one in the heading, or else the longest, leads to what they are about.
    led = under_heading | (links.mean(columns.tag[links.firsts] == _DT) >= HALF)
    factors = factors * np.where(led, HEADED, 1) * (1 + LONG * named * np.minimum(links.mean(linked) / MAX_NAME, 1))
    return _without_sections(links, total * is_list * factors, titled | detailed)


def _priced(columns: Columns, links: LinkPaths, unsure: BoolArray) -> BoolArray:
    """For each path whether most records of its list have a price beside their link; false where it is not unsure."""
    found = np.zeros(len(unsure), np.bool_)
    rows, texts = columns.text_rows, columns.text
    for path in np.flatnonzero(unsure).tolist():
        own = slice(links.starts[path], min(links.stops[path], links.starts[path] + MAX_ASKED))
        begins, stops = np.searchsorted(rows, (links.firsts[own], links.ends[own]))
        spans = [
            (begin, stop)
            for begin, stop in zip(begins.tolist(), stops.tolist(), strict=True)
            if stop > begin
            and may_have_price(texts[columns.text_start[rows[begin]] : columns.text_stop[rows[stop - 1]]])
        ]
        if len(spans) >= HALF * len(begins):
            priced = [price_in(columns.text_between(begin, stop)[:MAX_RECORD])[0] for begin, stop in spans]
            prices = [text for text in links.texts[own] if price_in(text)[0]]
            found[path] = sum(map(bool, priced)) - len(prices) >= HALF * len(begins)
    return found


def _are_rows(columns: Columns, links: LinkPaths, beside: IntArray) -> BoolArray:
    """For each path whether its records are rows of a table with a name and another value each, in cells of their own.

    beside: characters of each record outside its link.
    """
    cells = np.append(0, np.cumsum(_CELL[columns.tag] & (columns.subtree_chars > 0)))
    several = (columns.tag[links.firsts] == _TR) & (cells[links.ends] - cells[links.firsts] > 1)
    found: BoolArray = links.mean(several & (beside >= MIN_VALUE)) >= ALL_ROWS
    return found


def _tell_others(columns: Columns, links: LinkPaths, beside: IntArray) -> BoolArray:
    """For each path whether the records around its links differ in what they say beside these, and have some text there
    or pictures with a caption: then links that say the same, or nothing, lead to what the records name.

    beside: characters of each record outside its link.
    """
    rows = columns.text_rows
    said = np.append(np.uint64(0), np.cumsum(columns.text_hash[rows], dtype=np.uint64))
    first, stop, begin, end = np.searchsorted(
        rows, (links.firsts, links.ends, links.rows, columns.end[links.rows].astype(np.intp))
    )
    others = np.unique(said[stop] - said[first] - (said[end] - said[begin]), return_inverse=True)[1].reshape(-1)
    of_path, counts = numbers(links.starts, links.stops), links.stops - links.starts
    pictures = np.append(0, np.cumsum(columns.tag == _IMG))
    pictured = links.mean(pictures[links.ends] > pictures[links.firsts]) >= HALF
    told = (links.median(beside) >= MIN_DETAIL) | (pictured & (links.median(beside) >= MIN_NAME))
    found: BoolArray = told & (different_values(of_path, others, len(counts)) >= DISTINCT * counts)
    return found


def _act(links: LinkPaths, asked: BoolArray) -> BoolArray:
    """For each path whether its links do something when they are asked for; false where it is not asked."""
    found = np.zeros(len(asked), np.bool_)
    for path in np.flatnonzero(asked).tolist():
        urls = links.urls[links.starts[path] : links.stops[path]][:MAX_ACTS]
        found[path] = sum(is_action_url(split_url(url)) for url in urls) >= HALF * len(urls)
    return found


def _without_documents(links: LinkPaths, running: BoolArray, side_by_side: BoolArray) -> BoolArray:
    """Links within lines, without those to documents in records side by side: the titles of papers stand behind their
    authors and before what printed them."""
    found = running.copy()
    for place in np.flatnonzero(running & side_by_side).tolist():
        found[place] = not _DOCUMENT.search(links.urls[place])
    return found


def _without_sections(links: LinkPaths, weights: FloatArray, told: BoolArray) -> FloatArray:
    """The weights, 0 for a list of sections: where another has several records in each of its own.

    told: of each path whether its records have headings, or say something.
    """
    heaviest = np.argsort(-weights, kind="stable")[:MAX_OUTER].tolist()
    counts = (links.stops - links.starts).tolist()
    found = weights.copy()
    for outer in heaviest:
        if not weights[outer]:
            break
        own = slice(links.starts[outer], links.stops[outer])
        least = PER_SECTION * counts[outer]
        for inner in heaviest:
            if counts[inner] < least or inner == outer or not told[inner] or weights[inner] < HALF * weights[outer]:
                continue
            rows = links.rows[links.starts[inner] : links.stops[inner]]
            section = np.searchsorted(links.firsts[own], rows, side="right") - 1
            inside = (section >= 0) & (rows < links.ends[own][section])
            if inside.sum() >= least:
                found[outer] = 0
                break
    return found


def _line_breaks(page: Page, links: LinkPaths) -> BoolArray:
    """For each row whether it is a line break, or what stands in a ``pre`` behind a link up to its next line, as in the
    listing of a directory."""
    columns = page.columns
    found: BoolArray = columns.tag == _BR
    within = columns.in_subtrees(np.flatnonzero(columns.tag == _PRE))
    rows = links.rows[within[links.rows]]
    if len(rows):
        wanted = np.zeros(len(columns), np.bool_)
        wanted[rows] = True
        elements = page.elements(wanted)
        ending = [element is not None and "\n" in (element.tail or "") for element in map(elements.__getitem__, rows)]
        found[np.minimum(columns.end[rows[ending]], len(columns) - 1)] = True
    return found


def _in_running_text(columns: Columns, links: LinkPaths, chars: IntArray, is_break: BoolArray) -> BoolArray:
    """For each link whether its record is a part of a line: text and no line break stands between it and the next.

    chars: of the page up to each row. is_break: of each row.
    """
    breaks = np.append(0, np.cumsum(is_break))
    inside = links.firsts > columns.block_row[links.rows]
    found: BoolArray = inside & (chars[links.ends] - chars[links.tops] > MAX_BETWEEN)
    found &= breaks[links.ends] == breaks[links.tops]
    return found


def _beside_a_heading(columns: Columns, links: LinkPaths, linked: IntArray) -> BoolArray:
    """For each link whether its element has a heading and nothing else but marks, and its record goes on behind it.

    linked: characters of the links.
    """
    chars = np.append(0, np.cumsum(columns.chars, dtype=np.int64))
    in_headings = columns.chars * columns.in_subtrees(np.flatnonzero(HEADINGS[columns.tag]))
    headings = np.append(0, np.cumsum(in_headings, dtype=np.int64))
    heading = headings[links.tops] - headings[links.firsts]
    rest = chars[links.tops] - chars[links.firsts] - heading - linked
    found: BoolArray = (heading > 0) & (rest <= MAX_BETWEEN) & (links.ends > links.tops)
    return found


def _within_a_line(
    columns: Columns, links: LinkPaths, linked: IntArray, is_break: BoolArray, labels: BoolArray
) -> BoolArray:
    """For each link whether its line has text before and behind it that is no link, and more than in the link.

    linked: characters of the links. is_break: of each row whether it breaks a line. labels: whether it is one of those
    that say the same, such as "Read more": these may end a long line.
    """
    rows = columns.text_rows
    breaks = np.cumsum(is_break)
    keys = np.stack([columns.block[rows], breaks[rows]])
    begins = np.append(True, (keys[:, 1:] != keys[:, :-1]).any(axis=0))[: len(rows)]
    starts = np.append(np.flatnonzero(begins), len(rows))
    line = np.cumsum(begins) - 1
    chars = np.append(0, np.cumsum(columns.chars[rows] * ~columns.linked[rows], dtype=np.int64))
    first, stop = np.searchsorted(rows, (links.rows, columns.end[links.rows]))
    found = np.zeros(len(links.rows), np.bool_)
    filled = np.flatnonzero(stop > first)
    first, stop = first[filled], stop[filled]
    before = chars[first] - chars[starts[line[first]]]
    behind = chars[starts[line[stop - 1] + 1]] - chars[stop]
    goes_on = (behind > MAX_BETWEEN) | ((before > MAX_LINE) & ~labels[filled])
    found[filled] = (before > MAX_BEFORE) & goes_on & (before + behind > linked[filled])
    return found


def _within_named(
    page: Page, share: float, families: int, marked: BoolArray | None = None, unlinked: float = 1
) -> BoolArray:
    """For each row whether it stands in an element of these families or tags that holds less than a share of the page's
    text, and of its text outside links. Links that are cards (`_in_cards`) count as text."""
    columns = page.columns
    found = (page.cached(name_families) & families) > 0
    if marked is not None:
        found |= marked[columns.tag]
    found &= columns.subtree_chars < share * max(int(columns.subtree_chars[0]), 1)
    if unlinked < 1:
        rest = columns.subtree_sum(columns.chars * ~(columns.linked & ~_in_cards(columns)))
        found &= rest < unlinked * max(int(rest[0]), 1)
    found[0] = False
    return columns.in_subtrees(np.flatnonzero(found))


def _in_cards(columns: Columns) -> BoolArray:
    """For each row whether it stands in a link around a heading and a picture: a card that is a link as a whole."""
    headings, pictures = (columns.subtree_sum(part) for part in (HEADINGS[columns.tag], columns.tag == _IMG))
    found: BoolArray = columns.in_subtrees(np.flatnonzero((columns.link > 0) & (headings > 0) & (pictures > 0)))
    return found


def without_menus(columns: Columns, links: LinkPaths, own: IndexArray) -> IndexArray:
    """The records of a list without those side by side that say next to nothing beside the others: a menu at the path.
    The others are long, or have several texts each, where those of the menu have one, or links alone. Two or more may
    stand right before or behind the records, under their parent.

    own: the places of the records among the links.
    """
    sizes = _sizes(columns, columns.chars, links, own)
    texts = np.searchsorted(columns.text_rows, links.ends[own]) - np.searchsorted(columns.text_rows, links.firsts[own])
    usual, many = np.median(sizes), np.median(texts) > MANY
    links_only = sizes == _sizes(columns, columns.chars * columns.linked, links, own)
    bare = links_only & (sizes < HALF * usual) & (links_only.mean() < HALF)
    short = (sizes < IN_MENU * usual) | (many & (texts == 1)) | bare
    if not short.any() or (usual < MIN_RECORD and np.median(texts) < 2):
        return own
    parents = np.unique(columns.parent[links.firsts[own]], return_inverse=True)[1].reshape(-1)
    beside = np.bincount(parents)
    # One alone is that of a menu where others stand side by side.
    least = 1 if np.median(beside[parents]) >= MIN_BESIDE else 2
    menus = (np.bincount(parents, ~short) == 0) & (beside >= least)
    others = np.flatnonzero(~(bare & (sizes < IN_MENU * usual)))
    ends = np.zeros(len(own), np.bool_)
    # One alone may be the last record, which says less than the others.
    if len(others) and others[0] > 1:
        ends[: others[0]] = True
    if len(others) and others[-1] < len(own) - 2:
        ends[others[-1] + 1 :] = True
    found: IndexArray = own[~(menus[parents] | ends)]
    return found


def _sizes(columns: Columns, chars: NDArray[np.signedinteger], links: LinkPaths, own: IndexArray) -> IntArray:
    """How many of the characters of a page stand in each of some records. chars: of each row."""
    before = np.append(0, np.cumsum(chars, dtype=np.int64))
    found: IntArray = before[links.ends[own]] - before[links.firsts[own]]
    return found
