"""What a first model says of the blocks around a block: the features that a second model reads beside the block's own.

Stacked sequential learning (W. Cohen and V. Carvalho, "Stacked sequential learning", IJCAI 2005): an article is a run of
blocks, so whether a block belongs to it depends on what its neighbours are, where the run begins and ends, and how much
of the page's content stands before and behind the block.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport NAN, exp, fabs, isnan, log, log1p
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

from scrapy_denoise.blocks.features.block_columns cimport BlockFields, fields_of
from scrapy_denoise.page.columns.buffers cimport PageBuffers, TreeColumns, page_buffers
from scrapy_denoise.page.native.memory cimport allocate, release

cdef enum:
    SCORES_BESIDE = 3      # blocks on either side whose scores are read one by one
    LIKELY = 2      # scores from which a block is likely to be content
    WINDOWS = 3     # blocks on either side whose scores are read together
    SCORE_LEVELS = 4      # ancestors whose blocks are read together
    CONTEXT_WIDTH = 44      # of all

cdef double SMOOTH = 0.01  # added to both odds: no block is certain
cdef float NO_BLOCK = -5   # the log-odds beside the first and the last block
cdef float SURE = 3        # log-odds from which the first model decides alone
cdef double IN_RUN = 0.4   # score above which a block lengthens the run of content
cdef double NO_BLOCK_CHARS = 1e6      # characters to a block that is not there
cdef float MANY = 999      # blocks to it
cdef double[LIKELY] LIKELY_FROM = [0.5, 0.9]
cdef Py_ssize_t[WINDOWS] WINDOW = [4, 12, 40]

CONTEXT = [
    "score",
    *(f"score_{side}{i}" for side in ("before", "after") for i in range(1, SCORES_BESIDE + 1)),
    *(f"content_{side}" for side in ("before", "after")),
    *(f"{kind}_chars_{side}" for kind in ("content", "noise") for side in ("before", "after")),
    *(f"{unit}_to_{side}_{name}" for name in ("likely", "sure") for unit in ("chars", "blocks") for side in ("last", "next")),
    *(f"mean_score_{side}_{size}" for size in (4, 12, 40) for side in ("before", "after")),
    "part_of_run", "chars_behind_run", "chars_before_run", "content_in_run", "content_behind_run",
    *(f"{kind}_in_ancestor{i}" for i in range(1, SCORE_LEVELS + 1) for kind in ("mean_score", "content")),
    "highest_score", "mean_score", "content_chars", "block_chars",
]  # fmt: skip
"""Names of the features, in the order of their columns.

score: the block's log-odds by the first model, as those of the blocks beside it. "content" is the number of characters
that are expected to be content, each block's times its score, as a share of the page's; "noise" are the others. The run
is the one whose blocks have the highest sum of characters times what their score is above IN_RUN.
"""
assert len(CONTEXT) == CONTEXT_WIDTH


cdef inline double log_odds(double score) noexcept nogil:
    return log((score + SMOOTH) / (1 + SMOOTH - score))


cdef struct Scored:  # the blocks of a page, with what the first model says of them
    Py_ssize_t n
    const float* score
    double* odds      # log-odds, with SCORES_BESIDE more before and behind
    double* content   # expected characters of content before each block, and of all
    double* chars     # characters before each block, and of all
    int64_t* row      # of the block's first text
    int32_t* last     # LIKELY x n: the last such block before each; -1 where there is none
    int32_t* next     # the same behind each; n
    Py_ssize_t start  # of the run
    Py_ssize_t stop   # behind it
    float highest


cdef void read_scores(Scored* s, const BlockFields* fields, const int64_t* text_rows) noexcept nogil:
    """Fill the columns of `s`."""
    cdef Py_ssize_t i, k, start = 0
    cdef double size, p, total = 0, best = 0
    cdef int32_t seen
    s.highest, s.start, s.stop = 0, 0, 0
    s.content[0] = s.chars[0] = 0
    for i in range(SCORES_BESIDE):
        s.odds[i] = s.odds[SCORES_BESIDE + s.n + i] = NO_BLOCK
    for i in range(s.n):
        p = s.score[i]
        size = max(fields.chars[i], 1)
        s.odds[SCORES_BESIDE + i] = log_odds(p)
        s.content[i + 1] = s.content[i] + p * size
        s.chars[i + 1] = s.chars[i] + size
        s.row[i] = text_rows[fields.first[i]]
        s.highest = max(s.highest, s.score[i])
        if total <= 0:
            total, start = 0, i
        total += (p - IN_RUN) * size
        if total > best or i == 0:
            best, s.start, s.stop = total, start, i + 1
    for k in range(LIKELY):
        seen = -1
        for i in range(s.n):
            s.last[k * s.n + i] = seen
            if s.score[i] > LIKELY_FROM[k]:
                seen = <int32_t>i
        seen = <int32_t>s.n
        for i in range(s.n - 1, -1, -1):
            s.next[k * s.n + i] = seen
            if s.score[i] > LIKELY_FROM[k]:
                seen = <int32_t>i


cdef inline Py_ssize_t first_from(const Scored* s, int64_t row) noexcept nogil:
    """The first block whose text begins at this row or behind it."""
    cdef Py_ssize_t low = 0, high = s.n, middle
    while low < high:
        middle = (low + high) // 2
        if s.row[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline double mean_score(const Scored* s, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    return (s.content[stop] - s.content[start]) / (s.chars[stop] - s.chars[start] + 1)


cdef float* write_context(
    float* f, const Scored* s, const TreeColumns* tree, int32_t element_row, Py_ssize_t i
) noexcept nogil:
    """Write the features of a block; returns where they end."""
    cdef double all_content = s.content[s.n] + 1e-9, behind
    cdef Py_ssize_t k, start, stop
    cdef int32_t row = element_row
    f[0] = <float>s.odds[SCORES_BESIDE + i]
    for k in range(SCORES_BESIDE):
        f[1 + k] = <float>s.odds[SCORES_BESIDE + i - 1 - k]
        f[1 + SCORES_BESIDE + k] = <float>s.odds[SCORES_BESIDE + i + 1 + k]
    f += 1 + 2 * SCORES_BESIDE
    behind = s.content[s.n] - s.content[i + 1]
    f[0] = <float>(s.content[i] / all_content)
    f[1] = <float>(behind / all_content)
    f[2] = <float>log1p(s.content[i])
    f[3] = <float>log1p(behind)
    f[4] = <float>log1p(s.chars[i] - s.content[i])
    f[5] = <float>log1p(max(s.chars[s.n] - s.chars[i + 1] - behind, 0))
    f += 6
    for k in range(LIKELY):
        start, stop = s.last[k * s.n + i], s.next[k * s.n + i]
        f[0] = <float>(s.chars[i] - s.chars[start + 1] if start >= 0 else NO_BLOCK_CHARS)
        f[1] = <float>(s.chars[stop] - s.chars[i + 1] if stop < s.n else NO_BLOCK_CHARS)
        f[2] = <float>(i - start) if start >= 0 else MANY
        f[3] = <float>(stop - i) if stop < s.n else MANY
        f += 4
    for k in range(WINDOWS):
        f[0] = <float>mean_score(s, max(i - WINDOW[k], 0), i)
        f[1] = <float>mean_score(s, i + 1, min(i + 1 + WINDOW[k], s.n))
        f += 2
    f[0] = s.start <= i < s.stop
    f[1] = <float>(s.chars[i] - s.chars[s.stop]) if i >= s.stop else 0
    f[2] = <float>(s.chars[s.start] - s.chars[i + 1]) if i < s.start else 0
    f[3] = <float>((s.content[s.stop] - s.content[s.start]) / all_content)
    f[4] = <float>((s.content[i + 1] - s.content[s.stop]) / all_content) if i >= s.stop else 0
    f += 5
    for _ in range(SCORE_LEVELS):
        if tree.parent[row] >= 0:
            row = tree.parent[row]
        start, stop = first_from(s, row), first_from(s, tree.end[row])
        f[0] = <float>mean_score(s, start, stop)
        f[1] = <float>((s.content[stop] - s.content[start]) / all_content)
        f += 2
    f[0] = s.highest
    f[1] = <float>(s.content[s.n] / s.chars[s.n])
    f[2] = <float>log1p(s.content[s.n])
    f[3] = <float>(s.chars[i + 1] - s.chars[i])
    return f + 4


def in_context(columns, bytes table not None, bytes block_columns not None, bytes scores not None, bytes known=None):
    """The features of the blocks of which a first model is not sure, with what it says of the blocks around.

    table: the features of the blocks, of `columns`, that the first model has read. block_columns: their other columns.
    scores: what it says of each, float32. known: scores that are known already, NaN for the others: such a block is not
    asked about.

    Returns float32, blocks x (their features and CONTEXT), only filled for the blocks that are asked about; and float32,
    NaN for those, the first score for the others. None where it is sure of all.
    """
    cdef Py_ssize_t n = fields_of(block_columns).n, n_texts, width, i, asked = 0
    if n == 0:
        return None
    if (
        PyBytes_GET_SIZE(scores) != n * <Py_ssize_t>sizeof(float)
        or PyBytes_GET_SIZE(table) % (n * <Py_ssize_t>sizeof(float))
        or (known is not None and PyBytes_GET_SIZE(known) != PyBytes_GET_SIZE(scores))
    ):
        raise ValueError("columns of different lengths")
    width = PyBytes_GET_SIZE(table) // (n * <Py_ssize_t>sizeof(float))
    cdef PageBuffers page = page_buffers(columns)
    cdef TreeColumns tree = page.tree
    cdef BlockFields fields = fields_of(block_columns)
    cdef const int64_t* text_rows = page.texts.row
    cdef const float* before = NULL
    if known is not None:
        before = <const float*>PyBytes_AS_STRING(known)
    cdef const float* own = <const float*>PyBytes_AS_STRING(table)
    n_texts = page.texts.n
    for i in range(n):
        if not 0 <= fields.first[i] < n_texts or not 0 <= fields.element_row[i] < tree.n:
            raise ValueError("columns of different pages")
    cdef Scored s
    s.n, s.score = n, <const float*>PyBytes_AS_STRING(scores)
    cdef bytes left = PyBytes_FromStringAndSize(NULL, n * sizeof(float))
    cdef float* ask = <float*>PyBytes_AS_STRING(left)
    cdef bytes wide
    cdef float* f
    cdef char* memory = <char*>allocate(
        NULL,
        (n + 2 * SCORES_BESIDE + 2 * (n + 1)) * sizeof(double) + n * sizeof(int64_t) + 2 * LIKELY * n * sizeof(int32_t)
    )
    try:
        s.odds = <double*>memory
        s.content = s.odds + n + 2 * SCORES_BESIDE
        s.chars = s.content + n + 1
        s.row = <int64_t*>(s.chars + n + 1)
        s.last = <int32_t*>(s.row + n)
        s.next = s.last + LIKELY * n
        with nogil:
            read_scores(&s, &fields, text_rows)
            for i in range(n):
                ask[i] = s.score[i]
                if fabs(s.odds[SCORES_BESIDE + i]) < SURE and (before == NULL or isnan(before[i])):
                    ask[i] = NAN
                    asked += 1
        if not asked:
            return None
        wide = PyBytes_FromStringAndSize(NULL, n * (width + CONTEXT_WIDTH) * sizeof(float))
        f = <float*>PyBytes_AS_STRING(wide)
        with nogil:
            for i in range(n):
                if isnan(ask[i]):
                    memcpy(f, own + i * width, width * sizeof(float))
                    write_context(f + width, &s, &tree, fields.element_row[i], i)
                f += width + CONTEXT_WIDTH
    finally:
        release(memory)
    return wide, left


def averaged(bytes first not None, bytes second not None, bytes left not None):
    """The scores by two models: float32, the logistic of the mean of their log-odds where `left` is NaN, else the first.

    first, second, left: float32, of each block, the bytes of the arrays.
    """
    cdef Py_ssize_t n = PyBytes_GET_SIZE(first) // <Py_ssize_t>sizeof(float), i
    if PyBytes_GET_SIZE(second) != PyBytes_GET_SIZE(first) or PyBytes_GET_SIZE(left) != PyBytes_GET_SIZE(first):
        raise ValueError("columns of different lengths")
    cdef bytes found = PyBytes_FromStringAndSize(NULL, n * sizeof(float))
    cdef float* score = <float*>PyBytes_AS_STRING(found)
    cdef const float* a = <const float*>PyBytes_AS_STRING(first)
    cdef const float* b = <const float*>PyBytes_AS_STRING(second)
    cdef const float* asked = <const float*>PyBytes_AS_STRING(left)
    cdef double odds
    for i in range(n):
        score[i] = a[i]
        if isnan(asked[i]):
            odds = (log_odds(a[i]) + log((b[i] + 1e-7) / (1 + 1e-7 - b[i]))) / 2
            score[i] = <float>(1 / (1 + exp(-odds)))
    return found
