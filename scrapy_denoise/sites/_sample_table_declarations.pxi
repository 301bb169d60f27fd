"""The samples of a template side by side, as the compiled comparison of a page with them reads them."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

cdef enum:
    N_ANCESTORS = 3  # `signature.ANCESTORS`


cdef class Samples:
    cdef const uint32_t[:, ::1] sketches
    cdef const uint64_t[::1] digests, contents, texts
    cdef const float[::1] means
    cdef const int64_t[::1] starts, places, exact_places
    cdef const uint8_t[::1] scores
    cdef const int32_t[::1] chars
    cdef const uint8_t[::1] scored
    cdef const uint8_t[::1] fields
    cdef bytes _paths, _numbers     # what the pointers point to
    cdef const uint64_t* paths      # the distinct paths of all texts and of their ancestors, n_paths of them
    cdef Py_ssize_t n_paths
    cdef bytes _flags
    cdef const uint64_t* flags      # of each text a bit for each sample that has it, in n_words words
    cdef Py_ssize_t n_words
    cdef const int32_t* numbers_of  # of each text 1 + N_ANCESTORS numbers in `paths`: of its own, and of its ancestors'

    cdef int number_paths(self, const uint64_t[::1] paths, const uint64_t[:, ::1] ancestors, Py_ssize_t rows) except -1
    cdef int pack_flags(self, const uint8_t[:, ::1] has) except -1
    cdef void share_out(self, Py_ssize_t place, double weight, const int64_t* sample, const uint64_t* mask,
                        Py_ssize_t n, double* shared) noexcept nogil
    cdef int16_t count(self, Py_ssize_t place, const uint64_t* mask) noexcept nogil
    cdef const int64_t* checked_places(self, bytes places, Py_ssize_t n) except NULL
    cdef bytes mask_of(self, list samples)
    cdef bytes sample_numbers(self, list samples)
