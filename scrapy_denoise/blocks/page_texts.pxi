"""Prices and labels in the text of a page: `scrapy_denoise.blocks.page_columns`."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.unicode cimport Py_UNICODE_TOLOWER
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memchr, memcpy, memset

from scrapy_denoise.page.columns.buffers cimport TextRows, TreeColumns, hash_columns_of, text_rows_of, tree_columns_of

cdef enum:
    LONGEST = 255  # bytes of a line without marks up to which it is compared
    HEAD = 4  # of a line by which most others are told


cdef enum:  # what a byte may begin
    PRICE = 1
    BEHIND = 2  # a sign behind a number

cdef uint8_t BEGINS[256]
for _byte in range(256):
    BEGINS[_byte] = PRICE * (_byte in b"0123456789$\xc2\xe2\xd0") | BEHIND * (_byte in b"zK\xe2\xd0\xd1\xe5")


cdef inline bint is_digit(uint8_t byte) noexcept:
    return c"0" <= byte <= c"9"


cdef inline bint is_white(uint8_t byte) noexcept:
    return byte == c" " or 9 <= byte <= 13


cdef inline int size_of(const uint8_t* at, const uint8_t* sign) noexcept:
    """The bytes of a sign that stands at a place; 0 where it does not. Behind the text is a NUL."""
    cdef int i = 0
    while sign[i]:
        if at[i] != sign[i]:
            return 0
        i += 1
    return i


cdef inline int sign_of_both(const uint8_t* at) noexcept:
    """The bytes of a sign that stands before numbers and behind them: those from U+20A0 to U+20BF, such as the euro's, and "лв"."""
    if at[0] == 0xE2 and at[1] == 0x82 and 0xA0 <= at[2] <= 0xBF:
        return 3
    return size_of(at, b"\xd0\xbb\xd0\xb2")


cdef int sign_before(const uint8_t* at) noexcept:
    """The bytes of a sign that stands before a number at a place, and 0 for none: $ £ ¥, and those that stand behind one too."""
    if at[0] == c"$":
        return 1
    if at[0] == 0xC2:
        return 2 if at[1] == 0xA3 or at[1] == 0xA5 else 0
    return sign_of_both(at)


cdef int sign_behind(const uint8_t* at) noexcept:
    """The bytes of a sign that stands behind a number at a place, and 0 for none: zł Kč руб 元 円, and those that stand before
    one too."""
    return (sign_of_both(at) or size_of(at, b"z\xc5\x82") or size_of(at, b"K\xc4\x8d") or size_of(at, b"\xd1\x80\xd1\x83\xd0\xb1")
            or size_of(at, b"\xe5\x85\x83") or size_of(at, b"\xe5\x86\x86"))


cdef int price_of(const uint8_t* at) noexcept:
    """The bytes of a price at a place, a figure beside a sign, with one white space between them or none; 0 where none begins."""
    cdef int size, sign
    if is_digit(at[0]):
        size = 1 + is_white(at[1])
        sign = sign_behind(at + size) if BEGINS[at[size]] & BEHIND else 0
        return size + sign if sign else 0
    size = sign_before(at)
    if size:
        size += is_white(at[size])
    return size + 1 if size and is_digit(at[size]) else 0


def priced_rows(columns not None, int32_t most):
    """The text rows of fewer than so many characters in which a price begins, in their order: a list."""
    cdef bytes text = columns.text, tree = columns.tree_columns, hashes = columns.hash_columns, numbers = columns.text_row_numbers
    cdef const uint8_t* begin = <const uint8_t*>PyBytes_AS_STRING(text)
    cdef const uint8_t* stop = begin + PyBytes_GET_SIZE(text)
    cdef const uint8_t* at = begin
    cdef TextRows texts = text_rows_of(numbers)
    cdef TreeColumns r = tree_columns_of(tree)
    cdef const int32_t* chars = hash_columns_of(hashes).chars
    cdef Py_ssize_t i = 0, last = -1
    cdef int size
    cdef list found = []
    while at < stop:
        size = price_of(at) if BEGINS[at[0]] & PRICE else 0
        if not size:
            at += 1
            continue
        while i + 1 < texts.n and r.text_start[texts.row[i + 1]] <= at - begin:
            i += 1
        if i != last and i < texts.n and chars[texts.row[i]] < most:
            found.append(texts.row[i])
        last = i
        at += size
    return found


cdef inline uint32_t head_of(const uint8_t* line) noexcept:
    """A hash of the first HEAD bytes of a line, of 12 bits."""
    cdef uint32_t word
    memcpy(&word, line, HEAD)
    return word * <uint32_t>0x9E3779B1 >> 20


cdef inline uint32_t pair_of(uint32_t first, uint32_t second) noexcept:
    """A hash of two small letters, of 12 bits; a sigma is the same at the end of a word."""
    cdef uint32_t both
    if first == 0x3C2:
        first = 0x3C3
    if second == 0x3C2:
        second = 0x3C3
    both = first * <uint32_t>0x10001 ^ second
    return both * <uint32_t>0x9E3779B1 >> 20


cdef class Labels:
    """Counts the lines of a text that are among some, whatever their case, and whatever digits, spaces and marks stand in them.

    known: the numbers of the kinds of each line, by its bytes in lower case without marks. kinds: how many there are. marks: characters of
    ASCII that do not count. Raises ValueError for a line that is too long.
    """

    cdef dict _known
    cdef bytes _marks
    cdef Py_ssize_t _kinds
    cdef uint8_t lower[128]  # of a character; 0 for a mark
    cdef uint8_t begins[1 << 12]  # whether one begins with the letters of a `head_of`
    cdef uint8_t pairs[1 << 12]   # whether one begins with two characters, by their `pair_of`
    cdef Py_ssize_t longest

    def __init__(self, dict known not None, Py_ssize_t kinds, bytes marks not None):
        cdef int byte
        cdef bytes line
        cdef str text
        self._known, self._kinds, self._marks = known, kinds, marks
        self.longest = max(map(len, known), default=0)
        # A capital may have three times as many bytes as the small letter: the sign of Kelvin.
        if 3 * self.longest > LONGEST:
            raise ValueError("a line that is too long")
        memset(self.begins, 0, sizeof(self.begins))
        memset(self.pairs, 0, sizeof(self.pairs))
        for line in known:
            text = line.decode("utf-8")
            self.pairs[pair_of(ord(text[0]) if text else 0, ord(text[1]) if len(text) > 1 else 0)] = 1
            if len(line) >= HEAD:
                self.begins[head_of(<const uint8_t*>PyBytes_AS_STRING(line))] = 1
        for byte in range(128):
            self.lower[byte] = 0 if byte in marks else byte + 32 * (c"A" <= byte <= c"Z")

    def counts_in(self, bytes text not None):
        """How many lines of a text are of each kind: a list."""
        cdef const uint8_t* at = <const uint8_t*>PyBytes_AS_STRING(text)
        cdef const uint8_t* stop = at + PyBytes_GET_SIZE(text)
        cdef const uint8_t* begin
        cdef uint8_t line[LONGEST + 1]
        cdef Py_ssize_t size
        cdef bint ascii
        cdef list found = [0] * self._kinds, others = []  # other lines: those with characters beyond ASCII
        while at <= stop:
            begin, size, ascii = at, 0, True
            while at < stop and at[0] != c"\n":
                if at[0] >= 0x80:
                    ascii = False
                    line[size] = at[0]
                    size += 1
                else:
                    line[size] = self.lower[at[0]]
                    size += line[size] != 0
                at += 1
                # Of most lines the first letters tell that they are others: whatever follows, these stay as they are.
                if size == HEAD and ascii and not self.begins[head_of(line)]:
                    size = LONGEST + 1
                if size > 3 * self.longest:
                    at = <const uint8_t*>memchr(at, c"\n", stop - at)
                    if at == NULL:
                        at = stop
                    break
            if 0 < size <= (self.longest if ascii else 3 * self.longest):
                if ascii:
                    self.look_up(found, PyBytes_FromStringAndSize(<char*>line, size))
                elif self.may_be_known(begin, at):
                    others.append(PyBytes_FromStringAndSize(<char*>begin, at - begin))
            at += 1
        if others:
            # Whether a sigma ends its word depends on what stands around it, marks too: they are left out last.
            lower = b"\n".join(others).decode("utf-8", "replace").lower().encode("utf-8", "replace")
            for plain in lower.translate(None, self._marks).split(b"\n"):
                self.look_up(found, plain)
        return found

    cdef bint may_be_known(self, const uint8_t* at, const uint8_t* stop) noexcept:
        """Whether a line with characters beyond ASCII begins as one of the known ones does, by two characters."""
        cdef uint32_t[2] begin = [0, 0]
        cdef uint32_t c
        cdef int i, n = 0, size
        while at < stop and n < 2:
            size = 1 if at[0] < 0x80 else 2 if at[0] < 0xE0 else 3 if at[0] < 0xF0 else 4
            if stop - at < size:
                return True
            if size == 1:
                c = self.lower[at[0]]
            else:
                c = at[0] & (0xFF >> (size + 1))
                for i in range(1, size):
                    c = c << 6 | (at[i] & 0x3F)
                if c == 0x130:  # which is two small letters
                    return True
                c = <uint32_t>Py_UNICODE_TOLOWER(<Py_UCS4>c)
            at += size
            if c:
                begin[n] = c
                n += 1
        return self.pairs[pair_of(begin[0], begin[1])]

    cdef int look_up(self, list found, bytes plain) except -1:
        """Count a line, which is in lower case and without marks."""
        cdef Py_ssize_t kind
        for kind in self._known.get(plain, ()):
            found[kind] += 1
        return 0


cdef class WordKinds:
    """Counts the words of a text that are of some kinds.

    kinds: the words of each kind, in lower case. plain: whether words are made of ASCII letters and digits alone; else of
    all letters and digits.
    """

    cdef dict _kinds  # of each word
    cdef Py_ssize_t _n, _longest
    cdef bint _plain

    def __init__(self, kinds, bint plain):
        cdef Py_ssize_t number
        self._kinds, self._n, self._plain = {}, len(kinds), plain
        for number, words in enumerate(kinds):
            for word in words:
                self._kinds[word] = (*self._kinds.get(word, ()), number)
        self._longest = max(map(len, self._kinds), default=0)

    def counts_in(self, str text not None):
        """How many words of a text in lower case are of each kind; and how many words it has."""
        cdef Py_ssize_t i, start = 0, n = len(text), words = 0, kind
        cdef Py_UCS4 sign
        cdef bint within
        cdef list found = [0] * self._n
        for i in range(n + 1):
            sign = text[i] if i < n else u" "
            within = u"a" <= sign <= u"z" or u"0" <= sign <= u"9" or (not self._plain and sign.isalnum())
            if within:
                continue
            if start < i:
                words += 1
                if i - start <= self._longest:
                    for kind in self._kinds.get(text[start:i], ()):
                        found[kind] += 1
            start = i + 1
        return found, words
