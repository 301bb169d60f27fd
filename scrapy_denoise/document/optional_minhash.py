"""What the extra ``duplicates`` installs, imported here and nowhere else: rensa computes MinHash (in Rust)."""

from __future__ import annotations

try:
    from rensa import RMinHash
except ImportError as error:
    raise ImportError(
        "fingerprints of near-duplicates need rensa; install it with: pip install 'scrapy-denoise[duplicates]'",
        name=error.name,
    ) from error

__all__ = ["RMinHash"]
