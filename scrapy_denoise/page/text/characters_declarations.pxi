"""What each character is to the walk: white space, punctuation, a digit, invisible, or one that NFC may change."""

from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    PLAIN = 0
    SPACE = 1
    PUNCTUATION = 2
    DIGIT = 3
    WIDE = 4  # first byte of a character that is not ASCII
    DROPPED = 5    # zero width or a control character: not visible
    UNUSUAL = 6    # may change under NFC, or is an Arabic presentation form: handed to Python

cdef uint8_t KIND[256]  # of a byte of UTF-8
cdef uint8_t PAIR_KIND[0x800]  # of a character of two bytes of UTF-8, by its code point


cdef inline int kind_of(uint32_t c) noexcept nogil:
    """What a character that is not ASCII is, by the ranges that matter here."""
    if c < 0x300:
        if c == 0xA0 or c == 0x85:
            return SPACE
        if c < 0xA0:
            return DROPPED
        return DROPPED if c == 0xAD else PLAIN
    if c < 0x370:
        return UNUSUAL
    if c < 0x1100:
        if c == 0x374 or c == 0x37E or c == 0x387 or 0x483 <= c <= 0x487:
            return UNUSUAL
        if 0x591 <= c <= 0x5C7 or 0x610 <= c <= 0x61A or 0x64B <= c <= 0x65F or 0x6D6 <= c <= 0x6ED:
            return UNUSUAL
        if c == 0x670 or 0x711 <= c <= 0x74A or 0x7EB <= c <= 0x8FF:
            return UNUSUAL
        if c == 0x60C or c == 0x61B or c == 0x61F or c == 0x6D4:
            return PUNCTUATION
        if c == 0x964 or c == 0x965:
            return PUNCTUATION
        return UNUSUAL if 0x900 <= c <= 0x109F else PLAIN
    if c < 0x2000:
        if c == 0x1680:
            return SPACE
        if 0x135D <= c <= 0x135F or 0x1714 <= c <= 0x1CFF or 0x1F00 <= c:
            return UNUSUAL
        return UNUSUAL if c <= 0x11FF or 0x1DC0 <= c <= 0x1DFF else PLAIN
    if c < 0x3000:
        if c <= 0x200A or c == 0x2028 or c == 0x2029 or c == 0x202F or c == 0x205F:
            return SPACE
        if c == 0x200B or c == 0x2060:
            return DROPPED
        if c == 0x2026:
            return PUNCTUATION
        if c == 0x2126 or 0x212A <= c <= 0x212B or 0x2329 <= c <= 0x232A or c == 0x2ADC:
            return UNUSUAL
        return UNUSUAL if 0x20D0 <= c <= 0x20FF or 0x2CEF <= c <= 0x2DFF else PLAIN
    if c < 0xF900:
        if c == 0x3000:
            return SPACE
        if c == 0x3001 or c == 0x3002:
            return PUNCTUATION
        return UNUSUAL if 0x302A <= c <= 0x302F or 0x3099 <= c <= 0x309A or 0xA66F <= c <= 0xABED else PLAIN
    if c < 0x10000:
        if c == 0xFEFF:
            return DROPPED
        if c == 0xFF0C or c == 0xFF01 or c == 0xFF1F or c == 0xFF1B or c == 0xFF1A:
            return PUNCTUATION
        if 0xFE20 <= c <= 0xFE2F or 0xFE70 <= c <= 0xFEFC:
            return UNUSUAL
        return UNUSUAL if c <= 0xFAFF or 0xFB1D <= c <= 0xFDFF else PLAIN
    return UNUSUAL if c < 0x17000 or 0x1BC00 <= c < 0x1E950 or 0x2F800 <= c <= 0x2FA1F else PLAIN
