"""What a page hands to its own programs: the places in scripts and in attributes at which one of some words stands."""

from libc.stdint cimport uint8_t
from libc.string cimport strcmp, strlen, strncmp

from lxml.includes.tree cimport XML_ELEMENT_NODE, xmlAttr, xmlNode

from scrapy_denoise.page.dom.attributes cimport attribute_value, equals_ascii_ci, holds

cdef enum:
    BEFORE = 40  # bytes before a word that are given
    BEHIND = 200  # and behind it
    AT_A_WORD = 25  # places of one word that are given
    MOST_WORDS = 64
    MOST_SCRIPTS = 100
    MOST_BYTES = 1_000_000  # of scripts and of values of attributes that are searched
    LONGEST_DATA = 240  # bytes of the value of an attribute that is given as a whole
    MOST_ELEMENTS = 400  # elements with such attributes that are given
    MOST_LISTS = 3
    LONGEST_LIST = 300_000  # bytes of one


cdef class ProgramPlaces:
    """The places of a page at which one of some words stands in what its programs read. No program runs.

    stated: what the page states. words: those that are looked for in scripts that are no JSON-LD, and in objects and lists that are values of
    attributes, 64 at most. names: the words of the names of attributes that begin with ``data-``, in lower case.

    scripts: for each place what stands before the end of the word, and what stands behind it. attributes: of each
    element with such an attribute, or with the name and the value of a hidden ``input``, the names and values.
    lists: the values of attributes of a form that hold a list, the first MOST_LISTS.
    """

    cdef readonly list scripts
    cdef readonly list attributes
    cdef readonly list lists
    cdef ExactWords words
    cdef ExactWords names
    cdef int[64] left
    cdef Py_ssize_t bytes_left

    def __init__(self, PageStatements stated not None, ExactWords words not None, ExactWords names not None):
        cdef Py_ssize_t place = 0
        cdef xmlNode* node = stated.next_handing(NULL, &place)
        cdef const char* kind
        cdef int number, scripts = MOST_SCRIPTS
        if len(words.words) > MOST_WORDS:
            raise ValueError("too many words")
        self.scripts, self.attributes, self.lists = [], [], []
        self.words, self.names, self.bytes_left = words, names, MOST_BYTES
        for number in range(MOST_WORDS):
            self.left[number] = AT_A_WORD
        while node != NULL:
            if node.type == XML_ELEMENT_NODE:
                if node.properties != NULL:
                    self.read_attributes(node)
                if node.children != NULL and equals_ascii_ci(<const char*>node.name, b"script"):
                    kind = attribute_value(node.properties, b"type")
                    if scripts > 0 and node.children.content != NULL and (kind == NULL or not holds(kind, b"ld+json")):
                        scripts -= 1
                        self.search(<const char*>node.children.content)
            node = stated.next_handing(node, &place)

    cdef int search(self, const char* text) except -1:
        """Add the places of the words in a text."""
        cdef const uint8_t* start = <const uint8_t*>text
        cdef const uint8_t* at = start
        cdef const uint8_t* begin
        cdef Py_ssize_t size = min(<Py_ssize_t>strlen(text), self.bytes_left), length, behind
        cdef const uint8_t* stop = start + size
        cdef Py_ssize_t number = 0
        self.bytes_left -= size
        while True:
            at = self.words.next_word(at, stop, &number)
            if at == NULL:
                return 0
            if self.left[number] > 0:
                self.left[number] -= 1
                length = len(<bytes>self.words.words[number])
                begin = at - BEFORE if at - start > BEFORE else start
                behind = min(<Py_ssize_t>BEHIND, stop - at - length)
                self.scripts.append((
                    begin[:at - begin + length].decode("utf-8", "ignore"),
                    (at + length)[:behind].decode("utf-8", "ignore"),
                ))
            at += 1

    cdef int read_attributes(self, xmlNode* node) except -1:
        """Add what the attributes of an element tell."""
        cdef const xmlAttr* attribute = node.properties
        cdef const char* name
        cdef const char* value
        cdef Py_ssize_t number
        cdef list found = None
        if node.name[0] == c"i" and strcmp(<const char*>node.name, b"input") == 0:
            found = hidden_input(attribute)
        while attribute != NULL:
            name = <const char*>attribute.name
            value = NULL
            if attribute.children != NULL and name[0] == c"d":  # others are not looked at
                value = <const char*>attribute.children.content
            if value != NULL and strncmp(name, b"data-", 5) == 0:
                if value[0] == c"{" or value[0] == c"[":
                    self.search(value)
                    if value[0] == c"[" and len(self.lists) < MOST_LISTS and strcmp(<const char*>node.name, b"form") == 0:
                        self.lists.append(value[:min(<Py_ssize_t>strlen(value), LONGEST_LIST)].decode("utf-8", "ignore"))
                elif (
                    self.names.next_word(<const uint8_t*>name, <const uint8_t*>name + strlen(name), &number) != NULL
                    and <Py_ssize_t>strlen(value) <= LONGEST_DATA
                ):
                    found = [] if found is None else found
                    found.append((name[5:strlen(name)].decode("utf-8", "replace"), value[:strlen(value)].decode("utf-8", "replace")))
            attribute = attribute.next
        if found and len(self.attributes) < MOST_ELEMENTS:
            self.attributes.append(found)
        return 0


cdef list hidden_input(const xmlAttr* attributes):
    """The name and the value of a hidden input, or None."""
    cdef const char* kind = attribute_value(attributes, b"type")
    cdef const char* name = attribute_value(attributes, b"name")
    cdef const char* value = attribute_value(attributes, b"value")
    if kind == NULL or not equals_ascii_ci(kind, b"hidden") or name == NULL or value == NULL or not value[0]:
        return None
    if strlen(name) > BEFORE or strlen(value) > LONGEST_DATA:
        return None
    return [(name[:strlen(name)].decode("utf-8", "replace"), value[:strlen(value)].decode("utf-8", "replace"))]
