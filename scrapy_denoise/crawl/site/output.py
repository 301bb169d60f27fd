"""Writes rows to standard output, and ends the crawl when its reader ends, as ``head`` does."""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING, Any, cast

from scrapy.crawler import Crawler
from scrapy.extensions.feedexport import StdoutFeedStorage

if TYPE_CHECKING:
    from typing_extensions import Self


class StandardOutput(StdoutFeedStorage):
    """A storage of feeds: where the reader of standard output has enough, as ``head`` has, the crawl ends."""

    @classmethod
    def from_crawler(cls, crawler: Crawler, uri: str, *, feed_options: dict[str, Any] | None = None) -> Self:
        return cls(uri, cast(IO[bytes], _Pipe(sys.stdout.buffer, crawler)), feed_options=feed_options)


class _Pipe:
    """The methods of a file that the exporter of JSON lines uses."""

    def __init__(self, file: IO[bytes], crawler: Crawler) -> None:
        self._file = file
        self._crawler = crawler

    def write(self, data: bytes) -> None:
        try:
            self._file.write(data)
            self._file.flush()
        except BrokenPipeError:
            spider: Any = self._crawler.spider
            spider.end("unread")
