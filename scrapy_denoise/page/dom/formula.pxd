"""Formulas whose source the page states in an attribute, and how MathML without it is written on one line."""

from libc.string cimport strchr, strlen, strstr

from lxml.includes.tree cimport XML_ELEMENT_NODE, XML_TEXT_NODE, xmlNode

from scrapy_denoise.page.dom.accordion cimport text_size
from scrapy_denoise.page.dom.attributes cimport attribute_value, equals_ascii_ci, holds, is_prefix
from scrapy_denoise.page.dom.inline_style cimport HIDES, style_says
from scrapy_denoise.page.dom.traversal cimport next_node
from scrapy_denoise.page.compiled cimport KIND, SPACE

cdef enum:
    MAX_FORMULA_NODES = 5_000
    MAX_WRAPPED = 10   # elements around one part of a formula


cdef inline bint is_formula_picture(const xmlNode* node, bint* named) noexcept nogil:
    """Whether a picture may be a formula: its class or its address names it as one, which sets `named`, or its alternative
    text has a sign with which commands of TeX begin."""
    cdef const char* value = attribute_value(node.properties, b"class")
    named[0] = value != NULL and (
        holds(value, b"math") or holds(value, b"latex") or holds(value, b"formula") or holds(value, b"equation")
        or equals_ascii_ci(value, b"tex")
    )
    if named[0]:
        return True
    value = attribute_value(node.properties, b"src")
    named[0] = value != NULL and names_service(value)
    if named[0]:
        return True
    value = attribute_value(node.properties, b"alt")
    return value != NULL and strchr(value, c"\\") != NULL


cdef inline bint names_service(const char* address) noexcept nogil:
    """Whether an address asks to draw a formula: its path ends with a name such as ``latex`` or ``mathtex.cgi``, or a
    parameter is so called."""
    cdef const char* asked = strchr(address, c"?")
    if asked == NULL or is_prefix(address, b"data:"):
        return False
    return (
        ends_with(address, asked, b"tex") or ends_with(address, asked, b"tex.cgi") or ends_with(address, asked, b"tex.php")
        or ends_with(address, asked, b"equation") or ends_with(address, asked, b"/math")
        or strstr(asked, b"tex=") != NULL or strstr(asked, b"cht=tx") != NULL
    )


cdef inline bint ends_with(const char* text, const char* stop, const char* lower) noexcept nogil:
    """Whether a word stands right before a place of a text."""
    cdef Py_ssize_t size = strlen(lower)
    return stop - text >= size and is_prefix(stop - size, lower)


cdef inline const char* stated_source(const xmlNode* node) noexcept nogil:
    """The value of an attribute in which an element may state the source of the formula that it shows; NULL without one."""
    cdef const char* value = attribute_value(node.properties, b"data-math")
    if value == NULL:
        value = attribute_value(node.properties, b"data-latex")
    if value == NULL:
        value = attribute_value(node.properties, b"data-tex")
    if value == NULL:
        value = attribute_value(node.properties, b"data-formula")
    if value == NULL:
        value = attribute_value(node.properties, b"data-equation-content")
    return value


cdef inline const xmlNode* tex_annotation(xmlNode* around) noexcept nogil:
    """The annotation in TeX of a ``math`` element, or of one in another element; NULL without one."""
    cdef xmlNode* node = around
    cdef const char* encoding
    cdef int _step
    for _step in range(MAX_FORMULA_NODES):
        if node.type == XML_ELEMENT_NODE and equals_ascii_ci(<const char*>node.name, b"annotation"):
            encoding = attribute_value(node.properties, b"encoding")
            if encoding != NULL and holds(encoding, b"tex"):
                return node
        node = next_node(node, around)
        if node == NULL:
            break
    return NULL


cdef inline const char* hidden_source(const xmlNode* picture) noexcept nogil:
    """The TeX of hidden MathML right beside a picture, which readers see in its place; NULL without it."""
    cdef const xmlNode* beside
    cdef const xmlNode* annotation
    cdef const char* style
    cdef bint behind
    for behind in range(2):
        beside = picture.next if behind else picture.prev
        while beside != NULL and beside.type != XML_ELEMENT_NODE and not (beside.type == XML_TEXT_NODE and text_size(beside)):
            beside = beside.next if behind else beside.prev
        if beside == NULL or beside.type != XML_ELEMENT_NODE:
            continue
        style = attribute_value(beside.properties, b"style")
        if attribute_value(beside.properties, b"hidden") == NULL and (style == NULL or not style_says(style) & HIDES):
            continue
        annotation = tex_annotation(<xmlNode*>beside)
        if annotation != NULL and annotation.children != NULL:
            return <const char*>annotation.children.content
    return NULL


# --- MathML on one line ---

cdef inline bint is_named(const xmlNode* node, const char* name) noexcept nogil:
    return node != NULL and node.type == XML_ELEMENT_NODE and equals_ascii_ci(<const char*>node.name, name)


cdef inline const xmlNode* element_from(const xmlNode* node, bint backwards) noexcept nogil:
    """The first element among a node and those behind it, or before it; NULL without one."""
    while node != NULL and node.type != XML_ELEMENT_NODE:
        node = node.prev if backwards else node.next
    return node


cdef inline bint is_row(const xmlNode* node) noexcept nogil:
    return (
        is_named(node, b"mrow") or is_named(node, b"mstyle") or is_named(node, b"mpadded") or is_named(node, b"semantics")
        or is_named(node, b"math") or is_named(node, b"mtd")
    )


cdef inline bint is_bracket(const xmlNode* node) noexcept nogil:
    """Whether an operator is a bracket."""
    if not is_named(node, b"mo") or node.children == NULL or node.children.type != XML_TEXT_NODE or node.children.content == NULL:
        return False
    cdef const char* text = <const char*>node.children.content
    while KIND[<unsigned char>text[0]] == SPACE:
        text += 1
    return text[0] != 0 and strchr(b"()[]{}|", text[0]) != NULL


cdef inline bint is_power(const xmlNode* node) noexcept nogil:
    return is_named(node, b"msup") or is_named(node, b"msub") or is_named(node, b"msubsup")


cdef inline bint has_script(const xmlNode* node) noexcept nogil:
    return is_power(node) or is_named(node, b"munder") or is_named(node, b"mover") or is_named(node, b"munderover")


cdef inline bint is_one(const xmlNode* node) noexcept nogil:
    """Whether a part of a formula is read as one without parentheses around it: a name, a number, a sign, a root, or what
    stands between brackets."""
    cdef const xmlNode* first
    cdef const xmlNode* last
    cdef int _step
    for _step in range(MAX_WRAPPED):
        if not is_row(node):
            break
        first, last = element_from(node.children, False), element_from(node.last, True)
        if first == NULL:
            return True
        if first != last:
            return is_bracket(first) and is_bracket(last)
        node = first
    return (
        is_named(node, b"mi") or is_named(node, b"mn") or is_named(node, b"mo") or is_named(node, b"mtext")
        or is_named(node, b"ms") or is_named(node, b"msqrt") or is_named(node, b"mfenced") or is_named(node, b"mtable")
    )


cdef inline bint is_grouped(const xmlNode* node) noexcept nogil:
    """Whether a part of a formula needs parentheses: in a fraction, a power or an index what is more than one part, and
    else a fraction beside what is no operator."""
    cdef const xmlNode* above = node.parent
    if is_named(above, b"mfrac"):
        return not is_one(node) and not is_power(node)
    if has_script(above) or is_named(above, b"mroot"):
        return not is_one(node)
    if not is_named(node, b"mfrac"):
        return False
    cdef const xmlNode* before = element_from(node.prev, True)
    cdef const xmlNode* behind = element_from(node.next, False)
    return (before != NULL and not is_named(before, b"mo")) or (behind != NULL and not is_named(behind, b"mo"))


cdef inline bint is_sign(const xmlNode* node) noexcept nogil:
    return is_named(node, b"mo") and not is_bracket(node)


cdef inline bint is_joined(const xmlNode* cell) noexcept nogil:
    """Whether a cell goes on with the equation of the one before: a sign such as = stands at the border of the two."""
    cdef const xmlNode* first = element_from(cell.children, False)
    cdef const xmlNode* before = element_from(cell.prev, True)
    if first != NULL and first.children == NULL:  # an empty name, as TeX sets it
        first = element_from(first.next, False)
    return is_sign(first) or (before != NULL and is_sign(element_from(before.last, True)))


cdef inline const char* sign_before(const xmlNode* node, int child) noexcept nogil:
    """What is written before a part of a formula. child: its number among its parent's, from 0."""
    cdef const xmlNode* above = node.parent
    if child == 0:
        return b""
    if is_named(above, b"mfrac"):
        return b"/"
    if is_named(above, b"mroot"):
        return b"^(1/"
    if is_named(above, b"munder") or is_named(above, b"mover"):
        if is_named(node, b"mo"):
            return b""  # an accent
        return b"_" if is_named(above, b"munder") else b"^"
    if is_named(above, b"msup"):
        return b"^"
    if is_named(above, b"msub"):
        return b"_"
    if is_named(above, b"msubsup") or is_named(above, b"munderover"):
        return b"_" if child == 1 else b"^"
    if is_named(above, b"mlabeledtr") and child == 1:
        return b" "  # behind the number of an equation
    if is_named(above, b"mtr") or is_named(above, b"mlabeledtr"):
        return b"" if is_joined(node) else b", "
    if is_named(above, b"mfenced"):
        return b", "
    return b"; " if is_named(above, b"mtable") else b""


cdef inline const char* opening(const xmlNode* node) noexcept nogil:
    """What is written at the beginning of a part of a formula, whatever it stands in."""
    if is_named(node, b"msqrt"):
        return b"\xe2\x88\x9a("
    return b"(" if is_named(node, b"mfenced") else b""


cdef inline int closings(const xmlNode* node, int child) noexcept nogil:
    """How many parentheses end with a part of a formula."""
    return (
        is_grouped(node) + (is_named(node.parent, b"mroot") and child == 1)
        + (is_named(node, b"msqrt") or is_named(node, b"mfenced"))
    )


cdef inline bint is_unshown_part(const xmlNode* node, int child) noexcept nogil:
    """Whether no browser shows a part of a formula: an annotation, or what only takes its room."""
    return is_named(node, b"mphantom") or (child and is_named(node.parent, b"semantics"))


cdef inline bytes trimmed(const char* text):
    """A text of a formula without white space around it, which MathML leaves out."""
    return text[:strlen(text)].strip(b" \t\r\n")
