"""The fingerprint of a page's content: an exact digest, and a MinHash that near-duplicates share in part.

The text is a sequence of words: lower-case runs of word characters, each Han character a word of its own. The digest
is of that sequence, so it does not depend on white space and punctuation. The MinHash (Broder, "On the resemblance and
containment of documents", 1997) is of the set of its shingles, runs of SHINGLE successive words, or in Chinese of
HAN_SHINGLE characters: the share of equal values of two MinHashes estimates the Jaccard similarity of the two sets.
MinHash was chosen over SimHash because its threshold is a similarity that one can state, and because a text with its
last quarter cut off still shares three quarters of its shingles, while its SimHash may differ in any number of bits.

A copy with a cut tail, or one that was cleaned with much noise, shares nearly all shingles of the shorter text and yet
few of both. So the number of shingles is kept with the MinHash: with the sizes of two sets and their Jaccard similarity
J, the share of the smaller set that is in the larger one, its containment, is J / (1 + J) * (1 + larger / smaller).

To find the near-duplicates of one text among many, compare it with those that share a band with it, BAND successive
values: texts of a similarity s share one of BANDS bands with the probability 1 - (1 - s^BAND)^BANDS, which is 0.83 for
0.23, 0.94 for 0.3, 0.998 for 0.44 and 0.08 for 0.05.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.word_shingles import first_words, shingles, spaced_words

SHINGLE = 4
"""Words of a shingle. A changed word changes so many shingles: with one word of twenty changed, two texts have a
similarity of 0.69, with words of 3 it would be 0.75; but then articles in the same phrases have more in common."""

HAN_SHINGLE = 6
"""Characters of a shingle where half of the words or more are Han characters: a Chinese word has about two. With runs
of three, articles about the same things in the same phrases have a similarity of up to 0.6, with six of up to 0.4."""

VALUES = 128
"""Values of a MinHash. The standard error of the similarity is at most 0.044."""

DIGEST = 16
"""Bytes of the exact digest of a content."""

LENGTH = 2 * VALUES + 4
"""Bytes of a MinHash with the number of its shingles."""

BANDS, BAND = 32, 2
"""Bands under which a fingerprint is looked up, and the values of each."""

SIMILAR = 0.44
"""Estimated Jaccard similarity from which two texts are near-duplicates. Two pages with one article are seldom cleaned
alike: the one keeps a line of noise, the other loses its last lines, and both lower the similarity."""

CONTAINED = 0.75
"""Estimated containment from which two texts are near-duplicates too, if the shorter one is long enough beside the
longer. Posts in the same phrases are contained by up to 0.68."""

LEAST_SHARE = 0.4
"""Shingles of the shorter of two texts, as a share of those of the longer one, below which containment does not count:
a page that quotes a short text is no copy of it, nor is a list that holds an article, or its first sentences."""

MIN_WORDS = 20
"""Words below which a text has no fingerprint: short texts are often messages that unrelated pages share."""

MAX_WORDS = 200_000
"""Words of a text that are read for its MinHash; the digest is always of all."""

SEED = 1
"""The seed of the hash functions, which is part of the scheme."""

SCHEME = 4
"""The version of what is stored: fingerprints of different schemes cannot be compared."""

Rows: TypeAlias = NDArray[np.uint16]
Shares: TypeAlias = NDArray[np.float64]


@attrs.frozen
class Fingerprint:
    """What identifies a content. digest: DIGEST bytes, equal for equal texts. minhash: VALUES numbers of two bytes, and
    the number of shingles in four bytes (LENGTH in all)."""

    digest: bytes
    minhash: bytes = attrs.field(repr=False)

    def similarity(self, other: Fingerprint) -> float:
        """The estimated Jaccard similarity of the shingles of both texts, 0 to 1."""
        return float(similarities(minhash_rows([self.minhash]), minhash_rows([other.minhash]))[0])

    def near(self, other: Fingerprint) -> bool:
        """Whether both are near-duplicates: by SIMILAR, or by CONTAINED and LEAST_SHARE."""
        return bool(near(minhash_rows([self.minhash]), minhash_rows([other.minhash]))[0])

    @property
    def bands(self) -> list[int]:
        """BANDS numbers of up to 37 bits; near-duplicates have one of them in common."""
        return bands_of(self.minhash)


def fingerprint_of(text: str) -> Fingerprint | None:
    """The fingerprint of a text; None for one of fewer than MIN_WORDS words.

    Raises ImportError without the extra ``duplicates``.

    >>> one = fingerprint_of("The river rose in the night, and by the morning the lower road was under water, "
    ...     "so that the post came by boat.")
    >>> other = fingerprint_of("The river rose in the night and, by the morning, the lower road was under water; "
    ...     "so that the post came by boat")
    >>> one == other, one.near(other), fingerprint_of("Please wait.")
    (True, True, None)
    """
    from scrapy_denoise.document.optional_minhash import RMinHash

    words = _spaced_words(text)
    if words.count(" ") + 1 < MIN_WORDS:
        return None
    digest = hashlib.blake2b(words.encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()
    minhash = RMinHash(VALUES, SEED)
    words, n, n_han = first_words(words, MAX_WORDS)
    found = shingles(words, HAN_SHINGLE if 2 * n_han >= n else SHINGLE)
    minhash.update(found)
    values = np.array(minhash.digest(), np.uint32).astype("<u2").tobytes()
    return Fingerprint(digest, values + len(found).to_bytes(4, "little"))


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, each Han character one."""
    return _spaced_words(text).split()


def _spaced_words(text: str) -> str:
    return spaced_words(text.encode("utf-8", "replace").decode("utf-8").lower())


def minhash_rows(minhashes: Sequence[bytes]) -> Rows:
    """MinHashes as rows of two-byte numbers, uint16 of shape (texts, LENGTH / 2): the values, and the size's halves.

    Raises ValueError for one of another length, as other releases had.
    """
    return np.frombuffer(b"".join(minhashes), "<u2").reshape(len(minhashes), LENGTH // 2)


def similarities(ones: Rows, others: Rows) -> Shares:
    """The estimated Jaccard similarity of each text with the other in its row; one of both may be a single row."""
    found: Shares = (ones[:, :VALUES] == others[:, :VALUES]).mean(axis=1)
    return found


def near(ones: Rows, others: Rows, similar: float | None = None) -> NDArray[np.bool_]:
    """Whether each text is a near-duplicate of the other in its row; one of both may be a single row.

    similar: the similarity from which they are, whatever their containment; None: as SIMILAR, CONTAINED and LEAST_SHARE
    say.
    """
    found = similarities(ones, others)
    if similar is not None:
        enough: NDArray[np.bool_] = found >= similar
        return enough
    one, other = _sizes(ones), _sizes(others)
    share = np.minimum(one, other) / np.maximum(np.maximum(one, other), 1)
    # the containment, multiplied by (1 + found) * share
    contained = found * (1 + share) >= CONTAINED * (1 + found) * share
    either: NDArray[np.bool_] = (found >= SIMILAR) | contained & (share >= LEAST_SHARE)
    return either


def _sizes(rows: Rows) -> NDArray[np.int64]:
    sizes: NDArray[np.int64] = rows[:, VALUES] + (rows[:, VALUES + 1].astype(np.int64) << 16)
    return sizes


def bands_of(minhash: bytes) -> list[int]:
    """The bands of a MinHash as numbers of up to 37 bits: the band's values, with its own number above them."""
    found: list[int] = band_keys(minhash_rows([minhash]))[0].tolist()
    return found


def band_keys(minhashes: Rows, bands: range = range(BANDS)) -> NDArray[np.int64]:
    """Some bands of several MinHashes, of shape (texts, bands). minhashes: as of `minhash_rows`."""
    values = minhashes[:, bands.start * BAND : bands.stop * BAND].astype(np.int64).reshape(-1, len(bands), BAND)
    keys: NDArray[np.int64] = (values << (16 * np.arange(BAND))).sum(axis=2) + (np.array(bands) << (16 * BAND))
    return keys
