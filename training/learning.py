"""The models: boosted trees learned from labelled pages with LightGBM."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import lightgbm
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.features.features import NAMES
from scrapy_denoise.blocks.forest.forest import NODE, Forest
from scrapy_denoise.blocks.page_model import FEATURES, PAGE_TYPES, page_features
from scrapy_denoise.methods.auto.auto import NO_TEMPLATE, Auto
from scrapy_denoise.page import Page
from training.emptied import forms_and_notices, link_lists
from training.labels import Labelled

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
    "learning_rate": 0.1,
    "num_iterations": 50,
    "num_leaves": 8,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.5,
}

PAGE_BLOCKS = 140
"""Blocks of a page that are learned from, at most: more of one page say little more."""

PAGE_WEIGHT = 20.0
"""Weight of all blocks of a page of mean weight together."""

EMPTIED_WEIGHT = 0.25
"""What a page without its content counts beside one with it."""


TOO_FEW = "these pages are too few to learn from; give more of them, of more sites"

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


@frozen
class Learner:
    """How models are learned. The same pages, learner and release of LightGBM give the same models.

    rounds, leaves: trees of the model of blocks, and leaves of each at most. rate: the learning rate. neutral: weight
    of titles, datelines, bylines and captions, which the corpora contradict each other on. phrases: weight of a page
    whose gold is phrases alone, so that it shows some content and little else. made: weight of all the lists of links
    that the trainer makes, and of all the forms and notices, in pages of mean weight. first, sure: trees of the model
    of blocks that are asked first, and the log-odds from which they decide a block alone (`Forest.early`). seed;
    threads.
    """

    rounds: int = 150
    leaves: int = 31
    rate: float = 0.1
    neutral: float = 0.3
    phrases: float = 0.1
    made: float = 1.0
    first: int = 50
    sure: float = 3.0
    seed: int = 1
    threads: int = 2

    def blocks(self, pages: list[Labelled]) -> Forest:
        """The model that tells content from noise in the features of the pages' text blocks."""
        table = self.table(pages)
        return deciding_early(forest(self.boosted(table), NAMES), table.features, self.first, self.sure)

    def boosted(self, table: Table, **more: Any) -> lightgbm.Booster:
        """LightGBM's own model of blocks, from the rows of `table`. more: for `lightgbm.Dataset`."""
        shape = {"num_iterations": self.rounds, "num_leaves": self.leaves, "learning_rate": self.rate}
        data = lightgbm.Dataset(table.features, table.content, weight=table.weights, **more)
        return self._trained(data, BLOCKS | shape)

    def table(self, pages: list[Labelled]) -> Table:
        """What the model of blocks learns from: blocks of the pages, of those without their content, and of those that
        the trainer makes. Raises ValueError without pages."""
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
            features = page.once(TextBlocks).features[:PAGE_BLOCKS]
            n = len(features)
            add(features, np.zeros(n, np.bool_), np.full(n, weight / n), of)

        for number, page in enumerate(pages):
            whole = PAGE_WEIGHT * page.weight / mean
            weight = np.sqrt(page.lengths + 1.0) * ((page.lengths > 0) & ~page.optional)
            weight *= whole * (1.0 if page.has_gold else self.phrases) / (weight.sum() + 1e-9)
            weight[page.neutral] *= self.neutral
            chosen = np.arange(len(weight))
            if len(weight) > PAGE_BLOCKS:
                chosen = np.sort(np.random.default_rng(number).choice(len(weight), PAGE_BLOCKS, replace=False))
            weight[chosen] *= len(weight) / len(chosen)
            chosen = chosen[weight[chosen] > 0]
            add(page.blocks.features[chosen], page.content[chosen], weight[chosen], number)
            if page.emptied is not None:
                add_noise(page.emptied, EMPTIED_WEIGHT * whole, number)
        for made in (list(link_lists()), list(forms_and_notices())) if self.made else ():
            for notice in made:
                add_noise(notice, self.made * PAGE_WEIGHT / len(made), MADE_PAGE)
        return Table(*(np.concatenate(part) for part in (rows, content, weights, owner)))

    def page_types(self, pages: list[Labelled]) -> dict[str, Forest]:
        """A model of each page type, from the scored pages whose type is known."""
        known = [page for page in pages if page.page_type in PAGE_TYPES]
        if not known:
            raise ValueError("the gold of these corpora tells no page types, which the model of pages is learned from")
        rows = np.stack([features_of(page) for page in known])
        types = np.array([page.page_type for page in known])
        weights = np.array([page.weight for page in known])
        weights /= weights.mean()
        return {name: self._forest(rows, types == name, weights, PAGES) for name in PAGE_TYPES}

    def _forest(
        self,
        rows: NDArray[np.float32],
        wanted: NDArray[np.bool_],
        weights: NDArray[np.float64],
        parameters: dict[str, Any],
    ) -> Forest:
        return forest(self._trained(lightgbm.Dataset(rows, wanted, weight=weights), parameters), FEATURES)

    def _trained(self, data: lightgbm.Dataset, parameters: dict[str, Any]) -> lightgbm.Booster:
        return lightgbm.train({**PARAMETERS, **parameters, "seed": self.seed, "num_threads": self.threads}, data)


def deciding_early(model: Forest, rows: NDArray[np.float32], first: int, sure: float) -> Forest:
    """The model with its `Forest.early`; the same where the first trees are sure of none of these rows.

    The log-odds of rows that the first trees decide are multiplied by what brings them nearest to those of all trees.
    """
    if first >= len(model.roots):
        return model
    nodes = model.roots[first]
    some = log_odds(Forest(model.names, model.nodes[:nodes], model.values[:nodes])(rows))
    clear = np.abs(some) >= sure
    if not clear.any():
        return model
    scale = some[clear] @ log_odds(model(rows[clear])) / (some[clear] @ some[clear])
    return Forest(model.names, model.nodes, model.values, (first, sure, float(scale)))


def log_odds(probabilities: NDArray[np.float32]) -> NDArray[np.float64]:
    found = np.clip(probabilities.astype(np.float64), 1e-7, 1 - 1e-7)
    return np.log(found / (1 - found))


def features_of(page: Labelled) -> NDArray[np.float32]:
    """What the models of page types look at: the page, and what is kept of it by its scores."""
    assert page.scores is not None
    selection = Auto().decide(page.page, NO_TEMPLATE, page.scores)
    return page_features(page.page, selection.kept, selection.estimate)


def forest(model: lightgbm.Booster, names: list[str]) -> Forest:
    """LightGBM's trees as the arrays that `Forest` reads. Raises ValueError where no tree has a split."""
    nodes: list[tuple[float, int, int]] = []
    values: list[float] = []
    for tree in model.dump_model()["tree_info"]:
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
