"""Counts the words of a text by the languages that have them: `scrapy_denoise.blocks.word_language`."""

from cpython.unicode cimport Py_UNICODE_TOLOWER
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.native.hash_table cimport Table, close_table, find_number, find_or_add, open_table
from scrapy_denoise.page.native.hashing cimport SEED, mix
from scrapy_denoise.page.native.memory cimport cleared, release
from scrapy_denoise.page.text.word_chars cimport is_ascii_alnum


cdef enum:
    MOST_LANGUAGES = 64  # a bit each


cdef class KnownWords:
    """The most frequent words of some languages, by their hashes: texts have so many words that to make strings of them
    took longer than all else.

    languages: of each word the numbers of the languages that have it.
    """

    cdef Table _words  # with the place of each among the languages
    cdef uint64_t* _languages
    cdef int _most

    def __cinit__(self, dict languages not None):
        cdef str word
        cdef int number, place = 0
        open_table(&self._words, len(languages))
        self._languages = <uint64_t*>cleared((len(languages) + 1) * sizeof(uint64_t))
        for word, numbers in languages.items():
            place += 1
            find_or_add(&self._words, hash_of(word)).number = place
            for number in numbers:
                if not 0 <= number < MOST_LANGUAGES:
                    raise ValueError("too many languages")
                self._languages[place] |= <uint64_t>1 << number
                self._most = max(self._most, number + 1)

    def __dealloc__(self):
        close_table(&self._words)
        release(self._languages)

    def count(self, str text not None):
        """The number of words of a text, runs of letters of any script without decimal digits and underscores
        (``[^\\W\\d_]+``), in any case; and of each language how many of them it has, a list."""
        cdef Py_ssize_t words = 0
        cdef uint64_t key = SEED
        cdef int[MOST_LANGUAGES] counts
        cdef bint inside = False
        cdef Py_UCS4 c
        memset(counts, 0, sizeof(counts))
        for c in text:
            if is_of_word(c):
                key = mix(key, lower(c))
                inside = True
            elif inside:
                words += 1
                self.add(key, counts)
                key, inside = SEED, False
        if inside:
            words += 1
            self.add(key, counts)
        return words, [counts[number] for number in range(self._most)]

    cdef void add(self, uint64_t key, int* counts) noexcept:
        """Count a word for each of its languages."""
        cdef uint64_t languages = self._languages[find_number(&self._words, key)]
        cdef int number = 0
        while languages:
            counts[number] += languages & 1
            languages >>= 1
            number += 1


cdef inline bint is_of_word(Py_UCS4 c) noexcept:
    if c < 0x80:
        return is_ascii_alnum(c) and c > c"9"
    return c.isalnum() and not c.isdecimal()


cdef inline Py_UCS4 lower(Py_UCS4 c) noexcept:
    """A letter as a small one: two of them are never one here."""
    return <Py_UCS4>(<uint32_t>c | 0x20) if c < 0x80 else Py_UNICODE_TOLOWER(c)


cdef uint64_t hash_of(str word):
    cdef uint64_t key = SEED
    cdef Py_UCS4 c
    for c in word:
        key = mix(key, c)
    return key
