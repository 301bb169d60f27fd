
cdef int reduce_pair(CNodeTree one, CNodeTree two, CNodeTree less_one, CNodeTree less_two) except -1
