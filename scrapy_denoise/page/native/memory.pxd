"""Memory that grows, and memory that begins empty."""

from cpython.mem cimport PyMem_Calloc, PyMem_Malloc, PyMem_Realloc


cdef inline void* allocate(void* old, Py_ssize_t size) except NULL:
    """Memory of this size in bytes, with what `old` has; NULL for none yet. Raises MemoryError."""
    cdef void* memory = PyMem_Realloc(old, size) if old != NULL else PyMem_Malloc(size)
    if memory == NULL:
        raise MemoryError()
    return memory


cdef inline void* cleared(Py_ssize_t size) except NULL:
    """Memory of this size in bytes, all 0. Raises MemoryError."""
    cdef void* memory = PyMem_Calloc(max(size, 1), 1)
    if memory == NULL:
        raise MemoryError()
    return memory
