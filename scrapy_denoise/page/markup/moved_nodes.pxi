"""Nodes of a page that move to another place in it: the parts that React streams, and the contents of shadow roots.

Only the links between nodes change. Nothing is made or freed, so it is the same for lxml's trees and for nodes that were read
without one; what a browser does not show moves into a ``template``, which nothing reads.
"""

from libc.string cimport strcmp

from lxml.includes.tree cimport XML_ELEMENT_NODE, xmlNode

from scrapy_denoise.page.dom.attributes cimport attribute_text, attribute_value
from scrapy_denoise.page.dom.traversal cimport next_after_subtree, next_node


cdef void take_out(xmlNode* node) noexcept:
    """Take a node, with all that it holds, from where it stands."""
    if node.prev != NULL:
        node.prev.next = node.next
    else:
        node.parent.children = node.next
    if node.next != NULL:
        node.next.prev = node.prev
    else:
        node.parent.last = node.prev


cdef void move(xmlNode* node, xmlNode* around, xmlNode* behind) noexcept:
    """Move a node into an element, before the one that is then behind it; NULL for the end."""
    take_out(node)
    node.parent, node.next = around, behind
    node.prev = behind.prev if behind != NULL else around.last
    if node.prev != NULL:
        node.prev.next = node
    else:
        around.children = node
    if behind != NULL:
        behind.prev = node
    else:
        around.last = node


def move_contents(source not None, place not None):
    """Move all that one element holds right before another one."""
    cdef xmlNode* held = root_node(source)
    cdef xmlNode* behind = root_node(place)
    while held.children != NULL:
        move(held.children, behind.parent, behind)


def set_aside(template not None, end not None):
    """Move what stands behind a ``template``, up to some sibling, into it."""
    cdef xmlNode* aside = root_node(template)
    cdef xmlNode* stop = root_node(end)
    while aside.next != stop:
        move(aside.next, aside, NULL)


cdef Py_ssize_t levels_up(const xmlNode* node, const xmlNode* top) noexcept:
    """How many elements are around a node within another one; NULL for all that are around it."""
    cdef Py_ssize_t found = 0
    node = node.parent
    while node != NULL and node != top and node.type == XML_ELEMENT_NODE:
        node = node.parent
        found += 1
    return found


def depth_of(element not None):
    """How many elements are around an element."""
    return levels_up(root_node(element), NULL)


def streamed(root not None, Py_ssize_t most):
    """The elements of a page that hold parts which its scripts put elsewhere, none within another; and the places for parts, the first so
    many, each with the number of the part that it stands in, -1 for none, and how many elements are around it there: two lists."""
    cdef xmlNode* top = root_node(root)
    cdef xmlNode* node = next_node(top, top)
    cdef xmlNode* part = NULL
    cdef xmlNode* behind = NULL  # the part
    cdef const char* name
    cdef list parts = [], places = []
    while node != NULL:
        if part != NULL and node == behind:
            part = NULL
        if node.type == XML_ELEMENT_NODE and node.properties != NULL:
            name = attribute_value(node.properties, b"id")
            if name != NULL and name[0] != 0 and name[1] == c":":
                if name[0] == c"S":
                    if (
                        part == NULL and strcmp(<const char*>node.name, b"div") == 0
                        and attribute_value(node.properties, b"hidden") != NULL
                    ):
                        part, behind = node, next_after_subtree(node, top)
                        parts.append(element_of(root, node))
                elif (name[0] == c"B" or name[0] == c"P") and strcmp(<const char*>node.name, b"template") == 0 and len(places) < most:
                    places.append((element_of(root, node), -1 if part == NULL else len(parts) - 1, levels_up(node, part)))
        node = next_node(node, top)
    return parts, places


def shadow_templates(root not None):
    """The elements of a page that say that they are shadow roots: a list."""
    cdef xmlNode* top = root_node(root)
    cdef xmlNode* node = next_node(top, top)
    cdef list found = []
    while node != NULL:
        if (
            node.type == XML_ELEMENT_NODE and strcmp(<const char*>node.name, b"template") == 0
            and attribute_value(node.properties, b"shadowrootmode") != NULL
        ):
            found.append(element_of(root, node))
        node = next_node(node, top)
    return found


def show_shadow_root(host not None, template not None):
    """Put what a shadow root holds in the place of what its host holds, and this into the slots, by their names.

    What has no slot is not shown, and a slot for which there is nothing shows what it holds itself.
    """
    cdef xmlNode* around = root_node(host)
    cdef xmlNode* root = root_node(template)
    cdef dict slots = slots_of(root)
    cdef set filled = set()
    cdef xmlNode* last = root.last
    cdef xmlNode* node = around.children
    cdef xmlNode* following
    cdef xmlNode* slot
    cdef str name
    while node != NULL:  # behind what the root holds
        following = node.next
        if node != root:
            move(node, root, NULL)
        node = following
    while last != NULL and root.prev != last:
        move(root.children, around, root)
    last, node = root.last, root.children
    while node != NULL:
        following = node.next if node != last else NULL
        name = attribute_text(node.properties, b"slot") if node.type == XML_ELEMENT_NODE else ""
        if name in slots:
            slot = <xmlNode*><size_t>slots[name]
            while name not in filled and slot.children != NULL:
                move(slot.children, root, NULL)
            filled.add(name)
            move(node, slot, NULL)
        node = following


cdef dict slots_of(xmlNode* root):
    """The first slot of each name in a shadow root, but for those in templates within."""
    cdef xmlNode* node = next_node(root, root)
    cdef dict found = {}
    while node != NULL:
        if node.type == XML_ELEMENT_NODE:
            if strcmp(<const char*>node.name, b"slot") == 0:
                found.setdefault(attribute_text(node.properties, b"name"), <size_t>node)
            elif strcmp(<const char*>node.name, b"template") == 0:
                node = next_after_subtree(node, root)
                continue
        node = next_node(node, root)
    return found
