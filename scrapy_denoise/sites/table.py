"""All samples of a site side by side: which of them are siblings of a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Page
from scrapy_denoise.page.signature import SKETCH, likeness
from scrapy_denoise.sites.agreement import agree
from scrapy_denoise.sites.counting import nearest, shared_chars
from scrapy_denoise.sites.samples import Layout

ALIKE = 0.4
"""Likeness (Jaccard index of element paths) from which a sample counts as a page of the same layout."""

RELATIVE = 0.6
"""Share of the likeness of the most alike sample that others of its layout have: a list is no sibling of an article."""

DUPLICATE = 0.8
"""Share of a page's own text, in characters, from which a sample that has it too is the same article again."""


class SampleTable:
    """All samples of a template, side by side: to compare a page with every one of them at once.

    signatures, slots: of each sample. Its texts are one sorted array of hashes, with a row of flags for each: the
    samples that have it.
    """

    def __init__(self, layouts: Mapping[int, Layout]) -> None:
        samples = [(slot, sample) for slot, layout in layouts.items() for sample in layout.samples]
        samples.sort(key=lambda pair: (pair[1].digest, pair[1].content))
        self.slots = [slot for slot, _ in samples]
        self.signatures = [sample.signature for _, sample in samples]
        self.digests = {sample.digest for _, sample in samples}
        self._digests = np.array([sample.digest for _, sample in samples], np.uint64)
        self._contents = np.array([sample.content for _, sample in samples], np.uint64)
        sketches = [signature.sketch for signature in self.signatures]
        self._sketches = np.stack(sketches) if sketches else np.empty((0, SKETCH), np.uint32)
        texts = [signature.texts for signature in self.signatures]
        self._texts, place = np.unique(np.concatenate([np.zeros(1, np.uint64), *texts]), return_inverse=True)
        self._has = np.zeros((len(self._texts), len(samples)), np.uint8)
        owner = np.repeat(np.arange(len(samples)), [len(hashes) for hashes in texts])
        self._has[place[1:], owner] = 1
        # The text rows of all samples, one after the other.
        rows = [signature.text_rows for signature in self.signatures]
        self._starts = np.cumsum([0, *(len(numbers) for numbers in rows)])
        self._paths = _joined([s.path[n] for s, n in zip(self.signatures, rows, strict=True)], np.uint64)
        self._chars = _joined([s.chars[n] for s, n in zip(self.signatures, rows, strict=True)], np.int32)
        self._scores = _joined([sample.scores for _, sample in samples], np.uint8)
        nodes = _joined([signature.text_nodes for signature in self.signatures], np.uint64)
        self._places = np.searchsorted(self._texts, nodes)

    def alike(self, page: Page) -> list[int]:
        """The samples of the page's layout, the most alike first; not the page itself, by address or content."""
        alike = likeness(page.signature.sketch, self._sketches)
        content = page.signature.content_hash
        return nearest(alike, self._digests, self._contents, page.digest, content, ALIKE, RELATIVE)

    def other_articles(self, page: Page, samples: list[int]) -> list[int]:
        """Of these samples, those that are another article: not one with nearly all that most of them lack."""
        if len(samples) < 2:
            return samples
        signature = page.signature
        shared = np.empty(len(samples), np.int64)
        chars = signature.chars[signature.text_rows]
        own = shared_chars(self._texts, self._has, np.array(samples), signature.text_nodes, chars, shared)
        limit = max(1, DUPLICATE * own)
        return [sample for sample, n in zip(samples, shared.tolist(), strict=True) if n < limit]

    def agreement(self, page: Page, siblings: list[int]) -> Agreement:
        """The page's block scores where these samples have a say."""
        signature = page.signature
        rows = signature.text_rows
        scores = np.empty_like(page.evidence)
        repeated = np.empty_like(page.evidence)
        agree(
            self._texts, self._has, np.array(siblings, np.int64),
            self._starts, self._paths, self._places, self._scores, self._chars,
            signature.path[rows], signature.text_nodes, signature.chars[rows],
            page.blocks.block_of, page.evidence, scores, repeated,
        )  # fmt: skip
        return Agreement(len(siblings), scores, repeated)


@attrs.frozen(eq=False)
class Agreement:
    """What a page's blocks score together with its siblings.

    siblings: how many were asked. scores: for each block, 0 to 1: its page evidence, averaged in log-odds with
    that of all text at the same path, of the page and of its siblings, discounted as far as it is repeated.
    repeated: for each block the share of these pages that have its text at its path.
    """

    siblings: int
    scores: NDArray[np.float32]
    repeated: NDArray[np.float32]


def _joined(parts: list[NDArray[Any]], dtype: type) -> NDArray[Any]:
    return np.concatenate([np.empty(0, dtype), *parts])
