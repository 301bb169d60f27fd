"""The words of a text by which titles are compared: those of `scrapy_denoise.page.text.words.TOKEN`."""

from unicodedata import combining

from scrapy_denoise.page.native.memory cimport allocate, release
from scrapy_denoise.page.text.word_chars cimport is_han, is_word

cdef enum:
    FIRST_MARK = 0x300  # of the combining characters


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
        release(letters)
