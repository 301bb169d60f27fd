cpdef str one_line(str text)
