from libc.stdint cimport int32_t, uint8_t, uint64_t

cdef enum:
    TITLE_WORDS = 64
    BEGINNINGS = 32

cdef struct TextCounts:
    int32_t words
    int32_t word_chars
    int32_t title_hits   # words that the title has
    int32_t digits
    int32_t capitals     # words that begin with a capital
    int32_t low          # and with a small letter
    int32_t separators   # signs that stand between the entries of a menu
    int32_t commas
    int32_t quotes
    int32_t wide         # Han characters
    uint8_t terminal     # it ends as a sentence does
    uint8_t colon        # it ends with a colon
    uint8_t copyright
    uint8_t year
    int32_t clocks       # times of day, and numbers with a separator between them, as dates are written

cdef struct TitleWords:
    int32_t n
    uint64_t hashes[TITLE_WORDS]
    uint64_t begun[BEGINNINGS]  # by the beginning of a word (`beginning_of`) a bit for each length that one with it has

cdef void read_text(const uint8_t* at, const uint8_t* stop, TextCounts* block, const TitleWords* title) noexcept nogil
cdef void read_title(const uint8_t* at, const uint8_t* stop, TitleWords* title) noexcept nogil
cdef void read_end(const uint8_t* start, const uint8_t* stop, TextCounts* block) noexcept nogil
