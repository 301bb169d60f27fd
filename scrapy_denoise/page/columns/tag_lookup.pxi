from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int16_t, int32_t, uint8_t
from libc.string cimport memcmp, memset

from scrapy_denoise.page.native.hashing cimport hash_bytes

from scrapy_denoise.page.columns import tags

cdef enum:
    KNOWN_SLOTS = 512

cdef int16_t KNOWN[KNOWN_SLOTS]  # codes of the known tags by the hash of their names; 0: free
cdef int32_t KNOWN_SIZE[256]
cdef const char* KNOWN_NAME[256]
cdef list KNOWN_BYTES = [name.encode() for name in tags.NAMES]  # keeps the names alive


cdef int make_known() except -1:
    cdef Py_ssize_t slot
    cdef int code
    memset(KNOWN, 0, sizeof(KNOWN))
    for code in range(1, len(tags.NAMES)):
        KNOWN_NAME[code] = PyBytes_AS_STRING(KNOWN_BYTES[code])
        KNOWN_SIZE[code] = <int32_t>len(KNOWN_BYTES[code])
        KNOWN_HASH[code] = hash_bytes(<const uint8_t*>KNOWN_NAME[code], KNOWN_SIZE[code])
        slot = KNOWN_HASH[code] & (KNOWN_SLOTS - 1)
        while KNOWN[slot]:
            slot = (slot + 1) & (KNOWN_SLOTS - 1)
        KNOWN[slot] = <int16_t>code
    return 0


make_known()


def hash_of_tag(int code):
    """The value of the column `tag_hash` for a known tag, by its code."""
    return KNOWN_HASH[code] if 0 <= code < len(KNOWN_BYTES) else 0


assert BGSOUND + 1 == len(tags.NAMES)


cdef int known_tag(const char* name, Py_ssize_t size) noexcept nogil:
    """The code of a known tag, by its name in lower case; 0 for others."""
    cdef uint32_t h = hash_bytes(<const uint8_t*>name, size)
    cdef Py_ssize_t slot = h & (KNOWN_SLOTS - 1)
    cdef int code
    while KNOWN[slot]:
        code = KNOWN[slot]
        if KNOWN_HASH[code] == h and KNOWN_SIZE[code] == size and memcmp(KNOWN_NAME[code], name, size) == 0:
            return code
        slot = (slot + 1) & (KNOWN_SLOTS - 1)
    return 0
