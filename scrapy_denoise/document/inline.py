"""Runs of text, each with the marks that hold it, as nested inline nodes."""

from __future__ import annotations

from typing import TypeAlias

from scrapy_denoise.document.nodes import Anchor, Break, Inline, Mark, Math, Picture

Open: TypeAlias = tuple[str, str, int]
"""A mark while it is open: its name (``link`` for links), the address of a link, the row of its element."""

Run: TypeAlias = tuple[tuple[Open, ...], Inline]

_QUOTES = frozenset(
    "\"'\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a\u2018\u2019\u201a\u300c\u300d\u300e\u300f\u300a\u300b"
)


def nested(runs: list[Run]) -> tuple[Inline, ...]:
    """The inline nodes of a paragraph: white space and line ends at its ends are left out."""
    first, last = 0, len(runs)
    while first < last and _is_space(runs[first][1]):
        first += 1
    while first < last and _is_space(runs[last - 1][1]):
        last -= 1
    if first >= last:
        return ()
    for at, strip in ((first, str.lstrip), (last - 1, str.rstrip)):
        marks, leaf = runs[at]
        if isinstance(leaf, str):
            runs[at] = marks, strip(leaf)
    return _nest(runs[first:last], 0)


def marked(words: str, marks: tuple[Open, ...]) -> tuple[Inline, ...]:
    """A text in its marks."""
    found: Inline = words
    for name, url, _ in reversed(marks):
        found = Anchor(url, (found,)) if name == "link" else Mark(name, (found,))
    return (found,)


def _is_space(leaf: Inline) -> bool:
    return isinstance(leaf, Break) or (isinstance(leaf, str) and leaf.isspace())


def _nest(runs: list[Run], level: int) -> tuple[Inline, ...]:
    nodes: list[Inline] = []
    words: list[str] = []
    at = 0
    while at < len(runs):
        marks, leaf = runs[at]
        if len(marks) <= level:
            at += 1
            if isinstance(leaf, str):
                words.append(leaf)
                continue
            following: Inline = leaf
        else:
            mark, start = marks[level], at
            while at < len(runs) and len(runs[at][0]) > level and runs[at][0][level] == mark:
                at += 1
            children = _nest(runs[start:at], level + 1)
            following = Anchor(mark[1], children) if mark[0] == "link" else Mark(mark[0], children)
        if words:
            nodes.append("".join(words))
            words = []
        nodes.append(following)
    if words:
        nodes.append("".join(words))
    return tuple(nodes)


def shared(one: tuple[Open, ...], other: tuple[Open, ...]) -> tuple[Open, ...]:
    """The marks that hold both of two runs."""
    if one == other:
        return one
    n = 0
    while n < len(one) and n < len(other) and one[n] == other[n]:
        n += 1
    return one[:n]


def words_of(nodes: tuple[Inline, ...], quoted: bool = False) -> str:
    """The text of inline nodes on one line. quoted: with quotation marks around quotations."""
    return " ".join("".join(_words(nodes, quoted)).split())


def quotation_mark(quotation: Mark, before: str) -> str:
    """The mark that stands at both ends of a ``q``, which browsers draw; empty where the page has marks of its own.

    before: the character before the quotation.
    """
    words = words_of(quotation.children)
    return "" if not words or words[0] in _QUOTES or words[-1] in _QUOTES or before in _QUOTES else '"'


def _words(nodes: tuple[Inline, ...], quoted: bool) -> list[str]:
    parts: list[str] = []
    for node in nodes:
        if isinstance(node, str):
            parts.append(node)
        elif isinstance(node, Math):
            parts.append(node.source)
        elif isinstance(node, Break):
            parts.append(" ")
        elif not isinstance(node, Picture):
            inner = _words(node.children, quoted)
            if quoted and isinstance(node, Mark) and node.name == "quoted":
                mark = quotation_mark(node, parts[-1][-1:] if parts else "")
                inner = [mark, *inner, mark]
            parts += inner
    return parts
