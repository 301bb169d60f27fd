"""Pages with gold text as the trainer sees them: which text blocks are content, and the words to measure with."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from multiprocessing import get_context

import numpy as np
from attrs import define, field
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq
from rich.progress import track

from scrapy_denoise.blocks import BlockScores, TextBlocks
from scrapy_denoise.blocks.page_columns import page_row
from scrapy_denoise.evaluation import Corpus, GoldPage, NeutralLines
from scrapy_denoise.evaluation.metrics.text import tokens
from scrapy_denoise.page import Page, PageTooLarge
from training.emptied import forget_tree, without_content

EMPTIED = 4
"""Of this many pages one is learned from a second time, without its content: lists and forms have none."""

SHINGLE = 4

PHRASE_SHARE = 0.3
"""Share of a phrase that a block must be, at least, to be labelled by it: "1 cup" alone says little."""

TYPES = {"listing": "list", "collection": "list", "recipe": ""}
"""Page types as the gold names them, where PAGE_TYPES has other names; empty: none that is learned."""

LIKE_LISTS = ("list", "product", "service")
"""Page types that are told by entries and sections, and not by one text: they weigh more for the confidence."""

OF_ONE_TYPE = {
    "article": """aeb cleanportaleval daniel fundus gne-zh-news l3s-gn1 magic-html-article newspaper4k omnivore
    postlight zh-hexo-butterfly-zykj zh-hexo-next-asdfv zh-hugo-guanqr zh-wp-coolshell""",
    "documentation": "en-hugo-flink zh-jekyll-servicecomb zh-mkdocs-ctfwiki zh-vuepress-vdoing",
    "forum": "magic-html-forum",
}
"""Corpora whose pages are of one type. Those with the posts of a thread are forums too."""

_TYPE_OF = {corpus: kind for kind, corpora in OF_ONE_TYPE.items() for corpus in corpora.split()}

LONGEST = 3e9
"""Words of a page times words of its gold up to which their longest common subsequence is found: it takes an eighth of
this in bytes."""

PARAGRAPHS_ONLY = frozenset({"fundus"})
"""Corpora whose gold was made from ``p`` elements alone: their other blocks among the content are left open."""


@define(eq=False)
class Labelled:
    """A page and its gold: which of its blocks are content, and the words to measure with.

    group: the corpus, and its language where it has several. words: hashes of the words of the page's blocks, one
    block after the other, `lengths` of them each. gold: the same of the gold text; neutral_gold: of its lines that are
    not neutral (`NeutralLines`). For each block: content, whether it is gold text; optional, whether the gold leaves
    it open; neutral, whether it is a title, dateline, byline or caption. phrases: of each phrase of the gold, the
    letters and digits; block_texts: those of each block, where there are phrases. page_type: one of PAGE_TYPES, empty
    where the gold does not tell. typed: whether the gold of the page tells, or else its corpus. row: what the models of
    page types look at. language: its code, empty where not known. emptied: the page without its content,
    for some pages. scores: what a model says of the page's blocks.
    """

    group: str
    site: str
    page: Page
    words: NDArray[np.int64]
    lengths: NDArray[np.int64]
    gold: NDArray[np.int64]
    neutral_gold: NDArray[np.int64]
    content: NDArray[np.bool_]
    optional: NDArray[np.bool_]
    neutral: NDArray[np.bool_]
    phrases: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    block_texts: tuple[str, ...] = ()
    page_type: str = ""
    typed: bool = False
    corpus: str = ""
    row: NDArray[np.float32] | None = None
    language: str = ""
    weight: float = 1.0
    emptied: Page | None = None
    scores: BlockScores | None = field(default=None, init=False)

    @property
    def blocks(self) -> TextBlocks:
        return self.page.cached(TextBlocks)

    @property
    def has_gold(self) -> bool:
        """Whether there is a gold text; else there are phrases alone."""
        return not self.phrases or len(self.gold) > 0


def label(gold: GoldPage, corpus: str) -> Labelled | None:
    """The labels of a page's blocks; None for a page without text, and for one whose gold tells nothing of its text
    (but the date of publication alone, for example), all of whose blocks would be noise."""
    if not (gold.gold_text or gold.with_phrases or gold.without_phrases):
        return None
    try:
        page = Page.from_html(gold.html, url=gold.url)
    except PageTooLarge:
        return None
    if not len(page.cached(TextBlocks)):
        return None
    _ = page.discussion_types  # its tree tells, which the page loses
    row = page_row(page)
    texts = block_texts(page)
    words = [tokens(text) for text in texts]
    lines = NeutralLines.of_page(page)
    phrases, unwanted = ([letters(phrase) for phrase in part] for part in (gold.with_phrases, gold.without_phrases))
    flat = [letters(text) for text in texts] if phrases else []
    if gold.gold_text:
        content = content_blocks(words, tokens(gold.gold_text))
        optional = np.zeros(len(words), np.bool_)
        if gold.gold_optional:
            optional = (found_in(words, tokens("\n".join(gold.gold_optional)))[1] >= 0.5) & ~content
        if corpus in PARAGRAPHS_ONLY and content.any():
            inside = np.cumsum(content) > 0
            inside &= np.cumsum(content[::-1])[::-1] > 0
            optional |= inside & ~content & ~of_paragraphs(page)
    else:
        content = np.array([has_phrase(text, phrases) for text in flat], np.bool_)
        optional = ~content & ~np.array([has_phrase(text, unwanted) for text in flat], np.bool_)
    emptied = None
    if gold.gold_text and page.digest % EMPTIED == 0:
        emptied = without_content(page, content | optional)
    given = gold.page_type or "forum" * bool(gold.gold_posts) or _TYPE_OF.get(corpus, "")
    page_type = TYPES.get(given, given)
    forget_tree(page)
    return Labelled(
        group="",
        site=gold.site,
        page=page,
        words=hashes(chain.from_iterable(words)),
        lengths=np.array([len(block) for block in words]),
        gold=hashes(tokens(gold.gold_text)),
        neutral_gold=hashes(tokens(lines.without(gold.gold_text))),
        content=content,
        optional=optional,
        neutral=np.array([text in lines for text in texts], np.bool_),
        phrases=tuple(phrases),
        unwanted=tuple(unwanted),
        block_texts=tuple(flat),
        page_type=page_type,
        typed=gold.page_type is not None and corpus not in _TYPE_OF,
        corpus=corpus,
        row=row,
        language=gold.lang,
        emptied=emptied,
    )


def content_blocks(blocks: list[list[str]], gold: list[str]) -> NDArray[np.bool_]:
    """Which blocks, given by their words, are in the gold text."""
    lengths = np.array([len(block) for block in blocks])
    in_order, in_runs = found_in(blocks, gold)
    # Long blocks by runs of words in common; short ones where all of it is there and a neighbour is content.
    long = lengths >= SHINGLE
    content = np.where(long, (in_order >= 0.5) & (in_runs >= 0.5), False)
    places = np.flatnonzero(long)
    for i in np.flatnonzero(~long & (lengths > 0) & (in_order >= 0.99)):
        after = int(np.searchsorted(places, i))
        content[i] = (after > 0 and content[places[after - 1]]) or (after < len(places) and content[places[after]])
    return content


def found_in(blocks: list[list[str]], gold: list[str]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each block the share of its words in the longest common subsequence of page and gold, and the share in
    shingles that the gold has, which stands for both where page and gold are too long (`LONGEST`)."""
    flat = list(chain.from_iterable(blocks))
    owner = np.repeat(np.arange(len(blocks)), [len(block) for block in blocks])
    ordered, covered = np.zeros(len(flat)), np.zeros(len(flat))
    known = set(shingles(gold))
    for i, shingle in enumerate(shingles(flat)):
        if shingle in known:
            covered[i : i + SHINGLE] = 1
    if len(flat) * len(gold) > LONGEST:
        ordered = covered
    elif flat and gold:
        number: dict[str, int] = {}
        mine = [number.setdefault(word, len(number)) for word in flat]
        theirs = [number.setdefault(word, len(number)) for word in gold]
        for step in LCSseq.opcodes(mine, theirs):
            if step.tag == "equal":
                ordered[step.src_start : step.src_end] = 1
    lengths = np.maximum(np.bincount(owner, minlength=len(blocks)), 1)
    return np.bincount(owner, ordered, len(blocks)) / lengths, np.bincount(owner, covered, len(blocks)) / lengths


def has_phrase(text: str, phrases: Sequence[str]) -> bool:
    """Whether a block's text holds one of the phrases, or is a good part of one."""
    return bool(text) and any(
        phrase and (phrase in text or (len(text) >= PHRASE_SHARE * len(phrase) and text in phrase))
        for phrase in phrases
    )


def letters(text: str) -> str:
    """The text in lower case, all but letters and digits taken away."""
    return re.sub(r"[\W_]+", "", text).lower()


def block_texts(page: Page) -> list[str]:
    columns, blocks = page.columns, page.cached(TextBlocks)
    last = np.append(blocks.first[1:], len(blocks.block_of)) - 1
    rows = columns.text_rows
    return [
        columns.text[columns.text_start[rows[a]] : columns.text_stop[rows[b]]].decode("utf-8", "replace")
        for a, b in zip(blocks.first, last, strict=True)
    ]


def of_paragraphs(page: Page) -> NDArray[np.bool_]:
    """For each block whether its element is a ``p``."""
    elements = page.elements()
    found = [
        (element := elements[row]) is not None and element.tag == "p" for row in page.cached(TextBlocks).element_row
    ]
    return np.array(found, np.bool_)


def shingles(words: Sequence[str], n: int = SHINGLE) -> Iterator[tuple[str, ...]]:
    return zip(*(words[i:] for i in range(n)), strict=False)


def hashes(words: Iterable[str]) -> NDArray[np.int64]:
    return np.array([zlib.crc32(word.encode()) for word in words], np.int64)


def read(paths: list[str], jobs: int, limit: int | None = None) -> list[Labelled]:
    """The pages of all corpora, with their labels and weights. limit: pages of each corpus, evenly over its ids."""
    found = []
    with get_context("fork").Pool(jobs) as pool:
        for path in paths:
            corpus = Corpus.read(path)
            golds = corpus.pages[:: max(1, len(corpus.pages) // limit)] if limit else corpus.pages
            languages = Counter(page.lang for page in corpus.pages)
            split = sum(n >= 100 for n in languages.values()) > 1
            work = ((gold, corpus.name) for gold in golds)
            pages = track(pool.imap(_label, work, 8), f"Reading {corpus.name}", len(golds))
            for gold, page in zip(golds, pages, strict=True):
                if page is not None:
                    page.group = f"{corpus.name} {gold.lang}" if split else corpus.name
                    found.append(page)
    weigh(found)
    return found


def _label(work: tuple[GoldPage, str]) -> Labelled | None:
    return label(*work)


def weigh(pages: list[Labelled]) -> None:
    """Give each page its weight: one of a large corpus, or of a site with many pages, counts for less."""
    groups = Counter(page.group for page in pages)
    sites = Counter((page.group, page.site) for page in pages)
    for page in pages:
        page.weight = groups[page.group] ** -0.35 * max(sites[page.group, page.site] / 4, 1) ** -0.4
