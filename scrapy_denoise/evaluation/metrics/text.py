"""Metrics that compare a result with the gold text: shingles, words, longest common subsequence, completeness and more.

All are computed for one page; except for compression they range from 0 to 1. A table shows their mean over the pages.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from types import ModuleType
from typing import TypeVar

from attrs import frozen

from scrapy_denoise.page.markup.decode import decode
from scrapy_denoise.page.text.words import TOKEN

_SPACE = re.compile(r"\s+")
_NO_WORD = re.compile(r"[\W_]+")

MAX_ROUGE_LINES = 300
"""`rouge_lsum` joins neighbouring lines of a text that has more lines."""

_Item = TypeVar("_Item", bound=Hashable)


@frozen
class Score:
    """Precision, recall and their harmonic mean F1 of one page, each from 0 to 1.

    With g units of gold, t units of text and c units in common::

        precision = c / t    recall = c / g    F1 = 2 c / (g + t) = 2 P R / (P + R)

    If both are empty, all three are 1, since nothing was missed and nothing was added. If one is empty, all three are
    0.
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
    return list(_tokens(text))


@lru_cache(maxsize=16)  # every metric needs the tokens of the same gold and the same result
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(TOKEN.findall(text.lower()))


def shingle_scores(gold: str, text: str, n: int = 4, optional: str = "") -> Score:
    """Compare the multisets of shingles, runs of `n` successive tokens, of gold and text.

    This is the measure of the article extraction benchmark, with tokens that suit Chinese too. If shingle s occurs G(s)
    times in the gold and T(s) times in the text, c is the sum of min(G(s), T(s)) over all s, g that of G(s) and t that
    of T(s) (see `Score`). A gold or text of fewer than `n` tokens is a single shingle. Shingles of the text that are
    not in the gold but in `optional`, the text that may be kept or not, do not count in t.

    Gold has the shingles abcd, bcde and text has bcde, cdef:

    >>> shingle_scores("a b c d e", "b c d e f")
    Score(precision=0.5, recall=0.5, f1=0.5)
    """
    if n < 1:
        raise ValueError(f"A shingle has 1 token or more, not n={n}.")
    return _multiset_score(*(_shingles(_tokens(part), n) for part in (gold, text, optional)))


def word_scores(gold: str, text: str, optional: str = "") -> Score:
    """Compare the multisets of single tokens: the official measure of the WCXB benchmark, which ignores order.

    This is `shingle_scores` with n = 1.

    >>> word_scores("to be or not to be", "not to worry")
    Score(precision=0.6666666666666666, recall=0.3333333333333333, f1=0.4444444444444444)
    """
    return _multiset_score(_tokens(gold), _tokens(text), _tokens(optional))


def lcs_scores(gold: str, text: str) -> Score:
    """The longest common subsequence of characters, which respects the order and needs no tokens.

    White space is removed from both; c is the length of the longest sequence of characters that occurs in
    both in this order, not necessarily in one piece; g and t are the lengths (see `Score`). Time grows with
    g * t / 64.

    Raises ImportError where the optional dependency rapidfuzz is missing.
    """
    gold, text = _SPACE.sub("", gold), _SPACE.sub("", text)
    return Score.from_counts(_distances().LCSseq.similarity(gold, text), len(gold), len(text))


def completeness(gold: str, text: str) -> float:
    """The share of the gold's characters, without white space and punctuation, that the text has kept.

    After the completeness of Xie and Liu, length kept / length in the source, counted by token: with G(w)
    and T(w) the number of times token w occurs in gold and text and len(w) its characters::

        completeness = sum of min(G(w), T(w)) len(w) / sum of G(w) len(w)

    Text that is not in the gold does not count. Empty gold is complete.

    >>> completeness("long words and long sentences", "long words")
    0.36
    """
    wanted, found = Counter(_tokens(gold)), Counter(_tokens(text))
    total = sum(count * len(token) for token, count in wanted.items())
    kept = sum(count * len(token) for token, count in (wanted & found).items())
    return kept / total if total else 1.0


def compression(source: str | bytes, result: str) -> float:
    """The size of the cleaned page, markup included, as a share of the size of the page.

    After the compression of Xie and Liu, size of the result / size of the source. `result` is the cleaned page as
    HTML (`Result.html`). Both sizes are in bytes of UTF-8, since a page in another charset could be smaller than its
    own text. The value is above 1 if cleaning makes a page larger, and 0 for an empty page.

    >>> compression("<p>long words and long sentences</p>", "<p>long</p>")
    0.3055555555555556
    """
    text = decode(source).text if isinstance(source, bytes) else source
    size = len(text.encode("utf-8", "replace"))
    return len(result.encode("utf-8", "replace")) / size if size else 0.0


def levenshtein(gold: str, text: str) -> float:
    """Normalised Levenshtein similarity of the tokens, which Bevendorff et al. (SIGIR 2023) use to compare extractors.

    This is the `ratio` of the package Levenshtein, which counts a replacement as a deletion and an insertion. With d
    edits between g tokens of gold and t tokens of text::

        ratio = 1 - d / (g + t)

    The ratio of two empty texts is 1. Raises ImportError if rapidfuzz is missing.

    >>> levenshtein("it rained all day", "it rained today")
    0.5714285714285714
    """
    (gold_line,), (text_line,) = _codes([_tokens(gold)], [_tokens(text)])
    return float(_distances().Indel.normalized_similarity(gold_line, text_line))


def rouge_lsum(gold: str, text: str) -> Score:
    """ROUGE-LSum (Lin 2004, section 3.2): the summary-level longest common subsequence, by line.

    For each line r of the gold, U(r) is the set of those of its tokens that are in a longest common subsequence of r
    and some line of the text; a token counts at most as often as gold and text have it::

        c = sum of |U(r)| over the lines r of the gold

    and g and t are the numbers of tokens (see `Score`). This is the ``rougeLsum`` of rouge-score without stemming and
    with the tokens of this module; of several longest subsequences the two may choose different ones. If a gold or a
    text has more than MAX_ROUGE_LINES lines, neighbouring lines are joined.

    Raises ImportError where rapidfuzz is missing.
    """
    words = [
        _grouped([found for line in part.splitlines() if (found := TOKEN.findall(line.lower()))])
        for part in (gold, text)
    ]
    gold_lines, text_lines = _codes(*words)
    gold_counts, text_counts = (Counter("".join(lines)) for lines in (gold_lines, text_lines))
    g, t = gold_counts.total(), text_counts.total()
    left, common = gold_counts & text_counts, 0
    same, candidates = set(text_lines), [(line, set(line)) for line in dict.fromkeys(text_lines)]
    for line in gold_lines:
        for token in line if line in same else _union_lcs(line, candidates):
            if left[token] > 0:
                left[token] -= 1
                common += 1
    return Score.from_counts(common, g, t)


def _union_lcs(line: str, candidates: list[tuple[str, set[str]]]) -> list[str]:
    """The tokens of a line that are in a longest common subsequence with some candidate, in order."""
    opcodes = _distances().LCSseq.editops
    covered, own = bytearray(len(line)), set(line)
    for candidate, others in candidates:
        if own.isdisjoint(others):
            continue
        for block in opcodes(line, candidate).as_matching_blocks():
            covered[block.a : block.a + block.size] = b"\1" * block.size
        if all(covered):
            break
    return [token for token, found in zip(line, covered, strict=True) if found]


def _grouped(lines: list[list[str]]) -> list[list[str]]:
    size = -(-len(lines) // MAX_ROUGE_LINES)
    if size <= 1:
        return lines
    return [list(chain.from_iterable(lines[start : start + size])) for start in range(0, len(lines), size)]


def phrase_rate(phrases: Sequence[str], text: str) -> float | None:
    """The share of the phrases that the text contains; None without phrases.

    Both are compared in lower case, reduced to their letters and digits.

    >>> phrase_rate(["The river rose", "All rights reserved"], "In the night the river\\nrose.")
    0.5
    """
    if not phrases:
        return None
    flat = _flat(text)
    return sum(_flat(phrase) in flat for phrase in phrases) / len(phrases)


def _flat(text: str) -> str:
    return _NO_WORD.sub("", text).casefold()


def template_loss(gold: str, page: str, left: str) -> float | None:
    """The share of the gold's words on the page that a template step has removed; no later step can restore them.

    With G, P and L the multisets of tokens of the gold, of the page's visible text, and of the text that is left::

        1 - |G & L| / |G & P|

    None where the page has no word of the gold.

    >>> template_loss("the river rose", "Home the river rose", "river rose")
    0.33333333333333337
    """
    wanted = Counter(_tokens(gold))
    there = (wanted & Counter(_tokens(page))).total()
    return 1 - (wanted & Counter(_tokens(left))).total() / there if there else None


def _shingles(words: Sequence[str], n: int) -> Iterable[tuple[str, ...]]:
    if len(words) < n:
        return [tuple(words)] if words else []
    return zip(*(words[start:] for start in range(n)), strict=False)


def _multiset_score(gold: Iterable[_Item], text: Iterable[_Item], optional: Iterable[_Item] = ()) -> Score:
    wanted, found, neutral = Counter(gold), Counter(text), Counter(optional)
    left_out = ((found - wanted) & neutral).total() if neutral else 0
    return Score.from_counts((wanted & found).total(), wanted.total(), found.total() - left_out)


def _distances() -> ModuleType:
    # The one place that imports rapidfuzz, so that the package works without it.
    try:
        from rapidfuzz import distance
    except ImportError as error:
        raise ImportError(
            "this metric needs rapidfuzz; install it with: pip install 'scrapy-denoise[evaluation]'"
        ) from error
    return distance


def _codes(*texts: Sequence[Sequence[str]]) -> list[list[str]]:
    """Each list of tokens as a string with one character per distinct token, which rapidfuzz compares fastest."""
    numbers: dict[str, int] = {}

    def code(token: str) -> str:
        number = numbers.setdefault(token, len(numbers))
        # Surrogates are not characters. Tokens beyond the last code point share one, but no text has so many.
        return chr(min(number if number < 0xD800 else number + 0x800, 0x10FFFF))

    return [["".join(map(code, line)) for line in text] for text in texts]
