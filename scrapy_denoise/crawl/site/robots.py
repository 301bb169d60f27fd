"""Reads robots.txt up to a bound: some sites send megabytes, and each request would be compared with all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.robotstxt import ProtegoRobotParser

if TYPE_CHECKING:
    from scrapy import Spider

MAX_BYTES = 500 * 1024
"""Bytes of robots.txt that are read, as RFC 9309 asks of crawlers at least."""


class ShortRobots(ProtegoRobotParser):
    """The rules of the whole lines within the first MAX_BYTES."""

    def __init__(self, robotstxt_body: bytes, spider: Spider | None) -> None:
        if len(robotstxt_body) > MAX_BYTES:
            robotstxt_body = robotstxt_body[:MAX_BYTES].rpartition(b"\n")[0]
        super().__init__(robotstxt_body, spider)
