"""The columns of sample pages from bytes and to bytes: the loops of `scrapy_denoise.sites.codec.column_codec`."""

import os

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from scrapy_denoise.page.native.hashing cimport FACTOR

cdef uint64_t SECRET = int.from_bytes(os.urandom(8), "little")  # so that no page can be made for one bucket of a table


cdef inline uint32_t little(const uint8_t* at) noexcept nogil:
    return at[0] | <uint32_t>at[1] << 8 | <uint32_t>at[2] << 16 | <uint32_t>at[3] << 24


cdef inline uint32_t plane(const uint8_t* at, Py_ssize_t i, Py_ssize_t n) noexcept nogil:
    """The number at `i` of `n` that are stored as planes of bytes, the highest first."""
    return <uint32_t>at[i] << 24 | <uint32_t>at[n + i] << 16 | <uint32_t>at[2 * n + i] << 8 | at[3 * n + i]


def from_planes(const uint8_t[::1] data not None, uint32_t[::1] numbers not None):
    """Fill `numbers` from four planes of bytes."""
    cdef Py_ssize_t i, n = numbers.shape[0]
    if data.shape[0] < 4 * n:
        raise ValueError("columns of different lengths")
    for i in range(n):
        numbers[i] = plane(&data[0], i, n)


def distinct(
    const uint32_t[:, ::1] columns not None, uint32_t[::1] numbers not None, uint32_t[:, ::1] table not None
):
    """Number the rows of a table, given by its columns, as they first appear: 0 where one is new, else its place from 1.

    Fill `table` with the distinct rows; returns how many there are.
    """
    cdef Py_ssize_t width = columns.shape[0], n = columns.shape[1], i, k, size = 4, n_distinct = 0
    cdef int shift = 62
    cdef uint64_t h
    cdef uint32_t at
    if numbers.shape[0] < n or table.shape[0] < width or table.shape[1] < n:
        raise ValueError("columns of different lengths")
    while size < 2 * n:
        size *= 2
        shift -= 1
    cdef uint32_t* buckets = <uint32_t*>calloc(size, sizeof(uint32_t))  # the place in the table, from 1
    if buckets == NULL:
        raise MemoryError
    with nogil:
        for i in range(n):
            h = SECRET
            for k in range(width):
                h = (h ^ columns[k, i]) * FACTOR
                h ^= h >> 29
            h = (h * FACTOR) >> shift
            while True:
                at = buckets[h]
                if at == 0:
                    for k in range(width):
                        table[k, n_distinct] = columns[k, i]
                    n_distinct += 1
                    buckets[h] = <uint32_t>n_distinct
                    numbers[i] = 0
                    break
                for k in range(width):
                    if table[k, at - 1] != columns[k, i]:
                        break
                else:
                    numbers[i] = at
                    break
                h = (h + 1) & <uint64_t>(size - 1)
    free(buckets)
    return n_distinct


def read_rows(
    const uint8_t[::1] data not None,
    int32_t[::1] depth not None,
    uint32_t[:, ::1] hashes not None,
    int32_t[::1] chars not None,
):
    """Fill the columns of all rows from what `pack` wrote. Raises ValueError for damage.

    hashes: tag, id, class, text or names of attributes, mask.
    """
    cdef Py_ssize_t n = depth.shape[0], i, k, n_text = 0, new_elements = 0, new_texts = 0, at
    cdef Py_ssize_t n_elements, n_texts, size = data.shape[0]
    cdef const uint8_t* elements
    cdef const uint8_t* text_table
    cdef const uint8_t* deltas
    cdef const uint8_t* places
    cdef const uint8_t* texts
    cdef uint32_t number, level = 0
    if chars.shape[0] < n or hashes.shape[0] != 5 or hashes.shape[1] < n or size < 8:
        raise ValueError("columns of different lengths")
    n_elements, n_texts = little(&data[0]), little(&data[4])
    # Both are below 2**32, so that none of these sums is too large.
    if size < 8 + 4 * (4 * n_elements + 3 * n_texts + 2 * n):
        raise ValueError("columns of different lengths")
    elements = &data[0] + 8
    text_table = elements + 16 * n_elements
    deltas = text_table + 12 * n_texts
    places = deltas + 4 * n
    texts = places + 4 * n
    # How many are texts tells where the planes of their numbers are, so elements come first.
    for i in range(n):
        number = plane(deltas, i, n)
        level += (number >> 1) ^ (0 - (number & 1))
        depth[i] = <int32_t>level
        number = plane(places, i, n)
        if number == 0:
            at = new_elements
            new_elements += 1
        else:
            at = <Py_ssize_t>number - 1
        if at >= n_elements:
            raise ValueError("rows that are not in the table")
        for k in range(4):
            hashes[k, i] = little(elements + 4 * (k * n_elements + at))
        hashes[4, i] = 0
        chars[i] = 0
        n_text += hashes[0, i] == 0
    if new_elements != n_elements:
        raise ValueError("rows that are not in the table")
    if size != texts - &data[0] + 4 * n_text:
        raise ValueError("columns of different lengths")
    k = 0
    for i in range(n):
        if hashes[0, i] == 0:
            number = plane(texts, k, n_text)
            k += 1
            if number == 0:
                at = new_texts
                new_texts += 1
            else:
                at = <Py_ssize_t>number - 1
            if at >= n_texts:
                raise ValueError("rows that are not in the table")
            hashes[3, i] = little(text_table + 4 * at)
            number = little(text_table + 4 * (n_texts + at))
            hashes[4, i] = number if number else hashes[3, i]
            chars[i] = <int32_t>plane(text_table + 8 * n_texts, at, n_texts)
    if new_texts != n_texts:
        raise ValueError("rows that are not in the table")


def read_fingerprints(const uint8_t[::1] data not None, const int64_t[::1] sizes not None, uint16_t[::1] fingerprints not None):
    """Fill `fingerprints` with the sets of all pages, of these sizes, one after the other. Raises ValueError for damage."""
    cdef Py_ssize_t n, i, page, at = 0, end, n_pages = sizes.shape[0], width = (n_pages + 7) // 8, size = data.shape[0]
    cdef const uint8_t* gaps
    cdef const uint8_t* flags
    cdef uint64_t value = 0, gap
    if size < 4:
        raise ValueError("columns of different lengths")
    n = little(&data[0])
    if size != 4 + n * (4 + width):
        raise ValueError("columns of different lengths")
    gaps = &data[0] + 4
    flags = gaps + 4 * n
    for i in range(n):
        gap = plane(gaps, i, n)
        value += gap
        if value > 0xFFFF or (i and gap == 0):
            raise ValueError("texts that are no sets")
    for page in range(n_pages):
        value = 0
        end = at + sizes[page]
        if sizes[page] < 0 or end > fingerprints.shape[0]:
            raise ValueError("texts that are no sets")
        for i in range(n):
            value += plane(gaps, i, n)
            if flags[i * width + page // 8] & (0x80 >> (page % 8)):
                if at == end:
                    raise ValueError("texts that are no sets")
                fingerprints[at] = <uint16_t>value
                at += 1
        if at != end:
            raise ValueError("texts that are no sets")


def write_fingerprints(
    const uint16_t[::1] fingerprints not None, const int64_t[::1] sizes not None,
    uint32_t[::1] union not None, uint8_t[:, ::1] flags not None,
):
    """The distinct fingerprints of all pages, ascending, into `union`; for each its row of `flags`, which are all 0: a bit a
    page. Returns how many are distinct."""
    cdef Py_ssize_t i, page, at = 0, n = 0, most = min(union.shape[0], flags.shape[0])
    cdef uint32_t* place = <uint32_t*>calloc(0x10000, sizeof(uint32_t))
    if place == NULL:
        raise MemoryError
    try:
        for i in range(fingerprints.shape[0]):
            place[fingerprints[i]] = 1
        for i in range(0x10000):
            if place[i]:
                if n == most:
                    raise ValueError("columns of different lengths")
                union[n] = <uint32_t>i
                place[i] = <uint32_t>n
                n += 1
        for page in range(sizes.shape[0]):
            if sizes[page] < 0 or at + sizes[page] > fingerprints.shape[0] or page // 8 >= flags.shape[1]:
                raise ValueError("columns of different lengths")
            for i in range(at, at + sizes[page]):
                flags[place[fingerprints[i]], page // 8] |= <uint8_t>(0x80 >> (page % 8))
            at += sizes[page]
    finally:
        free(place)
    return n
