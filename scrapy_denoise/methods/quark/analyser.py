"""QuarkAnalyzer, section 3.2 of paper 003: classify blocks as main or noise.

The section itself is not public. This follows the description elsewhere in the thesis: the words of a block, a
posterior over seven structural features, and the intersection of both.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

import attrs
import numpy as np

from scrapy_denoise.methods.compiled import word_cosines
from scrapy_denoise.methods.quark.recogniser import QuarkBlocks
from scrapy_denoise.methods.quark.structural_features import BINS, EDGES, FEATURE_NAMES
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray, IndexArray

FORMAT = 1
"""The version of the format of tables.json."""


_FIRST_BINS = np.cumsum((0, *BINS[:-1]))


class TableError(ValueError):
    """The tables of the posterior do not fit the features of this version."""


@attrs.frozen(eq=False)
class Posterior:
    """The naive Bayes posterior that a block is main, given the bins of its features.

    prior: log P(main) / P(noise). ratios: for each feature, log P(bin | main) / P(bin | noise) of each of its bins.
    """

    prior: float
    ratios: FloatArray

    @classmethod
    def of_tables(cls, tables: Any) -> Posterior:
        """Read the share of main blocks and the distributions of the bins. Raises TableError if they do not fit."""
        main, noise = tables["main"], tables["noise"]
        if [len(shares) for shares in main] != list(BINS) or [len(shares) for shares in noise] != list(BINS):
            raise TableError("the tables of the posterior have other bins than the features; train them again")
        prior = float(tables["prior"])
        ratios = [np.log(np.array(a) / np.array(b)) for a, b in zip(main, noise, strict=True)]
        return cls(float(np.log(prior / (1 - prior))), np.concatenate(ratios))

    @classmethod
    def learn(cls, bins: IndexArray, main: BoolArray, weight: FloatArray, smoothing: float = 1.0) -> dict[str, Any]:
        """Learn Laplace-smoothed tables from the bins, of shape (blocks, 7), labels and weights of blocks."""
        tables: dict[str, Any] = {"prior": round(float(weight[main].sum() / weight.sum()), 5)}
        for name, of in (("main", main), ("noise", ~main)):
            counts = (np.bincount(bins[of, k], weight[of], size) + smoothing for k, size in enumerate(BINS))
            tables[name] = [[round(share, 6) for share in (count / count.sum()).tolist()] for count in counts]
        return tables

    def evidence(self, bins: IndexArray) -> FloatArray:
        """The log-likelihood ratio of each feature of each block, of shape (blocks, 7); above 0 it speaks for main."""
        found: FloatArray = self.ratios[bins + _FIRST_BINS]
        return found

    def main_probability(self, evidence: FloatArray) -> FloatArray:
        """P(main | features) = P(main) prod P(fk | main) / sum over main and noise of the same."""
        shares: FloatArray = 1 / (1 + np.exp(-np.clip(self.prior + evidence.sum(1), -500, 500)))
        return shares


@lru_cache(maxsize=1)
def read_tables() -> dict[str, Any]:
    """Read the tables that ship with the package; training/train_quark.py makes them."""
    tables: dict[str, Any] = json.loads((files(__package__) / "tables.json").read_text("utf-8"))
    if (
        tables["format"] != FORMAT
        or tables["features"] != list(FEATURE_NAMES)
        or tables["edges"] != [*map(list, EDGES)]
    ):
        raise TableError(
            f"tables.json has the format {tables['format']} or other features; this version reads {FORMAT}"
        )
    return tables


@lru_cache(maxsize=8)
def posterior(profile: str) -> Posterior:
    """The posterior that was learned on the blocks of a profile."""
    return Posterior.of_tables(read_tables()["profiles"][profile])


def text_cosines(page: Page, blocks: QuarkBlocks) -> tuple[FloatArray, FloatArray]:
    """The cosine similarity (TF-IDF within the page) of each block's words to those of the title and of the page."""
    columns = page.columns
    rows = columns.text_rows
    to_title, to_page = np.zeros(len(blocks)), np.zeros(len(blocks))
    word_cosines(
        np.frombuffer(columns.text, np.uint8),
        columns.text_start[rows],
        columns.text_stop[rows],
        blocks.of_text.astype(np.int32),
        np.frombuffer(page.titles.headline.encode("utf-8", "replace"), np.uint8),
        to_title,
        to_page,
    )
    return to_title, to_page
