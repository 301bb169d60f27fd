"""The functions of libxml2 that lxml shares with the process."""

from __future__ import annotations

from lxml import etree

_NAMES = ("htmlNewSAXParserCtxt", "htmlCtxtReadMemory", "htmlCtxtReset", "htmlFreeParserCtxt", "xmlFreeDoc")


def _addresses() -> dict[str, int]:
    try:
        import ctypes

        library = ctypes.CDLL(etree.__file__)
        return {name: ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0 for name in _NAMES}
    except (ImportError, OSError, AttributeError):
        return {}


FUNCTIONS = _addresses()
"""Their addresses by name; empty where lxml keeps them to itself, as on Windows."""
