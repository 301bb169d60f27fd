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
        said = dict(element.items())
        content = " ".join((said.get("content") or said.get("value") or "")[:MAX_CHARS].split())
        names = f"{said.get('property', '')} {said.get('name', '')} {said.get('http-equiv', '')}"
        for name in dict.fromkeys(names.lower().split()) if content else ():
            found.setdefault(name, []).append(content)
    return found
