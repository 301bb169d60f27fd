"""The strongest evidence for a decision of `auto`, in words."""

from __future__ import annotations

import re
from math import expm1

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.blocks.block_model import MEASURES
from scrapy_denoise.blocks.compiled import VotedScores
from scrapy_denoise.blocks.features.compiled import NAMES

REASONS = 3
"""The largest number of reasons given from the page itself."""

# What each feature looks at, in words. Features with the same words are one reason.
_WORDS = (
    (r"chars|words", "{chars} characters in {words} words"),
    (r"link_density|links", "{link_density:.0%} of its text in links"),
    (r"punctuation|terminal|colon|commas|quotes", "its punctuation"),
    (r"digits|year|clocks", "its digits"),
    (r"copies|alike", "other blocks of the page that have the same text"),
    (r"capitals|starts_low|word_chars|wide|separators|fragments", "the form of its words"),
    (r"copyright", "a copyright sign"),
    (r"emphasis|heading", "its emphasis, as a heading has"),
    (r"index|from_end|chars_before", "its place on the page"),
    (r"near_(\w+)|depth", "the names (class, id) around it: {near}"),
    (r"in_(\w+)", "the elements around it: {within}"),
    (r"up\d_.*|around_.*|page_top_share", "how much text and how many links stand around it"),
    (r"container.*", "the main container of the page, which it is {container}"),
    (r"(?:before|after)\d_.*", "its neighbours"),
    (r"path_.*", "the blocks at the same path of elements, {blocks} in all"),
    (r"title_.*|heading_.*", "its distance from the title and the headings"),
    (r"comments_place", "its place before or after the comments"),
    (r"section_.*", "the section that it stands in, and its heading"),
    (r"since_.*|until_.*", "what comes before and behind it"),
    (r"page_.*|address_.*", "the kind of page"),
    (r".*", "the scores of the blocks around it"),  # by the first model
)
_KIND = np.array([next(i for i, (pattern, _) in enumerate(_WORDS) if re.fullmatch(pattern, name)) for name in MEASURES])
_COLUMN = {name: i for i, name in enumerate(NAMES)}
_NAMES_AROUND, _ELEMENTS_AROUND = (
    {name.removeprefix(prefix): i for name, i in _COLUMN.items() if name.startswith(prefix)}
    for prefix in ("near_", "in_")
)
NEAR = 4
"""The number of ancestors of a block whose names and elements are reported."""


def reasons(own: BlockScores, agreement: VotedScores, in_post: bool | None, block: int, kept: bool) -> tuple[str, ...]:
    """Why a block was kept or removed: what the site's other pages say, then what the page says, the strongest first.

    in_post: whether it stands in a post; None where the page is no thread with posts.
    The page's reasons are the contributions of the features to the block's log-odds (`Forest.contributions`), summed by
    kind; only those that speak for the decision are given.
    """
    found = []
    if agreement.siblings:
        before, after = float(own.values[block]), float(agreement.scores[block])
        share = float(agreement.repeated[block])
        if share >= 0.3 and not kept:
            pages = agreement.siblings + 1
            found.append(f"stands at the same place on {round(share * pages)} of {pages} pages of the site")
        elif abs(after - before) >= 0.1 and (after > before) == kept:
            found.append(
                f"what stands at the same place on {agreement.siblings} other pages of the site is "
                + ("content" if kept else "no content")
            )
    if in_post is not None and in_post == kept:
        found.append(
            "stands in a post of the thread" if kept else "stands in no post of the thread, or is a post's date"
        )
    row = own.blocks.features[block]
    weights = np.bincount(_KIND, own.contributions(block), len(_WORDS))
    strengths = weights if kept else -weights
    strongest = (-strengths).argsort()[:REASONS].tolist()
    said = [_WORDS[i][1] for i in strongest if strengths[i] >= 0.1]
    return *found, *(_in_words(words, row, int(own.blocks.chars[block])) for words in said)


def _in_words(words: str, row: NDArray[np.float32], chars: int) -> str:
    """What a kind of features looks at, with the values that a block has there."""
    if "{" not in words:
        return words
    return words.format(
        chars=chars,
        words=round(expm1(row[_COLUMN["words"]])),
        link_density=row[_COLUMN["link_density"]],
        near=_nearest(_NAMES_AROUND, row) if "{near}" in words else "",
        within=_nearest(_ELEMENTS_AROUND, row) if "{within}" in words else "",
        container="in" if row[_COLUMN["container"]] else "not in",
        blocks=round(expm1(row[_COLUMN["path_blocks"]])),
    )


def _nearest(columns: dict[str, int], row: NDArray[np.float32]) -> str:
    values = row.tolist()
    names = [(values[column], name) for name, column in columns.items() if values[column] <= NEAR]
    return ", ".join(name for _, name in sorted(names)) or "none that says much"
