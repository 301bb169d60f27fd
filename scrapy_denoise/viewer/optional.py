"""The libraries of the extra ``viewer``, which are imported here and nowhere else.

nh3 is the sanitiser. It applies an allow-list to the tree of an HTML5 parser (ammonia and html5ever, in Rust), so it
reads markup as browsers do. tinycss2 parses style sheets by CSS Syntax 3.
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
