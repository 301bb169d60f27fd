"""What the declarations of an inline style say of an element: the syntax and the cascade of CSS."""

from libc.stdint cimport uint8_t

from scrapy_denoise.page.dom.attributes cimport is_prefix
from scrapy_denoise.page.compiled cimport KIND, SPACE

cdef enum:
    # what a declaration says, which the others of its property take back
    HIDES = 1            # display: none
    SHOWS = 2            # another display
    INVISIBLE = 4        # visibility: hidden or collapse, which a child may take back
    VISIBLE = 8
    KEEPS_LINES = 16     # white-space: pre
    WRAPS = 32           # the same, but long lines are broken: pre-wrap, break-spaces
    COLLAPSES = 64       # another white-space
    UNSELECTABLE = 128   # user-select: none

    MAX_DECLARATIONS = 200  # of a style
    MAX_KEYWORD = 24        # bytes of a name or a value that has a meaning here, with the end


cdef inline const char* behind_comment(const char* at) noexcept nogil:
    """What stands behind a comment, or at the end of a style in which it is not closed. at: its sign."""
    at += 2
    while at[0] and not (at[0] == c"*" and at[1] == c"/"):
        at += 1
    return at + 2 if at[0] else at


cdef inline const char* behind_token(const char* at) noexcept nogil:
    """What stands behind a string, a group in brackets or an escaped character, of which no sign ends a declaration; or
    behind the one character that is none of these."""
    cdef char sign = at[0]
    cdef int depth = 0
    if sign == c"\\":
        return at + 2 if at[1] else at + 1
    if sign == c'"' or sign == c"'":
        at += 1
        while at[0] and at[0] != sign and at[0] != c"\n":
            at += 2 if at[0] == c"\\" and at[1] else 1
        return at + 1 if at[0] else at
    if sign != c"(" and sign != c"[" and sign != c"{":
        return at + 1
    while at[0]:  # a bracket that nothing closes goes on to the end of the style
        if at[0] == c"(" or at[0] == c"[" or at[0] == c"{":
            depth += 1
        elif at[0] == c")" or at[0] == c"]" or at[0] == c"}":
            depth -= 1
            if depth == 0:
                return at + 1
        elif at[0] == c"\\" and at[1]:
            at += 1
        elif at[0] == c"/" and at[1] == c"*":
            at = behind_comment(at)
            continue
        at += 1
    return at


cdef inline const char* keyword(const char* at, char* word, bint* important) noexcept nogil:
    """Write the words of a name or a value into `word`, in lower case with one space between two of them; nothing where it
    has other signs, or is longer than any that has a meaning here. Returns where it ends: at a colon, a semicolon or the
    end.

    important: set where the value ends with ``!important``; NULL for a name, which a colon ends.
    """
    cdef int size = 0
    cdef bint apart = False, odd = False
    while at[0] and at[0] != c";" and not (important == NULL and at[0] == c":"):
        if at[0] == c"/" and at[1] == c"*":
            at = behind_comment(at)
        elif KIND[<uint8_t>at[0]] == SPACE:
            apart = True
            at += 1
        elif important != NULL and at[0] == c"!":
            at += 1
            while KIND[<uint8_t>at[0]] == SPACE:
                at += 1
            if is_prefix(at, b"important"):
                important[0] = True
                at += 9
        else:
            if size + 2 >= MAX_KEYWORD or not (at[0] == c"-" or c"a" <= (at[0] | 0x20) <= c"z"):
                odd = True
                at = behind_token(at)
                continue
            if apart and size:
                word[size] = c" "
                size += 1
            apart = False
            word[size] = at[0] if at[0] == c"-" else at[0] | 0x20
            size += 1
            at += 1
    word[0 if odd else size] = 0
    return at


cdef inline bint is_word(const char* word, const char* wanted) noexcept nogil:
    cdef int i = 0
    while word[i] and word[i] == wanted[i]:
        i += 1
    return word[i] == wanted[i]


cdef inline bint is_one_of(const char* word, const char* words) noexcept nogil:
    """Whether a value is one of some, each of which ends with a comma."""
    cdef int i
    while words[0]:
        i = 0
        while word[i] and word[i] == words[i]:
            i += 1
        if not word[i] and words[i] == c",":
            return True
        while words[0] != c",":
            words += 1
        words += 1
    return False


cdef inline int said(const char* name, const char* value, int* taken_back) noexcept nogil:
    """What a declaration says; 0 for one of another property, or whose value is none of the property's, which a browser
    passes over. taken_back: set to all that declarations of the property say."""
    taken_back[0] = 0
    if is_word(name, b"display"):
        taken_back[0] = HIDES | SHOWS
        if is_word(value, b"none"):
            return HIDES
        return SHOWS * is_one_of(value, (
            b"block,inline,inline-block,flex,inline-flex,grid,inline-grid,flow-root,contents,table,table-cell,table-row,list-item,"
            b"inline-table,table-row-group,table-header-group,table-footer-group,table-column,table-column-group,table-caption,"
            b"initial,inherit,unset,revert,revert-layer,-webkit-box,-webkit-flex,-webkit-inline-box,-webkit-inline-flex,-moz-box,"
            b"block flow,inline flow,block flex,inline flex,block grid,inline grid,ruby,math,"
        ))
    if is_word(name, b"visibility"):
        taken_back[0] = INVISIBLE | VISIBLE
        if is_one_of(value, b"hidden,collapse,"):
            return INVISIBLE
        return VISIBLE * is_one_of(value, b"visible,initial,")
    if is_word(name, b"white-space"):
        taken_back[0] = KEEPS_LINES | WRAPS | COLLAPSES
        if is_word(value, b"pre"):
            return KEEPS_LINES
        if is_one_of(value, b"pre-wrap,break-spaces,"):
            return WRAPS
        return COLLAPSES * is_one_of(value, b"normal,nowrap,pre-line,initial,")
    if is_one_of(name, b"user-select,-webkit-user-select,-moz-user-select,-ms-user-select,"):
        taken_back[0] = UNSELECTABLE
        return UNSELECTABLE * is_word(value, b"none")
    return 0


cdef inline int style_says(const char* style) noexcept nogil:
    """What the declarations of an inline style say that win: of each property the last one, but for those that are marked as
    important.

    Custom properties, values in strings and addresses, comments, and values that are none of the property's say nothing.
    """
    cdef char name[MAX_KEYWORD]
    cdef char value[MAX_KEYWORD]
    cdef int found = 0, fixed = 0, means, taken_back, _step
    cdef bint important
    for _step in range(MAX_DECLARATIONS):
        style = keyword(style, name, NULL)
        if style[0] == c":":
            important = False
            style = keyword(style + 1, value, &important)
            if name[0] and value[0]:
                means = said(name, value, &taken_back)
                if means and not (taken_back & fixed and not important):
                    found = (found & ~taken_back) | means
                    fixed |= taken_back * important
        if not style[0]:
            break
        style += 1
    return found
