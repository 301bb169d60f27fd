"""What a page states of itself in attributes and scripts, read along the walk over its tree, or in a pass of its own.

Apart from `StatedElements`, since the type of a page needs this alone: to read all addresses too, and to make elements,
takes longer than all else here. For that reason what few pages are asked for is counted at first, and read when asked:
from the nodes that state something, a part of all, which are kept along the way if nobody can change their tree.
"""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport uint8_t
from libc.string cimport strlen, strstr

from lxml.includes.tree cimport XML_ELEMENT_NODE, xmlAttr, xmlNode

from scrapy_denoise.page.dom.attributes cimport attribute_text, attribute_value, equals_ascii_ci, holds, is_prefix
from scrapy_denoise.page.dom.traversal cimport next_node
from scrapy_denoise.page.native.memory cimport allocate, release

DISCUSSIONS, QUESTION, QUESTIONS = (b"DiscussionForumPosting", b"QAPage"), b"/Question", b"FAQPage"
"""The ends of the names of types of schema.org that tell whether a page is a discussion."""

REVIEW = b"/Review"
"""The end of the name of the type that says what one person thinks of a thing."""

cdef tuple TYPES = (*DISCUSSIONS, QUESTION, QUESTIONS, REVIEW)

ARTICLE_BODY, PRODUCT, VACANCY, RATED, INGREDIENTS = (
    b"articleBody", b"Product", b"JobPosting", b"aggregateRating", b"recipeIngredient"
)
"""Words of JSON-LD that may state the text of an article, describe a product or a vacancy, tell how something was rated, or state what
a dish is made of: most pages have none, and to read JSON takes long."""

cdef tuple WORDS = (ARTICLE_BODY, PRODUCT, VACANCY, RATED, INGREDIENTS)

cdef frozenset TOLD = frozenset(("generator", "og:type", "article:published_time", "author"))

Meta = dict[str, list[str]]

cdef enum:
    MAX_METAS = 2_000
    MAX_CONTENT = 2_000  # characters of what one of them states
    NAMES = 5  # of one property that are read


cdef class PageStatements:
    """What a page states, in document order.

    base: the address of its ``base`` element, or None. types: those of the types above of which it states something, in
    microdata or JSON-LD. words: those of the words above that its JSON-LD has. links: of the ``link`` elements whose ``rel`` says that
    they lead to the page itself, to its picture or to its licence, and of the ``a`` elements with that of a licence, the name, the
    ``rel`` and the ``href``. names_author: whether the ``rel`` of an ``a`` element has "author" in it. has_displaced: whether there are
    parts that a browser shows in another place: those that React's script moves, and shadow roots. head: what the page's ``head``
    states. told: of `meta` what tells the type of a page: the program that made it, the type in OpenGraph, when it was
    published, and its author.
    """

    def __init__(self, root=None, Py_ssize_t most=0, bint walked=False):
        """root: an lxml element, or None for a page without its tree. most: elements of each kind that are read. walked:
        whether a walk over the tree is to read it, to which this is given."""
        self.base, self.types, self.words, self.links, self.head, self.told = None, set(), set(), [], StatedHead(), {}
        self._head = NULL
        self._root, self._most = root, most
        self._top = NULL if root is None else root_node(root)
        self._keeps = isinstance(root, NodeElement)  # lxml frees a node that its caller removes
        self._metas = self._properties = self._scripts = 0
        if root is not None and not walked:
            self.read(self._top)
            self.read_below(self._top)

    def __dealloc__(self):
        release(self._kept)

    def __reduce__(self):
        """What was read, without the tree."""
        return PageStatements, (), (
            self.base, self.names_author, self.types, self.words, self.links, self.told
        )

    def __setstate__(self, state):
        self.base, self.names_author, self.types, self.words, self.links, self.told = state

    cdef int read_below(self, xmlNode* node) except -1 nogil:
        """Read what all nodes within one state."""
        cdef xmlNode* inside = next_node(node, node)
        while inside != NULL:
            self.read(inside)
            inside = next_node(inside, node)
        return 0

    cdef int read(self, xmlNode* node) except -1 nogil:
        """Read what one node states."""
        if node.type != XML_ELEMENT_NODE or node.name == NULL:
            return 0
        cdef const xmlAttr* attributes = node.properties
        cdef const xmlAttr* attribute = attributes
        cdef const char* name
        cdef bint states = False, hands
        while attribute != NULL:
            name = <const char*>attribute.name
            if (name[0] | 0x20) == c"i" and (name[1] | 0x20) == c"t":
                self.read_item(attribute)
                states = True
                break
            states = states or name[0] == c"d" and name[1] == c"a"  # as `ProgramPlaces` reads them
            attribute = attribute.next
        name = <const char*>node.name
        cdef uint8_t letter = name[0] | 0x20
        hands = states
        if letter == c"a":
            if equals_ascii_ci(name, b"a"):
                states = True
                self.read_link(attributes, True)
        elif letter == c"l":
            if equals_ascii_ci(name, b"link"):
                self.read_link(attributes, False)
        elif letter == c"m":
            if equals_ascii_ci(name, b"meta") and attributes != NULL:
                states = True
                self._metas += 1
                if self._metas <= min(self._most, MAX_METAS) and may_tell(attributes):
                    self.add_told(attributes)
                if node.parent != NULL and (node.parent == self._head or self.is_head(node.parent)):
                    self.head.read(node)
        elif letter == c"s":
            if equals_ascii_ci(name, b"script"):
                states = hands = True
                self.read_script(node, attribute_value(attributes, b"type"))
        elif letter == c"b" and equals_ascii_ci(name, b"base"):
            if attribute_value(attributes, b"href") != NULL:
                self.add_base(attributes)
        else:
            hands = hands or equals_ascii_ci(name, b"input")
            states = states or hands or is_stated_element(name)
        return self.keep(node, hands) if states and self._keeps else 0

    cdef int add_told(self, const xmlAttr* attributes) except -1 with gil:
        return add_meta(self.told, attributes, TOLD)

    cdef int add_base(self, const xmlAttr* attributes) except -1 with gil:
        if self.base is None:
            self.base = attribute_text(attributes, b"href")
        return 0

    cdef int keep(self, xmlNode* node, bint hands) except -1 nogil:
        """Keep a node that states something. hands: whether it may hand something to programs, as the lowest bit tells."""
        if self._n_kept == self._capacity:
            self._capacity = max(2 * self._capacity, 256)
            self._kept = <xmlNode**>allocate(self._kept, self._capacity * sizeof(xmlNode*))
        self._kept[self._n_kept] = <xmlNode*>(<size_t>node | hands)
        self._n_kept += 1
        return 0

    cdef xmlNode* next_stating(self, xmlNode* node, Py_ssize_t* number) noexcept:
        """The next node that may state something, from the first on, for NULL; NULL behind the last.

        number: of the node among those that are kept, 0 at first.
        """
        if not self._keeps:
            return self._top if node == NULL else next_node(node, self._top)
        if number[0] == self._n_kept:
            return NULL
        number[0] += 1
        return <xmlNode*>(<size_t>self._kept[number[0] - 1] & ~<size_t>1)

    cdef xmlNode* next_handing(self, xmlNode* node, Py_ssize_t* number) noexcept:
        """The same of the nodes that may hand something to programs: the links, which are most of the others, are not looked at."""
        if self._keeps:
            while number[0] < self._n_kept and not <size_t>self._kept[number[0]] & 1:
                number[0] += 1
        return self.next_stating(node, number)

    cdef bint is_head(self, const xmlNode* node) noexcept nogil:
        """Whether a node is a ``head`` in the root, and no other one has had a ``meta``."""
        if self._head != NULL or node.parent != self._top or not is_named_head(node):
            return False
        self._head = node
        return True

    cdef int read_item(self, const xmlAttr* attributes) except -1 nogil:
        """Read what an element states in microdata."""
        cdef const char* kind = attribute_value(attributes, b"itemtype")
        self._properties += attribute_value(attributes, b"itemprop") != NULL
        return 0 if kind == NULL else self.add_types(kind)

    cdef int add_types(self, const char* kind) except -1 with gil:
        self.types.update([name for name in TYPES if kind[:strlen(kind)].endswith(name)])
        return 0

    cdef int read_script(self, xmlNode* node, const char* kind) except -1 nogil:
        cdef const char* source
        if not is_json_ld(kind):
            return 0
        self._scripts += 1
        source = NULL if node.children == NULL else <const char*>node.children.content  # libxml2 has it in one node
        return 0 if source == NULL else self.add_words(source)

    cdef int add_words(self, const char* source) except -1 with gil:
        add_words_of(self.types, TYPES, source)
        add_words_of(self.words, WORDS, source)
        return 0

    @property
    def has_properties(self):
        """Whether some element has an ``itemprop``."""
        return self._properties > 0

    def scripts(self, Py_ssize_t most):
        """The elements with JSON-LD, the first so many: a list."""
        return self.elements(states_json_ld, min(self._scripts, most))

    def properties(self, Py_ssize_t most):
        """The elements that have an ``itemprop``, the first so many: a list."""
        return self.elements(states_property, min(self._properties, most))

    cdef list elements(self, Asked asked, Py_ssize_t left):
        """The first so many elements of which something is true."""
        cdef Py_ssize_t number = 0
        cdef xmlNode* node = self.next_stating(NULL, &number)
        cdef list found = []
        while node != NULL and left > 0:
            if node.type == XML_ELEMENT_NODE and asked(node):
                left -= 1
                found.append(element_of(self._root, node))
            node = self.next_stating(node, &number)
        return found

    def item_types(self, Py_ssize_t most):
        """The names of the first so many `properties`, each with the type of the innermost item around it, empty where that
        states none or there is none: a list of pairs. Their values, which are not read here, take far longer.
        """
        cdef xmlNode* first = self._top
        cdef xmlNode* node = first
        cdef xmlNode* item = NULL if first == NULL else item_above(first)
        cdef Py_ssize_t left = min(self._properties, most)
        cdef list found = [], around = []  # around the innermost item: where the others stand, and their types
        cdef str name, kind = "" if item == NULL else type_of_item(item)
        cdef tuple outer
        while node != NULL and left > 0:
            if node.type == XML_ELEMENT_NODE:
                if attribute_value(node.properties, b"itemprop") != NULL:
                    left -= 1
                    for name in attribute_text(node.properties, b"itemprop").split()[:NAMES]:
                        found.append((name, kind))
                if node.children != NULL:
                    if attribute_value(node.properties, b"itemscope") != NULL:
                        around.append((<size_t>item, kind))
                        item, kind = node, type_of_item(node)
                    node = node.children
                    continue
            while node != first and node.next == NULL:
                node = node.parent
                if node == item:
                    outer = around.pop()
                    item, kind = <xmlNode*><size_t>outer[0], outer[1]
            node = NULL if node == first else node.next
        return found

    def meta(self):
        """What the ``meta`` elements state: the ``content``, or else the ``value``, white space collapsed, by the words of the
        ``property``, the ``name`` and the ``http-equiv`` in lower case; no empty ones.

        They are passed over at first, since many pages are asked for nothing else, and their values are read up to the
        last of them, which is in the ``head``.
        """
        cdef Py_ssize_t number = 0
        cdef xmlNode* node = self.next_stating(NULL, &number)
        cdef Py_ssize_t left = min(self._metas, min(self._most, MAX_METAS))
        cdef dict found = {}
        while node != NULL and left > 0:
            if node.type == XML_ELEMENT_NODE and node.properties != NULL and node.name != NULL:
                if equals_ascii_ci(<const char*>node.name, b"meta"):
                    left -= 1
                    add_meta(found, node.properties, None)
            node = self.next_stating(node, &number)
        return found

    cdef int read_link(self, const xmlAttr* attributes, bint anchor) except -1 nogil:
        cdef const char* rel = attribute_value(attributes, b"rel")
        if rel == NULL:
            return 0
        if anchor and not self.names_author:
            self.names_author = holds(rel, b"author")
        # What matches by chance is passed over by those who read the links; `holds` compares letters alone.
        if holds(rel, b"license") or (
            not anchor and (holds(rel, b"canonical") or holds(rel, b"image") or holds(rel, b"next"))
        ):
            self.add_link(attributes, anchor)
        return 0

    cdef int add_link(self, const xmlAttr* attributes, bint anchor) except -1 with gil:
        if len(self.links) < self._most:
            self.links.append(("a" if anchor else "link", attribute_text(attributes, b"rel"), attribute_text(attributes, b"href")))
        return 0


cdef int add_words_of(set found, tuple words, const char* source) except -1:
    """Add the words that the source of a script has."""
    cdef bytes word
    for word in words:
        if strstr(source, PyBytes_AS_STRING(word)) != NULL:
            found.add(word)
    return 0


cdef inline bint is_named_head(const xmlNode* node) noexcept nogil:
    return node.type == XML_ELEMENT_NODE and node.name != NULL and equals_ascii_ci(<const char*>node.name, b"head")


cdef inline bint is_json_ld(const char* kind) noexcept nogil:
    return kind != NULL and holds(kind, b"ld+json")


cdef bint states_json_ld(const xmlNode* node) noexcept:
    if node.name == NULL or not equals_ascii_ci(<const char*>node.name, b"script"):
        return False
    return is_json_ld(attribute_value(node.properties, b"type"))


cdef bint states_property(const xmlNode* node) noexcept:
    return attribute_value(node.properties, b"itemprop") != NULL


cdef xmlNode* item_above(const xmlNode* node) noexcept:
    """The innermost item around a node; NULL where none is."""
    cdef xmlNode* above = node.parent
    while above != NULL and above.type == XML_ELEMENT_NODE:
        if attribute_value(above.properties, b"itemscope") != NULL:
            return above
        above = above.parent
    return NULL


cdef str type_of_item(const xmlNode* item):
    """The name of its type, without the vocabulary's address."""
    return attribute_text(item.properties, b"itemtype").rstrip("/").rpartition("/")[2]


cdef bint may_tell(const xmlAttr* attribute) noexcept nogil:
    """Whether a ``meta`` element may state something of TOLD: most state something else."""
    cdef const char* name
    cdef const char* value
    while attribute != NULL:
        name = <const char*>attribute.name
        if attribute.children != NULL and attribute.children.content != NULL and (
            equals_ascii_ci(name, b"property") or equals_ascii_ci(name, b"name") or equals_ascii_ci(name, b"http-equiv")
        ):
            value = <const char*>attribute.children.content
            if is_prefix(value, b"og:ty") or is_prefix(value, b"gen") or is_prefix(value, b"article:p") or is_prefix(value, b"aut"):
                return True
            while 0x20 < value[0] < 0x7F:
                value += 1
            if value[0]:  # several words, or one beyond ASCII
                return True
        attribute = attribute.next
    return False


cdef int add_meta(dict found, const xmlAttr* attributes, frozenset wanted) except -1:
    """Add what a ``meta`` element states. wanted: the words under which it is added; None: all."""
    cdef str said, word
    cdef list words = []
    add_words(words, attribute_value(attributes, b"property"))
    add_words(words, attribute_value(attributes, b"name"))
    add_words(words, attribute_value(attributes, b"http-equiv"))
    if not words or (wanted is not None and wanted.isdisjoint(words)):
        return 0
    said = attribute_text(attributes, b"content") or attribute_text(attributes, b"value")
    said = collapse_whitespace(said if len(said) <= MAX_CONTENT else said[:MAX_CONTENT])
    if not said:
        return 0
    for word in words:
        if wanted is not None and word not in wanted:
            continue
        values = found.get(word)
        if values is None:
            found[word] = [said]
        else:
            (<list>values).append(said)
    return 0


cdef int add_words(list words, const char* value) except -1:
    """Add the words of a value in lower case that are not there."""
    cdef Py_ssize_t size = 0
    cdef str text, word
    cdef set known
    if value == NULL:
        return 0
    while 0x20 < value[size] < 0x7F:
        size += 1
    if value[size] == 0:  # one word of ASCII, as most are
        text = value[:size].decode("ascii").lower()
        if size and text not in words:
            words.append(text)
        return 0
    text = value[:size + <Py_ssize_t>strlen(value + size)].decode("utf-8", "replace").lower()
    known = set(words)
    for word in dict.fromkeys(text.split()):
        if word not in known:
            words.append(word)
    return 0
