"""Which text rows are kept, and which of these are fields of their own and no part of the text."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memchr, memset

from scrapy_denoise.page.compiled cimport bool_data, match_key
from scrapy_denoise.page.columns.buffers cimport hash_columns_of

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.regions.captions import find_captions
from scrapy_denoise.blocks.regions.compiled import head_lines
from scrapy_denoise.document.source.compiled import head_blocks, stands_in_data
from scrapy_denoise.document.source.data_tables import LAYOUT, LONG_CELL
from scrapy_denoise.methods.steps import BYLINES, CAPTIONS, DATELINES, DATES_IN_TABLES, SLOGANS, SUBTITLES, TITLES

cdef dict HEAD_LINES = {"title": TITLES, "date": DATELINES, "author": BYLINES}
cdef dict CODES = {name: code for code, name in enumerate(BLOCK_TYPES)}
cdef uint8_t CONTENT = CODES["content"]


def split_head_fields(page, kept not None, keep not None, bint unsure=False):
    """The kept rows without the title, a subtitle, the dateline, the byline and the captions; and these fields, as codes of
    BLOCK_TYPES, 0 for rows that are none of them or not kept: the bytes of a bool and of a uint8 array. None where no row would be
    left.

    kept: bool, one for each text row. keep: types that are no fields. unsure: whether the page may be no article, so that
    it is asked whether its title is a slogan.
    """
    cdef Py_ssize_t first, last, n = len(kept)
    cdef list spans = []
    cdef tuple rest = None
    cdef str name
    if n == 0 or memchr(bool_data(kept, n), 1, n) == NULL:
        return None
    if "media" not in keep and CAPTIONS.on:
        for first, last in page.cached(find_captions).spans:
            spans.append((first, last, CODES["media"]))
    if spans:
        rest = without_fields(kept, spans)
        if rest is None:
            return None
    if "title" not in keep and SUBTITLES.on:
        head = page.cached(head_blocks)
        decks = head.decks(kept, False) if head else ()
        for first, last in decks if decks and page.cached(find_page_type).name == "article" else ():
            spans.append((first, last, CODES["title"]))
    for first, last, name in head_lines(page, kept if rest is None else rest[0]):
        if not HEAD_LINES[name].on or name in keep:
            continue
        if unsure and name == "title" and SLOGANS.on and is_slogan(page, page.columns.text_between(first, last)):
            continue
        # In a table of data a date is a value.
        if name == "title" or not DATES_IN_TABLES.on or not stands_in_data(page.columns, first, LAYOUT, LONG_CELL):
            spans.append((first, last, CODES[name]))
    return without_fields(kept, spans)


def set_types_of_body(uint8_t[::1] types not None, kept not None, fields not None, beside not None):
    """Give text rows that are fields the types of these, and kept rows with the type of a field the type of content.

    types: codes of BLOCK_TYPES, one for each text row. kept: bool, and fields: codes, 0 for none, of each. beside: for each code whether
    it is that of a field."""
    cdef Py_ssize_t i, n = types.shape[0]
    cdef const uint8_t* is_kept = bool_data(kept, n)
    cdef const uint8_t* field = bool_data(fields, n)
    cdef const uint8_t* is_beside = bool_data(beside, 1 << 8)
    for i in range(n):
        if field[i]:
            types[i] = field[i]
        elif is_kept[i] and is_beside[types[i]]:
            types[i] = CONTENT


cdef bint is_slogan(page, str heading) except -1:
    """Whether a heading at the place of the title is another line on the page of a service, and so in no field. What takes
    longest is asked last: most headings are in the ``title`` element, and few pages are those of services."""
    cdef str own = match_key(heading), title = match_key(page.titles.element)
    if own in title or (title and title in own) or page.cached(find_page_type).name != "service":
        return False
    title = match_key(page.titles.headline)
    return own not in title and not (title and title in own)


cdef tuple without_fields(kept, list spans):
    """The kept rows without those in some spans, and the fields, as of `split_head_fields`.

    spans: the first text row of each, one past its last, and the code of the field that it is; of several the last
    counts.
    """
    cdef Py_ssize_t i, first, last, n = len(kept), left = 0
    cdef const uint8_t* flags = bool_data(kept, n)
    cdef int code
    cdef bytes rest = PyBytes_FromStringAndSize(NULL, n), fields = PyBytes_FromStringAndSize(NULL, n)
    cdef uint8_t* r = <uint8_t*>PyBytes_AS_STRING(rest)
    cdef uint8_t* f = <uint8_t*>PyBytes_AS_STRING(fields)
    memset(f, 0, n)
    for first, last, code in spans:
        if not 0 <= first <= last <= n:
            raise ValueError("no such rows")
        memset(f + first, code, last - first)
    for i in range(n):
        f[i] = f[i] if flags[i] else 0
        r[i] = flags[i] and not f[i]
        left += r[i]
    return (rest, fields) if left else None


def changed_chars(columns, before not None, after not None, fields, int removed):
    """The characters of the text rows that were kept, those of them that no longer are, and those that are now and were not.

    before, after: bool, for each text row whether it is kept. fields: None, or for each text row the code of a field of its own, which
    counts as kept, 0 for none. removed: the code of the one that does not count as kept.
    """
    cdef bytes hash_columns = columns.hash_columns, numbers = columns.text_row_numbers
    cdef const int32_t* chars = hash_columns_of(hash_columns).chars
    cdef const int64_t* row = <const int64_t*>PyBytes_AS_STRING(numbers)
    cdef Py_ssize_t i, n = PyBytes_GET_SIZE(numbers) // <Py_ssize_t>sizeof(int64_t)
    cdef const uint8_t* was = bool_data(before, n)
    cdef const uint8_t* now = bool_data(after, n)
    cdef const uint8_t* field = NULL if fields is None else bool_data(fields, n)
    cdef int64_t own = 0, lost = 0, added = 0
    cdef bint stays
    for i in range(n):
        stays = now[i] or (field != NULL and field[i] and field[i] != removed)
        if was[i]:
            own += chars[row[i]]
            lost += 0 if stays else chars[row[i]]
        elif stays:
            added += chars[row[i]]
    return own, lost, added
