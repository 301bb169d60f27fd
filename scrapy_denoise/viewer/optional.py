"""What the extra ``viewer`` installs, imported here and nowhere else.

nh3 is the sanitiser: an allow-list applied to the tree of an HTML5 parser (ammonia and html5ever, in Rust), so that
what it lets through is what a browser will read. tinycss2 parses style sheets as CSS Syntax 3 says.
"""

from __future__ import annotations

try:
    import nh3
    import tinycss2
except ImportError as error:
    raise ImportError(
        f"the block viewer needs {error.name}; install it with: pip install 'scrapy-denoise[viewer]'", name=error.name
    ) from error

__all__ = ["nh3", "tinycss2"]
