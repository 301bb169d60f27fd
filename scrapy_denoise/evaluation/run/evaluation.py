"""An evaluation: tasks run in several processes, rows are written as they come, and stored rows are reused."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, nullcontext
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread

from attrs import evolve, field, frozen

from scrapy_denoise.evaluation.extractors.extractors import Extractor, source_hash
from scrapy_denoise.evaluation.gold.corpus import Corpus
from scrapy_denoise.evaluation.gold.split import Protocol, Task, sample, tasks
from scrapy_denoise.evaluation.run.rows import Key, Row, RowWriter, open_rows, read_rows
from scrapy_denoise.evaluation.run.score_task import failed, score_task, silence

ProgressCallback = Callable[[int], object]

SCORED_BY = (
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

SCORING = (*(f"evaluation/{name}.py" for name in SCORED_BY), "blocks/regions/bylines.py", "page/text/words.py")
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

    def halves(self) -> list[_Job]:
        """Two jobs with half the extractors or half the pages each; an empty list for one page and one extractor."""
        middle = len(self.extractors) // 2
        if middle:
            return [_Job(self.task, self.extractors[:middle]), _Job(self.task, self.extractors[middle:])]
        middle = len(self.task.scored) // 2
        parts = (slice(middle), slice(middle, None)) if middle else ()
        task = self.task
        return [
            _Job(evolve(task, scored=task.scored[part], inputs=task.inputs[part]), self.extractors) for part in parts
        ]


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
            for task in tasks(corpus, scored, plan.protocol, source_hash(*SCORING)):
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
            name = task.inputs[0][extractor.uses_site]
            row = stored.get((task.corpus, task.scored[0].id, label, self.plan.versions[label], name))
            if row is None:
                missing.append(extractor)
            else:
                self._rows.append(row)
        if missing:
            self._jobs.append(_Job(task, tuple(missing)))

    def run(self, jobs: int = 2, progress: ProgressCallback | None = None) -> list[Row]:
        """All rows, in an order that depends on the plan alone. `progress` is told how many rows have come."""
        writer: AbstractContextManager[RowWriter | None]
        writer = open_rows(self._folder) if self._folder is not None and self._jobs else nullcontext()
        with writer as file:
            for rows in _in_processes(self._jobs, self.plan, jobs):
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
                last.task, scored=last.task.scored + job.task.scored, inputs=last.task.inputs + job.task.inputs
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


def _in_processes(jobs: Sequence[_Job], plan: Plan, workers: int) -> Iterator[list[Row]]:
    """The rows of the jobs as they come. A process that dies costs the one page and extractor that kill it."""
    waiting, suspects = list(reversed(jobs)), list[_Job]()
    while waiting:
        running: dict[Future[list[Row]], _Job] = {}
        # Spawned, not forked: the progress bar has a thread. A few jobs ahead, so that a death is soon cleared up.
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_start_worker) as pool:
            try:
                while waiting or running:
                    while waiting and len(running) < 2 * workers:
                        job = waiting.pop()
                        running[_submit(pool, job, plan)] = job
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        rows = future.result()
                        del running[future]
                        yield rows
            except BrokenProcessPool:
                suspects = list(running.values())
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        for job in suspects:
            yield _alone(job, plan)
        suspects.clear()


def _alone(job: _Job, plan: Plan) -> list[Row]:
    """The rows of a job in a process of its own; if that dies, of its halves, down to the page that kills it."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_start_worker) as pool:
        try:
            return _submit(pool, job, plan).result()
        except BrokenProcessPool:
            halves = job.halves()
    if halves:
        return [row for half in halves for row in _alone(half, plan)]
    extractor = job.extractors[0]
    return failed(job.task, extractor, plan.versions[extractor.label], "the process died")


def _start_worker() -> None:
    """A worker ends with its parent, however that ends: one that waits for work would stay for ever."""
    silence()
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _submit(pool: ProcessPoolExecutor, job: _Job, plan: Plan) -> Future[list[Row]]:
    return pool.submit(score_task, job.task, job.extractors, plan.protocol, plan.versions)
