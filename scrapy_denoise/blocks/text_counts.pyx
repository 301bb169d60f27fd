"""Words and signs of a text, counted in one pass over its UTF-8. A Han character is a word."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.hashing cimport mix


cdef enum:  # what a character of ASCII that is no small letter is to a text
    OTHER = 0
    CAPITAL = 1
    DIGIT = 2
    COMMA = 3
    SEPARATOR = 4
    QUOTE = 5
    APOSTROPHE = 6

cdef uint8_t SIGN[0x80]
memset(SIGN, OTHER, sizeof(SIGN))
for _characters, _sign in (
    (b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", CAPITAL),
    (b"0123456789", DIGIT),
    (b",", COMMA),
    (b"|></[]", SEPARATOR),
    (b'"', QUOTE),
    (b"'", APOSTROPHE),
):
    for _character in _characters:
        SIGN[_character] = _sign


cdef inline bint is_year(const uint8_t* digits) noexcept nogil:
    """Whether four digits are a year from 1900 to 2099."""
    return digits[0] == c"2" and digits[1] == c"0" or digits[0] == c"1" and digits[1] == c"9"


cdef inline bint is_separator(uint8_t c) noexcept nogil:
    """Whether the numbers of a date or of a time of day are written with it between them."""
    return c == c":" or c == c"-" or c == c"/" or c == c"."


cdef enum:  # what a word begins with
    NO_LETTER = 0
    CAPITAL_FIRST = 1
    LOW_FIRST = 2


cdef inline void close_word(
    TextCounts* block, uint64_t word, int length, int begin, const TitleWords* title
) noexcept nogil:
    cdef int i
    block.words += 1
    block.word_chars += length
    block.capitals += begin == CAPITAL_FIRST
    block.low += begin == LOW_FIRST
    if title.upper[word >> 62] >> (word >> 56 & 63) & 1:  # next to no other word comes as far
        for i in range(title.n):
            if title.hashes[i] == word:
                block.title_hits += 1
                break


cdef void read_text(
    const uint8_t* at, const uint8_t* stop, TextCounts* block, const TitleWords* title
) noexcept nogil:
    """Count the words and signs of one text row."""
    cdef uint64_t word = 0
    cdef int length = 0, digits = 0, size
    cdef int begin = NO_LETTER  # one number: two flags are moved about as a vector at every character
    cdef uint8_t c, sign
    cdef bint letter
    while at < stop:
        c = at[0]
        if c"a" <= c <= c"z":  # most of most texts
            if length == 0:
                begin = LOW_FIRST
            while True:
                word = mix(word, c)
                length += 1
                at += 1
                if at == stop:
                    break
                c = at[0]
                if not c"a" <= c <= c"z":
                    break
            continue
        # Within a word a letter of two bytes, at its beginning one of Arabic script, which has no capitals; not its comma.
        if 0xC3 <= c < 0xE0 and at + 1 < stop and (length or 0xD8 <= c <= 0xDB) and (c != 0xD8 or at[1] != 0x8C):
            word = mix(mix(word, c), at[1])
            length += 1
            at += 2
            continue
        if c < 0x80:
            sign = SIGN[c]
            at += 1
            if sign == OTHER and not digits:  # a space
                if length:
                    close_word(block, word, length, begin, title)
                    length = 0
                    word = 0
                    begin = NO_LETTER
                continue
            if sign == CAPITAL:
                if length == 0:
                    begin = CAPITAL_FIRST
                word = mix(word, c | 0x20)
                length += 1
                continue
            if sign == DIGIT:
                digits += 1
                block.digits += 1
                word = mix(word, c)
                length += 1
                continue
            if sign == COMMA:
                block.commas += 1
            elif sign == SEPARATOR:
                block.separators += 1
            elif sign == QUOTE:
                block.quotes += 1
            elif sign == APOSTROPHE and length:
                continue  # within a word
            if length:
                if digits and length == digits:
                    if digits <= 4 and is_separator(c) and at < stop:
                        block.clocks += c"0" <= at[0] <= c"9"
                    if digits == 4 and is_year(at - 5):
                        block.year = True
                close_word(block, word, length, begin, title)
                length = digits = 0
                word = 0
                begin = NO_LETTER
            continue
        size = 1
        letter = False
        if c < 0xE0:
            size = 2
            if c == 0xC2:
                if at + 1 < stop:
                    if at[1] == 0xA9:
                        block.copyright = True
                    elif at[1] == 0xBB or at[1] == 0xAB or at[1] == 0xB7:
                        block.separators += 1
            else:
                letter = True
                if length == 0 and at + 1 < stop:
                    if (c == 0xD0 and (0x90 <= at[1] <= 0xAF or at[1] == 0x81)) or (
                        c == 0xCE and 0x91 <= at[1] <= 0xA9
                    ) or (c == 0xC3 and 0x80 <= at[1] <= 0x9E):
                        begin = CAPITAL_FIRST
                    elif c == 0xD0 or c == 0xD1 or c == 0xCE or c == 0xCF or c == 0xC3:
                        begin = LOW_FIRST
                if c == 0xD8 and at + 1 < stop and at[1] == 0x8C:
                    letter = False
                    block.commas += 1
        elif c < 0xF0:
            size = 3
            if at + 2 < stop:
                if 0xE4 <= c <= 0xE9:
                    # A Han character is a word. The lead bytes 0xE4 to 0xE9 stand for U+4000 to U+9FFF, a subset of
                    # `page.words.HAN` that needs no decoding; the model was trained with it.
                    if length:
                        close_word(block, word, length, begin, title)
                        length = digits = 0
                        word = 0
                        begin = NO_LETTER
                    block.wide += 1
                    close_word(block, mix(0, (c << 16) | (at[1] << 8) | at[2]), 1, NO_LETTER, title)
                    at += 3
                    continue
                if c == 0xEF and at[1] == 0xBC and at[2] == 0x8C:
                    block.commas += 1
                elif c == 0xE3 and at[1] == 0x80 and at[2] == 0x81:
                    block.commas += 1
                elif c == 0xE2 and at[1] == 0x80 and (at[2] == 0x9C or at[2] == 0x9D):
                    block.quotes += 1
                elif c == 0xE2 and at[1] == 0x80 and at[2] == 0xBA:
                    block.separators += 1
                elif c == 0xE2 and at[1] == 0x80 and at[2] == 0x99 and length:
                    at += 3
                    continue
                elif c == 0xE3 and at[1] == 0x80 and (at[2] == 0x8C or at[2] == 0x8D):
                    block.quotes += 1
                elif not (c == 0xE2 or (c == 0xE3 and at[1] == 0x80) or (c == 0xEF and at[1] >= 0xBC)):
                    letter = True
        else:
            size = 4
        if letter:
            word = mix(word, c)
            if at + 1 < stop:
                word = mix(word, at[1])
                if size > 2 and at + 2 < stop:
                    word = mix(word, at[2])
            length += 1
        elif length:
            if digits == 4 and length == 4 and is_year(at - 4):
                block.year = True
            close_word(block, word, length, begin, title)
            length = digits = 0
            word = 0
            begin = NO_LETTER
        at += size
    if length:
        if digits == 4 and length == 4 and is_year(stop - 4):
            block.year = True
        close_word(block, word, length, begin, title)


cdef void read_title(const uint8_t* at, const uint8_t* stop, TitleWords* title) noexcept nogil:
    """Hashes of the first TITLE_WORDS words of the title."""
    cdef int i
    title.n = read_words(&at, stop, title.hashes)
    memset(title.upper, 0, sizeof(title.upper))
    for i in range(title.n):
        title.upper[title.hashes[i] >> 62] |= <uint64_t>1 << (title.hashes[i] >> 56 & 63)


cdef int read_words(const uint8_t** start, const uint8_t* stop, uint64_t* words) noexcept nogil:
    """Hashes of the next words of a text, TITLE_WORDS at most. start: moved to what comes after them."""
    cdef const uint8_t* at = start[0]
    cdef int n = 0, size
    cdef uint64_t word = 0
    cdef bint letter
    cdef uint8_t c, lower
    while at < stop and n < TITLE_WORDS:
        c = at[0]
        size = 1 if c < 0xC0 else 2 if c < 0xE0 else 3 if c < 0xF0 else 4
        if at + size > stop:
            at = stop
            break
        if size == 3 and 0xE4 <= c <= 0xE9:
            if word:
                words[n] = word
                n += 1
                word = 0
            if n < TITLE_WORDS:
                words[n] = mix(0, (c << 16) | (at[1] << 8) | at[2])
                n += 1
            at += size
            continue
        lower = c | 0x20 if c"A" <= c <= c"Z" else c
        letter = c"a" <= lower <= c"z" or c"0" <= c <= c"9" or (size == 2 and c != 0xC2) or (
            size == 3 and not (c == 0xE2 or (c == 0xE3 and at[1] == 0x80) or (c == 0xEF and at[1] >= 0xBC))
        )
        if letter:
            word = mix(word, lower)
            if size > 1:
                word = mix(word, at[1])
                if size > 2:
                    word = mix(word, at[2])
        elif word and not (c == c"'" or (size == 3 and c == 0xE2 and at[1] == 0x80 and at[2] == 0x99)):
            words[n] = word
            n += 1
            word = 0
        at += size
    if word and n < TITLE_WORDS:
        words[n] = word
        n += 1
    start[0] = at
    return n


cdef void read_end(const uint8_t* start, const uint8_t* stop, TextCounts* block) noexcept nogil:
    """How the block's text ends: with a sentence's end, with a colon."""
    cdef const uint8_t* at = stop - 1
    cdef uint8_t c
    # closing quotes and brackets do not count
    while at >= start:
        c = at[0]
        if c == c'"' or c == c"'" or c == c")" or c == c" " or c == c"]":
            at -= 1
        elif at - 2 >= start and (at - 2)[0] == 0xE2 and (at - 1)[0] == 0x80 and (c == 0x9D or c == 0x99):
            at -= 3
        else:
            break
    if at < start:
        return
    c = at[0]
    if c == c"." or c == c"!" or c == c"?":
        block.terminal = True
    elif c == c":":
        block.colon = True
    elif at - 2 >= start:
        if (at - 2)[0] == 0xE3 and (at - 1)[0] == 0x80 and c == 0x82:
            block.terminal = True
        elif (at - 2)[0] == 0xEF and (at - 1)[0] == 0xBC and (c == 0x81 or c == 0x9F or c == 0x9B):
            block.terminal = True
        elif (at - 2)[0] == 0xEF and (at - 1)[0] == 0xBC and c == 0x9A:
            block.colon = True
        elif (at - 2)[0] == 0xE2 and (at - 1)[0] == 0x80 and c == 0xA6:
            block.terminal = True
        elif ((at - 1)[0] == 0xD8 and c == 0x9F) or ((at - 1)[0] == 0xDB and c == 0x94):
            block.terminal = True
