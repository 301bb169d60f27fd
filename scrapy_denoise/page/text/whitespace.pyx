"""Texts on one line."""


cpdef str one_line(str text):
    """A text with one space for each run of white space, and none at its ends: ``" ".join(text.split())``, of which most
    texts have no need, in a quarter of the time.

    >>> one_line(" a \\n\\t river ")
    'a river'
    """
    cdef bint spaced = True  # whether the character before is a space, or there is none
    cdef Py_UCS4 c
    for c in text:
        if c == c" ":
            if spaced:
                return " ".join(text.split())
            spaced = True
        elif c.isspace():
            return " ".join(text.split())
        else:
            spaced = False
    return text if not spaced else text[:-1]
