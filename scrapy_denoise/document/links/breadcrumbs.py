"""The sections of its site that lead to a page, as it states or shows them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection

import numpy as np

from scrapy_denoise.blocks.features.compiled import BREADCRUMBS, class_id_pairs
from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import ExactWords, collapse_whitespace, links_before, match_key, short_subtrees
from scrapy_denoise.page.structured_data.microdata import Property
from scrapy_denoise.page.title.site_name import home_addresses, home_links
from scrapy_denoise.page.url import split_url
from scrapy_denoise.sites.site_key import domain_key

MAX_CHARS = 300
"""Characters of a row of links to sections. A larger element is the page, whose class says that there is one."""

MAX_TRAILS = 20
"""Elements with such a name that are looked at, and lists of each."""

_STEPS = tuple(">»›→〉＞/")
"""What stands between the links of a line of sections, as it is read from left to right."""

_STEP_OR_SPACE = " " + "".join(_STEPS)
_STEP_BYTES = bytes({mark.encode()[0] for mark in _STEPS})
"""The first byte of each of them."""

MAX_MARK = 5
"""Characters of a mark between two links."""

MAX_LINKS = 8
"""Links of it. What has more is a menu."""

HOMES = phrase_keys("home_words", "home")
"""What a link to the home page of any site says."""

_LISTS = tags.flags("ol ul")
_NAMED = ExactWords({"breadcrumbs": [name.encode() for name in BREADCRUMBS]})
"""The parts of its class or id."""


def stated_breadcrumbs(properties: list[Property]) -> list[str]:
    """The names of the first ``BreadcrumbList`` of microdata; of two, the places of the second begin anew."""
    names: list[str] = []
    places: list[str] = []
    for found in properties:
        if [kind for kind, _ in found.items[:2]] == ["ListItem", "BreadcrumbList"]:
            if found.name == "name":
                names.append(found.value)
            elif found.name == "position":
                places.append(found.value)
    stop = next((number for number in range(1, len(places)) if places[number] == places[0]), len(names))
    return names[:stop]


def shown_breadcrumbs(page: Page) -> list[str]:
    """The texts of the links in the first small element whose class or id says that they are the sections above the
    page, rather in one with a mark such as ">" behind its first link, or else in a line that begins with a link to the
    home page; empty where there is neither, or where the home page alone is above."""
    columns = page.columns
    pairs = page.cached(class_id_pairs)
    named = pairs.rows_with(_NAMED, among=pairs.breadcrumbs)[0] if pairs.breadcrumbs else []
    tops = short_subtrees(columns, named, MAX_CHARS)[:MAX_TRAILS]
    links = list(page.links) if tops else []
    first_found: list[str] = []
    for top in tops:
        # Beside the list of the sections others may stand, such as the languages of the page.
        begin, end = bisect_left(links, top), bisect_left(links, columns.end[top])
        lists = top + np.flatnonzero(_LISTS[columns.tag[top : columns.end[top]]])[:MAX_TRAILS]
        parts = [(bisect_left(links, row), bisect_left(links, columns.end[row])) for row in lists.tolist()]
        first, last = next((part for part in parts if part[0] <= begin + 1 and part[1] - part[0] > 1), (begin, end))
        own = links[first:last]
        names = [collapse_whitespace(columns.text_of(row)) for row in own[: MAX_LINKS + 1]]
        found = list(dict.fromkeys(filter(None, names)))
        if len(names) > MAX_LINKS or not found:
            continue
        address, _ = page.links[own[names.index(found[0])]]
        if len(found) > 1 or address.strip().lower() not in home_addresses(page.url or ""):
            # A theme may give such a name to its menu too, which has no marks.
            if _steps(page, links, own[0])[2]:
                return found
            first_found = first_found or found
    return first_found or _trail_in_line(page)


def is_home_alone(names: Collection[str], page: Page, site: str) -> bool:
    """Whether the sections above a page are the home page alone, which says nothing. site: the name of the site."""
    if len(names) != 1:
        return False
    key = match_key(next(iter(names)))
    return key in HOMES or key == match_key(site) or key in map(match_key, home_links(page.stated_elements))


def _trail_in_line(page: Page) -> list[str]:
    """The texts of two or more links with marks such as ">" alone between them, of which the first one leads to the
    home page, or the one behind a link to that of the site to which this one belongs; also with slashes, as menus have
    them too, where another text ends the line."""
    columns, homes = page.columns, page.stated_elements.homes[:MAX_TRAILS]
    # Most links to the home page are those of a logo or of a menu, behind which no mark follows.
    if not homes or not (followed := links_before(columns, _STEP_BYTES)):
        return []
    addresses = {link.get("href") for link in homes}
    found = [row for row in followed if row in page.links and page.links[row][0] in addresses]
    links = list(page.links) if found else []
    for link in found[:MAX_TRAILS]:
        rows, is_ended, marks = _steps(page, links, link)
        rows[:0] = _parent_home(page, links, link) if marks else []
        if 1 < len(rows) <= MAX_LINKS and (is_ended or "/" not in marks):
            names = list(filter(None, (collapse_whitespace(columns.text_of(row)) for row in rows)))
            if len(names) > 1:
                return names
    return []


def _steps(page: Page, links: list[int], link: int) -> tuple[list[int], bool, str]:
    """The links of a line from one on, whether a text that is no link ends it, and the marks between them."""
    columns, texts = page.columns, page.columns.text_rows
    rows, marks = [link], ""
    while len(rows) <= MAX_LINKS:
        behind = int(texts.searchsorted(columns.end[rows[-1]]))
        if behind + 1 >= len(texts) or columns.linked[texts[behind]] or columns.chars[texts[behind]] > MAX_CHARS:
            break
        text = collapse_whitespace(columns.text_of(int(texts[behind])))
        if text[:1] not in _STEPS:
            break
        marks += text[:1]
        following = int(texts[behind + 1])
        if text.strip(_STEP_OR_SPACE) or not columns.linked[following]:
            return rows, True, marks
        next_link = links[bisect_left(links, following) - 1]
        if next_link <= rows[-1] or columns.end[next_link] <= following:
            break
        rows.append(next_link)
    return rows, False, marks


def _parent_home(page: Page, links: list[int], link: int) -> list[int]:
    """The link before one to the home page with a mark between them, if it leads to the home page of another host of
    the site, as that of a paper stands before that of its blogs."""
    columns, texts = page.columns, page.columns.text_rows
    place = int(texts.searchsorted(link)) - 1
    if place < 1 or columns.linked[texts[place]] or not columns.linked[texts[place - 1]]:
        return []
    mark = collapse_whitespace(columns.text_of(int(texts[place]))) if columns.chars[texts[place]] <= MAX_MARK else ""
    before = links[bisect_left(links, int(texts[place - 1])) - 1]
    if not mark or mark.strip(_STEP_OR_SPACE) or before >= link or columns.end[before] <= texts[place - 1]:
        return []
    address = split_url(page.links[before][0].strip())
    is_home = address.path in ("", "/") and not address.query and bool(address.netloc)
    return [before] if is_home and domain_key(address.geturl()) == domain_key(page.url or "") else []
