"""`Result`: the content of a page as text, HTML and Markdown, its title and metadata, and each block's verdict."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from weakref import ref

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.notices import Notice
from scrapy_denoise.blocks.page_model import (
    INDEX_TYPES,
    PageType,
    explained_page_type,
    find_page_type,
    type_of_one_post,
)
from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.document.block_list.block import Block
from scrapy_denoise.document.block_list.block_table import BlockColumns, BlockSpans, block_columns, block_list
from scrapy_denoise.document.entries.entries import COMMENTED, Entry, are_posts, find_entries
from scrapy_denoise.document.fingerprint import Fingerprint, fingerprint_of
from scrapy_denoise.document.identity import find_identity
from scrapy_denoise.document.links.link_kinds import LinkKinds
from scrapy_denoise.document.links.links import NO_LINKS, Link, LinkColumns, link_columns
from scrapy_denoise.document.metadata.metadata import (
    RANKED,
    Metadata,
    apply_overrides,
    find_metadata,
    ranked_candidates,
    without_those_of_entries,
)
from scrapy_denoise.document.nodes import Document
from scrapy_denoise.document.posts.attribution import UserPost
from scrapy_denoise.document.posts.comments import (
    Comment,
    attribute_comments,
    attribute_thread,
    comment_rows,
    find_comments,
    mark_comments,
)
from scrapy_denoise.document.posts.split import split_posts
from scrapy_denoise.document.posts.threads import is_stated, shows_authors, with_first_post
from scrapy_denoise.document.product.evidence import offers_product
from scrapy_denoise.document.product.product import FIELDS, Product, find_product, rank_fields
from scrapy_denoise.document.render.compiled import render_html, render_markdown, render_text
from scrapy_denoise.document.render.plain import render_plain
from scrapy_denoise.document.selection.lists import LISTS, begins_of_entries, listed_records
from scrapy_denoise.document.selection.repeats import without_quotations
from scrapy_denoise.document.selection.reviews import named_reviews
from scrapy_denoise.document.source.reviewed import states_reviews
from scrapy_denoise.document.tree.builder import build_document
from scrapy_denoise.document.tree.json_tree import to_json_tree
from scrapy_denoise.methods.auto.confidence import find_confidence
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.ranking import Ranked
from scrapy_denoise.page.compiled import without_controls
from scrapy_denoise.page.native.lazy import cached_attribute

if TYPE_CHECKING:
    from scrapy_denoise.items import StandardItem
    from scrapy_denoise.sites import SiteTemplate

logger = logging.getLogger(__name__)

MAX_CANDIDATES = 10
"""Candidates of a field that a dict of a result has."""


class Result:
    """The content of a page. Each attribute is computed when it is first used.

    page: the page as it was parsed; None if it could not be read. selection: the decision of the method. url: the
    address of the page; None if it is not known. method: the name of the method that decided; empty if none ran.
    siblings: the number of other pages of the site with which the page was compared. sibling_counts: how many other
    pages were known, and why some were not used (`SiblingCounts`); all 0 for a method that does not compare pages.
    reason: empty if all went well; else why there
    is no content, or why the result was made in another way than usual:

    ==================== ===============================================================
    ``empty``            the page has no visible text
    ``scripts``          the page shows next to nothing and says that it needs its scripts: a browser may show more
    ``frameset``         the page shows other pages and has no text of its own
    ``no_content``       the method found no content in the page
    ``error_page``       the page is the notice of an error, such as "page not found"
    ``wall``             the page is a login, a captcha, or a question for consent, and shows nothing else
    ``page_type``        the page has content, but is not of a type that was asked for
    ``json_ld``          the page shows next to nothing; its content is the article that it states in JSON-LD
    ``repeated``         the site's other pages repeat all that the page has, so the page alone has decided
    ``steps_undone``     the steps behind the method removed most of what it kept, or added more; they were undone
    ``few_siblings``     a multi-page method knew too few pages of the site
    ``uncorrected``      the correction of the site finds no content in this page, so the method has decided
    ``no_boxes``         a method for drawn pages was asked for, and no browser has drawn this one
    ``encoding``         more than 1 % of the characters could not be read: no encoding was found that fits the bytes
    ``not_html``         the response is not HTML
    ``too_large``        above a limit: bytes, nodes, or attributes of one tag
    ``too_deep``         nested deeper than the parser goes, no text reached
    ``disabled``         switched off for this request
    ``error``            a failure inside the package; it is in the log, the text is the whole page
    ==================== ===============================================================

    detail: for a page above a limit, the limit and the option that sets it, such as ``max_size``. repeated: a function
    that gives the parts of titles that other pages of the site share (`SiteTemplate.titles`). stated: the title, the
    date and the author that a correction finds in the page; they win over the page's own statements.
    notice: for an error page or a wall, what kind it is and how that was seen; else None.
    duplicate_of: in a crawl that looks for duplicates, the address of an earlier page with the same or nearly the same
    content; else empty.
    """

    def __init__(
        self,
        page: Page | None = None,
        selection: Selection | None = None,
        reason: str = "",
        url: str | None = None,
        detail: str = "",
        repeated: Callable[[Page], frozenset[int]] | None = None,
        stated: Mapping[str, str] | None = None,
        notice: Notice | None = None,
    ) -> None:
        self.page = page
        self.selection = selection
        self.url = url if page is None else page.url
        self._kept = None if selection is None else selection.kept
        found = selection or _NOTHING
        self.method, self.siblings = found.method, found.siblings
        self.sibling_counts = found.sibling_counts
        self.notice = notice
        self.reason = notice.reason if notice is not None else reason or found.reason
        self.detail = detail
        self._repeated = repeated
        self.stated = dict(stated or {})
        self.duplicate_of = ""

    def __repr__(self) -> str:
        return f"<Result {self.method or 'none'} {self.reason or 'ok'} {self.url or ''}>"

    def __bool__(self) -> bool:
        """True if there is content."""
        return self._kept is not None and bool(self._kept.any())

    def limited_to(self, page_types: Collection[str]) -> Result:
        """Leave out the content of a page whose type (`page_type`) is not wanted.

        page_types: the types that are wanted; empty for all. Returns this result if its type is wanted or it has no
        content anyway; else a new one without content, with the reason ``page_type`` and the same `page_type`. Results
        with the reasons ``error`` and ``scripts`` are returned as they are: the type of such a page is not known.
        """
        if not page_types or not self or self.reason in ("error", "scripts") or self.page_type in page_types:
            return self
        assert self.page is not None
        assert self.selection is not None
        nothing = self.selection.without_content(self.page)
        other = Result(self.page, nothing, "page_type", self.url, repeated=self._repeated, stated=self.stated)
        other.classification = self.classification
        return other

    @cached_attribute
    def text(self) -> str:
        """The content as text, with headings, one paragraph per line.

        The title, the dateline, the byline and captions are not part of it: see `title`, `metadata` and `document`.
        """
        if self.page is None or self._kept is None:
            return ""
        kept = without_quotations(self.page, self._kept)
        return render_text(self.page.columns, kept, begins_of_entries(self.page, kept))

    @cached_attribute
    def fingerprint(self) -> Fingerprint | None:
        """Hashes by which exact and near duplicates of the content are found; None for a text of fewer than 20 words.

        Raises ImportError without the extra ``duplicates``.
        """
        if self.page is None or self._kept is None:
            return None
        return fingerprint_of(self.text, find_identity(self.page, self._kept, self.title))

    @cached_attribute
    def confidence(self) -> float:
        """How sure the method is of the content, from 0 to 1; of ``auto`` the F1 that is expected of it
        (docs/methods/auto)."""
        if self.page is None or self.selection is None:
            return 0.0
        return find_confidence(self.page, self.selection)

    @property
    def canonical(self) -> str:
        """The canonical address that the page states, in ``rel=canonical`` or else ``og:url``; empty if it has none."""
        return self.page.canonical if self.page else ""

    @cached_attribute
    def document(self) -> Document:
        """The content as a tree of headings, paragraphs, lists, tables and so on, with pictures and their captions."""
        if self.page is None or self._kept is None:
            return Document(())
        posts = self._posts if self.page_type == "forum" and len(self._posts) > 1 else None
        decided, asides = (self.selection.decided, self.selection.asides) if self.selection else (None, None)
        return build_document(self.page, self._kept, posts, decided, listed_records(self.page, self._kept), asides)

    @cached_attribute
    def html(self) -> str:
        """The content as clean HTML, an ``article`` that is safe to show, with absolute links, pictures and
        captions."""
        return render_html(self.document)

    @cached_attribute
    def markdown(self) -> str:
        """The content as Markdown (CommonMark, with tables and strikethrough as on GitHub), with pictures and
        captions."""
        return render_markdown(self.document)

    def plain(self, alts: bool = False, captions: bool = False) -> str:
        """The content as plain text, with list markers and one table row a line.

        alts: include the alternative texts of pictures. captions: include the captions of pictures.
        """
        return render_plain(self.document, alts, captions)

    @cached_attribute
    def title(self) -> str:
        """The page's title, without the site's name."""
        return self.stated.get("title") or next((without_controls(one.value) for one in self._titles), "")

    @cached_attribute
    def _titles(self) -> list[Ranked]:
        """The candidates for the title, the surest first, beside the titles of the site's other pages."""
        return self.page.titles.ranked_beside(self.repeated_titles) if self.page else []

    @cached_attribute
    def repeated_titles(self) -> frozenset[int]:
        """Hashes of the title parts that other pages of the site share, such as the site's name; `title` omits them."""
        return frozenset() if self.page is None or self._repeated is None else self._repeated(self.page)

    @cached_attribute
    def metadata(self) -> Metadata:
        """Title, authors, dates, language, site and so on, each with the place in the page that says so."""
        found = without_those_of_entries(
            self._metadata,
            lambda: self.page_type in INDEX_TYPES,
            lambda: [entry.published for entry in self.entries],
        )
        shown = shows_authors(found) and self.page_type == "forum"
        if shown or not (found.authors and is_stated(found)):
            found = with_first_post(found, self.posts, self.url or "")
        return found

    @cached_attribute
    def _candidates(self) -> dict[str, list[Ranked]]:
        if self.page is None or self.page.root is None:
            return {field: [] for field in RANKED}
        return {"title": self._titles} | ranked_candidates(self.page, self._types, self._metadata.language)

    @cached_attribute
    def _metadata(self) -> Metadata:
        """The metadata before authors and dates of the posts of a thread are added."""
        if self.page is None:
            return Metadata()
        ranked = [] if self.stated.get("title") else self._titles
        sure = {"title": ranked[0].confidence} if ranked else {}
        return apply_overrides(find_metadata(self.page, self._types, self.title, sure), self.stated)

    @cached_attribute
    def product(self) -> Product | None:
        """What the page of a product offers: price, availability, identifiers and so on, each with where it is from and
        how sure it is (docs/products). None for another page, for one that says nothing of it but its name, and where
        it cannot be read."""
        if self.page is None or self.selection is None:
            return None
        try:
            if not offers_product(self.page, self.page_type):
                return None
            found = find_product(self.page, self.stated.get("title", ""))
            return found if found.confidences else None
        except Exception:
            logger.exception("the product of %s cannot be read", self.url)
            return None

    def candidates(self, field: str) -> list[Ranked]:
        """The values that the page gives for a field, the surest first, each with its confidence and its places.

        field: of the metadata (`metadata.RANKED`) or of the product (`product.FIELDS`); ValueError for another, which
        has no candidates on any page. Those of a product are empty on another page, and all are in a result that was
        pickled before somebody asked for them.
        Names of several authors have a semicolon between them. What a correction of the site says, and the first post
        of a thread, is none of them.
        """
        if field in RANKED:
            return self._candidates[field]
        if field not in FIELDS:
            raise ValueError(f"{field!r} has no candidates; those that have are {', '.join((*RANKED, *FIELDS))}")
        if self.product is None or self.page is None or self.page.root is None:
            return []
        return self.page.cached(rank_fields)[field]

    @cached_attribute
    def page_type(self) -> str:
        """What kind of page it is: article, documentation, forum (a thread), list, product, service, home, error, wall,
        other; empty where none was read. `classification` says more."""
        known = self.__dict__.get("classification")
        return known.name if known is not None else self._classified(find_page_type).name

    @cached_attribute
    def classification(self) -> PageType:
        """The page type with its confidence, what a list shows, and the evidence in words."""
        return self._classified(explained_page_type)

    def _classified(self, type_of: Callable[[Page], PageType]) -> PageType:
        """The page type; that of a page which neither is a notice nor has a single post as `type_of` gives it."""
        if self.notice is not None:
            return self.notice.page_type
        if self.page is None or self.selection is None:
            return PageType("")
        if find_page_type(self.page).name != "forum" or self._kept is None or len(self._posts) != 1:
            return type_of(self.page)
        return type_of_one_post(self.page, commented=bool(self._comments))

    @cached_attribute
    def posts(self) -> list[UserPost]:
        """The posts of a thread (`page_type` forum), with author and time, in document order; empty for other pages."""
        if self.page is None or self._kept is None or self.page_type != "forum":
            return []
        return attribute_thread(self.page, self._posts, self._comments, self._metadata.language)

    @cached_attribute
    def _posts(self) -> list[NDArray[np.intp]]:
        assert self.page is not None
        assert self._kept is not None
        return split_posts(self.page, np.flatnonzero(self._kept))

    @cached_attribute
    def comments(self) -> list[UserPost]:
        """The comments below the content, of a product the reviews, of a thread those on its posts, with author, time
        and rating where the page has them, in document order. Comments are not part of `text`."""
        if self.page is None:
            return []
        is_reviewed = self.page_type == "product" or states_reviews(self.page)
        return attribute_comments(self.page, self._comments, self._types, self._metadata.language, is_reviewed)

    @cached_attribute
    def _comments(self) -> list[Comment]:
        assert self.page is not None
        return find_comments(self.page, self._types, named_reviews(self.page))

    @cached_attribute
    def _types(self) -> NDArray[np.uint8]:
        """The type of each text row, an index into `BLOCK_TYPES`: the method's, or else found by place and form."""
        assert self.page is not None
        if self.selection is None or self._kept is None:
            return np.zeros(len(self.page.columns.text_rows), np.uint8)
        types = self.selection.row_types(self.page)
        if is_thread(self.page):
            mark_comments(self.page, types, self._kept)
        return types

    @cached_attribute
    def entries(self) -> list[Entry]:
        """The entries of the page's lists, in document order, on pages of every type (docs/entries)."""
        if self.page is None:
            return []
        # Entries find their fields when they are asked for, and may outlive the result. If they referred to it, it and
        # the tree of its page would stay until a collection.
        result, alike = ref(self), Result.__new__(Result)
        alike.__dict__.update(self.__dict__)

        def known() -> Result:
            return own if (own := result()) is not None else alike

        return find_entries(
            self.page,
            lambda: known()._advertised(),
            self._rows_of_posts,
            lambda: known()._metadata.language,
            lambda: known()._kept_beside_lists(),
        )

    def _advertised(self) -> frozenset[int]:
        """The rows of the links that lead to advertisements."""
        return self._link_columns.rows_of("advertisement")

    def _kept_beside_lists(self) -> NDArray[np.bool_] | None:
        """For each text row whether it is content, where the page is no list."""
        return None if self.page_type in INDEX_TYPES else self._kept

    def _rows_of_posts(self) -> tuple[NDArray[np.intp], float]:
        """The text rows of the posts of a thread, or of the comments on a page that is no list, in order, and the share
        of a list's characters in them from which its records are posts."""
        assert self.page is not None
        posts, share = [np.zeros(0, np.intp)], 0.0
        if self._kept is not None and self.page_type == "forum":
            posts += self._posts
        elif (
            self.page_type not in LISTS and are_posts(self.page, comment_rows(self.page, self._types), COMMENTED).any()
        ):
            # Comments are not looked for, which takes long, where no list has enough of what may be one.
            posts += [part for comment in self._comments for part in (comment.rows, comment.signature)]
            share = COMMENTED
        rows: NDArray[np.intp] = self.page.columns.text_rows[np.sort(np.concatenate(posts))]
        return rows, share

    @cached_attribute
    def links(self) -> list[Link]:
        """The links that the page shows, in document order: absolute address, text, and kind (docs/links)."""
        return self._link_columns.links()

    @property
    def next_page(self) -> str | None:
        """The absolute address of the next page of this list, thread or text (docs/links); None if there is none."""
        return self._link_columns.next_page or None

    @cached_attribute
    def _link_columns(self) -> LinkColumns:
        kinds = self.link_kinds
        return link_columns(kinds.page, kinds.kept, kinds) if kinds is not None else NO_LINKS

    @property
    def link_kinds(self) -> LinkKinds | None:
        """The classifier of this page's links by kind; None if no page was read."""
        if self.page is None or self.selection is None:
            return None
        # What other pages show too is an overview of them, or a copy of one.
        is_list = self.page_type in INDEX_TYPES or self.reason == "repeated" or not self.selection.kept.any()
        return LinkKinds(self.page, self.selection.kept, self.selection.related, self._types, is_list)

    @cached_attribute
    def blocks(self) -> list[Block]:
        """The kept blocks, in document order."""
        return self._blocks(kept=True)

    @cached_attribute
    def noise(self) -> list[Block]:
        """The removed blocks, in document order. `blocks` and `noise` together are all visible text of the page.

        The title, the dateline, the byline and captions are among them, each with its type.
        """
        return self._blocks(kept=False)

    def _blocks(self, kept: bool) -> list[Block]:
        if self.page is None or self._kept is None:
            return []
        return self.block_list(BlockSpans.grouped(self.page.columns, self._kept == kept))

    def block_list(self, blocks: BlockSpans) -> list[Block]:
        """The verdict of each block in `blocks`. A block must be kept or removed as a whole, with all its text rows."""
        assert self.page is not None
        assert self.selection is not None
        return block_list(self.page, self.selection, self._types, blocks)

    def block_columns(self, blocks: BlockSpans) -> BlockColumns:
        """The same as `block_list`, as columns instead of a list of blocks."""
        assert self.page is not None
        assert self.selection is not None
        return block_columns(self.page, self.selection, self._types, blocks)

    def view(
        self,
        *others: Result,
        site: SiteTemplate | None = None,
        remote: bool = False,
        max_blocks: int | None = None,
        samples: Sequence[Result] = (),
    ) -> str:
        """The block viewer of this page: one HTML file, with each block marked as kept or removed, and why.

        others: results of other methods for the same page, to compare with. site: the site's template, to show on how
        many pages each block is repeated. remote: let the browser load the page's images and style sheets from the
        network. max_blocks: show no more than this many blocks (default: 3,000). samples: results for other pages of
        the site, on which the effect of a correction is shown. No script of the page runs in the viewer (docs/viewer).
        Raises ValueError if the page was not read (too large, not HTML), and ImportError without the extra ``viewer``.
        """
        from scrapy_denoise.viewer.limits import MAX_BLOCKS
        from scrapy_denoise.viewer.page_view import by_method_name, view

        siblings = site.siblings(self.page) if site is not None and self.page is not None else None
        limit = MAX_BLOCKS if max_blocks is None else max_blocks
        return view(by_method_name((self, *others)), siblings, remote, limit, samples)

    def to_item(self, name: str = "") -> StandardItem:
        """The result as an item of zyte-common-items, such as `Article`, `ProductList` or `ArticleNavigation`.

        name: the kind of item (`scrapy_denoise.items.ITEMS`). By default it follows the page's type; types without an
        item of their own give an ``article``. ``metadata.probability`` is the confidence. Raises ValueError for an
        unknown name or if the page's address is not known, and ImportError without the extra ``items``.
        """
        from scrapy_denoise.items import make_item

        return make_item(self, name)

    def to_dict(
        self, noise: bool = False, reasons: bool = False, structure: bool = False, candidates: bool = False
    ) -> dict[str, Any]:
        """The result as a dict that JSON can hold, without HTML and Markdown.

        noise: include the removed blocks. reasons: include why each block was kept or removed; this takes longer than
        everything else together. structure: include the document as a tree (`scrapy_denoise.document.to_json_tree`).
        candidates: include the first MAX_CANDIDATES candidates of each field that has some.
        """
        found = {
            "url": self.url,
            "title": self.title,
            "text": self.text,
            "metadata": self.metadata.to_dict(),
            "method": self.method,
            "siblings": self.siblings,
            "confidence": round(self.confidence, 3),
            "reason": self.reason,
            "detail": self.detail,
            "page_type": self.page_type,
            "page_type_confidence": round(self.classification.confidence, 3),
            "lists": self.classification.lists,
            "posts": [post.to_dict() for post in self.posts],
            "comments": [comment.to_dict() for comment in self.comments],
            "links": self._link_columns.to_dicts(),
            "entries": [entry.to_dict() for entry in self.entries],
            "product": self.product.to_dict() if self.product else None,
            "next_page": self.next_page,
            "blocks": [block.to_dict(reasons) for block in self.blocks],
        }
        if noise:
            found["noise"] = [block.to_dict(reasons) for block in self.noise]
        if structure:
            found["document"] = to_json_tree(self.document)
        if candidates:
            ranked = {field: self.candidates(field)[:MAX_CANDIDATES] for field in (*RANKED, *FIELDS)}
            found["candidates"] = {field: [one.to_dict() for one in known] for field, known in ranked.items() if known}
        return found

    def __getstate__(self) -> dict[str, Any]:
        """The state for pickle, without the page's tree: what needs the tree is computed now. Reasons are left out."""
        for name in _OF_THE_TREE if self.page is not None else ():
            getattr(self, name)
        state = self.__dict__.copy()
        if self.page is not None:
            state["page"] = Page(self.page.columns, None, self.page.url, self.page.includes_hidden)
        if self.selection is not None:
            state["selection"] = attrs.evolve(self.selection, types=None, explain=None, edits=())
        state["_repeated"] = None
        # Links are made again from their columns: pickled one by one they take four times as long.
        for name in ("blocks", "noise", "links"):
            state.pop(name, None)
        return state


_NOTHING = Selection(np.zeros(0, np.bool_), "")
"""Stands for the selection of a result that has none."""

_OF_THE_TREE = (
    "title", "metadata", "document", "_link_columns", "classification", "_types", "posts", "comments", "entries",
    "product", "confidence",
)  # fmt: skip
"""Attributes that need the page's tree or the method's own objects, and are computed before a result is pickled."""
