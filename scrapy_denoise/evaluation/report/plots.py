"""The plots of the report, as SVG that stands in the page: text stays text, nothing is loaded."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from markupsafe import Markup

from scrapy_denoise.evaluation.report.summaries import Summary
from scrapy_denoise.evaluation.run.rows import Row

_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # text as text, in the fonts of the reader
    "svg.hashsalt": "scrapy-denoise",  # one report from one evaluation
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.parse_math": False,
}
_BINS = np.linspace(0, 1, 21)


def f1_against_time(summaries: Sequence[Summary], peers: set[str]) -> Markup:
    """Mean F1 against mean milliseconds of processor time a page; `peers`: the extractors in another colour."""
    from matplotlib.ticker import FormatStrFormatter, NullFormatter

    shown = [
        summary
        for summary in summaries
        if summary.grouping == "all" and summary.means["seconds"] and summary.low is not None
    ]
    if not shown:
        return Markup("")
    with _context():
        figure, axes = _figure(10, 5)
        handles = []
        for number, summary in enumerate(shown, start=1):
            x, y = 1000 * (summary.means["seconds"] or 0), summary.means["f1"] or 0.0
            colour = "tab:orange" if summary.extractor in peers else "tab:blue"
            interval = [[max(y - (summary.low or 0.0), 0)], [max((summary.high or 0.0) - y, 0)]]
            handle = axes.errorbar(x, y, interval, fmt="o", markersize=3, color=colour, elinewidth=0.5)
            handles.append((handle, f"{number} {summary.extractor}"))
            axes.annotate(str(number), (x, y), xytext=(3, 2), textcoords="offset points", fontsize=8)
        axes.legend(
            *zip(*handles, strict=True), loc="center left", bbox_to_anchor=(1, 0.5), frameon=False,
            ncols=-(-len(shown) // 25), fontsize=8, handletextpad=0.2,
        )  # fmt: skip
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FormatStrFormatter("%g"))
        fastest, slowest = axes.get_xlim()
        within_a_decade = slowest < 10 * fastest  # then few powers of ten, if any, are on the axis
        axes.xaxis.set_minor_formatter(FormatStrFormatter("%g") if within_a_decade else NullFormatter())
        axes.set_xlabel("milliseconds of processor time a page")
        axes.set_ylabel("mean F1")
        axes.grid(alpha=0.3)
        return _svg(figure)


def f1_by_siblings(summaries: Sequence[Summary]) -> Markup:
    """Mean F1 by the number of sibling pages; empty where that was not measured."""
    shown = [summary for summary in summaries if summary.grouping == "all" and len(summary.curve) > 1]
    if not shown:
        return Markup("")
    with _context():
        figure, axes = _figure(9, 4.5)
        for number, summary in enumerate(shown):
            counts = [int(count) for count in summary.curve]
            marker = "os^vDP*X"[number // 10 % 8]
            axes.plot(counts, list(summary.curve.values()), marker=marker, markersize=4, label=summary.extractor)
        axes.set_xticks(counts)
        axes.set_xlabel("other pages of the site that the template is learned from")
        axes.set_ylabel("mean F1")
        axes.grid(alpha=0.3)
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
        return _svg(figure)


def histogram(rows: Sequence[Row]) -> Markup:
    """How many pages have which F1, for one extractor."""
    with _context():
        figure, axes = _figure(4, 1.8)
        axes.hist([row.f1 for row in rows if row.f1 is not None], bins=_BINS, color="tab:blue")
        axes.set_xlim(0, 1)
        axes.set_xlabel("F1")
        axes.set_ylabel("pages")
        return _svg(figure)


def _context() -> Any:
    # matplotlib is loaded when a report is made, and nowhere else.
    import matplotlib as mpl

    return mpl.rc_context(_STYLE)


def _figure(width: float, height: float) -> tuple[Any, Any]:
    # Not through pyplot: that would keep every figure, and look for a screen.
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots()


def _svg(figure: Any) -> Markup:
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None}, transparent=True)
    text = out.getvalue()
    return Markup(text[text.index("<svg") :])  # noqa: S704  matplotlib escapes the texts that it writes
