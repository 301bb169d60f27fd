"""Which texts of records are labels, by what the records of a list have at one place, in one pass over the texts."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from scrapy_denoise.page.columns.buffers cimport PageBuffers, page_buffers
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table
from scrapy_denoise.page.native.memory cimport cleared, release

import numpy as np

# Share of different texts at one place of a list's records up to which these are labels, such as "Read more".
cdef double LABELS = 0.2
# Share of a list's records that have a link with one text at one place, each to another page, from which this is a label, whatever else
# stands there: a button may have the path of the title, or of a link to a profile.
cdef double OF_EACH = 0.75

cdef enum:
    LABEL_CHARS = 60     # characters of a label,
    MESSAGE_CHARS = 300  # and of one that all records have, such as the message of an error that is not shown

cdef struct Label:  # a text that may be one
    int32_t place
    int32_t said  # the number of its text at its place
    bint whole    # it is all that a link says


cdef inline int32_t number_of(Table* table, uint64_t key) noexcept:
    """The number of a key from 0, in the order in which they come first."""
    cdef Entry* entry = find_or_add(table, key)
    if entry.number == 0:
        entry.number = <int32_t>table.used
    return entry.number - 1


def are_labels(columns not None, const uint64_t[::1] path not None, const int64_t[::1] rows not None, const int64_t[::1] lists not None,
               const int64_t[::1] sizes not None, const int64_t[::1] links not None, list urls not None):
    """For each of some text rows whether it is a label: it has no figures, and few texts stand at its place in the records of its list, or
    it is the whole text of a link that most records of the list have, each with an address of its own. Tags that most have lead to one
    page.

    path: of each row of the page. rows: of the texts, in order. lists: the number of the list of each. sizes: the records of each list.
    links, urls: the rows and addresses of links to other pages. Raises ValueError where these do not belong together.
    """
    cdef PageBuffers page = page_buffers(columns)
    cdef const int64_t[::1] chars = columns.subtree_chars
    cdef Py_ssize_t n = rows.shape[0], i, link = -1, _table
    cdef uint64_t before
    cdef int32_t most
    cdef Label* text
    cdef Table tables[5]  # of paths, places, texts, texts at places, and these with addresses
    cdef dict addresses = {}
    if path.shape[0] != page.tree.n or len(urls) != links.shape[0] or lists.shape[0] != n:
        raise ValueError("columns of different lengths")
    for i in range(n):
        if not (0 <= rows[i] < page.tree.n and 0 <= lists[i] < sizes.shape[0]) or (i and rows[i] < rows[i - 1]):
            raise ValueError("no such row or list")
    for i in range(links.shape[0]):
        if not 0 <= links[i] < page.tree.n:
            raise ValueError("no such row")
    found = np.zeros(n, np.bool_)
    cdef uint8_t[::1] label = found.view(np.uint8)
    cdef Label* texts = <Label*>cleared((n + 1) * (sizeof(Label) + 3 * sizeof(int32_t)))
    cdef int32_t* counts = <int32_t*>(texts + n + 1)  # of each place the texts,
    cdef int32_t* different = counts + n + 1          # and those that differ;
    cdef int32_t* each = different + n + 1            # of each text at a place the addresses
    for _table in range(5):
        open_table(&tables[_table], n)
    for i in range(n):
        text = &texts[i]
        text.place = number_of(&tables[0], path[rows[i]])
        text.place = number_of(&tables[1], <uint64_t>lists[i] * n + text.place)
        before = tables[3].used
        text.said = number_of(&tables[3], <uint64_t>text.place * n + number_of(&tables[2], page.hashes.text_hash[rows[i]]))
        counts[text.place] += 1
        different[text.place] += tables[3].used > before
        while link + 1 < links.shape[0] and links[link + 1] < rows[i]:
            link += 1
        text.whole = link >= 0 and page.hashes.chars[rows[i]] == chars[links[link]]
        if text.whole:
            before = tables[4].used
            number_of(&tables[4], <uint64_t>text.said * n + <int32_t>addresses.setdefault(urls[link], len(addresses)))
            each[text.said] += tables[4].used > before
    for i in range(n):
        text = &texts[i]
        most = MESSAGE_CHARS if different[text.place] == 1 else LABEL_CHARS
        if page.hashes.text_hash[rows[i]] == page.hashes.mask_hash[rows[i]] and page.hashes.chars[rows[i]] <= most:
            label[i] = counts[text.place] >= MIN_RECORDS and different[text.place] <= max(1, LABELS * counts[text.place])
            label[i] |= text.whole and each[text.said] >= max(OF_EACH * sizes[lists[i]], MIN_RECORDS)
    for _table in range(5):
        close_table(&tables[_table])
    release(texts)
    return found
