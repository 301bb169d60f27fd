"""Markup to a tree, with the parser that Scrapy's selectors use; UTF-8 is parsed as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsel import Selector

from scrapy_denoise.page.decode import REPLACEMENT

if TYPE_CHECKING:
    from lxml.etree import _Element


def parse(text: str, body: bytes = b"", base_url: str | None = None) -> _Element:
    """The tree of a page's text. body: what the text was decoded from, where that was UTF-8.

    lxml reads UTF-8, so parsel encodes text again: half as long as the parse where it has characters beyond ASCII.
    """
    plain = same_bytes(text, body) if body else None
    if plain is None:
        return Selector(text=text, type="html", base_url=base_url).root
    return Selector(body=plain, type="html", base_url=base_url).root


def same_bytes(text: str, body: bytes) -> bytes | None:
    """The bytes that parsel would give lxml for a text, if its body in UTF-8 has them; None where they may differ.

    They differ where the body has a byte order mark or bytes that are not UTF-8, which decoding replaces; parsel strips
    white space of all kinds from text and ASCII's from bytes, and takes out NUL.
    """
    plain = body.strip()
    if REPLACEMENT in text or not plain or b"\0" in plain:
        return None
    return plain if b"!" <= plain[:1] <= b"~" and b"!" <= plain[-1:] <= b"~" else None
