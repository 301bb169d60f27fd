"""Which elements are read of those that a page hides, by its markup or as a browser has drawn it."""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport strchr, strstr

from lxml.includes.tree cimport XML_ELEMENT_NODE, XML_TEXT_NODE, const_xmlChar, xmlNode

from scrapy_denoise.page.compiled cimport BODY, HEAD, HTML, TRUST_MARKUP, NameWords, RenderedDomMatch
from scrapy_denoise.page.dom.accordion cimport (
    MAX_PANEL, MAX_TRIGGER, has_running_text, is_accordion_header, is_question, preceding_element, shows_nothing, text_size,
)
from scrapy_denoise.page.dom.attributes cimport MENU, POPUP, attribute_value, equals_ascii_ci, is_panel
from scrapy_denoise.page.dom.inline_style cimport VISIBLE, style_says
from scrapy_denoise.page.dom.traversal cimport next_after_subtree, next_node
from scrapy_denoise.page.walk.class_id_pairs cimport name_size
from scrapy_denoise.page.walk.display cimport BLOCK, element_beside
from scrapy_denoise.page.walk.element_attributes cimport Attributes

from scrapy_denoise.page.dom import name_lists

cdef enum:
    MAX_INVISIBLE = 5_000  # nodes of an invisible element that are looked at
    MUCH_TEXT = 1_000      # bytes of text, without white space
    LONGEST_MARK = 5       # bytes of what refers to a note, such as "[12]"

# Words in the names of hidden elements, which tell popups and menus from panels.
cdef NameWords WORDS = NameWords({"popup": name_lists.UNREAD, "menu": name_lists.MENU})


cdef inline bint is_all_of_tabs(const xmlNode* node) noexcept nogil:
    """Whether an element is all that a custom element of tabs holds, whose script shows it, as on the documentation of AWS."""
    cdef const xmlNode* around = node.parent
    cdef const char* name
    if around == NULL or around.type != XML_ELEMENT_NODE:
        return False
    name = <const char*>around.name
    if strchr(name, c"-") == NULL or strstr(name, "tab") == NULL:
        return False
    return element_beside(node, False) == NULL and element_beside(node, True) == NULL


cdef bint has_visible(xmlNode* around) noexcept nogil:
    """Whether an element in one that is invisible has a style that makes it visible again."""
    cdef xmlNode* node = around
    cdef const char* style
    cdef int _step
    for _step in range(MAX_INVISIBLE):
        if node.type == XML_ELEMENT_NODE and node != around:
            style = attribute_value(node.properties, b"style")
            if style != NULL and style_says(style) & VISIBLE:
                return True
        node = next_node(node, around)
        if node == NULL:
            return False
    return False


cdef bint holds_much_text(xmlNode* around) noexcept nogil:
    """Whether an element has so much text outside of links that it is more than a part of a page beside its content."""
    cdef xmlNode* node = around
    cdef const char* name
    cdef Py_ssize_t found = 0
    cdef int _step
    for _step in range(MAX_INVISIBLE):
        if node.type == XML_TEXT_NODE:
            found += text_size(node)
            if found >= MUCH_TEXT:
                return True
        name = <const char*>node.name
        if node.type == XML_ELEMENT_NODE and node.children != NULL and not shows_nothing(name) and not equals_ascii_ci(name, b"a"):
            node = node.children
        else:
            node = next_after_subtree(node, around)
        if node == NULL:
            return False
    return False


cdef bint is_mark(xmlNode* link) noexcept nogil:
    """Whether a link shows the mark of a note and no word: a number, a sign or a letter, in brackets or not."""
    cdef xmlNode* node = link
    cdef const uint8_t* byte
    cdef Py_ssize_t size = 0, letters = 0
    cdef int _step
    for _step in range(MAX_TRIGGER):
        if node.type == XML_TEXT_NODE and node.content != NULL:
            size += text_size(node)
            byte = <const uint8_t*>node.content
            while byte[0] and letters < 2:
                letters += c"a" <= byte[0] | 0x20 <= c"z"
                byte += 1
        if size > LONGEST_MARK or letters == 2:
            return False
        node = next_node(node, link)
        if node == NULL:
            break
    return size > 0


cdef class Visibility:
    """What a walk reads. reveal: what the page hides too, except for popups. drawn: what a browser has drawn of the page,
    which then says what is hidden; None where none has. with_hidden: what the browser alone hides too."""

    def __cinit__(self, bint reveal, RenderedDomMatch drawn, bint with_hidden):
        self.reveal, self.drawn, self.with_hidden = reveal, drawn, with_hidden
        self.notes, self.has_notes = set(), False

    cdef int refer(self, xmlNode* node, const Attributes* found) except -1 nogil:
        """Take the id of a note, to which its mark links, or which describes a part of a text (WAI-ARIA)."""
        cdef bint linked = found.href != NULL and found.href[0] == c"#" and found.href[1] != 0
        if found.described_by != NULL:
            return self.add_note(found.described_by)
        if linked and (is_mark(node) or (found.role != NULL and equals_ascii_ci(found.role, b"doc-noteref"))):
            return self.add_note(<const char*>found.href + 1)
        return 0

    cdef int add_note(self, const char* name) except -1 with gil:
        self.notes.add(<bytes>name)
        self.has_notes = True
        return 0

    cdef bint is_note(self, xmlNode* around) except -1 nogil:
        """Whether a hidden element is, or holds, a note to which the text before it refers: a script shows it at its mark."""
        return self.has_notes and self.holds_note(around)

    cdef bint holds_note(self, xmlNode* around) except -1 with gil:
        cdef xmlNode* node = around
        cdef const char* name
        cdef int _step
        for _step in range(MAX_PANEL):
            name = attribute_value(node.properties, b"id") if node.type == XML_ELEMENT_NODE else NULL
            if name != NULL and <bytes>name in self.notes:
                return has_running_text(around)
            node = next_node(node, around)
            if node == NULL:
                break
        return False

    cdef uint8_t state(
        self, xmlNode* node, int tag, int display, int32_t number, bint stated, uint8_t within, const_xmlChar* class_value,
        const_xmlChar* id_value,
    ) except? 255 nogil:
        """What an element is `within`, itself included, that its markup or the browser hides; NO_PART where it is passed
        over.

        display: how it is read. number: of the drawn element. stated: whether the markup hides it. within: what its parent is within."""
        cdef bint hidden = stated, unseen = False, streamed
        cdef uint32_t words
        # What the browser says of an element with content counts for more than the markup. The head is never drawn.
        if (
            number >= 0 and node.children != NULL and tag != HEAD and not within
            and self.drawn.hidden[number] != TRUST_MARKUP
        ):
            hidden = unseen = self.drawn.hidden[number]
        if not hidden or tag == BODY or tag == HTML:
            return within
        # React streams parts of a page into hidden elements, which its script then puts in their places.
        streamed = id_value != NULL and id_value[0] == c"S" and id_value[1] == c":"
        self.has_displaced |= streamed
        words = WORDS.matched_families(<const uint8_t*>class_value, name_size(class_value))
        words |= WORDS.matched_families(<const uint8_t*>id_value, name_size(id_value))
        if (
            (words & POPUP or not self.reveal) and not streamed and not is_panel(node.properties, words)
            and not is_all_of_tabs(node) and not self.is_opened_by_reader(node, words)
            and not (display == BLOCK and not words & (POPUP | MENU) and self.is_note(node))
        ):
            if stated or not unseen:
                return NO_PART
            self.drawn.hidden_parts += 1
            return UNSEEN if self.with_hidden else NO_PART
        return OPENED if unseen and not self.reveal else within

    cdef bint fades(self, xmlNode* node, const_xmlChar* class_value, const_xmlChar* id_value) noexcept nogil:
        """Whether an element that its style makes invisible stays so. What holds the text of a page is shown by its script
        once it has run, as on WeChat, and so is the answer below a question when a reader asks it, but no popup."""
        cdef xmlNode* before
        cdef uint32_t words = WORDS.matched_families(<const uint8_t*>class_value, name_size(class_value))
        words |= WORDS.matched_families(<const uint8_t*>id_value, name_size(id_value))
        if words & POPUP:
            return True
        before = preceding_element(node)
        return not holds_much_text(node) and not (before != NULL and is_question(before) and has_running_text(node))

    cdef bint is_opened_by_reader(self, xmlNode* node, uint32_t words) noexcept nogil:
        """Whether an element that the markup or the browser hides is a panel below a heading or a question that opens it."""
        cdef xmlNode* before
        cdef int32_t number
        if words & (POPUP | MENU):
            return False
        before = preceding_element(node)
        if before == NULL:
            return False
        if self.drawn is not None:
            number = self.drawn.number(before)
            if number < 0 or self.drawn.hidden[number] == 1:
                return False
        return is_accordion_header(before) and has_running_text(node)
