"""Counts the words of a text by the languages that have them: `scrapy_denoise.blocks.word_language`."""

from cpython.unicode cimport Py_UNICODE_TOLOWER
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.native.hash_table cimport Table, close_table, find_number, find_or_add, open_table
from scrapy_denoise.page.native.hashing cimport FACTOR, SEED

cdef uint8_t[0x80] SMALL_LETTER  # of each character of ASCII the small letter; 0 for what is no letter
for _code in range(0x80):
    SMALL_LETTER[_code] = ord(chr(_code).lower()) if chr(_code).isalpha() else 0

cdef enum:
    MOST_LANGUAGES = 64


cdef class KnownWords:
    """The most frequent words of some languages, by their hashes: texts have so many words that to make strings of them
    took longer than all else.

    languages: of each word the numbers of the languages that have it.
    """

    cdef Table _words  # with the place of each among the languages
    cdef list _languages  # of each place their numbers, bytes
    cdef int _most

    def __cinit__(self, dict languages not None):
        cdef str word
        open_table(&self._words, len(languages))
        self._languages = [b""]
        for word, numbers in languages.items():
            find_or_add(&self._words, hash_of(word)).number = <int32_t>len(self._languages)
            self._languages.append(bytes(numbers))
            self._most = max(self._most, *numbers)
        if self._most >= MOST_LANGUAGES:
            raise ValueError("too many languages")

    def __dealloc__(self):
        close_table(&self._words)

    def count(self, str text not None):
        """The number of words of a text, runs of letters of any script without decimal digits and underscores
        (``[^\\W\\d_]+``), in any case; and of each language how many of them it has, a list."""
        cdef Py_ssize_t words = 0
        cdef uint64_t key = SEED
        cdef int[MOST_LANGUAGES] counts
        cdef bint inside = False
        cdef Py_UCS4 c, letter
        memset(counts, 0, sizeof(counts))
        for c in text + " ":  # which ends the last word
            letter = SMALL_LETTER[c] if c < 0x80 else small_letter(c)
            if letter:
                key = with_letter(key, letter)
                inside = True
            elif inside:
                words += 1
                self.add(key, counts)
                key, inside = SEED, False
        return words, [counts[number] for number in range(self._most + 1)]

    cdef int add(self, uint64_t key, int* counts) except -1:
        """Count a word for each of its languages."""
        cdef uint8_t number
        for number in <bytes>self._languages[find_number(&self._words, key)]:
            counts[number] += 1
        return 0


cdef inline Py_UCS4 small_letter(Py_UCS4 c) noexcept:
    """A letter in lower case, always one character; 0 for what is no letter of a word."""
    return Py_UNICODE_TOLOWER(c) if c.isalnum() and not c.isdecimal() else 0


cdef inline uint64_t with_letter(uint64_t key, Py_UCS4 letter) noexcept:
    """The hash of a word with one more letter, without the shift of `mix`, which takes longer."""
    return (key ^ <uint64_t>letter) * FACTOR


cdef uint64_t hash_of(str word):
    cdef uint64_t key = SEED
    cdef Py_UCS4 c
    for c in word:
        key = with_letter(key, c)
    return key
