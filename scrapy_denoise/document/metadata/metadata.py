"""What a page says of itself: title, authors, dates, language, site and the like, each with where it says so.

What is stated for machines comes before what is shown: JSON-LD, microdata, OpenGraph, Dublin Core, ``meta``, ``time``,
the address, then the page's own date and author lines. The first source that has a field gives it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import unescape
from itertools import chain
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.word_language import language_of_words
from scrapy_denoise.document.metadata.author_links import MAX_LINKED
from scrapy_denoise.document.metadata.author_names import beside_site, names_desk, names_of, names_site
from scrapy_denoise.document.metadata.dates import iso_date
from scrapy_denoise.document.metadata.declared import (
    from_dublin_core,
    from_meta,
    from_microdata,
    from_opengraph,
    from_time,
    from_url,
)
from scrapy_denoise.document.metadata.json_ld import from_json_ld
from scrapy_denoise.document.metadata.order import DateOrder
from scrapy_denoise.document.metadata.publication import DAY, is_of_entry, publication
from scrapy_denoise.document.metadata.script_state import from_scripts
from scrapy_denoise.document.metadata.statements import Statements
from scrapy_denoise.document.metadata.tag_links import linked_tags, tag_in, without_tags_of_systems
from scrapy_denoise.document.metadata.visible import ShownLines
from scrapy_denoise.document.source.compiled import is_whole
from scrapy_denoise.page import Page
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
    publication.
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

    def to_dict(self) -> dict[str, Any]:
        """The metadata as JSON can hold it."""
        return {name: getattr(self, name) for name in ("title", *FIELDS)} | {"sources": dict(self.sources)}


FIELDS = [name for name in attrs.fields_dict(Metadata) if name not in ("title", "sources")]

SOURCES: tuple[tuple[str, Callable[[Page], Statements]], ...] = (
    ("json-ld", from_json_ld),
    ("microdata", from_microdata),
    ("opengraph", from_opengraph),
    ("dublin-core", from_dublin_core),
    ("meta", from_meta),
    ("time", from_time),
    ("url", from_url),
)

_LOOSE = ("opengraph", "dublin-core", "meta")
"""Sources whose authors can be anybody: the site, its owner, or who has made it."""

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
    shown = ShownLines(page, types, spaced=language[:2] == "ja")
    order = DateOrder(page, language)

    def read_date(texts: list[str]) -> str:
        texts = texts[:MAX_VALUES]
        return _date(texts, order.tag(texts))

    readers: dict[str, Callable[[list[str]], Value]] = {
        "authors": names_of,
        "published": read_date,
        "modified": read_date,
        "language": _language,
        "description": _plain,
        "url": lambda texts: _address(page, texts),
        "image": lambda texts: _address(page, texts),
        "tags": lambda texts: _tags(texts, title),
        "site_name": lambda texts: _one([text for text in texts if not _HTTP.match(text)]),
        "breadcrumbs": _several,
    }
    found: dict[str, tuple[str, Value]] = {"title": (_title_source(title, stated), title)} if title else {}
    for name in FIELDS:
        values: Iterable[tuple[str, Value]] = _values(name, stated, readers.get(name, _one))
        if name == "authors":
            values = _persons_first(page, chain(values, _shown(shown)), stated)
        elif name == "published":
            values = _published(page, list(values), shown, read_date)
        elif name == "modified":
            values = chain(values, _shown_changes(shown, read_date, far="published" not in found))
        elif name == "tags":
            values = chain(values, _shown_tags(page, types, title))
        if (first := next(iter(values), None)) is not None:
            found[name] = first
    if "modified" in found and "published" not in found:
        found["published"] = ("modified", found["modified"][1])
    if written:
        found["language"] = ("page", written)
    sources = {name: source for name, (source, _) in found.items()}
    fields: dict[str, Any] = {name: _printable(value) for name, (_, value) in found.items()}
    return Metadata(**fields, sources=sources)


def _written_language(page: Page, types: NDArray[np.uint8]) -> str:
    """The language that the letters of a page tell, or else those of its content: a forum may be in another."""
    columns = page.columns
    if (found := written_language(columns.text)) or columns.text.isascii():
        return found
    rows = columns.text_rows[types == _CONTENT]
    spans = zip(columns.text_start[rows].tolist(), columns.text_stop[rows].tolist(), strict=True)
    return written_language(b" ".join(columns.text[start:stop] for start, stop in spans))


def without_date_of_entry(found: Metadata, dates: Callable[[], Sequence[str]]) -> Metadata:
    """The metadata of a list without a date of publication that one of its entries has. dates: makes those of its
    entries."""
    if not is_of_entry(found.sources.get("published", ""), found.published, dates):
        return found
    return without_field(found, "published")


def without_authors_of_entries(found: Metadata) -> Metadata:
    """The metadata of a list without so many authors that each is that of an entry."""
    return without_field(found, "authors") if len(found.authors) > MAX_LINKED else found


def without_field(found: Metadata, name: str) -> Metadata:
    """The metadata as if the page did not say this field."""
    empty: dict[str, Any] = {name: attrs.fields_dict(Metadata)[name].default}
    sources = {field: source for field, source in found.sources.items() if field != name}
    return attrs.evolve(found, **empty, sources=sources)


def _printable(value: Value) -> Value:
    """A value without control characters, which references in it can bring too."""
    return without_controls(value) if isinstance(value, str) else tuple(map(without_controls, value))


def _values(
    name: str, stated: Iterable[tuple[str, Statements]], read: Callable[[list[str]], Value]
) -> Iterator[tuple[str, Value]]:
    """The sources that have a field, each with its value, in order."""
    for source, said in stated:
        if said.get(name) and (value := read(said[name])):
            yield source, value


def _shown(shown: ShownLines) -> Iterator[tuple[str, Value]]:
    """The authors that a page shows, found when they are asked for."""
    if names := shown.authors():
        yield "page", names


def _published(
    page: Page, stated: list[tuple[str, Value]], shown: ShownLines, read: Callable[[list[str]], str]
) -> Iterator[tuple[str, Value]]:
    """The date of the publication, stated or shown."""

    def state() -> str:
        return read(from_scripts(page).get("published", []))

    def date() -> str:
        return read(shown.dates())

    if found := publication([(source, str(day)) for source, day in stated], date, state):
        # A day in an address, or stated without its time, is shown with it mostly.
        if len(found[1]) == DAY and len(text := date()) > DAY and text[:DAY] == found[1]:
            found = "page", text
        yield found
    elif value := next(filter(None, map(read, shown.published())), "") or next(_agreed(shown.around(), read), ""):
        yield "page", value
    elif value := state():
        yield "script", value


def _shown_changes(shown: ShownLines, read: Callable[[list[str]], str], far: bool) -> Iterator[tuple[str, Value]]:
    """The date of the last change that a page shows, found when it is asked for. far: look around the text too."""
    if value := read(shown.dates(changed=True)) or (far and next(filter(None, map(read, shown.changed())), "")):
        yield "page", value


def _shown_tags(page: Page, types: NDArray[np.uint8], title: str) -> Iterator[tuple[str, Value]]:
    """The tags that a page shows, found when they are asked for."""
    if tags := _tags(linked_tags(page, types), title):
        yield "page", tags


def _agreed(lists: Iterable[list[str]], read: Callable[[list[str]], str]) -> Iterator[str]:
    """The date of each list of texts whose dates are all of the same day."""
    for texts in lists:
        dates = [read([text]) for text in texts[:MAX_VALUES]]
        if dates and all(dates) and len({date[:DAY] for date in dates}) == 1:
            yield dates[0]


def _persons_first(
    page: Page, values: Iterable[tuple[str, Value]], stated: list[tuple[str, Statements]]
) -> Iterator[tuple[str, Value]]:
    """The sources that name other authors than the site itself, its host or its staff, before those that do not, and
    without the site beside a person. Who made the site is no author, nor is it what the site is called in one word.

    A word alone that a page only shows is the name of an agency or of a desk as often as that of a person, and comes
    after the site too.
    """
    sites = {
        text.casefold() for _, said in stated for name in ("publisher", "site_name") for text in said.get(name, ())
    }
    sites.update(host_names(page.url or ""))
    of_the_site: list[tuple[str, Value]] = []
    for found in values:
        source, names = found
        if source in _LOOSE and names_site(tuple(names), sites):
            continue
        if (
            sites.issuperset(name.casefold() for name in names)
            or all(map(names_desk, names))
            or (source == "page" and not any(map(_is_full, names)))
        ):
            of_the_site.append(found)
        else:
            yield source, beside_site(tuple(names), sites)
    yield from of_the_site


def _is_full(name: str) -> bool:
    """Whether a name has two words, or is in a script without spaces between words."""
    return len(name.split()) > 1 or name[:1] >= UNSPACED


def _title_source(title: str, stated: list[tuple[str, Statements]]) -> str:
    return next((name for name, said in stated if any(title in text for text in said.get("title", ()))), "page")


def _one(texts: list[str]) -> str:
    return next((clean for text in texts if (clean := collapse_whitespace(unescape(text[:MAX_VALUE_CHARS])))), "")


def _several(texts: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clean for text in texts[:MAX_VALUES] if (clean := _one([text]))))


def _plain(texts: list[str]) -> str:
    """The first text, without the elements of one that is HTML, and without a last one that was cut through."""
    return next((plain for text in texts if (plain := collapse_whitespace(_without_markup(_one([text]))))), "")


def _without_markup(text: str) -> str:
    return unescape(_CUT.sub("", _ELEMENT.sub(" ", text))) if _MARKUP.search(text) else text


def _language(texts: list[str]) -> str:
    """The first tag of a language (BCP 47); ``en_us`` is ``en-US``, ``spa-esp`` is ``es``."""
    tags = (_LANGUAGE.match(text.strip().replace("_", "-")) for text in texts[:MAX_VALUES])
    if (tag := next(filter(None, tags), None)) is None:
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
    each = len(texts) > 2 and all(text.count(",") <= 1 for text in texts)
    headline = match_key(title)
    if len(headline) < (MIN_UNSPACED_TITLE if headline[:1] >= UNSPACED else MIN_TITLE):
        headline = ""
    others = (text for text in texts if not headline or match_key(text) != headline)
    whole = [without_tags_of_systems(unescape(text[:MAX_VALUE_CHARS])) for text in others]
    parts = (part for text in whole for part in ([text] if each else _COMMA.split(text)))
    tags = _several([tag for part in parts if (tag := tag_in(part))])
    return tuple(tag for tag in tags if not headline or match_key(tag) != headline)


def _date(texts: list[str], language: str) -> str:
    return next((date for text in texts if (date := iso_date(text, language))), "")


def _address(page: Page, texts: list[str]) -> str:
    for text in (text[:MAX_VALUE_CHARS] for text in texts[:MAX_VALUES] if text.strip()):  # an empty one is no address
        address = text if is_whole(text) else safe_url_join(page.base_url, text) or ""
        if address.startswith(("http://", "https://")):
            return address
    return ""
