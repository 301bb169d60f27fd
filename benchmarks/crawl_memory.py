"""Memory along a real crawl, and what fills it, after every 1,000 pages, each page another.

`speed.py --memory` serves the pages, prints the table and says how it grows. Linux with glibc only.

python benchmarks/crawl_memory.py PROXY PAGES SITES STORE    # such a crawl alone; without a store the add-on is off
"""

from __future__ import annotations

import ctypes
import json
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrapy.http import Response

    from scrapy_denoise import SiteTemplate

STEP = 1_000
MEGABYTE = 2**20

COLUMNS = {
    "pages": "of the crawl so far",
    "resident": "megabytes of the process",
    "peak": "the most so far",
    "in use": "megabytes of the C heap that are in use; Python's own objects are not there",
    "free": "megabytes of it that are free, but not given back to the system",
    "known": "pages that the templates in memory keep",
    "samples": "of these with their structure",
}


class _Heap(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
    ]


def address(number: int, sites: int) -> str:
    return f"http://site{number % sites}.example/{number}.html"


def measure(pages: int, templates: list[SiteTemplate]) -> dict[str, int]:
    """What stands in COLUMNS."""
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = _Heap
    heap = mallinfo()
    layouts = [layout for template in templates for layout in template.layouts.values()]
    known, samples = sum(len(layout.known) for layout in layouts), sum(len(layout.samples) for layout in layouts)
    sizes = (round(size / MEGABYTE) for size in (resident, peak, heap.uordblks + heap.hblkhd, heap.fordblks))
    return dict(zip(COLUMNS, (pages, *sizes, known, samples), strict=True))


def crawl(proxy: str, pages: int, sites: int, store: str = "") -> None:
    """Print a line of JSON after every STEP pages."""
    from crawl_process import PageSpider, run_crawl

    from scrapy_denoise.crawl import Cleaner

    class MeasuredSpider(PageSpider):
        seen = 0

        def parse(self, response: Response) -> Iterator[dict[str, Any]]:
            self.seen += 1
            if self.seen % STEP == 0:
                templates = list(Cleaner.of_crawl(self.crawler).templates.in_memory) if store else []
                print(json.dumps(measure(self.seen, templates)), flush=True)
            yield from super().parse(response)

    run_crawl(MeasuredSpider, (address(i, sites) for i in range(pages)), proxy, store)


if __name__ == "__main__":
    crawl(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
