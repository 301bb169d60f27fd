"""The words of a text one after the other, and their shingles."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport PyUnicode_4BYTE_KIND, PyUnicode_FromKindAndData, PyUnicode_Substring

from scrapy_denoise.page.word_characters cimport is_han, is_word


def spaced_words(str text not None):
    """The words of a text, runs of word characters of which each Han character is one, with one space between."""
    cdef Py_ssize_t i, written = 0, n = len(text)
    cdef Py_UCS4* words = <Py_UCS4*>PyMem_Malloc((2 * n + 1) * sizeof(Py_UCS4))
    cdef Py_UCS4 c
    cdef bint han, after_han = False, spaced = True
    if words == NULL:
        raise MemoryError
    try:
        for i in range(n):
            c = text[i]
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
        PyMem_Free(words)


def first_words(str words not None, Py_ssize_t most):
    """The first `most` of words with one space between; how many these are; and how many of them are Han characters."""
    cdef Py_ssize_t i, end = len(words), found = 0, han = 0
    for i in range(end):
        if i == 0 or words[i - 1] == c" ":
            if found == most:
                end = i - 1
                break
            found += 1
            han += is_han(words[i])
    return words[:end], found, han


def shingles(str words not None, Py_ssize_t length, list lines not None, Py_ssize_t least):
    """The runs of `length` successive words of a text, each once, in their order; and of these the ones within lines of
    `least` words or more.

    words: with one space between. lines: those of the text, likewise; one that is in `words` in part, or not, counts as
    short.
    """
    cdef dict found = {}, within = {}
    cdef list starts = []
    cdef Py_ssize_t i, first, n = len(words), begin = 0, end = -1, start = 0
    cdef bint is_long = False
    cdef str run, line
    rest = iter(lines)
    if length < 1:
        raise ValueError("a shingle has one word or more")
    for i in range(n + 1 if n else 0):
        if i < n and words[i] != c" ":
            continue
        if start > end:  # of the word that ends here begins a line
            line = next(rest, "")
            begin, end = start, start + len(line)
            is_long = end <= n and line.count(" ") + 1 >= least
        starts.append(start)
        start = i + 1
        if len(starts) < length:
            continue
        first = starts[len(starts) - length]
        run = PyUnicode_Substring(words, first, i)
        found[run] = None
        if is_long and first >= begin:
            within[run] = None
    return list(found), list(within)
