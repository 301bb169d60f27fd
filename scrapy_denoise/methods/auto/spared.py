"""Protects blocks that the page alone keeps from siblings that say too little of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import log1p

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.features.features import NAMES
from scrapy_denoise.blocks.path_votes import VotedScores
from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.blocks.regions.bylines import SENTENCE_END
from scrapy_denoise.methods.auto.cut import Cut
from scrapy_denoise.page import Page
from scrapy_denoise.sites.repetition import is_time_line

SMALL = 0.02
"""With less than this share of the page's text, the text at one path is too little for a vote of siblings."""

NONE = 0.05
"""Siblings that have a block's text, averaged over its characters, below which none has it."""

FEW = 1.5
"""The same, below which at most one has it: one page has a short line by chance."""

SHORT = 60
"""A line with at most so many characters is short."""

LONG = 40
"""Characters of a line that says something by itself."""

LEAST = 3
"""Characters of a line that may stay: fewer are numbers of lines, marks of lists and the like. "#1" is a rank."""

FIELDS = 3
"""At least so many blocks at one path are fields of records."""

MANY = 4
"""Siblings from which a short text is no template that at most half of them have."""

BELOW = 3
"""Blocks below a heading, most of which are kept where it stays with its section."""

LIFT = 0.2
"""Others at its path lift the score of a block by at most so much; one that is further below the threshold is not asked
about."""

LIST = 3
"""At least so many blocks at one path, all kept by the page alone, are a list."""

ALONE = 0.25
"""Share of the pages that may have the neighbours of a text that stays although the only sibling has it."""

SURE = 0.5
"""The score from which the page alone takes a block for content."""

PAGES = 1.0
"""Siblings that the page alone counts as much as where they would remove what it keeps: the fewer they are, the plainer
they have to speak."""

FLOOR = 0.02
"""Keeps log-odds finite, as in `blocks.path_votes`."""

MAX_LOG_ODDS = 3.0
"""The log-odds that a page alone gives to a block at most, but for a few: one that needs more is not asked about."""

_SHARE, _FIELDS = NAMES.index("path_share"), NAMES.index("path_blocks")
_DIGITS, _LINKS, _HEADING = NAMES.index("digits"), NAMES.index("link_density"), NAMES.index("heading")


def spared(page: Page, scores: NDArray[np.float32], cut: Cut, alone: Callable[[bool], Cut]) -> NDArray[np.bool_] | None:
    """The blocks that stay although the siblings speak against them; None where there is none.

    scores: of each block, by the page alone where no sibling has its text. cut: by the scores on which the page and its
    siblings agree. alone: the same by the page alone, asked for where it matters; whether by its own scores of texts
    too that siblings have. A block stays that the page alone keeps, that has LEAST characters, and

    - which is kept where the page alone counts as much as PAGES siblings more: the mean of the log-odds of its scores
      reaches the threshold. Not one that is not short and that all siblings have, which is plain with one of them;
    - which no sibling has, if its score on the page alone reaches the threshold: how siblings use its path does not
      lower what is only here. Not on a thread, where the posts have a say;
    - which no sibling has, of LONG characters or more with the end of a sentence, if the page alone is SURE of it;
    - of one text that not all siblings have, or the only one has between other neighbours, if the texts at its path
      vary from page to page (`VotedScores.varied`); or a short one that at most half of MANY siblings or more have,
      with kept blocks before and behind it: a value of a record, which some pages have by chance. Not on a thread,
      where it is a field of a member and the posts have a say;
    - which is one of the names and values of a record behind a kept block (`_records`), if at most half of the
      siblings have it. Not on a thread either;
    - which has kept blocks before and behind it, and of whose path the page has less than SMALL of its text, if no
      sibling has it, or at most one has it and it is short and one of FIELDS or more at its path. Siblings know
      nothing of it but how they use its path, on few characters; or
    - which is a short heading without links, behind a kept block, however many siblings have it, if most of the BELOW
      blocks below it are kept: a section says little without it. Not on a thread.

    A line with a date or a time that a sibling has stays by the first of these alone. Nothing but values, records
    and headings stays of a list of which less than half would be kept (`_left_with_holes`): a reader has no use for a
    list with holes, and only of these something else says that they are content. Threads stay as they are.
    """
    alone = cache(alone)
    blocks, agreement = page.cached(TextBlocks), cut.agreement
    thread = is_thread(page)
    with_site, beside = cut.kept[blocks.first], cut.scores[blocks.first]
    places = np.flatnonzero(with_site)
    behind = np.arange(len(with_site)) >= places[0]
    inside = behind.copy()
    inside[places[-1] :] = False
    times = agreement.repeated * (agreement.siblings + 1)
    none = times < NONE
    between = inside & (blocks.features[:, _SHARE] < SMALL)
    short = blocks.chars <= SHORT
    fields = short & (blocks.features[:, _FIELDS] > log1p(FIELDS - 0.5))
    stays = between & (none | (fields & (times < FEW)))
    values = records = np.zeros(len(none), np.bool_)
    if not thread:
        records = behind & _records(blocks, fields & (times <= agreement.siblings / 2))
        values = _values(blocks, agreement, times, inside & short)
        stays |= values | records
    sentences = none & (blocks.chars >= LONG) & (scores >= SURE) & ~stays
    asked = ~with_site & (blocks.chars >= LEAST - (blocks.features[:, _DIGITS] < 1))
    unsure = asked & (stays | sentences)
    # The least that the page alone has to say of a block, in log-odds, for it to be kept with that.
    threshold = beside[places].min()
    least = (agreement.siblings + PAGES) * _odds(threshold) - agreement.siblings * _odds(beside)
    said_by_all = (times > agreement.siblings - NONE) & ~short
    close = asked & (beside > 0) & (least <= PAGES * MAX_LOG_ODDS) & ~said_by_all
    differs = asked & none & (scores >= threshold - LIFT) & (not thread)
    if close.any() or differs.any():
        by_itself = alone(True)
        own_scores = by_itself.scores[blocks.first]
        close &= PAGES * _odds(own_scores) >= least
        close |= differs & (own_scores >= threshold)
        close &= by_itself.kept[blocks.first]
    if unsure.any():
        unsure &= alone(bool((unsure & (records | ~none)).any())).kept[blocks.first]
    for block in np.flatnonzero(unsure & ~close & (sentences | ~none)).tolist():
        text = blocks.text(page.columns, block)
        unsure[block] = SENTENCE_END.search(text) is not None if none[block] else not is_time_line(text)
    unsure |= close
    if not thread and unsure.any():
        unsure &= values | records | ~_left_with_holes(blocks, alone(False).kept[blocks.first], with_site | unsure)
    if not thread:
        headings = asked & behind & short & (blocks.features[:, _HEADING] > 0) & ~unsure
        headings &= blocks.features[:, _LINKS] == 0
        headings &= _above_kept(with_site | unsure | records)
        if headings.any():
            unsure |= headings & alone(True).kept[blocks.first]
    return unsure if unsure.any() else None


def _odds(score: NDArray[np.float32]) -> NDArray[np.float64]:
    odds: NDArray[np.float64] = np.log((score.astype(np.float64) + FLOOR) / (1 + FLOOR - score))
    return odds


def _values(
    blocks: TextBlocks, agreement: VotedScores, times: NDArray[np.float32], inside: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """For each block whether it is a value that some siblings have by chance. times: how many have it. inside: whether
    it is short and has kept blocks before and behind it."""
    found: NDArray[np.bool_] = agreement.varied.copy()
    if agreement.siblings > 1:
        found &= times <= agreement.siblings - 1
    else:  # the only sibling has a value by chance, and a row of them because they are template
        around = np.concatenate([[1.0], agreement.repeated, [1.0]])
        found &= np.maximum(around[:-2], around[2:]) < ALONE
    if agreement.siblings >= MANY:
        found |= inside & (times <= agreement.siblings / 2)
    found &= times >= NONE
    found &= blocks.stops - blocks.first == 1
    return found


def _records(blocks: TextBlocks, fields: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each block whether it is the name or the value of a record: one of three fields in turn at two paths, none of
    them links. fields: whether it may be one."""
    fields = fields & (blocks.features[:, _LINKS] == 0)
    found = np.zeros(len(fields), np.bool_)
    in_turn = fields[:-2] & fields[1:-1] & fields[2:]
    in_turn &= (blocks.path_group[:-2] == blocks.path_group[2:]) & (blocks.path_group[:-2] != blocks.path_group[1:-1])
    for place in range(3):
        found[place : len(found) - 2 + place] |= in_turn
    return found


def _left_with_holes(blocks: TextBlocks, alone: NDArray[np.bool_], kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each block whether it is one of a list of which less than half is kept. alone: what the page alone keeps."""
    whole = np.bincount(blocks.path_group[alone], minlength=int(blocks.path_group.max()) + 1)
    of_list = np.bincount(blocks.path_group[alone & kept], minlength=len(whole))
    found: NDArray[np.bool_] = ((whole >= LIST) & (2 * of_list < whole))[blocks.path_group]
    return found


def _above_kept(kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each block whether most of the BELOW blocks behind it are kept."""
    counts = np.concatenate([[0], np.cumsum(kept), np.full(BELOW, kept.sum())])
    found: NDArray[np.bool_] = 2 * (counts[1 + BELOW :] - counts[1 : 1 + len(kept)]) > BELOW
    return found
