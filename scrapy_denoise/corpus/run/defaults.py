"""What a run does unless it is told otherwise: for the engines and, without what they import, for the command line."""

from __future__ import annotations

SAMPLE = 256
"""Pages of a site that its template is learned from, those of the lowest ranks. A layout keeps 32 pages, and a site has
few layouts."""

BUCKETS = 32
"""Files that a run writes; a run that was interrupted goes on after the last that is whole."""

SECONDS = 30
"""The time limit of a page."""
