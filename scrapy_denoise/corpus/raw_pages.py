"""What comes in: pages as they were crawled, and what of an input is no page or cannot be read."""

from __future__ import annotations

import hashlib

import attrs


@attrs.frozen
class RawPage:
    """A page as it was crawled.

    url: its address, empty where it is not known. html: its bytes. source: where it was read, for reports: a file and,
    after an ``@``, the offset of the record or the number of the row. site: the key of its site. charset: the encoding
    that the HTTP header gives. status: of the HTTP response. fetched: milliseconds since 1970, UTC. The last three are
    None where the input does not say.
    """

    url: str
    html: bytes = attrs.field(repr=False)
    source: str
    site: str = ""
    charset: str | None = None
    status: int | None = None
    fetched: int | None = None

    @property
    def rank(self) -> int:
        """The page's place among those of its site: a hash of its address, or of its bytes where it has none.

        The templates of a site are learned from the pages of the lowest ranks, whatever order they come in.
        """
        name = self.url.encode("utf-8", "replace") or self.html
        return int.from_bytes(hashlib.blake2b(name, digest_size=8).digest(), "little")


@attrs.frozen
class Skip:
    """What was left out. source: as of a `RawPage`. reason: one word, which is counted. detail: for the report; empty
    for what is left out because it was not asked for."""

    source: str
    reason: str
    detail: str = ""


class InputError(ValueError):
    """An input that cannot be read at all: what is wrong with it, and what to do."""
