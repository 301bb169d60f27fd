"""How right titles, authors and dates are, beside trafilatura's, on corpora that have them in gold.

usage: python benchmarks/metadata.py [--peers] CORPUS...; a folder each with gold.jsonl and html/ID.html

--peers adds the titles of all extractors that are installed (`scrapy_denoise.evaluation.extractors.peers`), of the same
pages. "exact or contained" is said twice: with the shorter of the two titles at least half as long as the longer, the
measure of everything else here, and of any length.

Of the titles that we miss it counts the kinds too, which say how many can be reached at all: ``other headline``, where
the page states or shows both the gold's title and ours, so that only its editors know which one is meant; ``in part``,
where one of the two holds the other and is twice as long or longer; ``nowhere``, where neither the ``title`` element,
nor OpenGraph, nor a heading ``h1``, nor JSON-LD has the gold's title; ``mistake``, all others.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from collections import Counter, defaultdict
from pathlib import Path

import trafilatura

from scrapy_denoise import denoise
from scrapy_denoise.document.metadata.author_names import names_of
from scrapy_denoise.evaluation.extractors.peers import PEERS, load_fields
from scrapy_denoise.evaluation.metrics.fields import authors_score, date_score, is_day, title_score
from scrapy_denoise.evaluation.run.score_task import decode_for_peers
from scrapy_denoise.page.compiled import declared_parts, match_key
from scrapy_denoise.page.structured_data.json_ld import strings


def half(site):
    """Which half of the sites a page belongs to: parameters were chosen on ``tuning``."""
    return "checking" if hashlib.md5((site or "").encode()).digest()[0] % 2 == 0 else "tuning"


def stated_titles(page):
    """The titles that a page states or shows: where one stands does not count here."""
    if page.root is None:
        return []
    shown = ["".join(element.itertext()) for element in page.tree.iter("title", "h1")]
    stated = [text for name in ("og:title", "twitter:title") for text in page.meta.get(name, [])]
    things = (
        text for thing in page.json_ld.objects for name in ("headline", "name") for text in strings(thing.get(name))
    )
    texts = [*shown, *stated, *things]
    return [*texts, *(part for text in texts for part in declared_parts(text))]


def kind_of_miss(page, ours, gold):
    """Why a title is another one than the gold's."""
    one, other = match_key(ours), match_key(gold)
    if one and (one in other or other in one):
        return "in part"
    titles = stated_titles(page)
    if not any(title_score(text, gold) for text in titles):
        return "nowhere"
    return "other headline" if any(title_score(text, ours) for text in titles) else "mistake"


def contained(one, other):
    """1 if one of two titles holds the other, of any length."""
    shorter, longer = sorted((match_key(one), match_key(other)), key=len)
    return float(bool(shorter) and shorter in longer)


def title_of(peer, body, gold):
    """The title that a peer finds; empty where it fails."""
    try:
        found = load_fields(peer)(decode_for_peers(body), gold.get("url") or "", gold.get("lang") or "")
    except Exception:  # noqa: BLE001 - of other libraries
        return ""
    return found.title or ""


def scores(folder, misses, peers, titles):
    """The field, the half, our score and trafilatura's, of each page and each field that its gold has.

    misses: counts the kinds of titles that we miss. titles: of us and of each of the peers, what a page's title scores
    by both measures.
    """
    for line in (folder / "gold.jsonl").open(encoding="utf-8"):
        gold = json.loads(line)
        body = (folder / "html" / f"{gold['id']}.html").read_bytes()
        result = denoise(body, gold.get("url"), max_size=0)
        ours = result.metadata
        theirs = trafilatura.bare_extraction(body, url=gold.get("url"), with_metadata=True)
        theirs = theirs.as_dict() if theirs else {}
        part = half(gold.get("site"))
        if gold.get("gold_title"):
            pair = [title_score(text or "", gold["gold_title"]) for text in (ours.title, theirs.get("title"))]
            texts = {"scrapy-denoise": ours.title, **{peer: title_of(peer, body, gold) for peer in peers}}
            for name, text in texts.items():
                titles[name].append((title_score(text, gold["gold_title"]), contained(text, gold["gold_title"])))
            if not pair[0]:
                misses[kind_of_miss(result.page, ours.title, gold["gold_title"])] += 1
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
    peers = []
    if "--peers" in sys.argv:
        peers = [name for name, peer in PEERS.items() if peer.load_fields is not None and peer.installed]
    for name in sys.argv[1:]:
        if name.startswith("-"):
            continue
        found, misses, titles = defaultdict(list), Counter(), defaultdict(list)
        for field, part, ours, theirs in scores(Path(name), misses, peers, titles):
            found[field, part].append((ours, theirs))
            found[field, "all"].append((ours, theirs))
        for (field, part), pairs in sorted(found.items()):
            ours, theirs = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
            print(f"{Path(name).name:12} {field:8} {part:9} {len(pairs):5} {ours:.3f} {theirs:.3f}")
        for extractor, pairs in titles.items():
            half_as_long, any_length = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
            print(f"{Path(name).name:12} titles of {extractor:18} {half_as_long:.3f}, of any length {any_length:.3f}")
        if misses:
            print(f"{Path(name).name:12} missed titles:", ", ".join(f"{n} {kind}" for kind, n in misses.most_common()))


if __name__ == "__main__":
    main()
