"""What the blocks of a page score where its siblings' blocks at the same paths have a say."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.math cimport exp, log
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

# What the page itself says counts as much as this many siblings: its own text, and all its text at the path.
cdef double OWN = 1
cdef double PATH = 1.3

cdef double FLOOR = 0.02  # keeps log-odds finite


cdef struct Path:
    uint64_t hash
    double odds     # sum of log-odds over the siblings that have the path
    double chars    # of the sibling at hand
    double content
    double own_chars  # of the page itself
    double own_content
    int32_t siblings
    int32_t last    # sibling that added to it last


cdef inline double odds_of(double score) noexcept nogil:
    return log((score + FLOOR) / (1 + FLOOR - score))


cdef inline Py_ssize_t find(const uint64_t* texts, Py_ssize_t n, uint64_t text) noexcept nogil:
    cdef Py_ssize_t low = 0, high = n, middle
    while low < high:
        middle = (low + high) // 2
        if texts[middle] < text:
            low = middle + 1
        else:
            high = middle
    return low if low < n and texts[low] == text else -1


def agree(
    const uint64_t[::1] texts not None,
    const uint8_t[:, ::1] has not None,
    const int64_t[::1] siblings not None,
    const int64_t[::1] starts not None,
    const uint64_t[::1] paths not None,
    const int64_t[::1] places not None,
    const uint8_t[::1] scores not None,
    const int32_t[::1] chars not None,
    const uint64_t[::1] own_paths not None,
    const uint64_t[::1] own_texts not None,
    const int32_t[::1] own_chars not None,
    const int32_t[::1] block_of not None,
    const float[::1] own_scores not None,
    float[::1] found not None,
    float[::1] repeated not None,
):
    """Average the log-odds of a page's blocks with those of all text at the same path, on it and on its siblings.

    texts: sorted hashes; has: for each, a flag for each sample. siblings: which samples are asked. starts, paths,
    places, scores, chars: the text rows of all samples, one sample from each start, their text as a place in
    `texts`, scores of 0 to 255. own_*: the page's text rows, block_of their blocks, own_scores the blocks'.

    A text's score counts for as much as it is not repeated, ``1 - n / (k + 1)`` where n of the k siblings (and the
    page) have the text at that path besides the one at hand. The page's text counts OWN times, the mean of
    its path on the page PATH times, the mean of the path on each sibling that has it once; the score that comes of
    it is lowered by the square of the share, as a text that nearly all pages have is no content. Fills in, for each block, `found`: the score, 0 to
    1, and `repeated`: the share ``n / (k + 1)``, both averaged over its characters.
    """
    cdef Py_ssize_t n = own_paths.shape[0], n_blocks = found.shape[0], k = siblings.shape[0], n_texts = texts.shape[0]
    cdef Py_ssize_t i, j, s, place, slot, slots = 16, count
    cdef double score
    cdef Path* p
    if min(own_texts.shape[0], own_chars.shape[0], block_of.shape[0]) < n or has.shape[0] < n_texts:
        raise ValueError("columns of different lengths")
    if own_scores.shape[0] < n_blocks or repeated.shape[0] < n_blocks:
        raise ValueError("columns of different lengths")
    for s in range(k):
        if not 0 <= siblings[s] < starts.shape[0] - 1:
            raise ValueError("no such sample")
    while slots < 2 * n:
        slots *= 2
    cdef Path* table = <Path*>PyMem_Malloc(slots * sizeof(Path))
    cdef uint8_t* mine = <uint8_t*>PyMem_Malloc(n_texts + 1)
    cdef double* block_chars = <double*>PyMem_Malloc((n_blocks + 1) * sizeof(double))
    cdef int64_t* own_places = <int64_t*>PyMem_Malloc((n + 1) * sizeof(int64_t))
    cdef double* shares = <double*>PyMem_Malloc((n + 1) * sizeof(double))
    if table == NULL or mine == NULL or block_chars == NULL or own_places == NULL or shares == NULL:
        PyMem_Free(table)
        PyMem_Free(mine)
        PyMem_Free(block_chars)
        PyMem_Free(own_places)
        PyMem_Free(shares)
        raise MemoryError()
    with nogil:
        memset(table, 0, slots * sizeof(Path))
        memset(mine, 0, n_texts + 1)
        for i in range(n):
            own_places[i] = find(&texts[0], n_texts, own_texts[i])
            if own_places[i] >= 0:
                mine[own_places[i]] = 1
            shares[i] = 0
            if own_places[i] >= 0:
                for j in range(k):
                    shares[i] += has[own_places[i], siblings[j]]
                shares[i] /= k + 1
            p = slot_of(table, slots, own_paths[i])
            p.hash = own_paths[i]
            p.own_chars += own_chars[i]
            p.own_content += own_chars[i] * own_scores[block_of[i]] * (1 - shares[i])
        for s in range(k):
            for i in range(starts[siblings[s]], starts[siblings[s] + 1]):
                p = slot_of(table, slots, paths[i])
                if p.hash != paths[i]:
                    continue  # a path that the page has not
                count = mine[places[i]] - 1
                for j in range(k):
                    count += has[places[i], siblings[j]]
                if p.last != s + 1:
                    if p.last:
                        p.odds += odds_of(p.content / p.chars)
                        p.siblings += 1
                    p.last = <int32_t>(s + 1)
                    p.chars = p.content = 0
                p.chars += chars[i]
                p.content += chars[i] * (scores[i] / 255.0) * (1 - count / <double>(k + 1))
        for i in range(slots):
            p = &table[i]
            if p.last:
                p.odds += odds_of(p.content / p.chars)
                p.siblings += 1
        for i in range(n_blocks):
            found[i] = repeated[i] = 0
            block_chars[i] = 0
        for i in range(n):
            p = slot_of(table, slots, own_paths[i])
            score = OWN * odds_of(own_scores[block_of[i]] * (1 - shares[i]))
            score += PATH * odds_of(p.own_content / p.own_chars)
            score = (score + p.odds) / (OWN + PATH + p.siblings)
            found[block_of[i]] += <float>(own_chars[i] * (1 - shares[i] * shares[i]) / (1 + exp(-score)))
            repeated[block_of[i]] += <float>(own_chars[i] * shares[i])
            block_chars[block_of[i]] += own_chars[i]
        for i in range(n_blocks):
            if block_chars[i] > 0:
                found[i] /= <float>block_chars[i]
                repeated[i] /= <float>block_chars[i]
    PyMem_Free(table)
    PyMem_Free(mine)
    PyMem_Free(block_chars)
    PyMem_Free(own_places)
    PyMem_Free(shares)


cdef inline Path* slot_of(Path* table, Py_ssize_t slots, uint64_t path) noexcept nogil:
    """Where a path is in the table, or the free place where it would be."""
    cdef Py_ssize_t slot = <Py_ssize_t>((path * <uint64_t>0x9E3779B97F4A7C15) >> 20) & (slots - 1)
    while table[slot].hash != path and table[slot].hash:
        slot = (slot + 1) & (slots - 1)
    return &table[slot]
