"""Scores a task in a worker process: every extractor on every page, a row for each."""

from __future__ import annotations

import gc
import logging
import warnings
from collections.abc import Callable
from functools import cached_property
from time import process_time
from typing import Any
from zlib import crc32

from attrs import evolve, frozen
from w3lib.encoding import html_to_unicode

from scrapy_denoise.api import denoise, denoise_page
from scrapy_denoise.document.render.compiled import render_text
from scrapy_denoise.evaluation.extractors.extractors import Extractor, warm_up
from scrapy_denoise.evaluation.extractors.peers import load_fields, load_peer
from scrapy_denoise.evaluation.gold.corpus import GoldPage
from scrapy_denoise.evaluation.gold.split import Protocol, Task, TaskTemplates
from scrapy_denoise.evaluation.metrics.fields import PageFields, authors_score, date_score, is_day, title_score
from scrapy_denoise.evaluation.metrics.neutral_lines import NeutralLines
from scrapy_denoise.evaluation.metrics.structure import Structures
from scrapy_denoise.evaluation.metrics.text import (
    completeness,
    compression,
    lcs_scores,
    levenshtein,
    phrase_rate,
    rouge_lsum,
    shingle_scores,
    template_loss,
    word_scores,
)
from scrapy_denoise.evaluation.run.peak_memory import peak_memory
from scrapy_denoise.evaluation.run.rows import TEXT_METRICS, Row
from scrapy_denoise.methods import NotEnoughSiblings
from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.result import Result
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.workers.pool import CLEAN, READ, SkipPage, lost_detail

EVAL_PAGE_SECONDS = 60
"""An extractor that takes longer for a page has failed on it, where the caller sets no other limit."""

EXTRACT, DESCRIBE, MEASURE = range(CLEAN + 1, CLEAN + 4)
"""The steps of an extractor on a page: its text, what it finds besides, and the scores of both."""

MEMORY_PAGES = 8
"""Of this many pages one has its memory measured, in a separate run that is not timed."""

_WARM_UP = "<html><body><p>The first call of an extractor reads its settings; it is not timed.</p></body></html>"


@frozen
class Extraction:
    """What one extractor gives for one page. decided_text: what a method keeps, with the title and the other fields
    that are no part of the text; of a peer, its text. seconds: processor time. method: see `Row`."""

    text: str = ""
    decided_text: str = ""
    seconds: float = 0.0
    method: str = ""
    reason: str = ""
    error: str = ""
    result: Result | None = None


def silence_logs() -> None:
    """Silence the extractors' logs and warnings."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")


class ScoreWork:
    """What a worker process does with a task and the extractors that have no row of it yet.

    versions: of the extractors, by label. seconds: the time limit that errors of rows name.
    """

    def __init__(self, protocol: Protocol, versions: dict[str, str], seconds: float) -> None:
        silence_logs()
        gc.enable()  # extractors are measured as they run elsewhere
        self._protocol, self._versions, self._seconds = protocol, versions, seconds

    def __call__(self, work: tuple[Task, tuple[Extractor, ...]], skip_page: SkipPage) -> list[Row]:
        def why_lost(source: str, step: int = READ) -> str:
            reason = skip_page(source, step)
            return lost_detail(reason, self._seconds) if reason else ""

        return score_task(*work, self._protocol, self._versions, why_lost)


def score_task(
    task: Task,
    extractors: tuple[Extractor, ...],
    protocol: Protocol,
    versions: dict[str, str],
    why_lost: SkipPage = lambda source, step=READ: "",
) -> list[Row]:
    """The rows of a task, page by page in the order of the extractors.

    versions: by label. why_lost: called before each step of a page and an extractor. It returns why the step has to be
    left out (it took too long, or its process died), and an empty string where it does not.
    """
    templates = TaskTemplates(task, protocol, why_lost)
    rows: list[Row] = []
    for page, input_hashes in zip(task.scored, task.input_hashes, strict=True):
        if lost := why_lost(page.id, READ):
            blank = [_blank_row(task.corpus, page, input_hashes, one, versions[one.label]) for one in extractors]
            rows += [evolve(row, error=lost) for row in blank]
            continue
        scored = _PageScorer(task.corpus, page, input_hashes, why_lost)
        rows += [scored.row(extractor, versions[extractor.label], templates, protocol) for extractor in extractors]
    return rows


def decode_for_peers(html: bytes) -> str:
    """UTF-8 where the bytes are valid UTF-8, else what the page declares, else windows-1252: what peers get."""
    try:
        return html.decode("utf-8-sig")
    except UnicodeDecodeError:
        return html_to_unicode(None, html, default_encoding="cp1252")[1]


class _PageScorer:
    """Scores the extractors on one page; they share what is computed from the page and the gold."""

    def __init__(self, corpus: str, page: GoldPage, input_hashes: tuple[str, str], why_lost: SkipPage) -> None:
        self.corpus, self.page, self.input_hashes = corpus, page, input_hashes
        self._why_lost = why_lost
        self.html = page.html
        self.decoded = decode_for_peers(self.html)
        self.optional = "\n".join(page.gold_optional)
        self.metrics: dict[tuple[str, str], dict[str, float | None]] = {}
        try:
            self.read: Page | None = Page.from_html(self.html, url=page.url)
            self.lines = NeutralLines.of_page(self.read)
        except PageTooLarge:
            self.read, self.lines = None, NeutralLines()
        self.neutral_gold = self.lines.without(page.gold_text)

    def row(self, extractor: Extractor, version: str, templates: TaskTemplates, protocol: Protocol) -> Row:
        row = _blank_row(self.corpus, self.page, self.input_hashes, extractor, version)
        template, count, learning = None, 0, 0.0
        on_site = extractor.uses_site
        if on_site:
            try:
                template, count, learning = templates.for_page(self.page)
            except Exception as error:  # noqa: BLE001  whatever a page of the site does to learning, it is counted
                return evolve(row, error=f"learning: {error!r}")
        if not extractor.is_peer:
            warm_up(extractor)
        lost = self._lost(extractor, EXTRACT)
        extraction = Extraction(method=extractor.name, error=lost) if lost else self._extracted(extractor, template)
        row = evolve(
            row,
            nodes=len(self.read.columns) if self.read else 0,
            method=extraction.method,
            reason=extraction.reason,
            error=extraction.error,
            empty=not extraction.text.strip(),
            siblings=count,
            seconds=extraction.seconds + learning,
        )
        if not self._lost(extractor, DESCRIBE):
            row = evolve(row, **self._field_scores(extractor, extraction))
        if extraction.error:
            return row
        if lost := self._lost(extractor, MEASURE):
            return evolve(row, error=f"measuring: {lost}")
        row = evolve(
            row, **self._scores(extraction.text, extraction.decided_text), memory=self._memory(extractor, template)
        )
        if on_site and self.read is not None:
            row = evolve(row, template_loss=self._template_loss(extractor, template))
            enough = protocol.name == "siblings" and len(protocol.counts) > 1 and count == protocol.counts[-1]
            if enough and row.f1 is not None:
                row = evolve(row, curve=self._curve(extractor, templates, protocol, row.f1))
        return row

    def _lost(self, extractor: Extractor, step: int) -> str:
        return self._why_lost(f"{self.page.id} {extractor.label}", step)

    def _extracted(self, extractor: Extractor, template: SiteTemplate | None) -> Extraction:
        start = process_time()
        try:
            run = self._call(extractor, template)
            start = process_time()  # what an extractor reads when it is first called is not timed
            text, result = run()
        except Exception as error:  # noqa: BLE001  of an extractor anything can come
            return Extraction(seconds=process_time() - start, method=extractor.name, error=f"{error!r:.300}")
        seconds = process_time() - start
        if result is None:
            return Extraction(text, text, seconds, extractor.name)
        error_text = "the method failed; the page was kept as it is" if result.reason == "error" else ""
        name = result.method or extractor.name
        return Extraction(text, _decided(result), seconds, name, result.reason, error_text, result)

    def _call(self, extractor: Extractor, template: SiteTemplate | None) -> Callable[[], tuple[str, Result | None]]:
        if extractor.is_peer:
            extract = _warm_peer(extractor.name)
            return lambda: (extract(self.decoded, self.page.lang) or "", None)

        def run() -> tuple[str, Result]:
            result = denoise(self.html, self.page.url, method=extractor.method_for(self.page.site), site=template)
            return result.text, result

        return run

    def _scores(self, text: str, decided_text: str) -> dict[str, Any]:
        """Neutral F1 and phrases are those of the text; all else is of what was decided."""
        if (text, decided_text) not in self.metrics:  # methods often agree
            gold, page = self.page.gold_text, self.page
            phrases = {
                "with_rate": phrase_rate(page.with_phrases, text),
                "without_rate": phrase_rate(page.without_phrases, text),
            }
            if not page.has_gold_text:
                self.metrics[text, decided_text] = phrases
                return phrases
            shingles = shingle_scores(gold, decided_text, optional=self.optional)
            neutral = shingle_scores(self.neutral_gold, self.lines.without(text), optional=self.optional)
            words, lcs = word_scores(gold, decided_text, self.optional), lcs_scores(gold, decided_text)
            self.metrics[text, decided_text] = {
                "precision": shingles.precision,
                "recall": shingles.recall,
                "f1": shingles.f1,
                "neutral_f1": neutral.f1,
                "word_precision": words.precision,
                "word_recall": words.recall,
                "word_f1": words.f1,
                "lcs_precision": lcs.precision,
                "lcs_recall": lcs.recall,
                "lcs_f1": lcs.f1,
                "rouge": rouge_lsum(gold, decided_text).f1,
                "levenshtein": levenshtein(gold, decided_text),
                "completeness": completeness(gold, decided_text),
                "compression": compression(self.decoded, decided_text),
                **phrases,
            }
        return self.metrics[text, decided_text]

    def _field_scores(self, extractor: Extractor, extraction: Extraction) -> dict[str, Any]:
        """What an extractor finds of the page besides its text, where the gold has it: a second call, not timed.

        None of it is known where the extractor fails.
        """
        try:
            found = self._found_fields(extractor, extraction)
        except Exception:  # noqa: BLE001  of an extractor anything can come
            return {}
        page = self.page
        scores: dict[str, float] = {}
        if page.gold_title and found.title is not None:
            scores["title"] = title_score(found.title, page.gold_title)
        if page.gold_date and is_day(page.gold_date) and found.date is not None:
            scores["date"] = date_score(found.date, page.gold_date)
        if page.gold_authors and found.authors is not None:
            scores["authors"] = authors_score(found.authors, page.gold_authors)
        if found.html is not None:
            scores |= self.structures.scores(found.html, self.lines)
        return scores

    def _found_fields(self, extractor: Extractor, extraction: Extraction) -> PageFields:
        if extraction.error:
            return PageFields()
        if extractor.is_peer:
            describe = load_fields(extractor.name)
            return PageFields() if describe is None else describe(self.decoded, self.page.url or "", self.page.lang)
        result = extraction.result
        assert result is not None
        found = result.metadata
        return PageFields(found.title, found.published, found.authors, result.html)

    @cached_property
    def structures(self) -> Structures:
        """The structure of the page within its gold; empty for a page that was not read."""
        return Structures.of_gold(self.read, self.page.gold_text, self.lines) if self.read else Structures.none()

    def _memory(self, extractor: Extractor, template: SiteTemplate | None) -> int | None:
        if crc32(f"{self.corpus}/{self.page.id}".encode()) % MEMORY_PAGES:
            return None
        return peak_memory(self._call(extractor, template))

    def _template_loss(self, extractor: Extractor, template: SiteTemplate | None) -> float | None:
        if template is None or self.read is None:
            return None
        try:
            rows = extractor.method.template(self.read, template)
        except NotEnoughSiblings:
            return None
        if rows is None:
            return None
        return template_loss(self.page.gold_text, self.read.text, render_text(self.read.columns, ~rows))

    def _curve(
        self, extractor: Extractor, templates: TaskTemplates, protocol: Protocol, last: float
    ) -> dict[str, float]:
        assert self.read is not None
        found = {}
        for count in protocol.counts[:-1]:
            template = templates.for_page(self.page, count)[0]
            text = _decided(denoise_page(self.read, extractor.method, template))
            f1 = shingle_scores(self.page.gold_text, text, optional=self.optional).f1
            found[str(count)] = f1
        return {**found, str(protocol.counts[-1]): last}


def _decided(result: Result) -> str:
    """The text of all that a method keeps, before the title and the other fields are taken out."""
    if result.page is None or result.selection is None:
        return ""
    return render_text(result.page.columns, result.selection.decided)


def _blank_row(corpus: str, page: GoldPage, input_hashes: tuple[str, str], extractor: Extractor, version: str) -> Row:
    row = Row(
        corpus=corpus,
        id=page.id,
        url=page.url,
        site=page.site,
        lang=page.lang,
        page_type=page.page_type,
        with_rate=0.0 if page.with_phrases else None,
        without_rate=0.0 if page.without_phrases else None,
        extractor=extractor.label,
        version=version,
        input_hash=input_hashes[extractor.uses_site],
        method=extractor.name,
        empty=True,
    )
    no_scores: dict[str, Any] = dict.fromkeys(TEXT_METRICS)
    return row if page.has_gold_text else evolve(row, **no_scores)


_warm: set[str] = set()


def _warm_peer(name: str) -> Callable[[str, str], str]:
    extract = load_peer(name)
    if name not in _warm:
        _warm.add(name)
        try:
            extract(_WARM_UP, "en")
        except Exception:  # noqa: BLE001  what is wrong shows on the pages
            logging.getLogger(__name__).debug("%s failed on the first page", name)
    return extract
