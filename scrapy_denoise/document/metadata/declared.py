"""What a page states in microdata, OpenGraph, Dublin Core, ``meta`` and ``link`` elements."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape

from scrapy_denoise.document.links.breadcrumbs import stated_breadcrumbs
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import Meta
from scrapy_denoise.page.structured_data.microdata import Property

Statements = dict[str, list[str]]
"""What one source says of a page: texts by the fields of `Metadata`, as they stand there."""

MAX_LOOSE = 2
"""Authors in microdata that belong to no item; with more they are those of several pages."""

_INVERTED = re.compile(r"^\s*([^\s,;]+),\s*([^\s,;]+(?:\s+[^\s,;]+)?)\s*$")
"""A name as libraries write it, the family name first."""

_DAY = re.compile(
    r"[/_-](?P<year>(?:19|20)\d\d)(?:/(?P<month>\d{1,2})/(?P<day>\d{1,2})"
    r"|(?P<both>(?P<sign>[_-]?)\d\d(?P=sign)\d\d|-\d\d/\d\d|/\d{4}))(?!\d)"
)
"""A day in a path: ``/2024/5/17/``, ``-2024-05-17/``, ``/20240517-``, ``/2024/0517/``, ``/2024-05/17/``."""

_NOT_OF_THE_PAGE = frozenset(
    """Answer Comment UserComments Review Rating AggregateRating ListItem ImageObject VideoObject WPSideBar
    WPFooter""".split()
)
_NAMED = {"Person", "Organization", "NewsMediaOrganization"}
_NO_WORKS = {*_NAMED, "BreadcrumbList"}


def _by_name(**names: str) -> dict[str, str]:
    """The fields of `Metadata` by the names under which they are stated. names: those of each field."""
    return {name: field for field, words in names.items() for name in words.split()}


_MICRODATA = _by_name(
    published="datepublished datecreated dateposted",
    modified="datemodified",
    description="description",
    language="inlanguage",
    section="articlesection",
    tags="keywords",
    image="image",
    license="license",
)
_OPENGRAPH = _by_name(
    title="og:title",
    authors="article:author book:author og:article:author og:author",
    published="article:published_time og:published_time article:published og:article:published_time",
    modified="article:modified_time og:updated_time article:modified og:article:modified_time",
    site_name="og:site_name",
    description="og:description",
    image="og:image og:image:url og:image:secure_url",
    language="og:locale",
    section="article:section og:article:section",
    tags="article:tag og:article:tag",
)
_DUBLIN_CORE = {
    prefix + name: field
    for name, field in _by_name(
        authors="creator",
        published="date date.issued date.created issued created",
        modified="date.modified modified",
        language="language",
        publisher="publisher",
        description="description",
        tags="subject",
        license="rights license",
    ).items()
    for prefix in ("dc.", "dc:", "dcterms.", "dcterms:")
}
_META = _by_name(
    authors="author authors byl byline parsely-author sailthru.author citation_author citation_authors",
    published="""date pubdate created publishdate publish-date publish_date published published_at published_time
    publisheddate publicationdate publication_date pub_date content:publishdate prism.publicationdate
    article.published parsely-pub-date sailthru.date citation_publication_date citation_date""",
    modified="last-modified lastmod last-updated last_updated_date last_modified updated_at article.updated",
    language="content-language",
    site_name="application-name sitename",
    description="description twitter:description",
    image="twitter:image twitter:image:src",
    section="section columnname",
    tags="news_keywords keywords",
)
_PARSELY = {"author": "authors", "authors": "authors", "pub_date": "published"}
_KNOWN = _OPENGRAPH.keys() | _DUBLIN_CORE.keys() | _META.keys()

_PUBLISHED = re.compile(
    r"\A(?:.*[:._-])?(?:(?:article|first|content|item|web|original)[_-]?)*"
    r"(?:publish(?:ed)?|publication|publi|pub|post(?:ed)?|creat(?:e|ed|ion)|release|issued?)[_-]?(?:date|time|at|on)"
    r"|\A(?:.*[:._-])?date[._-]?(?:published|posted|created)"
)
"""Names of ``meta`` under which systems of their own state the date of publication, such as
``shareaholic:article_published_time``."""

_WRITTEN_BY = re.compile(r"\A(?:.*[:._-])?(?:article|content|story|post|page)[:._-]?(?:author|byline)(?:[._-]?name)?s?")
"""Names of ``meta`` under which they state the authors, such as ``articleAuthor``."""

MAX_NAME = 60
"""Characters of such a name."""

_LINKS = {"canonical": "url", "license": "license", "image_src": "image"}


def from_microdata(page: Page) -> Statements:
    """The properties of the page's own items; not those of comments, reviews and other pages in a list.

    Of many authors that belong to no item the first is the page's, and the others are those of the pages that it lists.
    """
    said: Statements = {}
    loose: list[str] = []
    has_work = any(found.items and found.items[-1][0] not in _NO_WORKS for found in page.microdata)
    for found in page.microdata:
        if found.items and not _NOT_OF_THE_PAGE.isdisjoint([kind for kind, _ in found.items]):
            continue
        if has_work and found.items and found.items[-1][0] in _NAMED:
            continue  # a card beside the work, such as that of who keeps a blog
        if field := _field(found):
            said.setdefault(field, []).append(found.value)
            if field == "authors" and not found.items:
                loose.append(found.value)
    if len(set(loose)) > MAX_LOOSE:
        said["authors"] = [name for name in said["authors"] if name == loose[0] or name not in loose]
    if names := stated_breadcrumbs(page.microdata):
        said["breadcrumbs"] = names
    return said


def _field(found: Property) -> str:
    name = found.name.lower()
    if name == "name" and found.items:
        kind, role = found.items[0]
        if kind in _NAMED and role in ("author", "creator"):
            return "authors"
        if role == "publisher":
            return "publisher"
        return ""
    if found.items and found.items[0][0] in _NAMED and found.items[0][1]:
        return ""  # of the author or the publisher, such as a portrait
    if name in ("author", "creator"):
        return "" if found.is_item else "authors"
    return "" if found.is_item else _MICRODATA.get(name, "")


def from_opengraph(page: Page) -> Statements:
    """OpenGraph, with the properties of articles."""
    return _named(page.meta, _OPENGRAPH)


def from_dublin_core(page: Page) -> Statements:
    """Dublin Core, under its prefixes ``dc`` and ``dcterms``."""
    said = _named(page.meta, _DUBLIN_CORE)
    if "authors" in said:
        said["authors"] = _in_order(said["authors"])
    return said


def _in_order(names: list[str]) -> list[str]:
    """Names as libraries state them, the given name first."""
    return [_INVERTED.sub(r"\2 \1", name) for name in names]


def from_meta(page: Page) -> Statements:
    """The other names of ``meta``, the language of the root element, and the ``link`` elements."""
    said = _named(page.meta, _META)
    for name, texts in page.meta.items():
        if name not in _KNOWN and len(name) <= MAX_NAME and (field := _field_of_system(name)):
            said.setdefault(field, []).extend(texts)
    if cited := page.meta.get("citation_author") or [
        name for names in page.meta.get("citation_authors", ()) for name in names.split(";") if name.strip()
    ]:
        said["authors"] = _in_order(cited)
    for text in page.meta.get("parsely-page", ()):
        for field, value in _from_parsely(text):
            said.setdefault(field, []).append(value)
    if page.root is None:
        return said
    if language := (page.root.get("lang") or page.root.get("{http://www.w3.org/XML/1998/namespace}lang") or ""):
        said["language"] = [language, *said.get("language", [])]
    for element, rel, address in page.statements.links:
        for name in dict.fromkeys(rel.lower().split()) if address else ():
            if name in _LINKS and (element == "link" or name == "license"):
                said.setdefault(_LINKS[name], []).append(address)
    said.setdefault("url", []).extend(page.meta.get("og:url", []))
    return said


@lru_cache(maxsize=1_024)  # pages have the same names mostly
def _field_of_system(name: str) -> str:
    """The field that a system states under a name of its own; empty for another name."""
    return "published" if _PUBLISHED.fullmatch(name) else "authors" if _WRITTEN_BY.fullmatch(name) else ""


def _from_parsely(text: str) -> Iterator[tuple[str, str]]:
    """The authors and the date in the JSON of Parse.ly."""
    try:
        found = json.loads(unescape(text))
    except (ValueError, RecursionError):
        return
    for name, field in _PARSELY.items():
        value = found.get(name) if isinstance(found, dict) else None
        yield from ((field, one) for one in (value if isinstance(value, list) else [value]) if isinstance(one, str))


def from_url(page: Page) -> Statements:
    """The day in the path of the page's address, or of its canonical one, as in ``/2024/05/17/``."""
    canonical = (address for _, rel, address in page.statements.links if rel.lower() == "canonical")
    addresses = (page.url, *canonical, *page.meta.get("og:url", ()))
    days = map(day_in_address, dict.fromkeys(filter(None, addresses)))  # two or three of them are the same mostly
    return next(({"published": [day]} for day in days if day), {})


def day_in_address(address: str) -> str:
    """The day in the path of an address; empty where it has none."""
    if not (match := _DAY.search(address.partition("?")[0].partition("#")[0])):
        return ""
    both = match["both"] or ""
    return f"{match['year']}-{match['month'] or both.strip('/_-')[:2]}-{match['day'] or both[-2:]}"


def _named(meta: Meta, fields: dict[str, str]) -> Statements:
    said: Statements = {}
    if fields.keys().isdisjoint(meta.keys()):
        return said
    for name in filter(meta.__contains__, fields):
        said.setdefault(fields[name], []).extend(meta[name])
    return said
