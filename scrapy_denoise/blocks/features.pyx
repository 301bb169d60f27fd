"""What a page says of each of its text blocks: a row of numbers a block, in a few passes over the columns.

The signals are those of the published methods: lengths, link density and the neighbours' (paper 000), paths (001),
classes of tags and names (003), text for each link of the ancestors (004), a container's score as browsers' reader
views count it, similarity to the title. All counts are of code points or of words, so that scripts without spaces are
measured too.

The features come in groups. Each group is a function that writes them, with their names above it.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.math cimport log1p
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from scrapy_denoise.blocks.text_counts cimport TITLE_WORDS, TextCounts, read_end, read_text, read_title
from scrapy_denoise.page.layout cimport Rest, Stored, nodes_of, rest_of, stored_of
from scrapy_denoise.page.table cimport Entry, Table, close_table, entry_of, open_table

from scrapy_denoise.blocks.addresses import KINDS as ADDRESS_KINDS
from scrapy_denoise.blocks.names import FAMILIES, bit_of
from scrapy_denoise.page import tags

# --- what the groups look at --------------------------------------------------------------------------------

# The kinds of elements that say something of the blocks inside them.
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

# Families of names whose elements are counted on the page.
_COUNTED = ("post", "forum", "comment", "product", "list", "byline")

cdef enum:
    N_FAMILIES = 20
    N_KINDS = 13
    DISTANCES = 33   # N_FAMILIES + N_KINDS
    FAR = 15         # the distance of an ancestor that there is not
    LEVELS = 5       # ancestors of a block that are measured
    BESIDE = 2       # blocks on either side that are looked at one by one
    AROUND = 5       # and that are looked at together
    N_COUNTED = 6
    N_ADDRESS = 4
    NONE = 255

assert (N_FAMILIES, N_KINDS, DISTANCES) == (len(FAMILIES), len(_KINDS), len(FAMILIES) + len(_KINDS))
assert (N_COUNTED, N_ADDRESS) == (len(_COUNTED), len(ADDRESS_KINDS))

cdef uint8_t KIND_OF[256]        # of a tag the place of its kind among the distances, or NONE
cdef uint8_t EMPHASIS[256]
cdef uint8_t HEADING_RANK[256]   # 6 for h1 ... 1 for h6, else 0
memset(KIND_OF, NONE, 256)
memset(EMPHASIS, 0, 256)
memset(HEADING_RANK, 0, 256)
for _number, _names in enumerate(_KINDS.values()):
    for _name in _names.split():
        KIND_OF[tags.CODES[_name]] = N_FAMILIES + _number
for _name in "b strong em i u mark h1 h2 h3 h4 h5 h6".split():
    EMPHASIS[tags.CODES[_name]] = 1
for _number in range(6):
    HEADING_RANK[tags.CODES[f"h{_number + 1}"]] = 6 - _number

cdef uint32_t COUNTED[N_COUNTED]
for _number, _name in enumerate(_COUNTED):
    COUNTED[_number] = bit_of(_name)
cdef uint32_t COMMENT = bit_of("comment")


cdef struct Block:
    TextCounts text
    int32_t first       # its first text row
    int32_t stop        # one past its last text row
    int32_t home        # the row of its element
    int32_t chars
    int32_t link_chars
    int32_t links
    int32_t punctuation
    int32_t emphasised
    int32_t fragments   # text rows
    int32_t group       # the number of the group of blocks with the same path
    uint8_t starts_low


cdef struct Group:      # of the blocks with the same path
    int32_t blocks
    int32_t chars
    int32_t link_chars
    int32_t punctuation


cdef struct Sums:       # over all rows before one
    int32_t chars
    int32_t link_chars
    int32_t punctuation
    int32_t blocks
    int32_t links


cdef struct Measured:   # what the groups read
    Stored stored
    Rest rest
    const uint32_t* families
    const uint64_t* path
    const float* address
    Py_ssize_t n_blocks
    Block* blocks
    Group* groups
    Sums* sums           # of each row, and of the end
    uint8_t* distances   # of each row, DISTANCES: steps up to the nearest element of each family and kind
    float* container     # of each row, its score as a container of paragraphs
    float best_container
    int32_t top          # the row of the best container
    int32_t title        # the block most similar to the page's title; -1 where none is
    int32_t n_title
    uint64_t title_words[TITLE_WORDS]
    int32_t first_comment                # the block after the first element that is named comments; -1: none
    int32_t named[N_COUNTED]             # elements of each counted family
    int32_t paragraphs, wide, words      # of the page


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


cdef inline Sums between(const Measured* m, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """The sums over the rows from one up to another."""
    cdef const Sums* low = &m.sums[start]
    cdef const Sums* high = &m.sums[stop]
    return Sums(
        high.chars - low.chars, high.link_chars - low.link_chars, high.punctuation - low.punctuation,
        high.blocks - low.blocks, high.links - low.links,
    )


cdef inline int rank_of(const Measured* m, const Block* b) noexcept nogil:
    """The rank of the heading that a block's element is; 0 for others."""
    cdef uint16_t tag = m.rest.tag[b.home]
    return HEADING_RANK[tag] if tag < 256 else 0


# --- the groups of features ---------------------------------------------------------------------------------

cdef enum:
    OWN = 20
    PLACE = 4
    ANCESTORS = 30       # 6 * LEVELS
    NEIGHBOURS = 16      # 8 * BESIDE
    SAME_PATH = 5
    CONTAINER = 5
    TITLE = 6
    PAGE = 7

_OWN = """chars words link_density links punctuation terminal colon digits capitals word_chars separators copyright year
    commas fragments emphasis heading starts_low quotes wide""".split()


cdef inline float* of_itself(float* f, const Measured* m, const Block* b) noexcept nogil:
    f[0] = log_of(b.chars + b.text.wide)
    f[1] = log_of(b.text.words)
    f[2] = share(b.link_chars, b.chars)
    f[3] = log_of(b.links)
    f[4] = share(b.punctuation, b.text.words)
    f[5] = b.text.terminal
    f[6] = b.text.colon
    f[7] = share(b.text.digits, b.chars)
    f[8] = share(b.text.capitals, b.text.capitals + b.text.low)
    f[9] = share(b.text.word_chars, b.text.words)
    f[10] = share(b.text.separators, b.text.words)
    f[11] = b.text.copyright
    f[12] = b.text.year
    f[13] = log_of(b.text.commas)
    f[14] = log_of(b.fragments)
    f[15] = share(b.emphasised, b.chars)
    f[16] = rank_of(m, b)
    f[17] = b.starts_low
    f[18] = log_of(b.text.quotes)
    f[19] = share(b.text.wide, b.chars)
    return f + OWN


_PLACE = ["index", "from_end", "chars_before", "depth"]


cdef inline float* of_its_place(float* f, const Measured* m, const Block* b, Py_ssize_t k) noexcept nogil:
    f[0] = share(k, m.n_blocks)
    f[1] = log_of(m.n_blocks - 1 - k)
    f[2] = share(m.sums[b.first].chars, m.sums[m.rest.n].chars)
    f[3] = m.stored.depth[b.home]
    return f + PLACE


_DISTANCES = [f"near_{name}" for name in FAMILIES] + [f"in_{name}" for name in _KINDS]


cdef inline float* of_named_ancestors(float* f, const Measured* m, const Block* b) noexcept nogil:
    cdef const uint8_t* distance = m.distances + m.rest.parent[b.first] * DISTANCES
    cdef int i
    for i in range(DISTANCES):
        f[i] = distance[i]
    return f + DISTANCES


_ANCESTORS = [
    f"up{level}_{name}"
    for level in range(LEVELS)
    for name in ("chars", "link_density", "block_chars", "punctuation", "page_share", "blocks")
]


cdef inline float* of_ancestors(float* f, const Measured* m, const Block* b) noexcept nogil:
    cdef int32_t row = b.home
    cdef Sums inside
    cdef int level
    for level in range(LEVELS):
        inside = between(m, row, m.rest.end[row])
        f[0] = log_of(inside.chars)
        f[1] = share(inside.link_chars, inside.chars)
        f[2] = log_of(share(inside.chars, inside.blocks if inside.blocks > 0 else 1))
        f[3] = share(inside.punctuation, inside.chars) * 100
        f[4] = share(inside.chars, m.sums[m.rest.n].chars)
        f[5] = log_of(inside.blocks)
        f += 6
        if m.rest.parent[row] >= 0:
            row = m.rest.parent[row]
    return f


_NEIGHBOURS = [
    f"{side}{distance}_{name}"
    for distance in range(1, BESIDE + 1)
    for side in ("before", "after")
    for name in ("chars", "link_density", "punctuation", "same_path")
]


cdef inline float* of_neighbours(float* f, const Measured* m, const Block* b, Py_ssize_t k) noexcept nogil:
    cdef const Block* other
    cdef Py_ssize_t at
    cdef int distance, side
    for distance in range(1, BESIDE + 1):
        for side in range(2):
            at = k + distance if side else k - distance
            if 0 <= at < m.n_blocks:
                other = &m.blocks[at]
                f[0] = log_of(other.chars + other.text.wide)
                f[1] = share(other.link_chars, other.chars)
                f[2] = share(other.punctuation, other.text.words)
                f[3] = other.group == b.group
            else:
                f[0] = f[1] = f[2] = f[3] = -1
            f += 4
    return f


_SAME_PATH = ["path_blocks", "path_chars", "path_share", "path_link_density", "path_punctuation"]


cdef inline float* of_blocks_with_its_path(float* f, const Measured* m, const Block* b) noexcept nogil:
    cdef const Group* group = &m.groups[b.group]
    f[0] = log_of(group.blocks)
    f[1] = log_of(share(group.chars, group.blocks))
    f[2] = share(group.chars, m.sums[m.rest.n].chars)
    f[3] = share(group.link_chars, group.chars)
    f[4] = share(group.punctuation, group.chars) * 100
    return f + SAME_PATH


_CONTAINER = ["container", "container_score", "container_place", "around_chars", "around_link_density"]


cdef inline float* of_the_best_container(float* f, const Measured* m, const Block* b, Py_ssize_t k) noexcept nogil:
    """Where the block stands to the container of the most text; and the text of the blocks around it."""
    cdef int32_t row = b.home, end = m.rest.end[m.top]
    cdef float best = m.container[row]
    cdef Sums around
    cdef int level
    for level in range(3):
        if m.rest.parent[row] >= 0:
            row = m.rest.parent[row]
            best = max(best, m.container[row])
    f[0] = m.top <= b.first < end
    f[1] = best / m.best_container if m.best_container > 0 else 0
    # -1 before the container, 2 behind it
    f[2] = -1 if b.first < m.top else 2 if b.first >= end else <float>(b.first - m.top) / (end - m.top)
    around = between(m, m.blocks[max(0, k - AROUND)].first, m.blocks[min(m.n_blocks - 1, k + AROUND)].stop)
    f[3] = log_of(around.chars)
    f[4] = share(around.link_chars, around.chars)
    return f + CONTAINER


_TITLE = ["title_words", "title_distance", "title_known", "heading_distance", "heading_rank", "comments_place"]


cdef inline float* of_the_title(
    float* f, const Measured* m, const Block* b, Py_ssize_t k, Py_ssize_t heading
) noexcept nogil:
    """Where the block stands to the title, to the last heading before it, and to the comments."""
    f[0] = share(b.text.title_hits, b.text.words)
    f[1] = 0
    if m.title >= 0:
        f[1] = log_of(k - m.title) if k >= m.title else -log_of(m.title - k)
    f[2] = m.title >= 0
    f[3] = log_of(k - heading) if heading >= 0 else -1
    f[4] = rank_of(m, &m.blocks[heading]) if heading >= 0 else -1
    f[5] = 0
    if m.first_comment >= 0:
        f[5] = 1 + log_of(k - m.first_comment) if k >= m.first_comment else -1 - log_of(m.first_comment - k)
    return f + TITLE


_PAGE = """page_blocks page_chars page_link_density page_wide page_top_share page_paragraphs page_punctuation""".split()
_PAGE += [f"page_{name}" for name in _COUNTED]
_PAGE += [f"address_{name}" for name in ADDRESS_KINDS]


cdef inline float* of_the_page(float* f, const Measured* m) noexcept nogil:
    cdef Sums page = between(m, 0, m.rest.n), top = between(m, m.top, m.rest.end[m.top])
    cdef int i
    f[0] = log_of(m.n_blocks)
    f[1] = log_of(page.chars)
    f[2] = share(page.link_chars, page.chars)
    f[3] = share(m.wide, page.chars)
    f[4] = share(top.chars, page.chars)
    f[5] = log_of(m.paragraphs)
    f[6] = share(page.punctuation, m.words)
    f += PAGE
    for i in range(N_COUNTED):
        f[i] = log_of(m.named[i])
    f += N_COUNTED
    for i in range(N_ADDRESS):
        f[i] = m.address[i]
    return f + N_ADDRESS


NAMES = [
    *_OWN, *_PLACE, *_DISTANCES, *_ANCESTORS, *_NEIGHBOURS, *_SAME_PATH, *_CONTAINER, *_TITLE, *_PAGE,
]
"""What each column of the features is (docs/methods/auto)."""

assert [OWN, PLACE, DISTANCES, ANCESTORS, NEIGHBOURS, SAME_PATH, CONTAINER, TITLE, PAGE + N_COUNTED + N_ADDRESS] == [
    len(names)
    for names in (_OWN, _PLACE, _DISTANCES, _ANCESTORS, _NEIGHBOURS, _SAME_PATH, _CONTAINER, _TITLE, _PAGE)
]

cdef int WIDTH = len(NAMES)


# --- measuring ----------------------------------------------------------------------------------------------

cdef void read_rows(Measured* m, const uint8_t* text) noexcept nogil:
    """Fill in the blocks, the running sums, the distances to named ancestors and the counts of named elements."""
    cdef const Rest* rest = &m.rest
    cdef const int32_t* chars = m.stored.chars
    cdef uint8_t* mine
    cdef const uint8_t* above
    cdef Sums* high
    cdef Block* b = NULL
    cdef uint32_t bits
    cdef int32_t last = -1
    cdef uint16_t tag
    cdef Py_ssize_t row, k = -1
    cdef int i
    memset(m.named, 0, sizeof(m.named))
    memset(&m.sums[0], 0, sizeof(Sums))
    m.first_comment = -1
    for row in range(rest.n):
        mine = m.distances + row * DISTANCES
        if row == 0:
            memset(mine, FAR, DISTANCES)
        else:
            above = m.distances + rest.parent[row] * DISTANCES
            for i in range(DISTANCES):
                mine[i] = above[i] + (above[i] < FAR)
        high = &m.sums[row + 1]
        high[0] = m.sums[row]
        m.container[row] = 0
        tag = rest.tag[row]
        if tag:
            bits = m.families[row]
            if bits:
                for i in range(N_COUNTED):
                    m.named[i] += bits & COUNTED[i] != 0
                if m.first_comment < 0 and bits & COMMENT:
                    m.first_comment = <int32_t>(k + 1)
            i = 0
            while bits:
                if bits & 1:
                    mine[i] = 0
                bits >>= 1
                i += 1
            if tag < 256 and KIND_OF[tag] != NONE:
                mine[KIND_OF[tag]] = 0
            high.links += rest.link[row]
            continue
        high.chars += chars[row]
        high.link_chars += chars[row] * rest.linked[row]
        high.punctuation += rest.punctuation[row]
        if rest.block[row] != last:
            last = rest.block[row]
            high.blocks += 1
            k += 1
            b = &m.blocks[k]
            memset(b, 0, sizeof(Block))
            b.first = <int32_t>row
            b.home = rest.block_row[row]
        b.stop = <int32_t>row + 1
        b.fragments += 1
        b.chars += chars[row]
        b.link_chars += chars[row] * rest.linked[row]
        b.punctuation += rest.punctuation[row]
        tag = rest.tag[rest.parent[row]]
        if tag < 256 and EMPHASIS[tag]:
            b.emphasised += chars[row]
        read_text(text + rest.text_start[row], text + rest.text_stop[row], &b.text, m.title_words, m.n_title)


cdef void read_blocks(Measured* m, Table* paths, const uint8_t* text) noexcept nogil:
    """Fill in how blocks begin and end, their links and groups, and which is most similar to the title."""
    cdef const Rest* rest = &m.rest
    cdef Block* b
    cdef Group* group
    cdef Entry* entry
    cdef Py_ssize_t k, after
    cdef int32_t n_groups = 0
    cdef float similarity, highest = 0.5
    m.title, m.wide, m.words = -1, 0, 0
    for k in range(m.n_blocks):
        b = &m.blocks[k]
        # A link that holds the block begins before it, behind the block before.
        after = m.blocks[k - 1].stop if k else 0
        b.links = m.sums[b.stop].links - m.sums[max(b.home + 1, after)].links
        read_end(text + rest.text_start[b.first], text + rest.text_stop[b.stop - 1], &b.text)
        if rest.text_stop[b.first] > rest.text_start[b.first]:
            b.starts_low = c"a" <= text[rest.text_start[b.first]] <= c"z"
        entry = entry_of(paths, m.path[b.home])
        if entry.number == 0:
            memset(&m.groups[n_groups], 0, sizeof(Group))
            n_groups += 1
            entry.number = n_groups
        b.group = entry.number - 1
        group = &m.groups[b.group]
        group.blocks += 1
        group.chars += b.chars
        group.link_chars += b.link_chars
        group.punctuation += b.punctuation
        if m.n_title and b.text.words and b.text.words <= 3 * m.n_title:
            similarity = share(b.text.title_hits, b.text.words) * share(min(b.text.title_hits, m.n_title), m.n_title)
            # headings before others, the first before the rest
            if rank_of(m, b):
                similarity = similarity * 2 + <float>0.1
            if b.link_chars * 2 > b.chars:
                similarity *= <float>0.7
            if similarity > highest * <float>1.001:
                highest = similarity
                m.title = <int32_t>k
        m.wide += b.text.wide
        m.words += b.text.words


cdef void score_containers(Measured* m) noexcept nogil:
    """Fill in the elements' scores as containers of paragraphs, as reader views count them, and which is the best."""
    cdef const Rest* rest = &m.rest
    cdef Block* b
    cdef Sums inside
    cdef int32_t row, chars
    cdef float unit
    cdef Py_ssize_t k
    m.paragraphs, m.top, m.best_container = 0, 0, 0
    for k in range(m.n_blocks):
        b = &m.blocks[k]
        chars = b.chars + b.text.wide - b.link_chars  # a Han character says more
        if chars < 25 or b.link_chars * 2 > b.chars:
            continue
        m.paragraphs += 1
        unit = <float>(1 + b.text.commas + min(chars / 100.0, 3.0))
        row = b.home
        if rest.tag[row] < 256 and KIND_OF[rest.tag[row]] != NONE and rest.parent[row] >= 0:
            row = rest.parent[row]
        m.container[row] += unit
        if rest.parent[row] >= 0:
            row = rest.parent[row]
            m.container[row] += unit / 2
            if rest.parent[row] >= 0:
                m.container[rest.parent[row]] += unit / 6
    for row in range(<int32_t>rest.n):
        if m.container[row] > 0:
            inside = between(m, row, rest.end[row])
            m.container[row] *= 1 - share(inside.link_chars, inside.chars)
            if m.container[row] > m.best_container:
                m.best_container = m.container[row]
                m.top = row


cdef float* write_features(float* f, const Measured* m) noexcept nogil:
    """Write the features of all blocks; returns where they end."""
    cdef const Block* b
    cdef Py_ssize_t k, heading = -1
    for k in range(m.n_blocks):
        b = &m.blocks[k]
        f = of_itself(f, m, b)
        f = of_its_place(f, m, b, k)
        f = of_named_ancestors(f, m, b)
        f = of_ancestors(f, m, b)
        f = of_neighbours(f, m, b, k)
        f = of_blocks_with_its_path(f, m, b)
        f = of_the_best_container(f, m, b, k)
        f = of_the_title(f, m, b, k, heading)
        f = of_the_page(f, m)
        if rank_of(m, b):
            heading = k
    return f


cdef Py_ssize_t number_blocks(const Rest* rest, const int64_t* text_rows, Py_ssize_t n_texts, int32_t* block_of) noexcept:
    """Number the blocks of the text rows without gaps; returns how many there are."""
    cdef Py_ssize_t i
    cdef int32_t n = -1, last = -1
    for i in range(n_texts):
        if rest.block[text_rows[i]] != last:
            last = rest.block[text_rows[i]]
            n += 1
        block_of[i] = n
    return n + 1


def block_features(columns, bytes nodes not None, const uint32_t[::1] families not None, const float[::1] address not None):
    """What is measured of a page's blocks, as the bytes of three arrays.

    nodes: of the page's signature. families: of every row (`name_families`). address: of each kind of address, 0 or 1
    (`address_features`).

    Returns float32, blocks x len(NAMES): the features. int32, 4 x blocks: the row of the block's element, its code
    points, the number of its group of blocks with the same path, and the position of its first text row. int32: for
    each text row the number of its block, without gaps.
    """
    cdef Measured m
    cdef bytes text_row_bytes = columns.text_row_numbers, text = columns.text, title = columns.title
    cdef bytes stored = columns.stored, rest = columns.rest
    cdef const int64_t* text_rows = <const int64_t*>PyBytes_AS_STRING(text_row_bytes)
    cdef Py_ssize_t n_texts = PyBytes_GET_SIZE(text_row_bytes) // <Py_ssize_t>sizeof(int64_t)
    cdef bytes of_rows = PyBytes_FromStringAndSize(NULL, n_texts * sizeof(int32_t))
    cdef int32_t* block_of = <int32_t*>PyBytes_AS_STRING(of_rows)
    m.stored, m.rest = stored_of(stored), rest_of(rest)
    m.path, m.n_blocks = nodes_of(nodes).path, number_blocks(&m.rest, text_rows, n_texts, block_of)
    if nodes_of(nodes).n != m.rest.n or families.shape[0] != m.rest.n or address.shape[0] != N_ADDRESS:
        raise ValueError("columns of different lengths")
    cdef bytes features = PyBytes_FromStringAndSize(NULL, m.n_blocks * WIDTH * sizeof(float))
    cdef bytes of_blocks = PyBytes_FromStringAndSize(NULL, 4 * m.n_blocks * sizeof(int32_t))
    if m.n_blocks == 0:
        return features, of_blocks, of_rows
    m.families, m.address = &families[0], &address[0]
    cdef const uint8_t* at = <const uint8_t*>PyBytes_AS_STRING(title)
    m.n_title = read_title(at, at + PyBytes_GET_SIZE(title), m.title_words)

    cdef Table paths
    cdef Py_ssize_t n = m.rest.n, n_blocks = m.n_blocks
    cdef char* memory = <char*>PyMem_Malloc(
        n_blocks * (sizeof(Block) + sizeof(Group)) + (n + 1) * sizeof(Sums) + n * (sizeof(float) + DISTANCES)
    )
    if memory == NULL:
        raise MemoryError()
    m.blocks = <Block*>memory
    m.groups = <Group*>(m.blocks + n_blocks)
    m.sums = <Sums*>(m.groups + n_blocks)
    m.container = <float*>(m.sums + n + 1)
    m.distances = <uint8_t*>(m.container + n)
    cdef float* first = <float*>PyBytes_AS_STRING(features)
    cdef float* end
    cdef int32_t* fields = <int32_t*>PyBytes_AS_STRING(of_blocks)
    cdef Py_ssize_t i, k
    try:
        open_table(&paths, n_blocks)
        at = <const uint8_t*>PyBytes_AS_STRING(text)
        with nogil:
            read_rows(&m, at)
            read_blocks(&m, &paths, at)
            score_containers(&m)
            end = write_features(first, &m)
            for k in range(n_blocks):
                fields[k] = m.blocks[k].home
                fields[n_blocks + k] = m.blocks[k].chars
                fields[2 * n_blocks + k] = m.blocks[k].group
            for i in range(n_texts - 1, -1, -1):
                fields[3 * n_blocks + block_of[i]] = <int32_t>i
        close_table(&paths)
        assert end == first + n_blocks * WIDTH
    finally:
        PyMem_Free(memory)
    return features, of_blocks, of_rows
