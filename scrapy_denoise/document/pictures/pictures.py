"""The pictures of the content: which images are part of it."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import bit_of, class_id_pairs
from scrapy_denoise.blocks.lexicon import phrases, sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives, name_words
from scrapy_denoise.document.compiled import ImagePlaces
from scrapy_denoise.document.nodes import Picture
from scrapy_denoise.document.pictures.image_source import MAX_SRCSET, PICTURE_FILE, SOURCES, other_source, source_of
from scrapy_denoise.document.pictures.lead_image import is_size_of, stated_pictures
from scrapy_denoise.document.source.compiled import NOT_XML, Addresses
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import NameWords, collapse_whitespace, find_first
from scrapy_denoise.page.walk.compiled import rows_of_elements

if TYPE_CHECKING:
    from scrapy_denoise.page.dom.element import Element

MAX_FILE = 300
"""Last characters of an address in which the ending of a file is looked for."""

MAX_PICTURES = 5_000
"""The most pictures of a document; later ones are left out."""

SMALL = 40
"""CSS pixels of width or height up to which an image is an icon or counts visits."""

LINE = 2
"""... and up to which it is a line or a spacer, however long the other is."""

MAIN = (100, 80)
"""The smallest width and height of the main picture of a page."""

ONE_SIDE = 100
"""The smallest width or height of one where the other is not stated, of pictures whose size is asked for."""

MAX_MARKS = 3
"""Places of a page at which one drawing (SVG) stands as a picture; at more it is a mark, such as a tick of a list."""

MAX_ALT = 2_000
"""The most characters of an alternative text."""

MAX_DIGITS = 100
"""The most characters of a width or height that are read."""

_FIGURE = tags.CODES["figure"]
_CELLS = tags.flags("td th")
_PIXELS = re.compile(r"\A\s*(\d+)(?:\.\d+)?(?:\s*px)?\s*")
_STYLED = re.compile(r"(?:^|;|\s)(?:width|height)\s*:\s*(\d+)(?:\.\d+)?px")
_WORDS = sections("picture_words")
_ANY = {name: alternatives(words) for name, words in _WORDS.items()}
_DECORATION = re.compile(
    rf"(?:^|[/_.-])(?:{_ANY['decorative']})\d?(?:[/_.?-]|$)"
    rf"|(?:^|/)(?:{_ANY['decorative_folders']})(?:[/.?]|$)"
    r"|(?:^|/)icons?[_-][^/?#]*\.(?:gif|png|svg|webp)(?:[?#]|$)"
    rf"|[/_-](?:{_ANY['drawn']})(?:[_-](?:left|right|up|down|dark|light|white|black|\d{{1,4}}))?\.(?:svg|gif)(?:[?#]|$)"
    rf"|(?:^|/)(?:{_ANY['blank']})(?:-noaspect)?\.(?:gif|png|svg)(?:[?#]|$)"
    r"|(?:^|/)[a-z]{1,12}[_-]icons/|(?<![a-z])qr(?:[_-]?codes?)?(?![a-z])[^/?#]*\.(?:gif|png|svg|webp|jpe?g)(?:[?#]|$)"
    r"|[/_-](?:app[_-]?store|google[_-]?play)(?:[_-]badge)?\.(?:gif|png|svg|webp)(?:[?#]|$)",
    re.IGNORECASE,
)
_MARK_ALTS = frozenset(phrases("mark_alts"))
_DECORATIVE_CLASS = re.compile(rf"(?:^|[\s_-])(?:{_ANY['classes']})(?:[\s_-]|$)", re.IGNORECASE)


def _alone(*kinds: str, more: str = "") -> NameWords:
    """Words that stand between other characters than letters. Few texts have one, and the patterns, which ask for more,
    are searched in these alone: they take 20 to 40 microseconds each. more: words that only the pattern has."""
    words = [*more.split(), *(word for kind in kinds for word in _WORDS[kind])]
    return name_words(f"-{word}-" for word in words)


_DECORATION_WORDS = _alone(
    *("decorative", "decorative_folders", "drawn", "blank"),
    more="icon icons qr qrcode qrcodes store appstore play googleplay",
)
_CLASS_WORDS = _alone("classes")
_PHOTOGRAPH = re.compile(r"\.(?:jpe?g|png|webp|avif)(?:[?#!@&\s,/]|$)", re.IGNORECASE)
_PART_WORDS = _alone("beside")
_PART_OF_PAGE = re.compile(rf"(?<![a-z])(?:{_ANY['beside']})(?![a-z])", re.IGNORECASE)
_AD_SERVER = re.compile(
    r"\A\s*(?:https?:)?//(?:(?:ads?|adv|adserver|banners?|reklama?|werbung|promo)\d*\."
    r"|(?:[\w-]+\.)*(?:doubleclick|googlesyndication|adnxs|adform|adserver\w*|adservice|amazon-adsystem|criteo)\.)",
    re.IGNORECASE,
)
_DRAWING = re.compile(r"\.svg(?:[?#]|$)", re.IGNORECASE)
_GIF = re.compile(r"\.gif(?:[?#]|$)", re.IGNORECASE)
_OF_PERSON = re.compile(r"/(?:authors?|users?|profiles?|members?)/[^/?#]", re.IGNORECASE)
"""The address of the page of a person, whose portrait leads there; less than `is_profile_address`, since those of
redirects to shops, which pictures lead to, have ``/u/`` and ``u=`` too."""

_FORMULA = re.compile(r"math|latex|\btex\b", re.IGNORECASE)
_FORMULA_WORDS = NameWords({"words": "math latex -tex-"})

_BESIDE = sum(map(bit_of, ("advertisement", "sharing", "related", "user")))
"""Families of names for images inside the content that are not part of it, such as advertisements. The names stand on
the image or on an element that holds nothing else."""

_RELATED, _ADVERTISEMENT = map(bit_of, ("related", "advertisement"))
_RELATED_WORDS = "|".join(word.strip("-") for word in sections("name_words")["related"] if word.strip("-") != "hot")
_RELATED_BEGINNINGS = _RELATED_WORDS.replace("relat", "relat(?!ive[^a-z])")
# The names that features read as these families count parts of words, and the beginnings of hashes. Of pictures more is
# asked: the family, the words that mislead, and what is more than those. Each alternative begins with its letters, and
# looks back behind them: so a pattern takes a quarter of the time.
_MISLEADING = (
    (
        _RELATED,
        NameWords({"words": "relative hot"}),
        re.compile(rf"{_RELATED_BEGINNINGS}|hot(?<![a-z]hot)(?![a-z])".encode()),
    ),
    (
        _ADVERTISEMENT,
        NameWords({"words": "-ad adv"}),
        re.compile(
            rb"advert|sponsor|promo|guanggao|adsense|adv(?<![a-z]adv)(?!an|en|i|o)"
            rb"|ad(?<![a-z0-9]ad)s?(?:\d{1,2}(?![a-z0-9])|(?![dv]|ap|dr|ju|mi|o|ul|[a-f0-9]{0,40}\d))"
        ),
    ),
)


_NOT_MAIN_CLASS = re.compile(rf"(?<![a-z])(?:{_ANY['not_main_classes']})(?![a-z])", re.IGNORECASE)
_NOT_MAIN = re.compile(
    rf"(?<![a-z])(?:{_ANY['not_main_addresses']})(?![a-z])|/(?:{_ANY['not_main_folders']})/", re.IGNORECASE
)
_POSTED = re.compile(rf"(?<![a-z])(?:{_ANY['posted']})(?![a-z])", re.IGNORECASE)


def find_pictures(page: Page, kept: NDArray[np.bool_], addresses: Addresses) -> dict[int, Picture]:
    """The pictures of the content, by their row in the page's columns.

    They stand between the first and the last kept text, or in a figure of which text is kept, in an element of which
    text is kept; an element that holds an image and no text but its caption does not count. What counts visits or
    decorates is left out. The main picture that the page states is content little before the first kept text too, such
    as above the headline. The image of a ``noscript`` stands in for an image before it that has no address of its own;
    its row is that image's, or else that of the element around. Of a picture that stands twice with no text between
    there is one.
    """
    places = ImagePlaces(page.columns, kept, page.cached(class_id_pairs), _BESIDE, _misread(page))
    around, heading = places.around(), places.heading_before(places.first)
    first, last = places.with_figures(heading, places.last)
    before = places.before(first)
    within, titled = places.between(first, last, heading)
    elements = _elements(page, [*around, *before, *within, *titled])
    sure = [row for row in around if _is_photograph(elements[row])] + _lead(page, before, elements, addresses)
    # Beside the title there may be one more picture, in an element of which no text is kept.
    within += [row for row in titled if _is_photograph(elements[row])]
    images = sorted({*within, *(row for row in sure if not places.is_beside(row))})
    found: dict[int, Picture] = {}
    for row in images[:MAX_PICTURES]:
        element = elements[row]
        if element is not None and (picture := _picture(element, addresses)) is not None:
            found[row] = picture
    _remove_marks(found, elements)
    _from_noscript(page, found, places, (first, last), addresses)
    _remove_repeated(page, found, kept)
    return found


def main_pictures(page: Page, kept: NDArray[np.bool_], addresses: Addresses, sized: bool) -> list[str]:
    """The addresses of the pictures of the content that may be its main one: not those that are small by what the page
    says, nor portraits of authors, buttons, formulas and what counts visits; of GIF, the format of signs and lines,
    those alone whose size it says. sized: ask for one side of all that nobody has posted."""
    found = find_pictures(page, kept, addresses)
    rows = sorted(found)
    elements = _elements(page, rows)
    shown = ((found[row].url, element) for row in rows if (element := elements[row]) is not None)
    return [url for url, element in shown if _may_be_main(url, element, sized)]


def _may_be_main(url: str, element: Element, sized: bool) -> bool:
    attributes = dict(element.items())
    name = attributes.get("class", "")
    if _NOT_MAIN.search(url) or _NOT_MAIN_CLASS.search(name) or _FORMULA.search(name):
        return False
    if element.tag != "img" and not PICTURE_FILE.search(url):  # of a noscript, where what counts visits stands too
        return False
    known = [_PIXELS.fullmatch(attributes.get(side, "")[:MAX_DIGITS]) for side in ("width", "height")]
    sides = [int(size[1]) if size else None for size in known]
    if any(side is not None and side < least for side, least in zip(sides, MAIN, strict=True)):
        return False
    if _GIF.search(url):
        return None not in sides
    return not sized or any(side and side >= ONE_SIDE for side in sides) or bool(_POSTED.search(f"{name} {url}"))


def _elements(page: Page, rows: list[int]) -> list[Element | None]:
    """For each row of the page the element, where it is one of some rows; else None."""
    wanted = np.zeros(len(page.columns), np.uint8)
    wanted[rows] = True
    return (page.nodes(wanted) if rows else None) or [None] * len(wanted)


def pictures_beside(
    page: Page, kept: NDArray[np.bool_], asides: NDArray[np.bool_], addresses: Addresses
) -> dict[int, Picture]:
    """The pictures of a product's page of which parts were left out: also those between the kept texts and such a part,
    but not those in one, which texts of it stand before and behind. asides: for each text row whether it was left out.
    """
    found = find_pictures(page, kept | asides, addresses)
    texts = np.flatnonzero(kept | asides)
    rows = sorted(found)
    before = np.searchsorted(page.columns.text_rows[texts], np.array(rows, np.intp))
    left_out = np.concatenate([[False], asides[texts], [False]])
    inside = left_out[before] & left_out[before + 1]
    return {row: found[row] for row, is_inside in zip(rows, inside.tolist(), strict=True) if not is_inside}


def _remove_marks(found: dict[int, Picture], elements: list[Element | None]) -> None:
    """Leave out the drawings that stand at many places of the page: ticks, stars and the like, but no formulas."""
    drawings = {row: url for row, picture in found.items() if _DRAWING.search(url := picture.url)}
    if len(drawings) <= MAX_MARKS:
        return
    counts = Counter(drawings.values())
    for row, url in drawings.items():
        element = elements[row]
        if counts[url] > MAX_MARKS and element is not None and not _FORMULA.search(element.get("class") or ""):
            del found[row]


def _remove_repeated(page: Page, found: dict[int, Picture], kept: NDArray[np.bool_]) -> None:
    """Of a picture that stands twice with no kept text and no cell of a table between, as in a gallery that goes round,
    leave out the one that says less: that is outside of a figure, or has the shorter alternative text, or comes second.
    """
    if len({picture.url for picture in found.values()}) == len(found):
        return
    columns, rows = page.columns, sorted(found)
    in_figure = columns.in_subtrees(np.flatnonzero(columns.tag == _FIGURE))
    before = np.searchsorted(columns.text_rows[kept], rows).tolist()
    cells = np.cumsum(_CELLS[columns.tag])[rows].tolist()
    first: dict[tuple[str, int, int], int] = {}
    for row, *place in zip(rows, before, cells, strict=True):
        one = first.setdefault((found[row].url, *place), row)
        if one != row:
            says = [(bool(in_figure[each]), len(found[each].alt)) for each in (one, row)]
            if says[1] <= says[0]:
                del found[row]
            else:
                first[(found[row].url, *place)] = row
                del found[one]


def _is_photograph(image: Element | None) -> bool:
    attributes = {} if image is None else dict(image.items())
    if image is None or _is_of_page(f"{attributes.get('class')} {attributes.get('id')}"):
        return False
    values = (value for name in SOURCES if (value := attributes.get(name)))
    file = next((value for value in values if _PHOTOGRAPH.search(value[:MAX_SRCSET])), "")
    if not file or _is_of_page(file.rpartition("/")[2]) or _AD_SERVER.match(file):
        return False
    link = next(image.iterancestors("a"), None)
    return link is None or PICTURE_FILE.search((link.get("href") or "")[-MAX_FILE:]) is not None


def _is_of_page(name: str) -> bool:
    """Whether a name is that of a part of the page."""
    return _PART_WORDS.may_be_in(name) and _PART_OF_PAGE.search(name) is not None


def _lead(page: Page, images: list[int], elements: list[Element | None], addresses: Addresses) -> list[int]:
    """The row of the first of some images that is the page's main picture, if there is one."""
    if images and page.root is not None and (names := stated_pictures(page)):
        for row in images:
            element = elements[row]
            url = source_of(element, dict(element.items()), addresses) if element is not None else ""
            if url and is_size_of(url, names):
                return [row]
    return []


def _misread(page: Page) -> list[tuple[int, int]]:
    """Pairs of class and id, each with a family of which it has parts of words alone: "relative" is the name of a
    layout, and "additional" no advertisement."""
    pairs = page.cached(class_id_pairs)
    return [(pair, family) for family, words, real in _MISLEADING for pair in pairs.without(family, words, real)]


def _picture(element: Element, addresses: Addresses) -> Picture | None:
    """The picture of an ``img`` element; None for decoration and where it has no address."""
    attributes = dict(element.items())
    name = f"{attributes.get('class', '')} {attributes.get('id', '')}"
    formula = _FORMULA_WORDS.may_be_in(name) and _FORMULA.search(name) is not None
    if not formula and ((_CLASS_WORDS.may_be_in(name) and _DECORATIVE_CLASS.search(name)) or _is_small(attributes)):
        return None
    url = source_of(element, attributes, addresses)
    if _AD_SERVER.match(url):
        return None
    if not url or (not formula and _is_decoration(url)):
        # A blank stands where a script of the site's own puts the picture.
        url = other_source(attributes, addresses)
        if not url or _is_decoration(url):
            return None
    if _is_beside_by_link(element, url):
        return None
    # Some pages escape it twice.
    alt = collapse_whitespace(NOT_XML.sub("", unescape(attributes.get("alt", "")[:MAX_ALT])))
    return None if alt.lower() in _MARK_ALTS else Picture(url, alt)


def _is_beside_by_link(element: Element, url: str) -> bool:
    """Whether the link around a picture tells that it is no content: a drawing in one that runs a script is a control,
    such as of the size of letters, and a picture in one to the page of a person is a portrait."""
    link = next(element.iterancestors("a"), None)
    if link is None:
        return False
    href = link.get("href") or ""
    if href[:11].lower() == "javascript:" or (not href and link.get("onclick") is not None):
        file = url[-MAX_FILE:]
        return bool(_GIF.search(file) or _DRAWING.search(file)) or _is_of_page(url.rpartition("/")[2])
    return _OF_PERSON.search(href[-MAX_FILE:]) is not None


def _is_decoration(url: str) -> bool:
    host, _, path = url.partition("://")[2].partition("/")
    if host.startswith("emoji") or "placeholder" in host:
        return True
    return _DECORATION_WORDS.may_be_in(path) and _DECORATION.search(path) is not None


def _is_small(attributes: dict[str, str]) -> bool:
    sizes = [_PIXELS.fullmatch(size[:MAX_DIGITS]) for name in ("width", "height") if (size := attributes.get(name))]
    pixels = [int(size[1]) for size in sizes if size]
    if "style" in attributes:
        pixels += map(int, _STYLED.findall(attributes["style"][:MAX_ALT]))
    return bool(pixels) and (min(pixels) <= LINE or (min(pixels) <= SMALL and max(pixels) <= 2 * SMALL))


def _from_noscript(
    page: Page,
    found: dict[int, Picture],
    places: ImagePlaces,
    bounds: tuple[int, int],
    addresses: Addresses,
) -> None:
    """Add the images that stand only in a ``noscript``: most are twins of an image that is known, or count visits."""
    held = [
        (image, noscript.getparent(), noscript.getprevious())
        for noscript in page.stated_elements.noscripts
        if (image := find_first(noscript, b"img")) is not None
    ]
    sought = [one for _, *beside in held for one in beside if one is not None]
    rows = rows_of_elements(page.root, page.columns, sought) if sought and page.root is not None else {}
    urls = {picture.url for picture in found.values()}
    for image, *beside in held:
        if len(found) >= MAX_PICTURES:
            break
        host, before = (rows.get(one, -1) if one is not None else -1 for one in beside)
        # After what stands before it, of which the last may be the image that it stands in for.
        place = int(page.columns.end[before]) - 1 if before >= 0 else host
        if host < 0 or place in found or not bounds[0] <= place < bounds[1]:
            continue
        holder = int(page.columns.parent[place]) if place != host else host
        if (place != host and places.is_beside(place)) or not places.is_in_kept(holder):
            continue
        if (picture := _picture(image, addresses)) is not None and picture.url not in urls:
            found[place] = picture
            urls.add(picture.url)
