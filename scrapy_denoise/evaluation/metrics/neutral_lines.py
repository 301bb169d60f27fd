"""The lines that corpora disagree about: titles, datelines, bylines and captions. Neutral F1 leaves them out.

One corpus counts a page's title as content, the next does not, and no single convention can follow both. Leaving these
lines out of the gold and of the result gives a figure that can be compared across corpora.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import frozen
from lxml import etree
from lxml.etree import _Element

from scrapy_denoise.blocks.regions.bylines import BYLINE, DATE, SENTENCE_END
from scrapy_denoise.evaluation.metrics.text import Score, shingle_scores, tokens
from scrapy_denoise.page import Page
from scrapy_denoise.page.title.site_name import COLON

MIN_SAME_LINE = 0.85
"""Share of the tokens, of the longer of two lines, that they must have in common to count as the same line."""

TITLE_HEADINGS = 3
"""This many of the page's first `h1` elements count as titles."""

MAX_BYLINE_TOKENS = 20
"""The most tokens of a dateline or byline."""

MAX_CAPTION_TOKENS = 150
"""An element named as a caption that has more tokens is a container of other things."""

MAX_CAPTIONS = 500
"""The most captions of a page that are considered."""

_PARTS = re.compile(r"(?<!\s)\s+[-–—|·•»:]+\s+|[|»_]|(?:(?<!\s)\s+)?::\s*")
_CAPTIONS = (
    "//figcaption | //figure | //caption"
    "|//*[contains(translate(concat(@class, ' ', @id), 'CAPTIONREDS', 'captionreds'), 'caption')"
    " or contains(translate(concat(@class, ' ', @id), 'CAPTIONREDS', 'captionreds'), 'credit')]"
)
_SHOWN = "descendant::text()[normalize-space() and not(parent::script or parent::style or parent::template)]"

_Tokens = tuple[str, ...]


@frozen
class NeutralLines:
    """Finds the lines of one page that neutral F1 leaves out.

    titles: the tokens of the page's ``title``, of the parts of it between separators, of what follows its first colon,
    of ``og:title`` and of its first TITLE_HEADINGS ``h1``. captions: the tokens of each ``figcaption``, ``figure``,
    ``caption`` and element whose class or id contains "caption" or "credit", and of each element and text in it.

    >>> page = Page.from_html("<title>The mill - Valley Paper</title><figcaption>The wheel</figcaption>")
    >>> lines = NeutralLines.of_page(page)
    >>> "The Mill" in lines, "The wheel" in lines, "By A. Writer, 12 March 2024" in lines, "It turns." in lines
    (True, True, True, False)
    """

    titles: frozenset[_Tokens] = frozenset()
    captions: frozenset[_Tokens] = frozenset()

    @classmethod
    def of_page(cls, page: Page) -> NeutralLines:
        """The neutral lines of a page that has its tree; of one without, datelines and bylines alone are known."""
        if page.tree is None:
            return cls()
        return cls(_token_sets(_titles(page.tree)), _token_sets(_captions(page.tree)))

    def __contains__(self, line: str) -> bool:
        words = tuple(tokens(line))
        if not words:
            return False
        return _is_one_of(words, self.titles) or _is_dateline(line, words) or _is_one_of(words, self.captions)

    def is_title(self, line: str) -> bool:
        """Whether a line is one of the page's titles."""
        words = tuple(tokens(line))
        return bool(words) and _is_one_of(words, self.titles)

    def without(self, text: str) -> str:
        """The text without its neutral lines."""
        return "\n".join(line for line in text.splitlines() if line not in self)


def neutral_scores(gold: str, text: str, lines: NeutralLines, optional: str = "") -> Score:
    """`shingle_scores` of gold and text without the page's neutral lines."""
    return shingle_scores(lines.without(gold), lines.without(text), optional=optional)


def _is_one_of(words: _Tokens, known: frozenset[_Tokens]) -> bool:
    if words in known:
        return True
    counts = Counter(words)
    return any(
        min(len(words), len(other)) >= MIN_SAME_LINE * (longer := max(len(words), len(other)))
        and (counts & Counter(other)).total() >= MIN_SAME_LINE * longer
        for other in known
    )


def _is_dateline(line: str, words: _Tokens) -> bool:
    if len(words) > MAX_BYLINE_TOKENS or SENTENCE_END.search(line):
        return False
    return bool(DATE.search(line) or BYLINE.search(line))


def _token_sets(texts: Iterable[str]) -> frozenset[_Tokens]:
    return frozenset(words for text in texts if (words := tuple(tokens(text))))


def _titles(tree: _Element) -> Iterator[str]:
    for title in tree.xpath("//title[not(ancestor::svg)]")[:1]:
        text = "".join(title.itertext())
        yield text
        yield from _PARTS.split(text)
        yield text.partition(COLON)[2]
    yield from tree.xpath("//meta[@property='og:title' or @name='og:title']/@content")[:1]
    for heading in tree.xpath("//h1")[:TITLE_HEADINGS]:
        yield " ".join(heading.itertext())


def _captions(tree: _Element) -> Iterator[str]:
    for caption in tree.xpath(_CAPTIONS)[:MAX_CAPTIONS]:
        if len(tokens(_shown_text(caption))) <= MAX_CAPTION_TOKENS:
            yield from map(_shown_text, caption.iter(etree.Element))
            yield from (part.tail for part in caption.iterdescendants() if part.tail)


def _shown_text(element: _Element) -> str:
    return " ".join(element.xpath(_SHOWN))
