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


@pytest.mark.parametrize("target", ["demo", "lint", "docs", "evaluation"])
def test_each_environment_that_the_demo_takes_as_its_own_has_what_it_needs(target, tmp_path):
    arguments = [f"VENV={tmp_path}/venv", "CORPORA=folder"]
    lines = make(ROOT, "--dry-run", target, *arguments).splitlines()
    installs = [line for line in lines if "--editable" in line]
    marks = [line for line in lines if line.strip().startswith("touch") and f"{tmp_path}/venv/installed" in line]
    assert any(f"{tmp_path}/venv/installed" in line.split() for line in marks)
    assert installs
    assert all(".[duplicates" in line for line in installs)


def test_clean_removes_what_the_compiler_made(tmp_path):
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    package = tmp_path / "scrapy_denoise" / "page"
    package.mkdir(parents=True)
    made = [package.parent / "_cython.c", package.parent / "_cython.cpython-311.so", package / "walk.c"]
    kept = [package / "walk.pyx", package / "walk.pxd", package / "__init__.py"]
    for path in (*made, *kept):
        path.touch()
    make(tmp_path, "clean")
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".toml") == sorted(
        [*kept, tmp_path / "Makefile"]
    )
