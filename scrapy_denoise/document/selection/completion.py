"""Things are kept or left whole: what a selection cut through is completed, before anything is rendered.

A step that all methods share, between their decision and the document. The published profiles are without it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import partial

import numpy as np

from scrapy_denoise.blocks.features.compiled import NOTES, class_id_pairs
from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.blocks.regions.post_bodies import named_posts
from scrapy_denoise.document.selection.compiled import (
    KeptRows,
    Step,
    all_found,
    boxed_codes,
    codes,
    described_lists,
    first_found,
    headings,
    leads,
    lines_above,
    linked_lists,
    lists,
    tables,
    terms,
)
from scrapy_denoise.document.selection.field_lists import cut_field_lists
from scrapy_denoise.document.selection.recipes import INGREDIENT_HEADINGS, recipe_parts
from scrapy_denoise.document.selection.references import is_documentation, references
from scrapy_denoise.document.selection.unread import LEFT_OUT
from scrapy_denoise.document.source.compiled import KnownKeys
from scrapy_denoise.document.source.data_tables import data_tables
from scrapy_denoise.document.source.stated_recipe import stated_recipe
from scrapy_denoise.methods.changed_rows import with_rows
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.methods.steps import COMPLETED, UNREAD
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import ExactWords, any_set

MAX_LINKED = 0.5
"""Share of a heading's characters in links up to which it is none of other pages."""

COMPLETES = "completes"
_HEADER_CELL, _ITEM = tags.CODES["th"], tags.CODES["li"]

_WHOLE = "part of a table, a list, a definition or a code that is content"
_TWICE = (
    "a mark that links to its own place, a formula or a code that stands there twice, numbers of lines, a button, a "
    "text for screen readers or for printing, the label of a control, the place of an advertisement, a "
    "module within an article, a text that stands there twice"
)
_LINE_OF_ADDRESS = b"\nhttp"
_ADDRESS = re.compile(rb"(?m)\nhttps?://[^\s]{4,200}$")
_NOTES = ExactWords({"notes": map(str.encode, NOTES)})
_NOTE_BOXES = tags.flags("div section aside ol ul dl footer")


def complete_structures(page: Page, found: Selection, without: Collection[str] = ()) -> Selection:
    """The selection with its tables, definitions and lists whole, and without what stands there twice.

    A data table of which enough is kept is kept with its header, its caption and every cell; so is
    one with header cells between two kept texts (of 18 such tables of all corpora of which less was kept, 14 are
    content by their gold), and so are specifications under a heading behind the first kept text (of 22 such tables of
    all corpora of which nothing was kept, 20 are content by their gold). So are, on a page of documentation, terms with
    descriptions under a heading. Preformatted text is kept whole too, and where it stands beside a kept text, or under
    a heading behind one, and so is code in a box with a label. The description of a term brings the term. A heading
    between two kept texts, a list in an item of the content, links and numbered lines under a line such as
    "References", notes right behind the content, the lead of an article, and the ingredients and the steps of a
    recipe, also where only the page's data says what they are, are content.

    What nobody reads is not (`scrapy_denoise.document.selection.unread`), and neither are modules within an article
    (`scrapy_denoise.document.selection.modules`), and a text where the page has it again
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
        more = part.texts_of(rows)
        if COMPLETIONS[number - 1].whole:
            whole = more if whole is None else whole | more
        kept = kept | more
        part = KeptRows(page, kept)
    for step, rows in all_found(LEFT_OUT if UNREAD.on and UNREAD.name not in without else (), part):
        less = part.texts_of(rows)
        left = kept & ~less
        kept = left if any_set(left) else kept
        if step.whole:
            whole = less if whole is None else whole | less
    if kept is found.kept or not any_set(kept != found.kept):
        return found
    return with_rows(found, kept, _WHOLE, _TWICE, (COMPLETED.name, UNREAD.name), whole)


def _tables(part: KeptRows, found: list[int]) -> list[int]:
    """Those of some tables that hold data. Those of a thread have header cells and no post: others lay out the posts,
    with a cell for what each says and one for its member."""
    if is_thread(part.page):
        columns = part.page.columns
        headers, posts = (columns.tag == _HEADER_CELL).nonzero()[0], named_posts(part.page).nonzero()[0]
        rows = np.array(found, np.intp)
        has_header, has_post = (
            inside.searchsorted(columns.end[rows]) > inside.searchsorted(rows) for inside in (headers, posts)
        )
        found = rows[has_header & ~has_post].tolist()
    return data_tables(part.page, found)


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
        away = np.append(0, np.cumsum(columns.in_subtrees(others.nonzero()[0])[columns.text_rows]))
        for row in linked:
            first, last = columns.text_rows.searchsorted((row, columns.end[row]))
            if away[first] == away[last] and any(map(str.isalpha, columns.text_of(row))):
                unlinked.append(row)
    return sorted(unlinked)


def _of_documentation(part: KeptRows, found: list[int]) -> list[int]:
    """What is content on documentation alone: the members of a class or the parts of a module, and indexes of what it
    describes."""
    return found if is_documentation(part.page) else []


def _addresses(part: KeptRows) -> list[int]:
    """The lines that are a link with its own address as its text, between two kept texts: what these are about. In an
    item of a list it says where what is named there is found."""
    columns = part.page.columns
    rows = columns.text_rows
    starts = [found.start() + 1 for found in _ADDRESS.finditer(columns.text)]
    places = columns.text_start[rows].searchsorted(starts, "right") - 1
    kept = np.pad(part.kept, 1)
    between = ~part.kept[places] & kept[places] & kept[places + 2] & columns.linked[rows[places]]
    chosen = rows[places[between]]
    items = columns.in_subtrees((columns.tag == _ITEM).nonzero()[0]) if len(chosen) else chosen
    found: list[int] = [row for row in chosen.tolist() if not items[row]]
    return found


def _notes(part: KeptRows) -> list[int]:
    """The notes at the foot of a text and the remarks in it, right behind a kept one."""
    columns, kept = part.page.columns, part.kept
    rows = np.array(part.page.cached(class_id_pairs).rows_with(_NOTES)[0], np.intp)
    rows = rows[_NOTE_BOXES[columns.tag[rows]]]
    before = columns.text_rows.searchsorted(rows) - 1
    found: list[int] = rows[(before >= 0) & kept[before]].tolist()
    return found


def _stated_recipe(part: KeptRows) -> list[int]:
    """The ingredients and steps that the page states and shows."""
    return stated_recipe(part.page, part.kept)


_LINES_ABOVE_REFERENCES = partial(lines_above, titles=KnownKeys(phrase_keys("reference_titles")))

COMPLETIONS = (
    Step("recipe_parts", COMPLETES, INGREDIENT_HEADINGS, recipe_parts, whole=True, measure="ingredients"),
    Step("stated_recipe", COMPLETES, _stated_recipe, whole=True, measure="ingredients"),
    Step("leads", COMPLETES, leads, measure="contract"),
    Step("lists", COMPLETES, lists, needed="lists", whole=True, measure="cases"),
    Step("references", COMPLETES, _LINES_ABOVE_REFERENCES, references, measure="cases"),
    Step("indexes", COMPLETES, linked_lists, _of_documentation, needed="lists", whole=True, measure="cases"),
    Step("tables", COMPLETES, tables, _tables, needed="tables", whole=True, measure="cells"),
    Step("field_lists", COMPLETES, cut_field_lists, whole=True, measure="cells"),
    Step("described_lists", COMPLETES, described_lists, _of_documentation, needed="terms", whole=True, measure="cells"),
    Step("terms", COMPLETES, terms, needed="terms", whole=True, measure="cells"),
    Step("codes", COMPLETES, codes, needed="codes", whole=True, measure="code"),
    Step("boxed_codes", COMPLETES, boxed_codes, needed="completed", whole=True, measure="cases"),
    Step("headings", COMPLETES, headings, _headings, needed="headings", measure="contract"),
    Step("addresses", COMPLETES, _addresses, within=_LINE_OF_ADDRESS, measure="cases"),
    Step("notes", COMPLETES, _notes, needed="completed", measure="cases"),
)
"""What is kept as a whole, in this order: each step sees what those before it have completed."""
