"""The default method: a classifier of text blocks, corrected by the other pages of the site."""

from __future__ import annotations

from functools import cache, partial

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES, BlockScores, TextBlocks
from scrapy_denoise.blocks.block_types import block_types
from scrapy_denoise.blocks.compiled import VotedScores, vote_alone, without_votes
from scrapy_denoise.blocks.regions.boilerplate import BOILERPLATE_TYPES, BoilerplateRegions
from scrapy_denoise.blocks.regions.post_bodies import blocks_in_post_bodies, question_blocks
from scrapy_denoise.methods.auto.cut import Cut
from scrapy_denoise.methods.auto.reasons import reasons
from scrapy_denoise.methods.compiled import decide, spared
from scrapy_denoise.methods.method import NO_SIBLINGS, Method, Selection
from scrapy_denoise.methods.steps import OWN_VOTES, POSTS, SPARED, THREAD_DEPENDENCE
from scrapy_denoise.methods.validators import fraction
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.layout import MAX_SAMPLES
from scrapy_denoise.sites.sample_table import SiblingCounts

FAVORS = {"": 1.0, "precision": 0.5, "recall": 2.0}
"""The values of ``favor``, and the weight of recall against precision for each."""

TYPES = tuple(name for name in BLOCK_TYPES if name not in ("", "content"))

DROPPED = ("comment", "consent", "interaction", "related", "signature")
"""The types of blocks that are dropped by default."""

IN_POST = 2.0
"""The factor by which the odds of a block in the body of a thread's post are multiplied."""

BESIDE_POSTS = 0.25
"""The same factor for a block elsewhere on such a page."""

STAYS = "the page alone keeps it, and the other pages of the site say too little against it"

MIN_EXPECTED_F1 = 0.15
"""The default of ``min_expected_f1``."""

LEAST_SCORE = 1e-6
"""The lowest threshold: a block that scores nothing is never kept."""


def _check_types(_: object, field: attrs.Attribute[tuple[str, ...]], types: tuple[str, ...]) -> None:
    unknown = [name for name in types if name not in TYPES]
    if unknown:
        raise ValueError(f"{field.name} has {unknown[0]!r}, which is not a type of block: {', '.join(TYPES)}")


def _check_favor(_: object, field: attrs.Attribute[str], value: str) -> None:
    if value not in FAVORS:
        raise ValueError(f"{field.name} is {value!r}; allowed: 'precision', 'recall', or '' for neither")


@attrs.frozen
class Auto(Method):
    """Decides block by block, in three steps (docs/methods/auto).

    1. Scores: a trained classifier gives each text block the probability that it is content (`BlockScores`).
    2. Agreement: the blocks at the same path vote, on the page and on its siblings where a template knows some; text
       that the site repeats counts for less (`Comparison.vote`). On a thread whose posts are found
       (`blocks_in_post_bodies`), what stands in them counts for more, and all else for less.
    3. Cut: of all thresholds on the scores, the one with the highest expected F1 (Lipton, Elkan and Naryanaswamy,
       "Optimal thresholding of classifiers to maximize F1 measure", 2014).

    min_expected_f1: expected F1, 0 to 1, below which a page counts as having no content. block_dependence: assumed
    dependence between blocks when estimating F1: 0 independent, 1 fully dependent; threads use 0. drop: types of blocks
    (`BLOCK_TYPES`) that are not content unless the page has nothing else; ``related`` stands for links under a title
    that says so, ``interaction`` for the choices of forms, ``signature`` for what a member has below each post
    (`BoilerplateRegions`). keep: types that are content on every page that has content. Blocks of other types, such as
    the title, are decided by their scores. complete_structures: tables, lists and code that the decision cuts through
    are made whole (docs/document). use_json_ld_article: where next to nothing is kept, the text of an article that the
    page states in JSON-LD and does not show, or the description of a product, is its content. lists: where little F1 is
    expected, the blocks of a list are decided by what is like them, and the entries of other lists may be content
    (`scrapy_denoise.document.selection.lists`). products: reviews are no content of a product's page
    (`scrapy_denoise.document.selection.reviews`). favor: ``precision`` keeps fewer blocks and
    ``recall`` keeps more, by a threshold with the highest expected F0.5 or F2 instead of F1.

    Raises ValueError for a type that there is not.
    """

    min_expected_f1: float = fraction(MIN_EXPECTED_F1)
    block_dependence: float = fraction(0.7)
    drop: tuple[str, ...] = attrs.field(default=DROPPED, validator=_check_types)
    keep: tuple[str, ...] = attrs.field(default=(), validator=_check_types)
    complete_structures: bool = True
    use_json_ld_article: bool = True
    lists: bool = True
    products: bool = True
    favor: str = attrs.field(default="", validator=_check_favor)

    name = "auto"
    max_siblings = MAX_SAMPLES

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        if site is not None:
            site.score_waiting(self.scores)
        found = self.decide(page, site, self.scores(page))
        if site is None or found.siblings or found.reason or not found.sibling_counts.others:
            return found
        return attrs.evolve(found, reason="repeated")

    def scores(self, page: Page) -> BlockScores:
        """The probability of each text block to be content, from the page alone. Templates keep it too."""
        return page.cached(BlockScores)

    def decide(self, page: Page, site: SiteTemplate | None, own: BlockScores) -> Selection:
        """Decide by the scores of the page's blocks and by those that its siblings have from the same model."""
        counts = NO_SIBLINGS
        if site is not None:
            comparison = site.compare(page, own.model)
            scores = own.fill_missing(comparison.sibling_scores) if comparison.similar else own.score_bytes
            agreement, counts = comparison.vote(scores)
            if agreement is not None:
                cut = self._cut(page, agreement)
                if cut.found:

                    def alone(exact: bool) -> Cut:
                        return self._cut(page, _own_vote(page, own.score_bytes if exact else scores))

                    stay = spared(page, scores, cut, alone) if SPARED.on else None
                    return self._selection(page, own, cut, counts, stay)
            counts = counts.unused
        # The page alone decides where no sibling has a say, or where they repeat all that it has.
        return self._selection(page, own, self._cut(page, _own_vote(page, own.score_bytes)), counts)

    def _cut(self, page: Page, agreement: VotedScores) -> Cut:
        """The cut by the scores on which a page and its siblings agree."""
        blocks = page.cached(TextBlocks)
        thread = page.cached(BoilerplateRegions).thread
        posts = blocks_in_post_bodies(page, agreement.scores) if thread and POSTS.on else None
        rows, row_scores, n_kept, expected, dropped = decide(
            agreement.of_scores if posts is None else _favoring(page, posts, agreement.scores),
            blocks,
            _blocks_of(page, self.drop) if self.drop else None,
            0 if thread and THREAD_DEPENDENCE.on else self.block_dependence,
            FAVORS[self.favor],
            self.min_expected_f1,
            LEAST_SCORE,
        )
        kept, of_rows = np.frombuffer(rows, np.bool_), np.frombuffer(row_scores, np.float32)
        return Cut(agreement, posts, kept, of_rows, bool(n_kept), expected, dropped)

    def _selection(
        self,
        page: Page,
        own: BlockScores,
        cut: Cut,
        counts: SiblingCounts,
        stay: NDArray[np.bool_] | None = None,
    ) -> Selection:
        """The selection of a cut, with blocks that siblings must not remove and types that are always kept."""
        blocks = page.cached(TextBlocks)
        always = _blocks_of(page, self.keep) if self.keep and cut.found else None
        kept, scores = cut.kept, cut.scores
        if stay is not None:
            # What reads the scores behind the method, as of lists, must not lose again what stays.
            scores = np.where(stay[blocks.block_of], np.maximum(scores, scores[kept].min()), scores)
            kept = kept | stay[blocks.block_of]
        if always is not None:
            kept = kept | np.frombuffer(always, np.bool_)[blocks.block_of]
        return Selection(
            kept,
            self.name,
            confidence=cut.expected,
            reason="" if cut.found else "no_content",
            scores=scores,
            explain=partial(_explain, page, own, cut, kept, stay, always),
            siblings=cut.agreement.siblings,
            sibling_counts=counts,
            expected=cut.expected,
        )


def _own_vote(page: Page, scores: bytes) -> VotedScores:
    """The blocks of the page at one path have a say, and no sibling."""
    return vote_alone(page.signature, page.cached(TextBlocks), scores) if OWN_VOTES.on else without_votes(scores)


def _favoring(page: Page, posts: NDArray[np.bool_], scores: NDArray[np.float32]) -> bytes:
    """The scores of a thread's blocks where its posts have a say, and not on a question above them: the bytes of a
    float32 array."""
    factors = np.where(posts, np.float32(IN_POST), np.float32(BESIDE_POSTS))
    if (question := question_blocks(page, posts)) is not None:
        factors[question] = 1
    favored: NDArray[np.float32] = scores * factors / (1 + scores * (factors - 1))
    return favored.tobytes()


def _blocks_of(page: Page, types: tuple[str, ...]) -> bytes | None:
    """For each text block whether it is of one of these types: the bytes of a bool array; None where none is."""
    beside = page.cached(BoilerplateRegions).blocks(types)
    others = _beside_asides(types)
    if not others:
        return beside
    found = np.isin(page.cached(_types)[page.cached(TextBlocks).first], others)
    if beside is not None:
        found |= np.frombuffer(beside, np.bool_)
    return found.tobytes()


@cache
def _beside_asides(types: tuple[str, ...]) -> list[int]:
    """Those of some types that are no kind of aside, as indices into BLOCK_TYPES."""
    return [BLOCK_TYPES.index(name) for name in types if name not in BOILERPLATE_TYPES]


def _types(page: Page) -> NDArray[np.uint8]:
    """The types of a page's text rows before the decision which are content."""
    return block_types(page, np.zeros(len(page.cached(TextBlocks).block_of), np.bool_))


def _explain(
    page: Page,
    own: BlockScores,
    cut: Cut,
    kept: NDArray[np.bool_],
    stay: NDArray[np.bool_] | None,
    always: bytes | None,
    position: int,
) -> tuple[str, ...]:
    block = int(page.cached(TextBlocks).block_of[position])
    if any(blocks is not None and blocks[block] for blocks in (cut.dropped, always)):
        name = BLOCK_TYPES[page.cached(_types)[position]]
        return (f"blocks of the type {name} are " + ("always kept" if kept[position] else "left out"),)
    in_post = None if cut.posts is None else bool(cut.posts[block])
    found = reasons(own, cut.agreement, in_post, block, bool(kept[position]))
    return (STAYS, *found) if stay is not None and stay[block] else found
