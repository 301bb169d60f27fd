"""What is not copied with code, and where the lines of code end whose lines are elements."""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport strlen, strstr

from lxml.includes.tree cimport XML_CDATA_SECTION_NODE, XML_ELEMENT_NODE, XML_ENTITY_REF_NODE, XML_TEXT_NODE, xmlNode

from scrapy_denoise.page.compiled cimport BUTTON, KIND, SPACE, NameWords
from scrapy_denoise.page.dom.attributes cimport attribute_value, equals_ascii_ci
from scrapy_denoise.page.dom.inline_style cimport UNSELECTABLE, style_says
from scrapy_denoise.page.dom.traversal cimport next_after_subtree
from scrapy_denoise.page.walk.rows cimport Frame, Row

cdef enum:
    # families of words in the names of elements in code
    NUMBERS = 1
    UNSHOWN = 2
    LINES = 4
    MAX_NUMBER_NODES = 5_000  # of an element that holds the numbers of all lines
    MAX_CODE_NODES = 50_000  # of a code whose lines may begin with numbers
    MIN_NUMBERED = 2  # lines of such a code
    MAX_DIGITS = 6  # of such a number


cdef inline bint is_not_copied(
    const Frame* frames, Py_ssize_t n_frames, int* gutter, int* numbered, xmlNode* node, int tag, uint32_t words
) noexcept nogil:
    """Whether an element in code is not copied with it: a button, the number of a line, a line that is not shown, a box behind
    the ``code`` of a ``pre``.

    frames: the elements around it, of the code the innermost. gutter, numbered: of the code, whether it is nothing but
    numbers, and whether each of its lines begins with its number; -1 until it is asked for. words: the families of words
    in the element's class.
    """
    if tag == BUTTON or is_unselectable(node) or is_behind_code(node):
        return True
    if not words & NUMBERS and not is_unspoken(node):
        if words & UNSHOWN:
            return True
        if number_in(node) < 0:
            return False
        if numbered[0] < 0:
            numbered[0] = has_numbered_lines(code_around(frames, n_frames))
        return numbered[0] and is_number_of_line(node, frames, n_frames)
    if gutter[0] < 0:  # of numbers in a text of their own the selection decides (`_unread.line_numbers`)
        gutter[0] = has_only_numbers(code_around(frames, n_frames))
    return not gutter[0] and has_only_numbers(node)


cdef inline bint is_behind_code(const xmlNode* node) noexcept nogil:
    """Whether an element is a box right behind the ``code`` of a ``pre``, with a label or a button."""
    cdef const xmlNode* before = node.prev
    if node.parent == NULL or not equals_ascii_ci(<const char*>node.name, b"div") or not equals_ascii_ci(<const char*>node.parent.name, b"pre"):
        return False
    while before != NULL and before.type != XML_ELEMENT_NODE:
        before = before.prev
    return before != NULL and before.children != NULL and equals_ascii_ci(<const char*>before.name, b"code")


cdef inline xmlNode* code_around(const Frame* frames, Py_ssize_t n_frames) noexcept nogil:
    """The code in which the innermost of some elements stands."""
    cdef Py_ssize_t i = n_frames - 1
    while i and frames[i - 1].preserved:
        i -= 1
    return frames[i].node


cdef inline int number_in(const xmlNode* node) noexcept nogil:
    """The number that is all that an element without a class has; -1 where there is none."""
    cdef const xmlNode* child = node.children
    cdef const uint8_t* at
    cdef int number = 0, digits = 0
    if child == NULL or child.next != NULL or child.type != XML_TEXT_NODE or child.content == NULL:
        return -1
    at = <const uint8_t*>child.content
    while at[0] == c" ":
        at += 1
    while c"0" <= at[0] <= c"9" and digits < MAX_DIGITS:
        number = 10 * number + (at[0] - c"0")
        digits += 1
        at += 1
    while at[0] == c" ":
        at += 1
    return number if digits and not at[0] and attribute_value(node.properties, b"class") == NULL else -1


cdef inline bint has_numbered_lines(xmlNode* code) noexcept nogil:
    """Whether each line of a code begins with its number, one more each, in an element of its own, with a space behind it
    where more follows; and some lines have more."""
    cdef xmlNode* node = code
    cdef const uint8_t* at
    cdef bint begins = True, is_number = False
    cdef int number, before = -1, lines = 0, longer = 0
    cdef int _step
    for _step in range(MAX_CODE_NODES):
        if node.type == XML_ELEMENT_NODE and begins and (number := number_in(node)) >= 0:
            if number != before + 1 and (before >= 0 or number > 1):
                return False
            before, begins, is_number = number, False, True
            lines += 1
            node = next_after_subtree(node, code)
        else:
            if node.type == XML_ENTITY_REF_NODE or node.type == XML_CDATA_SECTION_NODE:
                return False
            if node.type == XML_TEXT_NODE and node.content != NULL:
                at = <const uint8_t*>node.content
                if is_number and at[0] and KIND[at[0]] != SPACE:
                    return False
                is_number = False
                while at[0]:
                    if begins and at[0] != c" ":
                        return False
                    if at[0] == c"\n":
                        begins = True
                    elif KIND[at[0]] != SPACE:
                        longer += 1
                    at += 1
            if node.type == XML_ELEMENT_NODE and node.children != NULL:
                node = node.children
            else:
                node = next_after_subtree(node, code)
        if node == NULL:
            return lines >= MIN_NUMBERED and longer > lines
    return False


cdef inline bint is_number_of_line(xmlNode* node, const Frame* frames, Py_ssize_t n_frames) noexcept nogil:
    """Whether a node, or NULL, is such a number of a code that has them."""
    if node == NULL or node.type != XML_ELEMENT_NODE or number_in(node) < 0:
        return False
    return begins_line(node, code_around(frames, n_frames))


cdef inline bint begins_line(xmlNode* node, const xmlNode* code) noexcept nogil:
    """Whether nothing stands before an element on its line of a code."""
    cdef const xmlNode* at = node
    cdef const uint8_t* text
    cdef size_t size
    while True:
        while at.prev == NULL:
            at = at.parent
            if at == code:
                return True
        at = at.prev
        while at.type == XML_ELEMENT_NODE and at.last != NULL:
            at = at.last
        if at.type != XML_TEXT_NODE or at.content == NULL:
            continue
        text = <const uint8_t*>at.content
        size = strlen(<const char*>text)
        while size and text[size - 1] == c" ":
            size -= 1
        if size:
            return text[size - 1] == c"\n"


cdef inline bint is_like_the_one_before(const Row* rows, int32_t parent, int32_t index) noexcept nogil:
    """Whether the element before one, of the same parent, has its tag and its class."""
    cdef int32_t row = index - 1
    while row > parent and rows[row].parent != parent:
        row = rows[row].parent
    return row > parent and rows[row].tag == rows[index].tag and rows[row].class_id == rows[index].class_id


cdef inline bint follows_a_line(const xmlNode* node, NameWords code_words) noexcept nogil:
    """Whether right before an element that is a line of code, with no text between them, another such element stands: a
    style sheet shows each on a line of its own."""
    cdef const char* name
    if node.prev == NULL or node.prev.type != XML_ELEMENT_NODE:
        return False
    name = attribute_value(node.prev.properties, b"class")
    return name != NULL and code_words.matched_families(<const uint8_t*>name, strlen(name)) & LINES != 0


cdef inline bint is_unselectable(const xmlNode* node) noexcept nogil:
    """Whether a style, or a class that is named after it, says that readers do not select an element."""
    cdef const char* style = attribute_value(node.properties, b"style")
    cdef const char* names = attribute_value(node.properties, b"class")
    return (style != NULL and style_says(style) & UNSELECTABLE) or (names != NULL and strstr(names, b"select-none") != NULL)


cdef inline bint is_unspoken(const xmlNode* node) noexcept nogil:
    """Whether an element is left out where a page is read aloud."""
    cdef const char* hidden = attribute_value(node.properties, b"aria-hidden")
    return hidden != NULL and equals_ascii_ci(hidden, b"true")


cdef inline bint has_only_numbers(xmlNode* first) noexcept nogil:
    """Whether no text in an element has more than digits and white space."""
    cdef xmlNode* node = first
    cdef const uint8_t* at
    cdef int _step
    for _step in range(MAX_NUMBER_NODES):
        if (node.type == XML_TEXT_NODE or node.type == XML_CDATA_SECTION_NODE) and node.content != NULL:
            at = <const uint8_t*>node.content
            while at[0]:
                if at[0] == 0xC2 and at[1] == 0xA0:
                    at += 1
                elif not c"0" <= at[0] <= c"9" and KIND[at[0]] != SPACE:
                    return False
                at += 1
        elif node.type == XML_ENTITY_REF_NODE:
            return False
        if node.type == XML_ELEMENT_NODE and node.children != NULL:
            node = node.children
        else:
            node = next_after_subtree(node, first)
        if node == NULL:
            return True
    return False
