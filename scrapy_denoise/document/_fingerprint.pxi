"""The words of a text one after the other, and the hashes of their shingles."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_DecodeUTF8, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from scrapy_denoise.page.native.fx_hash cimport fx_hash
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table
from scrapy_denoise.page.native.memory cimport allocate, release
from scrapy_denoise.page.text.word_chars cimport is_han, is_word

cdef enum:
    MOST_BYTES = 5  # of a character in lower case, with the space before it

cdef char LOWER[128]  # of the word characters of ASCII the lower case; 0 for others
for _code in range(128):
    LOWER[_code] = ord(chr(_code).lower()) if chr(_code).isalnum() or chr(_code) == "_" else 0


cdef struct Words:  # that were written
    char* at          # in UTF-8, with one space between
    Py_ssize_t size   # bytes
    Py_ssize_t n
    Py_ssize_t most   # of which Han characters are counted
    Py_ssize_t n_han


def line_words(str text not None, Py_ssize_t most):
    """The words of a text in lower case, runs of word characters of which each Han character is one, with one space between, in UTF-8;
    how many each line has that has any, as the bytes of an int32 array; how many there are; and how many of the first `most` are Han
    characters."""
    cdef Py_ssize_t start = 0, stop, n = len(text), n_lines = 0, before
    cdef Words words = [NULL, 0, 0, most, 0]
    cdef int32_t* counts = NULL
    try:
        words.at = <char*>allocate(NULL, room_for(text))
        counts = <int32_t*>allocate(NULL, (n // 2 + 1) * sizeof(int32_t))
        while start < n:
            stop = text.find("\n", start)
            stop = n if stop < 0 else stop
            before = words.n
            add_words(text, start, stop, &words)
            if words.n > before:
                counts[n_lines] = <int32_t>(words.n - before)
                n_lines += 1
            start = stop + 1
        lines = PyBytes_FromStringAndSize(<char*>counts, n_lines * sizeof(int32_t))
        return PyBytes_FromStringAndSize(words.at, words.size), lines, words.n, words.n_han
    finally:
        release(words.at)
        release(counts)


cpdef str lower_words(str text):
    """The same words of one line."""
    cdef Words words = [NULL, 0, 0, 0, 0]
    try:
        words.at = <char*>allocate(NULL, room_for(text))
        add_words(text, 0, len(text), &words)
        return PyUnicode_DecodeUTF8(words.at, words.size, NULL)
    finally:
        release(words.at)


cdef Py_ssize_t room_for(str text):
    """Bytes that the words of a text take at most."""
    return len(text) + 1 if text.isascii() else MOST_BYTES * len(text) + 1


cdef int add_words(str text, Py_ssize_t start, Py_ssize_t stop, Words* words) except -1:
    """Write the words that stand between two places of a text."""
    cdef Words before = words[0]
    cdef int kind = PyUnicode_KIND(text)
    cdef const void* characters = PyUnicode_DATA(text)
    cdef Py_ssize_t i
    cdef Py_UCS4 c
    cdef bint spaced = True
    for i in range(start, stop):
        c = PyUnicode_READ(kind, characters, i)
        if c >= 0x80:
            if c.isalnum():
                words[0] = before
                return add_words_of_any(text[start:stop].lower(), words)
            spaced = True
        elif LOWER[c]:
            if spaced:
                begin_word(words)
            words.at[words.size] = LOWER[c]
            words.size += 1
            spaced = False
        else:
            spaced = True
    return 0


cdef int add_words_of_any(str text, Words* words) except -1:
    """The same of a text in lower case with letters that are not ASCII."""
    cdef Py_UCS4 c
    cdef bint han, after_han = False, spaced = True
    for c in text:
        if not is_word(c):
            spaced = True
            continue
        han = is_han(c)
        if spaced or han or after_han:
            begin_word(words)
            words.n_han += han and words.n <= words.most
        write_utf8(<uint32_t>c, words)
        after_han, spaced = han, False
    return 0


cdef inline void begin_word(Words* words) noexcept:
    if words.n:
        words.at[words.size] = c" "
        words.size += 1
    words.n += 1


cdef inline void write_utf8(uint32_t c, Words* words) noexcept:
    cdef int following = 0 if c < 0x80 else 1 if c < 0x800 else 2 if c < 0x10000 else 3
    cdef uint32_t first = c if not following else (0xFF00 >> following + 1) & 0xFF | c >> 6 * following
    words.at[words.size] = <char>first
    words.size += 1
    while following:
        following -= 1
        words.at[words.size] = <char>(0x80 | c >> 6 * following & 0x3F)
        words.size += 1


def shingle_hashes(bytes words not None, bytes lines not None, Py_ssize_t length, Py_ssize_t least, Py_ssize_t most):
    """The hashes of the runs of `length` successive words among the first `most` of a text, each once: first those that stand
    within a line of `least` words or more, then the others. The bytes of a uint64 array, and how many of them are the former.

    words, lines: as of `line_words`. A line of which a part is not among the first words counts as short.
    """
    cdef const char* at = PyBytes_AS_STRING(words)
    cdef const int32_t* counts = <const int32_t*>PyBytes_AS_STRING(lines)
    cdef Py_ssize_t size = len(words), n_lines = len(lines) // sizeof(int32_t), line = 0
    cdef Py_ssize_t first = 0, end = 0, n = 0, begin = 0, stop = 0  # places of a run; words up to it, and those of its line
    cdef Py_ssize_t i, n_words, n_within = 0, n_others = 0
    cdef bint is_long = False
    cdef Table known  # of each hash 1, or 2 within a long line
    cdef Entry* entry
    cdef bytes found
    cdef uint64_t* hashes
    if length < 1:
        raise ValueError("a shingle has one word or more")
    for i in range(n_lines):
        n += counts[i]
    n_words = min(n, most)
    open_table(&known, n_words)
    try:
        n = 0
        while end < size and n < most:
            if n == n_words:
                raise ValueError("the lines have fewer words than the text")
            if n == stop and line < n_lines:
                begin, stop = stop, stop + counts[line]
                is_long = counts[line] >= least and stop <= most
                line += 1
            while end < size and at[end] != c" ":
                end += 1
            n += 1
            if n >= length:
                entry = find_or_add(&known, fx_hash(<const uint8_t*>at + first, end - first))
                entry.number = 2 if entry.number == 2 or is_long and n - length >= begin else 1
                while first < end and at[first] != c" ":
                    first += 1
                first += 1
            end += 1
        found = PyBytes_FromStringAndSize(NULL, known.used * sizeof(uint64_t))
        hashes = <uint64_t*>PyBytes_AS_STRING(found)
        for i in range(known.size):
            if known.entries[i].number == 2:
                hashes[n_within] = known.entries[i].key
                n_within += 1
            elif known.entries[i].number:
                n_others += 1
                hashes[known.used - n_others] = known.entries[i].key
        return found, n_within
    finally:
        close_table(&known)


def low_halves(list values not None, list others not None):
    """The lower 16 bits of the lesser one of each two numbers of 32 bits, the lower byte first."""
    cdef bytes found = PyBytes_FromStringAndSize(NULL, 2 * len(values))
    cdef char* at = PyBytes_AS_STRING(found)
    cdef Py_ssize_t i
    cdef uint32_t value
    if len(others) != len(values):
        raise ValueError("lists of different lengths")
    for i in range(len(values)):
        value = min(<uint32_t>values[i], <uint32_t>others[i])
        at[2 * i], at[2 * i + 1] = <char>value, <char>(value >> 8)
    return found
