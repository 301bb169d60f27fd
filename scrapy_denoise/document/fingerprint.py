"""The fingerprint of a page's content: an exact digest, and a MinHash that near-duplicates share in part.

The text is a sequence of words: lower-case runs of word characters, each Han character a word of its own. The digest
is of that sequence, so it does not depend on white space and punctuation. The MinHash (Broder, "On the resemblance and
containment of documents", 1997) is of the set of its shingles, runs of SHINGLE successive words, or in Chinese of
HAN_SHINGLE characters: the share of equal values of two MinHashes estimates the Jaccard similarity of the two sets.
MinHash was chosen over SimHash because its threshold is a similarity that one can state, and because a text with its
last quarter cut off still shares three quarters of its shingles, while its SimHash may differ in any number of bits.

To find the near-duplicates of one text among many, compare it with those that share a band with it, BAND successive
values: texts of a similarity s share one of BANDS bands with the probability 1 - (1 - s^BAND)^BANDS, which is 0.88 for
0.44, 0.96 for 0.5, 0.997 for 0.6 and 0.02 for 0.1.
"""

from __future__ import annotations

import hashlib
import re

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.words import HAN

SHINGLE = 4
"""Words of a shingle. A changed word changes so many shingles: with one word of twenty changed, two texts have a
similarity of 0.69, with words of 3 it would be 0.75; but then articles in the same phrases have more in common."""

HAN_SHINGLE = 6
"""Characters of a shingle where half of the words or more are Han characters: a Chinese word has about two. With runs
of three, articles about the same things in the same phrases have a similarity of up to 0.6, with six of up to 0.4."""

VALUES = 128
"""Values of a MinHash. The standard error of the similarity is at most 0.044."""

BANDS, BAND = 24, 3
"""Bands under which a fingerprint is looked up, and the values of each."""

SIMILAR = 0.44
"""Estimated Jaccard similarity from which two texts are near-duplicates. Two pages with one article are seldom cleaned
alike: the one keeps a line of noise, the other loses its last lines, and both lower the similarity."""

MIN_WORDS = 20
"""Words below which a text has no fingerprint: short texts are often messages that unrelated pages share."""

MAX_WORDS = 200_000
"""Words of a text that are read for its MinHash; the digest is always of all."""

SEED = 1
"""The seed of the hash functions, which is part of the scheme."""

SCHEME = 3
"""The version of what is stored: fingerprints of different schemes cannot be compared."""

# Compiled when they are needed, and kept by `re`: it takes a tenth of the time in which this package is imported.
_WORD, _HAN, _WORD_OR_HAN = r"\w+", f"[{HAN}]", rf"[^\W{HAN}]+|(?=[{HAN}])\w"


@attrs.frozen
class Fingerprint:
    """What identifies a content. digest: 16 bytes, equal for equal texts. minhash: VALUES numbers of two bytes."""

    digest: bytes
    minhash: bytes = attrs.field(repr=False)

    def similarity(self, other: Fingerprint) -> float:
        """The estimated Jaccard similarity of the shingles of both texts, 0 to 1."""
        return similarities(self.minhash, [other.minhash])[0]

    @property
    def bands(self) -> list[int]:
        """BANDS numbers of up to 63 bits; near-duplicates have one of them in common."""
        return bands_of(self.minhash)


def fingerprint_of(text: str) -> Fingerprint | None:
    """The fingerprint of a text; None for one of fewer than MIN_WORDS words.

    Raises ImportError without the extra ``duplicates``.

    >>> one = fingerprint_of("The river rose in the night, and by the morning the lower road was under water, "
    ...     "so that the post came by boat.")
    >>> other = fingerprint_of("The river rose in the night and, by the morning, the lower road was under water; "
    ...     "so that the post came by boat")
    >>> one == other, one.similarity(other), fingerprint_of("Please wait.")
    (True, 1.0, None)
    """
    from scrapy_denoise.document.optional_minhash import RMinHash

    words = words_of(text)
    if len(words) < MIN_WORDS:
        return None
    digest = hashlib.blake2b(" ".join(words).encode("utf-8", "surrogatepass"), digest_size=16).digest()
    del words[MAX_WORDS:]
    minhash = RMinHash(VALUES, SEED)
    han = re.compile(_HAN)
    length = HAN_SHINGLE if 2 * sum(1 for word in words if han.match(word)) >= len(words) else SHINGLE
    minhash.update([" ".join(shingle) for shingle in zip(*(words[n:] for n in range(length)), strict=False)])
    return Fingerprint(digest, np.array(minhash.digest(), np.uint32).astype("<u2").tobytes())


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, each Han character one."""
    text = text.encode("utf-8", "replace").decode("utf-8").lower()
    return re.findall(_WORD if text.isascii() else _WORD_OR_HAN, text)


def similarities(minhash: bytes, others: list[bytes]) -> list[float]:
    """The estimated Jaccard similarity of a text with each of the others, by their MinHashes."""
    values = np.frombuffer(b"".join(others), "<u2").reshape(len(others), VALUES)
    equal: list[float] = (values == np.frombuffer(minhash, "<u2")).mean(axis=1).tolist()
    return equal


def bands_of(minhash: bytes) -> list[int]:
    """The bands of a MinHash as numbers of up to 63 bits: the band's values, with its own number above them."""
    found: list[int] = band_keys(np.frombuffer(minhash, "<u2")[None])[0].tolist()
    return found


def band_keys(minhashes: NDArray[np.uint16], bands: range = range(BANDS)) -> NDArray[np.int64]:
    """Some bands of several MinHashes, of shape (texts, bands). minhashes: of shape (texts, VALUES)."""
    values = minhashes[:, bands.start * BAND : bands.stop * BAND].astype(np.int64).reshape(-1, len(bands), BAND)
    keys: NDArray[np.int64] = (values << (16 * np.arange(BAND))).sum(axis=2) + (np.array(bands) << (16 * BAND))
    return keys
