"""The forms of a title: as it is stated, without the name of the site, its parts, and without what is added to it."""

from __future__ import annotations

import re
from collections.abc import Collection

from scrapy_denoise.page.compiled import match_key, separators
from scrapy_denoise.page.title.site_name import COLON, MAX_PARTS, SiteNames

_STAMP = re.compile(
    r"(?<!\s)\s+(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}),?\s+\d{1,2}:\d\d(?::\d\d)?\Z"
)
"""A day and a time behind a title, which are never a part of it."""

_ADDED = re.compile(r"(?<!\s)\s+\(\d{1,9}\)\Z")
"""A counter behind a title. A number with a sign before it, "Report #39", is a part of the title."""

_OPENING, _CLOSING = "[【［（(", "]】］）)"
_LABEL = re.compile(
    rf"\A[{re.escape(_OPENING)}]([^\]】］）)]{{1,40}})[\]】］）)]|[\[【［（(]([^\]】］）)]{{1,40}})[{re.escape(_CLOSING)}]\Z"
)
"""What a forum, a wiki or a blog writes in brackets before or behind a headline: the name of a board or its own."""


HYPHEN = re.compile(r"(?<=[\u2e80-\uffff])\s?[-－]\s?(?=[\u2e80-\uffff])")
"""What separates the parts of a title in a script without spaces, and stands within words of others."""


def title_forms(text: str, names: SiteNames, parts: Collection[str]) -> list[tuple[str, str]]:
    """The forms of a title, each with its name.

    parts: the keys (`match_key`) of the parts of the ``title`` element. ``whole``: the title as it is. ``named``:
    without the site's name. ``own_label``, ``label``, ``label_behind``: without a label in brackets, that is a part of
    the ``title`` element or the site's name, and another one before or behind the title. ``added``: without a counter
    behind it. ``first``, ``part``: the first part between separators, and others, also several.
    """
    if text[-1:].isdigit():
        text = _STAMP.sub("", text) or text
    forms = [("whole", text)]
    if text[-1:] in _CLOSING or text[:1] in _OPENING:
        for found in _LABEL.finditer(text):
            label = found[1] or found[2]
            rest = (text[: found.start()] + text[found.end() :]).strip()
            own = match_key(label) in parts or label in names
            forms.append(("own_label" if own else "label_behind" if found[2] else "label", rest))
    if text[-1:] == ")" and (shorter := _ADDED.sub("", text)) != text:
        forms.append(("added", shorter))
    cuts = separators(text)[:MAX_PARTS]
    if not cuts:
        if COLON in text:
            forms.append(("named", names.without_site_name(text)))
        if ("-" in text or "－" in text) and (hyphen := HYPHEN.search(text)):
            forms.append(("first", text[: hyphen.start()]))
        return forms
    forms += ("named", names.without_site_name(text)), ("first", text[: cuts[0][0]].rstrip())
    before = 0
    for start, stop in cuts:
        if before:  # else this is the first part
            forms += ("part", text[before:start].strip()), ("part", text[:start].rstrip())
        forms.append(("part", text[stop:].lstrip()))
        before = stop
    return forms
