"""The fingerprint of a page's content: an exact digest, and two MinHashes that near-duplicates share in part.

The text is a sequence of words: lower-case runs of word characters, each Han character a word of its own. The digest
is of that sequence, so it does not depend on white space and punctuation. The MinHash (Broder, "On the resemblance and
containment of documents", 1997) is of the set of its shingles, runs of SHINGLE successive words, or in Chinese of
HAN_SHINGLE characters: the share of equal values of two MinHashes estimates the Jaccard similarity of the two sets.
MinHash was chosen over SimHash because its threshold is a similarity that one can state, and because a text with its
last quarter cut off still shares three quarters of its shingles, while its SimHash may differ in any number of bits.

A copy with a cut tail, or one that was cleaned with much noise, shares nearly all shingles of the shorter text and yet
few of both. So the number of shingles is kept with the MinHash: with the sizes of two sets and their Jaccard similarity
J, the number of shingles that both have is J / (1 + J) * (smaller + larger), and their share of the smaller set, its
containment, is J / (1 + J) * (1 + larger / smaller).

Noise that a page was cleaned with is mostly short lines: links, labels, products. So a second MinHash is of the
shingles within LONG lines, and two texts are near-duplicates if they are by one of both: a list of products that
somebody copies has no long lines, and a short article among many links has few others. Where a text has fewer than
MIN_WORDS of these, all its shingles stand for them.

To find the near-duplicates of one text among many, compare it with those that share a band with it, BAND successive
values: by one MinHash, texts of a similarity s share one of n bands with the probability 1 - (1 - s^BAND)^n, which for
its 24 bands is 0.90 for 0.3, 0.62 for 0.2 and 0.06 for 0.05.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.compiled import line_words, low_halves, shingle_hashes
from scrapy_denoise.document.identity import STATED, Identity, differ

if TYPE_CHECKING:
    from scrapy_denoise.optional import RMinHash

SHINGLE = 6
"""Words of a shingle. A changed word changes so many shingles: with one word of twenty changed, two texts have a
similarity of 0.58, with words of 4 it would be 0.69; but then articles in the same phrases have more in common: with
six, a shingle is longer than most phrases, so that a much smaller part in common is evidence of one text."""

HAN_SHINGLE = 9
"""Characters of a shingle where half of the words or more are Han characters: a Chinese word has about two."""

LONG = 10
"""A line with at least this many words is long."""

VALUES = 96
"""Values of each of the two MinHashes. The standard error of a similarity is at most 0.051."""

DIGEST = 16
"""Bytes of the exact digest of a content."""

SKETCHES = 2 * (2 * VALUES + 4)
"""Bytes of both MinHashes with the numbers of their shingles."""

LENGTH = SKETCHES + STATED
"""Bytes of both, and of what the page states."""

BANDS, BAND = 48, 2
"""Bands under which a fingerprint is looked up, half of them of each MinHash, and the values of each."""

SIMILAR = 0.38
"""Estimated Jaccard similarity from which two texts are near-duplicates. Two pages with one article are seldom cleaned
alike: the one keeps a line of noise, the other loses its last lines, and both lower the similarity."""

SHORT, SHORT_SIMILAR = 100, 0.8
"""Shingles from which SIMILAR is enough; a text of hardly any needs SHORT_SIMILAR, and one between them as much as lies
between both. Few shingles in common are soon some sentences that a site has on many pages."""

CONTAINED = ((0.6, 0.3), (0.8, 0.2))
"""Estimated containments from which two texts are near-duplicates too, each with the least size of the shorter one as a
share of the longer, if they have MIN_COMMON_SHINGLES. The smaller the share, the less exact is the estimate. A
page that quotes a short text is no copy of it, nor is a list that holds an article among others. Articles in the same
phrases are contained by up to 0.72, and have up to 0.35 in common."""

MIN_COMMON_SHINGLES = 50
"""Estimated number of common shingles from which containment counts. The first sentences of an article, as lists have
them, are fewer."""

MIN_WORDS = 20
"""A text with fewer words has no fingerprint: short texts are often messages that unrelated pages share."""

MAX_WORDS = 200_000
"""The most words of a text that are read for its MinHash. The digest is always of the whole text."""

SEED = 1
"""The seed of the hash functions, which is part of the scheme."""

SCHEME = 7
"""The version of what is stored: fingerprints of different schemes cannot be compared."""

Rows: TypeAlias = NDArray[np.uint16]
Shares: TypeAlias = NDArray[np.float64]


@attrs.frozen
class Fingerprint:
    """What identifies a content. digest: DIGEST bytes, equal for equal texts. minhash: VALUES numbers of two bytes of
    all lines and as many of the long ones, the number of shingles of both in four bytes each, and what the page states
    (`Identity.packed`; LENGTH in all)."""

    digest: bytes
    minhash: bytes = attrs.field(repr=False)

    def similarity(self, other: Fingerprint) -> float:
        """The estimated Jaccard similarity of the shingles of all lines of both texts, 0 to 1."""
        return float(similarities(minhash_rows([self.minhash]), minhash_rows([other.minhash]))[0])

    def near(self, other: Fingerprint) -> bool:
        """True if both are near-duplicates (`near`)."""
        return bool(near(minhash_rows([self.minhash]), minhash_rows([other.minhash]))[0])

    @property
    def stated(self) -> bytes:
        """What the page states of itself, as `Identity.packed`."""
        return self.minhash[SKETCHES:]

    def differs(self, other: Fingerprint) -> bool:
        """True if the statements of both pages contradict each other, so that they are not duplicates (`differ`)."""
        return bool(differ(stated_rows(minhash_rows([self.minhash])), stated_rows(minhash_rows([other.minhash])))[0])

    @property
    def bands(self) -> list[int]:
        """BANDS numbers of up to 38 bits; near-duplicates have one of them in common."""
        return bands_of(self.minhash)


def fingerprint_of(text: str, identity: Identity | None = None) -> Fingerprint | None:
    """The fingerprint of a text, and of what its page states; None for a text of fewer than MIN_WORDS words.

    Raises ImportError without the extra ``duplicates``.

    >>> one = fingerprint_of("The river rose in the night, and by the morning the lower road was under water, "
    ...     "so that the post came by boat.")
    >>> other = fingerprint_of("The river rose in the night and, by the morning, the lower road was under water; "
    ...     "so that the post came by boat")
    >>> one == other, one.near(other), fingerprint_of("Please wait.")
    (True, True, None)
    """
    words, lines, n, n_han = line_words(text, MAX_WORDS)
    if n < MIN_WORDS:
        return None
    digest = hashlib.blake2b(words, digest_size=DIGEST).digest()
    length = HAN_SHINGLE if 2 * n_han >= min(n, MAX_WORDS) else SHINGLE
    hashes, n_long = shingle_hashes(words, lines, length, LONG, MAX_WORDS)
    hashed = np.frombuffer(hashes, np.uint64)
    n_all = len(hashed)
    # The least hashes of all shingles are the lesser ones of both parts.
    parts = _minhash_type().digest_matrix_from_flat_token_hashes(hashed, [0, n_long, n_all], VALUES, SEED)
    long, others = parts.to_rows()
    of_all = low_halves(long, others)
    of_long = low_halves(long, long)
    if not MIN_WORDS <= n_long < n_all:
        of_long, n_long = of_all, n_all
    sizes = n_all.to_bytes(4, "little") + n_long.to_bytes(4, "little")
    return Fingerprint(digest, b"".join((of_all, of_long, sizes, (identity or Identity()).packed)))


@cache
def _minhash_type() -> type[RMinHash]:
    # To look a library up for each fingerprint took a tenth of it where a process has more to do than this.
    from scrapy_denoise.optional import RMinHash

    found: type[RMinHash] = RMinHash
    return found


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, each Han character one."""
    return line_words(text, 0)[0].decode().split()


def minhash_rows(minhashes: Sequence[bytes]) -> Rows:
    """MinHashes as rows of two-byte numbers, uint16 of shape (texts, LENGTH / 2): the values of both, the halves of
    both sizes, and what the pages state.

    Raises ValueError for one of another length, as other releases had.
    """
    return np.frombuffer(b"".join(minhashes), "<u2").reshape(len(minhashes), LENGTH // 2)


def stated_rows(rows: Rows) -> NDArray[np.uint8]:
    """What the pages state, as `differ` takes it. rows: as of `minhash_rows`."""
    return np.ascontiguousarray(rows[:, SKETCHES // 2 :]).astype("<u2").view(np.uint8)


def similarities(ones: Rows, others: Rows) -> Shares:
    """The estimated Jaccard similarity of all lines of each text with those of the other in its row; one of both may be
    a single row."""
    return _similarities(ones, others, 0)


def _similarities(ones: Rows, others: Rows, which: int) -> Shares:
    """As `similarities`. which: 0 for all lines, 1 for the long ones."""
    of = slice(which * VALUES, (which + 1) * VALUES)
    found: Shares = (ones[:, of] == others[:, of]).mean(axis=1)
    return found


def near(ones: Rows, others: Rows, similar: float | None = None) -> NDArray[np.bool_]:
    """Whether each text is a near-duplicate of the other in its row; one of both may be a single row.

    They are by SIMILAR, of short texts by more, or by CONTAINED and MIN_COMMON_SHINGLES, of all lines or of the long
    ones; never where the pages state that they are about different things (`differ`). similar: a similarity of all
    lines from which they are, whatever the containment and the length.
    """
    if similar is not None:
        enough: NDArray[np.bool_] = similarities(ones, others) >= similar
    else:
        enough = _near(ones, others, 0) | _near(ones, others, 1)
    alike: NDArray[np.bool_] = enough & ~differ(stated_rows(ones), stated_rows(others))
    return alike


def _near(ones: Rows, others: Rows, which: int) -> NDArray[np.bool_]:
    found, one, other = _similarities(ones, others, which), _sizes(ones, which), _sizes(others, which)
    shorter, longer = np.minimum(one, other), np.maximum(one, other)
    shared = found / (1 + found) * (one + other)
    contained = np.zeros(len(shared), np.bool_)
    for containment, share in CONTAINED:
        contained |= (shared >= containment * shorter) & (shorter >= share * longer)
    needed = SIMILAR + (SHORT_SIMILAR - SIMILAR) * np.maximum(0, 1 - longer / SHORT)
    either: NDArray[np.bool_] = (found >= needed) | contained & (shared >= MIN_COMMON_SHINGLES)
    return either


def _sizes(rows: Rows, which: int) -> NDArray[np.int64]:
    halves = rows[:, 2 * VALUES + 2 * which : 2 * VALUES + 2 * which + 2].astype(np.int64)
    sizes: NDArray[np.int64] = halves[:, 0] + (halves[:, 1] << 16)
    return sizes


def bands_of(minhash: bytes) -> list[int]:
    """The bands of both MinHashes as numbers of up to 38 bits: the band's values, with its own number above them."""
    found: list[int] = band_keys(minhash_rows([minhash]))[0].tolist()
    return found


def band_keys(minhashes: Rows, bands: range = range(BANDS)) -> NDArray[np.int64]:
    """Some bands of several MinHashes, of shape (texts, bands). minhashes: as of `minhash_rows`."""
    first = [band // (BANDS // 2) * VALUES + band % (BANDS // 2) * BAND for band in bands]
    values = minhashes[:, np.add.outer(first, np.arange(BAND))].astype(np.int64)
    keys: NDArray[np.int64] = (values << (16 * np.arange(BAND))).sum(axis=2) + (np.array(bands) << (16 * BAND))
    return keys
