"""Protects blocks that the page alone keeps from siblings that say too little of them.

What a site says of the blocks is known before the page alone is asked, which takes longer: `spared` goes over the
blocks once, asks the page alone only for cuts on which something depends, and then looks at few of them.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport log
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset

from scrapy_denoise.blocks.features.block_columns cimport BlockFields, fields_of
from scrapy_denoise.page.compiled cimport bool_data

import numpy as np

from scrapy_denoise.blocks.features.compiled import NAMES
from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.sites.compiled import is_time_line

# With less than this share of the page's text, the text at one path is too little for a vote of siblings.
cdef float SMALL_SHARE = 0.02

# Siblings that have a block's text, averaged over its characters, below which none has it.
cdef double NONE = 0.05

# A line with at most so many characters is short.
cdef int SHORT = 60

# Characters of a line that may stay: fewer are numbers of lines, marks of lists and the like. "#1" is a rank.
cdef int LEAST = 3

# Siblings from which a short text is no template that at most half of them have.
cdef int MANY = 4

# Others at its path lift the score of a block by at most so much; one that is further below the threshold is not
# asked about.
LIFT = 0.2
cdef float MAX_LIFT = LIFT

# Siblings that the page alone counts as much as where they would remove what it keeps: the fewer they are, the
# plainer they have to speak.
cdef double PAGES = 1.0

# Keeps log-odds finite, as in `blocks/path_votes.pxi`.
cdef double FLOOR = 0.02

# The log-odds that a page alone gives to a block at most, but for a few: one that needs more is not asked about.
cdef double MAX_LOG_ODDS = 3.0

cdef Py_ssize_t PATH_SHARE = NAMES.index("path_share")
cdef Py_ssize_t DIGITS = NAMES.index("digits")
cdef Py_ssize_t WIDTH = len(NAMES)

# What is known of a block before the page alone is asked.
cdef enum:
    NOWHERE = 1    # no sibling has it
    UNSURE = 2     # stays if the page alone keeps it
    CLOSE = 4      # the same, if its score on the page alone is high enough beside what the siblings say
    DIFFERS = 8    # the same, if that score reaches the threshold


cdef struct Blocks:
    Py_ssize_t n, siblings
    BlockFields fields
    Py_ssize_t rows          # text rows of the page
    const float* features    # of each block, WIDTH
    const float* scores      # by the page alone, where no sibling has its text
    const float* repeated    # see `VotedScores`
    bint thread
    float threshold          # the lowest score of a block that is kept
    float* beside            # by the cut with the siblings
    uint8_t* kept            # the same
    uint8_t* flags


def spared(page, bytes scores not None, cut, alone):
    """The blocks that stay although the siblings speak against them; None where there is none.

    scores: of each block, by the page alone where no sibling has its text: the bytes of a float32 array. cut: by the
    scores on which the page and its siblings agree; it keeps something. alone: the same by the page alone, asked for
    where it matters; whether by its own scores of texts too that siblings have. A block stays that the page alone
    keeps, that has LEAST characters, and

    - which is kept where the page alone counts as much as PAGES siblings more: the mean of the log-odds of its scores
      reaches the threshold. Not one that is not short and that all siblings have, which is plain with one of them;
    - which no sibling has, if its score on the page alone reaches the threshold: how siblings use its path does not
      lower what is only here. Not on a thread, where the posts have a say;
    - a short one of one text that at most half of MANY siblings or more have, with kept blocks before and behind it: a
      value of a record, which some pages have by chance. Not on a thread, where it is a field of a member and the posts
      have a say; or
    - which has kept blocks before and behind it, and of whose path the page has less than SMALL_SHARE of its text, if no
      sibling has it. Siblings know nothing of it but how they use its path, on few characters.

    A line with a date or a time that a sibling has stays by the first of these alone.
    """
    blocks = page.cached(TextBlocks)
    cdef Blocks here
    cdef bytes table = blocks.table, block_columns = blocks.block_columns, row_blocks = blocks.row_blocks
    cdef bytes repeated = cut.agreement.of_repeated
    here.fields, here.siblings, here.thread = fields_of(block_columns), cut.agreement.siblings, is_thread(page)
    here.n, here.rows = here.fields.n, PyBytes_GET_SIZE(row_blocks) // <Py_ssize_t>sizeof(int32_t)
    cdef Py_ssize_t size = here.n * <Py_ssize_t>sizeof(float)
    if not (PyBytes_GET_SIZE(scores) == PyBytes_GET_SIZE(repeated) == size and PyBytes_GET_SIZE(table) == size * WIDTH):
        raise ValueError("columns of different lengths")
    here.features, here.scores = <const float*>PyBytes_AS_STRING(table), <const float*>PyBytes_AS_STRING(scores)
    here.repeated = <const float*>PyBytes_AS_STRING(repeated)
    # Working memory, which Python frees whatever happens.
    cdef bytes memory = PyBytes_FromStringAndSize(NULL, 2 * size + 3 * here.n)
    here.beside = <float*>PyBytes_AS_STRING(memory)
    cdef float* own_scores = here.beside + here.n
    here.kept = <uint8_t*>(own_scores + here.n)
    here.flags = here.kept + here.n
    cdef uint8_t* own_kept = here.flags + here.n
    read_cut(&here, cut, here.kept, here.beside)
    cdef Py_ssize_t i
    cdef uint8_t asked
    with nogil:
        asked = flag_blocks(&here)

    cdef bytes found = PyBytes_FromStringAndSize(NULL, here.n)
    cdef uint8_t* stays = <uint8_t*>PyBytes_AS_STRING(found)  # holds CLOSE or UNSURE where a block does
    memset(stays, 0, here.n)
    exact = rough = None  # the cuts by the page alone, once they are asked for
    if asked & (CLOSE | DIFFERS):
        exact = alone(True)
        read_cut(&here, exact, own_kept, own_scores)
        for i in range(here.n):
            if own_kept[i] and says_enough(&here, i, own_scores[i]):
                stays[i] = CLOSE
    if asked & UNSURE:
        if needs_exact(&here):
            exact = alone(True) if exact is None else exact
            read_cut(&here, exact, own_kept, own_scores)
        else:
            rough = alone(False)
            read_cut(&here, rough, own_kept, own_scores)
        for i in range(here.n):
            if here.flags[i] & UNSURE and own_kept[i] and not stays[i] and (
                    here.flags[i] & NOWHERE or not is_time_line(blocks.text(page.columns, i))):
                stays[i] = UNSURE
    for i in range(here.n):
        stays[i] = stays[i] != 0
    return np.frombuffer(found, np.bool_) if any_set(stays, here.n) else None


cdef int read_cut(const Blocks* here, cut, uint8_t* kept, float* scores) except -1:
    """Of each block whether a cut keeps it, and its score there."""
    cdef const uint8_t* kept_rows = bool_data(cut.kept, here.rows)
    cdef const float[::1] row_scores = cut.scores
    cdef Py_ssize_t i
    if row_scores.shape[0] != here.rows:
        raise ValueError("columns of different lengths")
    for i in range(here.n):
        if not 0 <= here.fields.first[i] < here.rows:
            raise ValueError("no such text")
        kept[i], scores[i] = kept_rows[here.fields.first[i]], row_scores[here.fields.first[i]]
    return 0


cdef uint8_t flag_blocks(Blocks* here) noexcept nogil:
    """Set the flags of all blocks; returns all that is set anywhere."""
    cdef Py_ssize_t i, first = here.n, last = -1
    cdef uint8_t found = 0
    here.threshold = 1
    for i in range(here.n):
        if here.kept[i]:
            here.threshold = here.beside[i] if last < 0 else min(here.threshold, here.beside[i])
            first, last = min(first, i), i
    memset(here.flags, 0, here.n)
    for i in range(here.n):
        flag_block(here, i, first <= i < last)
        found |= here.flags[i]
    return found


cdef inline float times(const Blocks* here, Py_ssize_t i) noexcept nogil:
    """How many siblings have a block's text, averaged over its characters."""
    return here.repeated[i] * <float>(here.siblings + 1)


cdef inline float feature(const Blocks* here, Py_ssize_t i, Py_ssize_t number) noexcept nogil:
    return here.features[i * WIDTH + number]


cdef void flag_block(Blocks* here, Py_ssize_t i, bint inside) noexcept nogil:
    """Set the flags of a block. inside: whether it has kept blocks before and behind it."""
    cdef float had = times(here, i), score = here.scores[i]
    cdef int32_t chars = here.fields.chars[i]
    cdef bint nowhere = had < <float>NONE, short = chars <= SHORT
    here.flags[i] |= NOWHERE * nowhere
    if here.kept[i] or chars < LEAST - (feature(here, i, DIGITS) < 1):
        return
    if (nowhere and inside and feature(here, i, PATH_SHARE) < SMALL_SHARE) or (
            short and inside and not here.thread and is_value(here, i)):
        here.flags[i] |= UNSURE
    if here.beside[i] > 0 and not (had > <float>(here.siblings - NONE) and not short) and (
            least_odds(here, i) <= PAGES * MAX_LOG_ODDS):
        here.flags[i] |= CLOSE
    if not here.thread and nowhere and score >= here.threshold - MAX_LIFT:
        here.flags[i] |= DIFFERS


cdef bint is_value(const Blocks* here, Py_ssize_t i) noexcept nogil:
    """Whether a short block is a value that some siblings have by chance: no page has a long one by chance."""
    cdef float had = times(here, i)
    cdef Py_ssize_t stop = here.fields.first[i + 1] if i + 1 < here.n else here.rows
    return <float>NONE <= had <= <float>(here.siblings / <double>2) and (
        here.siblings >= MANY and stop - here.fields.first[i] == 1)


cdef inline double odds(float score) noexcept nogil:
    return log((score + FLOOR) / <double>(<float>(1 + FLOOR) - score))


cdef double least_odds(const Blocks* here, Py_ssize_t i) noexcept nogil:
    """The least that the page alone has to say of a block, in log-odds, for it to be kept with that."""
    return (here.siblings + PAGES) * odds(here.threshold) - here.siblings * odds(here.beside[i])


cdef bint says_enough(const Blocks* here, Py_ssize_t i, float score) noexcept nogil:
    """Whether a block stays by its score on the page alone."""
    return (here.flags[i] & DIFFERS and score >= here.threshold) or (
        here.flags[i] & CLOSE and PAGES * odds(score) >= least_odds(here, i))


cdef bint needs_exact(const Blocks* here) noexcept nogil:
    """Whether a block that may stay has texts of siblings: its own scores decide."""
    cdef Py_ssize_t i
    for i in range(here.n):
        if here.flags[i] & (UNSURE | NOWHERE) == UNSURE:
            return True
    return False


cdef bint any_set(const uint8_t* flags, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(n):
        if flags[i]:
            return True
    return False
