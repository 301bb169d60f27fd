"""The methods, one a file or a folder with its compiled part."""

from scrapy_denoise.methods.method import Method, NotEnoughSiblings, Selection
from scrapy_denoise.methods.registry import PROFILES, get_method, method_names, select

__all__ = ["PROFILES", "Method", "NotEnoughSiblings", "Selection", "get_method", "method_names", "select"]
