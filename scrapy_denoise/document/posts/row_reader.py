"""Reads the author, the time and the rating that a page states or shows among some of its rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.lexicon import lines_of
from scrapy_denoise.blocks.regions.bylines import is_poster_address, names_other_date, names_poster
from scrapy_denoise.blocks.regions.date_reader import find_dates
from scrapy_denoise.blocks.regions.from_now import find_from_now, tells_other_date
from scrapy_denoise.document.metadata.dates import DateReader
from scrapy_denoise.document.posts.names import name_in
from scrapy_denoise.document.source.elements import MAX_CLASS
from scrapy_denoise.document.source.ratings import MAX_LABEL, Rating, is_named, rating_in, rating_of
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import NameWords, collapse_whitespace, date_span
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.structured_data.microdata import text_of

MAX_ROWS = 2_000
"""The number of rows of a post's element in which its author and time are searched."""

BEFORE = 12
"""Characters before a date in which its time may stand."""

MAX_LINE = 80
"""The most characters of a line of a post's own text that can be its date."""

MAX_STATED = 20
"""Elements of a post that state an author of which the name is read, where those before have none."""

MAX_SHOWN = 20
"""Texts beside a post, and of its own, that may be its date and are read, the first of each."""

SHOWN_ON_PAGE, SHOWN_WITH_DATE = 200, 5
"""So many of these are read on one page, and so many more for each post that has its date among them: many texts with
figures in each of many posts are no dates."""

MAX_AUTHOR_LINKS = 5
"""Links in an element that is named as the author, among which the one to the profile is looked for."""

MAX_LINKS = 50
"""Links beside a post among which that to the account of who wrote it is looked for."""

MAX_INNER = 20
"""Elements in one that is named as the author, among which one that is named so too is looked for."""

_TIME = re.compile(r"T\d\d:")
_FIGURE = re.compile(r"\d")
_DATED = re.compile(r"\d(?:\d{3}|[\W_]*[^\W\d_]\D*\d\d|[./]\d\d?[./]\d\d)")
"""What every date with its year has: a year, or two figures of one behind a day and a month."""
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+")
_JOINING = re.compile(r"(?:^|[-_\s])(?:join(?:ed|[-_]?date)?|reg[-_]?date|registered)(?:$|[-_\s])", re.IGNORECASE)
"""The names of an element with the day on which a member has joined, as phpBB writes them in all languages."""
_ACCOUNT = re.compile(r"(?:https?://[^/?#]{1,260})?/@?([\w.-]{1,40})/?")
_NAME = re.compile(r"(?:[a-z]{1,3}[-_]|(?:comment|talkback|reply)[-_]?)?name", re.IGNORECASE)
"""The only class of the name of who wrote a post."""
AUTHOR_WORDS = NameWords({"author": "author name poster nick creator reviewer url fn"})
"""The class of an element that names an author has one of these words."""

_LINES = frozenset("div p ul ol li dl dt dd table tr h1 h2 h3 h4 h5 h6 section".split())
_QUOTES = tags.flags("blockquote q")


@attrs.frozen
class RowReader:
    """Reads author and time from the rows around one post. own: the rows of its text. first: the first of them.
    dates: shared by the readers of a page. figures: texts with figures among which its date is looked for.
    of_first_day: whether the first day that is shown is its date, though another has a time.

    Rows are given in document order; those of elements that state nothing may be left out. top: a quotation that begins
    there or behind it is one of somebody else."""

    page: Page
    elements: list[Element | None]
    own: frozenset[int]
    first: int
    dates: DateReader
    figures: int = MAX_ROWS
    of_first_day: bool = False

    def author(self, rows: Sequence[int], top: int) -> str:
        """What the page states as the author, what is named as one, or the text of a link to a profile.

        What stands in the post's own text comes last: it may be the name of somebody who is mentioned there.
        """
        stated, named, linked, cited, within = "", "", "", "", ""
        read = 0
        for row in rows:
            element = self.elements[row]
            if element is None or self._is_quoted(row, top):
                continue
            stated = name_in(name, known=True) if (name := element.get("data-author")) else ""
            if "author" in (element.get("itemprop") or "").split() or "author" in (element.get("rel") or "").split():
                read += 1
                stated = stated or (name_in(_stated_name(element), known=True) if read <= MAX_STATED else "")
            if stated:
                return stated
            is_named = _is_named(element)
            if self._holds_text(row):
                if is_named or (row < self.first and (_is_profile(element) or element.tag == "cite")):
                    within = within or name_in(_without_rank(element))
            elif is_named:
                named = named or name_in(_without_rank(element), known=True)
            elif not linked and _is_profile(element):
                linked = name_in(text_of(element))
            elif not cited and _is_cited(element):
                cited = name_in(text_of(element))
        return named or linked or cited or within

    def stated_around(self, rows: Sequence[int]) -> str:
        """The author that the first of some elements states in an attribute; empty where none does."""
        stated = (one.get("data-author") or "" for row in rows if (one := self.elements[row]) is not None)
        return next((name for text in stated if (name := name_in(text, known=True))), "")

    def account(self, rows: Sequence[int]) -> str:
        """The text of the first link beside the post's own text that leads to what it says, as GitHub's to its members
        do, or to the account in whose folder another link beside it leads, as on Forem that to the comment does."""
        beside = (self.elements[row] for row in rows if not self._holds_text(row))
        links = list(islice((link for link in beside if link is not None and link.tag == "a"), MAX_LINKS))
        addresses = [link.get("href") or "" for link in links]
        return next((name for link in links if (name := _account(link, addresses))), "")

    def other_texts(self, rows: range, titles: bool) -> Iterator[tuple[int, int]]:
        """The texts among some rows that are not the post's own: the path and the row of each. titles: headings too."""
        columns, paths = self.page.columns, self.page.signature.path
        first, last = np.searchsorted(columns.text_rows, (rows.start, rows.stop))
        for row in columns.text_rows[first:last].tolist():
            if row not in self.own and (titles or not tags.HEADINGS[columns.tag[columns.block_row[row]]]):
                yield int(paths[row]), row

    def published(self, rows: Sequence[int], top: int) -> str:
        """The date that is stated, or else shown, with its time rather than without; not that of joining or editing.

        What the post's own text shows comes last, and counts on a short line alone: some pages have no other place.
        """
        stated, shown = self._dates_among(rows, top)
        return stated or self._first_date(shown)

    def _dates_among(self, rows: Sequence[int], top: int) -> tuple[str, list[tuple[str, str]]]:
        """The date that is stated among some rows, or else the texts that may show one, the post's own last: each as it
        is, and with the end of the one before it."""
        columns, may_have_figures = self.page.columns, self.page.cached(rows_with_figures)
        last, last_has_figures = "", False
        of_other: bool | None = False  # whether the text before is the label of another date; None until it is asked
        shown: list[tuple[str, str]] = []
        own: list[tuple[str, str]] = []
        figures = 0
        for row in rows:
            if figures > self.figures:
                break
            element = self.elements[row]
            if element is None:
                is_own, is_long, has_figures = row in self.own, columns.chars[row] > MAX_LINE, may_have_figures[row]
                if is_own and (is_long or not (has_figures or last)):
                    last, last_has_figures, of_other = "", False, False
                    continue
                text, has_date = columns.text_of(row), False
                if has_figures or last_has_figures:
                    labelled = f"{last[-20:]} {text}"
                    dated = _DATED.search(labelled[:220])
                    counts = has_figures and any(map(str.isdigit, text))
                    if dated or counts:
                        # What stands behind a date, as that of an edit in parentheses, is not of it.
                        first = date_span(text)
                        label = f"{last} {text[: first[1]] if first else text}"
                        if names_other_date(label[-200:]) or _is_of_joining(self.elements[columns.parent[row]]):
                            has_date = tells_other_date(text[:MAX_LINE])
                        else:
                            figures += counts
                            if dated:
                                (own if is_own else shown).append((text, labelled if last else ""))
                # A label such as "Joined", whose date comes after it; the one of "Joined: Jan 2019" is in it.
                last = "" if is_own or is_long or has_date or (has_figures and date_span(text)) else text
                last_has_figures = bool(has_figures and last)
                of_other = None if last else False
                continue
            own_date = _is_published(element) and element.get("content")
            stated = element.get("datetime") or own_date or _date_of_item(element)
            title = element.get("title") or ""
            if not stated and not title:
                continue
            if of_other is None:
                of_other = names_other_date(last[-200:])
            if of_other:
                continue
            if stated and not self._is_quoted(row, top) and (date := self.dates.read(stated)):
                return date, []
            if _DATED.search(title[:100]) and (element.tag != "a" or self._may_be_dated(row)):
                figures += any(map(str.isdigit, title[:100]))
                shown.append((title[:100], ""))
        return "", [*shown[:MAX_SHOWN], *own[:MAX_SHOWN]]

    def _first_date(self, shown: list[tuple[str, str]]) -> str:
        """The first date with its time in texts, each given alone and behind its label; or else the first without.

        With `of_first_day` another day than the first one does not count.
        """
        found = ""
        for text, labelled in shown:
            if not self.dates.may_read_shown():
                break
            date = self.shown(text) or self.shown(labelled)
            found = found or date
            if _TIME.search(date) and (date[:10] == found[:10] or not self.of_first_day):
                found = date
                break
        if found:
            self.dates.shown += SHOWN_WITH_DATE
        return found

    def rating(self, rows: Sequence[int]) -> Rating | None:
        """The rating that is stated or shown among some rows."""
        columns = self.page.columns
        for row in rows:
            element = self.elements[row]
            if element is not None:
                found = rating_of(element)
            elif columns.chars[row] > MAX_LABEL:
                found = None
            else:
                above = self.elements[columns.parent[row]]
                found = rating_in(columns.text_of(row), above is not None and is_named(above))
            if found:
                return found
        return None

    def shown(self, text: str) -> str:
        """The first date in a text. That in an address is the day of the page to which it leads."""
        text = text[:200]
        if "://" in text or "www." in text:
            text = _ADDRESS.sub(" ", text)
        if not _DATED.search(text):
            return ""
        text = self.dates.plain(text)
        dates = (self.dates.day_of(one, text, max(one.start - BEFORE, 0)) for one in find_dates(text))
        # The other forms of dates are read on a line of their own alone.
        return next(filter(None, dates), "") or (self.dates.read(text) if len(text) <= MAX_LINE else "")

    def _may_be_dated(self, row: int) -> bool:
        """Whether the title of a link tells the date: in a post, where its text is a time (a figure, a day or a time
        from now), since that of a link to the journal of a member tells when that was written; always in an entry."""
        text = self.page.columns.text_of(row)[:MAX_LINE].strip().lower()
        is_told = text in lines_of("dateline_words", "days") or find_from_now(text) is not None
        return self.of_first_day or is_told or not text.isascii() or not text or any(map(str.isdigit, text))

    def _holds_text(self, row: int) -> bool:
        """True if an element holds some of the post's text."""
        return not self.own.isdisjoint(range(row, min(int(self.page.columns.end[row]), row + 20)))

    def _is_quoted(self, row: int, top: int) -> bool:
        """True if a row is inside a quotation that begins at the row `top` or behind it."""
        return self.page.cached(_quotations)[row] >= top


def rows_with_figures(page: Page) -> NDArray[np.bool_]:
    """For each row whether its text has a digit, or letters beyond ASCII, among which others may be. To be asked for
    with ``page.cached``."""
    columns = page.columns
    beyond = columns.text_stop - columns.text_start != columns.chars
    found: NDArray[np.bool_] = beyond | (columns.mask_hash != columns.text_hash)
    return found


def _quotations(page: Page) -> list[int]:
    """For each row that of the innermost quotation that holds it, itself included; -1 where none does."""
    columns, found = page.columns, [-1] * len(page.columns)
    around: list[int] = []
    at = 0
    # Each row is written once: quotations within each other may be as many as a page is deep.
    for row in (*_QUOTES[columns.tag].nonzero()[0].tolist(), len(found)):
        while around and (end := int(columns.end[around[-1]])) <= row:
            found[at:end] = [around.pop()] * (end - at)
            at = end
        if around:
            found[at:row] = [around[-1]] * (row - at)
        at = row
        around.append(row)
    return found


def _is_profile(element: Element) -> bool:
    """True if an element is a link to the profile of a member."""
    return element.tag == "a" and is_poster_address(element.get("href") or "")


def _account(link: Element, addresses: list[str]) -> str:
    """The text of a link that says nothing but the only step of its address, or in whose folder one of some addresses
    is."""
    account = _ACCOUNT.fullmatch(link.get("href") or "")
    if account is None:
        return ""
    text = text_of(link).strip().removeprefix("@")
    folder = f"{account[0].rstrip('/')}/"
    is_account = text.casefold() == account[1].casefold() or any(
        address.startswith(folder) and len(address) > len(folder) for address in addresses
    )
    return name_in(text) if is_account else ""


def _is_cited(element: Element) -> bool:
    """True if an element is one that templates write around a name above words: WordPress around that of a reader, with
    the link to the reader's site, phpBB 2 around that of a member. A label before such a link ("Pingback:") says that
    it names a page."""
    if element.tag == "cite":
        return True
    classes = (element.get("class") or "").split()
    if classes == ["url"] and "external" in (element.get("rel") or ""):
        parent = element.getparent()
        return parent is None or not (parent.text or "").rstrip().endswith(":")
    return "fn" in classes or (len(classes) == 1 and _NAME.fullmatch(classes[0]) is not None)


def _without_rank(element: Element) -> str:
    """The text of an element that is named as the author, without the rank or the number of points after the name: that
    of the link to a profile in it, or of what is named so in it."""
    text = text_of(element)
    links = (link for link in islice(element.iter("a"), MAX_AUTHOR_LINKS) if _is_profile(link))
    link = next((link for link in links if text_of(link).strip()), None)  # the first may be around the portrait
    inner = [link] if link is not None else filter(_is_named, islice(element.iterdescendants(), MAX_INNER))
    names = [name for one in inner if (name := text_of(one).strip()) and text.lstrip().startswith(name)]
    return min(names, key=len, default="") or _first_line(element) or text


def _first_line(element: Element) -> str:
    """The first block of an element that has several, without the account behind a linked name ("Anna @anna"), where
    it can be a name; else empty."""
    line, is_first = "", False
    for event, node in islice(_events(element), 2 * MAX_INNER):
        if node.tag in _LINES and node is not element and line.strip():
            is_first = True
            break
        line += (node.text if event == "start" else node.tail if node is not element else "") or ""
    if not is_first:
        return ""
    linked = next((name for link in islice(element.iter("a"), 1) if (name := text_of(link).strip())), "")
    name, _, behind = collapse_whitespace(line).strip().partition(linked) if linked else (line, "", "")
    found = linked if not name and behind.lstrip().startswith("@") else line
    return found if len(name_in(found)) > 1 else ""


def _events(element: Element) -> Iterator[tuple[str, Element]]:
    """The starts and ends of the elements in one, and its own."""
    yield "start", element
    for inner in element:
        if isinstance(inner.tag, str):
            yield from _events(inner)
    yield "end", element


def _is_named(element: Element) -> bool:
    """Whether a class names an element as the author."""
    return names_poster(element.get("class") or "")


def _is_published(element: Element) -> bool:
    return not {"datePublished", "dateCreated"}.isdisjoint((element.get("itemprop") or "").split())


def _is_of_joining(element: Element | None) -> bool:
    return element is not None and _JOINING.search((element.get("class") or "")[:MAX_CLASS]) is not None


def _date_of_item(element: Element) -> str:
    """The date in the ``meta`` of an item of microdata, which are no rows; empty where there is none."""
    if not element.get("itemtype"):
        return ""
    stated = islice(element.iterchildren("meta"), MAX_STATED)
    return next((date for meta in stated if _is_published(meta) and (date := meta.get("content"))), "")


def _stated_name(element: Element) -> str:
    """The name in an element that states an author."""
    named = next((inner for inner in islice(element.iter(), MAX_ROWS) if inner.get("itemprop") == "name"), element)
    return named.get("content") or _without_rank(named)
