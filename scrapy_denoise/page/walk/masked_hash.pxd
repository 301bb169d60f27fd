"""The hash of a name or a text in which every run of digits counts as one 0, so that `post-17` and `post-4` are the same."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy

from scrapy_denoise.page.native.hashing cimport hash_bytes
from scrapy_denoise.page.native.memory cimport allocate, release
from scrapy_denoise.page.text.ascii_runs cimport copy_digitless

cdef struct Scratch:  # where the masked bytes are written
    uint8_t* bytes
    Py_ssize_t capacity


cdef inline int open_scratch(Scratch* scratch) except -1:
    """Make room for short names. `close_scratch` frees it."""
    scratch.capacity = 1 << 10
    scratch.bytes = <uint8_t*>allocate(NULL, scratch.capacity)
    return 0


cdef inline void close_scratch(Scratch* scratch) noexcept:
    release(scratch.bytes)
    scratch.bytes = NULL


cdef inline bint is_digit(uint8_t c) noexcept nogil:
    return c"0" <= c <= c"9"


cdef inline uint32_t masked_hash(Scratch* scratch, const uint8_t* data, Py_ssize_t size) except? 0 nogil:
    cdef Py_ssize_t first = 0
    while first < size and not is_digit(data[first]):
        first += 1
    if first == size:
        return hash_bytes(data, size)
    if size > scratch.capacity:
        scratch.capacity = 2 * size
        scratch.bytes = <uint8_t*>allocate(scratch.bytes, scratch.capacity)
    memcpy(scratch.bytes, data, first)
    cdef const uint8_t* at = data + first
    cdef const uint8_t* stop = data + size
    cdef uint8_t* out = scratch.bytes + first
    cdef Py_ssize_t copied
    while at < stop:
        if is_digit(at[0]):
            out[0] = c"0"
            out += 1
            while at < stop and is_digit(at[0]):
                at += 1
            copied = copy_digitless(at, stop, out)
            at += copied
            out += copied
        else:
            out[0] = at[0]
            out += 1
            at += 1
    return hash_bytes(scratch.bytes, out - scratch.bytes)
