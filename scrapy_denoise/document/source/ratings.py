"""The rating that somebody gives: what the page states, or what it shows as stars."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice

from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.page.compiled import NameWords
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.structured_data.microdata import text_of

MAX_LABEL = 80
"""Most characters of a label or a text that can be a rating."""

STARS = 5.0
"""The best rating where the page does not say which that is."""

BEST = frozenset((4.0, 5.0, 6.0, 10.0, 20.0, 100.0))
"""The best ratings that there are; other numbers are those of something else."""

WHOLE = frozenset(map(float, range(1, 11)))
"""Ratings that somebody gives, and that a mean seldom is."""

BESIDE = 8
"""Elements beside a stated rating among which the best one is looked for."""

_NUMBER = r"\d{1,3}(?:[.,]\d{1,2})?"
_OUT_OF = re.compile(rf"(?<![\d.,])({_NUMBER})[^\d.,]{{1,20}}({_NUMBER})(?![\d%])")
_OF_FIVE = re.compile(r"[0-5](?:[.,]\d)?\s?/\s?5|\d{1,2}(?:[.,]\d)?\s?/\s?10")
"""A rating that needs no word beside it: "4/5"."""
_ALONE = re.compile(rf"({_NUMBER})(?:\s*/.*)?", re.DOTALL)
_CLASS = re.compile(
    r"(?:^|[\s_-])(?:(?:all)?stars?|str(?=[1-5][05]\b)|rating|rated|score)[_-]?([1-5])(?:[._-]?([05]))?(?=\s|$)",
    re.IGNORECASE,
)
_WORDS = "star rating score"
_NAMED = re.compile(_WORDS.replace(" ", "|"), re.IGNORECASE)
RATING_WORDS = NameWords({"rating": _WORDS})
"""The words of this pattern, for a sweep over the classes of a page."""
_EMPTY = re.compile(r"empty|(?<![a-z])off(?![a-z])", re.IGNORECASE)
_WIDTH = re.compile(r"width:\s*(\d{1,3}(?:\.\d+)?)%")
_COUNTED = re.compile(
    r"(?:\w{1,12}:?\s)?([1-5](?:[.,]\d{1,2})?)[\s-]?(?:stars?|sterne?|étoiles?|estrellas?|stell[ae]|estrelas?|sterren"
    r"|gwiazdk?[ai]?|зв[её]зд[аы]?|星)(?:\s(?:rating|review|out of (?:5|five)(?:\sstars)?))?",
    re.IGNORECASE,
)
"""A label of stars that does not say how many there can be: "5 stars"."""
_GLYPHS = re.compile(r"[★⭐]{1,5}[☆✩]{0,4}")

Rating = tuple[float, float]
"""A rating and the best that can be given."""


def rating_in(text: str, named: bool = False) -> Rating | None:
    """The rating that a short text states, such as "4 out of 5 stars" or "★★★★☆"; None where it states none.

    named: whether it is known to be one, without a word such as "stars".
    """
    text = text.strip()
    if not text or len(text) > MAX_LABEL:
        return None
    if not text.isascii() and _GLYPHS.fullmatch(stars := text.replace("\ufe0f", "").replace(" ", "")):
        return float(stars.count("★") + stars.count("⭐")), STARS
    found = _OUT_OF.search(text)
    rating = _checked(found[1], found[2]) if found else None
    # Most texts with two numbers are dates and times, whose second one is no best rating.
    if rating is None or named or _OF_FIVE.fullmatch(text):
        return rating
    text = text.lower()
    return rating if any(word in text for word in _words()) else None


def title_behind(line: str) -> str:
    """What stands behind the rating at the beginning of a line, as in "5.0 out of 5 stars Burns all night"; empty where
    the line does not begin so."""
    found = _OUT_OF.match(line)
    word, _, rest = line[found.end() :].strip().partition(" ") if found else ("", "", "")
    return rest.strip() if word.lower().startswith(_words()) else ""


def rating_of(element: Element) -> Rating | None:
    """The rating that an element states or shows: microdata, a label, an attribute, a class such as ``star-4``, or the
    width of a row of stars. A button is none: readers give a rating with it."""
    if element.get("role") == "button":
        return None
    if "ratingValue" in (element.get("itemprop") or "").split():
        found = _ALONE.fullmatch((element.get("content") or text_of(element)).strip()[:MAX_LABEL])
        return _checked(found[1], _stated_best(element)) if found else None
    names = (element.get("class") or "")[:MAX_LABEL]
    named = is_named(element)
    for name in ("aria-label", "title", "alt"):
        label = (element.get(name) or "")[: MAX_LABEL + 1].strip()
        if label and (rating := rating_in(label, named)):
            return rating
        if label and (found := _COUNTED.fullmatch(label)):
            return _checked(found[1])
    for name in ("data-rating", "data-score", "data-grade"):
        value = element.get(name)
        if value and (found := _ALONE.fullmatch(value[:MAX_LABEL].strip())):
            row = _row_of(element, name)
            return _checked(found[1] if len(row) <= 1 else str(_filled(row)))
    if named and (found := _CLASS.search(names)):
        # The number may be one of ten, as in rated-10, beside the stars.
        return rating_in((element.text or "")[: MAX_LABEL + 1]) or _checked(f"{found[1]}.{found[2] or 0}")
    if (style := element.get("style")) and (found := _WIDTH.search(style[:MAX_LABEL])):
        above = element.getparent()
        if named or (above is not None and is_named(above)):
            return _checked(str(float(found[1]) / 100 * STARS))
    return None


def _row_of(element: Element, name: str) -> list[Element]:
    """The stars of a row, of which one is given: the elements beside it that have an attribute too, whose value is
    their place. None where the values are ratings, as those of reviews beside each other."""
    above = element.getparent()
    row = [one for one in islice(above, BESIDE) if one.get(name)] if above is not None else []
    return row if all(one.get(name) == str(place) for place, one in enumerate(row, 1)) else []


def _filled(row: list[Element]) -> int:
    """How many stars at the beginning of a row look like the first, by their classes and data; 0 where readers give
    a rating with them, or where the first is empty."""
    first, names = row[0], (row[0].get("class") or "")[:MAX_LABEL]
    if first.get("onclick") or first.tag == "a" or _EMPTY.search(names):
        return 0
    looks = [_look(star, str(place)) for place, star in enumerate(row, 1)]
    return next((place for place, look in enumerate(looks) if look != looks[0]), len(row))


def _look(star: Element, place: str) -> set[str]:
    """The classes of a star, and the values of its data, but for its place in the row."""
    data = (value for name, value in star.items() if name.startswith("data-") and value != place)
    classes = (name.removesuffix(f"-{place}") for name in (star.get("class") or "")[:MAX_LABEL].split())
    return {*data, *classes}


def is_named(element: Element) -> bool:
    """Whether the class of an element says that it holds a rating."""
    return _NAMED.search((element.get("class") or "")[:MAX_LABEL]) is not None


def _stated_best(element: Element) -> str:
    """The best rating that is stated beside a rating; empty where none is."""
    above = element.getparent()
    beside = islice(above, BESIDE) if above is not None else ()
    return next((one.get("content") or "" for one in beside if one.get("itemprop") == "bestRating"), "")


def _checked(given: str, best: str = "") -> Rating | None:
    try:
        value, most = (float(number.strip().replace(",", ".")) for number in (given, best or str(STARS)))
    except ValueError:
        return None
    return (round(value, 2), most) if 0 < value <= most and most in BEST else None


@cache
def _words() -> tuple[str, ...]:
    return tuple(phrases("rating_words"))
