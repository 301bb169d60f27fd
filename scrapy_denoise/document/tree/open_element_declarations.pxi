"""An element with structure while its rows pass."""


cdef class OpenElement:
    cdef readonly str kind
    cdef readonly Py_ssize_t end  # one past its last row
    cdef readonly OpenElement above
    cdef readonly list blocks     # what it holds so far
    cdef readonly list parts      # its items, entries, rows or cells; of preformatted text the pieces
    cdef readonly list lines      # of its caption; None without one
    cdef readonly bint ordered, term, header
    cdef readonly bint captioned  # of a figure, whether all its text is the caption
    cdef readonly bint beside     # whether the caption stands beside the text of the page
    cdef readonly bint loose      # of an item, whether it stands in no list
    cdef readonly long number, position, colspan, rowspan
    cdef readonly long last_number  # of its last item; -1 without one
    cdef readonly str language
    cdef public object checked    # of an item, whether its box is; None without one

    cdef list loose_items        # the last of its items that stand in no list
    cdef Py_ssize_t loose_place  # of the first of the blocks that these have made
    cdef object loose_last       # the last of these blocks; None without one

    cdef int append(self, block) except -1
    cdef int append_loose(self, OpenElement item) except -1
    cdef int end_loose(self) except -1
    cdef int attach_stray_blocks(self) except -1
    cdef object closed(self)
    cdef object item_number(self)
    cdef object table(self)
    cdef object caption(self)
    cdef object figure(self)
    cdef object code(self)
    cdef object heading(self)
