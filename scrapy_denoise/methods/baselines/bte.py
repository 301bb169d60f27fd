"""BTE, body text extraction: the one stretch of the page with the most words and the fewest tags.

Finn, Kushmerick, Smyth, "Fact or fiction: content classification for digital libraries", DELOS workshop on
personalisation and recommender systems in digital libraries, 2001; the section on body text extraction.
"""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.methods.base import Method, Selection, selection
from scrapy_denoise.methods.baselines.token_sequence import Tokens
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate


@attrs.frozen
class BodyTextExtraction(Method):
    """Has no parameters.

    With B(n) = 1 for a tag and 0 for a word, it chooses i <= j so that the tags before i, the words from i to j and
    the tags after j are the most: the sum of B(n) for n < i, 1 - B(n) for i <= n <= j, and B(n) for n > j. That is the
    stretch with the greatest sum of +1 for a word and -1 for a tag, which one pass finds.
    """

    name = "bte"

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        tokens = Tokens.of(page.columns)
        after = np.cumsum(tokens.words - tokens.tags[:-1])  # the sum of all up to the end of each text
        before = after - tokens.words
        lowest = np.minimum.accumulate(before)
        last = int((after - lowest).argmax())
        first = int(before[: last + 1].argmin())
        kept = np.zeros(len(after), np.bool_)
        kept[first : last + 1] = True
        return selection(page, kept, self.name)
