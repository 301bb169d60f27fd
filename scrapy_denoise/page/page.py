"""`Page`: one page, parsed once, with its tree as columns, its title and its signature."""

from __future__ import annotations

import hashlib
import sys
from contextlib import suppress

import attrs
import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.columns.tags import CODES
from scrapy_denoise.page.compiled import (
    DISCUSSIONS,
    QUESTION,
    QUESTIONS,
    Memoized,
    Meta,
    PageStatements,
    StatedElements,
    count_replacements,
)
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.markup.limits import MAX_NODES, MAX_SIZE, PageTooLarge, check_size
from scrapy_denoise.page.markup.parse import place_all, tree_of
from scrapy_denoise.page.markup.parsed import ParsedMarkup, parse_markup
from scrapy_denoise.page.native.lazy import cached_attribute
from scrapy_denoise.page.reader import MIN_SHOWN, Reader, says_far_more
from scrapy_denoise.page.rendering.rendered import RenderedPage
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.page.structured_data.json_ld import JsonLd, Object, read_json_ld
from scrapy_denoise.page.structured_data.microdata import MAX_PROPERTIES, Property, read_microdata
from scrapy_denoise.page.structured_data.noscript import needs_scripts
from scrapy_denoise.page.title.page_titles import PageTitles
from scrapy_denoise.page.title.site_name import MAX_HOME_LINKS, home_addresses
from scrapy_denoise.page.url import canonical_address, safe_url_join
from scrapy_denoise.page.walk.compiled import code_lengths, elements, links

Ints = NDArray[np.int32]

MAX_STATED = 5_000
"""Elements of each kind in which a page states something that are read."""

MIN_UNREADABLE = 10
"""Characters U+FFFD that a page shows below which nothing is said of its encoding."""

MAX_BASE = 200
"""Characters of what relative links refer to that every page may have ..."""

MAX_LONG_BASE, MAX_BASES = 2_000, 1_000_000
"""... and those that it may have where the links and pictures of the page repeat it in so many characters at most."""

_IMG = CODES["img"]


@attrs.frozen
class UnreadablePage:
    """Stands where a page cannot be read. reason, detail: why, as in a `Result`. url: its address, if that is known."""

    reason: str
    url: str | None = None
    detail: str = ""


class Page(Memoized):
    """A page: its address, its tree as lxml built it (never changed), and its columns.

    Make one with `Page.from_html`, `Page.from_tree` or `Page.from_markup`. includes_hidden: whether the columns
    include what the page hides, because it shows next to nothing without its scripts. drawn: what a browser has drawn
    of it, if one has. shown: None, or of a page with what only the browser hides, for each text row whether readers see
    it (`with_hidden`).
    """

    def __init__(
        self,
        columns: Columns,
        root: Element | None = None,
        url: str | None = None,
        includes_hidden: bool = False,
        drawn: RenderedPage | None = None,
        shown: NDArray[np.bool_] | None = None,
    ) -> None:
        self.columns = columns
        self.root = root
        self.url = url
        self.includes_hidden = includes_hidden
        self.drawn = drawn
        self.shown = shown
        self._with_hidden: Page | None = None

    @classmethod
    def from_html(
        cls,
        html: str | bytes,
        url: str | None = None,
        encoding: str | None = None,
        max_size: int = MAX_SIZE,
        max_nodes: int = MAX_NODES,
        boxes: RenderedPage | None = None,
    ) -> Page:
        """Parse and read a page, with the parser that Scrapy's selectors use.

        `boxes`: what a browser has drawn of the page.

        Raises PageTooLarge above `max_size` bytes (0: no limit), `max_nodes` rows or MAX_ATTRIBUTES in one tag, and
        TypeError for a page or an address of another type.
        """
        if not isinstance(html, str | bytes):
            raise TypeError(f"expected a page as str or bytes, got {type(html).__name__}")
        if not isinstance(url, str | None):
            raise TypeError(f"url is the address of the page as str, or None, not {type(url).__name__}")
        check_size(html, max_size)
        return cls.from_markup(parse_markup(html, encoding, url), url, max_nodes, boxes)

    @classmethod
    def from_markup(
        cls, markup: ParsedMarkup, url: str | None = None, max_nodes: int = MAX_NODES, boxes: RenderedPage | None = None
    ) -> Page:
        """Read a page whose markup is at hand beside its tree: all of it where that goes on behind ``</html>`` with far
        more than what the parser has read, and with its parts in their places where these were streamed behind it or
        stand in shadow roots.

        Raises as `from_tree` does.
        """
        page = cls.from_tree(markup.root, url, max_nodes, boxes)
        if page.statements.has_displaced and place_all(own := markup.own_root):
            page = cls.from_tree(own, url, max_nodes, boxes)
        if not markup.goes_on(len(page.columns.text)):
            return page
        with suppress(PageTooLarge):
            rest = markup.without_ends()
            whole = cls.from_tree(rest, url, max_nodes, boxes)
            if whole.statements.has_displaced and place_all(rest):
                whole = cls.from_tree(rest, url, max_nodes, boxes)
            if says_far_more(whole.columns, page.columns):
                return whole
        return page

    @classmethod
    def from_tree(
        cls, root: Element, url: str | None = None, max_nodes: int = MAX_NODES, boxes: RenderedPage | None = None
    ) -> Page:
        """Read a page that is parsed already. root: of lxml's tree (Scrapy: `response.selector.root`), or of nodes.

        Raises PageTooLarge above `max_nodes` rows, ValueError for a box that is none.
        """
        if isinstance(url, str):  # compiled code takes no other type, such as that of a column of NumPy or pandas
            url = str.__str__(url)
        reader = Reader(root, min(max_nodes, sys.maxsize), boxes)
        statements = PageStatements(root, MAX_STATED, walked=True)
        columns, includes_hidden = reader.as_shown(statements), False
        if (more := reader.with_revealed(columns, statements)) is not None:
            columns, includes_hidden = more, True
        drawn = reader.drawn[0] if reader.drawn is not None else None
        page = cls(columns, root, url, includes_hidden, drawn)
        page.statements = statements
        if drawn is not None and not includes_hidden and (whole := reader.with_hidden()) is not None:
            page._with_hidden = cls(whole[0], root, url, False, drawn, whole[1])
            page._with_hidden.statements = statements
        return page

    @property
    def tree(self) -> _Element | None:
        """lxml's tree, parsed from the page's bytes when it is first asked for; None for a page without its nodes."""
        return tree_of(self.root) if self.root is not None else None

    @property
    def with_hidden(self) -> Page:
        """The page with what only the browser hides, by style sheets and scripts; the page itself where that is
        nothing, as on every page that no browser has drawn.

        Methods decide on it, since the hidden is evidence of what stands beside it, and a site's template learns it,
        since other pages of the site may not have been drawn. What is hidden has no boxes.
        """
        return self._with_hidden or self

    @cached_attribute
    def signature(self) -> Signature:
        """The structure of the page and hashes of its texts, with which other pages of the site are compared."""
        return Signature(self.columns.hash_columns, self.columns.boxes)

    @cached_attribute
    def digest(self) -> int:
        """The page's identity within its site: 64 bits of a hash of its address, or else of its content."""
        content = self.signature.content_hash.to_bytes(8, "little")
        return _digest(self.url.encode("utf-8", "replace") if self.url else content)

    @cached_attribute
    def canonical(self) -> str:
        """The address that the page names as its own, by ``rel=canonical`` or else ``og:url``, without its fragment;
        empty where it names none."""
        links = self.statements.links if self.root is not None else []
        named = (link for tag, rel, link in links if link and tag == "link" and "canonical" in rel.lower().split())
        # What all `meta` elements say is read where no link names it.
        stated = next(named, None) or next(iter(self.meta.get("og:url", [])), "")
        return canonical_address(stated, self.base_url)

    @cached_attribute
    def named_digest(self) -> int:
        """The `digest` of another page that this one names as the canonical one; 0 where it names itself or none."""
        named = self.canonical
        return _digest(named.encode("utf-8", "replace")) if named and named != (self.url or "").partition("#")[0] else 0

    @property
    def title(self) -> str:
        """The page's title without the site's name, found without other pages of the site."""
        return self.titles.headline

    @cached_attribute
    def titles(self) -> PageTitles:
        """All that the page is called: by its ``title`` element, its headings and what it states."""
        return PageTitles(self)

    @cached_attribute
    def stated_elements(self) -> StatedElements:
        """The elements that say when the page was made and what its site is called."""
        return StatedElements(self.statements, home_addresses(self.url or ""), MAX_STATED, MAX_HOME_LINKS)

    @cached_attribute
    def statements(self) -> PageStatements:
        """What the page states of itself in attributes and scripts."""
        return PageStatements(self.root, MAX_STATED)

    @cached_attribute
    def meta(self) -> Meta:
        """What the page states in ``meta`` elements."""
        return self.statements.meta()

    @cached_attribute
    def microdata(self) -> list[Property]:
        """What the page states in microdata."""
        return read_microdata(self.statements)

    @cached_attribute
    def item_types(self) -> list[tuple[str, str]]:
        """The name of each property of `microdata`, and the type of the innermost item around it, empty without one."""
        return self.statements.item_types(MAX_PROPERTIES)

    @cached_attribute
    def json_ld(self) -> JsonLd:
        """What the page states in JSON-LD."""
        return read_json_ld(self.statements)

    @cached_attribute
    def main_objects(self) -> list[Object]:
        """The work that the page is about as JSON-LD states it, then the objects that stand for the page."""
        return self.json_ld.main(self.titles.element, self.url)

    def elements(self, wanted: NDArray[np.bool_ | np.uint8] | None = None) -> list[_Element | None]:
        """The lxml element of each row; None for text rows. Empty for a page without its nodes.

        wanted: for each row a bool, or an `ElementRequest` (`scrapy_denoise.page.walk.compiled`): None stands for the
        others too, since an element costs far more than its row.
        """
        return elements(self.tree, self.columns, wanted) if self.root is not None else []

    def nodes(self, wanted: NDArray[np.bool_ | np.uint8] | None = None) -> list[Element | None]:
        """The element of each row as the page was read: of its nodes, or of lxml's tree. See `elements`."""
        return elements(self.root, self.columns, wanted) if self.root is not None else []

    @cached_attribute
    def links(self) -> dict[int, tuple[str, str]]:
        """The ``href`` and the ``rel`` of each ``a`` that has a ``href``, by row; none for a page without its tree."""
        return links(self.root, self.columns) if self.root is not None else {}

    @cached_attribute
    def code_lengths(self) -> Ints:
        """Of each row, the length of its own markup, an element's tags with their attributes; 0 for text rows.

        In bytes of UTF-8. All 0 for a page without its tree.
        """
        if self.root is None:
            return np.zeros(len(self.columns), np.int32)
        return np.array(code_lengths(self.root, self.columns), np.int32)

    @cached_attribute
    def base_url(self) -> str | None:
        """What relative links refer to: the address, or the page's `base` element.

        None where that is too long: each link repeats it, so that a page would be written at many times its size.
        """
        base = self.statements.base
        url = safe_url_join(self.url, base) if base is not None else self.url
        if url is None or len(url) <= MAX_BASE:
            return url
        columns = self.columns
        links = int(columns.link.sum() + (columns.tag == _IMG).sum()) + len(self.stated_elements.noscripts)
        return url if len(url) <= MAX_LONG_BASE and len(url) * links <= MAX_BASES else None

    @property
    def replacement_share(self) -> float:
        """The share of the visible characters that are U+FFFD: bytes that were no characters in the page's encoding.

        0 for fewer of them than MIN_UNREADABLE.
        """
        bad = count_replacements(self.columns.text)
        return bad / int(self.columns.chars.sum()) if bad >= MIN_UNREADABLE else 0.0

    @cached_attribute
    def needs_scripts(self) -> bool:
        """True if the page shows next to nothing and says that it needs its scripts; False once a browser ran them."""
        if self.root is None or self.drawn is not None or len(self.columns.text) >= MIN_SHOWN:
            return False
        return needs_scripts(self.root)

    @cached_attribute
    def discussion_types(self) -> set[bytes]:
        """The types that tell whether the page is a discussion, as far as it states them; none without its tree."""
        return self.statements.types

    @property
    def states_discussion(self) -> bool:
        """True if the page states that it is a discussion, of posts or of a question and its answers."""
        return not self.discussion_types.isdisjoint(DISCUSSIONS)

    @property
    def states_question(self) -> bool:
        """Whether the page states a question that is not one of a list of frequent ones."""
        return QUESTION in self.discussion_types and QUESTIONS not in self.discussion_types

    @cached_attribute
    def text(self) -> str:
        """All visible text, one block per line."""
        return self.columns.text.decode("utf-8", "replace")


def _digest(name: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(name, digest_size=8).digest(), "little")
