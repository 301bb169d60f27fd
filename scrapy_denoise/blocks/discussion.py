"""Discussions: pages that are one, by their address."""

from __future__ import annotations

import re

from scrapy_denoise.page import Page

# In lower case. What it can begin with is looked for first: that is most of the time that it takes.
_THREAD = re.compile(
    r"(?=[fdqbcastv/])(?:forum|thread|topic\b|topics/\d|discuss|question|\bbbs|boards?\b|/t/|communit|\banswers?\b"
    r"|/comments?/|/faq/|tieba|viewtopic|showpost)"
)


def is_thread_address(url: str | None) -> bool:
    """Whether a page is a discussion itself, of a forum or of questions and answers, by its address.

    >>> is_thread_address("https://forum.example.org/viewtopic.php?t=7"), is_thread_address("https://example.org/news/7.html")
    (True, False)
    """
    return url is not None and _THREAD.search(url.lower()) is not None


def is_thread(page: Page) -> bool:
    """The same of a page; ask with ``page.once(is_thread)``."""
    return is_thread_address(page.url)
