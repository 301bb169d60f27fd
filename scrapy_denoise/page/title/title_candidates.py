"""The candidates for the title of a page, each with what speaks for it."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

from scrapy_denoise.page.candidates.candidates import Candidate, Place, candidates
from scrapy_denoise.page.compiled import collapse_whitespace, declared_parts, match_key, may_have_day
from scrapy_denoise.page.structured_data.json_ld import strings, types_of
from scrapy_denoise.page.text.words import UNSPACED
from scrapy_denoise.page.title.forms import title_forms
from scrapy_denoise.page.title.shown_titles import ShownTitles
from scrapy_denoise.page.title.site_name import MAX_TITLE_CHARS, SiteNames, TitleSource, parts
from scrapy_denoise.page.title.thread_titles import thread_title
from scrapy_denoise.page.url import is_home, words_of_address, words_of_title, words_without_accents

MIN_AGREED = 0.7
"""Share of the words of the shorter of two titles that they have in common if they agree."""

MIN_ADDRESS_WORDS = 2
"""Words of an address that can name a title."""

MAX_BOARD = 60
"""Bytes of the names of a board and the like before the title of a thread in a heading."""

MIN_BEGINNING = 4
"""Words of an address that can be a part of those of a title, all of them in it."""

LOW_DICE, HIGH_DICE = 0.2, 0.8
"""The Dice coefficient of the words of a title and of the address below which the address has another title, and above
which it has this one."""

_NEWS = re.compile(r"\A(?:\w*NewsArticle|LiveBlogPosting)")
_NAMED_ITEM = re.compile(r"\A\w*(?:Article|Posting|Recipe|Product|Event)")
_BOARD = re.compile(r"\s[>»›/]\s")
_CUT = ("…", "...")
_STOP = (".", "。", ":", "：", ",", ";")
_MARKUP = re.compile(r"<[a-zA-Z]{1,20}\s[a-zA-Z-]{1,20}=[^<>]{0,500}>")
"""An element with attributes that stands in a title as text, such as the picture of a smiley."""

_KEY = re.compile(r"\A[^\W_]{1,100}[:_][\w:]{1,100}(?:\s\[[^\]]{1,40}\])?\Z")
"""The key of a page of a wiki, such as "ferry:winter_times"."""

_META = (
    ("opengraph", "og", "og:title"),
    *(
        ("meta", "meta", name)
        for name in (
            *("twitter:title", "title", "dc.title", "dcterms.title", "headline", "citation_title"),
            *("sailthru.title", "parsely-title"),
        )
    ),
)
_WHOLE = frozenset(("whole", "named", "own_label", "added"))


class TitleEvidence:
    """What a page states and shows that may be its title."""

    def __init__(self, page: TitleSource, names: SiteNames) -> None:
        self.page = page
        self.names = names
        self.element = page.titles.element
        self.whole = match_key(self.element)
        self.parts = [match_key(part) for part in page.titles.parts]
        self.keys: dict[str, str] = {}
        """Of each form of a title its key (`match_key`)."""
        self.is_home = is_home(page.url or "")
        main = page.main_objects[:3]
        self.is_news = bool(main) and any(map(_NEWS.fullmatch, types_of(main[0])))
        self._forms: dict[str, list[tuple[str, str]]] = {}  # of each text: a page states the same in several places
        self.shown = ShownTitles(page.columns)
        self.places: list[Place] = []
        self._read_stated()
        stated, self.places = self.places, []
        self._read_shown(not {place.source for place in stated}.isdisjoint(("opengraph", "json_ld")))
        self.places += stated  # the first place of a title gives its letters

    def _add(self, text: str, source: str, sign: str, signs: tuple[str, ...] = (), row: int = -1) -> None:
        """Add the forms of a title: those that are all of it with all signs, its parts with one."""
        text = text[:MAX_TITLE_CHARS]
        text = unescape(text) if "&" in text else text
        text = collapse_whitespace(_MARKUP.sub("", text) if source != "page" and "<" in text else text)
        if (forms := self._forms.get(text)) is None:
            forms = self._forms[text] = self._forms_of(text)
        for form, value in forms:
            self.places.append(Place(value, source, _signs_of_form(form, sign, signs), row))

    def _forms_of(self, text: str) -> list[tuple[str, str]]:
        """The different forms of a title, each with its name."""
        found: dict[str, tuple[str, str]] = {}
        for form, value in title_forms(text, self.names, self.parts):
            key = self.keys[value] = match_key(value)
            if key and (form == "whole" or not key.isdecimal()):
                found.setdefault(key, (form, value))
        return list(found.values())

    def _read_stated(self) -> None:
        page = self.page
        self._add(self.element, "element", "element")
        if thread := thread_title(self.element):
            self._add(thread, "thread", "thread")
        for source, sign, name in _META:
            for text in page.meta.get(name, [])[:1]:
                self._add(text, source, sign)
        for thing in page.main_objects[:3]:
            kinds = types_of(thing)
            kind = "page" if any(kind.endswith("Page") for kind in kinds) else "work"
            kind = next((k.lower() for k in kinds if k in ("Product", "Recipe")), kind)
            for name in ("name", "headline"):
                for text in strings(thing.get(name)):
                    self._add(text, "json_ld", f"ld_{kind}")
        recipes = [text for thing in page.json_ld.of_type("Recipe") for text in strings(thing.get("name"))]
        properties = page.microdata
        recipes = recipes or [
            one.value for one in properties if one.name == "name" and one.items[:1] and one.items[0][0] == "Recipe"
        ]
        vacancies = [text for thing in page.json_ld.of_type("JobPosting") for text in strings(thing.get("title"))]
        for texts, sign in ((recipes, "one_recipe"), (vacancies, "one_vacancy")):
            if len(set(map(match_key, texts))) == 1:
                self._add(texts[0], sign, sign)
        items = (
            one for one in properties
            if one.name == "headline" or (one.name == "name" and one.items and _NAMED_ITEM.fullmatch(one.items[0][0]))
        )  # fmt: skip
        for one, _ in zip(items, range(3), strict=False):
            self._add(one.value, "microdata", f"item_{one.name}")

    def _read_shown(self, stated: bool) -> None:
        """Read headings: `h1`, and others that are a part of the ``title`` element; all of them, and lines, where no
        title is stated beside that element and no heading is one of its parts."""
        shown = self.shown
        own = self.parts[0] if self.parts else ""
        chosen = []
        self.is_alone = not stated
        for number, key in shown.keys(len(self.element.encode()) + MAX_BOARD).items():
            held = key[1:] != "" and key in self.whole
            if held:
                self.is_alone = False
            elif own and own in key and key != own:
                text = _BOARD.split(shown.text(number))[-1]
                if match_key(text) == own:
                    self._add(text, "page", "behind_board", (), shown.headings[number][0])
            if held or shown.headings[number][1] == 1:
                chosen.append(number)
        if self.is_alone:
            chosen = list(range(len(shown.headings)))
        lines = shown.lines() if self.is_alone else ()
        for text, kind, signs, row in (*shown.of_headings(chosen, self.is_alone), *lines):
            self._add(text, "page", kind, signs, row)

    def candidates(self) -> list[Candidate]:
        """The different titles, with the signs of their places and those of each beside the others."""
        found = candidates(self.places, self.keys.__getitem__)
        words = [words_of_title(one.value) for one in found]
        whole = [number for number, one in enumerate(found) if not _FORMS_STATED.isdisjoint(one.signs)]
        self.stated = [words[number] for number in whole if words[number]]
        headings = [number for number, one in enumerate(found) if "h1" in one.signs]
        self.shown_titles = [words[number] for number in headings if words[number]]
        self.headings = {self.keys[found[number].value]: found[number].places[0].row for number in headings}
        is_line = self.shown.rows.is_line
        self.shown_parts = {key for key, part in zip(self.parts, self.page.titles.parts, strict=True) if is_line(part)}
        self.stated_parts = {match_key(part) for number in whole for part in declared_parts(found[number].value)}
        self.address = words_of_address(self.page.url or "")
        for one, own in zip(found, words, strict=True):
            one.signs = one.signs.union(self._signs(one, own))
        return found

    def _signs(self, one: Candidate, words: frozenset[str]) -> list[str]:
        """The signs of a candidate beside others: stated titles where it is shown, else headings; and its address."""
        signs, key, address = one.signs, self.keys[one.value], self.address
        shown = "from_page" in signs
        others = self.stated if shown else self.shown_titles
        kind = "part" if "from_element" in signs else "other"
        for name in _GROUPS:
            if name in signs:
                kind = name
                break
        group = f"lone_{kind}" if self.is_alone else kind
        found = [f"is_{group}"]
        for part in self.stated_parts if shown and key < UNSPACED else ():
            if 2 * len(key) < len(part) and key in part:
                found.append("not_within_part")
                break
        if kind == "h1" and self.is_alone and len(key) > len(self.whole):  # which is that of the site rather
            found.append("h1_longer_than_element")
        if others:
            most = 0.0
            for other in others:
                most = max(most, len(words & other) / min(len(words) or 1, len(other)))
            found.append(f"{group}_{'agrees' if most >= MIN_AGREED else 'is_like' if most else 'not_like'}")
        if len(address) >= MIN_ADDRESS_WORDS:
            plain = words if one.value.isascii() else words_without_accents(one.value)
            dice = 2 * len(plain & address) / (len(plain) + len(address))
            if dice > HIGH_DICE or (len(address) >= MIN_BEGINNING and address <= plain):
                found += ["in_address", f"{kind}_in_address"]
            elif dice < LOW_DICE:
                found.append("not_in_address")
        if key in self.names.stated or (self.names.repeated and self.names.has_key(key)):
            found.append("site_at_home" if self.is_home else "not_site")
        elif self.names.may_have_name(key):
            if self.names.without_site_name(one.value) != one.value:
                found.append("not_with_site")
            elif self.names.names_a_section(one.value):
                found.append("not_section")
        if self.is_alone and key == self.whole and len(self.parts) > 1 and len(self.parts[-1]) < len(self.parts[0]):
            found.append("not_before_name")
        if len(self.parts) > 1 and shown and self.parts[0] != self.parts[-1]:
            if key == self.parts[-1] and not self.names.has_key(self.parts[0]):
                found.append("not_last_part")
                if not _BESIDE.isdisjoint(signs):
                    found.append("not_last_part_beside")
            elif key == self.parts[0]:
                found.append("part_of_heading" if kind == "part" else "shown_first_part")
        if key != self.whole and key in self.whole:
            found.append(f"{kind}_begins_element" if self.whole.startswith(key) else "in_element")
        if one.value.endswith(_CUT):
            found.append("not_cut")
        elif one.value.endswith(_STOP):
            found.append(f"not_sentence_{kind}")
        if may_have_day(one.value):
            found.append(f"not_with_day_{kind}")
        if (":" in one.value or "_" in one.value) and _KEY.match(one.value):
            found.append("not_key")
        after = self.headings.get(self.parts[-1]) if len(self.parts) > 1 and key == self.parts[0] else None
        if after is not None and (not shown or (kind != "part" and one.places[0].row > after)):
            found.append("before_heading")
        if self.shown.rows.is_line(one.value):
            found += ["is_line", f"{kind}_is_line"]
        for part in self.stated_parts if shown else ():
            if len(part) < len(key) < 2 * len(part) and key.endswith(part):
                found.append("not_behind_board")
                break
        if not shown and key not in self.shown_parts:
            own = {match_key(part) for part in parts(one.value)}
            if len(own) > 1 and not self.headings.keys().isdisjoint(own):
                found.append("not_beyond_heading")
            elif not self.shown_parts.isdisjoint(own):
                found.append("not_beyond_line")
        if self.is_news:
            found.append(f"news_{kind}")
        return found


@lru_cache(maxsize=1_024)  # pages have the same ones mostly
def _signs_of_form(form: str, sign: str, signs: tuple[str, ...]) -> frozenset[str]:
    """The signs of a place of a title in one of its forms."""
    return frozenset((*((sign, *signs) if form in _WHOLE else ()), f"{sign}_{form}"))


_BESIDE = frozenset(("h1_beside_name", "h1_in_beside_name", "not_in_header", "not_in_nav"))
_GROUPS = ("h1", "h2", "line", "og", "element")
_FORMS_STATED = frozenset(
    f"{source}_{form}" for source in ("element", "og", "meta", "ld_work", "ld_page", "ld_product", "ld_recipe")
    for form in ("whole", "named")
)  # fmt: skip
