"""A job whose last run was killed begins anew: what Scrapy keeps of its requests is whole only where a run ends."""

from __future__ import annotations

import shutil
from pathlib import Path


def begin_run(job: str) -> bool:
    """Mark a job as running. Returns whether it was, since a run was killed: its requests are then forgotten."""
    folder = Path(job)
    folder.mkdir(parents=True, exist_ok=True)
    mark = _mark(job)
    was_killed = mark.exists()
    if was_killed:
        shutil.rmtree(folder / "requests.queue", ignore_errors=True)
        (folder / "requests.seen").unlink(missing_ok=True)
    mark.touch()
    return was_killed


def end_run(job: str) -> None:
    """Remove the mark."""
    _mark(job).unlink(missing_ok=True)


def _mark(job: str) -> Path:
    return Path(job, "running")
