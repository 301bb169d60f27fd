"""The walk: one pass over the nodes of a page, which libxml2's events or lxml have built.

It fills one row per node (elements, and text nodes that are not blank) in document order, and the page's visible text
as one UTF-8 buffer that the text rows refer to.
"""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcmp, memset, strchr, strlen

from lxml.includes.tree cimport XML_CDATA_SECTION_NODE, XML_ELEMENT_NODE, XML_TEXT_NODE, const_xmlChar, xmlNode

from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.dom import name_lists
from scrapy_denoise.page.dom.stated_tex import states_tex, tex_of_picture
from scrapy_denoise.page.text.template_leftovers import without_leftovers
from scrapy_denoise.page.markup.limits import PageTooLarge
from scrapy_denoise.page.markup.protected_addresses import protected_address
from scrapy_denoise.page.walk.sibling_counts cimport close_counts, open_counts, position_of
from scrapy_denoise.page.walk.class_id_pairs cimport close_class_ids, name_size, number_of_pair, open_class_ids
from scrapy_denoise.page.compiled cimport (
    A, ASIDE, BR, BUTTON, CODE, DIALOG, DIV, H1, H6, HIDDEN_ROW, IMG, KBD, KIND, LISTING, MATH, NOT_DRAWN, PRE, RT, SAMP, SCRIPT, SPACE,
    SVG, TEMPLATE, TEXTAREA, TITLE, TT, XMP, NameWords, NodeElement, PageStatements, RenderedDomMatch, root_node,
)
from scrapy_denoise.page.dom.traversal cimport next_after_subtree
from scrapy_denoise.page.native.hashing cimport hash_bytes
from scrapy_denoise.page.walk.code_lines cimport (
    LINES, follows_a_line, is_like_the_one_before, is_not_copied, is_number_of_line,
)
from scrapy_denoise.page.walk.display cimport BLOCK, INLINE, OPAQUE, SKIPPED, VOID, display_of, fill_display, tag_of_role
from scrapy_denoise.page.dom.code_block cimport PRESERVED, code_block_of
from scrapy_denoise.page.walk.element_attributes cimport Attributes, read_attributes
from scrapy_denoise.page.dom.formula cimport (
    closings, hidden_source, is_formula_picture, is_grouped, is_unshown_part, opening, sign_before, stated_source,
    tex_annotation, trimmed,
)
from scrapy_denoise.page.walk.masked_hash cimport Scratch, close_scratch, masked_hash, open_scratch
from scrapy_denoise.page.native.memory cimport allocate, release
from scrapy_denoise.page.dom.attributes cimport attribute_text, attribute_value, equals_ascii_ci, is_prefix
from scrapy_denoise.page.dom.inline_style cimport INVISIBLE, SHOWS, VISIBLE
from scrapy_denoise.page.walk.link_marks cimport (
    MAX_HEADING, OWN_LINK, UNCLOSED_BLOCKS, links_to_itself, unlink_heading, unlink_unclosed,
)
from scrapy_denoise.page.walk.rows cimport Frame, Row, columns_of
from scrapy_denoise.page.walk.tag_names cimport Name, fill_known, fill_other, name_slot, open_names
from scrapy_denoise.page.walk.set_apart cimport edits_section, has_parentheses, shows_formula, tex_of
from scrapy_denoise.page.walk.visible_text cimport (
    Written, append_reading, append_text, begin_preserved, close_text, end_line, open_text, reserve, rewrite,
)


cdef dict CODES = tags.CODES
cdef uint8_t DISPLAY[256]
fill_display(DISPLAY, tags)

# Words in the names of elements in code, which tell what is not copied with it, and where its lines are.
cdef NameWords CODE_WORDS = NameWords(
    {"numbers": name_lists.LINE_NUMBERS, "unshown": name_lists.UNSHOWN_LINES, "lines": name_lists.CODE_LINES}
)

cdef const char* DIALOGS[4]
DIALOGS[:] = [b"modal", b"popup", b"dialog", b"lightbox"]

cdef enum:
    MAX_TITLE = 1000  # bytes
    MIN_FOREIGN = 60  # bytes of text of HTML in a drawing from which that is text of the page, and no label
    MAX_FOREIGN = 200


cdef inline bint is_heading(int tag) noexcept nogil:
    return H1 <= tag <= H6


cdef inline int open_frame(
    Walk w, xmlNode* node, int32_t index, int display, uint8_t within, bint invisible, const Attributes* found, uint8_t preserved
) except -1 nogil:
    """Open an element that has a row and children. preserved: how it keeps its lines, where its tag does not say so."""
    cdef const Row* row = &w.rows[index]
    cdef Frame* above = &w.frames[w.n_frames - 1] if w.n_frames else NULL
    if w.n_frames == w.frame_capacity:
        w.frame_capacity *= 2
        w.frames = <Frame*>allocate(w.frames, w.frame_capacity * sizeof(Frame))
        above = &w.frames[w.n_frames - 1]
    cdef Frame* frame = &w.frames[w.n_frames]
    frame.node = node
    frame.row = index
    frame.block_row = row.block_row
    frame.texts = frame.elements = 0
    frame.counts = <int32_t>w.children.n
    frame.linked = row.linked
    frame.preserved = above.preserved if w.n_frames else 0
    if not frame.preserved:
        frame.preserved = preserved or PRESERVED * (
            row.tag == PRE or row.tag == TEXTAREA or row.tag == XMP or row.tag == LISTING
        )
    if frame.preserved and display == BLOCK and not (w.n_frames > 0 and above.preserved):
        begin_preserved(&w.text)
        w.gutter = w.numbered = -1
    frame.closes_block = display == BLOCK
    frame.within, frame.invisible = within, invisible
    frame.mail = found.mail
    frame.in_formula, frame.closings = w.n_frames > 0 and above.in_formula, 0
    if frame.in_formula:
        frame.closings = closings(node, row.child)
    elif row.tag == MATH:
        frame.in_formula = tex_annotation(node) == NULL
    w.n_frames += 1
    return 0


cdef bint has_foreign_text(xmlNode* drawing) noexcept nogil:
    """Whether HTML within a drawing is text of the page: among the first MAX_FOREIGN elements for it."""
    cdef xmlNode* node = drawing
    cdef int left = MAX_FOREIGN
    while node != NULL and left > 0:
        if node.type == XML_ELEMENT_NODE:
            if is_foreign(node):
                left -= 1
                if is_long(node):
                    return True
            elif node.children != NULL:
                node = node.children
                continue
        node = next_after_subtree(node, drawing)
    return False


cdef bint is_long(xmlNode* foreign) noexcept nogil:
    """Whether an element has MIN_FOREIGN bytes of text: less is a label of a drawing."""
    cdef xmlNode* node = foreign
    cdef Py_ssize_t left = MIN_FOREIGN
    while node != NULL and left > 0:
        if node.type == XML_TEXT_NODE and node.content != NULL:
            left -= strlen(<const char*>node.content)
        elif node.type == XML_ELEMENT_NODE and node.children != NULL:
            node = node.children
            continue
        node = next_after_subtree(node, foreign)
    return left <= 0


cdef inline bint is_foreign(const xmlNode* node) noexcept nogil:
    return equals_ascii_ci(<const char*>node.name, b"foreignobject")


cdef inline bytes title_of(xmlNode* node):
    """The text of a ``title`` element; None for one that does not begin with a text."""
    if node.children == NULL or node.children.type != XML_TEXT_NODE or node.children.content == NULL:
        return None
    cdef Py_ssize_t size = strlen(<const char*>node.children.content)
    return (<const char*>node.children.content)[:min(size, MAX_TITLE)]


cdef inline bint has_brackets(const char* text) noexcept nogil:
    """Whether a text may have signs of a template that nothing filled in: ``{{``, ``{%``, ``${``, ``<%``, ``[/`` or ``[name name=``."""
    cdef const char* at = strchr(text, c"{")
    cdef const char* end
    cdef bint assigns = True  # whether a sign of equality may stand behind what is read
    while at != NULL:
        if at[1] == c"{" or at[1] == c"%" or (at > text and (at - 1)[0] == c"$"):
            return True
        at = strchr(at + 1, c"{")
    at = strchr(text, c"<")
    while at != NULL:
        if at[1] == c"%":
            return True
        at = strchr(at + 1, c"<")
    at = strchr(text, c"[")
    while at != NULL:
        if at[1] == c"/":
            return True
        end = at + 1
        while c"a" <= (end[0] | 0x20) <= c"z" or end[0] == c"_" or end[0] == c"-" or (end > at + 1 and c"0" <= end[0] <= c"9"):
            end += 1
        if assigns and end > at + 1 and KIND[<uint8_t>end[0]] == SPACE:
            assigns = strchr(end, c"=") != NULL
            if assigns:
                return True
        at = strchr(at + 1, c"[")
    return False


cdef inline bint is_closed(const Attributes* found, int tag) noexcept nogil:
    """Whether an element is a dialog, or opens over the page, and is not open: its own element and attribute say so, and other
    dialogs are out of reach until they are opened."""
    if found.style & SHOWS:
        return False
    if tag == DIALOG or found.is_popover:
        return not found.is_open
    if not found.unreachable:
        return False
    if found.role != NULL and (equals_ascii_ci(found.role, b"dialog") or equals_ascii_ci(found.role, b"alertdialog")):
        return True
    return found.class_value != NULL and is_called_dialog(<const char*>found.class_value)


cdef inline bint is_called_dialog(const char* names) noexcept nogil:
    """Whether one of some names of classes is that of a dialog as a whole: a page that one covers is called "modal-open"."""
    cdef const char* name
    cdef Py_ssize_t size, i
    while names[0]:
        if KIND[<uint8_t>names[0]] == SPACE:
            names += 1
            continue
        size = 0
        while names[size] and KIND[<uint8_t>names[size]] != SPACE:
            size += 1
        for i in range(4):
            name = DIALOGS[i]
            if <Py_ssize_t>strlen(name) == size and is_prefix(names, name):
                return True
        names += size
    return False


cdef inline bint may_state_source(xmlNode* node, int tag, const Attributes* found) noexcept nogil:
    """Whether an element may state the source of a formula (`source_of`)."""
    cdef bint named
    return found.states_source or tag == MATH or (tag == IMG and (is_formula_picture(node, &named) or hidden_source(node) != NULL))


cdef inline str text_of(const char* value):
    return value[:strlen(value)].decode("utf-8", "replace")


cdef inline int fill_row(
    Walk w, Row* row, int32_t index, const Frame* above, int display, const Attributes* found, xmlNode* node
) except -1 nogil:
    """Fill in the row of an element with what its attributes and the elements around it say, and begin its block.

    above: the element around it, NULL for the root. index: the number of the row, whose tag is set.
    """
    row.parent = above.row if above != NULL else -1
    row.depth = <int32_t>w.n_frames
    row.id_hash = found.id_hash
    row.class_hash = found.class_hash
    row.text_hash = found.others
    if found.class_value != NULL or found.id_value != NULL:
        row.class_id = number_of_pair(&w.names_of, found.class_value, found.id_value)
    row.link = row.tag == A and found.has_href
    row.linked = row.link != 0 or (above != NULL and above.linked)
    row.block_row = index if display == BLOCK or above == NULL else above.block_row
    row.text_start = row.text_stop = <int32_t>w.text.size
    if (
        row.link and found.href != NULL
        and row.block_row < index and is_heading(w.rows[row.block_row].tag)
        and links_to_itself(w.frames, w.n_frames, row.block_row, node, found.href)
    ):
        row.link = OWN_LINK
    if display == BLOCK:
        w.text.boundary = True
        if above != NULL and above.preserved:
            end_line(&w.text, row.tag == BR)
            if node.children == NULL and row.tag != BR and is_like_the_one_before(w.rows, above.row, index):
                end_line(&w.text, True)  # an empty line of a code whose lines are elements
    elif w.text.began == NULL:
        w.text.began = node
    row.block = w.text.block
    row.end = index + 1
    return 0


cdef class Walk:
    """One pass over a tree. Arguments as of `walk`."""

    def __cinit__(self):
        self.rows = NULL
        self.frames = NULL
        open_text(&self.text)
        open_counts(&self.children)
        open_class_ids(&self.names_of)
        open_scratch(&self.scratch)

    def __dealloc__(self):
        release(self.rows)
        release(self.frames)
        close_text(&self.text)
        close_counts(&self.children)
        close_class_ids(&self.names_of)
        close_scratch(&self.scratch)

    def __init__(
        self, object normalise, Py_ssize_t max_rows, bint reveal=False, RenderedDomMatch drawn=None, bint with_hidden=False
    ):
        self.normalise = normalise
        self.visibility = Visibility(reveal, drawn, with_hidden)
        self.drawn = drawn
        if drawn is not None:
            drawn.begin_walk()
        self.max_rows = max_rows
        self.n_rows = self.n_texts = self.n_frames = 0
        open_names(&self.names)
        self.extra_names, self.dialogs = [], []
        self.extra_codes = {}
        self.title = None
        self.pending = self.source = self.changed = b""
        self.row_capacity = 512  # of 72 bytes: to give back 64 KB at once costs glibc much more
        self.rows = <Row*>allocate(NULL, self.row_capacity * sizeof(Row))
        self.frame_capacity = 64
        self.frames = <Frame*>allocate(NULL, self.frame_capacity * sizeof(Frame))

    cdef int too_many_rows(self) except -1 with gil:
        raise PageTooLarge(f"the page has more than {self.max_rows:,} nodes (max_nodes)")

    cdef Row* add_row(self) except NULL nogil:
        if self.n_rows == self.max_rows:
            self.too_many_rows()
        if self.n_rows == self.row_capacity:
            self.row_capacity *= 2
            self.rows = <Row*>allocate(self.rows, self.row_capacity * sizeof(Row))
        cdef Row* row = &self.rows[self.n_rows]
        memset(row, 0, sizeof(Row))
        self.n_rows += 1
        return row

    # --- elements ---

    cdef int fill_name(self, Name* found, const_xmlChar* name) except -1 with gil:
        return fill_other(found, name, CODES, self.extra_codes, self.extra_names)

    cdef Name* name_of(self, const_xmlChar* name, Name* spare) except NULL nogil:
        """The tag's code and hash."""
        cdef bint is_known
        cdef Name* found = name_slot(&self.names, name, spare, &is_known)
        if not is_known and not fill_known(found, name):
            self.fill_name(found, name)
        return found

    cdef bint enter(self, xmlNode* node) except -1 nogil:
        """Read what an element states, and add its row. Returns whether to walk its children."""
        if self.statements is None:
            return self.open_element(node)
        self.statements.read(node)
        if self.open_element(node):
            return True
        if node.children != NULL:
            self.statements.read_below(node)
        return False

    cdef bint open_element(self, xmlNode* node) except -1 nogil:
        """Add the element's row. Returns whether to walk its children."""
        cdef Frame* above = &self.frames[self.n_frames - 1] if self.n_frames else NULL
        cdef Name spare
        cdef Name* name = self.name_of(node.name, &spare)
        cdef int32_t position = 1, child = 0
        if above != NULL:
            child = above.elements
            above.elements += 1
            position = position_of(&self.children, above.counts, above.row, name.name_hash)
        cdef int tag = name.tag
        cdef int display = display_of(DISPLAY, node, tag, self.visibility.reveal)
        if display == SKIPPED:
            if tag == TITLE:
                self.add_title(node)
            elif tag == TEMPLATE and attribute_value(node.properties, b"shadowrootmode") != NULL:
                self.visibility.has_displaced = True
            return False

        cdef Attributes found
        cdef uint32_t words
        read_attributes(node.properties, &found, &self.names, &self.scratch)
        if found.role != NULL:
            tag = tag_of_role(node, found.role, tag, self.frames, self.n_frames, self.rows)
            display = display if tag == name.tag or tag == BUTTON else BLOCK
        if tag == A or (found.described_by != NULL and node.children != NULL and display == INLINE and tag != BUTTON):
            self.visibility.refer(node, &found)
        cdef int32_t number = self.drawn.number(node) if self.drawn is not None else -1
        cdef uint8_t within = above.within if above != NULL else 0, around = within
        cdef bint invisible = above != NULL and above.invisible and not found.style & VISIBLE
        if tag == SVG:
            if not invisible and has_foreign_text(node):
                display, invisible = BLOCK, True
        elif invisible and is_foreign(node) and is_long(node):
            display, invisible = BLOCK, False
        cdef bint fades = (
            found.style & INVISIBLE != 0 and not invisible
            and self.visibility.fades(node, found.class_value, found.id_value)
        )
        if (found.hidden or fades or number >= 0) and display != VOID:
            within = self.visibility.state(
                node, tag, display, number, found.hidden or fades, within, found.class_value, found.id_value
            )
            if within == NO_PART:
                if found.hidden or not fades or not has_visible(node):
                    return False
                within, invisible = around, True
            if tag == ASIDE and self.visibility.is_note(node):
                tag = DIV  # it stands beside its mark and not beside the text
        if invisible and node.children == NULL:
            return False
        if above != NULL and above.preserved:
            words = CODE_WORDS.matched_families(<const uint8_t*>found.class_value, name_size(found.class_value))
            if is_not_copied(self.frames, self.n_frames, &self.gutter, &self.numbered, node, tag, words):
                return False
            if words & LINES and display != BLOCK and follows_a_line(node, CODE_WORDS):
                end_line(&self.text, node.prev.children == NULL)
        if found.class_value != NULL and (shows_formula(node, found.class_value) or edits_section(found.class_value)):
            return False

        cdef bint stated = may_state_source(node, tag, &found) and self.states_source(node, tag, &found)
        cdef uint8_t preserved = 0
        if stated and tag != IMG:
            tag = MATH
        elif (above == NULL or not above.preserved) and not stated:
            preserved = code_block_of(node, tag, found.style, <const char*>found.class_value)
            if preserved:
                tag, display = PRE, BLOCK
        if above != NULL and above.in_formula:
            if is_unshown_part(node, child):
                return False
            self.add_pending(node, child)

        cdef int32_t index = <int32_t>self.n_rows
        cdef Row* row = self.add_row()
        row.position, row.child = position, child
        row.tag = <uint16_t>tag
        row.tag_hash = name.name_hash
        fill_row(self, row, index, above, display, &found, node)
        if self.drawn is not None:
            self.drawn.add_row(HIDDEN_ROW if within == UNSEEN else number)
        elif is_closed(&found, name.tag):
            self.add_dialog(index)
        if stated:
            self.add_source(index, within, invisible, display)
            return False
        if display == OPAQUE or node.children == NULL:
            return False
        open_frame(self, node, index, display, within, invisible, &found, preserved)
        return True

    cdef int add_title(self, xmlNode* node) except -1 with gil:
        if self.title is None:
            self.title = title_of(node)
        return 0

    cdef int add_dialog(self, int32_t index) except -1 with gil:
        self.dialogs.append(index)
        return 0

    cdef int close_element(self) except -1 nogil:
        self.n_frames -= 1
        cdef Frame* frame = &self.frames[self.n_frames]
        cdef Row* row = &self.rows[frame.row]
        self.children.n = frame.counts
        row.end = <int32_t>self.n_rows
        cdef bint outermost = self.n_frames == 0 or not self.frames[self.n_frames - 1].linked
        if row.link and outermost and self.text.block - row.block >= UNCLOSED_BLOCKS:
            unlink_unclosed(self.rows, <int32_t>self.n_rows, frame.row)
        if is_heading(row.tag) and self.n_rows - frame.row < MAX_HEADING:
            unlink_heading(self.rows, <int32_t>self.n_rows, frame.row)
        if frame.closings:
            self.close_parentheses(frame)
        elif row.tag == MATH:
            self.forget_pending()
        if frame.closes_block:
            self.text.boundary = True
            if frame.preserved and row.tag != BR:
                end_line(&self.text, False)

    # --- formulas ---

    cdef int add_pending(self, xmlNode* node, int32_t child) except -1 with gil:
        self.pending += sign_before(node, child) + (b"(" if is_grouped(node) else b"") + opening(node)
        return 0

    cdef int forget_pending(self) except -1 with gil:
        self.pending = b""
        return 0

    cdef bint states_source(self, xmlNode* node, int tag, const Attributes* found) except -1 with gil:
        """Whether an element states the TeX of the formula that it shows, which is `source` from then on."""
        self.source = self.source_of(node, tag, found)
        return self.source is not None

    cdef bytes source_of(self, xmlNode* node, int tag, const Attributes* found):
        """The TeX that an element states for the formula that it shows; None where it states none."""
        cdef const char* value
        cdef bint named
        if found.states_source:
            value = stated_source(node)
            if value != NULL and states_tex(text_of(value)):
                return value[:strlen(value)].strip()
        if tag == IMG:
            alt = attribute_text(node.properties, b"alt")
            if is_formula_picture(node, &named):
                tex = tex_of_picture(alt, attribute_text(node.properties, b"src"), named)
                if tex:
                    return tex.encode()
            value = hidden_source(node) if not alt else NULL
            if value != NULL:
                return value[:strlen(value)].strip() or None
        if tag == MATH and tex_annotation(node) == NULL:
            value = attribute_value(node.properties, b"alttext")
            if value != NULL and states_tex(text_of(value)):
                return value[:strlen(value)].strip()
        return None

    cdef int add_source(self, int32_t index, uint8_t within, bint invisible, int display) except -1 with gil:
        """Add `source`, that of a formula, as the text of the element that shows it, which is the row at `index`."""
        cdef Row* before = &self.rows[index - 1]
        cdef Written written
        cdef bytes source = self.source
        # A picture right behind MathML of the same formula says it once more.
        cdef Py_ssize_t size = before.text_stop - before.text_start
        if (
            before.tag == 0 and not self.text.boundary and size == len(source)
            and memcmp(self.text.bytes + before.text_start, PyBytes_AS_STRING(source), size) == 0
        ):
            return 0
        if invisible or not append_text(&self.text, <const uint8_t*>PyBytes_AS_STRING(source), False, &written):
            return 0
        cdef Row* row = self.add_text_row(&written)
        row.parent = index
        row.depth = self.rows[index].depth + 1
        row.position = 0  # it stands in an attribute
        row.block_row = self.rows[index].block_row
        row.linked = self.rows[index].linked
        self.rows[index].end = <int32_t>self.n_rows
        if self.drawn is not None:
            self.drawn.add_row(HIDDEN_ROW if within == UNSEEN else NOT_DRAWN)
        if display == BLOCK:
            self.text.boundary = True
        return 0

    cdef int close_parentheses(self, const Frame* frame) except -1 nogil:
        """Write the parentheses that end with an element of a formula behind its last text."""
        cdef Row* row = &self.rows[self.n_rows - 1]
        cdef int _step
        if self.n_rows - 1 == frame.row or row.tag or row.text_stop != self.text.size:
            return 0
        reserve(&self.text, frame.closings)
        for _step in range(frame.closings):
            self.text.bytes[self.text.size] = c")"
            self.text.size += 1
        row.chars += frame.closings
        row.text_stop = <int32_t>self.text.size
        row.text_hash = hash_bytes(self.text.bytes + row.text_start, row.text_stop - row.text_start)
        row.mask_hash = masked_hash(&self.scratch, self.text.bytes + row.text_start, row.text_stop - row.text_start)
        return 0

    # --- text ---

    cdef bint is_in_code(self) noexcept nogil:
        """Whether the text that comes stands in code within a line."""
        cdef Py_ssize_t i
        cdef int tag
        for i in range(self.n_frames - 1, -1, -1):
            tag = self.rows[self.frames[i].row].tag
            if tag == CODE or tag == SAMP or tag == KBD or tag == TT or tag == TEXTAREA or tag == SCRIPT:
                return True
            if self.frames[i].closes_block:
                return False
        return False

    cdef Row* add_text_row(self, Written* written) except NULL nogil:
        """Add the row of a text that was written; of what stands around it only its place in the text is set."""
        if written.unusual:
            self.rewrite_last(written)
        cdef Py_ssize_t size = self.text.size - written.start
        cdef const uint8_t* start = self.text.bytes + written.start
        cdef Row* row = self.add_row()
        self.n_texts += 1
        row.end = <int32_t>self.n_rows
        row.chars = written.chars
        row.punctuation = written.punctuation
        row.block = self.text.block
        row.text_start = <int32_t>written.start
        row.text_stop = <int32_t>self.text.size
        row.text_hash = hash_bytes(start, size)
        row.mask_hash = masked_hash(&self.scratch, start, size) if written.digits else row.text_hash
        return row

    cdef int rewrite_last(self, Written* written) except -1 with gil:
        return rewrite(&self.text, written, self.normalise)

    cdef const uint8_t* changed_text(self, const Frame* frame, const uint8_t* text, bint has_leftovers) except? NULL with gil:
        """The text to read instead of this one: without what a template left in it, as a part of a formula, or the address that a
        script writes there. NULL for none. Valid until the next call."""
        cdef bytes changed = (<const char*>text)[:strlen(<const char*>text)]
        if has_leftovers:
            changed = without_leftovers(changed)
        if self.rows[frame.row].tag == SCRIPT:
            changed = tex_of(changed)
        if frame.in_formula:
            changed = trimmed(PyBytes_AS_STRING(changed))
            if not changed:
                return NULL
            changed, self.pending = self.pending + changed, b""
            self.text.began = NULL
        if frame.mail != NULL and frame.texts == 1:
            changed = protected_address(text_of(frame.mail)).encode() or changed
        self.changed = changed
        return <const uint8_t*>PyBytes_AS_STRING(changed)

    cdef int add_text(self, xmlNode* node) except -1 nogil:
        cdef Frame* frame = &self.frames[self.n_frames - 1]
        cdef const uint8_t* content = <const uint8_t*>node.content
        cdef Written written
        cdef bint has_leftovers
        frame.texts += 1
        if content == NULL or frame.invisible:
            return 0
        if frame.preserved and self.numbered == 1 and content[0] == c" ":
            content += is_number_of_line(node.prev, self.frames, self.n_frames)  # the space parts it from the line
        has_leftovers = not frame.preserved and has_brackets(<const char*>content) and not self.is_in_code()
        if has_leftovers or frame.in_formula or (frame.mail != NULL and frame.texts == 1) or self.rows[frame.row].tag == SCRIPT:
            content = self.changed_text(frame, content, has_leftovers)
            if content == NULL:
                return 0
        if self.rows[frame.row].tag == RT and not has_parentheses(frame.node):
            if not append_reading(&self.text, content, frame.preserved, &written):
                return 0
        elif not append_text(&self.text, content, frame.preserved, &written):
            return 0
        cdef Row* row = self.add_text_row(&written)
        row.parent = frame.row
        row.depth = <int32_t>self.n_frames
        row.position = frame.texts
        row.block_row = frame.block_row
        row.linked = frame.linked
        if self.drawn is not None:
            self.drawn.add_row(HIDDEN_ROW if frame.within == UNSEEN else NOT_DRAWN)
        return 0

    # --- the pass ---

    cdef int run(self, xmlNode* root) except -1 nogil:
        cdef xmlNode* node
        if not self.enter(root):
            return 0
        node = root.children
        while True:
            while node != NULL:
                if node.type == XML_ELEMENT_NODE:
                    if self.enter(node):
                        node = node.children
                        continue
                elif node.type == XML_TEXT_NODE or node.type == XML_CDATA_SECTION_NODE:
                    self.add_text(node)
                node = node.next
            node = self.frames[self.n_frames - 1].node
            self.close_element()
            if self.n_frames == 0:
                return 0
            node = node.next

cdef xmlNode* checked(root) except NULL:
    cdef xmlNode* node
    try:
        node = root_node(root)
    except TypeError:
        raise TypeError(f"expected an lxml element, got {type(root).__name__}") from None
    if node.type != XML_ELEMENT_NODE:
        raise TypeError("expected an lxml element, got a comment or a processing instruction")
    return node


def tag_hash(str name not None):
    """The value of the column `tag_hash` for a tag's name in lower case."""
    cdef bytes data = name.encode()
    return hash_bytes(<const uint8_t*>PyBytes_AS_STRING(data), len(data))


def walk(
    root, normalise, max_rows, reveal=False, RenderedDomMatch drawn=None, with_hidden=False, PageStatements statements=None
):
    """Read the nodes below an element into columns.

    Returns bytes: the columns of `HashColumns`, the others of `Columns` (see there for shapes and units), the numbers of
    the text rows, the visible text, the class and id attributes, the title; a tuple of the names of unknown
    elements; and one of the rows of dialogs that are not open. `normalise` is called with the text of each row with
    characters that NFC or the folding of Arabic letters may change. `reveal` also walks hidden elements, except for popups,
    and the contents of noscript. `drawn`: the elements that a browser has drawn; it then says which are hidden, and keeps the number of each row. `with_hidden`
    also walks what only the browser hides; the numbers of these rows are HIDDEN_ROW. `statements` are read along the way. Raises
    PageTooLarge for more than `max_rows` rows, TypeError if the root is not an lxml element.
    """
    cdef xmlNode* node = checked(root)
    cdef Walk w = Walk(normalise, max_rows, reveal, drawn, with_hidden)
    w.statements = statements
    if isinstance(root, NodeElement):
        with nogil:
            w.run(node)
    else:  # lxml's tree is also in the hands of others, who can change it in another thread
        w.run(node)
    if statements is not None:
        statements.has_displaced = w.visibility.has_displaced
    texts = w.text.bytes[:w.text.size], w.names_of.bytes[:w.names_of.size], w.title or b""
    return *columns_of(w.rows, w.n_rows, w.n_texts), *texts, tuple(w.extra_names), tuple(w.dialogs)


cdef Scratch NAME  # of `name_hash`
open_scratch(&NAME)


def name_hash(str name):
    """The value of the columns `id_hash` and `class_hash` for a name."""
    cdef bytes data = name.encode("utf-8")
    return masked_hash(&NAME, <const uint8_t*>PyBytes_AS_STRING(data), len(data))
