"""The bins of the structural features of Quark's blocks, as passes over the rows of a page."""

from libc.stdint cimport int64_t, intptr_t

from scrapy_denoise.page.columns.buffers cimport HashColumns, PageBuffers, TreeColumns, page_buffers
from scrapy_denoise.page.native.memory cimport cleared, release


def feature_bins(
    columns,
    const intptr_t[::1] of_text not None,
    const intptr_t[::1] root not None,
    const double[::1] chars not None,
    const double[::1] link_chars not None,
    const double[::1] layout_share not None,
    double scale,
    tuple edges not None,
    const intptr_t[::1] root_class not None,
    intptr_t[:, ::1] found not None,
):
    """The bin of each feature of each block (see `structural_features`).

    of_text: for each text row, the number of its block. root, chars, link_chars, layout_share: for each block, as in
    `QuarkBlocks`. scale: the number of Latin characters that carry as much information as one character of the page.
    edges: the ascending lower ends of the bins of the first six features and of the depths. root_class: the class of
    each tag code. Fills `found`, of shape (blocks, 7).
    """
    cdef PageBuffers page = page_buffers(columns)
    cdef HashColumns hashes = page.hashes
    cdef TreeColumns tree = page.tree
    cdef const int64_t* rows = page.texts.row
    cdef Py_ssize_t i, k, block, n = root.shape[0], n_texts = of_text.shape[0], at = 0
    cdef int64_t before = 0, total = 0
    cdef const double[::1] ends
    if page.texts.n != n_texts:
        raise ValueError("columns of different lengths")
    if not chars.shape[0] == link_chars.shape[0] == layout_share.shape[0] == found.shape[0] == n:
        raise ValueError("columns of different lengths")
    if found.shape[1] != 7 or len(edges) != 7:
        raise ValueError("there are seven features")
    # the first six features of each block, at first as sums and maxima
    cdef double* value = <double*>cleared(6 * n * sizeof(double))
    try:
        for i in range(n_texts):
            block = of_text[i]
            if not 0 <= block < n:
                raise ValueError("no such block")
            total += hashes.chars[rows[i]]
            value[6 * block + 4] += tree.punctuation[rows[i]]
            if not tree.linked[rows[i]] and hashes.chars[rows[i]] > value[6 * block + 2]:
                value[6 * block + 2] = hashes.chars[rows[i]]
        for block in range(n):
            if not 0 <= root[block] < hashes.n:
                raise ValueError("a row that there is not")
            while at < n_texts and rows[at] < root[block]:
                before += hashes.chars[rows[at]]
                at += 1
            value[6 * block] = chars[block] * scale
            value[6 * block + 1] = link_chars[block] / max(chars[block], 1.0)
            value[6 * block + 2] *= scale
            value[6 * block + 3] = layout_share[block]
            value[6 * block + 5] = before / <double>max(total, 1)
        for k in range(7):
            ends = edges[k]
            for block in range(n):
                i = 0
                while i < ends.shape[0] and ends[i] <= (value[6 * block + k] if k < 6 else hashes.depth[root[block]]):
                    i += 1
                if k == 6:
                    i += root_class[min(<Py_ssize_t>tree.tag[root[block]], root_class.shape[0] - 1)] * (ends.shape[0] + 1)
                found[block, k] = i
    finally:
        release(value)
