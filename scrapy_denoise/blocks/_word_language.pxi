"""Counts the words of a text by the languages that have them: `scrapy_denoise.blocks.word_language`."""

from libc.stdint cimport uint64_t

from scrapy_denoise.page.native.hash_table cimport Table, close_table, find_number, find_or_add, open_table
from scrapy_denoise.page.native.hashing cimport SEED, mix
from scrapy_denoise.page.text.word_chars cimport is_ascii_alnum


cdef class KnownWords:
    """The most frequent words of some languages, by their hashes: texts have so many words that to make strings of them
    took longer than all else.

    languages: of each word the numbers of the languages that have it.
    """

    cdef Table _words  # with the place of each in the list
    cdef list _languages

    def __cinit__(self, dict languages not None):
        cdef str word
        open_table(&self._words, len(languages))
        self._languages = [None]
        for word, numbers in languages.items():
            find_or_add(&self._words, hash_of(word)).number = len(self._languages)
            self._languages.append(tuple(numbers))

    def __dealloc__(self):
        close_table(&self._words)

    def count(self, str text not None, list counts not None):
        """The number of words of a text, runs of letters of any script without decimal digits and underscores
        (``[^\\W\\d_]+``).

        counts: of each language, by its number, how many words it has, to which those of the text are added.
        """
        cdef Py_ssize_t i, words = 0, n = len(text)
        cdef uint64_t key = SEED
        cdef int place
        cdef bint inside = False
        cdef Py_UCS4 c
        for i in range(n + 1):
            c = text[i] if i < n else c" "
            if is_of_word(c):
                key = mix(key, c)
                inside = True
            elif inside:
                words += 1
                place = find_number(&self._words, key)
                if place:
                    for number in <tuple>self._languages[place]:
                        counts[number] += 1
                key, inside = SEED, False
        return words


cdef inline bint is_of_word(Py_UCS4 c) noexcept:
    if c < 0x80:
        return is_ascii_alnum(c) and c > c"9"
    return c.isalnum() and not c.isdecimal()


cdef uint64_t hash_of(str word):
    cdef uint64_t key = SEED
    cdef Py_UCS4 c
    for c in word:
        key = mix(key, c)
    return key
