"""Calls to stores and indexes that may be slow, down or wrong: no call raises, and none waits without a limit."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol, TypeVar

from scrapy_denoise.sites.stores import DamagedTemplates, StoreError

logger = logging.getLogger(__name__)

T = TypeVar("T")

MAX_LOOP_TURNS = 20
"""Of the event loop, in which an answer is heard that has come already."""


class Guarded(Protocol):
    """A store or an index that `Guard` calls. It is opened before its first call and closed at the end."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...


class WrongAnswer(StoreError):
    """A call returned a value of a wrong type."""


class Guard:
    """Asks a store, or an index, for a crawl that goes on whatever it does.

    A call that raises any Exception, gives an answer of a wrong type, or takes longer than its time limit gives None,
    is counted (`count` is called with `error`), and its kind has failed: `works` says of each kind of call ("read",
    "write"), so that a store that can be read and not written counts as what it is. Nobody should wait for a kind that
    has failed; it may be tried again (`ready`, `probe`) `pause` seconds later.

    A page waits for an answer for `wait` seconds at most, and not at all while answers of this kind take longer
    (`is_in_time`); a page that goes on without is counted (`late`), and the first is in the log.

    The log has the first failure of each kind, at most one until all kinds work again, and then that they do. name: as
    in "Template store". error, late: what `count` is called with. consequence, goes_on: the sentences that follow a
    failure and a late answer.
    """

    def __init__(
        self,
        store: Guarded,
        name: str,
        timeout: float,
        pause: float,
        count: Callable[[str], None],
        *,
        error: str,
        consequence: str,
        late: str,
        goes_on: str,
        wait: float = math.inf,
        recovered: Callable[[str], None] = lambda kind: None,
    ) -> None:
        self.timeout = timeout
        self.pause = pause
        self.is_open = False
        self._store = store
        self._name = name
        self._count = count
        self._error = error
        self._consequence = consequence
        self._late_count = late
        self._goes_on = goes_on
        self._wait = wait
        self._slow: set[str] = set()  # kinds whose last answer took longer than a page waits
        self._late_logged = False
        self._recovered = recovered
        self._failed_at: dict[str, float] = {}
        self._failure_logged = False  # whether the present failure is in the log
        self._reported: set[str] = set()
        self._probe: asyncio.Task[Any] | None = None
        self._late: set[asyncio.Task[Any]] = set()

    def works(self, kind: str) -> bool:
        """True if the last call of this kind succeeded."""
        return kind not in self._failed_at

    def ready(self, kind: str) -> bool:
        """True if calls of this kind work, or if it is time to try one again."""
        return self.works(kind) or now() - self._failed_at[kind] >= self.pause

    async def open(self, kind: str) -> None:
        """Open the store, for the first call of this kind."""
        await self.ask(kind, lambda: asyncio.sleep(0))

    async def ask(
        self, kind: str, call: Callable[[], Awaitable[T]], seconds: float | None = None, answers: type = object
    ) -> T | None:
        """The answer of a call within this many seconds, opening included; None where it fails. Never raises.

        answers: the type of an answer; None is always allowed.
        """

        asked = now()

        async def opened() -> T:
            nonlocal asked
            if not self.is_open:
                await self._store.open()
                self.is_open = True
                asked = now()
            answer = await call()
            if answer is not None and not isinstance(answer, answers):
                raise WrongAnswer(f"expected {answers.__name__} as an answer, got {type(answer).__name__}")
            return answer

        try:
            answer = await self._within(opened(), self.timeout if seconds is None else seconds)
        except DamagedTemplates as error:
            self._report(kind, error)  # some sites' templates, not the store
            return None
        except Exception as error:  # noqa: BLE001 - whatever it raises, the crawl goes on
            self._failed_at[kind] = now()
            self._report(kind if self.is_open else "open", error)
            return None
        finally:
            (self._slow.add if now() - asked > self._wait else self._slow.discard)(kind)
        if self._failed_at.pop(kind, None) is not None:
            if not self._failed_at and self._failure_logged:
                self._failure_logged = False
                logger.info("%s: works again", self._name)
            self._recovered(kind)
        return answer

    async def is_in_time(self, kind: str, asking: asyncio.Future[Any]) -> bool:
        """Wait for a call as long as a page may wait. True if it is done; if not, it goes on in the background."""
        if not asking.done():
            longest = None if self._wait >= self.timeout else self._wait  # a call ends at its own limit
            await asyncio.wait({asking}, timeout=0 if kind in self._slow else longest)
        # In a loop that other pages keep busy an answer may be there and not have been heard.
        for _ in range(MAX_LOOP_TURNS):
            if asking.done():
                return True
            await asyncio.sleep(0)
        self._slow.add(kind)
        self._count(self._late_count)
        if not self._late_logged:
            self._late_logged = True
            logger.warning("%s: no answer within %g s. %s", self._name, self._wait, self._goes_on)
        return False

    def probe(
        self, kind: str, call: Callable[[], Awaitable[Any]], answers: type = object, *, early: bool = False
    ) -> None:
        """Retry a kind of call that has failed, in the background and one at a time, if its pause is over.

        early: retry before the pause is over, because something shows that the store may work again.
        """
        if (early or self.ready(kind)) and (self._probe is None or self._probe.done()):
            self._probe = asyncio.ensure_future(self.ask(kind, call, answers=answers))

    async def close(self) -> None:
        """Wait for calls that are under way, each for a time limit at most, and close the store if it was opened."""
        if self._probe is not None:
            await asyncio.wait([self._probe], timeout=self.timeout)
        if self._late:
            await asyncio.wait(self._late, timeout=self.timeout)
        if self.is_open:
            await self.ask("close", self._store.close)

    async def _within(self, call: Coroutine[Any, Any, T], seconds: float) -> T:
        """The answer of a call within this many seconds. Raises what it raises, and StoreError.

        A late call is cancelled but not waited for, as `asyncio.wait_for` would: a client may take long to end.
        """
        task = asyncio.ensure_future(call)
        self._late.add(task)
        task.add_done_callback(self._ended)
        try:
            await asyncio.wait({task}, timeout=seconds)
            if not task.done():
                raise StoreError(f"no answer within {self.timeout:g} s")
            if task.cancelled():
                raise StoreError("the call was cancelled")
            return task.result()
        finally:
            task.cancel()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._late.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, or asyncio would log it

    def _report(self, doing: str, error: Exception) -> None:
        """Count a failure. Log it unless its kind, its message, or a failure since all worked last was logged."""
        self._count(self._error)
        damaged = isinstance(error, DamagedTemplates)
        kind = "damaged" if damaged else doing
        reason = str(error) if isinstance(error, StoreError) else _with_type(error)
        if not {kind, reason} & self._reported and (damaged or not self._failure_logged):
            self._reported |= {kind, reason}
            self._failure_logged = self._failure_logged or not damaged
            logger.error("%s: cannot %s: %s. %s", self._name, doing, reason.rstrip("."), self._consequence)


def _with_type(error: Exception) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 - of a client whose message is in an encoding that it cannot read, as one example
        return type(error).__name__


def now() -> float:
    """The time of the event loop, in seconds."""
    return asyncio.get_running_loop().time()
