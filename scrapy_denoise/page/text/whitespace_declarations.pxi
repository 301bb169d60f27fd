cpdef str collapse_whitespace(str text)
