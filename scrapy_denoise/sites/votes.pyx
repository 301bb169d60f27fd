"""What a page's blocks score where the blocks at the same paths, on the page and on its siblings, have a say."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport NAN, exp, isnan, log
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.columns.buffers cimport Nodes, Texts, nodes_of, stored_of, texts_of
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, entry_of, number_of, open_table
from scrapy_denoise.sites._sample_table cimport UP, Samples

import numpy as np

from scrapy_denoise.blocks.features.features import NAMES

# Weights of the votes on a text's log-odds: its own score, its path's mean on this page, the same on each sibling; a
# sibling without the path votes with its nearest ancestor. The siblings together weigh MORE than their number: one
# alone says much already.
cdef double OWN = 1
cdef double PATH = 1.3
cdef double MORE = 1
cdef double ANCESTOR = 0.3

# The score from which a short text is so likely content that few pages are too few to say that it is template.
cdef float LIKELY = 0.75

cdef double FLOOR = 0.02  # keeps log-odds finite

# The texts at a path differ from page to page where there are this many of them on a page, and of all of them so large
# a share are distinct.
cdef double SEVERAL = 1.5
cdef double DISTINCT = 0.25

cdef enum:
    CODE_LEVELS = 6  # ancestors among which a `pre` or `code` makes a block source code
    RECORD = 3       # fields at one path from which they are those of records
    APART = 3        # texts, from one field at a path to the next: a label and a unit may stand between them
    IS_SHORT = 1     # `_repetition.SHORT`
    IS_LABEL = 2     # `_repetition.LABEL`

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
    double texts        # on the page and its siblings
    double distinct     # of these texts, each counted once however many pages have it
    int32_t last        # the sibling that added to it last, from 1
    int32_t field       # the last short text at it
    int32_t ancestor    # the number of the path of the element above; -1 where it is not asked for


cdef struct Paths:
    Path* path
    int32_t n
    Table numbers       # of the paths, from 1, by their hashes


cdef struct Own:        # the texts of the page and its blocks
    Py_ssize_t n
    const int64_t* row
    const int32_t* chars      # of each row of the page
    const int64_t* place      # of each text among those of the samples; NULL where none has one
    const int32_t* block_of
    Py_ssize_t n_blocks
    const float* scores       # of each block
    const float* features     # of each block, WIDTH
    const uint8_t* fields     # of each text, see `field_flags`; NULL where nothing is repeated
    double* share             # of each text, of the siblings and the page: how many have it besides the one at hand
    int32_t* path             # of each text, its number
    int32_t* following        # of each field of a record the next one at its path; -1 where there is none


cdef struct Siblings:
    Py_ssize_t n
    const int64_t* sample     # the number of each
    const uint64_t* mask      # a bit for each of these samples
    Py_ssize_t n_scored       # those that have scores
    int16_t* counts           # in how many of them and the page each text of the samples is; -1 until it is counted
    int16_t* last             # the page that had each such text last, from 1: a sibling, or the one at hand behind them
    int32_t* met              # of each path of the samples its number on the page; -1 where it has none
    float* said               # of each path and sibling the share of its text that is content; NAN where it has none


cdef struct Behind:     # the text behind the one at hand
    double share        # as it was counted
    double labelled     # where it labels another one, no more than that one's


cdef inline double labelled(Behind* behind, double share, bint label) noexcept nogil:
    """The share of a text, going up the page: a label is repeated no more than what it labels, nor is what stands above
    labels."""
    cdef double alone = min(share, behind.share) if label else share
    cdef double found = min(share, behind.labelled) if label else share
    behind.share, behind.labelled = share, alone
    return found


cdef inline double odds_of(double score) noexcept nogil:
    return log((score + FLOOR) / (1 + FLOOR - score))


cdef class Agreement:
    """The scores of a page's blocks after its siblings have voted.

    siblings: their number. scores: for each block, 0 to 1: the average, in log-odds, of its own score and of the
    scores of all text at the same path on the page and on its siblings, lowered where the text is repeated; source code
    never scores less than on the page alone. repeated: for each block the share of these pages that have its text at
    its path. Both float32; of_scores, of_repeated: the bytes that these are in, for compiled code. varied: for each
    block whether the texts at its path differ from page to page, as the values of records do; bool.
    """

    cdef readonly Py_ssize_t siblings
    cdef readonly bytes of_scores, of_repeated, of_varied

    @property
    def scores(self):
        return np.frombuffer(self.of_scores, np.float32)

    @property
    def repeated(self):
        return np.frombuffer(self.of_repeated, np.float32)

    @property
    def varied(self):
        return np.frombuffer(self.of_varied, np.bool_)


def agree(
    Samples samples not None,
    signature,
    blocks,
    bytes scores not None,
    bytes places,
    bytes fields,
    list siblings not None,
):
    """Average the log-odds of a page's blocks with those of all text at the same path, on it and on its siblings.

    signature, blocks: of the page (`TextBlocks`); scores: of the blocks, the bytes of a float32 array; places, fields:
    of its texts (`repeated_texts`); None where none has one. siblings: the samples that are asked.

    A text's score counts for as much as it is not repeated, ``1 - n / (k + 1)`` where n of the k siblings (and the
    page) have the text at that path besides the one at hand. The page's text counts OWN times, the mean of
    its path on the page PATH times, the mean of the path on each sibling that has it ``1 + MORE / k`` times; of one
    without it, ANCESTOR times as much the mean of the text in the nearest of its UP ancestors that the sibling has.
    The score that comes of it is lowered by the square of the share, as a text that nearly all pages have is no
    content. Short texts that are LIKELY content count as repeated ``k / (k + 1)`` times as much. The fields of records
    count as less repeated: see `labelled` and `spare_values`. Source code has no lower
    score than without siblings: documentation says the same lines on many pages.
    Returns an `Agreement`: for each block the score and the share ``n / (k + 1)``, both averaged over its characters,
    and whether the texts at the path of its first text vary.
    Raises ValueError for columns that do not belong together.
    """
    cdef Nodes nodes = nodes_of(signature.nodes)
    cdef bytes of_rows = blocks.of_rows, table = blocks.table
    cdef Own own
    cdef Texts texts = texts_of(signature.text_hashes)
    own.n, own.row = texts.n, texts.row
    own.chars = stored_of(signature.stored).chars
    own.place = samples.checked(places, own.n) if places is not None else NULL
    own.fields = <const uint8_t*>PyBytes_AS_STRING(fields) if fields is not None else NULL
    own.block_of = <const int32_t*>PyBytes_AS_STRING(of_rows)
    own.n_blocks = PyBytes_GET_SIZE(scores) // <Py_ssize_t>sizeof(float)
    own.scores = <const float*>PyBytes_AS_STRING(scores)
    own.features = <const float*>PyBytes_AS_STRING(table)
    cdef Siblings beside
    beside.n = len(siblings)
    if (PyBytes_GET_SIZE(of_rows) != own.n * <Py_ssize_t>sizeof(int32_t)
            or PyBytes_GET_SIZE(table) != own.n_blocks * WIDTH * <Py_ssize_t>sizeof(float)
            or (fields is not None and PyBytes_GET_SIZE(fields) != own.n)
            or (beside.n and (places is None or fields is None))):
        raise ValueError("columns of different lengths")
    cdef Py_ssize_t i
    for i in range(own.n):
        if not 0 <= own.block_of[i] < own.n_blocks:
            raise ValueError("no such block")
    cdef bytes numbers = samples.numbers(siblings), mask = samples.mask_of(siblings)
    beside.sample = <const int64_t*>PyBytes_AS_STRING(numbers)
    beside.mask = <const uint64_t*>PyBytes_AS_STRING(mask)
    cdef int up = UP if beside.n else 0  # ancestors that are asked for: those of siblings only
    cdef Py_ssize_t most = min((1 + up) * own.n, nodes.n)  # paths
    cdef Py_ssize_t n_texts = samples.texts.shape[0] if places is not None else 0
    # Working memory, which Python frees whatever happens.
    cdef bytes path_memory = PyBytes_FromStringAndSize(NULL, most * sizeof(Path))
    cdef bytes count_memory = PyBytes_FromStringAndSize(NULL, 2 * n_texts * sizeof(int16_t))
    cdef bytes text_memory = PyBytes_FromStringAndSize(NULL, own.n * (sizeof(double) + 2 * sizeof(int32_t)))
    cdef bytes block_memory = PyBytes_FromStringAndSize(NULL, own.n_blocks * sizeof(double))
    cdef bytes met_memory = PyBytes_FromStringAndSize(NULL, samples.n_paths * sizeof(int32_t) if beside.n else 0)
    cdef bytes said_memory
    own.share = <double*>PyBytes_AS_STRING(text_memory)
    own.path = <int32_t*>(own.share + own.n)
    own.following = own.path + own.n
    beside.counts = <int16_t*>PyBytes_AS_STRING(count_memory)
    memset(beside.counts, 0xFF, n_texts * sizeof(int16_t))
    beside.last = beside.counts + n_texts
    memset(beside.last, 0, n_texts * sizeof(int16_t))
    beside.met = <int32_t*>PyBytes_AS_STRING(met_memory)
    cdef double* block_chars = <double*>PyBytes_AS_STRING(block_memory)
    cdef bytes agreed_bytes = PyBytes_FromStringAndSize(NULL, own.n_blocks * sizeof(float))
    cdef bytes repeated_bytes = PyBytes_FromStringAndSize(NULL, own.n_blocks * sizeof(float))
    cdef bytes varied_bytes = PyBytes_FromStringAndSize(NULL, own.n_blocks)
    cdef uint8_t* varied = <uint8_t*>PyBytes_AS_STRING(varied_bytes)
    cdef float* agreed = <float*>PyBytes_AS_STRING(agreed_bytes)
    cdef float* repeated = <float*>PyBytes_AS_STRING(repeated_bytes)
    cdef Paths paths
    paths.path, paths.n = <Path*>PyBytes_AS_STRING(path_memory), 0
    open_table(&paths.numbers, most)
    try:
        with nogil:
            find_shares(&paths, &own, &beside, samples, &nodes, up)
            add_own(&paths, &own, &beside)
        said_memory = PyBytes_FromStringAndSize(NULL, paths.n * beside.n * sizeof(float))
        beside.said = <float*>PyBytes_AS_STRING(said_memory)
        with nogil:
            add_siblings(&paths, &beside, samples)
            score_blocks(&paths, &own, &beside, block_chars, agreed, repeated, varied)
    finally:
        close_table(&paths.numbers)
    cdef Agreement agreement = Agreement.__new__(Agreement)
    agreement.siblings, agreement.of_varied = beside.n, varied_bytes
    agreement.of_scores, agreement.of_repeated = agreed_bytes, repeated_bytes
    return agreement


cdef void find_shares(
    Paths* paths, Own* own, Siblings* beside, Samples samples, const Nodes* nodes, int up
) noexcept nogil:
    """Number the paths of the page's texts, and find the share of each text."""
    cdef Py_ssize_t i, place
    cdef Behind behind = Behind(1, 1)
    for i in range(own.n):
        place = own.place[i] if own.place != NULL else -1
        own.share[i] = 0
        if place >= 0:
            if beside.counts[place] < 0:
                beside.counts[place] = 1 + samples.count(place, beside.mask)
            own.share[i] = (beside.counts[place] - 1) / <double>(beside.n + 1)
            if own.fields[i] & IS_SHORT and own.scores[own.block_of[i]] >= LIKELY:
                own.share[i] *= beside.n / <double>(beside.n + 1)
        own.path[i] = with_ancestors(paths, nodes, own.row[i], up)
    if beside.n:
        spare_values(paths, own)
        for i in range(own.n - 1, -1, -1):
            own.share[i] = labelled(&behind, own.share[i], own.fields[i] & IS_LABEL)


cdef void spare_values(Paths* paths, Own* own) noexcept nogil:
    """Fields of records: of short texts that follow each other at one path, none is repeated more than all of them are."""
    cdef Py_ssize_t i
    cdef int32_t at, next_field
    cdef double shares
    cdef int fields
    cdef Path* p
    for i in range(own.n):
        own.following[i] = -1
        # A label at the path of its value is none of the values.
        if own.fields[i] and not (own.fields[i] & IS_LABEL and own.path[i] == own.path[i + 1]):
            p = &paths.path[own.path[i]]
            if p.field >= 0 and i - p.field <= APART:
                own.following[p.field] = <int32_t>i
            p.field = <int32_t>i
    for i in range(own.n):
        shares = fields = 0
        at = <int32_t>i
        while at >= 0:  # each field once: the list is taken apart below
            shares += own.share[at]
            fields += 1
            at = own.following[at]
        at = <int32_t>i
        while at >= 0:
            if fields >= RECORD:
                own.share[at] = min(own.share[at], shares / fields)
            next_field = own.following[at]
            own.following[at] = -1
            at = next_field


cdef void add_own(Paths* paths, const Own* own, Siblings* beside) noexcept nogil:
    """Add the page's texts to their paths."""
    cdef Py_ssize_t i, row
    cdef Path* p
    for i in range(own.n):
        row = own.row[i]
        p = &paths.path[own.path[i]]
        p.own_chars += own.chars[row]
        p.own_content += own.chars[row] * own.scores[own.block_of[i]] * (1 - own.share[i])
        p.own_whole += own.chars[row] * own.scores[own.block_of[i]]
        count_text(p, beside, own.place[i] if own.place != NULL else -1, beside.n)


cdef void add_siblings(Paths* paths, Siblings* beside, Samples samples) noexcept nogil:
    """Find what each sibling says of each path of the page, and how many of them have scores."""
    cdef Py_ssize_t i, s, u, place
    cdef double chars, content, share
    cdef Behind behind
    cdef const int32_t* number  # of the path of a sibling's text, and of its ancestors
    cdef Path* p
    beside.n_scored = 0
    for i in range(paths.n * beside.n):
        beside.said[i] = NAN
    if beside.n:
        for i in range(samples.n_paths):
            beside.met[i] = number_of(&paths.numbers, samples.paths[i]) - 1 if samples.paths[i] else -1
    for s in range(beside.n):
        if not samples.scored[beside.sample[s]]:
            continue
        beside.n_scored += 1
        behind = Behind(1, 1)
        for i in range(samples.starts[beside.sample[s] + 1] - 1, samples.starts[beside.sample[s]] - 1, -1):
            number = samples.numbers_of + (1 + UP) * i
            place = samples.exact_places[i]
            if beside.counts[place] < 0:
                beside.counts[place] = samples.count(place, beside.mask)
            share = labelled(
                &behind, (beside.counts[place] - 1) / <double>(beside.n + 1), samples.fields[i] & IS_LABEL
            )
            if not any_met(beside.met, number):
                continue
            chars = samples.chars[i]
            content = chars * (samples.scores[i] / 255.0) * (1 - share)
            if beside.met[number[0]] >= 0:
                count_text(&paths.path[beside.met[number[0]]], beside, place, s)
            for u in range(1 + UP):
                add(paths, beside.met[number[u]], s, chars, content)
        for i in range(paths.n):
            p = &paths.path[i]
            if p.last == s + 1 and p.chars > 0:
                beside.said[i * beside.n + s] = <float>(p.content / p.chars)


cdef void score_blocks(
    Paths* paths, const Own* own, const Siblings* beside, double* block_chars, float* agreed, float* repeated,
    uint8_t* varied
) noexcept nogil:
    """Of each block the mean over its characters of the scores of its texts, and of their shares; and whether it is
    among texts that vary."""
    cdef Py_ssize_t i, row
    cdef double score = 0, alone
    cdef Path* p
    for i in range(own.n_blocks):
        agreed[i] = repeated[i] = 0
        block_chars[i] = varied[i] = 0
    for i in range(own.n):
        row = own.row[i]
        if i == 0 or own.block_of[i] != own.block_of[i - 1]:
            varied[own.block_of[i]] = beside.n > 0 and varies(&paths.path[own.path[i]], beside.n)
        # A block has many texts at one path: these score the same, and logarithms take most of the time.
        if (i == 0 or own.block_of[i] != own.block_of[i - 1] or own.path[i] != own.path[i - 1]
                or own.share[i] != own.share[i - 1]):
            p = &paths.path[own.path[i]]
            if not p.weight:
                ask(paths, own.path[i], beside)
            score = OWN * odds_of(own.scores[own.block_of[i]] * (1 - own.share[i])) + p.said
            score = (1 - own.share[i] * own.share[i]) / (1 + exp(-score / (OWN + p.weight)))
            if own.features[own.block_of[i] * WIDTH + IN_PRE] <= CODE_LEVELS:
                alone = OWN * odds_of(own.scores[own.block_of[i]]) + PATH * odds_of(p.own_whole / p.own_chars)
                score = max(score, 1 / (1 + exp(-alone / (OWN + PATH))))
        agreed[own.block_of[i]] += <float>(own.chars[row] * score)
        repeated[own.block_of[i]] += <float>(own.chars[row] * own.share[i])
        block_chars[own.block_of[i]] += own.chars[row]
    for i in range(own.n_blocks):
        if block_chars[i] > 0:
            agreed[i] /= <float>block_chars[i]
            repeated[i] /= <float>block_chars[i]


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


cdef inline void count_text(Path* p, Siblings* beside, Py_ssize_t place, Py_ssize_t page) noexcept nogil:
    """Count a text at a path. place: among the texts of the samples, -1 where none has it. page: the sibling that has
    it, or the number of siblings for the page itself."""
    p.texts += 1
    if place < 0:
        p.distinct += 1
    elif beside.last[place] != page + 1:
        beside.last[place] = <int16_t>(page + 1)
        p.distinct += 1.0 / beside.counts[place]


cdef inline bint varies(const Path* p, Py_ssize_t siblings) noexcept nogil:
    """Whether the texts at a path differ from page to page."""
    return p.texts >= SEVERAL * (siblings + 1) and p.distinct >= DISTINCT * p.texts


cdef inline void ask(Paths* table, int32_t number, const Siblings* beside) noexcept nogil:
    """Fill in what the page and its siblings say of a text's path; a sibling without the path speaks for its nearest
    ancestor."""
    cdef Py_ssize_t s, level
    cdef int32_t at
    cdef double share
    cdef Path* p = &table.path[number]
    p.said = PATH * odds_of(p.own_content / p.own_chars)
    p.weight = PATH
    for s in range(beside.n):
        at = number
        for level in range(1 + UP):
            if not isnan(beside.said[at * beside.n + s]):
                share = (ANCESTOR if level else 1) * (1 + MORE / <double>beside.n_scored)
                p.said += share * odds_of(beside.said[at * beside.n + s])
                p.weight += share
                break
            at = table.path[at].ancestor
            if at < 0:
                break


cdef inline int32_t place_for(Paths* table, uint64_t path) noexcept nogil:
    """The number of a path, from 0; a new one if need be."""
    cdef Entry* entry = entry_of(&table.numbers, path)
    if entry.number == 0:
        table.path[table.n] = Path(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1)
        table.n += 1
        entry.number = table.n
    return entry.number - 1
