"""The share of each text of a page that is in the page's gold text."""

from __future__ import annotations

import re
from collections import Counter
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.evaluation.metrics.text import tokens
from scrapy_denoise.page import Page


def gold_share(page: Page, gold: str) -> NDArray[np.float64]:
    """For each text row of a page, 1 if the gold contains the text, else the share of its 4-token runs in the gold."""
    letters = _letters(gold)
    words = tokens(gold)
    runs = Counter(tuple(words[i : i + 4]) for i in range(len(words) - 3))
    columns = page.columns
    shares = []
    for row in columns.text_rows:
        text = columns.text_of(int(row))
        if len(_letters(text)) >= 2 and _letters(text) in letters:
            shares.append(1.0)
            continue
        own = tokens(text)
        shares.append(fmean(tuple(own[i : i + 4]) in runs for i in range(len(own) - 3)) if len(own) > 3 else 0.0)
    return np.array(shares)


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()
