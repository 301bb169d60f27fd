"""The date of the publication in the state that a page hands to its own program in scripts."""

from __future__ import annotations

import re

from scrapy_denoise.document.metadata.statements import Statements
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import scripts_give

MAX_SCRIPTS = 100
"""Scripts of a page that are read."""

MAX_STATE_CHARS = 1_000_000
"""Characters of all scripts that are read."""

MAX_VALUES = 50

_VALUE = re.compile(r"""["']\s*:\s*["'](\d{4}-\d\d-\d\d[^"'\\]{0,30})["']""")
"""An ISO 8601 date behind the name of a property."""

_NAME = re.compile(
    r"""["'][\w.-]{0,40}?(?:(?:date|first)[_-]?published|publish(?:ed|ing)?[_-]?(?:at|on|date|time)?"""
    r"""|(?:publication|pub)[_-]?(?:date|time))\Z""",
    re.IGNORECASE,
)
"""A property that is called the date of publication, up to the quote behind its name."""

NAME = 60
"""Characters before the value in which it is looked for."""


def from_scripts(page: Page) -> Statements:
    """The date of publication in scripts other than JSON-LD, where all that they state are of one day."""
    found: list[str] = []
    left = MAX_STATE_CHARS
    # The pattern takes a tenth of the parse.
    if page.root is None or not scripts_give(page.root, b"pub"):
        return {}
    for number, script in enumerate(page.root.iter("script")):
        text = script.text or ""
        if number == MAX_SCRIPTS or left <= 0 or len(found) >= MAX_VALUES:
            break
        if "ld+json" not in (script.get("type") or ""):
            found += (
                match[1]
                for match in _VALUE.finditer(text[:left])
                if _NAME.search(text[max(match.start() - NAME, 0) : match.start()])
            )
            left -= len(text)
    return {"published": found[:1]} if len({text[:10] for text in found}) == 1 else {}
