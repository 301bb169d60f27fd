"""Texts side by side in a block that would read as one word."""

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int64_t

from scrapy_denoise.page.columns.buffers cimport TreeColumns


cdef inline bint run_together(TreeColumns tree, const char* text, int64_t row, int64_t following):
    """Whether two text rows stand side by side in a block without anything between them, each in an element that ends
    with it or begins with it, and would read as one word, or as one price."""
    cdef int64_t parent = tree.parent[row]
    cdef Py_UCS4 last, first
    cdef int64_t stop
    if parent < 0 or tree.block[row] != tree.block[following] or tree.text_start[following] != tree.text_stop[row]:
        return False
    if tree.parent[following] <= parent or tree.end[parent] > following:
        return False
    if tree.text_start[row] == tree.text_stop[row] or tree.text_start[following] == tree.text_stop[following]:
        return False
    last = last_char(text, tree.text_start[row], tree.text_stop[row])
    stop = char_end(text, tree.text_start[following], tree.text_stop[following])
    first = last_char(text, tree.text_start[following], stop)
    if first.isalpha():
        return not last.isspace()
    return (last.isalpha() and not first.isspace()) or (last.isdigit() and first in "$€£¥₹₽₩￥")


cdef inline bint begins_with_sign(TreeColumns tree, const char* text, int64_t row) noexcept:
    """Whether a text row begins with a sign that ends what stands right before it, in a text without white space between:
    where that is left out, the sign ends what stood before it, and no space takes its place."""
    cdef int64_t start = tree.text_start[row], stop = tree.text_stop[row]
    if start == 0 or start == stop or text[start - 1] == c" " or text[start - 1] == c"\n":
        return False
    if text[start] not in (c".", c",", c";", c":", c"!", c"?", c")"):
        return False
    return start + 1 == stop or text[start + 1] == c" " or text[start + 1] == c"\n"


cdef inline Py_UCS4 last_char(const char* text, int64_t start, int64_t stop):
    """The last character of a text in UTF-8 that is not empty."""
    cdef int64_t at = stop - 1
    while at > start and (text[at] & 0xC0) == 0x80:
        at -= 1
    return PyUnicode_DecodeUTF8(text + at, stop - at, "replace")[0]


cdef inline int64_t char_end(const char* text, int64_t start, int64_t stop):
    """Where the first character of a text in UTF-8 ends."""
    cdef int64_t at = start + 1
    while at < stop and (text[at] & 0xC0) == 0x80:
        at += 1
    return at
