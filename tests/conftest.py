"""Fixtures that several test files use, and the settings of property tests."""

from helpers.browser import browser, tab
from hypothesis import settings

__all__ = ["browser", "tab"]

# Time limits of single examples say more of a busy machine than of the code.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
