"""The pages that mutations start from: the test pages, the example sites, and pages of the corpora where present."""

import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PER_CORPUS = 150
"""Pages taken from a corpus: its first ones. Neighbours are mostly pages of one site."""

MAX_BYTES = 150_000
"""Bytes of a page that is taken."""


def read_sources(corpora: Path) -> list[bytes]:
    """All source pages, in an order that depends on nothing but what is there."""
    found = [path.read_bytes() for path in sorted((ROOT / "tests" / "pages").glob("*/*.html"))]
    sys.path.insert(0, str(ROOT / "example_project"))
    from example_site import build

    found += [page.body for page in build(seed=0)[::4]]
    if corpora.is_dir():
        for path in sorted(corpora.iterdir()):
            found += _of_corpus(path)
    return [page for page in found if 0 < len(page) <= MAX_BYTES]


def _of_corpus(path: Path) -> list[bytes]:
    if (path / "html").is_dir():
        return [file.read_bytes() for file in sorted((path / "html").rglob("*.html"))[:PER_CORPUS]]
    found: list[bytes] = []
    if ".tar" in path.name:
        with tarfile.open(path, "r|*") as archive:
            for member in archive:
                if len(found) == PER_CORPUS:
                    break
                if member.isfile() and member.name.endswith(".html") and (file := archive.extractfile(member)):
                    found.append(file.read())
    return found
