"""Where the headings of a page stand, the lines above its text, and what is around them, without an array for a column."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t, uint16_t
from libc.string cimport memcmp

from scrapy_denoise.page.columns.buffers cimport PageBuffers, page_buffers
from scrapy_denoise.page.native.binary_search cimport lower_bound
from scrapy_denoise.page.native.memory cimport cleared, release

from scrapy_denoise.page.columns import tags

cdef enum:
    MIN_PARAGRAPH = 80      # characters of a text that is a paragraph
    AROUND_LEVELS = 12      # elements around a heading that are looked at, and those whose names are
    NAMED_LEVELS = 3
    UP_LEVELS = 6           # levels above the paragraphs up to which an element around a title too is looked for
    MOST_BUTTONS = 4        # texts in buttons at the end of a heading that are looked at
    MOST_NAMED = 500        # elements named as a title that are read
    MOST_LINES = 8          # lines above the text that can be the title, of each kind
    MOST_ABOVE = 40         # texts above it among which they are
    MOST_OCCURRENCES = 3    # lines with the words of a title that are looked at
    NAMED_TITLE = 1         # what the names of an element tell of it: a title,
    NAMED_BESIDE = 2        # or something beside the content
    UNTOLD = 255

OUTSIDE = ("nav", "header", "aside", "footer", "form", "dialog")
"""The elements that have a bit of their own in `TitleRows.around`, from the lowest."""

cdef uint8_t[256] OUTSIDE_BIT, HEADING_RANK, EMPHASIS
for _code in range(256):
    OUTSIDE_BIT[_code] = HEADING_RANK[_code] = EMPHASIS[_code] = 0
for _number, _name in enumerate(OUTSIDE):
    OUTSIDE_BIT[tags.CODES[_name]] = 1 << _number
for _number in range(1, 7):
    HEADING_RANK[tags.CODES[f"h{_number}"]] = _number
for _name in ("b", "strong", "font", "big"):
    EMPHASIS[tags.CODES[_name]] = 1


cdef class TitleRows:
    """The rows of a page that may show its title.

    columns: of the page. told: gives what the names of an element tell of it, 1 for a title, 2 for something beside the
    content, or 0, from its class, a space and its id.
    """

    cdef PageBuffers page
    cdef object columns, told
    cdef bytes text
    cdef bytearray bits           # of each pair of class and id what is told of it
    cdef Py_ssize_t first_text    # the first paragraph of the text, a number of a text row; -1 before it is asked for
    cdef Py_ssize_t holder        # the row of the element that has most of the paragraphs; -1 without any

    def __init__(self, columns not None, told not None):
        cdef Py_ssize_t i
        self.page, self.columns, self.told, self.text = page_buffers(columns), columns, told, columns.text
        for i in range(self.page.texts.n):
            if not 0 <= self.page.texts.row[i] < self.page.tree.n:
                raise ValueError("no such row")
        self.first_text = -1
        self.bits = bytearray((UNTOLD,)) * (columns.class_id_values.count(b"\0") // 2 + 1)

    def headings(self, Py_ssize_t most):
        """The first so many headings: of each its row, its rank, 1 to 6, and of its texts the number of the first, one past that of
        the last, and how many bytes they have; a list. A button behind the other texts is a control, and not among them."""
        cdef Py_ssize_t row, first, last, size, buttons
        cdef list found = []
        for row in range(self.page.tree.n):
            if not self.rank_of(row) or len(found) == most:
                continue
            first, last = self.place(row), self.place(self.page.tree.end[row])
            buttons = 0
            while last - first > 1 and buttons < MOST_BUTTONS and self.is_button(last - 1, row):
                last -= 1
                buttons += 1
            size = self.stop_of(last - 1) - self.start_of(first) if first < last else 0
            found.append((row, self.rank_of(row), first, last, size))
        return found

    def are_linked(self, Py_ssize_t first, Py_ssize_t last):
        """Whether all texts from one up to another are links."""
        cdef Py_ssize_t i
        for i in range(max(first, 0), min(last, self.page.texts.n)):
            if not self.page.tree.linked[self.page.texts.row[i]]:
                return False
        return True

    def text_of(self, Py_ssize_t first, Py_ssize_t last):
        """The visible text from one text row up to another."""
        cdef Py_ssize_t start, stop
        if not 0 <= first < last <= self.page.texts.n:
            return ""
        start, stop = self.start_of(first), self.stop_of(last - 1)
        if not 0 <= start <= stop <= PyBytes_GET_SIZE(self.text):
            raise ValueError("no such text")
        return self.text[start:stop].decode("utf-8", "replace")

    def around(self, Py_ssize_t row):
        """What is told of a row and the elements around it, as bits: of each of `OUTSIDE` whether the row is in it; that the
        row itself is named as a title and as something beside the content, 64 and 128; that one of the next ones is, 256 and 512;
        that one further out is named as something beside the content, 1024."""
        cdef Py_ssize_t level
        cdef int found = 0, told
        cdef uint16_t tag
        for level in range(AROUND_LEVELS):
            if not 0 <= row < self.page.tree.n:
                break
            tag = self.page.tree.tag[row]
            found |= OUTSIDE_BIT[tag] if tag < 256 else 0
            told = self.told_of(row)
            if level < NAMED_LEVELS:
                found |= told << (6 if level == 0 else 8)
            elif told == NAMED_BESIDE:
                found |= 1024
            row = self.page.tree.parent[row]
        return found

    def is_strong(self, Py_ssize_t row):
        """Whether the element around a row, or the one around that, makes its text stand out."""
        cdef Py_ssize_t level
        for level in range(2):
            row = self.page.tree.parent[row] if 0 <= row < self.page.tree.n else -1
            if 0 <= row < self.page.tree.n and self.page.tree.tag[row] < 256 and EMPHASIS[self.page.tree.tag[row]]:
                return True
        return False

    def distance(self, Py_ssize_t row, Py_ssize_t first):
        """How many texts stand between an element and the text of the page, and how many levels above its paragraphs an element holds
        both; -1 for the levels without any. row: of the element. first: the number of its first text."""
        self.find_start()
        cdef Py_ssize_t above = self.holder, levels = 0
        if above < 0:
            return self.first_text - first, -1
        while 0 < above < self.page.tree.n and not above < row < self.page.tree.end[above] and levels < UP_LEVELS:
            above = self.page.tree.parent[above]
            levels += 1
        return self.first_text - first, levels

    def lines(self):
        """The last lines above the text: those whose elements are named as a title, then others; of each its row, its
        first text, one past its last one, and whether it is named."""
        cdef Py_ssize_t row, stop, number, left = MOST_NAMED
        cdef list named = []
        cdef dict blocks = {}
        self.find_start()
        stop = self.page.tree.n
        if self.first_text < self.page.texts.n:
            stop = min(stop, self.page.texts.row[self.first_text] + 1)
        for row in range(stop):
            if self.told_of(row) == NAMED_TITLE and not self.rank_of(row) and left > 0:
                left -= 1
                named.append((row, self.page.tree.end[row], True))
        if self.first_text < self.page.texts.n:
            for number in range(max(self.first_text - MOST_ABOVE, 0), self.first_text):
                row = self.page.texts.row[number]
                blocks.setdefault(self.page.tree.block[row], []).append(row)
        others = [(min(rows), max(rows) + 1, False) for rows in blocks.values()]
        others = named[-MOST_LINES:] + others[-MOST_LINES:]
        return [(row, self.place(row), self.place(stop), is_named) for row, stop, is_named in others]

    def is_line(self, str title not None):
        """Whether a text is a line of the page that is no link, as those of menus are."""
        cdef bytes line = title.encode("utf-8", "replace")
        cdef const char* text = PyBytes_AS_STRING(self.text)
        cdef Py_ssize_t number, row, start, stop, n = PyBytes_GET_SIZE(self.text), left = MOST_OCCURRENCES
        cdef char first = PyBytes_AS_STRING(line)[0]
        if not first:
            return False
        for number in range(self.page.texts.n):
            row = self.page.texts.row[number]
            start = self.page.tree.text_start[row]
            if not 0 <= start < n or text[start] != first:  # as most lines
                continue
            stop = start + PyBytes_GET_SIZE(line)
            if stop > n or (start and text[start - 1] != c"\n") or (stop < n and text[stop] != c"\n"):
                continue
            if memcmp(text + start, PyBytes_AS_STRING(line), PyBytes_GET_SIZE(line)) == 0:
                left -= 1
                if not self.page.tree.linked[row]:
                    return True
                if left == 0:
                    break
        return False

    cdef bint is_button(self, Py_ssize_t place, Py_ssize_t around) noexcept:
        """Whether a text stands in a button within an element. place: number of the text. around: row of the element."""
        cdef Py_ssize_t row = self.page.texts.row[place], level
        for level in range(AROUND_LEVELS):
            if not around < row < self.page.tree.n:
                break
            if self.page.tree.tag[row] == BUTTON:
                return True
            row = self.page.tree.parent[row]
        return False

    cdef inline int rank_of(self, Py_ssize_t row) noexcept:
        """The rank of a heading; 0 for another element."""
        return HEADING_RANK[self.page.tree.tag[row]] if self.page.tree.tag[row] < 256 else 0

    cdef int told_of(self, Py_ssize_t row) except -1:
        """What is told of the names of an element, asked once for each pair of them."""
        cdef Py_ssize_t name = self.page.tree.class_id[row]
        cdef list names
        if not 0 < name < len(self.bits):
            return 0
        if self.bits[name] == UNTOLD:
            names = self.columns.class_ids
            self.bits[name] = self.told(names[2 * name - 2] + b" " + names[2 * name - 1]) & (NAMED_TITLE | NAMED_BESIDE)
        return self.bits[name]

    cdef Py_ssize_t start_of(self, Py_ssize_t place) noexcept:
        return self.page.tree.text_start[self.page.texts.row[place]]

    cdef Py_ssize_t stop_of(self, Py_ssize_t place) noexcept:
        return self.page.tree.text_stop[self.page.texts.row[place]]

    cdef Py_ssize_t place(self, Py_ssize_t row) noexcept:
        """The number of the first text from a row on."""
        return lower_bound(self.page.texts.row, self.page.texts.n, <int64_t>row)

    cdef int find_start(self) except -1:
        """Find the first paragraph of the text, and the element that has most of the paragraphs."""
        cdef Py_ssize_t number, row, n = self.page.texts.n
        cdef int64_t* chars
        if self.first_text >= 0:
            return 0
        self.first_text, self.holder = n, -1
        chars = <int64_t*>cleared(self.page.tree.n * sizeof(int64_t))
        for number in range(n):
            row = self.holder_of(number)
            if row >= 0:
                chars[row] += self.page.hashes.chars[self.page.texts.row[number]]
        for row in range(self.page.tree.n):
            if chars[row] > (chars[self.holder] if self.holder >= 0 else 0):
                self.holder = row
        release(chars)
        if self.holder >= 0:
            self.first_text = 0
            while self.holder_of(self.first_text) != self.holder:
                self.first_text += 1
        return 0

    cdef Py_ssize_t holder_of(self, Py_ssize_t number) noexcept:
        """The element around the block of a text that is a paragraph; -1 for another text."""
        cdef Py_ssize_t row = self.page.texts.row[number]
        if self.page.hashes.chars[row] < MIN_PARAGRAPH or self.page.tree.linked[row] or self.page.tree.punctuation[row] <= 0:
            return -1
        row = self.page.tree.block_row[row]
        row = self.page.tree.parent[row] if 0 <= row < self.page.tree.n else 0
        return row if 0 <= row < self.page.tree.n else 0
