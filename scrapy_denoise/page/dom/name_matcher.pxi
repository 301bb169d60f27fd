"""Words in the values of class and id attributes, found at one step a byte: the automaton of Aho and Corasick (1975); and words
of any bytes, as they are written."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_1BYTE_DATA
from libc.stdint cimport int64_t, uint16_t
from libc.string cimport memchr, memcmp, memset

from array import array

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(str text)


cdef class NameWords:
    """Finds which families of words have one in a name.

    families: words of lower-case letters, separated by white space, by the name of their family, 32 families at most.
    ``-`` in a word stands for any byte but a letter, also for the beginning and the end of a name. Parts of names
    count: the word ``relat`` is in ``related`` and in ``itemRelation``.

    Raises ValueError for a word of other characters, or for too many words.
    """

    def __init__(self, families):
        steps, found = [[0] * LETTERS], [0]
        for number, words in enumerate(families.values()):
            for word in words.split():
                state = 0
                for letter in word:
                    code = ord(letter) - 96 if letter != "-" else 0
                    if not 0 <= code < LETTERS:
                        raise ValueError(f"{word!r} has a character that is not a lower-case letter")
                    if not steps[state][code]:
                        steps[state][code] = len(steps)
                        steps.append([0] * LETTERS)
                        found.append(0)
                    state = steps[state][code]
                found[state] |= 1 << number
        if len(steps) > MAX_STATES or len(families) > 32:
            raise ValueError("too many words or families")
        fallback = [0] * len(steps)
        queue = [child for child in steps[0] if child]
        for state in queue:  # which grows: breadth first
            for code in range(LETTERS):
                child, other = steps[state][code], steps[fallback[state]][code]
                if child:
                    fallback[child] = other
                    found[child] |= found[other]
                    queue.append(child)
                else:
                    steps[state][code] = other
        cdef int i, j
        self.families = len(families)
        for i in range(len(steps)):
            self.found[i] = found[i]
            for j in range(LETTERS):
                self.steps[i * ROW + j] = steps[i][j] * ROW

    cdef uint32_t matched_families(self, const uint8_t* name, Py_ssize_t size) noexcept nogil:
        """A bit for each family that has a word in the name."""
        cdef uint32_t state = self.steps[0], families = 0, letter
        cdef Py_ssize_t i
        for i in range(size):
            letter = (name[i] | 0x20) - 96
            state = self.steps[state + (letter if letter < LETTERS else 0)]
            families |= self.found[state // ROW]
        return families | self.found[self.steps[state] // ROW]

    def counts_in(self, bytes names not None):
        """How often a word of each family ends in some names, in any case, a list in the order of the families; and how many names
        there are, each of which has a NUL behind it."""
        cdef const uint8_t* name = names
        cdef Py_ssize_t i, size = len(names)
        cdef uint32_t state = self.steps[0], letter, families
        cdef int64_t counts[32]
        cdef int64_t ends = 0
        cdef int family
        memset(counts, 0, sizeof(counts))
        for i in range(size):
            letter = (name[i] | 0x20) - 96
            ends += name[i] == 0
            state = self.steps[state + (letter if letter < LETTERS else 0)]
            families = self.found[state // ROW]
            family = 0
            while families:
                counts[family] += families & 1
                families >>= 1
                family += 1
        return [counts[family] for family in range(self.families)], ends

    def may_be_in(self, str text not None):
        """Whether a text has one of the words, in any case: what a pattern of them need not be searched in takes a
        hundredth of its time. True of a text beyond ASCII, in which a pattern reads letters such as the long s as others.
        """
        if not PyUnicode_IS_ASCII(text):
            return True
        return self.matched_families(<const uint8_t*>PyUnicode_1BYTE_DATA(text), len(text)) != 0


cdef class ExactWords:
    """Finds of which kinds bytes have a word, as it is written: a search for each of the words took ten times as long.

    kinds: words of bytes, none of which is empty, by the name of their kind, 32 kinds at most. Raises ValueError for others.

    >>> signs = ExactWords({"sign": ("$".encode(), "€".encode())})
    >>> signs.are_in("12 €".encode()), signs.are_in(b"EUR 12")
    (True, False)
    """

    def __init__(self, kinds):
        cdef int second
        cdef Py_ssize_t i
        cdef bytes word
        cdef const uint8_t* at
        cdef list found = sorted((word, number) for number, words in enumerate(kinds.values()) for word in words)
        self.n, self.words, self._kinds = len(kinds), [word for word, _ in found], bytes([number for _, number in found])
        self.pairs = array("H", [word[0] << 8 | (word[1] if len(word) > 1 else 0) for word in self.words]).tobytes()
        if self.n > 32 or len(found) >= 1 << 16 or b"" in self.words:
            raise ValueError("too many kinds or words, or an empty word")
        self.first = (<bytes>self.words[0])[0] if len({word[:1] for word in self.words}) == 1 else -1
        memset(self.begins, 0, sizeof(self.begins))
        memset(self.within, 0, sizeof(self.within))
        self.are_long = min(map(len, self.words), default=0) >= 3
        memset(self.starts, 0, sizeof(self.starts))
        for word in self.words:
            at = <const uint8_t*>PyBytes_AS_STRING(word)
            self.starts[at[0] + 1] += 1
            # Behind a single byte any other may follow.
            for second in range(256) if len(word) == 1 else (at[1],):
                self.begins[(at[0] << 8 | second) >> 3] |= 1 << (second & 7)
            if self.are_long:
                self.within[(at[0] << 8 | at[1]) >> 3] |= 1 << (at[1] & 7)
                self.within[(at[1] << 8 | at[2]) >> 3] |= 1 << (at[2] & 7)
        for i in range(256):
            self.starts[i + 1] += self.starts[i]

    cdef Py_ssize_t next_at(self, const uint8_t* at, const uint8_t* stop, Py_ssize_t i):
        """The number of the first word at a place, of those from one on that begin with the same byte; -1 without one."""
        cdef const uint16_t* pairs = <const uint16_t*>PyBytes_AS_STRING(self.pairs)
        cdef uint16_t pair = at[0] << 8 | at[1]
        cdef Py_ssize_t end = self.starts[at[0] + 1], high, middle, length
        cdef bytes word
        while i < end:
            word = <bytes>self.words[i]
            length = PyBytes_GET_SIZE(word)
            if length > 1 and pairs[i] != pair:
                high = end
                while i < high:  # the first with these two bytes
                    middle = (i + high) // 2
                    if pairs[middle] < pair:
                        i = middle + 1
                    else:
                        high = middle
                if i == end or pairs[i] != pair:
                    return -1
                continue
            if length <= stop - at and memcmp(at, PyBytes_AS_STRING(word), length) == 0:
                return i
            i += 1
        return -1

    cdef uint32_t kinds_in(self, const uint8_t* at, Py_ssize_t size, bint one=False):
        """A bit for each kind of which bytes have a word. one: no more than those of the words at the first place with one. The
        bytes have one more behind them, as a part of a ``bytes`` has."""
        cdef const uint8_t* kind = <const uint8_t*>PyBytes_AS_STRING(self._kinds)
        cdef const uint8_t* stop = at + size
        cdef Py_ssize_t i
        cdef uint32_t found = 0
        while at < stop:
            if self.first >= 0:
                at = <const uint8_t*>memchr(at, self.first, stop - at)
                if at == NULL:
                    break
            if may_begin(self, at, stop):
                i = self.next_at(at, stop, self.starts[at[0]])
                while i >= 0:
                    found |= <uint32_t>1 << kind[i]
                    i = self.next_at(at, stop, i + 1)
                if one and found:
                    break
            at += 1
        return found

    cdef const uint8_t* next_word(self, const uint8_t* at, const uint8_t* stop, Py_ssize_t* number):
        """The next place from `at` on with one of the words, NULL without one; and the number of that word among `words`, of several
        there the first. The bytes have one more behind them."""
        cdef Py_ssize_t i
        while at < stop:
            if self.first >= 0:
                at = <const uint8_t*>memchr(at, self.first, stop - at)
                if at == NULL:
                    return NULL
            elif self.are_long:  # where the next two bytes are in no word, it begins neither here nor at the next byte
                while stop - at > 2 and not self.within[(at[1] << 8 | at[2]) >> 3] & 1 << (at[2] & 7):
                    at += 2
                if stop - at <= 2:
                    return NULL
            if may_begin(self, at, stop):
                i = self.next_at(at, stop, self.starts[at[0]])
                if i >= 0:
                    number[0] = i
                    return at
            at += 1
        return NULL

    def are_in(self, bytes text not None):
        """Whether bytes have one of the words."""
        return self.kinds_in(<const uint8_t*>PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text), one=True) != 0

    def places_in(self, bytes text not None):
        """Where words begin in bytes: a list of places, in their order.

        >>> ExactWords({"sign": (b"$", b"EUR")}).places_in(b"EUR 12, $ 5, eur 3")
        [0, 8]
        """
        cdef const uint8_t* start = <const uint8_t*>PyBytes_AS_STRING(text)
        cdef const uint8_t* stop = start + PyBytes_GET_SIZE(text)
        cdef const uint8_t* at = start
        cdef Py_ssize_t number
        cdef list found = []
        while (at := self.next_word(at, stop, &number)) != NULL:
            found.append(at - start)
            at += 1
        return found


cdef inline bint may_begin(ExactWords words, const uint8_t* at, const uint8_t* stop) noexcept:
    """Whether the first two bytes at a place are those of a word, and the next two in one, where all words are as long."""
    if not words.begins[(at[0] << 8 | at[1]) >> 3] & 1 << (at[1] & 7):
        return False
    return not words.are_long or (stop - at > 2 and words.within[(at[1] << 8 | at[2]) >> 3] & 1 << (at[2] & 7) != 0)
