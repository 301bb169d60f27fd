"""Which characters words consist of."""


cdef inline bint is_ascii_alnum(Py_UCS4 c) noexcept:
    return u"a" <= c <= u"z" or u"A" <= c <= u"Z" or u"0" <= c <= u"9"


cdef inline bint is_alnum(Py_UCS4 c) noexcept:
    """Letters and digits of any script, without a look into Python's four tables for those of ASCII."""
    return is_ascii_alnum(c) if c < 0x80 else c.isalnum()


cdef inline bint is_word(Py_UCS4 c) noexcept:
    """What ``\\w`` of a pattern matches."""
    return is_alnum(c) or c == u"_"


cdef inline bint is_han(Py_UCS4 c) noexcept:
    """The characters in `scrapy_denoise.page.text.words.HAN`."""
    return c >= 0x3005 and (
        0x4E00 <= c <= 0x9FFF or 0x3400 <= c <= 0x4DBF or 0xF900 <= c <= 0xFAFF or 0x20000 <= c <= 0x3FFFF
        or c == 0x3005 or c == 0x3007 or 0x3021 <= c <= 0x3029 or 0x3038 <= c <= 0x303B
    )
