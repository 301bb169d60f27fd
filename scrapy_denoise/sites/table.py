"""All samples of a site side by side: which of them are siblings of a page."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from scrapy_denoise.page import Page
from scrapy_denoise.page.signature import SKETCH, likeness
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
