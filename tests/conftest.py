"""Fixtures that several test files use, and the settings of property tests."""

import os

from helpers.browser import browser, tab
from hypothesis import settings

__all__ = ["browser", "tab"]

# Time limits of single examples say more of a busy machine than of the code. Where CI is set, the examples are the same
# each time.
settings.register_profile("here", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("here")
