"""What a page states in its ``meta`` elements."""

from __future__ import annotations

from scrapy_denoise.page.one_line import one_line
from scrapy_denoise.page.stated_elements import StatedElements

MAX_ELEMENTS = 2_000
MAX_CHARS = 2_000
"""Characters of a value that are read."""

Meta = dict[str, list[str]]


def read_meta(stated: StatedElements) -> Meta:
    """The contents by name or property, in lower case, in document order; white space collapsed, no empty ones.

    Some pages write ``value`` for ``content``.
    """
    found: Meta = {}
    for names, said in stated.metas[:MAX_ELEMENTS]:
        if content := one_line(said[:MAX_CHARS]):
            for name in dict.fromkeys(names.lower().split()):
                found.setdefault(name, []).append(content)
    return found
