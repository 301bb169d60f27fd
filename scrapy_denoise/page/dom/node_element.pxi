"""The elements of a page whose nodes were read without a tree, with those methods of lxml's elements that read."""

from libc.string cimport strcmp, strlen

from lxml.includes.tree cimport XML_COMMENT_NODE, XML_ELEMENT_NODE, XML_PI_NODE, XML_TEXT_NODE, xmlAttr, xmlNode

from scrapy_denoise.page.dom.traversal cimport next_node

cdef enum Axis:
    SUBTREE
    ANCESTORS
    FOLLOWING
    PRECEDING


cdef xmlNode* root_node(object root) except NULL:
    """The node of an lxml element or of a `NodeElement`."""
    if isinstance(root, NodeElement):
        return (<NodeElement>root).node
    if (<_Element?>root)._c_node == NULL:
        raise TypeError("an element without its node")
    return (<_Element>root)._c_node


cdef object element_of(object root, xmlNode* node):
    """The element of a node which stands in the same page as some other element."""
    if isinstance(root, _Element):
        return elementFactory((<_Element>root)._doc, node)
    return element_in((<NodeElement?>root).owner, node)


cdef inline NodeElement element_in(NodeTree owner, xmlNode* node):
    cdef NodeElement element = NodeElement.__new__(NodeElement)
    element.owner, element.node = owner, node
    return element


cdef class NodeElement:
    """An element or a comment of a `NodeTree`. What it has does what it does in lxml, with names of tags as texts; comments have
    no `tag`."""

    def __init__(self):
        raise TypeError("a NodeElement is made by read_nodes")

    def __deepcopy__(self, memo):
        """The same: nothing of it changes."""
        return self

    def __eq__(self, other):
        return isinstance(other, NodeElement) and (<NodeElement>other).node == self.node

    def __hash__(self):
        return hash(<size_t>self.node)

    @property
    def tag(self):
        return text_of_name(<const char*>self.node.name) if self.node.type == XML_ELEMENT_NODE else None

    @property
    def text(self):
        if self.node.type != XML_ELEMENT_NODE:
            return "" if self.node.content == NULL else text_of_name(<const char*>self.node.content)
        return texts_from(self.node.children)

    @property
    def tail(self):
        return texts_from(self.node.next)

    def items(self):
        cdef list found = []
        cdef const xmlAttr* attribute = self.node.properties if self.node.type == XML_ELEMENT_NODE else NULL
        while attribute != NULL:
            found.append((text_of_name(<const char*>attribute.name), value_of_attribute(attribute)))
            attribute = attribute.next
        return found

    @property
    def attrib(self):
        return dict(self.items())

    def get(self, str name not None, default=None):
        cdef bytes wanted = name.encode()
        cdef const char* given = wanted
        cdef const xmlAttr* attribute = self.node.properties if self.node.type == XML_ELEMENT_NODE else NULL
        while attribute != NULL:
            if strcmp(<const char*>attribute.name, given) == 0:
                return value_of_attribute(attribute)
            attribute = attribute.next
        return default

    def getparent(self):
        cdef xmlNode* around = self.node.parent
        return element_of(self, around) if around != NULL and around.type == XML_ELEMENT_NODE else None

    def getprevious(self):
        return next(axis_of(self, PRECEDING, self.node.prev, ()), None)

    def __iter__(self):
        return axis_of(self, FOLLOWING, self.node.children, ())

    def iter(self, *tags):
        return axis_of(self, SUBTREE, self.node, tags)

    def iterdescendants(self, *tags):
        return axis_of(self, SUBTREE, next_node(self.node, self.node), tags)

    def iterchildren(self, *tags, bint reversed=False):
        return axis_of(self, PRECEDING, self.node.last, tags) if reversed else axis_of(self, FOLLOWING, self.node.children, tags)

    def iterancestors(self, *tags):
        return axis_of(self, ANCESTORS, self.node.parent, tags)

    def itersiblings(self, *tags, bint preceding=False):
        return axis_of(self, PRECEDING, self.node.prev, tags) if preceding else axis_of(self, FOLLOWING, self.node.next, tags)


cdef class NodeIterator:
    """Elements in the order of an axis. tags: their names; empty for all, comments too; ``*`` for elements alone."""
    cdef NodeElement element
    cdef Axis axis
    cdef xmlNode* node  # from which it goes on
    cdef list tags

    def __iter__(self):
        return self

    def __next__(self):
        cdef xmlNode* node = self.node
        while node != NULL and not self.is_wanted(node):
            node = self.following(node)
        if node == NULL:
            self.node = NULL
            raise StopIteration
        self.node = self.following(node)
        return element_of(self.element, node)

    cdef inline xmlNode* following(self, xmlNode* node) noexcept:
        if self.axis == SUBTREE:
            return next_node(node, self.element.node)
        if self.axis == ANCESTORS:
            return node.parent
        return node.prev if self.axis == PRECEDING else node.next

    cdef bint is_wanted(self, const xmlNode* node):
        cdef bytes tag
        if node.type != XML_ELEMENT_NODE:
            return not self.tags and (node.type == XML_COMMENT_NODE or node.type == XML_PI_NODE)
        for tag in self.tags:
            if tag == b"*" or strcmp(<const char*>node.name, tag) == 0:
                return True
        return not self.tags


cdef NodeIterator axis_of(NodeElement element, Axis axis, xmlNode* first, tuple tags):
    cdef NodeIterator found = NodeIterator.__new__(NodeIterator)
    found.element, found.axis, found.node = element, axis, first
    found.tags = [tag.encode() for tag in tags]
    return found


cdef inline str text_of_name(const char* name):
    return name[:strlen(name)].decode("utf-8", "replace")


cdef inline str value_of_attribute(const xmlAttr* attribute):
    if attribute.children == NULL or attribute.children.content == NULL:
        return ""
    return text_of_name(<const char*>attribute.children.content)


cdef str texts_from(const xmlNode* node):
    """The text of a node and of those behind it up to one that is no text; None where there is none."""
    cdef str found = None
    while node != NULL and node.type == XML_TEXT_NODE:
        if node.content != NULL:
            found = text_of_name(<const char*>node.content) if found is None else found + text_of_name(<const char*>node.content)
        node = node.next
    return found
