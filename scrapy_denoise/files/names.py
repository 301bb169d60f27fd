"""Names of files as text."""

from __future__ import annotations


def writable_name(name: str) -> str:
    """The name of a file as text that can be encoded: bytes that are not UTF-8, which Python reads as surrogates,
    become escapes, so that names which differ stay different.

    >>> print(writable_name("m\\udcfchle.html"))
    m\\udcfchle.html
    """
    return name if name.isascii() else name.encode("utf-8", "backslashreplace").decode("utf-8")
