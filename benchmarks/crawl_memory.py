"""Memory along a real crawl: resident memory of the crawler after every 1,000 pages, each page another.

`speed.py --memory` serves the pages, prints the table and says how it grows.

python benchmarks/crawl_memory.py PROXY PAGES SITES STORE    # such a crawl alone; without a store the add-on is off
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrapy.http import Response

STEP = 1_000


def address(number: int, sites: int) -> str:
    return f"http://site{number % sites}.example/{number}.html"


def crawl(proxy: str, pages: int, sites: int, store: str = "") -> None:
    """Print the number of pages, the megabytes that are resident, and their highest number so far."""
    from crawl_process import PageSpider, run_crawl

    class MeasuredSpider(PageSpider):
        seen = 0

        def parse(self, response: Response) -> Iterator[dict[str, Any]]:
            self.seen += 1
            if self.seen % STEP == 0:
                now = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20
                peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
                print(self.seen, round(now), round(peak), flush=True)
            yield from super().parse(response)

    run_crawl(MeasuredSpider, (address(i, sites) for i in range(pages)), proxy, store)


if __name__ == "__main__":
    crawl(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
