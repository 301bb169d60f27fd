"""What a page says of each of its text blocks: one row of numbers a block, in a few passes over the columns.

The signals are those of the published methods: lengths, link density and the neighbours' (paper 000), paths (001),
classes of tags and names (003), text for each link of the elements around (004), a container's score as browsers'
reader views count it, likeness to the title. All counts are of code points or of words, so that scripts without
spaces are measured too.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.math cimport log1p, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from scrapy_denoise.page import tags
from scrapy_denoise.page.layout cimport Rest, Stored, nodes_of, rest_of, stored_of

cdef enum:
    HINTS = 20
    KINDS = 13
    DISTANCES = 33   # HINTS + KINDS
    FAR = 15         # distance of what no element around is
    LEVELS = 5       # elements around a block that are measured
    TITLE_WORDS = 64

assert HINTS == len(tags.HINTS)

# The kinds of elements that say something of the blocks in them, each the nearest distance up.
_KINDS = {
    "nav": "nav menu",
    "header": "header",
    "footer": "footer address",
    "aside": "aside",
    "article": "article main section",
    "li": "li dd dt",
    "td": "td th",
    "form": "form label button select option fieldset textarea",
    "figure": "figure figcaption caption",
    "heading": "h1 h2 h3 h4 h5 h6",
    "quote": "blockquote q cite",
    "pre": "pre code xmp listing samp kbd",
    "p": "p",
}
assert KINDS == len(_KINDS)
cdef uint8_t KIND_OF[256]
memset(KIND_OF, 255, 256)
for _number, _names in enumerate(_KINDS.values()):
    for _name in _names.split():
        KIND_OF[tags.CODES[_name]] = HINTS + _number

cdef uint8_t EMPHASIS[256]
memset(EMPHASIS, 0, 256)
for _name in "b strong em i u mark h1 h2 h3 h4 h5 h6".split():
    EMPHASIS[tags.CODES[_name]] = 1

cdef uint8_t HEADING_LEVEL[256]
memset(HEADING_LEVEL, 0, 256)
for _number in range(6):
    HEADING_LEVEL[tags.CODES[f"h{_number + 1}"]] = 6 - _number

# Families of class names and ids whose elements are counted.
_COUNTED = ("post", "forum", "comment", "product", "list", "byline")
cdef enum:
    COUNTED = 6
assert COUNTED == len(_COUNTED)
cdef int COUNTED_HINT[COUNTED]
for _number, _name in enumerate(_COUNTED):
    COUNTED_HINT[_number] = list(tags.HINTS).index(_name)
cdef int COMMENT_HINT = list(tags.HINTS).index("comment")

ADDRESS_WORDS = {
    "forum": "forum thread topic showthread discussion question board bbs community answers tieba",
    "documentation": "docs wiki manual reference guide help api tutorial documentation",
    "product": "product products shop item dp store buy",
    "list": "category tag tags archive archives collections search author index",
}
"""Words in the path of a page's address, by the kind of page that they tell of."""

NAMES = (
    "chars words link_density links punctuation terminal colon digits capitals word_chars separators copyright year "
    "commas fragments emphasis heading starts_low quotes wide "
    "index from_end chars_before depth "
    + " ".join(f"near_{name}" for name in tags.HINTS) + " "
    + " ".join(f"in_{name}" for name in _KINDS) + " "
    + " ".join(
        f"up{level}_{name}"
        for level in range(LEVELS)
        for name in ("chars", "link_density", "block_chars", "punctuation", "page_share", "blocks")
    ) + " "
    + " ".join(
        f"{side}{distance}_{name}"
        for distance in (1, 2)
        for side in ("before", "after")
        for name in ("chars", "link_density", "punctuation", "same_path")
    ) + " "
    "path_blocks path_chars path_share path_link_density path_punctuation "
    "container container_score container_place around_chars around_link_density "
    "title_words title_distance title_known heading_distance heading_rank comments_place "
    "page_blocks page_chars page_link_density page_wide page_top_share page_paragraphs page_punctuation "
    + " ".join(f"page_{name}" for name in _COUNTED) + " "
    + " ".join(f"address_{name}" for name in ADDRESS_WORDS)
).split()
"""What each column of the features is (docs/methods/auto)."""

cdef int WIDTH = len(NAMES)


cdef struct Block:
    int32_t first       # text row
    int32_t stop        # one past its last text row
    int32_t home        # row of the element
    int32_t chars
    int32_t link_chars
    int32_t links
    int32_t punctuation
    int32_t emphasised
    int32_t words
    int32_t word_chars
    int32_t digits
    int32_t capitals
    int32_t low
    int32_t separators
    int32_t commas
    int32_t quotes
    int32_t wide        # Han characters
    int32_t title_hits
    int32_t fragments
    int32_t path        # number of the group of blocks with the same path
    uint8_t terminal
    uint8_t colon
    uint8_t copyright
    uint8_t year
    uint8_t starts_low


cdef struct Group:
    uint64_t path
    int32_t blocks
    int32_t chars
    int32_t link_chars
    int32_t punctuation


cdef inline uint64_t step(uint64_t h, uint64_t word) noexcept nogil:
    h = (h ^ word) * <uint64_t>0x9E3779B97F4A7C15
    return h ^ (h >> 29)


cdef enum:
    LOGS = 1024

cdef float LOG[LOGS]  # of the small counts, which most are
for _number in range(LOGS):
    LOG[_number] = <float>log1p(_number)


cdef inline float log_of(double value) noexcept nogil:
    cdef int whole = <int>value
    return LOG[whole] if 0 <= whole < LOGS and whole == value else <float>log1p(value)


cdef inline float share(double part, double whole) noexcept nogil:
    return <float>(part / whole) if whole > 0 else 0.0


cdef void close_word(
    Block* block, uint64_t word, int length, bint capital, bint low, bint number, const uint64_t* title, int n_title
) noexcept nogil:
    cdef int i
    block.words += 1
    block.word_chars += length
    block.capitals += capital
    block.low += low
    for i in range(n_title):
        if title[i] == word:
            block.title_hits += 1
            break


cdef void read_text(
    const uint8_t* at, const uint8_t* stop, Block* block, const uint64_t* title, int n_title
) noexcept nogil:
    """Count the words and signs of one text row."""
    cdef uint64_t word = 0
    cdef int length = 0, digits = 0, size
    cdef bint capital = False, low = False
    cdef uint8_t c
    cdef bint letter
    cdef uint8_t lower
    while at < stop:
        c = at[0]
        size = 1
        letter = False
        lower = c
        if c < 0x80:
            if c"a" <= c <= c"z":
                letter = True
                if length == 0:
                    low = True
            elif c"A" <= c <= c"Z":
                letter = True
                lower = c | 0x20
                if length == 0:
                    capital = True
            elif c"0" <= c <= c"9":
                letter = True
                digits += 1
                block.digits += 1
            elif c == c",":
                block.commas += 1
            elif c == c"|" or c == c">" or c == c"/" or c == c"<" or c == c"[" or c == c"]":
                block.separators += 1
            elif c == c'"':
                block.quotes += 1
            elif c == c"'" and length:
                at += 1
                continue  # within a word
        elif c < 0xE0:
            size = 2
            if c == 0xC2:
                if at + 1 < stop:
                    if at[1] == 0xA9:
                        block.copyright = True
                    elif at[1] == 0xBB or at[1] == 0xAB or at[1] == 0xB7:
                        block.separators += 1
            else:
                letter = True
                if length == 0 and at + 1 < stop:
                    if (c == 0xD0 and (0x90 <= at[1] <= 0xAF or at[1] == 0x81)) or (
                        c == 0xCE and 0x91 <= at[1] <= 0xA9
                    ) or (c == 0xC3 and 0x80 <= at[1] <= 0x9E):
                        capital = True
                    elif c == 0xD0 or c == 0xD1 or c == 0xCE or c == 0xCF or c == 0xC3:
                        low = True
                if c == 0xD8 and at + 1 < stop and at[1] == 0x8C:
                    letter = False
                    block.commas += 1
        elif c < 0xF0:
            size = 3
            if at + 2 < stop:
                if 0xE4 <= c <= 0xE9:
                    # a Han character is a word
                    if length:
                        close_word(block, word, length, capital, low, digits == length, title, n_title)
                        length = digits = 0
                        word = 0
                        capital = low = False
                    block.wide += 1
                    close_word(
                        block, step(0, (c << 16) | (at[1] << 8) | at[2]), 1, False, False, False, title, n_title
                    )
                    at += 3
                    continue
                if c == 0xEF and at[1] == 0xBC and at[2] == 0x8C:
                    block.commas += 1
                elif c == 0xE3 and at[1] == 0x80 and at[2] == 0x81:
                    block.commas += 1
                elif c == 0xE2 and at[1] == 0x80 and (at[2] == 0x9C or at[2] == 0x9D):
                    block.quotes += 1
                elif c == 0xE2 and at[1] == 0x80 and at[2] == 0xBA:
                    block.separators += 1
                elif c == 0xE2 and at[1] == 0x80 and at[2] == 0x99 and length:
                    at += 3
                    continue
                elif c == 0xE3 and at[1] == 0x80 and (at[2] == 0x8C or at[2] == 0x8D):
                    block.quotes += 1
                elif not (c == 0xE2 or (c == 0xE3 and at[1] == 0x80) or (c == 0xEF and at[1] >= 0xBC)):
                    letter = True
        else:
            size = 4
        if letter:
            word = step(word, lower)
            if size > 1 and at + 1 < stop:
                word = step(word, at[1])
                if size > 2 and at + 2 < stop:
                    word = step(word, at[2])
            length += 1
        elif length:
            if digits == 4 and length == 4 and ((at - 4)[0] == c"2" and (at - 3)[0] == c"0" or (at - 4)[0] == c"1" and (at - 3)[0] == c"9"):
                block.year = True
            close_word(block, word, length, capital, low, digits == length, title, n_title)
            length = digits = 0
            word = 0
            capital = low = False
        at += size
    if length:
        if digits == 4 and length == 4 and (
            (stop - 4)[0] == c"2" and (stop - 3)[0] == c"0" or (stop - 4)[0] == c"1" and (stop - 3)[0] == c"9"
        ):
            block.year = True
        close_word(block, word, length, capital, low, digits == length, title, n_title)


cdef int read_title(const uint8_t* at, const uint8_t* stop, uint64_t* words) noexcept nogil:
    """Hashes of the first TITLE_WORDS words of the title."""
    cdef int n = 0, size
    cdef uint64_t word = 0
    cdef bint letter
    cdef uint8_t c, lower
    while at < stop and n < TITLE_WORDS:
        c = at[0]
        size = 1 if c < 0xC0 else 2 if c < 0xE0 else 3 if c < 0xF0 else 4
        if at + size > stop:
            break
        if size == 3 and 0xE4 <= c <= 0xE9:
            if word:
                words[n] = word
                n += 1
                word = 0
            if n < TITLE_WORDS:
                words[n] = step(0, (c << 16) | (at[1] << 8) | at[2])
                n += 1
            at += size
            continue
        lower = c | 0x20 if c"A" <= c <= c"Z" else c
        letter = c"a" <= lower <= c"z" or c"0" <= c <= c"9" or (size == 2 and c != 0xC2) or (
            size == 3 and not (c == 0xE2 or (c == 0xE3 and at[1] == 0x80) or (c == 0xEF and at[1] >= 0xBC))
        )
        if letter:
            word = step(word, lower)
            if size > 1:
                word = step(word, at[1])
                if size > 2:
                    word = step(word, at[2])
        elif word and not (c == c"'" or (size == 3 and c == 0xE2 and at[1] == 0x80 and at[2] == 0x99)):
            words[n] = word
            n += 1
            word = 0
        at += size
    if word and n < TITLE_WORDS:
        words[n] = word
        n += 1
    return n


cdef void read_end(const uint8_t* start, const uint8_t* stop, Block* block) noexcept nogil:
    """How the block's text ends: with a sentence's end, with a colon."""
    cdef const uint8_t* at = stop - 1
    cdef uint8_t c
    # closing quotes and brackets do not count
    while at >= start:
        c = at[0]
        if c == c'"' or c == c"'" or c == c")" or c == c" " or c == c"]":
            at -= 1
        elif at - 2 >= start and (at - 2)[0] == 0xE2 and (at - 1)[0] == 0x80 and (c == 0x9D or c == 0x99):
            at -= 3
        else:
            break
    if at < start:
        return
    c = at[0]
    if c == c"." or c == c"!" or c == c"?":
        block.terminal = True
    elif c == c":":
        block.colon = True
    elif at - 2 >= start:
        if (at - 2)[0] == 0xE3 and (at - 1)[0] == 0x80 and c == 0x82:
            block.terminal = True
        elif (at - 2)[0] == 0xEF and (at - 1)[0] == 0xBC and (c == 0x81 or c == 0x9F or c == 0x9B):
            block.terminal = True
        elif (at - 2)[0] == 0xEF and (at - 1)[0] == 0xBC and c == 0x9A:
            block.colon = True
        elif (at - 2)[0] == 0xE2 and (at - 1)[0] == 0x80 and c == 0xA6:
            block.terminal = True
        elif ((at - 1)[0] == 0xD8 and c == 0x9F) or ((at - 1)[0] == 0xDB and c == 0x94):
            block.terminal = True


cdef Py_ssize_t blocks_of(const int32_t* block, const int64_t* text_rows, Py_ssize_t n_texts) noexcept:
    """How many text blocks these text rows are."""
    cdef Py_ssize_t i, n = 0
    cdef int32_t last = -1
    for i in range(n_texts):
        if block[text_rows[i]] != last:
            last = block[text_rows[i]]
            n += 1
    return n


def block_features(columns, bytes nodes not None, const float[::1] address not None):
    """What is measured of a page's blocks, as the bytes of three arrays.

    nodes: of the page's signature. address: of each of ADDRESS_WORDS, whether the page's address has one.
    Returns float32, blocks x len(NAMES): the features. int32, 4 x blocks: the row of the block's element, its code
    points, the number of its group of blocks with the same path, and the position of its first text row. int32, for each text row the number of its block,
    without gaps.
    """
    cdef Stored stored = stored_of(columns.stored)
    cdef Rest rest = rest_of(columns.rest)
    cdef bytes text_row_bytes = columns.text_row_numbers
    cdef const int64_t* text_rows = <const int64_t*>PyBytes_AS_STRING(text_row_bytes)
    cdef Py_ssize_t n_rows = rest.n, n_texts = PyBytes_GET_SIZE(text_row_bytes) // <Py_ssize_t>sizeof(int64_t)
    cdef Py_ssize_t n_blocks = blocks_of(rest.block, text_rows, n_texts)
    cdef bytes features = PyBytes_FromStringAndSize(NULL, n_blocks * WIDTH * sizeof(float))
    cdef bytes of_blocks = PyBytes_FromStringAndSize(NULL, 4 * n_blocks * sizeof(int32_t))
    cdef bytes of_rows = PyBytes_FromStringAndSize(NULL, n_texts * sizeof(int32_t))
    cdef float* found = <float*>PyBytes_AS_STRING(features)
    cdef int32_t* home = <int32_t*>PyBytes_AS_STRING(of_blocks)
    cdef int32_t* block_chars = home + n_blocks
    cdef int32_t* group_of = block_chars + n_blocks
    cdef int32_t* first = group_of + n_blocks
    cdef int32_t* block_of = <int32_t*>PyBytes_AS_STRING(of_rows)
    cdef const uint64_t* path = nodes_of(nodes).path
    cdef const uint16_t* tag = rest.tag
    cdef const int32_t* parent = rest.parent
    cdef const int32_t* end = rest.end
    cdef const int32_t* depth = stored.depth
    cdef const int32_t* chars = stored.chars
    cdef const int32_t* punctuation = rest.punctuation
    cdef const int32_t* block_number = rest.block
    cdef const int32_t* block_row = rest.block_row
    cdef const int32_t* text_start = rest.text_start
    cdef const int32_t* text_stop = rest.text_stop
    cdef const uint32_t* hints = rest.hints
    cdef const uint8_t* linked = rest.linked
    cdef const uint8_t* link = rest.link
    cdef bytes text_bytes = columns.text
    cdef bytes title_bytes = columns.title
    cdef const uint8_t* text = text_bytes
    cdef const uint8_t* title_text = title_bytes
    cdef const uint8_t* title_stop = title_text + len(title_bytes)
    if nodes_of(nodes).n != n_rows or address.shape[0] != len(ADDRESS_WORDS):
        raise ValueError("columns of different lengths")
    if n_blocks == 0:
        return features, of_blocks, of_rows

    cdef Py_ssize_t slots = 16
    while slots < 2 * n_blocks:
        slots *= 2
    cdef uint8_t* near = <uint8_t*>PyMem_Malloc(n_rows * DISTANCES)
    cdef Block* blocks = <Block*>PyMem_Malloc(n_blocks * sizeof(Block))
    cdef Group* groups = <Group*>PyMem_Malloc(n_blocks * sizeof(Group))
    cdef int32_t* table = <int32_t*>PyMem_Malloc(slots * sizeof(int32_t))
    # running sums over the rows: characters, those in links, punctuation, blocks that start, links
    cdef int32_t* sums = <int32_t*>PyMem_Malloc((n_rows + 1) * 5 * sizeof(int32_t))
    cdef float* score = <float*>PyMem_Malloc(n_rows * sizeof(float))
    if near == NULL or blocks == NULL or groups == NULL or table == NULL or sums == NULL or score == NULL:
        PyMem_Free(near)
        PyMem_Free(blocks)
        PyMem_Free(groups)
        PyMem_Free(table)
        PyMem_Free(sums)
        PyMem_Free(score)
        raise MemoryError()
    cdef int32_t* page = &sums[n_rows * 5]
    cdef uint64_t title[TITLE_WORDS]
    cdef int n_title
    cdef Py_ssize_t i, k, row, level, slot, other, side, distance
    cdef uint32_t bits
    cdef uint8_t* mine
    cdef uint8_t* above
    cdef Block* b = NULL
    cdef Block* o
    cdef Group* g
    cdef int32_t last, n_groups = 0, top = 0, up, from_row, n
    cdef float* f
    cdef float best, unit, anchor_share, likeness
    cdef Py_ssize_t anchor = -1
    cdef int32_t counted[COUNTED]
    cdef int32_t first_comment = -1, heading = -1
    cdef int32_t paragraphs = 0, wide = 0, all_words = 0
    cdef int32_t* low
    cdef int32_t* high

    with nogil:
        n_title = read_title(title_text, title_stop, title)

        # the nearest element of each kind, and running sums
        memset(counted, 0, sizeof(counted))
        last = -1
        memset(sums, 0, 5 * sizeof(int32_t))
        k = -1
        for row in range(n_rows):
            mine = near + row * DISTANCES
            if row == 0:
                memset(mine, FAR, DISTANCES)
            else:
                above = near + parent[row] * DISTANCES
                for i in range(DISTANCES):
                    mine[i] = above[i] + (above[i] < FAR)
            low = sums + row * 5
            high = low + 5
            memcpy(high, low, 5 * sizeof(int32_t))
            score[row] = 0
            if tag[row]:
                bits = hints[row]
                if bits:
                    for i in range(COUNTED):
                        counted[i] += (bits >> COUNTED_HINT[i]) & 1
                    if first_comment < 0 and (bits >> COMMENT_HINT) & 1:
                        first_comment = k + 1
                i = 0
                while bits:
                    if bits & 1:
                        mine[i] = 0
                    bits >>= 1
                    i += 1
                if tag[row] < 256 and KIND_OF[tag[row]] != 255:
                    mine[KIND_OF[tag[row]]] = 0
                high[4] += link[row]
                continue
            high[0] += chars[row]
            high[1] += chars[row] * linked[row]
            high[2] += punctuation[row]
            if block_number[row] != last:
                last = block_number[row]
                high[3] += 1
                k += 1
                b = &blocks[k]
                memset(b, 0, sizeof(Block))
                b.first = <int32_t>row
                b.home = block_row[row]
            b.stop = <int32_t>row + 1
            b.fragments += 1
            b.chars += chars[row]
            b.link_chars += chars[row] * linked[row]
            b.punctuation += punctuation[row]
            if tag[parent[row]] < 256 and EMPHASIS[tag[parent[row]]]:
                b.emphasised += chars[row]
            read_text(text + text_start[row], text + text_stop[row], b, title, n_title)
        i = 0
        last = -1
        k = -1
        for i in range(n_texts):
            if block_number[text_rows[i]] != last:
                last = block_number[text_rows[i]]
                k += 1
                first[k] = <int32_t>i
            block_of[i] = <int32_t>k

        # groups of blocks with the same path; how blocks end; which is most like the title
        memset(table, 255, slots * sizeof(int32_t))
        anchor_share = 0.5
        for k in range(n_blocks):
            b = &blocks[k]
            b.links = sums[b.stop * 5 + 4] - sums[(b.home + 1 if b.home + 1 > (blocks[k - 1].stop if k else 0) else blocks[k - 1].stop) * 5 + 4]
            home[k] = b.home
            block_chars[k] = b.chars
            read_end(text + text_start[b.first], text + text_stop[b.stop - 1], b)
            if text_stop[b.first] > text_start[b.first]:
                b.starts_low = c"a" <= text[text_start[b.first]] <= c"z"
            slot = <Py_ssize_t>((path[b.home] * <uint64_t>0x9E3779B97F4A7C15) >> 20) & (slots - 1)
            while table[slot] >= 0 and groups[table[slot]].path != path[b.home]:
                slot = (slot + 1) & (slots - 1)
            if table[slot] < 0:
                table[slot] = n_groups
                memset(&groups[n_groups], 0, sizeof(Group))
                groups[n_groups].path = path[b.home]
                n_groups += 1
            b.path = group_of[k] = table[slot]
            g = &groups[b.path]
            g.blocks += 1
            g.chars += b.chars
            g.link_chars += b.link_chars
            g.punctuation += b.punctuation
            if n_title and b.words and b.words <= 3 * n_title:
                likeness = share(b.title_hits, b.words) * share(min(b.title_hits, n_title), n_title)
                # headings before others, the first before the rest
                if tag[b.home] < 256 and HEADING_LEVEL[tag[b.home]]:
                    likeness = likeness * 2 + <float>0.1
                if b.link_chars * 2 > b.chars:
                    likeness *= <float>0.7
                if likeness > anchor_share * <float>1.001:
                    anchor_share = likeness
                    anchor = k
            wide += b.wide
            all_words += b.words

        # containers: what is around the paragraphs, as reader views score it
        for k in range(n_blocks):
            b = &blocks[k]
            n = b.chars + b.wide - b.link_chars  # a Han character says more
            if n < 25 or b.link_chars * 2 > b.chars:
                continue
            paragraphs += 1
            unit = <float>(1 + b.commas + min(n / 100.0, 3.0))
            up = b.home
            if tag[up] < 256 and KIND_OF[tag[up]] != 255 and parent[up] >= 0:
                up = parent[up]
            score[up] += unit
            if parent[up] >= 0:
                score[parent[up]] += unit / 2
                if parent[parent[up]] >= 0:
                    score[parent[parent[up]]] += unit / 6
        best = 0
        for row in range(n_rows):
            if score[row] > 0:
                low = sums + row * 5
                high = sums + end[row] * 5
                score[row] *= 1 - share(high[1] - low[1], high[0] - low[0])
                if score[row] > best:
                    best = score[row]
                    top = <int32_t>row

        for k in range(n_blocks):
            b = &blocks[k]
            f = found + k * WIDTH
            i = 0
            # of itself
            f[0] = log_of(b.chars + b.wide)
            f[1] = log_of(b.words)
            f[2] = share(b.link_chars, b.chars)
            f[3] = log_of(b.links)
            f[4] = share(b.punctuation, b.words)
            f[5] = b.terminal
            f[6] = b.colon
            f[7] = share(b.digits, b.chars)
            f[8] = share(b.capitals, b.capitals + b.low)
            f[9] = share(b.word_chars, b.words)
            f[10] = share(b.separators, b.words)
            f[11] = b.copyright
            f[12] = b.year
            f[13] = log_of(b.commas)
            f[14] = log_of(b.fragments)
            f[15] = share(b.emphasised, b.chars)
            f[16] = HEADING_LEVEL[tag[b.home]] if tag[b.home] < 256 else 0
            f[17] = b.starts_low
            f[18] = log_of(b.quotes)
            f[19] = share(b.wide, b.chars)
            f[20] = share(k, n_blocks)
            f[21] = log_of(n_blocks - 1 - k)
            f[22] = share(sums[b.first * 5], page[0])
            f[23] = depth[b.home]
            i = 24
            mine = near + parent[b.first] * DISTANCES
            for level in range(DISTANCES):
                f[i + level] = mine[level]
            i += DISTANCES
            # of the elements around
            up = b.home
            for level in range(LEVELS):
                low = sums + up * 5
                high = sums + end[up] * 5
                f[i] = log_of(high[0] - low[0])
                f[i + 1] = share(high[1] - low[1], high[0] - low[0])
                f[i + 2] = log_of(share(high[0] - low[0], high[3] - low[3] if high[3] > low[3] else 1))
                f[i + 3] = share(high[2] - low[2], high[0] - low[0]) * 100
                f[i + 4] = share(high[0] - low[0], page[0])
                f[i + 5] = log_of(high[3] - low[3])
                i += 6
                if parent[up] >= 0:
                    up = parent[up]
            # of the neighbours
            for distance in range(1, 3):
                for side in range(2):
                    other = k + distance if side else k - distance
                    if 0 <= other < n_blocks:
                        o = &blocks[other]
                        f[i] = log_of(o.chars + o.wide)
                        f[i + 1] = share(o.link_chars, o.chars)
                        f[i + 2] = share(o.punctuation, o.words)
                        f[i + 3] = o.path == b.path
                    else:
                        f[i] = f[i + 1] = f[i + 2] = f[i + 3] = -1
                    i += 4
            # of the blocks with the same path
            g = &groups[b.path]
            f[i] = log_of(g.blocks)
            f[i + 1] = log_of(share(g.chars, g.blocks))
            f[i + 2] = share(g.chars, page[0])
            f[i + 3] = share(g.link_chars, g.chars)
            f[i + 4] = share(g.punctuation, g.chars) * 100
            i += 5
            # of the best container
            f[i] = 1 if top <= b.first < end[top] else 0
            up = b.home
            unit = score[up]
            for level in range(3):
                if parent[up] >= 0:
                    up = parent[up]
                    unit = max(unit, score[up])
            f[i + 1] = unit / best if best > 0 else 0
            f[i + 2] = <float>(b.first - top) / (end[top] - top) if b.first < end[top] else 2
            if f[i + 2] < 0:
                f[i + 2] = -1
            low = sums + top * 5
            high = sums + end[top] * 5
            # within some blocks before and after
            from_row = blocks[max(0, k - 5)].first
            up = blocks[min(n_blocks - 1, k + 5)].stop
            f[i + 3] = log_of(sums[up * 5] - sums[from_row * 5])
            f[i + 4] = share(sums[up * 5 + 1] - sums[from_row * 5 + 1], sums[up * 5] - sums[from_row * 5])
            i += 5
            # of the title
            f[i] = share(b.title_hits, b.words)
            f[i + 1] = 0
            if anchor >= 0:
                f[i + 1] = log_of(k - anchor) if k >= anchor else -log_of(anchor - k)
            f[i + 2] = anchor >= 0
            f[i + 3] = log_of(k - heading) if heading >= 0 else -1
            f[i + 4] = HEADING_LEVEL[tag[blocks[heading].home]] if heading >= 0 else -1
            f[i + 5] = 0
            if first_comment >= 0:
                f[i + 5] = 1 + log_of(k - first_comment) if k >= first_comment else -1 - log_of(first_comment - k)
            if f[16]:
                heading = <int32_t>k
            i += 6
            # of the page
            f[i] = log_of(n_blocks)
            f[i + 1] = log_of(page[0])
            f[i + 2] = share(page[1], page[0])
            f[i + 3] = share(wide, page[0])
            f[i + 4] = share(high[0] - low[0], page[0])
            f[i + 5] = log_of(paragraphs)
            f[i + 6] = share(page[2], all_words)
            i += 7
            for level in range(COUNTED):
                f[i + level] = log_of(counted[level])
            i += COUNTED
            for level in range(address.shape[0]):
                f[i + level] = address[level]
    PyMem_Free(near)
    PyMem_Free(blocks)
    PyMem_Free(groups)
    PyMem_Free(table)
    PyMem_Free(sums)
    PyMem_Free(score)
    return features, of_blocks, of_rows
