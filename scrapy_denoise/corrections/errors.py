"""The error for a wrong correction."""

from __future__ import annotations


class CorrectionError(ValueError):
    """A correction, or a file of corrections, is wrong. The message says what and where."""
