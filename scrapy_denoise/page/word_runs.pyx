"""A text's words by its letters, and its runs of Han characters, in one pass."""

cdef enum:
    OTHER = 0
    LETTER = 1
    HAN = 2


cdef inline int kind_of(Py_UCS4 c) noexcept:
    """A letter or digit of any script, a Han character (see `scrapy_denoise.page.words.HAN`), or neither."""
    if c < 0x80:
        return LETTER if c"a" <= c <= c"z" or c"0" <= c <= c"9" or c"A" <= c <= c"Z" else OTHER
    if c >= 0x3005 and (
        0x4E00 <= c <= 0x9FFF or 0x3400 <= c <= 0x4DBF or 0xF900 <= c <= 0xFAFF or 0x20000 <= c <= 0x3FFFF
        or c == 0x3005 or c == 0x3007 or 0x3021 <= c <= 0x3029 or 0x3038 <= c <= 0x303B
    ):
        return HAN
    return LETTER if c.isalnum() else OTHER


def tokens(str text not None, Py_ssize_t min_letters, Py_ssize_t min_han, Py_ssize_t max_han):
    """The runs of `min_letters` or more letters and digits that are not all decimal digits, and those of `min_han` or
    more Han characters, cut in pieces of `max_han`: two lists, each in order. Linear in the text."""
    cdef list words = [], runs = []
    cdef Py_ssize_t i, first = 0, n = len(text)
    cdef int kind, before = OTHER
    cdef bint decimal = True
    cdef Py_UCS4 c
    for i in range(n + 1):
        c = text[i] if i < n else c" "
        kind = kind_of(c)
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
