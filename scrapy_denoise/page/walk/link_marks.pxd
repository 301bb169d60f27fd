"""Which links are none after all: those of a heading to its own place, and those that were never closed."""

from libc.stdint cimport int32_t
from libc.string cimport strcmp, strstr

from lxml.includes.tree cimport const_xmlChar, xmlNode

from scrapy_denoise.page.dom.attributes cimport attribute_value
from scrapy_denoise.page.walk.rows cimport Frame, Row

cdef enum:
    # A link with this many text blocks and characters was never closed, so that it contains the rest of the page.
    UNCLOSED_BLOCKS = 5
    UNCLOSED_CHARS = 500
    OWN_LINK = 2       # of a heading to a place of the page
    MAX_HEADING = 200  # rows of a heading that are looked at
    MAX_AROUND = 3     # elements that a link in a heading may mean: the heading and those around it


cdef inline bint links_to_itself(
    const Frame* frames, Py_ssize_t n_frames, int32_t heading, const xmlNode* link, const_xmlChar* href
) noexcept nogil:
    """Whether the address of a link in a heading is that of the link itself, of the heading, or of an element right
    around this."""
    cdef Py_ssize_t i = n_frames - 1
    cdef const char* fragment = strstr(<const char*>href, b"#")
    cdef int _step
    if fragment == NULL or not fragment[1]:
        return False
    while i > 0 and frames[i].row > heading:
        i -= 1
    for _step in range(MAX_AROUND):
        if i >= 0 and has_id(frames[i].node, fragment + 1):
            return True
        i -= 1
    return has_id(link, fragment + 1)


cdef inline bint has_id(const xmlNode* node, const char* fragment) noexcept nogil:
    """Whether an element is the place of a page that a fragment names."""
    cdef const char* name = attribute_value(node.properties, b"id")
    if name != NULL and strcmp(name, fragment) == 0:
        return True
    name = attribute_value(node.properties, b"name")
    return name != NULL and strcmp(name, fragment) == 0


cdef inline void unlink_heading(Row* rows, int32_t n, int32_t heading) noexcept nogil:
    """Unmark the link to its own place that most of a heading is: it is no mark beside the heading, and a reader who
    follows it gets nowhere."""
    cdef int32_t i, link, chars = 0, own = 0
    for i in range(heading, n):
        chars += rows[i].chars
    for link in range(heading, n):
        if rows[link].link == OWN_LINK:
            own = 0
            for i in range(link, rows[link].end):
                own += rows[i].chars
            if 2 * own > chars:
                for i in range(link, rows[link].end):
                    rows[i].link = rows[i].linked = False
                return


cdef inline void unlink_unclosed(Row* rows, int32_t n, int32_t link) noexcept nogil:
    """Unmark the contents of an unclosed link; nested links keep their mark."""
    cdef int32_t i, chars = 0
    for i in range(link, n):
        chars += rows[i].chars
    if chars < UNCLOSED_CHARS:
        return
    rows[link].link = rows[link].linked = False
    i = link + 1
    while i < n:
        if rows[i].link:
            i = rows[i].end
        else:
            rows[i].linked = False
            i += 1
