"""The command line: ``scrapy-denoise clean``, ``correct``, ``corpus``, ``view``, ``eval`` and others.

It imports nothing before Ctrl-C is heeded: the imports take longest of what comes first.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

AGAIN_SECONDS = 0.02
"""Seconds until Ctrl-C is tried again that was lost."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit status, of `command_line.run`, or INTERRUPTED after Ctrl-C.

    Raises SystemExit(0) after --help and --version.
    """
    before, sys.unraisablehook = sys.unraisablehook, _unraisable
    try:
        from scrapy_denoise.cli.command_line import run

        return run(argv)
    except KeyboardInterrupt:
        from scrapy_denoise.cli.errors import INTERRUPTED

        print("scrapy-denoise: interrupted", file=sys.stderr)
        return INTERRUPTED
    finally:
        sys.unraisablehook = before


def _unraisable(lost: sys.UnraisableHookArgs) -> None:
    """Ctrl-C is raised wherever the program is, and in a callback of the import system or of the garbage collector
    Python prints the exception and goes on: it is raised again, soon after that."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    from threading import Timer

    again = Timer(AGAIN_SECONDS, _interrupt)
    again.daemon = True
    again.start()


def _interrupt() -> None:
    """Ctrl-C once more. A signal ends what the main thread waits for, which ``interrupt_main`` does not."""
    if sys.platform == "win32":
        from _thread import interrupt_main

        interrupt_main()
    else:
        from signal import SIGINT, pthread_kill
        from threading import main_thread

        thread = main_thread().ident
        assert thread is not None  # it has been started
        pthread_kill(thread, SIGINT)
