"""Starts worker processes: without forking this process, which may have threads, and with Ctrl-C blocked."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext


def worker_context(preload: str) -> BaseContext:
    """The context for worker processes. A module is imported once for all of them.

    preload: the name of the module. Ctrl-C is for the process that gives them work, and kills none of them, not even
    while it imports: they inherit that the signal is blocked. On Windows, where no signal can be blocked, they ignore
    it once they have begun (`ignore_interrupts`).
    """
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    from multiprocessing import forkserver, resource_tracker

    context = get_context("forkserver")
    context.set_forkserver_preload([preload])
    resource_tracker.ensure_running()  # first: to start it ends in unblocking the signal
    with interrupts_held_back():
        forkserver.ensure_running()
    return context


def ignore_interrupts() -> None:
    """In a worker process: leave Ctrl-C to the process that gives it work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Let Ctrl-C wait until the end of the block, such as of one that starts a process: one that was started in part
    would find its parent gone, and print that as an error."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
