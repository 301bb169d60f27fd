"""Addresses in a page: absolute, and of schemes that run nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from scrapy_denoise.page import Page

if TYPE_CHECKING:
    from lxml.etree import _Element

_WEB = ("http", "https")
_LINKED = (*_WEB, "mailto")
# Browsers take these out of an address before they read its scheme.
_IGNORED = re.compile("[\t\n\r]")
# And these around it.
_AROUND = "".join(map(chr, range(33)))
# What would end an address in Markdown, or is no part of one.
_ESCAPED = re.compile('[\x00-\x20<>"`{}|\\\\^\x7f-\x9f\ud800-\udfff\ufffe\uffff]')

_ORIGIN = re.compile(r"https?://[^\s/?#\[\]<>\"\\^`{|}\ud800-\udfff]*(?=[/?#]|\Z)", re.IGNORECASE)
_LETTERS = r"A-Za-z0-9_~%!$&'()*+,;=:@.\-"
_BEHIND = rf"(?:\?[{_LETTERS}/?]+)?(?:#[{_LETTERS}/?]+)?\Z"
_PLAIN = re.compile(rf"https?://[A-Za-z0-9.-]+(?::[0-9]+)?(?:/[{_LETTERS}/]*)?{_BEHIND}")
# Without segments that begin with a dot, which may be steps up, and without a parameter or a host at its beginning.
_PLAIN_PATH = re.compile(rf"/(?:(?![./;])[{_LETTERS}]+(?:/(?!\.)[{_LETTERS}]*)*(?<!;))?{_BEHIND}")

MAX_ADDRESS = 8_000
"""Characters of an address; longer ones are left out."""


def page_addresses(page: Page) -> Addresses:
    """The addresses of a page. To be asked for with ``page.once``."""
    return Addresses(page.base_url)


class Addresses:
    """Resolves the addresses of a page against its base, each of them once.

    base: with None, and with what is not an address of the web, relative addresses stay relative. of_elements: the
    address that an element stands for, where finding it costs more than one attribute.
    """

    def __init__(self, base: str | None) -> None:
        origin = _ORIGIN.match(base or "")
        self._base = base or "" if origin else ""
        self._origin = origin[0] if origin else ""
        # Of each address what it refers to, and the scheme of that.
        self._found: dict[str, tuple[str, str]] = {}
        self.of_elements: dict[_Element, str] = {}

    def link(self, href: str | None) -> str:
        """The address that a link leads to: http, https or mailto; empty for any other."""
        return self._resolve(href, _LINKED)

    def resource(self, src: str | None) -> str:
        """The address of an image: http or https; empty for any other, and for the page itself."""
        if not src or (src[0] <= " " and not (src := src.strip(_AROUND))) or src[0] == "#":
            return ""
        return self._resolve(src, _WEB)

    page = resource
    """The address of another page of the web, likewise; empty for a place in this page too."""

    def _resolve(self, address: str | None, schemes: tuple[str, ...]) -> str:
        if not address or len(address) > MAX_ADDRESS:
            return ""
        known = self._found.get(address)
        if known is None:
            known = self._found[address] = self._absolute(address)
        url, scheme = known
        return url if not scheme or scheme in schemes else ""

    def _absolute(self, address: str) -> tuple[str, str]:
        # Most addresses need no parsing.
        if self._origin and _PLAIN_PATH.match(address):
            return self._origin + address, "https"
        if _PLAIN.match(address):
            return address, "https"
        return self._resolved(_IGNORED.sub("", address.strip(_AROUND)))

    def _resolved(self, address: str) -> tuple[str, str]:
        try:
            url = urljoin(self._base, address)
            parts = urlsplit(url)
        except ValueError:
            return "", ""
        if parts.scheme not in _LINKED and (parts.scheme or self._base):
            return "", ""
        if not parts.scheme and ":" in url.partition("/")[0]:
            return "", ""  # "java\x01script:" is not a scheme to urlsplit; a browser may see it otherwise
        return _ESCAPED.sub(_percent, url), parts.scheme


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))
