"""The terms of a page, weighed by the blocks that they stand in: the term frequencies of a block TF-IDF (paper 003,
chapter 1, which has the idea alone)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from scrapy_denoise.document.fingerprint import words_of
from scrapy_denoise.page.text.words import HAN

MAX_TERMS = 1_000
"""The most terms that are kept of a page: those with the largest weights."""

TITLE_WEIGHT = 2.0
"""The weight of the page's title; of content it is 1."""

NOISE_WEIGHT = 0.1
"""The weight of a block that is not content at all; between are the probabilities that blocks are content."""

_is_han = re.compile(f"[{HAN}]").fullmatch


def block_weight(block: Mapping[str, Any]) -> float:
    """The weight of a word in a block of the document view."""
    if block["type"] == "title":
        return TITLE_WEIGHT
    return 1.0 if block["kept"] else max(NOISE_WEIGHT, float(block["score"] or 0.0))


def term_weights(blocks: Iterable[Mapping[str, Any]], most: int = MAX_TERMS) -> dict[str, float]:
    """For each term of a page the sum of the weights of the places where it stands; Han text by pairs of characters.

    >>> term_weights([{"type": "title", "kept": False, "score": 0.9, "text": "The river"},
    ...     {"type": "navigation", "kept": False, "score": 0.0, "text": "Home river"}])
    {'river': 2.1, 'the': 2.0, 'home': 0.1}
    """
    found: Counter[str] = Counter()
    for block in blocks:
        weight = block_weight(block)
        for term in terms_of(block["text"]):
            found[term] += weight  # type: ignore[assignment]
    best = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
    return {term: round(weight, 4) for term, weight in best}


def terms_of(text: str) -> list[str]:
    """The words of a text; of successive Han characters each pair."""
    words = words_of(text)
    return [
        word + words[n + 1] if _is_han(word) and n + 1 < len(words) and _is_han(words[n + 1]) else word
        for n, word in enumerate(words)
    ]
