"""Bytes to text: the evidence for a page's encoding, in order.

Byte order mark; valid UTF-8; the label that the caller or the HTTP header gives; the page's own label; detection by
chardetng, the detector of Firefox, where there is no label or the bytes contradict it (paper 004, section 3.1: pages
labelled windows-1252 that are not).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import filterfalse
from typing import Any

import attrs
from chardetng_py import EncodingDetector
from w3lib.encoding import html_body_declared_encoding, read_bom, resolve_encoding, to_unicode

from scrapy_denoise.page.compiled import has_control_bytes
from scrapy_denoise.page.url import split_url

REPLACEMENT = "\ufffd"

ISO_2022_JP = "\x1b$"
"""What begins each escape sequence of ISO-2022-JP for Japanese."""

MIN_WIDE_BYTES = 8
"""Bytes beyond ASCII from which valid UTF-8 is no accident: a character of GBK is valid UTF-8 one time in seven."""

UNREADABLE = 0.1
"""Share of the characters beyond ASCII that an encoding fails to decode above which the label is wrong."""

UNREADABLE_UTF8 = 0.5
"""The same for UTF-8. Text in another encoding is next to never valid UTF-8, damaged UTF-8 mostly is."""

SHORT_RUN, LONG_RUN = 1.4, 2.0
"""Mean lengths of the runs of bytes beyond ASCII below which text is in Latin script, and above which it is not.

Measured on pages of 25 languages: 1.0 to 1.3 in Latin script, apart from English pages with few such bytes (up to 1.9);
2.1 and more in other scripts, apart from Big5, whose second byte is often ASCII (from 1.5).
"""

MAX_RUNS = 100_000
"""Bytes in which runs are counted."""

MAX_DETECTED = 20_000
"""Bytes that detection reads, of the texts with bytes beyond ASCII."""

_LATIN = re.compile(r"cp125[0247]|iso8859-(1|2|3|4|9|10|13|14|15|16)|mac-(roman|latin2|turkish)|ascii")
_MULTI_BYTE = ("gb18030", "big5hkscs", "cp932", "euc_jp", "cp949")

WEB_CODECS = frozenset(
    "utf-8 utf-16 utf-16-le utf-16-be cp866 koi8-r koi8-u mac-roman mac-cyrillic cp874 cp1250 cp1251 cp1252 cp1253 "
    "cp1254 cp1255 cp1256 cp1257 cp1258 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 "
    "iso8859-10 iso8859-13 iso8859-14 iso8859-15 iso8859-16 gb18030 big5hkscs cp932 euc_jp iso2022_jp cp949".split()
)
"""The Python codecs of the encodings that the labels of the WHATWG Encoding Standard (section 4.2) name, as
`resolve_encoding` gives them. A page's label that names another one, such as zlib or punycode, is no label."""

NOT_TEXT = ("idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape")
"""Codecs that Python calls encodings of text, but that raise on bytes which they do not know, or are quadratic."""

# A label that can be read as ASCII is not in one of these; browsers take such a page for UTF-8.
_UTF16 = re.compile(r"utf-16")

_is_ascii: Callable[[Any], bool] = bytes.isascii

_WIDE_OR_SPACE = b" " * 128 + bytes(range(128, 256))

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


@attrs.frozen
class Decoded:
    """The text of a page, and the name of the Python codec that it was read with."""

    text: str
    encoding: str


def decode(body: bytes, encoding: str | None = None, url: str | None = None) -> Decoded:
    """The text of a page. Never raises on bad bytes: they become U+FFFD.

    encoding: what the caller knows; LookupError where Python has no such encoding of text. What a header or an archive
    says is a page's own label, for `page_label`.
    url: the page's address; its top-level domain is evidence where the encoding is detected.
    """
    if encoding is not None and text_codec(encoding) is None:
        raise LookupError(f"unknown encoding {encoding!r}; use a name that Python knows, such as 'gb18030' or 'utf-8'")
    return (
        _by_order_mark(body)
        or _plain_ascii(body)
        or _valid_utf8(body, encoding)
        or _iso_2022_jp(body)
        or _utf16_without_mark(body)
        or _by_label(body, encoding)
        or _by_detection(body, encoding, url)
    )


def text_codec(encoding: str) -> str | None:
    """The Python codec of an encoding that a caller names; None where Python has none that reads any bytes as text."""
    name = resolve_encoding(encoding)
    if name is None or name in NOT_TEXT:
        return None
    try:
        "".encode(name)
    except LookupError:  # zlib, hex, rot13 and others that are no encodings of text
        return None
    return name


def page_label(label: str | None) -> str | None:
    """The Python codec of the label that a page, its response or an archive gives; None where no browser knows it."""
    name = resolve_encoding(label) if label else None
    return name if name in WEB_CODECS else None


def is_binary(body: bytes) -> bool:
    """Whether bytes are a file of another kind (an image, an archive, a PDF) and not markup in any encoding."""
    head = body[:1024]
    if head.startswith(_SIGNATURES):
        return True
    if not has_control_bytes(head):
        return False
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or b"<\0" in head or b"\0<" in head:  # UTF-16
        return False
    return controls > len(head) // 20


def has_iso_2022_jp(text: str) -> bool:
    """Whether a text has an escape sequence of ISO-2022-JP: next to no page has its first character."""
    return "\x1b" in text and ISO_2022_JP in text


def _by_order_mark(body: bytes) -> Decoded | None:
    name, mark = read_bom(body)
    return Decoded(to_unicode(body[len(mark) :], name), name) if name and mark else None


def _plain_ascii(body: bytes) -> Decoded | None:
    """ASCII, but for the encodings that write other letters with its bytes: UTF-16 and ISO-2022-JP."""
    if not body.isascii() or b"\0" in body or ISO_2022_JP.encode() in body:
        return None
    return Decoded(body.decode("ascii"), "utf-8")


def _valid_utf8(body: bytes, encoding: str | None) -> Decoded | None:
    """UTF-8, whatever the label says; but few bytes beyond ASCII may be valid by chance in a multi-byte encoding."""
    if body.isascii():
        return None
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return None
    by_chance = len(body) - len(text) < MIN_WIDE_BYTES and next(_labels(body, encoding)) in _MULTI_BYTE
    return None if by_chance else Decoded(text, "utf-8")


def _iso_2022_jp(body: bytes) -> Decoded | None:
    """Japanese in ASCII's bytes, by its escape sequences."""
    if not body.isascii() or ISO_2022_JP.encode() not in body:
        return None
    text = to_unicode(body, "iso2022_jp")
    return None if REPLACEMENT in text else Decoded(text, "iso2022_jp")


def _utf16_without_mark(body: bytes) -> Decoded | None:
    """UTF-16, by the zero bytes beside the characters of its tags."""
    head = body[:1024]
    at = head.find(b"<")
    if at < 0 or 4 * head.count(0) < len(head):
        return None
    name = "utf-16-be" if at % 2 else "utf-16-le"
    return Decoded(to_unicode(body, name), name)


def _by_label(body: bytes, encoding: str | None) -> Decoded | None:
    """The first label that the bytes do not contradict."""
    read = (Decoded(to_unicode(body, name), name) for name in _labels(body, encoding))
    return next((decoded for decoded in read if _is_credible(body, decoded)), None)


def _by_detection(body: bytes, encoding: str | None, url: str | None) -> Decoded:
    """The encoding that fits the bytes; the label where that does not fit better."""
    detector = EncodingDetector()
    detector.feed(_telling(body), last=False)  # its last character may be cut
    name = resolve_encoding(detector.guess(tld=_top_level_domain(url), allow_utf8=False)) or "cp1252"
    if not _LATIN.match(name) and _mean_run(body) < SHORT_RUN:
        name = "cp1252"
    label = next(_labels(body, encoding))
    detected, labelled = (Decoded(to_unicode(body, name), name) for name in (name, label))
    if _LATIN.match(label):
        return labelled if _LATIN.match(name) else detected
    return detected if _unreadable(detected.text) < _unreadable(labelled.text) else labelled


def _labels(body: bytes, encoding: str | None) -> Iterator[str]:
    """What the page can be by its labels: the caller's, then its own, and UTF-8 as without any."""
    if encoding and (given := text_codec(encoding)):
        yield given
    own = page_label(html_body_declared_encoding(body))
    if own and not _UTF16.match(own):
        yield own
    yield "utf-8"


def _is_credible(body: bytes, decoded: Decoded) -> bool:
    """Whether bytes may be in the encoding that a label names."""
    if _unreadable(decoded.text) > (UNREADABLE_UTF8 if decoded.encoding == "utf-8" else UNREADABLE):
        return False
    return not _LATIN.match(decoded.encoding) or _mean_run(body) <= LONG_RUN


def _mean_run(body: bytes) -> float:
    """The mean length of the runs of bytes beyond ASCII; 1 where there are next to none."""
    runs = body[:MAX_RUNS].translate(_WIDE_OR_SPACE).split()
    wide = sum(map(len, runs))
    return wide / len(runs) if wide >= MIN_WIDE_BYTES else 1.0


def _unreadable(text: str) -> float:
    """The share of U+FFFD among the characters beyond ASCII."""
    bad = text.count(REPLACEMENT)
    return bad / (len(text) - len(text.encode("ascii", "ignore"))) if bad else 0.0


def _telling(body: bytes) -> bytes:
    """The texts with bytes beyond ASCII; where there are none, all of the markup."""
    texts = [part.rpartition(b">")[2] for part in filterfalse(_is_ascii, body.split(b"<"))]
    return (b"\n".join(filterfalse(_is_ascii, texts)) or body)[:MAX_DETECTED]


def _top_level_domain(url: str | None) -> bytes | None:
    host = split_url(url).hostname or ""
    domain = host.rpartition(".")[2]
    return domain.encode() if re.fullmatch("[a-z][a-z0-9-]*", domain) else None
