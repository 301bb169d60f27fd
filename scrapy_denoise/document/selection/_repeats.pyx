"""Whether a page says something twice: most do not, which this says before `scrapy_denoise.document.selection.repeats` looks for it."""

from libc.stdint cimport int64_t, uint64_t

from scrapy_denoise.document.selection.kept_rows cimport KeptRows
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table


def repeats_a_block(KeptRows part not None, int64_t least):
    """Whether a kept block of so many characters at least repeats an earlier one. A block is kept where its first text is."""
    cdef Table seen
    cdef Entry* entry
    cdef Py_ssize_t i, first = 0
    cdef uint64_t key = 0
    cdef int64_t chars = 0
    open_table(&seen, part.n_texts)
    try:
        for i in range(part.n_texts + 1):
            if i == part.n_texts or part.tree.block[part.texts[i]] != part.tree.block[part.texts[first]]:
                if part.flags[first] and chars >= least:
                    entry = find_or_add(&seen, key)
                    if entry.number:
                        return True
                    entry.number = 1
                first, key, chars = i, 0, 0
            if i < part.n_texts:
                key += part.hashes.text_hash[part.texts[i]]
                chars += part.hashes.chars[part.texts[i]]
        return False
    finally:
        close_table(&seen)
