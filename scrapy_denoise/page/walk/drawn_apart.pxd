"""Which texts without white space between them a browser draws apart: those of two elements beside each other, such as the
name and the value in a row of a list. Only style sheets say so; what tells is how such elements stand in the page."""

from libc.stdint cimport uint8_t
from libc.string cimport strcmp, strlen

from lxml.includes.tree cimport XML_COMMENT_NODE, XML_ELEMENT_NODE, XML_TEXT_NODE, xmlNode

from scrapy_denoise.page.compiled cimport (
    B, BIG, BLOCKQUOTE, BUTTON, CITE, CODE, DIGIT, EM, FONT, I, KBD, KIND, P, Q, RB, RP, RT, RTC, RUBY, S, SAMP, SPACE, STRIKE,
    STRONG, SUB, SUP, TT, U, VAR, WBR, known_tag,
)
from scrapy_denoise.page.dom.attributes cimport attribute_value

cdef enum:
    MAX_SIBLINGS = 8  # nodes that are passed on the way to the one before or behind

cdef enum:
    OTHER = 0    # punctuation and signs
    NUMERAL = 1
    CAPITAL = 2  # of ASCII
    LETTER = 3   # any other

cdef inline bint is_of_words(int tag) noexcept nogil:
    """Whether elements of a tag mark words or parts of them."""
    return tag in (FONT, RB, RP, RT, RTC, SUB, SUP, WBR)


cdef inline bint is_of_sentences(int tag) noexcept nogil:
    """Whether the text in elements of a tag is running text: there a word may be cut anywhere."""
    return tag in (B, BIG, BLOCKQUOTE, CITE, CODE, EM, FONT, I, KBD, P, Q, RUBY, S, SAMP, STRIKE, STRONG, TT, U, VAR)


cdef inline int tag_of(const xmlNode* node) noexcept nogil:
    return known_tag(<const char*>node.name, strlen(<const char*>node.name))


cdef inline bint is_element(const xmlNode* node) noexcept nogil:
    return node != NULL and node.type == XML_ELEMENT_NODE


cdef inline bint has_words(const xmlNode* node) noexcept nogil:
    """Whether a node is a text with more than white space; NULL is none."""
    cdef const uint8_t* at
    if node == NULL or node.type != XML_TEXT_NODE or node.content == NULL:
        return False
    at = <const uint8_t*>node.content
    while KIND[at[0]] == SPACE:
        at += 1
    return at[0] != 0


cdef inline const xmlNode* beside(const xmlNode* node, bint behind) noexcept nogil:
    """The node before another, or `behind` it, that is no comment; NULL for none."""
    cdef int _step
    for _step in range(MAX_SIBLINGS):
        node = node.next if behind else node.prev
        if node == NULL or node.type != XML_COMMENT_NODE:
            return node
    return NULL


cdef inline int sort_of(const uint8_t* at) noexcept nogil:
    """What the character that begins here is to the border between two texts."""
    if at[0] < 0x80:
        if KIND[at[0]] == DIGIT:
            return NUMERAL
        if c"A" <= at[0] <= c"Z":
            return CAPITAL
        return LETTER if c"a" <= at[0] <= c"z" else OTHER
    # Latin's signs, the blocks of punctuation and of symbols, the Arabic comma and the like, fullwidth forms
    if at[0] < 0xC3 or at[0] == 0xE2 or at[0] == 0xEF or at[0] == 0xF0 or (at[0] == 0xE3 and at[1] == 0x80):
        return OTHER
    return OTHER if at[0] == 0xD8 and at[1] < 0xA0 else LETTER


cdef inline bint is_currency(const uint8_t* at) noexcept nogil:
    """Whether a sign of money begins here."""
    return at[0] == c"$" or (at[0] == 0xC2 and 0xA2 <= at[1] <= 0xA5) or (at[0] == 0xE2 and at[1] == 0x82 and at[2] >= 0xA0)


cdef inline bint differ(const xmlNode* one, const xmlNode* other) noexcept nogil:
    """Whether two elements have another tag or another class."""
    cdef const char* name = attribute_value(one.properties, b"class")
    cdef const char* second = attribute_value(other.properties, b"class")
    if strcmp(<const char*>one.name, <const char*>other.name) != 0 or (name == NULL) != (second == NULL):
        return True
    return name != NULL and strcmp(name, second) != 0


cdef inline bint drawn_apart(
    const xmlNode* node, const uint8_t* last, const uint8_t* stop, const uint8_t* at
) noexcept nogil:
    """Whether a text begins a part of its own, right behind another without white space between them.

    node: the first element that began behind the one before. last, stop: where that text begins and ends. at: where
    the next one begins, which ends with a NUL. Both stand in elements beside each other, and no words beside
    these, which would make them parts of a sentence.

    On the pages of all corpora with a text that is known, such borders are, where one text has a word at its end and the
    other one at its beginning: apart in 674 places and together in 45, most of which are two links or a label and a
    heading that only the gold joins; in the parents that are left out together in 102 and apart in 16, and where a
    text is a single letter or figure in 99 and in 24.
    """
    cdef const xmlNode* before = beside(node, False)
    cdef const uint8_t* end = stop - 1
    cdef int left, right, own, other
    cdef bint single
    if not is_element(before) or has_words(beside(before, False)) or has_words(beside(node, True)):
        return False
    own, other = tag_of(node), tag_of(before)
    if own == BUTTON or other == BUTTON:
        return True
    if is_of_words(own) or is_of_words(other) or node.parent == NULL or is_of_sentences(tag_of(node.parent)):
        return False
    while end > last and (end[0] & 0xC0) == 0x80:
        end -= 1
    left, right = sort_of(end), sort_of(at)
    if left == OTHER:
        if right == OTHER:
            return False
        if end[0] == c":":  # behind a name, not between two: "Category", ":", "Rivers"
            return end > last
        return end[0] == c"%" or end[0] == c")" or end[0] == c"+" or (end[0] == 0xC2 and end[1] == 0xB0) or (
            right != NUMERAL and is_currency(end))
    if right == OTHER:
        if at[0] == c"(":
            return KIND[at[1]] == DIGIT
        if left == NUMERAL:  # two prices, but not "29" and "€"
            return is_currency(at) and KIND[at[1 + (at[0] >= 0xC2) + (at[0] >= 0xE2)]] == DIGIT
        return is_currency(at) or ((at[0] == c"+" or at[0] == c"-" or at[0] == c"#") and KIND[at[1]] == DIGIT)
    if left == NUMERAL and right == NUMERAL:
        return end > last or at[1] != 0
    if left == NUMERAL or right == NUMERAL:
        return True
    # Initials that are set apart, and letters that are moved one by one.
    single = end == last or at[1 + (at[0] >= 0xC0) + (at[0] >= 0xE0)] == 0
    return not single and (right == CAPITAL or differ(before, node))
