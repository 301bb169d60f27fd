"""The weights of the signs of a product's fields.

They are data (``weights.json``, written by ``training/train_products.py``): learned where pages of sites that were not
seen are better for it, else set by hand.
"""

from __future__ import annotations

from functools import cache

from scrapy_denoise.page.candidates.ranking import Weights, read_weights

PAGE = "page"
"""Where the weights stand of the signs that a page is that of one product: it is from a sum above 0."""


@cache
def weights() -> Weights:
    """The weights of the package: of each field, those of its signs."""
    return read_weights(__package__)
