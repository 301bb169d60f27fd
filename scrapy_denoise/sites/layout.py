"""A layout of a site: which of its pages are kept, how two layouts merge, and in how many pages each text occurs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Protocol

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Page
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites.compiled import add_counts, share_of

MAX_SAMPLES = 8
"""The most pages of a layout that are kept with their structure."""

MAX_LAYOUT_PAGES = 32
"""The most pages of a layout whose text fingerprints are kept, samples included."""

MIN_NEW_PAGES = 8
"""Once a layout has this many pages of the newest era, pages of older eras no longer count."""

MIN_DUPLICATE_SHARE = 0.8
"""A page with at least this share (in characters) of another page's own text is the same article again."""

MIN_CHARS = 3
"""Characters of a text by which a page can differ from a copy: fewer are signs, and numbers of lines or pages."""

MIN_COMMON_SHARE = 0.8
"""Share of the known pages that must have a text for every page of the layout to be expected to have it."""

MIN_PAGES_TO_EXPECT = 4
"""The number of pages that must be known before any text is expected of the next one."""

Fingerprints = NDArray[np.uint16]


@attrs.frozen(eq=False)
class PageTexts:
    """Which texts a page had at which paths, as `Signature.fingerprints`.

    digest: of its address, or of its content where it has no address. content: a hash. era: when it was learned (see
    `SiteTemplate`). One or two fingerprints in a thousand collide, mostly with those of texts that all pages have, so
    `SiteTemplate.siblings` counts only texts that some sample has in full.
    """

    digest: int
    content: int
    era: int
    fingerprints: Fingerprints

    @property
    def rank(self) -> tuple[int, int]:
        """A layout keeps the pages of the lowest rank: the newest ones, and of those a random draw by digest."""
        return -self.era, self.digest


class Scores(Protocol):
    """The scores of a model for the text of a page, as a template keeps them."""

    @property
    def model(self) -> int:
        """The identity of the model, a hash: scores of different models are never mixed. 0: there are no scores."""

    @property
    def row_scores(self) -> NDArray[np.uint8]:
        """For each text row of the page how likely it is content, 0 to 255, judged by the page alone."""


class _NoScores:
    model = 0
    row_scores = np.empty(0, np.uint8)


NO_SCORES: Scores = _NoScores()
"""Stands for the scores of a page that is learned for its structure alone."""


@attrs.define(eq=False)
class Sample:
    """A page with its structure; the rest as in `PageTexts`.

    scores: uint8, for each text row how likely it is content, 0 to 255; empty where there are none. model: the
    identity of the model that scored it, else 0. page: the page itself, while its scores are still to be handed in;
    it is never stored. titles: hashes of the parts of its title (`PageTitles.part_hashes`). named: the digest of
    another page that it names as the canonical one, 0 where there is none.
    """

    digest: int
    content: int
    era: int
    signature: Signature
    scores: NDArray[np.uint8] = NO_SCORES.row_scores
    model: int = 0
    titles: tuple[int, ...] = ()
    named: int = 0
    page: Page | None = None

    @classmethod
    def from_page(cls, page: Page, era: int, scores: Scores | None) -> Sample:
        """A page just read. scores: of its text; None: they may still come (`score`)."""
        sample = cls(
            page.digest,
            page.signature.content_hash,
            era,
            page.signature,
            titles=page.titles.part_hashes,
            named=page.named_digest,
        )
        if scores is None:
            sample.page = page
        else:
            sample.score(scores)
        return sample

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the page that waits for its scores without its tree, which no pickle takes and no score needs."""
        values = [getattr(self, field.name) for field in attrs.fields(Sample)]
        if self.page is not None:
            page = self.page
            values[-1] = Page(page.columns, None, page.url, page.includes_hidden, page.drawn, page.shown)
        return Sample, tuple(values)

    def score(self, scores: Scores) -> None:
        """Take the page's scores."""
        self.scores, self.model, self.page = scores.row_scores, scores.model, None

    @property
    def rank(self) -> tuple[int, int]:
        return -self.era, self.digest

    @property
    def fingerprints(self) -> Fingerprints:
        return self.signature.fingerprints

    def without_structure(self) -> PageTexts:
        return PageTexts(self.digest, self.content, self.era, self.fingerprints)


KnownPage = Sample | PageTexts


def replaces(page: KnownPage, other: KnownPage) -> bool:
    """Whether a version of a page replaces another: a newer one does; within an era the content decides, not order."""
    if (page.era, page.content) != (other.era, other.content):
        return (page.era, page.content) > (other.era, other.content)
    if isinstance(page, Sample) and isinstance(other, Sample):
        # They differ in digits alone, as in a counter of visits, in their titles, or in the page that they name.
        mine, others = (
            (sample.signature.to_bytes(), sample.model, sample.scores.tobytes(), sample.titles, sample.named)
            for sample in (page, other)
        )
        return mine > others
    return isinstance(page, Sample)


class Layout:
    """Pages of one frame: how many were seen, and the MAX_LAYOUT_PAGES of the lowest rank, MAX_SAMPLES of them with
    their structure.

    Which pages are kept depends on the pages alone, never on their order, so layouts merge exactly: a page that is not
    among the lowest of some pages is not among the lowest of more.
    """

    def __init__(self, pages: int = 0, samples: tuple[Sample, ...] = (), others: tuple[PageTexts, ...] = ()) -> None:
        self.pages = pages
        self.samples = samples
        self.others = others

    @cached_property
    def rows(self) -> int:
        """Rows of the samples."""
        return sum(len(sample.signature) for sample in self.samples)

    @property
    def known(self) -> tuple[KnownPage, ...]:
        """All pages that are kept, the lowest rank first."""
        return *self.samples, *self.others

    def has_same_pages(self, other: Layout) -> bool:
        """True if both have seen the same number of pages and keep the same ones."""
        return self.pages == other.pages and self._kept == other._kept

    @property
    def _kept(self) -> list[tuple[int, int, int]]:
        return [(page.digest, page.content, page.era) for page in self.known]

    def merged(self, other: Layout) -> Layout:
        pages = self.pages + other.pages
        if all(map(self._is_unchanged_by_known, other.known)):
            kept = Layout.__new__(Layout)  # the common case of a known site; keeps what was derived from its pages
            kept.__dict__.update(self.__dict__, pages=pages)
            return kept
        versions: dict[int, KnownPage] = {}
        for page in (*self.known, *other.known):
            stored = versions.get(page.digest)
            if stored is None or replaces(page, stored):
                versions[page.digest] = page
        lowest = sorted(versions.values(), key=lambda page: page.rank)[:MAX_LAYOUT_PAGES]
        samples = tuple(page for page in lowest[:MAX_SAMPLES] if isinstance(page, Sample))
        rest = tuple(
            page.without_structure() if isinstance(page, Sample) else page for page in lowest if page not in samples
        )
        return Layout(pages, self.samples if samples == self.samples else samples, rest)

    def is_unchanged_by(self, page: Page, era: int) -> bool:
        """Whether the layout keeps the same pages after this one is learned in that era."""
        signature = page.signature
        version = era, signature.content_hash
        return self._outlasts(page.digest, version, lambda known: signature.to_bytes() == known.signature.to_bytes())

    def _is_unchanged_by_known(self, page: KnownPage) -> bool:
        """The same for a page that another layout keeps."""
        return self._outlasts(page.digest, (page.era, page.content), lambda known: not replaces(page, known))

    def _outlasts(self, digest: int, version: tuple[int, int], same: Callable[[Sample], bool]) -> bool:
        """The same for a page of that digest, era and content; `same` decides for a sample of the same version."""
        known = self._versions.get(digest)
        if known is None:
            return self._highest is not None and (-version[0], digest) > self._highest
        stored = known.era, known.content
        if isinstance(known, Sample):
            return version < stored or (version == stored and same(known))
        # A page of the same version would lose its structure again.
        return version <= stored and len(self.samples) == MAX_SAMPLES

    @cached_property
    def _versions(self) -> dict[int, KnownPage]:
        return {page.digest: page for page in self.known}

    @cached_property
    def _highest(self) -> tuple[int, int] | None:
        """The highest rank of a page that is kept; None while there is room for more."""
        return max(page.rank for page in self.known) if len(self._versions) >= MAX_LAYOUT_PAGES else None

    @cached_property
    def texts(self) -> TextCounts:
        """The number of known pages that have each text."""
        return TextCounts(self.known)


NO_PAGES = Layout()

ONE_PAGE = Layout(1)
"""Stands for a page that is only counted."""


def stored_is_unchanged_by(stored: Mapping[int, tuple[int, int]], new: Iterable[KnownPage]) -> bool:
    """Whether a layout with these pages, era and content by digest, keeps them as they are when others come."""
    bound = max((-era, digest) for digest, (era, _) in stored.items()) if len(stored) >= MAX_LAYOUT_PAGES else None
    return all(
        version > (page.era, page.content)
        if (version := stored.get(page.digest)) is not None
        else bound is not None and page.rank > bound
        for page in new
    )


class TextCounts:
    """In how many pages each fingerprint occurs; once there are MIN_NEW_PAGES of the newest era, only these count."""

    def __init__(self, pages: Iterable[KnownPage]) -> None:
        pages = list(pages)
        newest = max((page.era for page in pages), default=0)
        new = [page for page in pages if page.era == newest]
        if len(new) >= MIN_NEW_PAGES:
            pages = new
        self._mixed = any(page.era != newest for page in pages)
        self.pages = {page.digest: page.fingerprints for page in pages}
        every = [page.fingerprints for page in pages]
        self._fingerprints, self._counts = np.unique(
            np.concatenate(every) if every else np.empty(0, np.uint16), return_counts=True
        )

    @cached_property
    def expected(self) -> Fingerprints:
        """The fingerprints that nearly every page has; empty while too few pages are known or their eras differ."""
        if len(self.pages) < MIN_PAGES_TO_EXPECT or self._mixed:
            return self._fingerprints[:0]
        return self._fingerprints[self._counts >= MIN_COMMON_SHARE * len(self.pages)]

    def share(self, signature: Signature) -> float | None:
        """The share of the expected fingerprints that a page has; None where none are expected."""
        return share_of(self.expected, signature.text_hashes) if len(self.expected) else None

    def count(self, wanted: Fingerprints, digest: int, found: NDArray[np.float64], copies: Iterable[int] = ()) -> int:
        """Add to `found`, for each wanted fingerprint, the number of known pages that have it, without the page of that
        digest and its copies. Returns how many pages were counted."""
        own = self.pages.get(digest)
        add_counts(self._fingerprints, self._counts, self._fingerprints[:0] if own is None else own, wanted, found)
        others = [self.pages[copy] for copy in copies if copy in self.pages]
        for fingerprints in others:
            found -= np.isin(wanted, fingerprints)
        return len(self.pages) - (own is not None) - len(others)

    def copies(
        self, fingerprints: Fingerprints, chars: NDArray[np.int32], plain: NDArray[np.int32], digest: int
    ) -> set[int]:
        """The digests of the known pages that carry the article of a page: MIN_DUPLICATE_SHARE of its text that is not
        on most; or all of its text outside links where that is most of it, or all of its text, beside which nothing
        would be left of it. Texts of fewer than MIN_CHARS characters do not count then.

        fingerprints, chars: of each text of the page. plain: `chars` of what is in no link, else 0. digest: of the
        page, which is not its own copy.
        """
        others = [known for known in self.pages if known != digest]
        if not others:
            return set()
        has = np.array([np.isin(fingerprints, self.pages[known]) for known in others])
        rare = np.where(2 * has.sum(axis=0) <= len(others), chars, 0)
        shared = has @ rare
        copied = (shared >= max(1.0, MIN_DUPLICATE_SHARE * float(rare.sum()))) & (len(others) > 1)
        said = plain if 2 * plain.sum() > chars.sum() else chars
        copied |= has[:, said >= min(MIN_CHARS, max(1, said.max(initial=0)))].all(axis=1)
        return {others[i] for i in np.flatnonzero(copied).tolist()}
