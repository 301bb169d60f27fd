"""Instances of frozen classes: many made at once, and each in a pickle as its fields and no more."""

from cpython.object cimport PyObject_GenericSetAttr

import attrs

cdef object NOTHING = attrs.NOTHING


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
    """What frozen classes share that are made and pickled by the hundred: compiled, this takes a third of the time."""

    def __init__(self, *values, **named):
        """As attrs has it, for classes that are made with `frozen`."""
        cdef type cls = type(self)
        cdef tuple names = cls.__match_args__
        cdef Py_ssize_t i, n = len(values)
        cdef tuple otherwise = cls._otherwise if n < len(names) else ()
        for i in range(len(names)):
            if i < n:
                value = values[i]
            else:
                value = named.pop(names[i]) if named and names[i] in named else otherwise[i]
                if value is NOTHING:
                    raise TypeError(f"{cls.__name__} has no {names[i]}")
            PyObject_GenericSetAttr(self, names[i], value)
        if named or n > len(names):
            raise TypeError(f"{cls.__name__} has only the fields {', '.join(names)}")

    def __reduce__(self):
        cdef type cls = type(self)
        return cls, tuple([getattr(self, name) for name in cls.__match_args__])


def frozen(type cls not None):
    """Like ``attrs.frozen``, but `Record.__init__` sets the fields. Raises TypeError for a field that it would set otherwise
    than attrs: one with a factory, a converter or a validator, or one that is no positional argument."""
    cdef object made = attrs.frozen(cls, init=False)
    for field in attrs.fields(made):
        if isinstance(field.default, attrs.Factory) or field.converter or field.validator or field.kw_only or not field.init:
            raise TypeError(f"{cls.__name__}.{field.name} is not set as attrs does")
    made._otherwise = tuple([field.default for field in attrs.fields(made)])
    return made
