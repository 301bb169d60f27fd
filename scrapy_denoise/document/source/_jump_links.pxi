"""The short lines of a page's content that may lead the reader to another place of it."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from scrapy_denoise.page.compiled cimport bool_data, match_key
from scrapy_denoise.page.columns.buffers cimport TAGS, HashColumns, PageBuffers, TreeColumns, page_buffers, text_between

cdef enum:
    LONGEST = 40  # characters of such a line


cpdef enum LinePosition:
    LINK
    BEFORE_NOISE  # and no link, as the next
    BEFORE_HEADING


def short_lines(columns, kept not None, headings not None, dict phrases not None, Py_ssize_t most):
    """Of the kept texts that are alone in their block, have few characters, and are a link or stand before a heading or a
    text that is not kept, those that are one of some phrases: of each its position in ``columns.text_rows`` and the next one.

    kept: bool, one for each text row. headings: bool, for each tag that there can be whether it is that of a heading.
    phrases: by the number of a `LinePosition`, as `match_key` gives them. most: of the texts that are read, from the beginning of the page.
    """
    cdef PageBuffers page = page_buffers(columns)
    cdef HashColumns hashes = page.hashes
    cdef TreeColumns tree = page.tree
    cdef bytes text = columns.text
    cdef const int64_t* row = page.texts.row
    cdef Py_ssize_t i, n = page.texts.n
    cdef const uint8_t* flags = bool_data(kept, n)
    cdef const uint8_t* of_tag = bool_data(headings, TAGS)
    cdef int32_t block
    cdef int stand  # to make a member of the enum of each takes a third of the time
    cdef Py_ssize_t n_read = 0
    cdef list found = []
    for i in range(n):
        if not flags[i] or hashes.chars[row[i]] > LONGEST:
            continue
        stand = LINK
        if not tree.linked[row[i]]:
            if i + 1 == n:
                continue
            stand = BEFORE_NOISE
            if flags[i + 1]:
                if not of_tag[tree.tag[tree.block_row[row[i + 1]]]]:
                    continue
                stand = BEFORE_HEADING
        block = tree.block[row[i]]
        if (i and tree.block[row[i - 1]] == block) or (i + 1 < n and tree.block[row[i + 1]] == block):
            continue
        if match_key(text_between(text, &tree, row[i], row[i])) in phrases[stand]:
            found.append((i, i + 1))
        n_read += 1
        if n_read == most:
            break
    return found
