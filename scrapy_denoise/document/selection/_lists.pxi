"""Quick checks that most pages are no lists, in a pass over the columns each, before anything that takes more time."""

from libc.stdint cimport int64_t, uint8_t, uint64_t

from scrapy_denoise.page.columns.buffers cimport HashColumns, PageBuffers, TreeColumns, page_buffers, tree_columns_of
from scrapy_denoise.page.compiled cimport H1, H6, TEXT, bool_data


def linked_chars(columns not None, kept not None):
    """The characters of the page's text, those of them in links, the kept ones, and those of these in links; and how many kept texts
    stand right behind a link that is not kept, as those of entries do behind their titles.

    kept: bool, one for each text row.
    """
    cdef PageBuffers page = page_buffers(columns)
    cdef HashColumns s = page.hashes
    cdef TreeColumns r = page.tree
    cdef Py_ssize_t row, text
    cdef const uint8_t* flags = bool_data(kept, page.texts.n)
    cdef int64_t chars = 0, links = 0, own = 0, own_links = 0
    cdef bint left_out = False  # whether the text before is a link that is not kept
    cdef int behind = 0
    for text in range(page.texts.n):
        row = page.texts.row[text]
        chars += s.chars[row]
        links += s.chars[row] * r.linked[row]
        own += s.chars[row] * flags[text]
        own_links += s.chars[row] * (r.linked[row] & flags[text])
        behind += left_out and flags[text]
        left_out = r.linked[row] and not flags[text]
    return chars, links, own, own_links, behind


def untitled_headings(columns not None, const uint64_t[::1] path not None, kept not None, Py_ssize_t before):
    """The rows of the headings that have a link and text, but none that is kept, and stand before the last kept text, and
    behind or `before` rows before the first one; a list. Another heading with a link and text stands at the same path, as the
    titles of a list's records do, and those of articles, sites and boxes beside them seldom.

    path: of each row. kept: bool, one for each text row.
    """
    cdef TreeColumns r = tree_columns_of(columns.tree_columns)
    cdef Py_ssize_t row, text = len(kept)
    cdef const uint8_t* flags = bool_data(kept, text)
    # From the end, so that the next ones of each kind are known: of the texts, of the kept ones, and of the links.
    cdef Py_ssize_t shown = r.n, own = r.n, link = r.n
    cdef bint begun = False
    cdef list found = [], linked = []
    cdef dict counts = {}
    if path.shape[0] != r.n:
        raise ValueError("columns of different lengths")
    for row in range(r.n - 1, -1, -1):
        if r.link[row]:
            link = row
        if r.tag[row] == TEXT:
            text -= 1
            if text < 0:
                raise ValueError("columns of different lengths")
            shown = row
            if flags[text]:
                own, begun = row, True
        elif H1 <= r.tag[row] <= H6 and link < r.end[row] and shown < r.end[row]:
            linked.append(row)
            if begun and own >= r.end[row]:
                found.append(row)
    if not found:
        return found
    for row in linked:
        counts[path[row]] = counts.get(path[row], 0) + 1
    # The first kept text was met last.
    return [row for row in reversed(found) if row >= own - before and counts[path[row]] > 1]
