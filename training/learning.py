"""The models: boosted trees learned from labelled pages with LightGBM."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable
from statistics import fmean
from typing import Any

import lightgbm
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.block_model import MEASURES, BlockModel
from scrapy_denoise.blocks.features.compiled import NAMES, in_context
from scrapy_denoise.blocks.forest.forest import NODE, Forest
from scrapy_denoise.blocks.page_columns import column_names, page_row
from scrapy_denoise.blocks.page_model import LEARNED_TYPES
from scrapy_denoise.page import Page
from training.emptied import forms_and_notices, link_lists
from training.labels import Labelled
from training.typed_pages import typed_pages

PARAMETERS: dict[str, Any] = {
    "objective": "binary",
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5,
    "max_bin": 127,
    "deterministic": True,
    "force_row_wise": True,
    "verbose": -1,
}
# Few of the features for each tree, and leaves of many blocks: what one site does alone is not learned.
BLOCKS = {"max_depth": 6, "min_data_in_leaf": 300, "feature_fraction": 0.2}
PAGES = {
    "objective": "multiclass",
    "num_class": len(LEARNED_TYPES),
    "learning_rate": 0.05,
    "num_iterations": 350,
    "num_leaves": 4,
    "min_data_in_leaf": 8,
    "feature_fraction": 0.2,
    "max_bin": 63,
}

TYPED_PAGES = 8
"""Weight, in pages whose type the gold tells, of all pages of a corpus that has pages of one type alone."""

MADE_PAGES = 160
"""The same of the pages of all types that the trainer makes."""

EVEN = 0.1
"""How far the page types weigh alike: 0 each by its pages, 1 all the same."""

PAGE_BLOCKS = 140
"""Blocks of a page that are learned from, at most: more of one page say little more."""

PAGE_WEIGHT = 20.0
"""Weight of all blocks of a page of mean weight together."""

EMPTIED_WEIGHT = 0.25
"""What a page without its content counts beside one with it."""


TOO_FEW = "these pages are too few to learn from; give more of them, of more sites"

SEED = 1
"""Of the first drawing of folds."""

INNER_SEED = 1_000
"""Added to a learner's seed for the folds within the pages that it learns from: others than those of the drawing."""

INNER_FOLDS = 3
"""Parts of the sites of which each is read by a first model that has not seen it, for the second to learn from."""

MADE_PAGE = -1
"""The number of a page that the trainer makes."""


@frozen
class Table:
    """Rows to learn from. features: float32, blocks x features; of each block content: whether it is; weights; page:
    the number of its page among those that were given, or MADE_PAGE."""

    features: NDArray[np.float32]
    content: NDArray[np.bool_]
    weights: NDArray[np.float64]
    page: NDArray[np.int64]


Asked = tuple[NDArray[np.float32], NDArray[np.bool_]]
"""What a model reads of each block of a page, and whether it is asked about the block."""


def own_features(page: Page, _: int) -> Asked:
    """What the first model reads: it is asked about all blocks."""
    features = page.cached(TextBlocks).features
    return features, np.ones(len(features), np.bool_)


def folds_of(pages: list[Labelled], folds: int, seed: int = SEED) -> NDArray[np.int64]:
    """The fold of each page: all pages of a site are in one, whatever corpus they are from."""
    return np.array([fold_of_site(page.site, folds, seed) for page in pages])


def fold_of_site(site: str, folds: int, seed: int = SEED) -> int:
    """The fold of the pages of a site."""
    return zlib.crc32(f"{seed} {site}".encode()) % folds


@frozen
class Learner:
    """How models are learned. The same pages, learner and release of LightGBM give the same models.

    rounds, leaves: trees of the model of blocks, and leaves of each at most. rate: the learning rate. neutral: weight
    of titles, datelines, bylines and captions, which the corpora contradict each other on. phrases: weight of a page
    whose gold is phrases alone, so that it shows some content and little else. made: weight of all the lists of links
    that the trainer makes, and of all the forms and notices, in pages of mean weight. first, exit_margin: trees of the
    model of blocks that are asked first, and the log-odds from which they decide a block alone (`Forest.early_exit`).
    second_rounds, second_rate: rounds and rate of the second model of blocks (`BlockModel`). seed; threads.
    """

    rounds: int = 150
    leaves: int = 31
    rate: float = 0.1
    neutral: float = 0.3
    phrases: float = 0.1
    made: float = 1.0
    first: int = 50
    exit_margin: float = 3.0
    second_rounds: int = 100
    second_rate: float = 0.07
    seed: int = 1
    threads: int = 2

    def blocks(self, pages: list[Labelled]) -> BlockModel:
        """The classifier that tells content from noise in the pages' text blocks.

        Its second model learns from what first models say of pages whose site they have not seen; there is none where
        the pages are of too few sites.
        """
        first = self.first_model(pages)
        fold = folds_of(pages, INNER_FOLDS, INNER_SEED + self.seed)
        if len(set(fold.tolist())) < INNER_FOLDS:
            return BlockModel(first)
        models = {
            number: self.first_model([page for page, n in zip(pages, fold, strict=True) if n != number])
            for number in range(INNER_FOLDS)
        }

        def in_their_context(page: Page, number: int) -> Asked:
            blocks = page.cached(TextBlocks)
            model = first if number == MADE_PAGE else models[int(fold[number])]
            scores = model.predict_bytes(blocks.table)
            asked = in_context(page.columns, blocks.table, blocks.block_columns, scores)
            if asked is None:
                return np.empty((len(blocks), len(MEASURES)), np.float32), np.zeros(len(blocks), np.bool_)
            rows, left = (np.frombuffer(part, np.float32) for part in asked)
            return rows.reshape(len(blocks), -1), np.isnan(left)

        table = self.table(pages, in_their_context, made=1)  # others than those that the first models know
        shape = {"num_iterations": self.second_rounds, "learning_rate": self.second_rate, "feature_fraction": 0.3}
        trees = self.boosted(table, shape).dump_model()["tree_info"]
        return BlockModel(first, forest(trees, MEASURES))

    def first_model(self, pages: list[Labelled]) -> Forest:
        """The model that reads what each page says of its blocks."""
        table = self.table(pages)
        trees = self.boosted(table).dump_model()["tree_info"]
        return deciding_early(forest(trees, NAMES), table.features, self.first, self.exit_margin)

    def boosted(self, table: Table, shape: dict[str, Any] | None = None, **more: Any) -> lightgbm.Booster:
        """LightGBM's own model of blocks, from the rows of `table`. shape: parameters other than those of the first
        model. more: for `lightgbm.Dataset`."""
        own = {"num_iterations": self.rounds, "num_leaves": self.leaves, "learning_rate": self.rate}
        data = lightgbm.Dataset(table.features, table.content, weight=table.weights, **more)
        return self._trained(data, BLOCKS | own | (shape or {}))

    def table(self, pages: list[Labelled], read: Callable[[Page, int], Asked] = own_features, made: int = 0) -> Table:
        """What a model of blocks learns from: blocks of the pages, of those without their content, and of those that
        the trainer makes.

        read: gives what the model reads of a page with its number (MADE_PAGE for those that the trainer makes), and the
        blocks that it is asked about. made: seed of the pages that the trainer makes. Raises ValueError without pages.
        """
        if not pages:
            raise ValueError(TOO_FEW)
        rows, content, weights, owner = [], [], [], []
        mean = fmean(page.weight for page in pages)

        def add(features: NDArray[np.float32], wanted: NDArray[np.bool_], weight: NDArray[np.float64], of: int) -> None:
            rows.append(features)
            content.append(wanted)
            weights.append(weight)
            owner.append(np.full(len(features), of))

        def add_noise(page: Page, weight: float, of: int) -> None:
            features, asked = (part[:PAGE_BLOCKS] for part in read(page, of))
            n = int(asked.sum())
            add(features[asked], np.zeros(n, np.bool_), np.full(n, weight / len(asked)), of)

        for number, page in enumerate(pages):
            whole = PAGE_WEIGHT * page.weight / mean
            weight = np.sqrt(page.lengths + 1.0) * ((page.lengths > 0) & ~page.optional)
            weight *= whole * (1.0 if page.has_gold else self.phrases) / (weight.sum() + 1e-9)
            weight[page.neutral] *= self.neutral
            chosen = np.arange(len(weight))
            if len(weight) > PAGE_BLOCKS:
                chosen = np.sort(np.random.default_rng(number).choice(len(weight), PAGE_BLOCKS, replace=False))
            weight[chosen] *= len(weight) / len(chosen)
            features, asked = read(page.page, number)
            chosen = chosen[(weight[chosen] > 0) & asked[chosen]]
            add(features[chosen], page.content[chosen], weight[chosen], number)
            if page.emptied is not None:
                add_noise(page.emptied, EMPTIED_WEIGHT * whole, number)
        for drawn in (list(link_lists(seed=made)), list(forms_and_notices(seed=made))) if self.made else ():
            for notice in drawn:
                add_noise(notice, self.made * PAGE_WEIGHT / len(drawn), MADE_PAGE)
        return Table(*(np.concatenate(part) for part in (rows, content, weights, owner)))

    def page_types(self, pages: list[Labelled]) -> dict[str, Forest]:
        """A model of each of LEARNED_TYPES, from the pages whose type is known; their odds are weighed against each
        other."""
        known = [page for page in pages if page.page_type in LEARNED_TYPES]
        if not known:
            raise ValueError("the gold of these corpora tells no page types, which the model of pages is learned from")
        made = [(kind, page_row(page)) for kind, page in typed_pages()]
        rows = np.stack([*(page.row for page in known), *(row for _, row in made)])
        types = np.array(
            [LEARNED_TYPES.index(kind) for kind in (*(page.page_type for page in known), *(kind for kind, _ in made))]
        )
        sizes = Counter(page.corpus for page in known)
        weights = np.array([1.0 if page.typed else min(1.0, TYPED_PAGES / sizes[page.corpus]) for page in known])
        weights = np.append(weights, np.full(len(made), MADE_PAGES / len(made)))
        sums = np.maximum(np.bincount(types, weights, len(LEARNED_TYPES)), 1)
        weights *= ((sums.mean() / sums) ** EVEN)[types]
        model = self._trained(lightgbm.Dataset(rows, types, weight=weights), PAGES)
        trees = model.dump_model()["tree_info"]
        return {name: forest(trees[i :: len(LEARNED_TYPES)], column_names()) for i, name in enumerate(LEARNED_TYPES)}

    def _trained(self, data: lightgbm.Dataset, parameters: dict[str, Any]) -> lightgbm.Booster:
        return lightgbm.train({**PARAMETERS, **parameters, "seed": self.seed, "num_threads": self.threads}, data)


def deciding_early(model: Forest, rows: NDArray[np.float32], first: int, exit_margin: float) -> Forest:
    """The model with its `Forest.early_exit`; the same where the first trees are sure of none of these rows.

    The log-odds of rows that the first trees decide are multiplied by what brings them nearest to those of all trees.
    """
    if first >= len(model.roots):
        return model
    nodes = model.roots[first]
    some = log_odds(Forest(model.names, model.nodes[:nodes], model.values[:nodes])(rows))
    clear = np.abs(some) >= exit_margin
    if not clear.any():
        return model
    scale = some[clear] @ log_odds(model(rows[clear])) / (some[clear] @ some[clear])
    return Forest(model.names, model.nodes, model.values, (first, exit_margin, float(scale)))


def log_odds(probabilities: NDArray[np.float32]) -> NDArray[np.float64]:
    found = np.clip(probabilities.astype(np.float64), 1e-7, 1 - 1e-7)
    return np.log(found / (1 - found))


def forest(trees: list[dict[str, Any]], names: list[str]) -> Forest:
    """LightGBM's trees, as it dumps them, as the arrays of a `Forest`. Raises ValueError where none has a split."""
    nodes: list[tuple[float, int, int]] = []
    values: list[float] = []
    for tree in trees:
        level = [tree["tree_structure"]]
        if "leaf_value" in level[0]:
            continue  # a tree without a split says nothing
        placed = 1
        for place, node in enumerate(level):  # which grows: breadth first
            if "leaf_value" in node:
                values.append(node["leaf_value"])
                nodes.append((np.inf, 0, place))
                continue
            # Features are single precision: the greatest such number that is not above the threshold.
            threshold = np.float32(node["threshold"])
            if threshold > node["threshold"]:
                threshold = np.nextafter(threshold, np.float32(-np.inf))
            values.append(node["internal_value"])
            nodes.append((float(threshold), node["split_feature"], placed))
            level += [node["left_child"], node["right_child"]]
            placed += 2
    if not nodes:
        raise ValueError(TOO_FEW)
    return Forest(names, np.array(nodes, NODE), np.array(values, np.float32))
