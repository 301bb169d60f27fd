"""A hash table of 64-bit keys, each with a number: open addressing, linear probing, at most half full."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.native.hashing cimport FACTOR
from scrapy_denoise.page.native.memory cimport allocate, release

cdef struct Entry:
    uint64_t key
    int32_t number  # 0: the slot is free

cdef struct Table:
    Entry* entries
    Py_ssize_t size  # a power of two
    Py_ssize_t used


cdef inline int open_table(Table* table, Py_ssize_t keys) except -1 nogil:
    """Make a table for at most this many keys. `close_table` frees it."""
    table.size, table.used = 16, 0
    while table.size < 2 * keys:
        table.size *= 2
    table.entries = <Entry*>allocate(NULL, table.size * sizeof(Entry))
    memset(table.entries, 0, table.size * sizeof(Entry))
    return 0


cdef inline void close_table(Table* table) noexcept nogil:
    release(table.entries)
    table.entries = NULL


# The upper bits of the product depend on all bits of the key.

cdef inline Entry* find_or_add(Table* table, uint64_t key) noexcept nogil:
    """The entry of a key: with number 0 for a new key, to which the caller must give a number."""
    cdef Py_ssize_t slot = <Py_ssize_t>((key * FACTOR) >> 40) & (table.size - 1)
    while table.entries[slot].number and table.entries[slot].key != key:
        slot = (slot + 1) & (table.size - 1)
    if table.entries[slot].number == 0:
        table.entries[slot].key = key
        table.used += 1
    return &table.entries[slot]


cdef inline int32_t find_number(const Table* table, uint64_t key) noexcept nogil:
    """The number of a key; 0 where it is not in the table."""
    cdef Py_ssize_t slot = <Py_ssize_t>((key * FACTOR) >> 40) & (table.size - 1)
    while table.entries[slot].number and table.entries[slot].key != key:
        slot = (slot + 1) & (table.size - 1)
    return table.entries[slot].number


cdef inline int reserve_entries(Table* table) except -1 nogil:
    """Grow a table of which half is used, so that one more key has its place."""
    cdef Table larger
    cdef Py_ssize_t i
    if 2 * (table.used + 1) > table.size:
        open_table(&larger, 2 * table.size)
        for i in range(table.size):
            if table.entries[i].number:
                find_or_add(&larger, table.entries[i].key).number = table.entries[i].number
        close_table(table)
        table[0] = larger
    return 0
