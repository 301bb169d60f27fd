"""What each step between the scores of a page and its text changes on one page, and what that gains by each measure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from time import thread_time_ns
from typing import Any

import numpy as np

from benchmarks.structure import Found, kept, key, units
from scrapy_denoise.api import result_of
from scrapy_denoise.blocks.forest.forest import read_models_from
from scrapy_denoise.document.selection.completion import COMPLETIONS
from scrapy_denoise.document.selection.unread import LEFT_OUT
from scrapy_denoise.evaluation import GoldPage
from scrapy_denoise.evaluation.metrics.neutral_lines import NeutralLines
from scrapy_denoise.evaluation.metrics.text import Score, phrase_rate, shingle_scores, word_scores
from scrapy_denoise.methods import get_method, select
from scrapy_denoise.methods.steps import (
    COMPLETED,
    ENTRIES,
    PARTS,
    REVIEWS,
    SPARED,
    UNREAD,
    Judged,
    Part,
    switched_off,
)
from scrapy_denoise.page import MAX_NODES, MAX_SIZE, Page, PageTooLarge
from scrapy_denoise.result import Result

TOGETHER = Part("all four groups", "completes")
"""Stands for the groups of steps behind the decision, without the convention of the text."""

STEPS: dict[str, Judged] = {step.name: step for step in (TOGETHER, *PARTS, *COMPLETIONS, *LEFT_OUT)}
"""All steps by name: those that are no `Step`, and then these in their order."""

OFF = {name: (step,) for name, step in STEPS.items()} | {TOGETHER.name: (ENTRIES, REVIEWS, COMPLETED, UNREAD)}
"""By name what is switched off."""

NOT_ALONE = frozenset({SPARED.name})
"""Steps that do nothing on a page alone, and need other pages of its site."""

NO_FIGURE = ("cases", "contract")
"""Measures of steps about which no figure decides."""

FIGURES = ("neutral", "words", "lines", "ingredients", "code", "cells")
"""What is measured of a text: neutral F1, word F1, the F1 of whole lines to the character, and the shares of
ingredients, of code to the character, and of tables, header cells and terms."""

_FENCED = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_CELLS = {"tables", "headers", "with rows", "terms", "with descriptions"}

Sums = dict[str, dict[str, float]]
"""By step, and "" for all pages: sums over pages, by name."""


class Measure:
    """The figures of texts of one page, each found when it is asked for. markdown: its gold as Markdown, if any."""

    def __init__(self, page: Page, gold: GoldPage, markdown: str, n_ingredients: int) -> None:
        self.page, self.gold, self.markdown = page, gold, markdown
        self.ingredients = [*gold.with_phrases[:n_ingredients]]
        self._lines: NeutralLines | None = None
        self._neutral: dict[str, bool] = {}
        self._cells: list[tuple[str, Any]] | None = None

    def names(self) -> list[str]:
        """The figures that the page has."""
        markup = self.gold.html
        found = ["neutral", "words", "lines"] if self.gold.gold_text else []
        found += ["ingredients"] if self.ingredients else []
        found += ["code"] if self.gold.gold_text and b"<pre" in markup else []
        return found + (["cells"] if self.gold.gold_text and (b"<th" in markup or b"<dt" in markup) else [])

    def of(self, name: str, result: Result) -> float:
        """A figure of a result, 0 to 1."""
        figure: Callable[[Result], float] = getattr(self, f"_{name}_of")
        return figure(result)

    def _neutral_of(self, result: Result) -> float:
        return shingle_scores(self._without(self.gold.gold_text), self._without(result.text)).f1

    def _without(self, text: str) -> str:
        lines = self._lines = self._lines or NeutralLines.of_page(self.page)
        for line in text.splitlines():
            if line not in self._neutral:
                self._neutral[line] = line in lines
        return "\n".join(line for line in text.splitlines() if not self._neutral[line])

    def _words_of(self, result: Result) -> float:
        return word_scores(self.gold.gold_text, result.text).f1

    def _lines_of(self, result: Result) -> float:
        return _f1(map(_line, self.gold.gold_text.splitlines()), map(_line, result.text.splitlines()))

    def _ingredients_of(self, result: Result) -> float:
        return phrase_rate(self.ingredients, result.text) or 0.0

    def _code_of(self, result: Result) -> float:
        if self.markdown:
            return _f1(_code_lines(self.markdown), _code_lines(result.markdown))
        words = f" {key(self.gold.gold_text)} "
        given = (
            [_exact("".join(pre.itertext())) for pre in self.page.tree.iter("pre")]
            if self.page.root is not None
            else []
        )
        given = [code for code in given if f" {key(code)} " in words and not _is_numbered(code)]
        text = _exact(result.markdown)
        return sum(code in text for code in given) / len(given) if given else 1.0

    def _cells_of(self, result: Result) -> float:
        if self._cells is None:
            self._cells = [unit for unit in units(self.page, self.gold, None) if unit[0] in _CELLS]
        found = Found(result.plain(captions=True), result.html)
        verdicts = [kept(kind, unit, found) for kind, unit in self._cells]
        return sum(map(bool, verdicts)) / len(verdicts) if verdicts else 1.0


def _f1(gold: Iterable[str], text: Iterable[str]) -> float:
    wanted, found = (Counter(filter(None, part)) for part in (gold, text))
    return Score.from_counts((wanted & found).total(), wanted.total(), found.total()).f1


def _line(line: str) -> str:
    return " ".join(line.split())


def _exact(code: str) -> str:
    return "\n".join(line.rstrip() for line in code.strip("\n").splitlines())


def _is_numbered(code: str) -> bool:
    """Whether most lines of a code begin with a number, which nobody copies; or there is no code."""
    lines = code.splitlines()
    return 2 * sum(line.lstrip()[:1].isdigit() for line in lines) >= len(lines)


def _code_lines(markdown: str) -> list[str]:
    return [line.rstrip() for code in _FENCED.findall(markdown) for line in code.splitlines()]


def read_page(gold: GoldPage) -> Page | None:
    """A page that has text; else None."""
    try:
        page = Page.from_html(gold.html, gold.url, None, MAX_SIZE, MAX_NODES)
    except PageTooLarge:
        return None
    return page if len(page.columns.text_rows) else None


def judge_page(gold: GoldPage, markdown: str, n_ingredients: int, names: list[str]) -> Sums:
    """What each of some steps changes on a page, and gains."""
    if (page := read_page(gold)) is None:
        return {}
    method = get_method("auto")
    decided = select(method, page)
    base = result_of(page, decided, method)
    measure = Measure(page, gold, markdown, n_ingredients)
    own = measure.names()
    sums: Sums = {"": {"pages": 1, **dict.fromkeys(own, 1)}}
    known: dict[str, float] = {}
    for name in names:
        step = STEPS[name]
        with switched_off(*OFF[name]):
            again = select(method, page) if step.kind == "decision" else decided
            other = result_of(page, again, method)
        if _same(base, other):
            continue
        row: dict[str, float] = {"changed": 1}
        for figure in own:
            if figure in ("code", "cells") and step.measure != figure:
                continue
            if figure not in known:
                known[figure] = measure.of(figure, base)
            gain = known[figure] - measure.of(figure, other)
            row |= {figure: gain, f"{figure}²": gain * gain}
            if figure == figure_of(step):
                row |= {"helped": gain > 1e-9, "hurt": gain < -1e-9}
        sums[name] = row
    return sums


def figure_of(step: Judged) -> str:
    """The figure by which a step helps or hurts. Neutral F1 leaves out what a convention of the text is about."""
    if step.measure not in ("f1", *NO_FIGURE):
        return step.measure
    return "words" if step.kind == "convention" else "neutral"


def _same(one: Result, other: Result) -> bool:
    if one.page is not other.page or (one.selection is None) != (other.selection is None):
        return False
    if one.selection is None or other.selection is None:
        return True
    return np.array_equal(one.selection.kept, other.selection.kept)


def add(sums: Sums, more: Sums) -> None:
    """Add sums to others, in place."""
    for step, row in more.items():
        own = sums.setdefault(step, {})
        for name, value in row.items():
            own[name] = own.get(name, 0.0) + value


def costs(golds: list[GoldPage], names: list[str], repeat: int = 3) -> dict[str, float]:
    """Microseconds of processor time that each step takes a page, on pages of which nothing is known yet: the fastest
    time with it without the fastest without it, taken in turn."""
    method = get_method("auto")

    def time(gold: GoldPage, off: Iterable[Judged]) -> int:
        if (page := read_page(gold)) is None:
            return 0
        with switched_off(*off):
            begin = thread_time_ns()
            result_of(page, select(method, page), method)
            return thread_time_ns() - begin

    spent = dict.fromkeys(names, 0.0)
    for gold in golds:
        time(gold, ())
        for name in names:
            taken = [(time(gold, ()), time(gold, OFF[name])) for _ in range(repeat)]
            with_it, without_it = map(min, zip(*taken, strict=True))
            spent[name] += (with_it - without_it) / 1000 / len(golds)
    return spent


def use_models(folder: Path | None) -> None:
    """Read the models of this process from a folder; from the package with None."""
    if folder is not None:
        read_models_from(folder)
