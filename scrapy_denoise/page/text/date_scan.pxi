"""Where a line has a date with its year: what `scrapy_denoise.blocks.regions.bylines.DATE` finds, without a pattern's attempts.

Each of the pattern's alternatives can match at one place in one way only, so each is one walk over the characters. The
pattern took a twentieth of the instructions of a decision on small pages.
"""

from scrapy_denoise.page.text.word_chars cimport is_word

cdef str UYGHUR_YEAR = "-يىل"


def date_span(str line not None):
    """Where the first date of a line begins and ends: the span of what ``DATE.search`` finds; None where it finds nothing."""
    cdef Py_ssize_t start, end, n = len(line)
    cdef bint inside = False, word  # whether the character before, and this one, are of a word
    for start in range(n):
        word = is_word(line[start])
        if word:
            end = date_end(line, start, n, inside)
            if end:
                return start, end
        inside = word
    return None


cpdef bint may_have_day(str line) except -1:
    """Whether a line may have a date with its day, month and year, as ``has_day`` of `dated` finds it: what most lines with a price, a
    time or a year alone have not, in a hundredth of the time that the patterns of dates take.

    Each date has the sign of a year, figures of another script or beside names of months in one with marks, two signs around the
    number of the month, a year in full beside the day, or one of two figures behind a word.
    """
    cdef Py_ssize_t at = 0, start, sign, n = len(line)
    cdef Py_ssize_t numbers = 0, size
    cdef bint year = False, signed, second = False, marked = False, several = False
    cdef Py_UCS4 c
    while at < n:
        c = line[at]
        if not u"0" <= c <= u"9":
            if c >= 0x80:
                if c == u"年" or c.isdecimal():
                    return True
                marked = marked or c == u"년" or 0x900 <= c < 0xC80 or 0xE00 <= c < 0xE80
            at += 1
            continue
        start = at
        while at < n and u"0" <= line[at] <= u"9":
            at += 1
        size = at - start
        several = several or size > 1
        numbers += 1
        if size >= 4:
            year = year or (line[start] == u"1" and line[start + 1] == u"9") or (line[start] == u"2" and line[start + 1] == u"0")
            if line[at:at + 2] == UYGHUR_YEAR[:2]:
                return True
        if numbers == 1:
            continue
        sign = start - 2 if line[start - 1].isspace() else start - 1
        signed = sign > 0 and is_sign(line[sign]) and u"0" <= line[sign - 1] <= u"9"
        if year or (signed and second) or (size == 2 and may_be_short_year(line, start, n)):
            return True
        second = signed and size <= 2
    return marked and several


cdef bint may_be_short_year(str line, Py_ssize_t at, Py_ssize_t n) except -1:
    """Whether two figures stand behind a word, and before no other but that for a year, or an address, which `dated` takes away."""
    if at < 2 or not line[at - 1].isspace() or not (line[at - 2] == u"." or line[at - 2].isalpha()):
        return False
    return at + 2 == n or line[at + 2].isspace() or line[at + 2] in u",()|гhHwW"


def first_word(str line not None):
    """The letters with which the first word of a line begins, in small letters; empty where a figure begins it."""
    cdef Py_ssize_t start = 0, end, n = len(line)
    while start < n and not is_word(line[start]):
        start += 1
    end = start
    while end < n and is_word(line[end]) and line[end] != u"_" and not line[end].isdecimal():
        end += 1
    return line[start:end].lower()


def count_words(str line not None, Py_ssize_t start, Py_ssize_t stop):
    """How many words ``\\w+`` finds between two places of a line."""
    cdef Py_ssize_t at, found = 0
    cdef bint inside = False, word
    for at in range(max(start, 0), min(stop, len(line))):
        word = is_word(line[at])
        found += word and not inside
        inside = word
    return found


cdef inline bint is_digit(Py_UCS4 c) noexcept:
    """What ``\\d`` matches."""
    return u"0" <= c <= u"9" if c < 0x80 else c.isdecimal()


cdef Py_ssize_t date_end(str line, Py_ssize_t at, Py_ssize_t n, bint inside) except -1:
    """Where a date ends that begins here, at a character of a word; 0 where none does. inside: whether the character
    before is of that word too."""
    cdef int digits = digits_at(line, at, n)
    if digits:
        return ((0 if inside else year_first_end(line, at, n)) or figures_end(line, at, n, digits)
                or day_first_end(line, at, n, digits) or (0 if inside else month_first_end(line, at, n))
                or (at + 8 if is_year(line, at, n) and line[at + 4:at + 8] == UYGHUR_YEAR else 0))
    return 0 if inside else month_first_end(line, at, n)


cdef Py_ssize_t year_first_end(str line, Py_ssize_t at, Py_ssize_t n) except -1:
    """Of ``2023-05``, with a sign between the two."""
    if not is_year(line, at, n):
        return 0
    at += 4
    if at < n and line[at].isspace():
        at += 1
    if at == n or not (is_sign(line[at]) or line[at] == u"年"):
        return 0
    at += 1
    if at < n and line[at].isspace():
        at += 1
    cdef int digits = digits_at(line, at, n)
    return at + digits if digits else 0


cdef Py_ssize_t figures_end(str line, Py_ssize_t at, Py_ssize_t n, int digits) except -1:
    """Of ``5/12/2023``; digits: of the first number."""
    cdef int _number
    for _number in range(2):
        at += digits
        if not digits or at == n or not is_sign(line[at]):
            return 0
        at += 1
        digits = digits_at(line, at, n)
    return at + 4 if is_year(line, at, n) else 0


cdef Py_ssize_t day_first_end(str line, Py_ssize_t at, Py_ssize_t n, int digits) except -1:
    """Of ``12. May, 2023`` and ``12th May 2023``; digits: of the day."""
    at = ordinal_end(line, at + digits, n)
    if at < n and line[at] == u".":
        at += 1
    at = spaces_end(line, at, n)
    at = word_end(line, at, n) if at else 0
    if not at:
        return 0
    if at < n and line[at] == u".":
        at += 1
    if at < n and line[at] == u",":
        at += 1
    return year_end(line, at, n)


cdef Py_ssize_t month_first_end(str line, Py_ssize_t at, Py_ssize_t n) except -1:
    """Of ``May. 12, 2023`` and ``May 12th, 2023``."""
    at = word_end(line, at, n)
    if not at:
        return 0
    if at < n and line[at] == u".":
        at += 1
    at = spaces_end(line, at, n)
    cdef int digits = digits_at(line, at, n) if at else 0
    if not digits:
        return 0
    at = ordinal_end(line, at + digits, n)
    if at < n and line[at] == u",":
        at += 1
    return year_end(line, at, n)


cdef inline Py_ssize_t ordinal_end(str line, Py_ssize_t at, Py_ssize_t n) except -1:
    """Where the English ending of an ordinal number ends that begins here; here where there is none."""
    return at + 2 if at < n and line[at] in u"snrt" and line[at:at + 2] in ("st", "nd", "rd", "th") else at


cdef Py_ssize_t year_end(str line, Py_ssize_t at, Py_ssize_t n) except -1:
    """Where a year ends that stands behind white space; 0 where there is none."""
    at = spaces_end(line, at, n)
    return at + 4 if at and is_year(line, at, n) else 0


cdef Py_ssize_t spaces_end(str line, Py_ssize_t at, Py_ssize_t n) except -1:
    """Where white space ends that begins here; 0 where none does."""
    cdef Py_ssize_t start = at
    while at < n and line[at].isspace():
        at += 1
    return at if at > start else 0


cdef Py_ssize_t word_end(str line, Py_ssize_t at, Py_ssize_t n) except -1:
    """Where a word of three characters or more ends that begins here; 0 where none does."""
    cdef Py_ssize_t start = at
    while at < n and is_word(line[at]):
        at += 1
    return at if at - start >= 3 else 0


cdef int digits_at(str line, Py_ssize_t at, Py_ssize_t n) except -1:
    """How many digits stand here, of two."""
    if at >= n or not is_digit(line[at]):
        return 0
    return 2 if at + 1 < n and is_digit(line[at + 1]) else 1


cdef bint is_year(str line, Py_ssize_t at, Py_ssize_t n) except -1:
    """Whether a year from 1960 to 2049 stands here."""
    if at + 4 > n or not is_digit(line[at + 3]):
        return False
    return (line[at] == u"1" and line[at + 1] == u"9" and u"6" <= line[at + 2] <= u"9") or (
        line[at] == u"2" and line[at + 1] == u"0" and u"0" <= line[at + 2] <= u"4"
    )


cdef inline bint is_sign(Py_UCS4 c) noexcept:
    return c == u"-" or c == u"/" or c == u"."
