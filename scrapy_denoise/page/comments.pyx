"""Parts of a page that their elements' names tell of: dialogs, and comments, which a heading may tell of too."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t

from scrapy_denoise.page.buffers cimport Rest, Stored, rest_of, stored_of
from scrapy_denoise.page.ordered cimport place_of

from scrapy_denoise.page import tags

cdef enum:
    TITLE_CHARS = 200  # of a heading with such an id, at most
    BESIDE = 8         # characters that a heading has besides such a text, at most
    TITLE_ROWS = 40    # elements and texts in a heading, at most
    UP = 4             # elements around a heading, without other text, up to which what follows it is looked for
    OWN = 300          # characters outside links that come before comments, and do not come behind them
    TRIES = 20         # headings that are looked at so, the first of them

cdef uint16_t H1 = tags.CODES["h1"]
cdef uint16_t H6 = tags.CODES["h6"]
cdef uint32_t COMMENT = 1 << list(tags.HINTS).index("comment")


def inside_named(columns, const uint32_t[::1] names not None, uint32_t hint):
    """For every row whether it is inside a block, below the root's children, that has one of some names: the bytes of a
    bool array; None where none is.

    names: hashes, ascending, of which one is the block's id or its first class. hint: of `tags.HINTS`, a bit that every
    such name has.
    """
    cdef Stored stored = stored_of(columns.stored)
    cdef Rest rest = rest_of(columns.rest)
    cdef bytes marks = PyBytes_FromStringAndSize(NULL, stored.n)
    cdef uint8_t* found = <uint8_t*>PyBytes_AS_STRING(marks)
    cdef Py_ssize_t i, until = 0
    if rest.n != stored.n:
        raise ValueError("columns of different lengths")
    for i in range(stored.n):
        if i >= until and is_named(&stored, &rest, i, names, hint):
            until = rest.end[i]
        found[i] = i < until
    return marks if until else None


def comments_in(columns, const uint32_t[::1] names not None, const uint32_t[::1] headings not None,
                const uint32_t[::1] titles not None):
    """For every row whether it is part of the comments, as the bytes of a bool array; None where there are none.

    names: of blocks that hold comments, their id or first class. headings: ids of headings that stand above comments.
    titles: texts of such. Each as hashes, ascending, with digit runs as one 0.

    Under a heading is what follows within the element around it, up to a heading of the same rank or a higher. Only at
    the end of a page that has text of its own: documentation has sections of such names.
    """
    cdef Stored stored = stored_of(columns.stored)
    cdef Rest rest = rest_of(columns.rest)
    cdef bytes marks = PyBytes_FromStringAndSize(NULL, stored.n)
    cdef uint8_t* found = <uint8_t*>PyBytes_AS_STRING(marks)
    cdef Py_ssize_t i, stop, until = 0
    cdef int tries = 0
    cdef int64_t before = 0
    if rest.n != stored.n:
        raise ValueError("columns of different lengths")
    for i in range(stored.n):
        if i >= until:
            if H1 <= rest.tag[i] <= H6:
                if before >= OWN and tries < TRIES and is_titled(&stored, &rest, i, headings, titles):
                    tries += 1
                    stop = end_of_section(&stored, &rest, i)
                    if stop > i:
                        until = stop
            elif is_named(&stored, &rest, i, names, COMMENT):
                until = rest.end[i]
            if not rest.linked[i]:
                before += stored.chars[i]
        found[i] = i < until
    return marks if until else None


cdef inline bint is_named(const Stored* stored, const Rest* rest, Py_ssize_t i, const uint32_t[::1] names,
                          uint32_t hint) noexcept:
    return rest.hints[i] & hint and rest.block_row[i] == i and stored.depth[i] > 1 and (
        is_one_of(stored.id_hash[i], names) or is_one_of(stored.class_hash[i], names)
    )


cdef inline bint is_one_of(uint32_t name, const uint32_t[::1] names) noexcept:
    return name and place_of(&names[0], names.shape[0], name) >= 0


cdef bint is_titled(const Stored* stored, const Rest* rest, Py_ssize_t heading, const uint32_t[::1] headings,
                    const uint32_t[::1] titles) noexcept:
    """Whether a heading has one of the ids, or one of the texts outside links and next to nothing else. The highest rank
    is for the page's own."""
    cdef bint named = is_one_of(stored.id_hash[heading], headings), titled = False
    cdef Py_ssize_t i
    cdef int64_t beside = 0
    if rest.tag[heading] == H1 or rest.end[heading] - heading > TITLE_ROWS:
        return False
    for i in range(heading + 1, rest.end[heading]):
        if stored.chars[i] and not rest.linked[i] and is_one_of(stored.mask_hash[i], titles):
            titled = True
        else:
            beside += stored.chars[i]
    return (titled and beside <= BESIDE) or (named and beside <= TITLE_CHARS)


cdef Py_ssize_t end_of_section(const Stored* stored, const Rest* rest, Py_ssize_t heading) noexcept:
    """One past the last row of what a heading stands above; the heading itself where much text comes behind that."""
    cdef Py_ssize_t i, until = rest.end[heading], around = heading
    cdef int64_t behind = 0
    for _ in range(UP):
        if rest.parent[around] < 0 or any_text(stored, until, rest.end[around]):
            break
        around = rest.parent[around]
    for i in range(until, rest.end[around]):
        if H1 <= rest.tag[i] <= rest.tag[heading]:
            break
        until = i + 1
    for i in range(until, rest.end[around]):
        if not rest.linked[i]:
            behind += stored.chars[i]
    return until if behind <= OWN else heading


cdef bint any_text(const Stored* stored, Py_ssize_t start, Py_ssize_t stop) noexcept:
    cdef Py_ssize_t i
    for i in range(start, stop):
        if stored.chars[i]:
            return True
    return False
