"""Finds the name of a site, and removes it from titles."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Protocol
from zlib import crc32

import attrs

from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.compiled import (
    Meta,
    PageStatements,
    StatedElements,
    declared_parts,
    match_key,
    separators,
)
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.structured_data.json_ld import JsonLd, Object, strings
from scrapy_denoise.page.structured_data.microdata import Property, text_of
from scrapy_denoise.page.url import is_home, split_url

MAX_TITLE_CHARS = 1_000
"""The most characters of a title that are read; no page shows more."""

MAX_PARTS = 8
"""The most parts of a title that a site's template keeps."""

MAX_HOME_LINKS = 1_000
"""Links of a page among which those to the site's home page are looked for."""

MAX_HOME = 60
"""Characters of a link to the home page that can be the site's name."""

MAX_NAME_WORDS = 8
"""Words of such a link, or of an application's name; what has more is the headline of a page."""

MAX_SECTION = 4
"""Words of the last part of a title that begins with the site's name, and so names a section: "Valley Sports"."""

MIN_NAME = 3
"""Letters and digits of the site's name there."""

_FORUM = re.compile(r"(?i)(?:\b(?:forums?|foren|foros?|fóruns?|форумы?)|论坛|論壇)\Z")
"""How the last part of a title ends that names the forum in which the page stands: "Counter | Archived Forum"."""

COLON = ": "
"""What separates the site's name from the title behind it. Elsewhere a colon belongs to the title."""

PUBLIC_LABELS = frozenset("www com co org net gov ac edu".split())


class OwnTitles(Protocol):
    """The part of `PageTitles` that the headline is found from."""

    @property
    def element(self) -> str: ...
    @property
    def parts(self) -> list[str]: ...


class TitleSource(Protocol):
    """What a page shows and states: the part of `Page` that its titles are found from."""

    @property
    def columns(self) -> Columns: ...
    @property
    def url(self) -> str | None: ...
    @property
    def stated_elements(self) -> StatedElements: ...
    @property
    def tree(self) -> Element | None: ...
    @property
    def titles(self) -> OwnTitles: ...
    @property
    def statements(self) -> PageStatements: ...
    @property
    def meta(self) -> Meta: ...
    @property
    def json_ld(self) -> JsonLd: ...
    @property
    def main_objects(self) -> list[Object]: ...
    @property
    def microdata(self) -> list[Property]: ...


@attrs.frozen
class SiteNames:
    """The names of a site.

    stated: what the page calls its site, reduced to letters and digits in lower case. repeated: hashes, as of
    `title_parts`, of what stands in the titles of the site's other pages too. is_at_home: whether the page is the first
    one of the site, which has no other title than the name and what is said of it.
    """

    stated: frozenset[str]
    repeated: frozenset[int] = frozenset()
    is_at_home: bool = False
    _without: dict[str, str] = attrs.field(factory=dict, eq=False, repr=False)
    """What `without_site_name` has found: a title is a candidate after it was a form of another."""

    @classmethod
    def of_page(cls, page: TitleSource, repeated: frozenset[int] = frozenset()) -> SiteNames:
        """What OpenGraph, JSON-LD's web site and publisher, the links to the home page and the host call the site, and
        the last of several parts of the ``title`` element where it names a forum."""
        names = [name for key in ("og:site_name", "al:ios:app_name") for name in page.meta.get(key, [])]
        names += [name for name in page.meta.get("application-name", []) if len(name.split()) <= MAX_NAME_WORDS]
        for thing in page.json_ld.of_type("WebSite"):
            names += strings(thing.get("name"))
        for thing in page.json_ld.objects:
            if isinstance(publisher := thing.get("publisher"), dict):
                names += strings(page.json_ld.resolve(publisher).get("name"))
        names += home_links(page.stated_elements)
        names += host_names(page.url or "")
        for text in page.titles.parts[1:][-1:]:
            if page.titles.element.endswith(text) and _FORUM.search(text) and len(text.split()) <= MAX_SECTION:
                names.append(text)
        keys = frozenset([key for key in map(match_key, names) if len(key) > 1])
        return cls(keys, repeated, is_home(page.url or ""))

    def __contains__(self, text: str) -> bool:
        return self.has_key(match_key(text))

    def has_key(self, key: str) -> bool:
        """Whether a text is a name of the site. key: its `match_key`."""
        return key in self.stated or (bool(self.repeated) and crc32(key.encode()) in self.repeated)

    def may_have_name(self, key: str) -> bool:
        """Whether a name of the site may be a part of a text. key: its `match_key`."""
        return bool(self.repeated) or any(map(key.__contains__, self.stated))

    def without_site_name(self, title: str) -> str:
        """A title without the site's name, and without what stands behind it or before it, where separators stand
        between; but never without all of its parts."""
        if (found := self._without.get(title)) is None:
            found = self._without[title] = self._shortened(title)
        return found

    def _shortened(self, title: str) -> str:
        if not self.may_have_name(match_key(title)):
            return title
        title = self._behind_colon(title)
        for _ in range(MAX_PARTS):
            cuts = separators(title)[-MAX_PARTS:]
            if not cuts or not self.may_have_name(match_key(title)):
                break
            ends = [start for start, _ in cuts] + [len(title)]
            after = (
                title[:start].rstrip()
                for number, (start, stop) in enumerate(cuts)
                if any(title[stop:end] in self for end in ends[number + 1 :])
                or (number == len(cuts) - 1 and self.names_a_section(title[stop:]))
            )
            before = (title[stop:].lstrip() for start, stop in reversed(cuts) if title[:start] in self)
            shorter = next((part for part in (*after, *before) if match_key(part) and part not in self), None)
            if shorter is None:
                break
            title = shorter
        return title

    def _behind_colon(self, title: str) -> str:
        """A title without the site's name and a colon before it, which separates without a space before it too."""
        name, _, rest = title[:MAX_TITLE_CHARS].partition(COLON)
        if self.is_at_home or len(name.split()) > MAX_NAME_WORDS:
            return title
        return rest.lstrip() if match_key(rest) and name in self and rest not in self else title

    def names_a_section(self, text: str) -> bool:
        """Whether a text is the site's name and a few words more."""
        words = text.split()
        if not 1 < len(words) <= MAX_SECTION or not self.may_have_name(match_key(text)):
            return False
        beginnings = (match_key(" ".join(words[:number])) for number in range(1, len(words)))
        return any(len(name) >= MIN_NAME and name in self.stated for name in beginnings)


def title_parts(title: str) -> tuple[int, ...]:
    """Hashes of the parts between separators of the text of a ``title`` element, and of all of it; at most MAX_PARTS.

    32 bits each; letters and digits alone count, in lower case.
    """
    keys = [match_key(part) for part in (title, *parts(title))]
    return tuple(dict.fromkeys(crc32(key.encode()) for key in keys if key))[:MAX_PARTS]


def parts(title: str) -> list[str]:
    """The parts of a title between separators."""
    return declared_parts(title, from_name=True)


@lru_cache(maxsize=64)
def host_names(url: str) -> tuple[str, ...]:
    """The host of an address, and its parts that are names."""
    host = split_url(url).hostname or ""
    labels = [label for label in host.split(".")[:-1] if label not in PUBLIC_LABELS]
    return (host, host.removeprefix("www."), *labels[-1:])


@lru_cache(maxsize=64)
def home_addresses(url: str) -> frozenset[str]:
    """The addresses, in lower case, with which a page links to its site's home page; none for that page itself."""
    host = split_url(url).hostname or ""
    whole = (f"http://{host}", f"https://{host}", f"//{host}") if host else ()
    home = frozenset(("/", *whole, *[address + "/" for address in whole]))
    return frozenset() if url in home else home


def home_links(stated: StatedElements) -> list[str]:
    """The texts of links to the site's home page, and the alternative texts of pictures that link there."""
    texts: list[str] = []
    for link in stated.homes:
        texts += (text_of(link), *[image.get("alt") or "" for image in link.iter("img")])
    return [name for text in texts if len((name := text[: MAX_HOME + 1]).split()) <= MAX_NAME_WORDS]
