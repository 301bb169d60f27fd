"""What the addresses of pages of one kind have in common."""

from cpython.unicode cimport Py_UNICODE_ISALNUM, Py_UNICODE_ISDECIMAL

cdef enum:
    MIN_TYPE = 2  # letters and figures of the type of a file
    MAX_TYPE = 5


cpdef str address_kind(str url):
    """An absolute address without what differs among pages of one kind: the names and numbers in its path and the
    values of its parameters; a file that takes parameters keeps its name, and another its type.

    >>> address_kind("https://a.example/showthread.php?t=7#last"), address_kind("https://a.example/2024/05/old-pump.html")
    ('https://a.example/showthread.php?t', 'https://a.example/*/*/*.html')
    """
    cdef Py_ssize_t place, query, stop, file, start = 0, at, kept = 0
    cdef str folder = ""
    cdef bint varies = False
    place = url.find("#")
    stop = len(url) if place < 0 else place
    query = url.find("?", 0, stop)
    place = stop if query < 0 else query
    while place and url[place - 1] == "/":
        place -= 1
    file = url.rfind("/", 0, place) + 1
    # A folder that differs from page to page has a figure in its name, or a sign that parts words.
    for at in range(file):
        if url[at] == "/":
            if varies:
                folder += url[kept:start] + "*"
                kept = at
            start, varies = at + 1, False
        elif start and not varies:
            varies = url[at] == "-" or url[at] == "_" or url[at] == "%" or Py_UNICODE_ISDECIMAL(url[at])
    folder += url[kept:file] if file else "/"
    if query < 0 or query + 1 == stop:
        return folder + "*" + type_of_file(url, file, place)
    return folder + url[file:place] + "?" + names_of_parameters(url[query + 1:stop])


cdef str type_of_file(str url, Py_ssize_t file, Py_ssize_t end):
    """How the name of a file from one place to another ends, with the point."""
    cdef Py_ssize_t at = url.rfind(".", file, end) + 1, i
    if not (at and MIN_TYPE <= end - at <= MAX_TYPE and (c"a" <= url[at] <= c"z" or c"A" <= url[at] <= c"Z")):
        return ""
    for i in range(at + 1, end):
        if not (Py_UNICODE_ISALNUM(url[i]) or url[i] == "_"):
            return ""
    return url[at - 1:end]


cdef str names_of_parameters(str query):
    cdef list parts = query.replace(";", "&").split("&")
    cdef str part
    return "&".join([part.partition("=")[0] for part in parts])
