"""How much of the gold's structure the results keep, beside trafilatura's and resiliparse's on the same pages.

usage: python benchmarks/structure.py [--sample N] [--method NAME] [--alone] [--missed KIND] CORPUS...

A corpus is a folder with gold.jsonl and html/ID.html. Gold is text, so its units are taken from the page's markup:
those whose text is in the gold. A unit is kept where the text of the result has its words one after the other.

- images: those between two texts of the gold (`scrapy_denoise.evaluation.metrics.structure`) that do not call
themselves icons
  (SVG too), avatars, emoji, advertisements and the like, by file or class, and state no size of up to 40 pixels; kept
  where the HTML of the result has the name of the file
- tables: data tables of which a result has half of the cells, and a row of two or more in one piece; kept where it has
  all of them. A table with headings, forms or a cell of 500 characters lays out a page
- headers: `th` cells of data tables of which the gold has half of the cells that they head; terms: `dt` of which it has
  half of the `dd`: a word alone is somewhere in most texts; captions: `figcaption`, which all are asked for
- with rows, with descriptions: of these the `th` of a row or column of which a result has another cell, and the `dt` of
  which it has a `dd`: the others are missing since the selection has nothing of what they head
- ingredients, steps: the lines of recipes, by the corpus's own labels
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import lxml.html
from lxml.etree import _Element

from scrapy_denoise import denoise
from scrapy_denoise.evaluation import read_corpus
from scrapy_denoise.evaluation.metrics.gold_blocks import gold_share
from scrapy_denoise.evaluation.metrics.neutral_lines import NeutralLines
from scrapy_denoise.evaluation.metrics.structure import Structures
from scrapy_denoise.evaluation.run.score_task import decode_for_peers
from scrapy_denoise.page import Page

KINDS = (
    "images", "tables", "headers", "with rows", "terms", "with descriptions", "captions", "ingredients", "steps"
)  # fmt: skip
_DECORATION = re.compile(
    r"icon|avatar|emoji|smil|logo|sprite|spacer|pixel|blank|gravatar|loading|button|badge|counter|placeholder|1x1|svg",
    re.IGNORECASE,
)
_DECORATIVE_NAME = re.compile(
    r"(?:^|[\s_-])(?:icon|avatar|gravatar|userphoto|emoji|emoticon|smil(?:ey|ie)s?|logo|ads?|advert|recommended)(?:[\s_-]|$)",
    re.IGNORECASE,
)
SMALL = 40
LONG_CELL = 500
_LAYOUT = "h1 h2 form input select textarea table".split()
_FILES = ("src", "data-src", "data-original", "data-lazy-src", "data-srcset", "srcset")


def key(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


class Found:
    """What an extractor gives of a page: its words, and the names of its images."""

    def __init__(self, text: str, markup: str) -> None:
        self.words = f" {key(text)} "
        tree = lxml.html.fromstring(markup) if markup.strip() else None
        images = [] if tree is None else [*tree.iter("img"), *tree.iter("graphic")]
        self.files = {name for image in images for name in files(image)}

    def has(self, text: str) -> bool:
        return f" {text} " in self.words


def files(image: _Element) -> set[str]:
    values = [value for name in _FILES if (value := image.get(name) or "").strip()[:5] not in ("", "data:")]
    addresses = [part.split()[0] for value in values for part in re.split(r",\s+", value) if part.strip()]
    return {name for address in addresses if (name := file_name(address))}


def file_name(address: str) -> str:
    return unquote(unquote(re.sub(r"[?#].*", "", address))).rstrip("/").rpartition("/")[2]


def extractors(method: str, page: Any, html: str, alone: bool) -> Iterator[tuple[str, Found]]:
    result = denoise(page.html, page.url, method=method)
    yield "scrapy-denoise", Found(result.plain(captions=True), result.html)
    if alone:
        return
    import trafilatura
    from resiliparse.extract.html2text import extract_plain_text

    markup = trafilatura.extract(
        html, include_comments=False, include_tables=True, include_images=True, include_formatting=True,
        output_format="html",
    ) or ""  # fmt: skip
    text = trafilatura.extract(html, include_comments=False, include_tables=True) or ""
    yield "trafilatura", Found(text, markup)
    markup = extract_plain_text(html, main_content=True, alt_texts=False, preserve_formatting="minimal_html")
    yield "resiliparse", Found(extract_plain_text(html, main_content=True, alt_texts=False), markup)


def ingredients(folder: Path) -> dict[str, int]:
    """By the id of a page, how many of its phrases are ingredients; the others are steps."""
    with (folder / "gold.jsonl").open(encoding="utf-8") as lines:
        return {gold["id"]: gold["n_ingredients"] for gold in map(json.loads, lines) if "n_ingredients" in gold}


def units(page: Page, gold: Any, n_ingredients: int | None) -> Iterator[tuple[str, Any]]:
    """The kind and the text of each unit of the gold; of an image its files, of a table its cells."""
    if n_ingredients is not None:
        labels = ["ingredients"] * n_ingredients + ["steps"] * (len(gold.with_phrases) - n_ingredients)
        yield from ((label, key(text)) for label, text in zip(labels, gold.with_phrases, strict=True))
        return
    columns, elements = page.columns, page.elements()
    kept = gold_share(page, gold.gold_text) >= 0.5
    if not kept.any():
        return
    first, last = columns.text_rows[kept][[0, -1]]
    decorations = {name for element in elements if is_decoration(element) for name in files(element)}
    for names in Structures.of_gold(page, gold.gold_text, NeutralLines.of_page(page)).images:
        names = {unquote(name) for name in names if "." in name and ";" not in name}
        if names and not names & decorations and not any(map(_DECORATION.search, names)):
            yield "images", names
    words = f" {key(gold.gold_text)} "
    for row, element in enumerate(elements):
        if element is None:
            continue
        if element.tag == "figcaption" and first <= row <= last:
            if (text := key(columns.text_of(row))) and f" {text} " in words:
                yield "captions", text
        elif element.tag == "dt" and first <= row <= last:
            text, described = key(columns.text_of(row)), descriptions(element)
            if text and f" {text} " in words and of_gold(described, words):
                yield "terms", text
                yield "with descriptions", (text, described)
        elif element.tag == "table" and first <= row <= last and next(element.iterdescendants(*_LAYOUT), None) is None:
            cells = [at for at in range(row, int(columns.end[row])) if columns.name(at) in ("td", "th")]
            lines = [[*line.iterchildren("td", "th")] for line in element.iter("tr")]
            lengths = [int(columns.subtree_chars[at]) for at in cells]
            if sum(len(line) > 1 for line in lines) < 2 or max(lengths) >= LONG_CELL:
                continue
            texts = [text for at in cells if (text := key(columns.text_of(at)))]
            if texts:
                yield "tables", (texts, [text for line in lines if (text := row_of(line))])
            headed = ((key(text_of(cell)), headed_by(cell, element)) for cell in element.iter("th"))
            for text, others in headed:
                if text and f" {text} " in words and of_gold(others, words):
                    yield "headers", text
                    yield "with rows", (text, others)


def is_decoration(element: _Element | None) -> bool:
    """Whether an image, or the link or box around it, calls itself one, or states that it is small."""
    if element is None or element.tag != "img":
        return False
    around = [element, element.getparent()]
    if any(e is not None and _DECORATIVE_NAME.search(f"{e.get('class')} {e.get('id')}") for e in around):
        return True
    styled = re.findall(r"(?:^|[;\s])(?:width|height)\s*:\s*(\d+)(?:\.\d+)?px", element.get("style") or "")
    sizes = [value for name in ("width", "height") if (value := (element.get(name) or "").removesuffix("px"))]
    return any(size.isdecimal() and int(size) <= SMALL for size in (*styled, *sizes))


def of_gold(others: list[str], words: str) -> bool:
    """Whether the gold has half of some texts; not of none."""
    return bool(others) and 2 * sum(f" {text} " in words for text in others) >= len(others)


def row_of(cells: list[_Element]) -> str:
    """The text of a row with two filled cells or more; else empty."""
    texts = [text for cell in cells if (text := key(text_of(cell)))]
    return " ".join(texts) if len(texts) > 1 else ""


def text_of(element: _Element) -> str:
    return " ".join(element.itertext())


def descriptions(term: _Element) -> list[str]:
    """The texts of the `dd` that follow a `dt`."""
    found: list[str] = []
    for element in term.itersiblings("dt", "dd"):
        if element.tag == "dd":
            found.append(key(text_of(element)))
        elif found:
            break
    return [text for text in found if text]


def headed_by(cell: _Element, table: _Element) -> list[str]:
    """The texts of the `td` of a header cell's row; where there are none, of its column, without a look at spans."""
    row = cell.getparent()
    others = list(row.iter("td")) if row is not None else []
    if row is not None and not others:
        place = sum(1 for _ in cell.itersiblings("td", "th", preceding=True))
        rows = [[*line.iterchildren("td", "th")] for line in table.iter("tr")]
        others = [line[place] for line in rows if len(line) > place and line[place].tag == "td"]
    return [text for other in others if (text := key(text_of(other)))]


def kept(kind: str, unit: Any, found: Found) -> bool | None:
    if kind == "images":
        return bool(unit & found.files)
    if kind == "tables":
        texts, rows = unit
        hits = sum(map(found.has, texts))
        return None if 2 * hits < len(texts) or not any(map(found.has, rows)) else hits == len(texts)
    if kind in ("with rows", "with descriptions"):
        text, others = unit
        return found.has(text) if any(map(found.has, others)) else None
    return found.has(unit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="pages of each corpus; 0: all")
    parser.add_argument("--method", default="auto")
    parser.add_argument("--alone", action="store_true", help="without the other extractors")
    parser.add_argument("--missed", choices=KINDS, help="list what we do not keep of this kind")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    total: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    for folder in options.corpora:
        pages, labelled = read_corpus(folder), ingredients(folder)
        if options.sample:
            pages = random.Random(1).sample(pages, min(options.sample, len(pages)))
        for gold in pages:
            page = Page.from_html(gold.html, gold.url)
            wanted = list(units(page, gold, labelled.get(gold.id)))
            if not wanted:
                continue
            for name, found in extractors(options.method, gold, decode_for_peers(gold.html), options.alone):
                for kind, unit in wanted:
                    verdict = kept(kind, unit, found)
                    for place in (folder.name, "all"):
                        counts = total[place, kind, name]
                        counts[0] += verdict is True
                        counts[1] += verdict is not None
                    if kind == options.missed and verdict is False and name == "scrapy-denoise":
                        print(f"{folder.name}/{gold.id}: {unit}"[:300])
    names = ("scrapy-denoise", "trafilatura", "resiliparse")[: 1 if options.alone else 3]
    print(f"{'corpus':28}{'unit':14}" + "".join(f"{name:>26}" for name in names))
    for place in (*(folder.name for folder in options.corpora), "all"):
        for kind in KINDS:
            row = [total[place, kind, name] for name in names]
            if any(count for _, count in row):
                cells = (f"{hits / max(count, 1):.3f} ({hits} of {count})" for hits, count in row)
                print(f"{place:28}{kind:14}" + "".join(f"{cell:>26}" for cell in cells))


if __name__ == "__main__":
    main()
