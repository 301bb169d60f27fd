"""Output for a terminal: text of strangers, sizes, ages, progress."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

T = TypeVar("T")


def printable(text: str) -> str:
    """Text of a stranger with escapes for characters that would move the cursor or change the direction of writing."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


def console() -> Console:
    """A console on standard output, wide where that is not a terminal."""
    return Console(width=None if sys.stdout.isatty() else 200)


def counted(n: int, noun: str) -> str:
    """A number of things in words: ``1 page``, ``2,000 pages``, ``0 classes``."""
    plural = "es" if noun.endswith("s") else "s"
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}{plural}"


def size(n: float) -> str:
    """A number of bytes in words."""
    for unit in ("B", "kB", "MB"):
        if n < 1000:
            return f"{n:.0f} {unit}" if unit == "B" else f"{n:.1f} {unit}"
        n /= 1000
    return f"{n:.1f} GB"


def age(seconds: float) -> str:
    """A time that has passed, in words."""
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size:.0f} {unit} ago"
    return "now"


def progress(items: Iterable[T], doing: str) -> Iterator[T]:
    """The items, with a progress bar where standard error is a terminal."""
    console = Console(stderr=True)
    total = len(items) if isinstance(items, Sequence) else None
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(items, total=total, description=printable(doing))
