"""Addresses in a page: absolute, and of schemes that run nothing."""

from cpython.unicode cimport PyUnicode_1BYTE_DATA
from libc.stdint cimport uint8_t

import re
from urllib.parse import urljoin, urlsplit

import numpy as np

from scrapy_denoise.page.markup.protected_addresses import PROTECTION, protected_address

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(str text)

MAX_ADDRESS = 8_000
"""Characters of an address, as the page has it and resolved; longer ones are left out."""

cdef frozenset WEB = frozenset(("http", "https"))
cdef frozenset LINKED = WEB | {"mailto"}
# Browsers take these out of an address before they read its scheme.
_IGNORED = re.compile("[\t\n\r]")
# And these around it.
_AROUND = "".join(map(chr, range(33)))
# What would end an address in Markdown, or is no part of one.
_ESCAPED = re.compile('[\x00-\x20<>"`{}|\\\\^\x7f-\xa0\u2000-\u200a\u2028\u2029\u3000\ud800-\udfff\ufffe\uffff]')

_ORIGIN = re.compile(r"https?://[^\s/?#\[\]<>\"\\^`{|}\ud800-\udfff]*(?=[/?#]|\Z)", re.IGNORECASE)

# Of the bytes of ASCII, those that stand in an address as they are, and of these the ones of which hosts are made.
cdef enum:
    LETTER = 1
    OF_HOST = 2

cdef uint8_t _byte
cdef uint8_t[256] LETTERS
LETTERS[:] = [0] * 256
for _byte in b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~%!$&'()*+,;=:@.-":
    LETTERS[_byte] = LETTER
for _byte in b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-":
    LETTERS[_byte] |= OF_HOST


def page_addresses(page not None):
    """The addresses of a page. To be asked for with ``page.cached``."""
    return Addresses(page.base_url)


def web_links(page not None):
    """Of the links of a page that lead to a page of the web the rows, the addresses and the ``rel``, in document order. To be asked for
    with ``page.cached``."""
    cdef Addresses addresses = page.cached(page_addresses)
    cdef dict said = page.links
    cdef list rows = [], urls = [], rels = []
    cdef tuple link
    cdef str url
    for row in page.columns.link.nonzero()[0].tolist():
        link = said.get(row)
        url = addresses.page(link[0]) if link is not None else ""
        if url:
            rows.append(row)
            urls.append(url)
            rels.append(link[1])
    return np.array(rows, np.intp), urls, rels


cdef class Addresses:
    """Resolves the addresses of a page against its base, each of them once.

    base: with None, and with what is not an address of the web, relative addresses stay relative. of_elements: the
    address that an element stands for, where finding it costs more than one attribute.
    """

    cdef readonly dict of_elements
    cdef str _base, _origin, _scheme
    cdef dict _found  # of each address what it refers to, and the scheme of that
    cdef dict _folders  # likewise, of what addresses of files begin with

    def __init__(self, str base):
        origin = _ORIGIN.match(base or "")
        self._base = base or "" if origin else ""
        self._origin = origin[0] if origin else ""
        self._scheme = self._origin.partition("/")[0].lower()
        self._found, self._folders, self.of_elements = {}, {}, {}

    cpdef str link(self, str href):
        """The address that a link leads to: http, https or mailto; empty for any other. An address of mail in disguise
        is the one that it stands for, and none where it stands for nothing."""
        return self.resolve(href, LINKED)

    cpdef str resource(self, str src):
        """The address of an image: http or https; empty for any other, and for the page itself."""
        if src and src[0] <= " ":
            src = src.strip(_AROUND)
        if not src or src[0] == "#":
            return ""
        return self.resolve(src, WEB)

    cpdef str page(self, str href):
        """The address of another page of the web, likewise; empty for a place in this page too."""
        return self.resource(href)

    cdef str resolve(self, str address, frozenset schemes):
        cdef tuple known
        if not address or len(address) > MAX_ADDRESS:
            return ""
        known = self._found.get(address)
        if known is None:
            known = self.absolute(address)
            known = self._found[address] = known if len(known[0]) <= MAX_ADDRESS else ("", "")
        return known[0] if not known[1] or known[1] in schemes else ""

    cdef tuple absolute(self, str address):
        """What an address refers to, and the scheme of that; most addresses need no parsing."""
        cdef const uint8_t* text
        cdef Py_ssize_t n = len(address), file
        cdef str mail, whole
        if PROTECTION in address:
            mail = protected_address(address.partition("#")[2])
            return self.resolved("mailto:" + mail) if mail else ("", "")
        if PyUnicode_IS_ASCII(address):
            text = <const uint8_t*>PyUnicode_1BYTE_DATA(address)
            if not self._base and (is_plain_path(text, n) or file_of(text, n) >= 0):
                return address, ""
            if self._origin and is_plain_path(text, n):
                return self._origin + address, "https"
            if is_plain(text, n):
                return address, "https"
            if self._origin and n > 2 and text[0] == c"/" and text[1] == c"/" and ";" not in address:
                whole = self._scheme + address
                if is_plain(<const uint8_t*>PyUnicode_1BYTE_DATA(whole), len(whole)):
                    return whole, "https"
            if runs_elsewhere(text, n):
                return "", ""
            file = file_of(text, n)
            if self._base and file >= 0:
                if text[0] != c"." and "/." not in address:  # without steps up it begins in the folder of the page
                    file = 0
                folder = self.folder(address[:file])
                if folder[1] in WEB:
                    return folder[0] + address[file:], folder[1]
        address = _IGNORED.sub("", address.strip(_AROUND))
        if address.startswith("mailto:") and not address.startswith("mailto:/"):
            return _ESCAPED.sub(_percent, address), "mailto"
        return self.resolved(address)

    cdef tuple folder(self, str beginning):
        """The same of the folder in which the files are whose addresses begin so; without a scheme where they have to
        be resolved one by one."""
        cdef tuple known = self._folders.get(beginning)
        if known is None:
            known = self.resolved(beginning or "./")
            known = self._folders[beginning] = known if known[0].endswith("/") else ("", "")
        return known

    cdef tuple resolved(self, str address):
        try:
            url = urljoin(self._base, address)
            if len(url) > MAX_ADDRESS:
                return "", ""
            parts = urlsplit(url)
        except ValueError:
            return "", ""
        if parts.scheme not in LINKED and (parts.scheme or self._base):
            return "", ""
        if not parts.scheme and ":" in url.partition("/")[0]:
            return "", ""  # "java\x01script:" is not a scheme to urlsplit; a browser may see it otherwise
        return _ESCAPED.sub(_percent, url), parts.scheme


def is_whole(str address not None):
    """Whether an address is absolute, of the web, and nothing in it has to be escaped: it refers to itself."""
    return PyUnicode_IS_ASCII(address) and is_plain(<const uint8_t*>PyUnicode_1BYTE_DATA(address), len(address))


cdef bint runs_elsewhere(const uint8_t* text, Py_ssize_t n):
    """Whether an address begins with a scheme that is not one of those of links, such as ``tel`` and ``javascript``."""
    cdef Py_ssize_t at = 0
    while at < n and c"a" <= text[at] <= c"z":
        at += 1
    if not 0 < at < n or text[at] != c":" or at > 20:
        return False
    return text[:at] not in (b"http", b"https", b"mailto")


cdef bint is_plain(const uint8_t* text, Py_ssize_t n) noexcept:
    """Whether an address is absolute, of the web, and nothing in it has to be escaped."""
    cdef Py_ssize_t at = 7, start
    if n < 8 or text[0] != c"h" or text[1] != c"t" or text[2] != c"t" or text[3] != c"p":
        return False
    if text[4] == c"s":
        at = 8
    if text[at - 3] != c":" or text[at - 2] != c"/" or text[at - 1] != c"/":
        return False
    start = at
    while at < n and LETTERS[text[at]] & OF_HOST:
        at += 1
    if at == start:
        return False
    if at < n and text[at] == c":":
        start = at = at + 1
        while at < n and c"0" <= text[at] <= c"9":
            at += 1
        if at == start:
            return False
    if at < n and text[at] == c"/":
        while at < n and (LETTERS[text[at]] or text[at] == c"/"):
            at += 1
    return ends_plainly(text, at, n)


cdef bint is_plain_path(const uint8_t* text, Py_ssize_t n) noexcept:
    """Whether an address is the path to a place of the same host, without steps up and without a parameter at its end,
    and nothing in it has to be escaped."""
    cdef Py_ssize_t at = 1
    if n < 1 or text[0] != c"/":
        return False
    if n > 1 and (text[1] == c"/" or text[1] == c";"):
        return False
    while at < n and (LETTERS[text[at]] or text[at] == c"/"):
        if text[at] == c"." and text[at - 1] == c"/":
            return False
        at += 1
    return text[at - 1] != c";" and ends_plainly(text, at, n)


cdef Py_ssize_t file_of(const uint8_t* text, Py_ssize_t n) noexcept:
    """Where the name of the file begins in a relative address in which nothing has to be escaped; -1 for others."""
    cdef Py_ssize_t at = 0, file = 0
    while at < n and (LETTERS[text[at]] or text[at] == c"/"):
        if text[at] == c":" or text[at] == c";" or (text[at] == c"/" and at and text[at - 1] == c"/"):
            return -1
        at += 1
        if text[at - 1] == c"/":
            file = at
    if not at or (file < at and text[file] == c"."):
        return -1
    return file if ends_plainly(text, at, n) else -1


cdef bint ends_plainly(const uint8_t* text, Py_ssize_t at, Py_ssize_t n) noexcept:
    """Whether an address goes on with nothing but a query and the name of a place, of which neither is empty."""
    cdef Py_ssize_t start
    cdef uint8_t sign
    for sign in b"?#":
        if at < n and text[at] == sign:
            start = at = at + 1
            while at < n and (LETTERS[text[at]] or text[at] == c"/" or text[at] == c"?"):
                at += 1
            if at == start:
                return False
    return at == n


def _percent(match not None):
    return "".join([f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace")])
