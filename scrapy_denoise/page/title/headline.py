"""A page's title: the headline that it shows and states, without the site's name."""

from __future__ import annotations

import re
from urllib.parse import unquote

from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.compiled import declared_parts, match_key
from scrapy_denoise.page.structured_data.json_ld import Object, strings, types_of
from scrapy_denoise.page.text.words import TOKEN, UNSPACED
from scrapy_denoise.page.title.headings import first_headings, headings_in_order
from scrapy_denoise.page.title.site_name import SiteNames, TitleSource, parts
from scrapy_denoise.page.title.thread_titles import thread_title
from scrapy_denoise.page.url import is_home, words_of_address, words_without_accents

_NEWS = re.compile(r"\A(?:\w*NewsArticle|LiveBlogPosting)")
_STAMP = re.compile(
    r"(?<!\s)\s+(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}),?\s+\d{1,2}:\d\d(?::\d\d)?\Z"
)
"""A day and a time that stand in a heading behind the headline."""

_NUMBER = re.compile(r"\s#\d{1,9}\Z")
"""The number of an issue, which trackers write behind its title."""

_BOARD = re.compile(r"\s[>»›/]\s")
"""What stands in a heading between the name of a board and that of a thread."""

_PERMALINK = "¶# "

_FOR_SEARCH = (
    *", ，".split(),
    *"价格 报价 多少钱 怎么样 好不好 图片 预订 预定 招聘 下载 官网 评价 点评 电话 地址 在线 购买".split(),
    *"攻略 门票 最新 简介 行情 参数 參數 價格 報價 圖片 預訂 下載 評價 購買".split(),
    *"の価格 の通販 の口コミ の求人 の評判 の料金".split(),
)
"""What a page writes for search engines behind its heading, without a space, in scripts that have none."""

_OPENING = "[【［（("
_LABEL = re.compile(r"[\[【［（(]([^\]】］）)]{1,40})[\]】］）)]")
"""What a forum or a blog writes before or after a headline: the name of a board, in brackets."""

_BEHIND = re.compile(r" \[[^\[\]]{1,40}\]\Z")
"""What a wiki writes behind the title of a page: its name, in brackets."""

_KEY_IN_WIKI = re.compile(r"\A(\S{1,200}) \[[^\[\]]{1,40}\]\Z")
"""The key of a page of a wiki, with the wiki's name behind it."""

MIN_TOKEN_OVERLAP = 0.7
"""Share of the tokens, of the shorter of two texts, that a heading has in common with a stated title to be the
headline. Half of what has less is a slogan or the name of a part of the page."""

MAX_FIRST = 3
"""The first `h1` of a page, among which the one is looked for that the address names."""

MIN_WORDS = 2
"""Words of an address that can name a heading."""

MIN_BEGINNING = 4
"""Words of an address that can be the beginning of a heading, all of them in it."""

MIN_SLUG_DICE = 0.7
"""The Dice coefficient of the words of such a heading and those of the address, at least."""

MIN_DICE_GAIN = 0.1
"""By how much it is above that of the title that is found otherwise."""

MIN_UNSPACED = 4
"""Letters of a heading in a script without spaces with which the ``title`` element may begin."""


def find_headline(page: TitleSource, repeated: frozenset[int] = frozenset()) -> str:
    """The page's headline.

    repeated: parts of the titles of the site's other pages (`scrapy_denoise.page.title.site_name.title_parts`).
    In order: the name of the one recipe that the page states; the `h1` that is the title of the one vacancy that it
    states; what the ``title`` element has behind a label such as "View topic - "; OpenGraph's title where JSON-LD says
    that the page is news, since there it is the headline as its editors shortened or lengthened it; the `h1` that the
    page's address names; the only `h1`, where the ``title`` element begins with it (`_heading_that_begins`); that of a
    page of a wiki of which this has only the key; the `h1` that has most in common with a stated title; OpenGraph's
    title; the name or headline in JSON-LD; `PageTitles.confirmed`. A text that is the site's name is the title only
    where there is no other.
    """
    names = SiteNames.of_page(page, repeated)
    main = page.main_objects[:1]
    recipes = set(names.cleaned_titles(_recipes(page)))
    if len(recipes) == 1:
        return recipes.pop()
    if vacancy := _vacancy(page):
        return vacancy
    if thread := thread_title(page.titles.element):
        return names.without_site_name(thread)
    social = [*page.meta.get("og:title", [])[:1], *page.meta.get("twitter:title", [])[:1]]
    social = names.cleaned_titles(social)
    if page.meta.get("og:title") and social and any(_NEWS.fullmatch(kind) for kind in types_of(next(iter(main), {}))):
        return _without_sections(social[0], [*first_headings(page.columns), *_names(main[0])])
    in_json_ld = [text for thing in main if not _is_page(thing) for text in _names(thing)]
    element, first = page.titles.element, first_headings(page.columns)
    stated = names.cleaned_titles([element, *in_json_ld]) + social
    shown = _without_book_title(page.columns, _shown(page.titles.headings, names, element, first), element, first)
    found = (
        _heading_that_begins(first, element)
        or _heading_of_key(first, element, page.url or "")
        or _agreed_heading(shown, stated)
        or next(iter(social or names.cleaned_titles(in_json_ld)), "")
        or _of_element(page, names)
    )
    title = _named_by_address(first, found, names, page.url or "") or found
    title = _STAMP.sub("", title) or title
    unnumbered = _NUMBER.sub("", title)
    return unnumbered if unnumbered in social else title


def _heading_that_begins(first: list[str], element: str) -> str:
    """The only `h1`, where it is in a script without spaces and the ``title`` element begins with it, an opening
    bracket apart, and goes on with words for search engines or a comma. Empty where there is none."""
    heading = first[0].strip(_PERMALINK) if len(first) == 1 else ""
    key = match_key(heading)
    if len(key) < MIN_UNSPACED or min(key) < UNSPACED:
        return ""
    shown = element.lstrip(f"{_OPENING}「《 ")
    goes_on = shown.startswith(heading) and shown[len(heading) :].lstrip("」》 ").startswith(_FOR_SEARCH)
    return heading if goes_on else ""


def _heading_of_key(first: list[str], element: str, url: str) -> str:
    """The first `h1`, where the ``title`` element has no more than the key in a wiki that the page's address names too,
    such as "ferry:winter_times". Empty where there is none."""
    found = _KEY_IN_WIKI.fullmatch(element)
    if not found or not first:
        return ""
    key, address = found[1].lower(), unquote(url).lower().replace("/", ":") + "&"
    return first[0].strip(_PERMALINK) if any(f"{sign}{key}&" in address for sign in "=:") else ""


def _without_sections(title: str, headlines: list[str]) -> str:
    """A title without the sections behind a headline with which it begins: "Rain: what now | Weather | News"."""
    return next((text for text in headlines if title.startswith(tuple(f"{text} {sign} " for sign in "|-–—"))), title)


def _of_element(page: TitleSource, names: SiteNames) -> str:
    """The title where neither a heading nor a statement is one: what the ``title`` element has of it."""
    confirmed = page.titles.confirmed
    found = names.without_site_name(confirmed)
    if found and (is_home(page.url or "") or not (found in names or confirmed in names)):
        return found
    others = (text for text in (names.without_site_name(page.titles.element), *page.titles.headings) if text)
    return next((text for text in others if text not in names), found)


def _recipes(page: TitleSource) -> list[str]:
    named = [text for thing in page.json_ld.of_type("Recipe") for text in strings(thing.get("name"))]
    return named or [
        found.value
        for found in page.microdata
        if found.name == "name" and found.items[:1] and found.items[0][0] == "Recipe"
    ]


def _vacancy(page: TitleSource) -> str:
    """The first `h1` that is the title of the only vacancy that the page states; empty where there is none."""
    stated = {match_key(text) for thing in page.json_ld.of_type("JobPosting") for text in strings(thing.get("title"))}
    if len(stated) != 1 or not all(stated):
        return ""
    return next((text for text in first_headings(page.columns) if match_key(text) in stated), "")


def _is_page(thing: Object) -> bool:
    return any(kind.endswith("Page") for kind in types_of(thing))


def _names(thing: Object) -> list[str]:
    return [text for name in ("name", "headline") for text in strings(thing.get(name))]


def _named_by_address(first: list[str], found: str, names: SiteNames, url: str) -> str:
    """Of the first few `h1` the one whose words make up the address, if they do so better than those of the title that
    was found: a slogan, or words for search engines. Empty where there is none."""
    words = words_of_address(url) if first else frozenset()
    if len(words) < MIN_WORDS:
        return ""
    own = words_without_accents(found)
    for heading in map(names.without_site_name, first[:MAX_FIRST]):
        others = words_without_accents(heading)
        begins = len(words) >= MIN_BEGINNING and words <= others and 2 * len(words & own) <= len(words)
        if begins or _dice(others, words) >= max(MIN_SLUG_DICE, _dice(own, words) + MIN_DICE_GAIN):
            return heading.strip(_PERMALINK)
    return ""


def _shown(known: list[str], names: SiteNames, element: str, first: list[str]) -> list[str]:
    """The page's `h1` (first), and those `h2` and `h3` among its headings (known) that the ``title`` element holds."""
    first, title = names.cleaned_titles(first), match_key(element)
    others = names.cleaned_titles(known)
    others = [text for text in others if len(key := match_key(text)) > 1 and key in title]
    sections = {match_key(part) for part in parts(element)}
    shown = (_without_label(text.strip(_PERMALINK), sections, names) for text in (*first, *others))
    return [text for text in dict.fromkeys(shown) if text]


def _without_label(heading: str, sections: set[str], names: SiteNames) -> str:
    """A heading without the name in brackets at its beginning or its end, where that is a name of the site, or stands
    alone between separators of the ``title`` element (sections)."""
    for label in _LABEL.finditer(heading):
        rest = (heading[: label.start()] + heading[label.end() :]).strip()
        if (label.start() and label.end() < len(heading)) or not match_key(rest):
            continue
        if match_key(label[1]) in sections or label[1] in names:
            return rest
    return heading


def _agreed_heading(shown: list[str], stated: list[str]) -> str:
    """The heading that shares most tokens with a stated title; empty where none shares enough.

    Where it is less than half of a part of that title, such as "Reviews" of "Reviews of our classes", it is that part;
    where it ends with that title, such as "Board Rules of the house", it is the title without what stands before it.
    """
    if not shown or not stated:
        return ""
    own, others = ([frozenset(TOKEN.findall(text.casefold())) for text in texts] for texts in (shown, stated))
    best = max(range(len(shown)), key=lambda i: max(_dice(own[i], tokens) for tokens in others))
    if max(_share(own[best], tokens) for tokens in others) < MIN_TOKEN_OVERLAP:
        return ""
    heading = shown[best]
    title = stated[max(range(len(stated)), key=lambda i: _dice(own[best], others[i]))]
    key = match_key(heading)
    if 2 * len(key) < len(match_key(title)):
        around = [part for part in parts(title) if key in match_key(part)]
        is_part = any(key in (match_key(part), match_key(_BEHIND.sub("", part))) for part in around)
        return heading if is_part else next(iter(around), heading)
    if heading[0] in _OPENING:
        return heading
    for part in (title, *declared_parts(title)[:1]):
        if key.endswith(name := match_key(part)) and len(name) < len(key) < 2 * len(name):
            return part
    return heading


def _without_book_title(columns: Columns, shown: list[str], element: str, first: list[str]) -> list[str]:
    """Headings without that of the book, the forum or the documentation that a page is a part of.

    The ``title`` element ends with it, and begins with a heading that stands below it, or the last part of one
    ("Board > Thread"), which is the page's own: of several words, where words have spaces between them, or an `h1`
    (first).
    """
    around = parts(element)
    keys = [match_key(part) for part in around]
    own = around[0] if around else ""
    if len(around) < 2 or keys[0] == keys[-1]:
        return shown
    if len(own.split()) == 1 and own < UNSPACED and keys[0] not in map(match_key, first):
        return shown
    others = [text for text in shown if match_key(text) != keys[-1]]
    if len(others) == len(shown):
        return shown
    in_order = headings_in_order(columns)
    book = next((i for i, text in enumerate(in_order) if match_key(text) == keys[-1]), len(in_order))
    below = [_BOARD.split(text)[-1] for text in in_order[book + 1 :]]
    return [own, *others] if any(match_key(text) == keys[0] for text in below) else shown


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / max(len(one) + len(other), 1)


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(min(len(one), len(other)), 1)
