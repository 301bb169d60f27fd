cpdef bint may_have_day(str line) except -1
