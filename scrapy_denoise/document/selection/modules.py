"""Modules within an article: cards of other stories, and what the page names as an offer or a notice of its own.

Most are left out by the scores of their blocks; of some a line or a paragraph is kept that reads like text.
"""

from __future__ import annotations

import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.class_names import class_id_pairs
from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.document.selection._unread import left_out_links, lines_of_links
from scrapy_denoise.document.selection.kept_rows import KeptRows
from scrapy_denoise.document.source.elements import page_elements
from scrapy_denoise.document.source.urls import page_addresses
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.text.match_key import match_key
from scrapy_denoise.page.url import split_url

MAX_SHARE = 0.3
"""Share of the kept characters up to which an element is a module of a text, and not the text; of those that are named
as modules also of all together."""

MAX_NAME = 5
"""Words of a name up to which it says what an element is: longer ones are made of headings and sentences."""

MAX_CARD = 700
"""Characters of a card, and nodes."""

MIN_HEADLINE = 15
"""Characters of the link with which a card begins."""

LINKED = 0.25
"""Characters of the links that are left out of a card, as a share of the kept ones, from which it is about these."""

MIN_ENTRIES = 5
"""Elements of one class beside each other with which a text ends, each of which begins with a link to another page of
the site, from which they are entries of a side bar or of other stories: so is each such run on 3,884 pages with gold.
Where other text follows, 5 of 9 are text."""

MAX_LINE, MAX_LABEL = 250, 40
"""Characters of a line that is a link to another article, and of the label before it or above it."""

MAX_CARDS, MAX_LEVELS = 200, 12
"""Links of a page around which a card is looked for, entries of which it is asked where they lead, and how far up."""

_MODULE = re.compile(
    rb"(?<![a-z])(?:related|cta(?![a-z]))|disclaimer|newsletter|nocontent|signup"
    rb"|(?:audio|clip|media|player|video)[-_]?transcript|closed[-_]?caption"
)
_LABEL = re.compile(rf"([^:：|»】]{{1,{MAX_LABEL}}})[:：|»】]")
_SEPARATORS = re.compile(rb"[-_]+")
_STATES = frozenset((b"has", b"no", b"with", b"without"))
"""Words of a name with which it says what an element holds, and not what it is."""

_PARTS = tags.flags("h1 h2 h3 h4 h5 h6 figcaption span a b i em strong table tr th td")
"""Elements that are no module by their name."""

_HEADINGS = tags.flags("h2 h3 h4 h5 h6")
_WHOLE = tags.flags("body main article table tr td ul ol dl")
"""Elements that are more than a card, and of which a card has none."""


def article_modules(part: KeptRows) -> list[int]:
    """The elements of an article that are no part of its text: those that are named as a module, cards of other pages,
    lines such as "Related: ..." that are links to these, links under a heading such as "Read more" in an element of
    their own, and entries of other stories behind the text."""
    page = part.page
    found = [*_named(page, part), *_cards(page, part), *_lines(part), *_titled(part), *_last_entries(page, part.kept)]
    if not found or page.cached(find_page_type).name != "article":
        return []
    return sorted(found)


def _named(page: Page, part: KeptRows) -> list[int]:
    """The elements that are named so: their classes, since ids are made of headings too."""
    names, columns = page.cached(class_id_pairs), page.columns
    named = [pair for pair in names.modules if _is_module(names.class_of(pair))]
    if not named:
        return []
    rows = np.array(names.rows_of(named), np.intp)
    rows = rows[~_PARTS[columns.tag[rows]]]
    chars = columns.chars[columns.text_rows] * part.kept
    own = _sums(columns, chars, rows)
    found = rows[(own > 0) & (own <= MAX_SHARE * chars.sum())]
    together = (chars * columns.within(found)[columns.text_rows]).sum()
    return found.tolist() if together <= MAX_SHARE * chars.sum() else []


def _is_module(classes: bytes) -> bool:
    for name in classes.lower().split():
        words = _SEPARATORS.split(name)
        if len(words) <= MAX_NAME and _STATES.isdisjoint(words) and _MODULE.search(name):
            return True
    return False


def _cards(page: Page, part: KeptRows) -> list[int]:
    """The small elements behind the first kept text that begin with a link to another page, which is left out as most
    of the card is, but for a text without a link: a card is left out whole."""
    found: list[int] = []
    headlines = _headlines(part)
    if not headlines:
        return found
    columns, kept, texts = page.columns, part.kept, page.columns.text_rows
    total = int(columns.chars[texts[kept]].sum())
    for link in headlines:
        if found and link < columns.end[found[-1]]:
            continue
        card = _card_around(columns, kept, link)
        if card < 0 or card <= texts[kept.argmax()]:
            continue
        first, last = np.searchsorted(texts, (card, columns.end[card])).tolist()
        chars, own = columns.chars[texts[first:last]], kept[first:last]
        dropped = (chars * (columns.linked[texts[first:last]] & ~own)).sum()
        before = chars[: int(np.searchsorted(texts, link)) - first]
        is_card = LINKED * chars[own].sum() <= dropped and chars[own].sum() <= MAX_SHARE * total
        if is_card and before.max(initial=0) < MIN_HEADLINE and _leads_elsewhere(page, link):
            found.append(card)
    return found


def _lines(part: KeptRows) -> list[int]:
    """The text rows of the kept lines that are a label such as "Related" and a link."""
    columns = part.page.columns
    found: list[int] = []
    for first, last, chars in lines_of_links(part, MAX_LINE):
        label = _LABEL.match(columns.text_between(first, last)[: MAX_LABEL + 1])
        if label and match_key(label[1]) in _labels() and chars <= len(label[0]) + 1:
            found += columns.text_rows[first:last].tolist()
    return found


def _titled(part: KeptRows) -> list[int]:
    """The small elements that have a kept heading such as "Read more" and, beside it, nothing but links."""
    columns = part.page.columns
    chars = columns.subtree_chars
    headings = np.flatnonzero(_HEADINGS[columns.tag] & (chars > 0) & (chars <= MAX_LABEL))
    headings = headings[chars[columns.parent[headings]] <= MAX_CARD]
    found: list[int] = []
    for heading in headings.tolist():
        first, last = _texts_in(columns, heading)
        if not part.kept[first] or match_key(columns.text_between(first, last)) not in _titles():
            continue
        above = heading
        for _ in range(MAX_LEVELS):
            above = int(columns.parent[above])
            if above < 0 or chars[above] > chars[heading]:
                break
        if above < 0 or not chars[heading] < chars[above] <= MAX_CARD or _WHOLE[columns.tag[above]]:
            continue
        begin, end = _texts_in(columns, above)
        if columns.linked[columns.text_rows[[*range(begin, first), *range(last, end)]]].all():
            found.append(above)
    return found


def _last_entries(page: Page, kept: NDArray[np.bool_]) -> list[int]:
    """The elements of one class beside each other with which the kept text ends, where each begins with a link to
    another page of the site."""
    columns, texts = page.columns, page.columns.text_rows
    row = int(texts[len(kept) - 1 - int(kept[::-1].argmax())])
    for _ in range(MAX_LEVELS):
        row = int(columns.parent[row])
        if row < 0 or _WHOLE[columns.tag[row]]:
            break
        if not columns.names[row] or _first_link(columns, row) < 0:
            continue
        # Where links lead is asked last: it takes their elements.
        alike = (columns.names == columns.names[row]) & (columns.tag == columns.tag[row])
        entries = (alike & (columns.parent == columns.parent[row]) & (columns.subtree_chars > 0)).nonzero()[0]
        if not MIN_ENTRIES <= len(entries) <= MAX_CARDS:
            continue
        links = [_first_link(columns, entry) for entry in entries.tolist()]
        if min(links) < 0 or not all(_leads_elsewhere(page, link, within=True) for link in links):
            continue
        chars = columns.chars[texts] * kept
        if _sums(columns, chars, entries).sum() <= MAX_SHARE * chars.sum():
            return [entry for entry in entries.tolist() if kept[slice(*_texts_in(columns, entry))].any()]
    return []


def _first_link(columns: Columns, row: int) -> int:
    """The link of an element that the first text of the element is in; -1 where that is in none."""
    first, last = _texts_in(columns, row)
    text = int(columns.text_rows[first]) if first < last else row
    while text > row and not columns.link[text]:
        text = int(columns.parent[text])
    return text if columns.link[text] else -1


def _texts_in(columns: Columns, row: int) -> tuple[int, int]:
    """The first text row in an element, and one past its last, as positions."""
    first, last = columns.text_rows.searchsorted((row, columns.end[row])).tolist()
    return first, last


@cache
def _labels() -> frozenset[str]:
    return frozenset(map(match_key, phrases("related_labels")))


@cache
def _titles() -> frozenset[str]:
    """Headings of cards. Those of references of a text ("voir aussi") are none."""
    titles = (title for name in ("related_titles", "related_labels", "card_titles") for title in phrases(name))
    return frozenset(map(match_key, titles)).difference(map(match_key, phrases("reference_titles")))


def _headlines(part: KeptRows) -> list[int]:
    """The links behind the first kept text that are left out, with the length of a headline, and a kept text a little
    behind them."""
    return left_out_links(part, MIN_HEADLINE, MAX_CARD, MAX_CARDS)


def _card_around(columns: Columns, kept: NDArray[np.bool_], link: int) -> int:
    """The smallest element around a link in which a text is kept; -1 where it is more than a card."""
    row = link
    for _ in range(MAX_LEVELS):
        row = int(columns.parent[row])
        if row < 0 or columns.subtree_chars[row] > MAX_CARD or columns.end[row] - row > MAX_CARD:
            break
        if _WHOLE[columns.tag[row : columns.end[row]]].any():
            break
        first, last = np.searchsorted(columns.text_rows, (row, columns.end[row]))
        if kept[first:last].any():
            return row
    return -1


def _leads_elsewhere(page: Page, link: int, within: bool = False) -> bool:
    """Whether a link leads to another page. within: of the same host."""
    href = page.cached(page_elements).links.get(link, ("", ""))[0]
    address = page.cached(page_addresses).page(href).partition("#")[0]
    own = page.url or ""
    if within and split_url(address).netloc != split_url(own).netloc:
        return False
    return bool(address) and address != own.partition("#")[0]


def _sums(columns: Columns, values: NDArray[np.int32], rows: NDArray[np.intp]) -> NDArray[np.int64]:
    """The sum over the subtree of each of some rows. values: of each text row."""
    sums = np.append(0, np.cumsum(values, dtype=np.int64))
    first, last = np.searchsorted(columns.text_rows, (rows, columns.end[rows]))
    found: NDArray[np.int64] = sums[last] - sums[first]
    return found
