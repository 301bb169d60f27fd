"""Control characters and lone surrogates: what a page has of them is in no result."""

import re

CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff"
"""The controls C0 and C1 but tab and line break, DEL, and the halves of characters that JSON can bring alone; as in a
class of a pattern. A terminal obeys the first, and no UTF-8 holds the last."""

_ANY_CONTROL = re.compile(f"[{CONTROLS}]")


cpdef bint has_controls(str text):
    """Whether a text has such a character; a pattern takes ten times as long to say that it has none."""
    cdef Py_UCS4 c
    for c in text:
        if c < 0x20:
            if c != c"\n" and c != c"\t" and c != c"\r":
                return True
        elif 0x7F <= c < 0xA0 or 0xD800 <= c < 0xE000:
            return True
    return False


def without_controls(str text not None):
    """A text without these characters.

    >>> without_controls("a \\x1b[31mriver\\x9b\\n\\ud83d")
    'a [31mriver\\n'
    """
    return _ANY_CONTROL.sub("", text) if has_controls(text) else text
