"""BTE, body text extraction: the one stretch of the page with the most words and the fewest tags.

Finn, Kushmerick, Smyth, "Fact or fiction: content classification for digital libraries", DELOS workshop on
personalisation and recommender systems in digital libraries, 2001; the section on body text extraction.
"""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.methods.baselines.token_sequence.tokens import Tokens
from scrapy_denoise.methods.method import Method, Selection, selection
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate


@attrs.frozen
class BodyTextExtraction(Method):
    """The method has no parameters.

    Let B(n) be 1 for a tag and 0 for a word. The method chooses i <= j such that the number of tags before i, words
    from i to j and tags after j is the greatest: the sum of B(n) for n < i, 1 - B(n) for i <= n <= j, and B(n) for
    n > j. This is the maximum subarray of +1 for each word and -1 for each tag, which one pass finds.
    """

    name = "bte"

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        tokens = Tokens.from_columns(page.columns)
        after = np.cumsum(tokens.words - tokens.tags[:-1])  # the running sum at the end of each text
        before = after - tokens.words
        lowest = np.minimum.accumulate(before)
        last = int((after - lowest).argmax())
        first = int(before[: last + 1].argmin())
        kept = np.zeros(len(after), np.bool_)
        kept[first : last + 1] = True
        return selection(page, kept, self.name)
