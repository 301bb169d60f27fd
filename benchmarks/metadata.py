"""How right titles, authors and dates are, beside trafilatura's, on corpora that have them in gold.

usage: python benchmarks/metadata.py CORPUS...; a folder each with gold.jsonl and html/ID.html
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from collections import defaultdict
from pathlib import Path

import trafilatura

from scrapy_denoise import denoise
from scrapy_denoise.document.metadata.authors import names_of
from scrapy_denoise.evaluation.details import authors_score, date_score, is_day, title_score


def half(site):
    """Which half of the sites a page belongs to: parameters were chosen on ``tuning``."""
    return "checking" if hashlib.md5((site or "").encode()).digest()[0] % 2 == 0 else "tuning"


def scores(folder):
    """The field, the half, our score and trafilatura's, of each page and each field that its gold has."""
    for line in (folder / "gold.jsonl").open(encoding="utf-8"):
        gold = json.loads(line)
        body = (folder / "html" / f"{gold['id']}.html").read_bytes()
        ours = denoise(body, gold.get("url"), max_size=0).metadata
        theirs = trafilatura.bare_extraction(body, url=gold.get("url"), with_metadata=True)
        theirs = theirs.as_dict() if theirs else {}
        part = half(gold.get("site"))
        if gold.get("gold_title"):
            pair = (title_score(text or "", gold["gold_title"]) for text in (ours.title, theirs.get("title")))
            yield "title", part, *pair
        names = gold.get("gold_authors") or gold.get("gold_author") or gold.get("gold_byline")
        if names and not gold.get("gold_posts"):
            names = names if isinstance(names, list) else names_of([names]) or [names]
            pair = (authors_score(found, names) for found in (ours.authors, (theirs.get("author") or "").split("; ")))
            yield "authors", part, *pair
        if is_day(gold.get("gold_date")):
            pair = (date_score(text or "", gold["gold_date"]) for text in (ours.published, theirs.get("date")))
            yield "date", part, *pair


def main():
    logging.disable(logging.CRITICAL)
    for name in sys.argv[1:]:
        found = defaultdict(list)
        for field, part, ours, theirs in scores(Path(name)):
            found[field, part].append((ours, theirs))
            found[field, "all"].append((ours, theirs))
        for (field, part), pairs in sorted(found.items()):
            ours, theirs = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
            print(f"{Path(name).name:12} {field:8} {part:9} {len(pairs):5} {ours:.3f} {theirs:.3f}")


if __name__ == "__main__":
    main()
