"""The distinct pairs of class and id of a page, numbered in the order in which they come."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy

cdef extern from "string.h" nogil:
    size_t strnlen(const char* text, size_t most)

from lxml.includes.tree cimport const_xmlChar

from scrapy_denoise.page.native.hashing cimport SEED, hash_words, mix
from scrapy_denoise.page.native.memory cimport allocate, release
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table, reserve_entries

cdef enum:
    MAX_NAME = 400  # bytes of a class or id attribute that are looked at: class lists of utility frameworks say little

cdef struct ClassIds:
    Table numbers
    uint8_t* bytes  # of each pair both values, each with a 0 behind it
    Py_ssize_t size, capacity
    int32_t n


cdef inline int open_class_ids(ClassIds* pairs) except -1:
    """Make room for the pairs of a page. `close_class_ids` frees it."""
    pairs.size, pairs.n, pairs.capacity = 0, 0, 1 << 12
    pairs.bytes = <uint8_t*>allocate(NULL, pairs.capacity)
    open_table(&pairs.numbers, 128)
    return 0


cdef inline void close_class_ids(ClassIds* pairs) noexcept:
    release(pairs.bytes)
    pairs.bytes = NULL
    close_table(&pairs.numbers)


cdef inline Py_ssize_t name_size(const_xmlChar* value) noexcept nogil:
    """The number of bytes of a class or id attribute that are read; 0 if it is missing."""
    return 0 if value == NULL else <Py_ssize_t>strnlen(<const char*>value, MAX_NAME)


cdef inline void append_name(ClassIds* pairs, const_xmlChar* name, Py_ssize_t size) noexcept nogil:
    if size:
        memcpy(pairs.bytes + pairs.size, name, size)
    pairs.bytes[pairs.size + size] = 0
    pairs.size += size + 1


cdef inline int32_t number_of_pair(ClassIds* pairs, const_xmlChar* class_value, const_xmlChar* id_value) except -1 nogil:
    """The number of a pair, from 1; 0 if both are empty."""
    cdef Py_ssize_t class_size = name_size(class_value), id_size = name_size(id_value)
    if class_size == 0 and id_size == 0:
        return 0
    cdef uint64_t key = mix(mix(SEED, hash_words(<const uint8_t*>class_value, class_size)), class_size)
    key = mix(key, hash_words(<const uint8_t*>id_value, id_size))
    reserve_entries(&pairs.numbers)
    cdef Entry* entry = find_or_add(&pairs.numbers, key)
    if entry.number == 0:
        if pairs.size + class_size + id_size + 2 > pairs.capacity:
            pairs.capacity = 2 * (pairs.capacity + class_size + id_size)
            pairs.bytes = <uint8_t*>allocate(pairs.bytes, pairs.capacity)
        append_name(pairs, class_value, class_size)
        append_name(pairs, id_value, id_size)
        pairs.n += 1
        entry.number = pairs.n
    return entry.number
