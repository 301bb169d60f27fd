"""Statements of a page that identify its subject: title, identifiers, price, table values, canonical address.

Two texts may be nearly equal and yet be of two things: products of one shop are described in the same sentences. So
these statements are kept with the fingerprint of a text, as hashes in STATED bytes, and texts whose statements
contradict each other are not duplicates (`differ`). What one of both does not state contradicts nothing.

Title and table values are sets of words, each kept as a set of bits (Bloom, "Space/time trade-offs in hash coding with
allowable errors", 1970, with one hash function): a title with the name of the site behind it contains the title
without, and a table of which a row was not kept is contained in the whole table. Two sets contradict each other if
neither contains the other. With few words two different ones rarely share their bits, and with so many that most bits
are set a contradiction is overlooked rather than invented.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document._fingerprint import spaced_words
from scrapy_denoise.document.offers import find_offer
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.tags import NAMES

TITLE, VALUES, NUMBER, ADDRESS = 16, 32, 4, 8
"""Bytes of the title's words and of the tables' values, of each of sku, gtin and price, and of the canonical
address."""

STATED = TITLE + VALUES + 3 * NUMBER + ADDRESS
"""Bytes of all statements of a page."""

MAX_TITLE = 40
"""The most words of a title that are compared."""

MAX_CELLS = 200
"""The most table cells and descriptions whose values are compared: the first ones."""

MAX_CELL_CHARS = 40
"""Characters of a cell that holds a value. Longer ones are text, or a table that lays out the page."""

_CELLS = np.array([NAMES.index(name) for name in ("td", "dd")])
_BYTES = np.cumsum([0, TITLE, VALUES, NUMBER, NUMBER, NUMBER, ADDRESS])


@attrs.frozen
class Identity:
    """What a page states. A statement that is empty is not made. values: texts of table cells that hold a figure.
    canonical: the address that the page names as its own (`Page.canonical`)."""

    title: str = ""
    sku: str = ""
    gtin: str = ""
    price: str = ""
    values: tuple[str, ...] = ()
    canonical: str = ""

    @property
    def packed(self) -> bytes:
        """The statements in STATED bytes; zeros for what is not stated."""
        title = spaced_words(self.title.lower()).split()[:MAX_TITLE]
        numbers = [_hash(one.strip().lower(), NUMBER) for one in (self.sku, self.gtin, self.price)]
        return b"".join((_bits(title, TITLE), _bits(self.values, VALUES), *numbers, address_hash(self.canonical)))


def find_identity(page: Page, kept: NDArray[np.bool_], title: str) -> Identity:
    """Find the statements of a page. kept: bool, one for each text row. title: the page's title."""
    offer = find_offer(page)
    gtin = " ".join(sorted(number for _, number in offer.gtin))
    return Identity(title, offer.sku, gtin, offer.price, _cell_values(page, kept), page.canonical)


def _cell_values(page: Page, kept: NDArray[np.bool_]) -> tuple[str, ...]:
    """The texts with figures of short cells of tables and descriptions, in document order."""
    columns = page.columns
    cells = np.flatnonzero(np.isin(columns.tag, _CELLS))
    cells = cells[columns.subtree_chars[cells] <= MAX_CELL_CHARS] if len(cells) else cells
    bounds = np.searchsorted(columns.text_rows, np.stack([cells, columns.end[cells]]))
    found = []
    for first, last in bounds.T[:MAX_CELLS].tolist():
        if first < last and kept[first:last].all():
            words = spaced_words(columns.text_between(first, last).lower())
            if any(map(str.isdigit, words)):
                found.append(words)
    return tuple(found)


def address_hash(address: str) -> bytes:
    """ADDRESS bytes of an address without its fragment; zeros for an empty one."""
    return _hash(address.partition("#")[0], ADDRESS)


def _hash(text: str, length: int) -> bytes:
    if not text:
        return bytes(length)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=length).digest()


def _bits(words: Iterable[str], length: int) -> bytes:
    """The words as a set of bits, in `length` bytes."""
    found = 0
    for word in words:
        found |= 1 << int.from_bytes(_hash(word, NUMBER), "little") % (8 * length)
    return found.to_bytes(length, "little")


def differ(ones: NDArray[np.uint8], others: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether the statements of each page contradict those of the other in its row, in title, values, sku, gtin or
    price; one of both may be a single row. ones, others: `Identity.packed` as rows of shape (pages, STATED)."""
    found = np.zeros(np.broadcast_shapes((len(ones),), (len(others),)), np.bool_)
    for field in range(5):
        part = slice(_BYTES[field], _BYTES[field + 1])
        one, other = ones[:, part], others[:, part]
        stated = one.any(axis=1) & other.any(axis=1)
        if field < 2:
            found |= stated & (one & ~other).any(axis=1) & (other & ~one).any(axis=1)
        else:
            found |= stated & (one != other).any(axis=1)
    return found


def canonical_hash(packed: bytes) -> bytes:
    """The `address_hash` of the canonical address in `Identity.packed`."""
    return packed[-ADDRESS:]
