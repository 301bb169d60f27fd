"""How HTML's tokenizer goes over what is no markup: comments, and the content of scripts and style sheets."""

from libc.stdint cimport uint8_t

ctypedef const uint8_t* Place

cdef enum:
    SCRIPT_ELEMENT = 0
    STYLE_ELEMENT = 1
    ALWAYS_RAW = 2
    N_RAW = 8

cdef const char** RAW

cdef int raw_element(Place name, Place stop) noexcept
cdef Place attributes(Place at, Place stop, Py_ssize_t* count, bint* closed) noexcept
cdef Place end_of_comment(Place at, Place stop) noexcept
cdef Place end_of_element(Place at, Place stop, const char* name) noexcept
cdef Place end_of_script(Place at, Place stop, bint* has_comment) noexcept
