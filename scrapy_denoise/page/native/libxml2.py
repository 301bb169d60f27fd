"""The functions of libxml2 that lxml shares with the process.

Those of releases before 2.14 are left alone: their tokenizer takes time by the square of the attributes of a tag.
"""

from __future__ import annotations

from lxml import etree

_NAMES = (
    *("htmlNewSAXParserCtxt", "htmlCtxtReadMemory", "htmlCtxtReset", "htmlFreeParserCtxt"),
    *("xmlCtxtGetLastError", "xmlFreeDoc", "xmlStopParser"),
)


def _addresses() -> dict[str, int]:
    if etree.LIBXML_VERSION < (2, 14):
        return {}
    try:
        import ctypes

        library = ctypes.CDLL(etree.__file__)
        return {name: ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0 for name in _NAMES}
    except (ImportError, OSError, AttributeError):
        return {}


FUNCTIONS = _addresses()
"""Their addresses by name; empty where lxml keeps them to itself, as on Windows, or has an older release."""
