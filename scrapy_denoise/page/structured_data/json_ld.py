"""Reads a page's JSON-LD as objects by their types. Broken JSON-LD is read as far as it is valid JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import attrs

from scrapy_denoise.page.compiled import PageStatements, gathered, has_controls, without_controls
from scrapy_denoise.page.text.normalize import without_spaces

MAX_SCRIPTS = 50
"""The most scripts of a page that are read."""

MAX_SCRIPT_CHARS = 1_000_000
"""Characters of a script above which it is not read."""

MAX_OBJECTS = 2_000
"""Objects of a page that are read, in document order, the outer before the inner."""

MAX_VALUES = 50
"""The most values of a property that are read."""

MAX_COMPARED = 1_000
"""Characters of a title that are compared with the page's."""

Object = dict[str, Any]

_WORK = re.compile(
    r"\A(?:\w*Article|\w*Posting|\w*Report|Recipe|Product|HowTo|Event|Question|Book|Movie|VideoObject|Course|CreativeWork"
    r"|Review|PodcastEpisode)$"
)
_ESCAPED = re.compile(r"\\u(?:00[0189]|007[fF]|[dD][89a-fA-F])")
"""What may be the escape of a character that no result holds."""

_DECODER = json.JSONDecoder(strict=False)
_PAGE = re.compile(r"\A\w*Page$")

# What surrounds the JSON in pages that follow old advice, and the comma too many that templates leave.
_WRAPPING = re.compile(r"^\s*(?:<!--|//\s*<!\[CDATA\[|<!\[CDATA\[|/\*.*?\*/)|(?:-->|//\s*\]\]>|\]\]>|;)\s*$")
_LINE = r"(?m:^[ \t]{0,40}//[^\n]*$)"
_LINES, _COMMENTS = re.compile(_LINE), re.compile(rf"/\*[^*]*(?:\*(?!/)[^*]*)*\*/|{_LINE}")
_COMMA_TOO_MANY = re.compile(r",(?=\s*[}\]])")


@attrs.frozen
class JsonLd:
    """The objects of a page, those that another refers to by their ``@id``, and those of each type."""

    objects: tuple[Object, ...]
    by_id: dict[str, Object]
    by_type: dict[str, list[Object]]

    def of_type(self, name: str) -> list[Object]:
        """The objects of a type."""
        return self.by_type.get(name, [])

    def resolve(self, value: Any) -> Any:
        """The object that a reference stands for; another value as it is."""
        if isinstance(value, dict) and set(value) <= {"@id", "@type"}:
            return self.by_id.get(str(value.get("@id")), value)
        return value

    def main(self, title: str, url: str | None) -> list[Object]:
        """The work that the page is about, then the objects that stand for the page.

        title: the text of the ``title`` element. Of several works it is the one that has the page's address or title;
        none where no one has, as on lists. Several reviews of one thing are those of its buyers, and no such work.
        """
        if works := self._matching(_WORK):
            reviews = [given for thing in self.objects if isinstance(given := thing.get("review"), list)]
            buyers = set(map(id, chain.from_iterable(given for given in reviews if len(given) > 1)))
            works = [thing for thing in works if id(thing) not in buyers]
        if len(works) > 1:
            own = [thing for thing in works if _is_of(thing, title, url)]
            works = [max(own, key=lambda thing: ("author" in thing) + ("datePublished" in thing))] if own else []
        return works + self._matching(_PAGE)[:3]

    def _matching(self, types: re.Pattern[str]) -> list[Object]:
        """The objects of some types, but for those that say nothing else, in document order."""
        found = {id(thing) for name, things in self.by_type.items() if types.match(name) for thing in things}
        return [thing for thing in self.objects if id(thing) in found and len(thing) > 2] if found else []


def read_json_ld(stated: PageStatements) -> JsonLd:
    """All objects of the page's scripts of JSON-LD. Raises nothing."""
    objects, by_id, by_type = gathered(_scripts(stated), MAX_OBJECTS, types_of)
    return JsonLd(tuple(objects), by_id, by_type)


def types_of(found: Object) -> tuple[str, ...]:
    """The names of an object's types, without their vocabulary's address."""
    types = found.get("@type")
    if isinstance(types, str) and types.isalnum():
        return (types,)
    names = types if isinstance(types, list) else [types]
    return tuple(re.split("[/#:]", name)[-1] for name in names if isinstance(name, str))


def strings(value: Any) -> list[str]:
    """The strings in a value that may be a list, but for blank ones."""
    if isinstance(value, str):
        return [value] if value.strip() else []
    parts = value[:MAX_VALUES] if isinstance(value, list) else (value,)
    return [part for part in parts if isinstance(part, str) and part.strip()]


def _is_of(thing: Object, title: str, url: str | None) -> bool:
    """Whether a work has the page's title or address."""
    title = without_spaces(title[:MAX_COMPARED])
    names = [without_spaces(text[:MAX_COMPARED]) for name in ("headline", "name") for text in strings(thing.get(name))]
    if any(len(name) > 5 and (name in title or (len(title) > 5 and title in name)) for name in names):
        return True
    entity = thing.get("mainEntityOfPage")
    inner = entity.get("@id") or entity.get("url") if isinstance(entity, dict) else entity
    own = _path(url or "")
    addresses = (text for value in (thing.get("url"), inner) for text in strings(value))
    return "/" in own and any(_path(text) == own for text in addresses)


def _path(url: str) -> str:
    # Up to the end, not to that of a line: question marks before one took the square of their number.
    return re.sub(r"(?s)^\w+://(?:www\.)?|[?#].*|/$", "", url[:2_000]).casefold()


def _scripts(stated: PageStatements) -> Iterator[Any]:
    for script in stated.scripts(MAX_SCRIPTS):
        text = script.text or ""
        if len(text) <= MAX_SCRIPT_CHARS:
            yield _parse(text)


def _parse(text: str) -> Any:
    for tried in _readings(text):
        try:
            found = _DECODER.raw_decode(tried.lstrip())[0]
            unsafe = has_controls(text) or ("\\u" in text and _ESCAPED.search(text))
            return _without_controls(found) if unsafe else found
        except (ValueError, RecursionError):
            continue
    return None


def _without_controls(value: Any) -> Any:
    """A value with its strings as results may have them, in place, and without recursion."""
    whole = [value]
    pending: list[Any] = [whole]
    while pending:
        holder = pending.pop()
        for key, inner in enumerate(holder) if isinstance(holder, list) else list(holder.items()):
            if isinstance(inner, str):
                holder[key] = without_controls(inner)
            elif isinstance(inner, list | dict):
                pending.append(inner)
    return whole[0]


def _readings(text: str) -> Iterator[str]:
    """What of a script may be JSON: most is as it is, and what stands behind it is not read."""
    if text.lstrip()[:1] in ("{", "["):
        yield text
    text = _WRAPPING.sub("", text.removeprefix("\ufeff"))
    yield text
    yield _COMMA_TOO_MANY.sub("", text)
    yield _COMMA_TOO_MANY.sub("", _without_comments(text).replace("\\'", "'"))


def _without_comments(text: str) -> str:
    """A script without comments; one that does not end stays, and is not searched for its end."""
    end = text.rfind("*/")
    stop = end + 2 if end >= 0 else 0
    if "/*" not in text[stop:]:
        return _COMMENTS.sub(" ", text)
    return _COMMENTS.sub(" ", text[:stop]) + _LINES.sub(" ", text[stop:])
