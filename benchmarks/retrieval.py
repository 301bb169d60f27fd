"""What weighing terms by their blocks gives a search: pages looked up by the titles that the gold gives them.

python benchmarks/retrieval.py CORPUS... [--sample 150]

A query is the gold title of a page; what is searched are all pages, of which the blocks that have the title are taken
out, so that the text has to answer. Ranking is by BM25, with the same parameters for all: words of the whole page, of
the content, and weighed by blocks (scrapy_denoise.corpus.output.block_terms). Nothing was tuned on the corpora.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections import Counter
from pathlib import Path

import numpy as np

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.corpus.input.pages import RawPage
from scrapy_denoise.corpus.output.block_terms import term_weights, terms_of
from scrapy_denoise.corpus.output.document_row import document_view

K, B = 1.2, 0.75
"""The usual parameters of BM25."""


def pages_of(corpora, count):
    """Title and blocks of pages, each cleaned with the template of its site's other pages."""
    for corpus in corpora:
        rows = [json.loads(line) for line in (corpus / "gold.jsonl").open(encoding="utf-8")]
        bodies = {row["id"]: (corpus / "html" / f"{row['id']}.html").read_bytes() for row in rows}
        titled = [row for row in rows if len(terms_of(row.get("gold_title") or "")) >= 4]
        for row in random.Random(1).sample(titled, min(count, len(titled))):
            site = SiteTemplate()
            for other in [one for one in rows if one["site"] == row["site"] and one["id"] != row["id"]][:10]:
                site.learn(bodies[other["id"]], url=other.get("url"))
            result = denoise(bodies[row["id"]], row.get("url"), site=site)
            raw = RawPage(row.get("url") or "", bodies[row["id"]], row["id"])
            blocks = document_view(raw, result, ("blocks",))["blocks"]
            title = row["gold_title"]
            yield title, [block for block in blocks if not says(block["text"], title)]


def says(text, title):
    """Whether a block is the title."""
    words, wanted = terms_of(text), set(terms_of(title))
    return len(words) <= 2 * len(wanted) + 4 and len(wanted & set(words)) >= 0.8 * len(wanted)


WEIGHED = {
    "whole page": lambda blocks: term_weights([{**block, "kept": True, "type": ""} for block in blocks], 10**9),
    "content": lambda blocks: term_weights([{**b, "type": ""} for b in blocks if b["kept"]], 10**9),
    "weighed by blocks": lambda blocks: term_weights(blocks, 10**9),
}


def ranks(documents, queries):
    """The place of each query's page."""
    known = Counter(term for document in documents for term in document)
    lengths = np.array([sum(document.values()) for document in documents])
    norm = K * (1 - B + B * lengths / max(lengths.mean(), 1e-9))
    places = []
    for number, query in enumerate(queries):
        scores = np.zeros(len(documents))
        for term in set(terms_of(query)):
            if term in known:
                tf = np.array([document.get(term, 0.0) for document in documents])
                idf = math.log(1 + (len(documents) - known[term] + 0.5) / (known[term] + 0.5))
                scores += idf * tf * (K + 1) / (tf + norm)
        places.append(1 + int((scores > scores[number]).sum()) + int((scores[:number] == scores[number]).sum()))
    return np.array(places)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=150, help="pages of each corpus")
    options = parser.parse_args()
    pages = list(pages_of(options.corpora, options.sample))
    queries = [title for title, _ in pages]
    source, found = np.random.default_rng(1), {}
    for name, weighed in WEIGHED.items():
        found[name] = 1 / ranks([weighed(blocks) for _, blocks in pages], queries)
        print(f"{name:20}{len(pages):6} pages  MRR {found[name].mean():.3f}  first {(found[name] == 1).mean():.3f}")
    draws = source.integers(0, len(pages), (2000, len(pages)))
    for name in ("content", "whole page"):
        gain = (found["weighed by blocks"] - found[name])[draws].mean(axis=1)
        low, high = np.quantile(gain, (0.025, 0.975))
        print(f"weighed by blocks over {name}: MRR {gain.mean():+.3f} ({low:+.3f} to {high:+.3f})")


if __name__ == "__main__":
    main()
