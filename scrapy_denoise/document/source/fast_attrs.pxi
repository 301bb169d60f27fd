"""Instances of frozen classes: many made at once, and each in a pickle as its fields and no more."""

from cpython.object cimport PyObject_GenericSetAttr


def instances(type cls not None, tuple names not None, rows not None):
    """An instance for each row of values, one for each name; those of the other fields are not set.

    attrs sets each field of a frozen class by a call of Python's, which takes four times as long.
    """
    cdef list made = []
    cdef tuple row
    for row in rows:
        made.append(instance(cls, names, row))
    return made


cpdef object instance(type cls, tuple names, tuple values):
    """One instance of its values."""
    cdef object made = cls.__new__(cls)
    cdef Py_ssize_t i
    if len(names) != len(values):
        raise ValueError(f"{len(values)} values for {len(names)} fields")
    for i in range(len(names)):
        PyObject_GenericSetAttr(made, names[i], values[i])
    return made


cdef class Record:
    """What frozen classes share that are pickled by the hundred: compiled, this takes half of the time."""

    def __reduce__(self):
        cdef type cls = type(self)
        return cls, tuple([getattr(self, name) for name in cls.__match_args__])
