"""Sums over the elements of a page: `scrapy_denoise.blocks.page_columns`."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from scrapy_denoise.page.columns.buffers cimport TAGS, HashColumns, PageBuffers, TreeColumns, page_buffers
from scrapy_denoise.page.columns.tag_scan cimport next_tagged
from scrapy_denoise.page.native.binary_search cimport lower_bound
from scrapy_denoise.page.native.bool_array cimport bool_data
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table

cdef struct Sums:  # over the rows before one
    int64_t chars
    int64_t link_chars
    int32_t links
    int32_t pictures
    int32_t headings

cdef struct Group:  # of siblings alike; of their rows the sum
    int64_t key, count, chars, link_chars, rows
    int64_t having[5]  # how many have each of what is asked for


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
        self.sums = <Sums*>PyMem_Malloc((self.tree.n + 1) * sizeof(Sums))
        if self.sums == NULL:
            raise MemoryError()
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
        PyMem_Free(self.sums)

    def inside(self, int code):
        """The characters of the page in elements of a tag, and how many of them are in links."""
        cdef Py_ssize_t row = next_tagged(self.tree.tag, 0, self.tree.n, code), end
        cdef int64_t chars = 0, link_chars = 0
        while row < self.tree.n:
            end = self.tree.end[row]
            chars += self.sums[end].chars - self.sums[row].chars
            link_chars += self.sums[end].link_chars - self.sums[row].link_chars
            row = next_tagged(self.tree.tag, end, self.tree.n, code)
        return chars, link_chars

    def siblings(self, int64_t least, int64_t fewest, const int64_t[::1] prices, const int64_t[::1] dates):
        """The groups of siblings alike (of the same parent, name and first class) of so many characters each, from so many in a group
        on: how many they are, their characters, those of them in links, the sum of their rows, and how many of them have a link, a
        picture, a heading, one of these rows of prices, and one of these of dates.

        The groups stand in an order that does not depend on anything but their parents, names and classes.
        """
        cdef Table groups
        cdef Group* group
        cdef Group* found = NULL
        cdef Entry* entry
        cdef Py_ssize_t row, end, wanted = 0
        cdef int32_t n = 0, i
        cdef int64_t key
        cdef int32_t* children = <int32_t*>PyMem_Malloc((self.tree.n + 1) * sizeof(int32_t))  # of each row, with the characters, at one past it
        if children == NULL:
            raise MemoryError()
        memset(children, 0, (self.tree.n + 1) * sizeof(int32_t))
        groups.entries = NULL
        try:
            for row in range(self.tree.n):
                children[self.tree.parent[row] + 1] += self.is_enough(row, least)
            for row in range(self.tree.n + 1):
                wanted += children[row] if children[row] >= fewest else 0
            open_table(&groups, wanted)
            found = <Group*>PyMem_Malloc((wanted + 1) * sizeof(Group))
            if found == NULL:
                raise MemoryError()
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
                group.having[3] += has_one(prices, row, end)
                group.having[4] += has_one(dates, row, end)
            return [
                (found[i].count, found[i].chars, found[i].link_chars, found[i].rows, *[found[i].having[j] for j in range(5)])
                for _, i in sorted([(found[i].key, i) for i in range(n) if found[i].count >= fewest])
            ]
        finally:
            close_table(&groups)
            PyMem_Free(found)
            PyMem_Free(children)

    cdef inline bint is_enough(self, Py_ssize_t row, int64_t least) noexcept:
        """Whether an element has so many characters."""
        return self.tree.tag[row] != 0 and self.sums[self.tree.end[row]].chars - self.sums[row].chars >= least


cdef bint has_one(const int64_t[::1] rows, Py_ssize_t first, Py_ssize_t end) noexcept:
    """Whether one of some rows, in their order, stands in a subtree."""
    cdef Py_ssize_t n = rows.shape[0], place
    if n == 0:
        return False
    place = lower_bound(&rows[0], n, <int64_t>first)
    return place < n and rows[place] < end
