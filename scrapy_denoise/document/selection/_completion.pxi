"""The structures that a selection may have cut through, each in a pass over the columns: of most pages none, which these say
at once."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memcmp

from scrapy_denoise.document.source.compiled cimport KnownKeys
from scrapy_denoise.page.columns.buffers cimport text_between
from scrapy_denoise.page.compiled cimport DD, DL, DT, H1, H6, LI, OL, P, TABLE, TD, TH, TR, UL, match_key

from scrapy_denoise.document.source.compiled import head_blocks

cdef enum:
    LONGEST_TITLE = 120  # bytes of a title
    MAX_ANNOUNCED = 3_000  # characters of a list that a line ending with a colon announces

MAX_LIST_LINE = 60
"""Characters of a line that says that references stand below it."""

cdef int64_t LONGEST_LINE = MAX_LIST_LINE

cdef const char* COLON = b"\xef\xbc\x9a"  # U+FF1A


def leads(KeptRows part not None):
    """The text rows of the leads of an article (`HeadBlocks.decks`)."""
    cdef Py_ssize_t i, first, last
    cdef list found = []
    cdef object head = part.page.cached(head_blocks)
    for first, last in head.decks(part.kept, True) if head else ():
        found += [part.texts[i] for i in range(first, last)]
    return found


def tables(KeptRows part not None):
    """The tables that are not kept whole, but enough of them is, or they have header cells and stand between two kept texts, or
    they are specifications under a heading, or right behind such a table."""
    cdef Py_ssize_t i, row, lines, start, stop = -1, begin = part.first_kept()
    cdef Sums sums
    cdef list found = []
    for i in range(part.n_structures):
        row = part.structures[i]
        if part.tree.tag[row] != TABLE:
            continue
        sums = part.within(row)
        start = part.texts_before(row)
        lines = specifications(part, row) if begin < start < part.n_texts and has_few_links(sums) else 0
        if lines and (start == stop or (lines > 1 and part.heads(part.texts[start - 1]))):
            stop = part.texts_before(part.tree.end[row])
        elif (sums.kept_chars == 0 or not is_enough(sums)) and not interrupts(part, row):
            continue
        if sums.kept_chars < sums.chars:
            found.append(row)
    return found


cdef bint is_one(KeptRows part, Py_ssize_t text, KnownKeys titles) except -1:
    """Whether a text is one of some titles."""
    cdef Py_ssize_t row = part.texts[text]
    cdef const uint8_t* begin = <const uint8_t*>PyBytes_AS_STRING(part._text)
    cdef int64_t start = part.tree.text_start[row], size = part.tree.text_stop[row] - start
    if size > LONGEST_TITLE or not titles.may_be(begin + start, size):
        return False
    return match_key(text_between(part._text, &part.tree, row, row)) in titles.keys


cdef Py_ssize_t specifications(KeptRows part, Py_ssize_t table) noexcept:
    """How many rows a table has, if each has a name and a value: a header cell and another one; else 0."""
    cdef Py_ssize_t row, lines = 0
    cdef int cells = 2
    cdef uint16_t tag
    for row in range(table + 1, part.tree.end[table]):
        tag = part.tree.tag[row]
        if tag == TR:
            if cells != 2:
                return 0
            lines += 1
            cells = 0
        elif tag == TH or tag == TD:
            if cells != (tag == TD):
                return 0
            cells += 1
    return lines if cells == 2 else 0


cdef bint interrupts(KeptRows part, Py_ssize_t table) noexcept:
    """Whether a table with header cells, and without a table in one, stands between two kept texts."""
    cdef bint headed = False
    cdef Py_ssize_t row, first = part.texts_before(table), last = part.texts_before(part.tree.end[table])
    if not 0 < first < last < part.n_texts or not part.flags[first - 1] or not part.flags[last]:
        return False
    for row in range(table + 1, part.tree.end[table]):
        if part.tree.tag[row] == TABLE:
            return False
        headed |= part.tree.tag[row] == TH
    return headed


def lists(KeptRows part not None):
    """The lists of which nothing is kept in an item of which the text before is, and those between two kept texts that the first
    announces by a colon."""
    cdef Py_ssize_t i, row, t, after
    cdef Sums sums
    cdef list found = []
    for i in range(part.n_structures):
        row = part.structures[i]
        t = part.texts_before(row) if is_list(part.tree.tag[row]) else 0
        if not t or not part.flags[t - 1]:
            continue
        sums = part.within(row)
        if sums.kept_chars:
            continue
        if part.tree.tag[part.tree.parent[row]] == LI and part.texts[t - 1] > part.tree.parent[row]:
            if has_few_links(sums):
                found.append(row)
            continue
        after = part.texts_before(part.tree.end[row])
        if after < part.n_texts and part.flags[after] and sums.chars <= MAX_ANNOUNCED and announces(part, t - 1, row):
            found.append(row)
    return found


def linked_lists(KeptRows part not None):
    """The lists of links between a kept heading and a kept text that are not kept whole; and, where there are several, those with
    a heading right above of which nothing is kept, behind the first kept text in the element that holds all kept texts; each behind
    its heading."""
    cdef Py_ssize_t i, row, heading, t, after, around = -1
    cdef Sums sums
    cdef list found = [], below = []
    for i in range(part.n_structures):
        row = part.structures[i]
        t = part.texts_before(row) if is_list(part.tree.tag[row]) else 0
        if not t or not part.heads(part.texts[t - 1]):
            continue
        heading, sums = part.tree.block_row[part.texts[t - 1]], part.within(row)
        if has_few_links(sums):
            continue
        if part.flags[t - 1]:
            after = part.texts_before(part.tree.end[row])
            if after < part.n_texts and part.flags[after] and sums.kept_chars < sums.chars:
                found += [heading, row]
        elif t - 1 > part.first_kept() and not sums.kept_chars and part.tree.parent[heading] == part.tree.parent[row]:
            around = around_kept(part) if around < 0 else around
            if part.tree.parent[row] == around or part.tree.parent[part.tree.parent[row]] == around:
                below += [heading, row]
    return found + below if len(below) > 2 else found


cdef Py_ssize_t around_kept(KeptRows part) noexcept:
    """The lowest element that holds all kept texts."""
    cdef Py_ssize_t row = max(part.tree.parent[part.tree.block_row[part.texts[part.first_kept()]]], 0)
    while row > 0 and part.tree.end[row] <= part.texts[part.last_kept()]:
        row = part.tree.parent[row]
    return row


cdef bint announces(KeptRows part, Py_ssize_t text, Py_ssize_t row) noexcept:
    """Whether a text ends with a colon, and its block stands beside an element."""
    cdef int64_t last = part.texts[text]
    cdef const char* written = PyBytes_AS_STRING(part._text)
    cdef Py_ssize_t start = part.tree.text_start[last], stop = part.tree.text_stop[last]
    if part.tree.parent[part.tree.block_row[last]] != part.tree.parent[row]:
        return False
    return written[stop - 1] == c":" or (stop - start >= 3 and memcmp(written + stop - 3, COLON, 3) == 0)


cdef inline bint is_list(Py_ssize_t tag) noexcept:
    return tag == UL or tag == OL


def lines_above(KeptRows part not None, KnownKeys titles not None):
    """The rows of the lines that begin with one of some titles, are kept or stand right behind a kept text, and have a text right behind
    them that is not kept."""
    cdef Py_ssize_t i, line, end, before = -1
    cdef list found = []
    for i in range(part.n_texts):
        line = part.tree.block_row[part.texts[i]]
        if line != before and (part.flags[i] or (i > 0 and part.flags[i - 1])):
            end = part.texts_before(part.tree.end[line])
            if end < part.n_texts and not part.flags[end] and is_one(part, i, titles) and part.within(line).chars <= LONGEST_LINE:
                found.append(line)
        before = line
    return found


def headings(KeptRows part not None, double linked=1):
    """The headings behind the first kept text of which nothing is kept, up to this share of their characters in links, right above
    a kept text or such a heading. What is below stands in the same
    element, or in the one around what holds the heading and a link to it."""
    cdef Py_ssize_t i, row, first, after, above, begin = part.first_kept(), found_below = -1
    cdef Sums sums
    cdef list found = []
    for i in range(part.n_structures - 1, -1, -1):
        row = part.structures[i]
        if not H1 < part.tree.tag[row] <= H6:
            continue
        first, after = part.texts_before(row), part.texts_before(part.tree.end[row])
        if not begin < first < after < part.n_texts or part.keeps_some(row):
            continue
        above = part.tree.parent[row]
        # Of links between them one can lead to the heading; more are a list that the heading stands above.
        if after < part.n_texts and not part.flags[after] and part.tree.linked[part.texts[after]] and part.texts[after] < part.tree.end[above]:
            after += 1
        if after < part.n_texts and part.texts[after] >= part.tree.end[above] and part.tree.parent[above] >= 0:
            above = part.tree.parent[above]
        if after == part.n_texts or not (part.flags[after] or after == found_below) or part.texts[after] >= part.tree.end[above]:
            continue
        sums = part.within(row)
        if sums.chars <= MAX_TITLE and sums.link_chars <= linked * sums.chars:
            found.append(row)
            found_below = first
    return found


cdef bint has_terms(KeptRows part) noexcept:
    """Whether the page has a description of a term, of which a text row is kept."""
    cdef Py_ssize_t i
    for i in range(part.n_structures):
        if part.tree.tag[part.structures[i]] == DD and part.keeps_some(part.structures[i]):
            return True
    return False


def described_lists(KeptRows part not None):
    """The lists of terms with descriptions right below a heading, or a paragraph below it, that are not kept whole, with these, behind
    the first kept text: most of the text is no links."""
    cdef Py_ssize_t i, row, start, heading, lead, seen = -1
    cdef list found = []
    for i in range(part.n_structures):
        row = part.tree.parent[part.structures[i]]
        if part.tree.tag[part.structures[i]] != DD or row <= seen or part.tree.tag[row] != DL:
            continue
        seen = row
        start, lead = part.texts_before(row), -1
        if 0 < start and not part.heads(part.texts[start - 1]):
            lead = part.tree.block_row[part.texts[start - 1]]
            if part.tree.tag[lead] != P or part.tree.parent[lead] != part.tree.parent[row]:
                continue
            start = part.texts_before(lead)
        if start <= part.first_kept() or not part.heads(part.texts[start - 1]) or part.keeps_all(row):
            continue
        heading = part.tree.block_row[part.texts[start - 1]]
        if part.tree.parent[heading] == part.tree.parent[row] and has_few_links(part.within(row)):
            found += [heading, row] if lead < 0 else [heading, lead, row]
    return found


def terms(KeptRows part not None):
    """The rows of the terms before a kept description, of one list."""
    cdef Py_ssize_t i, row
    cdef int32_t above = -1
    cdef bint described = False
    cdef list found = [], waiting = []
    if not has_terms(part):
        return found
    for i in range(part.n_structures):
        row = part.structures[i]
        if part.tree.tag[row] == DT:
            if described or part.tree.parent[row] != above:
                waiting = []
            above, described = part.tree.parent[row], False
            waiting.append(row)
        elif part.tree.tag[row] == DD and part.tree.parent[row] == above:
            described = True
            if waiting and part.keeps_some(row):
                found += waiting
                waiting = []
    return found
