"""Formats output for a terminal: text of web pages made harmless, sizes, ages, progress."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

T = TypeVar("T")

_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_END_OF_EMBEDDING, _END_OF_ISOLATE = "\u202c", "\u2069"
_ENDS = {
    **dict.fromkeys("\u202a\u202b\u202d\u202e", _END_OF_EMBEDDING),
    **dict.fromkeys("\u2066\u2067\u2068", _END_OF_ISOLATE),
}
"""The characters that begin an embedding, an override or an isolate of text direction, each with its end."""


def printable(text: str) -> str:
    """Escape characters in a web page's text that would move the cursor or change the direction of writing."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


def isolate_direction(text: str) -> str:
    """Text of a stranger for a terminal: each line that turns the direction of writing is isolated, so that what is
    printed behind it stands as it should.

    >>> isolate_direction("a\\n\\u202eb") == "a\\n\\u2068\\u202eb\\u202c\\u2069"
    True
    """
    if not _DIRECTION.search(text):
        return text
    return "\n".join(_isolate_line(line) if _DIRECTION.search(line) else line for line in text.split("\n"))


def _isolate_line(line: str) -> str:
    """A line between marks of isolation, with an end for each beginning in it and no end without one."""
    parts: list[str] = []
    opened: list[str] = []
    for c in line:
        if c in _ENDS:
            opened.append(_ENDS[c])
        elif c == _END_OF_ISOLATE:
            if c not in opened:
                continue
            while opened[-1] != c:  # it ends what was embedded in the isolate too
                parts.append(opened.pop())
            opened.pop()
        elif c == _END_OF_EMBEDDING:
            if opened[-1:] != [c]:
                continue
            opened.pop()
        parts.append(c)
    return "".join(["\u2068", *parts, *reversed(opened), "\u2069"])


def console() -> Console:
    """A console on standard output, wide where that is not a terminal."""
    return Console(width=None if sys.stdout.isatty() else 200)


def pluralize(n: int, noun: str) -> str:
    """A number of things in words: ``1 page``, ``2,000 pages``, ``0 classes``."""
    plural = "es" if noun.endswith("s") else "s"
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}{plural}"


def format_bytes(n: float) -> str:
    """A number of bytes in words."""
    for unit in ("B", "kB", "MB"):
        if n < 1000:
            return f"{n:.0f} {unit}" if unit == "B" else f"{n:.1f} {unit}"
        n /= 1000
    return f"{n:.1f} GB"


def format_age(seconds: float) -> str:
    """A time that has passed, in words."""
    for length, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= length:
            return f"{seconds // length:.0f} {unit} ago"
    return "now"


def with_progress(items: Iterable[T], doing: str) -> Iterator[T]:
    """Iterate over the items, with a progress bar if standard error is a terminal."""
    console = Console(stderr=True)
    total = len(items) if isinstance(items, Sequence) else None
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(items, total=total, description=printable(doing))
