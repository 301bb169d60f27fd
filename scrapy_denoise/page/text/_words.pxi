"""Split a text into words and runs of Han characters in one pass."""

from scrapy_denoise.page.text.word_chars cimport is_alnum, is_han

cdef enum:
    OTHER = 0
    LETTER = 1
    HAN = 2


cdef inline int word_kind_of(Py_UCS4 c) noexcept:
    """LETTER for letters and digits of any script, HAN for those in `scrapy_denoise.page.text.words.HAN`, else OTHER."""
    if is_han(c):
        return HAN
    return LETTER if is_alnum(c) else OTHER


def split_scripts(str text not None, Py_ssize_t min_letters, Py_ssize_t min_han, Py_ssize_t max_han):
    """The words and the runs of Han characters of a text: two lists, each in order. Time: linear in the text.

    A word has at least `min_letters` letters and digits, not all of them decimal digits. A run has at least `min_han`
    Han characters and is divided into pieces of `max_han`.
    """
    cdef list words = [], runs = []
    cdef Py_ssize_t i, first = 0, n = len(text)
    cdef int kind, before = OTHER
    cdef bint decimal = True
    cdef Py_UCS4 c
    for i in range(n + 1):
        c = text[i] if i < n else c" "
        kind = word_kind_of(c)
        if kind != before or (kind == HAN and i - first == max_han):
            if before == LETTER and i - first >= min_letters and not decimal:
                words.append(text[first:i])
            elif before == HAN and i - first >= min_han:
                runs.append(text[first:i])
            first = i
            before = kind
            decimal = True
        if kind == LETTER and decimal:
            decimal = c.isdecimal()
    return words, runs
