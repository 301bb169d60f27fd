"""What a page's blocks score where the blocks at the same paths, on the page and on its siblings, have a say.

`blocks/path_votes.pxi` does the same for a page alone. `vote` goes through these steps: find how many
siblings repeat each text of the page (`find_shares`), average the page's own text at each path (`add_page`), average
each sibling's text at these paths (`add_siblings`), and let them vote on each text (`score_blocks`).
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport NAN, exp, isnan
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.blocks.compiled cimport OWN_WEIGHT, PATH_WEIGHT, VotedScores, check_blocks, divide, log_odds, no_votes
from scrapy_denoise.page.columns.buffers cimport Nodes, Texts, hash_columns_of, nodes_of, texts_of
from scrapy_denoise.page.native.hash_table cimport close_table, find_number, open_table
from scrapy_denoise.sites.path_table cimport Path, PathTable, add_sibling_text, number_with_ancestors

from scrapy_denoise.blocks.features.compiled import NAMES

# Weights of the votes on a text's log-odds, beside those of the page alone: the mean of its path on each sibling counts
# once; a sibling without the path votes with its nearest ancestor. The siblings together weigh SIBLINGS_BONUS more than
# their number: one alone says much already.
cdef double SIBLINGS_BONUS = 1
cdef double ANCESTOR_WEIGHT = 0.3

# The score from which a short text is so likely content that few pages are too few to say that it is template.
cdef float MIN_LIKELY_SCORE = 0.75

cdef enum:
    MAX_CODE_LEVELS = 6     # ancestors among which a `pre` or `code` makes a block source code
    MIN_RECORD_FIELDS = 3   # fields at one path from which they are those of records
    MAX_FIELD_DISTANCE = 3  # texts, from one field at a path to the next: a label and a unit may stand between them
    IS_SHORT = 1            # `repetition.SHORT`
    IS_LABEL = 2            # `repetition.LABEL`
    IS_HEADING = 4          # `repetition.HEADING`

cdef Py_ssize_t IN_PRE = NAMES.index("in_pre")
cdef Py_ssize_t WIDTH = len(NAMES)


cdef struct PageTexts:        # the texts of the page and its blocks
    Py_ssize_t n
    const int64_t* row
    const int32_t* chars      # of each row of the page
    const int64_t* place      # of each text among those of the samples
    const int32_t* block_of
    Py_ssize_t n_blocks
    const float* scores       # of each block
    const float* features     # of each block, WIDTH
    const uint8_t* fields     # of each text, see `field_flags`
    double* share             # of each text, of the siblings and the page: how many have it besides the one at hand
    int32_t* path             # of each text, its number
    int32_t* next_field       # of each field of a record the next one at its path; -1 where there is none


cdef struct Siblings:
    Py_ssize_t n
    const int64_t* sample     # the number of each
    const uint64_t* mask      # a bit for each of these samples
    Py_ssize_t n_scored       # those that have scores
    int16_t* counts           # in how many of them and the page each text of the samples is; -1 until it is counted
    int32_t* on_page          # of each path of the samples its number on the page; -1 where it has none
    float* content            # of each path and sibling the share of its text that is content; NAN where it has none


cdef struct FollowingText:    # the text behind the one at hand
    double share              # as it was counted
    double as_labelled        # where it labels another one, no more than that one's


def vote(
    Samples samples not None,
    signature,
    blocks,
    bytes scores not None,
    bytes places not None,
    bytes fields not None,
    list siblings not None,
):
    """Average the log-odds of a page's blocks with those of all text at the same path, on it and on its siblings.

    signature, blocks: of the page (`TextBlocks`); scores: of the blocks, the bytes of a float32 array; places, fields:
    of its texts (`repeated_texts`). siblings: the samples that are asked, one or more.

    A text's score counts for as much as it is not repeated, ``1 - n / (k + 1)`` where n of the k siblings (and the
    page) have the text at that path besides the one at hand. The page's text counts OWN_WEIGHT times, the mean of its
    path on the page PATH_WEIGHT times, the mean of the path on each sibling that has it ``1 + SIBLINGS_BONUS / k``
    times; of one without it, ANCESTOR_WEIGHT times as much the mean of the text in the nearest of its N_ANCESTORS
    ancestors that the sibling has. The score that comes of it is lowered by the square of the share, as a text that
    nearly all pages have is no content. Short texts that are likely content (MIN_LIKELY_SCORE) count as repeated
    ``k / (k + 1)`` times as much, unless most texts at their path are long: a short paragraph is no field. The
    fields of records count as less repeated: see `share_of_label` and `spare_record_fields`. Source code
    has no lower score than without siblings: documentation says the same lines on many pages.

    Returns `VotedScores`: for each block the score and the share ``n / (k + 1)``, both averaged over its characters,
    and whether the texts at the path of its first text vary. Raises ValueError for columns that do not belong together.
    """
    cdef Nodes nodes = nodes_of(signature.nodes)
    cdef Texts texts = texts_of(signature.text_hashes)
    cdef bytes row_blocks = blocks.row_blocks, table = blocks.table
    check_lengths(texts.n, row_blocks, table, scores, fields)

    cdef PageTexts page
    page.n, page.row, page.chars = texts.n, texts.row, hash_columns_of(signature.hash_columns).chars
    page.place = samples.checked_places(places, page.n)
    page.fields = <const uint8_t*>PyBytes_AS_STRING(fields)
    page.block_of = <const int32_t*>PyBytes_AS_STRING(row_blocks)
    page.n_blocks = PyBytes_GET_SIZE(scores) // <Py_ssize_t>sizeof(float)
    page.scores = <const float*>PyBytes_AS_STRING(scores)
    page.features = <const float*>PyBytes_AS_STRING(table)
    cdef Siblings others
    cdef bytes numbers = samples.sample_numbers(siblings), mask = samples.mask_of(siblings)
    others.n = len(siblings)
    others.sample = <const int64_t*>PyBytes_AS_STRING(numbers)
    others.mask = <const uint64_t*>PyBytes_AS_STRING(mask)

    # Working memory, which Python frees whatever happens.
    cdef Py_ssize_t most_paths = min((1 + N_ANCESTORS) * page.n, nodes.n)
    cdef Py_ssize_t n_texts = samples.texts.shape[0]
    cdef bytes path_memory = PyBytes_FromStringAndSize(NULL, most_paths * sizeof(Path))
    cdef bytes text_memory = PyBytes_FromStringAndSize(NULL, page.n * (sizeof(double) + 2 * sizeof(int32_t)))
    cdef bytes count_memory = PyBytes_FromStringAndSize(NULL, n_texts * sizeof(int16_t))
    cdef bytes on_page_memory = PyBytes_FromStringAndSize(NULL, samples.n_paths * sizeof(int32_t))
    cdef bytes block_memory = PyBytes_FromStringAndSize(NULL, page.n_blocks * sizeof(double))
    cdef bytes content_memory
    page.share = <double*>PyBytes_AS_STRING(text_memory)
    page.path = <int32_t*>(page.share + page.n)
    page.next_field = page.path + page.n
    others.counts = <int16_t*>PyBytes_AS_STRING(count_memory)
    memset(others.counts, 0xFF, n_texts * sizeof(int16_t))
    others.on_page = <int32_t*>PyBytes_AS_STRING(on_page_memory)

    cdef VotedScores voted = no_votes(page.n_blocks, others.n)
    cdef float* block_scores = <float*>PyBytes_AS_STRING(voted.of_scores)
    cdef float* repeated = <float*>PyBytes_AS_STRING(voted.of_repeated)
    cdef double* block_chars = <double*>PyBytes_AS_STRING(block_memory)

    cdef PathTable paths
    paths.path, paths.n = <Path*>PyBytes_AS_STRING(path_memory), 0
    open_table(&paths.numbers, most_paths)
    try:
        with nogil:
            find_shares(&paths, &page, &others, samples, &nodes)
            add_page(&paths, &page)
        content_memory = PyBytes_FromStringAndSize(NULL, paths.n * others.n * sizeof(float))
        others.content = <float*>PyBytes_AS_STRING(content_memory)
        with nogil:
            add_siblings(&paths, &others, samples)
            score_blocks(&paths, &page, &others, block_chars, block_scores, repeated)
    finally:
        close_table(&paths.numbers)
    return voted


cdef int check_lengths(Py_ssize_t n, bytes row_blocks, bytes table, bytes scores, bytes fields) except -1:
    """Raise ValueError unless these are the columns of n texts and of their blocks."""
    cdef Py_ssize_t n_blocks = PyBytes_GET_SIZE(scores) // <Py_ssize_t>sizeof(float)
    if PyBytes_GET_SIZE(table) != n_blocks * WIDTH * <Py_ssize_t>sizeof(float) or PyBytes_GET_SIZE(fields) != n:
        raise ValueError("columns of different lengths")
    return check_blocks(n, row_blocks, n_blocks)


# --- How many pages repeat each text ---


cdef void find_shares(
    PathTable* paths, PageTexts* page, Siblings* others, Samples samples, const Nodes* nodes
) noexcept nogil:
    """Number the paths of the page's texts, and find the share of each text."""
    cdef Py_ssize_t i, place
    cdef FollowingText following = FollowingText(1, 1)
    for i in range(page.n):
        place = page.place[i]
        page.share[i] = 0
        if place >= 0:
            if others.counts[place] < 0:
                others.counts[place] = 1 + samples.count(place, others.mask)
            page.share[i] = (others.counts[place] - 1) / <double>(others.n + 1)
        page.path[i] = number_with_ancestors(paths, nodes, page.row[i])
        paths.path[page.path[i]].more_long += -1 if page.fields[i] & IS_SHORT else 1
    for i in range(page.n):
        if (page.fields[i] & IS_SHORT and page.scores[page.block_of[i]] >= MIN_LIKELY_SCORE
                and paths.path[page.path[i]].more_long <= 0):
            page.share[i] *= others.n / <double>(others.n + 1)
    spare_record_fields(paths, page)
    for i in range(page.n - 1, -1, -1):
        page.share[i] = share_of_label(&following, page.share[i], page.fields[i])


cdef void spare_record_fields(PathTable* paths, PageTexts* page) noexcept nogil:
    """Fields of records, short texts that follow each other at one path: none is repeated more than all of them are."""
    cdef Py_ssize_t i
    cdef int32_t at, next_field
    cdef double shares
    cdef int fields
    cdef Path* path
    for i in range(page.n):
        page.next_field[i] = -1
        # A label at the path of its value is none of the values.
        if page.fields[i] and not (page.fields[i] & IS_LABEL and page.path[i] == page.path[i + 1]):
            path = &paths.path[page.path[i]]
            if path.last_field >= 0 and i - path.last_field <= MAX_FIELD_DISTANCE:
                page.next_field[path.last_field] = <int32_t>i
            path.last_field = <int32_t>i
    for i in range(page.n):
        shares = fields = 0
        at = <int32_t>i
        while at >= 0:  # each field once: the list is taken apart below
            shares += page.share[at]
            fields += 1
            at = page.next_field[at]
        at = <int32_t>i
        while at >= 0:
            if fields >= MIN_RECORD_FIELDS:
                page.share[at] = min(page.share[at], shares / fields)
            next_field = page.next_field[at]
            page.next_field[at] = -1
            at = next_field


cdef inline double share_of_label(FollowingText* following, double share, uint8_t flags) noexcept nogil:
    """The share of a text, going up the page: a label is repeated no more than what it labels, nor is a heading above
    labels."""
    cdef double alone = min(share, following.share) if flags & IS_LABEL else share
    cdef double found = min(share, following.as_labelled) if flags & IS_HEADING else alone
    following.share, following.as_labelled = share, alone
    return found


# --- What the page and its siblings have at each path ---


cdef void add_page(PathTable* paths, const PageTexts* page) noexcept nogil:
    """Add the page's texts to their paths."""
    cdef Py_ssize_t i, row
    cdef Path* path
    for i in range(page.n):
        row = page.row[i]
        path = &paths.path[page.path[i]]
        path.page_chars += page.chars[row]
        path.page_content += page.chars[row] * page.scores[page.block_of[i]] * (1 - page.share[i])
        path.page_whole += page.chars[row] * page.scores[page.block_of[i]]


cdef void add_siblings(PathTable* paths, Siblings* others, Samples samples) noexcept nogil:
    """Find what each sibling says of each path of the page, and how many of them have scores."""
    cdef Py_ssize_t i, s
    others.n_scored = 0
    for i in range(paths.n * others.n):
        others.content[i] = NAN
    for i in range(samples.n_paths):
        others.on_page[i] = find_number(&paths.numbers, samples.paths[i]) - 1 if samples.paths[i] else -1
    for s in range(others.n):
        if samples.scored[others.sample[s]]:
            others.n_scored += 1
            add_sibling(paths, others, samples, s)


cdef void add_sibling(PathTable* paths, Siblings* others, Samples samples, Py_ssize_t s) noexcept nogil:
    """Find what the sibling s says of each path of the page."""
    cdef Py_ssize_t i, u, place
    cdef Py_ssize_t first = samples.starts[others.sample[s]], stop = samples.starts[others.sample[s] + 1]
    cdef double chars, content, share
    cdef FollowingText following = FollowingText(1, 1)
    cdef const int32_t* number  # of the path of a sibling's text, and of its ancestors
    cdef Path* path
    for i in range(stop - 1, first - 1, -1):
        number = samples.numbers_of + (1 + N_ANCESTORS) * i
        place = samples.exact_places[i]
        if others.counts[place] < 0:
            others.counts[place] = samples.count(place, others.mask)
        share = (others.counts[place] - 1) / <double>(others.n + 1)
        share = share_of_label(&following, share, samples.fields[i])
        if not any_on_page(others.on_page, number):
            continue
        chars = samples.chars[i]
        content = chars * (samples.scores[i] / 255.0) * (1 - share)
        for u in range(1 + N_ANCESTORS):
            add_sibling_text(paths, others.on_page[number[u]], s, chars, content)
    for i in range(paths.n):
        path = &paths.path[i]
        if path.last_sibling == s + 1 and path.sibling_chars > 0:
            others.content[i * others.n + s] = <float>(path.sibling_content / path.sibling_chars)


cdef inline bint any_on_page(const int32_t* on_page, const int32_t* number) noexcept nogil:
    """Whether the page has the path of a text of a sample, or of one of its ancestors."""
    cdef int u
    for u in range(1 + N_ANCESTORS):
        if on_page[number[u]] >= 0:
            return True
    return False


# --- The votes ---


cdef void score_blocks(
    PathTable* paths, const PageTexts* page, const Siblings* others, double* block_chars, float* scores,
    float* repeated
) noexcept nogil:
    """Of each block the mean over its characters of the scores of its texts, and of their shares."""
    cdef Py_ssize_t i, block
    cdef int32_t chars
    cdef double score = 0
    memset(block_chars, 0, page.n_blocks * sizeof(double))
    for i in range(page.n):
        block, chars = page.block_of[i], page.chars[page.row[i]]
        # A block has many texts at one path: these score the same, and logarithms take most of the time.
        if (i == 0 or block != page.block_of[i - 1] or page.path[i] != page.path[i - 1]
                or page.share[i] != page.share[i - 1]):
            score = score_of_text(paths, page, others, i)
        scores[block] += <float>(chars * score)
        repeated[block] += <float>(chars * page.share[i])
        block_chars[block] += chars
    divide(scores, block_chars, page.n_blocks)
    divide(repeated, block_chars, page.n_blocks)


cdef inline double score_of_text(
    PathTable* paths, const PageTexts* page, const Siblings* others, Py_ssize_t i
) noexcept nogil:
    """The score of a text after the votes on its path."""
    cdef Path* path = &paths.path[page.path[i]]
    cdef double own = page.scores[page.block_of[i]], share = page.share[i], score, alone
    if not path.weight:
        count_votes(paths, page.path[i], others)
    score = OWN_WEIGHT * log_odds(own * (1 - share)) + path.votes
    score = (1 - share * share) / (1 + exp(-score / (OWN_WEIGHT + path.weight)))
    if page.features[page.block_of[i] * WIDTH + IN_PRE] <= MAX_CODE_LEVELS:
        alone = OWN_WEIGHT * log_odds(own) + PATH_WEIGHT * log_odds(path.page_whole / path.page_chars)
        score = max(score, 1 / (1 + exp(-alone / (OWN_WEIGHT + PATH_WEIGHT))))
    return score


cdef inline void count_votes(PathTable* paths, int32_t number, const Siblings* others) noexcept nogil:
    """Fill in what the page and its siblings say of a text's path; a sibling without the path speaks for its nearest
    ancestor."""
    cdef Py_ssize_t s, level
    cdef int32_t at
    cdef double weight
    cdef Path* path = &paths.path[number]
    path.votes = PATH_WEIGHT * log_odds(path.page_content / path.page_chars)
    path.weight = PATH_WEIGHT
    for s in range(others.n):
        at = number
        for level in range(1 + N_ANCESTORS):
            if not isnan(others.content[at * others.n + s]):
                weight = (ANCESTOR_WEIGHT if level else 1) * (1 + SIBLINGS_BONUS / <double>others.n_scored)
                path.votes += weight * log_odds(others.content[at * others.n + s])
                path.weight += weight
                break
            at = paths.path[at].ancestor
            if at < 0:
                break
