"""What the extra ``corpus`` installs for graphs, imported here and nowhere else: SciPy's sparse matrices."""

from __future__ import annotations

try:
    from scipy.sparse import coo_array, csr_array
    from scipy.sparse.csgraph import connected_components
except ImportError as error:
    raise ImportError(
        "ranks and groups of pages need scipy; install it with: pip install 'scrapy-denoise[corpus]'", name=error.name
    ) from error

__all__ = ["connected_components", "coo_array", "csr_array"]
