"""The peak resident memory of a call, compiled libraries included. Linux only."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from pathlib import Path

_STATUS = Path("/proc/self/status")
_RESET = Path("/proc/self/clear_refs")


def peak_memory(call: Callable[[], object]) -> int | None:
    """Bytes by which the resident memory grew at most during the call; None where it cannot be measured.

    The peak that Linux keeps of each process is set back before the call, after memory that is free but not given
    back to the system (glibc) has been given back: else the call would find it there. None for a call that raises.
    """
    trim = _malloc_trim()
    if trim is None:
        return None
    try:
        trim(0)
        _RESET.write_text("5")
        before = _resident("VmRSS")
        call()
        return max(_resident("VmHWM") - before, 0)
    except Exception:  # noqa: BLE001  a page that fails is counted where it is timed
        return None


@cache
def _malloc_trim() -> Callable[[int], int] | None:
    try:
        _RESET.write_text("5")
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
    return trim


def _resident(name: str) -> int:
    for line in _STATUS.read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    raise OSError(f"no {name} in {_STATUS}")
