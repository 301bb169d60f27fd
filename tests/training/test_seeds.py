"""The threshold below which a page has no content holds whatever seed the classifier is trained with."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.corpora import corpus_path

from scrapy_denoise.methods.auto.auto import Auto

ROOT = Path(__file__).parents[2]
NAMES = ("aeb", "gne-zh-news", "magic-html-forum", "zh-mkdocs-ctfwiki")
SEEDS = 5


@pytest.mark.slow
@pytest.mark.corpus
def test_pages_without_content_stay_below_the_threshold_for_every_seed():
    pytest.importorskip("lightgbm", reason="the extra 'training' is not installed")
    corpora = [corpus_path(name) for name in NAMES]
    command = [sys.executable, "-m", "training.train_auto", *map(str, corpora)]
    # With one thread: two that wait for each other cost many times as much where something else runs too.
    command += ["--sample", "40", "--pages-without-content", str(SEEDS), "--jobs", "1"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=True)
    rows = [re.findall(r"\b[01]\.\d+", line) for line in done.stdout.splitlines() if "links" in line or "404" in line]
    rows += [re.findall(r"\b[01]\.\d+", line) for line in done.stdout.splitlines() if "login" in line]
    confidences = [float(value) for row in rows for value in row]
    assert len(confidences) == 4 * SEEDS
    assert max(confidences) < Auto().min_expected_f1
