"""The choice of the pages to score, and of the pages that their templates are learned from: never the page itself.

Two protocols. ``siblings``: the template of a page is learned from up to K other pages of its site, in the order of
their ids. ``crawl``: a cold start, as a crawl has it: from the pages of the site that come before it in the order of
their ids.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import groupby
from time import process_time

from attrs import evolve, field, frozen

from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.evaluation.gold.corpus import Corpus, GoldPage, siblings
from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.page.markup.decode import is_binary
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.workers.pool import LEARN, READ, SkipPage

PROTOCOLS = ("siblings", "crawl")
TASK_PAGES = 8
"""Pages of one site that are scored as one task: what an interruption can lose, in each process."""


@frozen
class Protocol:
    """How templates are learned. counts: numbers of siblings, ascending; the last is that of the table."""

    name: str = "siblings"
    counts: tuple[int, ...] = (10,)

    def learned_pages(self, page: GoldPage, site: Iterable[GoldPage], count: int | None = None) -> list[GoldPage]:
        """The pages that a page's template is learned from, of the pages of its site."""
        if self.name == "crawl":
            return [other for other in siblings(page, site, len(list(site))) if other.id < page.id]
        return siblings(page, site, self.counts[-1] if count is None else count)


@frozen
class Task:
    """Pages of one site to score, and the pages that their templates may be learned from.

    input_hashes: for each page to score, two hashes of what its scores depend on: for an extractor that reads the page
    only, and for one that uses the site.
    """

    corpus: str
    scored: tuple[GoldPage, ...]
    site: tuple[GoldPage, ...] = field(repr=False)
    input_hashes: tuple[tuple[str, str], ...]

    def split(self) -> list[Task]:
        """The same work with one task per page."""
        pairs = zip(self.scored, self.input_hashes, strict=True)
        return [evolve(self, scored=(page,), input_hashes=(name,)) for page, name in pairs]


def readable(corpus: Corpus) -> Corpus:
    """The corpus without the pages that cannot be read or decoded; each is one more of its problems."""
    pages, problems = [], list(corpus.problems)
    for page in corpus.pages:
        try:
            binary = is_binary(page.html)
        except OSError as error:
            problems.append(f"{page.id}: cannot be read: {error.strerror or error}")
        else:
            if binary:
                problems.append(f"{page.id}: not HTML in any encoding: its bytes are those of another format")
            else:
                pages.append(page)
    return evolve(corpus, pages=tuple(pages), problems=tuple(problems))


def sample(corpus: Corpus, n: int | None, seed: int, lang: str | None = None, min_site: int = 1) -> list[GoldPage]:
    """The pages to score: `n` of the corpus, drawn with the seed; of one language; of sites with `min_site` pages."""
    sizes = {site: len(list(pages)) for site, pages in groupby(sorted(page.site for page in corpus.pages))}
    wanted = [page for page in corpus.pages if sizes[page.site] >= min_site and lang in (None, page.lang)]
    if n is not None and n < len(wanted):
        wanted = random.Random(seed).sample(wanted, n)
    return sorted(wanted, key=_site_and_id)


def tasks(corpus: Corpus, scored: Sequence[GoldPage], protocol: Protocol, salt: str) -> list[Task]:
    """The work: sites in chunks of TASK_PAGES pages. salt: what else the scores depend on, hashed with the input."""
    sites = {
        site: tuple(pages) for site, pages in groupby(sorted(corpus.pages, key=_site_and_id), lambda page: page.site)
    }
    hashes: dict[str, bytes] = {}
    found = []
    for site, group in groupby(sorted(scored, key=_site_and_id), lambda page: page.site):
        pages = list(group)
        for start in range(0, len(pages), TASK_PAGES):
            chunk = tuple(pages[start : start + TASK_PAGES])
            known = [protocol.learned_pages(page, sites[site]) for page in chunk]
            needed = {other.id: other for others in known for other in others}
            input_hashes = [
                (_hash_of([page], hashes, salt), _hash_of([page, *others], hashes, f"{salt} {protocol}"))
                for page, others in zip(chunk, known, strict=True)
            ]
            found.append(
                Task(corpus.name, chunk, tuple(sorted(needed.values(), key=_site_and_id)), tuple(input_hashes))
            )
    return found


def _site_and_id(page: GoldPage) -> tuple[str, str]:
    return page.site, page.id


def _gold_of(page: GoldPage) -> tuple[object, ...]:
    title, authors, date = page.gold_title, page.gold_authors, page.gold_date
    return page.url, page.gold_text, page.gold_optional, page.with_phrases, title, authors, date


def _hash_of(pages: Iterable[GoldPage], hashes: dict[str, bytes], salt: str) -> str:
    total = blake2b(salt.encode(), digest_size=8)
    for page in pages:
        if page.id not in hashes:
            own = blake2b(page.html, digest_size=16)
            own.update(repr(_gold_of(page)).encode())
            hashes[page.id] = own.digest()
        total.update(hashes[page.id])
    return total.hexdigest()


class TaskTemplates:
    """The templates of the pages of one task, each learned once for all the pages that share its siblings.

    skip_page: asked before a page is read; one that has to be left out is not learned.
    """

    def __init__(self, task: Task, protocol: Protocol, skip_page: SkipPage = lambda source, step=READ: "") -> None:
        self._task = task
        self._protocol = protocol
        self._skip_page = skip_page
        self._pages: dict[str, Page | None] = {}
        self._templates: dict[tuple[str, ...], tuple[SiteTemplate | None, float]] = {}

    def for_page(self, page: GoldPage, count: int | None = None) -> tuple[SiteTemplate | None, int, float]:
        """The template learned from the page's siblings, their number, and the mean processor seconds to learn one.

        The time does not include reading the page, and a crawl learns each page once. None if there are no siblings.
        """
        known = self._protocol.learned_pages(page, self._task.site, count)
        names = tuple(other.id for other in known)
        if names not in self._templates:
            self._templates[names] = self._learn(known)
        template, seconds = self._templates[names]
        return template, len(names), seconds

    def _learn(self, pages: list[GoldPage]) -> tuple[SiteTemplate | None, float]:
        read = [page for page in map(self._read, pages) if page is not None]
        if not read:
            return None, 0.0
        for page in read:
            page.digest  # noqa: B018  the hash of what was compared is not part of learning
        start = process_time()
        template = SiteTemplate()
        for page in read:
            template.learn(page, scores=page.cached(BlockScores))
        return template, (process_time() - start) / len(read)

    def _read(self, page: GoldPage) -> Page | None:
        if page.id not in self._pages and self._skip_page(page.id, LEARN):
            self._pages[page.id] = None
        if page.id not in self._pages:
            try:
                self._pages[page.id] = Page.from_html(page.html, url=page.url)
            except (PageTooLarge, OSError):  # a crawl does not learn it, either
                self._pages[page.id] = None
        return self._pages[page.id]
