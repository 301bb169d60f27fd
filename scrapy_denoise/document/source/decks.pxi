"""Which blocks of a page may be its deck, its title, or a paragraph of its text: most pages have no deck, which this says in a few
passes over their blocks. A lead is text; a subtitle, a short line right below the title, is a field as the title is."""

import re
from functools import cache
from html import unescape

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int32_t, uint8_t, uint16_t
from libc.string cimport memchr

from scrapy_denoise.blocks.features.block_columns cimport BlockFields, fields_of
from scrapy_denoise.blocks.features.compiled cimport ClassIdPairs
from scrapy_denoise.page.columns.buffers cimport PageBuffers, page_buffers, text_between
from scrapy_denoise.page.compiled cimport CAPTION, FIGCAPTION, FIGURE, H1, H6, bool_data, match_key
from scrapy_denoise.page.native.binary_search cimport lower_bound

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.text_blocks import TextBlocks

cdef enum:
    MIN_DESCRIPTION = 20  # letters and figures of a description of the page that may be its deck
    MAX_NAMED = 100     # elements with a lead's name that are looked at
    MIN_PARAGRAPH = 60  # characters of the first paragraph, at least
    PARAGRAPHS = 3      # of the blocks that may be it
    WINDOW = 60         # blocks before it among which the title is looked for
    MIN_LETTERS = 15    # letters and figures of a deck, at least, and its characters at most
    MAX_CHARS = 800
    MAX_WRITTEN = 2     # characters of a block for each letter and figure of a description that it says, at most
    # Characters from which a deck is a lead wherever it stands: of shorter ones right below the title, without the name of a lead, gold
    # has 28 of 88, and of all others 220 of 296 (docs/evidence/document).
    MIN_LEAD = 120


def head_blocks(page):
    """The text blocks of a page with those that may be its deck, whatever is kept; False where none may be one. ``page.cached`` reads
    them once.

    A deck is stated as the description of the page, or an element with a name of `deck_names.txt` holds it and nothing else. On most
    pages there are none, and nothing else is read.
    """
    cdef ClassIdPairs names = page.cached(class_id_pairs)
    cdef HeadBlocks blocks
    cdef list rows = []
    cdef set stated = set()
    cdef str text, key
    head = page.statements.head
    for text in head.descriptions:
        key = match_key(unescape(text) if "&" in text else text)
        if len(key) >= MIN_DESCRIPTION:
            stated.add(key)
    if names.decks:
        rows = names.rows_of([pair for pair in names.decks if lead_names().search(names[pair])])
    if not stated and not rows:
        return False
    blocks = HeadBlocks(page.columns, page.cached(TextBlocks), page.titles.element, head.title)
    return blocks if blocks.find_decks(frozenset(stated), rows[:MAX_NAMED]) else False


@cache
def lead_names():
    words = "|".join(map(re.escape, sections("deck_names")["lead"]))
    return re.compile(rb"(?:^|[\s_\0-])(?:%s)(?=[\s\0]|$)" % words.encode(), re.IGNORECASE)


cdef class HeadBlocks:
    """The text blocks of a page, for those who look for its deck.

    columns: of the page. blocks: its `TextBlocks`. titles: those that the page states.
    """

    cdef object columns, blocks  # whose buffers are read
    cdef dict keys  # the letters of blocks that were asked for
    cdef PageBuffers page
    cdef BlockFields fields
    cdef bytes text
    cdef list known  # blocks that may be a deck, ascending
    cdef set named   # those with the name of a lead
    cdef tuple titles
    cdef list title_keys  # their letters; None before anyone has asked

    def __init__(self, columns not None, blocks not None, *titles):
        cdef Py_ssize_t i
        self.columns, self.blocks, self.text = columns, blocks, columns.text
        self.keys, self.known, self.named, self.titles, self.title_keys = {}, [], set(), titles, None
        self.page, self.fields = page_buffers(columns), fields_of(blocks.block_columns)
        for i in range(self.fields.n):
            if not 0 <= self.fields.first[i] < self.page.texts.n:
                raise ValueError("no such text row")

    def find_decks(self, frozenset stated not None, list rows not None):
        """Find the blocks that may be a deck, whatever is kept: those with enough letters that say a description of the page, or that an
        element with a lead's name holds alone. Returns whether there are any. stated: the letters of descriptions (`match_key`). rows: of
        such elements."""
        cdef Py_ssize_t block
        self.named = self.held_alone(rows)
        self.known = [
            block for block in sorted(self.named.union(self.that_say(stated)))
            if len(self.key(block)) >= MIN_LETTERS and self.tag_of(block) not in (CAPTION, FIGCAPTION, FIGURE)
        ]
        return bool(self.known)

    def decks(self, kept not None, bint leads):
        """Of each lead that is not kept whole, or of each subtitle of which a text is kept, the position of its first text row and one past
        its last.

        A deck stands between the title and the first kept paragraph, or is that paragraph and not at the path of the next one. It is a
        subtitle if it stands right below the title, has less than MIN_LEAD characters, and no element with a lead's name holds it. kept:
        bool, one for each text row. leads: which of the two.
        """
        cdef const uint8_t* flags = bool_data(kept, self.page.texts.n)
        cdef list paragraphs, near = [], found = []
        cdef Py_ssize_t block, last, title, first, stop
        cdef bint follows, is_lead
        cdef set seen = set()
        cdef str said
        if not self.may_be(flags, leads):
            return found
        paragraphs = self.paragraphs(flags)
        if not paragraphs:
            return found
        last = paragraphs[0]
        # On most pages only the first paragraph is one, at the path of the next: no title is looked for.
        follows = len(paragraphs) > 1 and self.fields.path_group[last] == self.fields.path_group[<Py_ssize_t>paragraphs[1]]
        for block in self.known:
            if last - WINDOW <= block <= last - follows and not self.page.tree.linked[self.first_row(block)]:
                near.append(block)
        title = self.title_before(last) if near else -1
        if title < 0:
            return found
        for block in near:
            said = self.key(block)
            if block <= title or said in seen or self.is_said_again(block, flags) or self.is_quoted(said):
                continue
            seen.add(said)
            is_lead = block in self.named or block > title + 1 or self.fields.chars[block] >= MIN_LEAD
            first, stop = self.fields.first[block], self.stop_of(block)
            if is_lead == leads and memchr(flags + first, not leads, stop - first) != NULL:
                found.append((first, stop))
        return found

    cdef bint is_quoted(self, str said) except -1:
        """Whether a title that the page states has the words of a block behind others: that of a note is its author and its
        text, which no subtitle is."""
        cdef str title
        for title in self.title_keys or ():
            if said in title and not title.startswith(said):
                return True
        return False

    cdef bint may_be(self, const uint8_t* flags, bint leads) except -1:
        """Whether there may be such decks, wherever they stand: most that a page states are kept whole, and long."""
        cdef Py_ssize_t block, first
        for block in self.known:
            first = self.fields.first[block]
            if (leads or (self.fields.chars[block] < MIN_LEAD and block not in self.named)) and (
                memchr(flags + first, not leads, self.stop_of(block) - first) != NULL
            ):
                return True
        return False

    cdef list paragraphs(self, const uint8_t* flags):
        """The first kept blocks that may be paragraphs, without the title."""
        cdef Py_ssize_t block
        cdef list found = []
        for block in range(self.fields.n):
            if (
                self.fields.chars[block] >= MIN_PARAGRAPH
                and flags[self.fields.first[block]]
                and not H1 <= self.tag_of(block) <= H6
            ):
                found.append(block)
                if len(found) == PARAGRAPHS:
                    break
        while found and self.says_title(found[0]):
            del found[0]
        return found

    cdef Py_ssize_t title_before(self, Py_ssize_t last) except -2:
        """The block of the title that is next before another block, or -1."""
        cdef Py_ssize_t block, begin = max(last - WINDOW, 0)
        for block in range(last - 1, begin - 1, -1):
            if self.says_title(block) or self.tag_of(block) == H1:
                return block
        return -1

    cdef bint says_title(self, Py_ssize_t block) except -1:
        """Whether a block is a title that the page states, or half of it and more from its beginning on."""
        cdef str title, key = self.key(block)
        if 2 * len(key) > MIN_LETTERS:
            if self.title_keys is None:
                self.title_keys = [match_key(title) for title in self.titles if title]
            for title in self.title_keys:
                if title.startswith(key) and 2 * len(key) >= len(title):
                    return True
        return False

    cdef Py_ssize_t first_row(self, Py_ssize_t block) noexcept:
        return self.page.texts.row[self.fields.first[block]]

    cdef Py_ssize_t row_of(self, Py_ssize_t block) noexcept:
        """The row of the element that sets a block's first text apart."""
        return self.page.tree.block_row[self.page.texts.row[self.fields.first[block]]]

    cdef uint16_t tag_of(self, Py_ssize_t block) noexcept:
        return self.page.tree.tag[self.row_of(block)]

    cdef Py_ssize_t stop_of(self, Py_ssize_t block) noexcept:
        """One past the position of a block's last text row."""
        return self.fields.first[block + 1] if block + 1 < self.fields.n else self.page.texts.n

    cdef bint is_said_again(self, Py_ssize_t block, const uint8_t* flags) except -1:
        """Whether a kept text behind a block says the same."""
        cdef Py_ssize_t start, stop, again, below, above, middle
        start = self.page.tree.text_start[self.first_row(block)]
        stop = self.page.tree.text_stop[self.page.texts.row[self.stop_of(block) - 1]]
        again = self.text.find(self.text[start:stop].strip(), stop)
        if again < 0:
            return False
        below, above = self.fields.first[block], self.page.texts.n  # the last text that begins there or before
        while above - below > 1:
            middle = (below + above) // 2
            if self.page.tree.text_start[self.page.texts.row[middle]] <= again:
                below = middle
            else:
                above = middle
        return flags[below] != 0

    cdef str key(self, Py_ssize_t block):
        """The letters and digits of a block (`match_key`); none of a long one."""
        cdef object found = self.keys.get(block)
        if found is None:
            found = ""
            if self.fields.chars[block] <= MAX_CHARS:
                found = match_key(text_between(
                    self.text, &self.page.tree, self.first_row(block), self.page.texts.row[self.stop_of(block) - 1]
                ))
            self.keys[block] = found
        return found

    def that_say(self, frozenset stated not None):
        """The blocks that say one of some texts, by their letters (`match_key`), in `MAX_WRITTEN` characters for each letter at most."""
        cdef Py_ssize_t block, last
        cdef int32_t chars
        cdef list keys = [key.encode() for key in stated], sizes = [len(key) for key in stated], found = []
        cdef int32_t least = min(sizes, default=0), largest = min(MAX_WRITTEN * max(sizes, default=0), MAX_CHARS)
        for block in range(self.fields.n if sizes else 0):
            chars = self.fields.chars[block]
            if not least <= chars <= largest:
                continue
            last = self.page.texts.row[self.stop_of(block) - 1]
            if self.may_say(
                self.page.tree.text_start[self.page.texts.row[self.fields.first[block]]], self.page.tree.text_stop[last], keys
            ) and any_size(sizes, chars) and self.key(block) in stated:
                found.append(block)
        return found

    cdef bint may_say(self, Py_ssize_t start, Py_ssize_t stop, list keys) except -1:
        """Whether a part of the text may say one of some texts: most differ from it in the first letters, which are all that is read.
        With a letter beyond ASCII before that it may. keys: the letters of these texts (`match_key`), in bytes."""
        cdef const uint8_t* text = <const uint8_t*>PyBytes_AS_STRING(self.text)
        cdef const uint8_t* letter
        cdef Py_ssize_t at
        cdef bytes key
        if not 0 <= start <= stop <= len(self.text):
            raise ValueError("no such text")
        for key in keys:
            letter = <const uint8_t*>PyBytes_AS_STRING(key)
            for at in range(start, stop):
                if text[at] >= 0x80:
                    return True
                if is_ascii_alnum(text[at]):
                    if letter[0] != (text[at] | 0x20):  # which leaves figures as they are
                        break
                    letter += 1
            else:
                return True
        return False

    cdef set held_alone(self, list rows):
        """The blocks that one of some elements holds, and no other text."""
        cdef Py_ssize_t row, first, stop, block, holder
        cdef set found = set()
        for row in rows:
            if not 0 <= row < self.page.tree.n:
                raise IndexError("no such row")
            first = lower_bound(self.page.texts.row, self.page.texts.n, row)
            stop = lower_bound(self.page.texts.row, self.page.texts.n, self.page.tree.end[row])
            if first == stop:
                continue
            block = lower_bound(self.fields.first, self.fields.n, <int32_t>(first + 1)) - 1  # the one that has this text
            if block < 0:
                raise ValueError("no such block")
            holder = self.row_of(block)
            if self.fields.first[block] <= first and stop <= self.stop_of(block) and row <= holder < self.page.tree.end[row]:
                found.add(block)
        return found


cdef inline bint is_ascii_alnum(uint8_t byte) noexcept:
    return c"0" <= byte <= c"9" or c"a" <= (byte | 0x20) <= c"z"


cdef bint any_size(list sizes, int32_t chars) except -1:
    """Whether so many characters can say a text of one of some sizes, in letters."""
    cdef int32_t size
    for size in sizes:
        if size <= chars <= MAX_WRITTEN * size:
            return True
    return False
