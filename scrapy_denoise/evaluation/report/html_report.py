"""The report: one HTML file that needs no network. Everything in it is escaped; nothing in it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from attrs import frozen
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from scrapy_denoise.evaluation.report import plots
from scrapy_denoise.evaluation.report.summaries import GROUPINGS, MIN_CORRECT_F1, Summary
from scrapy_denoise.evaluation.report.table import Report, worst
from scrapy_denoise.evaluation.run.rows import FIELD_METRICS, Row
from scrapy_denoise.page.url import split_url

WORST_PAGES = 10
"""The number of worst pages that are listed for each extractor."""

MAX_GROUPS = 60
"""Groups of a grouping that have a table; of more, as of sites, those with the most pages."""

COLUMNS = {
    "F1": "f1", "neutral F1": "neutral_f1", "P": "precision", "R": "recall", "word F1": "word_f1",
    "LCS P": "lcs_precision", "LCS R": "lcs_recall", "LCS F": "lcs_f1", "ROUGE-LSum": "rouge",
    "Levenshtein": "levenshtein", "complete": "completeness", "compression": "compression",
    "with": "with_rate", "without": "without_rate", **{name: name for name in FIELD_METRICS},
    "template loss": "template_loss",
}  # fmt: skip
"""Columns of the first table, after pages and share correct: heading and name of the metric."""


@frozen
class _Extractor:
    """The report's data for one extractor."""

    name: str
    histogram: Markup
    worst: list[Row]


@frozen
class _Matrix:
    """Mean F1 of every extractor in every group of a grouping whose pages have a gold text."""

    grouping: str
    groups: list[tuple[str, int, list[float]]]
    left_out: int


def to_html(
    rows: Sequence[Row],
    summaries: Sequence[Summary],
    source: Report,
    views: Mapping[tuple[str, str], str] | None = None,
) -> str:
    """The report of an evaluation.

    source: see `table.about`. views: by corpus and page, the path of the page in the block viewer, relative to the
    report. Raises ImportError where matplotlib is missing.
    """
    every = [summary for summary in summaries if summary.grouping == "all"]
    names = [summary.extractor for summary in every]
    peers = {name for name, found in source["extractors"].items() if found["peer"]}
    by_extractor: dict[str, list[Row]] = {name: [] for name in names}
    for row in rows:
        by_extractor.setdefault(row.extractor, []).append(row)
    environment = Environment(
        loader=PackageLoader("scrapy_denoise.evaluation", "."), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.globals |= {
        "web": web_address,
        "view": lambda row: (views or {}).get((row.corpus, row.id)),
    }
    environment.filters |= {"share": _share, "shade": _shade}
    return environment.get_template("report.html").render(
        source=source,
        every=every,
        columns=COLUMNS,
        correct=MIN_CORRECT_F1,
        names=names,
        peers=peers,
        fastest=min((summary.means["seconds"] or 1e9 for summary in every), default=1.0),
        scatter=plots.f1_against_time(every, peers),
        curve=plots.f1_by_siblings(every),
        curve_pages=max((summary.curve_pages for summary in every), default=0),
        matrices=[_matrix(summaries, grouping, names) for grouping in GROUPINGS[1:]],
        extractors=[
            _Extractor(name, plots.histogram(found), worst(found, name, WORST_PAGES))
            for name, found in by_extractor.items()
        ],
    )


def _matrix(summaries: Sequence[Summary], grouping: str, names: Sequence[str]) -> _Matrix:
    groups = []
    shown = [summary for summary in summaries if summary.grouping == grouping and summary.low is not None]
    for group, members in groupby(shown, lambda summary: summary.group):
        found = list(members)
        means = {summary.extractor: summary.means["f1"] or 0.0 for summary in found}
        groups.append((group, found[0].pages, [means[name] for name in names]))
    if len(groups) == 1:  # it would be the first table again
        groups = []
    largest = sorted(groups, key=lambda group: -group[1])[:MAX_GROUPS]
    kept = [group for group in groups if group in largest] if len(groups) > MAX_GROUPS else groups
    return _Matrix(grouping.replace("_", " "), kept, len(groups) - len(kept))


def web_address(url: str | None) -> str | None:
    """The address if it is a web address, which a browser can follow without harm; else None."""
    parts = split_url(url)
    return url if parts.scheme in ("http", "https") and parts.netloc else None


def _share(value: Any) -> str:
    return "" if value is None else f"{value:.3f}"


def _shade(value: float) -> str:
    """A background from white to green."""
    return f"rgba(46, 125, 50, {max(0.0, value - 0.4) * 0.6:.2f})"
