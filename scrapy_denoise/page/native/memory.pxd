"""Memory that grows, and memory that begins empty. Neither needs the interpreter's lock."""

from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree, PyMem_RawRealloc


cdef inline void* allocate(void* old, Py_ssize_t size) except NULL nogil:
    """Memory of this size in bytes, with what `old` has; NULL for none yet. Raises MemoryError."""
    cdef void* memory = PyMem_RawRealloc(old, size)
    if memory == NULL:
        refuse()
    return memory


cdef inline void* cleared(Py_ssize_t size) except NULL nogil:
    """Memory of this size in bytes, all 0. Raises MemoryError."""
    cdef void* memory = PyMem_RawCalloc(max(size, 1), 1)
    if memory == NULL:
        refuse()
    return memory


cdef inline void release(void* memory) noexcept nogil:
    """Give memory back that `allocate` or `cleared` gave, or NULL."""
    PyMem_RawFree(memory)


cdef inline int refuse() except -1 with gil:
    raise MemoryError()
