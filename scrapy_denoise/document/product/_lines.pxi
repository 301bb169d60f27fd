"""The texts of a page line by line, and which of them can have an amount, a label or another known text: two passes over its rows."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t
from libc.string cimport memchr, memset

from scrapy_denoise.document.source.compiled cimport KNOWN, LABEL, FIRST_LETTERS, Beginnings, first_letters, first_letters_of
from scrapy_denoise.page.columns.buffers cimport PageBuffers, page_buffers
from scrapy_denoise.page.compiled cimport ExactWords, match_key
from scrapy_denoise.page.native.binary_search cimport lower_bound
from scrapy_denoise.page.native.memory cimport cleared, release

from scrapy_denoise.page.columns import tags

cdef enum:
    OUTSIDE = 1   # of a row: in an element beside the content,
    STRUCK = 2    # in one that is struck through,
    HEADING = 4   # in a title,
    CHOICE = 8    # in a menu of choices
    FEATURES = 4  # so many
    LONGEST_TITLE = 300   # bytes of a line that are compared with a title
    LONGEST_TEXT = 320    # bytes of a text that is read
    MOST_SEARCHED = 640   # bytes of a line that are searched for a currency
    LONGEST_BARE = 100    # bytes of a line whose number can be a price without a currency
    LONGEST_NAMES = 300   # bytes of the class and the id of an element that are read

cdef uint8_t FEATURE_OF[256]
memset(FEATURE_OF, 0, 256)
for _feature, _names in (
    (OUTSIDE, "aside footer nav header"), (STRUCK, "del s strike"), (HEADING, "h1 h2"), (CHOICE, "select option"),
):
    for _name in _names.split():
        FEATURE_OF[tags.CODES[_name]] |= _feature


cdef class LineRows:
    """The text rows of a page line by line, without those in menus of choices. A line is the text of one block.

    columns: of the page. told: gives a number whose bits are what the class and the id of an element tell, from its
    class, a space and its id; 15 bits. outer: the bits that an element tells also of what is deeper in it. levels,
    nearest: how many elements around a row tell something, and of how many all bits count. price: the bit of a price.

    title: the number of the line with the title of the page.
    """

    cdef PageBuffers page
    cdef object columns, told
    cdef bytes text, names
    cdef readonly Py_ssize_t title
    cdef Py_ssize_t n_texts, n_lines, n_names
    cdef uint8_t* features     # of each row of the page
    cdef int32_t* all_rows
    cdef int32_t* all_firsts
    cdef int32_t* rows         # of each text of the lines that are read
    cdef int32_t* firsts       # of each of these lines its first text, and one more
    cdef uint8_t* figured      # of each text whether it has a digit
    cdef int32_t* name_starts
    cdef int16_t* bits         # of each pair of class and id, -1 where it has not been told
    cdef list texts
    cdef list keys
    cdef int outer, price, levels, nearest

    def __init__(self, columns not None, told not None, int outer, int price, int levels, int nearest):
        cdef Py_ssize_t i, n
        self.page, self.columns, self.told, self.text = page_buffers(columns), columns, told, columns.text
        self.outer, self.price, self.levels, self.nearest = outer, price, levels, nearest
        n = self.page.texts.n
        for i in range(n):
            if not 0 <= self.page.texts.row[i] < self.page.tree.n:
                raise ValueError("no such row")
        self.features = <uint8_t*>cleared(self.page.tree.n)
        self.all_rows = <int32_t*>cleared((n + 1) * sizeof(int32_t))
        self.all_firsts = <int32_t*>cleared((n + 1) * sizeof(int32_t))
        self.figured = <uint8_t*>cleared(n + 1)
        self.rows, self.firsts = self.all_rows, self.all_firsts
        self.set_features()
        self.set_lines()
        self.names = columns.class_id_values
        self.n_names = self.names.count(b"\0") // 2
        self.name_starts = <int32_t*>cleared((2 * self.n_names + 1) * sizeof(int32_t))
        self.bits = <int16_t*>cleared((self.n_names + 1) * sizeof(int16_t))
        self.set_names()

    def __dealloc__(self):
        release(self.features)
        release(self.all_rows)
        release(self.all_firsts)
        release(self.figured)
        release(self.name_starts)
        release(self.bits)

    cdef void set_features(self) noexcept:
        cdef Py_ssize_t row
        cdef int bit
        cdef uint16_t tag
        cdef int32_t[FEATURES] until
        cdef uint8_t found
        memset(until, 0, sizeof(until))
        for row in range(self.page.tree.n):
            tag = self.page.tree.tag[row]
            if tag < 256 and FEATURE_OF[tag]:
                for bit in range(FEATURES):
                    if FEATURE_OF[tag] & 1 << bit:
                        until[bit] = max(until[bit], self.page.tree.end[row])
            found = 0
            for bit in range(FEATURES):
                found |= (row < until[bit]) << bit
            self.features[row] = found

    cdef void set_lines(self) noexcept:
        cdef Py_ssize_t i, row
        cdef int32_t block = -1
        for i in range(self.page.texts.n):
            row = self.page.texts.row[i]
            if self.features[row] & CHOICE:
                continue
            if self.page.tree.block[row] != block or self.n_lines == 0:
                block = self.page.tree.block[row]
                self.all_firsts[self.n_lines] = self.n_texts
                self.n_lines += 1
            self.all_rows[self.n_texts] = row
            self.n_texts += 1
        self.all_firsts[self.n_lines] = self.n_texts

    cdef void set_names(self) noexcept:
        cdef const char* begin = PyBytes_AS_STRING(self.names)
        cdef const char* at = begin
        cdef Py_ssize_t i
        for i in range(2 * self.n_names):
            self.name_starts[i] = at - begin
            at = <const char*>memchr(at, 0, begin + PyBytes_GET_SIZE(self.names) - at) + 1
        self.name_starts[2 * self.n_names] = at - begin
        for i in range(self.n_names + 1):
            self.bits[i] = -1

    def __len__(self):
        return self.n_lines

    cdef const uint8_t* span(self, Py_ssize_t first, Py_ssize_t last, Py_ssize_t* size) except NULL:
        """Where the text from one text to another stands, and its bytes."""
        cdef Py_ssize_t start = self.page.tree.text_start[self.rows[first]], stop = self.page.tree.text_stop[self.rows[last]]
        if not 0 <= start <= stop <= PyBytes_GET_SIZE(self.text):
            raise ValueError("no such text")
        size[0] = stop - start
        return <const uint8_t*>PyBytes_AS_STRING(self.text) + start

    def beginnings(self, bint are_headings, list titles not None, Py_ssize_t most):
        """The first lines, so many at most, that are headings or are none, each with the letters and digits of its first text; of those
        that are none the ones that may have the first letters of a title. titles: by their letters and digits."""
        cdef Py_ssize_t number, size = 0
        cdef const uint8_t* at
        cdef uint32_t[FIRST_LETTERS + 1] letters
        cdef list found = []
        cdef set wanted = {first_letters_of(form) for title in titles for form in (title, title[:1].upper() + title[1:])}
        for number in range(self.n_lines):
            if bool(self.features[self.rows[self.firsts[number]]] & HEADING) != are_headings:
                continue
            if most == 0:
                break
            most -= 1
            at = self.span(self.firsts[number], self.firsts[number], &size)
            size = min(size, <Py_ssize_t>LONGEST_TITLE)
            if not are_headings and 0 not in wanted and first_letters(at, size, letters) and letters[FIRST_LETTERS] not in wanted:
                continue
            found.append((number, match_key(PyUnicode_DecodeUTF8(<const char*>at, size, "replace"))))
        return found

    def cut(self, Py_ssize_t title, Py_ssize_t above, Py_ssize_t below):
        """Keep so many lines above that of the title and below it; from then on numbers begin with the first of them."""
        cdef Py_ssize_t begin = max(title - above, 0), stop = min(title + below + 1, self.n_lines), i, offset
        if not 0 <= title < max(self.n_lines, 1):
            raise ValueError("no such line")
        offset = self.firsts[begin]
        self.rows += offset
        self.firsts += begin
        self.n_lines, self.title = stop - begin, title - begin
        for i in range(self.n_lines + 1):
            self.firsts[i] -= offset
        self.n_texts = self.firsts[self.n_lines]
        for i in range(self.n_texts):
            self.figured[i] = self.page.hashes.mask_hash[self.rows[i]] != self.page.hashes.text_hash[self.rows[i]]
        self.texts, self.keys = [None] * self.n_texts, [None] * self.n_texts

    def wide(self):
        """The texts that are not ASCII."""
        cdef Py_ssize_t place, size = 0
        cdef list found = []
        for place in range(self.n_texts):
            self.span(place, place, &size)
            if size != self.page.hashes.chars[self.rows[place]]:
                found.append(place)
        return found

    def put(self, Py_ssize_t place, str text not None):
        """Set the text of a text row: one that has a digit."""
        self.check(place)
        self.texts[place], self.figured[place] = text, True

    cdef int check(self, Py_ssize_t place) except -1:
        if not 0 <= place < self.n_texts:
            raise IndexError("no such text")
        return 0

    cdef int check_line(self, Py_ssize_t number) except -1:
        if not 0 <= number < self.n_lines:
            raise IndexError("no such line")
        return 0

    def first(self, Py_ssize_t number):
        """The first text of a line."""
        self.check_line(number)
        return self.firsts[number]

    def last(self, Py_ssize_t number):
        """One past the last text of a line."""
        self.check_line(number)
        return self.firsts[number + 1]

    def row_of(self, Py_ssize_t place):
        """The row of a text."""
        self.check(place)
        return self.rows[place]

    def row(self, Py_ssize_t number):
        """The row of the first text of a line."""
        self.check_line(number)
        return self.rows[self.firsts[number]]

    cpdef Py_ssize_t number_at(self, Py_ssize_t place) noexcept:
        """The number of the line of a text."""
        return lower_bound(self.firsts, self.n_lines, <int32_t>(place + 1)) - 1

    def place_before(self, Py_ssize_t row):
        """The last text up to a row; -1 without one."""
        return lower_bound(self.rows, self.n_texts, <int32_t>(row + 1)) - 1

    cpdef str text_at(self, Py_ssize_t place):
        """The text of a text row, empty for a long one. What is a digit or the mark of a number in other scripts is one of ASCII."""
        cdef Py_ssize_t size = 0
        cdef const uint8_t* at
        self.check(place)
        found = self.texts[place]
        if found is None:
            at = self.span(place, place, &size)
            found = PyUnicode_DecodeUTF8(<const char*>at, size, "replace") if size <= LONGEST_TEXT else ""
            self.texts[place] = found
        return found

    cpdef str key_at(self, Py_ssize_t place):
        """The letters and digits of a text row."""
        self.check(place)
        found = self.keys[place]
        if found is None:
            found = self.keys[place] = match_key(self.text_at(place))
        return found

    def text_from(self, Py_ssize_t first, Py_ssize_t last):
        """The text from one text row to another."""
        cdef Py_ssize_t size = 0
        self.check(first)
        self.check(last)
        cdef const uint8_t* at = self.span(first, last, &size)
        return PyUnicode_DecodeUTF8(<const char*>at, size, "replace")

    def size(self, Py_ssize_t number):
        """The bytes of a line."""
        cdef Py_ssize_t size = 0
        self.check_line(number)
        self.span(self.firsts[number], self.firsts[number + 1] - 1, &size)
        return size

    def is_apart(self, Py_ssize_t place):
        """Whether something stands between a text and the one before it."""
        self.check(place)
        return place > 0 and self.page.tree.text_start[self.rows[place]] > self.page.tree.text_stop[self.rows[place - 1]]

    def may_be_cents(self, Py_ssize_t place):
        """Whether a text has two characters with a digit, right behind a text with one."""
        cdef Py_ssize_t size = 0
        self.check(place)
        self.span(place, place, &size)
        return size == 2 and place > 0 and self.figured[place] and self.figured[place - 1] and not self.is_apart(place)

    def is_outside(self, Py_ssize_t row):
        """Whether a row stands beside the content of the page."""
        return bool(self.feature(row) & OUTSIDE)

    def is_struck(self, Py_ssize_t row):
        """Whether a row is struck through."""
        return bool(self.feature(row) & STRUCK)

    cdef int feature(self, Py_ssize_t row) except -1:
        if not 0 <= row < self.page.tree.n:
            raise IndexError("no such row")
        return self.features[row]

    def found(self, Beginnings beginnings not None, ExactWords signs not None, bytes sign not None):
        """The texts that may be a known one, those of which a part may, the lines of several texts that may, the texts that may begin
        with a label, and the lines that may have an amount: those with a digit and the sign of a currency, or short ones that are named
        as a price, each with whether it has a sign.

        signs: of currencies. sign: another one, empty for none.
        """
        cdef Py_ssize_t number, place, size = 0
        cdef const uint8_t* at
        cdef uint8_t kinds, figured
        cdef bint signed
        cdef list known = [], parts = [], lines = [], labels = [], amounts = []
        for number in range(self.n_lines):
            figured = 0
            for place in range(self.firsts[number], self.firsts[number + 1]):
                figured |= self.figured[place]
                at = self.span(place, place, &size)
                if size > LONGEST_TEXT:
                    continue
                kinds = beginnings.kinds_of(at, size)
                if kinds & KNOWN:
                    known.append(place)
                if has_known_part(beginnings, at, size, kinds):
                    parts.append(place)
                if kinds & LABEL:
                    labels.append(place)
            if not figured and self.firsts[number + 1] == self.firsts[number] + 1:
                continue
            at = self.span(self.firsts[number], self.firsts[number + 1] - 1, &size)
            if self.firsts[number + 1] > self.firsts[number] + 1 and beginnings.kinds_of(at, size) & KNOWN:
                lines.append(number)
            if figured:
                signed = signs.kinds_in(at, min(size, <Py_ssize_t>MOST_SEARCHED), one=True) != 0
                if not signed and sign:
                    signed = sign in at[:min(size, <Py_ssize_t>MOST_SEARCHED)]
                if signed or (size <= LONGEST_BARE and self.names_at(self.rows[self.firsts[number]], self.levels) & self.price):
                    amounts.append((number, signed))
        return known, parts, lines, labels, amounts

    cpdef int names_at(self, Py_ssize_t row, int levels) except -1:
        """The bits of the elements around a row, so many levels up."""
        cdef int level, found = 0
        cdef int32_t number
        self.feature(row)
        row = self.page.tree.parent[row]
        for level in range(levels):
            if not 0 <= row < self.page.tree.n:
                break
            number = self.page.tree.class_id[row]
            if 0 < number <= self.n_names:
                if self.bits[number] < 0:
                    self.tell(number)
                found |= self.bits[number] if level < self.nearest else self.bits[number] & self.outer
            row = self.page.tree.parent[row]
        return found

    cdef int tell(self, int32_t number) except -1:
        cdef const char* begin = PyBytes_AS_STRING(self.names)
        cdef int32_t* starts = self.name_starts + 2 * (number - 1)
        cdef bytes names = begin[starts[0]:starts[1] - 1] + b" " + begin[starts[1]:starts[2] - 1]
        self.bits[number] = self.told(names[:LONGEST_NAMES])
        return 0


cdef bint has_known_part(Beginnings beginnings, const uint8_t* at, Py_ssize_t size, uint8_t kinds) noexcept:
    """Whether a text has several parts of which one may be known: behind punctuation, a dash with a space, or any sign beyond ASCII that
    may be one of these. kinds: of the text itself."""
    cdef Py_ssize_t i, begin
    cdef bint parted = False
    for i in range(size):
        if at[i] >= 0xE2:
            begin = min(i + 3, size)
        elif at[i] == c"." or at[i] == c"!" or at[i] == c"," or at[i] == c";" or at[i] == c"|":
            begin = i + 1
        elif at[i] == c"-" and i + 1 < size and (at[i + 1] == c" " or at[i + 1] >= 0x80):
            begin = i + 1
        else:
            continue
        parted = True
        if beginnings.kinds_of(at + begin, size - begin) & KNOWN:
            return True
    return parted and kinds & KNOWN != 0
