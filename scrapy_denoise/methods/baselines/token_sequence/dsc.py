"""DSC, document slope curves: content sections are runs of windows with few tags.

Pinto, Branstein, Coleman, Croft, King, Li, Wei, "QuASM: a system for question answering using semi-structured data",
JCDL 2002; section on text content extraction. It finds several sections where BTE finds one.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.baselines.token_sequence.tokens import Tokens
from scrapy_denoise.methods.method import Method, Selection, selection
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate


@attrs.frozen
class DocumentSlopeCurve(Method):
    """The curve is the number of tags up to each token (word or tag); its slope is the share of tags.

    window: length of a window in tokens; consecutive windows overlap by half.
    low: a window is low if its slope is at most this share of the slope of the whole page.
    consecutive: this many low windows in a row begin a content section, and this many other windows in a row end it.
    """

    window: int = 50
    low: float = 0.5
    consecutive: int = 3

    name = "dsc"

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        tokens = Tokens.from_columns(page.columns)
        index, curve = slope_curve(tokens)
        size = float(index[-1])
        step = max(1, self.window // 2)
        starts = np.arange(0.0, max(size - self.window, 0.0) + 1, step)
        stops = np.minimum(starts + self.window, size)
        slopes = (np.interp(stops, index, curve) - np.interp(starts, index, curve)) / (stops - starts)
        content = self.sections(slopes <= self.low * curve[-1] / size)
        # Windows overlap, so each decides for its middle; the first and the last also decide for the ends of the page.
        edges = np.concatenate(([0.0], starts[1:] + step / 2, [size]))
        inside = np.concatenate(([0.0], np.cumsum(np.diff(edges) * content)))
        first, last = index[1:-1:2], index[2:-1:2]
        within = np.interp(last, edges, inside) - np.interp(first, edges, inside)
        return selection(page, within * 2 > last - first, self.name)

    def sections(self, low: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether each window is in a content section. low: whether each window is low, in the order of the page."""
        starts = np.flatnonzero(np.diff(low, prepend=~low[:1]))
        lengths = np.diff(starts, append=len(low))
        # Runs that are long enough begin or end a section; shorter ones continue the state before them.
        decides = lengths >= self.consecutive
        decider = np.maximum.accumulate(np.where(decides, np.arange(len(starts)), -1))
        content = (decider >= 0) & low[starts[np.maximum(decider, 0)]]
        return np.repeat(content, lengths)


def slope_curve(tokens: Tokens) -> tuple[NDArray[Any], NDArray[Any]]:
    """The vertices of the curve, as numbers of tokens and tags: its start, before and after each text, and its end."""
    tags, words = np.cumsum(tokens.tags), np.cumsum(tokens.words)
    n = len(words)
    index, curve = np.zeros(2 * n + 2), np.zeros(2 * n + 2)
    curve[1::2] = tags
    curve[2::2] = tags[:-1]
    index[1::2] = tags + np.append(0, words)
    index[2::2] = tags[:-1] + words
    return index, curve
