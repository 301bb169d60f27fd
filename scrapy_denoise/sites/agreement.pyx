"""A page compared with the samples of its site: which are its siblings, and what its blocks score where the siblings'
blocks at the same paths have a say."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.math cimport NAN, exp, isnan, log
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.layout cimport Nodes, Stored, Texts, nodes_of, stored_of, texts_of
from scrapy_denoise.page.hashing cimport jaccard
from scrapy_denoise.page.ordered cimport place_of

from scrapy_denoise.blocks.features import NAMES

# What counts how much: the text's own score, that of all the page's text at the path, and so of its siblings' (these
# together for so many more than they are: one says much already); of a sibling that has not the path so much of what its
# text under the nearest element around says that it has.
cdef double OWN = 1
cdef double PATH = 1.3
cdef double MORE = 1
cdef double OTHER = 0.3

cdef double FLOOR = 0.02  # keeps log-odds finite

cdef enum:
    UP = 3  # `signature.AROUND`
    CODE_LEVELS = 6  # elements up to which a `pre` or `code` around a block makes it source code

cdef Py_ssize_t IN_PRE = NAMES.index("in_pre")


cdef struct Path:
    uint64_t hash       # of a text, or of an element around one
    double chars        # of the sibling at hand, all text at the path or up to UP elements below it
    double content
    double own_chars    # of the page itself
    double own_content
    double own_whole    # the same, repeated or not
    double said         # by the page and the siblings: log-odds by their weights
    double weight       # of what was said; 0 before they are asked
    int32_t last        # sibling that added to it last, from 1
    int32_t around      # number of the path of the element around it; -1 where it is not asked for


cdef struct Paths:
    Path* path
    int32_t n
    int32_t* slot   # a hash table: number of a path, from 1; 0 where free
    Py_ssize_t slots


cdef inline double odds_of(double score) noexcept nogil:
    return log((score + FLOOR) / (1 + FLOOR - score))


cdef class Samples:
    """The samples of a template side by side, as a page is compared with them.

    sketches: a row a sample; digests, contents: of each. texts: the distinct hashes of their texts, sorted; has: for
    each text a row of flags, a sample a column; means: what each scored in the mean, 0 to 1. starts, paths, around,
    places, scores, chars: the text rows of all samples, one sample from each start, with the paths of the UP elements
    around each, the nearest first, 0 above the root; their text as a place in `texts`, scores of 0 to 255.
    """

    cdef const uint32_t[:, ::1] sketches
    cdef const uint64_t[::1] digests, contents, texts, paths
    cdef const uint64_t[:, ::1] around
    cdef const uint8_t[:, ::1] has
    cdef const float[::1] means
    cdef const int64_t[::1] starts, places
    cdef const uint8_t[::1] scores
    cdef const int32_t[::1] chars
    cdef const uint8_t[::1] scored

    def __init__(
        self, sketches, digests, contents, texts, has, means, starts, paths, around, places, scores, chars, scored
    ):
        self.sketches, self.digests, self.contents = sketches, digests, contents
        self.texts, self.has, self.means = texts, has, means
        self.starts, self.paths, self.around, self.places = starts, paths, around, places
        self.scores, self.chars, self.scored = scores, chars, scored
        n, rows = self.sketches.shape[0], self.paths.shape[0]
        if not n == self.digests.shape[0] == self.contents.shape[0] == self.has.shape[1] == self.starts.shape[0] - 1:
            raise ValueError("columns of different lengths")
        if not rows == self.places.shape[0] == self.scores.shape[0] == self.chars.shape[0] == self.starts[n]:
            raise ValueError("columns of different lengths")
        if self.scored.shape[0] != n:
            raise ValueError("columns of different lengths")
        if self.around.shape[0] != rows or self.around.shape[1] != UP:
            raise ValueError("columns of different lengths")
        if not self.has.shape[0] == self.texts.shape[0] == self.means.shape[0]:
            raise ValueError("columns of different lengths")

    def alike(self, bytes sketch not None, uint64_t digest, uint64_t content, double least, double relative):
        """The samples that are at least so much alike (`likeness`), the most alike first, of equals the first; a list
        of numbers.

        relative: and at least this share of what the most alike one is. A sample that has the page's digest or content
        is the page itself.
        """
        cdef Py_ssize_t i, best, n = self.sketches.shape[0], bins = self.sketches.shape[1]
        cdef list found = []
        if PyBytes_GET_SIZE(sketch) != bins * <Py_ssize_t>sizeof(uint32_t):
            raise ValueError("sketches of different lengths")
        if n == 0:
            return found
        cdef double* alike = <double*>PyMem_Malloc(n * sizeof(double))
        if alike == NULL:
            raise MemoryError()
        for i in range(n):
            if self.digests[i] == digest or self.contents[i] == content:
                alike[i] = -1
            else:
                alike[i] = jaccard(<const uint32_t*>PyBytes_AS_STRING(sketch), &self.sketches[i, 0], bins)
        while True:  # a site has few samples, and fewer of a layout
            best = -1
            for i in range(n):
                if alike[i] >= least and (best < 0 or alike[i] > alike[best]):
                    best = i
            if best < 0:
                break
            if not found and relative * alike[best] > least:
                least = relative * alike[best]
            found.append(best)
            alike[best] = -1
        PyMem_Free(alike)
        return found

    def other_articles(self, signature, list samples not None, double duplicate):
        """Of these samples, without those that have at least this share of the text that few of them have.

        Few: at most a third of the samples. signature: of the page.
        """
        cdef Texts own = texts_of(signature.text_hashes)
        cdef Stored stored = stored_of(signature.stored)
        cdef Py_ssize_t i, s, place, count, n = len(samples)
        cdef int64_t rare = 0
        cdef int64_t* sample = self.numbers(samples)
        cdef int64_t* shared = <int64_t*>PyMem_Malloc((n + 1) * sizeof(int64_t))
        if shared == NULL:
            PyMem_Free(sample)
            raise MemoryError()
        memset(shared, 0, (n + 1) * sizeof(int64_t))
        for i in range(own.n):
            place = place_of(&self.texts[0], self.texts.shape[0], own.hash[i])
            count = self.count(place, sample, n) if place >= 0 else 0
            if count <= n // 3:
                rare += stored.chars[own.row[i]]
                if count:
                    for s in range(n):
                        if self.has[place, sample[s]]:
                            shared[s] += stored.chars[own.row[i]]
        cdef double limit = max(1, duplicate * rare)
        cdef list found = [samples[s] for s in range(n) if shared[s] < limit]
        PyMem_Free(sample)
        PyMem_Free(shared)
        return found

    cdef inline int16_t count(self, Py_ssize_t place, const int64_t* samples, Py_ssize_t n) noexcept nogil:
        """How many of some samples have a text."""
        cdef int16_t found = 0
        cdef Py_ssize_t i
        for i in range(n):
            found += self.has[place, samples[i]]
        return found

    cdef int64_t* numbers(self, list samples) except NULL:
        """The numbers of samples, checked."""
        cdef int64_t* found = <int64_t*>PyMem_Malloc((len(samples) + 1) * sizeof(int64_t))
        cdef Py_ssize_t i
        if found == NULL:
            raise MemoryError()
        for i in range(len(samples)):
            found[i] = samples[i]
            if not 0 <= found[i] < self.sketches.shape[0]:
                PyMem_Free(found)
                raise ValueError("no such sample")
        return found

    def known(self, signature, const int32_t[::1] block_of not None, Py_ssize_t n_blocks, list siblings not None):
        """What is known of a page's texts: the bytes of an int64 array, for each text row the place of its text among
        those of the samples, -1 where none has it; and of a float32 array, for each block the mean of its texts' mean
        scores, NaN where one of them stands on no sibling.
        """
        cdef Texts own = texts_of(signature.text_hashes)
        cdef Py_ssize_t i, k = len(siblings), rows = 0, block = -1
        cdef bytes place_bytes = PyBytes_FromStringAndSize(NULL, own.n * sizeof(int64_t))
        cdef bytes score_bytes = PyBytes_FromStringAndSize(NULL, n_blocks * sizeof(float))
        cdef int64_t* place = <int64_t*>PyBytes_AS_STRING(place_bytes)
        cdef float* score = <float*>PyBytes_AS_STRING(score_bytes)
        if block_of.shape[0] < own.n:
            raise ValueError("columns of different lengths")
        cdef int64_t* sibling = self.numbers(siblings)
        for i in range(n_blocks):
            score[i] = NAN
        for i in range(own.n):
            if not 0 <= block_of[i] < n_blocks:
                PyMem_Free(sibling)
                raise ValueError("no such block")
            if block_of[i] != block:
                block, rows = block_of[i], 0
                score[block] = 0
            place[i] = place_of(&self.texts[0], self.texts.shape[0], own.hash[i])
            if place[i] < 0 or not self.count(place[i], sibling, k):
                score[block] = NAN
            else:
                score[block] = (score[block] * rows + self.means[place[i]]) / (rows + 1)
            rows += 1
        PyMem_Free(sibling)
        return place_bytes, score_bytes

    def agree(
        self,
        signature,
        const int32_t[::1] block_of not None,
        const float[::1] own_scores not None,
        const float[:, ::1] features not None,
        bytes places not None,
        list siblings not None,
    ):
        """Average the log-odds of a page's blocks with those of all text at the same path, on it and on its siblings.

        signature: of the page; block_of: the blocks of its text rows, own_scores and features: the blocks'; places: of
        its texts, from `known`. siblings: the samples that are asked.

        A text's score counts for as much as it is not repeated, ``1 - n / (k + 1)`` where n of the k siblings (and the
        page) have the text at that path besides the one at hand. The page's text counts OWN times, the mean of
        its path on the page PATH times, the mean of the path on each sibling that has it ``1 + MORE / k`` times; of one
        that has it not, OTHER times as much the mean of the text in the nearest of the UP elements around that it has.
        The score that comes of it is lowered by the square of the share, as a text that nearly all pages have is no
        content. Source code has no lower score than without siblings: documentation says the same lines on many pages.
        Returns the bytes of two float32 arrays, for each block: the score, 0 to 1, and the share ``n / (k + 1)``, both
        averaged over its characters.
        """
        cdef Texts own = texts_of(signature.text_hashes)
        cdef Nodes nodes = nodes_of(signature.nodes)
        cdef const int32_t* own_chars = stored_of(signature.stored).chars
        cdef Py_ssize_t n = own.n, n_blocks = own_scores.shape[0], k = len(siblings), n_texts = self.texts.shape[0]
        cdef Py_ssize_t i, s, u, row, place, k_scored = 0
        cdef const int64_t* own_places = <const int64_t*>PyBytes_AS_STRING(places)
        cdef double score, content, chars, alone
        cdef Path* p
        cdef int32_t number[1 + UP]  # of the path of a sibling's text, and of those around it
        cdef uint64_t asked[1 + UP]  # whose numbers these are: mostly the text before has the same
        cdef uint64_t path
        if (block_of.shape[0] < n or PyBytes_GET_SIZE(places) != n * <Py_ssize_t>sizeof(int64_t)
                or features.shape[0] != n_blocks or features.shape[1] <= IN_PRE):
            raise ValueError("columns of different lengths")
        for i in range(n):
            if not (0 <= block_of[i] < n_blocks and own_places[i] < n_texts):
                raise ValueError("no such block or text")
        cdef Paths table = Paths(NULL, 0, NULL, 16)
        cdef Py_ssize_t most = min((1 + UP) * n, nodes.n)  # paths
        while table.slots < 2 * most:
            table.slots *= 2
        cdef bytes score_bytes = PyBytes_FromStringAndSize(NULL, n_blocks * sizeof(float))
        cdef bytes repeated_bytes = PyBytes_FromStringAndSize(NULL, n_blocks * sizeof(float))
        cdef float* found = <float*>PyBytes_AS_STRING(score_bytes)
        cdef float* repeated = <float*>PyBytes_AS_STRING(repeated_bytes)
        cdef int64_t* sibling = self.numbers(siblings)
        table.path = <Path*>PyMem_Malloc((most + 1) * sizeof(Path))
        table.slot = <int32_t*>PyMem_Malloc(table.slots * sizeof(int32_t))
        # of each path and sibling the share of its text that is content; NAN where it has none
        cdef float* of_sibling = NULL
        # in how many of the siblings and the page each text is; -1 until it is asked for
        cdef int16_t* counts = <int16_t*>PyMem_Malloc((n_texts + 1) * sizeof(int16_t))
        cdef double* block_chars = <double*>PyMem_Malloc((n_blocks + 1) * sizeof(double))
        cdef double* shares = <double*>PyMem_Malloc((n + 1) * sizeof(double))
        cdef int32_t* path_of = <int32_t*>PyMem_Malloc((n + 1) * sizeof(int32_t))
        cdef bint ready = (table.path != NULL and table.slot != NULL and counts != NULL and block_chars != NULL
                           and shares != NULL and path_of != NULL)
        if ready:
            memset(table.slot, 0, table.slots * sizeof(int32_t))
            memset(counts, 0xFF, (n_texts + 1) * sizeof(int16_t))
            for i in range(n):
                place = own_places[i]
                shares[i] = 0
                if place >= 0:
                    if counts[place] < 0:
                        counts[place] = 1 + self.count(place, sibling, k)
                    shares[i] = (counts[place] - 1) / <double>(k + 1)
                row = own.row[i]
                path_of[i] = with_around(&table, &nodes, row)
                p = &table.path[path_of[i]]
                p.own_chars += own_chars[row]
                p.own_content += own_chars[row] * own_scores[block_of[i]] * (1 - shares[i])
                p.own_whole += own_chars[row] * own_scores[block_of[i]]
            of_sibling = <float*>PyMem_Malloc((table.n * k + 1) * sizeof(float))
        if of_sibling == NULL:
            ready = False
        if ready:
            with nogil:
                for i in range(table.n * k):
                    of_sibling[i] = NAN
                for s in range(k):
                    if not self.scored[sibling[s]]:
                        continue
                    k_scored += 1
                    for u in range(1 + UP):
                        asked[u] = 0
                        number[u] = -1
                    for i in range(self.starts[sibling[s]], self.starts[sibling[s] + 1]):
                        place = self.places[i]
                        if counts[place] < 0:
                            counts[place] = self.count(place, sibling, k)
                        chars = self.chars[i]
                        content = chars * (self.scores[i] / 255.0) * (1 - (counts[place] - 1) / <double>(k + 1))
                        for u in range(1 + UP):
                            path = self.around[i, u - 1] if u else self.paths[i]
                            if path != asked[u]:
                                asked[u] = path
                                number[u] = number_of(&table, path)
                            add(&table, number[u], s, chars, content)
                    for i in range(table.n):
                        p = &table.path[i]
                        if p.last == s + 1 and p.chars > 0:
                            of_sibling[i * k + s] = <float>(p.content / p.chars)
                for i in range(n_blocks):
                    found[i] = repeated[i] = 0
                    block_chars[i] = 0
                for i in range(n):
                    row = own.row[i]
                    p = &table.path[path_of[i]]
                    if not p.weight:
                        ask(&table, of_sibling, path_of[i], k, k_scored)
                    score = OWN * odds_of(own_scores[block_of[i]] * (1 - shares[i])) + p.said
                    score = (1 - shares[i] * shares[i]) / (1 + exp(-score / (OWN + p.weight)))
                    if features[block_of[i], IN_PRE] <= CODE_LEVELS:
                        alone = OWN * odds_of(own_scores[block_of[i]]) + PATH * odds_of(p.own_whole / p.own_chars)
                        score = max(score, 1 / (1 + exp(-alone / (OWN + PATH))))
                    found[block_of[i]] += <float>(own_chars[row] * score)
                    repeated[block_of[i]] += <float>(own_chars[row] * shares[i])
                    block_chars[block_of[i]] += own_chars[row]
                for i in range(n_blocks):
                    if block_chars[i] > 0:
                        found[i] /= <float>block_chars[i]
                        repeated[i] /= <float>block_chars[i]
        PyMem_Free(sibling)
        PyMem_Free(table.path)
        PyMem_Free(table.slot)
        PyMem_Free(of_sibling)
        PyMem_Free(counts)
        PyMem_Free(block_chars)
        PyMem_Free(shares)
        PyMem_Free(path_of)
        if not ready:
            raise MemoryError()
        return score_bytes, repeated_bytes


cdef int32_t with_around(Paths* table, const Nodes* nodes, Py_ssize_t row) noexcept nogil:
    """The number of a text row's path, with those of the UP elements around it."""
    cdef int32_t number, first, n = table.n
    cdef Py_ssize_t level
    first = number = place_for(table, nodes.path[row])
    if table.n == n and table.path[first].around >= 0:
        return first  # as for another text before
    for level in range(UP):
        row = nodes.parent[row]
        if row < 0:
            break
        table.path[number].around = place_for(table, nodes.path[row])
        number = table.path[number].around
    return first


cdef inline void add(Paths* table, int32_t number, Py_ssize_t sibling, double chars, double content) noexcept nogil:
    """Add a sibling's text to a path, if the page has it."""
    if number < 0:
        return
    cdef Path* p = &table.path[number]
    if p.last != sibling + 1:
        p.last = <int32_t>(sibling + 1)
        p.chars = p.content = 0
    p.chars += chars
    p.content += content


cdef inline void ask(Paths* table, const float* of_sibling, int32_t number, Py_ssize_t k, Py_ssize_t k_scored) noexcept nogil:
    """Fill in what the page and its k siblings say of a text's path; a sibling without the path speaks for its nearest
    ancestor. Only k_scored of the siblings have scores."""
    cdef Py_ssize_t s, level
    cdef int32_t at
    cdef double share
    cdef Path* p = &table.path[number]
    p.said = PATH * odds_of(p.own_content / p.own_chars)
    p.weight = PATH
    for s in range(k):
        at = number
        for level in range(1 + UP):
            if not isnan(of_sibling[at * k + s]):
                share = (OTHER if level else 1) * (1 + MORE / <double>k_scored)
                p.said += share * odds_of(of_sibling[at * k + s])
                p.weight += share
                break
            at = table.path[at].around
            if at < 0:
                break


cdef inline Py_ssize_t slot_of(const Paths* table, uint64_t path) noexcept nogil:
    """Where a path is in the table, or the free place where it would be."""
    cdef Py_ssize_t slot = <Py_ssize_t>((path * <uint64_t>0x9E3779B97F4A7C15) >> 20) & (table.slots - 1)
    while table.slot[slot] and table.path[table.slot[slot] - 1].hash != path:
        slot = (slot + 1) & (table.slots - 1)
    return slot


cdef inline int32_t number_of(const Paths* table, uint64_t path) noexcept nogil:
    """The number of a path; -1 for one that the page has not."""
    return table.slot[slot_of(table, path)] - 1


cdef inline int32_t place_for(Paths* table, uint64_t path) noexcept nogil:
    """The number of a path, a new one if need be."""
    cdef Py_ssize_t slot = slot_of(table, path)
    if not table.slot[slot]:
        table.path[table.n] = Path(path, 0, 0, 0, 0, 0, 0, 0, 0, -1)
        table.n += 1
        table.slot[slot] = table.n
    return table.slot[slot] - 1
