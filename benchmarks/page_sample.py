"""The pages whose cost is counted: a fixed sample of each set, the same on every machine."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PAGES = 20
SAMPLES = {"example": 20, "aeb": PAGES, "daniel": PAGES, "wcxb": PAGES}
"""The sets of pages, and how many pages of each are counted. `example` are the example sites."""

EXAMPLE = "example"

Pages = list[tuple[bytes, "str | None"]]
"""The bytes and the address of each page."""


def corpus_path(name: str) -> Path | None:
    """The folder or the archive of a corpus, or of the corpus at this path; None where there is none."""
    shared = Path(os.environ.get("DENOISE_CORPORA") or ROOT.parent / "shared" / "corpora")
    places = (shared / name, shared / f"{name}.tar.xz", Path(name))
    return next((path for path in places if path.exists()), None)


def sample(name: str) -> Pages:
    """The pages of a set whose ids have the smallest hashes, in this order: the same pages on every machine."""
    if name == EXAMPLE:
        sys.path.insert(0, str(ROOT / "example_project"))
        from example_site import build

        known = [(page.url, page.url, page) for page in build(0)]
    else:
        path = corpus_path(name)
        if path is None:
            sys.exit(f"no corpus {name}: DENOISE_CORPORA names the folder of the corpora")
        from scrapy_denoise.evaluation import read_corpus

        known = [(page.id, page.url, page) for page in read_corpus(path)]
    known.sort(key=lambda page: hashlib.sha256(page[0].encode()).digest())
    return [(page.body if name == EXAMPLE else page.html, url) for _id, url, page in known[: SAMPLES.get(name, PAGES)]]


def digest(pages: Pages) -> str:
    """The first characters of a hash of all pages: another one means other pages."""
    digest = hashlib.sha256()
    for html, _url in pages:
        digest.update(hashlib.sha256(html).digest())
    return digest.hexdigest()[:16]
