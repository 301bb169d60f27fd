"""What text in Arabic script says of itself: whether it has presentation forms, and whether it is Uyghur."""


cdef inline bint is_form(Py_UCS4 c) noexcept:
    """Whether a letter is written as the form that it has at its place in a word, in the block of such forms."""
    return c >= 0xFB50 and (c <= 0xFDFF or 0xFE70 <= c <= 0xFEFC)


cdef inline bint is_uyghur_letter(Py_UCS4 c) noexcept:
    """Whether Uyghur has a letter and Arabic, Persian and Urdu do not."""
    return (c == 0x6D0 or c == 0x6C7 or c == 0x6C8 or c == 0x6CB or c == 0x6AD) or 0xFBD3 <= c <= 0xFBE7


def has_forms(str text not None):
    """Whether text has Arabic presentation forms, whose base letters are others in Uyghur."""
    cdef Py_UCS4 c
    for c in text:
        if is_form(c):
            return True
    return False


def is_uyghur(str text not None):
    """Whether text in Arabic script is Uyghur, by letters that Arabic, Persian and Urdu do not have.

    Only letters in that script count: a page's scripts and its other languages say nothing.
    """
    cdef Py_ssize_t letters = 0, uyghur = 0
    cdef Py_UCS4 c
    for c in text:
        if c >= 0x620:
            letters += c <= 0x6FF or is_form(c)
            uyghur += is_uyghur_letter(c)
    return uyghur >= max(1, letters // 200)
