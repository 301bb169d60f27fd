"""Many pages in one call of ``scrapy-denoise clean``: the run, its progress bar and its report."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

from attrs import define, field
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from scrapy_denoise.cli.clean.inputs import PageSource, Sources, UnreadableSource
from scrapy_denoise.cli.clean.outputs import LinesOutput, Output, open_output
from scrapy_denoise.cli.clean.workers import CleanedPage, CleaningOptions, clean_pages
from scrapy_denoise.cli.errors import INTERRUPTED, naming
from scrapy_denoise.cli.options import (
    check_encoding,
    learn_folder,
    method_options,
    no_address_message,
    read_corrections,
)
from scrapy_denoise.cli.print_result import FALLBACK_TEXT
from scrapy_denoise.cli.terminal import pluralize, printable
from scrapy_denoise.sites import dump


@define
class Report:
    """Counts pages, and prints a line on standard error for each page with a problem."""

    content: int = 0
    empty: int = 0
    failed: int = 0
    already_done: int = 0
    fallbacks: Counter[str] = field(factory=Counter)
    without_address: int = 0

    def add(self, page: CleanedPage, unwritten: str) -> None:
        if page.failed or unwritten:
            return self.fail(UnreadableSource(page.label, unwritten or page.note))
        self.content += page.has_content
        self.empty += not page.has_content
        self.fallbacks[page.fallback] += bool(page.fallback)
        if page.note:
            self._line(page.label, page.note)
        return None

    def fail(self, problem: UnreadableSource) -> None:
        self.failed += 1
        self._line(problem.label, problem.why)

    def _line(self, label: str, text: str) -> None:
        print(f"scrapy-denoise: {printable(label)}: {printable(text)}", file=sys.stderr)

    def summary(self) -> str:
        counts = [
            f"{self.content:,} with content", f"{self.empty:,} without", f"{self.failed:,} failed",
            f"{self.already_done:,} {'was' if self.already_done == 1 else 'were'} there already "
            "(--overwrite cleans again)",
        ]  # fmt: skip
        total = self.content + self.empty + self.failed + self.already_done
        told = counts[:2] + [text for text in counts[2:] if not text.startswith("0 ")]
        return f"{pluralize(total, 'page')}: " + ", ".join(told)


class _Rate(ProgressColumn):
    """Pages a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:.1f} pages/s")


def clean_many(options: argparse.Namespace, sources: Sources) -> int:
    """Clean all pages of the sources. The exit status: 0, 1 where a page has no content or failed, or INTERRUPTED."""
    check_encoding(options.encoding)
    output = open_output(options.out, options.format, options.overwrite)
    site = learn_folder(options.site, "-", options.encoding) if options.site else None
    cleaning = CleaningOptions(
        options.method, options.profile, method_options(options.option), options.format,
        isinstance(output, LinesOutput), options.encoding, options.max_size, options.max_nodes,
        dump(site) if site is not None else None, corrections=read_corrections(options.corrections),
        page_types=options.page_types,
    )  # fmt: skip
    report = Report()
    for problem in sources.problems:
        report.fail(problem)
    with naming(options.out), output:
        try:
            with _progress(options.out) as progress:
                task = progress.add_task("Cleaning", total=None if progress.disable else sources.count())
                pages = clean_pages(
                    _pages_to_clean(sources, output, report, progress), cleaning, options.jobs, options.page_seconds
                )
                try:
                    for page in pages:
                        report.add(page, output.write(page))
                        progress.advance(task)
                finally:
                    pages.close()
        except KeyboardInterrupt:
            print(f"scrapy-denoise: interrupted; {report.summary()}. {_resume_hint(options.out)}", file=sys.stderr)
            return INTERRUPTED
    for reason, count in (+report.fallbacks).items():
        why = FALLBACK_TEXT[reason].format(pages=pluralize(count, "page"), ran="its fallback")
        print(f"scrapy-denoise: {options.method} {why}", file=sys.stderr)
    if cleaning.corrections is not None and report.without_address:
        print(
            f"scrapy-denoise: {no_address_message(pluralize(report.without_address, 'page'))} "
            "JSON lines have it in a field url.",
            file=sys.stderr,
        )
    print(f"scrapy-denoise: {report.summary()}", file=sys.stderr)
    return 1 if report.empty or report.failed else 0


def _pages_to_clean(sources: Sources, output: Output, report: Report, progress: Progress) -> Iterator[PageSource]:
    """The pages that the output does not have; problems go to the report."""
    for source in sources:
        if isinstance(source, PageSource) and not output.has(source):
            report.without_address += source.url is None
            yield source
            continue
        if isinstance(source, UnreadableSource):
            report.fail(source)
        else:
            report.already_done += 1
        for task in progress.task_ids:
            progress.advance(task)


def _resume_hint(out: str | None) -> str:
    if out in (None, "-"):
        return "With -o OUT, the same call goes on where it stopped."
    return "What is written is whole; the same call goes on from there."


def _progress(out: str | None) -> Progress:
    """A progress bar on standard error where that is a terminal and does not show the pages too."""
    console = Console(stderr=True)
    shown = console.is_terminal and not (out in (None, "-") and sys.stdout.isatty())
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn(),
        console=console, transient=True, redirect_stdout=False, disable=not shown,
    )  # fmt: skip
