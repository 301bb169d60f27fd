cpdef str letters_of(str text)
