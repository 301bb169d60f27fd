"""The order of day and month in the dates of a page: by its language, and by the country that its address names."""

from __future__ import annotations

from functools import cache

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.page.url import split_url


def with_order(language: str, url: str) -> str:
    """A language tag that tells the order of day and month, where the language and the country of the host tell it.

    >>> with_order("en", "https://news.example.co.uk/1"), with_order("en", "https://city.example.gov/1")
    ('en-GB', 'en-US')
    >>> with_order("fr", "https://news.example.us/1"), with_order("en-US", "https://news.example.uk/1")
    ('fr', 'en-US')
    """
    if language[:2].lower() not in ("", "en") or language.lower().startswith("en-us"):
        return language
    region = (language[2:].lstrip("-_") or (split_url(url).hostname or "").rpartition(".")[2]).lower()
    return _tags().get(region, language)


@cache
def _tags() -> dict[str, str]:
    """For each region of English, and each ending of a host, a tag with its order."""
    words = sections("date_forms")
    return {
        name: tag
        for section, tag in (("day_first", "en-GB"), ("month_first", "en-US"))
        for line in words[section]
        for name in line.split()
    }
