"""The first letters of texts, by which most texts are told from those that are looked for where they stand. Beside `KnownKeys` for texts
that others begin with, and for letters beyond ASCII."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport abs
from libc.string cimport memset

cdef enum:
    WIDE = 0x80           # a letter beyond ASCII


cdef inline uint32_t hash_of(uint32_t letters) noexcept nogil:
    return (letters * <uint32_t>2_654_435_761) >> 18  # Knuth's factor: the upper bits depend on all


cdef int wide_letter(const uint8_t* at, Py_ssize_t size) noexcept nogil:
    """The bytes of a letter beyond ASCII; the same below 0 of a sign that is neither a letter nor a digit; 0 where it may be either, or
    where its key has other letters (`match_key`)."""
    cdef uint8_t lead = at[0], next = at[1] if size > 1 else 0
    if lead == 0xE2:  # quotation marks and dashes, arrows to symbols but numbers in circles, and the sign of the euro
        if next == 0x80 or 0x86 <= next <= 0x8F or 0x94 <= next <= 0x9C or (next == 0x82 and size > 2 and at[2] == 0xAC):
            return -3
        return 0
    if lead == 0xC2:  # a no-break space, signs of currencies, and the like
        return -2 if next == 0xBB or (next < 0xB0 and next != 0xAA) else 0
    if lead == 0xC3:  # a multiplication and a division sign, and the German sharp s
        return -2 if next == 0x97 or next == 0xB7 else 0 if next == 0x9F else 2
    if lead == 0xC4 or lead == 0xC5:  # but for the dotted I and the long s
        return 0 if next == 0xB0 or next == 0xBF or next == 0x89 else 2
    if lead == 0xD0 or lead == 0xD1 or (lead == 0xD7 and 0x90 <= next <= 0xAA):  # Cyrillic and Hebrew
        return 2
    return 3 if 0xE5 <= lead <= 0xE9 or lead == 0xEB or lead == 0xEC else 0  # most of Chinese and Korean


cdef bint first_letters(const uint8_t* at, Py_ssize_t size, uint32_t* found) noexcept nogil:
    """Set for each number up to FIRST_LETTERS so many first letters and digits of a text, a byte each, or all that it has, up to the first one
    beyond ASCII, which is WIDE, or else itself if the text begins with it; False where that is not known."""
    cdef int n = 0, length
    cdef Py_ssize_t i = 0
    cdef uint32_t letters = 0
    cdef uint8_t letter
    while i < size and n < FIRST_LETTERS:
        length = 1
        letter = at[i] | 0x20
        if at[i] >= 0x80:
            length = wide_letter(at + i, size - i)
            if length == 0 or i + abs(length) > size:
                return False
            if length > 0:
                letters = letters << 8 | WIDE
                if n == 0:
                    letters = at[i] << 16 | at[i + 1] << 8 | (at[i + 2] if length > 2 else 0)
                break
        elif c"a" <= letter <= c"z" or c"0" <= at[i] <= c"9":
            letters = letters << 8 | letter
            n += 1
            found[n] = letters
        i += abs(length)
    while n < FIRST_LETTERS:
        n += 1
        found[n] = letters
    return True


cdef class Beginnings:
    """The first letters of texts that are looked for.

    known: the letters and digits of whole texts (`match_key`). labels: those of texts that others begin with.
    """

    def __init__(self, known, labels):
        memset(self.kinds, 0, HASHES)
        for text in known:
            self.add(text, KNOWN)
        for text in labels:
            self.add(text, LABEL)
            self.add(text.removesuffix("no"), LABEL)  # which a number sign stands for

    cdef int add(self, str text, uint8_t kind) except -1:
        cdef uint32_t[FIRST_LETTERS + 1] found
        cdef bytes data
        for form in (text, text[:1].upper() + text[1:]):
            data = form[:FIRST_LETTERS].encode()
            if first_letters(<const uint8_t*>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), found):
                self.kinds[hash_of(found[FIRST_LETTERS])] |= kind
        return 0

    cdef uint8_t kinds_of(self, const uint8_t* at, Py_ssize_t size) noexcept:
        """What a text may begin with: KNOWN, LABEL or both."""
        cdef uint32_t[FIRST_LETTERS + 1] found
        if not first_letters(at, size, found):
            return KNOWN | LABEL
        return (
            self.kinds[hash_of(found[FIRST_LETTERS])] & KNOWN
            | (self.kinds[hash_of(found[2])] | self.kinds[hash_of(found[3])] | self.kinds[hash_of(found[FIRST_LETTERS])]) & LABEL
        )


cdef uint32_t first_letters_of(str text):
    """The first letters and digits of a text; 0 where they are not known."""
    cdef bytes data = text.encode()
    cdef uint32_t[FIRST_LETTERS + 1] found
    return found[FIRST_LETTERS] if first_letters(<const uint8_t*>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), found) else 0
