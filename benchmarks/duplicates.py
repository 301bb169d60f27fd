"""Duplicates by content and by whole page: precision and recall on made pairs, and an index of many fingerprints.

python benchmarks/duplicates.py pairs CORPORA [--pages 400] [--sites NAME]    pages under templates of other sites
python benchmarks/duplicates.py real CORPUS...                  pages of a corpus whose gold texts are nearly equal
python benchmarks/duplicates.py index [--contents 1000000] [--index sqlite|memory|redis] [--redis URL]    size, speed

A made pair is a page and another that has its gold text under the template of another site: unchanged, with the last
fifth of its words cut off, or with one word of fifty replaced. A found pair is right where the two texts are one. Pairs
whose gold texts share half of the shingles of the shorter one stand in the corpora as they are, and are counted apart.
The rule was chosen on the pages of the SPLITS (--sites tuning and so on); the default is pages of sites that none of
them has.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import tempfile
import time
from concurrent.futures import Future
from html import escape
from pathlib import Path
from time import process_time

import lxml.html
import numpy as np
from redis import Redis

from scrapy_denoise import Page, denoise
from scrapy_denoise.crawl.duplicates.index import SQLiteDuplicates
from scrapy_denoise.crawl.duplicates.redis_index import RedisDuplicates
from scrapy_denoise.document.fingerprint import (
    BANDS,
    LENGTH,
    SHINGLE,
    VALUES,
    Fingerprint,
    band_keys,
    fingerprint_of,
    minhash_rows,
    near,
    words_of,
)
from scrapy_denoise.page.markup.decode import decode

SPLITS = {"tuning": 150, "development": 200, "validation": 300, "measured": 300, "again": 300}
"""Pages of the splits that the rule was chosen on, in the order in which they are drawn; "others" is what is left."""

STAYS = 0.1
"""Share of a page's own text that may stand outside the element which holds its content."""

TRIES = 20
"""Templates that are tried for a copy; where none can hold the text, as some have it spread, there is no copy."""

MIN_WORDS = 80
"""Words of a gold text that is used."""

ASKED = 2_000
"""Contents that an index is asked for."""

CHANGES = ("template", "tail", "edits")


def pages_of(corpora, count, split, seed=1):
    """Pages with long gold texts, of each site two at most, in an order that is drawn."""
    found = []
    for corpus in sorted(path for path in corpora.iterdir() if (path / "gold.jsonl").exists()):
        for line in (corpus / "gold.jsonl").open(encoding="utf-8"):
            gold = json.loads(line)
            if len(words_of(gold.get("gold_text") or "")) >= MIN_WORDS:
                found.append((corpus, gold))
    random.Random(seed).shuffle(found)
    sites, chosen = {}, []
    for corpus, gold in found:
        sites[gold["site"]] = sites.get(gold["site"], 0) + 1
        if sites[gold["site"]] <= 2:
            chosen.append((corpus, gold))
    for name, size in SPLITS.items():
        first = chosen[:size]
        if name == split:
            chosen = first
            break
        known = {gold["site"] for _, gold in first}
        chosen = [(corpus, gold) for corpus, gold in chosen[size:] if gold["site"] not in known]
    return [
        (gold, decode((corpus / "html" / f"{gold['id']}.html").read_bytes()).text) for corpus, gold in chosen[:count]
    ]


def changed(text, change, source):
    """A gold text, changed."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if change == "tail":
        left = int(0.8 * sum(len("".join(line)) for line in lines))
        kept = []
        for line in lines:
            kept.append([])
            for word in line:
                if left <= 0:
                    break
                cut = word[: max(left, 0)]
                left -= len(word)
                kept[-1].append(cut)
        lines = [line for line in kept if line]
    if change == "edits":
        han = sum(len(words_of(" ".join(line))) for line in lines) > 3 * sum(map(len, lines))
        if han:
            lines = [["".join("某" if source.random() < 0.02 else c for c in word) for word in line] for line in lines]
        else:
            lines = [["something" if source.random() < 0.02 else word for word in line] for line in lines]
    return [" ".join(line) for line in lines]


def under_template(html, gold, lines):
    """The markup of a page with the element that holds its content emptied and filled with these lines.

    None where that is no copy of the lines: a good part of the page's own text stands elsewhere, or the lines are not
    seen there.
    """
    tree = lxml.html.document_fromstring(html.encode("utf-8", "replace"), parser=lxml.html.HTMLParser(encoding="utf-8"))
    for stated in tree.xpath("//script[@type='application/ld+json']"):
        stated.drop_tree()  # what it says is of the page's own text
    wanted = set(words_of(gold))
    place = tree.body if tree.body is not None else tree
    while True:
        inner = max(place, key=lambda one: _shared(one, wanted), default=None)
        if inner is None or _shared(inner, wanted) < 0.8 * _shared(place, wanted) or inner.tag in ("p", "script"):
            break
        place = inner
    for child in list(place):
        place.remove(child)
    place.text = None
    for line in lines:
        place.append(lxml.html.fragment_fromstring(f"<p>{escape(line)}</p>"))
    made = lxml.html.tostring(tree, encoding="unicode")
    seen, own, copied = (shingles(text) for text in (Page.from_html(made).text, gold, "\n".join(lines)))
    own -= copied
    return None if len(own & seen) > STAYS * len(own) or len(copied & seen) < 0.9 * len(copied) else made


def _shared(element, words):
    if not isinstance(element.tag, str):
        return 0
    return sum(word in words for word in words_of(" ".join(element.itertext())))


def shingles(text):
    words = words_of(text)
    return set(zip(*(words[n:] for n in range(SHINGLE)), strict=False))


def twice(one, other):
    """Whether the shorter of two gold texts shares half of its shingles with the other one."""
    return 2 * len(one & other) >= min(len(one), len(other))


def pairs(corpora, count, split):
    pages, source = pages_of(corpora, count, split), random.Random(2)
    texts = [shingles(gold["gold_text"]) for gold, _ in pages]
    made = [(number, "first", gold["url"], html) for number, (gold, html) in enumerate(pages)]
    for number, (gold, _) in enumerate(pages):
        for change in CHANGES:
            lines = changed(gold["gold_text"], change, source)
            for _ in range(TRIES):
                other = (number + 1 + source.randrange(len(pages) - 1)) % len(pages)
                template, html = pages[other]
                copy = under_template(html, template["gold_text"], lines)
                if copy is not None:
                    made.append((number, change, f"https://copy.example/{change}/{number}", copy))
                    break
    read = {
        "content": [fingerprint_of(denoise(html, url).text) for _, _, url, html in made],
        "whole page": [fingerprint_of(Page.from_html(html).text) for _, _, _, html in made],
    }
    print(f"{len(pages)} pages, {len(made) - len(pages)} made copies; sites: {split}")
    print(f"{'fingerprint of the':20}{'copies':>12}{'recall':>9}{'precision':>11}")
    for name, marks in read.items():
        right, wrong, apart, totals, found = 0, 0, 0, dict.fromkeys(CHANGES, 0), dict.fromkeys(CHANGES, 0)
        matrix = minhash_rows([m.minhash if m else bytes(LENGTH) for m in marks])
        bands = [set(m.bands) if m else set() for m in marks]
        for i, (number, change, _, _) in enumerate(made):
            hits = [j for j in np.flatnonzero(near(matrix[i : i + 1], matrix[:i])) if bands[i] & bands[j]]
            right += sum(made[j][0] == number for j in hits)
            others = [made[j][0] for j in hits if made[j][0] != number]
            apart += sum(twice(texts[number], texts[other]) for other in others)
            wrong += sum(not twice(texts[number], texts[other]) for other in others)
            if change in totals:
                totals[change] += 1
                found[change] += any(made[j][0] == number and made[j][1] == "first" for j in hits)
        precision = right / max(right + wrong, 1)
        for change in CHANGES:
            print(f"{name:20}{change:>12}{found[change] / max(totals[change], 1):9.3f}{'':>11}")
        total = sum(found.values()) / sum(totals.values())
        print(
            f"{name:20}{'all':>12}{total:9.3f}{precision:11.3f}   ({wrong} wrong of {right + wrong} found pairs; "
            f"{apart} stand in the corpora)"
        )


def real(corpora):
    """Pages of which a corpus has the text twice: pairs of gold texts that share nearly all of their runs of words."""
    for corpus in corpora:
        rows = [json.loads(line) for line in (corpus / "gold.jsonl").open(encoding="utf-8")]
        gold = [fingerprint_of(row.get("gold_text") or "") for row in rows]
        results = [denoise((corpus / "html" / f"{row['id']}.html").read_bytes(), row.get("url")) for row in rows]
        marks = [result.fingerprint for result in results]
        texts = [fingerprint_of(result.text) for result in results]

        def found(fingerprints, similar):
            some = [n for n, mark in enumerate(fingerprints) if mark is not None]
            values = minhash_rows([fingerprints[n].minhash for n in some])
            return {
                (some[j], some[i])
                for i in range(len(some))
                for j in np.flatnonzero(near(values[i : i + 1], values[:i], similar))
            }

        same, alike = found(gold, 0.9), found(gold, 0.5)
        pairs, by_text = found(marks, None), found(texts, None)
        print(
            f"{corpus.name}: {len(rows)} pages; {len(same)} pairs of gold texts with a similarity from 0.9, of which "
            f"{len(pairs & same)} are found; {len(pairs)} pairs found, {len(pairs - alike)} of them with gold texts "
            f"below 0.5; by the text alone {len(by_text & same)} and {len(by_text)}"
        )


def held(redis, kind):
    """Bytes in the memory of this process, or of Redis."""
    if kind == "redis":
        return Redis.from_url(redis).info("memory")["used_memory"]
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def index(contents, kind, redis):
    """An index filled with random fingerprints: its size, and the seconds of what a crawl asks of it."""
    source = np.random.default_rng(1)

    def made():
        minhash = source.bytes(4 * VALUES) + 2 * (500).to_bytes(4, "little")
        return Fingerprint(minhash[:16], minhash)

    def changed_in_a_quarter(mark):
        values = minhash_rows([mark.minhash])[0].copy()
        values[source.choice(VALUES, VALUES // 4, replace=False)] ^= 1
        return Fingerprint(b"x" * 16, values.tobytes())

    async def asked(marks, url):
        start = process_time()
        found = [await index.find_or_add(url.format(number), mark) for number, mark in enumerate(marks)]
        return len(found) / (process_time() - start), sum(one is not None for one in found)

    async def run():
        await index.open()
        known = [made() for _ in range(ASKED)]
        await asked(known, "https://site.example.org/first-{}")
        if kind == "redis":
            await asked((made() for _ in range(contents)), "https://site.example.org/section/article-{}")
        else:
            fill(index._connection, [made() for _ in range(contents)])
        new, _ = await asked([made() for _ in range(ASKED)], "https://site.example.org/new-{}")
        near, found = await asked(map(changed_in_a_quarter, known), "https://copy.example.org/{}")
        return new, near, found

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "duplicates.sqlite"
        if kind == "redis":
            index = RedisDuplicates(redis, "benchmark", 2 * contents, 90)
        else:
            index = SQLiteDuplicates(path if kind == "sqlite" else None, 2 * contents, 90)
            index._thread = InThisThread()  # whose time is measured
        before, loop = held(redis, kind), asyncio.new_event_loop()
        new, near, found = loop.run_until_complete(run())
        size = path.stat().st_size if kind == "sqlite" else held(redis, kind) - before
        print(
            f"{kind}, {contents:,} contents: {size / 1e6:.0f} MB ({size / contents:.0f} bytes each); in a second "
            f"of the processor {new:.0f} new ones looked up and added, {near:.0f} near-duplicates found "
            f"({found} of {ASKED})"
        )
        loop.run_until_complete(index.close())
        loop.close()


class InThisThread:
    """An executor that does what it is told at once."""

    def submit(self, call, *arguments):
        done = Future()
        try:
            done.set_result(call(*arguments))
        except Exception as error:  # noqa: BLE001
            done.set_exception(error)
        return done

    def shutdown(self, wait=True):
        pass


def fill(connection, marks):
    """All at once, bands in their order."""
    first = connection.execute("SELECT max(id) FROM contents").fetchone()[0] + 1
    now = int(time.time())
    rows = ((first + n, now, mark.digest, mark.minhash, f"https://site{n % 1000}.example.org/section/article-{n}")
            for n, mark in enumerate(marks))  # fmt: skip
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO contents (id, seen, digest, minhash, url) VALUES (?, ?, ?, ?, ?)", rows)
    values = minhash_rows([mark.minhash for mark in marks])
    for band in range(BANDS):
        keys = band_keys(values, range(band, band + 1))[:, 0]
        order = np.argsort(keys)
        pairs = zip(keys[order].tolist(), (order + first).tolist(), strict=True)
        connection.executemany("INSERT INTO bands (band, id) VALUES (?, ?)", pairs)
    connection.execute("COMMIT")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("pairs", "real", "index"))
    parser.add_argument("corpora", nargs="*", type=Path)
    parser.add_argument("--pages", type=int, default=400)
    parser.add_argument("--sites", choices=(*SPLITS, "others"), default="others", help="which sites the pages are of")
    parser.add_argument("--index", choices=("sqlite", "memory", "redis"), default="sqlite")
    parser.add_argument("--redis", default="redis://127.0.0.1:6379/0")
    parser.add_argument("--contents", type=int, default=1_000_000)
    options = parser.parse_args()
    if options.what == "pairs":
        pairs(options.corpora[0], options.pages, options.sites)
    elif options.what == "real":
        real(options.corpora)
    else:
        index(options.contents, options.index, options.redis)


if __name__ == "__main__":
    main()
