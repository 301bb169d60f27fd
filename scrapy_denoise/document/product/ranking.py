"""Ranks the candidates of a field: a log-linear model with one weight for each sign, and the right to give nothing.

The weights are data (``weights.json``, written by ``training/train_products.py``): learned where pages of sites that
were not seen are better for it, else set by hand.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from math import exp

import attrs

from scrapy_denoise.document.product.candidates import Candidate

BIAS = "bias"
"""The name of the weight that every candidate has; giving nothing scores 0."""

PAGE = "page"
"""Where the weights stand of the signs that a page is that of one product: it is from a sum above 0."""

Weights = dict[str, dict[str, float]]


@attrs.frozen
class Ranked:
    """A candidate with how sure it is: its share among all candidates of the field, 0 to 1."""

    candidate: Candidate
    confidence: float


@cache
def weights() -> Weights:
    """The weights of the package: of each field, those of its signs."""
    found: Weights = json.loads(files(__package__).joinpath("weights.json").read_text(encoding="utf-8"))
    return found


def rank(found: list[Candidate], own: dict[str, float]) -> list[Ranked]:
    """The candidates of a field in their order, the surest first; equal ones in the order in which they are given.

    own: the weights of the field. The confidences and that of giving nothing have the sum 1.
    """
    bias = own.get(BIAS, 0.0)
    scores = [bias + sum(sorted(own.get(sign, 0.0) for sign in one.signs)) for one in found]
    most = max([*scores, 0.0])
    odds = [exp(score - most) for score in scores]
    total = exp(-most)
    for one in odds:
        total += one
    ranked = [Ranked(one, share / total) for one, share in zip(found, odds, strict=True)]
    return sorted(ranked, key=lambda one: -one.confidence)
