"""How well the entries of lists agree with the lists that pages state: ``python benchmarks/entries.py CORPUS...``

Pages that state an ``ItemList`` with three or more addresses in JSON-LD, which entries do not read. Addresses are
compared without their query, ``www.`` and a slash at the end. Advertisements, which no page states, are left out. A
page that shows none of the stated addresses has them from a script.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from urllib.parse import urldefrag, urljoin

from scrapy_denoise import denoise
from scrapy_denoise.evaluation import Corpus
from scrapy_denoise.page import Page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", metavar="CORPUS", help="folders with pages and gold")
    shares = []
    for name in parser.parse_args().corpora:
        for gold in Corpus.read(name).pages:
            result = denoise(gold.html, url=gold.url)
            wanted = set(stated(result.page)) if result.page is not None else set()
            if len(wanted) < 3:
                continue
            found = {plain(entry.url) for entry in result.entries if not entry.advertisement}
            right = len(found & wanted)
            shares.append((right / max(len(found), 1), right / len(wanted)))
            agreement = f"P {shares[-1][0]:.2f}  R {shares[-1][1]:.2f}"
            print(f"{gold.url[:70]:70} {len(wanted):4} stated {len(found):4} found  {agreement}")
    shown = [share for share in shares if share[1]]
    print(f"{len(shares)} pages, {len(shown)} that show stated addresses in lists")
    if shown:
        precision, recall = (sum(share[part] for share in shown) / len(shown) for part in (0, 1))
        print(f"of these: precision {precision:.3f}, recall {recall:.3f}")


def stated(page: Page) -> Iterator[str]:
    """The addresses of the lists that a page states."""
    for thing in page.json_ld.of_type("ItemList"):
        elements = thing.get("itemListElement")
        for element in elements if isinstance(elements, list) else []:
            element = page.json_ld.resolve(element)
            if not isinstance(element, dict):
                continue
            item = page.json_ld.resolve(element.get("item"))
            own = item.get("url") or item.get("@id") if isinstance(item, dict) else item
            url = element.get("url") or own
            if isinstance(url, list):
                url = url[0] if url else None
            if isinstance(url, str):
                yield plain(urljoin(page.url or "", url))


def plain(url: str) -> str:
    return urldefrag(url)[0].partition("?")[0].rstrip("/").partition("://")[2].removeprefix("www.").lower()


if __name__ == "__main__":
    main()
