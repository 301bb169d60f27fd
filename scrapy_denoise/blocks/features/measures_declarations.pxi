"""What is measured of a page and of its text blocks, as the groups of features read it."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from scrapy_denoise.page.columns.buffers cimport HashColumns, TreeColumns
from scrapy_denoise.page.native.hash_table cimport Table

cdef enum:
    N_FAMILIES = 20
    N_KINDS = 13
    DISTANCES = 33   # N_FAMILIES + N_KINDS
    N_COUNTED = 6

cdef uint8_t HEADING_RANK[256]   # 6 for h1 ... 1 for h6, else 0


cdef struct Block:
    TextCounts text
    int32_t first       # its first text row
    int32_t stop        # one past its last text row
    int32_t element_row  # the row of its element
    int32_t chars
    int32_t link_chars
    int32_t links
    int32_t punctuation
    int32_t emphasised
    int32_t fragments   # text rows
    int32_t path_group  # the number of the group of blocks with the same path
    uint32_t text_hash  # of its texts together
    uint32_t mask_hash  # and of them with digit runs as one 0
    int32_t copies      # blocks of the page with the same text, itself included
    int32_t alike       # and with the same text but for its digits
    uint8_t starts_low


cdef struct Group:      # of the blocks with the same path
    int32_t blocks
    int32_t chars
    int32_t link_chars
    int32_t punctuation


cdef struct Sums:       # over all rows before one
    int32_t chars
    int32_t link_chars
    int32_t punctuation
    int32_t blocks
    int32_t links


cdef struct Measured:   # what the groups read
    HashColumns hashes
    TreeColumns tree
    const uint32_t* families  # of each pair of names
    const uint64_t* path
    const float* address
    Py_ssize_t n_blocks
    Block* blocks
    Group* groups
    Sums* sums           # of each row, and of the end
    uint8_t* distances   # of each element's row, DISTANCES: steps up to the nearest element of each family and kind
    float* container     # of each row, its score as a container of paragraphs
    float best_container
    int32_t top          # the row of the best container
    int32_t title        # the block most similar to the page's title; -1 where none is
    TitleWords title_words
    int32_t first_comment                # the block after the first element that is named comments; -1: none
    int32_t named[N_COUNTED]             # elements of each counted family
    int32_t paragraphs, wide, words      # of the page


cdef inline float share(double part, double whole) noexcept nogil:
    return <float>(part / whole) if whole > 0 else 0.0


cdef inline Sums between(const Measured* m, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """The sums over the rows from one up to another."""
    cdef const Sums* low = &m.sums[start]
    cdef const Sums* high = &m.sums[stop]
    return Sums(
        high.chars - low.chars, high.link_chars - low.link_chars, high.punctuation - low.punctuation,
        high.blocks - low.blocks, high.links - low.links,
    )


cdef inline int rank_of(const Measured* m, const Block* b) noexcept nogil:
    """The rank of the heading that a block's element is; 0 for others."""
    cdef uint16_t tag = m.tree.tag[b.element_row]
    return HEADING_RANK[tag] if tag < 256 else 0


cdef void read_rows(Measured* m, const uint8_t* text) noexcept nogil
cdef void count_copies(Measured* m, Table* texts) noexcept nogil
cdef void read_blocks(Measured* m, Table* paths, const uint8_t* text) noexcept nogil
cdef void score_containers(Measured* m) noexcept nogil
