"""The summaries as a table for the terminal, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
import os
import platform
from collections.abc import Iterable, Sequence
from datetime import datetime, timezone
from itertools import groupby
from typing import Any

from attrs import asdict
from rich.markup import escape
from rich.table import Table

from scrapy_denoise.evaluation.report.summaries import METRICS, MIN_CORRECT_F1, Summary
from scrapy_denoise.evaluation.run.evaluation import Plan
from scrapy_denoise.evaluation.run.rows import FIELD_METRICS, Row

Report = dict[str, Any]

COLUMNS = (
    "pages", "F1", "interval", "Δ", "neutral F1", "median", "P", "R", "correct", "word F1", "LCS", "with", "without",
    "s/page", "MB", "empty", "failed", "own pages", "own F1",
)  # fmt: skip

_LEGEND = {
    "F1": "F1: 4-token shingles, with its 95 % interval; of our methods with titles and dates, which the text lacks",
    "Δ": "Δ: to the first extractor, * where its interval leaves out 0",
    "neutral F1": "neutral F1: of the text, without titles, datelines, bylines and captions in it and in the gold",
    "correct": f"correct: pages with F1 of {MIN_CORRECT_F1:.2f} or more",
    "LCS": "LCS: F of characters",
    "with": "with: share of the phrases that a result should have and has",
    "without": "without: share of those that it should not have and has",
    "s/page": "s/page: seconds of processor time",
    "MB": "MB: mean peak memory",
    "own pages": "own: pages that the extractor decided itself, where a fallback decided some",
}
"""The caption's explanation of each column."""

_OF_TEXT = ("F1", "interval", "Δ", "neutral F1", "median", "P", "R", "correct", "word F1", "LCS")
"""Columns that have values only if some page has a gold text."""

_RARE = (*_OF_TEXT, "with", "without", "own pages", "own F1")
"""Columns that are shown only if some extractor has a value in them."""


def about(plan: Plan, problems: dict[str, tuple[str, ...]]) -> Report:
    """The provenance of the figures: date, versions, machine, protocol, and pages that were left out."""
    extractors = {
        extractor.label: {
            "version": plan.versions[extractor.label],
            "settings": extractor.settings,
            "peer": extractor.is_peer,
        }
        for extractor in plan.extractors
    }
    return {
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "protocol": {"name": plan.protocol.name, "siblings": list(plan.protocol.counts)},
        "sample": {"pages": plan.n, "seed": plan.seed, "lang": plan.lang, "min_site_pages": plan.min_site},
        "extractors": extractors,
        "problems": {name: list(lines) for name, lines in problems.items()},
    }


def to_json(summaries: Iterable[Summary], source: Report) -> str:
    """`about` and the summaries; a list of objects with the names of `Summary`."""
    return json.dumps({**source, "summaries": [asdict(summary) for summary in summaries]}, indent=1) + "\n"


def to_csv(summaries: Iterable[Summary]) -> str:
    """A line for each summary, with a heading; medians, and the means over the pages that the extractor
    decided itself, have columns of their own. Empty: not known."""
    out = io.StringIO()
    names = ("grouping", "group", "extractor", "pages", "correct", "low", "high", "difference", "difference_low",
             "difference_high", "empty", "failed", "own_pages", "own_correct")  # fmt: skip
    writer = csv.writer(out, lineterminator="\n")
    parts = {"": "means", "median_": "medians", "own_": "own_means"}
    writer.writerow([*names, *(f"{prefix}{metric}" for prefix in parts for metric in METRICS)])
    for summary in summaries:
        values = [getattr(summary, name) for name in names]
        values += [getattr(summary, part)[metric] for part in parts.values() for metric in METRICS]
        writer.writerow([_plain(value) for value in values])
    return out.getvalue()


def _plain(value: object) -> object:
    # A spreadsheet takes a text that begins like this for a formula.
    if isinstance(value, str):
        return f"'{value}" if value.startswith(("=", "+", "-", "@")) else value
    return f"{value:.6g}" if isinstance(value, float) else value


def to_table(summaries: Iterable[Summary], grouping: str = "corpus", title: str = "") -> Table:
    """The groups of one grouping, and all pages together."""
    table = Table(title=escape(title), title_justify="left", caption_justify="left")
    for name in (grouping.replace("_", " "), "extractor"):
        table.add_column(name, no_wrap=True)
    for name in COLUMNS:
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("fallbacks")
    rare = [number for number, column in enumerate(table.columns) if column.header in _RARE]
    for group, members in groupby(_of_grouping(summaries, grouping), lambda summary: (summary.grouping, summary.group)):
        for number, summary in enumerate(members):
            table.add_row("" if number else escape(group[1]), escape(summary.extractor), *_cells(summary))
        table.add_section()
    empty = [table.columns[number] for number in rare if not any(table.columns[number].cells)]
    table.columns = [column for column in table.columns if column not in empty]
    shown = {column.header for column in table.columns}
    explained = [text for name, text in _LEGEND.items() if name in shown]
    if "F1" not in shown:
        explained.insert(0, "No page has a gold text, so the texts are not compared")
    table.caption = "; ".join(explained)
    return table


def to_fields_table(summaries: Iterable[Summary], grouping: str = "corpus") -> Table | None:
    """What was compared besides text, of the same groups; None where the gold of no page has any of it."""
    caption = (
        "title, date: share of the pages on which they are right; authors, headings, lists, tables, images: F1; each "
        "over the pages whose gold has them, and empty for extractors that do not give them"
    )
    table = Table(title="Metadata and structure", title_justify="left", caption=caption, caption_justify="left")
    for name in (grouping.replace("_", " "), "extractor"):
        table.add_column(name, no_wrap=True)
    for name in FIELD_METRICS:
        table.add_column(name, justify="right", no_wrap=True)
    groups = groupby(_of_grouping(summaries, grouping), lambda summary: (summary.grouping, summary.group))
    for group, members in groups:
        known = [one for one in members if any(one.means[name] is not None for name in FIELD_METRICS)]
        for number, summary in enumerate(known):
            cells = (share(summary.means[name]) for name in FIELD_METRICS)
            table.add_row("" if number else escape(group[1]), escape(summary.extractor), *cells)
        if known:
            table.add_section()
    return table if table.row_count else None


def _of_grouping(summaries: Iterable[Summary], grouping: str) -> list[Summary]:
    """The summaries of a grouping after those of all pages, which are left out where one group is all there is."""
    shown = [summary for summary in summaries if summary.grouping in ("all", grouping)]
    one_group = len({summary.group for summary in shown}) == 2
    return [summary for summary in shown if not one_group or summary.grouping != "all"]


def _cells(summary: Summary) -> list[str]:
    means = summary.means
    surely = "*" if (summary.difference_low or 0) > 0 or (summary.difference_high or 0) < 0 else " "
    return [
        str(summary.pages),
        share(means["f1"]),
        "" if summary.low is None else f"{share(summary.low)}-{share(summary.high)}",
        f"{summary.difference:+.3f}{surely}" if summary.difference else "",
        share(means["neutral_f1"]),
        share(summary.medians["f1"]),
        *(share(means[name]) for name in ("precision", "recall")),
        share(summary.correct),
        *(share(means[name]) for name in ("word_f1", "lcs_f1", "with_rate", "without_rate")),
        f"{means['seconds']:.4f}",
        megabytes(means["memory"]),
        *(str(count or "") for count in (summary.empty, summary.failed)),
        *((str(summary.own_pages), share(summary.own_means["f1"])) if summary.fallback_pages else ("", "")),
        escape(", ".join(f"{method} {count}" for method, count in summary.fallback_pages.items())),
    ]


def share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def megabytes(value: float | None) -> str:
    return "" if value is None else f"{value / 2**20:.1f}"


def worst(rows: Iterable[Row], extractor: str, count: int) -> list[Row]:
    """The rows of an extractor with the lowest F1."""
    own = [(row.f1, row.corpus, row.id, row) for row in rows if row.extractor == extractor and row.f1 is not None]
    return [row for *_, row in sorted(own, key=lambda found: found[:3])[:count]]


def worst_table(rows: Sequence[Row], extractor: str) -> Table:
    table = Table(title=f"Worst pages of {escape(extractor)}", title_justify="left")
    for name in ("F1", "P", "R"):
        table.add_column(name, justify="right", no_wrap=True)
    for name in ("corpus", "id", "address", "method", "why"):
        table.add_column(name, overflow="fold")
    for row in rows:
        texts = (row.corpus, row.id, row.url or "", row.method, row.error or row.reason)
        table.add_row(*map(share, (row.f1, row.precision, row.recall)), *(escape(text) for text in texts))
    return table
