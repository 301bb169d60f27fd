"""What a page states in JSON-LD of the thing that it is about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scrapy_denoise.document.metadata.declared import Statements
from scrapy_denoise.page import Page
from scrapy_denoise.page.structured_data.json_ld import JsonLd, Object, strings

MAX_VALUES = 50
"""Values of one property that are read."""

_DATES = ("published", "modified")
MAX_SECONDS = 1e14
_PICTURE = ("url", "contentUrl", "@id")

_TEXTS = {
    "title": ("headline", "name"),
    "description": ("description",),
    "language": ("inLanguage",),
    "section": ("articleSection",),
    "tags": ("keywords",),
    "published": ("datePublished", "dateCreated", "uploadDate"),
    "modified": ("dateModified",),
    "license": ("license",),
}


def from_json_ld(page: Page) -> Statements:
    """The statements about the page's main thing, completed by those about the page itself and its site.

    What pages tell the search engine Baidu has no type; its date is that of the last change where it is alone. The one
    vacancy or home that a page states is no work, and has the date on which it was posted.
    """
    found = page.json_ld
    said: Statements = {}
    for thing in page.main_objects:
        for field, names in _TEXTS.items():
            texts: list[str] = []
            for name in names:
                if (value := thing.get(name)) is not None:
                    texts += _texts(_as_text(value) if field in _DATES else value, found)
            _add(said, field, texts)
        _add(said, "image", _texts(thing.get("image"), found, _PICTURE))
        _add(said, "authors", _texts(thing.get("author") or thing.get("creator"), found, ("name", "alternateName")))
        _add(said, "publisher", _texts(thing.get("publisher"), found))
    for thing in found.objects[:MAX_VALUES]:
        if "pubDate" in thing and "upDate" in thing:
            _add(said, "published", _texts(thing["pubDate"], found))
            _add(said, "modified", _texts(thing["upDate"], found))
    posted = [thing["datePosted"] for thing in found.objects if "datePosted" in thing]
    if len(posted) == 1:
        _add(said, "published", _texts(posted[0], found))
    said["site_name"] = [text for thing in found.of_type("WebSite")[:1] for text in _texts(thing.get("name"), found)]
    said["breadcrumbs"] = _breadcrumbs(found)
    return said


def stated_logos(found: JsonLd) -> set[str]:
    """The addresses of the pictures that are stated to be the logo of a site or a company."""
    return {text for thing in found.objects if "logo" in thing for text in _texts(thing["logo"], found, _PICTURE)}


def _as_text(value: Any) -> Any:
    """A date, also one in seconds, as text."""
    return str(int(value)) if isinstance(value, int | float) and abs(value) < MAX_SECONDS else value


def _add(said: Statements, field: str, texts: list[str]) -> None:
    """Texts of a field, of the first thing that has it."""
    if texts:
        said.setdefault(field, texts)


def _texts(value: Any, found: JsonLd, names: tuple[str, ...] = ("name", "url", "@id")) -> list[str]:
    """The texts of a value: strings as they are, of objects the first of some properties."""
    if isinstance(value, str) or value is None:
        return strings(value)
    texts: list[str] = []
    for part in _parts(value):
        thing = found.resolve(part)
        if isinstance(thing, dict):
            texts += next((inner for name in names if (inner := strings(thing.get(name)))), _full_name(thing))
        else:
            texts += strings(thing)
    return texts


def _full_name(thing: Object) -> list[str]:
    given, family = (strings(thing.get(name)) for name in ("givenName", "familyName"))
    return [f"{given[0]} {family[0]}"] if given and family else []


def _parts(value: Any) -> Iterable[Any]:
    return value[:MAX_VALUES] if isinstance(value, list) else (value,)


def _breadcrumbs(found: JsonLd) -> list[str]:
    """The names of the first trail."""
    trail = next(iter(found.of_type("BreadcrumbList")), {})
    names: list[str] = []
    for step in _parts(trail.get("itemListElement")):
        if isinstance(step, dict):
            names += (strings(step.get("name")) or _texts(step.get("item"), found, ("name",)))[:1]
    return names
