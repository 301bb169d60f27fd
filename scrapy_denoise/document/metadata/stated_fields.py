"""The fields that a page states, or shows where it states none: the first source that has a field gives it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from html import unescape
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.blocks.page_model import INDEX_TYPES, find_page_type
from scrapy_denoise.blocks.word_language import language_of_words
from scrapy_denoise.document.links.breadcrumbs import is_home_alone, shown_breadcrumbs
from scrapy_denoise.document.metadata.declared import (
    Statements,
    from_dublin_core,
    from_meta,
    from_microdata,
    from_opengraph,
    from_url,
)
from scrapy_denoise.document.metadata.json_ld import from_json_ld, stated_logos
from scrapy_denoise.document.metadata.site_names import (
    OF_SITE,
    content_span,
    content_text,
    plain_site_name,
    shown_site_name,
)
from scrapy_denoise.document.metadata.tag_links import HTTP, MAX_STATED, MAX_TEXT, linked_tags, tags_in
from scrapy_denoise.document.pictures.lead_image import is_stock_picture
from scrapy_denoise.document.pictures.pictures import main_pictures
from scrapy_denoise.document.source.compiled import is_whole, page_addresses
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import collapse_whitespace, match_key
from scrapy_denoise.page.text.language_tag import language_tag
from scrapy_denoise.page.text.written_language import may_be_written_so, written_language
from scrapy_denoise.page.url import safe_url_join

SOURCES: tuple[tuple[str, Callable[[Page], Statements]], ...] = (
    ("json-ld", from_json_ld),
    ("microdata", from_microdata),
    ("opengraph", from_opengraph),
    ("dublin-core", from_dublin_core),
    ("meta", from_meta),
    ("url", from_url),
)

STATED = "language site_name url description image section breadcrumbs tags license".split()
"""The fields of `Metadata` that are not ranked."""

Value = str | tuple[str, ...]
Found = dict[str, tuple[str, Value]]
"""Of each field its source and its value."""

_MARKUP = re.compile(r"^\s*<[a-zA-Z]|</[a-zA-Z]|<br\b|<[a-zA-Z]{1,20}\s[a-zA-Z-]{1,20}=")
"""What HTML has, and a text about elements seldom."""

_ELEMENT = re.compile(r"</?[a-zA-Z][^<>]{0,2000}>")
_CUT = re.compile(r"</?[a-zA-Z][^<>]{0,2000}$")

_H1 = tags.CODES["h1"]
_LINK_BEHIND = re.compile(r"(?:…|\.\.\.)\]?([^…]{3,40})\Z")
"""What stands behind the sign that a text goes on."""

MIN_BEGIN = 10
"""Characters that a description which is cut off has in common with the whole one, at least."""

_CUT_OFF = ("…", "...", "[…]", "[...]")
_UNSAID = frozenset(("", "description", "descriptionhere"))
"""The letters of what a template states where nobody has written a description."""

_SIZE = re.compile(r"-(\d{2,4})x\d{2,4}(?=\.\w{3,4}\Z)")
"""The width and the height in the name of a picture's file; WordPress keeps the whole picture without them."""

LARGEST = 10_000
"""Pixels that no such width has."""

_CONTENT = BLOCK_TYPES.index("content")

LEAST = {"breadcrumbs": 2}
"""A stated trail with fewer sections is used only where the page shows none: one section is mostly the home page."""


def stated_fields(page: Page, types: NDArray[np.uint8], title: str, stated: list[tuple[str, Statements]]) -> Found:
    """The title of a page with its source, and those of STATED that it states or shows.

    types: for each text row an index into `BLOCK_TYPES`. stated: what each of SOURCES says.
    """
    readers: dict[str, Callable[[list[str]], Value]] = {
        "language": language_tag,
        "description": lambda texts: _plain(texts, site()),
        "url": lambda texts: _address(page, texts),
        "image": lambda texts: _picture(page, texts, title),
        "tags": lambda texts: tags_in(texts, title),
        "site_name": lambda texts: plain_site_name(
            _one([text for text in texts if not HTTP.match(text)]), page.url or ""
        ),
        "breadcrumbs": lambda texts: _sections(texts, titles()),
    }

    def site() -> str:
        return str(found.get("site_name", ("", ""))[1])

    titles = partial(_titles, page, title, stated)
    text = partial(content_text, page, types)
    found: Found = {"title": (_title_source(title, stated), title)} if title else {}
    shown: dict[str, Callable[[], Value]] = {
        "tags": lambda: tags_in(linked_tags(page, types), title),
        "breadcrumbs": lambda: _sections(trail, titles()) if (trail := shown_breadcrumbs(page)) else (),
        "image": lambda: _shown_picture(page, types, title),
        "site_name": lambda: plain_site_name(shown_site_name(page, title)),
    }
    for name in STATED:
        read = readers.get(name, _one)
        first = _first(stated, name, read, LEAST.get(name, 1))
        if first is not None and first[0] == "meta" and name in OF_SITE and OF_SITE[name](first[1], page, text, site()):
            first = ("page", value) if name in shown and (value := shown[name]()) else None
        elif first is None and name in shown:
            first = ("page", value) if (value := shown[name]()) else None
        if first is None and name in LEAST:
            first = _first(stated, name, read, 1)
        if first is not None:
            found[name] = first
    if "description" in found:
        found["description"] = _whole(found["description"], stated, site())
    if "image" in found:
        found["image"] = _large(found["image"], stated, page)
    if "breadcrumbs" in found and is_home_alone(found["breadcrumbs"][1], page, site()):
        del found["breadcrumbs"]
    # Many a theme states the language that it was made in.
    said = str(found["language"][1]) if "language" in found else ""
    written = _written_language(page, types)
    if not written:
        written = language_of_words(page.columns.text, said)
    elif may_be_written_so(said, written):
        written = ""
    if written:
        found["language"] = "page", written
    return found


def _first(
    stated: list[tuple[str, Statements]], name: str, read: Callable[[list[str]], Value], least: int
) -> tuple[str, Value] | None:
    """The first source that has a field, with its value. least: texts or characters of the value."""
    for source, said in stated:
        if (texts := said.get(name)) and len(value := read(texts)) >= least:
            return source, value
    return None


def _title_source(title: str, stated: list[tuple[str, Statements]]) -> str:
    for name, said in stated:
        for text in said.get("title", ()):
            if title in text:
                return name
    return "page"


def _written_language(page: Page, types: NDArray[np.uint8]) -> str:
    """The language that the letters of a page tell, or else those of its content: a forum may be in another."""
    columns = page.columns
    if (found := written_language(columns.text)) or columns.text.isascii():
        return found
    start, stop = content_span(page, types.tobytes())
    return written_language(columns.text[start:stop])


def _clean(text: str) -> str:
    """A stated text on one line, without references."""
    text = text[:MAX_TEXT]
    return collapse_whitespace(unescape(text) if "&" in text else text)


def _one(texts: list[str]) -> str:
    return next(filter(None, map(_clean, texts)), "")


def _several(texts: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(_clean, texts[:MAX_STATED]))))


def _plain(texts: list[str], site: str) -> str:
    """The first text that says more than the name of the site, without the elements of one that is HTML, without a
    last one that was cut through, and without the link to the rest of it ("Read more")."""
    plain = (_without_link(collapse_whitespace(_without_markup(_clean(text)))) for text in texts)
    return next((text for text in plain if match_key(text) not in _UNSAID and text != site), "")


def _without_link(text: str) -> str:
    behind = _LINK_BEHIND.search(text)
    is_link = behind is not None and match_key(behind[1]) in phrase_keys("unread_lines", "more")
    return text[: behind.start(1)] if behind and is_link else text


def _whole(first: tuple[str, Value], stated: list[tuple[str, Statements]], site: str) -> tuple[str, Value]:
    """A description with its source or, where it is cut off, the longest one that goes on in its place."""
    text = str(first[1])
    if not text.endswith(_CUT_OFF) or len(begin := text.rstrip(" .…[]")) < MIN_BEGIN:
        return first
    others = [
        (source, _plain([one], site)) for source, said in stated for one in said.get("description", ())[:MAX_STATED]
    ]
    longer = [(source, one) for source, one in others if one.startswith(begin) and not one.startswith(text)]
    return max([first, *longer], key=lambda one: len(one[1]))


def _without_markup(text: str) -> str:
    return unescape(_CUT.sub("", _ELEMENT.sub(" ", text))) if _MARKUP.search(text) else text


def _sections(texts: list[str], titles: set[str]) -> tuple[str, ...]:
    """The names of a trail, without the page itself at its end, which may be cut there. titles: the keys of those of
    the page."""
    names = _several(texts)
    last = match_key(names[-1]) if names else ""
    is_cut = last and names[-1].endswith(("…", "..."))
    is_page = last in titles or (is_cut and any(key.startswith(last) for key in titles))
    return names[:-1] if is_page else names


def _titles(page: Page, title: str, stated: list[tuple[str, Statements]]) -> set[str]:
    """The keys of the title of a page, of those that it states and of its headings of the first rank that have a word
    of the title: another one may be the name of its section."""
    columns, words = page.columns, set(title.lower().split())
    rows = np.flatnonzero(columns.tag == _H1)[:MAX_STATED].tolist()
    headings = [text for row in rows if not words.isdisjoint((text := columns.text_of(row)[:MAX_TEXT]).lower().split())]
    texts = [text for _, said in stated for text in said.get("title", ())[:MAX_STATED]]
    return {key for text in (title, *map(_clean, texts + headings)) if (key := match_key(text))}


def _picture(page: Page, texts: list[str], title: str) -> str:
    """The first address that is no logo, icon or portrait of a member, which many systems state as the picture of each
    page, by what the page states or by its own words."""
    logos = stated_logos(page.json_ld)
    return _address(
        page,
        [text for text in texts if text not in logos and not is_stock_picture(text[:MAX_TEXT], title, page.url or "")],
    )


def _large(first: tuple[str, Value], stated: list[tuple[str, Statements]], page: Page) -> tuple[str, Value]:
    """A picture with its source; where its address tells its size, the largest one of that file that is stated."""
    if not (size := _SIZE.search(address := str(first[1]))):
        return first
    file, sizes = _SIZE.sub("", address), [(int(size[1]), first)]
    for source, said in stated:
        for other in (_address(page, [text]) for text in said.get("image", ())[:MAX_STATED]):
            if _SIZE.sub("", other) == file:
                known = _SIZE.search(other)
                sizes.append((int(known[1]) if known else LARGEST, (source, other)))
    return max(sizes, key=itemgetter(0))[1]


def _shown_picture(page: Page, types: NDArray[np.uint8], title: str) -> str:
    """The first picture of the content that may be its main one; a list has those of its entries, and of a thread a
    side must be stated, or its system say that it was posted, since it has signs and portraits between its posts."""
    kept = types == _CONTENT
    if not kept.any() or (kind := page.cached(find_page_type).name) in INDEX_TYPES:
        return ""
    return _picture(page, main_pictures(page, kept, page.cached(page_addresses), kind == "forum"), title)


def _address(page: Page, texts: list[str]) -> str:
    for text in (text[:MAX_TEXT] for text in texts[:MAX_STATED] if text.strip()):  # an empty one is no address
        address = text if is_whole(text) else safe_url_join(page.base_url, text) or ""
        if address.startswith(("http://", "https://")):
            return address
    return ""
