"""A method for scrapy-denoise: keeps the text blocks that read like sentences."""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise import Page, SiteTemplate
from scrapy_denoise.methods import Method, Selection
from scrapy_denoise.methods.method import selection


@attrs.frozen
class Sentences(Method):
    """Keeps blocks with enough text outside links and some punctuation.

    min_chars: characters outside links of a block that is kept. per_mark: characters for each punctuation mark,
    at most.
    """

    min_chars: int = 30
    per_mark: int = 120

    name = "sentences"

    @classmethod
    def paper(cls) -> Sentences:
        """Another set of parameters, for the profile ``paper``; without this method both profiles are the same."""
        return cls(min_chars=60)

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        columns = page.columns
        rows = columns.text_rows  # what is decided: the texts of the page, in document order
        block = columns.block[rows]  # the number of the block that each belongs to
        chars = np.bincount(block, columns.chars[rows] * ~columns.linked[rows])
        marks = np.bincount(block, columns.punctuation[rows])
        good = (chars >= self.min_chars) & (chars <= self.per_mark * marks)
        return selection(page, good[block], self.name)
