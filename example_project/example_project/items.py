"""What the spider yields."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class ArticleItem:
    url: str
    title: str
    text: str  # one paragraph per line
    html: str  # the same content as clean HTML, links made absolute
    method: str  # the method that found it
    confidence: float  # from 0 to 1
