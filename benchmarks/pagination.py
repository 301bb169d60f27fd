"""How well links to the pages of series are told, and the next page, on annotated pages.

``python benchmarks/pagination.py CORPUS``: a folder with ``gold.jsonl``, whose lines have ``id``, ``url``, ``site`` and
``gold_pagination`` (kind to absolute addresses), and ``html/ID.html``. Every second site, in the order of their names,
is of the first half.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from w3lib.url import canonicalize_url

from scrapy_denoise import denoise


def counts(corpus: Path) -> dict[str, Counter[str]]:
    """For each half of the sites, and all, how many links were right, found and gold, and how many next pages."""
    lines = (corpus / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    gold = [json.loads(line) for line in lines]
    first = set(sorted({row["site"] for row in gold})[::2])
    found: dict[str, Counter[str]] = {"first": Counter(), "second": Counter(), "all": Counter()}
    for row in gold:
        result = denoise((corpus / "html" / f"{row['id']}.html").read_bytes(), url=row["url"])
        wanted = {canonicalize_url(url) for urls in row["gold_pagination"].values() for url in urls}
        following = {canonicalize_url(url) for url in row["gold_pagination"].get("next", [])}
        told = {canonicalize_url(link.url) for link in result.links if link.kind in ("pagination", "thread")}
        next_page = canonicalize_url(result.next_page) if result.next_page else None
        for half in ("all", "first" if row["site"] in first else "second"):
            found[half] += Counter(
                right=len(told & wanted),
                found=len(told),
                gold=len(wanted),
                pages=bool(following),
                linked=bool(told & following),
                next_page=next_page in following,
            )
    return found


def main() -> None:
    """Prints precision and recall of the links, and on how many pages the next page was found."""
    for half, of in counts(Path(sys.argv[1])).items():
        precision, recall = of["right"] / max(of["found"], 1), of["right"] / max(of["gold"], 1)
        following = f"next page linked {of['linked']}, next_page right {of['next_page']}, of {of['pages']}"
        print(f"{half:8}precision {precision:.3f}  recall {recall:.3f}  {following}")


if __name__ == "__main__":
    main()
