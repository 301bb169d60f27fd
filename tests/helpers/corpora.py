"""The development corpora, which the repository does not have: folders or archives in one folder."""

import os
from pathlib import Path

import pytest

from scrapy_denoise.evaluation import read_corpus

FOLDER = Path(os.environ.get("DENOISE_CORPORA") or Path(__file__).parents[3] / "shared" / "corpora")
NAMES = sorted(
    path.name.removesuffix(".tar.xz")
    for path in FOLDER.glob("*")
    if path.name.endswith(".tar.xz") or (path / "html").is_dir()
)

EVERY = bool(os.environ.get("DENOISE_ALL_PAGES"))
"""Whether samples have all pages of a corpus."""

LARGE = 20 * 2**20
"""Bytes of an archive that takes longer to unpack than the test to run, and of which samples have no page."""


def corpus_path(name: str) -> Path:
    """The folder or the archive of a corpus; the test is skipped where there is none."""
    path = next((path for path in (FOLDER / name, FOLDER / f"{name}.tar.xz") if path.exists()), None)
    if path is None:
        pytest.skip(f"no corpus {name} in {FOLDER} (DENOISE_CORPORA names another folder)")
    return path


def corpus_pages(name: str):
    """All pages of a corpus, with their gold; the test is skipped where the corpus is missing."""
    return read_corpus(corpus_path(name))


def corpus_sample(name: str, count: int):
    """About this many pages of a corpus, at equal distances in its order; all of them if DENOISE_ALL_PAGES is set.

    The test is skipped where the corpus is missing, and for large archives.
    """
    path = corpus_path(name)
    if not EVERY and path.is_file() and path.stat().st_size > LARGE:
        pytest.skip(f"{name} is large (DENOISE_ALL_PAGES=1 reads it)")
    pages = read_corpus(path)
    return pages if EVERY else pages[:: max(1, len(pages) // count)]
