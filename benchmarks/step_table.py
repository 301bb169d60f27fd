"""The table of what each step gains, and the verdict on it."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from attrs import frozen
from rich.console import Console
from rich.table import Table

from benchmarks.step_lines import lines_of
from benchmarks.step_pages import NO_FIGURE, NOT_ALONE, STEPS, Sums, figure_of
from scrapy_denoise.methods.steps import Judged

LEAST_CHANGED, LEAST_GAIN = 1.0, 0.0005
"""Pages of 1,000 that a step must change, and what it must gain, on pages that nobody wrote it for, to stay."""

WORDS = "wcxb"
"""The corpus of lists, products, services and threads, whose measure is word F1."""

COLUMNS = (
    "step", "does", "measure", "changed of 1,000", "changed, validation", "better / worse",
    "better / worse, validation", "neutral F1", "neutral F1, validation", "word F1, wcxb", "word F1, validation",
    "its measure", "µs a page", "lines", "of lexicons", "verdict",
)  # fmt: skip
"""Without another word, of the development corpora."""

SEEN = "with the models of the package, which have seen the sites of the development corpora"
NOT_SEEN = "by models that have not seen the sites of the pages"


@frozen
class Row:
    """The figures of a step; NaN or None where there are none. neutral, words: gain and standard error, on development
    and on validation pages."""

    step: Judged
    changed: tuple[float, float]
    helped: tuple[int, int]
    hurt: tuple[int, int]
    neutral: tuple[tuple[float, float], tuple[float, float]]
    words: tuple[tuple[float, float], tuple[float, float]]
    own: float | None
    own_changed: float
    cost: float | None
    lines: tuple[int, int]

    @property
    def verdict(self) -> str:
        if self.step.name in NOT_ALONE:
            return "not judged"
        if self.step.measure in NO_FIGURE:
            return self.step.measure
        if self.step.measure != "f1":
            stays = self.own is not None and self.own >= LEAST_GAIN and self.own_changed >= LEAST_CHANGED
            return "stays (development)" if stays else "goes"
        gained = (self.words if self.step.kind == "convention" else self.neutral)[1][0]
        if self.changed[1] >= LEAST_CHANGED and gained >= LEAST_GAIN:
            return "stays"
        seen = max(self.words[0][0], self.neutral[0][0])
        if seen >= LEAST_GAIN and self.changed[0] >= LEAST_CHANGED and gained > -LEAST_GAIN:
            return "stays (development)"
        return "goes"


def gain(groups: dict[str, Sums], step: str, figure: str) -> tuple[float, float]:
    """The mean over the groups of what a step gains on average, and its standard error."""
    means, variance = [], 0.0
    for sums in groups.values():
        n = sums.get("", {}).get(figure, 0)
        if n:
            row = sums.get(step, {})
            mean = row.get(figure, 0.0) / n
            means.append(mean)
            variance += max(row.get(f"{figure}²", 0.0) / n - mean * mean, 0.0) / n
    return (sum(means) / len(means), sqrt(variance) / len(means)) if means else (0.0, 0.0)


def row_of(step: Judged, development: dict[str, Sums], validation: dict[str, Sums], spent: dict[str, float]) -> Row:
    both = development, validation
    lists = {group: sums for group, sums in development.items() if group == WORDS}

    def total(groups: dict[str, Sums], name: str) -> float:
        return sum(sums.get(step.name, {}).get(name, 0) for sums in groups.values())

    def pages(groups: dict[str, Sums], name: str = "pages") -> float:
        return sum(sums.get("", {}).get(name, 0) for sums in groups.values())

    figure = figure_of(step)
    having = [sums for groups in both for sums in groups.values() if sums.get("", {}).get(figure)]
    n = sum(sums[""][figure] for sums in having)
    own = sum(sums.get(step.name, {}).get(figure, 0.0) for sums in having) / n if n else None
    return Row(
        step,
        changed=tuple(1000 * total(groups, "changed") / max(pages(groups), 1) for groups in both),
        helped=tuple(int(total(groups, "helped")) for groups in both),
        hurt=tuple(int(total(groups, "hurt")) for groups in both),
        neutral=tuple(gain(groups, step.name, "neutral") for groups in both),
        words=(gain(lists, step.name, "words"), gain(validation, step.name, "words")),
        own=None if step.measure in ("f1", *NO_FIGURE) else own,
        own_changed=1000 * sum(sums.get(step.name, {}).get("changed", 0) for sums in having) / max(n, 1),
        cost=spent.get(step.name),
        lines=lines_of(step),
    )


Arguments = tuple[list[str], dict[str, Sums], dict[str, Sums], dict[str, float], bool]


def rows(
    steps: list[str], development: dict[str, Sums], validation: dict[str, Sums], spent: dict[str, float]
) -> list[Row]:
    return [row_of(STEPS[name], development, validation, spent) for name in steps]


def cells(row: Row) -> list[str]:
    if row.step.name in NOT_ALONE:
        return [row.step.name, row.step.kind, row.step.measure, *[""] * 10, *map(str, row.lines), row.verdict]
    return [
        row.step.name,
        row.step.kind,
        row.step.measure,
        *(f"{changed:.1f}" for changed in row.changed),
        *(f"{helped} / {hurt}" for helped, hurt in zip(row.helped, row.hurt, strict=True)),
        *(_signed(*figure) for figure in (*row.neutral, *row.words)),
        "" if row.own is None else _signed(row.own),
        "" if row.cost is None else f"{max(row.cost, 0):.0f}",
        *map(str, row.lines),
        row.verdict,
    ]


def _signed(value: float, error: float = 0.0) -> str:
    if abs(value) < 5e-6:
        return "0"
    text = f"{value:+.5f}".replace("0.", ".", 1)
    return f"{text} ± {2 * error:.5f}".replace("± 0.", "± .") if error else text


def print_table(
    steps: list[str], development: dict[str, Sums], validation: dict[str, Sums], spent: dict[str, float], _: bool
) -> None:
    table = Table(*COLUMNS)
    for row in rows(steps, development, validation, spent):
        table.add_row(*cells(row))
    Console(width=240).print(table)


def document(
    steps: list[str], development: dict[str, Sums], validation: dict[str, Sums], spent: dict[str, float], not_seen: bool
) -> str:
    """The table as reStructuredText."""
    pages = [
        int(sum(sums.get("", {}).get("pages", 0) for sums in groups.values())) for groups in (development, validation)
    ]
    title = f"{pages[0]:,} development and {pages[1]:,} validation pages, {NOT_SEEN if not_seen else SEEN}"
    lines = [f".. csv-table:: {title}", f"    :header: {_row(COLUMNS)}", ""]
    lines += [f"    {_row(cells(row))}" for row in rows(steps, development, validation, spent)]
    return "\n".join(lines) + "\n"


def _row(texts: Iterable[str]) -> str:
    return ", ".join(f'"{text}"' if "," in text else text for text in texts)
