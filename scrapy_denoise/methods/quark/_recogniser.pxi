"""QuarkRecognizer as one pass over the rows of a page. Paper 003, section 3.1."""

from libc.stdint cimport int32_t, uint8_t

from scrapy_denoise.page.native.memory cimport cleared, release

cdef enum:
    DISPLAY = 0
    LAYOUT = 1
    BIG = 2
    SUPER = 3
    CUSTOM = 4
    UNKNOWN = 5


def recognise(
    const int32_t[::1] parent not None,
    const int32_t[::1] chars not None,
    const uint8_t[::1] text not None,
    uint8_t[::1] kind not None,
    int min_chars,
    double layout_share,
    int min_layout,
    int32_t[::1] layout not None,
    int32_t[::1] elements not None,
    int32_t[::1] owner not None,
):
    """Find the blocks of a page, in exact post-order. Returns their number.

    parent, chars: columns of the page. text: whether each row is a text. kind: the tag class of each row, in which
    UNKNOWN is replaced by BIG or DISPLAY. min_chars, layout_share, min_layout: see `Quark`. Fills `owner`, for each row
    the root of its block, and `layout` and `elements`, for each row the numbers of layout elements and of all elements
    in its subtree, without nested blocks. Time: linear in the rows.
    """
    cdef Py_ssize_t i, above, n = parent.shape[0]
    cdef int32_t n_blocks = 0
    cdef bint taken
    if n == 0:
        return 0
    if min(
        chars.shape[0], text.shape[0], kind.shape[0], layout.shape[0], elements.shape[0], owner.shape[0]
    ) < n:
        raise ValueError("columns of different lengths")
    cdef int32_t* length = <int32_t*>cleared(n * (sizeof(int32_t) + 1))
    cdef uint8_t* holds = <uint8_t*>(length + n)  # whether a descendant is a layout, big or super element
    for i in range(n):
        layout[i] = elements[i] = 0
    # from the last row to the first, so that every subtree is complete before its root is visited
    for i in range(n - 1, -1, -1):
        above = parent[i]
        owner[i] = -1
        if text[i]:
            if above >= 0:
                length[above] += chars[i]
            continue
        if kind[i] == UNKNOWN:
            kind[i] = BIG if holds[i] else DISPLAY
        elements[i] += 1
        if kind[i] == LAYOUT:
            layout[i] += 1
        if kind[i] >= SUPER or above < 0:
            taken = True
        elif kind[i] == BIG:
            taken = length[i] > min_chars or (
                layout[i] >= min_layout and layout[i] > layout_share * elements[i]
            )
        else:
            taken = False
        if above >= 0 and (kind[i] != DISPLAY or holds[i]):
            holds[above] = 1
        if taken:
            owner[i] = <int32_t>i
            n_blocks += 1
        else:
            length[above] += length[i]
            layout[above] += layout[i]
            elements[above] += elements[i]
    for i in range(n):
        if owner[i] < 0:
            owner[i] = owner[parent[i]] if parent[i] >= 0 else 0
    release(length)
    return n_blocks
