"""How long a process has worked on something, without the time in which it waited for a processor."""

from __future__ import annotations

import os
import time
from pathlib import Path

_RUNNABLE = "R"
_STATE, _USER, _SYSTEM = 0, 11, 12
"""The places of the state of a process, and of its times in user code and in the system, in ``/proc/PID/stat`` behind
the name of its program (proc_pid_stat(5))."""


class RunningTime:
    """Seconds for which a process has run, slept, or waited for a disk or another process.

    On a busy machine a process may wait longer for a processor than it works. Between two calls of `seconds` the time
    that has passed counts where the process is asleep at the second, and its own time on processors where it is
    running or ready to run. Where the system does not say which (no ``/proc``), all time counts.

    >>> clock = RunningTime(os.getpid())
    >>> 0 <= clock.seconds() < 1
    True
    """

    def __init__(self, pid: int) -> None:
        self._file = Path(f"/proc/{pid}/stat")
        self.restart()

    def restart(self) -> None:
        """Count from now on."""
        self._total = 0.0
        self._now = time.monotonic()
        self._worked, _ = self._measured()

    def seconds(self) -> float:
        """The seconds counted. To be asked for every few tenths of a second."""
        now = time.monotonic()
        worked, is_ready = self._measured()
        passed = now - self._now
        self._total += min(passed, max(worked - self._worked, 0.0)) if is_ready else passed
        self._now, self._worked = now, worked
        return self._total

    def _measured(self) -> tuple[float, bool]:
        """The seconds that the process has had on processors, and whether it runs or is ready to."""
        try:
            fields = self._file.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            ticks = int(fields[_USER]) + int(fields[_SYSTEM])
        except (OSError, ValueError, IndexError):
            return 0.0, False
        return ticks / os.sysconf("SC_CLK_TCK"), fields[_STATE] == _RUNNABLE
