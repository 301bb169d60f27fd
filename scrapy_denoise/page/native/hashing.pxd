"""The one hash of this package, of numbers and of bytes; and the similarity of two MinHash sketches."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef extern from *:
    """
    #define DENOISE_SEED 0x2545F4914F6CDD1DULL
    #define DENOISE_FACTOR 0x9E3779B97F4A7C15ULL
    """
    const uint64_t SEED "DENOISE_SEED"      # what a hash begins with
    const uint64_t FACTOR "DENOISE_FACTOR"  # 2**64 over the golden ratio (Fibonacci hashing)


cdef inline uint64_t mix(uint64_t h, uint64_t word) noexcept nogil:
    """A hash with one more word: the order of the words counts."""
    h = (h ^ word) * FACTOR
    return h ^ (h >> 29)


cdef inline uint64_t hash_words(const uint8_t* data, Py_ssize_t size) noexcept nogil:
    """A multiplicative hash, eight bytes a step."""
    cdef uint64_t h = SEED ^ <uint64_t>size
    cdef uint64_t word
    while size >= 8:
        memcpy(&word, data, 8)
        h = mix(h, word)
        data += 8
        size -= 8
    if size:
        word = 0
        memcpy(&word, data, size)
        h = mix(h, word)
    return mix(h, h >> 32)


cdef inline uint32_t hash_bytes(const uint8_t* data, Py_ssize_t size) noexcept nogil:
    """32 bits of the hash; 0 is kept for "nothing"."""
    cdef uint32_t short_hash = <uint32_t>(hash_words(data, size) >> 16)
    return short_hash if short_hash else 1


cdef inline double jaccard(const uint32_t* one, const uint32_t* other, Py_ssize_t n) noexcept nogil:
    """The estimated Jaccard similarity of two sets by their sketches of n bins: the share of equal bins among those
    that are not empty in both."""
    cdef int same = 0, empty = 0
    cdef Py_ssize_t i
    for i in range(n):  # without a branch: several bins at a time
        same += one[i] == other[i]
        empty += ~(one[i] & other[i]) == 0  # all bits set in both
    return <double>(same - empty) / (n - empty) if empty < n else 0.0
