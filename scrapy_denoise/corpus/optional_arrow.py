"""What the extra ``corpus`` installs for tables, imported here and nowhere else: pyarrow."""

from __future__ import annotations

try:
    import pyarrow
    import pyarrow.compute
    import pyarrow.parquet
except ImportError as error:
    raise ImportError(
        "cleaning archives needs pyarrow; install it with: pip install 'scrapy-denoise[corpus]'", name=error.name
    ) from error

__all__ = ["pyarrow"]
