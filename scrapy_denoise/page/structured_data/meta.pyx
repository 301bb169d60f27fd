"""What a page states in its ``meta`` elements."""

from scrapy_denoise.page.text.whitespace cimport collapse_whitespace

MAX_ELEMENTS = 2_000
MAX_CONTENT_CHARS = 2_000
"""Characters of a value that are read."""

Meta = dict[str, list[str]]


def read_meta(stated not None):
    """The contents by name or property, in lower case, in document order; white space collapsed, no empty ones.

    stated: the `StatedElements` of a page. Some pages write ``value`` for ``content``.
    """
    cdef dict found = {}
    cdef str names, said, content, name
    for names, said in stated.metas[:MAX_ELEMENTS]:
        content = collapse_whitespace(said[:MAX_CONTENT_CHARS])
        if content:
            for name in dict.fromkeys(names.lower().split()):
                found.setdefault(name, []).append(content)
    return found
