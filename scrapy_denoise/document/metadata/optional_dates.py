"""What the extra ``metadata`` installs, imported here and nowhere else: dateparser reads dates in more languages."""

from __future__ import annotations

try:
    import dateparser
except ImportError as error:
    raise ImportError(
        "dates in words of this language need dateparser; install it with: pip install 'scrapy-denoise[metadata]'",
        name=error.name,
    ) from error

__all__ = ["dateparser"]
