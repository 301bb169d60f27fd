"""What a page states in its ``meta`` elements."""

from __future__ import annotations

from lxml.etree import _Element

MAX_ELEMENTS = 2_000
MAX_CHARS = 2_000
"""Characters of a value that are read."""

Meta = dict[str, list[str]]


def read_meta(tree: _Element | None) -> Meta:
    """The contents by name or property, in lower case, in document order; white space collapsed, no empty ones.

    Some pages write ``value`` for ``content``.
    """
    found: Meta = {}
    if tree is None:
        return found
    for number, element in enumerate(tree.iter("meta")):
        if number == MAX_ELEMENTS:
            break
        content = " ".join((element.get("content") or element.get("value") or "")[:MAX_CHARS].split())
        names = f"{element.get('property') or ''} {element.get('name') or ''} {element.get('http-equiv') or ''}"
        for name in dict.fromkeys(names.lower().split()) if content else ():
            found.setdefault(name, []).append(content)
    return found
