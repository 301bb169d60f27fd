"""Instructions that outputs of pages take, counted by valgrind's cachegrind: compiled code and C libraries included.

One process reads the pages and makes all outputs once, so that caches are full. Then it forks once for each output,
and once without work: the difference between the two is what the output takes, without the start of the process.

python benchmarks/instructions.py FILE OUTPUT,OUTPUT    # the process that cachegrind runs; FILE has the pages, pickled
"""

from __future__ import annotations

import json
import os
import pickle
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PAGES = 10
"""Pages of each set: the first of its sample. They take about fifteen times as long as without valgrind."""

REFERENCE = "parse"
"""What lxml's parse of the same pages takes, for comparing machines."""


def is_available() -> bool:
    return sys.platform == "linux" and shutil.which("valgrind") is not None


def environment() -> dict[str, str]:
    """What instructions depend on beside the code: the builds of Python, of the C library and of valgrind."""
    valgrind = subprocess.run(["valgrind", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return {
        "python": " ".join(sys.version.split()), "libc": " ".join(platform.libc_ver()), "valgrind": valgrind,
        "machine": platform.machine(),
    }  # fmt: skip


def count_instructions(sample: list[tuple[bytes, str | None]], outputs: list[str]) -> dict[str, int]:
    """The instructions of each output on one of the first pages of a sample, in thousands."""
    pages = sample[:PAGES]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "pages")
        file.write_bytes(pickle.dumps(pages))
        cachegrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={folder}/%p"]
        command = [*cachegrind, sys.executable, __file__, str(file), ",".join(outputs)]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env=os.environ | {"PYTHONHASHSEED": "0"}
        )
        if done.returncode:
            sys.exit(f"instructions were not counted:\n{done.stderr}")
        totals = {output: _total(Path(folder, str(process))) for output, process in json.loads(done.stdout).items()}
    return {output: round((totals[output] - totals[""]) / len(pages) / 1e3) for output in outputs}


def _total(report: Path) -> int:
    match = re.search(r"^summary: (\d+)", report.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    assert match is not None, f"{report} has no summary"
    return int(match[1])


def main() -> None:
    from page_costs import prepare, work

    prepare()
    pages = pickle.loads(Path(sys.argv[1]).read_bytes())
    makes = {output: work(pages, output) for output in ("", *sys.argv[2].split(","))}
    for make in makes.values():
        make()
    processes = {}
    for output, make in makes.items():
        process = os.fork()
        if not process:
            make()
            os._exit(0)
        if os.waitpid(process, 0)[1]:
            sys.exit(f"the process for {output or 'no output'} failed")
        processes[output] = process
    print(json.dumps(processes))


if __name__ == "__main__":
    main()
