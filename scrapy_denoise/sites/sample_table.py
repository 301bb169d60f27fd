"""The samples of a site side by side: which of them are siblings of a page, and what they say of its blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.page.native.lazy import cached_attribute
from scrapy_denoise.page.signature import ANCESTORS, SKETCH
from scrapy_denoise.sites._sample_table import Samples
from scrapy_denoise.sites.layout import DUPLICATE, Layout
from scrapy_denoise.sites.repetition import field_flags, repeated_texts
from scrapy_denoise.sites.votes import Agreement, agree

ALIKE = 0.4
"""Jaccard similarity of the element paths from which a sample counts as a page of the same layout."""

RELATIVE = 0.6
"""Share of the best sample's similarity that a sibling has at least: a list is not a sibling of an article."""


class SampleTable:
    """All samples of a template side by side, so that a page is compared with every one of them at once.

    model: the identity of the model whose scores count; samples scored by another model cast no vote. signatures,
    slots, digests: of each sample. The texts of all samples are one sorted array of hashes, with flags for the samples
    that have each.
    """

    def __init__(self, layouts: Mapping[int, Layout], model: int = 0) -> None:
        self.model = model
        samples = [(slot, sample) for slot, layout in layouts.items() for sample in layout.samples]
        samples.sort(key=lambda pair: (pair[1].digest, pair[1].content))
        self.slots = [slot for slot, _ in samples]
        self.digests = [sample.digest for _, sample in samples]
        self.signatures = [sample.signature for _, sample in samples]
        digests = np.array(self.digests, np.uint64)
        contents = np.array([sample.content for _, sample in samples], np.uint64)
        sketches = [signature.sketch for signature in self.signatures]
        # The text rows of all samples, one after the other.
        rows = [signature.text_rows for signature in self.signatures]
        lengths = [len(numbers) for numbers in rows]
        starts = np.cumsum([0, *lengths])
        nodes = [signature.text_nodes for signature in self.signatures]
        # Each text twice: with its digits masked and as it is. Most have no digits, and both are the same.
        both = _joined([*nodes, *(signature.exact_nodes for signature in self.signatures)], np.uint64)
        self._texts, place = np.unique(np.append(both, np.uint64(0)), return_inverse=True)
        places, exact_places = place[: len(both) // 2], place[len(both) // 2 : -1]
        self._has = np.zeros((len(self._texts), len(samples)), np.uint8)
        sample_of = np.repeat(np.arange(len(samples)), lengths)
        self._has[places, sample_of] = self._has[exact_places, sample_of] = 1
        paths = _joined([s.path[n] for s, n in zip(self.signatures, rows, strict=True)], np.uint64)
        ancestors = np.concatenate([np.empty((0, ANCESTORS), np.uint64), *(s.ancestors for s in self.signatures)])
        chars = _joined([s.chars[n] for s, n in zip(self.signatures, rows, strict=True)], np.int32)
        scored = np.array([model != 0 and sample.model == model for _, sample in samples], np.bool_)
        scores = _joined(
            [
                sample.scores if counts else np.zeros(length, np.uint8)
                for (_, sample), counts, length in zip(samples, scored, lengths, strict=True)
            ],
            np.uint8,
        )
        # The mean score of each text's blocks: the same text at the same path scores much the same on every page.
        counted = np.repeat(scored, lengths)
        times = np.bincount(places, counted, len(self._texts))
        means = np.bincount(places, scores, len(self._texts)) / (255 * np.maximum(times, 1))
        self._samples = Samples(
            np.stack(sketches) if sketches else np.empty((0, SKETCH), np.uint32),
            digests, contents, self._texts, self._has, means.astype(np.float32),
            starts, paths, ancestors, places, exact_places, scores, chars, scored.view(np.uint8),
            np.frombuffer(b"".join(map(field_flags, self.signatures)), np.uint8),
        )  # fmt: skip
        self._scored = scored.tolist()

    def alike(self, page: Page) -> list[int]:
        """The samples of the page's layout, the most similar first, without the page itself (by address or content)."""
        if not self.signatures:
            return []
        signature = page.signature
        return self._samples.alike(signature.bins, page.digest, signature.content_hash, ALIKE, RELATIVE)

    def other_articles(self, page: Page, samples: list[int], places: bytes | None = None) -> list[int]:
        """Of these samples, those that are other articles: near-duplicates of the page do not count as its siblings.

        places: of the page's texts (`Samples.places_of`), where the caller has them.
        """
        if len(samples) < 2:
            return samples
        places = self._samples.places_of(page.signature) if places is None else places
        return self._samples.other_articles(page.signature, places, samples, DUPLICATE)

    def have_texts(self, page: Page, samples: list[int]) -> NDArray[np.bool_]:
        """For each text row of a page, whether one of these samples has its text at its path."""
        nodes = page.signature.text_nodes
        place = np.minimum(np.searchsorted(self._texts, nodes), len(self._texts) - 1)
        found: NDArray[np.bool_] = (self._texts[place] == nodes) & self._has[place][:, samples].any(axis=1)
        return found

    def beside(self, page: Page) -> Comparison:
        """The page beside its siblings."""
        if not self.signatures or not (alike := self.alike(page)):
            return Comparison(self, page, [], None)
        places = self._samples.places_of(page.signature)
        return Comparison(self, page, self.other_articles(page, alike, places), places)


class Comparison:
    """A page beside its siblings: what their scores say of its text, and what its blocks score together with them.

    siblings: the numbers of the samples that are compared with. known: for each text block the mean score of its
    text on the scored siblings, the bytes of a float32 array; NaN where one of its texts stands on none of them.
    """

    def __init__(self, table: SampleTable, page: Page, siblings: list[int], places: bytes | None) -> None:
        self._table = table
        self._places = places
        self._page = page
        self._blocks = page.once(TextBlocks)
        self.siblings = siblings

    @cached_attribute
    def known(self) -> bytes:
        blocks, table = self._blocks, self._table
        places = table._samples.places_of(self._page.signature) if self._places is None else self._places
        scored = [sample for sample in self.siblings if table._scored[sample]]
        return table._samples.known(places, blocks.of_rows, len(blocks), scored)

    def agreement(self, scores: bytes) -> Agreement:
        """The page's block scores where its siblings have a say.

        scores: of each text block, 0 to 1, from the page alone or, where they are `known`, from the siblings: the bytes
        of a float32 array.
        """
        samples, signature = self._table._samples, self._page.signature
        places = fields = None
        if self._places is not None and self.siblings:
            places, fields = repeated_texts(self._page, self._places, samples.places_of(signature, exact=True))
        return agree(samples, signature, self._blocks, scores, places, fields, self.siblings)


def _joined(parts: list[NDArray[Any]], dtype: type) -> NDArray[Any]:
    return np.concatenate([np.empty(0, dtype), *parts])
