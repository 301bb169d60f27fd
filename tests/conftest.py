"""Fixtures that several test files use, and the settings of property tests."""

from pathlib import Path

from helpers.browser import SANITIZED, browser, tab
from hypothesis import settings
from hypothesis.internal.conjecture.providers import Constants, HypothesisProvider

from scrapy_denoise.page.walk import compiled

__all__ = ["browser", "tab"]

# Time limits of single examples say more of a busy machine than of the code. The examples are the same each time, here
# and in CI; `make fuzz` looks for new ones.
settings.register_profile("the same", deadline=None, derandomize=True)
settings.load_profile("the same")

# Hypothesis also draws constants of the modules that are loaded, which depend on the tests that ran before in the same
# worker. It has no setting for that.
assert hasattr(HypothesisProvider, "_local_constants"), "This Hypothesis draws its constants elsewhere; see above"
HypothesisProvider._local_constants = Constants()

if SANITIZED:
    assert "sanitized" in Path(compiled.__file__).parts, (
        f"{compiled.__file__} is not what the sanitizers were built into"
    )
