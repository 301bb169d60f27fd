"""QuarkDuplicate: groups of pages with the same content, exactly or nearly (paper 003, by its name alone).

Pages are compared by the fingerprints of their contents (`scrapy_denoise.document.fingerprint`), the same that a crawl
compares, by the same rule. Pages that share a band are candidates; those that are near-duplicates are in one group, and
so are the groups of both. The representative of a group is the canonical page, which a page of the group names as its
address; of several, or where there is none, the page that was crawled first, of several the one with the shortest
address, of several the first in the order of the alphabet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.corpus.input.pages import identity
from scrapy_denoise.document.fingerprint import BANDS, band_keys, minhash_rows, near, similarities, stated_rows
from scrapy_denoise.document.identity import address_hash, canonical_hash, differ
from scrapy_denoise.optional import connected_components, coo_array
from scrapy_denoise.optional import pyarrow as pa

CONTENT_COLUMNS = ("url", "source", "fetched", "digest", "minhash")

GROUPS = pa.schema(
    [
        ("url", pa.string()),
        ("representative", pa.string()),
        ("pages", pa.int32()),
        ("exact", pa.bool_()),
        ("similarity", pa.float32()),
    ]
)
"""A row for each page that is in a group. url, representative: the `identity` of a page. pages: in the group. exact:
whether its words are those of the representative. similarity: to the representative, as estimated."""

UNKNOWN_TIME = np.iinfo(np.int64).max
"""Stands for an unknown time of crawling: later than all others."""

PAIRS_AT_ONCE = 1 << 16
"""The number of pairs that are compared at once."""


@attrs.frozen(eq=False)
class Contents:
    """The fingerprints of pages: about 620 bytes of memory for each. urls: what `identity` says."""

    urls: list[str]
    fetched: NDArray[np.int64]
    digests: NDArray[np.bytes_]
    minhashes: NDArray[np.uint16]

    @classmethod
    def from_batches(cls, batches: Iterable[Any]) -> Contents:
        """Of rows with CONTENT_COLUMNS, in the order of their addresses.

        Rows without a fingerprint are left out. Of several with one address that which was crawled first counts, of
        several the one with the lowest digest.
        """
        found: dict[str, tuple[int, bytes, bytes]] = {}
        for batch in batches:
            for row in batch.to_pylist():
                if row["minhash"] is not None:
                    fetched = int(row["fetched"].timestamp() * 1000) if row["fetched"] else UNKNOWN_TIME
                    version = fetched, bytes.fromhex(row["digest"]), row["minhash"]
                    page = identity(row)
                    found[page] = min(version, found.get(page, version))
        urls = sorted(found)
        return cls(
            urls, np.array([found[url][0] for url in urls], np.int64), np.array([found[url][1] for url in urls], "V16"),
            minhash_rows([found[url][2] for url in urls]),
        )  # fmt: skip


def duplicate_groups(contents: Contents, similar: float | None = None) -> NDArray[np.int64]:
    """For each page the number of its representative, which is its own where it is in no group.

    similar: as of `near`; from 1 on equal words alone make a group.
    """
    count = len(contents.urls)
    if not count:
        return np.empty(0, np.int64)
    edges = [_exact(contents)]
    if similar is None or similar < 1:
        edges += [_near(contents.minhashes, pairs, similar) for pairs in _candidates(contents.minhashes)]
    ends = np.concatenate(edges)
    graph = coo_array((np.ones(len(ends), np.bool_), (ends[:, 0], ends[:, 1])), (count, count))
    _, group = connected_components(graph, directed=False)
    return _representatives(contents, group)


def _exact(contents: Contents) -> NDArray[np.int64]:
    """Pairs of pages of one digest that state nothing different: each with the first that has the digest and with the
    one before it, where those that state the same are next to each other."""
    rows = stated_rows(contents.minhashes)
    _, digest = np.unique(contents.digests.view("S16").copy(), return_inverse=True)
    _, stated = np.unique(rows, axis=0, return_inverse=True)
    order = np.lexsort((stated.ravel(), digest))
    same = np.flatnonzero(np.diff(digest[order]) == 0)
    starts = np.searchsorted(digest[order], digest[order[same + 1]])
    pairs = np.concatenate([np.stack([order[one], order[same + 1]], 1) for one in (same, starts)])
    alike: NDArray[np.int64] = pairs[~differ(rows[pairs[:, 0]], rows[pairs[:, 1]])]
    return alike


def _candidates(minhashes: NDArray[np.uint16]) -> Iterator[NDArray[np.int64]]:
    """Pairs of pages that share a band: each with the first and with the one before it that have the band."""
    for band in range(BANDS):  # one at a time: all of them take ten times the memory
        keys = band_keys(minhashes, range(band, band + 1))[:, 0]
        order = np.argsort(keys, kind="stable")
        same = np.flatnonzero(np.diff(keys[order]) == 0)
        starts = np.searchsorted(keys[order], keys[order[same + 1]])
        pairs = np.concatenate(
            [np.stack([order[same], order[same + 1]], 1), np.stack([order[starts], order[same + 1]], 1)]
        )
        yield np.unique(pairs, axis=0)


def _near(minhashes: NDArray[np.uint16], pairs: NDArray[np.int64], similar: float | None) -> NDArray[np.int64]:
    """The pairs that are near-duplicates."""
    found = [np.empty((0, 2), np.int64)]
    for start in range(0, len(pairs), PAIRS_AT_ONCE):
        some = pairs[start : start + PAIRS_AT_ONCE]
        found.append(some[near(minhashes[some[:, 0]], minhashes[some[:, 1]], similar)])
    return np.concatenate(found)


def _representatives(contents: Contents, group: NDArray[np.int64]) -> NDArray[np.int64]:
    named = {
        (int(one), canonical_hash(stated.tobytes()))
        for one, stated in zip(group, stated_rows(contents.minhashes), strict=True)
    }
    order = sorted(
        range(len(group)),
        key=lambda n: (
            (int(group[n]), address_hash(contents.urls[n])) not in named,
            contents.fetched[n], len(contents.urls[n]), contents.urls[n],
        ),
    )  # fmt: skip
    best: dict[int, int] = {}
    for number in order:
        best.setdefault(int(group[number]), number)
    return np.array([best[int(one)] for one in group], np.int64)


def group_rows(contents: Contents, chosen: NDArray[np.int64]) -> Iterator[Any]:
    """The rows of GROUPS for the pages that are in a group, as record batches. chosen: as of `duplicate_groups`."""
    sizes = np.bincount(chosen, minlength=len(chosen))
    members = np.flatnonzero(sizes[chosen] > 1)
    members = members[np.lexsort((members != chosen[members], chosen[members]))]
    for start in range(0, len(members), PAIRS_AT_ONCE):
        some = members[start : start + PAIRS_AT_ONCE]
        first = chosen[some]
        yield pa.RecordBatch.from_arrays(
            [
                pa.array([contents.urls[n] for n in some]),
                pa.array([contents.urls[n] for n in first]),
                pa.array(sizes[first].astype(np.int32)),
                pa.array(contents.digests[some] == contents.digests[first]),
                pa.array(similarities(contents.minhashes[some], contents.minhashes[first]).astype(np.float32)),
            ],
            schema=GROUPS,
        )
