"""How a call is timed, and where the tables of the benchmarks of speed are printed."""

import sys
from collections.abc import Callable
from time import thread_time

from rich.console import Console

REPEATS = 5

# A log or a pipe has no width of its own, and 80 columns are too few to read the names of the steps in.
console = Console(width=None if sys.stdout.isatty() else 140)


def best(call: Callable[[], object], repeats: int = REPEATS) -> float:
    """CPU seconds of the fastest of several calls.

    Not seconds by the clock: on a busy machine long calls are interrupted and short ones are not, which would
    look like growth.
    """
    times = []
    for _ in range(repeats):
        start = thread_time()
        call()
        times.append(thread_time() - start)
    return min(times)
