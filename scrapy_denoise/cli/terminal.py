"""What is shown in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

T = TypeVar("T")


def printable(text: str) -> str:
    """Text of a stranger as a terminal may show it: nothing in it moves the cursor, or turns what follows around."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


def console() -> Console:
    return Console(width=None if sys.stdout.isatty() else 200)


def size(n: float) -> str:
    for unit in ("B", "kB", "MB"):
        if n < 1000:
            return f"{n:.0f} {unit}" if unit == "B" else f"{n:.1f} {unit}"
        n /= 1000
    return f"{n:.1f} GB"


def age(seconds: float) -> str:
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size:.0f} {unit} ago"
    return "now"


def progress(items: Iterable[T], doing: str) -> Iterator[T]:
    """The items, with a progress bar where somebody looks at it and it takes a while."""
    console = Console(stderr=True)
    total = len(items) if isinstance(items, Sequence) else None
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(items, total=total, description=printable(doing))
