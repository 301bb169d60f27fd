"""Measures a page and its text blocks in a few passes over the columns."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.columns.buffers cimport TreeColumns
from scrapy_denoise.page.native.hash_table cimport Entry, Table, find_or_add

from scrapy_denoise.page.columns import tags

# The kinds of elements that say something of the blocks inside them.
KINDS = {
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
COUNTED = ("post", "forum", "comment", "product", "list", "byline")

assert (N_FAMILIES, N_KINDS, DISTANCES) == (len(FAMILIES), len(KINDS), len(FAMILIES) + len(KINDS))
assert N_COUNTED == len(COUNTED)

cdef enum:
    FAR = 15         # the distance of an ancestor that there is not
    NONE = 255

cdef uint8_t KIND_OF[256]        # of a tag the place of its kind among the distances, or NONE
cdef uint8_t EMPHASIS[256]
memset(KIND_OF, NONE, 256)
memset(EMPHASIS, 0, 256)
memset(HEADING_RANK, 0, 256)
for _number, _names in enumerate(KINDS.values()):
    for _name in _names.split():
        KIND_OF[tags.CODES[_name]] = N_FAMILIES + _number
for _name in "b strong em i u mark h1 h2 h3 h4 h5 h6".split():
    EMPHASIS[tags.CODES[_name]] = 1
for _number in range(6):
    HEADING_RANK[tags.CODES[f"h{_number + 1}"]] = 6 - _number

cdef uint32_t COUNTED_BIT[N_COUNTED]
for _number, _name in enumerate(COUNTED):
    COUNTED_BIT[_number] = bit_of(_name)
cdef uint32_t COMMENT = bit_of("comment")


cdef void read_rows(Measured* m, const uint8_t* text) noexcept nogil:
    """Fill in the blocks, the running sums, the distances to named ancestors and the counts of named elements."""
    cdef const TreeColumns* tree = &m.tree
    cdef const int32_t* chars = m.hashes.chars
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
    for row in range(tree.n):
        high = &m.sums[row + 1]
        high[0] = m.sums[row]
        m.container[row] = 0
        tag = tree.tag[row]
        if tag:
            mine = m.distances + row * DISTANCES
            if row == 0:
                memset(mine, FAR, DISTANCES)
            else:
                above = m.distances + tree.parent[row] * DISTANCES
                for i in range(DISTANCES):
                    mine[i] = above[i] + (above[i] < FAR)
            bits = m.families[tree.class_id[row]]
            if bits:
                for i in range(N_COUNTED):
                    m.named[i] += bits & COUNTED_BIT[i] != 0
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
            high.links += tree.link[row]
            continue
        high.chars += chars[row]
        high.link_chars += chars[row] * tree.linked[row]
        high.punctuation += tree.punctuation[row]
        if tree.block[row] != last:
            last = tree.block[row]
            high.blocks += 1
            k += 1
            b = &m.blocks[k]
            memset(b, 0, sizeof(Block))
            b.first = <int32_t>row
            b.element_row = tree.block_row[row]
        b.stop = <int32_t>row + 1
        b.fragments += 1
        b.chars += chars[row]
        b.link_chars += chars[row] * tree.linked[row]
        b.punctuation += tree.punctuation[row]
        tag = tree.tag[tree.parent[row]]
        if tag < 256 and EMPHASIS[tag]:
            b.emphasised += chars[row]
        b.text_hash = b.text_hash * 31 + m.hashes.text_hash[row]
        b.mask_hash = b.mask_hash * 31 + m.hashes.mask_hash[row]
        read_text(text + tree.text_start[row], text + tree.text_stop[row], &b.text, &m.title_words)


cdef void read_blocks(Measured* m, Table* paths, const uint8_t* text) noexcept nogil:
    """Fill in how blocks begin and end, their links and groups, and which is most similar to the title."""
    cdef const TreeColumns* tree = &m.tree
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
        b.links = m.sums[b.stop].links - m.sums[max(b.element_row + 1, after)].links
        read_end(text + tree.text_start[b.first], text + tree.text_stop[b.stop - 1], &b.text)
        if tree.text_stop[b.first] > tree.text_start[b.first]:
            b.starts_low = c"a" <= text[tree.text_start[b.first]] <= c"z"
        entry = find_or_add(paths, m.path[b.element_row])
        if entry.number == 0:
            memset(&m.groups[n_groups], 0, sizeof(Group))
            n_groups += 1
            entry.number = n_groups
        b.path_group = entry.number - 1
        group = &m.groups[b.path_group]
        group.blocks += 1
        group.chars += b.chars
        group.link_chars += b.link_chars
        group.punctuation += b.punctuation
        if m.title_words.n and b.text.words and b.text.words <= 3 * m.title_words.n:
            similarity = share(b.text.title_hits, b.text.words) * share(min(b.text.title_hits, m.title_words.n), m.title_words.n)
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


cdef void count_copies(Measured* m, Table* texts) noexcept nogil:
    """Count the blocks that have the same text, and those that have the same but for the digits. texts: an empty
    table."""
    cdef Block* b
    cdef Py_ssize_t k
    for k in range(m.n_blocks):
        b = &m.blocks[k]
        find_or_add(texts, <uint64_t>b.text_hash + 1).number += 1
        find_or_add(texts, ~<uint64_t>b.mask_hash).number += 1
    for k in range(m.n_blocks):
        b = &m.blocks[k]
        b.copies = find_or_add(texts, <uint64_t>b.text_hash + 1).number
        b.alike = find_or_add(texts, ~<uint64_t>b.mask_hash).number


cdef void score_containers(Measured* m) noexcept nogil:
    """Fill in the elements' scores as containers of paragraphs, as reader views count them, and which is the best."""
    cdef const TreeColumns* tree = &m.tree
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
        row = b.element_row
        if tree.tag[row] < 256 and KIND_OF[tree.tag[row]] != NONE and tree.parent[row] >= 0:
            row = tree.parent[row]
        m.container[row] += unit
        if tree.parent[row] >= 0:
            row = tree.parent[row]
            m.container[row] += unit / 2
            if tree.parent[row] >= 0:
                m.container[tree.parent[row]] += unit / 6
    for row in range(<int32_t>tree.n):
        if m.container[row] > 0:
            inside = between(m, row, tree.end[row])
            m.container[row] *= 1 - share(inside.link_chars, inside.chars)
            if m.container[row] > m.best_container:
                m.best_container = m.container[row]
                m.top = row
