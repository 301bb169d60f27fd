"""Compares a page with all samples of its site at once: finds its siblings, and their votes on its blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.compiled import VotedScores
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.page.native.lazy import cached_attribute
from scrapy_denoise.page.signature import ANCESTORS, SKETCH, Signature
from scrapy_denoise.sites.compiled import Samples, field_flags, repeated_texts, vote
from scrapy_denoise.sites.layout import MIN_DUPLICATE_SHARE, Layout, Sample

MIN_JACCARD = 0.4
"""A sample counts as a page of the same layout from this Jaccard similarity of the element paths on."""

MIN_RELATIVE_JACCARD = 0.6
"""A sibling has at least this share of the best sample's similarity: a list is not a sibling of an article."""

MIN_MISTAKEN = 3
"""Samples, and more than half of a template's, that name one page as canonical and thereby say nothing."""

MIN_SAME_CONTENT = 0.9
"""Share of a page's content, by the scores of its text, from which a sample shows all of it (`Samples.voters`)."""


@attrs.frozen
class SiblingCounts:
    """How many pages of a site a page was compared with, and why not with the others whose structure is known.

    used: the pages that had a say. same: those that have the page's whole content: copies, versions for
    printing, and lists that show all their articles in full; and those that name each other, or the same page, as
    canonical. repeated: those that have the content of another one that
    had a say. unlike: those of another layout. emptying: those that had no say after all, because nothing would have
    been left of the page. given: all of them.
    """

    used: int = 0
    same: int = 0
    repeated: int = 0
    unlike: int = 0
    emptying: int = 0

    @property
    def given(self) -> int:
        return self.used + self.same + self.repeated + self.unlike + self.emptying

    @property
    def unused(self) -> SiblingCounts:
        """The same where the page alone decides."""
        return attrs.evolve(self, used=0, emptying=self.emptying + self.used)

    @property
    def others(self) -> int:
        """Pages of the page's layout that had no say because they repeat it."""
        return self.same + self.emptying


class SampleTable:
    """All samples of a template side by side, so that a page is compared with every one of them at once.

    model: the identity of the model whose scores count; samples scored by another model cast no vote. signatures,
    slots, digests: of each sample. The texts of all samples are one sorted array of hashes, with flags for the samples
    that have each.
    """

    def __init__(self, layouts: Mapping[int, Layout], model: int = 0) -> None:
        self.model = model
        pairs = [(slot, sample) for slot, layout in layouts.items() for sample in layout.samples]
        pairs.sort(key=lambda pair: (pair[1].digest, pair[1].content))
        samples = [sample for _, sample in pairs]
        self.slots = [slot for slot, _ in pairs]
        self.digests = [sample.digest for sample in samples]
        self.signatures = [sample.signature for sample in samples]
        self._named = [sample.named for sample in samples]
        self._versions = [(sample.digest, sample.content) for sample in samples]
        self._scored = [model != 0 and sample.model == model for sample in samples]
        rows = _TextRows.from_samples(samples, self._scored)
        self._texts, places, exact_places = _text_places(self.signatures)
        self._has = np.zeros((len(self._texts), len(samples)), np.uint8)
        self._has[places, rows.sample] = self._has[exact_places, rows.sample] = 1
        sketches = [signature.sketch for signature in self.signatures]
        self._samples = Samples(
            sketches=np.stack(sketches) if sketches else np.empty((0, SKETCH), np.uint32),
            digests=np.array(self.digests, np.uint64),
            contents=np.array([sample.content for sample in samples], np.uint64),
            scored=np.array(self._scored, np.uint8),
            texts=self._texts,
            has=self._has,
            means=rows.mean_scores(places, len(self._texts)),
            places=places,
            exact_places=exact_places,
            **rows.columns,
        )

    def similar_samples(self, page: Page) -> list[int]:
        """The samples of the page's layout, the most similar first, without the page itself (by address or content)."""
        if not self.signatures:
            return []
        signature = page.signature
        return self._samples.similar_samples(
            signature.bins, page.digest, signature.content_hash, MIN_JACCARD, MIN_RELATIVE_JACCARD
        )

    def others(self, page: Page) -> int:
        """The number of samples that are not the page itself."""
        content = page.signature.content_hash
        return len(self._versions) - sum(
            page.digest == digest or content == hashed for digest, hashed in self._versions
        )

    def named(self, page: Page, samples: list[int]) -> list[int]:
        """Of these samples, those that are the page under another address, as `rel=canonical` or `og:url` says: one
        names the other, or both name the same page. A page that most of the site names is a mistake of its template."""
        digest, canonical = page.digest, page.named_digest
        times = self._named.count(canonical)
        if times >= MIN_MISTAKEN and 2 * times > len(self._named):
            canonical = 0
        return [
            sample
            for sample in samples
            if self._named[sample] == digest or (canonical and canonical in (self.digests[sample], self._named[sample]))
        ]

    def other_articles(self, page: Page, samples: list[int]) -> list[int]:
        """Of these samples, those that are other articles: near-duplicates of the page do not count as its siblings."""
        if len(samples) < 2:
            return samples
        places = self._samples.places_of(page.signature)
        return self._samples.other_articles(page.signature, places, samples, MIN_DUPLICATE_SHARE)

    def texts_in_samples(self, page: Page, samples: list[int]) -> NDArray[np.bool_]:
        """For each text row of a page, whether one of these samples has its text at its path."""
        nodes = page.signature.text_nodes
        place = np.minimum(np.searchsorted(self._texts, nodes), len(self._texts) - 1)
        found: NDArray[np.bool_] = (self._texts[place] == nodes) & self._has[place][:, samples].any(axis=1)
        return found

    def compare(self, page: Page) -> Comparison:
        """The page beside the samples of its layout."""
        return Comparison(self, page, self.similar_samples(page))


class Comparison:
    """A page beside the samples of its layout: what their scores say of its text, and what its blocks score together
    with those of them that vote.

    similar: the numbers of these samples. sibling_scores: for each text block the mean score of its text on those that
    are scored, the bytes of a float32 array; NaN where one of its texts stands on none of them.
    """

    def __init__(self, table: SampleTable, page: Page, similar: list[int]) -> None:
        self._table = table
        self._page = page
        self._blocks = page.cached(TextBlocks)
        self.similar = similar

    @cached_attribute
    def _masked(self) -> bytes:
        return self._table._samples.places_of(self._page.signature)

    @cached_attribute
    def sibling_scores(self) -> bytes:
        blocks, table = self._blocks, self._table
        scored = [sample for sample in self.similar if table._scored[sample]]
        return table._samples.sibling_scores(self._masked, blocks.row_blocks, len(blocks), scored)

    def vote(self, scores: bytes) -> tuple[VotedScores | None, SiblingCounts]:
        """The page's block scores where its siblings have a say, None where none has one; and how many have one.

        scores: of each text block, 0 to 1, from the page alone or, where they have them (`sibling_scores`), from the
        siblings: the bytes of a float32 array.
        """
        samples, signature, blocks = self._table._samples, self._page.signature, self._blocks
        unlike = self._table.others(self._page) - len(self.similar)
        if not self.similar:
            return None, SiblingCounts(unlike=unlike)
        places, fields = repeated_texts(self._page, self._masked, samples.places_of(signature, exact=True))
        named = self._table.named(self._page, self.similar)
        others = [sample for sample in self.similar if sample not in named]
        voting, same, repeated = samples.voters(
            self._page.columns, signature, places, blocks.row_blocks, scores, others, MIN_SAME_CONTENT
        )
        counts = SiblingCounts(len(voting), len(same) + len(named), len(repeated), unlike)
        return (vote(samples, signature, blocks, scores, places, fields, voting) if voting else None), counts


@attrs.frozen(eq=False)
class _TextRows:
    """The text rows of all samples, one sample after the other: the columns that `Samples` reads under these names.

    sample: of each row the number of its sample. counted: whether that has scores of the model that counts.
    """

    columns: dict[str, NDArray[Any]]
    sample: NDArray[np.int64]
    counted: NDArray[np.bool_]

    @classmethod
    def from_samples(cls, samples: Sequence[Sample], scored: Sequence[bool]) -> _TextRows:
        signatures = [sample.signature for sample in samples]
        lengths = [len(signature.text_rows) for signature in signatures]
        scores = [
            sample.scores if counts else np.zeros(length, np.uint8)
            for sample, counts, length in zip(samples, scored, lengths, strict=True)
        ]
        ancestors = [np.empty((0, ANCESTORS), np.uint64), *(signature.ancestors for signature in signatures)]
        columns = {
            "starts": np.cumsum([0, *lengths]),
            "paths": _joined([signature.path[signature.text_rows] for signature in signatures], np.uint64),
            "ancestors": np.concatenate(ancestors),
            "scores": _joined(scores, np.uint8),
            "chars": _joined([signature.chars[signature.text_rows] for signature in signatures], np.int32),
            "fields": np.frombuffer(b"".join(map(field_flags, signatures)), np.uint8),
        }
        counted = np.repeat(np.array(scored, np.bool_), lengths)
        return cls(columns, np.repeat(np.arange(len(samples)), lengths), counted)

    def mean_scores(self, places: NDArray[np.int64], n_texts: int) -> NDArray[np.float32]:
        """Of each text the mean score of its blocks: the same text at the same path scores much the same everywhere."""
        times = np.bincount(places, self.counted, n_texts)
        sums = np.bincount(places, self.columns["scores"], n_texts)
        means: NDArray[np.float32] = (sums / (255 * np.maximum(times, 1))).astype(np.float32)
        return means


def _text_places(signatures: Sequence[Signature]) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """The distinct texts of all samples, sorted, and of each text row its place there, with its digits masked and as it
    is. Most texts have no digits, and both are the same. A text of the hash 0 stands before them."""
    masked = [signature.text_nodes for signature in signatures]
    both = _joined([*masked, *(signature.exact_nodes for signature in signatures)], np.uint64)
    texts, place = np.unique(np.append(both, np.uint64(0)), return_inverse=True)
    return texts, place[: len(both) // 2], place[len(both) // 2 : -1]


def _joined(parts: Sequence[NDArray[Any]], dtype: type) -> NDArray[Any]:
    return np.concatenate([np.empty(0, dtype), *parts])
