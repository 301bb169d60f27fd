"""The words of a text one after the other, and their shingles."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport PyUnicode_4BYTE_KIND, PyUnicode_FromKindAndData, PyUnicode_Substring

from scrapy_denoise.page.word_characters cimport is_alnum, is_han


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
            if not is_alnum(c) and c != c"_":
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


def shingles(list texts not None, Py_ssize_t length):
    """The runs of `length` successive words within each of some texts, each once, in their order.

    texts: words with one space between.
    """
    cdef dict found = {}
    cdef str words
    if length < 1:
        raise ValueError("a shingle has one word or more")
    for words in texts:
        add_shingles(found, words, length)
    return list(found)


cdef int add_shingles(dict found, str words, Py_ssize_t length) except -1:
    cdef list starts = []
    cdef Py_ssize_t i, n = len(words), first = 0, last = 0
    for i in range(n + 1):
        if i == n or words[i] == c" ":
            starts.append(last)
            last = i + 1
            if len(starts) >= length and n:
                first = starts[len(starts) - length]
                found[PyUnicode_Substring(words, first, i)] = None
    return 0
