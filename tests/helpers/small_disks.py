"""Small file systems in memory, which can be full or read-only."""

import os
import shutil
import subprocess
from contextlib import contextmanager

import pytest


@contextmanager
def mounted(folder, *options):
    """A small file system in memory. Skips the test where there cannot be one."""
    if os.geteuid() or not shutil.which("mount"):
        pytest.skip("needs root and mount")
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", folder], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no tmpfs here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def fill(folder):
    """Fill a file system to its last byte."""
    with (folder / "filler").open("wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                pass
