"""Writes rows to standard output, and ends the crawl when its reader ends, as ``head`` does, or its disk is full."""

from __future__ import annotations

import logging
import sys
from typing import IO, TYPE_CHECKING, Any, cast

from scrapy.crawler import Crawler
from scrapy.extensions.feedexport import StdoutFeedStorage

if TYPE_CHECKING:
    from typing_extensions import Self

logger = logging.getLogger(__name__)


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
        self._failed = False

    def write(self, data: bytes) -> None:
        try:
            self._file.write(data)
            self._file.flush()
        except BrokenPipeError:
            self._end("unread")
        except OSError as error:
            if not self._failed:
                self._failed = True
                assert self._crawler.stats is not None
                self._crawler.stats.inc_value("feedexport/failed_count/StandardOutput")
                logger.error("Standard output cannot be written: %s", error.strerror or error)
            self._end("unwritten")

    def _end(self, reason: str) -> None:
        spider: Any = self._crawler.spider
        spider.end(reason)
