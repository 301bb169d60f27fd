"""The pictures of the content: which images are part of it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.names import bit_of, name_families, name_pairs
from scrapy_denoise.document.bare_elements import text_holders
from scrapy_denoise.document.main_picture import is_size_of, stated_pictures
from scrapy_denoise.document.nodes import Picture
from scrapy_denoise.document.picture_sources import MAX_SRCSET, PICTURE_FILE, SOURCES, source_of
from scrapy_denoise.document.safe_urls import Addresses
from scrapy_denoise.document.xml_characters import NOT_XML
from scrapy_denoise.page import Columns, Page, tags
from scrapy_denoise.page.name_words import NameWords

if TYPE_CHECKING:
    from lxml.etree import _Element

MAX_PICTURES = 5_000
"""Pictures of a document; those after are left out."""

SMALL = 40
"""CSS pixels of width or height up to which an image is an icon or counts visits."""

MAX_MARKS = 3
"""Places of a page at which one drawing (SVG) stands as a picture; at more it is a mark, such as a tick of a list."""

MAX_CAPTION = 600
"""Characters of the text beside an image, in a figure or what is named so, up to which that is its caption."""

MAX_UNNAMED = 120
"""Characters of the text beside an image, without links, up to which it is its caption whatever its name."""

OF_FIGURES = 0.8
"""Share of the characters of an element that stand in figures from which it is no more than what holds the figure."""

OF_KEPT = 0.6
"""Share of the characters of the element around an image that must be kept, where it stands before or after all kept
text."""

MAX_AROUND = 20
"""Elements around an image up to which its caption is looked for."""

MAX_ALT = 2_000
"""Characters of an alternative text."""

_PIXELS = re.compile(r"\s*(\d+)(?:\.\d+)?\s*(?:px)?\s*$")
_STYLED = re.compile(r"(?:^|;|\s)(?:width|height)\s*:\s*(\d+)(?:\.\d+)?px")
_DECORATION = re.compile(
    r"(?:^|[/_.-])(?:spacer|pixel|blank|transparent|1x1|emojis?|smil(?:ey|ies|e)|smilies|gravatar|sprites?|placeholder"
    r"|beacon|tracking|doubleclick|feedburner)(?:[/_.?-]|$)"
    r"|(?:^|/)(?:avatars?|icons?|logo|clear|loading|loader|counter|stats?)(?:[/.?]|$)"
    r"|(?:^|/)icons?[_-][^/?#]*\.(?:gif|png|svg|webp)(?:[?#]|$)",
    re.IGNORECASE,
)
_DECORATIVE_CLASS = re.compile(
    r"(?:^|[\s_-])(?:emoji|emoticon|smiley|icon|avatar|gravatar|logo|pixel|spacer|tracking)(?:[\s_-]|$)", re.IGNORECASE
)
_PHOTOGRAPH = re.compile(r"\.(?:jpe?g|png|webp|avif)(?:[?#!@&\s,/]|$)", re.IGNORECASE)
_PART_OF_PAGE = re.compile(
    r"(?<![a-z])(?:logos?|banners?|buttons?|btn|shar(?:e|ing)|header|footer|signature|headshot|avatar|icons?|bg|background"
    r"|head|ads?|cta|promo|arrow|bullet|line|separator|top|print|e?mail|comments?|ico|facebook|twitter|rss|author"
    r"|portrait)(?![a-z])",
    re.IGNORECASE,
)
_AD_SERVER = re.compile(r"\s*(?:https?:)?//(?:ads?|adv|adserver|banners?|reklama?|werbung|promo)\d*\.", re.IGNORECASE)
_DRAWING = re.compile(r"\.svg(?:[?#]|$)", re.IGNORECASE)
_FORMULA = re.compile(r"math|latex|\btex\b", re.IGNORECASE)

_BESIDE = sum(map(bit_of, ("advertisement", "sharing", "related", "user")))
"""Families of names of what is no content although it stands in it, on an image or on what holds nothing else."""

_CAPTION, _RELATED, _ADVERTISEMENT = map(bit_of, ("caption", "related", "advertisement"))
_RELATED_WORDS = "|".join(word.strip("-") for word in sections("name_words")["related"] if word.strip("-") != "hot")
_EVERY = re.compile(b"")
# The names that features read as these families count parts of words, and the beginnings of hashes. Of pictures more is
# asked: the family, the words that mislead, and what is more than those.
_MISLEADING = (
    (
        _RELATED,
        NameWords({"words": "relative hot"}),
        re.compile(f"(?!relative[^a-z])(?:{_RELATED_WORDS})|(?<![a-z])hot(?![a-z])".encode()),
    ),
    (
        _ADVERTISEMENT,
        NameWords({"words": "-ad adv"}),
        re.compile(
            rb"advert|sponsor|promo|guanggao|adsense|(?<![a-z])adv(?!an|en|i|o)"
            rb"|(?<![a-z0-9])ads?(?:\d{1,2}(?![a-z0-9])|(?![dv]|ap|dr|ju|mi|o|ul|[a-f0-9]{0,40}\d))"
        ),
    ),
)
_A, _IMG, _FIGURE, _H1 = (tags.CODES[name] for name in "a img figure h1".split())
_WHOLE = tags.flags("html body frameset")


def find_pictures(
    page: Page, kept: NDArray[np.bool_], elements: list[_Element | None], addresses: Addresses
) -> dict[int, Picture]:
    """The pictures of the content, by their row in the page's columns.

    They stand between the first and the last kept text, or in a figure of which text is kept, in an element of which
    text is kept; an element that holds an image and no text but its caption does not count. What counts visits or
    decorates is left out. The main picture that the page states is content little before the first kept text too, such
    as above the headline. The image of a ``noscript`` stands in for an image before it that has no address of its own;
    its row is that image's, or else that of the element around.
    """
    columns = page.columns
    chosen = np.zeros(len(columns), np.bool_)
    chosen[columns.text_rows[kept]] = True
    holds_kept = columns.subtree_sum(chosen) > 0
    first, last = columns.text_rows[kept][[0, -1]].tolist()
    around = _around(page, chosen, (first, last), elements)
    heading = first = _heading_before(page, first)
    figures = np.flatnonzero((columns.tag == _FIGURE) & holds_kept)
    if len(figures):
        first, last = min(first, int(figures[0])), max(last, int(columns.end[figures].max()))
    lead = _lead(page, first, elements, addresses)
    sure = np.append(lead, around)
    images = np.append(sure, np.flatnonzero(columns.tag[first:last] == _IMG) + first)
    hosts, beside = _hosts(page, images)
    hosts = _beyond_captions(page, hosts, holds_kept)
    within = holds_kept[hosts]
    within[: len(sure)] = True
    # Beside the title there may be one more picture, in an element of which no text is kept.
    titled = np.flatnonzero(~within & (hosts <= heading) & (heading < columns.end[hosts]))
    within[titled] = [_is_photograph(elements[row]) for row in images[titled].tolist()]
    images = np.unique(images[within & ~beside])
    found: dict[int, Picture] = {}
    for row in images[:MAX_PICTURES].tolist():
        element = elements[row]
        if element is not None and (picture := _picture(element, addresses)) is not None:
            found[row] = picture
    _remove_marks(found, elements)
    if page.tree is not None:
        _from_noscript(page, found, holds_kept, (first, last), addresses)
    return found


def _remove_marks(found: dict[int, Picture], elements: list[_Element | None]) -> None:
    """Leave out the drawings that stand at many places of the page: ticks, stars and the like, but no formulas."""
    drawings = {row: url for row, picture in found.items() if _DRAWING.search(url := picture.url)}
    counts = Counter(drawings.values())
    for row, url in drawings.items():
        element = elements[row]
        if counts[url] > MAX_MARKS and element is not None and not _FORMULA.search(element.get("class") or ""):
            del found[row]


def _around(
    page: Page, chosen: NDArray[np.bool_], bounds: tuple[int, int], elements: list[_Element | None]
) -> NDArray[np.intp]:
    """The rows of the images before the first and after the last kept text that stand in an element with both.

    Logos, buttons and advertisements stand there too: so most of the text of the element around an image must be kept,
    it must lead nowhere but to a picture, and be a file of a kind that photographs have, not named as a part of the
    page. bounds: the rows of the first and the last kept text.
    """
    columns = page.columns
    first, last = bounds
    top = max(int(columns.parent[columns.block_row[first]]), 0)
    while columns.end[top] <= last:
        top = int(columns.parent[top])
    end = int(columns.end[top])
    before = np.flatnonzero(columns.tag[top:first] == _IMG) + top
    images = np.append(before, np.flatnonzero(columns.tag[last:end] == _IMG) + last)
    if _WHOLE[columns.tag[top]] or not len(images):
        return np.zeros(0, np.intp)
    kept_chars = columns.subtree_sum(np.where(chosen, columns.chars, 0))
    hosts = _beyond_captions(page, _hosts(page, images)[0], kept_chars > 0)
    images = images[kept_chars[hosts] >= OF_KEPT * columns.subtree_chars[hosts]]
    return np.array([row for row in images.tolist() if _is_photograph(elements[row])], np.intp)


def _is_photograph(image: _Element | None) -> bool:
    if image is None or _PART_OF_PAGE.search(f"{image.get('class')} {image.get('id')}"):
        return False
    files = [value for name in SOURCES if (value := image.get(name)) and _PHOTOGRAPH.search(value[:MAX_SRCSET])]
    if not files or _PART_OF_PAGE.search(files[0].rpartition("/")[2]) or _AD_SERVER.match(files[0]):
        return False
    link = next(image.iterancestors("a"), None)
    return link is None or PICTURE_FILE.search(link.get("href") or "") is not None


def _heading_before(page: Page, first: int) -> int:
    """The row of the ``h1`` that stands little before the first kept text; or else the row of that text."""
    columns = page.columns
    headings = np.flatnonzero(columns.tag[:first] == _H1)
    if not len(headings):
        return first
    heading = int(headings[-1])
    end = int(columns.end[heading])
    return heading if int(columns.chars[end:first].sum()) <= MAX_CAPTION else first


def _lead(page: Page, first: int, elements: list[_Element | None], addresses: Addresses) -> NDArray[np.intp]:
    """The row of the last image that stands little before a row and is the page's main picture, if there is one."""
    columns = page.columns
    near = np.cumsum(columns.chars[:first][::-1])[::-1] <= MAX_CAPTION
    images = np.flatnonzero((columns.tag[:first] == _IMG) & near)
    if len(images) and page.tree is not None and (names := stated_pictures(page)):
        for row in images[: -MAX_AROUND - 1 : -1].tolist():
            element = elements[row]
            url = source_of(element, dict(element.items()), addresses) if element is not None else ""
            if url and is_size_of(url, names):
                return np.array([row], np.intp)
    return np.zeros(0, np.intp)


def _beside_names(page: Page) -> NDArray[np.uint32]:
    """`name_families` of what is no content although it stands in it, without names that have parts of its words alone:
    "relative" is the name of a layout, and "additional" no advertisement."""
    families: NDArray[np.uint32] = page.once(name_families) & np.uint32(_BESIDE)
    pairs = page.once(name_pairs)
    for family, words, real in _MISLEADING:
        if misread := [pair for pair in pairs.matching(family, words, _EVERY) if not real.search(pairs[pair])]:
            families[np.isin(page.columns.names, misread)] &= ~np.uint32(family)
    return families


def _holders(page: Page) -> tuple[NDArray[np.int32], NDArray[np.uint32]]:
    """`text_holders` with the families of `_beside_names`."""
    columns = page.columns
    holders, names = text_holders(columns, columns.subtree_chars, page.once(_beside_names))
    return np.frombuffer(holders, np.int32), np.frombuffer(names, np.uint32)


def _hosts(page: Page, images: NDArray[np.intp]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """For each image the nearest element around it that has text; and whether what is in between names itself as
    something beside the content."""
    holders, names = page.once(_holders)
    around = page.columns.parent[images]
    return holders[around], ((names[around] | page.once(_beside_names)[images]) & _BESIDE) > 0


def _beyond_captions(page: Page, hosts: NDArray[np.int32], holds_kept: NDArray[np.bool_]) -> NDArray[np.int32]:
    """For each host, itself or, where its text is a caption that was not kept, the nearest element with other text."""
    columns = page.columns
    chars = columns.subtree_chars
    if not (~holds_kept[hosts] & (chars[hosts] <= MAX_CAPTION)).any():
        return hosts
    families, beside = page.once(name_families), page.once(_beside_names)
    figures = np.flatnonzero(columns.tag == _FIGURE)
    named = columns.subtree_sum((families & _CAPTION) > 0) > 0
    if len(figures):
        in_figures = np.zeros(len(columns), np.int64)
        in_figures[figures] = chars[figures]
        named |= columns.within(figures) | (columns.subtree_sum(in_figures) >= OF_FIGURES * chars)
    for _ in range(MAX_AROUND):
        captions = ~holds_kept[hosts] & (chars[hosts] <= MAX_CAPTION) & (hosts > 0)
        captions &= named[hosts] | ((chars[hosts] <= MAX_UNNAMED) & (columns.subtree_links[hosts] == 0))
        captions &= beside[hosts] == 0
        linked = columns.subtree_link_chars[hosts] * 2 > chars[hosts]
        if linked.any():
            captions &= ~linked | _in_own_figure(columns, hosts, figures)
        if not captions.any():
            break
        hosts = np.where(captions, columns.parent[hosts], hosts)
    return hosts


def _in_own_figure(columns: Columns, hosts: NDArray[np.int32], figures: NDArray[np.intp]) -> NDArray[np.bool_]:
    """For each host whether it is a figure, or a part of one, that is more than a link to another page."""
    if not len(figures):
        return np.zeros(len(hosts), np.bool_)
    before = np.maximum(np.searchsorted(figures, hosts, side="right") - 1, 0)
    figure = figures[before]
    whole = (columns.tag[hosts] == _A) & (columns.subtree_chars[hosts] == columns.subtree_chars[figure])
    own: NDArray[np.bool_] = (figure <= hosts) & (hosts < columns.end[figure]) & ~whole
    return own


def _picture(element: _Element, addresses: Addresses) -> Picture | None:
    """The picture of an ``img`` element; None for decoration and where it has no address."""
    attributes = dict(element.items())
    name = f"{attributes.get('class', '')} {attributes.get('id', '')}"
    formula = _FORMULA.search(name) is not None
    if not formula and (_DECORATIVE_CLASS.search(name) or _is_small(attributes)):
        return None
    url = source_of(element, attributes, addresses)
    if not url or (not formula and _DECORATION.search(url.partition("://")[2].partition("/")[2])):
        return None
    return Picture(url, " ".join(NOT_XML.sub("", attributes.get("alt", "")[:MAX_ALT]).split()))


def _is_small(attributes: dict[str, str]) -> bool:
    sizes = [_PIXELS.match(attributes.get(name, "")) for name in ("width", "height")]
    found = [int(size[1]) for size in sizes if size] + [
        int(size) for size in _STYLED.findall(attributes.get("style", "")[:MAX_ALT])
    ]
    return bool(found) and min(found) <= SMALL and max(found) <= 2 * SMALL


def _rows_like(page: Page, elements: list[_Element]) -> NDArray[np.bool_] | None:
    """For each row whether its name, its class and its id are those of one of some elements, or at least its name; None
    where no name tells them apart."""
    columns = page.columns
    codes = {tags.CODES.get(element.tag, 0) for element in elements}
    if 0 in codes:
        return None
    names = columns.class_and_id.decode("utf-8", "replace").split("\0")
    numbers = {pair: number for number, pair in enumerate(zip(names[::2], names[1::2], strict=False), start=1)}
    numbers["", ""] = 0
    wanted = {numbers.get((element.get("class", ""), element.get("id", "")), -1) for element in elements}
    found: NDArray[np.bool_] = np.isin(columns.tag, list(codes))
    return found if -1 in wanted else found & np.isin(columns.names, list(wanted))


def _from_noscript(
    page: Page,
    found: dict[int, Picture],
    holds_kept: NDArray[np.bool_],
    bounds: tuple[int, int],
    addresses: Addresses,
) -> None:
    """Add the images that stand only in a ``noscript``."""
    assert page.tree is not None
    columns = page.columns
    urls = {picture.url for picture in found.values()}
    images: list[tuple[Picture, _Element, _Element | None]] = []
    for noscript in page.stated_elements.noscripts:
        if len(images) >= MAX_PICTURES:
            break
        image, around, before = next(noscript.iter("img"), None), noscript.getparent(), noscript.getprevious()
        if image is None or around is None:
            continue
        # Most are twins of an image that is known, or count visits: rows, which cost more, are for the others.
        if (picture := _picture(image, addresses)) is not None and picture.url not in urls:
            images.append((picture, around, before))
    if not images:
        return
    elements = page.elements(_rows_like(page, [e for _, *both in images for e in both if e is not None]))
    rows = {element: row for row, element in enumerate(elements) if element is not None}
    for picture, around, before in images:
        if len(found) >= MAX_PICTURES:
            break
        if picture.url in urls:
            continue
        host = rows.get(around, -1)
        if host < 0:
            continue
        # After what stands before it, of which the last may be the image that it stands in for.
        place = int(columns.end[rows[before]]) - 1 if before is not None and before in rows else host
        holder, named = _hosts(page, np.array([place])) if place != host else (np.array([host]), np.zeros(1, np.bool_))
        while not columns.subtree_chars[holder[0]] and holder[0] > 0:
            holder = columns.parent[holder]
        if place in found or named[0] or not holds_kept[holder[0]] or not bounds[0] <= place < bounds[1]:
            continue
        found[place] = picture
        urls.add(picture.url)
