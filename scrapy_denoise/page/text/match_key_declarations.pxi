cpdef str match_key(str text)
