"""What a page says of itself: title, authors, dates, language, site and the like, each with where it says so.

What is stated for machines comes before what is shown: JSON-LD, microdata, OpenGraph, Dublin Core, ``meta``, ``time``,
the address, then the page's own date and author lines. The first source that has a field gives it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import unescape
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.word_language import language_of_words
from scrapy_denoise.document.metadata.author_links import MAX_LINKED
from scrapy_denoise.document.metadata.author_names import names_of, squeezed
from scrapy_denoise.document.metadata.author_places import BETWEEN, AuthorPlaces
from scrapy_denoise.document.metadata.date_places import DAY, DatePlaces
from scrapy_denoise.document.metadata.dates import DateReader, iso_date
from scrapy_denoise.document.metadata.declared import (
    Statements,
    from_dublin_core,
    from_meta,
    from_microdata,
    from_opengraph,
    from_url,
)
from scrapy_denoise.document.metadata.json_ld import from_json_ld
from scrapy_denoise.document.metadata.order import DateOrder
from scrapy_denoise.document.metadata.page_in_site import shown_breadcrumbs, site_beside_title
from scrapy_denoise.document.metadata.ranked_fields import SURE, Given, give, in_order, is_sure
from scrapy_denoise.document.metadata.shown_lines import ShownLines
from scrapy_denoise.document.metadata.site_values import OF_SITE
from scrapy_denoise.document.metadata.tag_links import linked_tags, tag_in, without_tags_of_systems
from scrapy_denoise.document.source.compiled import is_whole
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import Candidate
from scrapy_denoise.page.candidates.ranking import Ranked
from scrapy_denoise.page.compiled import collapse_whitespace, match_key, without_controls
from scrapy_denoise.page.text.words import UNSPACED
from scrapy_denoise.page.text.written_language import may_be_written_so, written_language
from scrapy_denoise.page.title.site_name import host_names
from scrapy_denoise.page.url import safe_url_join

MAX_VALUE_CHARS = 2_000
MAX_VALUES = 50
"""Authors, tags and breadcrumbs of a page; characters of a value."""


@attrs.frozen
class Metadata:
    """The facts that a page states or shows about itself. A field is empty if the page does not say.

    title: the page's headline, without the name of the site. authors: the names of the authors, without "by".
    published: the date of publication as ISO 8601, with time and zone where the page has them. modified: the date of
    the last change, in the same form. language: a tag such as ``en`` or ``pt-BR``, as the page states it unless its
    letters or its words are another's. url: the canonical address of the page. site_name: the name of the site.
    description: a summary of the page. image: the address of the main picture. section: the section of the site that
    the page belongs to. breadcrumbs: the names of the sections that lead to the page, the first one first. tags: the
    words that the page is filed under. license: the address or the name of the page's licence. sources: for each field
    that is not empty, where it was found: ``json-ld``, ``microdata``,
    ``opengraph``, ``dublin-core``, ``meta``, ``time``, ``url`` (the page's address), ``page`` (what is shown),
    ``script`` (the state for the page's program); ``modified`` where the day of the last change stands for that of the
    publication. confidences: of each field whose candidates are ranked (`RANKED`), how sure it is, 0 to 1.
    """

    title: str = ""
    authors: tuple[str, ...] = ()
    published: str = ""
    modified: str = ""
    language: str = ""
    site_name: str = ""
    url: str = ""
    description: str = ""
    image: str = ""
    section: str = ""
    breadcrumbs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    license: str = ""
    sources: Mapping[str, str] = attrs.field(factory=dict)
    confidences: Mapping[str, float] = attrs.field(factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The metadata as JSON can hold it."""
        return {name: getattr(self, name) for name in ("title", *FIELDS)} | {
            "sources": dict(self.sources),
            "confidences": dict(self.confidences),
        }


FIELDS = [name for name in attrs.fields_dict(Metadata) if name not in ("title", "sources", "confidences")]
RANKED = ("title", "authors", "published", "modified")
"""The fields whose candidates are ranked."""

STATED = [name for name in FIELDS if name not in RANKED]
"""The others: the first source that states one gives it."""

SOURCES: tuple[tuple[str, Callable[[Page], Statements]], ...] = (
    ("json-ld", from_json_ld),
    ("microdata", from_microdata),
    ("opengraph", from_opengraph),
    ("dublin-core", from_dublin_core),
    ("meta", from_meta),
    ("url", from_url),
)

SHOWN = ("microdata", "time", "page")
"""Sources that are places of the page, where an entry of a list has its date too."""

MIN_DATED = 3
"""Entries with dates of a list whose dates these are."""

Value = str | tuple[str, ...]

_MARKUP = re.compile(r"^\s*<[a-zA-Z]|</[a-zA-Z]|<br\b|<[a-zA-Z]{1,20}\s[a-zA-Z-]{1,20}=")
"""What HTML has, and a text about elements seldom."""

_ELEMENT = re.compile(r"</?[a-zA-Z][^<>]{0,2000}>")
_CUT = re.compile(r"</?[a-zA-Z][^<>]{0,2000}$")
_LANGUAGE = re.compile(r"([a-zA-Z]{2,3})((?:-[a-zA-Z0-9]{2,8}){0,4})(?![\w-])")
_CODES = dict(
    pair.split(":")
    for pair in (
        "ara:ar bul:bg cat:ca ces:cs chi:zh chs:zh cht:zh cn:zh cz:cs cze:cs dan:da deu:de dk:da dut:nl "
        "ell:el eng:en enu:en esn:es esp:es est:et fas:fa fin:fi fra:fr fre:fr ger:de gr:el gre:el heb:he "
        "hin:hi hrv:hr hun:hu ind:id ita:it iw:he jp:ja jpn:ja kor:ko lav:lv lit:lt nld:nl nor:no per:fa "
        "pol:pl por:pt ptb:pt ron:ro rum:ro rus:ru slk:sk slo:sk slv:sl spa:es srp:sr swe:sv tha:th tur:tr "
        "ua:uk uig:ug ukr:uk urd:ur vie:vi zho:zh"
    ).split()
)
"""The code of two letters for those of three, and of countries, that pages state as a language."""

_HTTP = re.compile(r"\A\s*https?://")
_CONTENT = BLOCK_TYPES.index("content")
_COMMA = re.compile("[,;،，、；]")

MIN_TRAIL = 2
"""Sections of a trail with which the sources behind it are left out."""

MIN_TITLE, MIN_UNSPACED_TITLE = 12, 6
"""Letters and digits of a title that is no tag; a shorter one can be the word for what the page is about. Fewer of a
script without spaces between words."""


def find_metadata(page: Page, types: NDArray[np.uint8], title: str) -> Metadata:
    """What a page says of itself. Raises nothing, whatever it says.

    types: for each text row an index into `BLOCK_TYPES`. title: the page's.
    """
    stated = [(name, source(page)) for name, source in SOURCES]
    language = next((text for _, said in stated for text in said.get("language", ())), "")
    # Many a theme states the language that it was made in.
    written = _written_language(page, types)
    if not written:
        written = language_of_words(page.columns.text, _language([language]))
    elif may_be_written_so(language, written):
        written = ""
    language = written or language
    readers: dict[str, Callable[[list[str]], Value]] = {
        "language": _language,
        "description": _plain,
        "url": lambda texts: _address(page, texts),
        "image": lambda texts: _address(page, texts),
        "tags": lambda texts: _tags(texts, title),
        "site_name": lambda texts: _one([text for text in texts if not _HTTP.match(text)]),
        "breadcrumbs": lambda texts: _sections(texts, title),
    }
    found: dict[str, tuple[str, Value]] = {"title": (_title_source(title, stated), title)} if title else {}
    for name in STATED:
        read = readers.get(name, _one)
        # A trail of one section is mostly the home page, and another may say more.
        first = _stated(stated, name, read, MIN_TRAIL if name == "breadcrumbs" else 1)
        if first and first[0] == "meta" and name in OF_SITE and OF_SITE[name](first[1], page, types):
            first = None
        if first is None and name in _SHOWN and (value := _SHOWN[name](page, types, title)):
            first = "page", value
        if first is None and name == "breadcrumbs":
            first = _stated(stated, name, read, 1)
        if first is not None:
            found[name] = first
    given = find_ranked(page, types, stated, language)
    for name, one in given.items():
        found[name] = one.source, tuple(one.value.split(BETWEEN)) if name == "authors" else one.value
    if "modified" in found and "published" not in found:
        found["published"] = ("modified", found["modified"][1])
    if written:
        found["language"] = ("page", written)
    sources = {name: source for name, (source, _) in found.items()}
    # References in a value can bring control characters too.
    fields: dict[str, Any] = {
        name: without_controls(value) if isinstance(value, str) else tuple(map(without_controls, value))
        for name, (_, value) in found.items()
    }
    return Metadata(
        **fields, sources=sources, confidences={name: round(one.confidence, 3) for name, one in given.items()}
    )


def _written_language(page: Page, types: NDArray[np.uint8]) -> str:
    """The language that the letters of a page tell, or else those of its content: a forum may be in another."""
    columns = page.columns
    if (found := written_language(columns.text)) or columns.text.isascii():
        return found
    rows = columns.text_rows[types == _CONTENT]
    return (
        written_language(columns.text[columns.text_start[rows[0]] : columns.text_stop[rows[-1]]]) if len(rows) else ""
    )


def without_those_of_entries(
    found: Metadata, is_index: Callable[[], bool], dates: Callable[[], Sequence[str]]
) -> Metadata:
    """The metadata of a list without so many authors that each is that of an entry, and without a date of publication
    that one of its entries has.

    is_index: whether the page is a list. dates: makes those of its entries, empty where one has none. Both take long,
    and are called where a field may be that of an entry: the date where it stands in a place of the page."""
    many, shown = len(found.authors) > MAX_LINKED, found.sources.get("published") in SHOWN
    if not (many or shown) or not is_index():
        return found
    if many:
        found = without_field(found, "authors")
    days = [text[:DAY] for text in dates() if text] if shown else []
    return without_field(found, "published") if len(days) >= MIN_DATED and found.published[:DAY] in days else found


def without_field(found: Metadata, name: str) -> Metadata:
    """The metadata as if the page did not say this field."""
    empty: dict[str, Any] = {name: attrs.fields_dict(Metadata)[name].default}
    sources = {field: source for field, source in found.sources.items() if field != name}
    confidences = {field: sure for field, sure in found.confidences.items() if field != name}
    return attrs.evolve(found, **empty, sources=sources, confidences=confidences)


def apply_overrides(found: Metadata, stated: Mapping[str, str]) -> Metadata:
    """The metadata with a title, a date and an author that win over the page's own, under the source ``correction``."""
    fields: dict[str, Any] = {}
    if title := stated.get("title"):
        fields["title"] = title
    if date := iso_date(stated.get("date", ""), found.language):
        fields["published"] = date
    if names := names_of([stated["author"]] if "author" in stated else []):
        fields["authors"] = names
    if not fields:
        return found
    sources = {**found.sources, **dict.fromkeys(fields, "correction")}
    confidences = {name: sure for name, sure in found.confidences.items() if name not in fields}
    return attrs.evolve(found, **fields, sources=sources, confidences=confidences)


def _stated(
    stated: list[tuple[str, Statements]], name: str, read: Callable[[list[str]], Value], least: int
) -> tuple[str, Value] | None:
    """The first source that has a field, with its value. least: texts or characters of the value."""
    for source, said in stated:
        if (texts := said.get(name)) and len(value := read(texts)) >= least:
            return source, value
    return None


_SHOWN: dict[str, Callable[[Page, NDArray[np.uint8], str], Value]] = {
    "tags": lambda page, types, title: _tags(linked_tags(page, types), title),
    "breadcrumbs": lambda page, _types, title: _sections(shown_breadcrumbs(page), title),
    "site_name": lambda page, _types, title: site_beside_title(page, title),
}
"""What a page shows of fields that it does not state."""


def page_candidates(
    page: Page, types: NDArray[np.uint8], stated: list[tuple[str, Statements]], language: str
) -> dict[str, list[Candidate]]:
    """The candidates of each field that is ranked, with those that the page shows."""
    authors, dates = _stated_places(page, types, stated, language)
    authors.add_shown()
    dates.add_shown()
    return {"authors": authors.candidates(), **dates.candidates()}


def _stated_places(
    page: Page, types: NDArray[np.uint8], stated: list[tuple[str, Statements]], language: str
) -> tuple[AuthorPlaces, DatePlaces]:
    """The authors and the dates that a page states."""
    lines = ShownLines(page, types)
    authors = AuthorPlaces(lines, stated, site_names(page, stated), language[:2] == "ja")
    return authors, DatePlaces(lines, stated, DateReader(DateOrder(page, language)))


def ranked_candidates(page: Page, types: NDArray[np.uint8], language: str) -> dict[str, list[Ranked]]:
    """All candidates of each field that is ranked, in their order. language: of the metadata."""
    stated = [(name, source(page)) for name, source in SOURCES]
    found = page_candidates(page, types, stated, language)
    return {field: in_order(field, candidates) for field, candidates in found.items()}


def find_ranked(
    page: Page, types: NDArray[np.uint8], stated: list[tuple[str, Statements]], language: str
) -> dict[str, Given]:
    """The fields that are ranked, those that the page gives; what it shows is read where what it states is not sure.

    A change before the publication is none.
    """
    authors, dates = _stated_places(page, types, stated, language)
    found: dict[str, Given] = {}
    _put(found, {"authors": authors.candidates(), **dates.candidates()})
    if not is_sure("authors", found.get("authors")):
        authors.add_shown()
        _put(found, {"authors": authors.candidates()})
    known = found.get("published")
    if not is_sure("published", known):
        dates.add_shown()
        _put(found, dates.candidates())
        # Of a day that is sure what the page shows can tell the time alone.
        if known and known.confidence >= SURE and found["published"].value[:DAY] != known.value[:DAY]:
            found["published"] = known
    if "published" in found and "modified" in found and found["modified"].value[:DAY] < found["published"].value[:DAY]:
        del found["modified"]
    return found


def _put(found: dict[str, Given], candidates: Mapping[str, list[Candidate]]) -> None:
    for field, own in candidates.items():
        if one := give(field, own):
            found[field] = one
        else:
            found.pop(field, None)


def site_names(page: Page, stated: Iterable[tuple[str, Statements]]) -> set[str]:
    """What a page states and its address says that its site is called, in small letters; also without spaces."""
    texts = list(host_names(page.url or ""))
    for _, said in stated:
        texts += said.get("publisher", []) + said.get("site_name", [])
    names = set(map(str.casefold, texts))
    return names.union(map(squeezed, names)) - {""}


def _title_source(title: str, stated: list[tuple[str, Statements]]) -> str:
    for name, said in stated:
        for text in said.get("title", ()):
            if title in text:
                return name
    return "page"


def _clean(text: str) -> str:
    """A stated text on one line, without references."""
    text = text[:MAX_VALUE_CHARS]
    return collapse_whitespace(unescape(text) if "&" in text else text)


def _one(texts: list[str]) -> str:
    return next(filter(None, map(_clean, texts)), "")


def _several(texts: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(_clean, texts[:MAX_VALUES]))))


def _plain(texts: list[str]) -> str:
    """The first text, without the elements of one that is HTML, and without a last one that was cut through."""
    return next((plain for text in texts if (plain := collapse_whitespace(_without_markup(_clean(text))))), "")


def _without_markup(text: str) -> str:
    return unescape(_CUT.sub("", _ELEMENT.sub(" ", text))) if _MARKUP.search(text) else text


def _language(texts: list[str]) -> str:
    """The first tag of a language (BCP 47); ``en_us`` is ``en-US``, ``spa-esp`` is ``es``."""
    for text in texts[:MAX_VALUES]:
        if tag := _LANGUAGE.match(text.strip().replace("_", "-")):
            break
    else:
        return ""
    language, others = tag[1].lower(), tag[2].split("-")[1:]
    code = _CODES.get(language, language)
    if code != language:
        others = [part for part in others if len(part) != 3]
    cased = (part.upper() if len(part) == 2 else part.title() if len(part) == 4 else part for part in others)
    return "-".join((code, *cased))


def _tags(texts: list[str], title: str) -> tuple[str, ...]:
    """The tags, of a text with commas those between them; of several tags each one has a comma at most where it is a
    name that stands the family name first. What a system notes for itself is none, and neither is the title."""
    if not texts:
        return ()
    each = len(texts) > 2 and max([text.count(",") for text in texts]) <= 1
    headline = match_key(title)
    if len(headline) < (MIN_UNSPACED_TITLE if headline[:1] >= UNSPACED else MIN_TITLE):
        headline = ""
    if headline:
        texts = [text for text in texts if match_key(text) != headline]
    parts: list[str] = []
    for text in texts:
        whole = without_tags_of_systems(unescape(text[:MAX_VALUE_CHARS]))
        parts += [whole] if each else _COMMA.split(whole)
    tags = _several([tag for part in parts if (tag := tag_in(part))])
    return tuple([tag for tag in tags if match_key(tag) != headline]) if headline else tags


def _sections(texts: list[str], title: str) -> tuple[str, ...]:
    """The names of a trail, without the page itself at its end."""
    names = _several(texts)
    return names[:-1] if names and match_key(names[-1]) == match_key(title) else names


def _address(page: Page, texts: list[str]) -> str:
    for text in (text[:MAX_VALUE_CHARS] for text in texts[:MAX_VALUES] if text.strip()):  # an empty one is no address
        address = text if is_whole(text) else safe_url_join(page.base_url, text) or ""
        if address.startswith(("http://", "https://")):
            return address
    return ""
