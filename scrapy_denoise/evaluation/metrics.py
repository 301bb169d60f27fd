"""How well a result matches the gold text: shingles, words, longest common subsequence, completeness, compression.

All are shares of one page, from 0 to 1 but for compression; a table takes their mean over the pages.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable
from typing import TypeVar

from attrs import frozen

from scrapy_denoise.page.decode import decode
from scrapy_denoise.page.words import HAN

_TOKEN = re.compile(rf"[{HAN}]|[^\W{HAN}]+")
_SPACE = re.compile(r"\s+")

_Item = TypeVar("_Item", bound=Hashable)


@frozen
class Score:
    """Precision, recall and their harmonic mean F1 of one page, each from 0 to 1.

    With g units of gold, t units of text and c units in common::

        precision = c / t    recall = c / g    F1 = 2 c / (g + t) = 2 P R / (P + R)

    Where both are empty there was nothing to find and nothing was made up: all three are 1. Where one is
    empty, all three are 0.
    """

    precision: float
    recall: float
    f1: float

    @classmethod
    def from_counts(cls, common: int, gold: int, text: int) -> "Score":
        """The score of `common` units among `gold` and `text` units.

        >>> Score.from_counts(common=3, gold=4, text=6)
        Score(precision=0.5, recall=0.75, f1=0.6)
        """
        if not gold and not text:
            return cls(1.0, 1.0, 1.0)
        if not gold or not text:
            return cls(0.0, 0.0, 0.0)
        return cls(common / text, common / gold, 2 * common / (gold + text))


def tokens(text: str) -> list[str]:
    """Lower-case runs of word characters, in order; every Han character is a token of its own.

    >>> tokens("Scrapy 2.13 抓取网页, DOM树")
    ['scrapy', '2', '13', '抓', '取', '网', '页', 'dom', '树']
    """
    return _TOKEN.findall(text.lower())


def shingle_scores(gold: str, text: str, n: int = 4) -> Score:
    """Multisets of shingles, the runs of `n` successive tokens, compared.

    The measure of the article extraction benchmark, on tokens that suit Chinese too. With G(s) and T(s) the
    number of times shingle s occurs in gold and text, c is the sum of min(G(s), T(s)) over all s, g that of
    G(s) and t that of T(s) (see `Score`). A gold or text of fewer than `n` tokens is one shingle, the whole
    of it.

    Gold has the shingles abcd, bcde and text has bcde, cdef:

    >>> shingle_scores("a b c d e", "b c d e f")
    Score(precision=0.5, recall=0.5, f1=0.5)
    """
    if n < 1:
        raise ValueError(f"A shingle has 1 token or more, not n={n}.")
    return _multiset_score(_shingles(tokens(gold), n), _shingles(tokens(text), n))


def word_scores(gold: str, text: str) -> Score:
    """Multisets of single tokens compared: the official measure of the WCXB benchmark, blind to order.

    The formula is that of `shingle_scores` with n = 1.

    >>> word_scores("to be or not to be", "not to worry")
    Score(precision=0.6666666666666666, recall=0.3333333333333333, f1=0.4444444444444444)
    """
    return _multiset_score(tokens(gold), tokens(text))


def lcs_scores(gold: str, text: str) -> Score:
    """Longest common subsequence of characters: keeps the order, needs no tokens.

    White space is removed from both; c is the length of the longest sequence of characters that occurs in
    both in this order, not necessarily in one piece; g and t are the lengths (see `Score`). Time grows with
    g * t / 64.

    Raises ImportError where the optional dependency rapidfuzz is missing.
    """
    gold, text = _SPACE.sub("", gold), _SPACE.sub("", text)
    return Score.from_counts(_lcs_length(gold, text), len(gold), len(text))


def completeness(gold: str, text: str) -> float:
    """Share of the gold's characters, white space and punctuation apart, that the text has kept.

    After the completeness of Xie and Liu, length kept / length in the source, counted by token: with G(w)
    and T(w) the number of times token w occurs in gold and text and len(w) its characters::

        completeness = sum of min(G(w), T(w)) len(w) / sum of G(w) len(w)

    What the text has beyond the gold does not count. Empty gold is complete.

    >>> completeness("long words and long sentences", "long words")
    0.36
    """
    wanted, found = Counter(tokens(gold)), Counter(tokens(text))
    total = sum(count * len(token) for token, count in wanted.items())
    kept = sum(count * len(token) for token, count in (wanted & found).items())
    return kept / total if total else 1.0


def compression(source: str | bytes, result: str) -> float:
    """Size of the cleaned page as a share of the page's own: file by file, markup and all.

    After the compression of Xie and Liu, size of the result / size of the source. `result` is the cleaned page as
    HTML (`Result.html`); both sizes are in bytes of UTF-8, whatever charset the page came in, for else a page in
    another charset would be smaller than its own text. Above 1 where cleaning makes a page larger; 0 for an empty
    page.

    >>> compression("<p>long words and long sentences</p>", "<p>long</p>")
    0.3055555555555556
    """
    text = decode(source) if isinstance(source, bytes) else source
    size = len(text.encode("utf-8", "replace"))
    return len(result.encode("utf-8", "replace")) / size if size else 0.0


def _shingles(words: list[str], n: int) -> Iterable[tuple[str, ...]]:
    if len(words) < n:
        return [tuple(words)] if words else []
    return zip(*(words[start:] for start in range(n)), strict=False)


def _multiset_score(gold: Iterable[_Item], text: Iterable[_Item]) -> Score:
    wanted, found = Counter(gold), Counter(text)
    return Score.from_counts((wanted & found).total(), wanted.total(), found.total())


def _lcs_length(first: str, second: str) -> int:
    # The one place that imports rapidfuzz, so that the package works without it.
    try:
        from rapidfuzz.distance import LCSseq
    except ImportError as error:
        raise ImportError(
            "lcs_scores needs rapidfuzz; install it with: pip install 'scrapy-denoise[evaluation]'"
        ) from error
    return LCSseq.similarity(first, second)
