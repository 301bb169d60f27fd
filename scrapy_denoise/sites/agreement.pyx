"""A page beside the samples of its site: which are its siblings, and what its blocks score where the blocks at the same
paths on its siblings have a say."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport NAN, exp, isnan, log
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.hashing cimport jaccard
from scrapy_denoise.page.layout cimport Nodes, Stored, Texts, nodes_of, stored_of, texts_of
from scrapy_denoise.page.ordered cimport place_of
from scrapy_denoise.page.table cimport Entry, Table, close_table, entry_of, make_room, number_of, open_table

from scrapy_denoise.blocks.features import NAMES

# Weights of the votes on a text's log-odds: its own score, its path's mean on this page, the same on each sibling; a
# sibling without the path votes with its nearest ancestor. The siblings together weigh MORE than their number: one
# alone says much already.
cdef double OWN = 1
cdef double PATH = 1.3
cdef double MORE = 1
cdef double ANCESTOR = 0.3

cdef double FLOOR = 0.02  # keeps log-odds finite

cdef enum:
    UP = 3           # `signature.ANCESTORS`
    CODE_LEVELS = 6  # ancestors among which a `pre` or `code` makes a block source code

cdef Py_ssize_t IN_PRE = NAMES.index("in_pre")
cdef Py_ssize_t WIDTH = len(NAMES)


cdef struct Path:
    double chars        # of the sibling at hand, all text at the path or up to UP elements below it
    double content
    double own_chars    # of the page itself
    double own_content
    double own_whole    # the same, repeated or not
    double said         # the votes of the page and its siblings: log-odds times their weights
    double weight       # of these votes; 0 before they are counted
    int32_t last        # the sibling that added to it last, from 1
    int32_t ancestor    # the number of the path of the element above; -1 where it is not asked for


cdef struct Paths:
    Path* path
    int32_t n
    Table numbers       # of the paths, from 1, by their hashes


cdef inline int count_bits(uint64_t bits) noexcept nogil:
    """How many bits are set: those of two, of four and of eight are added up side by side."""
    bits -= bits >> 1 & <uint64_t>0x5555555555555555
    bits = (bits & <uint64_t>0x3333333333333333) + (bits >> 2 & <uint64_t>0x3333333333333333)
    return <int>(((bits + (bits >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F) * <uint64_t>0x0101010101010101 >> 56)


cdef inline double odds_of(double score) noexcept nogil:
    return log((score + FLOOR) / (1 + FLOOR - score))


cdef class Samples:
    """The samples of a template side by side, as a page is compared with them.

    sketches: a row a sample; digests, contents: of each. texts: the distinct hashes of their texts, sorted; has: for
    each text a row of flags, a sample a column; means: what each scored in the mean, 0 to 1. starts, paths, ancestors,
    places, scores, chars: the text rows of all samples, one sample from each start, with the paths of their UP
    nearest ancestors, the nearest first, 0 above the root; their text as a place in `texts`; scores of 0 to 255.
    scored: whether each sample has scores; those of others are not looked at.
    """

    cdef const uint32_t[:, ::1] sketches
    cdef const uint64_t[::1] digests, contents, texts
    cdef const float[::1] means
    cdef const int64_t[::1] starts, places
    cdef const uint8_t[::1] scores
    cdef const int32_t[::1] chars
    cdef const uint8_t[::1] scored
    cdef bytes _paths, _numbers     # what the pointers point to
    cdef const uint64_t* paths      # the distinct paths of all texts and of their ancestors, n_paths of them
    cdef Py_ssize_t n_paths
    cdef bytes _flags
    cdef const uint64_t* flags      # of each text a bit for each sample that has it, in n_words words
    cdef Py_ssize_t n_words
    cdef const int32_t* numbers_of  # of each text 1 + UP numbers in `paths`: of its own, and of its ancestors'

    def __init__(
        self, sketches, digests, contents, texts, has, means, starts, paths, ancestors, places, scores, chars, scored
    ):
        self.sketches, self.digests, self.contents = sketches, digests, contents
        self.texts, self.means = texts, means
        self.starts, self.places = starts, places
        self.scores, self.chars, self.scored = scores, chars, scored
        n, rows = self.sketches.shape[0], self.places.shape[0]
        if not n == self.digests.shape[0] == self.contents.shape[0] == self.starts.shape[0] - 1:
            raise ValueError("columns of different lengths")
        if not rows == self.scores.shape[0] == self.chars.shape[0] == self.starts[n]:
            raise ValueError("columns of different lengths")
        if self.scored.shape[0] != n:
            raise ValueError("columns of different lengths")
        if not self.texts.shape[0] == self.means.shape[0]:
            raise ValueError("columns of different lengths")
        self.number_paths(paths, ancestors, rows)
        self.pack_flags(has)

    cdef int number_paths(self, const uint64_t[::1] paths, const uint64_t[:, ::1] ancestors, Py_ssize_t rows) except -1:
        """Number the distinct paths, once for all pages that are compared: a page has few of them, and looks each up."""
        cdef Table numbers
        cdef Entry* entry
        cdef Py_ssize_t i, u
        cdef uint64_t path
        if paths.shape[0] != rows or ancestors.shape[0] != rows or ancestors.shape[1] != UP:
            raise ValueError("columns of different lengths")
        self._numbers = PyBytes_FromStringAndSize(NULL, rows * (1 + UP) * sizeof(int32_t))
        cdef int32_t* found = <int32_t*>PyBytes_AS_STRING(self._numbers)
        open_table(&numbers, 64)
        try:
            for i in range(rows):
                for u in range(1 + UP):
                    path = ancestors[i, u - 1] if u else paths[i]
                    if i and path == (ancestors[i - 1, u - 1] if u else paths[i - 1]):
                        found[(1 + UP) * i + u] = found[(1 + UP) * (i - 1) + u]
                        continue
                    make_room(&numbers)
                    entry = entry_of(&numbers, path)
                    if entry.number == 0:
                        entry.number = <int32_t>numbers.used
                    found[(1 + UP) * i + u] = entry.number - 1
            self.n_paths = numbers.used
            self._paths = PyBytes_FromStringAndSize(NULL, self.n_paths * sizeof(uint64_t))
            for i in range(numbers.size):
                if numbers.entries[i].number:
                    (<uint64_t*>PyBytes_AS_STRING(self._paths))[numbers.entries[i].number - 1] = numbers.entries[i].key
        finally:
            close_table(&numbers)
        self.paths, self.numbers_of = <const uint64_t*>PyBytes_AS_STRING(self._paths), found
        return 0

    def alike(self, bytes sketch not None, uint64_t digest, uint64_t content, double least, double relative):
        """The numbers of the samples of at least this Jaccard similarity, the most similar first, of equals the first.

        relative: and at least this share of what the most alike one is. A sample that has the page's digest or content
        is the page itself.
        """
        cdef Py_ssize_t i, best, n = self.sketches.shape[0], bins = self.sketches.shape[1]
        cdef list found = []
        if PyBytes_GET_SIZE(sketch) != bins * <Py_ssize_t>sizeof(uint32_t):
            raise ValueError("sketches of different lengths")
        if n == 0:
            return found
        cdef bytes memory = PyBytes_FromStringAndSize(NULL, n * sizeof(double))
        cdef double* similarity = <double*>PyBytes_AS_STRING(memory)
        cdef const uint32_t* own = <const uint32_t*>PyBytes_AS_STRING(sketch)
        with nogil:
            for i in range(n):
                if self.digests[i] == digest or self.contents[i] == content:
                    similarity[i] = -1
                else:
                    similarity[i] = jaccard(own, &self.sketches[i, 0], bins)
        while True:  # a site has few samples, and fewer of a layout
            best = -1
            for i in range(n):
                if similarity[i] >= least and (best < 0 or similarity[i] > similarity[best]):
                    best = i
            if best < 0:
                break
            if not found and relative * similarity[best] > least:
                least = relative * similarity[best]
            found.append(best)
            similarity[best] = -1
        return found

    def places_of(self, signature):
        """Of each text row of a page the place of its text among those of the samples, -1 where none has it: the bytes
        of an int64 array. signature: of the page."""
        cdef Texts own = texts_of(signature.text_hashes)
        cdef Py_ssize_t i
        cdef bytes place_bytes = PyBytes_FromStringAndSize(NULL, own.n * sizeof(int64_t))
        cdef int64_t* place = <int64_t*>PyBytes_AS_STRING(place_bytes)
        with nogil:
            for i in range(own.n):
                place[i] = place_of(&self.texts[0], self.texts.shape[0], own.hash[i])
        return place_bytes

    def other_articles(self, signature, bytes places not None, list samples not None, double duplicate):
        """Of these samples, without those that have at least this share of the text that few of them have.

        Few: at most a third of the samples. signature, places: of the page (`places_of`).
        """
        cdef Texts own = texts_of(signature.text_hashes)
        cdef Stored stored = stored_of(signature.stored)
        cdef Py_ssize_t i, s, count, n = len(samples)
        cdef int64_t rare = 0
        cdef const int64_t* place = self.checked(places, own.n)
        cdef bytes numbers = self.numbers(samples), mask_bytes = self.mask_of(samples)
        cdef bytes memory = PyBytes_FromStringAndSize(NULL, (n + 1) * sizeof(int64_t))
        cdef const int64_t* sample = <const int64_t*>PyBytes_AS_STRING(numbers)
        cdef const uint64_t* mask = <const uint64_t*>PyBytes_AS_STRING(mask_bytes)
        cdef int64_t* shared = <int64_t*>PyBytes_AS_STRING(memory)
        memset(shared, 0, (n + 1) * sizeof(int64_t))
        with nogil:
            for i in range(own.n):
                count = self.count(place[i], mask) if place[i] >= 0 else 0
                if count <= n // 3:
                    rare += stored.chars[own.row[i]]
                    if count:
                        for s in range(n):
                            if self.flags[place[i] * self.n_words + sample[s] // 64] >> (sample[s] % 64) & 1:
                                shared[s] += stored.chars[own.row[i]]
        cdef double limit = max(1, duplicate * rare)
        return [samples[s] for s in range(n) if shared[s] < limit]

    cdef inline int16_t count(self, Py_ssize_t place, const uint64_t* mask) noexcept nogil:
        """How many of some samples have a text. mask: a bit for each of these samples."""
        cdef const uint64_t* flags = self.flags + place * self.n_words
        cdef int16_t found = 0
        cdef Py_ssize_t i
        for i in range(self.n_words):
            if flags[i] & mask[i]:
                found += count_bits(flags[i] & mask[i])
        return found

    cdef const int64_t* checked(self, bytes places, Py_ssize_t n) except NULL:
        """The places of n texts among those of the samples."""
        cdef const int64_t* place = <const int64_t*>PyBytes_AS_STRING(places)
        cdef Py_ssize_t i
        if PyBytes_GET_SIZE(places) != n * <Py_ssize_t>sizeof(int64_t):
            raise ValueError("columns of different lengths")
        for i in range(n):
            if not -1 <= place[i] < self.texts.shape[0]:
                raise ValueError("no such text")
        return place

    cdef bytes mask_of(self, list samples):
        """A bit for each of these samples: the bytes of n_words words."""
        cdef bytes mask = PyBytes_FromStringAndSize(NULL, self.n_words * sizeof(uint64_t))
        cdef uint64_t* found = <uint64_t*>PyBytes_AS_STRING(mask)
        cdef Py_ssize_t number
        memset(found, 0, self.n_words * sizeof(uint64_t))
        for number in samples:
            if not 0 <= number < self.sketches.shape[0]:
                raise ValueError("no such sample")
            found[number // 64] |= <uint64_t>1 << (number % 64)
        return mask

    cdef int pack_flags(self, const uint8_t[:, ::1] has) except -1:
        """Keep the flags as bits, so that a text's are counted at once. has: for each text and sample 0 or 1."""
        cdef Py_ssize_t i, s
        if has.shape[0] != self.texts.shape[0] or has.shape[1] != self.sketches.shape[0]:
            raise ValueError("columns of different lengths")
        self.n_words = (has.shape[1] + 63) // 64
        self._flags = PyBytes_FromStringAndSize(NULL, has.shape[0] * self.n_words * sizeof(uint64_t))
        cdef uint64_t* found = <uint64_t*>PyBytes_AS_STRING(self._flags)
        memset(found, 0, PyBytes_GET_SIZE(self._flags))
        for i in range(has.shape[0]):
            for s in range(has.shape[1]):
                found[i * self.n_words + s // 64] |= <uint64_t>(has[i, s] != 0) << (s % 64)
        self.flags = found
        return 0

    cdef bytes numbers(self, list samples):
        """The numbers of samples, checked: the bytes of an int64 array."""
        cdef bytes numbers = PyBytes_FromStringAndSize(NULL, len(samples) * sizeof(int64_t))
        cdef int64_t* found = <int64_t*>PyBytes_AS_STRING(numbers)
        cdef Py_ssize_t i
        for i in range(len(samples)):
            found[i] = samples[i]
            if not 0 <= found[i] < self.sketches.shape[0]:
                raise ValueError("no such sample")
        return numbers

    def known(self, bytes places not None, bytes of_rows not None, Py_ssize_t n_blocks, list siblings not None):
        """What is known of a page's blocks: the bytes of a float32 array, for each block the mean of its texts' mean
        scores, NaN where one of them stands on no sibling. places: of its texts (`places_of`). of_rows: as of `TextBlocks`.
        """
        cdef Py_ssize_t i, n = PyBytes_GET_SIZE(of_rows) // <Py_ssize_t>sizeof(int32_t), rows = 0, block = -1
        cdef const int64_t* place = self.checked(places, n)
        cdef bytes score_bytes = PyBytes_FromStringAndSize(NULL, n_blocks * sizeof(float))
        cdef float* score = <float*>PyBytes_AS_STRING(score_bytes)
        cdef const int32_t* block_of = <const int32_t*>PyBytes_AS_STRING(of_rows)
        cdef bytes mask_bytes = self.mask_of(siblings)
        cdef const uint64_t* mask = <const uint64_t*>PyBytes_AS_STRING(mask_bytes)
        for i in range(n):
            if not 0 <= block_of[i] < n_blocks:
                raise ValueError("no such block")
        with nogil:
            for i in range(n_blocks):
                score[i] = NAN
            for i in range(n):
                if block_of[i] != block:
                    block, rows = block_of[i], 0
                    score[block] = 0
                if place[i] < 0 or not self.count(place[i], mask):
                    score[block] = NAN
                else:
                    score[block] = (score[block] * rows + self.means[place[i]]) / (rows + 1)
                rows += 1
        return score_bytes

    def agree(
        self,
        signature,
        blocks,
        bytes scores not None,
        bytes places,
        list siblings not None,
    ):
        """Average the log-odds of a page's blocks with those of all text at the same path, on it and on its siblings.

        signature, blocks: of the page (`TextBlocks`); scores: of the blocks, the bytes of a float32 array; places: of
        its texts (`places_of`); None where none has one. siblings: the samples that are asked.

        A text's score counts for as much as it is not repeated, ``1 - n / (k + 1)`` where n of the k siblings (and the
        page) have the text at that path besides the one at hand. The page's text counts OWN times, the mean of
        its path on the page PATH times, the mean of the path on each sibling that has it ``1 + MORE / k`` times; of one
        without it, ANCESTOR times as much the mean of the text in the nearest of its UP ancestors that the sibling has.
        The score that comes of it is lowered by the square of the share, as a text that nearly all pages have is no
        content. Source code has no lower score than without siblings: documentation says the same lines on many pages.
        Returns the bytes of two float32 arrays, for each block: the score, 0 to 1, and the share ``n / (k + 1)``, both
        averaged over its characters.
        """
        cdef Texts own = texts_of(signature.text_hashes)
        cdef Nodes nodes = nodes_of(signature.nodes)
        cdef const int32_t* own_chars = stored_of(signature.stored).chars
        cdef bytes of_rows = blocks.of_rows, table = blocks.table
        cdef const int32_t* block_of = <const int32_t*>PyBytes_AS_STRING(of_rows)
        cdef const float* own_scores = <const float*>PyBytes_AS_STRING(scores)
        cdef const float* features = <const float*>PyBytes_AS_STRING(table)
        cdef Py_ssize_t n = own.n, n_blocks = PyBytes_GET_SIZE(scores) // <Py_ssize_t>sizeof(float)
        cdef Py_ssize_t k = len(siblings), n_texts = self.texts.shape[0] if places is not None else 0
        cdef Py_ssize_t i, s, u, row, place, k_scored = 0
        cdef const int64_t* own_places = self.checked(places, n) if places is not None else NULL
        cdef double score, content, chars, alone
        cdef Path* p
        cdef const int32_t* number  # of the path of a sibling's text, and of its ancestors
        if (PyBytes_GET_SIZE(of_rows) != n * <Py_ssize_t>sizeof(int32_t)
                or PyBytes_GET_SIZE(table) != n_blocks * WIDTH * <Py_ssize_t>sizeof(float)
                or (k and places is None)):
            raise ValueError("columns of different lengths")
        for i in range(n):
            if not 0 <= block_of[i] < n_blocks:
                raise ValueError("no such block")
        cdef Paths paths
        cdef int up = UP if k else 0  # ancestors that are asked for: those of siblings only
        cdef Py_ssize_t most = min((1 + up) * n, nodes.n)  # paths
        cdef bytes score_bytes = PyBytes_FromStringAndSize(NULL, n_blocks * sizeof(float))
        cdef bytes repeated_bytes = PyBytes_FromStringAndSize(NULL, n_blocks * sizeof(float))
        cdef bytes numbers = self.numbers(siblings), mask_bytes = self.mask_of(siblings)
        # Working memory, which Python frees whatever happens.
        cdef bytes path_memory = PyBytes_FromStringAndSize(NULL, most * sizeof(Path))
        cdef bytes count_memory = PyBytes_FromStringAndSize(NULL, n_texts * sizeof(int16_t))
        cdef bytes row_memory = PyBytes_FromStringAndSize(NULL, n * (sizeof(double) + sizeof(int32_t)))
        cdef bytes block_memory = PyBytes_FromStringAndSize(NULL, n_blocks * sizeof(double))
        cdef bytes met_memory = PyBytes_FromStringAndSize(NULL, self.n_paths * sizeof(int32_t) if k else 0)
        cdef bytes sibling_memory
        cdef float* found = <float*>PyBytes_AS_STRING(score_bytes)
        cdef float* repeated = <float*>PyBytes_AS_STRING(repeated_bytes)
        cdef const int64_t* sibling = <const int64_t*>PyBytes_AS_STRING(numbers)
        cdef const uint64_t* mask = <const uint64_t*>PyBytes_AS_STRING(mask_bytes)
        # in how many of the siblings and the page each text is; -1 until it is counted
        cdef int16_t* counts = <int16_t*>PyBytes_AS_STRING(count_memory)
        cdef double* shares = <double*>PyBytes_AS_STRING(row_memory)
        cdef int32_t* path_of = <int32_t*>(shares + n)
        cdef double* block_chars = <double*>PyBytes_AS_STRING(block_memory)
        cdef int32_t* met = <int32_t*>PyBytes_AS_STRING(met_memory)  # of each path of the samples its number on the page; -1 where it has none
        # of each path and sibling the share of its text that is content; NAN where it has none
        cdef float* of_sibling
        paths.path, paths.n = <Path*>PyBytes_AS_STRING(path_memory), 0
        open_table(&paths.numbers, most)
        try:
            with nogil:
                memset(counts, 0xFF, n_texts * sizeof(int16_t))
                for i in range(n):
                    place = own_places[i] if own_places != NULL else -1
                    shares[i] = 0
                    if place >= 0:
                        if counts[place] < 0:
                            counts[place] = 1 + self.count(place, mask)
                        shares[i] = (counts[place] - 1) / <double>(k + 1)
                    row = own.row[i]
                    path_of[i] = with_ancestors(&paths, &nodes, row, up)
                    p = &paths.path[path_of[i]]
                    p.own_chars += own_chars[row]
                    p.own_content += own_chars[row] * own_scores[block_of[i]] * (1 - shares[i])
                    p.own_whole += own_chars[row] * own_scores[block_of[i]]
            sibling_memory = PyBytes_FromStringAndSize(NULL, paths.n * k * sizeof(float))
            of_sibling = <float*>PyBytes_AS_STRING(sibling_memory)
            with nogil:
                for i in range(paths.n * k):
                    of_sibling[i] = NAN
                if k:
                    for i in range(self.n_paths):
                        met[i] = number_of(&paths.numbers, self.paths[i]) - 1 if self.paths[i] else -1
                for s in range(k):
                    if not self.scored[sibling[s]]:
                        continue
                    k_scored += 1
                    for i in range(self.starts[sibling[s]], self.starts[sibling[s] + 1]):
                        number = self.numbers_of + (1 + UP) * i
                        if not any_met(met, number):
                            continue
                        place = self.places[i]
                        if counts[place] < 0:
                            counts[place] = self.count(place, mask)
                        chars = self.chars[i]
                        content = chars * (self.scores[i] / 255.0) * (1 - (counts[place] - 1) / <double>(k + 1))
                        for u in range(1 + UP):
                            add(&paths, met[number[u]], s, chars, content)
                    for i in range(paths.n):
                        p = &paths.path[i]
                        if p.last == s + 1 and p.chars > 0:
                            of_sibling[i * k + s] = <float>(p.content / p.chars)
                for i in range(n_blocks):
                    found[i] = repeated[i] = 0
                    block_chars[i] = 0
                score = 0
                for i in range(n):
                    row = own.row[i]
                    # A block has many texts at one path: these score the same, and logarithms take most of the time.
                    if (i == 0 or block_of[i] != block_of[i - 1] or path_of[i] != path_of[i - 1]
                            or shares[i] != shares[i - 1]):
                        p = &paths.path[path_of[i]]
                        if not p.weight:
                            ask(&paths, of_sibling, path_of[i], k, k_scored)
                        score = OWN * odds_of(own_scores[block_of[i]] * (1 - shares[i])) + p.said
                        score = (1 - shares[i] * shares[i]) / (1 + exp(-score / (OWN + p.weight)))
                        if features[block_of[i] * WIDTH + IN_PRE] <= CODE_LEVELS:
                            alone = OWN * odds_of(own_scores[block_of[i]]) + PATH * odds_of(p.own_whole / p.own_chars)
                            score = max(score, 1 / (1 + exp(-alone / (OWN + PATH))))
                    found[block_of[i]] += <float>(own_chars[row] * score)
                    repeated[block_of[i]] += <float>(own_chars[row] * shares[i])
                    block_chars[block_of[i]] += own_chars[row]
                for i in range(n_blocks):
                    if block_chars[i] > 0:
                        found[i] /= <float>block_chars[i]
                        repeated[i] /= <float>block_chars[i]
        finally:
            close_table(&paths.numbers)
        return score_bytes, repeated_bytes


cdef int32_t with_ancestors(Paths* table, const Nodes* nodes, Py_ssize_t row, int up) noexcept nogil:
    """The number of a text row's path; those of so many of its nearest ancestors are numbered with it."""
    cdef int32_t number, first, n = table.n
    cdef Py_ssize_t _level
    first = number = place_for(table, nodes.path[row])
    if table.n == n and table.path[first].ancestor >= 0:
        return first  # as for another text before
    for _level in range(up):
        row = nodes.parent[row]
        if row < 0:
            break
        table.path[number].ancestor = place_for(table, nodes.path[row])
        number = table.path[number].ancestor
    return first


cdef inline bint any_met(const int32_t* met, const int32_t* number) noexcept nogil:
    """Whether the page has the path of a text of a sample, or of one of its ancestors."""
    cdef int u
    for u in range(1 + UP):
        if met[number[u]] >= 0:
            return True
    return False


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
                share = (ANCESTOR if level else 1) * (1 + MORE / <double>k_scored)
                p.said += share * odds_of(of_sibling[at * k + s])
                p.weight += share
                break
            at = table.path[at].ancestor
            if at < 0:
                break


cdef inline int32_t place_for(Paths* table, uint64_t path) noexcept nogil:
    """The number of a path, from 0; a new one if need be."""
    cdef Entry* entry = entry_of(&table.numbers, path)
    if entry.number == 0:
        table.path[table.n] = Path(0, 0, 0, 0, 0, 0, 0, 0, -1)
        table.n += 1
        entry.number = table.n
    return entry.number - 1
