"""Defaults of a run. The command line reads them here without importing the engines."""

from __future__ import annotations

SAMPLE = 256
"""Pages of a site that its template is learned from, those of the lowest ranks. A layout keeps 32 pages, and a site has
few layouts."""

BUCKETS = 32
"""Files that a run writes; a run that was interrupted goes on after the last that is whole."""
