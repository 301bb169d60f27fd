"""Learned models: gradient-boosted trees as plain arrays, read from the package's data."""

from __future__ import annotations

from functools import partial
from hashlib import blake2b
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.compiled import Trees

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MODEL_VERSION = 1
"""Version of the file format: the arrays below in numpy's npz, never pickled (docs/methods/auto)."""

_PARTS = ("nodes", "values")

_folder: Traversable = files("scrapy_denoise.blocks").joinpath("models")


def read_models_from(folder: Path) -> None:
    """Read the models that this process has not read yet from another folder than that of the package: those of one
    fold, for pages of sites that they must not have seen (``training/fold_models.py``)."""
    global _folder  # models are read once, so they are those of a process
    _folder = folder


NODE = np.dtype([("threshold", "<f4"), ("feature", "<i2"), ("child", "<i2")])


class Forest:
    """Gradient-boosted trees that give a probability.

    names: of the features, in the order of a table's columns. nodes: NODE records of all trees, one after the
    other; a node's children stand at `child` and ``child + 1``, counted from the tree's root, and a leaf is its own
    child. values: of each node, the log-odds of what reaches it. identity: 64 bits of a hash of all of it,
    which tells the scores of one model from those of another. roots, depths: where each tree starts, and how deep it
    is. early_exit: how many trees are asked first, the distance from log-odds of 0 from which the others are not asked
    about a row, and what its log-odds are multiplied by then; None where all trees are asked about all rows.
    predict_bytes: a call of it with a table, and what is known, as the bytes of float32 arrays.
    """

    def __init__(
        self,
        names: list[str],
        nodes: NDArray[Any],
        values: NDArray[np.float32],
        early_exit: tuple[int, float, float] | None = None,
    ) -> None:
        self.names, self.early_exit = names, early_exit
        inner = nodes["threshold"] < np.inf
        # The root's children stand right behind it: where a node has child 1 (or is alone), a tree starts.
        self.roots = np.flatnonzero(inner & (nodes["child"] == 1)).astype(np.int32)
        ends = np.append(self.roots[1:], len(nodes))
        self.nodes = np.ascontiguousarray(nodes)
        self.values = np.ascontiguousarray(values, np.float32)
        self.depths = np.empty(len(self.roots), np.uint8)
        children = nodes["child"].tolist()
        for tree, (start, stop) in enumerate(zip(self.roots.tolist(), ends.tolist(), strict=True)):
            depth = [0] * (stop - start)
            child = children[start:stop]
            for place in np.flatnonzero(inner[start:stop]).tolist():
                left = child[place]
                if not place < left < stop - start - 1:
                    raise ValueError("a tree whose nodes are out of order")
                depth[left] = depth[left + 1] = depth[place] + 1
            self.depths[tree] = max(depth)
        if len(self.values) != len(nodes) or nodes["feature"].max() >= len(names) or nodes["feature"].min() < 0:
            raise ValueError("trees that do not fit their features")
        parts = ["\n".join(names).encode(), self.nodes.tobytes(), self.values.tobytes()]
        if early_exit is not None:
            parts.append(np.array(early_exit).tobytes())
        self.identity = int.from_bytes(blake2b(b"\0".join(parts), digest_size=8).digest(), "little")
        count = len(self.roots) if early_exit is None else min(early_exit[0], len(self.roots))
        self._rest = None if count == len(self.roots) else self._compiled(count, len(self.roots))
        self._trees = self._compiled(0, count, self._rest)
        self.predict_bytes = partial(self._trees.predict_bytes, len(names))

    def _compiled(self, first: int, stop: int, rest: Trees | None = None) -> Trees:
        """Some of the trees. rest: those that are asked after them."""
        nodes = slice(*np.append(self.roots, len(self.nodes))[[first, stop]])
        roots = self.roots[first:stop] - self.roots[first]
        exit_margin, scale = (0.0, 1.0) if self.early_exit is None else self.early_exit[1:]
        return Trees(
            self.nodes[nodes].view(np.uint8),
            self.values[nodes],
            roots,
            self.depths[first:stop],
            rest=rest,
            exit_margin=exit_margin,
            scale=scale,
        )

    @classmethod
    def load(cls, file: str, names: list[str]) -> dict[str, Forest]:
        """The models in a file that comes with the package (or see `read_models_from`), by name.

        names: the features that the models must have been trained on. Raises ValueError where they were trained on
        others, or the file has another format.
        """
        data = _folder.joinpath(f"{file}.npz").read_bytes()
        with np.load(BytesIO(data), allow_pickle=False) as arrays:
            if int(arrays["version"]) != MODEL_VERSION:
                raise ValueError(f"{file}.npz has format version {int(arrays['version'])}, expected {MODEL_VERSION}")
            if arrays["names"].tolist() != names:
                raise ValueError(f"{file}.npz was trained on other features: train it again")
            models = {}
            for name in arrays["models"].tolist():
                early_exit = _early_exit(arrays.get(f"{name}.early"))
                models[name] = cls(names, arrays[f"{name}.nodes"], arrays[f"{name}.values"], early_exit)
            return models

    @staticmethod
    def save(path: Path, models: dict[str, Forest]) -> None:
        """Write models that have the same features to a file."""
        arrays = {f"{name}.{part}": getattr(model, part) for name, model in models.items() for part in _PARTS}
        for name, model in models.items():
            if model.early_exit is not None:
                arrays[f"{name}.early"] = np.array(model.early_exit)
        (names,) = {tuple(model.names) for model in models.values()}
        np.savez_compressed(
            path, version=np.array(MODEL_VERSION), names=np.array(names), models=np.array(list(models)), **arrays
        )

    def __call__(self, rows: NDArray[np.float32], known: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """The probability of each row of a table, float32, one column for each of `names`.

        known: those that are known already; NaN for the others.
        """
        if rows.shape[1] != len(self.names):
            raise ValueError(f"{rows.shape[1]} features where the model has {len(self.names)}")
        return np.frombuffer(self._trees.predict(rows, known), np.float32)

    def contributions(self, row: NDArray[np.float32]) -> NDArray[np.float32]:
        """How much each feature moved the score of one row, in log-odds (Saabas 2014)."""
        moved = np.frombuffer(self._trees.contributions(row), np.float32)
        return moved if self._rest is None else moved + np.frombuffer(self._rest.contributions(row), np.float32)


def _early_exit(stored: NDArray[np.float64] | None) -> tuple[int, float, float] | None:
    if stored is None:
        return None
    first, exit_margin, scale = stored.tolist()
    return int(first), exit_margin, scale
