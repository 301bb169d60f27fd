"""Counting what the known pages of a site have in common."""

from libc.stdint cimport int64_t, uint8_t, uint16_t

from scrapy_denoise.page.columns.buffers cimport Texts, texts_of
from scrapy_denoise.page.native.binary_search cimport index_of


def share_of(const uint16_t[::1] fingerprints not None, bytes text_hashes not None):
    """The share of these fingerprints, sorted, that one of a page's texts has. text_hashes: of its signature."""
    cdef Texts texts = texts_of(text_hashes)
    cdef Py_ssize_t i, place, n = 0
    cdef bytearray found = bytearray(fingerprints.shape[0])
    cdef uint8_t[::1] has = found
    with nogil:
        for i in range(texts.n):
            place = index_of(&fingerprints[0], fingerprints.shape[0], <uint16_t>texts.hash[i])
            if place >= 0:
                n += not has[place]
                has[place] = True
    return n / <double>fingerprints.shape[0]


def add_counts(
    const uint16_t[::1] fingerprints not None,
    const int64_t[::1] counts not None,
    const uint16_t[::1] own not None,
    const uint16_t[::1] wanted not None,
    double[::1] found not None,
):
    """Add to `found`, for each wanted fingerprint, its count, less one for those of `own`. fingerprints, own: sorted."""
    cdef Py_ssize_t i, place
    if counts.shape[0] < fingerprints.shape[0] or found.shape[0] < wanted.shape[0]:
        raise ValueError("columns of different lengths")
    with nogil:
        for i in range(wanted.shape[0]):
            place = index_of(&fingerprints[0], fingerprints.shape[0], wanted[i])
            if place >= 0:
                found[i] += counts[place] - (index_of(&own[0], own.shape[0], wanted[i]) >= 0)
