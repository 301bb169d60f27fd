"""Where the images of a page stand: between which texts, and in which element that has text.

One pass over the rows makes the sums of which every question is a difference; asked with arrays, they took five times
as long, a tenth of the time of a page's text.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memset

from scrapy_denoise.blocks.features.compiled cimport ClassIdPairs
from scrapy_denoise.page.compiled cimport A, FIGURE, H1, IMG, bool_data
from scrapy_denoise.page.columns.buffers cimport HashColumns, TreeColumns, hash_columns_of, tree_columns_of

from scrapy_denoise.blocks.features.compiled import bit_of
from scrapy_denoise.page.columns import tags

cdef enum:
    MAX_CAPTION = 600  # characters of the text beside an image, in a figure or what is named so, up to which it is its caption
    MAX_UNNAMED = 120  # the same of text without links, whatever its name
    MAX_AROUND = 20    # elements around an image up to which its caption is looked for

cdef double OF_FIGURES = 0.8  # of the characters of an element, in figures, from which it is no more than what holds them
cdef double OF_KEPT = 0.6     # of those around an image that must be kept, where it stands before or after all kept text

cdef uint32_t CAPTION = bit_of("caption")
cdef uint32_t SHARING = bit_of("sharing")
cdef const uint8_t[::1] WHOLE = tags.flags("html body frameset").view("uint8")


cdef struct Sums:  # over the rows before one
    int64_t in_figures  # characters
    int32_t chars
    int32_t link_chars
    int32_t links
    int32_t kept        # texts
    int32_t kept_chars
    int32_t captions    # elements named so


cdef struct Place:
    int32_t host         # the nearest row around it that has text, itself included, or else the first row
    int32_t figure       # the last figure up to it, or -1
    bint in_figure       # whether it is one, or part of one
    uint32_t names       # families of the names of the rows from it up to its host, without that one's


cdef class ImagePlaces:
    """Where images stand, on a page of which some text was kept.

    kept: for each text row. beside: families of names (`bit_of`) of what is no content although it stands in it.
    misread: pairs of class and id, each with the families of which it has a part of a word alone.
    """

    cdef readonly Py_ssize_t first, last  # rows of the first and the last kept text
    cdef TreeColumns _tree
    cdef HashColumns _hashes
    cdef object _columns
    cdef bytes _all_sums, _all_places, _all_beside
    cdef Sums* _sums      # of each row, and of the end
    cdef Place* _places   # of each row
    cdef uint32_t* _beside  # of each pair of class and id
    cdef bint _has_figures

    def __init__(self, columns not None, kept not None, ClassIdPairs pairs not None, uint32_t beside, list misread not None):
        cdef const int64_t[::1] texts = columns.text_rows
        cdef Py_ssize_t i, row, n, n_texts = texts.shape[0]
        cdef const uint8_t* flags = bool_data(kept, n_texts)
        cdef Sums* after
        cdef Place* place
        cdef int32_t pair, figure = -1, figure_end = 0
        cdef uint32_t families
        self._columns = columns
        self._tree, self._hashes = tree_columns_of(columns.tree_columns), hash_columns_of(columns.hash_columns)
        n = self._tree.n
        self._all_sums = PyBytes_FromStringAndSize(NULL, (n + 1) * sizeof(Sums))
        self._all_places = PyBytes_FromStringAndSize(NULL, n * sizeof(Place))
        self._all_beside = PyBytes_FromStringAndSize(NULL, (pairs.n + 1) * sizeof(uint32_t))
        self._sums = <Sums*>PyBytes_AS_STRING(self._all_sums)
        self._places = <Place*>PyBytes_AS_STRING(self._all_places)
        self._beside = <uint32_t*>PyBytes_AS_STRING(self._all_beside)
        for i in range(pairs.n + 1):
            self._beside[i] = pairs.families[i] & beside
        for pair, families in misread:
            self._beside[pair] &= ~families
        memset(self._sums, 0, sizeof(Sums))
        i, self.first, self.last = 0, -1, -1
        for row in range(n):
            after = &self._sums[row + 1]
            after[0] = self._sums[row]
            after.chars += self._hashes.chars[row]
            after.links += self._tree.link[row]
            if self._tree.linked[row]:
                after.link_chars += self._hashes.chars[row]
            if pairs.families[self._tree.class_id[row]] & CAPTION:
                after.captions += 1
            if i < n_texts and texts[i] == row:
                if flags[i]:
                    after.kept += 1
                    after.kept_chars += self._hashes.chars[row]
                    self.first, self.last = row if self.first < 0 else self.first, row
                i += 1
            if self._tree.tag[row] == FIGURE:
                figure, figure_end = row, max(figure_end, self._tree.end[row])
            self._places[row].figure, self._places[row].in_figure = figure, row < figure_end
        if self.first < 0:
            raise ValueError("no text was kept")
        self._has_figures = figure >= 0
        for row in range(n):
            place = &self._places[row]
            if self._has_figures:
                self._sums[row + 1].in_figures = self._sums[row].in_figures
                if self._tree.tag[row] == FIGURE:
                    self._sums[row + 1].in_figures += self.chars(row)
            if row == 0 or self.chars(row):
                place.host, place.names = row, 0
            else:
                place.host = self._places[self._tree.parent[row]].host
                place.names = self._places[self._tree.parent[row]].names | self.names_beside(row)

    # --- what a row has in it ---

    cdef inline int64_t chars(self, Py_ssize_t row) noexcept:
        return self._sums[self._tree.end[row]].chars - self._sums[row].chars

    cdef inline bint holds_kept(self, Py_ssize_t row) noexcept:
        return self._sums[self._tree.end[row]].kept > self._sums[row].kept

    cdef inline int64_t kept_chars(self, Py_ssize_t row) noexcept:
        return self._sums[self._tree.end[row]].kept_chars - self._sums[row].kept_chars

    # --- where to look ---

    def heading_before(self, Py_ssize_t first):
        """The row of the ``h1`` that stands little before a row; or else that row."""
        cdef Py_ssize_t row
        for row in range(first - 1, -1, -1):
            if self._tree.tag[row] == H1:
                return row if self._sums[first].chars - self._sums[self._tree.end[row]].chars <= MAX_CAPTION else first
        return first

    def with_figures(self, Py_ssize_t first, Py_ssize_t last):
        """From one row to another, or further: the first row and the end of all figures of which text was kept."""
        cdef Py_ssize_t row
        for row in range(self._tree.n if self._has_figures else 0):
            if self._tree.tag[row] == FIGURE and self.holds_kept(row):
                first, last = min(first, row), max(last, self._tree.end[row])
        return first, last

    def before(self, Py_ssize_t first):
        """The images that stand little before a row, the nearest of them first."""
        cdef Py_ssize_t row = first - 1
        cdef list found = []
        while row >= 0 and len(found) < MAX_AROUND and self._sums[first].chars - self._sums[row].chars <= MAX_CAPTION:
            if self._tree.tag[row] == IMG:
                found.append(row)
            row -= 1
        return found

    def around(self):
        """The images before the first and after the last kept text, in an element with both, where most of the text of
        the element around an image is kept. Where only the whole page has both, what stands before the text is its head."""
        cdef Py_ssize_t row, top = self.around_all()
        cdef int64_t host
        cdef list found = []
        for row in range(self.last if WHOLE[self._tree.tag[top]] else top, self._tree.end[top]):
            if self._tree.tag[row] == IMG and not self.first <= row < self.last:
                host = self.beyond_caption(self.host(row), True)
                if self.kept_chars(host) >= OF_KEPT * self.chars(host):
                    found.append(row)
        return found

    cdef Py_ssize_t around_all(self) noexcept:
        """The lowest element around the block of the first kept text that holds the last one too."""
        cdef Py_ssize_t top = max(self._tree.parent[self._tree.block_row[self.first]], 0)
        while self._tree.end[top] <= self.last:
            top = self._tree.parent[top]
        return top

    def between(self, Py_ssize_t first, Py_ssize_t last, Py_ssize_t heading):
        """The images from one row to another, in elements of which text is kept; and those beside the title, in an
        element of which no text is: it holds the row of the heading."""
        cdef Py_ssize_t row, host
        cdef list found = [], titled = []
        for row in range(first, last):
            if self._tree.tag[row] == IMG and not self.is_beside(row):
                host = self.beyond_caption(self.host(row), False)
                if self.holds_kept(host):
                    found.append(row)
                elif host <= heading < self._tree.end[host]:
                    titled.append(row)
        return found, titled

    # --- around an image ---

    cdef Py_ssize_t host(self, Py_ssize_t row) noexcept:
        """The nearest element around a row that has text."""
        return self._places[max(self._tree.parent[row], 0)].host

    cpdef bint is_beside(self, Py_ssize_t row):
        """Whether the names of a row and of what is between it and its host say that it is beside the content."""
        return (self._places[max(self._tree.parent[row], 0)].names | self.names_beside(row)) != 0

    cdef inline uint32_t names_beside(self, Py_ssize_t row) noexcept:
        """The families of the names of a row that are of what is beside the content. A figure is not named as buttons for
        sharing, but as one that has them."""
        return self._beside[self._tree.class_id[row]] & (~SHARING if self._tree.tag[row] == FIGURE else ~0)

    cpdef bint is_in_kept(self, Py_ssize_t row):
        """Whether text was kept of a row; if it has no text, of the nearest one around it that has."""
        return self.holds_kept(self._places[row].host)

    cdef Py_ssize_t beyond_caption(self, Py_ssize_t host, bint by_chars) noexcept:
        """A host itself or, where its text is a caption that was not kept, the nearest element with other text.

        by_chars: whether text that has no characters does not count as kept.
        """
        cdef int _
        for _ in range(MAX_AROUND):
            if host == 0 or not self.is_caption(host) or (self.kept_chars(host) > 0 if by_chars else self.holds_kept(host)):
                break
            host = self._tree.parent[host]
        return host

    cdef bint is_caption(self, Py_ssize_t host) noexcept:
        """Whether the text of a host, if it was not kept, is the caption of the images in it."""
        cdef const Sums* before = &self._sums[host]
        cdef const Sums* after = &self._sums[self._tree.end[host]]
        cdef int64_t chars = after.chars - before.chars
        if chars > MAX_CAPTION or self.names_beside(host):
            return False
        if after.captions == before.captions and (chars > MAX_UNNAMED or after.links > before.links):
            if not self._has_figures or not (
                self._places[host].in_figure or after.in_figures - before.in_figures >= OF_FIGURES * chars
            ):
                return False
        return 2 * (after.link_chars - before.link_chars) <= chars or self.is_own_figure(host)

    cdef bint is_own_figure(self, Py_ssize_t host) noexcept:
        """Whether a host is a figure, or a part of one, that is more than a link to another page."""
        cdef Py_ssize_t figure = self._places[host].figure
        if figure < 0 or host >= self._tree.end[figure]:
            return False
        return self._tree.tag[host] != A or self.chars(host) != self.chars(figure)
