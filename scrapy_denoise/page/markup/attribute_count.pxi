"""Count a tag's attributes before parsing, because libxml2's time grows with the square of their number.

The scan follows the states of HTML's tokenizer, so that a quote in a comment or in a script cannot hide the next tag.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memchr

# Elements whose content the tokenizer reads as text; the last ones only in newer releases of libxml2.
RAW = [b"script", b"style", b"title", b"textarea", b"iframe", b"noembed", b"noframes", b"xmp"]


def most_attributes(bytes markup not None):
    """The largest number of attributes in one tag, as HTML's tokenizer counts them.

    If parsers disagree whether something is a tag, it counts as one; this can only make the result larger.
    Time: linear in the length, one to three nanoseconds per byte.
    """
    cdef Place at = <Place><const char*>markup
    return scan(at, at + len(markup), True)


cdef Py_ssize_t scan(Place at, Place stop, bint raw_text) noexcept:
    """The largest number of attributes between two positions. raw_text: whether the content of RAW elements is text."""
    cdef Py_ssize_t most = 0, count
    cdef Place name, end
    cdef int which
    cdef bint closed, commented
    while True:
        at = <Place>memchr(at, c"<", stop - at)
        if at == NULL or at + 1 >= stop:
            return most
        at += 1
        if begins(at, stop, b"!--"):
            # `<!-->` is a whole comment
            at = end_of_comment(at + 1, stop)
            continue
        name = at
        if at[0] == c"/" and at + 1 < stop:
            at += 1
        if not (c"a" <= (at[0] | 0x20) <= c"z"):
            continue
        count = 0
        at = attributes(at, stop, &count, &closed)
        if count > most:
            most = count
        if not raw_text or closed:
            continue
        which = raw_element(name, stop)
        if which < N_RAW:
            commented = False
            end = end_of_script(at, stop, &commented) if which == SCRIPT_ELEMENT else end_of_element(at, stop, RAW[which])
            # a script that holds a commented script ends earlier in some parsers
            if which >= ALWAYS_RAW or (commented and end_of_element(at, stop, RAW[SCRIPT_ELEMENT]) != end):
                most = max(most, scan(at, end, False))
            at = end


cdef int raw_element(Place name, Place stop) noexcept:
    """The index in RAW of the tag's name, or N_RAW."""
    cdef uint8_t first = name[0] | 0x20
    cdef int which
    if first == c"s" or first == c"t" or first == c"i" or first == c"n" or first == c"x":
        for which in range(N_RAW):
            if begins_name(name, stop, RAW[which]):
                return which
    return N_RAW


cdef enum:
    TAG_NAME = 0
    BEFORE_NAME = 1
    NAME = 2
    AFTER_NAME = 3


cdef Place attributes(Place at, Place stop, Py_ssize_t* count, bint* closed) noexcept:
    """Count a tag's attributes, and find its end and whether it closes itself."""
    cdef int state = TAG_NAME
    cdef uint8_t byte
    closed[0] = False
    while True:
        if state == TAG_NAME or state == NAME:  # most bytes are of names, which are told by their first one
            while at < stop and is_plain(at[0]):
                at += 1
                closed[0] = False
        if at >= stop or at[0] == c">":
            return at
        byte = at[0]
        at += 1
        closed[0] = byte == c"/"
        if is_space(byte):
            state = AFTER_NAME if state == NAME or state == AFTER_NAME else BEFORE_NAME
        elif byte == c"/":
            state = BEFORE_NAME
        elif byte == c"=" and (state == NAME or state == AFTER_NAME):
            at = end_of_value(at, stop)
            state = BEFORE_NAME
        elif state == BEFORE_NAME or state == AFTER_NAME:
            state = NAME
            count[0] += 1


cdef Place end_of_value(Place at, Place stop) noexcept:
    """Skip a value: it ends at its closing quote, or if unquoted at the next white space or the tag's end."""
    cdef Place quote
    while at < stop and is_space(at[0]):
        at += 1
    if at < stop and (at[0] == c'"' or at[0] == c"'"):
        quote = <Place>memchr(at + 1, at[0], stop - at - 1)
        return stop if quote == NULL else quote + 1
    while at < stop and at[0] != c">" and not is_space(at[0]):
        at += 1
    return at


cdef Place end_of_comment(Place at, Place stop) noexcept:
    while True:
        at = <Place>memchr(at, c"-", stop - at)
        if at == NULL:
            return stop
        if begins(at, stop, b"-->") or begins(at, stop, b"--!>"):
            return at
        at += 1


cdef Place end_of_element(Place at, Place stop, const char* name) noexcept:
    """The position of the next end tag with this name."""
    while True:
        at = <Place>memchr(at, c"<", stop - at)
        if at == NULL:
            return stop
        if begins(at, stop, b"</") and begins_name(at + 2, stop, name):
            return at
        at += 1


cdef Place end_of_script(Place at, Place stop, bint* has_comment) noexcept:
    """The end of a script: its end tag, which is not the end tag of a nested script inside a comment.

    has_comment: set where the script has a comment; without one it ends at the next end tag.
    """
    cdef bint commented = False, doubly = False
    while at < stop:
        if not commented:  # outside a comment nothing but a tag matters
            at = <Place>memchr(at, c"<", stop - at)
            if at == NULL:
                return stop
        if at[0] == c"-" and commented and begins(at, stop, b"-->"):
            commented = doubly = False
        elif at[0] == c"<":
            if begins(at, stop, b"<!--"):
                commented = has_comment[0] = True
                at += 1  # the dashes may belong to the end of the comment
            elif begins(at, stop, b"</") and begins_name(at + 2, stop, RAW[SCRIPT_ELEMENT]):
                if not doubly:
                    return at
                doubly = False
            elif commented and begins_name(at + 1, stop, RAW[SCRIPT_ELEMENT]):
                doubly = True
        at += 1
    return stop


cdef inline bint is_plain(uint8_t byte) noexcept:
    """Whether a byte in a name is nothing but a part of it."""
    return byte > c">" or (byte > c" " and byte != c"/" and byte != c"=" and byte != c">")


cdef inline bint is_space(uint8_t byte) noexcept:
    return byte == c" " or byte == c"\n" or byte == c"\t" or byte == c"\r" or byte == c"\f"


cdef inline bint begins(Place at, Place stop, const char* wanted) noexcept:
    cdef int i = 0
    while wanted[i]:
        if at + i >= stop or at[i] != <uint8_t>wanted[i]:
            return False
        i += 1
    return True


cdef inline bint begins_name(Place at, Place stop, const char* lower) noexcept:
    """Whether a tag with this name is at this position."""
    cdef int i = 0
    while lower[i]:
        if at + i >= stop or (at[i] | 0x20) != <uint8_t>lower[i]:
            return False
        i += 1
    return at + i >= stop or is_space(at[i]) or at[i] == c"/" or at[i] == c">"
