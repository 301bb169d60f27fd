"""What a page states of itself beside its visible text: the body and the description in JSON-LD and meta elements.

One pass over the tree and one over each script, without parsing the JSON: broken scripts are read too, and a page
without any costs next to nothing. What is read is evidence to compare the visible text with, not text to show.
"""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint8_t
from libc.string cimport memcmp, strcmp, strstr

from lxml.includes.etreepublic cimport _Element, import_lxml__etree
from lxml.includes.tree cimport XML_ELEMENT_NODE, xmlAttr, xmlNode

from scrapy_denoise.page.attributes cimport is_name

import_lxml__etree()

cdef enum:
    MOST = 300_000      # bytes of the body, and of the description, that are read
    MOST_TYPES = 4_000  # bytes of the names of types
    MOST_SCRIPTS = 50   # scripts that are read
    LONGEST_KEY = 20

BODY = (b"articleBody", b"recipeIngredient", b"ingredients", b"recipeInstructions", b"text")
"""Keys of JSON-LD whose texts are the body."""

cdef tuple DESCRIBING = (b"og:description", b"description", b"twitter:description")
cdef bytes OG_TYPE = b"og:type"


cdef struct Text:
    uint8_t* bytes
    Py_ssize_t size, most


cdef struct Stating:
    Text types, body, description
    int scripts


cdef inline void put(Text* text, uint8_t c) noexcept nogil:
    if text.size < text.most:
        text.bytes[text.size] = c
        text.size += 1


cdef inline void put_all(Text* text, const char* value) noexcept nogil:
    while value[0]:
        put(text, value[0])
        value += 1
    put(text, c"\n")


cdef inline int hexadecimal(const uint8_t* at) noexcept nogil:
    """The number of four hexadecimal digits; -1 where they are none."""
    cdef int i, found = 0
    for i in range(4):
        found *= 16
        if c"0" <= at[i] <= c"9":
            found += at[i] - c"0"
        elif c"a" <= (at[i] | 0x20) <= c"f":
            found += (at[i] | 0x20) - c"a" + 10
        else:
            return -1
    return found


cdef inline int entity(const uint8_t* at) noexcept nogil:
    """The length of an entity of HTML, such as ``quot;``; 0 where there is none."""
    cdef int i
    for i in range(10):
        if at[i] == c";":
            return i + 1
        if not (c"a" <= (at[i] | 0x20) <= c"z" or c"0" <= at[i] <= c"9" or at[i] == c"#"):
            break
    return 0


cdef const uint8_t* read_string(const uint8_t* at, Text* text) noexcept nogil:
    """Append a JSON string, without its markup, to a text; NULL: only pass it. at: behind the opening quote. Returns
    what is behind the closing one."""
    cdef int code
    cdef bint tag = False
    cdef uint8_t c
    while at[0] and at[0] != c'"':
        c = at[0]
        at += 1
        if c == c"\\" and at[0]:
            c = at[0]
            at += 1
            if c == c"u":
                code = hexadecimal(at)
                if code < 0:
                    continue
                at += 4
                c = c" "
                if text != NULL and not tag:
                    if code < 0x80:
                        c = <uint8_t>code
                    elif code < 0x800:
                        put(text, <uint8_t>(0xC0 | code >> 6))
                        c = <uint8_t>(0x80 | code & 0x3F)
                    elif not 0xD800 <= code < 0xE000:
                        put(text, <uint8_t>(0xE0 | code >> 12))
                        put(text, <uint8_t>(0x80 | code >> 6 & 0x3F))
                        c = <uint8_t>(0x80 | code & 0x3F)
            elif c == c"n" or c == c"r" or c == c"t":
                c = c" "
        if text == NULL:
            continue
        if c == c"<":
            tag = True
            c = c" "
        elif tag:
            tag = c != c">"
            continue
        elif c == c"&":
            at += entity(at)
            c = c" "
        elif c == c"\n":
            c = c" "
        put(text, c)
    if text != NULL:
        put(text, c"\n")
    return at + 1 if at[0] else at


cdef inline const uint8_t* past_space(const uint8_t* at) noexcept nogil:
    while at[0] == c" " or at[0] == c"\n" or at[0] == c"\t" or at[0] == c"\r":
        at += 1
    return at


cdef Text* text_of_key(Stating* stating, const uint8_t* key, Py_ssize_t size) noexcept:
    """Where the value of a key belongs; NULL: nowhere."""
    cdef bytes name
    if size == 5 and memcmp(key, b"@type", 5) == 0:
        return &stating.types
    if size == 11 and memcmp(key, b"description", 11) == 0:
        return &stating.description
    if 4 <= size <= LONGEST_KEY:
        for name in BODY:
            if len(name) == size and memcmp(key, <const char*>name, size) == 0:
                return &stating.body
    return NULL


cdef void read_script(Stating* stating, const uint8_t* at) noexcept:
    """Add what the keys of a script of JSON-LD say: a string, or the strings of a list."""
    cdef const uint8_t* key
    cdef Text* wanted
    while at[0]:
        if at[0] != c'"':
            at += 1
            continue
        key = at + 1
        at = read_string(key, NULL)
        wanted = text_of_key(stating, key, at - key - 1)
        at = past_space(at)
        if at[0] != c":":
            continue
        at = past_space(at + 1)
        if wanted == NULL:
            if at[0] == c'"':
                at = read_string(at + 1, NULL)
        elif at[0] == c'"':
            at = read_string(at + 1, wanted)
        elif at[0] == c"[":
            at = past_space(at + 1)
            while at[0] == c'"':
                at = past_space(read_string(at + 1, wanted))
                if at[0] == c",":
                    at = past_space(at + 1)


cdef inline const char* value_of(const xmlNode* node, const char* name) noexcept:
    cdef const xmlAttr* attr = node.properties
    while attr != NULL:
        if attr.children != NULL and attr.children.content != NULL and is_name(<const char*>attr.name, name):
            return <const char*>attr.children.content
        attr = attr.next
    return NULL


cdef void read_element(Stating* stating, const xmlNode* node) noexcept:
    cdef const char* name = <const char*>node.name
    cdef const char* value
    cdef const char* key
    cdef bytes described
    if (name[0] | 0x20) == c"s" and is_name(name, b"script"):
        value = value_of(node, b"type")
        if value == NULL or strstr(value, b"ld+json") == NULL or stating.scripts == MOST_SCRIPTS:
            return
        if node.children != NULL and node.children.content != NULL:
            stating.scripts += 1
            read_script(stating, <const uint8_t*>node.children.content)
    elif (name[0] | 0x20) == c"m" and is_name(name, b"meta"):
        value = value_of(node, b"content")
        key = value_of(node, b"property")
        if key == NULL:
            key = value_of(node, b"name")
        if value == NULL or key == NULL:
            return
        if is_name(key, OG_TYPE):
            put_all(&stating.types, b"og")
            put_all(&stating.types, value)
        for described in DESCRIBING:
            if is_name(key, described):
                put_all(&stating.description, value)


def stated_text(root):
    """The names of the types that a page states of itself, a line each, and its body and its description as it states
    them, both in UTF-8. A type of og:type is the line after one that is ``og``. root: an lxml element, or None.
    """
    if root is None:
        return b"", b"", b""
    if not isinstance(root, _Element):
        raise TypeError(f"expected an lxml element, got {type(root).__name__}")
    cdef const xmlNode* top = (<_Element>root)._c_node
    cdef const xmlNode* node = top
    cdef Stating stating
    cdef uint8_t* memory = <uint8_t*>PyMem_Malloc(2 * MOST + MOST_TYPES)
    if memory == NULL:
        raise MemoryError()
    stating.scripts = 0
    stating.body = Text(memory, 0, MOST)
    stating.description = Text(memory + MOST, 0, MOST)
    stating.types = Text(memory + 2 * MOST, 0, MOST_TYPES)
    while node != NULL:
        if node.type == XML_ELEMENT_NODE:
            read_element(&stating, node)
            if node.children != NULL:
                node = node.children
                continue
        while node != NULL and node != top and node.next == NULL:
            node = node.parent
        node = NULL if node == NULL or node == top else node.next
    found = (
        stating.types.bytes[:stating.types.size],
        stating.body.bytes[:stating.body.size],
        stating.description.bytes[:stating.description.size],
    )
    PyMem_Free(memory)
    return found


def og_title(root):
    """What OpenGraph in the page's ``head`` states as its title, as it stands there. root: an lxml element, or None."""
    cdef const xmlNode* node
    cdef const char* value
    if root is None:
        return ""
    if not isinstance(root, _Element):
        raise TypeError(f"expected an lxml element, got {type(root).__name__}")
    node = child_named((<_Element>root)._c_node.children, b"head")
    node = child_named(node.children, b"meta") if node != NULL else NULL
    while node != NULL:
        value = value_of(node, b"property")
        if value != NULL and strcmp(value, b"og:title") == 0:
            value = value_of(node, b"content")
            return value.decode("utf-8", "replace") if value != NULL else ""
        node = child_named(node.next, b"meta")
    return ""


cdef inline const xmlNode* child_named(const xmlNode* node, const char* name) noexcept:
    """The element with a name among some node and those that follow it; NULL where there is none."""
    while node != NULL and not (node.type == XML_ELEMENT_NODE and is_name(<const char*>node.name, name)):
        node = node.next
    return node
