"""Whether a classifier of text blocks gains by what a browser knows: places, sizes, fonts, colours.

python benchmarks/geometry.py FOLDER      pages as `boxes.py draw FOLDER CORPUS...` has drawn them

The sites are dealt into four folds, three times; each page is read by a model that has not seen its site, with the
features of the package's model, and with those of the drawing besides. What style sheets hide is left out in all cases.
The example sites and layouts, which have their style sheets, are read by each of the models and never learned from.
"""

from __future__ import annotations

import argparse
import zlib
from collections import Counter, defaultdict
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any

import attrs
import lightgbm
import numpy as np
from boxes import drawn_pages
from numpy.typing import NDArray

from scrapy_denoise.blocks import BlockScores, TextBlocks
from scrapy_denoise.evaluation.metrics.text import tokens
from scrapy_denoise.methods.auto.auto import NO_TEMPLATE, Auto
from scrapy_denoise.page import Page
from scrapy_denoise.page.rendering.boxes import NO_BOX
from scrapy_denoise.page.rendering.rendered import Drawn
from training.labels import block_texts, content_blocks, hashes
from training.learning import BLOCKS, PAGE_BLOCKS, PARAMETERS
from training.measuring import f1

MADE = ("examples", "layouts")
DRAWINGS, FOLDS = 3, 4
OF_BOXES = 12
SCREEN = 900

# Fewer pages than the package's model has, so leaves of fewer blocks.
SHAPE = {"min_data_in_leaf": 60, "num_iterations": 150, "num_leaves": 31, "learning_rate": 0.1, "seed": 1}

Floats = NDArray[np.float64]


@attrs.define(eq=False)
class DrawnPage:
    """A page with its labels. geometry: the features of the drawing, OF_BOXES of boxes first."""

    group: str
    site: str
    page: Page
    blocks: TextBlocks
    words: NDArray[np.int64]
    lengths: NDArray[np.int64]
    gold: NDArray[np.int64]
    content: NDArray[np.bool_]
    geometry: NDArray[np.float32]

    def features(self, kind: str, chosen: Any = slice(None)) -> NDArray[np.float32]:
        added = {
            "plain": slice(0),
            "boxes": slice(OF_BOXES),
            "styles": slice(OF_BOXES, None),
            "both": slice(None),
        }
        return np.hstack([self.blocks.features[chosen], self.geometry[chosen][:, added[kind]]])


KINDS = ("plain", "boxes", "styles", "both")


def read(found: dict[str, Any]) -> DrawnPage | None:
    page = Page.from_html(found["html"], found["url"], boxes=Drawn.read(found["found"]))
    blocks = page.once(TextBlocks)
    if page.columns.boxes is None or not len(blocks) or not found["gold"]:
        return None
    words, gold = [tokens(text) for text in block_texts(page)], tokens(found["gold"])
    return DrawnPage(
        group=found["site"] if found["corpus"] == "layouts" else found["corpus"],
        site=found["site"],
        page=page,
        blocks=blocks,
        words=hashes(chain.from_iterable(words)),
        lengths=np.array([len(block) for block in words]),
        gold=hashes(gold),
        content=content_blocks(words, gold),
        geometry=geometry(page),
    )


def geometry(page: Page) -> NDArray[np.float32]:
    """What is measured of the drawing of each block; NaN where it has no box."""
    columns, blocks = page.columns, page.once(TextBlocks)
    assert columns.boxes is not None
    assert columns.styles is not None
    boxes, styles = columns.boxes[blocks.home].astype(float), columns.styles[blocks.home]
    left, top, width, height = boxes.T
    drawn = (boxes[:, 0] != NO_BOX) & (width > 0) & (height > 0)
    known = columns.boxes[columns.boxes[:, 0] != NO_BOX].astype(float)
    page_width = max(known[0, 2], 1.0) if len(known) else 1.0
    page_height = max((known[:, 1] + known[:, 3]).max(initial=1), 1.0)
    chars = np.maximum(blocks.chars, 1).astype(float)
    off_centre = (left + width / 2) / page_width - 0.5
    within = np.minimum(left + width, 0.85 * page_width) - np.maximum(left, 0.15 * page_width)
    area = np.maximum(width * height, 1) / chars
    size, light = styles[:, 0] / 100, brightness(styles[:, 3])
    looks = [tuple(style) for style in styles.tolist()]
    columns_of = [(look[0], int(wide // 20)) for look, wide in zip(looks, width, strict=True)]
    of_boxes = [
        off_centre, np.abs(off_centre), left / page_width, width / page_width, top / page_height, top / SCREEN,
        height / page_height, height / SCREEN, width * height / page_width / page_height,
        np.maximum(within, 0) / np.maximum(width, 1), area, np.log(area / median(area, chars)),
    ]  # fmt: skip
    of_styles = [
        size, size / max(median(size, chars), 1), styles[:, 1], light - median(light, chars),
        shares(looks, chars), shares(columns_of, chars),
    ]  # fmt: skip
    return np.where(drawn, of_boxes + of_styles, np.nan).T.astype(np.float32)


def brightness(colours: NDArray[np.int32]) -> Floats:
    found = colours.astype(np.int64)
    return np.asarray(0.3 * (found >> 24 & 255) + 0.59 * (found >> 16 & 255) + 0.11 * (found >> 8 & 255), float)


def median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values, kind="stable")
    sums = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(sums, sums[-1] / 2)])


def shares(looks: list[Any], chars: Floats) -> Floats:
    """For each block the share of the page's characters in blocks that look the same."""
    sums: Counter[Any] = Counter()
    for look, count in zip(looks, chars.tolist(), strict=True):
        sums[look] += count
    return np.array([sums[look] for look in looks]) / chars.sum()


def learn(pages: list[DrawnPage], kind: str) -> lightgbm.Booster:
    rows, content, weights = [], [], []
    for number, page in enumerate(pages):
        chosen = np.flatnonzero(page.lengths)
        if len(chosen) > PAGE_BLOCKS:
            chosen = np.sort(np.random.default_rng(number).choice(chosen, PAGE_BLOCKS, replace=False))
        weight = np.sqrt(page.lengths[chosen] + 1.0)
        rows.append(page.features(kind, chosen))
        content.append(page.content[chosen])
        weights.append(20 * weight / (weight.sum() + 1e-9))
    data = lightgbm.Dataset(np.concatenate(rows), np.concatenate(content), weight=np.concatenate(weights))
    return lightgbm.train({**PARAMETERS, **BLOCKS, **SHAPE, "num_threads": 1}, data)


def score(page: DrawnPage, model: lightgbm.Booster, kind: str) -> float:
    """F1 of what `auto` keeps by the scores of a model."""
    scores = BlockScores(page.page, values=np.asarray(model.predict(page.features(kind)), np.float32))
    return f1(page, Auto().decide(page.page, NO_TEMPLATE, scores).kept)  # type: ignore[arg-type]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    pages = [page for found in drawn_pages(parser.parse_args().folder) if (page := read(found)) is not None]
    made = [page for page in pages if page.group in MADE or page.site.endswith(".layouts.example")]
    learned = [page for page in pages if page not in made]
    print(f"{len(learned)} pages of {len({page.site for page in learned})} sites, and {len(made)} of the examples")
    for drawing in range(1, DRAWINGS + 1):
        fold = [zlib.crc32(f"{drawing} {page.site}".encode()) % FOLDS for page in learned]
        for kind in KINDS:
            found: dict[str, list[float]] = defaultdict(list)
            for number in range(FOLDS):
                model = learn([page for page, n in zip(learned, fold, strict=True) if n != number], kind)
                found["corpora"] += [score(p, model, kind) for p, n in zip(learned, fold, strict=True) if n == number]
                for page in made:
                    found[page.group].append(score(page, model, kind))
            means = ", ".join(f"{group} {fmean(values):.4f}" for group, values in found.items())
            print(f"drawing {drawing}, {kind:6} {means}", flush=True)


if __name__ == "__main__":
    main()
