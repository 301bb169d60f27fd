"""Words and signs of a text, counted in one pass over its UTF-8. A Han character is a word."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.native.hashing cimport mix


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


cdef enum:
    LONG = 63  # letters of a word from which its length is as good as any other

cdef enum:  # what a word begins with
    NO_LETTER = 0
    CAPITAL_FIRST = 1
    LOW_FIRST = 2


cdef inline void close_word(
    TextCounts* block, const uint8_t* start, const uint8_t* stop, int length, int begin, const TitleWords* title
) noexcept nogil:
    """Count a word of so many letters and digits."""
    block.words += 1
    block.word_chars += length
    block.capitals += begin == CAPITAL_FIRST
    block.low += begin == LOW_FIRST
    # Next to no other word comes as far: to hash each took a fifth of the time of its text.
    if title.begun[beginning_of(start)] >> min(length, LONG) & 1:
        block.title_hits += has_word(title, word_hash(start, stop))


cdef inline int beginning_of(const uint8_t* word) noexcept nogil:
    """What a word begins with, as a small number: the same for a capital; of a longer character its second byte counts."""
    return (word[0] if word[0] < 0x80 else word[1]) & (BEGINNINGS - 1)


cdef inline bint is_apostrophe_of_three(const uint8_t* at) noexcept nogil:
    return at[0] == 0xE2 and at[1] == 0x80 and at[2] == 0x99


cdef uint64_t word_hash(const uint8_t* at, const uint8_t* stop) noexcept nogil:
    """The hash of a word: of its bytes, capitals of ASCII as small letters, without apostrophes."""
    cdef uint64_t word = 0
    while at < stop:
        if stop - at > 2 and is_apostrophe_of_three(at):
            at += 3
            continue
        if at[0] != c"'":
            word = mix(word, at[0] | 0x20 if c"A" <= at[0] <= c"Z" else at[0])
        at += 1
    return word


cdef bint has_word(const TitleWords* title, uint64_t word) noexcept nogil:
    cdef int i
    for i in range(title.n):
        if title.hashes[i] == word:
            return True
    return False


cdef inline void end_word(
    TextCounts* block, const uint8_t* start, const uint8_t* stop, int length, int digits, int begin, const TitleWords* title
) noexcept nogil:
    """Count a word, and whether it is a year."""
    if digits == 4 and length == 4 and is_year(stop - 4):
        block.year = True
    close_word(block, start, stop, length, begin, title)


cdef inline bint is_letter_of_two(const uint8_t* at, bint whole, TextCounts* block) noexcept nogil:
    """Whether a character of two bytes is a letter; count it where it is a sign. whole: whether its second byte is there."""
    cdef uint8_t second = at[1] if whole else 0
    if at[0] == 0xC2:
        block.copyright |= second == 0xA9
        block.separators += second == 0xBB or second == 0xAB or second == 0xB7
        return False
    if at[0] == 0xD8 and second == 0x8C:
        block.commas += 1
        return False
    return True


cdef inline int case_of(const uint8_t* at) noexcept nogil:
    """What a word begins with whose first letter has two bytes, of Latin, Greek or Cyrillic script."""
    if (
        (at[0] == 0xD0 and (0x90 <= at[1] <= 0xAF or at[1] == 0x81)) or (at[0] == 0xCE and 0x91 <= at[1] <= 0xA9)
        or (at[0] == 0xC3 and 0x80 <= at[1] <= 0x9E)
    ):
        return CAPITAL_FIRST
    if at[0] == 0xD0 or at[0] == 0xD1 or at[0] == 0xCE or at[0] == 0xCF or at[0] == 0xC3:
        return LOW_FIRST
    return NO_LETTER


cdef inline bint is_letter_of_three(const uint8_t* at, TextCounts* block) noexcept nogil:
    """Whether a character of three bytes, no Han character, is a letter; count it where it is a sign."""
    cdef uint8_t first = at[0], second = at[1], third = at[2]
    if (first == 0xEF and second == 0xBC and third == 0x8C) or (first == 0xE3 and second == 0x80 and third == 0x81):
        block.commas += 1
    elif (first == 0xE2 and second == 0x80 and (third == 0x9C or third == 0x9D)) or (
        first == 0xE3 and second == 0x80 and (third == 0x8C or third == 0x8D)
    ):
        block.quotes += 1
    elif first == 0xE2 and second == 0x80 and third == 0xBA:
        block.separators += 1
    else:
        return not (first == 0xE2 or (first == 0xE3 and second == 0x80) or (first == 0xEF and second >= 0xBC))
    return False


cdef void read_text(
    const uint8_t* at, const uint8_t* stop, TextCounts* block, const TitleWords* title
) noexcept nogil:
    """Count the words and signs of one text row."""
    cdef const uint8_t* start = at  # of the word at hand
    cdef int length = 0, digits = 0, size
    cdef int begin = NO_LETTER  # one number: two flags are moved about as a vector at every character
    cdef const uint8_t* run
    cdef uint8_t c, sign
    cdef bint letter
    while at < stop:
        c = at[0]
        if c"a" <= c <= c"z":  # most of most texts
            if length == 0:
                begin, start = LOW_FIRST, at
            run = at
            while at < stop and c"a" <= at[0] <= c"z":
                at += 1
            length += <int>(at - run)
            continue
        # Within a word a letter of two bytes, at its beginning one of Arabic script, which has no capitals; not its comma.
        if 0xC3 <= c < 0xE0 and at + 1 < stop and (length or 0xD8 <= c <= 0xDB) and (c != 0xD8 or at[1] != 0x8C):
            if length == 0:
                start = at
            length += 1
            at += 2
            continue
        if c < 0x80:
            sign = SIGN[c]
            at += 1
            if sign == OTHER and not digits:  # a space
                if length:
                    close_word(block, start, at - 1, length, begin, title)
                    length = 0
                    begin = NO_LETTER
                continue
            if sign == CAPITAL:
                if length == 0:
                    begin, start = CAPITAL_FIRST, at - 1
                length += 1
                continue
            if sign == DIGIT:
                if length == 0:
                    start = at - 1
                digits += 1
                block.digits += 1
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
                if length == digits and digits <= 4 and is_separator(c) and at < stop:
                    block.clocks += c"0" <= at[0] <= c"9"
                end_word(block, start, at - 1, length, digits, begin, title)
                length = digits = 0
                begin = NO_LETTER
            continue
        if c < 0xE0:
            size, letter = 2, is_letter_of_two(at, at + 1 < stop, block)
            if letter and length == 0 and at + 1 < stop:
                begin = case_of(at)
        elif c < 0xF0:
            size, letter = 3, False
            if at + 2 < stop:
                if 0xE4 <= c <= 0xE9:
                    # A Han character is a word. The lead bytes 0xE4 to 0xE9 stand for U+4000 to U+9FFF, a subset of
                    # `page.words.HAN` that needs no decoding; the model was trained with it.
                    if length:
                        close_word(block, start, at, length, begin, title)
                        length = digits = 0
                        begin = NO_LETTER
                    block.wide += 1
                    block.words += 1
                    block.word_chars += 1
                    if title.begun[beginning_of(at)] >> 1 & 1:
                        block.title_hits += has_word(title, mix(0, (c << 16) | (at[1] << 8) | at[2]))
                    at += 3
                    continue
                if length and is_apostrophe_of_three(at):
                    at += 3
                    continue
                letter = is_letter_of_three(at, block)
        else:
            size, letter = 4, False
        if letter:
            if length == 0:
                start = at
            length += 1
        elif length:
            end_word(block, start, at, length, digits, begin, title)
            length = digits = 0
            begin = NO_LETTER
        at += size
    if length:
        end_word(block, start, stop, length, digits, begin, title)


cdef void read_title(const uint8_t* at, const uint8_t* stop, TitleWords* title) noexcept nogil:
    """The first TITLE_WORDS words of the title."""
    cdef const uint8_t* start = at  # of the word at hand
    cdef int size, length = 0
    cdef bint letter
    cdef uint8_t c, lower
    title.n = 0
    memset(title.begun, 0, sizeof(title.begun))
    while at < stop and title.n < TITLE_WORDS:
        c = at[0]
        size = 1 if c < 0xC0 else 2 if c < 0xE0 else 3 if c < 0xF0 else 4
        if at + size > stop:
            at = stop
            break
        if size == 3 and 0xE4 <= c <= 0xE9:
            if length:
                add_word(title, start, length, word_hash(start, at))
                length = 0
            if title.n < TITLE_WORDS:
                add_word(title, at, 1, mix(0, (c << 16) | (at[1] << 8) | at[2]))
            at += size
            continue
        lower = c | 0x20 if c"A" <= c <= c"Z" else c
        letter = c"a" <= lower <= c"z" or c"0" <= c <= c"9" or (size == 2 and c != 0xC2) or (
            size == 3 and not (c == 0xE2 or (c == 0xE3 and at[1] == 0x80) or (c == 0xEF and at[1] >= 0xBC))
        )
        if letter:
            if length == 0:
                start = at
            length += 1
        elif length and not (c == c"'" or (size == 3 and is_apostrophe_of_three(at))):
            add_word(title, start, length, word_hash(start, at))
            length = 0
        at += size
    if length and title.n < TITLE_WORDS:
        add_word(title, start, length, word_hash(start, at))


cdef void add_word(TitleWords* title, const uint8_t* start, int length, uint64_t word) noexcept nogil:
    title.hashes[title.n] = word
    title.n += 1
    title.begun[beginning_of(start)] |= <uint64_t>1 << min(length, LONG)


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
