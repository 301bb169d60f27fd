"""Recognises pages that are only a notice: an error, or a wall (a login, a captcha, a question for consent)."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.compiled import shown_chars
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.page_model import PageType
from scrapy_denoise.blocks.regions.boilerplate import BoilerplateRegions
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import match_key

NOTICED = 0.9
"""The confidence that a page is one: by its title it is none in none of 5,797."""

MAX_SHOWN = 6_000
"""A page with more characters outside links is never a notice."""

MAX_KEPT = 250
"""Characters, links included, that a method takes for content: such pages have a sentence or two, and their menus.
What has more may be read."""

MAX_STATUS_KEPT = 600
"""The same limit if the HTTP status says that the page is an error."""

MAX_FORM = 100
"""The same of a page that has nothing beside a question for consent ..."""

MAX_PAGE = 1_200
"""Characters of a page, links included, up to which a heading alone makes it a login or a question for consent: whole
pages have such headings in dialogs."""

MAX_CHALLENGE = 300
"""Characters of a page, links included, up to which it shows nothing beside the script of a captcha
or a field for a password."""

MIN_DIALOG = 200
"""The most characters of a question for consent that is all that a page shows."""

MAX_LINE = 120
"""The most characters of a line that is compared with the titles of notices."""

MAX_HEADINGS, MAX_BLOCKS = 4, 12
"""Headings and, where there are none, texts of a page that are compared."""

MAX_BESIDE = 12
"""Letters that may stand beside a title of so many letters: the name of the site, a number ..."""

MIN_LETTERS = 9
"""... or more."""

MAX_SCRIPTS = 50
MAX_ELEMENTS = 3_000
"""Scripts that are read, elements among which a field for a password is looked for ..."""

MAX_SOURCE = 20_000
"""... and characters of each script that are read."""

WALLS = {
    "login": "a login",
    "captcha": "a captcha",
    "consent": "a question for consent",
    "age": "a question for the age",
}

_HEADINGS = tags.flags("h1 h2")
_SEPARATOR = re.compile(r"\s[|–—·•:»-]+\s|\s?[|»]\s?|:\s")


@attrs.frozen
class Notice:
    """reason: ``error_page`` or ``wall``. evidence: in words."""

    reason: str
    evidence: tuple[str, ...]

    @property
    def page_type(self) -> PageType:
        """The page type of a page with this notice."""
        return PageType("wall" if self.reason == "wall" else "error", NOTICED, "", self.evidence)


def find_notice(page: Page, kept: NDArray[np.bool_], status: int = 200) -> Notice | None:
    """Find out if a page is only a notice. Returns None for a page with something to read.

    kept: for each text row whether a method takes it for content. status: of the response. A notice is short and has
    one of the titles that such pages have, by the language (``lexicon/notices.txt``); or is short and has such a
    status, or asks for a password and has nothing else, or has the script of a captcha and nothing else.
    """
    chars, shown, outside, content = shown_chars(page.columns, kept, page.cached(BoilerplateRegions).rows("consent"))
    most = MAX_STATUS_KEPT if status >= 400 else MAX_KEPT
    if not len(kept) or content > most or shown > MAX_SHOWN or page.root is None:
        return None
    if found := _wall(page, content, chars, outside):
        return Notice("wall", found)
    if line := _titled(page, "error"):
        return Notice("error_page", (f"its title is that of an error: {line}",))
    if status >= 400:
        return Notice("error_page", (f"it was answered with the status {status}, and has little text",))
    return None


def _wall(page: Page, content: int, chars: int, beside: int) -> tuple[str, ...]:
    """What says that a page is a wall, in words; empty for other pages.

    content: characters that a method keeps; chars: of the page; beside: of these, outside a question for consent.
    """
    bare = chars <= MAX_CHALLENGE
    if bare and (script := _challenge(page)):
        return (f"it has next to no text, and the script of a captcha: {script}",)
    if line := _titled(page, "captcha"):
        return (f"its title is that of a captcha: {line}",)
    for kind in ("consent", "age"):
        if line := _titled(page, kind, chars <= MAX_PAGE):
            return (f"its title is that of {WALLS[kind]}: {line}",)
    login = _titled(page, "login", chars <= MAX_PAGE)
    if login and (bare or _has_password(page)):
        return (f"its title is that of a login: {login}",)
    if bare and not page.needs_scripts and _has_password(page):
        return ("it has next to no text, and asks for a password",)
    if chars - beside >= MIN_DIALOG and beside <= MAX_CHALLENGE and content <= MAX_FORM:
        return (f"{beside} of its {chars} characters stand beside its question for consent",)
    return ()


def _titled(page: Page, kind: str, by_headings: bool = True) -> str:
    """The line with which a page has one of the titles of a kind of notice; empty for none. by_headings: whether its
    headings count as well as its title."""
    known = _titles()[kind]
    lines: list[str] = [*_title_lines(page), *(_headings(page) if by_headings else ())]
    for line in lines:
        letters = match_key(line) if len(line) <= MAX_LINE else ""
        if letters in known:
            return line
        for size in range(len(letters) - 1, max(MIN_LETTERS, len(letters) - MAX_BESIDE) - 1, -1):
            if letters[:size] in known or letters[-size:] in known:
                return line
    return ""


def _title_lines(page: Page) -> list[str]:
    """The title that a page declares, and its parts."""
    title: str = " ".join(page.titles.element[: 3 * MAX_LINE].split())
    return [title, *_SEPARATOR.split(title)]


def _headings(page: Page) -> list[str]:
    """The first headings of a page, or the first texts of one without headings."""
    columns = page.columns
    shown = _HEADINGS[columns.tag]
    dialog = page.cached(BoilerplateRegions).rows("consent")
    headings = np.flatnonzero(shown if dialog is None else shown & ~dialog)[:MAX_HEADINGS].tolist()
    if headings:
        return [" ".join(columns.text_of(row).split()) for row in headings]
    return columns.text_between(0, min(MAX_BLOCKS, len(columns.text_rows))).split("\n")


def _challenge(page: Page) -> str:
    """What a script of the page has that tests who reads it; empty where none has."""
    assert page.root is not None
    for script in islice(page.root.iter("script"), MAX_SCRIPTS):
        source = (script.get("src") or "")[: MAX_LINE * 4] + (script.text or "")[:MAX_SOURCE]
        if found := next((name for name in _titles()["challenges"] if name in source), None):
            return found
    return ""


def _has_password(page: Page) -> bool:
    assert page.root is not None
    return any(
        (field.get("type") or "").lower() == "password" for field in islice(page.root.iter("input"), MAX_ELEMENTS)
    )


@cache
def _titles() -> dict[str, frozenset[str]]:
    """The letters and digits of the titles of each kind of notice; what the scripts of captchas have, as it is."""
    found = sections("notices")
    titles = {kind: frozenset(map(match_key, found[kind])) for kind in ("error", *WALLS)}
    return titles | {"challenges": frozenset(found["challenges"])}
