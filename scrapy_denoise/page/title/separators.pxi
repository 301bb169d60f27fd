"""The signs between the parts of a ``title`` element, such as the headline and the site's name.

The signs around a quote, «this» or »this«, are none. In one pass over the characters: the pattern
``\\s+[-–—|·:»«/•]+\\s+|[_|｜»«]+|\\s*—+\\s*|-{2,}`` says the same in ten times the time, which every page takes. Where
a site's name is looked for, ``@`` separates as ``•`` does, and ``：`` as ``｜``.
"""

from scrapy_denoise.page.text.word_chars cimport is_ascii_alnum

cdef enum:
    DASH = 0x2014


cdef inline bint is_between(Py_UCS4 c, bint from_name) noexcept:
    """Whether a character separates where it has white space on both sides. from_name: also what separates a name alone."""
    return (c == u"-" or c == u"–" or c == DASH or c == u"|" or c == u"·" or c == u":" or c == u"»" or c == u"«"
            or c == u"/" or c == u"•" or from_name and c == u"@")


cdef inline bint is_alone(Py_UCS4 c, bint from_name) noexcept:
    """Whether a character separates wherever it stands; likewise."""
    return c == u"_" or c == u"|" or c == u"｜" or c == u"»" or c == u"«" or from_name and c == u"："


cdef Py_ssize_t separator_end(str text, Py_ssize_t at, Py_ssize_t n, bint from_name):
    """Where the separator ends that begins here; the same place where none does."""
    cdef Py_ssize_t signs = at, end
    while signs < n and text[signs].isspace():
        signs += 1
    end = signs
    if signs > at:
        while end < n and is_between(text[end], from_name):
            end += 1
        if signs < end < n and text[end].isspace():
            while end < n and text[end].isspace():
                end += 1
            return end
    elif is_alone(text[at], from_name):
        while end < n and is_alone(text[end], from_name):
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


cdef Py_ssize_t quote_end(str text, Py_ssize_t at, Py_ssize_t n):
    """Where the quote ends that begins here, «as this» or »as this«; the same place where none does."""
    cdef Py_UCS4 opening = text[at], closing
    cdef Py_ssize_t end
    if opening != u"«" and opening != u"»" or at and not text[at - 1].isspace() or at + 1 == n or text[at + 1].isspace():
        return at
    closing = u"»" if opening == u"«" else u"«"
    end = text.find(closing, at + 1)
    if end <= at + 1 or text[end - 1].isspace() or end + 1 < n and is_ascii_alnum(text[end + 1]):
        return at
    return end + 1


cpdef list separators(str text, bint from_name=True):
    """Where the separators of a title begin and end."""
    cdef Py_ssize_t at = 0, end, n = len(text)
    cdef list found = []
    while at < n:
        end = quote_end(text, at, n)
        if end > at:
            at = end
            continue
        # Most are within a word or between two; to look for a separator takes ten times as long.
        if is_ascii_alnum(text[at]) or (text[at] == u" " and at + 1 < n and is_ascii_alnum(text[at + 1])):
            at += 1
            continue
        end = separator_end(text, at, n, from_name)
        if end == at:
            at += 1
            continue
        found.append((at, end))
        at = end
    return found


def declared_parts(str declared not None, bint from_name=False):
    """The parts of a title between separators, such as the site's name: each without white space around it."""
    cdef Py_ssize_t start = 0, at, end
    cdef list found = []
    cdef str part
    for at, end in (*separators(declared, from_name), (len(declared), 0)):
        part = declared[start:at].strip()
        if part:
            found.append(part)
        start = end
    return found
