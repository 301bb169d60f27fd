"""Markup to a tree, with the parser that Scrapy's selectors use; UTF-8 is parsed as it is."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from lxml import etree
from lxml.html import HTMLParser

from scrapy_denoise.page.compiled import count_plain
from scrapy_denoise.page.markup.decode import MIN_WIDE_BYTES, REPLACEMENT

if TYPE_CHECKING:
    from lxml.etree import _Element

NO_MARKUP = b"<html/>"
"""What an empty page is read as."""

_parsers = threading.local()


def parse(text: str, body: bytes = b"", base_url: str | None = None, ids: bool = True) -> _Element:
    """The tree of a page's text. body: what the text was decoded from, where that was UTF-8. ids: see `parse_bytes`.

    lxml reads UTF-8, so parsel encodes text again: half as long as the parse where it has characters beyond ASCII.
    """
    plain = same_bytes(text, body) if body else None
    return parse_bytes(text.strip().replace("\0", "").encode() if plain is None else plain, base_url, ids)


def parse_bytes(plain: bytes, base_url: str | None = None, ids: bool = True) -> _Element:
    """The tree of bytes in UTF-8 without NUL, such as `same_bytes` gave: that of parsel's selectors.

    ids: keep a table of elements by their ids, which nothing but XPath's ``id()`` asks for: .03 to .08 of the parse.

    A parser for each thread reads page after page: to make one for each, and to look through what it says of errors in
    the encoding, of which these bytes have none, takes .03 of the parse.
    """
    name = "with_ids" if ids else "without_ids"
    parser = getattr(_parsers, name, None)
    if parser is None:
        parser = HTMLParser(recover=True, encoding="utf-8", huge_tree=True, collect_ids=ids)
        setattr(_parsers, name, parser)
    root: _Element | None = etree.fromstring(plain or NO_MARKUP, parser, base_url=base_url)
    return etree.fromstring(NO_MARKUP, parser, base_url=base_url) if root is None else root


def same_bytes(text: str, body: bytes) -> bytes | None:
    """The bytes that parsel would give lxml for a text, if its body in UTF-8 has them; None where they may differ.

    They differ where the body has a byte order mark or bytes that are not UTF-8, which decoding replaces; parsel strips
    white space of all kinds from text and ASCII's from bytes, and takes out NUL.
    """
    return None if REPLACEMENT in text or b"\0" in body.strip() else _stripped(body)


def parse_plain(body: bytes, ids: bool = True) -> tuple[_Element, int] | None:
    """The tree of a body in UTF-8, and its characters; None where it has to be decoded first (`same_bytes`)."""
    plain, chars = _stripped(body), count_plain(body)
    # Few characters beyond ASCII may be another encoding by chance (`scrapy_denoise.page.markup.decode`).
    if plain is None or chars < 0 or 0 < len(body) - chars < MIN_WIDE_BYTES:
        return None
    return parse_bytes(plain, ids=ids), chars


def _stripped(body: bytes) -> bytes | None:
    """A body without white space around it; None where text would be stripped of more."""
    plain = body.strip()
    return plain if b"!" <= plain[:1] <= b"~" and b"!" <= plain[-1:] <= b"~" else None
