"""The Makefile: any order of its targets works, and `make clean` leaves nothing."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")


def make(folder, *arguments):
    done = subprocess.run(["make", *arguments], cwd=folder, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_package_is_compiled_once_for_all_environments(tmp_path):
    lines = make(
        ROOT, "--dry-run", "demo", "test", "docs", "evaluation", f"VENV={tmp_path}/venv", "CORPORA=folder"
    ).splitlines()
    assert sum("--editable" in line for line in lines) == 1
    assert sum("'scrapy-denoise[" in line for line in lines) == 3


def test_clean_removes_what_the_compiler_made(tmp_path):
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    package = tmp_path / "scrapy_denoise" / "page"
    package.mkdir(parents=True)
    made = [package.parent / "_cython.c", package.parent / "_cython.cpython-311.so", package / "compiled.c"]
    kept = [package / name for name in ("compiled.pyx", "compiled.pxd", "walk.pxi", "__init__.py")]
    for path in (*made, *kept):
        path.touch()
    make(tmp_path, "clean")
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".toml") == sorted(
        [*kept, tmp_path / "Makefile"]
    )
