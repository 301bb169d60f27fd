"""Discussions: pages that are one, by their address."""

from __future__ import annotations

import re

_THREAD = re.compile(
    r"forum|thread|topic\b|topics/\d|discuss|question|\bbbs|boards?\b|/t/|communit|\banswers?\b|/comments?/|/faq/|tieba"
    r"|viewtopic|showpost"
)  # in lower case


def is_thread(url: str | None) -> bool:
    """Whether a page is a discussion itself, of a forum or of questions and answers, by its address.

    >>> is_thread("https://forum.example.org/viewtopic.php?t=7"), is_thread("https://example.org/news/7.html")
    (True, False)
    """
    return url is not None and _THREAD.search(url.lower()) is not None
