"""What the caller of a command did wrong."""

from __future__ import annotations


class CommandError(ValueError):
    """The caller's mistake: what was wrong, and what to do. `main` prints it as one line, with exit status 2."""
