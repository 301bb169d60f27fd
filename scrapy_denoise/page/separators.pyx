"""The signs between the parts of a ``title`` element, such as the headline and the site's name.

In one pass over the characters: the pattern ``\\s+[-–—|·:»«/•]+\\s+|[_|｜»«]+|\\s*—+\\s*|-{2,}`` says the same in ten times
the time, which every page takes.
"""

from scrapy_denoise.page.word_characters cimport is_ascii_alnum

cdef enum:
    DASH = 0x2014


cdef inline bint is_between(Py_UCS4 c) noexcept:
    """Whether a character separates where it has white space on both sides."""
    return (c == u"-" or c == u"–" or c == DASH or c == u"|" or c == u"·" or c == u":" or c == u"»" or c == u"«"
            or c == u"/" or c == u"•")


cdef inline bint is_alone(Py_UCS4 c) noexcept:
    """Whether a character separates wherever it stands."""
    return c == u"_" or c == u"|" or c == u"｜" or c == u"»" or c == u"«"


cdef Py_ssize_t separator_end(str text, Py_ssize_t at, Py_ssize_t n):
    """Where the separator ends that begins here; the same place where none does."""
    cdef Py_ssize_t signs = at, end
    while signs < n and text[signs].isspace():
        signs += 1
    end = signs
    if signs > at:
        while end < n and is_between(text[end]):
            end += 1
        if signs < end < n and text[end].isspace():
            while end < n and text[end].isspace():
                end += 1
            return end
    elif is_alone(text[at]):
        while end < n and is_alone(text[end]):
            end += 1
        return end
    end = signs
    while end < n and text[end] == DASH:
        end += 1
    if end > signs:
        while end < n and text[end].isspace():
            end += 1
        return end
    if signs == at:
        while end < n and text[end] == u"-":
            end += 1
        if end - at >= 2:
            return end
    return at


def declared_parts(str declared not None):
    """The parts of a title between separators, such as the site's name: each without white space around it."""
    cdef Py_ssize_t at = 0, start = 0, end, n = len(declared)
    cdef list found = []
    cdef str part
    while at < n:
        # Most are within a word or between two; to look for a separator takes ten times as long.
        if is_ascii_alnum(declared[at]) or (declared[at] == u" " and at + 1 < n and is_ascii_alnum(declared[at + 1])):
            at += 1
            continue
        end = separator_end(declared, at, n)
        if end == at:
            at += 1
            continue
        part = declared[start:at].strip()
        if part:
            found.append(part)
        start = at = end
    part = declared[start:].strip()
    if part:
        found.append(part)
    return found
