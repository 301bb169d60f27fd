"""The name of the site of a page, as the page shows it, and which statements describe the site instead of the page,
whose text has next to none of their words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from itertools import islice
from math import ceil

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.lexicon import phrases, sections
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.regions.byline_labels import is_byline
from scrapy_denoise.blocks.regions.datelines import has_dateline
from scrapy_denoise.document.links.breadcrumbs import HOMES
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import StatedElements, collapse_whitespace, match_key
from scrapy_denoise.page.text.words import UNSPACED
from scrapy_denoise.page.title.forms import HYPHEN
from scrapy_denoise.page.title.site_name import MAX_NAME_WORDS, MAX_PARTS, PUBLIC_LABELS, home_links
from scrapy_denoise.page.url import is_home, split_url

READ, ASKED = 10_000, 12
"""Bytes of the text of a page that are read, and keywords that are looked for."""

MIN_KEYWORDS, OF_KEYWORDS = 8, 0.2
"""Keywords of which it is asked whether they are those of the site, and the share of them that a page's text has."""

MIN_WORDS, MIN_UNSPACED, OF_WORDS, OF_FEW = 3, 6, 0.25, 0.5
"""The same of a description and its words, of one in a script without spaces, and the share of the fewest words and of
those behind the name of the site."""

MIN_KEY = 3
"""Letters and digits of a name, or of a part of a host, that agree."""

_MARKS = " -–—|·:»«/•_,.'\"()[]《》®™©"
_SIGNS = tuple(":|-–—»·/•：_｜")
_WITHIN_NAME = "-\u2019'.&/@"
"""Signs that separate a name from the rest only with white space beside them."""

_PAIRS = ("《》", "【】", "「」", "『』", "〈〉", "()", "（）", "[]")
"""Brackets that may stand around the name of a site."""

_CUT = re.compile(r":\s|[|｜_»«：]|\s[-–—·•/@]|[–—]\s|,\s(?!and\b)")
_SLOGAN = re.compile(r"\s[|·–—-](?:\s|\Z)|(?<=[^\W\d_]):\s")
"""What stands between the name of a site and its slogan."""

_NAME_WORD = re.compile(r"\w+")
_OF_FILE = re.compile(r"_|-\s|\s-\S|-\d+\Z")
"""What the name of a picture's file has, and the name of a site has not."""

_HOME_WORDS = {place: "|".join(map(re.escape, words)) for place, words in sections("home_words").items()}
_BEFORE_NAME = re.compile(rf"(?i)\A(?:{_HOME_WORDS['before']})(?!\w)\s*")
_BEHIND_NAME = re.compile(rf"(?i)(?<=\W)(?:{_HOME_WORDS['behind']})\Z|(?<=\W)(?:{_HOME_WORDS['ends']})(?!\w).*")
_PARTS_OF_SITE = frozenset(phrases("part_of_site_names"))

_WORD = re.compile(r"[^\W\d_]{4,}|[\u3040-\u9fff]{2,3}")
_CONTENT, _TITLE = (bytes([BLOCK_TYPES.index(name)]) for name in ("content", "title"))
_OF_ONE_TEXT = ("article", "documentation", "forum")
"""Types of pages whose text is what they are described by."""


def site_beside_title(page: Page, title: str) -> str:
    """The last part of the ``title`` element behind the title of the page, or else the first one before it, which is
    the name of the site; empty where there is none, or where it is a byline or a date. Beside a word for the home page
    alone it is the name too."""
    element, parts, key = page.titles.element, page.titles.parts, match_key(title)
    if len(parts) < 2 and not element.isascii():
        parts = HYPHEN.split(element)
    if len(parts) == 2 and len(named := [part for part in parts if not _is_home_word(part)]) == 1:
        # Elsewhere than on the first page of a site "The river rose | Home" is the way to the page.
        is_site = parts[1] == named[0] or match_key(named[0]) != key or is_home(page.url or "")
        return named[0] if is_site and _may_be_name(named[0]) else ""
    if len(parts) < 2 or not key:
        return ""
    whole, last, first = match_key(element), match_key(parts[-1]), match_key(parts[0])
    if whole.startswith(key) and whole.endswith(last) and len(key) + len(last) <= len(whole):
        name = parts[-1]
    elif whole.endswith(key) and whole.startswith(first) and len(key) + len(first) <= len(whole):
        name = parts[0]
    else:
        return ""
    return name if _may_be_name(name) else ""


def shown_site_name(page: Page, title: str) -> str:
    """The name of the site that a page shows: in a link to the home page and at an end of its ``title`` element, or
    else beside the title in that element, or else in one of them where it agrees with the host. Empty where there is
    none.

    What this finds, and how often it errs, is in docs/evidence/metadata.
    """
    beside, element, key = site_beside_title(page, title), page.titles.element, match_key(title)
    homes = [
        name
        for name in home_names(page.stated_elements)
        if match_key(name) != key and name.casefold() not in _PARTS_OF_SITE and _may_be_name(name)
    ]
    held = max((name for name in homes if _ends(element, name)), key=len, default="")
    if held and match_key(held) not in match_key(beside):
        return held
    host = split_url(page.url or "").hostname or ""
    if beside or not host:
        return beside
    found = [part for part in _end_parts(element) if agrees_with_host(part, host)]
    found += [name for name in homes if agrees_with_host(name, host)]
    found += [element] if not _CUT.search(element) and agrees_with_host(element, host) else []
    return next((name for name in found if match_key(name) != key and _may_be_name(name)), "")


def plain_site_name(name: str, url: str = "") -> str:
    """The name of a site without a pair of brackets around it, without ``www.`` and without the slogan behind a sign
    where the host has what stands before it; empty for that of a home page. url: an address of the site.

    >>> plain_site_name("《Valley》"), plain_site_name("www.valley.example"), plain_site_name("Homepage")
    ('Valley', 'valley.example', '')
    >>> plain_site_name("Valley | News of the river", "https://valley.example/")
    'Valley'
    """
    own, *slogan = _SLOGAN.split(name, maxsplit=1)
    if slogan and agrees_with_host(own, split_url(url).hostname or ""):
        name = own
    if name[:1] + name[-1:] in _PAIRS and name[0] not in name[1:-1]:
        name = name[1:-1].strip()
    if name[:4].lower() == "www.":
        name = name[4:]
    return "" if match_key(name) in HOMES else name


def home_names(stated: StatedElements) -> list[str]:
    """What the links to the home page say, and the alternative texts of their pictures, without words such as "logo"
    and without the names of files."""
    found = []
    for text in dict.fromkeys(home_links(stated)):
        shown = _BEFORE_NAME.sub("", collapse_whitespace(text).strip(_MARKS))
        shown = _BEHIND_NAME.sub("", shown).strip(_MARKS)
        if len(match_key(shown)) > 1 and not _OF_FILE.search(shown):
            found.append(shown)
    return list(dict.fromkeys(found))


def _ends(element: str, name: str) -> bool:
    """Whether a ``title`` element ends or begins with a name and a sign stands between it and the rest."""
    own, text = name.casefold(), element.casefold().strip(_MARKS)
    if text == own:
        return False
    if text.endswith(own):
        before = text[: -len(own)].rstrip()
        is_apart = len(before) + len(own) < len(text) or before[-1] not in _WITHIN_NAME
        if is_apart and not before[-1].isalnum():
            return True
    return text.startswith(own) and text[len(own) :].lstrip()[:1] in _SIGNS


def _end_parts(element: str) -> list[str]:
    """The last part of a ``title`` element, and then the others from the first one on, also where a colon, a comma or
    a dash has white space on one side alone."""
    cuts = list(islice(_CUT.finditer(element), MAX_PARTS))
    if not cuts:
        return []
    starts, stops = [0, *[cut.end() for cut in cuts]], [*[cut.start() for cut in cuts], len(element)]
    parts = [element[start:stop].strip(_MARKS) for start, stop in zip(starts, stops, strict=True)]
    return [parts[-1], *parts[:-1]]


def agrees_with_host(name: str, host: str) -> bool:
    """Whether a name has the letters of a host or of a part of it, and one of the two has no more than twice as many:
    "The Valley" of ``thevalley.example``, "Valley News" of ``news.valley.example`` and "VLN" of ``vln.example``."""
    key = match_key(name)
    labels = [label for label in host.split(".")[:-1] if label not in PUBLIC_LABELS]
    if len(key) < MIN_KEY or not labels:
        return False
    own, words = match_key(labels[-1]), _NAME_WORD.findall(name.casefold())
    if key == own or ("." in name and match_key(host).endswith(key)) or own == "".join(word[0] for word in words):
        return True
    if own in words and len(own) >= MIN_KEY and len(words) == 2 and len(key) <= 3 * len(own):
        return True
    # A single word that is a part of the host before the site's name is mostly that of a section.
    for label in map(match_key, labels[-1:] if len(words) == 1 else labels):
        longer, shorter = (key, label) if len(key) > len(label) else (label, key)
        if len(shorter) > MIN_KEY and shorter in longer and len(longer) <= 2 * len(shorter):
            return True
    return False


def _may_be_name(name: str) -> bool:
    """Whether a text can be the name of a site: not a word for its home page, a byline or a date."""
    short = len(name.split()) <= MAX_NAME_WORDS
    return short and not _is_home_word(name) and not is_byline(name) and not has_dateline(name)


def _is_home_word(text: str) -> bool:
    return match_key(text) in HOMES


def content_text(page: Page, types: NDArray[np.uint8]) -> str:
    """The text between the first and the last one of the content and the title, READ bytes of it, in small letters.

    types: for each text row an index into `BLOCK_TYPES`.
    """
    start, stop = content_span(page, types.tobytes().replace(_TITLE, _CONTENT))
    return page.columns.text[start : min(stop, start + READ)].decode(errors="replace").casefold()


def content_span(page: Page, types: bytes) -> tuple[int, int]:
    """Where the content begins and ends in ``page.columns.text``; 0 and 0 for none. types: as of `content_text`."""
    columns, first = page.columns, types.find(_CONTENT)
    if first < 0:
        return 0, 0
    last = types.rfind(_CONTENT)
    return int(columns.text_start[columns.text_rows[first]]), int(columns.text_stop[columns.text_rows[last]])


def are_of_site(keywords: tuple[str, ...], page: Page, text: Callable[[], str], site: str) -> bool:
    """Whether the keywords of a page are those of its site. text: makes its `content_text`.

    What this finds, and how often it errs, is in docs/evidence/metadata.
    """
    return len(keywords) >= MIN_KEYWORDS and not _says(text(), keywords[:ASKED], OF_KEYWORDS)


def is_of_site(description: str, page: Page, text: Callable[[], str], site: str) -> bool:
    """Whether the description of a page is that of its site. That of a list or of a product may say what the page shows
    in no text. text: as of `are_of_site`. site: its name, with which a short one begins."""
    said, name = description.casefold().lstrip(_MARKS), site.casefold()
    rest = said[len(name) :].lstrip() if name and said.startswith(name) else ""
    is_named = rest[:1] in _SIGNS
    words = {
        part
        for word in _WORD.findall(rest if is_named else said)
        for part in ((word,) if word[0] < UNSPACED else (word[i : i + 2] for i in range(len(word) - 1)))
    }
    least = 1 if is_named else MIN_UNSPACED if words and min(words) >= UNSPACED else MIN_WORDS
    if len(words) < least or _says(text(), words, OF_FEW if is_named or len(words) == MIN_WORDS else OF_WORDS):
        return False
    return page.cached(find_page_type).name in _OF_ONE_TEXT


def _says(text: str, parts: Collection[str], share: float) -> bool:
    """Whether this share of some words stands in a text, or it is empty."""
    if not text:
        return True
    said = (part for part in parts if part.casefold() in text)
    return next(islice(said, ceil(share * len(parts)) - 1, None), None) is not None


OF_SITE: dict[str, Callable[..., bool]] = {"tags": are_of_site, "description": is_of_site}
"""For each field of which a template may state that of the site in ``meta``, whether it does."""
