"""The demo, which is what a newcomer runs first: every page gives its item, and what it shows is there."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "example_project"


def test_the_demo_crawls_all_sites(tmp_path):
    pytest.importorskip("rensa", reason="the extra 'duplicates' is not installed")
    folder = tmp_path / "example_project"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns(".scrapy", "items.jsonl", "__pycache__"))
    done = subprocess.run(
        [sys.executable, folder / "demo.py", "--fresh"], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = {line.split()[0]: line for line in done.stdout.splitlines() if line.strip()}
    assert "16 pages by corrections.toml: F1 1.000" in lines["corrected"]
    assert "-print.html" in lines["dropped"]
    assert lines["errors"].split()[1] == "0"
