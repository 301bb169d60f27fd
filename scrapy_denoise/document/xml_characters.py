"""The characters that no output may hold."""

from __future__ import annotations

import re

NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML document and no XPath can hold; browsers show nothing for most of it."""

_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r")
_NONCHARACTERS = ("\ufffe".encode(), "\uffff".encode())


def has_not_xml(text: bytes) -> bool:
    """Whether a text in UTF-8 has such a character; a pattern takes a hundred times as long to say that it has none.

    >>> has_not_xml(b"a river"), has_not_xml(b"a \x02 river")
    (False, True)
    """
    return len(text.translate(None, _CONTROLS)) < len(text) or any(mark in text for mark in _NONCHARACTERS)
