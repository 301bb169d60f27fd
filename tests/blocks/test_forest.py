"""Boosted trees as arrays, and the models that come with the package."""

from pathlib import Path

import numpy as np
import pytest

import scrapy_denoise
from scrapy_denoise.blocks.block_model import block_model
from scrapy_denoise.blocks.compiled import Trees
from scrapy_denoise.blocks.features.compiled import NAMES
from scrapy_denoise.blocks.forest.forest import NODE, Forest


def forest(*trees, early=None):
    """Each tree as nested tuples (feature, threshold, value, left, right), a leaf as its value."""
    nodes, values = [], []
    for tree in trees:
        level, placed = [tree], 1
        for place, node in enumerate(level):
            if isinstance(node, tuple):
                feature, threshold, value, left, right = node
                nodes.append((threshold, feature, placed))
                values.append(value)
                level += [left, right]
                placed += 2
            else:
                nodes.append((np.inf, 0, place))
                values.append(node)
    return Forest(["a", "b"], np.array(nodes, NODE), np.array(values, np.float32), early)


TREES = (
    (0, 0.5, 0.1, -1.0, (1, 2.0, 0.4, (0, 0.75, 0.2, 0.25, 0.5), 2.0)),
    (1, 1.0, 0.0, 0.5, -0.5),
)


def walk(tree, row):
    return tree if not isinstance(tree, tuple) else walk(tree[3 if row[tree[0]] <= tree[1] else 4], row)


def test_trees_are_walked():
    model = forest(*TREES)
    assert (model.roots.tolist(), model.depths.tolist()) == ([0, 7], [3, 1])
    rows = np.random.default_rng(1).uniform(0, 3, (21, 2)).astype(np.float32)
    rows[0] = (0.5, 2.0)  # at a threshold: to the left
    odds = [sum(walk(tree, row) for tree in TREES) for row in rows]
    assert model(rows) == pytest.approx(1 / (1 + np.exp(-np.array(odds))), rel=1e-6)
    assert len(model(rows[:0])) == 0


def test_models_are_read_as_they_were_written(tmp_path, monkeypatch):
    model = forest(*TREES)
    early = forest(*TREES, early=(1, 0.5, 2.0))
    Forest.save(tmp_path / "made.npz", {"content": model, "other": forest(*TREES), "early": early})
    monkeypatch.setattr("scrapy_denoise.blocks.forest.forest._folder", tmp_path)
    read = Forest.load("made", ["a", "b"])
    assert read["content"].identity == model.identity == read["other"].identity
    assert read["early"].early_exit == (1, 0.5, 2.0)
    assert read["early"].identity == early.identity != model.identity


def chain(leaves, start=0.0):
    """A tree of this many leaves, each deeper than the one before; by the first feature, at 1 / leaves apart."""
    tree = start + leaves
    for i in range(leaves - 1, 0, -1):
        tree = (0, i / leaves, 0.0, start + i, tree)
    return tree


@pytest.mark.parametrize("rows", [1, 15, 16, 17, 31, 32, 33, 70])
def test_the_width_of_vectors_makes_no_difference(rows):
    made = forest(TREES[0], chain(70), chain(33, -90.0), TREES[1], chain(9), early=(2, 35.0, 0.1))
    for model, most in ((made, 1.2), (block_model().first, 9)):
        table = np.random.default_rng(rows).uniform(0, most, (rows, len(model.names))).astype(np.float32)
        assert model(table).tobytes() == compiled(model, wide=False).predict(table)


def compiled(model, wide):
    """The trees of a model that has an `early_exit`."""
    first, exit_margin, scale = model.early_exit
    node = model.roots[first]
    parts = (slice(node), slice(first)), (slice(node, None), slice(first, None))
    rest = None
    for nodes, trees in reversed(parts):
        roots = model.roots[trees] - model.roots[trees][0]
        arrays = (model.nodes[nodes].view(np.uint8), model.values[nodes], roots, model.depths[trees])
        rest = Trees(*arrays, wide=wide, rest=rest, exit_margin=exit_margin, scale=scale)
    return rest


@pytest.mark.parametrize("rows", [1, 16, 33, 100])
def test_the_first_trees_decide_the_clear_rows(rows):
    trees = [*TREES, chain(70), chain(33, -16.0)]
    table = np.random.default_rng(rows).uniform(0, 1.2, (rows, 2)).astype(np.float32)
    first = np.array([sum(walk(tree, row) for tree in trees[:2]) for row in table])
    every = np.array([sum(walk(tree, row) for tree in trees) for row in table])
    wanted = 1 / (1 + np.exp(-np.where(np.abs(first) >= 1.5, 3 * first, every)))
    model = forest(*trees, early=(2, 1.5, 3.0))
    assert model(table) == pytest.approx(wanted, rel=1e-5)
    known = np.where(np.arange(rows) % 3 == 0, np.float32(0.5), np.float32(np.nan))
    assert model(table, known) == pytest.approx(np.where(np.isnan(known), wanted, 0.5), rel=1e-5)
    assert forest(*trees, early=(9, 1.5, 3.0))(table) == pytest.approx(1 / (1 + np.exp(-every)), rel=1e-5)
    row = table[0]
    assert model.contributions(row) == pytest.approx(forest(*trees).contributions(row))


@pytest.mark.parametrize("rows", [1, 15, 16, 17, 40])
def test_trees_of_any_size_and_any_number_of_rows(rows):
    trees = [TREES[0], chain(70), chain(33, -90.0), TREES[1], chain(9)]
    model = forest(*trees)
    table = np.random.default_rng(rows).uniform(0, 1.2, (rows, 2)).astype(np.float32)
    odds = np.array([sum(np.float32(walk(tree, row)) for tree in trees) for row in table])
    assert model(table) == pytest.approx(1 / (1 + np.exp(-odds)), rel=1e-5)
    known = np.where(np.arange(rows) % 3 == 0, np.float32(0.5), np.float32(np.nan))
    assert (model(table, known) == np.where(np.isnan(known), model(table), known)).all()


def test_contributions_add_up():
    row = np.array([0.7, 0.5], np.float32)
    # 0.1 -> 0.4 by a, -> 0.2 by b, -> 0.25 by a; 0.0 -> 0.5 by b
    assert forest(*TREES).contributions(row) == pytest.approx([0.3 + 0.05, -0.2 + 0.5])


def test_trees_that_do_not_fit():
    nodes = forest(*TREES).nodes
    with pytest.raises(ValueError, match="do not fit"):
        Forest(["a"], nodes, np.zeros(len(nodes), np.float32))
    out_of_order = nodes.copy()
    out_of_order["child"][2] = 9
    with pytest.raises(ValueError, match="out of order"):
        Forest(["a", "b"], out_of_order, np.zeros(len(nodes), np.float32))
    with pytest.raises(ValueError, match="3 features where the model has 2"):
        forest(*TREES)(np.zeros((1, 3), np.float32))


def test_the_model_is_small():
    model = Path(scrapy_denoise.__file__).parent / "blocks" / "models" / "blocks.npz"
    assert model.stat().st_size < 1_000_000
    assert block_model().first.names == NAMES


def test_a_model_has_an_identity():
    model = forest(*TREES)
    assert model.identity == forest(*TREES).identity != 0
    assert model.identity != forest(TREES[0]).identity
    renamed = Forest(["a", "c"], model.nodes, model.values)
    moved = Forest(["a", "b"], model.nodes, model.values + np.float32(0.01))
    assert len({model.identity, renamed.identity, moved.identity}) == 3
