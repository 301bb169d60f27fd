"""Ranks the candidates of a field: a log-linear model with one weight for each sign, and the right to give nothing."""

from __future__ import annotations

import json
from importlib.resources import files
from math import exp, fsum
from operator import attrgetter
from typing import Any

import attrs

from scrapy_denoise.page.candidates.candidates import Candidate

BIAS = "bias"
"""The name of the weight that every candidate has; giving nothing scores 0."""

FILE = "weights.json"
"""The name of the file of a package that has the weights of its fields."""

Weights = dict[str, dict[str, float]]
"""Of each field, the weights of its signs."""


@attrs.define(unsafe_hash=True)
class Ranked:
    """A candidate with how sure it is: its share among all candidates of the field, 0 to 1."""

    candidate: Candidate
    confidence: float

    @property
    def value(self) -> str:
        """The value of the candidate."""
        return self.candidate.value

    @property
    def source(self) -> str:
        """The source of the place that tells most."""
        return self.candidate.places[0].source

    def to_dict(self) -> dict[str, Any]:
        """The value, how sure it is, its sources, those that tell most first, and its signs, as JSON can hold them."""
        return {
            "value": self.candidate.value,
            "confidence": round(self.confidence, 3),
            "sources": list(dict.fromkeys(place.source for place in self.candidate.places)),
            "signs": sorted(self.candidate.signs),
        }


def read_weights(package: str) -> Weights:
    """The weights of the fields of a package, from its file `FILE`."""
    found: Weights = json.loads(files(package).joinpath(FILE).read_text(encoding="utf-8"))
    return found


def rank(found: list[Candidate], own: dict[str, float]) -> list[Ranked]:
    """The candidates of a field in their order, the surest first; equal ones in the order in which they are given.

    own: the weights of the field. The confidences and that of giving nothing have the sum 1.
    """
    bias = own.get(BIAS, 0.0)
    # Exact, so that the order of the signs does not matter.
    scores = [fsum([bias, *filter(None, map(own.get, one.signs))]) for one in found]
    most = max([*scores, 0.0])
    odds = [exp(score - most) for score in scores]
    total = fsum([exp(-most), *odds])
    ranked = [Ranked(one, share / total) for one, share in zip(found, odds, strict=True)]
    return sorted(ranked, key=attrgetter("confidence"), reverse=True) if len(ranked) > 1 else ranked
