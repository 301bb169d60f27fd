"""Worker processes in which a page that hangs or kills its process costs that page and no other.

A worker says in shared memory which page of its task it is at, and what it does with it. If that does not change for
longer than the limit, without the time for which it waits for a processor (`RunningTime`), the process is killed, and a
new one takes the task again without this step for this page. If the process dies, the page may be the cause, or
innocent, as where the system kills a process when memory ends: the task is tried once more as it was, while no other
worker works, and without the step only if the process dies there again.
"""

from __future__ import annotations

import contextlib
import gc
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Protocol, TypeVar

import attrs

from scrapy_denoise.workers.running_time import RunningTime
from scrapy_denoise.workers.start import ignore_interrupts, interrupts_held_back, worker_context

PAGE_SECONDS = 30
"""The time limit for a page, where the caller sets no other. What a busy machine makes its process wait does not
count."""

CHECK_SECONDS = 0.2
"""Seconds between two checks of the workers."""

MAX_DEATHS = 8
"""Processes that may die in a row before they have done anything: then the fault is not a page's."""

MAX_STARTS = 50
"""Times that a worker is started, every CHECK_SECONDS seconds, before what starts them is taken to be of no use: a
process that is killed may take a while to end on a busy machine, and another takes its place only then."""

END_SECONDS = 5.0
"""Seconds to wait for a process to end that was killed: one that waits for a disk that hangs does not."""

MAX_SOURCE_BYTES = 1024
"""The most bytes of the source of a page."""

T = TypeVar("T")


READ, LEARN, CLEAN = range(3)
"""The steps of work on a page in which a process can hang or die."""


class SkipPage(Protocol):
    """Called by a task before each step of each page, with the page's source. Returns why the step is to be left out,
    ``timeout`` or ``crashed``; nothing where it is to be done."""

    def __call__(self, source: str, step: int = READ) -> str: ...


@attrs.frozen
class LostPage:
    """A page that was left out of a step. reason: ``timeout``, ``crashed``, or ``error``, which its task raised
    and which is the detail then."""

    source: str
    reason: str
    step: int = READ
    detail: str = ""


@attrs.frozen
class TaskResult(Generic[T]):
    """A task that is done. lost: pages that were left out. error: the traceback, where the task failed as a whole."""

    task: T
    answer: Any
    lost: tuple[LostPage, ...] = ()
    error: str = ""

    @property
    def whole_answer(self) -> Any:
        """The answer. Raises RuntimeError where the task failed as a whole."""
        if self.error:
            raise RuntimeError(f"a worker failed:\n{self.error}")
        return self.answer


def lost_detail(reason: str, seconds: float) -> str:
    """The report's detail for a page that was lost."""
    return f"no answer within {seconds:g} s (--page-seconds)" if reason == "timeout" else "its process died"


class WorkersFailed(RuntimeError):
    """Worker processes cannot be started, or die whichever page they get."""


_Step = tuple[bytes, int]
"""The first bytes of the source of a page, and what is done with it."""


@attrs.define(eq=False)
class _Worker:
    process: Any
    pipe: Connection
    page: Any
    """Shared: the number of the page within the task, from 1; 0 before the first."""
    name: Any
    """Shared: the source of that page."""
    step: Any
    """Shared: what is done with it."""
    clock: RunningTime
    task: Any = None
    number: int = 0
    seen: int = 0


class WorkerPool:
    """A number of processes that run ``work(task, skip_page)``, which `make(*arguments)` gives in each of them.

    seconds: the time limit of a page. Use it in a with block, or call `close`.
    """

    def __init__(self, jobs: int, seconds: float, make: Callable[..., Any], *arguments: Any) -> None:
        self.jobs = jobs
        self.seconds = seconds
        self._make = make, arguments
        self._context: Any = worker_context(make.__module__)
        self._workers: list[_Worker] = []
        self._lost: dict[int, dict[_Step, str]] = {}
        self._died: dict[int, set[_Step]] = {}
        """Tasks whose process has died, and where."""
        self._alone: list[tuple[int, Any]] = []
        """Tasks to try once more, each while no other is under way."""
        self._deaths = 0

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes, whatever they do."""
        for worker in self._workers:
            _end(worker)
        self._workers.clear()

    def run(self, tasks: Iterable[tuple[int, T] | None]) -> Generator[tuple[int, TaskResult[T]]]:
        """Run numbered tasks; yields the number and the result of each as it is done, in any order.

        tasks: one is taken when a worker is free for it. None among them: the next comes when another is done.
        """
        source = iter(tasks)
        more = True
        while True:
            if self._alone and not any(worker.task is not None for worker in self._workers):
                self._give(self._idle(), *self._alone.pop(0))
            while more and not self._is_held() and (worker := self._free()) is not None:
                try:
                    found = next(source)
                except StopIteration:
                    more = False
                    break
                if found is None:
                    break
                self._give(worker, *found)
            busy = [worker for worker in self._workers if worker.task is not None]
            if not busy:
                if not more:
                    return
                continue
            ready = wait([thing for w in busy for thing in (w.pipe, w.process.sentinel)], CHECK_SECONDS)
            for worker in busy:
                if worker.pipe in ready or _has_answered(worker):
                    if (done := self._answer(worker)) is not None:
                        yield done
                elif worker.process.sentinel in ready:  # what started it may have died, and it works on unseen
                    self._restart_without_page(worker, "crashed")
                else:
                    self._watch(worker)

    def map(self, tasks: Iterable[T], ahead: int) -> Generator[TaskResult[T]]:
        """The tasks as `run` does them, in their order. A task is taken when fewer than `ahead` of those before it wait
        for their turn or are under way."""
        answers: dict[int, TaskResult[T]] = {}
        first = 0

        def numbered() -> Iterator[tuple[int, T] | None]:
            for number, task in enumerate(tasks):
                while number >= first + ahead:
                    yield None
                yield number, task

        for number, answer in self.run(numbered()):
            answers[number] = answer
            while first in answers:
                first += 1
                yield answers.pop(first - 1)

    def _is_held(self) -> bool:
        """Whether no further task may begin: one waits to be alone, or is."""
        return bool(self._alone) or any(w.task is not None and w.number in self._died for w in self._workers)

    def _idle(self) -> _Worker:
        worker = self._free()
        assert worker is not None
        return worker

    def _free(self) -> _Worker | None:
        for worker in self._workers:
            if worker.task is None:
                return worker
        if len(self._workers) >= self.jobs:
            return None
        worker = self._start()
        self._workers.append(worker)
        return worker

    def _start(self) -> _Worker:
        for _ in range(MAX_STARTS):
            with contextlib.suppress(EOFError, ConnectionError):  # the process that starts workers has just died
                return self._started()
            time.sleep(CHECK_SECONDS)
        raise WorkersFailed("the process that starts workers dies; is there too little memory?")

    def _started(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        new = self._context
        shared = new.RawValue("q", 0), new.RawArray("c", MAX_SOURCE_BYTES), new.RawValue("b", 0)
        process = self._context.Process(target=_run, args=(theirs, *shared, *self._make), daemon=True)
        with interrupts_held_back():
            process.start()
        theirs.close()
        return _Worker(process, ours, *shared, RunningTime(process.pid))

    def _give(self, worker: _Worker, number: int, task: Any) -> None:
        worker.task, worker.number, worker.seen = task, number, 0
        worker.page.value = 0
        with contextlib.suppress(OSError):  # it has died meanwhile, which its sentinel tells
            worker.pipe.send((task, self._lost.get(number, {})))

    def _answer(self, worker: _Worker) -> tuple[int, TaskResult[Any]] | None:
        try:
            answer, error = worker.pipe.recv()
        except (EOFError, OSError):
            self._restart_without_page(worker, "crashed")
            return None
        self._deaths = 0
        number, task = worker.number, worker.task
        worker.task = None
        self._died.pop(number, None)
        steps = self._lost.pop(number, {})
        lost = tuple(
            LostPage(source.decode("utf-8", "replace"), reason, step) for (source, step), reason in steps.items()
        )
        return number, TaskResult(task, answer, lost, error)

    def _watch(self, worker: _Worker) -> None:
        page = worker.page.value
        if page != worker.seen:
            worker.seen = page
            worker.clock.restart()
        elif page and worker.clock.seconds() > self.seconds:
            self._restart_without_page(worker, "timeout")

    def _restart_without_page(self, worker: _Worker, reason: str) -> None:
        """Let a new process take a task, without the step that the old one was at if that is the cause."""
        source = worker.name.value if worker.page.value else b""
        at, number = (source, worker.step.value), worker.number
        _end(worker)
        self._deaths += 1
        if not source and self._deaths > MAX_DEATHS:
            raise WorkersFailed(
                f"{self._deaths} worker processes in a row died before their first page; is there too little memory? A "
                "script that cleans has to do so under: if __name__ == '__main__'"
            )
        self._workers[self._workers.index(worker)] = fresh = self._start()
        if source and reason == "crashed" and at not in self._died.setdefault(number, set()):
            self._died[number].add(at)
            self._alone.append((number, worker.task))
            return
        if source:
            self._lost.setdefault(number, {})[at] = reason
        self._give(fresh, number, worker.task)


def _has_answered(worker: _Worker) -> bool:
    """Whether there is an answer, or the end of it, that came since it was looked for."""
    try:
        return worker.pipe.poll()
    except OSError:
        return True


def _end(worker: _Worker) -> None:
    worker.pipe.close()
    if worker.process.is_alive():
        worker.process.kill()
    worker.process.join(END_SECONDS)


def _run(pipe: Connection, page: Any, name: Any, at: Any, make: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """What a worker process does.

    Cycles are collected after each task, whose pages are bounded, and not while it runs, when Python would look through
    rows that are still needed, unless `make` enables it. What outlives a task are caches, which are not looked through
    again.
    """
    ignore_interrupts()
    gc.disable()
    work = make(*arguments)
    while True:
        gc.freeze()
        try:
            task, without = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)

        def skip_page(source: str, step: int = READ, without: dict[_Step, str] = without) -> str:
            label = source.encode("utf-8", "replace")[: MAX_SOURCE_BYTES - 1]
            if without and (why := without.get((label, step))):
                return why
            name.value = label
            at.value = step
            page.value += 1
            return ""

        answer, error = None, ""
        try:
            answer = work(task, skip_page)
        except Exception:  # noqa: BLE001
            import traceback

            error = traceback.format_exc()
        page.value = 0
        try:
            pipe.send((answer, error))
        except OSError:
            os._exit(0)
        answer = None
        gc.collect()
