"""The card of a view: the summary that the gallery shows, stored in a ``meta`` element of the view."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape, unescape
from pathlib import Path
from typing import Any

import attrs

LINE_CHARS = 70
"""Characters of a line of a thumbnail."""

MAX_RUNS = 150
MANY = 20
"""Some blocks of a page with at least this many blocks are expected to be noise."""

MAX_TEXT = 300
HEAD = 64 * 1024
"""The card is within this many bytes of the beginning of a view."""

_META = re.compile(r'<meta name="denoise-view" content="([^"]*)">')


@attrs.frozen(kw_only=True)
class Card:
    """A view in short.

    chars: characters of the page; kept: how many of them were kept. text: the beginning of the kept text. runs: the
    blocks that the view shows, in the order of the page, each as its lines, whether it was kept, and its type; in a
    long page neighbouring blocks are one run.
    """

    url: str
    title: str
    method: str
    reason: str
    chars: int
    kept: int
    blocks: int
    text: str
    runs: list[tuple[int, bool, str]]

    @property
    def share(self) -> float:
        """The share of the characters that was kept."""
        return self.kept / self.chars if self.chars else 0.0

    @property
    def doubtful(self) -> bool:
        """Whether to check the view first: it has a reason, or nearly nothing or all of many blocks was kept."""
        return self.reason != "" or self.share < 0.03 or (self.share > 0.99 and self.blocks > MANY)


def card_of(data: Mapping[str, Any]) -> Card:
    """The card of a view from the view's data, as its first method decided."""
    first, chars = data["methods"][0], data["chars"]
    kept_text = (text for text, kept in zip(data["text"], first["kept"], strict=True) if kept)
    return Card(
        url=data["url"][:2000],
        title=data["title"][:MAX_TEXT],
        method=first["method"],
        reason=first["reason"],
        chars=data["all_chars"],
        kept=first["kept_chars"],
        blocks=data["total"],
        text=" ".join(text[:MAX_TEXT] for _, text in zip(range(10), kept_text, strict=False))[:MAX_TEXT],
        runs=_runs(chars, first["kept"], [data["types"][kind] for kind in first["types"]]),
    )


def _runs(chars: list[int], kept: list[int], types: list[str]) -> list[tuple[int, bool, str]]:
    """The blocks as runs; where a page has more than MAX_RUNS, neighbouring blocks are joined."""
    lines = [(-(-n // LINE_CHARS) or 1, bool(k), kind) for n, k, kind in zip(chars, kept, types, strict=True)]
    if len(lines) <= MAX_RUNS:
        return lines
    step = -(-sum(n for n, _, _ in lines) // MAX_RUNS)
    found: list[tuple[int, bool, str]] = []
    pending: dict[tuple[bool, str], int] = {}
    total = 0
    for n, was_kept, kind in lines:
        pending[was_kept, kind] = pending.get((was_kept, kind), 0) + n
        total += n
        if total >= step:
            _close(found, pending)
            total = 0
    if pending:
        _close(found, pending)
    return found


def _close(found: list[tuple[int, bool, str]], pending: dict[tuple[bool, str], int]) -> None:
    """Add the pending lines as one run, with the verdict and the type that most of them have."""
    (kept, kind), total = max(pending, key=pending.__getitem__), sum(pending.values())
    pending.clear()
    if found and found[-1][1:] == (kept, kind):
        found[-1] = (found[-1][0] + total, kept, kind)
    else:
        found.append((total, kept, kind))


def to_meta(card: Card) -> str:
    """The card as HTML, for the head of its view."""
    written = json.dumps(attrs.asdict(card), ensure_ascii=False, separators=(",", ":"))
    return f'<meta name="denoise-view" content="{escape(written)}">'


def read_card(path: Path) -> Card | None:
    """The card of a view, or None if the file is not a view. Raises OSError if it cannot be read."""
    with path.open("rb") as file:
        head = file.read(HEAD).decode("utf-8", "replace")
    found = _META.search(head)
    if found is None:
        return None
    try:
        values = json.loads(unescape(found[1]))
        return Card(
            url=str(values["url"]),
            title=str(values["title"]),
            method=str(values["method"]),
            reason=str(values["reason"]),
            chars=int(values["chars"]),
            kept=int(values["kept"]),
            blocks=int(values["blocks"]),
            text=str(values["text"]),
            runs=[(int(lines), bool(kept), str(kind)) for lines, kept, kind in values["runs"]],
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
