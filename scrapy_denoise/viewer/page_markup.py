"""A page rebuilt for the viewer's frame: as it looks, with its blocks marked, and nothing that runs or loads.

Three lines of defence, each enough alone: the markup is written anew from the page's rows and an allow-list of
attributes; nh3 then reads it as a browser will and applies its own allow-list; and the frame is sandboxed, with a
content security policy that lets nothing run or load.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Iterator
from html import escape
from typing import TYPE_CHECKING

import attrs
import numpy as np

from scrapy_denoise.document.block_list.block_table import BlockSpans
from scrapy_denoise.optional import nh3
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import without_controls
from scrapy_denoise.page.url import safe_url_join, split_url
from scrapy_denoise.page.walk.compiled import ElementRequest
from scrapy_denoise.viewer.stylesheet import StyleAttributes, page_styles

if TYPE_CHECKING:
    from scrapy_denoise.page.dom.element import Element

MARK = "data-dn-b"
"""The attribute that holds a block's number. The page's own data attributes are left out, so it cannot be forged."""

_KEPT = frozenset(
    """address article aside blockquote center dd dir div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6
    header hgroup legend li main menu nav ol p pre section summary details table caption colgroup tbody td tfoot th
    thead tr ul a abbr acronym b bdi bdo big button cite code data del dfn em font i ins kbd label mark meter nobr
    output progress q s samp select optgroup option small span strike strong sub sup time tt u var ruby rb rt
    rtc""".split()
)
_VOID = frozenset("br hr img input wbr col".split())
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u button".split())
"""Elements that a parser opens again after a block was closed over them; nested, they would multiply the page."""

# A form would submit, a textarea would swallow marks, and names in a form can hide properties of the document.
_RENAMED = {
    **dict.fromkeys(("form", "dialog", "search"), "dn-block"),
    **dict.fromkeys(("textarea", "listing", "xmp", "plaintext"), "pre"),
}
_MEDIA = frozenset(tags.OPAQUE) | {"embed"}
_ROOTS = frozenset(("html", "body", "frameset"))
TAGS = _KEPT | _VOID | {"dn-t", "dn-x", "dn-block", "dn-media"}

ATTRIBUTES = frozenset(
    """class id style dir lang title align valign width height bgcolor color face size border cellpadding cellspacing
    colspan rowspan span nowrap alt type value start reversed placeholder checked selected disabled max min low high
    optimum datetime noshade clear label rules frame hspace vspace""".split()
)
_TYPELESS = ATTRIBUTES - {"type"}
_HIDING = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_ROOT_ATTRIBUTES = ("class", "id", "dir", "lang", "style", "bgcolor", "text", "align")
_INPUTS = frozenset("text search email url tel number checkbox radio submit button reset range date".split())

MAX_DEPTH = 200
"""The greatest depth of elements in the frame; deeper ones are left out, and their text joins the nearest ancestor."""

MAX_FORMATTING = 16
MAX_VALUE = 2_000
MAX_PIECE = 4_000
MAX_IMAGE = 200_000
"""An image in a data URL of more characters is left out."""

_RASTER = ("data:image/png;", "data:image/jpeg;", "data:image/gif;", "data:image/webp;", "data:image/avif;")


@attrs.frozen
class FramedPage:
    """The page for the frame: attributes of ``html`` and ``body``, style sheets as (media, CSS), the body's HTML."""

    html: str
    body: str
    styles: list[tuple[str, str]]
    sheets: list[str]
    """Addresses of style sheets that the browser loads; empty unless the user asks for them."""
    markup: str
    whole: bool = True
    """Whether all of the page is there."""
    styled: bool = True
    """Whether all of its style attributes are."""


def sanitised_page(
    page: Page,
    blocks: BlockSpans,
    element_rows: list[int],
    block_styles: list[str],
    remote: bool = False,
    limits: tuple[int, int] | None = None,
) -> FramedPage:
    """The page, with the number of each block in the MARK attribute of its elements.

    blocks: of the page. homes: the row that stands for each block: an element is marked itself, and else each of the
    block's texts is. looks: further attributes for each block. remote: keep the addresses of images and style sheets.
    limits: how many of the page's rows are written, the first ones, and how many characters of their texts and
    attributes; all by default.
    """
    if page.root is None:
        return FramedPage("", "", [], [], "")
    rows, chars = (len(page.columns), sys.maxsize) if limits is None else limits
    wanted = (np.arange(len(page.columns)) < rows) * np.uint8(ElementRequest.WITH_ATTRIBUTES)
    elements = page.nodes(wanted)
    roots = {"html": "", "body": ""}
    styles = StyleAttributes()
    for element in elements[:3]:  # html, and body, with a head before it at most
        if element is not None and element.tag in roots:
            roots[element.tag] = _attributes(element, styles, _ROOT_ATTRIBUTES)
    writer = _Writer(page, blocks, element_rows, block_styles, elements, styles, remote, chars)
    markup = without_controls("".join(writer.write(rows)))
    return FramedPage(
        without_controls(roots["html"]),
        without_controls(roots["body"]),
        [(media, without_controls(css)) for media, css in page_styles(page.root)],
        _sheets(page) if remote else [],
        sanitised(markup),
        rows == len(page.columns) and writer.left > 0,
        styles.whole,
    )


def sanitised(markup: str) -> str:
    """The part of HTML that the allow-lists let through, as an HTML5 parser reads it."""
    clean: str = nh3.clean(
        markup,
        tags=set(TAGS),
        clean_content_tags={"script", "style", "template", "noscript", "iframe", "title"},
        attributes={"*": set(ATTRIBUTES), "img": {"src"}, "details": {"open"}},
        generic_attribute_prefixes={"data-dn-"},
        url_schemes={"http", "https", "data"},
        link_rel=None,
    )
    return clean


def _attributes(element: Element | None, styles: StyleAttributes, allowed: Container[str] = ATTRIBUTES) -> str:
    if element is None:  # one without attributes
        return ""
    found = []
    for name, value in element.items():
        if name in allowed:
            # A style that hides the panel of a tab would hide its blocks here.
            text = styles.clean(_HIDING.sub("display:revert", value)) if name == "style" else value
            if len(text) <= MAX_VALUE or name == "style":
                found.append(f' {name}="{escape(text)}"')
    return "".join(found)


def _absolute(base: str | None, address: str | None) -> str:
    """The absolute http or https address, or an empty string for any other."""
    url = safe_url_join(base, address) if address else None
    return url if url and split_url(url).scheme in ("http", "https") else ""


def _sheets(page: Page) -> list[str]:
    assert page.root is not None
    links = (link for link in page.root.iter("link") if link.get("href") is not None)
    sheets = (link.get("href") for link in links if "stylesheet" in (link.get("rel") or "").lower().split())
    return [url for sheet in sheets if (url := _absolute(page.base_url, sheet))]


def _pieces(text: str, mark: str | None) -> str:
    """A text as markup; a long one is divided, as the sanitiser takes the square of the length of a text.

    mark: the attributes of the elements that hold the pieces; None for a text that needs no element.
    """
    if len(text) <= MAX_PIECE:
        return escape(text, quote=False) if mark is None else f"<dn-t{mark}>{escape(text, quote=False)}</dn-t>"
    pieces, start = [], 0
    while start < len(text):
        stop = start + MAX_PIECE
        if stop < len(text):
            stop = text.rfind(" ", start + MAX_PIECE // 2, stop) + 1 or stop
        pieces.append(f"<dn-t{mark or ''}>{escape(text[start:stop], quote=False)}</dn-t>")
        start = stop
    return "".join(pieces)


class _Writer:
    """Writes the rows of a page as HTML."""

    def __init__(
        self,
        page: Page,
        blocks: BlockSpans,
        element_rows: list[int],
        block_styles: list[str],
        elements: list[Element | None],
        styles: StyleAttributes,
        remote: bool,
        chars: int,
    ) -> None:
        columns = page.columns
        self.left = chars
        self.columns = columns
        self.elements = elements
        self.styles = styles
        self.base = page.base_url
        self.remote = remote
        self.marks = [f' {MARK}="{number}"{look}' for number, look in enumerate(block_styles)]
        # For each row, the block whose element it is, and the block of a text that is marked itself; -1: none.
        self.home = np.full(len(columns), -1, np.int64)
        self.text_mark = np.full(len(columns), -1, np.int64)
        home = np.array(element_rows, np.int64)
        names = [columns.tag == tags.TEXT, *(columns.tag == tags.CODES[name] for name in _ROOTS)]
        by_text = np.logical_or.reduce(names)[home]
        self.home[home[~by_text]] = np.flatnonzero(~by_text)
        number = np.where(by_text, np.arange(len(blocks)), -1)
        self.text_mark[columns.text_rows[blocks.positions]] = np.repeat(number, np.diff(blocks.starts))

    def write(self, rows: int) -> Iterator[str]:
        """The markup of the first rows of the page, in pieces."""
        columns = self.columns
        end, tag = columns.end[:rows].tolist(), columns.own_tags[:rows].tolist()
        starts, stops = columns.text_start[:rows].tolist(), columns.text_stop[:rows].tolist()
        home, text_mark = self.home[:rows].tolist(), self.text_mark[:rows].tolist()
        texts = iter(columns.text_rows[: np.searchsorted(columns.text_rows, rows)].tolist())
        following = next(texts, rows)
        open_elements: list[tuple[int, str]] = []
        formatting = preserved = 0
        written: dict[int, str] = {}  # the names of elements, by the codes of their tags
        text_end = starts[following] if following < rows else 0
        for row in range(rows):
            while open_elements and row >= open_elements[-1][0]:
                name = open_elements.pop()[1]
                formatting -= name in _FORMATTING
                preserved -= name == "pre"
                yield f"</{name}>"
            # The space between two texts goes where the element of the second begins.
            if following < rows and text_end < starts[following]:
                gap = columns.text[text_end : starts[following]]
                yield gap.decode() if preserved and gap.isspace() else " "
                text_end = starts[following]
            if self.left <= 0:
                break
            if tag[row] == tags.TEXT:
                text = columns.text[starts[row] : stops[row]].decode("utf-8", "replace")[: self.left]
                self.left -= len(text)
                number = text_mark[row]
                yield _pieces(text, self.marks[number] if number >= 0 else None)
                text_end = stops[row]
                following = next(texts, rows)
                continue
            code = tag[row]
            if code not in written:
                written[code] = self._name(columns.name(row))
            name = written[code]
            if name in _VOID:
                attributes = self._void(name, row)
                self.left -= len(attributes)
                yield f"<{name}{attributes}>"
                continue
            if not name or len(open_elements) >= MAX_DEPTH or (name in _FORMATTING and formatting >= MAX_FORMATTING):
                if home[row] >= 0:
                    for inside in range(row, min(end[row], rows)):
                        text_mark[inside] = home[row]
                continue
            mark = self.marks[home[row]] if home[row] >= 0 else ""
            attributes = self._attributes(name, row)
            self.left -= len(attributes)
            yield f"<{name}{attributes}{mark}>"
            open_elements.append((end[row], name))
            formatting += name in _FORMATTING
            preserved += name == "pre"
        for _, name in reversed(open_elements):
            yield f"</{name}>"

    def _name(self, name: str) -> str:
        if name in _ROOTS:
            return ""
        if name in _MEDIA:
            return "dn-media"
        if name in _VOID:
            return name
        return name if name in _KEPT else _RENAMED.get(name, "dn-x")

    def _attributes(self, name: str, row: int) -> str:
        element = self.elements[row]
        written = _attributes(element, self.styles, _TYPELESS if name == "button" else ATTRIBUTES)
        if name == "a" and element is not None and (href := element.get("href")) is not None:
            # Followed, a link would load a page into the frame.
            address = safe_url_join(self.base, href) or ""
            return f'{written} data-dn-href="{escape(address[:MAX_VALUE])}"'
        if name == "dn-media":
            return f'{written} data-dn-media="{escape(self.columns.name(row))}"'
        if name == "button":
            return f'{written} type="button"'
        return f"{written} open" if name == "details" else written

    def _void(self, name: str, row: int) -> str:
        element = self.elements[row]
        if name == "input":
            kind = ((element.get("type") if element is not None else None) or "text").lower()
            return f'{_attributes(element, self.styles, _TYPELESS)} type="{kind if kind in _INPUTS else "text"}"'
        return _attributes(element, self.styles) + (
            self._source(element) if name == "img" and element is not None else ""
        )

    def _source(self, image: Element) -> str:
        """The source of an image: a data URL, or an address on the network if the user asked for those."""
        source = (image.get("src") or "").strip()
        late = image.get("data-src") or image.get("data-original") or ""  # scripts of many sites copy it into src
        if self.remote and (url := _absolute(self.base, late or source)):
            return f' src="{escape(url)}"'
        if source[:16].lower().startswith(_RASTER) and len(source) <= MAX_IMAGE:
            return f' src="{escape(source)}"'
        return ""
