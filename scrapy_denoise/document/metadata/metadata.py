"""What a page says of itself: title, authors, dates, language, site and the like, each with where it says so.

What is stated for machines comes before what is shown: JSON-LD, microdata, OpenGraph, Dublin Core, ``meta``, ``time``,
the address, then the page's own date and author lines. The first source that has a field gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.metadata.author_links import MAX_LINKED
from scrapy_denoise.document.metadata.author_names import names_of, squeezed
from scrapy_denoise.document.metadata.author_places import BETWEEN, AuthorPlaces
from scrapy_denoise.document.metadata.date_places import DAY, DatePlaces
from scrapy_denoise.document.metadata.dates import DateReader, iso_date
from scrapy_denoise.document.metadata.declared import Statements
from scrapy_denoise.document.metadata.order import DateOrder
from scrapy_denoise.document.metadata.ranked_fields import SURE, Given, give, in_order, is_sure
from scrapy_denoise.document.metadata.shown_lines import ShownLines
from scrapy_denoise.document.metadata.stated_fields import SOURCES, stated_fields
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import Candidate
from scrapy_denoise.page.candidates.ranking import Ranked
from scrapy_denoise.page.compiled import without_controls
from scrapy_denoise.page.title.site_name import host_names


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

SHOWN = ("microdata", "time", "page")
"""Sources that are places of the page, where an entry of a list has its date too."""

MIN_DATED = 3
"""Entries with dates of a list whose dates these are."""


def find_metadata(page: Page, types: NDArray[np.uint8], title: str, sure: Mapping[str, float]) -> Metadata:
    """What a page says of itself. Raises nothing, whatever it says.

    types: for each text row an index into `BLOCK_TYPES`. title: the page's. sure: the confidence of the
    title under its name; empty where the title is not ranked.
    """
    stated = [(name, source(page)) for name, source in SOURCES]
    found = stated_fields(page, types, title, stated)
    language = str(found["language"][1]) if "language" in found else ""
    given = find_ranked(page, types, stated, language)
    for name, one in given.items():
        found[name] = one.source, tuple(one.value.split(BETWEEN)) if name == "authors" else one.value
    if "modified" in found and "published" not in found:
        found["published"] = ("modified", found["modified"][1])
    sources = {name: source for name, (source, _) in found.items()}
    # References in a value can bring control characters too.
    fields: dict[str, Any] = {
        name: without_controls(value) if isinstance(value, str) else tuple(map(without_controls, value))
        for name, (_, value) in found.items()
    }
    confidences = {**sure, **{name: one.confidence for name, one in given.items()}}
    return Metadata(
        **fields, sources=sources, confidences={name: round(confidence, 3) for name, confidence in confidences.items()}
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
    if not stated:
        return found
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
