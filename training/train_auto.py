"""Learn the models of the default method, `auto`, from corpora with gold text.

    python benchmarks/train_auto.py CORPUS... --folds 3 --drawings 3 --figures docs/methods/auto-figures.rst
    python benchmarks/train_auto.py CORPUS... --write

The first shows how good the models are on sites that they have not seen: the sites are dealt into folds, and the
pages of each are read by models learned from the others. The second learns from all pages and writes the models to
scrapy_denoise/models. They are boosted trees:

- blocks: is a text block content, from what its page says of it (scrapy_denoise/page/features.pyx);
- pages: what kind of page it is (scrapy_denoise/methods/page_types.py), from the pages whose gold tells.

The seed is fixed: the same corpora and the same release of LightGBM give the same files.
"""

import argparse
import random
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any

import lightgbm
import numpy as np
from attrs import define
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq
from rich.console import Console
from rich.progress import track
from rich.table import Table

from scrapy_denoise import SiteTemplate
from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.features import NAMES
from scrapy_denoise.blocks.forest import NODE, Forest
from scrapy_denoise.blocks.page_types import FEATURES, PAGE_TYPES, most_probable, page_features
from scrapy_denoise.evaluation import Corpus, GoldPage
from scrapy_denoise.evaluation.metrics import tokens
from scrapy_denoise.methods.auto import Auto
from scrapy_denoise.page import Page
from scrapy_denoise.page.walk import PageTooLarge

SEED = 1
MODEL_SEED = SEED + 1
"""Of the models that are written. Between seeds the confidence in a mere list of links moves about `Auto.least`; with
this one it is well below."""
SIBLINGS = 10
MODELS = Path(__file__).parents[1] / "scrapy_denoise" / "models"
# Few of the features for each tree, and leaves of many blocks: what one site does alone is not learned.
BLOCKS = {
    "num_iterations": 150,
    "num_leaves": 16,
    "max_depth": 6,
    "min_data_in_leaf": 300,
    "feature_fraction": 0.2,
}
PAGES = {"num_iterations": 50, "num_leaves": 8, "min_data_in_leaf": 20, "feature_fraction": 0.5}
PARAMETERS: dict[str, Any] = {
    "objective": "binary",
    "learning_rate": 0.1,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5,
    "max_bin": 127,
    "seed": SEED,
    "deterministic": True,
    "force_row_wise": True,
    "verbose": -1,
}
PAGE_BLOCKS = 140
"""Blocks of a page that are learned from, at most: more of one page say little more."""
EMPTIED = 4
"""Of so many pages one is learned from a second time, without its content: lists and forms have none."""
EMPTIED_WEIGHT = 0.25
"""What such a page counts beside one with its content."""
SHINGLE = 4
KINDS = {"listing": "list", "collection": "list", "service": "other"}
"""Page types as the gold names them, where PAGE_TYPES has other names."""

Rows = list[tuple[str, ...]]


@define(eq=False)
class Labelled:
    """A page and its gold: which of its blocks are content, and the words to measure with.

    words: hashes of the words of the page's blocks, one block after the other, `lengths` of them each; gold: those
    of the gold text. content: whether a block is gold text; optional: whether the gold leaves it open. kind: one of
    PAGE_TYPES, empty where the gold does not tell. language: its
    code, empty where not known.
    """

    group: str
    site: str
    page: Page
    words: NDArray[np.int64]
    lengths: NDArray[np.int64]
    gold: NDArray[np.int64]
    content: NDArray[np.bool_]
    optional: NDArray[np.bool_]
    kind: str = ""
    language: str = ""
    weight: float = 1.0
    emptied: Page | None = None


def label(gold: GoldPage) -> Labelled | None:
    """Which blocks of a page its gold text has; None for a page without text."""
    try:
        page = Page.from_html(gold.html, url=gold.url)
    except PageTooLarge:
        return None
    blocks = page.once(TextBlocks)
    if not len(blocks):
        return None
    words = [tokens(text) for text in block_texts(page)]
    wanted = tokens(gold.gold_text)
    lengths = np.array([len(block) for block in words])
    in_order, in_runs = found_in(words, wanted)
    # Long blocks by runs of words in common; short ones where all of it is there and a neighbour is content.
    long = lengths >= SHINGLE
    content = np.where(long, (in_order >= 0.5) & (in_runs >= 0.5), False)
    places = np.flatnonzero(long)
    for i in np.flatnonzero(~long & (lengths > 0) & (in_order >= 0.99)):
        after = int(np.searchsorted(places, i))
        content[i] = (after > 0 and content[places[after - 1]]) or (after < len(places) and content[places[after]])
    optional = np.zeros(len(words), np.bool_)
    if gold.gold_optional:
        optional = (found_in(words, tokens("\n".join(gold.gold_optional)))[1] >= 0.5) & ~content
    emptied = without(page, content | optional) if page.digest % EMPTIED == 0 else None
    page.tree = None  # not needed any more, and does not travel
    flat = list(chain.from_iterable(words))
    kind = KINDS.get(gold.page_type or "", gold.page_type or "forum" * bool(gold.gold_posts))
    return Labelled(
        "", gold.site, page, hashes(flat), lengths, hashes(wanted), content, optional, kind, gold.lang, emptied=emptied
    )


def without(page: Page, content: NDArray[np.bool_]) -> Page | None:
    """The page without the elements that hold nothing but content; None where that is not nearly all content.

    Takes the page's tree apart.
    """
    columns, rows = page.columns, page.columns.text_rows
    inside = np.cumsum(np.append(0, content[page.once(TextBlocks).block_of]))
    texts = np.searchsorted(rows, [np.arange(len(columns)), columns.end])
    whole = (inside[texts[1]] - inside[texts[0]] == texts[1] - texts[0]) & (texts[1] > texts[0])
    taken = np.zeros(len(rows), np.bool_)
    elements = page.elements()
    for row in np.flatnonzero(whole):
        element, parent = elements[row], columns.parent[row]
        if element is None or parent < 0 or whole[parent]:
            continue
        taken[texts[0][row] : texts[1][row]] = True
        above, before = element.getparent(), element.getprevious()
        if element.tail and before is not None:
            before.tail = (before.tail or "") + element.tail
        elif element.tail:
            above.text = (above.text or "") + element.tail
        above.remove(element)
    chars = columns.chars[rows]
    if chars[taken].sum() < 0.98 * chars[content[page.once(TextBlocks).block_of]].sum():
        return None
    emptied = Page.from_tree(page.tree, page.url)
    emptied.tree = None
    return emptied if len(emptied.once(TextBlocks)) else None


def block_texts(page: Page) -> list[str]:
    columns, block_of = page.columns, page.once(TextBlocks).block_of
    first = page.once(TextBlocks).first
    last = np.append(first[1:], len(block_of)) - 1
    rows = columns.text_rows
    return [
        columns.text[columns.text_start[rows[a]] : columns.text_stop[rows[b]]].decode("utf-8", "replace")
        for a, b in zip(first, last, strict=True)
    ]


def found_in(blocks: list[list[str]], gold: list[str]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each block the share of its words in the longest common subsequence of page and gold, and the share in
    shingles that the gold has."""
    flat = list(chain.from_iterable(blocks))
    owner = np.repeat(np.arange(len(blocks)), [len(block) for block in blocks])
    ordered, covered = np.zeros(len(flat)), np.zeros(len(flat))
    if flat and gold and len(flat) * len(gold) < 3e9:
        number: dict[str, int] = {}
        mine = [number.setdefault(word, len(number)) for word in flat]
        theirs = [number.setdefault(word, len(number)) for word in gold]
        for step in LCSseq.opcodes(mine, theirs):
            if step.tag == "equal":
                ordered[step.src_start : step.src_end] = 1
        known = set(shingles(theirs))
        for i, shingle in enumerate(shingles(mine)):
            if shingle in known:
                covered[i : i + SHINGLE] = 1
    lengths = np.maximum(np.bincount(owner, minlength=len(blocks)), 1)
    return np.bincount(owner, ordered, len(blocks)) / lengths, np.bincount(owner, covered, len(blocks)) / lengths


def shingles(words: Sequence[int], n: int = SHINGLE) -> Iterator[tuple[int, ...]]:
    return zip(*(words[i:] for i in range(n)), strict=False)


def hashes(words: Iterable[str]) -> NDArray[np.int64]:
    return np.array([zlib.crc32(word.encode()) for word in words], np.int64)


def f1(labelled: Labelled, rows: NDArray[np.bool_], whole_words: bool = False) -> float:
    """Shingle or word F1 of the blocks whose text rows were kept (see scrapy_denoise.evaluation.metrics)."""
    kept = np.zeros(len(labelled.lengths), np.bool_)
    kept[labelled.page.once(TextBlocks).block_of] = rows
    text = labelled.words[np.repeat(kept, labelled.lengths)]
    if not len(text) or not len(labelled.gold):
        return float(len(text) == len(labelled.gold))
    n = 1 if whole_words else SHINGLE
    mine, theirs = (Counter(shingles(words.tolist(), n)) for words in (text, labelled.gold))
    if not mine or not theirs:
        mine, theirs = Counter([tuple(text.tolist())]), Counter([tuple(labelled.gold.tolist())])
    return 2 * (mine & theirs).total() / (mine.total() + theirs.total())


def read(paths: list[str], jobs: int) -> list[Labelled]:
    """The pages of all corpora, with their labels and weights."""
    found = []
    with get_context("fork").Pool(jobs) as pool:
        for path in paths:
            corpus = Corpus.read(path)
            languages = Counter(page.lang for page in corpus.pages)
            split = sum(n >= 100 for n in languages.values()) > 1
            pages = track(pool.imap(label, corpus.pages, 8), f"Reading {corpus.name}", len(corpus.pages))
            for gold, page in zip(corpus.pages, pages, strict=True):
                if page is not None:
                    page.group = f"{corpus.name} {gold.lang}" if split else corpus.name
                    found.append(page)
    # A page of a large corpus, or of a site with many pages, counts for less.
    groups = Counter(page.group for page in found)
    sites = Counter((page.group, page.site) for page in found)
    for page in found:
        page.weight = groups[page.group] ** -0.35 * max(sites[page.group, page.site] / 4, 1) ** -0.4
    return found


def learn(pages: list[Labelled]) -> Forest:
    """Boosted trees that tell content from noise in the features of the pages' blocks."""
    rows, content, weights = [], [], []
    mean = fmean(page.weight for page in pages)
    for number, page in enumerate(pages):
        weight = np.sqrt(page.lengths + 1.0) * ((page.lengths > 0) & ~page.optional)
        weight *= 20 * page.weight / mean / (weight.sum() + 1e-9)
        chosen = np.arange(len(weight))
        if len(weight) > PAGE_BLOCKS:
            chosen = np.sort(np.random.default_rng(number).choice(len(weight), PAGE_BLOCKS, replace=False))
        rows.append(page.page.once(TextBlocks).features[chosen])
        content.append(page.content[chosen])
        weights.append(weight[chosen] * len(weight) / len(chosen))
        if page.emptied is not None:
            features = page.emptied.once(TextBlocks).features[:PAGE_BLOCKS]
            rows.append(features)
            content.append(np.zeros(len(features), np.bool_))
            weights.append(np.full(len(features), EMPTIED_WEIGHT * 20 * page.weight / mean / len(features)))
    return boosted(np.concatenate(rows), np.concatenate(content), NAMES, BLOCKS, np.concatenate(weights))


def boosted(
    rows: NDArray[np.float32],
    wanted: NDArray[np.bool_],
    names: list[str],
    parameters: dict[str, Any],
    weights: NDArray[np.float64] | None = None,
) -> Forest:
    data = lightgbm.Dataset(rows, wanted, weight=weights)
    return forest(lightgbm.train({**PARAMETERS, **parameters}, data), names)


def learn_kinds(pages: list[Labelled]) -> dict[str, Forest]:
    """A model of each page type, from the pages whose type is known."""
    known = [page for page in pages if page.kind]
    rows = np.stack([features_of(page) for page in known])
    kinds = np.array([page.kind for page in known])
    weights = np.array([page.weight for page in known])
    weights /= weights.mean()
    return {kind: boosted(rows, kinds == kind, FEATURES, PAGES, weights) for kind in PAGE_TYPES}


def features_of(page: Labelled) -> NDArray[np.float32]:
    selection = Auto().select(page.page)
    return page_features(page.page, selection.kept, selection.confidence)


def forest(model: lightgbm.Booster, names: list[str]) -> Forest:
    """LightGBM's trees as the arrays that `Forest` reads."""
    nodes: list[tuple[float, int, int]] = []
    values: list[float] = []
    for tree in model.dump_model()["tree_info"]:
        level = [tree["tree_structure"]]
        if "leaf_value" in level[0]:
            continue  # a tree without a split says nothing
        placed = 1
        for place, node in enumerate(level):  # which grows: breadth first
            if "leaf_value" in node:
                values.append(node["leaf_value"])
                nodes.append((np.inf, 0, place))
                continue
            # Features are single precision: the greatest such number that is not above the threshold.
            threshold = np.float32(node["threshold"])
            if threshold > node["threshold"]:
                threshold = np.nextafter(threshold, np.float32(-np.inf))
            values.append(node["internal_value"])
            nodes.append((float(threshold), node["split_feature"], placed))
            level += [node["left_child"], node["right_child"]]
            placed += 2
    if not nodes:
        raise SystemExit("train_auto.py: these pages are too few to learn from; give more of them, of more sites")
    return Forest(names, np.array(nodes, NODE), np.array(values, np.float32))


def folds_of(pages: list[Labelled], folds: int, seed: int = SEED) -> NDArray[np.int64]:
    """The fold of each page: all pages of a site are in one, whatever corpus they are from."""
    return np.array([zlib.crc32(f"{seed} {page.site}".encode()) % folds for page in pages])


def by_site(pages: list[Labelled]) -> dict[tuple[str, str], list[Labelled]]:
    sites = defaultdict(list)
    for page in pages:
        sites[page.group, page.site].append(page)
    return sites


def read_by_others(pages: list[Labelled], fold: NDArray[np.int64]) -> None:
    """Give every page the evidence of a model that has not seen its site."""
    for number in track(sorted(set(fold.tolist())), "Learning"):
        model = learn([page for page, n in zip(pages, fold, strict=True) if n != number])
        for page in [page for page, n in zip(pages, fold, strict=True) if n == number]:
            page.page.__dict__["evidence"] = model(page.page.once(TextBlocks).features)
            if page.emptied is not None:
                page.emptied.__dict__["evidence"] = model(page.emptied.once(TextBlocks).features)


def template(pages: list[Labelled], target: Labelled) -> SiteTemplate:
    """What up to SIBLINGS other pages of a page's site teach."""
    others = [page for page in pages if page is not target]
    site = SiteTemplate()
    for other in random.Random(target.page.digest).sample(others, min(len(others), SIBLINGS)):
        site.learn(other.page)
    return site


COLUMNS = (
    "corpus",
    "pages",
    "alone",
    "with template",
    "pages with 8 siblings",
    "alone",
    "with template",
    "worse by .02",
)


def validate(pages: list[Labelled], folds: int, drawings: int) -> list[tuple[str, Rows]]:
    """Two tables, with their names: the mean F1 by corpus, on pages of sites that their model has not seen, alone and
    with a template; and by confidence.

    drawings: how often the sites are dealt anew, and the models learned with another seed. A site alone moves by .02
    from one to another.
    """
    sites = by_site(pages)
    rows = defaultdict(list)
    sure = defaultdict(list)
    empty = Counter[str]()
    method = Auto()
    for drawing in reversed(range(drawings)):  # that of SEED the last: its evidence is what page types are read by
        PARAMETERS["seed"] = SEED + drawing
        read_by_others(pages, folds_of(pages, folds, SEED + drawing))
        for page in track(pages, "Measuring"):
            alone = method.select(page.page)
            known = method.select(page.page, template(sites[page.group, page.site], page))
            sure[min(int(known.confidence * 10), 9)].append(f1(page, known.kept))
            rows[page.group].append((f1(page, alone.kept), f1(page, known.kept), known.siblings))
            if page.group == "wcxb":
                scores = (f1(page, selection.kept, whole_words=True) for selection in (alone, known))
                rows["wcxb (words)"].append((*scores, known.siblings))
            if page.emptied is not None:
                empty[method.select(page.emptied).reason] += 1

    def count(found: list[Any]) -> str:
        return f"{len(found) / drawings:.0f}" if found else ""

    by_corpus, means = [COLUMNS], []
    for group, found in sorted(rows.items()):
        many = [row for row in found if row[-1] >= 8]
        values = [fmean(row[i] for row in part) if part else np.nan for part in (found, many) for i in (0, 1)]
        means.append(values)
        worse = fmean(row[1] < row[0] - 0.02 for row in found)
        text = ["" if np.isnan(value) else f"{value:.4f}" for value in values]
        by_corpus.append((group, count(found), *text[:2], count(many), *text[2:], f"{worse:.3f}"))
    text = [f"{value:.4f}" for value in np.nanmean(means, axis=0)]
    by_corpus.append(("mean of these", "", *text[:2], "", *text[2:], ""))
    by_confidence: Rows = [("confidence", "pages", "mean F1")]
    for step, found in sorted(sure.items()):
        by_confidence.append((f"{step / 10:.1f} to {(step + 1) / 10:.1f}", count(found), f"{fmean(found):.3f}"))
    read_as_empty = f"{empty['no_content'] / max(empty.total(), 1):.0%} read as empty"
    by_confidence.append(("without their content", f"{empty.total() / drawings:.0f}", read_as_empty))
    return [("Mean F1 on sites not seen", by_corpus), ("What the confidence says", by_confidence)]


def validate_kinds(pages: list[Labelled], fold: NDArray[np.int64]) -> tuple[str, Rows]:
    """A table, with its name: how often the page type is right on sites that the models have not seen."""
    right, told, there = Counter[str](), Counter[str](), Counter[str]()
    for number in sorted(set(fold.tolist())):
        models = learn_kinds([page for page, n in zip(pages, fold, strict=True) if n != number])
        for page in [page for page, n in zip(pages, fold, strict=True) if n == number and page.kind]:
            row = features_of(page)[None]
            kind = most_probable({name: float(model(row)[0]) for name, model in models.items()})
            there[page.kind] += 1
            told[kind] += 1
            right[kind] += kind == page.kind
    rows: Rows = [("type", "pages", "precision", "recall")]
    for kind in PAGE_TYPES:
        precision, recall = right[kind] / max(told[kind], 1), right[kind] / max(there[kind], 1)
        rows.append((kind, str(there[kind]), f"{precision:.2f}", f"{recall:.2f}"))
    share = right.total() / there.total()
    rows.append(("all", str(there.total()), f"{share:.2f}", f"{share:.2f}"))
    return "Page types on sites not seen", rows


def show(tables: list[tuple[str, Rows]], out: Console, figures: Path | None) -> None:
    """Print the tables, and write them for the documentation."""
    for title, (head, *rows) in tables:
        table = Table(title=title)
        for name in head:
            table.add_column(name, justify="left" if name == head[0] else "right")
        for row in rows:
            table.add_row(*row)
        out.print(table)
    if figures is not None:
        with figures.open("w") as file:
            for title, (head, *rows) in tables:
                file.write(f".. csv-table:: {title}\n    :header: {', '.join(head)}\n\n")
                file.writelines(f"    {', '.join(row)}\n" for row in rows)
                file.write("\n")


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", metavar="CORPUS", help="a folder or an archive")
    parser.add_argument("--folds", type=int, default=3, help="parts that the sites are dealt into (%(default)s)")
    parser.add_argument("--drawings", type=int, default=1, help="how often they are dealt anew (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="processes that read pages, threads that learn")
    parser.add_argument("--figures", type=Path, help="write the tables to this file, as reStructuredText")
    parser.add_argument("--write", action="store_true", help="learn from all pages, and write the models")
    options = parser.parse_args(argv)
    out = Console()
    PARAMETERS["num_threads"] = options.jobs
    pages = read(options.corpora, options.jobs)
    fold = folds_of(pages, options.folds)
    if options.write:
        read_by_others(pages, fold)
        PARAMETERS["seed"] = MODEL_SEED
        if not any(page.kind for page in pages):
            parser.error("the gold of these corpora tells no page types, which the model of pages is learned from")
        MODELS.mkdir(exist_ok=True)
        for name, models in (("blocks", {"content": learn(pages)}), ("pages", learn_kinds(pages))):
            path = MODELS / f"{name}.npz"
            Forest.save(path, models)
            out.print(f"{path}: {path.stat().st_size:,} bytes, from {len(pages):,} pages")
        return
    tables = validate(pages, options.folds, options.drawings)
    if len({n for page, n in zip(pages, fold.tolist(), strict=True) if page.kind}) > 1:
        tables.append(validate_kinds(pages, fold))
    else:
        out.print("No table of page types: too few sites of these corpora have pages whose gold tells the type.")
    show(tables, out, options.figures)


if __name__ == "__main__":
    sys.exit(main())
