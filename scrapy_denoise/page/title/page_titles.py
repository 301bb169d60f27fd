"""What a page is called: by its ``title`` element, by its headings, by what it states, and in the end by us."""

from __future__ import annotations

from weakref import ref

from scrapy_denoise.page.candidates.ranking import Ranked
from scrapy_denoise.page.compiled import collapse_whitespace, is_uyghur, without_controls
from scrapy_denoise.page.native.lazy import cached_attribute
from scrapy_denoise.page.text.normalize import normalize_letters
from scrapy_denoise.page.title.headline import rank_titles
from scrapy_denoise.page.title.site_name import MAX_TITLE_CHARS, TitleSource, parts, title_parts


class PageTitles:
    """The titles of a page, each found when it is first asked for.

    In the order of what they cost: `element`, the text of the ``title`` element; `open_graph`; `headline`, which is the
    page's title to whoever asks for one, the first of `ranked`.
    """

    def __init__(self, page: TitleSource) -> None:
        self._ref = ref(page)  # which keeps this: a cycle would hold its tree until a collection
        self._columns = page.columns

    @property
    def _page(self) -> TitleSource:
        page = self._ref()
        assert page is not None
        return page

    @cached_attribute
    def element(self) -> str:
        """The text of the ``title`` element, white space collapsed."""
        text = collapse_whitespace(self._columns.title.decode("utf-8", "replace"))[:MAX_TITLE_CHARS]
        return normalize_letters(text, is_uyghur(text))

    @cached_attribute
    def parts(self) -> list[str]:
        """The parts of the ``title`` element between separators."""
        return parts(self.element)

    @cached_attribute
    def part_hashes(self) -> tuple[int, ...]:
        """Hashes of the parts of the ``title`` element, by which a template knows those that repeat (`title_parts`)."""
        return title_parts(self.element)

    @property
    def open_graph(self) -> str:
        """What OpenGraph in the page's ``head`` states; empty without its tree."""
        return self._page.statements.head.title

    @property
    def descriptions(self) -> list[str]:
        """How the page's ``head`` describes it, beside its title; none without its tree."""
        return self._page.statements.head.descriptions

    @cached_attribute
    def ranked(self) -> list[Ranked]:
        """The candidates for the page's title, the surest first, found without other pages of the site."""
        return rank_titles(self._page)

    def ranked_beside(self, repeated: frozenset[int]) -> list[Ranked]:
        """The same beside the site's other pages. repeated: what stands in their titles too (`part_hashes`)."""
        return rank_titles(self._page, repeated) if repeated else self.ranked

    @property
    def headline(self) -> str:
        """The page's headline, without the site's name, found without other pages of the site."""
        return next((without_controls(one.value) for one in self.ranked), "")
