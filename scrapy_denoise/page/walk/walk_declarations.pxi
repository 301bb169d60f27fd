"""The declarations of the walk."""

from libc.stdint cimport int32_t, uint8_t

from lxml.includes.tree cimport const_xmlChar, xmlNode

from scrapy_denoise.page.compiled cimport PageStatements, RenderedDomMatch
from scrapy_denoise.page.walk.class_id_pairs cimport ClassIds
from scrapy_denoise.page.walk.element_attributes cimport Attributes
from scrapy_denoise.page.walk.masked_hash cimport Scratch
from scrapy_denoise.page.walk.rows cimport Frame, Row
from scrapy_denoise.page.walk.sibling_counts cimport ChildCounts
from scrapy_denoise.page.walk.tag_names cimport Name, Names
from scrapy_denoise.page.walk.visible_text cimport VisibleText, Written


cdef class Walk:
    cdef Row* rows
    cdef Py_ssize_t n_rows, n_texts, row_capacity, max_rows
    cdef Frame* frames
    cdef Py_ssize_t n_frames, frame_capacity
    cdef Names names
    cdef VisibleText text
    cdef ChildCounts children
    cdef ClassIds names_of
    cdef Scratch scratch
    cdef list extra_names
    cdef list dialogs            # the rows of those that are not open
    cdef dict extra_codes
    cdef object normalise
    cdef bytes title
    cdef bytes pending           # what is to be written before the next text of a formula
    cdef bytes source            # the TeX that the element here states for the formula that it shows
    cdef bytes changed           # what is read in place of the text here
    cdef int gutter              # whether the preformatted text here is nothing but numbers; -1 until it is asked for
    cdef int numbered            # whether each of its lines begins with its number; -1 until it is asked for
    cdef Visibility visibility
    cdef RenderedDomMatch drawn  # of `visibility`
    cdef PageStatements statements  # which the walk reads; None where they are read already

    # What needs Python's objects takes the interpreter's lock; few elements and texts do.
    cdef int too_many_rows(self) except -1 with gil
    cdef Row* add_row(self) except NULL nogil
    cdef int fill_name(self, Name* found, const_xmlChar* name) except -1 with gil
    cdef Name* name_of(self, const_xmlChar* name, Name* spare) except NULL nogil
    cdef bint enter(self, xmlNode* node) except -1 nogil
    cdef bint open_element(self, xmlNode* node) except -1 nogil
    cdef int add_title(self, xmlNode* node) except -1 with gil
    cdef int add_dialog(self, int32_t index) except -1 with gil
    cdef int close_element(self) except -1 nogil
    cdef int add_pending(self, xmlNode* node, int32_t child) except -1 with gil
    cdef int forget_pending(self) except -1 with gil
    cdef bint states_source(self, xmlNode* node, int tag, const Attributes* found) except -1 with gil
    cdef bytes source_of(self, xmlNode* node, int tag, const Attributes* found)
    cdef int add_source(self, int32_t index, uint8_t within, bint invisible, int display) except -1 with gil
    cdef int close_parentheses(self, const Frame* frame) except -1 nogil
    cdef bint is_in_code(self) noexcept nogil
    cdef int rewrite_last(self, Written* written) except -1 with gil
    cdef const uint8_t* changed_text(self, const Frame* frame, const uint8_t* text, bint has_leftovers) except? NULL with gil
    cdef Row* add_text_row(self, Written* written) except NULL nogil
    cdef int add_text(self, xmlNode* node) except -1 nogil
    cdef int run(self, xmlNode* root) except -1 nogil


cdef xmlNode* checked(root) except NULL
