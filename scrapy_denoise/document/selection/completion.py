"""Things are kept or left whole: what a selection cut through is completed, before anything is rendered.

A step that all methods share, between their decision and the document. The published profiles are without it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.features.compiled import BOXES, MEMBERS, NOTES, class_id_pairs
from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.regions.boilerplate import BoilerplateRegions, is_thread
from scrapy_denoise.blocks.regions.bylines import SENTENCE_END
from scrapy_denoise.blocks.regions.post_bodies import named_posts
from scrapy_denoise.document.selection.codes import boxed_codes
from scrapy_denoise.document.selection.compiled import (
    MAX_LIST_LINE,
    BlockBehind,
    KeptRows,
    Step,
    all_found,
    codes,
    cut_lists,
    described_lists,
    first_found,
    headings,
    headings_of,
    listed_sections,
    lists,
    lists_behind_lines,
    lists_of_links,
    sections_between,
    tables,
    terms,
    without_unread,
)
from scrapy_denoise.document.selection.field_lists import cut_field_lists
from scrapy_denoise.document.selection.json_ld_article import stated_vacancy
from scrapy_denoise.document.selection.lists import unread_links
from scrapy_denoise.document.selection.questions import QUESTIONS
from scrapy_denoise.document.selection.recipes import recipe_parts
from scrapy_denoise.document.selection.unread import LEFT_OUT
from scrapy_denoise.document.source.compiled import KnownKeys, page_addresses
from scrapy_denoise.document.source.data_tables import LAYOUT, data_tables
from scrapy_denoise.document.source.decks import leads
from scrapy_denoise.document.source.elements import rows_of_class
from scrapy_denoise.methods.changed_rows import with_rows
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.methods.steps import COMPLETED, NEVER_COMPLETED, UNREAD
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.compiled import ExactWords, any_set, match_key
from scrapy_denoise.page.url import split_url
from scrapy_denoise.sites.site_key import domain_key

MAX_LABEL = 60
"""Characters of the label of a box, such as "Note" or "Before you begin"."""

MAX_LINKED = 0.5
"""Share of a heading's characters in links up to which it is none of other pages."""

MAX_OPENING, MAX_CORRECTION, MAX_CORRECTIONS = 100, 800, 4
"""Characters of a line that opens a note of correction, those of a block of it, and such blocks."""

COMPLETES = "completes"

_WHOLE = "part of a table, a list, a definition or a code that is content"
_TWICE = (
    "a mark that links to its own place, a footnote of a wiki, a formula or a code that stands there twice, the name "
    "of a language, numbers of lines, a button, a text for screen readers or for printing, the label of a quotation's "
    "control, the place of an advertisement, a module within an article, a text that stands there twice"
)
_APART = ExactWords({"boxes": map(str.encode, BOXES), "notes": map(str.encode, NOTES)})
_MEMBERS = re.compile(rb"(?<![\w-])(?:[\w-]{0,40}[-_])?(?:%s)(?![\w-])" % "|".join(MEMBERS).encode())
"""In the names of what documentation sets around the signature of a member, and around the members of a class that it
sets out as a grid. Forums call so what their members have below each post."""

_ITEMS = tags.flags("li dd")
_LETTERS = {*b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 0xD0, 0xD1, *range(0xE5, 0xE9)}
"""The bytes with which letters alone begin in UTF-8: Latin, most Cyrillic and most Han ones."""

NO_LETTERS = bytes(byte for byte in range(256) if byte not in _LETTERS)
"""The bytes with which a numbered line may begin."""

_NUMBERED = re.compile(r"\W{0,2}\d{1,3}[.)\]］]")
_HEADER_CELL = tags.CODES["th"]
_NOTE_BOXES = tags.flags("div section aside ol ul dl footer")


def complete_structures(page: Page, found: Selection, without: Collection[str] = ()) -> Selection:
    """The selection with its tables, definitions and lists whole, and without what stands there twice.

    A data table of which enough is kept is kept with its header, its caption and every cell; so is
    one with header cells between two kept texts (of 18 such tables of all corpora of which less was kept, 14 are
    content by their gold), and so are specifications under a heading behind the first kept text (of 22 such tables of
    all corpora of which nothing was kept, 20 are content by their gold). So are, on a page of documentation, terms with
    descriptions under a heading, signatures and grids of members, and lists of steps and terms that are kept half.
    Preformatted text is kept whole too, and where it stands beside a kept text, or under a heading behind one; so is
    code in a box with a label. The description of a term brings the term, a note
    set apart brings its label. A heading between two kept texts, notes right behind the content, a list in an item of
    it, a list that follows a heading of the content, headings with lists without links between two kept texts, links
    and numbered lines under a line such as "References", a list of links to other sites between two kept texts,
    questions right above kept answers, the lead of an article, its notes of correction, the ingredients and the steps
    of a recipe, and what the page states as the description of a vacancy, are content.

    Marks that link to their own heading are not, nor what is shown of a formula whose source the page has too, what a
    highlighter has made of a code that stands beside it, the name of a code's language above it, the numbers of lines
    of code where the selection leaves out others of the page, the buttons beside the text of a heading, short texts
    that only screen readers read out, and what else nobody reads (`scrapy_denoise.document.selection.unread`), modules
    within an article (`scrapy_denoise.document.selection.modules`), and a text where the page has it again
    (`scrapy_denoise.document.selection.repeats`).

    without: COMPLETED or UNREAD by name, for the selection without what the one or the other group of steps does.
    """
    kept, whole = found.kept, None
    part = KeptRows(page, kept)
    if not part.any:
        return found
    number = 0 if COMPLETED.on and COMPLETED.name not in without else len(COMPLETIONS)
    while (completed := first_found(COMPLETIONS, number, part)) is not None:
        number, rows = completed
        more = _completing(page, part.texts_of(rows))
        if COMPLETIONS[number - 1].whole:
            whole = more if whole is None else whole | more
        kept = kept | more
        part = KeptRows(page, kept)
    for step, rows in all_found(LEFT_OUT if UNREAD.on and UNREAD.name not in without else (), part):
        kept = without_unread(part, kept, rows)
        if step.whole:
            less = part.texts_of(rows)
            whole = less if whole is None else whole | less
    if kept is found.kept or not any_set(kept != found.kept):
        return found
    return with_rows(found, kept, _WHOLE, _TWICE, (COMPLETED.name, UNREAD.name), whole)


def _completing(page: Page, more: BoolArray) -> BoolArray:
    """The text rows to add without those that complete nothing: of signatures below posts, which tables hold, of
    consent dialogs, and of the buttons of entries, which tables hold too."""
    if not NEVER_COMPLETED.on:
        return more
    never = page.cached(_signatures_and_dialogs)
    if never is not None:
        more = more & ~never
    linked = any_set(more & page.columns.linked[page.columns.text_rows])
    # Whether a page is a list is asked where it has such texts: that takes longer than most steps.
    buttons = page.cached(unread_links) if linked else None
    return more if buttons is None else more & ~buttons


def _signatures_and_dialogs(page: Page) -> BoolArray | None:
    regions, texts = page.cached(BoilerplateRegions), page.columns.text_rows
    found = [rows[texts] for kind in ("signature", "consent") if (rows := regions.rows(kind)) is not None]
    return np.logical_or.reduce(found) if found else None


def _tables(part: KeptRows) -> list[int]:
    candidates = tables(part, LAYOUT, _titles_of_specifications())
    if candidates and is_thread(part.page):
        candidates = _tables_within_posts(part.page, candidates)
    found = data_tables(part.page, candidates) if candidates else []
    return found + headings_of(part, found)


@cache
def _titles_of_specifications() -> KnownKeys:
    return KnownKeys(phrase_keys("specification_titles"))


def _tables_within_posts(page: Page, tables_of_page: list[int]) -> list[int]:
    """Those of a thread's tables that hold data: with header cells and without a post. Others lay out the posts, with
    a cell for what each says and one for its member."""
    columns = page.columns
    posts, headers = np.flatnonzero(named_posts(page)), np.flatnonzero(columns.tag == _HEADER_CELL)
    rows = np.array(tables_of_page, np.intp)
    ends = columns.end[rows]

    def counts(inside: NDArray[np.intp]) -> NDArray[np.intp]:
        return np.searchsorted(inside, ends) - np.searchsorted(inside, rows)

    found: list[int] = rows[(counts(headers) > 0) & (counts(posts) == 0)].tolist()
    return found


def _leads(part: KeptRows) -> BoolArray | list[int]:
    """The text rows of the leads of an article."""
    if not (spans := leads(part.page, part.kept)):
        return []
    found = np.zeros(len(part.kept), np.bool_)
    for first, last in spans:
        found[first:last] = True
    return found


def _labels(part: KeptRows) -> list[int]:
    """The texts with which boxes of kept text begin."""
    columns = part.page.columns
    found: list[int] = []
    boxes = np.array(part.page.cached(_boxes_and_notes)[0], np.intp)
    if not len(boxes):
        return found
    texts, kept = columns.text_rows, part.kept
    bounds = np.searchsorted(texts, np.stack((boxes, columns.end[boxes]), 1))
    following = np.append(np.flatnonzero(kept), len(texts))
    ends = following[np.searchsorted(following, bounds[:, 0])]
    for (first, last), end in zip(bounds.tolist(), ends.tolist(), strict=True):
        if not first < end < min(last, first + MAX_LABEL):  # each text has a character at least
            continue
        label = texts[first:end]
        if columns.chars[label].sum() <= MAX_LABEL and not columns.linked[label].any():
            found += label.tolist()
    return found


def _references(part: KeptRows, behind: list[tuple[int, int]]) -> list[int]:
    """The lists that are not kept whole right behind a line that says that they are references, with that line: one
    that is kept, or a heading right behind a kept text. behind: see `lists_behind_lines`."""
    return [
        row
        for lines in behind
        if match_key(part.page.columns.text_of(lines[1])) in phrase_keys("reference_titles")
        for row in reversed(lines)
    ]


def _numbered_notes(part: KeptRows, behind: list[int]) -> list[int] | BoolArray:
    """The text rows of the numbered lines behind the last kept text, in the same element, under a line that says that
    they are references, with that line. behind: the block with that text."""
    last = behind[0]
    columns, blocks, text = part.page.columns, part.page.cached(TextBlocks), part.text_of_block
    titles = (block for block in (last, last + 1) if block < len(blocks) and blocks.chars[block] <= MAX_LIST_LINE)
    title = next((block for block in titles if match_key(text(block)) in phrase_keys("reference_titles")), -1)
    if title < 0:
        return []
    around = columns.parent[blocks.element_row]
    stop = title + 1
    while stop < len(blocks) and around[stop] == around[title] == around[last] and _NUMBERED.match(text(stop)):
        stop += 1
    found = np.zeros(len(columns.text_rows), np.bool_)
    found[blocks.first[title] : blocks.stops[stop - 1]] = stop > title + 1
    return found


def _corrections(part: KeptRows, behind: list[int]) -> list[int] | BoolArray:
    """The text rows of the notes of correction right behind the last kept text of an article: of blocks that begin as
    such notes do, and of one behind each that is an opening line and no sentence. behind: the block with that text."""
    start = stop = behind[0] + 1
    page, blocks = part.page, part.page.cached(TextBlocks)
    columns = page.columns
    opened = False
    while stop < min(len(blocks), start + MAX_CORRECTIONS):
        text = part.text_of_block(stop)
        opens = text.lower().startswith(_correction_notes())
        if not (opens or opened) or blocks.chars[stop] > MAX_CORRECTION:
            break
        if columns.linked[columns.text_rows[blocks.first[stop]]]:
            break
        opened = opens and len(text) <= MAX_OPENING and not SENTENCE_END.search(text)
        stop += 1
    if start == stop or page.cached(find_page_type).name != "article":
        return []
    found = np.zeros(len(columns.text_rows), np.bool_)
    found[blocks.first[start] : blocks.stops[stop - 1]] = True
    return found


@cache
def _correction_notes() -> tuple[str, ...]:
    return tuple(phrases("correction_notes"))


def _firsts_of_notes() -> bytes:
    """The bytes with which such notes may begin."""
    return bytes({form.encode()[0] for note in _correction_notes() for form in (note[0], note[0].upper())})


def _links_elsewhere(part: KeptRows, found: list[int]) -> list[int]:
    """Of the lists of links of which nothing is kept, between two kept texts, those that lead to other sites alone: a
    page recommends its own. Links for sharing have the address of the page in theirs."""
    page = part.page
    own = split_url(page.url).netloc
    if not own:
        return []
    links, addresses = page.links, page.cached(page_addresses)
    site = domain_key(page.url or "")

    def leads_elsewhere(link: int) -> bool:
        address = addresses.page(links[link][0])
        return own not in address and domain_key(address) not in ("", site)

    return [
        row
        for row in found
        if all(leads_elsewhere(link) for link in range(row, int(page.columns.end[row])) if link in links)
    ]


def _headings(part: KeptRows, found: list[int]) -> list[int]:
    """Of the headings between two texts that are kept those that are content; in a thread they are those of its posts.
    A link to a place of the page opens what stands below, as the questions do on a page of questions and answers; a
    number is none of these."""
    page = part.page
    if is_thread(page):
        return []
    unlinked = headings(part, MAX_LINKED)
    if linked := set(found).difference(unlinked):
        columns, links = page.columns, page.links
        others = np.zeros(len(columns), np.bool_)
        others[[row for row, (href, _) in links.items() if not href.startswith("#")]] = True
        away = np.append(0, np.cumsum(columns.in_subtrees(np.flatnonzero(others))[columns.text_rows]))
        for row in linked:
            first, last = np.searchsorted(columns.text_rows, (row, columns.end[row]))
            if away[first] == away[last] and any(map(str.isalpha, columns.text_of(row))):
                unlinked.append(row)
    return sorted(unlinked)


def _outside_threads(part: KeptRows, found: list[int]) -> list[int]:
    return [] if is_thread(part.page) else found


def _of_documentation(part: KeptRows, found: list[int]) -> list[int]:
    """What is content on documentation alone: the members of a class or the parts of a module, and the sections between
    two kept ones. Between the sections of other pages there are advertisements and other stories too."""
    return found if _is_documentation(part.page) else []


def _is_documentation(page: Page) -> bool:
    return page.cached(find_page_type).name == "documentation"


def _members(part: KeptRows) -> list[int]:
    """On a page of documentation the signatures, the grids and the parameters of members that are not kept whole,
    between two kept texts or right behind one."""
    page, kept = part.page, part.kept
    if not _is_documentation(page):
        return []
    columns = page.columns
    named = _MEMBERS.finditer(columns.class_id_values)
    rows = np.flatnonzero(rows_of_class(page, [match.start() for match in named]))
    texts, sums = columns.text_rows, np.append(0, np.cumsum(kept))
    first, last = np.searchsorted(texts, rows), np.searchsorted(texts, columns.end[rows])
    own = sums[last] - sums[first]
    beside = (sums[first] > 0) & ((sums[last] < sums[-1]) | kept[np.maximum(first - 1, 0)] | (own > 0))
    found: list[int] = rows[(own < last - first) & beside].tolist()
    return found


def _steps(part: KeptRows, cut: list[int]) -> list[int]:
    """On a page of documentation the lists of steps or terms of which half of the items or more is kept. cut: those
    that are not kept whole."""
    columns = part.page.columns
    if not _is_documentation(part.page):
        return []
    texts, sums = columns.text_rows, np.append(0, np.cumsum(part.kept))
    found = []
    for row in cut:
        inner = slice(row, int(columns.end[row]))
        items = row + np.flatnonzero(_ITEMS[columns.tag[inner]] & (columns.parent[inner] == row))
        begin, end = np.searchsorted(texts, items), np.searchsorted(texts, columns.end[items])
        if 2 * np.count_nonzero(sums[end] > sums[begin]) >= len(items):
            found.append(row)
    return found


def _notes(part: KeptRows) -> list[int]:
    """The notes at the foot of a text, right behind a kept one."""
    columns, kept = part.page.columns, part.kept
    rows = np.array(part.page.cached(_boxes_and_notes)[1], np.intp)
    rows = rows[_NOTE_BOXES[columns.tag[rows]]]
    before = np.searchsorted(columns.text_rows, rows) - 1
    found: list[int] = rows[(before >= 0) & kept[before]].tolist()
    return found


def _boxes_and_notes(page: Page) -> list[list[int]]:
    """The elements whose class or id says that they are set apart under a label, and those that it calls notes."""
    return page.cached(class_id_pairs).rows_with(_APART)


COMPLETIONS = (
    Step("recipe_parts", COMPLETES, recipe_parts, whole=True, measure="ingredients"),
    Step("stated_vacancy", COMPLETES, stated_vacancy, whole=True),
    Step("leads", COMPLETES, _leads),
    Step("documentation_sections", COMPLETES, sections_between, _of_documentation),
    Step("listed_sections", COMPLETES, listed_sections, _outside_threads, needed="headings"),
    Step("lists", COMPLETES, lists, needed="lists", whole=True),
    Step("references", COMPLETES, lists_behind_lines, _references, needed="lists"),
    Step("corrections", COMPLETES, BlockBehind(_firsts_of_notes(), 1).last_kept, _corrections),
    Step("numbered_notes", COMPLETES, BlockBehind(NO_LETTERS, 2).last_kept, _numbered_notes),
    Step("links_elsewhere", COMPLETES, lists_of_links, _links_elsewhere, needed="lists"),
    Step("tables", COMPLETES, _tables, needed="tables", whole=True, measure="cells"),
    Step("field_lists", COMPLETES, cut_field_lists, whole=True, measure="cells"),
    Step("described_lists", COMPLETES, described_lists, _of_documentation, needed="terms", whole=True, measure="cells"),
    Step("terms", COMPLETES, terms, needed="terms", whole=True, measure="cells"),
    Step("members", COMPLETES, _members, needed="members", whole=True),
    Step("cut_lists", COMPLETES, cut_lists, _steps, needed="lists terms", whole=True),
    Step("codes", COMPLETES, codes, needed="codes", whole=True, measure="code"),
    Step("boxed_codes", COMPLETES, boxed_codes, needed="completed", whole=True, measure="code"),
    Step("labels", COMPLETES, _labels, needed="completed"),
    Step("headings", COMPLETES, headings, _headings, needed="headings"),
    *QUESTIONS,
    Step("notes", COMPLETES, _notes, needed="completed"),
)
"""What is kept as a whole, in this order: each step sees what those before it have completed."""
