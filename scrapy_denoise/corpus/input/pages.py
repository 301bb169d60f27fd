"""`RawPage`, a page as it was crawled, and `Skip`, a part of an input that is not a page or cannot be read."""

from __future__ import annotations

import hashlib
from typing import Any

import attrs

from scrapy_denoise.files.names import writable_name


def storable(text: str) -> str:
    """Replace each surrogate by a question mark, because surrogates cannot be encoded."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


@attrs.frozen
class RawPage:
    """A page as it was crawled.

    url: its address, empty where it is not known. html: its bytes. source: where it was read: the file as the call
    names it, and after a colon the number of the row or line, from 1, or after an ``@`` the offset of the record. site:
    the key of its site. charset: the encoding that the HTTP header gives. status: of the HTTP response. fetched:
    milliseconds since 1970, UTC. The last three are None where the input does not say.
    """

    url: str = attrs.field(converter=storable)
    html: bytes = attrs.field(repr=False)
    source: str = attrs.field(converter=writable_name)
    site: str = attrs.field(default="", converter=storable)
    charset: str | None = attrs.field(default=None, converter=attrs.converters.optional(storable))
    status: int | None = None
    fetched: int | None = None

    @property
    def rank(self) -> int:
        """The page's place among those of its site: 64 bits, the upper half a hash of its address, the lower one of
        its bytes, so that pages that were crawled twice have an order of their own too.

        The templates of a site are learned from the pages of the lowest ranks, whatever order they come in.
        """
        body = body_hash(self.html, self.charset)
        return (self._url_hash if self.url else body) << 32 | body

    @property
    def first_rank(self) -> int:
        """The rank without the hash of the bytes, which costs as much as to read the page, and which only pages of
        equal addresses need."""
        return self._url_hash << 32 if self.url else self.rank

    @property
    def _url_hash(self) -> int:
        return _hash(self.url.encode("utf-8", "replace"))


def body_hash(html: bytes, charset: str | None) -> int:
    """The lower half of a page's rank."""
    return _hash(html + (charset or "").encode("utf-8", "replace"))


def identity(row: dict[str, Any]) -> str:
    """The identity of the page in a row of the document view: its address, or else where it was read."""
    return str(row["url"] or row["source"])


def _hash(data: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(data, digest_size=4).digest(), "little")


@attrs.frozen
class Skip:
    """What was left out. source: as of a `RawPage`. reason: one word, which is counted. detail: for the report; empty
    for what is left out because it was not asked for."""

    source: str = attrs.field(converter=writable_name)
    reason: str
    detail: str = attrs.field(default="", converter=storable)


def too_large(source: str, max_size: int) -> Skip:
    """The `Skip` for a page with more bytes than the limit."""
    return Skip(source, "too_large", f"more than {max_size:,} bytes (--max-size)")


class InputError(ValueError):
    """An input cannot be read at all. The message says what is wrong and what to do."""
