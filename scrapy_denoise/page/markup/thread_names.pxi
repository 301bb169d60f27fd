"""The names of elements and attributes that lxml keeps for each thread."""

from cpython.object cimport PyObject


cdef extern from "Python.h":
    PyObject* PyThreadState_GetDict()  # borrowed; NULL where there is none


def forget_names():
    """Let the next page that this thread parses have a table of names of its own.

    lxml keeps one table for each thread, which all trees of the thread share, and parses without the interpreter's
    lock. So to add an element or an attribute to a tree while the thread that made it parses another page writes to one
    table from two threads, which crashes. Trees without a table in common may be changed anywhere.
    """
    cdef PyObject* kept = PyThreadState_GetDict()
    if kept != NULL:
        (<dict>kept).pop("_ParserDictionaryContext", None)
