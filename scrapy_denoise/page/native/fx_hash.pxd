"""FxHash of bytes, of the crate rustc-hash 2.1 on machines of 64 bits: by it rensa makes MinHashes of byte strings."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef extern from *:
    """
    #define DENOISE_FX_FACTOR 0xf1357aea2e62a9c5ULL
    #define DENOISE_FX_ONE 0x243f6a8885a308d3ULL
    #define DENOISE_FX_OTHER 0x13198a2e03707344ULL
    #define DENOISE_FX_MASK 0xa4093822299f31d0ULL
    """
    const uint64_t FX_FACTOR "DENOISE_FX_FACTOR"
    const uint64_t FX_ONE "DENOISE_FX_ONE"      # what both halves begin with
    const uint64_t FX_OTHER "DENOISE_FX_OTHER"
    const uint64_t FX_MASK "DENOISE_FX_MASK"    # so that words of zeros do not end a hash


cdef inline uint64_t fx_hash(const uint8_t* data, Py_ssize_t size) noexcept nogil:
    cdef uint64_t one = FX_ONE, other = FX_OTHER, folded
    cdef Py_ssize_t at = 0
    if size > 16:
        while at < size - 16:
            folded = folded_product(one ^ eight_bytes(data + at), FX_MASK ^ eight_bytes(data + at + 8))
            one, other = other, folded
            at += 16
        one, other = one ^ eight_bytes(data + size - 16), other ^ eight_bytes(data + size - 8)
    elif size >= 8:
        one, other = one ^ eight_bytes(data), other ^ eight_bytes(data + size - 8)
    elif size >= 4:
        one, other = one ^ four_bytes(data), other ^ four_bytes(data + size - 4)
    elif size:
        one, other = one ^ data[0], other ^ (<uint64_t>data[size - 1] << 8 | data[size // 2])
    folded = (folded_product(one, other) ^ <uint64_t>size) * FX_FACTOR
    return folded << 26 | folded >> 38


cdef inline uint64_t eight_bytes(const uint8_t* data) noexcept nogil:
    cdef uint64_t word
    memcpy(&word, data, 8)
    return word


cdef inline uint64_t four_bytes(const uint8_t* data) noexcept nogil:
    cdef uint32_t word
    memcpy(&word, data, 4)
    return word


cdef inline uint64_t folded_product(uint64_t x, uint64_t y) noexcept nogil:
    """The two halves of the 128 bits of a product, one on the other."""
    cdef uint64_t low_x = <uint32_t>x, high_x = x >> 32, low_y = <uint32_t>y, high_y = y >> 32
    cdef uint64_t low = low_x * low_y, middle = high_x * low_y + (low >> 32)
    cdef uint64_t carried = low_x * high_y + <uint32_t>middle
    return (carried << 32 | <uint32_t>low) ^ (high_x * high_y + (middle >> 32) + (carried >> 32))
