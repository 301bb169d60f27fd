"""Counting what the known pages of a site have in common."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.math cimport rintf
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t

from scrapy_denoise.page.buffers cimport Texts, texts_of
from scrapy_denoise.page.ordered cimport place_of


def share_of(const uint16_t[::1] prints not None, bytes text_hashes not None):
    """The share of these prints, sorted, that one of a page's texts has. text_hashes: of its signature."""
    cdef Texts texts = texts_of(text_hashes)
    cdef Py_ssize_t i, place, n = 0
    cdef bytearray found = bytearray(prints.shape[0])
    cdef uint8_t[::1] has = found
    for i in range(texts.n):
        place = place_of(&prints[0], prints.shape[0], <uint16_t>texts.hash[i])
        if place >= 0:
            n += not has[place]
            has[place] = True
    return n / <double>prints.shape[0]


def add_counts(
    const uint16_t[::1] prints not None,
    const int64_t[::1] counts not None,
    const uint16_t[::1] own not None,
    const uint16_t[::1] wanted not None,
    double[::1] found not None,
):
    """Add to `found`, for each wanted print, its count, less one for those of `own`. prints, own: sorted."""
    cdef Py_ssize_t i, place
    if counts.shape[0] < prints.shape[0] or found.shape[0] < wanted.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(wanted.shape[0]):
        place = place_of(&prints[0], prints.shape[0], wanted[i])
        if place >= 0:
            found[i] += counts[place] - (place_of(&own[0], own.shape[0], wanted[i]) >= 0)


def row_scores(const float[::1] scores not None, const int32_t[::1] block_of not None):
    """The scores of 0 to 1 of blocks as bytes of 0 to 255, for each text row that of its block."""
    cdef Py_ssize_t i, n = block_of.shape[0]
    cdef bytes found = PyBytes_FromStringAndSize(NULL, n)
    cdef uint8_t* score = <uint8_t*>PyBytes_AS_STRING(found)
    for i in range(n):
        if not 0 <= block_of[i] < scores.shape[0]:
            raise ValueError("no such block")
        score[i] = <uint8_t>rintf(scores[block_of[i]] * 255)
    return found
