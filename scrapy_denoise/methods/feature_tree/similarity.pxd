"""Rule (7) of paper 002: how many features two nodes of one level have in common."""

from libc.stdint cimport int32_t, int64_t

from scrapy_denoise.methods.compiled cimport CNode

cdef enum:
    NO_BOX = -0x80000000


cdef inline bint near(int64_t a, int64_t b, int32_t tolerance) noexcept nogil:
    if a == NO_BOX or b == NO_BOX:
        return a == b
    return (a - b if a > b else b - a) <= tolerance


cdef inline int features(const CNode* a, const CNode* b, bint boxes, int32_t tolerance) noexcept nogil:
    """Rule (7): the number of equal features. The depth is always equal, as only nodes of one level are compared."""
    cdef int equal = 1 + (a.id_hash == b.id_hash) + (a.class_hash == b.class_hash)
    if boxes:
        return equal + (
            near(a.box[0], b.box[0], tolerance) + near(a.box[1], b.box[1], tolerance)
            + near(a.box[2], b.box[2], tolerance) + near(a.box[3], b.box[3], tolerance)
        )
    return equal + (
        (a.children == b.children) + (a.attributes == b.attributes)
        + (a.from_start == b.from_start) + (a.from_end == b.from_end)
    )
