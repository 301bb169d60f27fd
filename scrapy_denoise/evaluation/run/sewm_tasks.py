"""The two tasks of SEWM 2008, which paper 003 (chapter 4) was the frame of, in a definition of our own.

``theme``: is a page about something, or a hub that leads to other pages? The gold is the page's type. An extractor
says it by the running text that it finds: the words in lines that end as sentences do. How many make a theme page is
learned for each extractor on half of the sites and applied to the other half, both ways.

``content``: which text blocks of a page are its content? A block is content by the gold, or by an extractor, where at
least half of its shingles stand in that text. Blocks count by their words; blocks of one word or two are left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
from attrs import asdict, frozen
from rich.table import Table

from scrapy_denoise.api import denoise
from scrapy_denoise.blocks.regions.bylines import SENTENCE_END
from scrapy_denoise.document.render.compiled import render_rows
from scrapy_denoise.evaluation.extractors.extractors import Extractor
from scrapy_denoise.evaluation.extractors.peers import load_peer
from scrapy_denoise.evaluation.gold.corpus import Corpus, GoldPage
from scrapy_denoise.evaluation.gold.split import Task, TaskTemplates, sample, tasks
from scrapy_denoise.evaluation.metrics.text import tokens
from scrapy_denoise.evaluation.run.evaluation import Plan
from scrapy_denoise.evaluation.run.score_task import EVAL_PAGE_SECONDS, decode_for_peers, silence_logs
from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.workers.pool import CLEAN, READ, SkipPage, WorkerPool

MAX_TASKS_AHEAD = 4
"""Tasks for each process that are under way or wait for their turn."""

PAGE_TASKS = ("theme", "content")

HUB_PAGE_TYPES = ("listing", "collection", "list")
"""Page types of hub pages; pages of other types are theme pages."""

MIN_LINE_WORDS = 8
"""Words of a line of running text."""

SHINGLE_WORDS = 3
"""Words of a shingle."""

MIN_BLOCK_WORDS = 3
"""Words of a block that counts."""


@frozen
class TaskScoreRow:
    """What an extractor says of one page: the words of running text, and of the blocks' words those that are content by
    both, by the extractor, by the gold."""

    extractor: str
    site: str
    theme: bool | None
    running_words: int
    common: int
    kept: int
    gold: int


@frozen
class TaskScore:
    """Of an extractor on a task. theme: precision and recall of theme pages, F1 the mean of that of theme pages and of
    hubs, accuracy. content: means over pages."""

    extractor: str
    pages: int
    precision: float
    recall: float
    f1: float
    accuracy: float | None = None


def run_task(
    name: str,
    corpora: Iterable[Corpus],
    plan: Plan,
    jobs: int,
    progress: Callable[[int], object] = int,
    seconds: float = EVAL_PAGE_SECONDS,
) -> list[TaskScore]:
    """The scores of the plan's extractors. Raises ValueError where no page has the gold of the task.

    seconds: after which an extractor is given up on a page, which counts as a failure.
    """
    work = [task for corpus in corpora for task in _tasks(name, corpus, plan)]
    if not work:
        raise ValueError("no page type to tell hubs by" if name == "theme" else "no page with gold text")
    found: list[TaskScoreRow] = []
    with WorkerPool(jobs, seconds, _PageTaskWork, plan) as workers:
        for done in workers.map(work, jobs * MAX_TASKS_AHEAD):
            found += done.whole_answer
            progress(1)
    score = theme_score if name == "theme" else content_score
    return [score(one.label, [row for row in found if row.extractor == one.label]) for one in plan.extractors]


def _tasks(name: str, corpus: Corpus, plan: Plan) -> list[Task]:
    pages = sample(corpus, plan.n, plan.seed, plan.lang, plan.min_site)
    wanted = [page for page in pages if (page.page_type if name == "theme" else page.has_gold_text)]
    return tasks(corpus, wanted, plan.protocol, name)


class _PageTaskWork:
    """What a worker process does with a task."""

    def __init__(self, plan: Plan) -> None:
        silence_logs()
        self._plan = plan

    def __call__(self, task: Task, skip_page: SkipPage) -> list[TaskScoreRow]:
        templates = TaskTemplates(task, self._plan.protocol, skip_page)
        found = []
        for page in task.scored:
            blocks = [] if skip_page(page.id, READ) else list(blocks_of(page))
            for extractor in self._plan.extractors:
                lost = skip_page(f"{page.id} {extractor.label}", CLEAN)
                found.append(_score_row(extractor, page, blocks, "" if lost else _text(extractor, page, templates)))
        return found


def _score_row(extractor: Extractor, page: GoldPage, blocks: Sequence[list[str]], text: str) -> TaskScoreRow:
    kept, gold = covered_blocks(blocks, text), covered_blocks(blocks, page.gold_text)
    words = np.array([len(block) for block in blocks], np.int64)
    return TaskScoreRow(
        extractor.label, page.site, page.page_type not in HUB_PAGE_TYPES if page.page_type else None,
        running_words(text),
        int(words[kept & gold].sum()), int(words[kept].sum()), int(words[gold].sum()),
    )  # fmt: skip


def _text(extractor: Extractor, page: GoldPage, templates: TaskTemplates) -> str:
    """What an extractor finds; nothing where it fails."""
    try:
        if extractor.is_peer:
            return load_peer(extractor.name)(decode_for_peers(page.html), page.lang) or ""
        site = templates.for_page(page)[0] if extractor.uses_site else None
        return denoise(page.html, page.url, method=extractor.method_for(page.site), site=site).text
    except Exception:  # noqa: BLE001  of an extractor anything can come
        return ""


def running_words(text: str) -> int:
    """The words in lines that end as sentences do."""
    lines = (line for line in text.splitlines() if SENTENCE_END.search(line))
    return sum(count for line in lines if (count := len(tokens(line))) >= MIN_LINE_WORDS)


def blocks_of(page: GoldPage) -> Iterator[list[str]]:
    """The words of each text block of a page."""
    try:
        read = Page.from_html(page.html, url=page.url)
    except PageTooLarge:
        return
    columns = read.columns
    rows = np.arange(len(columns.text_rows))
    for some in np.split(rows, np.flatnonzero(np.diff(columns.block[columns.text_rows])) + 1):
        words = tokens(render_rows(columns, some)) if len(some) else []
        if len(words) >= MIN_BLOCK_WORDS:
            yield words


def covered_blocks(blocks: Sequence[list[str]], text: str) -> Any:
    """For each block, whether at least half of its shingles stand in a text."""
    known = _shingles(tokens(text))
    return np.array([2 * len((own := _shingles(block)) & known) >= len(own) for block in blocks], np.bool_)


def _shingles(words: Sequence[str]) -> set[tuple[str, ...]]:
    return set(zip(*(words[n:] for n in range(SHINGLE_WORDS)), strict=False))


def content_score(extractor: str, found: Sequence[TaskScoreRow]) -> TaskScore:
    """The means over the pages."""
    precision = [row.common / row.kept if row.kept else 0.0 for row in found]
    recall = [row.common / row.gold if row.gold else 0.0 for row in found]
    f1 = [2 * row.common / (row.kept + row.gold) if row.kept + row.gold else 0.0 for row in found]
    return TaskScore(extractor, len(found), float(np.mean(precision)), float(np.mean(recall)), float(np.mean(f1)))


def theme_score(extractor: str, found: Sequence[TaskScoreRow]) -> TaskScore:
    """Each half of the sites by the number of words that separates the other half best."""
    rows = [row for row in found if row.theme is not None]
    theme = np.array([row.theme for row in rows], np.bool_)
    running_words = np.array([row.running_words for row in rows])
    half = np.array([blake2b(row.site.encode("utf-8", "replace"), digest_size=1).digest()[0] & 1 for row in rows])
    predicted = np.zeros(len(rows), np.bool_)
    for side in (0, 1):
        predicted[half == side] = running_words[half == side] >= _threshold(
            running_words[half != side], theme[half != side]
        )
    right = int((predicted & theme).sum())
    precision, recall = right / max(int(predicted.sum()), 1), right / max(int(theme.sum()), 1)
    return TaskScore(
        extractor, len(rows), precision, recall, _macro_f1(predicted, theme), float((predicted == theme).mean())
    )


def _threshold(running_words: Any, theme: Any) -> int:
    """The words from which pages are called theme pages with the best F1; of several the fewest."""
    choices = np.unique(np.append(running_words, 0))
    return int(max(choices, key=lambda least: _macro_f1(running_words >= least, theme)))


def _macro_f1(predicted: Any, theme: Any) -> float:
    values = [
        2 * (one & other).sum() / max(one.sum() + other.sum(), 1)
        for one, other in ((predicted, theme), (~predicted, ~theme))
    ]
    return float(np.mean(values))


def scores_table(name: str, scores: Sequence[TaskScore]) -> Table:
    """The scores, best first."""
    table = Table(
        "extractor", "pages", "precision", "recall", "F1", *(["accuracy"] if name == "theme" else []), box=None
    )
    for score in sorted(scores, key=lambda one: -one.f1):
        values = [score.precision, score.recall, score.f1, *([score.accuracy] if score.accuracy is not None else [])]
        table.add_row(score.extractor, str(score.pages), *(f"{value:.3f}" for value in values))
    return table


def scores_json(name: str, scores: Sequence[TaskScore]) -> str:
    """The scores as JSON."""
    return json.dumps({"task": name, "scores": [asdict(score) for score in scores]}, indent=1)
