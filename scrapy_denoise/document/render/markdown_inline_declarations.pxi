cdef str inline(tuple nodes, bint in_table=*)
cdef str escaped_line_start(str line)
cdef str code_span(str text, bint in_table=*, bint indented=*)
cdef tuple unmarked(tuple nodes)
