"""Sums over groups of rows, and runs of equal values."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray, IntArray


def group_sums(group: NDArray[np.integer[Any]], values: NDArray[Any], n: int = 0) -> FloatArray:
    """The sum of the values of each of n groups. group: of each value, the number of its group. n: by default, as
    many groups as there are numbers."""
    return np.asarray(np.bincount(group, values, n), np.float64)


def run_numbers(values: NDArray[np.integer[Any]]) -> IntArray:
    """For each value the number, from 0, of the run of equal values that it stands in."""
    number = np.zeros(len(values), np.int64)
    np.cumsum(values[1:] != values[:-1], out=number[1:])
    return number


def run_starts(number: IntArray) -> IntArray:
    """Where each run begins. number: of each value, the number of its run, ascending from 0 (`run_numbers`)."""
    return np.searchsorted(number, np.arange(number[-1] + 1)) if len(number) else number


def majority_of_blocks(columns: Columns, chosen: BoolArray) -> BoolArray:
    """Of the text rows, those of the text blocks of which at least half of the characters are in the chosen rows.

    It makes a text block one unit: a bold word is not cut out of its sentence.
    """
    rows = columns.text_rows
    block = columns.block[rows]
    chars = columns.chars[rows]
    majority = np.bincount(block, chars * chosen) * 2 >= np.bincount(block, chars)
    verdict: BoolArray = majority[block]
    return verdict
