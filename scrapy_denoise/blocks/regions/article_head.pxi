"""The lines of a page's head that are fields of their own: its title, its dateline, its byline."""

import re

from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t

from scrapy_denoise.blocks.features.compiled cimport ClassIdPairs
from scrapy_denoise.page.compiled cimport A, B, BIG, CENTER, FONT, H1, H6, P, STRONG, NameWords, match_key, may_have_day
from scrapy_denoise.page.columns.buffers cimport Nodes, nodes_of
from scrapy_denoise.page.text.word_chars cimport is_alnum

from scrapy_denoise.blocks.regions.byline_labels import is_byline
from scrapy_denoise.blocks.regions.bylines import MAX_BYLINE_CHARS, SENTENCE_CLOSING, SENTENCE_ENDING
from scrapy_denoise.blocks.regions.datelines import is_dateline
from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.page.compiled import declared_parts
from scrapy_denoise.page.title.site_name import COLON

cdef double SAME = 0.85  # share of the letters of the longer of two titles that the shorter has, from which they are the same

cdef enum:
    HEAD = 12          # blocks of content among which the head of a page is looked for ...
    LEAD = 2           # ... up to the sentence with this number: a lead may stand between the title and the byline
    FOOT = 3           # blocks at the end of the content that may be a byline or a dateline too
    SENTENCE = 25      # characters of a sentence
    PARAGRAPH = 160    # characters from which a block without the end of a sentence is one too
    LONGEST = 640      # characters of a block that are read
    MAX_TITLE = 400    # characters of a title
    MAX_BETWEEN = 48   # bytes of a line that leads to a page, beside its links and the title
    MAX_DATES = 3      # datelines of a head; where more lines have dates, the dates are content
    MANY = 2           # other datelines, or bylines, at the path of one, with which it is that of an entry ...
    MAX_ALIKE = 8      # ... and lines there that are read
    MAX_HEADINGS = 20
    LEVELS = 4         # ancestors of a line that are looked at

cdef Py_ssize_t MAX_LINE = MAX_BYLINE_CHARS
cdef str ENDING = SENTENCE_ENDING, CLOSING = SENTENCE_CLOSING
cdef object AUTHOR = re.compile(rb"(?<![a-z])(?:author|byline|autor)(?:s|[-_]?name|[-_]?link)?[\s_\0-]")
cdef NameWords TITLE_WORDS = NameWords({"title": "title headline heading subject"})
cdef NameWords AUTHOR_WORDS = NameWords({"author": "author byline autor"})  # each match has one of them


def head_lines(page, kept not None):
    """The lines of the content that are the page's title, dateline or byline: of each the position of its first text
    row, one past its last one, and its type.

    kept: bool, one for each of ``page.columns.text_rows``. title: headings ``h1`` that say what the ``title`` element,
    ``og:title`` or a part of them says, and other blocks that do so before the first sentence; else a single ``h1``
    before it. date, author: short lines down to the second sentence of the content, headings before the first one, and
    its last lines. Linear in the rows, but for a bounded number of lines that are read.
    """
    cdef KeptBlocks parts = KeptBlocks(page.columns, kept)
    cdef bytes nodes = page.signature.nodes
    cdef Stated stated = Stated(page)
    cdef ClassIdPairs pairs = page.cached(class_id_pairs)
    cdef dict texts = {}
    cdef list titles = titles_of_headings(parts, texts, stated)
    if not titles:
        stated.add_behind_colon(page.titles.element[:MAX_TITLE])
    cdef list head = [], foot = [], found = [(*span, "title") for span in titles]
    cdef Py_ssize_t number
    cdef int sentences = 0
    for number in range(min(parts.n, HEAD + len(titles))):
        if any_holds(titles, parts.first(number)):
            continue
        if not sentences and says_title(parts, texts, number, stated) and is_set_apart(pairs, parts, texts, number):
            titles.append(parts.span(number))
            found.append((*parts.span(number), "title"))
        elif is_sentence(parts, texts, number):
            sentences += 1
            if sentences == LEAD:
                break
        elif not sentences or not parts.is_heading(number):  # below a sentence it heads a section
            head.append(number)
    for number in range(max(parts.n - FOOT, 0), parts.n):
        if number not in head and not parts.is_heading(number):
            foot.append(number)
    add_lines(found, nodes, pairs, parts, texts, head, False)
    add_lines(found, nodes, pairs, parts, texts, foot, True)
    return found


cdef str text_of(KeptBlocks parts, dict texts, Py_ssize_t number):
    """What a part says: read once."""
    cdef object text = texts.get(number)
    if text is None:
        text = texts[number] = parts.text(number, LONGEST)
    return text


cdef bint says_title(KeptBlocks parts, dict texts, Py_ssize_t number, Stated stated) except -1:
    cdef str text
    if ends_trail(parts, number, stated):
        return True
    if parts.has_more(number, 0, stated.most, LONGEST):
        return False
    text = text_of(parts, texts, number)
    return len(text) <= MAX_TITLE and stated.says(text)


cdef bint is_set_apart(ClassIdPairs pairs, KeptBlocks parts, dict texts, Py_ssize_t number) except -1:
    """Whether a line that says the title stands there as one. The first sentence of a note is its page's title too, and the
    first line of a post that of its thread: a line that goes on below in the same element, and a sentence in a paragraph,
    is text unless it is bold or an element around it is named a title."""
    cdef int64_t row = parts.texts[parts.first(number)]
    cdef int32_t block = parts.tree.block_row[row], at = parts.tree.parent[row]
    cdef str text = text_of(parts, texts, number)
    cdef bint goes_on = number + 1 < parts.n and parts.tree.block_row[parts.texts[parts.first(number + 1)]] == block
    cdef uint16_t tag
    cdef int _level
    if not goes_on and (len(text) < SENTENCE or not ends_sentence(text)):
        return True
    for _level in range(LEVELS):
        if at < 0:
            break
        tag = parts.tree.tag[at]
        if H1 <= tag <= H6 or tag == B or tag == STRONG or tag == BIG or tag == FONT or tag == A or tag == CENTER:
            return True
        if parts.tree.class_id[at] and pairs.has_word(TITLE_WORDS, parts.tree.class_id[at]):
            return True
        at = parts.tree.parent[at]
    return not goes_on and parts.tree.tag[block] != P and text.rstrip()[len(text.rstrip()) - 1] not in ".\u3002\u2026"


cdef bint ends_trail(KeptBlocks parts, Py_ssize_t number, Stated stated) except -1:
    """Whether a part is the links that lead down to the page, with little between them, and the title behind them."""
    cdef Py_ssize_t first, last, i, title
    cdef int64_t row, between = 0
    first, last = parts.span(number)
    title = last
    while title > first and not parts.tree.linked[parts.texts[title - 1]]:
        title -= 1
    if title == first or title == last:
        return False
    for i in range(first, title):
        row = parts.texts[i]
        if not parts.tree.linked[row]:
            between += parts.tree.text_stop[row] - parts.tree.text_start[row]
    if between > MAX_BETWEEN:
        return False
    return stated.says(parts.text_between(title, last, LONGEST))


cdef bint is_sentence(KeptBlocks parts, dict texts, Py_ssize_t number) except -1:
    cdef str text
    if parts.has_more(number, PARAGRAPH, 0, LONGEST):
        return True
    text = text_of(parts, texts, number)
    if len(text) < SENTENCE or (len(text) < PARAGRAPH and not ends_sentence(text)):
        return False
    return len(text) >= PARAGRAPH or not (may_have_day(text) and is_dateline(text))


cdef bint any_holds(list spans, Py_ssize_t position) except -1:
    cdef Py_ssize_t first, last
    for first, last in spans:
        if first <= position < last:
            return True
    return False


cdef list titles_of_headings(KeptBlocks parts, dict texts, Stated stated):
    """The spans of the ``h1`` that are titles."""
    cdef list shown = parts.headings(MAX_HEADINGS), found = []
    cdef Py_ssize_t number, first
    cdef str text = ""
    for span in shown:
        text = parts.text_between(span[0], span[1], MAX_TITLE)
        if stated.says(text):
            found.append(span)
    if found or len(shown) != 1 or len(text) >= MAX_TITLE:
        return found
    first = shown[0][0]
    for number in range(min(parts.n, HEAD)):
        if parts.first(number) >= first:
            return shown
        if is_sentence(parts, texts, number):
            return found
    return found if parts.n >= HEAD else shown


cdef int add_lines(
    list found, bytes nodes, ClassIdPairs pairs, KeptBlocks parts, dict texts, list numbers, bint alone
) except -1:
    """Add those of some parts that are a dateline or a byline, and not those of the entries of a list.

    nodes: of the page's `Signature`. alone: datelines with nothing else in them.
    """
    cdef list dates = [], names = []
    cdef str text
    cdef Py_ssize_t number
    cdef bint heading
    for number in numbers:
        if parts.has_more(number, MAX_LINE, 0, LONGEST):
            continue
        text = text_of(parts, texts, number)
        if len(text) > MAX_LINE or not parts.is_line(number, LEVELS):
            continue
        heading = parts.is_heading(number)
        # The sign at the end may be the date's own, as in Hungarian.
        if may_have_day(text) and is_dateline(text, alone or heading):
            dates.append((*parts.span(number), "date"))
        elif ends_sentence(text):
            continue
        elif is_byline(text) or (not heading and 2 <= len(text) <= MAX_LINE // 2 and is_named(pairs, parts, number)):
            names.append((*parts.span(number), "author"))
    if len(dates) > MAX_DATES:
        dates = []
    for span in dates + names:
        if not is_one_of_many(nodes, parts, texts, span[0], span[2] == "date"):
            found.append(span)
    return 0


cdef bint is_one_of_many(bytes nodes, KeptBlocks parts, dict texts, Py_ssize_t position, bint dated) except -1:
    """Whether other lines of the content at the path of a dateline or a byline are one too: it is an entry's.

    nodes: of the page's `Signature`. dated: datelines; else bylines.
    """
    cdef Nodes of_rows = nodes_of(nodes)
    if of_rows.n != parts.tree.n:
        raise ValueError("columns of different lengths")
    cdef uint64_t own = of_rows.path[parts.texts[position]]
    cdef Py_ssize_t number, alike = 0, seen = 0
    cdef str text
    for number in range(parts.n):
        if parts.first(number) == position or of_rows.path[parts.texts[parts.first(number)]] != own:
            continue
        text = text_of(parts, texts, number)
        if len(text) > MAX_LINE:
            continue
        if (may_have_day(text) and is_dateline(text)) if dated else is_byline(text):
            alike += 1
        seen += 1
        if alike == MANY or seen == MAX_ALIKE:
            break
    return alike == MANY


cdef bint is_named(ClassIdPairs pairs, KeptBlocks parts, Py_ssize_t number) except -1:
    """Whether an ancestor of a part is named after authors."""
    cdef int32_t row = <int32_t>parts.texts[parts.first(number)], pair
    cdef int _level
    for _level in range(LEVELS):
        if row < 0:
            break
        pair = parts.tree.class_id[row]
        if pair and pairs.has_word(AUTHOR_WORDS, pair) and AUTHOR.search(pairs[pair]):
            return True
        row = parts.tree.parent[row]
    return False


cdef bint ends_sentence(str text) except -1:
    """Whether a text ends as a sentence does: what `SENTENCE_END` finds, in a tenth of its time."""
    cdef Py_ssize_t end = len(text)
    while end and (text[end - 1] in CLOSING or text[end - 1].isspace()):
        end -= 1
    return end > 0 and text[end - 1] in ENDING


cdef class Stated:
    """What a page's title says, by the ``title`` element, each of its parts and ``og:title``."""

    cdef list keys
    cdef Py_ssize_t most  # letters of what says the same

    def __init__(self, page):
        titles = page.titles
        cdef str element = titles.element[:MAX_TITLE]
        self.keys = []
        self.most = 0
        for text in (element, *declared_parts(element), titles.open_graph):
            self.add(text)

    cdef int add_behind_colon(self, str element) except -1:
        """Add what stands behind a colon in the ``title`` element: the title, where the name of the site is before it. Where a heading of
        the page is its title, that is what it says of it."""
        self.add(element.partition(COLON)[2])

    cdef int add(self, str text) except -1:
        cdef str key = match_key(text)
        if len(key) > 1 and key not in self.keys:
            self.keys.append(key)
            self.most = max(self.most, <Py_ssize_t>(len(key) / SAME) + 1)

    cdef bint says(self, str text) except -1:
        """Whether it says what a text says."""
        cdef str own, key
        # To compare the letters of paragraphs takes .04 of the parse; no letter becomes shorter in lower case.
        if not self.keys or has_more_letters(text, self.most):
            return False
        own = match_key(text)
        for key in self.keys:
            if own == key:
                return True
        for key in self.keys:
            if min(len(own), len(key)) >= SAME * max(len(own), len(key)) and (own in key or key in own):
                return True
        return False


cdef bint has_more_letters(str text, Py_ssize_t most):
    """Whether a text has more letters and digits than this."""
    cdef Py_ssize_t n = 0
    cdef Py_UCS4 c
    for c in text:
        n += is_alnum(c)
        if n > most:
            return True
    return False
