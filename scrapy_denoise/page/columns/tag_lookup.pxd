"""Codes of the tags that `scrapy_denoise.page.columns.tags` names, looked up by name."""

from libc.stdint cimport uint32_t

cdef uint32_t KNOWN_HASH[256]

cdef int known_tag(const char* name, Py_ssize_t size) noexcept nogil
