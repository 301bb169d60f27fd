"""Split a text into words and runs of Han characters in one pass."""

from scrapy_denoise.page.text.word_chars cimport is_alnum, is_han, is_word

from unicodedata import combining

cdef enum:
    OTHER = 0
    LETTER = 1
    HAN = 2
    FIRST_MARK = 0x300  # of the combining characters


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


def split_words(str text not None, bint without_marks=False):
    """The words of a text, a list: runs of what ``\\w`` matches, and each Han character. without_marks: they are told without the
    combining characters in them, which else end a word.

    >>> split_words("the_river 村庄")
    ['the_river', '村', '庄']
    """
    cdef Py_ssize_t n = 0
    cdef Py_UCS4 c
    cdef list words = []
    cdef Py_UCS4* letters = <Py_UCS4*>allocate(NULL, (len(text) + 1) * sizeof(Py_UCS4))
    try:
        for c in text:
            if is_han(c) or not is_word(c):
                if without_marks and c >= FIRST_MARK and combining(c):
                    continue
                if n:
                    words.append(PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, letters, n))
                    n = 0
                if is_han(c):
                    words.append(c)
            else:
                letters[n] = c
                n += 1
        if n:
            words.append(PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, letters, n))
        return words
    finally:
        PyMem_Free(letters)
