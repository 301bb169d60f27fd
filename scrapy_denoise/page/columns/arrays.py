"""The types of the arrays that hold columns, one value per row, block or text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
IndexArray = NDArray[np.intp]
"""Indices of rows, blocks or texts."""
HashArray = NDArray[np.uint64]
