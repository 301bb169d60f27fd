"""A page's title: the candidate that ranks first among what the page states and shows."""

from __future__ import annotations

from functools import cache

from scrapy_denoise.page.candidates.ranking import Ranked, rank, read_weights
from scrapy_denoise.page.title.site_name import SiteNames, TitleSource
from scrapy_denoise.page.title.title_candidates import TitleEvidence

FIELD = "title"
"""The name of the field in the file of weights, which ``training/train_titles.py`` writes."""


def rank_titles(page: TitleSource, repeated: frozenset[int] = frozenset()) -> list[Ranked]:
    """The candidates for the page's title in their order, each with how sure it is; empty where there is none.

    repeated: parts of the titles of the site's other pages (`scrapy_denoise.page.title.site_name.title_parts`).
    """
    return rank(TitleEvidence(page, SiteNames.of_page(page, repeated)).candidates(), title_weights())


@cache
def title_weights() -> dict[str, float]:
    """The weights of the signs of titles."""
    return read_weights(__package__)[FIELD]
