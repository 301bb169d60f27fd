"""What the commands that compare ways to learn have in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from statistics import fmean

from rich.console import Console
from rich.progress import track

from training.labels import Labelled, read
from training.learning import Learner
from training.measuring import Rows, by_site, f1, select, template
from training.options import parser_of
from training.tables import show

Comparison = Callable[[list[Labelled], int, int, Learner], Rows]
"""Makes a table of pages, folds, drawings and a learner."""


def means(pages: list[Labelled], alone: bool = False) -> dict[str, float]:
    """Of each group the mean neutral F1 of its scored pages, each with the template of other pages of its site, or
    alone."""
    sites, found = by_site(pages), defaultdict(list)
    for page in track(pages, "Measuring"):
        if page.has_gold:
            site = None if alone else template(sites[page.group, page.site], page)
            kept = select(page, site)
            found[page.group].append(f1(page, kept, neutral=True))
    return {group: fmean(values) for group, values in sorted(found.items())}


def show_comparison(description: str | None, drawings: int, compare: Comparison, argv: list[str] | None) -> None:
    """The command: read the corpora that it is called with, and show the table. drawings: the default."""
    parser = parser_of(description, drawings)
    options = parser.parse_args(argv)
    learner = Learner(threads=options.jobs)
    try:
        pages = read(options.corpora, options.jobs, options.sample)
        rows = compare(pages, options.folds, options.drawings, learner)
    except ValueError as error:
        parser.error(str(error))
    show([("Mean neutral F1 on sites not seen", rows)], Console(width=160), options.figures)
