"""Where the parts of a product's page end that stand under a title, and which parts are left out:
`scrapy_denoise.document.selection.product_parts`."""

from bisect import bisect_left

from cpython.bytes cimport PyBytes_AS_STRING
from cpython.mem cimport PyMem_Free
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memset

import numpy as np

from scrapy_denoise.document.source.compiled cimport KnownKeys
from scrapy_denoise.page.columns.buffers cimport Nodes, nodes_of, text_between
from scrapy_denoise.page.compiled cimport A, BUTTON, H1, H6, SUMMARY, match_key
from scrapy_denoise.page.native.binary_search cimport lower_bound
from scrapy_denoise.page.native.memory cimport allocate

# Share of the kept characters from which a part is only reviews, by its name, where several elements in it have such names: the name of
# a page's template may hold the word too.
cdef double LARGE = 0.5

cdef enum:
    SEVERAL = 3     # elements named as reviews that make a large part reviews
    MAX_TITLES = 5  # texts at the beginning of such a part that may be its titles


cdef inline bint is_title(uint16_t tag) noexcept nogil:
    return H1 <= tag <= H6 or tag == SUMMARY or tag == BUTTON


def kept_in_buttons(KeptRows part not None, Py_ssize_t several):
    """Whether so many kept texts stand in buttons, each right in one: on most pages none does."""
    cdef Py_ssize_t text, found = 0
    for text in range(part.n_texts):
        if part.flags[text] and part.tree.tag[part.tree.parent[part.texts[text]]] == BUTTON:
            found += 1
            if found == several:
                return True
    return False


def titled_links(KeptRows part not None, KnownKeys titles not None, int64_t longest):
    """The ``a`` elements of so many characters at most that may have one of some titles as their text: their rows, with their letters
    and digits (`match_key`)."""
    cdef Py_ssize_t row, first, last, start
    cdef const uint8_t* text = <const uint8_t*>PyBytes_AS_STRING(part._text)
    cdef list found = []
    for row in range(part.tree.n):
        if part.tree.tag[row] != A:
            continue
        first, last = part.texts_before(row), part.texts_before(part.tree.end[row])
        if first == last or part.within(row).chars > longest:
            continue
        start = part.tree.text_start[part.texts[first]]
        if titles.may_be(text + start, part.tree.text_stop[part.texts[last - 1]] - start):
            found.append((row, match_key(text_between(part._text, &part.tree, part.texts[first], part.texts[last - 1]))))
    return found


def titled_parts(KeptRows part not None, bytes nodes not None, list titles not None):
    """The parts that stand under some titles: of each the row of the title, the row that follows the part, and the title's number.

    A part ends at the next heading that is as high, or the next title at its path, but with the first element around its title that has
    other text. titles: pairs of a row and a number. nodes: of the page's `Signature`.
    """
    cdef Nodes of_rows = nodes_of(nodes)
    cdef Py_ssize_t row, end, n = 0, i, number
    cdef uint16_t tag, other
    cdef list found = []
    cdef int32_t* rows = <int32_t*>allocate(NULL, (part.tree.n + 1) * sizeof(int32_t))
    try:
        if of_rows.n != part.tree.n:
            raise ValueError("columns of different lengths")
        for row in range(part.tree.n):
            rows[n] = <int32_t>row
            n += is_title(part.tree.tag[row])
        for row, number in titles:
            end, tag = part.tree.end[around(part, row)], part.tree.tag[row]
            for i in range(lower_bound(<const int32_t*>rows, n, part.tree.end[row]), n):
                other = part.tree.tag[rows[i]]
                if rows[i] >= end:
                    break
                if (H1 <= other <= tag) if tag <= H6 else (of_rows.path[rows[i]] == of_rows.path[row]):
                    end = rows[i]
                    break
            found.append((row, end, number))
        return found
    finally:
        PyMem_Free(rows)


cdef Py_ssize_t around(KeptRows part, Py_ssize_t row) noexcept:
    """The first element around one that has other text; the first row where none has."""
    cdef Py_ssize_t first = part.texts_before(row), last = part.texts_before(part.tree.end[row])
    row = part.tree.parent[row]
    while row > 0 and part.texts_before(row) == first and part.texts_before(part.tree.end[row]) == last:
        row = part.tree.parent[row]
    return max(row, 0)


def left_out_parts(KeptRows part not None, list reviews not None, list others not None, list parts not None, tuple quotes not None):
    """For each text row whether it is in a part that is left out as reviews, and whether it is in another that is left out: a pair of
    bool arrays.

    Neither parts with a heading of the first level are left out, nor those with a large share of the kept characters, but for reviews
    that several elements in them are named as. reviews, others: the rows of the elements that are named as such parts. parts: of each of
    the others the first row, the row behind it, and 0 for reviews or 1 for others. quotes: how reviews of newspapers begin, which stay.
    """
    cdef Py_ssize_t row, first, end
    cdef int kind
    cdef bytes of_reviews = bytes(part.n_texts), of_others = bytes(part.n_texts)
    cdef list heads, named
    part.find_sums()
    heads = [row for row in range(part.tree.n) if part.tree.tag[row] == H1 and part.within(row).chars]
    for kind, named in enumerate((reviews, others)):
        for row in named:
            if not 0 <= row < part.tree.n:
                raise IndexError("no such row")
            leave_out(part, row, part.tree.end[row], kind, heads, reviews, quotes, of_others if kind else of_reviews)
    for first, end, kind in parts:
        leave_out(part, first, end, kind, heads, reviews, quotes, of_others if kind else of_reviews)
    return np.frombuffer(of_reviews, np.bool_), np.frombuffer(of_others, np.bool_)


cdef int leave_out(
    KeptRows part, Py_ssize_t first, Py_ssize_t end, int kind, list heads, list reviews, tuple quotes, bytes found
) except -1:
    """Set for the text rows of one of these parts that they are in one, where it is left out."""
    cdef Py_ssize_t begin = part.texts_before(first), stop = part.texts_before(end)
    cdef bint large, several
    if begin >= stop or (kind == 0 and begins_with(part, begin, stop, quotes)):
        return 0
    large = part.sums[stop].kept_chars - part.sums[begin].kept_chars > LARGE * part.sums[part.n_texts].kept_chars
    several = kind == 0 and bisect_left(reviews, end) - bisect_left(reviews, first) > SEVERAL
    if (several or not large) and bisect_left(heads, end) == bisect_left(heads, first):
        memset(PyBytes_AS_STRING(found) + begin, 1, stop - begin)
    return 0


cdef bint begins_with(KeptRows part, Py_ssize_t begin, Py_ssize_t stop, tuple quotes) except -1:
    """Whether the first text behind the titles of a part, by the places of its texts, begins with one of some signs."""
    cdef Py_ssize_t place
    cdef str text
    for place in range(begin, min(stop, begin + MAX_TITLES)):
        if is_title(part.tree.tag[part.tree.block_row[part.texts[place]]]):
            continue
        text = text_between(part._text, &part.tree, part.texts[place], part.texts[place])
        return text.lstrip().startswith(quotes)
    return False
