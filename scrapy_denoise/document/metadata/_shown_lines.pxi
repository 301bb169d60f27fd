"""The blocks of a page as lines, which of them may have a day, and what tells in one sweep of most lines that they name nobody."""

import re
from bisect import bisect_right

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.unicode cimport Py_UNICODE_TOLOWER
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memset

from scrapy_denoise.blocks.features.block_columns cimport BlockFields, fields_of
from scrapy_denoise.page.columns.buffers cimport PageBuffers, page_buffers, text_between
from scrapy_denoise.page.compiled cimport bool_data, collapse_whitespace, may_have_day
from scrapy_denoise.page.native.binary_search cimport lower_bound

from scrapy_denoise.page.text.words import UNSPACED as _UNSPACED

cdef enum:
    MAX_LINE_CHARS = 120  # characters of a line that names authors, at most; what is longer is running text
    MAX_PLAIN_WORDS = 12  # words of a line without a label in which names are looked for
    MAX_UNSPACED = 20     # characters of such a line in a script without spaces between words
    MAX_SIGNS = 3         # signs between a space and a capital letter
    HASH_SHIFT = 17       # of a hash to the 15 bits that are compared
    LINE_HASHES = 1 << 15
    FIRST_WORD = 1        # of a hash: it is that of the first word of a label,
    WORD_BEHIND = 2       # of a word behind a name,
    FIRST_PAIR = 4        # of two characters with which a label begins,
    PARTING = 8           # of a word that is none of a name
    ANY_WORD = FIRST_WORD | WORD_BEHIND | PARTING
    MAX_NAME_CHARS = 80   # characters of a name, its words, and its characters in a script without spaces
    MAX_NAME_WORDS = 6
    MAX_NAME_UNSPACED = 8
    LONGEST_LINE = 200    # characters of a line; of a longer block its first texts are read
    MAX_LINE_BYTES = 480  # bytes that have MAX_LINE_CHARS
    MAX_SCRIPT_BYTES = 4_000  # bytes of a text by which its script is told
    WORDS_OF_NAME = 2     # of a reporter behind an agency
    FIGURES_OF_DAY = 3    # at least, with those of its year, as in "3 May 24"
    MOST_READ = 3_200     # bytes of a block or an element in which they are looked for

cdef uint8_t IS_FIGURE[256]  # of each byte whether it is a figure in UTF-8, or the first byte of one beyond ASCII
memset(IS_FIGURE, 0, 256)
for _byte in bytearray(b"0123456789\xd9\xdb\xdf\xe0\xe1\xea\xef\xf0"):
    IS_FIGURE[_byte] = 1

cpdef enum NameMarks:
    """What a line may have."""
    LABELLED = 1  # a label of authors,
    DATED = 2     # such a label beside a figure,
    BARE = 4      # names without one,
    EDITED = 8    # a label with a colon in Han characters, such as that of an editor

cdef enum:
    LETTER = 1        # what a character is
    LARGE = 2
    SMALL = 4
    FIGURE_SIGN = 8   # a figure, or the line below
    WITHIN_NAME = 16  # a sign within a name, or at the end of a line

cdef uint8_t[128] ASCII_KIND
for _code in range(128):
    _char = chr(_code)
    ASCII_KIND[_code] = (
        LETTER | (LARGE if _char.isupper() else SMALL) if _char.isalpha() else FIGURE_SIGN if _char.isdecimal() or _char == "_"
        else WITHIN_NAME if _char in " .!?'\"-" else 0
    )

cdef Py_UCS4 FIRST_UNSPACED = _UNSPACED, KANA = 0x3040
_ACCOUNT_BEHIND = re.compile(r" ?\(@[\w.]{1,30}\)")


cdef class BlockLines:
    """The blocks of a page as lines. columns: of the page. blocks: its `TextBlocks`."""

    cdef object _columns, _blocks  # whose buffers are read
    cdef PageBuffers page
    cdef BlockFields fields
    cdef bytes text
    cdef list lines                # those that were asked for

    def __init__(self, columns not None, blocks not None):
        cdef Py_ssize_t i
        self._columns, self._blocks, self.text = columns, blocks, columns.text
        self.page, self.fields = page_buffers(columns), fields_of(blocks.block_columns)
        self.lines = [None] * self.fields.n
        for i in range(self.fields.n):
            if not 0 <= self.fields.first[i] < self.page.texts.n or (i and self.fields.first[i] <= self.fields.first[i - 1]):
                raise ValueError("no such text row")
        for i in range(self.page.texts.n):
            if not 0 <= self.page.texts.row[i] < self.page.tree.n:
                raise ValueError("no such row")

    def types_of_blocks(self, types not None, uint8_t wanted):
        """The type of each block, bytes, and the numbers of those of a type. types: of each text row, uint8."""
        cdef const uint8_t* of_rows = bool_data(types, self.page.texts.n)
        cdef bytes kinds = PyBytes_FromStringAndSize(NULL, self.fields.n)
        cdef uint8_t* kind = <uint8_t*>PyBytes_AS_STRING(kinds)
        cdef Py_ssize_t number
        for number in range(self.fields.n):
            kind[number] = of_rows[self.fields.first[number]]
        return kinds, [number for number in range(self.fields.n) if kind[number] == wanted]

    def line(self, Py_ssize_t number):
        """The beginning of a block, made once."""
        cdef Py_ssize_t at, stop
        cdef int64_t chars = 0
        cdef str line
        self.check(number)
        if self.lines[number] is None:
            at = self.fields.first[number]
            stop = self.stop_of(number)
            while at < stop - 1:
                chars += self.page.hashes.chars[self.page.texts.row[at]]
                if self.fields.chars[number] > LONGEST_LINE and chars >= LONGEST_LINE:
                    break
                at += 1
            line = collapse_whitespace(text_between(self.text, &self.page.tree, self.row_of(number), self.page.texts.row[at])[:4 * LONGEST_LINE])
            if "(@" in line:  # the account behind a name parts it from the next one
                line = _ACCOUNT_BEHIND.sub(",", line).rstrip(", ")
            self.lines[number] = line
        return self.lines[number]

    def ends(self, Py_ssize_t number):
        """The first characters of a block and its last ones, MAX_LINE_CHARS at most; empty where no credit stands in them: neither a bracket
        nor two words behind a comma, with a full stop."""
        self.check(number)
        cdef Py_ssize_t start = self.page.tree.text_start[self.row_of(number)], at = self.page.texts.row[self.stop_of(number) - 1]
        cdef Py_ssize_t stop = self.page.tree.text_stop[at]
        cdef bytes first = self.text[max(start, 0):max(min(stop, start + MAX_LINE_BYTES), 0)]
        cdef bytes last = self.text[max(start, stop - MAX_LINE_BYTES, 0):max(stop, 0)]
        return (
            collapse_whitespace(first.decode("utf-8", "ignore"))[:MAX_LINE_CHARS] if may_credit(first) else "",
            collapse_whitespace(last.decode("utf-8", "ignore"))[-MAX_LINE_CHARS:] if may_credit(last) else "",
        )

    def links_behind(self, Py_ssize_t row, Py_ssize_t chars):
        """The rows of the links from a row on, up to a text with which there are more characters than so many."""
        cdef list found = []
        if row < 0:
            raise IndexError("no such row")
        for row in range(row, self.page.tree.n):
            chars -= self.page.hashes.chars[row]
            if chars < 0:
                break
            if self.page.tree.link[row]:
                found.append(row)
        return found

    def is_beyond_latin(self, Py_ssize_t start, Py_ssize_t stop):
        """Whether most letters of a part of the page's text are beyond Latin. start, stop: places in its bytes."""
        cdef const uint8_t* text = <const uint8_t*>PyBytes_AS_STRING(self.text)
        cdef Py_ssize_t i, more = 0
        for i in range(max(start, 0), min(stop, start + MAX_SCRIPT_BYTES, PyBytes_GET_SIZE(self.text))):
            more += (text[i] >= 0xCD) - (text[i] < 0x80)
        return more > 0

    def dated(self, numbers, bint short=False):
        """Those of some blocks whose lines may have a day: a list. Han numerals are no figures. short: no longer blocks than lines."""
        cdef Py_ssize_t number
        cdef list found = []
        for number in numbers:
            self.check(number)
            if not (short and self.fields.chars[number] > LONGEST_LINE) and self.has_figures(self.fields.first[number], self.stop_of(number)):
                if may_have_day(self.line(number)):
                    found.append(number)
        return found

    def has_link(self, Py_ssize_t number):
        """Whether a text of a block stands in a link."""
        cdef Py_ssize_t i
        self.check(number)
        for i in range(self.fields.first[number], self.stop_of(number)):
            if self.page.tree.linked[self.page.texts.row[i]]:
                return True
        return False

    def figured_rows(self, rows):
        """Those of some rows of elements in whose text the figures of a day may stand: a list."""
        cdef Py_ssize_t row, first, last
        cdef list found = []
        for row in rows:
            if not 0 <= row < self.page.tree.n:
                raise IndexError("no such row")
            first = lower_bound(self.page.texts.row, self.page.texts.n, <int64_t>row)
            last = lower_bound(self.page.texts.row, self.page.texts.n, <int64_t>self.page.tree.end[row])
            if first < last and self.has_figures(first, last):
                found.append(row)
        return found

    cdef bint has_figures(self, Py_ssize_t first, Py_ssize_t last) except -1:
        """Whether the text from one text row up to another may have the figures of a day."""
        cdef const uint8_t* text = <const uint8_t*>PyBytes_AS_STRING(self.text)
        cdef Py_ssize_t i, start = self.page.tree.text_start[self.page.texts.row[first]]
        cdef int found = 0
        for i in range(max(start, 0), min(self.page.tree.text_stop[self.page.texts.row[last - 1]], start + MOST_READ, PyBytes_GET_SIZE(self.text))):
            found += IS_FIGURE[text[i]]
            if found == FIGURES_OF_DAY:
                return True
        return False

    cdef Py_ssize_t stop_of(self, Py_ssize_t number) noexcept:
        return self.fields.first[number + 1] if number + 1 < self.fields.n else self.page.texts.n

    cpdef Py_ssize_t row_of(self, Py_ssize_t number) except -1:
        """The row of the first text of a block."""
        self.check(number)
        return self.page.texts.row[self.fields.first[number]]

    def number_at(self, int64_t row):
        """The number of the last block that begins at a row or before it; -1 where none does."""
        cdef int32_t text = <int32_t>lower_bound(self.page.texts.row, self.page.texts.n, row)
        return lower_bound(self.fields.first, self.fields.n, <int32_t>(text + 1)) - 1

    cdef int check(self, Py_ssize_t number) except -1:
        if not 0 <= number < self.fields.n:
            raise IndexError("no such block")
        return 0


cdef bint may_credit(bytes text) noexcept:
    cdef const uint8_t* at = <const uint8_t*>PyBytes_AS_STRING(text)
    cdef Py_ssize_t i
    cdef int words = WORDS_OF_NAME  # behind the last comma
    for i in range(PyBytes_GET_SIZE(text)):
        if at[i] == c"(" or at[i] == 0xE3 or at[i] == 0xEF:  # of which brackets of other widths are
            return True
        if at[i] == c",":
            words = -1
        elif at[i] <= c" " and words < WORDS_OF_NAME:
            words += 1
            if words == WORDS_OF_NAME and at[i - 1] == c".":
                return True
    return False


cdef class Subtrees:
    """The subtrees of some rows, to ask of a few other rows whether they stand in them."""

    cdef list starts, ends

    def __init__(self, columns not None, rows not None):
        cdef PageBuffers page = page_buffers(columns)
        cdef Py_ssize_t row, end = 0
        self.starts, self.ends = sorted(rows), []
        for row in self.starts:
            if not 0 <= row < page.tree.n:
                raise IndexError("no such row")
            end = max(end, page.tree.end[row])  # of nested subtrees the outer one ends last
            self.ends.append(end)

    def __contains__(self, Py_ssize_t row):
        cdef Py_ssize_t begun = bisect_right(self.starts, row)
        return begun > 0 and row < <Py_ssize_t>self.ends[begun - 1]


cdef class LabelWords:
    """The words of labels of authors, by their hashes.

    words: first words of labels, in small letters. behind: words behind names. pairs: the first two characters of labels in scripts
    without spaces between words. parting: words that part names, or that are none of a name.
    """

    cdef uint8_t[LINE_HASHES] kinds

    def __init__(self, words, behind, pairs, parting):
        memset(self.kinds, 0, LINE_HASHES)
        for kind, texts in ((FIRST_WORD, words), (WORD_BEHIND, behind), (FIRST_PAIR, pairs), (PARTING, parting)):
            for text in texts:
                self.kinds[text_hash(text) >> HASH_SHIFT] |= kind

    def marked(self, BlockLines lines not None, numbers):
        """Of each of some blocks that has `NameMarks` its number, its line and these."""
        cdef Py_ssize_t number
        cdef int marks
        cdef list found = []
        for number in numbers:
            lines.check(number)
            if lines.fields.chars[number] <= MAX_LINE_CHARS:
                line = lines.line(number)
                marks = self.marks(line)
                if marks:
                    found.append((number, line, marks))
        return found

    cdef int marks(self, str line) except -1:
        """The `NameMarks` of a line, some of which it may not have when it is read."""
        cdef Py_ssize_t n = len(line), words = 0, signs = MAX_SIGNS + 1, length = 0, longest = 0
        cdef Py_UCS4 c, before = 0, told = 0  # told: the last character that is no space
        cdef uint32_t word = 0
        cdef uint8_t kinds = 0, kind
        cdef bint in_word = False, first = False, may_be_first = True, pair = False, han = False, east, bare
        cdef bint figure = False, colon = False, slash = False, role = False, parted = False
        cdef bint capital = False, capitals = False, begins_large = False, is_large = False  # the first word, and the last one
        if not 2 <= n <= MAX_LINE_CHARS:
            return 0
        east = line[0] >= KANA
        for c in line + " ":  # which ends the last word
            kind = kind_of_char(c)
            if kind & LETTER:
                if not in_word:
                    in_word = True
                    is_large = kind & LARGE or c >= KANA
                    if words == 0:
                        begins_large = is_large
                        east |= c >= KANA
                    words += 1
                word = next_hash(word, c)
                if not kind & SMALL:
                    capitals |= (capital and signs <= MAX_SIGNS) or 0x3040 <= c <= 0xFFFF
                    capital = True
                    han |= 0x3400 <= c < 0xA000
                signs = MAX_SIGNS + 1
                told = c
                length += 1
            else:
                if word:
                    kinds |= self.kinds[word >> HASH_SHIFT]
                    first |= may_be_first and self.kinds[word >> HASH_SHIFT] & FIRST_WORD
                    word = 0
                    may_be_first = False
                if c == c" ":
                    longest = max(longest, length)
                    length = signs = 0
                    in_word = False
                else:
                    length += 1
                    signs += 1
                    if kind & FIGURE_SIGN:
                        signs = MAX_SIGNS + 1
                        may_be_first = False
                        figure |= c != c"_"
                    elif not kind & WITHIN_NAME:
                        parted = True
                        slash |= c in u"/／╱"
                        colon |= c in u":："
                        role |= c in u":：" and 0x3400 <= told < 0xA000
                        pair |= c == u"【"
                        capitals |= 0x3040 <= c <= 0xFFFF
                    told = c
            if before >= 0x3000:
                pair |= self.kinds[next_hash(next_hash(0, before), c) >> HASH_SHIFT] & FIRST_PAIR
            before = c
        pair |= role or kinds & WORD_BEHIND or (slash and han)
        c = line[0]
        bare = capitals and (n <= MAX_UNSPACED if c >= FIRST_UNSPACED else (c.isupper() or not c.isalpha()) and line.count(" ") < MAX_PLAIN_WORDS)
        if not (parted or figure or pair or kinds):  # then all of it is the name
            bare &= longest <= MAX_NAME_UNSPACED if east else 2 <= words <= MAX_NAME_WORDS and begins_large and is_large
        return (
            (LABELLED if first or pair or (colon and kinds & FIRST_WORD) else 0) | (DATED if figure and (pair or kinds & FIRST_WORD) else 0)
            | (BARE if bare else 0) | (EDITED if role else 0)
        )

    def are_in(self, str text not None):
        """Whether a text may have one of the words, or a character of a script without spaces."""
        cdef uint32_t word = 0
        cdef Py_UCS4 c
        for c in text + " ":  # which ends the last word
            if c >= FIRST_UNSPACED:
                return True
            if kind_of_char(c) & LETTER:
                word = next_hash(word, c)
            elif word:
                if self.kinds[word >> HASH_SHIFT] & ANY_WORD:
                    return True
                word = 0
        return False

    def is_plain(self, str text not None):
        """Whether a text is one name at most as it stands: a few words with single spaces, which begins and ends with a letter, has no
        signs but those within names, and none of the words that are known here."""
        cdef Py_ssize_t n = len(text), words = 0
        cdef uint32_t word = 0
        cdef Py_UCS4 c, before = c" "
        if not 2 <= n <= MAX_NAME_CHARS or not kind_of_char(text[0]) & LETTER or not kind_of_char(text[n - 1]) & LETTER:
            return False
        for c in text + " ":  # which ends the last word
            if kind_of_char(c) & LETTER and c < FIRST_UNSPACED:
                word = next_hash(word, c)
            elif not (c in u" .'’-") or (c == c" " and before == c" ") or (word and self.kinds[word >> HASH_SHIFT] & ANY_WORD):
                return False
            else:
                word = 0
                words += c == c" "
            before = c
        return words <= MAX_NAME_WORDS


cdef inline uint8_t kind_of_char(Py_UCS4 c) noexcept:
    """What a character is to the patterns of names: LETTER is what ``[^\\W\\d_]`` matches, FIGURE_SIGN what else is ``\\w``."""
    if c < 0x80:
        return ASCII_KIND[c]
    if 0x4E00 <= c < 0x9FA6:
        return LETTER
    if not c.isalnum():
        return 0
    return FIGURE_SIGN if c.isdecimal() else LETTER | (LARGE if c.isupper() else 0) | (SMALL if 0x430 <= c < 0x450 or 0x3B1 <= c < 0x3CA else 0)


cdef inline uint32_t next_hash(uint32_t found, Py_UCS4 c) noexcept:
    """The hash of a text in small letters with one more character; never 0."""
    return ((found + <uint32_t>(Py_UNICODE_TOLOWER(c) if not c"a" <= c <= c"z" else c)) * <uint32_t>2_654_435_761) | 1


cdef uint32_t text_hash(str text) except 0:
    cdef uint32_t found = 0
    cdef Py_UCS4 c
    for c in text:
        found = next_hash(found, c)
    return found
