"""Statements of a page that identify its subject: title, identifiers, price, table values, canonical address.

Two texts may be nearly equal and yet be of two things: products of one shop are described in the same sentences. So
these statements are kept with the fingerprint of a text, as hashes in STATED bytes, and texts whose statements
contradict each other are not duplicates (`differ`). What one of both does not state contradicts nothing.

Title and table values are sets of words. Each is kept as its size, a hash of the whole set, and a Bloom filter of its
words ("Space/time trade-offs in hash coding with allowable errors", 1970). Two sets of one size contradict each other
if their hashes differ. Of two sizes, neither may contain the other: a title with the name of the site behind it
contains the title without, and a table of which a row was not kept is contained in the whole table. With so many words
that most bits of the filter are set a contradiction is overlooked rather than invented.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from struct import Struct

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.compiled import cell_texts, lower_words
from scrapy_denoise.document.product.stated import read_stated
from scrapy_denoise.document.selection.field_lists import field_rows
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import Places

TITLE, VALUES, NUMBER, ADDRESS = 32, 40, 4, 8
"""Bytes of the title's words and of the tables' values, of each of sku, gtin and price, and of the canonical
address."""

HASHES = 3
"""Bits of a Bloom filter for each word. A page is compared with up to a hundred others whose text is like its own, and
a word that seems to be in all of their titles makes a copy of it: with one bit, 3 of 20 titles that differ in a number
were taken for the same."""

_POSITIONS = Struct(f"<{HASHES}I")

STATED = TITLE + VALUES + 3 * NUMBER + ADDRESS
"""Bytes of all statements of a page."""

MAX_TITLE = 40
"""The most words of a title that are compared."""

_BYTES = np.cumsum([0, TITLE, VALUES, NUMBER, NUMBER, NUMBER, ADDRESS])


@attrs.frozen
class Identity:
    """What a page states. A statement that is empty is not made. values: texts of table cells and of the fields of
    lists that hold a figure. canonical: the address that the page names as its own (`Page.canonical`)."""

    title: str = ""
    sku: str = ""
    gtin: str = ""
    price: str = ""
    values: tuple[str, ...] = ()
    canonical: str = ""

    @property
    def packed(self) -> bytes:
        """The statements in STATED bytes; zeros for what is not stated."""
        title = lower_words(self.title).split()[:MAX_TITLE]
        numbers = [_hash(one.strip().lower(), NUMBER) for one in (self.sku, self.gtin, self.price)]
        return b"".join(
            (_word_set(title, TITLE), _word_set(self.values, VALUES), *numbers, address_hash(self.canonical))
        )


def find_identity(page: Page, kept: NDArray[np.bool_], title: str) -> Identity:
    """Find the statements of a page. kept: bool, one for each text row. title: the page's title."""
    places = Places()
    read_stated(page, places)
    sku, price = (next((one.value for one in places.of(field)), "") for field in ("sku", "price"))
    values = tuple(cell_texts(page.columns, kept, field_rows(page.columns)))
    gtin = " ".join(sorted({one.value for one in places.of("gtin") if not one.signs}))
    return Identity(title, sku, gtin, price, values, page.canonical)


def address_hash(address: str) -> bytes:
    """ADDRESS bytes of an address without its fragment; zeros for an empty one."""
    return _hash(address.partition("#")[0], ADDRESS)


def _hash(text: str, length: int) -> bytes:
    if not text:
        return bytes(length)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=length).digest()


def _word_set(words: Iterable[str], length: int) -> bytes:
    """The words as a set: its size in one byte, 255 for more, NUMBER bytes of a hash, and a Bloom filter, in `length`
    bytes together; zeros for no word."""
    known = sorted(set(words))
    if not known:
        return bytes(length)
    found, bits = 0, 8 * (length - 1 - NUMBER)
    for word in known:
        for position in _POSITIONS.unpack(_hash(word, HASHES * NUMBER)):
            found |= 1 << position % bits
    size = min(len(known), 255).to_bytes(1, "little")
    return size + _hash("\n".join(known), NUMBER) + found.to_bytes(bits // 8, "little")


def differ(ones: NDArray[np.uint8], others: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether the statements of each page contradict those of the other in its row, in title, values, sku, gtin or
    price; one of both may be a single row. ones, others: `Identity.packed` as rows of shape (pages, STATED)."""
    found = np.zeros(np.broadcast_shapes((len(ones),), (len(others),)), np.bool_)
    for field in range(5):
        part = slice(_BYTES[field], _BYTES[field + 1])
        one, other = ones[:, part], others[:, part]
        stated = one.any(axis=1) & other.any(axis=1)
        if field < 2:
            words, others_words = one[:, 1 + NUMBER :], other[:, 1 + NUMBER :]
            apart = (words & ~others_words).any(axis=1) & (others_words & ~words).any(axis=1)
            same_size = one[:, 0] == other[:, 0]
            found |= stated & np.where(same_size, (one != other).any(axis=1), apart)
        else:
            found |= stated & (one != other).any(axis=1)
    return found


def canonical_hash(packed: bytes) -> bytes:
    """The `address_hash` of the canonical address in `Identity.packed`."""
    return packed[-ADDRESS:]
