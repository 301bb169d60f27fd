"""`quark` with tables that were learned without the site of the page that it is scored on."""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import attrs

from scrapy_denoise.methods import PROFILES, get_method
from scrapy_denoise.methods.quark.analyser import Posterior
from scrapy_denoise.methods.quark.quark import Analysis, Quark
from scrapy_denoise.page import Page

FOLDS = 5
"""Parts that the sites are dealt into; the tables that judge a part are learned from the others."""


def fold_of(site: str) -> int:
    """The part that a site belongs to, by a hash of its name."""
    return blake2b(site.encode(), digest_size=2).digest()[0] % FOLDS


@attrs.frozen
class HeldOutQuark(Quark):
    """Quark with a posterior of its own in place of the package's tables."""

    learned: Posterior | None = None

    def analyse(self, page: Page, learned: Posterior | None = None) -> Analysis:
        return super().analyse(page, learned or self.learned)


def check_tables(path: Path) -> None:
    """Raise an error (OSError, ValueError, LookupError, TypeError) for a file that does not hold such tables."""
    for tables in _read(path).values():
        for fold in range(FOLDS):
            Posterior.of_tables(tables[fold])


def _read(path: Path) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = json.loads(path.read_text("utf-8"))["folds"]
    return {profile: found[profile] for profile in PROFILES}


@cache
def quark_without(fold: int, profile: str, tables: str) -> Quark:
    """Quark with the tables that were learned without the sites of a part.

    tables: the file of the tables, which ``training/train_quark.py --folds`` writes.
    """
    learned = _read(Path(tables))[profile][fold]
    method = get_method(Quark.name, profile)
    assert isinstance(method, Quark)
    return HeldOutQuark(**attrs.asdict(method, recurse=False), learned=Posterior.of_tables(learned))
