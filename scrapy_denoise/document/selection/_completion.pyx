"""What a selection may have cut through, in a pass over the columns each: of most pages nothing, which these say at once."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memchr, memcmp, memset

from scrapy_denoise.page.native.bool_array cimport flags_of
from scrapy_denoise.page.columns.buffers cimport TAGS, Rest, Stored, rest_of, stored_of
from scrapy_denoise.page.native.binary_search cimport count_below

from scrapy_denoise.page.columns import tags

cdef uint16_t TABLE = tags.CODES["table"]
cdef uint16_t UL = tags.CODES["ul"]
cdef uint16_t OL = tags.CODES["ol"]
cdef uint16_t DT = tags.CODES["dt"]
cdef uint16_t DD = tags.CODES["dd"]
cdef uint16_t PRE = tags.CODES["pre"]
cdef uint16_t TR = tags.CODES["tr"]
cdef uint16_t TH = tags.CODES["th"]
cdef uint16_t TD = tags.CODES["td"]
cdef uint16_t TEXT = tags.TEXT
cdef uint16_t LI = tags.CODES["li"]
cdef uint16_t BUTTON = tags.CODES["button"]
cdef uint16_t H1 = tags.CODES["h1"]
cdef uint16_t H6 = tags.CODES["h6"]

cdef uint8_t THING[256]
memset(THING, 0, 256)
for _tag in (TABLE, UL, OL, DT, DD, PRE, BUTTON, *range(H1 + 1, H6 + 1)):
    THING[_tag] = 1


cdef enum:
    MAX_LINE = 1_000_000  # the number of a line, above which it is none
    MAX_STEPS = 8  # from a button up to its heading
    MAX_HEADING = 200  # rows of a heading that are looked at
    MAX_TITLE = 100  # characters of a heading


cdef inline bint is_white(char byte) noexcept:
    return byte == c" " or byte == c"\n" or byte == c"\t"


cdef struct Sums:       # of the text rows before one
    int64_t chars
    int64_t link_chars
    int64_t kept_chars


cdef class TextPatterns:
    """What is looked for among the texts of every page.

    beginnings: a row each, of the same number of bytes. marks: hashes of texts.
    """

    cdef const uint8_t[:, ::1] beginnings
    cdef const uint32_t[::1] marks
    cdef uint8_t first[256]  # whether a beginning has this byte first
    cdef uint8_t low[256]    # whether a mark has these lowest bits

    def __init__(self, beginnings, marks):
        cdef Py_ssize_t i
        self.beginnings, self.marks = beginnings, marks
        memset(self.first, 0, 256)
        memset(self.low, 0, 256)
        for i in range(self.beginnings.shape[0]):
            self.first[self.beginnings[i, 0]] = 1
        for i in range(self.marks.shape[0]):
            self.low[self.marks[i] & 0xFF] = 1


cdef class KeptRows:
    """The text rows of a page, and which of them are kept.

    columns: of the page. kept: bool, one for each of its text rows.
    """

    cdef bytes _stored, _rest, _numbers, _text
    cdef Stored stored
    cdef Rest rest
    cdef const int64_t* texts
    cdef Py_ssize_t n_texts
    cdef readonly object kept
    cdef readonly bint any  # whether there is one
    cdef const uint8_t* flags
    cdef int32_t* things  # rows of elements that may be cut through; NULL until they are looked for
    cdef Py_ssize_t n_things
    cdef Sums* sums  # of each text row, and of the end; NULL until some are asked for

    def __cinit__(self, columns, kept):
        self._stored, self._rest = columns.stored, columns.rest
        self._numbers, self._text = columns.text_row_numbers, columns.text
        self.stored, self.rest = stored_of(self._stored), rest_of(self._rest)
        self.texts = <const int64_t*>PyBytes_AS_STRING(self._numbers)
        self.n_texts = PyBytes_GET_SIZE(self._numbers) // <Py_ssize_t>sizeof(int64_t)
        self.kept, self.flags = kept, flags_of(kept, self.n_texts)
        if self.stored.n != self.rest.n:
            raise ValueError("columns of different lengths")
        self.any = self.n_texts and memchr(self.flags, 1, self.n_texts) != NULL

    def __dealloc__(self):
        PyMem_Free(self.sums)
        PyMem_Free(self.things)

    cdef int find_things(self) except -1:
        """Find the rows of tables, lists, terms, descriptions, preformatted texts, buttons and headings below the first level:
        most rows are none of them."""
        cdef Py_ssize_t row
        cdef uint16_t tag
        if self.things != NULL:
            return 0
        self.things = <int32_t*>PyMem_Malloc((self.rest.n + 1) * sizeof(int32_t))
        if self.things == NULL:
            raise MemoryError()
        self.n_things = 0
        for row in range(self.rest.n):
            tag = self.rest.tag[row]
            if tag < 256 and THING[tag]:
                self.things[self.n_things] = <int32_t>row
                self.n_things += 1
        return 0

    cdef Py_ssize_t texts_before(self, Py_ssize_t row) noexcept:
        """How many text rows stand before a row."""
        return count_below(self.texts, self.n_texts, <int64_t>row)

    cdef Sums within(self, Py_ssize_t row) except *:
        """The sums over a row's subtree."""
        cdef Py_ssize_t i
        cdef int64_t chars
        if self.sums == NULL:
            self.sums = <Sums*>PyMem_Malloc((self.n_texts + 1) * sizeof(Sums))
            if self.sums == NULL:
                raise MemoryError()
            self.sums[0] = Sums(0, 0, 0)
            for i in range(self.n_texts):
                chars = self.stored.chars[self.texts[i]]
                self.sums[i + 1].chars = self.sums[i].chars + chars
                self.sums[i + 1].link_chars = self.sums[i].link_chars + chars * self.rest.linked[self.texts[i]]
                self.sums[i + 1].kept_chars = self.sums[i].kept_chars + chars * self.flags[i]
        cdef Sums low = self.sums[self.texts_before(row)]
        cdef Sums high = self.sums[self.texts_before(self.rest.end[row])]
        return Sums(high.chars - low.chars, high.link_chars - low.link_chars, high.kept_chars - low.kept_chars)

    def applicable_steps(self, double most, layout, double linked, TextPatterns sought not None):
        """Of what there is that may be completed, or be left out, as the methods below tell: on most pages nothing.

        The arguments are those of these methods.
        """
        cdef set found = set()
        if self.beginning(sought):
            found.add("ingredients")
        if self.has_mark(sought):
            found.add("marks")
        self.find_things()
        if self.n_things == 0:
            return found
        if self.lists(linked):
            found.add("lists")
        if self.headings(linked):
            found.add("headings")
        if self.tables(most, layout):
            found.add("tables")
        if self.has_terms():
            found.add("terms")
        if self.codes(most, linked):
            found.add("codes")
        if self.line_numbers():
            found.add("line_numbers")
        if self.buttons():
            found.add("buttons")
        return found

    cpdef list tables(self, double most, layout):
        """The tables that are not kept whole, but at least this share of their characters is, or they have header cells
        and stand between two kept texts, or they are specifications under a heading, or right behind such a table; and
        that hold no element of these tags. layout: bool, a flag for each tag that has a code."""
        cdef const uint8_t* of_tag = flags_of(layout, TAGS)
        cdef Py_ssize_t i, row, lines, start, stop = -1, begin = self.first_kept()
        cdef Sums sums
        cdef list found = []
        self.find_things()
        for i in range(self.n_things):
            row = self.things[i]
            if self.rest.tag[row] != TABLE or self.holds(row, of_tag):
                continue
            sums = self.within(row)
            start = self.texts_before(row)
            lines = self.specifications(row) if start > begin and 2 * sums.link_chars <= sums.chars else 0
            if lines and (start == stop or (lines > 1 and self.heads(self.texts[start - 1]))):
                stop = self.texts_before(self.rest.end[row])
            elif (sums.kept_chars == 0 or sums.kept_chars < most * sums.chars) and not self.interrupts(row):
                continue
            if sums.kept_chars < sums.chars:
                found.append(row)
        return found

    cdef Py_ssize_t first_kept(self) noexcept:
        """The position of the first kept text."""
        cdef const void* found = memchr(self.flags, 1, self.n_texts) if self.n_texts else NULL
        return self.n_texts if found == NULL else <const uint8_t*>found - self.flags

    cdef Py_ssize_t specifications(self, Py_ssize_t table) noexcept:
        """How many rows a table has, if each has a name and a value: a header cell and another one; else 0."""
        cdef Py_ssize_t row, lines = 0
        cdef int cells = 2
        cdef uint16_t tag
        for row in range(table + 1, self.rest.end[table]):
            tag = self.rest.tag[row]
            if tag == TR:
                if cells != 2:
                    return 0
                lines += 1
                cells = 0
            elif tag == TH or tag == TD:
                if cells != (tag == TD):
                    return 0
                cells += 1
        return lines if cells == 2 else 0

    cpdef list headings_of(self, list tables):
        """The headings right above some tables, of those that are specifications."""
        cdef Py_ssize_t table, start
        cdef list found = []
        for table in tables:
            start = self.texts_before(table)
            if start and self.heads(self.texts[start - 1]) and self.specifications(table):
                found.append(self.rest.block_row[self.texts[start - 1]])
        return found

    cdef bint interrupts(self, Py_ssize_t table) noexcept:
        """Whether a table with header cells stands between two kept texts."""
        cdef Py_ssize_t row, first = self.texts_before(table), last = self.texts_before(self.rest.end[table])
        if not 0 < first < last < self.n_texts or not self.flags[first - 1] or not self.flags[last]:
            return False
        for row in range(table + 1, self.rest.end[table]):
            if self.rest.tag[row] == TH:
                return True
        return False

    cdef bint holds(self, Py_ssize_t table, const uint8_t* layout) noexcept:
        """Whether a table holds an element of one of these tags; another table is one."""
        cdef Py_ssize_t row
        for row in range(table + 1, self.rest.end[table]):
            if self.rest.tag[row] == TABLE or layout[self.rest.tag[row]]:
                return True
        return False

    cpdef list lists(self, double linked):
        """The lists right after a kept heading, up to this share of their characters in links, which kept text follows; and
        those in an item of which the text before is kept, of which nothing is."""
        cdef Py_ssize_t i, row, t, after
        cdef uint16_t tag
        cdef Sums sums
        cdef list found = []
        self.find_things()
        for i in range(self.n_things):
            row = self.things[i]
            tag = self.rest.tag[row]
            if tag != UL and tag != OL:
                continue
            t = self.texts_before(row)
            if not t or not self.flags[t - 1]:
                continue
            if self.rest.tag[self.rest.parent[row]] == LI and self.texts[t - 1] > self.rest.parent[row]:
                sums = self.within(row)
                if not sums.kept_chars and sums.link_chars <= linked * sums.chars:
                    found.append(row)
            elif self.heads(self.texts[t - 1]):
                after = self.texts_before(self.rest.end[row])
                sums = self.within(row)
                if after < self.n_texts and self.flags[after] and sums.chars and sums.link_chars <= linked * sums.chars:
                    found.append(row)
        return found

    cpdef list headings(self, double linked):
        """The headings between two kept texts of which nothing is kept, up to this share of their characters in links,
        where the text below stands in the same element, or in the one around what holds the heading and a link to it."""
        cdef Py_ssize_t i, row, first, after, above
        cdef Sums sums
        cdef list found = []
        self.find_things()
        for i in range(self.n_things):
            row = self.things[i]
            if not H1 < self.rest.tag[row] <= H6:
                continue
            first, after = self.texts_before(row), self.texts_before(self.rest.end[row])
            if not 0 < first < after < self.n_texts or not self.flags[first - 1] or self.keeps_some(row):
                continue
            above = self.rest.parent[row]
            while after < self.n_texts and self.rest.linked[self.texts[after]] and self.texts[after] < self.rest.end[above]:
                after += 1
            if after < self.n_texts and self.texts[after] >= self.rest.end[above] and self.rest.parent[above] >= 0:
                above = self.rest.parent[above]
            if after == self.n_texts or not self.flags[after] or self.texts[after] >= self.rest.end[above]:
                continue
            sums = self.within(row)
            if sums.chars <= MAX_TITLE and sums.link_chars <= linked * sums.chars:
                found.append(row)
        return found

    cpdef list codes(self, double most, double linked):
        """The preformatted texts that are not kept whole, but at least this share of their characters is, or none is and
        they stand beside a kept text; not those that are numbers of lines or have a larger share in links."""
        cdef Py_ssize_t i, row, first, after
        cdef Sums sums
        cdef list found = []
        self.find_things()
        for i in range(self.n_things):
            row = self.things[i]
            if self.rest.tag[row] != PRE or self.keeps_all(row):
                continue
            first, after = self.texts_before(row), self.texts_before(self.rest.end[row])
            sums = self.within(row)
            if (
                sums.link_chars <= linked * sums.chars
                and (
                    sums.kept_chars >= most * sums.chars
                    or (
                        sums.kept_chars == 0
                        and ((first and self.flags[first - 1]) or (after < self.n_texts and self.flags[after]))
                    )
                )
                and not self.is_numbers(row)
            ):
                found.append(row)
        return found

    cdef bint heads(self, Py_ssize_t text) noexcept:
        """Whether a text row is a heading."""
        return H1 <= self.rest.tag[self.rest.block_row[text]] <= H6

    cdef bint has_terms(self) except -1:
        """Whether the page has a description of a term, of which a text row is kept."""
        cdef Py_ssize_t i
        self.find_things()
        for i in range(self.n_things):
            if self.rest.tag[self.things[i]] == DD and self.keeps_some(self.things[i]):
                return True
        return False

    cdef bint keeps_some(self, Py_ssize_t row) noexcept:
        """Whether a text in a row's subtree is kept."""
        cdef Py_ssize_t first = self.texts_before(row)
        return memchr(self.flags + first, 1, self.texts_before(self.rest.end[row]) - first) != NULL

    def terms(self):
        """The rows of the terms before a kept description, of one list."""
        cdef Py_ssize_t i, row
        cdef int32_t above = -1
        cdef bint described = False
        cdef list found = [], waiting = []
        if not self.has_terms():
            return found
        for i in range(self.n_things):
            row = self.things[i]
            if self.rest.tag[row] == DT:
                if described or self.rest.parent[row] != above:
                    waiting = []
                above, described = self.rest.parent[row], False
                waiting.append(row)
            elif self.rest.tag[row] == DD and self.rest.parent[row] == above:
                described = True
                if waiting and self.keeps_some(row):
                    found += waiting
                    waiting = []
        return found

    cpdef list line_numbers(self):
        """The preformatted texts that are the numbers of the lines of another, in the same row of a table; none where
        all of them, or none, are kept."""
        cdef Py_ssize_t i, before = -1
        cdef bint kept = False, left_out = False
        cdef list found = []
        self.find_things()
        for i in range(self.n_things):
            if self.rest.tag[self.things[i]] != PRE:
                continue
            if before >= 0 and self.things[i] < self.end_of_line(before) and self.is_numbers(before):
                found.append(before)
                kept |= self.keeps_some(before)
                left_out |= not self.keeps_all(before)
            before = self.things[i]
        return found if kept and left_out else []

    cpdef list buttons(self):
        """The buttons in headings that have text beside them, of which a text is kept."""
        cdef Py_ssize_t i, row, heading
        cdef list found = []
        self.find_things()
        for i in range(self.n_things):
            row = self.things[i]
            if self.rest.tag[row] == BUTTON and self.keeps_some(row):
                heading = self.heading_of(row)
                if heading >= 0 and self.has_text_beside_buttons(heading):
                    found.append(row)
        return found

    cdef Py_ssize_t heading_of(self, Py_ssize_t row) noexcept:
        """The heading around an element; -1 where there is none near."""
        cdef int _step
        for _step in range(MAX_STEPS):
            row = self.rest.parent[row]
            if row < 0 or H1 <= self.rest.tag[row] <= H6:
                return row
        return -1

    def screen_reader_rows(self, list rows not None, int64_t longest, cells):
        """Of some elements for screen readers, in document order, those that are left out: of at most so many
        characters, and neither headings, nor all that a heading has, nor within an element of these tags.

        cells: bool, a flag for each tag that has a code.
        """
        cdef const uint8_t* of_tag = flags_of(cells, TAGS)
        cdef Py_ssize_t row, above, seen = 0, stop = 0  # rows of the page that were looked at; where such an element ends
        cdef int64_t chars
        cdef list found = []
        for row in rows:
            if not seen <= row < self.rest.n:
                raise IndexError("no such row, or not in document order")
            while seen <= row:
                if of_tag[self.rest.tag[seen]]:
                    stop = max(stop, <Py_ssize_t>self.rest.end[seen])
                seen += 1
            if row < stop or H1 <= self.rest.tag[row] <= H6:
                continue
            chars, above = self.within(row).chars, self.rest.parent[row]
            if chars > longest:
                continue
            if above >= 0 and H1 <= self.rest.tag[above] <= H6 and self.within(above).chars == chars:
                continue
            found.append(row)
        return found

    cdef bint has_text_beside_buttons(self, Py_ssize_t heading) noexcept:
        cdef Py_ssize_t row = heading + 1, end = min(self.rest.end[heading], heading + MAX_HEADING)
        while row < end:
            if self.rest.tag[row] == BUTTON:
                row = self.rest.end[row]
                continue
            if self.rest.tag[row] == TEXT:
                return True
            row += 1
        return False

    cdef bint keeps_all(self, Py_ssize_t row) noexcept:
        cdef Py_ssize_t first = self.texts_before(row)
        return memchr(self.flags + first, 0, self.texts_before(self.rest.end[row]) - first) == NULL

    cdef Py_ssize_t end_of_line(self, Py_ssize_t row) noexcept:
        """Where the table's row around an element ends; 0 where there is none."""
        while row >= 0 and self.rest.tag[row] != TR:
            row = self.rest.parent[row]
        return self.rest.end[row] if row >= 0 else 0

    cdef bint is_numbers(self, Py_ssize_t row) noexcept:
        """Whether an element's text is whole numbers that follow each other, with white space between."""
        cdef Py_ssize_t first = self.texts_before(row), last = self.texts_before(self.rest.end[row]) - 1
        cdef int64_t number, expected = -1
        if last < first:
            return False
        cdef const char* at = PyBytes_AS_STRING(self._text) + self.rest.text_start[self.texts[first]]
        cdef const char* stop = PyBytes_AS_STRING(self._text) + self.rest.text_stop[self.texts[last]]
        while at < stop:
            if is_white(at[0]):
                at += 1
                continue
            number = 0
            while at < stop and c"0" <= at[0] <= c"9" and number < MAX_LINE:
                number = 10 * number + (at[0] - c"0")
                at += 1
            if (at < stop and not is_white(at[0])) or (expected >= 0 and number != expected):
                return False
            expected = number + 1
        return True

    cpdef list beginning(self, TextPatterns sought):
        """The positions of the text rows that begin with one of the beginnings that are looked for."""
        cdef Py_ssize_t i, j, start, size = sought.beginnings.shape[1]
        cdef const char* text = PyBytes_AS_STRING(self._text)
        cdef list found = []
        for i in range(self.n_texts):
            start = self.rest.text_start[self.texts[i]]
            if sought.first[<uint8_t>text[start]] and self.rest.text_stop[self.texts[i]] - start >= size:
                for j in range(sought.beginnings.shape[0]):
                    if memcmp(text + start, &sought.beginnings[j, 0], size) == 0:
                        found.append(i)
                        break
        return found

    cdef bint is_mark(self, Py_ssize_t i, TextPatterns sought) noexcept:
        """Whether a text row is in a link and one of the marks that are looked for."""
        cdef uint32_t text_hash
        cdef Py_ssize_t j
        if not self.rest.linked[self.texts[i]]:
            return False
        text_hash = self.stored.text_hash[self.texts[i]]
        if sought.low[text_hash & 0xFF]:
            for j in range(sought.marks.shape[0]):
                if text_hash == sought.marks[j]:
                    return True
        return False

    cdef bint has_mark(self, TextPatterns sought) noexcept:
        cdef Py_ssize_t i
        for i in range(self.n_texts):
            if self.is_mark(i, sought):
                return True
        return False

    def marks(self, TextPatterns sought not None):
        """For each text row whether it is in a link and one of the marks that are looked for: the bytes of a bool
        array."""
        cdef Py_ssize_t i
        cdef bytes found = PyBytes_FromStringAndSize(NULL, self.n_texts)
        cdef uint8_t* flag = <uint8_t*>PyBytes_AS_STRING(found)
        for i in range(self.n_texts):
            flag[i] = self.is_mark(i, sought)
        return found

    def texts_of(self, list rows not None):
        """For each text row whether it is within one of some elements: the bytes of a bool array."""
        cdef Py_ssize_t row, first, begin = 0, stop = 0
        cdef bytes found = bytes(self.n_texts)
        cdef uint8_t* flag = <uint8_t*>PyBytes_AS_STRING(found)
        for row in rows:
            if not 0 <= row < self.rest.n:
                raise IndexError("no such row")
            if begin <= row < stop:  # within the one before
                continue
            begin, stop = row, self.rest.end[row]
            first = self.texts_before(row)
            memset(flag + first, 1, self.texts_before(stop) - first)
        return found
