"""What the class names and ids of a page's elements say of them, by the families of words in lexicon/name_words.txt."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memchr

import numpy as np

from scrapy_denoise.page.layout cimport Rest, rest_of
from scrapy_denoise.page.name_words cimport NameWords

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.page import visibility

_WORDS = {family: " ".join(words) for family, words in sections("name_words").items()}
_WORDS.update(hidden=visibility.POPUP, navigation=visibility.MENU)

FAMILIES = tuple(_WORDS)
"""The families, in the order of their bits."""

cdef NameWords WORDS = NameWords(_WORDS)


def bit_of(str family not None):
    """The bit of a family."""
    return 1 << FAMILIES.index(family)


def name_families(page):
    """For every row of a page a bit for each of FAMILIES that its class or id has a word of: uint32.

    ``page.once(name_families)`` computes it once. The words are looked for once in each distinct name of the page.
    """
    cdef bytes rest_bytes = page.columns.rest, names = page.columns.class_and_id
    cdef Rest rest = rest_of(rest_bytes)
    cdef const uint8_t* at = <const uint8_t*>PyBytes_AS_STRING(names)
    cdef const uint8_t* stop = at + PyBytes_GET_SIZE(names)
    cdef const uint8_t* end
    cdef Py_ssize_t i, pairs = 0, n_pairs = names.count(b"\0") // 2
    cdef bytes of_pairs = PyBytes_FromStringAndSize(NULL, (n_pairs + 1) * sizeof(uint32_t))
    cdef bytes of_rows = PyBytes_FromStringAndSize(NULL, rest.n * sizeof(uint32_t))
    cdef uint32_t* of_pair = <uint32_t*>PyBytes_AS_STRING(of_pairs)
    cdef uint32_t* of_row = <uint32_t*>PyBytes_AS_STRING(of_rows)
    cdef uint32_t found
    cdef int _value
    of_pair[0] = 0
    while at < stop:
        found = 0
        for _value in range(2):  # the class, the id
            end = <const uint8_t*>memchr(at, 0, stop - at)
            found |= WORDS.families_in(at, end - at)
            at = end + 1
        pairs += 1
        of_pair[pairs] = found
    for i in range(rest.n):
        of_row[i] = of_pair[rest.names[i]]
    return np.frombuffer(of_rows, np.uint32)
