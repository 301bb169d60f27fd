from libc.stdint cimport int64_t, uint8_t

cdef str text_at(columns, const int64_t* chosen, Py_ssize_t n, const uint8_t* begins=*)
