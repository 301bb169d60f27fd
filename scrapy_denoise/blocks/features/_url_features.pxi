"""Finds the words of some kinds of pages in an address, in one pass over its characters.

Two regular expressions and a set say the same in four times the time, which is .015 of the parse of a page of 30 kB.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t, uint32_t

from scrapy_denoise.page.compiled cimport NameWords

from scrapy_denoise.blocks.lexicon import sections

ADDRESS_WORDS = sections("address_words")
"""Words in the path of an address, by the kind of page that they indicate."""

ADDRESS_KINDS = ("forum", *ADDRESS_WORDS)
"""The kinds of pages that an address can indicate."""

cdef extern from "Python.h":
    const char* PyUnicode_AsUTF8AndSize(object text, Py_ssize_t* size) except NULL

cdef enum:
    LONGEST = 500  # characters of a path that are read


cdef class AddressWords:
    """kinds: words of lower-case letters, by the kind of page. thread: what stands in the addresses of threads."""

    cdef NameWords kinds, thread

    def __init__(self, kinds, thread):
        self.kinds = NameWords({kind: " ".join(f"-{word}-" for word in words) for kind, words in kinds.items()})
        # Letters alone are told apart, so this finds more than what is looked for.
        self.thread = NameWords(
            {"thread": " ".join("".join(c if c.isalpha() else "-" for c in part) for part in thread)}
        )

    def kinds_of_path(self, str url not None):
        """A bit for each kind, in their order, of which a word stands in the path of an address."""
        cdef Py_ssize_t start = 0, stop, n = len(url)
        while start < n and url[start] not in u"/?#":
            start += 1
        if start + 1 < n and url[start] == u"/" and url[start + 1] == u"/":  # behind which the host stands
            start += 2
            while start < n and url[start] not in u"/?#":
                start += 1
        else:
            start = 0
        stop = start
        while stop < min(n, start + LONGEST) and url[stop] not in u"?#":
            stop += 1
        return families_of_text(self.kinds, url[start:stop])

    def may_be_thread(self, str url not None):
        """False for most addresses that are not those of a thread, and for none that is."""
        return families_of_text(self.thread, url) != 0


cdef uint32_t families_of_text(NameWords words, str text) except? 0:
    """The families of the words in a text, in any case."""
    cdef Py_ssize_t size
    cdef const char* at
    cdef bytes lower
    if text.isascii():
        at = PyUnicode_AsUTF8AndSize(text, &size)
        return words.matched_families(<const uint8_t*>at, size)
    lower = text.lower().encode("utf-8", "replace")
    return words.matched_families(<const uint8_t*>PyBytes_AS_STRING(lower), PyBytes_GET_SIZE(lower))
