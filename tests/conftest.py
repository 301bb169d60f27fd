"""Fixtures that several test files use, and the settings of property tests."""

from pathlib import Path

from helpers.browser import SANITIZED, browser, tab
from hypothesis import settings

from scrapy_denoise.page.walk import compiled

__all__ = ["browser", "tab"]

# Time limits of single examples say more of a busy machine than of the code. The examples are the same each time, here
# and in CI; `make fuzz` looks for new ones.
settings.register_profile("the same", deadline=None, derandomize=True)
settings.load_profile("the same")

if SANITIZED:
    assert "sanitized" in Path(compiled.__file__).parts, (
        f"{compiled.__file__} is not what the sanitizers were built into"
    )
