"""The methods, one a folder: what of a page is content.

In: a `Page`, perhaps a `SiteTemplate`. Out: a `Selection`: which text rows are content, how sure, and why.
A method imports no other but its fallback; nothing here renders or stores.
"""

from scrapy_denoise.methods.method import Method, NotEnoughSiblings, Selection
from scrapy_denoise.methods.registry import PROFILES, BrokenMethodError, get_method, method_names, select

__all__ = [
    "PROFILES",
    "BrokenMethodError",
    "Method",
    "NotEnoughSiblings",
    "Selection",
    "get_method",
    "method_names",
    "select",
]
