"""The samples of a template side by side: which are siblings of a page, and what they have of its texts."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport NAN
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.columns.buffers cimport HashColumns, Texts, hash_columns_of, texts_of, tree_columns_of
from scrapy_denoise.page.native.hashing cimport jaccard
from scrapy_denoise.page.native.binary_search cimport index_of
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table, reserve_entries


cdef inline int count_bits(uint64_t bits) noexcept nogil:
    """How many bits are set: those of two, of four and of eight are added up side by side."""
    bits -= bits >> 1 & <uint64_t>0x5555555555555555
    bits = (bits & <uint64_t>0x3333333333333333) + (bits >> 2 & <uint64_t>0x3333333333333333)
    return <int>(((bits + (bits >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F) * <uint64_t>0x0101010101010101 >> 56)


cdef float MIN_CONTENT_SCORE = 0.25  # the score from which a text counts as content of its page


cdef inline double weight_of(double chars, float score) noexcept nogil:
    """What a text weighs as content."""
    return chars * score if score >= MIN_CONTENT_SCORE else 0


cdef class Samples:
    """The samples of a template side by side, as a page is compared with them.

    sketches: a row a sample; digests, contents: of each. texts: the distinct hashes of their texts, sorted; has: for
    each text a row of flags, a sample a column; means: what each scored in the mean, 0 to 1. starts, paths, ancestors,
    places, exact_places, scores, chars: the text rows of all samples, one sample from each start, with the paths of
    their N_ANCESTORS nearest ancestors, the nearest first, 0 above the root; their text as a place in `texts`, with its
    digits masked and exactly; scores of 0 to 255. scored: whether each sample has scores; those of others are not
    looked at. fields: of each text row, see `field_flags`.
    """

    def __init__(
        self, sketches, digests, contents, texts, has, means, starts, paths, ancestors, places, exact_places, scores,
        chars, scored, fields
    ):
        self.sketches, self.digests, self.contents = sketches, digests, contents
        self.texts, self.means = texts, means
        self.starts, self.places, self.exact_places = starts, places, exact_places
        self.scores, self.chars, self.scored, self.fields = scores, chars, scored, fields
        n, rows = self.sketches.shape[0], self.places.shape[0]
        if not n == self.digests.shape[0] == self.contents.shape[0] == self.starts.shape[0] - 1:
            raise ValueError("columns of different lengths")
        if not rows == self.exact_places.shape[0] == self.scores.shape[0] == self.chars.shape[0] == self.starts[n]:
            raise ValueError("columns of different lengths")
        if self.scored.shape[0] != n or self.fields.shape[0] != rows:
            raise ValueError("columns of different lengths")
        if not self.texts.shape[0] == self.means.shape[0]:
            raise ValueError("columns of different lengths")
        self.number_paths(paths, ancestors, rows)
        self.pack_flags(has)

    cdef int number_paths(self, const uint64_t[::1] paths, const uint64_t[:, ::1] ancestors, Py_ssize_t rows) except -1:
        """Number the distinct paths, once for all pages that are compared: a page has few, and looks each up."""
        cdef Table numbers
        cdef Entry* entry
        cdef Py_ssize_t i, u
        cdef uint64_t path
        if paths.shape[0] != rows or ancestors.shape[0] != rows or ancestors.shape[1] != N_ANCESTORS:
            raise ValueError("columns of different lengths")
        self._numbers = PyBytes_FromStringAndSize(NULL, rows * (1 + N_ANCESTORS) * sizeof(int32_t))
        cdef int32_t* found = <int32_t*>PyBytes_AS_STRING(self._numbers)
        open_table(&numbers, 64)
        try:
            for i in range(rows):
                for u in range(1 + N_ANCESTORS):
                    path = ancestors[i, u - 1] if u else paths[i]
                    if i and path == (ancestors[i - 1, u - 1] if u else paths[i - 1]):
                        found[(1 + N_ANCESTORS) * i + u] = found[(1 + N_ANCESTORS) * (i - 1) + u]
                        continue
                    reserve_entries(&numbers)
                    entry = find_or_add(&numbers, path)
                    if entry.number == 0:
                        entry.number = <int32_t>numbers.used
                    found[(1 + N_ANCESTORS) * i + u] = entry.number - 1
            self.n_paths = numbers.used
            self._paths = PyBytes_FromStringAndSize(NULL, self.n_paths * sizeof(uint64_t))
            for i in range(numbers.size):
                if numbers.entries[i].number:
                    (<uint64_t*>PyBytes_AS_STRING(self._paths))[numbers.entries[i].number - 1] = numbers.entries[i].key
        finally:
            close_table(&numbers)
        self.paths, self.numbers_of = <const uint64_t*>PyBytes_AS_STRING(self._paths), found
        return 0

    def similar_samples(self, bytes sketch not None, uint64_t digest, uint64_t content, double least, double relative):
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

    def places_of(self, signature, bint exact=False):
        """Of each text row of a page the place of its text among those of the samples, -1 where none has it: the bytes
        of an int64 array. signature: of the page. exact: with its digits, which are masked otherwise."""
        cdef Texts own = texts_of(signature.text_hashes)
        cdef Py_ssize_t i
        cdef bytes place_bytes = PyBytes_FromStringAndSize(NULL, own.n * sizeof(int64_t))
        cdef int64_t* place = <int64_t*>PyBytes_AS_STRING(place_bytes)
        cdef const uint64_t* wanted = own.exact if exact else own.hash
        with nogil:
            for i in range(own.n):
                place[i] = index_of(&self.texts[0], self.texts.shape[0], wanted[i])
        return place_bytes

    def other_articles(self, signature, bytes places not None, list samples not None, double duplicate):
        """Of these samples, without those that have at least this share of the text that few of them have.

        Few: at most a third of the samples. signature, places: of the page (`places_of`).
        """
        cdef Texts own = texts_of(signature.text_hashes)
        cdef HashColumns hashes = hash_columns_of(signature.hash_columns)
        cdef Py_ssize_t i, s, count, n = len(samples)
        cdef int64_t rare = 0
        cdef const int64_t* place = self.checked_places(places, own.n)
        cdef bytes numbers = self.sample_numbers(samples), mask_bytes = self.mask_of(samples)
        cdef bytes memory = PyBytes_FromStringAndSize(NULL, (n + 1) * sizeof(int64_t))
        cdef const int64_t* sample = <const int64_t*>PyBytes_AS_STRING(numbers)
        cdef const uint64_t* mask = <const uint64_t*>PyBytes_AS_STRING(mask_bytes)
        cdef int64_t* shared = <int64_t*>PyBytes_AS_STRING(memory)
        memset(shared, 0, (n + 1) * sizeof(int64_t))
        with nogil:
            for i in range(own.n):
                count = self.count(place[i], mask) if place[i] >= 0 else 0
                if count <= n // 3:
                    rare += hashes.chars[own.row[i]]
                    if count:
                        for s in range(n):
                            if self.flags[place[i] * self.n_words + sample[s] // 64] >> (sample[s] % 64) & 1:
                                shared[s] += hashes.chars[own.row[i]]
        cdef double limit = max(1, duplicate * rare)
        return [samples[s] for s in range(n) if shared[s] < limit]

    def voters(self, columns, signature, bytes places not None, bytes row_blocks not None, bytes scores not None,
               list samples not None, double whole):
        """Divide samples into those that vote on a page, those that have its whole content, and those that repeat
        another one.

        places: of the page's texts; row_blocks, scores: of its blocks, as for `votes.vote`. whole: the share of a page's
        content that another has for it to be the same again. Content is weighed by its characters and
        their score, from MIN_CONTENT_SCORE up, so that a frame that all pages have weighs nothing. A page with the
        whole content of the one at hand is a copy, a version for printing, or a list that shows all its articles in
        full. Two samples that have each other's content are one witness: the first of them votes.

        Returns three lists of samples.
        """
        cdef Texts own = texts_of(signature.text_hashes)
        cdef HashColumns hashes = hash_columns_of(signature.hash_columns)
        cdef bytes tree = columns.tree_columns
        cdef const uint8_t* linked = tree_columns_of(tree).linked
        cdef const int64_t* place = self.checked_places(places, own.n)
        cdef const int32_t* block_of = <const int32_t*>PyBytes_AS_STRING(row_blocks)
        cdef const float* score = <const float*>PyBytes_AS_STRING(scores)
        cdef Py_ssize_t i, s, t, n = len(samples), n_blocks = PyBytes_GET_SIZE(scores) // <Py_ssize_t>sizeof(float)
        cdef double total = 0, weight
        if PyBytes_GET_SIZE(row_blocks) != own.n * <Py_ssize_t>sizeof(int32_t) or tree_columns_of(tree).n != hashes.n:
            raise ValueError("columns of different lengths")
        for i in range(own.n):
            if not 0 <= block_of[i] < n_blocks:
                raise ValueError("no such block")
        cdef bytes numbers = self.sample_numbers(samples), mask_bytes = self.mask_of(samples)
        cdef bytes memory = PyBytes_FromStringAndSize(NULL, (n + 1) * n * sizeof(double))
        cdef const int64_t* sample = <const int64_t*>PyBytes_AS_STRING(numbers)
        cdef const uint64_t* mask = <const uint64_t*>PyBytes_AS_STRING(mask_bytes)
        cdef double* shared = <double*>PyBytes_AS_STRING(memory)  # of the page's content, what each sample has
        cdef double* mutual = shared + n                          # of each sample's content, the same
        memset(shared, 0, PyBytes_GET_SIZE(memory))
        with nogil:
            for i in range(own.n):
                weight = 0 if linked[own.row[i]] else weight_of(hashes.chars[own.row[i]], score[block_of[i]])
                total += weight
                if weight and place[i] >= 0:
                    self.share_out(place[i], weight, sample, mask, n, shared)
            for s in range(n):
                if self.scored[sample[s]]:
                    for i in range(self.starts[sample[s]], self.starts[sample[s] + 1]):
                        weight = weight_of(self.chars[i], self.scores[i] / <float>255)
                        if weight:
                            self.share_out(self.exact_places[i], weight, sample, mask, n, mutual + s * n)
        cdef list voting = [], same = [], repeated = [], chosen = []
        for s in range(n):
            if total and shared[s] >= whole * total:
                same.append(samples[s])
                continue
            for t in chosen:
                if mutual[s * n + t] and mutual[s * n + t] >= whole * mutual[s * n + s] and (
                        mutual[t * n + s] >= whole * mutual[t * n + t]):
                    repeated.append(samples[s])
                    break
            else:
                chosen.append(s)
                voting.append(samples[s])
        return voting, same, repeated

    cdef void share_out(self, Py_ssize_t place, double weight, const int64_t* sample, const uint64_t* mask,
                        Py_ssize_t n, double* shared) noexcept nogil:
        """Add a text's weight to what is shared with each of n samples that have it. mask: of these samples."""
        cdef Py_ssize_t s
        if self.count(place, mask):
            for s in range(n):
                if self.flags[place * self.n_words + sample[s] // 64] >> (sample[s] % 64) & 1:
                    shared[s] += weight

    cdef int16_t count(self, Py_ssize_t place, const uint64_t* mask) noexcept nogil:
        """How many of some samples have a text. mask: a bit for each of these samples."""
        cdef const uint64_t* flags = self.flags + place * self.n_words
        cdef int16_t found = 0
        cdef Py_ssize_t i
        for i in range(self.n_words):
            if flags[i] & mask[i]:
                found += count_bits(flags[i] & mask[i])
        return found

    cdef const int64_t* checked_places(self, bytes places, Py_ssize_t n) except NULL:
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

    cdef bytes sample_numbers(self, list samples):
        """The numbers of samples, checked: the bytes of an int64 array."""
        cdef bytes numbers = PyBytes_FromStringAndSize(NULL, len(samples) * sizeof(int64_t))
        cdef int64_t* found = <int64_t*>PyBytes_AS_STRING(numbers)
        cdef Py_ssize_t i
        for i in range(len(samples)):
            found[i] = samples[i]
            if not 0 <= found[i] < self.sketches.shape[0]:
                raise ValueError("no such sample")
        return numbers

    def sibling_scores(
        self, bytes places not None, bytes row_blocks not None, Py_ssize_t n_blocks, list siblings not None
    ):
        """What is known of a page's blocks: the bytes of a float32 array, for each block the mean of its texts' mean
        scores, NaN where one of them stands on no sibling. places: of its texts (`places_of`). row_blocks: as of
        `TextBlocks`.
        """
        cdef Py_ssize_t i, n = PyBytes_GET_SIZE(row_blocks) // <Py_ssize_t>sizeof(int32_t), rows = 0, block = -1
        cdef const int64_t* place = self.checked_places(places, n)
        cdef bytes score_bytes = PyBytes_FromStringAndSize(NULL, n_blocks * sizeof(float))
        cdef float* score = <float*>PyBytes_AS_STRING(score_bytes)
        cdef const int32_t* block_of = <const int32_t*>PyBytes_AS_STRING(row_blocks)
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
