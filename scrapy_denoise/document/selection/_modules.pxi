"""The elements and lines of an article that may be modules, by their texts and links; what their words say, and where their links lead,
is asked elsewhere."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memset

from scrapy_denoise.blocks.features.compiled cimport ClassIdPairs
from scrapy_denoise.page.columns.buffers cimport text_between
from scrapy_denoise.page.compiled cimport ExactWords

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.page.columns import tags

# Share of the kept characters up to which an element is a module of a text, and not the text; of those that are named as modules also
# of all together.
cdef double MAX_SHARE = 0.3
# Characters of the links that are left out of a card, as a share of the kept ones, from which it is about these.
cdef double LINKED = 0.25

cdef enum:
    MAX_CARD = 700     # characters of a card, and nodes
    MIN_HEADLINE = 15  # characters of the link of a card
    MAX_LINK_LINE = 250     # characters of a line that is a link to another article
    MAX_CARDS = 200    # links of a page around which a card is looked for,
    MAX_LEVELS = 12    # and how far up

LABEL_ENDS = ":：|»】.→›>▸►▶"
"""What stands behind the label of such a line, one of them at least."""

MAX_LABEL = 40
"""Characters of the label before a line that is a link to another article."""

cdef ExactWords ENDS = ExactWords({"end": [sign.encode() for sign in LABEL_ENDS]})
cdef int32_t LABEL_BYTES = 4 * (MAX_LABEL + 1)  # at most, of a label and what stands behind it
cdef Py_ssize_t LONGEST_LABEL = MAX_LABEL

cdef uint8_t IS_WHOLE[256]  # more than a card: no card has one
memset(IS_WHOLE, 0, 256)
for _name in "body main article table tr td ul ol dl".split():
    IS_WHOLE[tags.CODES[_name]] = 1


cdef inline bint is_whole(KeptRows part, Py_ssize_t row) noexcept:
    cdef uint16_t tag = part.tree.tag[row]
    return tag < 256 and IS_WHOLE[tag]


def module_candidates(KeptRows part not None):
    """What may be modules: the pairs of class and id with a word of them in which a text is kept, `cards`, and `lines_of_links`; None
    where there is nothing of these."""
    cdef ClassIdPairs names = part.page.cached(class_id_pairs)
    cdef list pairs = part.pairs_of_kept(names, names.modules), in_cards = cards(part), lines = lines_of_links(part)
    return (pairs, in_cards, lines) if pairs or in_cards or lines else None


def small_elements(KeptRows part not None, list rows not None):
    """Of some elements, in document order, those that have a small share of the kept characters; none where all of them together
    have more."""
    cdef Py_ssize_t row, stop = 0
    cdef int64_t own, together = 0
    cdef double most
    cdef list found = []
    part.find_sums()
    most = MAX_SHARE * part.sums[part.n_texts].kept_chars
    for row in rows:
        own = part.within(row).kept_chars
        if 0 < own <= most:
            found.append(row)
            if row >= stop:
                together += own
                stop = part.tree.end[row]
    return found if together <= most else []


cdef list cards(KeptRows part):
    """The small elements behind the first kept text with a link, which is left out as most of the element is, but for a text
    without a link: their rows, and those of the links."""
    cdef Py_ssize_t row, card, i, first, last, links = 0, begin = part.first_kept(), end = part.last_kept()
    cdef int64_t own, dropped
    cdef list found = []
    part.find_sums()
    for row in range(part.tree.n):
        if not part.tree.link[row]:
            continue
        if part.texts_before(row) > end:  # nothing behind it is kept
            break
        if not is_headline(part, row):
            continue
        links += 1
        card = card_around(part, row)
        if card >= 0 and card > part.texts[begin]:
            first, last = part.texts_before(card), part.texts_before(part.tree.end[card])
            dropped = 0
            for i in range(first, last):
                if part.tree.linked[part.texts[i]] and not part.flags[i]:
                    dropped += part.hashes.chars[part.texts[i]]
            own = part.sums[last].kept_chars - part.sums[first].kept_chars
            if LINKED * own <= dropped and own <= MAX_SHARE * part.sums[part.n_texts].kept_chars:
                found.append((card, row))
        if links == MAX_CARDS:
            break
    return found


cdef bint is_headline(KeptRows part, Py_ssize_t row) noexcept:
    """Whether a link has the length of a headline, stands behind the first kept text, and is left out, with a kept text a little
    behind it."""
    cdef Py_ssize_t first = part.texts_before(row), last, behind
    cdef Sums* sums = part.sums
    if sums[first].kept_chars == 0 or first == part.n_texts or part.flags[first]:
        return False
    last = part.texts_before(part.tree.end[row])
    if sums[last].chars - sums[first].chars < MIN_HEADLINE or sums[last].kept_chars != sums[first].kept_chars:
        return False
    behind = last
    while behind < part.n_texts and not part.flags[behind] and sums[behind].chars - sums[last].chars <= MAX_CARD:
        behind += 1
    return behind < part.n_texts and sums[behind].chars - sums[last].chars <= MAX_CARD


cdef Py_ssize_t card_around(KeptRows part, Py_ssize_t link) noexcept:
    """The smallest element around a link in which a text is kept; -1 where it is more than a card."""
    cdef Py_ssize_t row = link, first, last, inside
    cdef int _level
    for _level in range(MAX_LEVELS):
        row = part.tree.parent[row]
        if row < 0 or part.tree.end[row] - row > MAX_CARD:
            break
        first, last = part.texts_before(row), part.texts_before(part.tree.end[row])
        if part.sums[last].chars - part.sums[first].chars > MAX_CARD:
            break
        for inside in range(row, part.tree.end[row]):
            if is_whole(part, inside):
                return -1
        if part.sums[last].kept_chars > part.sums[first].kept_chars:
            return row
    return -1


cdef list lines_of_links(KeptRows part):
    """The text blocks of few characters that begin with a kept text and have nothing but links and a label before these: the
    places of their first text and of that behind them, and the label."""
    cdef Py_ssize_t i, first = 0
    cdef int64_t chars, linked
    cdef str label
    cdef list found = []
    part.find_sums()
    for i in range(1, part.n_texts + 1):
        if i < part.n_texts and part.tree.block[part.texts[i]] == part.tree.block[part.texts[first]]:
            continue
        if part.flags[first]:
            chars = part.sums[i].chars - part.sums[first].chars
            linked = part.sums[i].link_chars - part.sums[first].link_chars
            if chars <= MAX_LINK_LINE and linked > 0 and chars - linked <= LONGEST_LABEL + 2 and may_have_label(part, first, i):
                label = label_of(text_between(part._text, &part.tree, part.texts[first], part.texts[i - 1]))
                if label and chars - linked <= len(label) + 2:  # with the sign behind it, and another one behind the link
                    found.append((first, i, label))
        first = i
    return found


cdef bint may_have_label(KeptRows part, Py_ssize_t first, Py_ssize_t last) except -1:
    """Whether what stands behind labels is near the beginning of a block, by the places of its texts."""
    cdef int32_t start = part.tree.text_start[part.texts[first]], stop = part.tree.text_stop[part.texts[last - 1]]
    return ENDS.kinds_in(<const uint8_t*>PyBytes_AS_STRING(part._text) + start, min(stop - start, LABEL_BYTES), one=True) != 0


cdef str label_of(str line):
    """What stands before the first of LABEL_ENDS in a line; empty where that is more than a label, or there is none."""
    cdef Py_ssize_t i
    for i in range(min(len(line), LONGEST_LABEL + 1)):
        if line[i] in LABEL_ENDS:
            return line[:i]
    return ""
