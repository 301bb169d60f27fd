"""Reads tags: those that a page states, without their keys and the notes of its system, and those that it only shows:
the links of a line or a list near its text that say so."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from html import unescape
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.page_model import INDEX_TYPES, find_page_type
from scrapy_denoise.document.compiled import Subtrees
from scrapy_denoise.document.metadata.author_names import unquoted
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import collapse_whitespace, match_key, row_behind, rows_of_tag, short_subtrees
from scrapy_denoise.page.text.words import UNSPACED

HTTP = re.compile(r"\A\s*https?://")
"""How an address begins, which is no name and no tag."""

_INTERNAL = re.compile(
    r"\A_|\A[a-z]+(?:_[a-z]+)*_\d+\Z|\A[A-Z]+(?:_[A-Z]+)+\b|\A[a-z]+[A-Z]\w*:|:\s?(?:true|false)\Z"
    r"|\A[A-Za-z]{0,4}\d{6,}\Z|\A[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z|\A(?=\D*\d)[0-9a-f]{16,}\Z"
    r"|[{}<>]\S|\w\s?=|\(\)|//"
)
"""What is no tag but a key of a system, its number, or code."""

_CODE = re.compile(r"[A-Z][A-Z0-9:-]*")
MIN_CODES = 8
"""Tags that are no words but codes of a desk if all are capital letters and figures: "AERO", "INDS08"."""

_FIGURES = re.compile(r"(?!\d{4}\Z)(?!\d+\.\d+\.\d)[\d\s.,:;%/'’_–…-]+")
"""What is no tag but a number or a sign; a year, a form such as 1040 and a version are tags."""

MAX_TAG = 120
"""Characters of a tag; what has more is a sentence, or all words of the page."""

MAX_STATED, MAX_TEXT = 50, 2_000
"""Values of a field that a page states, and characters of one."""

MAX_LINK = 40
"""Characters of a tag that is a link."""

MAX_TAGS = 20
"""Tags of a page; more are those of the site."""

BEHIND = 600
"""Characters behind the text within which its tags begin."""

BETWEEN = 20
"""Characters between two tags of a page, and of a line beside its tags, such as their label."""

LEVELS = 3
"""Elements around a link whose names are asked."""

_NAMED = re.compile(
    rb"(?!byline|name|twitter)(?:[\w-]{0,60}[-_]|[\w-]{0,60}[a-z](?=T))?[tT]ags?"
    rb"(?:[-_]{0,2}(?:list|links?|items?|box|wrap|wrapper|inner|container|name|area|content|group))?",
    re.IGNORECASE,
)
"""Names of elements that hold the tags of a page, or one of them; not those of what has a tag ("tag-rivers")."""

_SPACE = re.compile(rb"[\s\0]")
LONGEST = 70
"""Bytes of such a name."""

_FILED = re.compile(r"/(?:tag(?:s|ged)?|label)/[^/?#]+/?(?:[?#]|\Z)", re.IGNORECASE)
"""The address of a tag ..."""

_OTHER = re.compile(
    r"categor(?:y|ies)|/(?:authors?|reporters?|users?)/|\A(?:javascript|mailto):|/edit|print|@", re.IGNORECASE
)
"""... and of other lists and of programs."""

MIN_TITLE, MIN_UNSPACED_TITLE = 12, 6
"""Letters and digits of a title that is no tag; a shorter one can be the word for what the page is about. Fewer of a
script without spaces between words."""

_COMMA = re.compile("[,;،，、；]")
_NO_TAGS = frozenset(("category", "author", "sponsored", "bookmark", "external"))
_ASIDE = tags.CODES["aside"]
_CONTENT, _COMMENT = bytes([BLOCK_TYPES.index("content")]), BLOCK_TYPES.index("comment")


def tags_in(texts: list[str], title: str) -> tuple[str, ...]:
    """The tags of some texts, of one with commas those between them; of several each has a comma at most where it is
    a name that stands the family name first. What a system notes for itself is none, and neither is the title.
    Of two that differ in their capital letters the first is given."""
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
        whole = without_tags_of_systems(unescape(text[:MAX_TEXT]))
        parts += [whole] if each else _COMMA.split(whole)
    found = list(map(collapse_whitespace, [tag for part in parts if (tag := tag_in(part))][:MAX_STATED]))
    if len(found) >= MIN_CODES and all(map(_CODE.fullmatch, found)) and not all(map(str.isalpha, found)):
        return ()
    different: dict[str, str] = {}
    for tag in filter(None, found):
        different.setdefault(tag.casefold(), tag)
    return tuple(tag for tag in different.values() if not headline or match_key(tag) != headline)


def tag_in(text: str) -> str:
    """A tag without the key before it; empty for an address, code, a key, a number and a sentence."""
    text = text.strip()
    if text.replace(" ", "").isalpha():  # as most are
        return text if len(text) <= MAX_TAG else ""
    kind = "tags"
    while kind == "tags":
        text = unquoted(text.strip())
        key, _, value = text.partition(":")
        kind = _tag_keys().get(key.strip().lower(), "") if value else ""
        text = value if kind == "tags" else text
    before, underscore, _ = text.partition("_")
    if kind or (underscore and before in _tag_keys()) or len(text) > MAX_TAG:
        return ""
    if HTTP.match(text) or _INTERNAL.search(text) or (not text[:1].isalpha() and _FIGURES.fullmatch(text)):
        return ""
    return text.rstrip(": ")


def without_tags_of_systems(text: str) -> str:
    """Tags with commas between them without those that a system states on each page of a site."""
    last = text.rpartition(",")[2].strip().lower()
    if last not in _of_systems():
        return text
    tags = text.split(",")
    small = [tag.strip().lower() for tag in tags]
    own = next((known for known in _of_systems()[last] if small[-len(known) :] == known), [])
    return ",".join(tags[: len(tags) - len(own)])


@cache
def _of_systems() -> dict[str, list[list[str]]]:
    """The tags of each system, by the last of them."""
    found: dict[str, list[list[str]]] = {}
    for line in sections("tag_keys")["of_systems"]:
        tags = line.split(",")
        found.setdefault(tags[-1], []).append(tags)
    return found


@cache
def _tag_keys() -> dict[str, str]:
    return {key: kind for kind, keys in sections("tag_keys").items() if kind != "of_systems" for key in keys}


def linked_tags(page: Page, types: NDArray[np.uint8]) -> list[str]:
    """The texts of the first such links behind the first ``h1``, up to BEHIND characters behind the text of the page.

    types: for each text row an index into `BLOCK_TYPES`. A list has none: its tags are those of its entries.
    """
    columns, pairs = page.columns, page.cached(class_id_pairs)
    named = [pair for pair in pairs.tags if _names_tags(pairs[pair])]
    last = types.tobytes().rfind(_CONTENT)
    if last < 0 or page.root is None or not (named or page.stated_elements.may_file):
        return []
    stop = row_behind(columns, int(columns.text_rows[last]) + 1, BEHIND)
    rows = _filed(page, named, max(columns.first_heading, 0), stop)
    if not rows or page.cached(find_page_type).name in INDEX_TYPES:
        return []
    apart = Subtrees(columns, rows_of_tag(columns, _ASIDE))
    found: list[int] = []
    for row in compress(rows, _alone(page, types, rows)):
        if row in apart:
            continue
        if found and _chars_between(page, found[-1], row) > BETWEEN:
            break
        found.append(row)
        if len(found) > MAX_TAGS:
            return []
    return [collapse_whitespace(columns.text_of(row)).strip("#＃ ") for row in found]


def _filed(page: Page, named: list[int], begin: int, stop: int) -> list[int]:
    """The links in some rows that are tags by what they say, by where they lead, or by how they or those around are
    called. named: the pairs of names that hold tags."""
    links = list(page.links)
    rows = short_subtrees(page.columns, links[bisect_left(links, begin) : bisect_left(links, stop)], MAX_LINK)
    found = []
    for row, is_within in zip(rows, page.cached(class_id_pairs).stand_within(rows, named, LEVELS), strict=True):
        href, rel = page.links[row]
        kinds, small = rel.lower().split(), href.lower()
        may_be_filed = "/tag" in small or "/label/" in small  # the pattern takes several times as long
        if not (is_within or "tag" in kinds or (may_be_filed and _FILED.search(href))):
            continue
        if _NO_TAGS.isdisjoint(kinds) and not _OTHER.search(href):
            found.append(row)
    return found


def _names_tags(names: bytes) -> bool:
    """Whether one of the names of a class and an id is such a name."""
    place = 0
    while (place := names.find(b"tag", place)) >= 0:
        begin = place - len(_SPACE.split(names[max(place - LONGEST, 0) : place])[-1])
        end = place + len(_SPACE.split(names[place : place + LONGEST], maxsplit=1)[0])
        if _NAMED.fullmatch(names, begin, end):
            return True
        place = end
    return False


def _alone(page: Page, types: NDArray[np.uint8], rows: list[int]) -> list[bool]:
    """Of some links whether the line of each has next to nothing but links, and none of it is a comment."""
    columns, texts = page.columns, page.columns.text_rows
    firsts = texts.searchsorted(rows).clip(max=len(texts) - 1)
    blocks = columns.block[texts]
    others = np.bincount(blocks, np.where(columns.linked[texts] == 0, columns.chars[texts], 0))
    found = (others[blocks[firsts]] <= BETWEEN) & (types[firsts] != _COMMENT) & (texts[firsts] >= rows)
    return found.tolist()  # type: ignore[no-any-return]


def _chars_between(page: Page, before: int, row: int) -> int:
    columns = page.columns
    return int(columns.chars[columns.end[before] : row].sum())
