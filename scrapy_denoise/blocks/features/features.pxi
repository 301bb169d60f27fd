"""What a page says of each of its text blocks: a row of numbers a block, in a few passes over the columns.

The signals are those of the published methods: lengths, link density and the neighbours' (paper 000), paths (001),
classes of tags and names (003), text for each link of the ancestors (004), a container's score as browsers' reader
views count it, similarity to the title. All counts are of code points or of words, so that scripts without spaces are
measured too.

`feature_groups.pxi` writes them.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint8_t

from scrapy_denoise.blocks.features.block_columns cimport FIELD_WIDTH, BlockFields, fields_of
from scrapy_denoise.page.columns.buffers cimport PageBuffers, TreeColumns, nodes_of, page_buffers
from scrapy_denoise.page.native.hash_table cimport Table, close_table, open_table
from scrapy_denoise.page.native.memory cimport allocate, release


NAMES = GROUP_NAMES
"""What each column of the features is (docs/methods/auto)."""


cdef Py_ssize_t number_blocks(const TreeColumns* tree, const int64_t* text_rows, Py_ssize_t n_texts, int32_t* block_of) noexcept:
    """Number the blocks of the text rows without gaps; returns how many there are."""
    cdef Py_ssize_t i
    cdef int32_t n = -1, last = -1
    for i in range(n_texts):
        if tree.block[text_rows[i]] != last:
            last = tree.block[text_rows[i]]
            n += 1
        block_of[i] = n
    return n + 1


def block_features(columns, bytes nodes not None, ClassIdPairs names not None, bytes address not None):
    """What is measured of a page's blocks, as the bytes of three arrays.

    nodes: of the page's signature. names: its names. address: of each kind of address, 0 or 1 (`address_features`).

    Returns float32, blocks x len(NAMES): the features. int32, 4 x blocks: the row of the block's element, its code
    points, the number of its group of blocks with the same path, and the position of its first text row. int32: for
    each text row the number of its block, without gaps.
    """
    cdef Measured m
    cdef PageBuffers page = page_buffers(columns)
    cdef bytes text = columns.text, title = columns.title
    cdef const int64_t* text_rows = page.texts.row
    cdef Py_ssize_t n_texts = page.texts.n
    cdef bytes row_blocks = PyBytes_FromStringAndSize(NULL, n_texts * sizeof(int32_t))
    cdef int32_t* block_of = <int32_t*>PyBytes_AS_STRING(row_blocks)
    m.hashes, m.tree = page.hashes, page.tree
    m.path, m.n_blocks = nodes_of(nodes).path, number_blocks(&m.tree, text_rows, n_texts, block_of)
    if nodes_of(nodes).n != m.tree.n or names._tree is not columns.tree_columns or PyBytes_GET_SIZE(address) != N_ADDRESS * sizeof(float):
        raise ValueError("columns of different lengths")
    cdef bytes features = PyBytes_FromStringAndSize(NULL, m.n_blocks * WIDTH * sizeof(float))
    cdef bytes block_columns = PyBytes_FromStringAndSize(NULL, FIELD_WIDTH * m.n_blocks)
    if m.n_blocks == 0:
        return features, block_columns, row_blocks
    m.families, m.address = names.families, <const float*>PyBytes_AS_STRING(address)
    cdef const uint8_t* at = <const uint8_t*>PyBytes_AS_STRING(title)
    read_title(at, at + PyBytes_GET_SIZE(title), &m.title_words)

    cdef Table paths, texts
    cdef Py_ssize_t n = m.tree.n, n_blocks = m.n_blocks
    cdef char* memory = <char*>allocate(
        NULL,
        n_blocks * (sizeof(Block) + sizeof(Group) + sizeof(LandmarksAfter))
        + (n + 1) * sizeof(Sums)
        + n * (sizeof(float) + DISTANCES)
    )
    m.blocks = <Block*>memory
    m.groups = <Group*>(m.blocks + n_blocks)
    m.sums = <Sums*>(m.groups + n_blocks)
    m.container = <float*>(m.sums + n + 1)
    cdef LandmarksAfter* ahead = <LandmarksAfter*>(m.container + n)
    m.distances = <uint8_t*>(ahead + n_blocks)
    cdef float* first = <float*>PyBytes_AS_STRING(features)
    cdef float* end
    cdef BlockFields fields = fields_of(block_columns)
    cdef Py_ssize_t i, k
    paths.entries = texts.entries = NULL
    try:
        open_table(&paths, n_blocks)
        open_table(&texts, 2 * n_blocks)
        at = <const uint8_t*>PyBytes_AS_STRING(text)
        with nogil:
            read_rows(&m, at)
            read_blocks(&m, &paths, at)
            score_containers(&m)
            count_copies(&m, &texts)
            find_landmarks_after(&m, ahead)
            end = write_features(first, &m, ahead)
            for k in range(n_blocks):
                fields.element_row[k] = m.blocks[k].element_row
                fields.chars[k] = m.blocks[k].chars
                fields.path_group[k] = m.blocks[k].path_group
            for i in range(n_texts - 1, -1, -1):
                fields.first[block_of[i]] = <int32_t>i
        assert end == first + n_blocks * WIDTH
    finally:
        close_table(&paths)
        close_table(&texts)
        release(memory)
    return features, block_columns, row_blocks
