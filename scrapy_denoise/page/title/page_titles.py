"""What a page is called: by its ``title`` element, by its headings, by what it states, and in the end by us."""

from __future__ import annotations

import re
from itertools import islice
from weakref import ref

from scrapy_denoise.page.compiled import collapse_whitespace, declared_parts, is_uyghur, without_controls
from scrapy_denoise.page.native.lazy import cached_attribute
from scrapy_denoise.page.text.normalize import normalize_letters, without_spaces
from scrapy_denoise.page.text.words import TOKEN, UNSPACED
from scrapy_denoise.page.title.headings import headings
from scrapy_denoise.page.title.headline import find_headline
from scrapy_denoise.page.title.site_name import MAX_PARTS, MAX_TITLE_CHARS, TitleSource, title_parts

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d\Z")
_HYPHEN = re.compile(r"\s?[-－]\s?")
"""What separates the parts of a title of Han characters, and stands within words of others."""


class PageTitles:
    """The titles of a page, each found when it is first asked for.

    In the order of what they cost: `element`, the text of the ``title`` element; `open_graph`; `confirmed`, the part of
    the first that the headings confirm; `headline`, which is the page's title to whoever asks for one.
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
    def headings(self) -> list[str]:
        """The texts of the first headings, h1 first."""
        return headings(self._columns)

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
    def confirmed(self) -> str:
        """The part of the ``title`` element that the page's headings confirm: what methods compare blocks with.

        The heading that the `title` element holds, or the part of it that a heading holds; else the part that is a line
        of the page; else what stands there without the site's name; without a `title` element the first heading.
        """
        element, candidates = self.element, self.headings
        parts, folded = declared_parts(element), without_spaces(element)
        if not parts:  # or separators alone, as templates write that have neither a headline nor a name
            return candidates[0] if candidates else ""
        keys = [without_spaces(text) for text in candidates]
        words = set(TOKEN.findall(element.casefold()))
        agreed = [
            text
            for text, key in zip(candidates, keys, strict=True)
            # "Team" is no part of "Software for teams".
            if len(key) > 1
            and key in folded
            and (len(own := TOKEN.findall(text.casefold())) > 1 or words.issuperset(own))
        ]
        agreed += [
            part for part, own in zip(parts, map(without_spaces, parts), strict=True) if any(own in key for key in keys)
        ]
        if agreed:
            return max(agreed, key=len)
        for stated in self._page.meta.get("og:title", [])[:1]:
            if without_spaces(stated[:MAX_TITLE_CHARS]) in folded:
                return stated[:MAX_TITLE_CHARS]
        if shown := self._shown_before_hyphen(parts[0]):
            return shown
        # The title stands before the site's name, but for sites whose name is the much shorter part.
        least = len(max(parts, key=len)) / 3
        long = [part for part in (*parts, *_endings(element, parts)) if len(part) >= least] or [element]
        return max(filter(self._is_line, long), key=len, default=long[0])

    def _is_line(self, part: str) -> bool:
        """Whether a text is one of the page between two ends of line, and does not end with a year, as a date does."""
        text, line = self._columns.text, part.encode()
        return (b"\n" + line + b"\n" in text or text.startswith(line + b"\n")) and not _YEAR.search(part)

    def _shown_before_hyphen(self, part: str) -> str:
        """What stands before a hyphen without spaces, in a title of Han characters, and alone in a line of the page."""
        for hyphen in islice(_HYPHEN.finditer(part), MAX_PARTS):
            before = part[: hyphen.start()]
            if before[-1:] >= UNSPACED and part[hyphen.end() :] >= UNSPACED and self._is_line(before):
                return before
        return ""

    @cached_attribute
    def headline(self) -> str:
        """The page's headline, without the site's name, found without other pages of the site."""
        return without_controls(find_headline(self._page))

    def headline_beside(self, repeated: frozenset[int]) -> str:
        """The same beside the site's other pages. repeated: what stands in their titles too (`part_hashes`)."""
        return without_controls(find_headline(self._page, repeated)) if repeated else self.headline


def _endings(title: str, parts: list[str]) -> list[str]:
    """What stands in a title behind its first part, where a headline of several parts may stand; at most MAX_PARTS."""
    starts = (title.find(part) for part in parts[1 : MAX_PARTS + 1])
    return [title[start:] for start in starts if start > 0]
