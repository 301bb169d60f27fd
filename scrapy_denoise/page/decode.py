"""Bytes to text: the order of the evidence for a page's encoding.

Byte order mark, then the caller's or the header's word, the page's own label, and at last a guess; but bytes
that are valid UTF-8 and hold more than ASCII are UTF-8, whatever other label they carry (paper 004, section 3.1:
pages labelled windows-1252 that are not; GBK labels are left on converted pages as often).
"""

from __future__ import annotations

import re

from w3lib.encoding import html_body_declared_encoding, html_to_unicode, resolve_encoding

# Labels that the bytes themselves cannot be tested against.
_UNICODE = re.compile(r"utf-?(7|8|16|32)", re.IGNORECASE)

_SINGLE_BYTE = re.compile(r"cp125\d|windows-125\d|iso-?8859-\d+|latin-?\d|ascii", re.IGNORECASE)

# Fewer bytes beyond ASCII than these may be valid UTF-8 by chance: a character of GBK is one time in seven.
_MIN_WIDE_BYTES = 8

# A label that can be read as ASCII is not in one of these: browsers take it for UTF-8.
_WIDE = re.compile(r"utf-?(16|32)", re.IGNORECASE)

_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r\f\v\x1b")) + b"\x7f"
_SIGNATURES = (
    b"%PDF-",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"RIFF",
    b"\x7fELF",
)


def is_mislabelled(body: bytes, encoding: str) -> bool:
    """Whether bytes that are said to be in another encoding are UTF-8."""
    if _UNICODE.match(encoding) or body.isascii():
        return False
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    # A single-byte encoding says nothing of these bytes; one of several bytes would take few of them for UTF-8.
    return _SINGLE_BYTE.match(encoding) is not None or len(body) - len(text) >= _MIN_WIDE_BYTES


def is_binary(body: bytes) -> bool:
    """Whether bytes are a file of another kind (an image, an archive, a PDF) and not markup in any encoding."""
    head = body[:1024]
    if head.startswith(_SIGNATURES):
        return True
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if not controls or head.startswith((b"\xff\xfe", b"\xfe\xff")) or b"<\0" in head or b"\0<" in head:  # UTF-16
        return False
    return controls > len(head) // 20


def decode(body: bytes, encoding: str | None = None) -> str:
    """The text of a page. Never raises on bad bytes: they become U+FFFD.

    `encoding`: what the caller knows, for example from the HTTP header; LookupError where Python has no such
    encoding.
    """
    if encoding is not None and resolve_encoding(encoding) is None:
        raise LookupError(f"unknown encoding {encoding!r}; use a name that Python knows, such as 'gb18030' or 'utf-8'")
    content_type = f"text/html; charset={encoding}" if encoding else None
    name, text = html_to_unicode(content_type, body, default_encoding="utf-8", auto_detect_fun=_guess)
    if _WIDE.match(name) and _WIDE.match(html_body_declared_encoding(body) or ""):
        return body.decode(_guess(body) or "utf-8", "replace")
    return body.decode("utf-8") if is_mislabelled(body, name) else text


def _guess(body: bytes) -> str | None:
    """UTF-8 where it is valid, and else the Chinese or Western encoding that fits: pages without any label."""
    for encoding in ("utf-8", "gb18030", "cp1252"):
        try:
            body.decode(encoding)
        except UnicodeDecodeError:
            continue
        return encoding
    return None
