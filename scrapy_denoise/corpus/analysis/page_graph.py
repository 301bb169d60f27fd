"""The graph for QuarkRank: pages, their blocks, and the links of each block."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs
import numpy as np

from scrapy_denoise.blocks.block_importance import block_importance
from scrapy_denoise.corpus.input.pages import identity
from scrapy_denoise.page.columns.arrays import FloatArray, IntArray

GRAPH_COLUMNS = ("url", "source", "blocks", "links")

MIN_PROBABILITY = 1e-3
"""The lowest probability that a block is content: a link in a block that scores nothing passes on a little."""

UNSCORED_NOISE = 0.1
"""The probability of a removed block, for a method without scores; a kept block has 1."""


@attrs.frozen
class Attention:
    """How the attention of a page's reader is divided among its blocks, where it is not known how they are drawn:
    the paper's size over distance from the centre becomes ``chars^a * exp(-|position - 0.5|) * probability^c``.

    size: the exponent a of the characters outside links. probability: the exponent c of the probability that the block
    is content; 0: it does not count.
    """

    size: float = 0.5
    probability: float = 1.0

    def shares(self, chars: FloatArray, position: FloatArray, probability: FloatArray) -> FloatArray:
        """The share of each block of a page; the sum is 1. position: of its middle, 0 to 1 from top to bottom."""
        weight = np.maximum(chars, 1) ** self.size * np.exp(-np.abs(position - 0.5))
        weight *= np.maximum(probability, MIN_PROBABILITY) ** self.probability
        return np.asarray(weight / weight.sum())


def drawn_attention(boxes: list[list[int] | None]) -> FloatArray:
    """The same where it is known how the blocks are drawn, as the paper has it: `block_importance`.

    boxes: of each block left, top, width and height in pixels. The page reaches from its top left corner to the
    rightmost and to the lowest block. Blocks without a box are not seen, and have no attention.
    """
    found = np.array([box or (0, 0, 0, 0) for box in boxes], np.float64).reshape(-1, 4)
    right, bottom = (found[:, :2] + found[:, 2:]).max(axis=0, initial=0)
    return block_importance(found, (0, 0, right, bottom))


@attrs.frozen(eq=False)
class PageGraph:
    """Pages, blocks that link somewhere, and their links.

    pages: addresses, of pages and of what they link to. page_of: of each block its page. attention: of each block
    f_p(b). sources, targets: of each link the block and the page; a block links to a page once.
    """

    pages: list[str]
    page_of: IntArray
    attention: FloatArray
    sources: IntArray
    targets: IntArray

    @classmethod
    def from_batches(
        cls, batches: Iterable[Any], attention: Attention | None = None, outside: bool = True
    ) -> PageGraph:
        """Of rows with GRAPH_COLUMNS. outside: with addresses that are linked to and are no rows."""
        attention = attention or Attention()
        numbers: dict[str, int] = {}
        found: list[tuple[int, float, list[str]]] = []
        for batch in batches:
            for row in batch.to_pylist():
                page = numbers.setdefault(page_name(row), len(numbers))
                found += [(page, weight, urls) for weight, urls in linking_blocks(row, attention)]
        page_of: list[int] = []
        weights: list[float] = []
        sources: list[int] = []
        targets: list[int] = []
        for page, weight, urls in found:
            linked = [
                numbers.setdefault(url, len(numbers)) if outside else numbers[url]
                for url in urls
                if outside or url in numbers
            ]
            if linked:
                sources += [len(page_of)] * len(linked)
                targets += linked
                page_of.append(page)
                weights.append(weight)
        return cls(
            list(numbers), np.array(page_of, np.int64), np.array(weights, np.float64),
            np.array(sources, np.int64), np.array(targets, np.int64),
        )  # fmt: skip


def address(url: str) -> str:
    """An address without its fragment."""
    return url.partition("#")[0]


def page_name(row: dict[str, Any]) -> str:
    """The name of a page in the graph: its address, or else where it was read."""
    return address(row["url"]) or identity(row)


def linking_blocks(row: dict[str, Any], attention: Attention) -> list[tuple[float, list[str]]]:
    """Of each block that has links to other pages its attention, and their addresses, each once."""
    blocks, own = row["blocks"] or [], page_name(row)
    links: dict[int, dict[str, None]] = {}
    linked = np.zeros(len(blocks))
    for link in row["links"] or ():
        if 0 <= link["block"] < len(blocks):
            linked[link["block"]] += len(link["text"])
            if (url := address(link["url"])) != own:
                links.setdefault(link["block"], {})[url] = None
    if not links:
        return []
    if any(block.get("box") for block in blocks):
        shares = drawn_attention([block["box"] for block in blocks])
        return [(float(shares[number]), list(urls)) for number, urls in sorted(links.items())]
    chars = np.array([len(block["text"]) for block in blocks], np.float64)
    ends = np.cumsum(chars)
    position = (ends - chars / 2) / max(ends[-1], 1)
    probability = np.array(
        [block["score"] if block["score"] is not None else 1.0 if block["kept"] else UNSCORED_NOISE for block in blocks]
    )
    shares = attention.shares(chars - linked, position, probability)
    return [(float(shares[number]), list(urls)) for number, urls in sorted(links.items())]
