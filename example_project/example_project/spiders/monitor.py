"""Watches a newspaper: each run writes the articles of the last week that no run before it has written."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from scrapy.http import Response

from scrapy_denoise import Result, SiteSpider


class MonitorSpider(SiteSpider):
    name = "monitor"
    url = "http://xinwen.example/"
    only = "article"
    pages = 200
    minutes = 10

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.since = date.today() - timedelta(days=7)
        super().__init__(*args, **kwargs)

    def item(self, response: Response, result: Result, row: dict[str, Any]) -> dict[str, Any]:
        return {**row, "words": len(result.text.split())}
