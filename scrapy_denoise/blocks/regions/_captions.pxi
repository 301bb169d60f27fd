"""Which elements of a page are captions, in a few passes over its columns; most pages have none, which one pass says."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from scrapy_denoise.blocks.features.compiled cimport ClassIdPairs
from scrapy_denoise.page.columns.buffers cimport HashColumns, PageBuffers, TreeColumns, page_buffers
from scrapy_denoise.page.columns.tag_scan cimport next_tagged
from scrapy_denoise.page.compiled cimport FIGCAPTION, FIGURE

from scrapy_denoise.blocks.features.compiled import bit_of
from scrapy_denoise.page.columns import tags

cdef uint32_t FAMILY = bit_of("caption")

cdef enum:  # what an element is to a caption
    SHOWN = 1   # a picture, a video
    OTHER = 2   # text of its own, which a caption has none of
    WHOLE_PART = 4   # a part of the page, which is not a figure

cdef uint8_t KIND[256]
memset(KIND, 0, 256)
for _names, _kind in (
    ("img picture svg video audio iframe object embed canvas", SHOWN),
    ("table pre blockquote ul ol dl h1 h2 h3 h4 h5 h6 article section form textarea select figcaption", OTHER),
    ("html body main article section", WHOLE_PART),
):
    for _name in _names.split():
        KIND[tags.CODES[_name]] |= _kind


cdef struct Sums:  # over the rows before one
    int32_t texts
    int32_t shown
    int32_t other
    int32_t chars


cdef struct Captions:
    HashColumns hashes
    TreeColumns tree
    const Sums* sums  # of each row, and of the end
    int32_t* figure   # of each row that is a caption, the element that has it and its picture; else -1
    int32_t longest, beside


cdef inline bint shows(const Captions* c, Py_ssize_t row) noexcept nogil:
    """Whether an element has a picture in it."""
    return c.sums[c.tree.end[row]].shown > c.sums[row + 1].shown


cdef inline int32_t chars_of(const Captions* c, Py_ssize_t row) noexcept nogil:
    return c.sums[c.tree.end[row]].chars - c.sums[row].chars


cdef inline bint is_short(const Captions* c, Py_ssize_t row) noexcept nogil:
    return 0 < chars_of(c, row) <= c.longest


cdef inline bint is_plain(const Captions* c, Py_ssize_t row) noexcept nogil:
    """Whether an element has nothing in it that a caption has not."""
    return c.sums[c.tree.end[row]].other == c.sums[row + 1].other


cdef inline uint8_t kind_of(uint16_t tag) noexcept nogil:
    return KIND[tag] if tag < 256 else 0


cdef void add_figcaption(Captions* c, int32_t row, int levels) noexcept nogil:
    """The ``figcaption`` of a figure that holds a picture, little below it."""
    cdef int32_t above = c.tree.parent[row]
    cdef int _level
    for _level in range(levels):
        if above < 0 or c.tree.tag[above] == FIGURE:
            break
        above = c.tree.parent[above]
    if above >= 0 and c.tree.tag[above] == FIGURE and shows(c, above) and is_short(c, row):
        c.figure[row] = above


cdef void add_named(Captions* c, int32_t row, int levels) noexcept nogil:
    """Short text beside a picture, in an element that is named as a caption."""
    cdef int32_t above = row, most = chars_of(c, row) + c.beside
    cdef int _level
    if c.figure[row] >= 0 or not is_short(c, row) or not is_plain(c, row):
        return
    for _level in range(levels):
        if above < 0 or shows(c, above) or chars_of(c, above) > most:
            break
        above = c.tree.parent[above]
    if above > 0 and shows(c, above) and chars_of(c, above) <= most and not kind_of(c.tree.tag[above]) & WHOLE_PART:
        c.figure[row] = above


cdef inline bint begins_with(const char* name, const char* word) noexcept nogil:
    """Whether a name that ends with a NUL begins with a word of small letters, in any case."""
    while word[0] and name[0] | 0x20 == word[0]:
        name += 1
        word += 1
    return not word[0]


cdef bint names_caption(const char* at, const char* stop) noexcept nogil:
    """Whether a class and an id, each ended by a NUL, have the name of a caption or a credit: such a word, or more than one, before
    white space, ``_``, ``-`` or the end. A card may have a caption, which "caption-card" is not."""
    cdef const char* end
    while at < stop:
        if at[0] | 0x20 == c"c":
            end = at + 7 if begins_with(at, b"caption") else at + 6 if begins_with(at, b"credit") else at
            if end > at:
                end += end[0] | 0x20 == c"s"
                if end[0] == 0 or end[0] == c" " or end[0] == c"_" or 9 <= end[0] <= 13:
                    return True
                if end[0] == c"-" and not begins_with(end + 1, b"card"):
                    return True
        at += 1
    return False


def caption_rows(ClassIdPairs names not None, int max_caption, int max_beside, int levels, int max_named):
    """The rows of a page's captions in document order, of each the row of the element that has it and its picture, and
    the positions of its first text row and of one past its last: three lists.

    names: of the page; the rest as in `scrapy_denoise.blocks.regions.captions`.
    """
    cdef PageBuffers page = page_buffers(names.columns)
    cdef Captions c
    cdef Sums* sums
    cdef Py_ssize_t i, n
    cdef int32_t row, pair, n_named = 0
    cdef uint8_t kind
    cdef const char* begin = PyBytes_AS_STRING(names._names)
    c.hashes, c.tree = page.hashes, page.tree
    n = c.tree.n
    cdef bytes of_pairs = bytes(names.n + 1)
    cdef uint8_t* is_name = <uint8_t*>PyBytes_AS_STRING(of_pairs)
    if names._found & FAMILY:
        for pair in range(1, names.n + 1):
            if names.families[pair] & FAMILY:
                is_name[pair] = names_caption(begin + names.starts[pair], begin + names.starts[pair + 1])
                n_named += is_name[pair]
    if not n_named and next_tagged(c.tree.tag, 0, n, FIGURE) == n:
        return [], [], []
    # Working memory, which Python frees.
    cdef bytes memory = PyBytes_FromStringAndSize(NULL, (n + 1) * sizeof(Sums) + n * sizeof(int32_t))
    sums = <Sums*>PyBytes_AS_STRING(memory)
    c.sums, c.figure, c.longest, c.beside = sums, <int32_t*>(sums + n + 1), max_caption, max_beside
    with nogil:
        sums[0] = Sums(0, 0, 0, 0)
        for i in range(n):
            kind = kind_of(c.tree.tag[i])
            sums[i + 1].texts = sums[i].texts + (c.tree.tag[i] == 0)
            sums[i + 1].shown = sums[i].shown + (kind & SHOWN != 0)
            sums[i + 1].other = sums[i].other + (kind & OTHER != 0)
            sums[i + 1].chars = sums[i].chars + c.hashes.chars[i]
            c.figure[i] = -1
        for row in range(<int32_t>n):
            if c.tree.tag[row] == FIGCAPTION:
                add_figcaption(&c, row, levels)
            elif c.tree.tag[row] == FIGURE and is_short(&c, row) and is_plain(&c, row) and shows(&c, row):
                c.figure[row] = row
        n_named = 0
        for row in range(<int32_t>n):
            if is_name[c.tree.class_id[row]]:
                n_named += 1
                if n_named > max_named:
                    break
                add_named(&c, row, levels)
    cdef list captions = [], figures = [], spans = []
    for i in range(n):
        if c.figure[i] >= 0:
            captions.append(i)
            figures.append(c.figure[i])
            spans.append((sums[i].texts, sums[c.tree.end[i]].texts))
    return captions, figures, spans
