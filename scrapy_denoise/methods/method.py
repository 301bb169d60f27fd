"""`Method`, the interface of methods: they take a page and its site's template, and decide about every text row."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.block_types import block_types
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.layout import NO_SCORES, Scores
from scrapy_denoise.sites.sample_table import SiblingCounts
from scrapy_denoise.sites.template import Siblings

if TYPE_CHECKING:
    from typing_extensions import Self


NO_SIBLINGS = SiblingCounts()

NO_BOXES = "no_boxes"
"""The reason of a page for which a method for drawn pages was asked, and which no browser has drawn."""


@attrs.frozen(eq=False, slots=False)  # as `Selection` is
class Edit:
    """What a step behind the method says of some text rows of a page.

    rows: bool, for each text row. type: what they are then, an index into `BLOCK_TYPES`; with 0 they keep the types
    that they have by place and form, and are of an unknown type where the method has types of its own. reason: why they
    are kept or not, in place of the reasons before; empty where these stay. beside: the reason stands before these.
    was: the types of which they are now of another; empty for all. applies: asks of the page whether there is this
    edit, where that takes long; None: there is. group: the group of steps that keeps or removes these rows
    (`scrapy_denoise.document.selection.finish`); empty for an edit of types or reasons alone. whole: the rows among
    them that a step keeps or removes because that is its purpose, such as all of a table: no bound holds for these.
    """

    rows: NDArray[np.bool_]
    type: int
    reason: str = ""
    beside: bool = False
    was: tuple[int, ...] = ()
    applies: Callable[[Page], bool] | None = None
    group: str = ""
    whole: NDArray[np.bool_] | None = None

    def change(self, types: NDArray[np.uint8], page: Page, has_types: bool) -> None:
        """Change the types of all text rows of a page, in place. has_types: whether the method has types of its own."""
        if (self.type or has_types) and (self.applies is None or self.applies(page)):
            types[self.rows & flags_of_types(self.was)[types] if self.was else self.rows] = self.type

    def reason_of(self, position: int) -> tuple[str, bool]:
        """What it says of the text row at a position, empty for nothing; whether that stands beside what was said."""
        return (self.reason, self.beside) if self.rows[position] else ("", True)

    def for_rows(self, chosen: NDArray[np.bool_]) -> Edit:
        """The same of some of the text rows."""
        return attrs.evolve(self, rows=self.rows[chosen], whole=None if self.whole is None else self.whole[chosen])


class Change(Protocol):
    """What `Selection.edits` has: an `Edit`, or another class with these methods of one."""

    def change(self, types: NDArray[np.uint8], page: Page, has_types: bool) -> None: ...

    def reason_of(self, position: int) -> tuple[str, bool]: ...

    def for_rows(self, chosen: NDArray[np.bool_]) -> Change: ...


@attrs.frozen(eq=False, slots=False)  # made twice a page, in a third of the time that slots take
class Selection:
    """A method's decision: which text rows of a page are content, with confidence, types and reasons.

    kept: bool, one for each of ``page.columns.text_rows``. method: the name of the method that decided. confidence: 0
    to 1, see `confidence_of`. reason: empty, or why nothing was kept or why another method ran. siblings: the number
    of other pages of the site that the page was compared with; sibling_counts: where the method gives it, how many were
    known and why others were not used.

    The rest is None where the method does not give it. types: returns for each text row an index into `BLOCK_TYPES`.
    scores: for each text row 0 (noise) to 1 (content). explain: returns, for the position of a text row, the strongest
    evidence in words. related: for each text row whether it is a link that belongs to the content's topic without being
    content. fields: for each text row an index into `BLOCK_TYPES` where the method keeps what is no part of the text
    but a field of its own (`scrapy_denoise.document.selection.body`), else 0; `kept` is without these. expected: the F1
    that the method expects of the selection, 0 to 1, where the confidence is what this expectation proved to be.
    asides: for each text row whether the method kept it and it was left out then, as a review of a product
    (`scrapy_denoise.document.selection.reviews`).

    edits: what the steps behind the method have changed, in their order; `row_types` and `reasons` are the types and
    the evidence after them.
    """

    kept: NDArray[np.bool_]
    method: str
    confidence: float = 0.0
    reason: str = ""
    types: Callable[[], NDArray[np.uint8]] | None = None
    scores: NDArray[np.float32] | None = None
    explain: Callable[[int], tuple[str, ...]] | None = None
    siblings: int = 0
    related: NDArray[np.bool_] | None = None
    fields: NDArray[np.uint8] | None = None
    expected: float | None = None
    sibling_counts: SiblingCounts = NO_SIBLINGS
    asides: NDArray[np.bool_] | None = None
    edits: tuple[Change, ...] = ()

    def row_types(self, page: Page) -> NDArray[np.uint8]:
        """The type of each text row of the page, an index into `BLOCK_TYPES`: the method's, or else found by place and
        form."""
        # A method of another package may give any integers, and an array of its own.
        found = block_types(page, self.kept, self.fields) if self.types is None else np.array(self.types(), np.uint8)
        for edit in self.edits:
            edit.change(found, page, self.types is not None)
        return found

    def reasons(self, position: int) -> tuple[str, ...]:
        """Why the text row at a position is kept or not, in words: the strongest evidence first."""
        found: list[str] = []
        for edit in reversed(self.edits):
            reason, beside = edit.reason_of(position)
            if reason:
                found.append(reason)
                if not beside:
                    return tuple(found)
        return (*found, *(self.explain(position) if self.explain is not None else ()))

    @property
    def estimate(self) -> float:
        """The F1 that the method expects, or else its confidence: what models of whole pages read."""
        return self.confidence if self.expected is None else self.expected

    @property
    def decided(self) -> NDArray[np.bool_]:
        """For each text row whether the method keeps it, fields such as the title included."""
        return self.kept if self.fields is None else self.kept | (self.fields > 0)

    def without_content(self, page: Page) -> Selection:
        """The same decision with nothing kept; types and reasons are as they were."""
        types = partial(self.row_types, page)
        return attrs.evolve(
            self, kept=np.zeros_like(self.kept), fields=None, types=types, explain=self.reasons, edits=()
        )

    def for_rows(self, chosen: NDArray[np.bool_]) -> Selection:
        """What it says of some of the text rows, for a page that has no others."""
        types, explain = self.types, self.explain
        return attrs.evolve(
            self,
            kept=self.kept[chosen],
            types=None if types is None else lambda: types()[chosen],
            scores=None if self.scores is None else self.scores[chosen],
            explain=None if explain is None else partial(_explain_row, explain, np.flatnonzero(chosen)),
            related=None if self.related is None else self.related[chosen],
            fields=None if self.fields is None else self.fields[chosen],
            asides=None if self.asides is None else self.asides[chosen],
            edits=tuple(edit.for_rows(chosen) for edit in self.edits),
        )


@cache
def flags_of_types(types: tuple[int, ...]) -> NDArray[np.bool_]:
    """For each number of a type whether it is one of some; `numpy.isin` takes ten times as long on a page."""
    found = np.zeros(1 << 8, np.bool_)
    found[[*types]] = True
    return found


def _explain_row(explain: Callable[[int], tuple[str, ...]], rows: NDArray[np.intp], position: int) -> tuple[str, ...]:
    return explain(int(rows[position]))


@runtime_checkable
class Method(Protocol):
    """A page-cleaning method. Implementations are frozen attrs classes, their parameters the fields.

    A class that inherits from this one has to define `name` and `select`; the defaults of the rest are those of a
    single-page method.
    """

    name: str
    """The method's name in settings and on the command line."""

    complete_structures: bool = False
    """Whether tables, definitions and lists are completed of which it keeps a part (`Result`); of a method's own, the
    profile ``paper`` leaves them as they were decided."""

    keep: tuple[str, ...] = ()
    """Types of blocks that the text has although they are fields of their own, such as ``title`` (`Result`)."""

    use_json_ld_article: bool = False
    """Whether an article that the page states in JSON-LD, and does not show, takes the place of next to nothing."""

    on_rendered_only: bool = False
    """Whether it decides on a drawn page as readers see it. Otherwise what the browser hides is evidence for it too,
    and is dropped from what it keeps (`Page.with_hidden`)."""

    @property
    def max_siblings(self) -> int:
        """The largest number of sibling pages that it compares a page with: 0 for a single-page method."""
        return 0

    @property
    def siblings(self) -> int:
        """The number of sibling pages that it needs: 0 where it can decide without any."""
        return 0

    @property
    def fallback(self) -> Method | None:
        """The method that decides where too few siblings are known; None stands for the default method."""
        return None

    @classmethod
    def paper(cls) -> Self:
        """The profile ``paper``: the parameters as published; by default the same as the profile ``default``."""
        return cls()

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        """Decide which text rows of a page are content.

        site: what is known of the site. Raises NotEnoughSiblings where that gives fewer pages than `siblings`.
        """
        ...

    def scores(self, page: Page) -> Scores:
        """The scores of a page that the site's template keeps for this method's later pages.

        By default those of its `fallback`, which decides where this method cannot; without one there are none: the
        template keeps the page's structure alone, and no model runs.
        """
        return NO_SCORES if self.fallback is None else self.fallback.scores(page)

    def template(self, page: Page, site: SiteTemplate | None) -> NDArray[np.bool_] | None:
        """For each text row of a page whether it is template; None for a method without such a step.

        Raises NotEnoughSiblings.
        """
        return None


class NotEnoughSiblings(LookupError):
    """The site's template holds too few pages like this one for a multi-page method."""

    def __init__(self, method: str, needed: int, found: int) -> None:
        super().__init__(f"{method} compares a page with {needed} others of its site; {found} are known")


def siblings_of(method: Method, page: Page, site: SiteTemplate | None) -> Siblings:
    """What the site's template knows of the pages that a method compares a page with, the most alike first.

    Raises NotEnoughSiblings where these are fewer than it needs.
    """
    known = site.siblings(page, method.max_siblings) if site is not None else None
    if known is None or len(known.signatures) < method.siblings:
        raise NotEnoughSiblings(method.name, method.siblings, len(known.signatures) if known else 0)
    return known


def confidence_of(page: Page, kept: NDArray[np.bool_]) -> float:
    """How much the kept text looks like running text, 0 to 1: its share outside links, times a term for length.

    A rough figure by design: ``(1 - link density) * n / (n + 100)`` for n kept characters.
    """
    columns = page.columns
    rows = columns.text_rows[kept]
    chars = int(columns.chars[rows].sum())
    if not chars:
        return 0.0
    link_chars = int(columns.chars[rows][columns.linked[rows]].sum())
    return (1 - link_chars / chars) * chars / (chars + 100)


def selection(page: Page, kept: NDArray[np.bool_], method: str, siblings: int = 0) -> Selection:
    """A Selection with its confidence, and the reason where it is empty."""
    return Selection(kept, method, confidence_of(page, kept), "" if kept.any() else "no_content", siblings=siblings)
