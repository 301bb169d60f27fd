"""Sums over the elements and the text blocks of a page: `scrapy_denoise.blocks.page_columns`."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.math cimport log1p
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memset

from scrapy_denoise.blocks.features.block_columns cimport BlockFields, fields_of
from scrapy_denoise.page.columns.buffers cimport TAGS, HashColumns, PageBuffers, TextRows, TreeColumns, page_buffers, text_rows_of
from scrapy_denoise.page.native.binary_search cimport lower_bound
from scrapy_denoise.page.compiled cimport bool_data
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table
from scrapy_denoise.page.native.memory cimport allocate, cleared, release

from scrapy_denoise.blocks.features.compiled import NAMES

cdef Py_ssize_t FEATURES = len(NAMES)

cdef enum:
    PARTS = 8  # numbers that describe siblings alike

cdef struct Sums:  # over the rows before one
    int64_t chars
    int64_t link_chars
    int32_t links
    int32_t pictures
    int32_t headings

cdef struct Group:  # of siblings alike; of their rows the sum
    int64_t key, count, chars, link_chars, rows
    int64_t having[5]  # how many have a link, a picture, a heading, a price and a date

cdef struct Kind:  # of blocks, by their paths
    double blocks, chars, link_chars

cdef struct Blocks:  # what is summed over the texts of each
    double* chars
    double* unlinked
    const float* features


cdef class ElementSums:
    """Sums over the elements of a page. columns: of the page; pictures, headings: bool, a flag for each tag that has a code."""

    cdef object _columns  # what the pointers point to
    cdef HashColumns hashes
    cdef TreeColumns tree
    cdef Sums* sums  # of each row, and of the end

    def __cinit__(self, columns, pictures, headings):
        cdef const uint8_t* shows = bool_data(pictures, TAGS)
        cdef const uint8_t* heads = bool_data(headings, TAGS)
        cdef Py_ssize_t row
        cdef int64_t chars
        cdef PageBuffers buffers = page_buffers(columns)
        self._columns, self.hashes, self.tree = columns, buffers.hashes, buffers.tree
        self.sums = <Sums*>allocate(NULL, (self.tree.n + 1) * sizeof(Sums))
        memset(self.sums, 0, sizeof(Sums))
        for row in range(self.tree.n):
            chars = self.hashes.chars[row]
            self.sums[row + 1] = Sums(
                self.sums[row].chars + chars,
                self.sums[row].link_chars + (chars if self.tree.linked[row] else 0),
                self.sums[row].links + self.tree.link[row],
                self.sums[row].pictures + shows[self.tree.tag[row]],
                self.sums[row].headings + heads[self.tree.tag[row]],
            )

    def __dealloc__(self):
        release(self.sums)

    def elements(self, tuple counted not None, tuple inside not None, Py_ssize_t unlinked):
        """The elements of a page and the text in them, as the first of `scrapy_denoise.blocks.page_columns.column_names` name them: a list.

        How many there are (the logarithm) of each of some tags, given by their codes; the share of the page's text in elements of each
        of others, and for the first few of these of that outside links; the headings in a link or with one (the logarithm), and
        their share; the characters of the page, and those outside links (the logarithms), and the share of those in links.
        """
        cdef int64_t counts[256]
        cdef int32_t ends[256]  # of the last element of the tag that is not in another one
        cdef int64_t chars[256]
        cdef int64_t link_chars[256]
        cdef const Sums* all_of_it = &self.sums[self.tree.n]
        cdef double total = max(all_of_it.chars, 1)
        cdef int64_t leading = 0, unlinked_chars = all_of_it.chars - all_of_it.link_chars
        cdef Py_ssize_t row, i
        cdef int32_t end
        cdef uint16_t tag
        memset(counts, 0, sizeof(counts))
        memset(ends, 0, sizeof(ends))
        memset(chars, 0, sizeof(chars))
        memset(link_chars, 0, sizeof(link_chars))
        for row in range(self.tree.n):
            tag, end = self.tree.tag[row], self.tree.end[row]
            if tag == 0 or tag >= 256:
                continue
            counts[tag] += 1
            if row >= ends[tag]:
                ends[tag] = end
                chars[tag] += self.sums[end].chars - self.sums[row].chars
                link_chars[tag] += self.sums[end].link_chars - self.sums[row].link_chars
            if self.sums[row + 1].headings > self.sums[row].headings:
                leading += self.tree.linked[row] or self.sums[end].links > self.sums[row].links
        cdef list found = [log1p(counts[<uint8_t>code]) for code in counted]
        for i, code in enumerate(inside):
            tag = <uint8_t>code
            found.append(chars[tag] / total)
            if i < unlinked:
                found.append((chars[tag] - link_chars[tag]) / total)
        found += [
            log1p(leading), leading / <double>all_of_it.headings if all_of_it.headings else 0.0, log1p(total), log1p(unlinked_chars),
            1 - unlinked_chars / total,
        ]
        return found

    def siblings(self, int64_t least, int64_t fewest, double most, double few, list prices not None, list dates not None):
        """What the largest groups of siblings alike (of the same parent, name and first class) are like, of so many characters each,
        from so many in a group on: of those with a link each, with a link and a picture, with a heading, with a price, with
        a date, and without links.

        most: share of a group from which its siblings count as having something; few: and below which as having none. prices,
        dates: rows in their order. Of each kind PARTS numbers, one after the other in a list: how many they are (the logarithm),
        the share of the page's text, that of theirs in links, their mean length (the logarithm), the shares with pictures and with
        headings, their place in the page, and how many siblings all groups of the kind have (the logarithm).
        """
        cdef Table groups
        cdef Group* group
        cdef Group* found = NULL
        cdef Entry* entry
        cdef Py_ssize_t row, end, wanted = 0, n_prices = len(prices), n_dates = len(dates)
        cdef int32_t n = 0
        cdef int64_t key
        cdef int32_t* children = NULL  # of each row, with the characters, at one past it
        cdef int64_t* rows = NULL
        groups.entries = NULL
        try:
            children = <int32_t*>cleared((self.tree.n + 1) * sizeof(int32_t))
            rows = <int64_t*>allocate(NULL, (n_prices + n_dates + 1) * sizeof(int64_t))
            for row in range(n_prices):
                rows[row] = prices[row]
            for row in range(n_dates):
                rows[n_prices + row] = dates[row]
            for row in range(self.tree.n):
                children[self.tree.parent[row] + 1] += self.is_enough(row, least)
            for row in range(self.tree.n + 1):
                wanted += children[row] if children[row] >= fewest else 0
            open_table(&groups, wanted)
            found = <Group*>allocate(NULL, (wanted + 1) * sizeof(Group))
            for row in range(self.tree.n):
                if children[self.tree.parent[row] + 1] < fewest or not self.is_enough(row, least):
                    continue
                end = self.tree.end[row]
                key = (<int64_t>self.tree.parent[row] * (<int64_t>1 << 33)) ^ (<int64_t>self.hashes.class_hash[row] << 1)
                key ^= <int64_t>self.hashes.tag_hash[row]
                entry = find_or_add(&groups, <unsigned long long>key)
                if entry.number == 0:
                    memset(&found[n], 0, sizeof(Group))
                    found[n].key = key
                    n += 1
                    entry.number = n
                group = &found[entry.number - 1]
                group.count += 1
                group.chars += self.sums[end].chars - self.sums[row].chars
                group.link_chars += self.sums[end].link_chars - self.sums[row].link_chars
                group.rows += row
                group.having[0] += self.sums[end].links > self.sums[row].links
                group.having[1] += self.sums[end].pictures > self.sums[row].pictures
                group.having[2] += self.sums[end].headings > self.sums[row].headings
                group.having[3] += has_one(rows, n_prices, row, end)
                group.having[4] += has_one(rows + n_prices, n_dates, row, end)
            return self.described(found, n, fewest, most, few)
        finally:
            close_table(&groups)
            release(found)
            release(children)
            release(rows)

    cdef list described(self, const Group* groups, int32_t n, int64_t fewest, double most, double few):
        """The numbers of `siblings`."""
        cdef const Group* group
        cdef const Group* best[6]
        cdef int64_t counts[6]
        cdef double total = max(self.sums[self.tree.n].chars, 1), count, chars
        cdef bint wanted[6]
        cdef int32_t i, kind
        cdef list found = []
        memset(best, 0, sizeof(best))
        memset(counts, 0, sizeof(counts))
        for i in range(n):
            group, count = &groups[i], groups[i].count
            if group.count < fewest:
                continue
            wanted[0] = group.having[0] / count > most
            wanted[1] = wanted[0] and group.having[1] / count > most
            wanted[5] = group.having[0] / count < few
            for kind in range(2, 5):
                wanted[kind] = group.having[kind] / count > most
            for kind in range(6):
                if wanted[kind]:
                    counts[kind] += group.count
                    if best[kind] == NULL or is_larger(group, best[kind]):
                        best[kind] = group
        for kind in range(6):
            group = best[kind]
            if group == NULL:
                found += [0.0] * PARTS
                continue
            count, chars = group.count, group.chars
            found += [
                log1p(count), chars / total, group.link_chars / chars, log1p(chars / count), group.having[1] / count,
                group.having[2] / count, group.rows / count / self.tree.n, log1p(counts[kind]),
            ]
        return found

    cdef inline bint is_enough(self, Py_ssize_t row, int64_t least) noexcept:
        """Whether an element has so many characters."""
        return self.tree.tag[row] != 0 and self.sums[self.tree.end[row]].chars - self.sums[row].chars >= least


cdef inline bint is_larger(const Group* group, const Group* other) noexcept:
    """Whether a group has more text than another; of two with as much the one whose key is lower, whatever their order."""
    return group.chars > other.chars or (group.chars == other.chars and group.key < other.key)


cdef bint has_one(const int64_t* rows, Py_ssize_t n, Py_ssize_t first, Py_ssize_t end) noexcept:
    """Whether one of some rows, in their order, stands in a subtree."""
    cdef Py_ssize_t place
    if n == 0:
        return False
    place = lower_bound(rows, n, <int64_t>first)
    return place < n and rows[place] < end


cdef struct Limits:  # of the lengths of blocks
    double record, paragraph, long_one
    double linked
    int64_t close


def block_sums(
    columns not None, blocks not None, int container, record, paragraph, long_one, linked, close, int shown, tuple beside not None
):
    """How long the text blocks of a page are, how its paragraphs lie, and how much text the kinds of blocks have that have most.

    blocks: `TextBlocks`. container: the feature that those in the element with most text have. record: characters of which
    a short block has less than twice as many; paragraph, long_one: those outside links from which a block is a paragraph, and
    a long one; linked: share of its text in links below which it may be one; close: blocks between two paragraphs up to
    which they belong together. shown: kinds of blocks. beside: features, of which the first block has those of the page. Returns three
    lists: of the numbers that `scrapy_denoise.blocks.page_columns.column_names` names, of these features, and of four numbers for each of
    so many kinds.
    """
    cdef PageBuffers page = page_buffers(columns)
    cdef TextRows texts = page.texts
    cdef bytes block_columns = blocks.block_columns, row_blocks = blocks.row_blocks, table = blocks.table
    cdef BlockFields fields = fields_of(block_columns)
    cdef const int32_t* block_of = <const int32_t*>PyBytes_AS_STRING(row_blocks)
    cdef const int32_t* chars = page.hashes.chars
    cdef const uint8_t* links = page.tree.linked
    cdef Limits limits = Limits(record, paragraph, long_one, linked, close)
    cdef Blocks sums
    cdef Py_ssize_t i, n = fields.n
    if (PyBytes_GET_SIZE(row_blocks) != texts.n * <Py_ssize_t>sizeof(int32_t)
            or PyBytes_GET_SIZE(table) != n * FEATURES * <Py_ssize_t>sizeof(float) or n == 0):
        raise ValueError("columns of different lengths")
    sums.chars = <double*>cleared(2 * n * sizeof(double))
    sums.unlinked = sums.chars + n
    sums.features = <const float*>PyBytes_AS_STRING(table)
    try:
        for i in range(texts.n):
            sums.chars[block_of[i]] += chars[texts.row[i]]
            sums.unlinked[block_of[i]] += 0 if links[texts.row[i]] else chars[texts.row[i]]
        return (
            lengths_of(&sums, n, container, &limits), [sums.features[<Py_ssize_t>place] for place in beside],
            kinds_of(&sums, &fields, shown),
        )
    finally:
        release(sums.chars)


def blocks_with(columns not None, blocks not None, int feature, int32_t most):
    """The first text rows of the blocks of fewer than so many characters that have a feature: a list."""
    cdef bytes numbers = columns.text_row_numbers, block_columns = blocks.block_columns, table = blocks.table
    cdef BlockFields fields = fields_of(block_columns)
    cdef const float* features = <const float*>PyBytes_AS_STRING(table)
    cdef TextRows texts = text_rows_of(numbers)
    cdef Py_ssize_t i
    return [
        texts.row[fields.first[i]] for i in range(fields.n) if fields.chars[i] < most and features[i * FEATURES + feature] > 0
    ]


def longest_block(columns not None, blocks not None, int links, float linked):
    """The bytes of the longest block of whose text less than a share is in links. links: the feature that says how much."""
    cdef bytes block_columns = blocks.block_columns, table = blocks.table
    cdef BlockFields fields = fields_of(block_columns)
    cdef const float* features = <const float*>PyBytes_AS_STRING(table)
    cdef PageBuffers page = page_buffers(columns)
    cdef Py_ssize_t i, last
    cdef int32_t longest = 0
    if fields.n and fields.first[fields.n - 1] >= page.texts.n:
        raise ValueError("columns of different lengths")
    for i in range(fields.n):
        if features[i * FEATURES + links] < linked:
            last = (fields.first[i + 1] if i + 1 < fields.n else page.texts.n) - 1
            longest = max(longest, page.tree.text_stop[page.texts.row[last]] - page.tree.text_start[page.texts.row[fields.first[i]]])
    return longest


cdef list lengths_of(const Blocks* blocks, Py_ssize_t n, int container, const Limits* limits):
    """The first numbers of `block_sums`."""
    cdef Py_ssize_t i, paragraphs = 0, longs = 0, first = 0, last = 0, near = 0
    cdef double total = 0, in_paragraphs = 0, in_longs = 0, longest = 0, short = 0, middle = 0, held = 0
    cdef double run = 0, longest_run = 0, unlinked
    for i in range(n):
        unlinked = blocks.unlinked[i]
        total += blocks.chars[i]
        longest = max(longest, unlinked)
        if blocks.features[i * FEATURES + container] > 0:
            held += blocks.chars[i]
        if blocks.chars[i] < 2 * limits.record:
            short += blocks.chars[i]
        if 2 * limits.record <= unlinked < limits.paragraph:
            middle += unlinked
        if not unlinked > (1 - limits.linked) * blocks.chars[i]:
            continue
        if unlinked >= limits.long_one:
            longs += 1
            in_longs += unlinked
        if unlinked < limits.paragraph:
            continue
        if paragraphs:
            near += i - last <= 2
            run = run + unlinked if i - last <= limits.close else unlinked
        else:
            first, run = i, unlinked
        longest_run = max(longest_run, run)
        last = i
        paragraphs += 1
        in_paragraphs += unlinked
    total = max(total, 1)
    cdef list found = [
        log1p(n), log1p(paragraphs), in_paragraphs / total, log1p(in_paragraphs / paragraphs) if paragraphs else 0.0, log1p(longs),
        in_longs / total, log1p(longest), short / total, middle / total, held / total,
    ]
    if paragraphs <= 1:
        return found + [0.0] * 4
    cdef double gaps = paragraphs - 1
    return found + [log1p((last - first) / gaps), near / gaps, log1p(longest_run), longest_run / total]


cdef list kinds_of(const Blocks* blocks, const BlockFields* fields, int shown):
    """The share of the page's text, the number of blocks (the logarithm), the share of text in links, and the mean length
    (the logarithm) of the kinds of blocks, by their paths, that have most text; of two with as much the one whose number is higher."""
    cdef Py_ssize_t i, n = fields.n
    cdef int _kind
    cdef double total = 0
    cdef Kind* kinds = <Kind*>cleared((n + 1) * sizeof(Kind))
    cdef Kind* best
    cdef list found = []
    try:
        for i in range(n):
            if not 0 <= fields.path_group[i] < n:
                raise ValueError("no such kind of blocks")
            best = &kinds[fields.path_group[i]]
            best.blocks += 1
            best.chars += blocks.chars[i]
            best.link_chars += blocks.chars[i] - blocks.unlinked[i]
            total += blocks.chars[i]
        for _kind in range(shown):
            best = &kinds[n]  # which has no text
            for i in range(n):
                if kinds[i].chars and kinds[i].chars >= best.chars:
                    best = &kinds[i]
            if best.chars:
                found += [best.chars / total, log1p(best.blocks), best.link_chars / best.chars, log1p(best.chars / best.blocks)]
            else:
                found += [0.0] * 4
            best.chars = 0  # told
        return found
    finally:
        release(kinds)
