"""The nodes of a page, built from the events of libxml2's parser in one piece of memory.

They are laid out as libxml2's own, so that every pass reads them and lxml's trees alike. libxml2 asks for memory for each
node, attribute and value, and gives each back: with that, a tree takes more than twice as long as its events.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdlib cimport free, malloc
from libc.stdint cimport uintptr_t
from libc.string cimport memcpy, memset, strcmp, strlen

from lxml.includes.etreepublic cimport _Element, elementFactory, import_lxml__etree
from lxml.includes.tree cimport (
    XML_COMMENT_NODE, XML_ELEMENT_NODE, XML_HTML_DOCUMENT_NODE, XML_PI_NODE, XML_TEXT_NODE,
    const_xmlChar, xmlAttr, xmlChar, xmlElementType, xmlNode,
)
from lxml.includes.xmlerror cimport XML_ERR_NO_MEMORY, xmlError

from scrapy_denoise.page.native.libxml2 import FUNCTIONS

import_lxml__etree()

cdef extern from "libxml/HTMLparser.h":
    ctypedef struct htmlSAXHandler:
        void (*startElement)(void*, const xmlChar*, const xmlChar**) noexcept nogil
        void (*endElement)(void*, const xmlChar*) noexcept nogil
        void (*characters)(void*, const xmlChar*, int) noexcept nogil
        void (*ignorableWhitespace)(void*, const xmlChar*, int) noexcept nogil
        void (*comment)(void*, const xmlChar*) noexcept nogil
        void (*processingInstruction)(void*, const xmlChar*, const xmlChar*) noexcept nogil

ctypedef void* (*NewParser)(const htmlSAXHandler*, void*) noexcept nogil
ctypedef void* (*ReadMemory)(void*, const char*, int, const char*, const char*, int) noexcept nogil
ctypedef void (*OfParser)(void*) noexcept nogil
ctypedef const xmlError* (*LastError)(void*) noexcept nogil

cdef enum:
    # lxml's options for pages of any size, and no messages: recover, noerror, nowarning, nonet, compact, huge
    OPTIONS = 1 | 1 << 5 | 1 << 6 | 1 << 11 | 1 << 16 | 1 << 19
    MAX_DEPTH = 255       # elements within each other: releases of libxml2 differ in what they do with more
    EXPANSION = 6         # bytes of nodes for each byte of markup on most pages
    MIN_CHUNK = 8 << 10   # bytes that are asked for at once
    MAX_CHUNK = 4 << 20
    BOOLEANS = 13

# Attributes that have their name as value where they are written without one.
cdef const char* BOOLEAN[BOOLEANS]
BOOLEAN[:] = [
    b"checked", b"compact", b"declare", b"defer", b"disabled", b"ismap", b"multiple", b"nohref", b"noresize", b"noshade",
    b"nowrap", b"readonly", b"selected",
]

cdef NewParser new_parser = <NewParser><uintptr_t>FUNCTIONS.get("htmlNewSAXParserCtxt", 0)
cdef ReadMemory read_memory = <ReadMemory><uintptr_t>FUNCTIONS.get("htmlCtxtReadMemory", 0)
cdef OfParser reset_parser = <OfParser><uintptr_t>FUNCTIONS.get("htmlCtxtReset", 0)
cdef LastError last_error = <LastError><uintptr_t>FUNCTIONS.get("xmlCtxtGetLastError", 0)
cdef OfParser free_parser = <OfParser><uintptr_t>FUNCTIONS.get("htmlFreeParserCtxt", 0)
cdef OfParser free_document = <OfParser><uintptr_t>FUNCTIONS.get("xmlFreeDoc", 0)
cdef OfParser stop_parser = <OfParser><uintptr_t>FUNCTIONS.get("xmlStopParser", 0)

cdef htmlSAXHandler HANDLER
memset(&HANDLER, 0, sizeof(HANDLER))
HANDLER.startElement, HANDLER.endElement = on_start, on_end
HANDLER.characters = HANDLER.ignorableWhitespace = on_text
HANDLER.comment, HANDLER.processingInstruction = on_comment, on_instruction

cdef Chunk* spare = NULL  # memory that the last page gave back


cdef class NodeTree:
    """The nodes of a page, made from its markup.

    markup: in UTF-8 without NUL. most_attributes: those of the tag that has most. tree: lxml's tree of it, once one was asked for
    (`scrapy_denoise.page.markup.parse.tree_of`). is_placed: whether nodes were moved to where a browser shows them, as those of
    the tree then have to be (`scrapy_denoise.page.markup.parse.place_all`).
    """

    @property
    def most_attributes(self):
        return self.builder.most_attributes

    def __dealloc__(self):
        give_back(&self.builder)
        if self.builder.parser != NULL:
            free_parser(self.builder.parser)

    def __init__(self):
        raise TypeError("a NodeTree is made by read_nodes")

    def keep_tree(self, tree):
        """Keep lxml's tree, unless one is kept already; and give the one that is kept."""
        if self.tree is None:
            self.tree = tree
        return self.tree


def read_nodes(bytes markup not None):
    """The root of a page, a `NodeElement`; None where only lxml can read it: it has no element or very many within each other, or this
    lxml does not share its parser. markup: in UTF-8 without NUL. Raises MemoryError, also where the parser lacks memory and would leave
    out the rest of the page."""
    global spare
    cdef NodeTree tree = NodeTree.__new__(NodeTree)
    cdef Builder* builder = &tree.builder
    cdef const char* data = PyBytes_AS_STRING(markup)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(markup)
    cdef void* document
    cdef const xmlError* error
    cdef xmlNode* root
    if new_parser == NULL or size > 0x7FFFFFFF:
        return None
    tree.markup = markup
    builder.first = min(max(EXPANSION * size, <size_t>MIN_CHUNK), <size_t>MAX_CHUNK)
    if spare != NULL and spare.size <= 2 * builder.first:  # a small page that is kept holds no large piece
        builder.chunk, spare = spare, NULL
        builder.at = <char*>(builder.chunk + 1)
        builder.stop = <char*>builder.chunk + builder.chunk.size
    builder.document = builder.node = new_node(builder, XML_HTML_DOCUMENT_NODE, <const xmlChar*>b"document")
    builder.parser = new_parser(&HANDLER, builder)
    if builder.document == NULL or builder.parser == NULL:
        raise MemoryError()
    with nogil:
        document = read_memory(builder.parser, data, <int>size, NULL, b"utf-8", OPTIONS)
        if document != NULL:
            free_document(document)
        error = last_error(builder.parser)
        builder.no_memory |= error != NULL and error.code == XML_ERR_NO_MEMORY
        reset_parser(builder.parser)
    if builder.no_memory:
        raise MemoryError()
    root = builder.document.children
    while root != NULL and root.type != XML_ELEMENT_NODE:
        root = root.next
    return None if builder.failed or root == NULL else element_in(tree, root)


cdef void stop(Builder* builder) noexcept nogil:
    """Give up, and let the parser do so: it searches its elements at each end tag, and may have very many."""
    builder.failed = True
    if builder.parser != NULL:
        stop_parser(builder.parser)


# --- memory ---

cdef void give_back(Builder* builder) noexcept:
    global spare
    cdef Chunk* chunk = builder.chunk
    cdef Chunk* before
    while chunk != NULL:
        before = chunk.before
        if spare == NULL and chunk.size <= MAX_CHUNK:
            chunk.before = NULL
            spare = chunk
        else:
            free(chunk)
        chunk = before
    builder.chunk = NULL


cdef inline char* take(Builder* builder, size_t size) noexcept nogil:
    """Memory for what a node has; NULL where there is none."""
    cdef size_t needed = (size + 7) & ~<size_t>7
    cdef char* found = builder.at
    if found != NULL and needed <= <size_t>(builder.stop - found):
        builder.at = found + needed
        return found
    return take_more(builder, needed)


cdef char* take_more(Builder* builder, size_t needed) noexcept nogil:
    """Memory of a new chunk."""
    cdef char* found
    cdef Chunk* chunk
    cdef size_t asked = max(builder.first if builder.chunk == NULL else builder.first // 2, needed + sizeof(Chunk))
    chunk = <Chunk*>malloc(asked)
    if chunk == NULL:
        builder.no_memory = True
        stop(builder)
        return NULL
    chunk.before, chunk.size = builder.chunk, asked
    builder.chunk = chunk
    builder.stop = <char*>chunk + asked
    found = <char*>(chunk + 1)
    builder.at = found + needed
    return found


cdef inline xmlNode* new_node(Builder* builder, xmlElementType kind, const xmlChar* name) noexcept nogil:
    """A node behind the last one in the innermost element; NULL where there is no memory."""
    cdef xmlNode* node = <xmlNode*>take(builder, sizeof(xmlNode))
    cdef xmlNode* above = builder.node
    if node == NULL:
        return NULL
    memset(node, 0, sizeof(xmlNode))
    node.type = kind
    node.name = <const_xmlChar*>name
    builder.text = NULL
    if above == NULL:  # the document
        return node
    node.parent = above
    node.prev = above.last
    if above.last != NULL:
        above.last.next = node
    else:
        above.children = node
    above.last = node
    return node


cdef inline xmlChar* kept(Builder* builder, const xmlChar* text, size_t size) noexcept nogil:
    """A text, ended by NUL."""
    cdef char* memory = take(builder, size + 1)
    if memory != NULL:
        memcpy(memory, text, size)
        memory[size] = 0
    return <xmlChar*>memory


# --- the events ---

cdef void on_start(void* data, const xmlChar* name, const xmlChar** attributes) noexcept nogil:
    cdef Builder* builder = <Builder*>data
    cdef xmlNode* node
    cdef xmlAttr* attribute
    cdef xmlAttr* last = NULL
    cdef Py_ssize_t count = 0
    if builder.failed:
        return
    builder.depth += 1
    if builder.depth > MAX_DEPTH:
        stop(builder)
        return
    node = new_node(builder, XML_ELEMENT_NODE, name)
    if node == NULL:
        return
    builder.node = node
    if attributes == NULL:
        return
    while attributes[0] != NULL:
        attribute = new_attribute(builder, attributes[0], attributes[1])
        if attribute == NULL:
            return
        count += 1
        if last == NULL:
            node.properties = attribute
        else:
            last.next = attribute
        last = attribute
        attributes += 2
    builder.most_attributes = max(builder.most_attributes, count)


cdef inline xmlAttr* new_attribute(Builder* builder, const xmlChar* name, const xmlChar* value) noexcept nogil:
    """An attribute with the node of its value and its text; NULL where there is no memory. value: NULL for none."""
    cdef xmlAttr* attribute
    cdef xmlNode* node
    cdef size_t size
    if value == NULL and is_boolean(<const char*>name):
        value = name
    if value == NULL:
        attribute = <xmlAttr*>take(builder, sizeof(xmlAttr))
        if attribute != NULL:
            memset(attribute, 0, sizeof(xmlAttr))
            attribute.name = <const_xmlChar*>name
        return attribute
    size = strlen(<const char*>value) + 1
    attribute = <xmlAttr*>take(builder, sizeof(xmlAttr) + sizeof(xmlNode) + size)
    if attribute != NULL:
        node = <xmlNode*>(attribute + 1)
        memset(attribute, 0, sizeof(xmlAttr) + sizeof(xmlNode))
        attribute.name, attribute.children = <const_xmlChar*>name, node
        node.type, node.content = XML_TEXT_NODE, <xmlChar*>(node + 1)
        memcpy(node.content, value, size)
    return attribute


cdef bint is_boolean(const char* name) noexcept nogil:
    cdef int i
    for i in range(BOOLEANS):
        if strcmp(name, BOOLEAN[i]) == 0:
            return True
    return False


cdef void on_end(void* data, const xmlChar* name) noexcept nogil:
    cdef Builder* builder = <Builder*>data
    if builder.node != builder.document and not builder.failed:
        builder.node = builder.node.parent
        builder.text = NULL
        builder.depth -= 1


cdef void on_text(void* data, const xmlChar* text, int size) noexcept nogil:
    """Add characters to the last text, or begin one: they come in pieces."""
    cdef Builder* builder = <Builder*>data
    cdef xmlNode* node = builder.text
    cdef size_t old, room
    cdef char* memory
    if builder.failed or size <= 0 or builder.node == builder.document:
        return
    if node == NULL:
        node = new_node(builder, XML_TEXT_NODE, <const xmlChar*>b"text")
        if node == NULL:
            return
        memory, old, room = NULL, 0, size + 1
        builder.text_limit = builder.text_stop = NULL
    else:
        memory = <char*>node.content
        old = builder.text_stop - memory
        room = 2 * (old + size) + 1
    if builder.text_limit == NULL or builder.text_limit - builder.text_stop <= size:
        memory = take(builder, room)
        if memory == NULL:
            return
        if old:
            memcpy(memory, node.content, old)
        node.content = <xmlChar*>memory
        builder.text_stop = memory + old
        builder.text_limit = memory + room
    memcpy(builder.text_stop, text, size)
    builder.text_stop += size
    builder.text_stop[0] = 0
    builder.text = node


cdef void on_comment(void* data, const xmlChar* text) noexcept nogil:
    cdef Builder* builder = <Builder*>data
    cdef xmlNode* node
    if not builder.failed:
        node = new_node(builder, XML_COMMENT_NODE, <const xmlChar*>b"comment")
        if node != NULL and text != NULL:
            node.content = kept(builder, text, strlen(<const char*>text))


cdef void on_instruction(void* data, const xmlChar* target, const xmlChar* text) noexcept nogil:
    cdef Builder* builder = <Builder*>data
    cdef xmlNode* node
    if not builder.failed:
        node = new_node(builder, XML_PI_NODE, kept(builder, target, strlen(<const char*>target)))
        if node != NULL and text != NULL:
            node.content = kept(builder, text, strlen(<const char*>text))
