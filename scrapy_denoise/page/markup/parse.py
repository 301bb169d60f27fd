"""Markup to nodes or to a tree, with the parser that Scrapy's selectors use; UTF-8 is parsed as it is."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from lxml import etree
from lxml.html import HTMLParser

from scrapy_denoise.page.compiled import NodeElement, count_plain, read_nodes
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.markup.decode import MIN_WIDE_BYTES, REPLACEMENT
from scrapy_denoise.page.markup.limits import check_attributes, check_count
from scrapy_denoise.page.markup.shadow_roots import place_shadow_roots
from scrapy_denoise.page.markup.streamed_parts import place_parts

if TYPE_CHECKING:
    from lxml.etree import _Element

NO_MARKUP = b"<html/>"
"""What an empty page is read as."""

_parsers = threading.local()


def parse(text: str, body: bytes = b"") -> Element:
    """The root of a page's text. body: what the text was decoded from, where that was UTF-8.

    libxml2 reads UTF-8, so parsel encodes text again: half as long as the parse where it has characters beyond ASCII.
    """
    plain = same_bytes(text, body) if body else None
    return _root_of(plain_bytes(text) if plain is None else plain)


def plain_bytes(text: str) -> bytes:
    """The bytes that parsel gives lxml for a text."""
    return text.strip().replace("\0", "").encode()


def _root_of(plain: bytes) -> Element:
    """The root of bytes such as `parse_bytes` takes: read without a tree, where that can be.

    Raises PageTooLarge for more than MAX_ATTRIBUTES in one tag.
    """
    root = read_nodes(plain)
    if root is None:
        check_attributes(plain)
        return parse_bytes(plain)
    check_count(root.owner.most_attributes)
    return root


def tree_of(root: Element) -> _Element:
    """lxml's tree of a page, made from the same bytes when it is first asked for."""
    if not isinstance(root, NodeElement):
        return root
    pages = root.owner
    if pages.tree is None:
        tree = parse_bytes(pages.markup)
        if pages.is_placed:
            place_all(tree)
        return pages.keep_tree(tree)
    return pages.tree


def place_all(root: Element) -> bool:
    """Put the parts of a page that were streamed, and its shadow roots, into their places; False where there are
    none."""
    streamed = place_parts(root)
    placed = place_shadow_roots(root) or streamed
    if isinstance(root, NodeElement):
        root.owner.is_placed = placed
    return placed


def parse_bytes(plain: bytes, base_url: str | None = None) -> _Element:
    """The tree of bytes in UTF-8 without NUL, such as `same_bytes` gave: that of parsel's selectors.

    A parser for each thread reads page after page: to make one for each, and to look through what it says of errors in
    the encoding, of which these bytes have none, takes .03 of the parse. Raises MemoryError.
    """
    parser = getattr(_parsers, "parser", None)
    if parser is None:
        parser = _parsers.parser = HTMLParser(recover=True, encoding="utf-8", huge_tree=True)
    try:
        root: _Element | None = etree.fromstring(plain or NO_MARKUP, parser, base_url=base_url)
    except etree.XMLSyntaxError as error:  # no markup is wrong for a parser that recovers
        raise MemoryError("the parser has not enough memory") from error
    return etree.fromstring(NO_MARKUP, parser, base_url=base_url) if root is None else root


def same_bytes(text: str, body: bytes) -> bytes | None:
    """The bytes that parsel would give lxml for a text, if its body in UTF-8 has them; None where they may differ.

    They differ where the body has a byte order mark or bytes that are not UTF-8, which decoding replaces; parsel strips
    white space of all kinds from text and ASCII's from bytes, and takes out NUL.
    """
    return None if REPLACEMENT in text or b"\0" in body.strip() else _stripped(body)


def parse_plain(body: bytes) -> tuple[Element, int] | None:
    """The root of a body in UTF-8, and its characters; None where it has to be decoded first (`same_bytes`)."""
    plain, chars = _stripped(body), count_plain(body)
    # Few characters beyond ASCII may be another encoding by chance (`scrapy_denoise.page.markup.decode`).
    if plain is None or chars < 0 or 0 < len(body) - chars < MIN_WIDE_BYTES:
        return None
    return _root_of(plain), chars


def _stripped(body: bytes) -> bytes | None:
    """A body without white space around it; None where text would be stripped of more."""
    plain = body.strip()
    return plain if b"!" <= plain[:1] <= b"~" and b"!" <= plain[-1:] <= b"~" else None
