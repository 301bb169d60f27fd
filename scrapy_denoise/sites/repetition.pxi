"""What counts as a repetition of a text of other pages, and which texts of a page are labels.

A text that differs from those of other pages only in figures is a repetition if it is a line with a date or a time. A
label is short, and right before a text of another kind.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy

from scrapy_denoise.page.columns.buffers cimport (
    HashColumns, Nodes, PageBuffers, Texts, hash_columns_of, nodes_of, page_buffers, text_between, texts_of
)

from scrapy_denoise.blocks.regions.bylines import MAX_BYLINE_CHARS, SENTENCE_END
from scrapy_denoise.page.compiled import date_span
from scrapy_denoise.page.walk.compiled import tag_hash

cdef Py_ssize_t MAX_CHARS = MAX_BYLINE_CHARS

cdef enum:
    MAX_FIELD = 60  # characters of a label, or of another field of a record
    WRAPPERS = 4    # elements around a label, or around what it labels, that hold nothing else
    UP_TO = 2       # levels from there up to the element that holds the text that it labels too
    DOWN_TO = 3     # and from that element down to this text
    DOWN_TO_LABEL = 5  # the same to a text that is a label itself, as below the heading of a record
    MAX_VALUE = 100    # characters of what a label stands before, unless both are alone in an element

SHORT, LABEL, HEADING = 1, 2, 4
"""What `field_flags` says of a text: it is short; it stands near the text behind it, as a label does; and it stands in
a heading."""

cdef uint32_t[6] HEADINGS = [tag_hash(f"h{level}") for level in range(1, 7)]
cdef uint32_t[3] NAMES_OF_VALUES = [tag_hash(name) for name in ("dt", "th", "label")]


def field_flags(signature):
    """For each text row SHORT where it has at most MAX_FIELD characters, and LABEL too where the next text stands near
    it in the tree, at another path or as the only other text, and HEADING too where such a label is the text of a
    heading: the bytes of a uint8 array. signature: of the page.

    A short text among paragraphs is a notice, and the paragraph behind it another thought: what a label stands before
    has at most MAX_VALUE characters, unless an element holds both and nothing else, or the label is a heading or the
    term of a list or a table (NAMES_OF_VALUES)."""
    cdef Nodes nodes = nodes_of(signature.nodes)
    cdef Texts texts = texts_of(signature.text_hashes)
    cdef HashColumns hashes = hash_columns_of(signature.hash_columns)
    cdef bytes found = PyBytes_FromStringAndSize(NULL, texts.n)
    cdef uint8_t* flags = <uint8_t*>PyBytes_AS_STRING(found)
    cdef Py_ssize_t i
    cdef int32_t holder
    cdef int down
    cdef bint heads
    with nogil:
        for i in range(texts.n - 1, -1, -1):
            flags[i] = hashes.chars[texts.row[i]] <= MAX_FIELD
            if flags[i] and i + 1 < texts.n:
                down = DOWN_TO_LABEL if flags[i + 1] & 2 else DOWN_TO
                holder = holder_of_both(&nodes, <int32_t>texts.row[i], <int32_t>texts.row[i + 1], down)
                if holder >= 0:
                    heads = stands_in(&nodes, &hashes, HEADINGS, 6, <int32_t>texts.row[i])
                    if heads or stands_in(&nodes, &hashes, NAMES_OF_VALUES, 3, <int32_t>texts.row[i]) or not (
                            is_before_a_paragraph(&nodes, &hashes, &texts, i, holder)):
                        flags[i] += 2 + 4 * heads
    return found


cdef inline bint stands_in(
    const Nodes* nodes, const HashColumns* hashes, const uint32_t* tags, int n_tags, int32_t row
) noexcept nogil:
    """Whether the text in a row stands in an element of one of these tags, with up to WRAPPERS elements around it."""
    cdef int _level, i
    for _level in range(WRAPPERS):
        row = nodes.parent[row]
        if row < 0:
            return False
        for i in range(n_tags):
            if hashes.tag_hash[row] == tags[i]:
                return True
    return False


cdef inline bint is_before_a_paragraph(
    const Nodes* nodes, const HashColumns* hashes, const Texts* texts, Py_ssize_t i, int32_t holder
) noexcept nogil:
    """Whether a short text, the text of number i, stands among others before one of more than MAX_VALUE characters.

    holder: the row of the element that holds it and the next text. What stands behind the short text is the child of
    that element, with all of its texts."""
    cdef int32_t behind = <int32_t>texts.row[i + 1]
    cdef Py_ssize_t k = i + 1
    cdef int64_t chars = 0
    while nodes.parent[behind] > holder:
        behind = nodes.parent[behind]
    while k < texts.n and texts.row[k] < nodes.end[behind] and chars <= MAX_VALUE:
        chars += hashes.chars[texts.row[k]]
        k += 1
    if chars <= MAX_VALUE:
        return False
    return (i > 0 and texts.row[i - 1] > holder) or nodes.end[behind] < nodes.end[holder]


cdef inline int32_t out_of_wrappers(const Nodes* nodes, int32_t text) noexcept nogil:
    """The row of the outermost element around a text that holds nothing else, up to WRAPPERS above it."""
    cdef int32_t row = text
    cdef int _level
    for _level in range(WRAPPERS):
        if row == 0 or nodes.parent[row] != row - 1 or nodes.end[row - 1] != text + 1:
            break
        row -= 1
    return row


cdef inline int32_t holder_of_both(const Nodes* nodes, int32_t row, int32_t following, int down) noexcept nogil:
    """The row of the element that holds a text and the following one where the former stands as near to the latter as a
    label does; -1 elsewhere. row, following: of the texts. down: levels from that element down to the latter, at most."""
    cdef int _level
    cdef int32_t text = row, at = out_of_wrappers(nodes, following)
    row = out_of_wrappers(nodes, row)
    if nodes.parent[at] != nodes.parent[row]:  # no cells side by side
        at = following
    for _level in range(UP_TO):
        row = nodes.parent[row]
        if row < 0:
            return -1
        if nodes.end[row] > following:
            break
    else:
        return -1
    if nodes.path[text] == nodes.path[following] and (_level or nodes.end[row] != following + 1):
        return -1
    for _level in range(down):
        at = nodes.parent[at]
        if at == row:
            return row
    return -1


def repeated_texts(page, bytes masked not None, bytes exact not None):
    """Of each text row of a page the place of the text that counts as its repetition, and its `field_flags`.

    masked, exact: the place of its text among those of the samples, without and with its digits (`Samples.places_of`);
    -1 where none has it. What differs in its figures is another text, a price or a measure; only a line with a date or
    a time of day is the same line on every page that has one in the same words, and no field. Returns the bytes of an
    int64 and of a uint8 array.
    """
    cdef bytes fields = field_flags(page.signature)
    if masked == exact:
        return exact, fields
    columns = page.columns
    cdef PageBuffers here = page_buffers(columns)
    cdef bytes text = columns.text, places = PyBytes_FromStringAndSize(NULL, PyBytes_GET_SIZE(exact))
    cdef int64_t* place = <int64_t*>PyBytes_AS_STRING(places)
    cdef const int64_t* same = <const int64_t*>PyBytes_AS_STRING(masked)
    cdef uint8_t* flags = <uint8_t*>PyBytes_AS_STRING(fields)  # nobody else has them yet
    cdef Py_ssize_t i, row, n = here.texts.n, size = n * <Py_ssize_t>sizeof(int64_t)
    if not PyBytes_GET_SIZE(masked) == PyBytes_GET_SIZE(exact) == size or PyBytes_GET_SIZE(fields) != n:
        raise ValueError("columns of different lengths")
    memcpy(place, PyBytes_AS_STRING(exact), size)
    for i in range(n):
        if same[i] >= 0 and same[i] != place[i]:
            row = here.texts.row[i]
            if here.tree.text_stop[row] - here.tree.text_start[row] <= 4 * MAX_CHARS and is_time_line(
                    text_between(text, &here.tree, row, row)):
                place[i], flags[i] = same[i], 0
    return places, fields


def is_time_line(str text not None):
    """True if a text is a line with a date or a time of day and not a sentence."""
    if len(text) > MAX_CHARS or not (has_clock_time(text) or date_span(text) is not None):
        return False
    return SENTENCE_END.search(text) is None


cdef bint has_clock_time(str text) except -1:
    """Whether a line has a time of day: ``(?<![\\d:])\\d{1,2}:\\d\\d(?!\\d)``."""
    cdef Py_ssize_t i, first, n = len(text)
    for i in range(1, n - 2):
        if text[i] == u":" and text[i - 1].isdecimal() and text[i + 1].isdecimal() and text[i + 2].isdecimal():
            first = i - 2 if i > 1 and text[i - 2].isdecimal() else i - 1
            if (first == 0 or not (text[first - 1] == u":" or text[first - 1].isdecimal())) and (
                    i + 3 == n or not text[i + 3].isdecimal()):
                return True
    return False
