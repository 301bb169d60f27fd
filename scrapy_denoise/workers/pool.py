"""Worker processes in which a page that hangs or kills its process costs that page and no other.

A worker says in shared memory which page of its task it is at. If that does not change for longer than the limit, the
process is killed; if the process dies, the page that it was at is the cause. In both cases a new process takes the
task again without the page.
"""

from __future__ import annotations

import contextlib
import gc
import os
import time
from collections.abc import Callable, Generator, Iterable
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Protocol, TypeVar

import attrs

from scrapy_denoise.workers.start import ignore_interrupts, interrupts_held_back, worker_context

LOOK = 0.2
"""Seconds between two looks at what the workers are at."""

MAX_DEATHS = 8
"""Processes that may die in a row before they have done anything: then the fault is not a page's."""

LABEL = 1024
"""Bytes that tell the source of a page."""

T = TypeVar("T")


class Progress(Protocol):
    """Called by a task before each page, with the page's source. True where the page is to be left out."""

    def __call__(self, source: str) -> bool: ...


@attrs.frozen
class Lost:
    """A page that was left out. reason: ``timeout`` or ``crashed``."""

    source: str
    reason: str


@attrs.frozen
class Done(Generic[T]):
    """A task that is done. lost: pages that were left out. error: the traceback, where the task failed as a whole."""

    task: T
    answer: Any
    lost: tuple[Lost, ...] = ()
    error: str = ""


def lost_detail(reason: str, seconds: float) -> str:
    """Of a page that was lost, for the report."""
    return f"no answer within {seconds:g} s (--page-seconds)" if reason == "timeout" else "its process died"


class WorkersFailed(RuntimeError):
    """Worker processes cannot be started, or die whatever they do."""


@attrs.define(eq=False)
class _Worker:
    process: Any
    pipe: Connection
    page: Any
    """Shared: the number of the page within the task, from 1; 0 before the first."""
    name: Any
    """Shared: the source of that page."""
    task: Any = None
    number: int = 0
    since: float = 0.0
    seen: int = 0


class Workers:
    """A number of processes that run ``work(task, progress)``, which `make(*arguments)` gives in each of them.

    seconds: the time limit of a page. preload: modules that all of them will import. Use it in a with block, or call
    `close`.
    """

    def __init__(
        self, jobs: int, seconds: float, make: Callable[..., Any], *arguments: Any, preload: tuple[str, ...] = ()
    ) -> None:
        self.jobs = jobs
        self.seconds = seconds
        self._make = make, arguments
        self._context: Any = worker_context(make.__module__, *preload)
        self._workers: list[_Worker] = []
        self._lost: dict[int, dict[bytes, str]] = {}
        self._deaths = 0

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes, whatever they do."""
        for worker in self._workers:
            _end(worker)
        self._workers.clear()

    def run(self, tasks: Iterable[tuple[int, T] | None]) -> Generator[tuple[int, Done[T]]]:
        """The numbered tasks as they are done, in any order. A task is taken when a worker is free for it.

        None instead of a task: the next one needs what others will have done.
        """
        source = iter(tasks)
        more = True
        while True:
            while more and (worker := self._free()) is not None:
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
            ready = wait([thing for w in busy for thing in (w.pipe, w.process.sentinel)], LOOK)
            for worker in busy:
                if worker.pipe not in ready and worker.process.sentinel not in ready:
                    self._watch(worker)
                elif (done := self._answer(worker)) is not None:
                    yield done

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
        ours, theirs = self._context.Pipe()
        page, name = self._context.RawValue("q", 0), self._context.RawArray("c", LABEL)
        process = self._context.Process(target=_run, args=(theirs, page, name, *self._make), daemon=True)
        with interrupts_held_back():
            process.start()
        theirs.close()
        return _Worker(process, ours, page, name)

    def _give(self, worker: _Worker, number: int, task: Any) -> None:
        worker.task, worker.number, worker.seen, worker.since = task, number, 0, time.monotonic()
        worker.page.value = 0
        with contextlib.suppress(OSError):  # it has died meanwhile, which its sentinel tells
            worker.pipe.send((task, set(self._lost.get(number, ()))))

    def _answer(self, worker: _Worker) -> tuple[int, Done[Any]] | None:
        try:
            answer, error = worker.pipe.recv()
        except (EOFError, OSError):
            self._again(worker, "crashed")
            return None
        self._deaths = 0
        number, task = worker.number, worker.task
        worker.task = None
        pages = self._lost.pop(number, {})
        lost = tuple(Lost(source.decode("utf-8", "replace"), reason) for source, reason in pages.items())
        return number, Done(task, answer, lost, error)

    def _watch(self, worker: _Worker) -> None:
        now, page = time.monotonic(), worker.page.value
        if page != worker.seen:
            worker.seen, worker.since = page, now
        elif page and now - worker.since > self.seconds:
            self._again(worker, "timeout")

    def _again(self, worker: _Worker, reason: str) -> None:
        """Let a new process take a task without the page that the old one was at."""
        source = worker.name.value if worker.page.value else b""
        _end(worker)
        self._deaths += 1
        if not source and self._deaths > MAX_DEATHS:
            raise WorkersFailed(
                f"{self._deaths} worker processes in a row died before their first page; is there too little memory? A "
                "script that cleans has to do so under: if __name__ == '__main__'"
            )
        if source:
            self._lost.setdefault(worker.number, {})[source] = reason
        self._workers[self._workers.index(worker)] = fresh = self._start()
        self._give(fresh, worker.number, worker.task)


def _end(worker: _Worker) -> None:
    worker.pipe.close()
    if worker.process.is_alive():
        worker.process.kill()
    worker.process.join()


def _run(pipe: Connection, page: Any, name: Any, make: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """What a worker process does.

    Cycles are collected after each task, whose pages are bounded, and not while it runs, when Python would look through
    rows that are still needed. What outlives a task are caches, which are not looked through again.
    """
    ignore_interrupts()
    work = make(*arguments)
    gc.disable()
    while True:
        gc.freeze()
        try:
            task, without = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)

        def progress(source: str, without: set[bytes] = without) -> bool:
            label = source.encode("utf-8", "replace")[: LABEL - 1]
            if label in without:
                return True
            name.value = label
            page.value += 1
            return False

        answer, error = None, ""
        try:
            answer = work(task, progress)
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
