"""Runs of ``corpus clean`` on mutated pages that something disturbs: a second run on the same output, a worker that is
killed, the run that is. The output is that of the run that nothing disturbed, after the same call again at the latest.
"""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fuzz.properties import Broken

EVERY = 200
"""Of so many pages, one is cleaned with its siblings by several runs too."""

SECONDS = 900
"""Time limit of a run, which no such run takes."""

KINDS = ("second", "worker", "run")

FIRST = b"<h1>The harbour</h1><p>Boats came in before noon, and people stood on the pier to see what they had caught."


def check_runs(pages: list[bytes], rng: Random) -> None:
    """Clean these pages, which are given to a few sites, in several ways. Raises Broken."""
    if find_spec("pyarrow") is None:
        return
    with TemporaryDirectory() as place:
        folder = Path(place)
        rows = [(f"https://{rng.choice('abc')}.example/{n}", page) for n, page in enumerate([FIRST, *pages, *pages])]
        lines = [json.dumps({"url": url, "html": html.decode("utf-8", "replace")}) + "\n" for url, html in rows]
        (folder / "pages.jsonl").write_text("".join(lines), encoding="utf-8")
        form = rng.choice(["jsonl", "parquet"])
        start = time.monotonic()
        _ended(_begun(folder, "alone", form), "undisturbed")
        took = time.monotonic() - start
        kind = rng.choice(KINDS)
        run = _begun(folder, "out", form)
        with suppress(subprocess.TimeoutExpired):
            run.wait(rng.uniform(0.1, 1.0) * took)
        if kind == "second":
            _check_second(folder, form, rng)
        elif kind == "run":
            run.kill()
            run.wait()
        elif workers := _workers(run.pid):
            with suppress(ProcessLookupError):
                os.kill(rng.choice(workers), signal.SIGKILL)
        if kind == "run":
            run.communicate()
        else:
            _ended(run, kind)
        if kind != "second":
            _ended(_begun(folder, "out", form), f"after {kind}")
        if _contents(folder / "out") != _contents(folder / "alone"):
            raise Broken("a disturbed run has another output", f"{kind}, {form}")


def _check_second(folder: Path, form: str, rng: Random) -> None:
    """Run once more on an output that is being written, or has just been."""
    second = _begun(folder, "out", form, *(["--overwrite"] if rng.random() < 0.3 else []))
    told = second.communicate(timeout=SECONDS)[1]
    refused = second.returncode == 2 and told.count("\n") == 1 and "/out is being written by process " in told
    if second.returncode and not refused:
        raise Broken("a second run is not refused in a sentence", told)


def _begun(folder: Path, out: str, form: str, *more: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "scrapy_denoise", "corpus", "clean", str(folder / "pages.jsonl"), "--jobs", "2"]
    options = ["--buckets", "2", "--page-seconds", str(SECONDS), "--format", form, "--out", str(folder / out), *more]
    return subprocess.Popen([*command, *options], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)


def _ended(run: "subprocess.Popen[str]", how: str) -> None:
    """Wait for a run, which has to end well."""
    try:
        told = run.communicate(timeout=SECONDS)[1]
    except subprocess.TimeoutExpired:
        run.kill()
        raise Broken("a run does not end", how) from None
    if run.returncode:
        raise Broken("a run fails", f"{how}: {told[-2000:]}")


def _contents(out: Path) -> dict[str, bytes]:
    """All that is in an output folder."""
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def _workers(run: int) -> list[int]:
    """The processes of workers, and those that start them for a run. Empty where the system does not tell."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError):
            parents.setdefault(int(path.read_text().rpartition(")")[2].split()[1]), []).append(int(path.parent.name))
    makers = parents.get(run, [])
    return sorted(makers + [worker for maker in makers for worker in parents.get(maker, [])])
