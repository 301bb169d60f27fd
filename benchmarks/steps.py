"""What each step between the scores of a page and its text gains: every one switched off in turn, on the same pages.

    python -m benchmarks.steps CORPUS... --validation CORPUS... --write docs/evidence/steps-table.inc
    python -m benchmarks.steps CORPUS... --sample 60 --steps tables codes
    python -m benchmarks.steps CORPUS... --models FOLDS

A corpus is a folder with gold.jsonl and html/ID.html. Of validation pages sums alone are made and shown. A page is read
and decided once, each page alone, and the steps behind are run again without each of them; pages whose text stays the
same need no figures. The sums of every CHUNK pages are kept in a file, so that a run that was stopped goes on; what was
made by other code or models is not used.

--models: a folder made by ``python -m training.fold_models CORPUS... --write FOLDS``, with models that have not seen
the sites of each fold. Without it the models of the package decide, which have seen the sites of the corpora: then what
a step gains on these is less than on sites that nobody has seen, and the table says so.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import os
import random
import zlib
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from attrs import frozen
from rich.progress import Progress

from benchmarks.step_pages import NOT_ALONE, STEPS, Sums, add, costs, judge_page, use_models
from benchmarks.step_table import document, print_table
from benchmarks.structure import ingredients
from scrapy_denoise.evaluation import Corpus, GoldPage
from training.learning import SEED

ROOT = Path(__file__).parents[1]
CHUNK = 25
TIMED = 60
"""Pages on which the time of each step is taken."""

SPLIT = 100
"""Pages in a language from which those of a corpus in several languages are a group of their own."""


@frozen
class Chunk:
    """Some pages of a corpus with the steps to judge on them. fold: of their sites; None for the package's models."""

    path: Path
    ids: tuple[str, ...]
    groups: dict[str, str]
    steps: tuple[str, ...]
    fold: int | None

    @property
    def key(self) -> str:
        """Says what is judged, for the file of results."""
        told = "\n".join((self.path.name, str(self.fold), *self.ids, "", *self.steps))
        return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()


_CORPORA: dict[Path, tuple[dict[str, GoldPage], dict[str, str], dict[str, int]]] = {}


def read(path: Path) -> tuple[dict[str, GoldPage], dict[str, str], dict[str, int]]:
    """By id the pages of a corpus, their gold as Markdown, and how many of their phrases are ingredients."""
    if path not in _CORPORA:
        pages = {page.id: page for page in Corpus.read(path).pages}
        markdown = {}
        with (path / "gold.jsonl").open(encoding="utf-8") as lines:
            for line in lines:
                if '"gold_markdown"' in line and (record := json.loads(line)).get("gold_markdown"):
                    markdown[record["id"]] = record["gold_markdown"]
        _CORPORA[path] = pages, markdown, ingredients(path)
    return _CORPORA[path]


def chunks(path: Path, steps: tuple[str, ...], sample: int, folds: int) -> Iterator[Chunk]:
    pages = list(read(path)[0].values())
    languages = Counter(page.lang for page in pages)
    split = sum(n >= SPLIT for n in languages.values()) > 1
    if sample and sample < len(pages):
        pages = random.Random(1).sample(pages, sample)
    by_fold: dict[int | None, list[GoldPage]] = {}
    for page in pages:
        fold = zlib.crc32(f"{SEED} {page.site}".encode()) % folds if folds else None  # as `folds_of`
        by_fold.setdefault(fold, []).append(page)
    for fold, members in by_fold.items():
        for start in range(0, len(members), CHUNK):
            part = members[start : start + CHUNK]
            groups = {page.id: f"{path.name} {page.lang}" if split else path.name for page in part}
            yield Chunk(path, tuple(page.id for page in part), groups, steps, fold)


def judge(chunk: Chunk) -> tuple[str, dict[str, Sums]]:
    """The key of a chunk, and by group the sums of its pages."""
    golds, markdown, n_ingredients = read(chunk.path)
    sums: dict[str, Sums] = {}
    for name in chunk.ids:
        more = judge_page(golds[name], markdown.get(name, ""), n_ingredients.get(name, 0), list(chunk.steps))
        add(sums.setdefault(chunk.groups[name], {}), more)
    return chunk.key, sums


def fingerprint(models: Path | None) -> str:
    """Of the code and the models that results are made with."""
    found = hashlib.blake2b(digest_size=8)
    folders = [ROOT / "scrapy_denoise", *([models] if models else [])]
    names = (
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".py", ".pyx", ".npz", ".txt")
    )
    for path in (*names, *(ROOT / "benchmarks" / name for name in ("step_pages.py", "structure.py"))):
        found.update(path.read_bytes())
    return found.hexdigest()


def run(work: list[Chunk], results: Path, models: Path | None, jobs: int) -> dict[str, dict[str, Sums]]:
    """By the key of each chunk its sums, from the file of results or made anew."""
    code = fingerprint(models)
    known: dict[str, dict[str, Sums]] = {}
    if results.exists():
        records = map(json.loads, results.read_text(encoding="utf-8").splitlines())
        known = {record["key"]: record["sums"] for record in records if record["code"] == code}
    waiting = [chunk for chunk in work if chunk.key not in known]
    folds = sorted({chunk.fold for chunk in waiting}, key=lambda fold: -1 if fold is None else fold)
    with Progress() as progress, results.open("a", encoding="utf-8") as out:
        bar = progress.add_task("Judging pages", total=sum(len(chunk.ids) for chunk in waiting))
        for fold in folds:
            own = {chunk.key: chunk for chunk in waiting if chunk.fold == fold}
            folder = models / str(fold) if models is not None and fold is not None else None
            with get_context("fork").Pool(jobs, use_models, (folder,)) as pool:
                for key, sums in pool.imap_unordered(judge, own.values()):
                    known[key] = sums
                    out.write(json.dumps({"code": code, "key": key, "sums": sums}) + "\n")
                    out.flush()
                    progress.advance(bar, len(own[key].ids))
    return known


def summed(work: list[Chunk], known: dict[str, dict[str, Sums]]) -> dict[str, Sums]:
    """By group the sums of all its pages."""
    found: dict[str, Sums] = {}
    for chunk in work:
        for group, sums in known[chunk.key].items():
            add(found.setdefault(group, {}), sums)
    return found


def timed(paths: list[Path], steps: list[str], pages: int) -> dict[str, float]:
    golds = [page for path in paths for page in read(path)[0].values()]
    return costs(random.Random(1).sample(golds, min(pages, len(golds))), steps)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path, metavar="CORPUS", help="development corpora, folders")
    parser.add_argument("--validation", nargs="+", type=Path, default=[], metavar="CORPUS", help="for sums alone")
    parser.add_argument(
        "--steps", nargs="+", choices=list(STEPS), default=list(STEPS), metavar="NAME", help="not all steps"
    )
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="pages of each corpus; 0: all")
    parser.add_argument("--jobs", type=int, default=2, help="processes (%(default)s)")
    parser.add_argument("--models", type=Path, metavar="DIR", help="models of folds that have not seen the sites")
    parser.add_argument(
        "--timed", type=int, default=TIMED, metavar="N", help="pages to take times on; 0: none (%(default)s)"
    )
    parser.add_argument("--results", type=Path, default=ROOT / ".steps.jsonl", help="file of the sums (%(default)s)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table to this file, as reStructuredText")
    options = parser.parse_args(argv)
    steps = tuple(name for name in options.steps if name not in NOT_ALONE)
    folds = sum(path.is_dir() for path in options.models.iterdir()) if options.models else 0
    work, groups = [], []
    for paths, n in ((options.corpora, folds), (options.validation, 0)):
        own = [chunk for path in paths for chunk in chunks(path, steps, options.sample, n)]
        work += own
        groups.append(own)
    known = run(work, options.results, options.models, options.jobs)
    development, validation = (summed(own, known) for own in groups)
    spent = timed(options.corpora, list(steps), options.timed) if options.timed else {}
    arguments: tuple[Any, ...] = (options.steps, development, validation, spent, bool(folds))
    print_table(*arguments)
    if options.write:
        options.write.write_text(document(*arguments), encoding="utf-8")


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
