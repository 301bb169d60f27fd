"""The words of a text one after the other, and their shingles."""

from cpython.unicode cimport (
    PyUnicode_4BYTE_KIND, PyUnicode_DATA, PyUnicode_DecodeASCII, PyUnicode_FromKindAndData, PyUnicode_KIND, PyUnicode_READ,
    PyUnicode_Substring,
)
from libc.stdint cimport uint64_t

from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table, reserve_entries
from scrapy_denoise.page.native.memory cimport allocate, release
from scrapy_denoise.page.text.word_chars cimport is_han, is_word

cdef enum:
    FOUND = 1   # a shingle of the text
    WITHIN = 2  # and of one of its long lines
    SHORT = 1024  # characters of a text whose words stand on the stack

cdef char LOWER[128]  # of the word characters of ASCII the lower case; 0 for others
for _code in range(128):
    LOWER[_code] = ord(chr(_code).lower()) if chr(_code).isalnum() or chr(_code) == "_" else 0


def word_lines(str text not None):
    """Of each line of a text that has words these, as `lower_words` gives them."""
    cdef list found = []
    cdef str line, words
    for line in text.split("\n"):
        words = lower_words(line)
        if words:
            found.append(words)
    return found


cpdef str lower_words(str text):
    """The words of a text in lower case, runs of word characters of which each Han character is one, with one space
    between."""
    cdef Py_ssize_t i, written = 0, n = len(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef const void* characters = PyUnicode_DATA(text)
    cdef char short_words[SHORT]
    cdef char* words = short_words
    cdef Py_UCS4 c
    cdef bint spaced = False
    if n > SHORT:
        words = <char*>allocate(NULL, n)
    try:
        for i in range(n):
            c = PyUnicode_READ(kind, characters, i)
            if c >= 0x80:
                if c.isalnum():
                    return lower_words_of_any(text.lower())
                spaced = True
            elif LOWER[c]:
                if spaced and written:
                    words[written] = c" "
                    written += 1
                words[written] = LOWER[c]
                written += 1
                spaced = False
            else:
                spaced = True
        return PyUnicode_DecodeASCII(words, written, NULL)
    finally:
        if words != short_words:
            release(words)


cdef str lower_words_of_any(str text):
    """The same of a text in lower case with letters that are not ASCII."""
    cdef Py_ssize_t i, written = 0, n = len(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef const void* characters = PyUnicode_DATA(text)
    cdef Py_UCS4* words = <Py_UCS4*>allocate(NULL, (2 * n + 1) * sizeof(Py_UCS4))
    cdef Py_UCS4 c
    cdef bint han, after_han = False, spaced = True
    try:
        for i in range(n):
            c = PyUnicode_READ(kind, characters, i)
            if not is_word(c):
                spaced = True
                continue
            han = is_han(c)
            if written and (spaced or han or after_han):
                words[written] = c" "
                written += 1
            words[written] = c
            written += 1
            after_han, spaced = han, False
        return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, words, written)
    finally:
        release(words)


def first_words(str words not None, Py_ssize_t most):
    """The first `most` of words with one space between; how many these are; and how many of them are Han characters."""
    cdef Py_ssize_t i, end = len(words), found = 0, han = 0
    cdef int kind = PyUnicode_KIND(words)
    cdef const void* characters = PyUnicode_DATA(words)
    if words.isascii() and words.count(" ") < most:
        return words, words.count(" ") + 1 if words else 0, 0
    for i in range(end):
        if i == 0 or PyUnicode_READ(kind, characters, i - 1) == c" ":
            if found == most:
                end = i - 1
                break
            found += 1
            han += is_han(PyUnicode_READ(kind, characters, i))
    return words[:end], found, han


def shingles(str words not None, Py_ssize_t length, list lines not None, Py_ssize_t least):
    """The runs of `length` successive words of a text: those within lines of `least` words or more, and the others, each
    once and in their order; one that stands first elsewhere and then within such a line is in both. And the number of
    all.

    words: with one space between. lines: those of the text, likewise; one that is in `words` in part, or not, counts as
    short.
    """
    cdef list others = [], within = []
    cdef Py_ssize_t i, first, n = len(words), begin = 0, end = -1, start = 0, known = 0, n_found = 0
    cdef int kind = PyUnicode_KIND(words)
    cdef const void* characters = PyUnicode_DATA(words)
    cdef bint is_long = False
    cdef Entry* entry
    cdef Table seen
    cdef Py_ssize_t* starts
    cdef str run, line
    rest = iter(lines)
    if length < 1:
        raise ValueError("a shingle has one word or more")
    if n == 0:
        return within, others, n_found
    starts = <Py_ssize_t*>allocate(NULL, length * sizeof(Py_ssize_t))  # of the last words
    try:
        open_table(&seen, n // (2 * length) + 1)
        for i in range(n + 1):
            if i < n and PyUnicode_READ(kind, characters, i) != c" ":
                continue
            if start > end:  # of the word that ends here begins a line
                line = next(rest, "")
                begin, end = start, start + len(line)
                is_long = end <= n and line.count(" ") + 1 >= least
            starts[known % length] = start
            known += 1
            start = i + 1
            if known < length:
                continue
            first = starts[known % length]
            run = PyUnicode_Substring(words, first, i)
            # Python's hash is keyed: no page can have many words that collide.
            reserve_entries(&seen)
            entry = find_or_add(&seen, <uint64_t>hash(run))
            if is_long and first >= begin:
                if entry.number != WITHIN:
                    n_found += entry.number == 0
                    entry.number = WITHIN
                    within.append(run)
            elif entry.number == 0:
                n_found += 1
                entry.number = FOUND
                others.append(run)
        return within, others, n_found
    finally:
        release(starts)
        close_table(&seen)
