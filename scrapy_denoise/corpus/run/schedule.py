"""Which task is next: the tasks of a large site wait until its template is learned, and answers come in order."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Any

import attrs

from scrapy_denoise.corpus.run.site_passes import merged
from scrapy_denoise.corpus.run.tasks import Task


@attrs.define
class _Learning:
    """The template of a large site. left: tasks that still learn it."""

    left: int = 0
    template: bytes | None = None


class Schedule:
    """The tasks in the order in which workers take them, and their answers in the order of the tasks.

    window: how many tasks may be under way or done and not written yet, which bounds the memory.
    """

    def __init__(self, tasks: Iterator[Task], window: int) -> None:
        self._tasks = tasks
        self._window = window
        self._more = True
        self._created = self._given = 0
        self._waiting: deque[tuple[int, Task]] = deque()
        self._answers: dict[int, tuple[Task, Any]] = {}
        self._sites: OrderedDict[str, _Learning] = OrderedDict()

    def __iter__(self) -> Iterator[tuple[int, Task] | None]:
        """The next task for which all is there; None where all wait for others."""
        while True:
            self._fill()
            found = next((pair for pair in self._waiting if self._ready(pair[1])), None)
            if found is not None:
                self._waiting.remove(found)
                number, task = found
                if task.large is not None and not task.learns:
                    task = attrs.evolve(task, template=self._sites[task.large].template)
                yield number, task
            elif self._more or self._waiting:
                yield None
            else:
                return

    def done(self, number: int, task: Task, answer: Any) -> Iterator[tuple[Task, Any]]:
        """Take the answer of a task. Gives the tasks whose answers are next, without those that learn."""
        if task.learns:
            assert task.large is not None
            site = self._sites[task.large]
            site.template = answer if site.template is None else merged((site.template, answer))
            site.left -= 1
        self._answers[number] = task, answer
        while self._given in self._answers:
            task, answer = self._answers.pop(self._given)
            self._given += 1
            if not task.learns:
                yield task, answer

    def _fill(self) -> None:
        while self._more and self._created - self._given < self._window:
            task = next(self._tasks, None)
            if task is None:
                self._more = False
                return
            if task.learns and task.large is not None:
                self._sites.setdefault(task.large, _Learning()).left += 1
                while len(self._sites) > self._window:
                    self._sites.popitem(last=False)  # of a site that is done: a window holds no more sites
            self._waiting.append((self._created, task))
            self._created += 1

    def _ready(self, task: Task) -> bool:
        return task.learns or task.large is None or not self._sites[task.large].left
