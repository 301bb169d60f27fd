"""Fixtures that several test files use."""

from browser import browser, tab

__all__ = ["browser", "tab"]
