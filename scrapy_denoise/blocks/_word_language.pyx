"""Counts the words of a text by the languages that have them: `scrapy_denoise.blocks.word_language`."""

from scrapy_denoise.page.text.word_chars cimport is_alnum


def count_known(str text not None, dict languages not None, list counts not None):
    """The number of words of a text, runs of letters of any script without decimal digits and underscores
    (``[^\\W\\d_]+``).

    languages: of each known word the places in `counts` of the languages that have it, each of which is one more with
    every such word.
    """
    cdef Py_ssize_t i, first = 0, words = 0, n = len(text)
    cdef Py_UCS4 c
    for i in range(n + 1):
        c = text[i] if i < n else c" "
        if is_alnum(c) and not c.isdecimal():
            continue
        if i > first:
            words += 1
            for place in languages.get(text[first:i], ()):
                counts[place] += 1
        first = i + 1
    return words
