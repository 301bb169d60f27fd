"""What stands around the links of a page."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t

from scrapy_denoise.page.layout cimport Rest, rest_of

from scrapy_denoise.page import tags

cdef uint16_t BODY = tags.CODES["body"]

cdef enum:
    ABOVE = 3  # ancestors of a link of which one may be its heading


def families_around(columns not None, const int64_t[:] links not None, const uint32_t[::1] families not None,
                    const int64_t[::1] chars not None, int64_t most, int levels, int own_levels):
    """The families of words, as bits, in the names of each link and of small elements around it: up to some levels, and
    up to fewer.

    links: their rows. families, chars: of each row the families in its own names, and the characters in it, of which an
    element has at most `most` for its names to speak for the link.
    """
    cdef Rest rest = rest_of(columns.rest)
    cdef list found = [], own = []
    cdef Py_ssize_t i
    cdef int64_t row
    cdef int level
    cdef uint32_t bits, near
    for i in range(links.shape[0]):
        row = links[i]
        bits = near = 0
        for level in range(levels):
            if row < 0 or rest.tag[row] == BODY or chars[row] > most:
                break
            bits |= families[row]
            if level < own_levels:
                near = bits
            row = rest.parent[row]
        found.append(bits)
        own.append(near)
    return found, own


def heading_entries(columns not None, const int64_t[:] links not None, const uint8_t[::1] headings not None,
                    const int64_t[::1] chars not None, const int64_t[::1] kept_chars not None, int64_t most):
    """Whether each link is the heading of an entry of which text was kept.

    headings: for each tag's code. chars, kept_chars: of each row the characters in it, and those that were kept; an
    entry has at most `most`.
    """
    cdef Rest rest = rest_of(columns.rest)
    cdef list found = []
    cdef Py_ssize_t i
    cdef int32_t row, entry
    cdef int _
    cdef bint heads
    for i in range(links.shape[0]):
        row = rest.parent[links[i]]
        heads = False
        for _ in range(ABOVE):
            if row < 0:
                break
            if headings[rest.tag[row]]:
                entry = rest.parent[row]
                heads = entry >= 0 and kept_chars[entry] > 0 and chars[entry] <= most
                break
            row = rest.parent[row]
        found.append(heads)
    return found
