"""Example sites: pages of our own invention, with the text that a reader came for as gold.

>>> from example_site import build
>>> pages = build(seed=0)          # the same seed gives the same bytes
>>> next(page.gold_title for page in pages if page.kind == "content") != ""
True
"""

from __future__ import annotations

from .page import ExamplePage
from .sites import SITES

__all__ = ["SITES", "ExamplePage", "build"]


def build(seed: int = 0) -> list[ExamplePage]:
    """All pages of all sites; home pages first within each site. The same seed gives the same bytes."""
    return [page for make in SITES.values() for page in make(seed)]
