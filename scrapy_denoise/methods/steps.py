"""What happens between the scores of a page and its text: each part with what it is for, and whether it runs.

``benchmarks/steps.py`` switches every one off in turn and tells what it gains. A step that looks for something in the
kept rows of a page declares itself where it is made (`scrapy_denoise.document.selection.kept_rows.Step`), all others
here; both have the same attributes. This is no setting: what is switched off is off for the whole process.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

MEASURES = ("f1", "ingredients", "code", "cells", "lines", "facts", "cases", "contract")
"""What a step may be for: the F1 of the text; the ingredients of recipes; code, and lines of text, to the character;
the cells of tables and lists of fields; facts that other pages of the site speak against; invented pages, on which
readers expect what no F1 tells; or what the documentation promises of every page, such as that the title is a field,
which no figure decides about."""

KINDS = ("decision", "completes", "leaves out", "convention", "guard")
"""What a step does: it takes part in the decision, keeps more, keeps less, takes fields out of the text, or bounds
others."""


class Judged(Protocol):
    """A step with what it is for. name: of its own. kind: one of KINDS. measure: one of MEASURES, by which it stays or
    goes. on: whether it runs."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def measure(self) -> str: ...

    on: bool


class Part:
    """A step that is no `Step`; attributes as of `Judged`. code: the names of the functions and classes that are there
    for it, with the module where others have the name too; its lines are counted by them."""

    __slots__ = ("code", "kind", "measure", "name", "on")

    def __init__(self, name: str, kind: str, *code: str, measure: str = "f1") -> None:
        if kind not in KINDS or measure not in MEASURES:
            raise ValueError(f"{name}: no such kind or measure: {kind!r}, {measure!r}")
        self.name, self.kind, self.measure, self.code = name, kind, measure, code
        self.on = True

    def __repr__(self) -> str:
        return f"<Part {self.name}>"


@contextmanager
def switched_off(*steps: Judged) -> Iterator[None]:
    """Run pages without some steps; not for several threads.

    >>> with switched_off(ENTRIES):
    ...     ENTRIES.on
    False
    >>> ENTRIES.on
    True
    """
    were = [step.on for step in steps]
    for step in steps:
        step.on = False
    try:
        yield
    finally:
        for step, was in zip(steps, were, strict=True):
            step.on = was


OWN_VOTES = Part("own_votes", "decision", "vote_alone", measure="cases")
POSTS = Part("posts", "decision", "blocks_in_post_bodies", "_favoring")
THREAD_DEPENDENCE = Part("thread_dependence", "decision")
SPARED = Part("spared", "decision", "spared", measure="facts")

ENTRIES = Part("entries", "completes", "with_entries")
LISTED_ENTRIES = Part("entries.listed", "completes", "_of_list")
SHOWN_RECORDS = Part("entries.shown_records", "completes", "_shows_records", "lists._entries", measure="contract")

REVIEWS = Part("reviews", "leaves out", "without_reviews", measure="contract")

COMPLETED = Part("completed", "completes")
UNREAD = Part("unread", "leaves out")

CAPTIONS = Part("captions", "convention", measure="contract")
SUBTITLES = Part("subtitles", "convention", measure="contract")
TITLES = Part("head_lines.title", "convention", measure="contract")
DATELINES = Part("head_lines.date", "convention", measure="contract")
BYLINES = Part("head_lines.author", "convention", measure="contract")
DATES_IN_TABLES = Part("dates_in_tables", "convention", "stands_in_data", measure="contract")
SLOGANS = Part("slogans", "convention", "is_slogan", measure="contract")

GUARD = Part("guard", "guard", "_within_bounds", "_too_much", "_chars_by_group", "changed_chars")
STATED_ARTICLES = Part("stated_articles", "completes", "json_ld_replacement", measure="contract")
NOTICES = Part("notices", "leaves out", "find_notice", measure="contract")

PARTS = tuple(part for part in list(globals().values()) if isinstance(part, Part))
