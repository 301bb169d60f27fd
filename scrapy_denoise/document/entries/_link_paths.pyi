import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

_Numbers = NDArray[np.int64]
_Hashes = NDArray[np.uint64]

def at_paths(
    columns: Columns, rows: _Numbers, addresses: _Numbers, paths: _Hashes, order: _Numbers, chars: _Numbers
) -> tuple[_Numbers, _Numbers, _Numbers, _Numbers, _Numbers]: ...
def several_of_each(
    columns: Columns, path: _Hashes, links: _Numbers, firsts: _Numbers, starts: _Numbers, stops: _Numbers
) -> list[list[list[int]]]: ...
def record_ends(columns: Columns, path: _Hashes, firsts: _Numbers, starts: _Numbers, stops: _Numbers) -> _Numbers: ...
