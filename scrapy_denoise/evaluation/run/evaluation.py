"""An evaluation: tasks run in several processes, rows are written as they come, and stored rows are reused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from attrs import evolve, field, frozen

from scrapy_denoise.evaluation.extractors.extractors import Extractor, source_hash
from scrapy_denoise.evaluation.gold.corpus import Corpus
from scrapy_denoise.evaluation.gold.split import Protocol, Task, sample, tasks
from scrapy_denoise.evaluation.run.rows import Key, Row, RowWriter, open_rows, read_rows
from scrapy_denoise.evaluation.run.score_task import EVAL_PAGE_SECONDS, ScoreWork
from scrapy_denoise.workers.pool import WorkerPool

ProgressCallback = Callable[[int], object]

SCORING_MODULES = (
    "gold/corpus",
    "metrics/fields",
    "metrics/gold_blocks",
    "metrics/text",
    "metrics/neutral_lines",
    "extractors/peers",
    "gold/split",
    "run/score_task",
    "metrics/structure",
)
"""The files of the evaluation that scores depend on."""

SCORING_FILES = (
    *(f"evaluation/{name}.py" for name in SCORING_MODULES),
    "blocks/regions/bylines.py",
    "page/text/words.py",
)
"""All files that scores depend on, besides those of the methods."""


@frozen
class Plan:
    """The options of an evaluation. n: pages of each corpus, None for all; lang, min_site: see `protocol.sample`."""

    extractors: tuple[Extractor, ...]
    protocol: Protocol = field(factory=Protocol)
    n: int | None = None
    seed: int = 1
    lang: str | None = None
    min_site: int = 1
    versions: dict[str, str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        versions = {extractor.label: extractor.version for extractor in self.extractors}
        object.__setattr__(self, "versions", versions)


@frozen
class _Job:
    """A task and the extractors that have no row of it yet."""

    task: Task
    extractors: tuple[Extractor, ...]

    @property
    def rows(self) -> int:
        return len(self.task.scored) * len(self.extractors)


class Evaluation:
    """The corpora, scored as planned.

    total: rows to come. done: those that an earlier run has left in `folder`. Calling `run` makes the others; when it
    is interrupted, what is written stays, and the next Evaluation of the same plan and folder goes on from there.
    """

    def __init__(self, corpora: Iterable[Corpus], plan: Plan, folder: Path | None = None) -> None:
        self.plan = plan
        self._folder = folder
        stored = read_rows(folder) if folder is not None else {}
        self._rows: list[Row] = []
        self._jobs: list[_Job] = []
        for corpus in corpora:
            scored = sample(corpus, plan.n, plan.seed, plan.lang, plan.min_site)
            for task in tasks(corpus, scored, plan.protocol, source_hash(*SCORING_FILES)):
                for page in task.split():
                    self._take(page, stored)
        self.done = len(self._rows)
        self.total = self.done + sum(job.rows for job in self._jobs)
        self._jobs = _group_jobs(self._jobs)

    def _take(self, task: Task, stored: dict[Key, Row]) -> None:
        """Reuse the stored rows of a page, and plan the others."""
        missing = []
        for extractor in self.plan.extractors:
            label = extractor.label
            name = task.input_hashes[0][extractor.uses_site]
            row = stored.get((task.corpus, task.scored[0].id, label, self.plan.versions[label], name))
            if row is None:
                missing.append(extractor)
            else:
                self._rows.append(row)
        if missing:
            self._jobs.append(_Job(task, tuple(missing)))

    def run(
        self, jobs: int = 2, progress: ProgressCallback | None = None, seconds: float = EVAL_PAGE_SECONDS
    ) -> list[Row]:
        """All rows, in an order that depends on the plan alone. `progress` is called with the number of new rows.

        jobs: processes. seconds: after which an extractor is given up on a page, and its process killed; the row then
        has an error, as where the process dies.
        """
        writer: AbstractContextManager[RowWriter | None]
        writer = open_rows(self._folder) if self._folder is not None and self._jobs else nullcontext()
        work = [(job.task, job.extractors) for job in self._jobs]
        pool = WorkerPool(jobs, seconds, ScoreWork, self.plan.protocol, self.plan.versions, seconds)
        with writer as file, pool as workers:
            for _, found in workers.run(enumerate(work)):
                rows: list[Row] = found.whole_answer
                if file is not None:
                    file.write(rows)
                self._rows += rows
                if progress is not None:
                    progress(len(rows))
        place = {extractor.label: n for n, extractor in enumerate(self.plan.extractors)}
        return sorted(self._rows, key=lambda row: (row.corpus, row.id, place[row.extractor]))


def _group_jobs(jobs: Sequence[_Job]) -> list[_Job]:
    """Join pages of one task with the same extractors into one job, so that they share their templates."""
    found: list[_Job] = []
    for job in jobs:
        last = found[-1] if found else None
        if last is not None and last.extractors == job.extractors and _of_one_task(last.task, job.task):
            task = evolve(
                last.task,
                scored=last.task.scored + job.task.scored,
                input_hashes=last.task.input_hashes + job.task.input_hashes,
            )
            found[-1] = _Job(task, job.extractors)
        else:
            found.append(job)
    # The largest first, so that none of them is left over at the end.
    return sorted(found, key=lambda job: -job.rows)


def _of_one_task(one: Task, other: Task) -> bool:
    # pages without siblings have the same empty tuple of them, whatever their site and corpus
    same_site = one.corpus == other.corpus and one.scored[0].site == other.scored[0].site
    return same_site and one.site is other.site
