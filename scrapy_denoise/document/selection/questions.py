"""Questions and answers: a question is kept with its answer, and answers under a title such as "FAQ" are content.

Both steps belong to `scrapy_denoise.document.selection.completion`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

import numpy as np

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.blocks.lexicon.alternatives import alternatives
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.document.selection.compiled import KeptRows, Step, questions, unanswered
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray

MAX_TITLE = 90
"""Characters of the title above questions,"""

NEAR = 4
"""and how many blocks above the first of them it stands at most: there may be a sentence between them."""

MAX_ANSWER = 12
"""Blocks of a question and its answer."""

_TYPES = {"article", "documentation", "service"}
"""The types of pages whose questions are content; those of a shop are about its deliveries as often as not."""


def _questions(part: KeptRows, found: list[int]) -> list[int] | BoolArray:
    """The text rows of questions at one path of elements that are not kept, each right above a kept text: where two or
    more answers are content, so are their questions, which open them as buttons or stand in a box of their own."""
    return part.texts_of_blocks(found) if not is_thread(part.page) else []


def _answers(part: KeptRows, found: list[int]) -> list[int] | BoolArray:
    """The text rows of questions with their answers, and of the title above them, such as "Frequently asked questions".
    found: the questions of which neither these nor their answers are kept (`unanswered`)."""
    groups = part.page.cached(TextBlocks).path_group
    alike = defaultdict(list)
    for question in found:
        alike[int(groups[question]), int(groups[question + 1])].append(question)
    kept: list[int] = []
    for asked in alike.values():
        title = _title_above(part, asked[0]) if len(asked) > 1 else None
        if title is not None:
            kept += range(title, asked[0])
            kept += (block for question in asked for block in range(question, _behind_answer(part.page, question)))
    if not kept or is_thread(part.page) or part.page.cached(find_page_type).name not in _TYPES:
        return []
    return part.texts_of_blocks(kept)


def _title_above(part: KeptRows, question: int) -> int | None:
    """The block right above a question, or a few before it, that says that questions follow."""
    chars = part.page.cached(TextBlocks).chars
    for block in range(question - 1, max(question - 1 - NEAR, -1), -1):
        if chars[block] <= MAX_TITLE and _titles().search(part.text_of_block(block)):
            return block
    return None


def _behind_answer(page: Page, question: int) -> int:
    """The block behind the answer to a question: the first one outside the element around both, or the next question
    there. Where the last of several stands there, the answer has blocks at one path alone."""
    blocks, columns = page.cached(TextBlocks), page.columns
    groups = blocks.path_group
    around = int(blocks.element_row[question])
    while columns.end[around] <= blocks.element_row[question + 1]:
        around = int(columns.parent[around])
    inside = np.searchsorted(columns.text_rows, (around, columns.end[around]))
    first, last = np.searchsorted(blocks.first, inside)
    others = first + np.flatnonzero(groups[first:last] == groups[question])
    stop = min(int(last), question + MAX_ANSWER)
    if len(others) > 1:
        following = others[others > question]
        behind = question + 1 + np.flatnonzero(groups[question + 1 : stop] != groups[question + 1])
        ends = following if len(following) else behind
        stop = min([stop, *ends[:1].tolist()])
    return stop


@cache
def _titles() -> re.Pattern[str]:
    return re.compile(alternatives(phrases("question_titles")), re.IGNORECASE)


QUESTIONS = (Step("answers", "completes", unanswered, _answers), Step("questions", "completes", questions, _questions))
"""The answers that are kept, and then the questions."""
